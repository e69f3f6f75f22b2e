//! Where a tile may be placed. The host knows all fits and need not write them out unless a `forbid` takes
//! some away.

use abi::{Base, HostOp, Question, Ty, field};

use super::{
    function::{Bound, Lower},
    walk::Walk,
};
use crate::{
    ir::{BlockId, Reg},
    typed::{Expr, ExprKind, ForbidDeed},
};

impl<'m, 'r> Lower<'m, 'r> {
    fn fits_are_free(&self) -> bool {
        self.shop.linked.forbids.get(&ForbidDeed::Places).is_none_or(Vec::is_empty)
    }

    /// Whether a list is nothing but all fits of a tile.
    pub(super) fn as_fits(&self, list: &'r Expr) -> bool {
        match &list.kind {
            ExprKind::Ask { question: Question::Fits, args } => {
                self.fits_are_free() && !args.is_empty()
            }
            ExprKind::Call { function, args } => {
                self.inlined(*function, args).is_some_and(|body| self.as_fits(body))
            }
            _ => false,
        }
    }

    /// If a list is nothing but all fits of a tile, hands over the tile, in the body where it is asked; goes
    /// elsewhere if it is absent.
    pub(super) fn with_fits(
        &mut self,
        list: &'r Expr,
        absent: BlockId,
        take: &mut dyn FnMut(&mut Self, Reg),
    ) {
        if !self.as_fits(list) {
            return;
        }
        match &list.kind {
            ExprKind::Ask { args, .. } => {
                let tile = self.tile_to_fit(&args[0], absent);
                take(self, tile);
            }
            ExprKind::Call { function, args } => {
                let Some(body) = self.inlined(*function, args) else { return };
                let frame = self.callee(*function, args, absent);
                self.inside(frame, |this| this.with_fits(body, absent, take));
            }
            _ => {}
        }
    }

    /// The list of all fits of a tile, or those with one of some spans, that no `forbid` takes away.
    pub(super) fn fits(&mut self, op: HostOp, args: &'r [Expr], ty: Ty) -> Reg {
        let absent = self.b.block();
        let tile = self.tile_to_fit(&args[0], absent);
        let mut of = vec![tile];
        of.extend(args[1..].iter().map(|spans| self.list_value(spans)));
        let site = self.site();
        let mut list = self.b.host(op, &of, ty, site);
        if !self.fits_are_free() {
            list = self.allowed_fits(list, tile, ty);
        }
        self.or_empty(list, ty, absent)
    }

    /// The tile whose fits are asked for; a kind has one that stands for all of its kind.
    fn tile_to_fit(&mut self, tile: &'r Expr, absent: BlockId) -> Reg {
        let asked = self.present(tile, absent);
        if tile.ty.base != Base::TileKind {
            return asked;
        }
        match tile.kind {
            ExprKind::Const(kind) => self.shop.slots.need_specimen(kind as usize),
            _ => (0..self.shop.rules.tiles.len()).for_each(|kind| {
                self.shop.slots.need_specimen(kind);
            }),
        }
        let site = self.site();
        self.b.host(HostOp::Specimen, &[asked], Ty::one(Base::Tile), site)
    }

    fn allowed_fits(&mut self, all: Reg, tile: Reg, ty: Ty) -> Reg {
        let player = self.b.load_game(field::game::ACTIVE);
        let list = self.b.list(ty);
        let stop = self.b.block();
        let walk = Walk { stop, keeps: true, distinct: false };
        self.walk_list(all, ty.certain(), walk, &mut |this, fit, exits| {
            let params = [
                Bound::word(player, Ty::one(Base::Player)),
                Bound::word(tile, Ty::one(Base::Tile)),
                fit.clone(),
            ];
            this.require_allowed(ForbidDeed::Places, &params, exits.next);
            let word = this.reg(&fit.val);
            let site = this.site();
            this.b.push(list, word, site);
        });
        self.b.jump(stop);
        self.b.go_to(stop);
        list
    }
}
