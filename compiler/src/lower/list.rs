//! Lists that are made: results of list questions, joined lists, answers of the host.

use abi::{Base, HostOp, Question, Striker, Table, Ty, Word};

use super::{function::Lower, known::is_feature, slots::Slot, walk::Walk};
use crate::{
    ir::{Bits, BlockId, Compare, Inst, Reg},
    typed::{Binary, Expr, ExprKind, PropertyId, Quantifier},
};

impl<'m, 'r> Lower<'m, 'r> {
    /// The list of an expression, on the stack; of something absent an empty one.
    pub(super) fn list_value(&mut self, expr: &'r Expr) -> Reg {
        match &expr.kind {
            ExprKind::Local(local) => {
                let val = self.bound(*local).val.clone();
                self.reg(&val)
            }
            ExprKind::Ask { question, args } => match host_question(*question) {
                Some(op) => self.host_list(*question, op, args, expr.ty),
                None => self.gathered(expr),
            },
            ExprKind::Property { property, of } => {
                self.list_property(*property, of.as_deref(), expr.ty)
            }
            ExprKind::Call { function, args } => {
                let absent = self.b.block();
                let raw = self.call(*function, args, expr.ty, absent);
                self.or_empty(raw.reg, expr.ty, absent)
            }
            ExprKind::If { .. } | ExprKind::Match { .. } => {
                let dst = self.b.reg(expr.ty);
                self.choose(expr, &mut |this, chosen| {
                    let list = this.list_value(chosen);
                    this.b.copy(dst, list);
                    false
                });
                dst
            }
            ExprKind::OrElse { value, .. } => self.list_value(value),
            ExprKind::List(members) if members.len() > 1 => self.literal(members, expr.ty),
            ExprKind::Binary { op: Binary::Without, left, right } => {
                self.without(left, right, expr.ty)
            }
            ExprKind::Binary { left, right, .. } => {
                let list = self.list_value(left);
                self.joined(list, right, expr.ty)
            }
            ExprKind::Rest(list) => self.rest(list, expr.ty),
            ExprKind::Quantified { quantifier: Quantifier::Most | Quantifier::Least, .. } => {
                self.most(expr)
            }
            ExprKind::Quantified { measure: Some(measure), .. } => {
                self.measured_list(expr, measure)
            }
            ExprKind::Const(_) => self.b.list(expr.ty),
            _ => self.gathered(expr),
        }
    }

    /// A list that is walked over, written out.
    fn gathered(&mut self, expr: &'r Expr) -> Reg {
        let list = self.b.list(expr.ty);
        let stop = self.b.block();
        self.walk(expr, Walk { stop, keeps: true, distinct: true }, &mut |this, item, _| {
            let word = this.reg(&item.val);
            let site = this.site();
            this.b.push(list, word, site);
        });
        self.b.jump(stop);
        self.b.go_to(stop);
        list
    }

    /// Joins a list with an empty one for the case that what it was asked of was absent.
    pub(super) fn or_empty(&mut self, reg: Reg, ty: Ty, absent: BlockId) -> Reg {
        if !self.b.is_used(absent) {
            return reg;
        }
        let (dst, join) = (self.b.reg(ty), self.b.block());
        self.b.copy(dst, reg);
        self.b.jump(join);
        self.b.go_to(absent);
        let empty = self.b.list(ty);
        self.b.copy(dst, empty);
        self.b.jump(join);
        self.b.go_to(join);
        dst
    }

    fn host_list(&mut self, question: Question, op: HostOp, args: &'r [Expr], ty: Ty) -> Reg {
        if matches!(op, HostOp::Fits | HostOp::FitsWith) {
            return self.fits(op, args, ty);
        }
        let absent = self.b.block();
        let mut args: Vec<Reg> = args
            .iter()
            .map(|arg| match arg.ty.is_list() {
                true => self.list_value(arg),
                false => self.present(arg, absent),
            })
            .collect();
        if let Some(striker) = striker(question) {
            args.insert(1, self.b.constant(striker as Word));
            if args.len() == 2 {
                args.push(self.b.constant(abi::ABSENT));
            }
        }
        let site = self.site();
        let list = self.b.host(op, &args, ty, site);
        self.or_empty(list, ty, absent)
    }

