//! Which line of the rules keeps an answer off what is on offer. The rules are asked themselves: without a prohibition,
//! without the `when` of an offer, or without an adjustment, they would offer it or would not.

use grammar::ast::Item;

use crate::{
    pieces::{Piece, Told, Tried, adjusts, conditions, items, without},
    program::Texts,
};

/// More lines than anybody wants to hear of are not tried one by one.
const MOST: usize = 40;

/// What keeps an answer off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Excluded {
    /// These lines, each by itself.
    By(Vec<Told>),
    /// No prohibition, no `when` and no adjustment: what is chosen from does not hold it. The lists of the offers come
    /// first, then the functions that they call.
    Unlisted(Vec<Told>),
}

/// What of the rules of some expansions keeps an answer off, by the names in it; nothing if that cannot be told.
/// `offers` plays by other texts up to the same question, and looks whether the answer is on offer there. If the
/// question is not asked at all, `asks` has the names that it may have.
pub(crate) fn excluded(
    texts: &Texts,
    plays: &[String],
    names: &[String],
    asks: &[String],
    offers: impl Fn(&Texts) -> Option<bool>,
) -> Option<Excluded> {
    let items = items(texts, plays);
    let without = |left_out: &[&Piece]| offers(&without(texts, left_out)?);
    match kept_off(texts, &items, names, without) {
        Some(by @ Excluded::By(_)) => Some(by),
        other => held_back(texts, &items, names, asks, without).or(other),
    }
}

/// Which prohibition, `when` of an offer or adjustment it is.
fn kept_off(
    texts: &Texts,
    items: &[&Item],
    names: &[String],
    without: impl Fn(&[&Piece]) -> Option<bool>,
) -> Option<Excluded> {
    let Tried { forbids, guards, lists } = Tried::of(texts, items, names);
    if forbids.len() + guards.len() > MOST {
        return None;
    }
    let mut all: Vec<&Piece> = forbids.iter().chain(&guards).collect();
    let found = if all.is_empty() { Some(false) } else { without(&all) };
    if found == Some(true) {
        return blamed(&all, without);
    }
    let adjusts = adjusts(texts, items, names);
    if all.len() + adjusts.len() > MOST {
        return None;
    }
    all.extend(&adjusts);
    let without_all = if adjusts.is_empty() { found } else { without(&all) };
    match (without_all, found) {
        (Some(true), _) => blamed(&all, without),
        (Some(false), _) => Some(Excluded::Unlisted(lists)),
        // Without all of them the game would have gone another way before.
        (None, found) => each_alone(&all, without)
            .or_else(|| (found == Some(false)).then_some(Excluded::Unlisted(lists))),
    }
}

/// Which step or hook does not come to a question of these names because its own `when` does not hold.
fn held_back(
    texts: &Texts,
    items: &[&Item],
    names: &[String],
    asks: &[String],
    without: impl Fn(&[&Piece]) -> Option<bool>,
) -> Option<Excluded> {
    let conditions = conditions(texts, items, asks);
    if conditions.len() > MOST {
        return None;
    }
    let alone = |piece: &&Piece| without(&[*piece]) == Some(true);
    if let Some(piece) = conditions.iter().find(alone) {
        return Some(Excluded::By(vec![piece.told.clone()]));
    }
    let Tried { forbids, guards, .. } = Tried::of(texts, items, names);
    let adjusts = adjusts(texts, items, names);
    let others: Vec<&Piece> = forbids.iter().chain(&guards).chain(&adjusts).collect();
    if others.is_empty() || others.len() > MOST {
        return None;
    }
    // Without all of them something else would be asked before, so each is tried with a condition first.
    let pairs = conditions.iter().flat_map(|piece| others.iter().map(move |other| [piece, *other]));
    if let Some(both) = pairs.into_iter().find(|both| without(&both[..]) == Some(true)) {
        return Some(Excluded::By(both.map(|piece| piece.told.clone()).to_vec()));
    }
    conditions.iter().find_map(|piece| {
        let all = [&others[..], &[piece]].concat();
        if without(&all) == Some(true) { blamed(&all, &without) } else { None }
    })
}

/// Whoever keeps it off while nobody else does is to blame; if several of them together do, each without which it
/// would be on offer.
fn blamed(all: &[&Piece], without: impl Fn(&[&Piece]) -> Option<bool>) -> Option<Excluded> {
    let alone = |piece: &&&Piece| {
        let others: Vec<&Piece> =
            all.iter().copied().filter(|other| other.span != piece.span).collect();
        without(&others) == Some(false)
    };
    let blamed: Vec<Told> = all.iter().filter(alone).map(|piece| piece.told.clone()).collect();
    if blamed.is_empty() { each_alone(all, &without) } else { Some(Excluded::By(blamed)) }
}

/// The lines each of which keeps it off by itself.
fn each_alone(all: &[&Piece], without: impl Fn(&[&Piece]) -> Option<bool>) -> Option<Excluded> {
    let helps = |piece: &&&Piece| without(&[**piece]) == Some(true);
    let found: Vec<Told> = all.iter().filter(helps).map(|piece| piece.told.clone()).collect();
    (!found.is_empty()).then_some(Excluded::By(found))
}
