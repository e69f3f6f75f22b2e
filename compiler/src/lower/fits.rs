//! Where a tile may be placed. The host knows all fits and need not write them out unless a `forbid` takes
//! some away, or an adjustment adds some; and as long as a game has not seen what these ask for, neither does.

use abi::{Base, HostOp, Question, Ty, Word, field};

use super::{
    function::{Bound, Lower},
    seen::{NEVER, Sight, both},
    walk::Walk,
};
use crate::{
    ir::{Bits, BlockId, Reg},
    typed::{Expr, ExprKind, FnId, ForbidDeed},
};

/// So deep functions with adjustments are lowered in each other for the fits that they give unadjusted.
const FITS_DEPTH: usize = 4;

impl<'m, 'r> Lower<'m, 'r> {
    /// What must have been seen for a prohibition to take away a fit.
    fn fits_forbidden(&self) -> Sight {
        let linked = self.shop.linked;
        let forbids = linked.forbids.get(&ForbidDeed::Places).into_iter().flatten();
        let mut sights = self.shop.sights();
        let mut of = |i: &usize| sights.afresh().holds(&self.shop.rules.forbids[*i].body.code);
        forbids.map(&mut of).try_fold(0, |bits, sight| Some(bits | sight?))
    }

    /// What must have been seen for a list to be anything but all fits of a tile.
    pub(super) fn as_fits(&self, list: &'r Expr) -> Sight {
        match &list.kind {
            ExprKind::Ask { question: Question::Fits, args } if !args.is_empty() => {
                self.fits_forbidden()
            }
            ExprKind::Call { function, args } => {
                let (body, bits) = self.fits_function(*function, args)?;
                both(Some(bits), self.as_fits(body))
            }
            _ => None,
        }
        .filter(|bits| *bits == 0 || !self.is_watched())
    }

    /// The expression of a function that may be lowered in place, and what must have been seen for an adjustment to
    /// change its value.
    fn fits_function(&self, function: FnId, args: &'r [Expr]) -> Option<(&'r Expr, Word)> {
        if let Some(body) = self.inlined(function, args) {
            return Some((body, 0));
        }
        let calls = self.shop.linked.adjusts[function.index()].is_empty();
        if calls || self.is_watched() || self.depth() >= FITS_DEPTH {
            return None;
        }
        self.shop.sights().body(function)
    }

    /// If a list is nothing but all fits of a tile, hands over the tile, in the body where it is asked; goes
    /// elsewhere if it is absent.
    fn with_fits(&mut self, list: &'r Expr, absent: BlockId, take: &mut dyn FnMut(&mut Self, Reg)) {
        match &list.kind {
            ExprKind::Ask { args, .. } => {
                let tile = self.tile_to_fit(&args[0], absent);
                take(self, tile);
            }
            ExprKind::Call { function, args } => {
                let Some((body, _)) = self.fits_function(*function, args) else { return };
                let frame = self.callee(*function, args, absent);
                self.inside(frame, |this| this.with_fits(body, absent, take));
            }
            _ => {}
        }
    }

    /// If a list is nothing but all fits of a tile as long as something has not been seen, does one thing with the
    /// tile in such a game, and goes on where another thing is to be done with the list. Both end by themselves.
    /// Gives back whether there is such another case.
    pub(super) fn unless_seen(
        &mut self,
        list: &'r Expr,
        absent: BlockId,
        take: &mut dyn FnMut(&mut Self, Reg),
    ) -> bool {
        let Some(bits) = self.as_fits(list) else { return true };
        if bits == 0 {
            self.with_fits(list, absent, take);
            return false;
        }
        let (free, made) = (self.b.block(), self.b.block());
        let word = self.b.load_game(field::game::SEEN);
        let found = self.b.bits(Bits::And, word, bits);
        self.b.branch(found, made, free);
        self.b.go_to(free);
        self.with_fits(list, absent, take);
        self.b.go_to(made);
        true
    }

    /// The list of all fits of a tile, or those with one of some spans, that no `forbid` takes away.
    pub(super) fn fits(&mut self, op: HostOp, args: &'r [Expr], ty: Ty) -> Reg {
        let absent = self.b.block();
        let tile = self.tile_to_fit(&args[0], absent);
        let mut of = vec![tile];
        of.extend(args[1..].iter().map(|spans| self.list_value(spans)));
        let site = self.site();
        let mut list = self.b.host(op, &of, ty, site);
        if self.fits_forbidden() != NEVER {
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
        if !self.b.is_open() {
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
