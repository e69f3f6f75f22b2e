//! The second pass: the bodies of all items, one after another.

use std::{collections::BTreeMap, sync::Arc};

use abi::OriginId;
use grammar::{
    Diagnostic, Span,
    ast::{self, ItemKind, ScenarioLine},
};

use super::{
    body::Checking,
    by_kind::{ByKind, KindLine, kind_function},
    codes,
    declare::place_of,
    face,
    kept::{Kept, Typed},
    near::hint,
    order::{InPlay, Items, Playing},
    origins::{ItemPlace, Origins},
    remembered::Remembered,
    scenario::scenario,
    step_order::{StepNames, step_order},
};
use crate::{
    meaning::Meaning,
    typed::{
        Adjust, Block, Body, FnBody, Forbid, Hook, Invariant, MenuId, Offer, Rules, Scenario, Step,
    },
};

/// The second pass at work.
pub(crate) struct Second<'i, 's> {
    pub(crate) checking: Checking<'i, 's>,
    /// The rules that take shape; the names keep those of the first pass.
    pub(crate) rules: Rules,
    pub(crate) steps: &'i StepNames<'i>,
    /// The offers of each menu by name.
    pub(crate) offered: BTreeMap<(MenuId, &'i str), Span>,
    pub(crate) playing: &'i Playing<'i>,
    /// The lines of the functions that are written kind by kind.
    pub(crate) kind_lines: Vec<(ByKind, KindLine<'i>)>,
    /// What the last check found out.
    pub(crate) remembered: &'i mut Remembered,
}

impl<'i> Second<'i, '_> {
    /// Checks all items; gives the rules.
    pub(crate) fn run(mut self, items: &Items<'i>) -> Rules {
        let mut steps = 0;
        for &in_play in &items.list {
            let place = place_of(self.playing, self.checking.origins.sources(), in_play);
            let item = in_play.item;
            let origin = self.checking.origins.line(&place, item.span, &item.citations);
            if in_play.with != 0 {
                self.rules.with.insert(origin, items.with[in_play.with].clone());
            }
            self.item(in_play, &place, origin, &mut steps);
        }
        self.functions_by_kind(items);
        self.rules
    }

    fn item(
        &mut self,
        in_play: InPlay<'i>,
        place: &ItemPlace,
        origin: OriginId,
        steps: &mut usize,
    ) {
        let whole = in_play.item;
        match &whole.kind {
            ItemKind::Feature(item) => self.feature(place, item),
            ItemKind::Figure(item) => self.figure(place, item),
            ItemKind::ExtendFigure(item) => self.extend_figure(place, item),
            ItemKind::Token(item) => self.token(place, item),
            ItemKind::Fn(item) => self.question(whole, place, item),
            ItemKind::To(item) => self.deed(whole, place, item),
            ItemKind::Step(item) => {
                self.step(whole, place, origin, item, *steps);
                *steps += 1;
            }
            ItemKind::Offer(item) => self.offer(whole, place, origin, item),
            ItemKind::Hook(item) => {
                let hook = self.typed(whole, place, |alone| {
                    face::hook_item(alone, place, item, origin).map(Typed::Hook)
                });
                if let Some(Typed::Hook(hook)) = hook {
                    self.rules.hooks.push(Hook { origin, ..hook });
                }
            }
            ItemKind::Adjust(item) => {
                let adjust = self.typed(whole, place, |alone| {
                    face::adjust_item(alone, place, item, origin).map(Typed::Adjust)
                });
                if let Some(Typed::Adjust(adjust)) = adjust {
                    self.rules.adjusts.push(Adjust { origin, ..adjust });
                }
            }
            ItemKind::Forbid(item) => {
                let forbid = self.typed(whole, place, |alone| {
                    face::forbid_item(alone, place, item, origin).map(Typed::Forbid)
                });
                if let Some(Typed::Forbid(forbid)) = forbid {
                    self.rules.forbids.push(Forbid { origin, ..forbid });
                }
            }
            ItemKind::Invariant(condition) => {
                let invariant = self.typed(whole, place, |alone| {
                    face::invariant_item(alone, place, condition, origin).map(Typed::Invariant)
                });
                if let Some(Typed::Invariant(invariant)) = invariant {
                    self.rules.invariants.push(Invariant { origin, ..invariant });
                }
            }
            ItemKind::Scenario(item) => {
                let playing = self.playing;
                let scenario = self.typed(whole, place, |alone| {
                    let scenario = scenario(alone, place, item);
                    seats(playing, &scenario, item, alone.diagnostics);
                    Some(Typed::Scenario(Arc::new(scenario)))
                });
                if let Some(Typed::Scenario(scenario)) = scenario {
                    self.rules.scenarios.push(scenario);
                }
            }
            // Declared by the first pass, in whole.
            ItemKind::Expansion(_)
            | ItemKind::Option(_)
            | ItemKind::Edition(_)
            | ItemKind::Enum(_)
            | ItemKind::Pile(_)
            | ItemKind::Set(_)
            | ItemKind::Has { .. }
            | ItemKind::Keeps(_)
            | ItemKind::Tile(_)
            | ItemKind::ExtendTile(_)
            | ItemKind::Phases(_)
            | ItemKind::Menu(_)
            | ItemKind::With(_)
            | ItemKind::Broken(_) => {}
        }
    }

    /// The typed body of an item, taken over from the last check if nothing that it means can have changed;
    /// nothing after a mistake.
    fn typed(
        &mut self,
        item: &ast::Item,
        place: &ItemPlace,
        check: impl FnOnce(&mut Checking<'_, '_>) -> Option<Typed>,
    ) -> Option<Typed> {
        let sources = self.checking.origins.sources();
        if let Some(known) = self.remembered.item(item, place, sources) {
            let numbers = self.checking.origins.take_over(&known.lines);
            let known = known.renumbered(numbers);
            self.remembered.keep(item, &known);
            return Some(known.typed);
        }
        let told = self.checking.diagnostics.len();
        let mut origins = Origins::new(sources);
        let mut alone = Checking {
            names: self.checking.names,
            origins: &mut origins,
            diagnostics: &mut *self.checking.diagnostics,
        };
        let typed = check(&mut alone);
        let sound = told == self.checking.diagnostics.len();
        let lines = origins.lines();
        let numbers = self.checking.origins.take_over(&lines);
        let mut typed = typed?;
        typed.number(&|line| numbers[line.index()]);
        let kept = Kept { typed, lines, numbers, place: place.clone(), sound };
        self.remembered.keep(item, &kept);
        Some(kept.typed)
    }

    fn question(&mut self, whole: &ast::Item, place: &ItemPlace, item: &ast::Fn) {
        let id = self.declared(&item.name, |meaning| match meaning {
            Meaning::Function(id) => Some(id),
            _ => None,
        });
        let Some(id) = id else { return };
        let body = self.typed(whole, place, |alone| {
            face::fn_item(alone, place, item, id).map(Typed::Question)
        });
        if let Some(Typed::Question(body)) = body {
            let function = &mut self.rules.functions[id.index()].body;
            function.locals = body.locals;
            function.code = FnBody::Expr(body.code);
        }
    }

    fn deed(&mut self, whole: &ast::Item, place: &ItemPlace, item: &ast::To) {
        let id = self.declared(&item.name, |meaning| match meaning {
            Meaning::Deed(id) => Some(id),
            _ => None,
        });
        let Some(id) = id else { return };
        let body = self
            .typed(whole, place, |alone| face::to_item(alone, place, item, id).map(Typed::Deed));
        if let Some(Typed::Deed(body)) = body {
            self.rules.deeds[id.index()].body = body;
        }
    }

    fn step(
        &mut self,
        whole: &ast::Item,
        place: &ItemPlace,
        origin: OriginId,
        item: &ast::Step,
        position: usize,
    ) {
        let order = step_order(self.steps, position, item, self.checking.diagnostics);
        let known = &self.steps.places[position];
        // A step with a mistake keeps its position: others are counted by it.
        let typed = self.typed(whole, place, |alone| {
            face::step_item(alone, place, item).map(|(guard, body)| Typed::Step(guard, body))
        });
        let (guard, body) = match typed {
            Some(Typed::Step(guard, body)) => (guard, body),
            _ => (None, Body { locals: Vec::new(), params: 0, code: Block::default() }),
        };
        self.rules.steps.push(Step {
            name: item.name.text.clone(),
            course: known.course,
            phase: known.phase,
            order,
            guard,
            body,
            origin,
            span: item.name.span,
            expansion: place.expansion,
        });
    }

    fn offer(
        &mut self,
        whole: &ast::Item,
        place: &ItemPlace,
        origin: OriginId,
        item: &'i ast::Offer,
    ) {
        let menu = self.checking.names.find(&item.menu.text, |meaning| match meaning {
            Meaning::Menu(id) => Some(id),
            _ => None,
        });
        let Some(menu) = menu else {
            let menus = self.rules.menus.iter().map(|menu| menu.name.as_str());
            let mut error = Diagnostic::error(
                codes::UNKNOWN_NAME,
                format!("there is no menu `{}`", item.menu.text),
            )
            .label(item.menu.span, "expected a menu");
            error.help = hint(self.checking.diagnostics, &item.menu.text, menus);
            self.checking.diagnostics.push(error);
            face::offer_item(&mut self.checking, place, item, None, origin);
            return;
        };
        self.offered_once(menu, item);
        let offer = self.typed(whole, place, |alone| {
            face::offer_item(alone, place, item, Some(menu), origin).map(Typed::Offer)
        });
        if let Some(Typed::Offer(offer)) = offer {
            self.rules.offers.push(Offer { origin, ..offer });
        }
    }

    fn offered_once(&mut self, menu: MenuId, item: &'i ast::Offer) {
        let first = *self.offered.entry((menu, &item.name.text)).or_insert(item.name.span);
        if first != item.name.span {
            self.checking.diagnostics.push(
                Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    format!("a second offer `{}` in one menu", item.name.text),
                )
                .label(item.name.span, "offered again here")
                .label(first, "offered first here")
                .help("give it another name: answers say it"),
            );
        }
    }

