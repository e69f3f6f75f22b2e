//! Two expansions in the other order: where neither says which comes first, nobody may see a difference.

use grammar::ast::ItemKind;
use runtime::{Pcg32, Playthrough, Stand};

use super::{
    table::{Course, Seen, Step, Table},
    trouble::Trouble,
};
use crate::program::Texts;

/// Questions with more options are compared by their number only.
const LISTED: usize = 60;

/// Plays a game by both orders of two expansions of a table whose order is only by name.
pub(super) fn swapped(texts: &Texts, table: &Table, dice: &mut Pcg32, seed: u64) -> Option<Seen> {
    let pairs = table.by_name();
    let [earlier, later] = pairs.get(dice.below(pairs.len() as u32) as usize)?;
    let other = Table::set(&turned(texts, earlier, later)?, &table.cast, false).ok()?;
    let players = table.players(dice);
    difference(table, &other, players, seed, [earlier, later])
}

/// The texts in which one expansion says that it comes after another.
fn turned(texts: &Texts, earlier: &str, later: &str) -> Option<Texts> {
    let source = texts.available().iter().find(|source| source.folder == *earlier)?;
    let (file, item) = source.files.iter().find_map(|(file, tree)| {
        let item = tree.items.iter().find(|item| matches!(item.kind, ItemKind::Expansion(_)))?;
        Some((*file, item))
    })?;
    let text = texts.sources().text(file);
    let end = item.span.end as usize;
    let head = text.get(..end)?.strip_suffix('}')?;
    let text = format!("{head} after {later} }}{}", text.get(end..)?);
    texts.replacing(texts.sources().name(file), &text)
}

/// Plays the same game at both tables until they differ.
fn difference(
    table: &Table,
    other: &Table,
    players: u8,
    seed: u64,
    [earlier, later]: [&String; 2],
) -> Option<Seen> {
    let (mut play, mut turned) = (table.begin(players, seed)?, other.begin(players, seed)?);
    let mut course = Course::new(table, players, seed);
    loop {
        if let Some(what) = differ(&mut play, &mut turned) {
            let what = format!(
                "{earlier} first, then {later}: {}; the other way round: {}",
                what.0, what.1
            );
            let mut pair = [earlier.clone(), later.clone()];
            pair.sort();
            let trouble = Trouble::Order { pair, what };
            return Some(table.seen(trouble, players, seed, play.log().to_vec()));
        }
        let before = play.log().len();
        course.turned(&play);
        if course.endless(&play).is_some() {
            return None;
        }
        match course.step(&mut play, None) {
            Step::Taken => {}
            // Its own troubles are found elsewhere.
            Step::Over | Step::Wrong(_) => return None,
        }
        let answered = play.log().get(before)?.clone();
        let taken = match turned.stand() {
            Stand::Chance(_) => turned.give(&answered.answer),
            _ => turned.say(&answered.answer),
        };
        if taken.is_err() {
            return None;
        }
    }
}

/// What players would see of a difference.
fn differ(one: &mut Playthrough, other: &mut Playthrough) -> Option<(String, String)> {
    for player in 0..one.game().players() {
        let points = [one.game().points(player), other.game().points(player)];
        if points[0] != points[1] {
            let name = one.seats().name(player as abi::Word);
            return Some((format!("{name} has {} points", points[0]), points[1].to_string()));
        }
    }
    let seen = |play: &Playthrough| match play.stand() {
        Stand::Fault(fault) => fault.kind.text().to_owned(),
        _ => play.waits_for(),
    };
    let (first, second) = (seen(one), seen(other));
    if first != second {
        return Some((first, second));
    }
    let options = [one.game().option_count(), other.game().option_count()];
    if options[0] != options[1] {
        let told = |n: usize| format!("{n} options at {first}");
        return Some((told(options[0]), options[1].to_string()));
    }
    if !matches!(one.stand(), Stand::Question(_)) || options[0] > LISTED {
        return None;
    }
    let sorted = |play: &mut Playthrough| {
        let mut options = play.options();
        options.sort();
        options
    };
    let (mine, theirs) = (sorted(one), sorted(other));
    let differs = mine.iter().zip(&theirs).find(|(mine, theirs)| mine != theirs);
    differs.map(|(mine, theirs)| (format!("`{mine}` at {first}"), format!("`{theirs}`")))
}
