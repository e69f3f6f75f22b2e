//! Where figures may stand: `spots`, `spots_for` and `may_stand`, made of the rules of `stands on` and of
//! `forbid`.

use abi::{ABSENT, Base, FigureKindId, FigureSort, Place, Table, Ty, Word, field};

use super::{
    function::{Bound, Frame, Lower, PLACE, Val},
    kind_test::place_table,
    shop::{Head, Job, Shop},
    walk::{Visit, Walk},
};
use crate::{
    ir::{Bits, BlockId, Compare, Reg},
    typed::{Expr, Forbid, ForbidDeed, StandDef, StandOn},
};

/// For so many kinds of figures the ways to deploy are lowered in place, each kind anew.
const IN_PLACE: usize = 2;

impl<'m, 'r> Lower<'m, 'r> {
    /// The kinds of figures that players own and that can stand somewhere.
    fn standing_kinds(&self) -> Vec<FigureKindId> {
        let figures = &self.shop.rules.figures;
        (0..figures.len())
            .filter(|i| figures[*i].owned && figures[*i].stands.iter().any(|s| self.may_hold(s)))
            .map(|i| FigureKindId(i as u16))
            .filter(|kind| !self.shop.is_missing(*kind))
            .collect()
    }

    fn may_hold(&self, stand: &StandDef) -> bool {
        stand.condition.as_ref().is_none_or(|body| self.outright(&body.code) != Some(0))
    }

    fn always_holds(&self, stand: &StandDef) -> bool {
        stand.condition.as_ref().is_none_or(|body| self.outright(&body.code) == Some(1))
    }

    /// What a condition in no particular body always is.
    fn outright(&self, expr: &Expr) -> Option<Word> {
        let mut has_local = false;
        any_local(expr, &mut has_local);
        if has_local || self.is_watched() { None } else { self.constant(expr) }
    }

    /// Does something with every way of a player to deploy on one of some places.
    pub(super) fn walk_spots(
        &mut self,
        player: &'r Expr,
        places: &'r Expr,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        let kinds = self.standing_kinds();
        let player = self.present(player, walk.stop);
        // Code that is written twice in code that is written twice would soon be written a thousand times.
        if kinds.len() > IN_PLACE || (kinds.len() > 1 && self.doubled) {
            let places = self.list_value(places);
            let function = self.shop.want(Job::Spots);
            let dst = self.b.reg(Ty::list(Base::Spot));
            let args = vec![player, places];
            self.b.emit(crate::ir::Inst::Call { dst: Some(dst), function, args, site: None });
            self.b.leaves_list();
            return self.walk_list(dst, Ty::one(Base::Spot), walk, visit);
        }
        let doubled = self.doubled;
        self.doubled |= kinds.len() > 1;
        for kind in kinds {
            let none = self.b.block();
            let figure = self.first_in_supply(player, kind, none);
            self.walk(places, walk, &mut |this, place, exits| {
                this.require_stand(kind, &place, exits.next);
                let spot = this.allowed_spot(player, figure, kind, place, exits.next);
                visit(this, spot, exits);
            });
            self.b.jump(none);
            self.b.go_to(none);
        }
        self.doubled = doubled;
    }

    /// A spot that no `forbid` takes away.
    fn allowed_spot(
        &mut self,
        player: Reg,
        figure: Reg,
        kind: FigureKindId,
        place: Bound,
        no: BlockId,
    ) -> Bound {
        let figure_ty = Ty::one(Base::Figure(FigureSort::Kind(kind)));
        let spot = Bound {
            figure: Some(figure_ty),
            ..Bound::of(Val::Spot(figure, Box::new(place.clone())), Ty::one(Base::Spot))
        };
        let player = Bound::word(player, Ty::one(Base::Player));
        self.require_allowed(ForbidDeed::Deploys, &[player, spot.clone()], no);
        self.require_allowed(ForbidDeed::Moves, &[Bound::word(figure, figure_ty), place], no);
        spot
    }

    /// Goes elsewhere if a `forbid` takes an option away.
    pub(super) fn require_allowed(&mut self, deed: ForbidDeed, params: &[Bound], no: BlockId) {
        let linked = self.shop.linked;
        let rules = self.shop.rules;
        for i in linked.forbids.get(&deed).into_iter().flatten() {
            let forbid: &'r Forbid = &rules.forbids[*i];
            let mut frame = Frame::new(&forbid.body, no, forbid.origin, "");
            for (slot, param) in frame.env.iter_mut().zip(params) {
                *slot = Some(param.clone());
            }
            let locals = &forbid.body.locals;
            self.show(&mut frame, params, locals, &[&forbid.body.code]);
            let allowed = self.b.block();
            self.inside(frame, |this| this.decide(&forbid.body.code, no, allowed));
            self.b.go_to(allowed);
        }
    }

