//! Deeds: host calls where nothing answers them, functions with their hooks where something does.

use abi::{Base, DeedKind, FigureSort, HostOp, PlaceSort, SiteId, Table, Ty, field};
use grammar::Span;

use super::{
    function::{Bound, Frame, Lower},
    kind_test::kind_of_owner,
    list::column,
    shop::Job,
    slots::{Slot, unset},
    weight::SHORT,
};
use crate::{
    ir::{Bits, BlockId, Inst, Reg, Term},
    probe::Mark,
    typed::{Assign, Deed, DeedRef, PropertyId, ToId, Value},
};

/// Which argument of a sentence is a number of points.
fn points(of: DeedKind) -> Option<usize> {
    matches!(of, DeedKind::Scores | DeedKind::Loses | DeedKind::Pays).then_some(1)
}

impl<'m, 'r> Lower<'m, 'r> {
    /// Does a deed; gives the value of a `to` deed that has one.
    pub(super) fn deed(&mut self, deed: &'r Deed) -> Option<Reg> {
        let skipped = self.b.block();
        let params = self.param_types(deed.deed);
        // What an original does was worked out by the line that its hook stands for.
        let points = deed.sentence().filter(|_| !deed.original).and_then(points);
        let mut args: Vec<Reg> = deed
            .args
            .iter()
            .zip(&params)
            .enumerate()
            .map(|(place, (arg, param))| {
                let counts = points == Some(place);
                if counts {
                    self.probe(arg.span, Mark::Counts);
                }
                let bound = self.argument(arg, *param, skipped);
                let word = self.reg(&bound.val);
                if counts {
                    self.probe(arg.span, Mark::Counted);
                }
                word
            })
            .collect();
        let done = self.b.block();
        let hooked = self.shop.linked.hooks.contains_key(&deed.deed) && !deed.original;
        if hooked {
            self.unless_answered(deed.deed, &args, done);
        }
        // What goes wrong with the deed itself goes wrong here, whatever answers it.
        let line = (hooked && deed.sentence().is_some()).then(|| self.site());
        args.extend(line.map(|line| self.b.constant(i64::from(line.0))));
        let value = match deed.deed {
            _ if deed.original => self.original(deed, &args),
            _ if hooked => {
                self.run_for(Job::Deed(deed.deed), args, self.result_of(deed.deed), line)
            }
            DeedRef::Sentence(kind) => {
                self.perform(kind, &args);
                None
            }
            DeedRef::Named(id) => self.named(id, args),
        };
        self.b.jump(done);
        self.b.go_to(skipped);
        self.b.jump(done);
        self.b.go_to(done);
        value
    }

    /// As long as the game has seen nothing that the hooks on a sentence are about, the sentence needs no function
    /// that waits for them: it is carried out here.
    fn unless_answered(&mut self, deed: DeedRef, args: &[Reg], done: BlockId) {
        let DeedRef::Sentence(kind) = deed else { return };
        let waits = self.shop.waits(Job::Deed(deed));
        if kind == DeedKind::PlaysPart || !waits || self.is_watched() {
            return;
        }
        let Some(bits) = self.shop.sights().answered(deed) else { return };
        let (free, answered) = (self.b.block(), self.b.block());
        let word = self.b.load_game(field::game::SEEN);
        let found = self.b.bits(Bits::And, word, bits);
        self.b.branch(found, answered, free);
        self.b.go_to(free);
        self.perform(kind, args);
        self.b.jump(done);
        self.b.go_to(answered);
    }

    fn original(&mut self, deed: &'r Deed, args: &[Reg]) -> Option<Reg> {
        let original = self.frame.original.clone();
        if let Some(original) = &original {
            self.b.set(original.done, 1);
        }
        match deed.deed {
            DeedRef::Sentence(kind) => {
                self.perform(kind, args);
                None
            }
            DeedRef::Named(id) => {
                let value = self.run(Job::To(id), args.to_vec(), self.result_of(deed.deed));
                if let (Some(value), Some(result)) = (value, original.and_then(|o| o.result)) {
                    self.b.copy(result, value);
                }
                value
            }
        }
    }

    /// A deed of the rules that nothing answers: a short one is lowered in place.
    fn named(&mut self, id: ToId, args: Vec<Reg>) -> Option<Reg> {
        let rules = self.shop.rules;
        let deed = &rules.deeds[id.index()];
        let list = deed.result.is_some_and(Ty::is_list);
        if self.depth() > 3 || list || self.shop.lengths[id.index()] > SHORT {
            return self.run(Job::To(id), args, deed.result);
        }
        let end = self.b.block();
        let mut frame = Frame::new(&deed.body, end, deed.origin, &deed.name);
        let result = deed.result.map(|ty| self.b.reg(ty));
        frame.result = result;
        if let (Some(reg), Some(ty)) = (result, deed.result) {
            self.set_default(reg, ty);
        }
        self.inside(frame, |this| {
            for (i, arg) in args.into_iter().enumerate() {
                let local = &deed.body.locals[i];
                let own = this.b.local(local.ty, &local.name);
                this.b.copy(own, arg);
                this.bind(crate::typed::LocalId(i as u32), Bound::word(own, local.ty));
            }
            this.block(&deed.body.code);
        });
        self.b.jump(end);
        self.b.go_to(end);
        result
    }

