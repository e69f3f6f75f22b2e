//! Tells the order of a game's rules: what stands where, and why.

use abi::{DeedKind, OriginId};

use super::linked::{CourseOrder, Explanation, Linked, MenuOrder, MomentOrder, PhaseOrder, Placed};
use crate::typed::{DeedRef, Rules};

/// Says of linked rules what stands where, and why.
pub(super) fn explain(rules: &Rules, linked: &Linked) -> Explanation {
    let names = ["setup", "turn", "part", "finish"];
    let courses = names
        .iter()
        .enumerate()
        .map(|(course, name)| CourseOrder {
            name,
            phases: linked.courses[course]
                .iter()
                .enumerate()
                .map(|(phase, steps)| PhaseOrder {
                    name: rules.phases[course].names[phase].clone(),
                    steps: placed_steps(rules, steps),
                })
                .collect(),
        })
        .collect();
    let deeds = linked
        .hooks
        .iter()
        .map(|(deed, hooks)| MomentOrder {
            deed: deed_name(rules, *deed),
            before: placed_hooks(rules, &hooks.before, true),
            instead: placed_hooks(rules, &hooks.instead, false),
            after: placed_hooks(rules, &hooks.after, false),
        })
        .collect();
    let menus = rules
        .menus
        .iter()
        .zip(&linked.offers)
        .map(|(menu, offers)| MenuOrder {
            name: menu.name.clone(),
            offers: offers
                .iter()
                .enumerate()
                .map(|(i, offer)| {
                    let offer = &rules.offers[*offer];
                    let former = i.checked_sub(1).map(|i| rules.offers[offers[i]].expansion);
                    placed(rules, offer.name.clone(), offer.expansion, offer.origin, former)
                })
                .collect(),
        })
        .collect();
    Explanation { courses, deeds, menus }
}

/// A deed in the words of the rules.
pub(crate) fn deed_name(rules: &Rules, deed: DeedRef) -> String {
    match deed {
        DeedRef::Named(id) => rules.deeds[id.index()].name.clone(),
        DeedRef::Sentence(kind) => sentence(kind).to_owned(),
    }
}

/// The words of a sentence.
pub(crate) fn sentence(kind: DeedKind) -> &'static str {
    match kind {
        DeedKind::Scores => "scores",
        DeedKind::Loses => "loses",
        DeedKind::Pays => "pays",
        DeedKind::Places => "places",
        DeedKind::Deploys => "deploys",
        DeedKind::Moves | DeedKind::TileMoves | DeedKind::PileMoves => "moves",
        DeedKind::Returns => "returns",
        DeedKind::TileLeaves | DeedKind::PileLeaves => "leaves",
        DeedKind::Takes | DeedKind::TakesOut => "takes",
        DeedKind::TakesBack => "takes back",
        DeedKind::Puts | DeedKind::Lays => "puts",
        DeedKind::Joins => "joins",
        DeedKind::Parts => "parts",
        DeedKind::PlaysPart => "plays a part",
        DeedKind::Wins => "wins",
    }
}

fn placed_steps(rules: &Rules, steps: &[usize]) -> Vec<Placed> {
    let own_words = |step: usize| {
        let order = &rules.steps[step].order;
        let words = |word: &str, named: &[usize]| {
            named.iter().map(|i| format!("`{word} {}`", rules.steps[*i].name)).collect::<Vec<_>>()
        };
        [words("after", &order.after), words("before", &order.before)].concat()
    };
    // A step that moved says nothing about the ones beside it.
    let mut former = None;
    steps
        .iter()
        .map(|&i| {
            let step = &rules.steps[i];
            let own = own_words(i);
            let mut placed = placed(rules, step.name.clone(), step.expansion, step.origin, former);
            if own.is_empty() {
                former = Some(step.expansion);
            } else {
                placed.why = format!("it says {}", own.join(" and "));
            }
            placed
        })
        .collect()
}

fn placed_hooks(rules: &Rules, hooks: &[usize], reversed: bool) -> Vec<Placed> {
    let mut former = None;
    let mut placed_in_text = |i: usize| {
        let hook = &rules.hooks[i];
        let line = rules.origins.get(hook.origin.index());
        let name = line.map_or_else(String::new, |line| line.text.clone());
        let placed = placed(rules, name, hook.expansion, hook.origin, former);
        former = Some(hook.expansion);
        placed
    };
    if !reversed {
        return hooks.iter().map(|i| placed_in_text(*i)).collect();
    }
    let mut all: Vec<Placed> = hooks.iter().rev().map(|i| placed_in_text(*i)).collect();
    all.reverse();
    if all.len() > 1 {
        for placed in &mut all {
            placed.why = format!("{} (hooks before a deed run in reverse)", placed.why);
        }
    }
    all
}

fn placed(
    rules: &Rules,
    name: String,
    expansion: usize,
    origin: OriginId,
    former: Option<usize>,
) -> Placed {
    let why = why_behind(rules, expansion, former);
    Placed { name, expansion: title(rules, expansion).to_owned(), origin, why }
}

/// Why a line of an expansion stands behind one of another expansion, or of its own.
pub fn why_behind(rules: &Rules, expansion: usize, former: Option<usize>) -> String {
    let Some(former) = former else {
        return "nothing comes before it".to_owned();
    };
    let (own, other) = (title(rules, expansion), title(rules, former));
    if former == expansion {
        return format!("the order of the text of {own}");
    }
    let said = rules.ordered_after.get(expansion).is_some_and(|after| after.contains(&former));
    let how = if said { "by its own words" } else { "by name only" };
    format!("{own} comes after {other} {how}")
}

fn title(rules: &Rules, expansion: usize) -> &str {
    rules.expansions.get(expansion).map_or("", |expansion| expansion.name.as_str())
}