    /// Puts `completed`, `worth` and `counts` together from the lines of all kinds.
    fn functions_by_kind(&mut self, items: &Items<'i>) {
        let Some(&first) = items.list.first() else { return };
        let ids = [
            (ByKind::Completed, self.rules.completed),
            (ByKind::Worth, self.rules.worth),
            (ByKind::Counts, self.rules.counts),
        ];
        let outside = place_of(self.playing, self.checking.origins.sources(), first);
        let all = std::mem::take(&mut self.kind_lines);
        let (mut completed, mut worth, mut counts) = (Vec::new(), Vec::new(), Vec::new());
        for (function, line) in all {
            match function {
                ByKind::Completed => completed.push(line),
                ByKind::Worth => worth.push(line),
                ByKind::Counts => counts.push(line),
            }
        }
        for ((function, id), lines) in ids.into_iter().zip([completed, worth, counts]) {
            let Some(id) = id else { continue };
            let span = first.item.span;
            let body = kind_function(&mut self.checking, function, &lines, &outside, span);
            self.rules.functions[id.index()].body = body;
        }
    }
}

/// Says if so many players cannot play what a scenario plays.
fn seats(
    playing: &Playing<'_>,
    scenario: &Scenario,
    item: &ast::Scenario,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let all = &playing.expansions;
    let mut plays = vec![all[scenario.expansion].name.text.as_str()];
    plays.extend(scenario.with.iter().map(String::as_str));
    let mut at = 0;
    while let Some(&name) = plays.get(at) {
        at += 1;
        for manifest in all.iter().filter(|manifest| manifest.name.text == name) {
            for need in &manifest.needs {
                if !plays.contains(&need.text.as_str()) {
                    plays.push(&need.text);
                }
            }
        }
    }
    let count = scenario.players.len();
    let allowed = all.iter().filter(|manifest| plays.contains(&manifest.name.text.as_str()));
    let wrong = allowed
        .filter_map(|manifest| Some((&manifest.name.text, manifest.players?)))
        .find(|(_, (least, most))| !(usize::from(*least)..=usize::from(*most)).contains(&count));
    let seats = item.lines.iter().find_map(|line| match &line.kind {
        ScenarioLine::Players(names) => Some(names.first()?.span.to(names.last()?.span)),
        _ => None,
    });
    if let (Some((name, (least, most))), Some(seats)) = (wrong, seats) {
        diagnostics.push(
            Diagnostic::error(
                codes::SCENARIO,
                format!("{least} to {most} can play `{name}`, found {count} in this scenario"),
            )
            .label(seats, format!("expected {least} to {most} players")),
        );
    }
}
