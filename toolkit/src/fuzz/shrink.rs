//! From a long game with much in play to a short one with little, in which the same is wrong.

use abi::FaultKind;
use runtime::{Entry, How, Playthrough, Stand};

use super::{
    Fuzz,
    cast::Cast,
    endless,
    table::{Game, Seen, Table, without},
    trouble::{Trouble, trouble},
};
use crate::{program::Texts, simulate::game_seed};

/// How many games are played to find a shorter one.
const SEARCHED: u64 = 24;
/// How often a log is played with something left out.
const REPLAYS: usize = 240;
/// The same of rules that spend their whole budget.
const SLOW: usize = 8;
/// How many answers nobody has said a game takes at most to come to its trouble.
const DEFAULTS: usize = 40;

/// The same trouble in as small a game as can be found.
pub(super) fn shrunk(texts: &Texts, what: &Fuzz, seen: &Seen) -> Seen {
    match &seen.trouble {
        Trouble::Endless(name) => return endless::shrunk(texts, what, seen, name),
        Trouble::Refused(_) => return endless::fewer_refused(texts, what, seen),
        _ => {}
    }
    let mut best = seen.clone();
    if !is_replayed(&best.trouble) {
        return best;
    }
    fewer_rules(what, &mut best, |best, cast| attempt(texts, cast, best));
    let Ok(table) = Table::set(texts, &best.cast, false) else { return best };
    let (games, replays) = if is_slow(&best.trouble) { (1, SLOW) } else { (SEARCHED, REPLAYS) };
    // What does not come again is only told.
    let Some(log) = replay(&table, &best, &best.log) else { return best };
    best.log = log;
    shorter(&table, &mut best, games);
    cut(&mut best, replays, &|best, log| replay(&table, best, log));
    best
}

/// Whether each game with a trouble takes as long as rules may.
fn is_slow(trouble: &Trouble) -> bool {
    let slow = [FaultKind::Budget, FaultKind::Memory, FaultKind::Depth].map(FaultKind::text);
    match trouble {
        Trouble::Fault { text, .. } => slow.contains(&text.as_str()),
        Trouble::Invariant { fault: Some(text), .. } => slow.contains(&text.as_str()),
        _ => false,
    }
}

/// Whether a log alone shows a trouble.
fn is_replayed(trouble: &Trouble) -> bool {
    matches!(
        trouble,
        Trouble::Fault { .. }
            | Trouble::Invariant { .. }
            | Trouble::Unsound(_)
            | Trouble::Stuck(_)
            | Trouble::BackEnds(_)
    )
}

/// Leaves out expansions and options one by one, wherever that is taken.
pub(super) fn fewer_rules(what: &Fuzz, best: &mut Seen, mut take: impl FnMut(&mut Seen, &Cast)) {
    let others = best.cast.setting.expansions.clone();
    for name in others.iter().filter(|name| !what.expansions.contains(name)) {
        let setting = without(&best.cast.setting, name);
        take(best, &Cast { setting });
    }
    for at in (what.options.len()..best.cast.setting.options.len()).rev() {
        let mut setting = best.cast.setting.clone();
        if at < setting.options.len() {
            setting.options.remove(at);
            take(best, &Cast { setting });
        }
    }
}

/// Takes other rules if the trouble is there too: in the same game as far as it can be played, or in a few others.
fn attempt(texts: &Texts, cast: &Cast, best: &mut Seen) {
    let Ok(table) = Table::set(texts, cast, false) else { return };
    if let Some(log) = replay(&table, best, &best.log) {
        (best.cast, best.log) = (cast.clone(), log);
        return;
    }
    let mut other = Seen { cast: cast.clone(), ..best.clone() };
    if !is_slow(&best.trouble) && shorter(&table, &mut other, SEARCHED / 4) {
        *best = other;
    }
}

/// Looks for a shorter game with the same trouble among others; whether there is one.
fn shorter(table: &Table, best: &mut Seen, games: u64) -> bool {
    let key = best.trouble.key();
    let mut found = false;
    for number in 0..games {
        if best.log.len() <= 2 {
            break;
        }
        let seed = game_seed(best.seed, number);
        let most = Some(best.log.len() - 1);
        let game = Game::play(table, best.players, seed, most);
        if let Some(trouble) = game.trouble.filter(|trouble| trouble.key() == key) {
            (best.trouble, best.log, best.seed) = (trouble, game.log, seed);
            found = true;
        }
    }
    found
}

/// Plays a log once more: the log of that game, if the same trouble comes of it.
type Replay<'t> = dyn Fn(&Seen, &[Entry]) -> Option<Vec<Entry>> + 't;

