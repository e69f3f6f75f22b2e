//! Where an order is only by name and can be seen: "these two meet, say which comes first".

use std::collections::{BTreeMap, BTreeSet};

use abi::{Origin, OriginId};
use grammar::{Diagnostic, Position, Sources, Span};

use super::{
    assumed::{Both, both},
    deed_name,
    effects::{Adjusts, Effects, by_function},
    resource::Resource,
};
use crate::typed::{
    Adjust, Binary, Change, Expr, ExprKind, FnId, KindTest, LocalId, Moment, Rules,
};

/// Two items meet, and nothing says which comes first.
pub(crate) const ORDER: &str = "link/order";

/// So many conflicts are told; rules that meet everywhere have one cause.
const MOST: usize = 200;

/// One of two items that may meet.
#[derive(Clone, Copy)]
struct Side {
    expansion: usize,
    origin: OriginId,
}

/// All pairs of items whose order is only by name and can be seen.
pub fn conflicts(rules: &Rules, sources: &Sources) -> Vec<Diagnostic> {
    let adjusts = by_function(rules);
    let mut pass = Conflicts { rules, sources, adjusts: &adjusts, found: Vec::new() };
    pass.steps();
    pass.hooks();
    pass.adjusts();
    pass.found
}

struct Conflicts<'r> {
    rules: &'r Rules,
    sources: &'r Sources,
    adjusts: &'r Adjusts<'r>,
    found: Vec<Diagnostic>,
}

impl<'r> Conflicts<'r> {
    fn steps(&mut self) {
        let steps = &self.rules.steps;
        let effects: Vec<Effects<'r>> = steps
            .iter()
            .map(|step| {
                let mut effects = Effects::new(self.rules, self.adjusts);
                step.guard.iter().for_each(|guard| effects.expr(guard));
                effects.block(&step.body.code);
                effects.closed()
            })
            .collect();
        let words = Words::of(self.rules);
        let mut former = Former::default();
        for (later, b) in steps.iter().enumerate() {
            let mut around = None;
            for &earlier in former.others((b.course, b.phase), b.expansion, later) {
                let a = &steps[earlier];
                let sides = [
                    Side { expansion: a.expansion, origin: a.origin },
                    Side { expansion: b.expansion, origin: b.origin },
                ];
                if self.ordered(sides) {
                    continue;
                }
                let both = self.both(a.guard.as_ref(), b.guard.as_ref(), 0);
                if both == Both::Never {
                    continue;
                }
                if let Some(why) = self.meet(&effects[earlier], &effects[later])
                    && !around.get_or_insert_with(|| words.around(later)).contains(&earlier)
                {
                    let (first, second) = (&a.name, &b.name);
                    self.say(
                        sides,
                        both,
                        format!("the steps `{first}` and `{second}` meet, and only their names order them: {why}"),
                        format!("say `after {first}` in `step {second}`"),
                    );
                }
            }
        }
    }

    fn hooks(&mut self) {
        let hooks = &self.rules.hooks;
        let effects: Vec<Effects<'r>> = hooks
            .iter()
            .map(|hook| {
                let mut effects = Effects::new(self.rules, self.adjusts);
                hook.guard.iter().for_each(|guard| effects.expr(guard));
                effects.block(&hook.body.code);
                effects.closed()
            })
            .collect();
        let mut former = Former::default();
        for (later, b) in hooks.iter().enumerate() {
            for &earlier in former.others((b.deed, b.moment), b.expansion, later) {
                let a = &hooks[earlier];
                let sides = [
                    Side { expansion: a.expansion, origin: a.origin },
                    Side { expansion: b.expansion, origin: b.origin },
                ];
                if self.ordered(sides) {
                    continue;
                }
                let both = self.both(a.guard.as_ref(), b.guard.as_ref(), a.body.params);
                if both == Both::Never {
                    continue;
                }
                let why = if a.moment == Moment::Instead {
                    Some("both stand in the place of one deed".to_owned())
                } else {
                    self.meet(&effects[earlier], &effects[later])
                };
                if let Some(why) = why {
                    let deed = deed_name(self.rules, a.deed);
                    let message = format!(
                        "these two hooks on `{deed}` meet, and only their expansions' names order them: {why}"
                    );
                    self.say(sides, both, message, self.proposal(sides));
                }
            }
        }
    }

