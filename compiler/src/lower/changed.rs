//! `all f in changed where …`: hardly ever does more than one feature pass, so they are tested as they come,
//! and only those that pass are put in order.

use abi::{HostOp, Table, Ty, field};

use super::{
    function::{Bound, Lower},
    walk::{Visit, Walk},
};
use crate::{
    ir::Compare,
    typed::{Expr, LocalId},
};

impl<'m, 'r> Lower<'m, 'r> {
    /// Walks over the changed features that pass a filter, oldest first.
    pub(super) fn walk_changed(
        &mut self,
        (local, changed): (LocalId, &'r Expr),
        filter: &'r Expr,
        ty: Ty,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        let member = changed.ty.certain();
        let (found, tested) = (self.b.list(changed.ty), self.b.block());
        let test = Walk { stop: tested, keeps: true, distinct: false };
        self.walk_rows(Table::Changed, test, &mut |this, row, exits| {
            let segment = this.b.load(Table::Changed, row, 0);
            let record = this.record(segment);
            this.b.or_absent(record, exits.next);
            // Any segment stands for the feature, and this one was looked at last: the oldest lies far away.
            this.bind(local, Bound::word(segment, member));
            this.require(filter, exits.next);
            let oldest = this.b.load(Table::Feature, record, field::feature::FIRST);
            let site = this.site();
            this.b.push(found, oldest, site);
        });
        self.b.jump(tested);
        self.b.go_to(tested);
        let (several, ordered) = (self.b.block(), self.b.block());
        let list = self.b.reg(changed.ty);
        self.b.copy(list, found);
        let len = self.b.len(found);
        let more = self.b.compare_to(Compare::Gt, len, 1);
        self.b.branch(more, several, ordered);
        self.b.go_to(several);
        // What changed without what did not pass: in order, and without doubles.
        let site = self.site();
        let all = self.b.host(HostOp::Changed, &[], changed.ty, site);
        let failed = self.b.host(HostOp::Minus, &[all, found], changed.ty, site);
        let passed = self.b.host(HostOp::Minus, &[all, failed], changed.ty, site);
        self.b.copy(list, passed);
        self.b.jump(ordered);
        self.b.go_to(ordered);
        self.walk_list(list, member, walk, &mut |this, item, exits| {
            this.bind(local, item.clone());
            // The list that `where` picks is narrowed by its test.
            visit(this, item.narrowed(ty.base), exits);
        });
    }
}
