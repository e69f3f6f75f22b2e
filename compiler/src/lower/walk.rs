//! Walks over lists without making them: rows of tables, chains, numbers, and lists filtered on the way.

use abi::{ABSENT, Base, Place, Question, Table, Ty, Word, field};

use super::{
    function::{Bound, Exits, Lower},
    known::narrower,
};
use crate::{
    ir::{Bits, BlockId, Compare, Inst, Reg, Term},
    typed::{Expr, ExprKind, KindTest, LocalId, Quantifier},
};

/// How a list is walked over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    /// Where to go when no more members are wanted.
    pub(super) stop: BlockId,
    /// Whether what is done with a member may leave something on the stack that is needed afterwards.
    pub(super) keeps: bool,
    /// Whether each member must come only once.
    pub(super) distinct: bool,
}

/// What is done with each member.
pub(super) type Visit<'v, 'm, 'r> = &'v mut dyn FnMut(&mut Lower<'m, 'r>, Bound, Exits);
/// What is done with each row or number.
pub(super) type VisitReg<'v, 'm, 'r> = &'v mut dyn FnMut(&mut Lower<'m, 'r>, Reg, Exits);

impl<'m, 'r> Lower<'m, 'r> {
    /// Does something with each member of a list. What it puts on the stack is given back each round.
    pub(super) fn each(&mut self, list: &'r Expr, distinct: bool, visit: Visit<'_, 'm, 'r>) {
        let stop = self.b.block();
        self.walk(list, Walk { stop, keeps: false, distinct }, visit);
        self.b.jump(stop);
        self.b.go_to(stop);
    }

    /// Does something with each member of a list; ends behind the last one.
    pub(super) fn walk(&mut self, list: &'r Expr, walk: Walk, visit: Visit<'_, 'm, 'r>) {
        match &list.kind {
            ExprKind::Ask { question, args } => {
                self.walk_question(*question, args, list, walk, visit)
            }
            ExprKind::Clockwise { from, player } => {
                self.walk_clockwise(*from, player, walk, visit);
            }
            ExprKind::Range(from, to) => {
                let (Some(first), Some(last)) = (self.certain(from, walk), self.certain(to, walk))
                else {
                    return;
                };
                let end = self.b.bits(Bits::Add, last, 1);
                let ty = list.ty.certain();
                self.counted(first, end, walk, &mut |this, i, exits| {
                    visit(this, Bound::word(i, ty), exits)
                });
            }
            ExprKind::List(members) if members.len() <= 1 => {
                if let Some(member) = members.first() {
                    let after = self.b.block();
                    let bound = self.bound_value(member, after);
                    visit(self, bound, Exits { next: after, stop: walk.stop });
                    self.b.jump(after);
                    self.b.go_to(after);
                }
            }
            ExprKind::Quantified {
                quantifier: Quantifier::All,
                local,
                list: inner,
                filter,
                measure,
            } => match measure {
                Some(measure) if !walk.distinct && !measure.ty.is_list() => {
                    self.walk_measured((*local, inner), filter.as_deref(), measure, walk, visit);
                }
                Some(_) => self.walk_made(list, walk, visit),
                None => self.walk_filtered(*local, inner, filter.as_deref(), list.ty, walk, visit),
            },
            ExprKind::Cast(inner) => {
                self.walk(inner, walk, &mut |this, item, exits| {
                    let cast = this.cast_bound(&item, list.ty.base, exits.next);
                    visit(this, cast, exits);
                });
            }
            ExprKind::Call { function, args } => {
                let Some(body) = self.inlined(*function, args) else {
                    return self.walk_made(list, walk, visit);
                };
                let frame = self.callee(*function, args, walk.stop);
                self.inside(frame, |this| {
                    this.walk(body, walk, &mut |this, item, exits| {
                        this.outside(|this| visit(this, item, exits));
                    });
                });
            }
            ExprKind::If { cond, then, other } if self.constant(cond).is_some() => {
                let chosen = if self.constant(cond) == Some(1) { then } else { other };
                self.walk(chosen, walk, visit);
            }
            _ => self.walk_made(list, walk, visit),
        }
    }

