//! A deed with its hooks as one function: what comes before it, in its place, the deed, what comes after.

use abi::{ABSENT, Base, DeedKind, PlaceSort, Ty};

use super::{
    deed::sentence_types,
    function::{Bound, Frame, Lower, Original},
    shop::{Head, Job, Shop},
};
use crate::{
    ir::{BlockId, Reg},
    link::{DeedHooks, deed_name},
    typed::{DeedRef, LocalId},
};

/// Makes the function of a deed that hooks answer.
pub(super) fn define_deed(shop: &mut Shop<'_>, deed: DeedRef) {
    let rules = shop.rules;
    let name = deed_name(rules, deed);
    let (params, result) = match deed {
        DeedRef::Sentence(kind) => {
            // Behind the words of the sentence comes the site of the line that says it.
            let line = (Ty::one(Base::Int), "");
            let words = sentence_types(kind).iter().chain([&line]);
            (words.map(|(ty, name)| (*ty, (*name).to_owned())).collect(), None)
        }
        DeedRef::Named(id) => {
            let body = &rules.deeds[id.index()].body;
            let params = &body.locals[..body.params as usize];
            let named = params.iter().map(|local| (local.ty, local.name.clone())).collect();
            (named, rules.deeds[id.index()].result)
        }
    };
    let waits = shop.waits(Job::Deed(deed));
    let linked = shop.linked;
    let empty = DeedHooks::default();
    let hooks = linked.hooks.get(&deed).unwrap_or(&empty);
    let head = Head { name: format!("deed {name}"), params, result, waits };
    let (mut this, params) = Lower::begin(shop, head);
    let stretch = this.b.begin();
    let result = result.map(|ty| {
        let reg = this.b.reg(ty);
        this.set_default(reg, ty);
        reg
    });
    let end = this.b.block();
    if let Some(origin) = first_origin(rules, hooks) {
        this.frame.origin = origin;
    }
    this.frame.within = name;
    this.tick();
    let bound = this.hook_params(deed, &params, end);
    for hook in &hooks.before {
        this.hook(*hook, &bound, None);
    }
    let done = (!hooks.instead.is_empty()).then(|| this.b.constant(0));
    let after = this.b.block();
    for hook in &hooks.instead {
        this.hook(*hook, &bound, done.map(|done| (Original { done, result }, after)));
    }
    match deed {
        DeedRef::Sentence(DeedKind::PlaysPart) => this.perform(DeedKind::PlaysPart, &params),
        DeedRef::Sentence(kind) => match params.split_last() {
            Some((line, args)) => this.perform_for(kind, args, *line),
            None => unreachable!("the line comes behind the words"),
        },
        DeedRef::Named(id) => {
            let ty = this.result_of(deed);
            let value = this.run(Job::To(id), params, ty);
            if let (Some(value), Some(result)) = (value, result) {
                this.b.copy(result, value);
            }
        }
    }
    if let Some(done) = done {
        this.b.set(done, 1);
    }
    this.b.jump(after);
    this.b.go_to(after);
    if let Some(done) = done {
        this.b.unless(done, end);
    }
    for hook in &hooks.after {
        this.hook(*hook, &bound, None);
    }
    this.b.jump(end);
    this.b.go_to(end);
    if !waits && this.head.result.is_none_or(|ty| !ty.is_list()) {
        this.b.finish(stretch);
    }
    this.finish(Job::Deed(deed), result);
}

fn first_origin(rules: &crate::typed::Rules, hooks: &DeedHooks) -> Option<abi::OriginId> {
    let first = hooks.before.iter().chain(&hooks.instead).chain(&hooks.after).next()?;
    Some(rules.hooks[*first].origin)
}

impl<'m, 'r> Lower<'m, 'r> {
    /// The things that hooks on a deed are told, in their order. What is in the supply or box already does
    /// not return.
    fn hook_params(&mut self, deed: DeedRef, params: &[Reg], end: BlockId) -> Vec<Bound> {
        let types = self.param_types(deed);
        let mut bound: Vec<Bound> =
            params.iter().zip(types).map(|(reg, ty)| Bound::word(*reg, ty)).collect();
        let place = Base::Place(PlaceSort::Any);
        match deed {
            DeedRef::Sentence(DeedKind::Moves) => {
                let from = self.place_now(params[0]);
                bound.insert(1, Bound::word(from, Ty::maybe(place)));
            }
            DeedRef::Sentence(DeedKind::Returns) => {
                let from = self.place_now(params[0]);
                let stands = self.b.compare_to(crate::ir::Compare::Ne, from, ABSENT);
                self.b.unless(stands, end);
                bound.push(Bound::word(from, Ty::one(place)));
            }
            DeedRef::Sentence(_) | DeedRef::Named(_) => {}
        }
        bound
    }

    /// Runs a hook if its guard holds and it does not run already. With an original it stands in the place
    /// of the deed, and what comes after the deed follows.
    fn hook(&mut self, number: usize, params: &[Bound], instead: Option<(Original, BlockId)>) {
        let hook = &self.shop.rules.hooks[number];
        let (next, exit) = (self.b.block(), self.b.block());
        let within = self.frame.within.clone();
        let mut frame = Frame::new(&hook.body, exit, hook.origin, &within);
        if let Some((original, _)) = &instead {
            frame.original = Some(original.clone());
            frame.result = original.result;
        }
        self.inside(frame, |this| {
            for (i, param) in params.iter().enumerate().take(hook.body.params as usize) {
                let local = &hook.body.locals[i];
                let own = this.b.local(param.ty, &local.name);
                let word = this.reg(&param.val);
                this.b.copy(own, word);
                this.bind(LocalId(i as u32), Bound::word(own, param.ty));
            }
            if let Some(field) = this.shop.slots.running.get(&number).copied() {
                let runs = this.b.load_game(field);
                let rests = this.b.compare_to(crate::ir::Compare::Eq, runs, 0);
                this.b.unless(rests, next);
            }
            if let Some(guard) = &hook.guard {
                this.require(guard, next);
            }
            this.set_running(number, true);
            this.block(&hook.body.code);
            this.b.jump(exit);
            this.b.go_to(exit);
            this.set_running(number, false);
        });
        self.b.jump(instead.map_or(next, |(_, after)| after));
        self.b.go_to(next);
    }
}
