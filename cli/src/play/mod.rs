//! `carc play`: a game at a terminal, by people, by bots, or by a script in a pipe.

mod board;
mod bots;
mod command;
mod deeds;
mod ending;
mod names;
mod question;
mod session;
mod tell;

use std::{
    collections::BTreeSet,
    hash::{BuildHasher, Hasher, RandomState},
    io::{self, BufRead, IsTerminal},
    path::Path,
};

use runtime::{Opened, Playthrough, Seats};
use toolkit::{Backend, Bot, FALLBACK, Messages, OpenError, Programs, is_save, load_game};

use self::{
    names::Names,
    session::{Manner, Session},
};
use crate::{
    args::{BotChoice, Play},
    choice::Shelf,
    outcome::{Failure, Verdict},
    phrases::{Phrases, language},
    screen::{Screen, harmless},
    stopwatch::Stopwatch,
};

/// A game with the words that it is shown in, and the rules that saved games may need.
pub(crate) struct Table {
    play: Playthrough,
    names: Names,
    shelf: Shelf,
    programs: Programs,
}

impl From<BotChoice> for Bot {
    fn from(choice: BotChoice) -> Self {
        match choice {
            BotChoice::Random => Self::Random,
            BotChoice::Greedy => Self::Greedy,
        }
    }
}

/// Plays a game.
pub(crate) fn run(
    arguments: &Play,
    input: &mut dyn BufRead,
    screen: &mut Screen<'_>,
) -> Result<Verdict, Failure> {
    let choice = &arguments.game;
    if let Some(path) = &arguments.autosave {
        free_for(path, arguments.load.as_deref())?;
    }
    let (shelf, names) = Shelf::open(&choice.rules.with)?;
    let programs = Programs::new(shelf.texts.clone(), Backend::Native);
    let language = language(arguments.lang.as_deref());
    if arguments.lang.is_some() {
        known_language(&language, &shelf)?;
    }
    let names_of = |shelf: &Shelf| Names {
        messages: Messages::new(&shelf.library, &language),
        phrases: Phrases::new(&language),
    };
    let watch = Stopwatch::start();
    let play = match &arguments.load {
        Some(path) => open(path, &shelf, &programs, screen)?,
        None => {
            let setting = shelf.setting(names, &choice.rules)?;
            let seed = choice.seed.unwrap_or_else(any_seed);
            let (rules, setup) = shelf.game(&setting, choice, seed, Backend::Native)?;
            let seats = Seats::colours(choice.players);
            Playthrough::new(rules, setup, seats).map_err(|e| not_set_up(&e))?
        }
    };
    let compiled_in = watch.elapsed();
    let mut table = Table { play, names: names_of(&shelf), shelf, programs };
    if arguments.bots {
        let show = bots::Show { bot: arguments.bot.into(), boards: arguments.boards, compiled_in };
        return bots::run(&mut table, show, screen);
    }
    let manner = Manner {
        against: arguments.against.map(Bot::from),
        autosave: arguments.autosave.clone(),
        echo: !io::stdin().is_terminal(),
        loaded: arguments.load.is_some(),
    };
    Session::new(&mut table, manner, input).run(screen)
}

/// A saved game; what has changed since it was saved is told.
fn open(
    path: &Path,
    shelf: &Shelf,
    programs: &Programs,
    screen: &mut Screen<'_>,
) -> Result<Playthrough, Failure> {
    let Opened { play, changes } =
        load_game(programs, path).map_err(|e| unopened(path, &e, shelf))?;
    if let Some(changes) = changes {
        let changed = changes.expansions.join(", ");
        screen.line(&format!("The rules have changed since this game was saved: {changed}"))?;
        match changes.stop {
            Some(stop) => {
                let reason = harmless(&stop.reason);
                screen.line(&format!(
                    "It was played again up to answer {}, where {reason}; {} later answers are left out.",
                    stop.entry + 1,
                    changes.rest.len().saturating_sub(1)
                ))?;
            }
            None => screen.line(
                "It was played again to its end: no answer is lost, but the points are those of the rules of now.",
            )?,
        }
    }
    Ok(play)
}

/// Why a saved game does not go on.
fn unopened(path: &Path, error: &OpenError, shelf: &Shelf) -> Failure {
    let path = path.display();
    match error {
        OpenError::Rules(report) => {
            let text = report.render_plain(shelf.texts.sources());
            Failure::Wrong(harmless(&format!("{path}: {error}\n\n{text}")))
        }
        OpenError::Disk { .. } => Failure::Wrong(harmless(&error.to_string())),
        _ => Failure::Wrong(harmless(&format!("{path}: {error}"))),
    }
}

/// A game that is saved by itself replaces no other one than that it goes on with.
fn free_for(path: &Path, loaded: Option<&Path>) -> Result<(), Failure> {
    if !is_save(path).map_err(|error| Failure::Wrong(harmless(&error.to_string())))? {
        return Ok(());
    }
    let same = |loaded: &Path| match (loaded.canonicalize(), path.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => loaded == path,
    };
    if loaded.is_some_and(same) {
        return Ok(());
    }
    let path = path.display();
    Err(Failure::Misused(harmless(&format!(
        "`{path}` holds a saved game already; to go on with it, write `--load {path} --autosave {path}`"
    ))))
}

/// Says so if nobody has texts in the language that was asked for.
fn known_language(language: &str, shelf: &Shelf) -> Result<(), Failure> {
    let known = shelf.library.iter().flat_map(|e| e.messages.keys()).map(String::as_str);
    let known: BTreeSet<&str> = known.chain([FALLBACK]).collect();
    if known.contains(language) {
        return Ok(());
    }
    let known: Vec<&str> = known.into_iter().collect();
    let known = known.join(", ");
    Err(Failure::Misused(format!("there are no texts in `{language}`; there are: {known}")))
}

/// A seed that nobody has chosen, short enough to be typed again.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}

/// Why a game cannot be set up: the rules are wrong, or what was asked of them.
fn not_set_up(error: &runtime::SetupError) -> Failure {
    let text = error.to_string();
    if error.blames_rules() { Failure::Wrong(text) } else { Failure::Misused(text) }
}