/// Leaves stretches of the log out, the long ones first, as long as the trouble stays: first whole turns, as far as
/// draws divide them, then single answers.
pub(super) fn cut(best: &mut Seen, most: usize, replay: &Replay<'_>) {
    let mut replays = 0;
    for by_turns in [true, false] {
        let mut size = parts(&best.log, by_turns).len() / 2;
        while size >= 1 && replays < most {
            let mut at = 0;
            loop {
                let parts = parts(&best.log, by_turns);
                if at >= parts.len() || replays >= most {
                    break;
                }
                let end = (at + size).min(parts.len());
                let log = [&parts[..at], &parts[end..]].concat().concat();
                replays += 1;
                match replay(best, &log) {
                    Some(shorter) if shorter.len() < best.log.len() => best.log = shorter,
                    _ => at = end,
                }
            }
            size /= 2;
        }
    }
}

/// A log in parts that may be left out.
fn parts(log: &[Entry], by_turns: bool) -> Vec<Vec<Entry>> {
    let mut parts: Vec<Vec<Entry>> = Vec::new();
    for entry in log {
        match parts.last_mut() {
            Some(last) if by_turns && !entry.how.is_chance() => last.push(entry.clone()),
            _ => parts.push(vec![entry.clone()]),
        }
    }
    parts
}

/// Plays a log as far as it fits: what is not asked or not on offer is left out, and where nothing is left to
/// say the first or the last option is taken. Gives the log of the game if the same trouble comes up.
fn replay(table: &Table, seen: &Seen, log: &[Entry]) -> Option<Vec<Entry>> {
    let key = seen.trouble.key();
    let mut play = table.begin(seen.players, seen.seed)?;
    let by_both = matches!(seen.trouble, Trouble::BackEnds(_));
    let mut mirror = if by_both { table.mirror(seen.players, seen.seed) } else { None };
    let counts = matches!(seen.trouble, Trouble::Unsound(_));
    let mut rest = log.iter().filter(|entry| entry.how != How::Only);
    let mut defaults = 0;
    loop {
        let differ = || mirror.as_ref().and_then(|mirror| table.difference(&play, mirror));
        let wrong = differ().or_else(|| trouble(&mut play, counts));
        if let Some(trouble) = wrong {
            return (trouble.key() == key).then(|| play.log().to_vec());
        }
        if play.log().len() > seen.log.len() + DEFAULTS || is_over(&play) {
            return None;
        }
        let said = rest.find(|entry| fits(&play, entry) && say(&mut play, entry));
        match said {
            Some(entry) => {
                if let Some(mirror) = &mut mirror {
                    say(mirror, entry);
                }
            }
            None => {
                defaults += 1;
                if defaults > DEFAULTS || !go_on(&mut play) {
                    return None;
                }
                if let Some(mirror) = &mut mirror {
                    go_on(mirror);
                }
            }
        }
    }
}

pub(super) fn is_over(play: &Playthrough) -> bool {
    matches!(play.stand(), Stand::Over)
}

/// Whether an entry answers what the game waits for, by name: in a shorter game it may be another player's turn.
pub(super) fn fits(play: &Playthrough, entry: &Entry) -> bool {
    match play.stand() {
        Stand::Question(q) => q.name == entry.name && !entry.how.is_chance(),
        Stand::Chance(q) => q.name == entry.name && entry.how.is_chance(),
        Stand::Shot(q) => q.name == entry.name && entry.shot.is_some(),
        Stand::Over | Stand::Fault(_) => false,
    }
}

/// Says the answer of an entry; whether it was taken.
pub(super) fn say(play: &mut Playthrough, entry: &Entry) -> bool {
    match (&entry.how, &entry.shot) {
        (How::Chance | How::Given, _) => play.give(&entry.answer).is_ok(),
        (_, Some(record)) => {
            play.land((**record).clone()).is_ok() || play.say(&entry.answer).is_ok()
        }
        _ => play.say(&entry.answer).is_ok(),
    }
}

/// Goes on with what is nearest to nothing: passing, or the first option.
fn go_on(play: &mut Playthrough) -> bool {
    match play.stand() {
        Stand::Question(question) => {
            let passes = matches!(question.kind, abi::AskKind::MayChoose | abi::AskKind::Menu);
            play.answer(if passes { question.options - 1 } else { 0 }).is_ok()
        }
        Stand::Chance(_) => play.roll().is_ok(),
        Stand::Shot(_) | Stand::Over | Stand::Fault(_) => false,
    }
}
