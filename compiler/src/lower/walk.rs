//! Walks over lists without making them: rows of tables, chains, numbers, and lists filtered on the way.

use abi::{ABSENT, Question, Table, Ty, Word, field};

use super::{
    function::{Bound, Exits, Lower},
    seen::NEVER,
};
use crate::{
    ir::{Bits, BlockId, Compare, Inst, Reg, Term},
    typed::{Expr, ExprKind, LocalId, Quantifier},
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
        let sight = self.shop.sights().fills(list);
        if sight == NEVER && !self.is_watched() {
            return;
        }
        let former = self.require_seen(sight, walk.stop);
        self.walk_seen(list, walk, visit);
        self.sighted = former;
    }

    fn walk_seen(&mut self, list: &'r Expr, walk: Walk, visit: Visit<'_, 'm, 'r>) {
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
                    let exits = Exits { next: after, stop: walk.stop };
                    self.scoped(|this| visit(this, bound, exits));
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
                Some(measure) if is_apart(*local, measure) => {
                    self.walk_apart((*local, inner), filter.as_deref(), measure, walk, visit);
                }
                Some(_) => self.walk_made(list, walk, visit),
                None => match filter.as_deref() {
                    Some(filter) if is_question(inner, Question::Changed) => {
                        self.walk_changed((*local, inner), filter, list.ty, walk, visit);
                    }
                    filter => self.walk_filtered(*local, inner, filter, list.ty, walk, visit),
                },
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
                self.mark_condition(cond);
                let chosen = if self.constant(cond) == Some(1) { then } else { other };
                self.reached(chosen);
                self.walk(chosen, walk, visit);
            }
            _ => self.walk_made(list, walk, visit),
        }
    }

    /// A word that a walk needs; without it there is nothing to walk over.
    pub(super) fn certain(&mut self, expr: &'r Expr, walk: Walk) -> Option<Reg> {
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
        self.tick();
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
        self.walk(inner, walk, &mut |this, item, exits| {
            if let Some(filter) = filter {
                this.bind(local, item.clone());
                this.require(filter, exits.next);
            }
            // The list that `where` picks is narrowed by its test.
            visit(this, item.narrowed(ty.base), exits);
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

    /// Walks over the lists of all members, one after the other, where none shares anything with another.
    fn walk_apart(
        &mut self,
        (local, inner): (LocalId, &'r Expr),
        filter: Option<&'r Expr>,
        measure: &'r Expr,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        // A member that came twice would bring its list twice.
        let members = Walk { distinct: true, ..walk };
        self.walk(inner, members, &mut |this, item, exits| {
            this.bind(local, item);
            if let Some(filter) = filter {
                this.require(filter, exits.next);
            }
            let end = this.b.block();
            let own = Walk { stop: end, ..walk };
            this.walk(measure, own, &mut |this, item, Exits { next, .. }| {
                // Who wants no more wants nothing of the other lists either.
                visit(this, item, Exits { next, stop: exits.stop });
            });
            this.b.jump(end);
            this.b.go_to(end);
        });
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

/// Whether a list of a member is a walk over rows that are no other member's.
fn is_apart(local: LocalId, measure: &Expr) -> bool {
    let ExprKind::Ask { question: Question::TileSegments, args } = &measure.kind else {
        return false;
    };
    matches!(args[0].kind, ExprKind::Local(of) if of == local)
}

/// Whether a list is what a word of the vocabulary names.
fn is_question(list: &Expr, wanted: Question) -> bool {
    matches!(&list.kind, ExprKind::Ask { question, .. } if *question == wanted)
}