    fn certain(&mut self, expr: &'r Expr, walk: Walk) -> Option<Reg> {
        self.b.is_open().then(|| self.present(expr, walk.stop))
    }

    /// Walks over a list that is made first.
    pub(super) fn walk_made(&mut self, list: &'r Expr, walk: Walk, visit: Visit<'_, 'm, 'r>) {
        let made = self.list_value(list);
        let ty = Ty::one(self.known(list).base);
        self.walk_list(made, ty, walk, visit);
    }

    /// Walks over a list on the stack.
    pub(super) fn walk_list(&mut self, list: Reg, ty: Ty, walk: Walk, visit: Visit<'_, 'm, 'r>) {
        let (first, end) = (self.b.constant(0), self.b.len(list));
        self.counted(first, end, walk, &mut |this, i, exits| {
            let item = this.b.element(list, i, ty);
            visit(this, Bound::word(item, ty), exits);
        });
    }

    /// Counts from a first number up to, not including, an end.
    pub(super) fn counted(
        &mut self,
        first: Reg,
        end: Reg,
        walk: Walk,
        visit: VisitReg<'_, 'm, 'r>,
    ) {
        let i = self.b.word();
        self.b.copy(i, first);
        let head = self.b.block();
        self.b.jump(head);
        self.b.go_to(head);
        let more = self.b.compare(Compare::Lt, i, end);
        self.turn(more, head, walk, &mut |this, exits| visit(this, i, exits), &mut |this| {
            this.b.count_up(i, 1);
        });
    }

    /// Follows a chain of rows from a first one, perhaps absent.
    pub(super) fn chain(
        &mut self,
        first: Reg,
        table: Table,
        next: u32,
        walk: Walk,
        visit: VisitReg<'_, 'm, 'r>,
    ) {
        let row = self.b.word();
        self.b.copy(row, first);
        let head = self.b.block();
        self.b.jump(head);
        self.b.go_to(head);
        let more = self.b.compare_to(Compare::Ne, row, ABSENT);
        self.turn(more, head, walk, &mut |this, exits| visit(this, row, exits), &mut |this| {
            this.b.emit(Inst::Load { dst: row, table, row, field: next });
        });
    }

    /// The round of a loop whose condition was just asked, and the way back to its head.
    fn turn(
        &mut self,
        more: Reg,
        head: BlockId,
        walk: Walk,
        visit: &mut dyn FnMut(&mut Self, Exits),
        advance: &mut dyn FnMut(&mut Self),
    ) {
        let (body, latch, after) = (self.b.block(), self.b.block(), self.b.block());
        self.b.branch(more, body, after);
        self.b.go_to(body);
        let stretch = self.b.begin();
        self.scoped(|this| visit(this, Exits { next: latch, stop: walk.stop }));
        self.b.jump(latch);
        self.b.go_to(latch);
        if !walk.keeps {
            self.b.finish(stretch);
        }
        let site = self.site();
        self.b.emit(Inst::Tick { site });
        advance(self);
        self.b.jump(head);
        self.b.go_to(after);
    }

    fn walk_filtered(
        &mut self,
        local: LocalId,
        inner: &'r Expr,
        filter: Option<&'r Expr>,
        ty: Ty,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        self.walk(inner, walk, &mut |this, mut item, exits| {
            if let Some(filter) = filter {
                this.bind(local, item.clone());
                this.require(filter, exits.next);
            }
            // The list that `where` picks is narrowed by its test.
            item.ty = Ty::one(narrower(item.ty.base, ty.base));
            visit(this, item, exits);
        });
    }