    /// The first figure of a kind in a player's supply; goes elsewhere if there is none.
    fn first_in_supply(&mut self, player: Reg, kind: FigureKindId, none: BlockId) -> Reg {
        let columns = self.shop.slots.layout.player_figures;
        let first = self.b.load(Table::Player, player, columns + u32::from(kind.0));
        let end = if kind.index() + 1 < self.shop.rules.figures.len() {
            columns + u32::from(kind.0) + 1
        } else {
            field::player::FIGURES_END
        };
        let end = self.b.load(Table::Player, player, end);
        let dst = self.b.reg(Ty::one(Base::Figure(FigureSort::Kind(kind))));
        let found = self.b.block();
        let walk = Walk { stop: found, keeps: false, distinct: false };
        self.counted(first, end, walk, &mut |this, row, exits| {
            let place = this.b.load(Table::Figure, row, field::figure::PLACE);
            let free = this.b.compare_to(Compare::Eq, place, ABSENT);
            this.b.unless(free, exits.next);
            this.b.copy(dst, row);
            this.b.jump(exits.stop);
        });
        self.b.jump(none);
        self.b.go_to(found);
        dst
    }

    /// Goes elsewhere unless a figure of a kind may stand on a place, prohibitions left aside.
    fn require_stand(&mut self, kind: FigureKindId, place: &Bound, no: BlockId) {
        let stands: Vec<&'r StandDef> = self.shop.rules.figures[kind.index()]
            .stands
            .iter()
            .filter(|stand| self.may_hold(stand))
            .collect();
        if let Val::Segment(row) = place.val {
            return self.require_segment_stand(&stands, row, place.thing, no);
        }
        let yes = self.b.block();
        let word = self.reg(&place.val);
        let tag = self.b.bits(Bits::And, word, 7);
        let tags = [Place::SEGMENT, Place::TILE, Place::CORNER, Place::FIGURE];
        let cases: Vec<(Word, BlockId)> = tags.iter().map(|tag| (*tag, self.b.block())).collect();
        self.b.end(crate::ir::Term::Switch { value: tag, cases: cases.clone(), default: no });
        for (tag, block) in cases {
            self.b.go_to(block);
            let row = match place_table(tag) {
                Some(table) => self.b.untagged(word, table),
                None => self.b.bits(Bits::Shr, word, Place::BITS),
            };
            if tag == Place::SEGMENT {
                self.require_segment_stand(&stands, row, Base::Segment(None), no);
                self.b.jump(yes);
                continue;
            }
            for stand in stands.iter().filter(|stand| tag_of(stand.on) == tag) {
                let next = self.b.block();
                self.require_condition(stand, row, next);
                self.b.jump(yes);
                self.b.go_to(next);
            }
            self.b.jump(no);
        }
        self.b.go_to(yes);
    }

    fn require_segment_stand(
        &mut self,
        stands: &[&'r StandDef],
        row: Reg,
        base: Base,
        no: BlockId,
    ) {
        let known = match base {
            Base::Segment(kind) | Base::Feature(kind) => kind,
            _ => None,
        };
        let kinds = 0..self.shop.rules.features.len();
        let of_kind = |kind: usize| -> Vec<&'r StandDef> {
            let on =
                |stand: &&&StandDef| matches!(stand.on, StandOn::Feature(on) if on.index() == kind);
            stands.iter().filter(on).copied().collect()
        };
        if let Some(kind) = known {
            return self.require_one_of(&of_kind(kind.index()), row, no);
        }
        let everywhere =
            kinds.clone().all(|kind| of_kind(kind).iter().any(|stand| self.always_holds(stand)));
        if everywhere {
            return;
        }
        let yes = self.b.block();
        let mut cases = Vec::new();
        let mut tested = Vec::new();
        for kind in kinds {
            let stands = of_kind(kind);
            if stands.iter().any(|stand| self.always_holds(stand)) {
                cases.push((kind as Word, yes));
            } else if !stands.is_empty() {
                let block = self.b.block();
                cases.push((kind as Word, block));
                tested.push((stands, block));
            }
        }
        let kind = self.b.load(Table::Segment, row, field::segment::KIND);
        self.switch(kind, cases, no);
        for (stands, block) in tested {
            self.b.go_to(block);
            self.require_one_of(&stands, row, no);
            self.b.jump(yes);
        }
        self.b.go_to(yes);
    }