    fn list_property(&mut self, id: PropertyId, of: Option<&'r Expr>, ty: Ty) -> Reg {
        let property = self.declared(id);
        let Slot::Kept(table, field) = self.shop.slots.of(id) else {
            return match of {
                Some(of) => self.printed_list(id, of, ty),
                None => self.b.list(ty),
            };
        };
        let absent = self.b.block();
        let row = match of {
            None => self.b.constant(0),
            Some(of) => {
                let bound = self.bound_value(of, absent);
                if let Some(test) = super::kind_test::kind_of_owner(property.owner) {
                    let right = self.b.block();
                    self.branch_on_test(&bound, test, right, absent);
                    self.b.go_to(right);
                }
                let row = self.reg(&bound.val);
                match bound.ty.base {
                    Base::Feature(_) => self.oldest(row),
                    _ => row,
                }
            }
        };
        let list = self.kept_list(table, field, row, ty);
        self.or_empty(list, ty, absent)
    }

    /// A kept list, copied to the stack; nothing is called for one that was never set.
    pub(super) fn kept_list(&mut self, table: Table, field: u32, row: Reg, ty: Ty) -> Reg {
        let (dst, some, none, join) =
            (self.b.reg(ty), self.b.block(), self.b.block(), self.b.block());
        let word = self.b.load(table, row, field);
        self.b.branch(word, some, none);
        self.b.go_to(none);
        self.b.emit(Inst::List { dst });
        self.b.jump(join);
        self.b.go_to(some);
        let column = self.b.constant(column(table, field));
        let site = self.site();
        self.b.host_into(Some(dst), HostOp::KeptList, &[column, row], site);
        self.b.leaves_list();
        self.b.jump(join);
        self.b.go_to(join);
        dst
    }

    fn literal(&mut self, members: &'r [Expr], ty: Ty) -> Reg {
        let constants: Option<Vec<_>> =
            members.iter().map(|member| self.constant(member)).collect();
        let distinct = constants.is_some_and(|words| {
            words
                .iter()
                .enumerate()
                .all(|(i, word)| !words[..i].contains(word) && *word != abi::ABSENT)
        });
        // Members may put lists on the stack themselves: their words come first, then the list.
        let list = self.b.list(ty);
        for member in members {
            let absent = self.b.block();
            let word = self.present(member, absent);
            if distinct {
                let site = self.site();
                self.b.push(list, word, site);
            } else {
                self.push_new(list, word, ty);
            }
            self.b.jump(absent);
            self.b.go_to(absent);
        }
        list
    }

    /// Appends a word to a list unless it has it; features by their oldest segments.
    pub(super) fn push_new(&mut self, list: Reg, word: Reg, ty: Ty) {
        let word = if is_feature(ty) { self.oldest(word) } else { word };
        let site = self.site();
        self.b.host_into(Some(list), HostOp::AppendNew, &[list, word], site);
        self.b.leaves_list();
    }

    /// Appends a word to a list unless it has it. Where every word so far was larger than all before, which
    /// is usual as lists come oldest first, nobody needs to look for it in the list.
    fn push_rising(&mut self, (list, greatest): (Reg, Reg), word: Reg, ty: Ty) {
        let word = if is_feature(ty) { self.oldest(word) } else { word };
        let (above, below, done) = (self.b.block(), self.b.block(), self.b.block());
        let rises = self.b.compare(Compare::Gt, word, greatest);
        self.b.branch(rises, above, below);
        self.b.go_to(above);
        self.b.copy(greatest, word);
        let site = self.site();
        self.b.push(list, word, site);
        self.b.jump(done);
        self.b.go_to(below);
        self.b.host_into(Some(list), HostOp::AppendNew, &[list, word], site);
        self.b.leaves_list();
        self.b.jump(done);
        self.b.go_to(done);
    }

    /// A list with the members of another that it does not have.
    pub(super) fn joined(&mut self, list: Reg, more: &'r Expr, ty: Ty) -> Reg {
        let few = matches!(&more.kind, ExprKind::List(members) if members.len() <= 1);
        if !is_feature(ty) && !few {
            let more = self.list_value(more);
            let site = self.site();
            return self.b.host(HostOp::Union, &[list, more], ty, site);
        }
        let dst = self.b.reg(ty);
        self.b.copy(dst, list);
        let stop = self.b.block();
        self.walk(more, Walk { stop, keeps: true, distinct: false }, &mut |this, item, exits| {
            let word = this.reg(&item.val);
            if is_feature(ty) {
                let site = this.site();
                let flag = Ty::one(Base::Flag);
                let has = this.b.host(HostOp::ContainsFeature, &[dst, word], flag, site);
                let new = this.b.compare_to(Compare::Eq, has, 0);
                this.b.unless(new, exits.next);
                let oldest = this.oldest(word);
                this.b.push(dst, oldest, site);
            } else {
                this.push_new(dst, word, ty);
            }
        });
        self.b.jump(stop);
        self.b.go_to(stop);
        dst
    }

