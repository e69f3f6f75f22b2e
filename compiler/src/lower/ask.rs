//! Asks: the forms that wait. What is on offer is made before, and nobody is asked about nothing.

use abi::{ABSENT, AskId, AskKind, AskShape, Base, OfferShape, Ty, Word};

use super::{
    function::{Again, Bound, Frame, Lower},
    shop::{Head, Job, Shop},
};
use crate::{
    ir::{Bits, BlockId, Compare, Offered, Reg, Term},
    typed::{Ask, AskForm, Expr, ExprKind, MenuId, Offer, StmtKind},
};

impl<'m, 'r> Lower<'m, 'r> {
    /// Waits for an answer; a menu's has been carried out by then.
    pub(super) fn ask(&mut self, ask: &'r Ask) -> Reg {
        let into = self.b.reg(ask.ty);
        match &ask.form {
            AskForm::Menu(menu) => {
                let who = self.value(&ask.who);
                if self.shop.graph.circular.contains(menu) {
                    self.run(Job::Menu(*menu), vec![who], None);
                } else {
                    self.menu(*menu, who);
                }
                return self.b.constant(ABSENT);
            }
            AskForm::Chooses(list) | AskForm::MayChoose(list) => self.choose_from(ask, list, into),
            AskForm::Decides => {
                let who = self.value(&ask.who);
                self.wait(ask, who, Offered::YesNo, Ty::one(Base::Flag), into);
            }
            AskForm::Rolls(from, to) => {
                let who = self.value(&ask.who);
                let (from, to) = (self.value(from), self.value(to));
                self.wait(ask, who, Offered::Range(from, to), Ty::one(Base::Int), into);
            }
            AskForm::Draws(pile) => {
                let who = self.value(&ask.who);
                let pile = self.value(pile);
                self.wait(ask, who, Offered::Pile(pile), ask.ty.certain(), into);
            }
            AskForm::Shoots(token, at) => {
                let who = self.value(&ask.who);
                let token = self.b.constant(Word::from(token.0));
                let at = match at {
                    Some(at) => self.value(at),
                    None => self.b.constant(ABSENT),
                };
                self.wait(ask, who, Offered::Shot(token, at), Ty::one(Base::Shot), into);
            }
        }
        into
    }

    fn choose_from(&mut self, ask: &'r Ask, list: &'r Expr, into: Reg) {
        let ty = Ty::one(list.ty.base);
        let (nothing, join) = (self.b.block(), self.b.block());
        let who = self.present(&ask.who, nothing);
        let number = self.question_of(ask, ty);
        let made = self.unless_seen(list, nothing, &mut |this, tile| {
            // Asked in the body of a function, perhaps, but not by it.
            this.wait_for(number, who, Offered::Fits(tile), into);
            this.b.jump(join);
        });
        if made {
            let offered = self.list_value(list);
            if !never_empty(list) {
                let count = self.b.len(offered);
                self.b.unless(count, nothing);
            }
            self.wait_for(number, who, Offered::List(offered), into);
        }
        self.b.jump(join);
        if self.b.is_used(nothing) {
            self.b.go_to(nothing);
            self.b.set(into, ABSENT);
            self.b.jump(join);
        }
        self.b.go_to(join);
    }

    /// Stops here until the answer is there.
    fn wait(&mut self, ask: &'r Ask, who: Reg, offered: Offered, ty: Ty, into: Reg) {
        let number = self.question_of(ask, ty);
        self.wait_for(number, who, offered, into);
    }

    /// The question of an ask, which is asked here in one way or several.
    fn question_of(&mut self, ask: &'r Ask, ty: Ty) -> AskId {
        let shape = AskShape {
            kind: ask.form.kind(),
            name: ask.name.clone(),
            within: self.frame.within.clone(),
            ty,
            offers: Vec::new(),
            origin: self.frame.origin,
        };
        // A question that cannot be asked is a fault of this line: it has a site.
        self.site();
        self.shop.ask(shape)
    }

    fn wait_for(&mut self, ask: AskId, who: Reg, offered: Offered, into: Reg) {
        let then = self.b.block();
        self.b.end(Term::Ask { ask, who, offered, into: Some(into), then });
        self.b.go_to(then);
    }