    fn require_one_of(&mut self, stands: &[&'r StandDef], row: Reg, no: BlockId) {
        if stands.iter().any(|stand| self.always_holds(stand)) {
            return;
        }
        let yes = self.b.block();
        for stand in stands {
            let next = self.b.block();
            self.require_condition(stand, row, next);
            self.b.jump(yes);
            self.b.go_to(next);
        }
        self.b.jump(no);
        self.b.go_to(yes);
    }

    fn require_condition(&mut self, stand: &'r StandDef, row: Reg, no: BlockId) {
        let Some(body) = &stand.condition else { return };
        if self.always_holds(stand) {
            return;
        }
        let origin = stand.origin.unwrap_or(self.frame.origin);
        let mut frame = Frame::new(body, no, origin, "");
        if let Some(param) = body.locals.first() {
            let bound = match (param.ty.base, stand.on) {
                (Base::Place(_), StandOn::Feature(kind)) => {
                    Bound::segment(row, Base::Segment(Some(kind)))
                }
                (Base::Place(_), on) => {
                    let shifted = self.b.bits(Bits::Shl, row, Place::BITS);
                    Bound::word(self.b.bits(Bits::Or, shifted, tag_of(on)), param.ty)
                }
                _ => Bound::word(row, param.ty),
            };
            if matches!(param.ty.base, Base::Feature(_)) {
                self.require_feature(row, no);
            }
            self.show(&mut frame, std::slice::from_ref(&bound), &body.locals, &[&body.code]);
            frame.env[0] = Some(bound);
        }
        self.inside(frame, |this| this.require(&body.code, no));
    }

    /// Does something with every spot of some figures and some places.
    pub(super) fn walk_spots_for(
        &mut self,
        figures: &'r Expr,
        places: &'r Expr,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        self.walk(figures, walk, &mut |this, figure, outer| {
            let row = this.reg(&figure.val);
            let inner = Walk { stop: outer.next, ..walk };
            this.walk(places, inner, &mut |this, place, mut exits| {
                exits.stop = outer.stop;
                let may = this.may_stand_on(row, &place.val);
                this.b.unless(may, exits.next);
                let spot = Bound {
                    figure: Some(figure.ty),
                    ..Bound::of(Val::Spot(row, Box::new(place)), Ty::one(Base::Spot))
                };
                visit(this, spot, exits);
            });
        });
    }
}

/// Makes the question whether a figure may stand on a place.
pub(super) fn define_may_stand(shop: &mut Shop<'_>) {
    let figure = Ty::one(Base::Figure(FigureSort::Any));
    let head = Head {
        name: "may_stand".to_owned(),
        params: vec![(figure, "figure".to_owned()), (PLACE, "place".to_owned())],
        result: Some(Ty::one(Base::Flag)),
        waits: false,
    };
    let (mut this, params) = Lower::begin(shop, head);
    let dst = this.b.constant(0);
    let (no, allowed, yes) = (this.b.block(), this.b.block(), this.b.block());
    let kinds: Vec<(Word, BlockId)> =
        (0..this.shop.rules.figures.len()).map(|kind| (kind as Word, this.b.block())).collect();
    let kind = this.b.load(Table::Figure, params[0], field::figure::KIND);
    this.switch(kind, kinds.clone(), no);
    let place = Bound::word(params[1], PLACE);
    for (kind, block) in kinds {
        this.b.go_to(block);
        this.require_stand(FigureKindId(kind as u16), &place, no);
        this.b.jump(allowed);
    }
    this.b.go_to(allowed);
    let figure = Bound::word(params[0], figure);
    this.require_allowed(ForbidDeed::Moves, &[figure, place], no);
    this.b.jump(yes);
    this.b.go_to(yes);
    this.b.set(dst, 1);
    this.b.jump(no);
    this.b.go_to(no);
    this.finish(Job::MayStand, Some(dst));
}

/// Makes the list of all ways of a player to deploy on a list of places.
pub(super) fn define_spots(shop: &mut Shop<'_>) {
    let head = Head {
        name: "spots".to_owned(),
        params: vec![
            (Ty::one(Base::Player), "player".to_owned()),
            (Ty::list(PLACE.base), "places".to_owned()),
        ],
        result: Some(Ty::list(Base::Spot)),
        waits: false,
    };
    let (mut this, params) = Lower::begin(shop, head);
    let list = this.b.list(Ty::list(Base::Spot));
    for kind in this.standing_kinds() {
        let none = this.b.block();
        let figure = this.first_in_supply(params[0], kind, none);
        let walk = Walk { stop: none, keeps: true, distinct: false };
        this.walk_list(params[1], PLACE, walk, &mut |this, place, exits| {
            this.require_stand(kind, &place, exits.next);
            let spot = this.allowed_spot(params[0], figure, kind, place, exits.next);
            let word = this.reg(&spot.val);
            let site = this.site();
            this.b.push(list, word, site);
        });
        this.b.jump(none);
        this.b.go_to(none);
    }
    this.finish(Job::Spots, Some(list));
}

fn tag_of(on: StandOn) -> Word {
    match on {
        StandOn::Feature(_) => Place::SEGMENT,
        StandOn::Tile => Place::TILE,
        StandOn::Corner => Place::CORNER,
        StandOn::Figure => Place::FIGURE,
    }
}

fn any_local(expr: &Expr, found: &mut bool) {
    *found |= matches!(expr.kind, crate::typed::ExprKind::Local(_));
    expr.each_child(&mut |child| any_local(child, found));
}
