//! Turns without an end, made small: the way to where a turn begins to go round, and what is asked again there.

use runtime::{Entry, How};

use super::{
    Fuzz,
    shrink::{cut, fewer_rules, fits, is_over, say},
    table::{Course, Game, Seen, Table},
    trouble::{Trouble, trouble},
};
use crate::program::Texts;

/// What is said of a game that has no end though its turns have.
pub(super) const GAME: &str = "the game";
/// How often a turn is begun anew with something left out: each time it has to go round for long.
const TRIES: usize = 80;
/// The same of whole games.
const GAMES: usize = 6;

/// The same trouble with fewer rules and a shorter way to it.
pub(super) fn shrunk(texts: &Texts, what: &Fuzz, seen: &Seen, name: &str) -> Seen {
    let mut best = seen.clone();
    if name == GAME {
        let mut games = 0;
        fewer_rules(what, &mut best, |best, cast| {
            games += 1;
            let table = Table::set(texts, cast, false).ok().filter(|_| games <= GAMES);
            let game = table.map(|table| Game::play(&table, best.players, best.seed, None));
            let game = game.filter(|game| game.trouble.as_ref() == Some(&best.trouble));
            if let Some(game) = game {
                (best.cast, best.log) = (cast.clone(), game.log);
            }
        });
        return best;
    }
    let Ok(table) = Table::set(texts, &best.cast, false) else { return best };
    // What does not come again is only told.
    let Some(log) = first_way(&table, &best, name) else { return best };
    best.log = log;
    fewer_rules(what, &mut best, |best, cast| {
        let table = Table::set(texts, cast, false).ok();
        let log = table.and_then(|table| goes_round(&table, best, &best.log, name));
        if let Some(log) = log {
            (best.cast, best.log) = (cast.clone(), log);
        }
    });
    let Ok(table) = Table::set(texts, &best.cast, false) else { return best };
    cut(&mut best, TRIES, &|best, log| goes_round(&table, best, log, name));
    best
}

/// Leaves out expansions and options that a refusal does not need.
pub(super) fn fewer_refused(texts: &Texts, what: &Fuzz, seen: &Seen) -> Seen {
    let mut best = seen.clone();
    let key = seen.trouble.key();
    fewer_rules(what, &mut best, |best, cast| {
        if matches!(Table::set(texts, cast, false), Err(other) if other.key() == key) {
            best.cast = cast.clone();
        }
    });
    best
}

/// The way to where the last turn of a log goes round, with little of that turn.
fn first_way(table: &Table, seen: &Seen, name: &str) -> Option<Vec<Entry>> {
    let mut play = table.begin(seen.players, seen.seed)?;
    let (mut turn, mut start) = (play.game().turn(), 0);
    for entry in seen.log.iter().filter(|entry| entry.how != How::Only) {
        if !say(&mut play, entry) {
            break;
        }
        if play.game().turn() != turn {
            (turn, start) = (play.game().turn(), play.log().len());
        }
    }
    let rest = seen.log.len().saturating_sub(start);
    let more = std::iter::successors(Some(1), |more| Some(more * 4)).take_while(|&m| m < rest);
    let ends = std::iter::once(0).chain(more).chain([rest]).map(|more| start + more);
    ends.into_iter().find_map(|end| goes_round(table, seen, &seen.log[..end], name))
}

/// Plays a log as far as it fits, and then so that everybody passes where he may: if that turn has no end, gives the
/// game up to where the question is asked for the second time since.
fn goes_round(table: &Table, seen: &Seen, log: &[Entry], name: &str) -> Option<Vec<Entry>> {
    let mut play = table.begin(seen.players, seen.seed)?;
    let mut rest = log.iter().filter(|entry| entry.how != How::Only);
    while rest.any(|entry| fits(&play, entry) && say(&mut play, entry)) {
        if is_over(&play) {
            return None;
        }
    }
    let (turn, start) = (play.game().turn(), play.log().len());
    let mut course = Course::calm(table, seen.players, seen.seed, turn);
    loop {
        if trouble(&mut play, false).is_some() || play.game().turn() != turn || is_over(&play) {
            return None;
        }
        match course.endless(&play) {
            Some(Trouble::Endless(of)) if of == GAME => return None,
            Some(_) => break,
            None => course.pass(&mut play)?,
        }
    }
    let asked = play.log().iter().enumerate().skip(start);
    let mut asked = asked.filter(|(_, entry)| entry.name == name && entry.how == How::Chosen);
    let again = asked.nth(1)?.0;
    Some(play.log()[..again].to_vec())
}