    /// One question for all offers of a menu; the body of the chosen one runs.
    fn menu(&mut self, menu: MenuId, who: Reg) {
        let rules = self.shop.rules;
        let offers: Vec<&'r Offer> =
            self.shop.linked.offers[menu.index()].iter().map(|i| &rules.offers[*i]).collect();
        let (open, done) = (self.b.block(), self.b.block());
        let closed = self.closings(&offers, open);
        self.b.jump(open);
        self.b.go_to(open);
        let list = self.b.list(Ty::list(Base::Int));
        for (i, offer) in offers.iter().enumerate() {
            self.put_on_offer(i, offer, list, closed[i]);
        }
        let count = self.b.len(list);
        self.b.unless(count, done);
        let shape = AskShape {
            kind: AskKind::Menu,
            name: rules.menus[menu.index()].name.clone(),
            within: self.frame.within.clone(),
            ty: Ty::one(Base::Nothing),
            offers: offers
                .iter()
                .map(|offer| OfferShape {
                    name: offer.name.clone(),
                    ty: offer.options.as_ref().map(|(_, list)| Ty::one(list.ty.base)),
                    origin: offer.origin,
                })
                .collect(),
            origin: self.frame.origin,
        };
        let number = self.shop.ask(shape);
        self.site();
        let (answer, then) = (self.b.reg(Ty::maybe(Base::Int)), self.b.block());
        let offered = list;
        let ask = Offered::List(offered);
        self.b.end(Term::Ask { ask: number, who, offered: ask, into: Some(answer), then });
        self.b.go_to(then);
        self.b.or_absent(answer, done);
        let at = self.b.bits(Bits::Shl, answer, 1);
        let behind = self.b.bits(Bits::Or, at, 1);
        let which = self.b.element(list, at, Ty::one(Base::Int));
        let blocks: Vec<_> = offers.iter().map(|_| self.b.block()).collect();
        let mut cases: Vec<_> = (0..).zip(blocks.iter().copied()).collect();
        match cases.pop() {
            None => self.b.jump(done),
            Some((_, last)) if cases.is_empty() => self.b.jump(last),
            Some((_, last)) => self.switch(which, cases, last),
        }
        for ((offer, block), again) in offers.iter().zip(blocks).zip(closed) {
            self.b.go_to(block);
            let mut frame = Frame::new(&offer.body, done, offer.origin, &offer.name);
            frame.again = again;
            self.inside(frame, |this| {
                if let Some((local, list)) = &offer.options {
                    let ty = Ty::one(list.ty.base);
                    let chosen = this.b.element(offered, behind, ty);
                    this.assign_local(*local, chosen, ty);
                }
                this.block(&offer.body.code);
            });
            self.b.jump(done);
        }
        self.b.go_to(done);
    }

    /// For each offer that opens its menu once more, the bit that says whether it is closed: none is at first.
    fn closings(&mut self, offers: &[&'r Offer], open: BlockId) -> Vec<Option<Again>> {
        /// So many offers share a word.
        const BITS: u32 = 62;
        let mut word = None;
        let mut bit = 0;
        let of = |offer: &&'r Offer| {
            if !has_again(offer) {
                return None;
            }
            if bit == BITS {
                (word, bit) = (None, 0);
            }
            let closed = *word.get_or_insert_with(|| self.b.constant(0));
            bit += 1;
            Some(Again { open, closed, bit: 1 << (bit - 1) })
        };
        offers.iter().map(of).collect()
    }

    /// Appends the options of an offer to a menu's list, as pairs of offer and option.
    fn put_on_offer(&mut self, number: usize, offer: &'r Offer, list: Reg, again: Option<Again>) {
        let next = self.b.block();
        if let Some(again) = again {
            let bit = self.b.bits(Bits::And, again.closed, again.bit);
            let free = self.b.compare_to(Compare::Eq, bit, 0);
            self.b.unless(free, next);
        }
        let frame = Frame::new(&offer.body, next, offer.origin, &offer.name);
        self.inside(frame, |this| {
            if let Some(guard) = &offer.guard {
                this.require(guard, next);
            }
            let put = |this: &mut Self, word: Reg| {
                let number = this.b.constant(number as Word);
                let site = this.site();
                this.b.push(list, number, site);
                this.b.push(list, word, site);
            };
            match &offer.options {
                None => {
                    let nothing = this.b.constant(ABSENT);
                    put(this, nothing);
                }
                Some((_, options)) => {
                    this.reached(options);
                    let walk = super::walk::Walk { stop: next, keeps: true, distinct: true };
                    this.walk(options, walk, &mut |this, item: Bound, _| {
                        let word = this.reg(&item.val);
                        put(this, word);
                    });
                }
            }
        });
        self.b.jump(next);
        self.b.go_to(next);
    }
}

/// Makes the function of a menu that its own offers could open.
pub(super) fn define_menu(shop: &mut Shop<'_>, menu: MenuId) {
    let declared = &shop.rules.menus[menu.index()];
    let (name, origin) = (declared.name.clone(), declared.origin);
    let head = Head {
        name: format!("menu {name}"),
        params: vec![(Ty::one(Base::Player), "p".to_owned())],
        result: None,
        waits: true,
    };
    let (mut this, params) = Lower::begin(shop, head);
    this.frame.origin = origin;
    this.frame.within = name;
    this.tick();
    this.menu(menu, params[0]);
    this.finish(Job::Menu(menu), None);
}

/// Whether a list surely has members: names that are written down.
fn never_empty(list: &Expr) -> bool {
    match &list.kind {
        ExprKind::List(members) => members.iter().any(|member| !member.ty.is_maybe()),
        _ => false,
    }
}

fn has_again(offer: &Offer) -> bool {
    let mut found = false;
    super::graph::each_stmt(&offer.body.code, &mut |stmt| {
        found |= matches!(stmt.kind, StmtKind::Again);
    });
    found
}
