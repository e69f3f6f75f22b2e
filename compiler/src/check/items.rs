//! The second pass: the bodies of all items, one after another.

use std::collections::BTreeSet;

use abi::OriginId;
use grammar::{
    Diagnostic,
    ast::{self, ItemKind, ScenarioLine},
};

use super::{
    body::Checking,
    by_kind::{ByKind, KindLine, kind_function},
    codes,
    declare::place_of,
    face,
    near::hint,
    order::{InPlay, Items, Playing},
    origins::{ItemPlace, Origins},
    remembered::{Example, Remembered, numbered},
    scenario::scenario,
    step_order::{StepNames, step_order},
};
use crate::{
    meaning::Meaning,
    typed::{Block, Body, FnBody, MenuId, Rules, Scenario, Step},
};

/// The second pass at work.
pub(crate) struct Second<'i, 's> {
    pub(crate) checking: Checking<'i, 's>,
    /// The rules that take shape; the names keep those of the first pass.
    pub(crate) rules: Rules,
    pub(crate) steps: &'i StepNames<'i>,
    /// The offers of each menu by name.
    pub(crate) offered: BTreeSet<(MenuId, &'i str)>,
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
        match &in_play.item.kind {
            ItemKind::Feature(item) => self.feature(place, item),
            ItemKind::Figure(item) => self.figure(place, item),
            ItemKind::ExtendFigure(item) => self.extend_figure(place, item),
            ItemKind::Token(item) => self.token(place, item),
            ItemKind::Fn(item) => self.question(place, item),
            ItemKind::To(item) => self.deed(place, item),
            ItemKind::Step(item) => {
                self.step(place, origin, item, *steps);
                *steps += 1;
            }
            ItemKind::Offer(item) => self.offer(place, origin, item),
            ItemKind::Hook(item) => {
                let hook = face::hook_item(&mut self.checking, place, item, origin);
                self.rules.hooks.extend(hook);
            }
            ItemKind::Adjust(item) => {
                let adjust = face::adjust_item(&mut self.checking, place, item, origin);
                self.rules.adjusts.extend(adjust);
            }
            ItemKind::Forbid(item) => {
                let forbid = face::forbid_item(&mut self.checking, place, item, origin);
                self.rules.forbids.extend(forbid);
            }
            ItemKind::Invariant(condition) => {
                let invariant = face::invariant_item(&mut self.checking, place, condition, origin);
                self.rules.invariants.extend(invariant);
            }
            ItemKind::Scenario(item) => {
                let scenario = self.scenario(in_play.item, place, item);
                self.rules.scenarios.push(scenario);
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

    /// A scenario, taken over from the last check if nothing that it means can have changed.
    fn scenario(&mut self, whole: &ast::Item, place: &ItemPlace, item: &ast::Scenario) -> Scenario {
        let sources = self.checking.origins.sources();
        let example = match self.remembered.example(whole, place, sources) {
            Some(known) => known,
            None => {
                let told = self.checking.diagnostics.len();
                let mut origins = Origins::new(sources);
                let mut alone = Checking {
                    names: self.checking.names,
                    origins: &mut origins,
                    diagnostics: &mut *self.checking.diagnostics,
                };
                let scenario = scenario(&mut alone, place, item);
                self.seats(&scenario, item);
                let sound = told == self.checking.diagnostics.len();
                Example { scenario, lines: origins.lines(), place: place.clone(), sound }
            }
        };
        let numbers = self.checking.origins.take_over(&example.lines);
        let scenario = self.remembered.keep(whole, example);
        numbered(scenario, &numbers)
    }

    /// Says if so many players cannot play what a scenario plays.
    fn seats(&mut self, scenario: &Scenario, item: &ast::Scenario) {
        let all = &self.playing.expansions;
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
        let wrong =
            allowed.filter_map(|manifest| Some((&manifest.name.text, manifest.players?))).find(
                |(_, (least, most))| !(usize::from(*least)..=usize::from(*most)).contains(&count),
            );
        let seats = item.lines.iter().find_map(|line| match &line.kind {
            ScenarioLine::Players(names) => Some(names.first()?.span.to(names.last()?.span)),
            _ => None,
        });
        if let (Some((name, (least, most))), Some(seats)) = (wrong, seats) {
            self.checking.diagnostics.push(
                Diagnostic::error(
                    codes::SCENARIO,
                    format!("{least} to {most} can play `{name}`, found {count} in this scenario"),
                )
                .label(seats, format!("expected {least} to {most} players")),
            );
        }
    }

    fn question(&mut self, place: &ItemPlace, item: &ast::Fn) {
        let id = self.declared(&item.name, |meaning| match meaning {
            Meaning::Function(id) => Some(id),
            _ => None,
        });
        let Some(id) = id else { return };
        if let Some(body) = face::fn_item(&mut self.checking, place, item, id) {
            let function = &mut self.rules.functions[id.index()].body;
            function.locals = body.locals;
            function.code = FnBody::Expr(body.code);
        }
    }

    fn deed(&mut self, place: &ItemPlace, item: &ast::To) {
        let id = self.declared(&item.name, |meaning| match meaning {
            Meaning::Deed(id) => Some(id),
            _ => None,
        });
        let Some(id) = id else { return };
        if let Some(body) = face::to_item(&mut self.checking, place, item, id) {
            self.rules.deeds[id.index()].body = body;
        }
    }

    fn step(&mut self, place: &ItemPlace, origin: OriginId, item: &ast::Step, position: usize) {
        let order = step_order(self.steps, position, item, self.checking.diagnostics);
        let known = &self.steps.places[position];
        // A step with a mistake keeps its position: others are counted by it.
        let (guard, body) = face::step_item(&mut self.checking, place, item).unwrap_or_else(|| {
            (None, Body { locals: Vec::new(), params: 0, code: Block::default() })
        });
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

    fn offer(&mut self, place: &ItemPlace, origin: OriginId, item: &'i ast::Offer) {
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
            return;
        };
        self.offered_once(menu, item);
        if let Some(offer) = face::offer_item(&mut self.checking, place, item, menu, origin) {
            self.rules.offers.push(offer);
        }
    }

    fn offered_once(&mut self, menu: MenuId, item: &'i ast::Offer) {
        if !self.offered.insert((menu, &item.name.text)) {
            self.checking.diagnostics.push(
                Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    format!("a second offer `{}` in one menu", item.name.text),
                )
                .label(item.name.span, "offered already")
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