    fn without(&mut self, left: &'r Expr, right: &'r Expr, ty: Ty) -> Reg {
        let taken = self.list_value(right);
        let list = self.b.list(ty);
        let stop = self.b.block();
        let op = if is_feature(ty) { HostOp::ContainsFeature } else { HostOp::Contains };
        self.walk(left, Walk { stop, keeps: true, distinct: true }, &mut |this, item, exits| {
            let word = this.reg(&item.val);
            let site = this.site();
            let has = this.b.host(op, &[taken, word], Ty::one(Base::Flag), site);
            let stays = this.b.compare_to(Compare::Eq, has, 0);
            this.b.unless(stays, exits.next);
            this.b.push(list, word, site);
        });
        self.b.jump(stop);
        self.b.go_to(stop);
        list
    }

    fn rest(&mut self, list: &'r Expr, ty: Ty) -> Reg {
        let whole = self.list_value(list);
        let len = self.b.len(whole);
        let (dst, some, none, join) =
            (self.b.reg(ty), self.b.block(), self.b.block(), self.b.block());
        self.b.copy(dst, whole);
        self.b.branch(len, some, none);
        self.b.go_to(some);
        // A list is its start in the upper and its length in the lower half of a word: one word on, one
        // word less.
        let shorter = self.b.bits(Bits::Add, whole, (1 << 32) - 1);
        self.b.copy(dst, shorter);
        self.b.jump(join);
        self.b.go_to(none);
        self.b.jump(join);
        self.b.go_to(join);
        dst
    }

    /// `all x in list where C by E`: the values joined, without doubles and absent ones.
    fn measured_list(&mut self, expr: &'r Expr, measure: &'r Expr) -> Reg {
        let ExprKind::Quantified { local, list: inner, filter, .. } = &expr.kind else {
            return self.b.list(expr.ty);
        };
        let ty = expr.ty;
        let list = self.b.list(ty);
        let greatest = self.b.constant(Word::MIN);
        let stop = self.b.block();
        let sight = self.shop.sights().members(inner, filter.as_deref());
        let sighted = self.require_seen(sight, stop);
        self.walk(inner, Walk { stop, keeps: true, distinct: false }, &mut |this, item, exits| {
            this.bind(*local, item);
            if let Some(filter) = filter {
                this.require(filter, exits.next);
            }
            if measure.ty.is_list() {
                let end = this.b.block();
                let walk = Walk { stop: end, keeps: true, distinct: false };
                this.walk(measure, walk, &mut |this, item, _| {
                    let word = this.reg(&item.val);
                    this.push_rising((list, greatest), word, ty);
                });
                this.b.jump(end);
                this.b.go_to(end);
            } else {
                let word = this.present(measure, exits.next);
                this.push_rising((list, greatest), word, ty);
            }
        });
        self.sighted = sighted;
        self.b.jump(stop);
        self.b.go_to(stop);
        list
    }
}

/// A column as host operations name it.
pub(super) fn column(table: Table, field: u32) -> i64 {
    ((table as i64) << 32) | i64::from(field)
}

/// The host operation that answers a list question, if the host does.
pub(super) fn host_question(question: Question) -> Option<HostOp> {
    Some(match question {
        Question::Changed => HostOp::Changed,
        Question::FeatureTiles => HostOp::FeatureTiles,
        Question::FeatureNeighbours => HostOp::FeatureNeighbours,
        Question::Touching => HostOp::Touching,
        Question::TileFeatures => HostOp::TileFeatures,
        Question::Near => HostOp::Near,
        Question::SegmentEdges => HostOp::SegmentEdges,
        Question::CellBeside => HostOp::CellBeside,
        Question::CellNeighbours => HostOp::CellNeighbours,
        Question::Fits => HostOp::Fits,
        Question::FitsWith => HostOp::FitsWith,
        Question::Overlays => HostOp::Overlays,
        Question::Ends => HostOp::SpanEnds,
        Question::Joined => HostOp::Joined,
        Question::Bends => HostOp::Bends,
        Question::Walk => HostOp::Walk,
        _ => {
            striker(question)?;
            HostOp::Struck
        }
    })
}

/// Whose touches a question is about, if it is about any.
const fn striker(question: Question) -> Option<Striker> {
    Some(match question {
        Question::Touched => Striker::Token,
        Question::TouchedByMoved | Question::TouchedBy => Striker::Moved,
        Question::TouchedByFallen | Question::FallenOnBy => Striker::Fallen,
        _ => return None,
    })
}