    /// Calls a function that does something, and waits for it if it may wait.
    pub(super) fn run(&mut self, job: Job, args: Vec<Reg>, ty: Option<Ty>) -> Option<Reg> {
        self.run_for(job, args, ty, None)
    }

    /// The same for a function that may fault for the line that calls it.
    fn run_for(
        &mut self,
        job: Job,
        args: Vec<Reg>,
        ty: Option<Ty>,
        line: Option<SiteId>,
    ) -> Option<Reg> {
        let function = self.shop.want(job);
        let into = ty.map(|ty| self.b.reg(ty));
        if self.shop.waits(job) {
            let (then, site) = (self.b.block(), self.site());
            self.b.end(Term::CallWaiting { function, args, into, then, site });
            self.b.go_to(then);
        } else {
            self.b.emit(Inst::Call { dst: into, function, args, site: line });
        }
        if ty.is_some_and(Ty::is_list) {
            self.b.leaves_list();
        }
        into
    }

    /// The type of the value that a deed gives.
    pub(super) fn result_of(&self, deed: DeedRef) -> Option<Ty> {
        match deed {
            DeedRef::Named(id) => self.shop.rules.deeds[id.index()].result,
            DeedRef::Sentence(_) => None,
        }
    }

    /// The types of a deed's arguments.
    pub(super) fn param_types(&self, deed: DeedRef) -> Vec<Ty> {
        match deed {
            DeedRef::Named(id) => {
                let body = &self.shop.rules.deeds[id.index()].body;
                body.locals[..body.params as usize].iter().map(|local| local.ty).collect()
            }
            DeedRef::Sentence(kind) => sentence_types(kind).iter().map(|(ty, _)| *ty).collect(),
        }
    }

    /// Carries out a sentence whose hooks stand between it and the line that says it.
    pub(super) fn perform_for(&mut self, kind: DeedKind, args: &[Reg], line: Reg) {
        let site = self.site();
        self.b.host_into(None, HostOp::Because, &[line], site);
        self.perform(kind, args);
    }

    /// Carries out a sentence, without hooks.
    pub(super) fn perform(&mut self, kind: DeedKind, args: &[Reg]) {
        let op = match kind {
            DeedKind::Scores => HostOp::Score,
            DeedKind::Loses => HostOp::Lose,
            DeedKind::Pays => HostOp::Pay,
            DeedKind::Places => HostOp::Place,
            DeedKind::Deploys => HostOp::Deploy,
            DeedKind::Moves => HostOp::Move,
            DeedKind::Returns => HostOp::Return,
            DeedKind::TileLeaves => HostOp::TileLeaves,
            DeedKind::PileLeaves => HostOp::PileLeaves,
            DeedKind::TileMoves => HostOp::TileToPile,
            DeedKind::PileMoves => HostOp::PileToPile,
            DeedKind::Takes => HostOp::TakeToken,
            DeedKind::TakesBack => HostOp::TakeTokenBack,
            DeedKind::Puts => HostOp::PutToken,
            DeedKind::Lays => HostOp::LayToken,
            DeedKind::TakesOut => HostOp::TakeFromPile,
            DeedKind::Wins => HostOp::Win,
            DeedKind::PlaysPart => {
                let then = self.b.block();
                self.b.end(Term::Part { who: args[0], then });
                return self.b.go_to(then);
            }
            DeedKind::Joins => HostOp::Join,
            DeedKind::Parts => HostOp::Part,
        };
        let site = self.site();
        self.b.host_into(None, op, args, site);
    }

    /// Changes a kept property.
    pub(super) fn assign(&mut self, assign: &'r Assign, span: Span) {
        let property = assign.place.property.map(|id| (id, self.declared(id)));
        let ty = property.map_or(Ty::one(Base::Int), |(_, property)| property.ty);
        let value = self.right_side(&assign.value, assign.otherwise.as_ref(), ty, span);
        let done = self.b.block();
        let (id, property) = match property {
            Some(property) => property,
            None => {
                if let Some(of) = &assign.place.of {
                    let row = self.present(of, done);
                    self.keep(Table::Player, field::player::POINTS, row, value);
                }
                self.b.jump(done);
                return self.b.go_to(done);
            }
        };
        let Slot::Kept(table, field) = self.shop.slots.of(id) else { return };
        let usual = matches!(&assign.value, Value::Expr(expr) if self.folded(expr) == Some(unset(property)));
        if !usual {
            self.see_kept(id);
        }
        match &assign.place.of {
            None => {
                let row = self.b.constant(0);
                self.keep_typed(ty, table, field, row, value);
            }
            Some(of) => {
                let bound = self.bound_value(of, done);
                if let Some(test) = kind_of_owner(property.owner) {
                    let right = self.b.block();
                    self.branch_on_test(&bound, test, right, done);
                    self.b.go_to(right);
                }
                let row = self.reg(&bound.val);
                if !matches!(bound.ty.base, Base::Feature(_)) {
                    self.keep_typed(ty, table, field, row, value);
                } else if ty.is_list() {
                    let oldest = self.oldest(row);
                    self.keep_typed(ty, table, field, oldest, value);
                } else {
                    let column = self.b.constant(i64::from(field));
                    let cleared = self.b.constant(unset(property));
                    let site = self.site();
                    let args = [column, row, value, cleared];
                    self.b.host_into(None, HostOp::KeepOnFeature, &args, site);
                }
            }
        }
        self.b.jump(done);
        self.b.go_to(done);
    }

