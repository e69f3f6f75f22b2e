//! `carc play`: a game at a terminal, by people, by bots, or by a script in a pipe.

mod board;
mod bots;
mod command;
mod ending;
mod names;
mod question;
mod session;
mod tell;

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    io::{self, BufRead, IsTerminal},
    path::Path,
};

use runtime::{Opened, Playthrough, Seats};
use toolkit::{Backend, Bot, Messages, OpenError, Programs, load_game};

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
    let (shelf, names) = Shelf::open(&choice.rules.with)?;
    let programs = Programs::new(shelf.texts.clone(), Backend::Native);
    let language = language(arguments.lang.as_deref());
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
            Playthrough::new(rules, setup, seats).map_err(|e| Failure::Misused(e.to_string()))?
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
    let Opened { play, changes } = load_game(programs, path).map_err(|e| refused(&e, shelf))?;
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
            None => screen.line("It was played again to its end, and nothing is lost.")?,
        }
    }
    Ok(play)
}

/// Why a saved game does not go on.
fn refused(error: &OpenError, shelf: &Shelf) -> Failure {
    match error {
        OpenError::Rules(report) => {
            let text = report.render_plain(shelf.texts.sources());
            Failure::Wrong(format!("{error}\n\n{text}"))
        }
        _ => Failure::Wrong(harmless(&error.to_string())),
    }
}

/// A seed that nobody has chosen, short enough to be typed again.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}