    fn adjusts(&mut self) {
        let adjusts = &self.rules.adjusts;
        let mut former = Former::default();
        for (later, b) in adjusts.iter().enumerate() {
            for &earlier in former.others(b.function, b.expansion, later) {
                let a = &adjusts[earlier];
                let sides = [
                    Side { expansion: a.expansion, origin: a.origin },
                    Side { expansion: b.expansion, origin: b.origin },
                ];
                if commute(a, b) || self.ordered(sides) {
                    continue;
                }
                let params = self.params(a.function);
                let both = self.both(a.guard.as_ref(), b.guard.as_ref(), params);
                if both == Both::Never {
                    continue;
                }
                let name = &self.rules.functions[a.function.index()].name;
                let message = format!(
                    "these two adjustments of `{name}` meet, and only their expansions' names order them: one after the other gives another value than the other way round"
                );
                self.say(sides, both, message, self.proposal(sides));
            }
        }
    }

    fn params(&self, function: FnId) -> u32 {
        self.rules.functions[function.index()].body.params
    }

    /// Why the order of two rules can be seen, if it can.
    fn meet(&self, a: &Effects<'_>, b: &Effects<'_>) -> Option<String> {
        if a.waits && b.waits {
            return Some("both may ask somebody".to_owned());
        }
        if let Some(what) = a.meets(b).or_else(|| b.meets(a)) {
            return Some(format!("one changes {}, which the other touches", self.resource(what)));
        }
        let cut = (a.ends && b.acts()) || (b.ends && a.acts());
        cut.then(|| "one ends the game, and the other acts only if it comes first".to_owned())
    }

    fn resource(&self, what: Resource) -> String {
        match what {
            Resource::Points => "the points".to_owned(),
            Resource::Board => "the board".to_owned(),
            Resource::Figures => "where players' figures stand".to_owned(),
            Resource::Neutral => "where neutral figures stand".to_owned(),
            Resource::Piles => "the piles".to_owned(),
            Resource::Token(kind) => {
                format!("the tokens `{}`", self.rules.tokens[kind.index()].name)
            }
            Resource::AnyToken => "tokens".to_owned(),
            Resource::Course => "the course of the game".to_owned(),
            Resource::Property(id) => format!("`{}`", self.rules.properties[id.index()].name),
        }
    }

    /// Whether more than names says which of two items comes first.
    fn ordered(&self, [a, b]: [Side; 2]) -> bool {
        if a.expansion == b.expansion {
            return true;
        }
        let with = |side: Side| self.rules.with.get(&side.origin).map_or(&[][..], Vec::as_slice);
        let after = |late: usize, early: usize| self.rules.ordered_after[late].contains(&early);
        // An item in `with X { … }` comes after its own expansion and after X.
        let comes_after = |late: Side, early: Side| {
            let all = std::iter::once(&late.expansion).chain(with(late));
            let early_plain = with(early).is_empty();
            early_plain
                && all.copied().any(|late| late == early.expansion || after(late, early.expansion))
        };
        comes_after(a, b)
            || comes_after(b, a)
            || after(a.expansion, b.expansion)
            || after(b.expansion, a.expansion)
    }

    /// When two rules act both, going by their conditions: whether one is off, or both want different kinds of
    /// the same parameter.
    fn both(&self, a: Option<&Expr>, b: Option<&Expr>, params: u32) -> Both {
        let (a, b) = (parts(a), parts(b));
        if a.iter().any(|a| b.iter().any(|b| excluded(a, b, params))) {
            return Both::Never;
        }
        both(self.rules, &[a, b].concat())
    }

    fn proposal(&self, [a, b]: [Side; 2]) -> String {
        let name = |side: Side| &self.rules.expansions[side.expansion].name;
        format!("say `after {}` in `expansion {}`, or the other way round", name(a), name(b))
    }

    /// What meets in this game is a mistake; what meets with other options is told, and stops no game without them.
    fn say(&mut self, [a, b]: [Side; 2], both: Both, message: String, help: String) {
        if self.found.len() >= MOST {
            return;
        }
        let error = match both {
            Both::Where(options) => {
                Diagnostic::warning(ORDER, format!("where {options}, {message}"))
            }
            Both::Now | Both::Never => Diagnostic::error(ORDER, message),
        };
        let mut error = error.help(help);
        for (side, text) in [(b, "this"), (a, "meets this")] {
            if let Some(span) = self.span(&self.rules.origins[side.origin.index()]) {
                error = error.label(span, text);
            }
        }
        self.found.push(error);
    }