    /// Notes that something else than at the start is kept in a property, if it is rare.
    fn see_kept(&mut self, id: PropertyId) {
        let bit = self.shop.sights().property(id);
        if bit == 0 {
            return;
        }
        let (first, done) = (self.b.block(), self.b.block());
        let seen = self.b.load_game(field::game::SEEN);
        let found = self.b.bits(Bits::And, seen, bit);
        self.b.branch(found, done, first);
        self.b.go_to(first);
        let row = self.b.constant(0);
        let with = self.b.bits(Bits::Or, seen, bit);
        self.keep(Table::Game, field::game::SEEN, row, with);
        self.b.jump(done);
        self.b.go_to(done);
    }

    fn keep_typed(&mut self, ty: Ty, table: Table, field: u32, row: Reg, value: Reg) {
        if ty.is_list() {
            let column = self.b.constant(column(table, field));
            let site = self.site();
            self.b.host_into(None, HostOp::KeepList, &[column, row, value], site);
        } else {
            self.keep(table, field, row, value);
        }
    }

    fn keep(&mut self, table: Table, field: u32, row: Reg, value: Reg) {
        let column = self.b.constant(column(table, field));
        let site = self.site();
        self.b.host_into(None, HostOp::Keep, &[column, row, value], site);
    }

    /// An expression for where a figure stands now, as hooks on its leaving want it.
    pub(super) fn place_now(&mut self, figure: Reg) -> Reg {
        self.b.load(Table::Figure, figure, field::figure::PLACE)
    }
}

/// The arguments of a sentence: types and customary names.
pub(super) fn sentence_types(kind: DeedKind) -> &'static [(Ty, &'static str)] {
    const PLAYER: Ty = Ty::one(Base::Player);
    const INT: Ty = Ty::one(Base::Int);
    const CAUSE: Ty = Ty::one(Base::Cause);
    const TILE: Ty = Ty::one(Base::Tile);
    const PILE: Ty = Ty::one(Base::Pile);
    const FIGURE: Ty = Ty::one(Base::Figure(FigureSort::Any));
    const PLACE: Ty = Ty::one(Base::Place(PlaceSort::Any));
    const SOURCE: Ty = Ty::maybe(Base::Place(PlaceSort::Any));
    const TOKEN: Ty = Ty::one(Base::TokenKind);
    const SEGMENT: Ty = Ty::one(Base::Segment(None));
    match kind {
        DeedKind::Scores | DeedKind::Loses => const { &[(PLAYER, "p"), (INT, "n"), (CAUSE, "x")] },
        DeedKind::Pays => const { &[(PLAYER, "p"), (INT, "n"), (PLAYER, "q"), (CAUSE, "x")] },
        DeedKind::Places => const { &[(PLAYER, "p"), (TILE, "t"), (Ty::one(Base::Fit), "fit")] },
        DeedKind::Deploys => const { &[(PLAYER, "p"), (Ty::one(Base::Spot), "spot")] },
        DeedKind::Moves => const { &[(FIGURE, "m"), (PLACE, "b")] },
        DeedKind::Returns => const { &[(FIGURE, "m")] },
        DeedKind::TileLeaves => const { &[(TILE, "t")] },
        DeedKind::PileLeaves => const { &[(PILE, "pile")] },
        DeedKind::TileMoves => const { &[(TILE, "t"), (PILE, "b")] },
        DeedKind::PileMoves => const { &[(PILE, "a"), (PILE, "b")] },
        DeedKind::Takes => const { &[(PLAYER, "p"), (INT, "n"), (TOKEN, "k"), (SOURCE, "x")] },
        DeedKind::TakesBack => const { &[(PLAYER, "p"), (TOKEN, "k")] },
        DeedKind::Puts => const { &[(PLAYER, "p"), (TOKEN, "k"), (PLACE, "x")] },
        DeedKind::Lays => const { &[(PLAYER, "p"), (TOKEN, "k"), (Ty::one(Base::Span), "x")] },
        DeedKind::TakesOut => const { &[(PLAYER, "p"), (INT, "n"), (TOKEN, "k"), (PILE, "x")] },
        DeedKind::Joins | DeedKind::Parts => const { &[(SEGMENT, "a"), (SEGMENT, "b")] },
        DeedKind::PlaysPart | DeedKind::Wins => const { &[(PLAYER, "p")] },
    }
}
