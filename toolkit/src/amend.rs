//! What changes answers and takes options away, in its order, and why it stands so: adjustments and prohibitions.

use abi::OriginId;
use compiler::{
    Placed,
    typed::{ForbidDeed, Rules},
    why_behind,
};
use runtime::rule_text;

/// A question with its adjustments, or a deed with its prohibitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amended {
    /// The question or the deed.
    pub name: String,
    /// The lines in the order in which they apply.
    pub lines: Vec<Placed>,
}

/// The questions that are adjusted, in the order of the rules.
pub fn adjusted(rules: &Rules) -> Vec<Amended> {
    let lines = |function: usize| {
        let own = rules.adjusts.iter().filter(move |adjust| adjust.function.index() == function);
        own.map(|adjust| (adjust.expansion, adjust.origin))
    };
    let functions = rules.functions.iter().enumerate();
    let all = functions.map(|(i, function)| amended(rules, &function.name, lines(i)));
    all.filter(|amended| !amended.lines.is_empty()).collect()
}

/// The deeds of which something is forbidden. The order of these lines is not seen: each of them takes options away.
pub fn forbidden(rules: &Rules) -> Vec<Amended> {
    let deeds = [
        (ForbidDeed::Deploys, "deploys"),
        (ForbidDeed::Places, "places"),
        (ForbidDeed::Moves, "moves"),
    ];
    let all = deeds.into_iter().map(|(deed, name)| {
        let own = rules.forbids.iter().filter(|forbid| forbid.deed == deed);
        amended(rules, name, own.map(|forbid| (forbid.expansion, forbid.origin)))
    });
    all.filter(|amended| !amended.lines.is_empty()).collect()
}

fn amended(rules: &Rules, name: &str, lines: impl Iterator<Item = (usize, OriginId)>) -> Amended {
    let mut former = None;
    let placed = lines.map(|(expansion, origin)| {
        let line = rules.origins.get(origin.index());
        let placed = Placed {
            name: line.map_or_else(String::new, |line| rule_text(line).to_owned()),
            expansion: title(rules, expansion).to_owned(),
            origin,
            why: why(rules, (expansion, origin), former),
        };
        former = Some(expansion);
        placed
    });
    Amended { name: name.to_owned(), lines: placed.collect() }
}

/// Why a line stands behind one of another expansion, or of its own.
fn why(rules: &Rules, (expansion, origin): (usize, OriginId), former: Option<usize>) -> String {
    let with = rules.with.get(&origin);
    match former.filter(|former| with.is_some_and(|with| with.contains(former))) {
        Some(other) if other != expansion => {
            format!("it stands in `with {}`, so it comes after both", title(rules, other))
        }
        _ => why_behind(rules, expansion, former),
    }
}

fn title(rules: &Rules, expansion: usize) -> &str {
    rules.expansions.get(expansion).map_or("", |expansion| expansion.name.as_str())
}