    /// The text of a line, without its indentation.
    fn span(&self, origin: &Origin) -> Option<Span> {
        let files = self.sources.iter().filter(|(_, file)| file.name() == origin.file);
        files
            .filter_map(|(id, file)| {
                let start = file.offset(Position { line: origin.line, column: 1 });
                let line = file.text().get(start as usize..)?;
                let indent = line.len() - line.trim_start().len();
                let start = start + indent as u32;
                let span = Span::new(id, start, start + origin.text.len() as u32);
                (self.sources.slice(span) == origin.text).then_some(span)
            })
            .next()
    }
}

/// The items seen so far by where they act, and by expansion: those of one expansion never meet.
struct Former<K>(BTreeMap<K, BTreeMap<usize, Vec<usize>>>);

impl<K> Default for Former<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord> Former<K> {
    /// The earlier items of other expansions in the place of this one, which is remembered too.
    fn others(
        &mut self,
        place: K,
        expansion: usize,
        position: usize,
    ) -> impl Iterator<Item = &usize> {
        let here = self.0.entry(place).or_default();
        here.entry(expansion).or_default().push(position);
        here.iter().filter(move |(other, _)| **other != expansion).flat_map(|(_, items)| items)
    }
}

/// Which steps come after each, and before it, by their own words.
struct Words {
    after: Vec<Vec<usize>>,
    before: Vec<Vec<usize>>,
}

impl Words {
    fn of(rules: &Rules) -> Self {
        let none = vec![Vec::new(); rules.steps.len()];
        let mut words = Self { after: none.clone(), before: none };
        for (at, step) in rules.steps.iter().enumerate() {
            let later = step.order.before.iter().map(|&other| (at, other));
            let earlier = step.order.after.iter().map(|&other| (other, at));
            for (early, late) in later.chain(earlier) {
                words.after[early].push(late);
                words.before[late].push(early);
            }
        }
        words
    }

    /// All steps that come before or after one, directly or through others.
    fn around(&self, step: usize) -> BTreeSet<usize> {
        let mut around = BTreeSet::new();
        for edges in [&self.after, &self.before] {
            let mut waiting = edges[step].clone();
            let mut seen = BTreeSet::new();
            while let Some(at) = waiting.pop() {
                if seen.insert(at) {
                    waiting.extend(&edges[at]);
                }
            }
            around.append(&mut seen);
        }
        around
    }
}

/// Whether two adjustments give the same value in either order.
fn commute(a: &Adjust, b: &Adjust) -> bool {
    let bound = |adjust: &Adjust| matches!(adjust.change, Change::AtMost | Change::AtLeast);
    match (a.change, b.change) {
        (Change::By, Change::By) => true,
        (Change::To, Change::To) => match (&a.body.code.kind, &b.body.code.kind) {
            (ExprKind::Const(a), ExprKind::Const(b)) => a == b,
            _ => false,
        },
        _ => bound(a) && bound(b),
    }
}

/// The parts of a condition that must all hold.
fn parts(guard: Option<&Expr>) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut waiting: Vec<&Expr> = guard.into_iter().collect();
    while let Some(expr) = waiting.pop() {
        match &expr.kind {
            ExprKind::Binary { op: Binary::And, left, right } => {
                waiting.extend([&**left, &**right])
            }
            _ => found.push(expr),
        }
    }
    found
}

/// Whether two tests of one parameter cannot both hold.
fn excluded(a: &Expr, b: &Expr, params: u32) -> bool {
    match (tested(a, params), tested(b, params)) {
        (Some((a, KindTest::FeatureKind(k))), Some((b, KindTest::FeatureKind(l)))) => {
            a == b && k != l
        }
        (Some((a, KindTest::FigureKind(k))), Some((b, KindTest::FigureKind(l)))) => {
            a == b && k != l
        }
        (Some((a, KindTest::TileKind(k))), Some((b, KindTest::TileKind(l)))) => a == b && k != l,
        _ => false,
    }
}

/// The parameter that a test is about, and what is tested.
fn tested(expr: &Expr, params: u32) -> Option<(LocalId, KindTest)> {
    let ExprKind::IsKind { of, test } = &expr.kind else { return None };
    let mut of = of;
    while let ExprKind::Cast(inner) = &of.kind {
        of = inner;
    }
    match of.kind {
        ExprKind::Local(id) if id.0 < params => Some((id, *test)),
        _ => None,
    }
}