    fn walk_measured(
        &mut self,
        (local, inner): (LocalId, &'r Expr),
        filter: Option<&'r Expr>,
        measure: &'r Expr,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        self.walk(inner, walk, &mut |this, item, exits| {
            this.bind(local, item);
            if let Some(filter) = filter {
                this.require(filter, exits.next);
            }
            let measured = this.bound_value(measure, exits.next);
            visit(this, measured, exits);
        });
    }

    fn walk_clockwise(
        &mut self,
        from: bool,
        player: &'r Expr,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        let Some(player) = self.certain(player, walk) else { return };
        let seats = self.b.rows(Table::Player);
        let first = if from { player } else { self.b.bits(Bits::Add, player, 1) };
        let end = self.b.bits_of(Bits::Add, first, seats);
        self.counted(first, end, walk, &mut |this, i, exits| {
            let (seat, wrap, there) = (this.b.word(), this.b.block(), this.b.block());
            this.b.copy(seat, i);
            let beyond = this.b.compare(Compare::Ge, i, seats);
            this.b.branch(beyond, wrap, there);
            this.b.go_to(wrap);
            // i - seats, without a fault: not(seats) + 1 + i.
            let all = this.b.constant(-1);
            let inverse = this.b.bits_of(Bits::Xor, seats, all);
            let minus = this.b.bits(Bits::Add, inverse, 1);
            let wrapped = this.b.bits_of(Bits::Add, i, minus);
            this.b.copy(seat, wrapped);
            this.b.jump(there);
            this.b.go_to(there);
            visit(this, Bound::word(seat, Ty::one(Base::Player)), exits);
        });
    }

    fn walk_question(
        &mut self,
        question: Question,
        args: &'r [Expr],
        list: &'r Expr,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        use Question as Q;
        let ty = list.ty.certain();
        match question {
            Q::Players => self.walk_rows(Table::Player, walk, &mut |this, row, exits| {
                visit(this, Bound::word(row, ty), exits);
            }),
            Q::Figures => self.walk_rows(Table::Figure, walk, &mut |this, row, exits| {
                visit(this, Bound::word(row, ty), exits);
            }),
            Q::Followers => self.walk_rows(Table::Figure, walk, &mut |this, row, exits| {
                this.require_follower(row, exits.next);
                this.require_deployed(row, exits.next);
                visit(this, Bound::word(row, ty), exits);
            }),
            Q::Tiles => self.walk_rows(Table::Tile, walk, &mut |this, row, exits| {
                let cell = this.b.load(Table::Tile, row, field::tile::CELL);
                this.b.or_absent(cell, exits.next);
                visit(this, Bound::word(row, ty), exits);
            }),
            Q::Features => self.walk_rows(Table::Feature, walk, &mut |this, row, exits| {
                let live = this.b.load(Table::Feature, row, field::feature::SEGMENTS);
                this.b.unless(live, exits.next);
                let first = this.b.load(Table::Feature, row, field::feature::FIRST);
                visit(this, Bound::word(first, ty), exits);
            }),
            Q::Supply | Q::PlayerDeployed => {
                let Some(player) = self.certain(&args[0], walk) else { return };
                let first = self.b.load(Table::Player, player, field::player::FIGURES);
                let end = self.b.load(Table::Player, player, field::player::FIGURES_END);
                self.counted(first, end, walk, &mut |this, row, exits| {
                    if question == Q::Supply {
                        let place = this.b.load(Table::Figure, row, field::figure::PLACE);
                        let free = this.b.compare_to(Compare::Eq, place, ABSENT);
                        this.b.unless(free, exits.next);
                    } else {
                        this.require_deployed(row, exits.next);
                    }
                    visit(this, Bound::word(row, ty), exits);
                });
            }
            Q::TileSegments => {
                let Some(tile) = self.certain(&args[0], walk) else { return };
                let first = self.b.load(Table::Tile, tile, field::tile::SEGMENTS);
                let count = self.segment_count(tile);
                let end = self.b.bits_of(Bits::Add, first, count);
                self.counted(first, end, walk, &mut |this, row, exits| {
                    visit(this, Bound::word(row, ty), exits);
                });
            }
            Q::TileBeside | Q::TileNeighbours => {
                let Some(tile) = self.certain(&args[0], walk) else { return };
                let (first, end) = (
                    self.b.constant(0),
                    self.b.constant(if question == Q::TileBeside { 4 } else { 8 }),
                );
                self.counted(first, end, walk, &mut |this, offset, exits| {
                    let dst = this.b.reg(ty);
                    let (table, row, field) = (Table::Tile, tile, field::tile::NEIGHBOUR);
                    this.b.emit(Inst::LoadAt { dst, table, row, field, offset });
                    this.b.or_absent(dst, exits.next);
                    visit(this, Bound::word(dst, ty), exits);
                });
            }
            Q::TileFigures | Q::TileFollowers => {
                let Some(tile) = self.certain(&args[0], walk) else { return };
                self.walk_rows(Table::Figure, walk, &mut |this, row, exits| {
                    if question == Q::TileFollowers {
                        this.require_follower(row, exits.next);
                    }
                    let place = this.standing(row, exits.next);
                    let at = this.tile_of(&place, exits.next);
                    let same = this.b.compare(Compare::Eq, at, tile);
                    this.b.unless(same, exits.next);
                    visit(this, Bound::word(row, ty), exits);
                });
            }
            Q::SegmentFigures | Q::SegmentFollowers => {
                let Some(segment) = self.certain(&args[0], walk) else { return };
                let record = self.record(segment);
                self.b.or_absent(record, walk.stop);
                let place = self.b.bits(Bits::Shl, segment, Place::BITS);
                let followers = question == Q::SegmentFollowers;
                self.walk_figures(record, followers, ty, walk, &mut |this, item, exits| {
                    let row = this.reg(&item.val);
                    let at = this.b.load(Table::Figure, row, field::figure::PLACE);
                    let here = this.b.compare(Compare::Eq, at, place);
                    this.b.unless(here, exits.next);
                    visit(this, item, exits);
                });
            }
            Q::FeatureFigures | Q::FeatureFollowers => {
                let Some(segment) = self.certain(&args[0], walk) else { return };
                let record = self.record(segment);
                self.walk_figures(record, question == Q::FeatureFollowers, ty, walk, visit);
            }
            Q::FeatureSegments => {
                let Some(segment) = self.certain(&args[0], walk) else { return };
                let first = self.oldest(segment);
                let next = field::segment::NEXT;
                self.chain(first, Table::Segment, next, walk, &mut |this, row, exits| {
                    visit(this, Bound::word(row, ty), exits);
                });
            }
            Q::Spots => self.walk_spots(&args[0], &args[1], walk, visit),
            Q::SpotsFor => self.walk_spots_for(&args[0], &args[1], walk, visit),
            _ => self.walk_made(list, walk, visit),
        }
    }

    fn walk_rows(&mut self, table: Table, walk: Walk, visit: VisitReg<'_, 'm, 'r>) {
        let (first, end) = (self.b.constant(0), self.b.rows(table));
        self.counted(first, end, walk, visit);
    }

    fn walk_figures(
        &mut self,
        record: Reg,
        followers: bool,
        ty: Ty,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        let first = self.b.load(Table::Feature, record, field::feature::FIGURES);
        self.chain(first, Table::Figure, field::figure::NEXT, walk, &mut |this, row, exits| {
            if followers {
                this.require_follower(row, exits.next);
            }
            visit(this, Bound::word(row, ty), exits);
        });
    }

    /// Goes elsewhere unless a figure is a follower; nothing is asked if all figures are.
    fn require_follower(&mut self, row: Reg, no: BlockId) {
        let any = Bound::word(row, Ty::one(Base::Figure(abi::FigureSort::Any)));
        let yes = self.b.block();
        self.branch_on_test(&any, KindTest::Follower, yes, no);
        self.b.go_to(yes);
    }

    /// How many segments a tile has.
    pub(super) fn segment_count(&mut self, tile: Reg) -> Reg {
        let kind = self.b.load(Table::Tile, tile, field::tile::KIND);
        self.b.load(Table::TileKind, kind, field::tile_kind::SEGMENTS)
    }

    /// Goes to a block for each of some words, else to another.
    pub(super) fn switch(&mut self, value: Reg, cases: Vec<(Word, BlockId)>, default: BlockId) {
        self.b.end(Term::Switch { value, cases, default });
    }
}
