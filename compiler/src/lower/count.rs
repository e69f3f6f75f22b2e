//! How many members a list has, and whether it has any: mostly a number that the board keeps.

use abi::{ABSENT, HostOp, Question, Table, Ty, field};

use super::function::Lower;
use crate::{
    ir::{BlockId, Compare, Reg},
    typed::{Expr, ExprKind},
};

impl<'r> Lower<'_, 'r> {
    /// `list is empty` as a branch.
    pub(super) fn branch_on_empty(&mut self, list: &'r Expr, yes: BlockId, no: BlockId) {
        if let ExprKind::Ask { question: Question::FeatureFigures, args } = &list.kind {
            let segment = self.present(&args[0], yes);
            let record = self.record(segment);
            let first = self.b.load(Table::Feature, record, field::feature::FIGURES);
            let none = self.b.compare_to(Compare::Eq, first, ABSENT);
            return self.b.branch(none, yes, no);
        }
        if !self.is_counted(list) {
            self.each_in_any_order(list, false, &mut |this, _, _| this.b.jump(no));
            return self.b.jump(yes);
        }
        let count = self.count(list);
        self.b.branch(count, no, yes);
    }

    /// Whether the members of a list are counted without walking over them.
    fn is_counted(&self, list: &'r Expr) -> bool {
        if !list.ty.is_list() {
            return true;
        }
        match &list.kind {
            ExprKind::Ask { question, .. } => matches!(
                question,
                Question::FeatureFollowers
                    | Question::FeatureSegments
                    | Question::FeatureTiles
                    | Question::FeatureNeighbours
                    | Question::TileNeighbours
                    | Question::TileSegments
                    | Question::Players
                    | Question::Figures
                    | Question::Fits
            ),
            ExprKind::Call { .. } => self.as_fits(list).is_some(),
            ExprKind::Local(_) => true,
            _ => false,
        }
    }

    /// `count list`, `count pile`: 0 of something absent.
    pub(super) fn count(&mut self, list: &'r Expr) -> Reg {
        let ty = Ty::one(abi::Base::Int);
        if !list.ty.is_list() {
            let absent = self.b.block();
            let pile = self.present(list, absent);
            let count = self.b.load(Table::Pile, pile, field::pile::COUNT);
            return self.join_absent(count, ty, absent, 0);
        }
        if let Some(count) = self.count_fits(list) {
            return count;
        }
        if let ExprKind::Ask { question, args } = &list.kind {
            let absent = self.b.block();
            if let Some(count) = self.count_question(*question, args, absent) {
                return self.join_absent(count, ty, absent, 0);
            }
        }
        if self.needs_making(list) {
            let made = self.list_value(list);
            return self.b.len(made);
        }
        let dst = self.b.constant(0);
        self.each_in_any_order(list, true, &mut |this, _, _| this.b.count_up(dst, 1));
        dst
    }

    fn needs_making(&self, list: &'r Expr) -> bool {
        match &list.kind {
            ExprKind::Quantified { measure, .. } => measure.is_some(),
            ExprKind::Ask { question, .. } => super::list::host_question(*question).is_some(),
            ExprKind::Call { function, args } => self.inlined(*function, args).is_none(),
            ExprKind::Clockwise { .. } | ExprKind::Range(..) | ExprKind::Cast(_) => false,
            _ => true,
        }
    }

    fn count_question(
        &mut self,
        question: Question,
        args: &'r [Expr],
        absent: BlockId,
    ) -> Option<Reg> {
        let column = match question {
            Question::Players => return Some(self.b.rows(Table::Player)),
            Question::Figures => return Some(self.b.rows(Table::Figure)),
            Question::FeatureFollowers => field::feature::FOLLOWERS,
            Question::FeatureSegments => field::feature::SEGMENTS,
            Question::FeatureTiles => {
                let single = self.never_joins(&args[0]);
                let segment = self.present(&args[0], absent);
                return Some(if single { self.b.constant(1) } else { self.count_tiles(segment) });
            }
            Question::FeatureNeighbours if self.never_joins(&args[0]) => {
                let segment = self.present(&args[0], absent);
                let tile = self.b.load(Table::Segment, segment, field::segment::TILE);
                return Some(self.b.load(Table::Tile, tile, field::tile::AROUND));
            }
            Question::TileNeighbours => {
                let tile = self.present(&args[0], absent);
                return Some(self.b.load(Table::Tile, tile, field::tile::AROUND));
            }
            Question::TileSegments => {
                let tile = self.present(&args[0], absent);
                return Some(self.segment_count(tile));
            }
            _ => return None,
        };
        let segment = self.present(&args[0], absent);
        let record = self.record(segment);
        Some(self.b.load(Table::Feature, record, column))
    }

    fn never_joins(&self, feature: &Expr) -> bool {
        self.known_feature(feature)
            .is_some_and(|kind| self.shop.rules.features[kind.index()].joins == abi::Joins::Nothing)
    }

    /// How many fits a tile has, if a list is nothing but all of them: none is written out.
    fn count_fits(&mut self, list: &'r Expr) -> Option<Reg> {
        self.as_fits(list)?;
        let (absent, join) = (self.b.block(), self.b.block());
        let dst = self.b.word();
        let made = self.unless_seen(list, absent, &mut |this, tile| {
            let site = this.site();
            let count = this.b.host(HostOp::CountFits, &[tile], Ty::one(abi::Base::Int), site);
            this.b.copy(dst, count);
            this.b.jump(join);
        });
        if made {
            let made = self.list_value(list);
            let count = self.b.len(made);
            self.b.copy(dst, count);
            self.b.jump(join);
        }
        self.b.go_to(absent);
        self.b.set(dst, 0);
        self.b.jump(join);
        self.b.go_to(join);
        Some(dst)
    }
}
