//! `carc play`: a game at a terminal, by people, by bots, or by a script in a pipe.

mod board;
mod bots;
mod command;
mod deeds;
mod ending;
mod files;
mod mistakes;
mod names;
mod parting;
mod question;
mod session;
mod shot;
mod tell;
mod view;

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    io::{self, BufRead, IsTerminal},
    path::Path,
};

use runtime::{Opened, OptionChange, Playthrough, SAID, Seats};
use toolkit::{Backend, Bot, Messages, OpenError, Programs, is_save, load_game};

use self::{
    names::Names,
    session::{Manner, Session, is_same},
    shot::Shooting,
};
pub(crate) use self::{
    session::holds_other,
    view::{View, typed},
};
use crate::{
    args::{BotChoice, Play},
    choice::Shelf,
    outcome::{Failure, Verdict},
    phrases::{Phrase, Phrases, known_language, language},
    screen::{Screen, harmless},
    stopwatch::Stopwatch,
};

/// After so many answers of bots without a person in between a game is given up.
const MOST_BOT_ANSWERS: u32 = 50_000;

/// After so many answers nobody plays on: each is kept, and a script could fill the memory with them.
const MOST_ANSWERS: usize = 100_000;

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
    let module = arguments.physics.as_deref();
    if arguments.bots && module == Some(SAID) {
        return Err(no_eyes());
    }
    let shooting = Shooting::new(module, arguments.skill.into())?;
    if let Some(path) = &arguments.autosave {
        free_for(path, arguments.load.as_deref())?;
    }
    let (shelf, chosen) = match arguments.load {
        Some(_) => Shelf::open(choice.rules.said())?,
        None => Shelf::open(&choice.rules.with())?,
    };
    let programs = Programs::new(shelf.texts.clone(), Backend::Native);
    let language = language(arguments.lang.as_deref());
    if arguments.lang.is_some() {
        known_language(&language, &shelf.library)?;
    }
    let names = Names {
        messages: Messages::new(&shelf.library, &language),
        phrases: Phrases::new(&language),
    };
    let watch = Stopwatch::start();
    let play = match &arguments.load {
        Some(path) => {
            let opened = load(path, &shelf, &programs, &names)?;
            all_play(&chosen, path, &opened.play)?;
            what_changed(&opened, &names, screen)?;
            opened.play
        }
        None => {
            let setting = shelf.setting(chosen, &choice.rules)?;
            let seed = choice.seed.unwrap_or_else(any_seed);
            let (rules, setup) = shelf.game(&setting, choice, seed, Backend::Native)?;
            let seats = Seats::colours(choice.players);
            Playthrough::new(rules, setup, seats).map_err(|e| not_set_up(&e))?
        }
    };
    let compiled_in = watch.elapsed();
    let mut table = Table { play, names, shelf, programs };
    if arguments.bots {
        let show = bots::Show { bot: arguments.bot.into(), boards: arguments.boards, compiled_in };
        let autosave = arguments.autosave.as_deref();
        return bots::run(&mut table, shooting, show, autosave, screen);
    }
    let manner = Manner {
        against: arguments.against.map(Bot::from),
        autosave: arguments.autosave.clone(),
        echo: !io::stdin().is_terminal(),
        loaded: arguments.load.clone(),
    };
    Session::new(&mut table, manner, shooting, input).run(screen)
}

/// Bots cannot say what happened on a real table.
fn no_eyes() -> Failure {
    let modules: Vec<&str> = physics::MODULES.iter().map(|module| module.name).collect();
    let modules = modules.join(" or ");
    Failure::Misused(format!(
        "bots cannot see a real table: with `--bots`, choose --physics {modules}"
    ))
}

/// A saved game.
fn load(path: &Path, shelf: &Shelf, programs: &Programs, names: &Names) -> Result<Opened, Failure> {
    load_game(programs, path).map_err(|error| {
        let said = mistakes::unopened(&error, names);
        Failure::Wrong(harmless(&match &error {
            OpenError::Rules(report) => {
                let text = report.render_plain(shelf.texts.sources());
                format!("{}: {said}\n\n{text}", path.display())
            }
            OpenError::Disk { .. } | OpenError::NotOver(_) | OpenError::TooLong(_) => said,
            OpenError::Load(_) | OpenError::Missing(_) => format!("{}: {said}", path.display()),
        }))
    })
}

/// A saved game plays with what it was begun with: whoever names something else would wait for it in vain.
fn all_play(chosen: &[String], path: &Path, play: &Playthrough) -> Result<(), Failure> {
    let program = play.rules().program();
    let playing = program.expansions.iter().map(|(name, _)| name);
    let here: Vec<&str> =
        playing.chain(program.lenders.iter().map(|l| &l.name)).map(String::as_str).collect();
    match chosen.iter().find(|name| !here.contains(&name.as_str())) {
        None => Ok(()),
        Some(other) => Err(Failure::Misused(harmless(&format!(
            "`{other}` cannot join the game in {}, which is played with {}; leave out `--with`",
            path.display(),
            here.join(", ")
        )))),
    }
}

/// What is not as it was when a game was saved.
fn what_changed(opened: &Opened, names: &Names, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let Some(changes) = &opened.changes else {
        return Ok(());
    };
    let changed = harmless(&changes.expansions.join(", "));
    screen.line(&names.say(Phrase::RulesChanged, &[&changed]))?;
    for OptionChange { name, then, now } in &changes.options {
        let (name, then, now) = (harmless(name), then.as_deref(), now.as_deref());
        screen.line(&match (then, now) {
            (Some(then), Some(now)) => {
                names.say(Phrase::OptionOther, &[&name, now, &harmless(then)])
            }
            (Some(then), None) => names.say(Phrase::OptionGone, &[&name, &harmless(then)]),
            (None, _) => names.say(Phrase::OptionNew, &[&name, now.unwrap_or_default()]),
        })?;
    }
    let Some(stop) = &changes.stop else {
        screen.line(&names.say(Phrase::ReplayedAll, &[]))?;
        let other = changes.points.iter().map(|change| {
            let who = names.painted(&opened.play, change.player, screen);
            let points = [change.now, change.then].map(|points| points.to_string());
            names.say(Phrase::Instead, &[&who, &points[0], &points[1]])
        });
        let other: Vec<String> = other.collect();
        if !other.is_empty() {
            screen.line(&names.say(Phrase::OtherPoints, &[&other.join(", ")]))?;
        }
        return Ok(());
    };
    let left_out = changes.rest.len().saturating_sub(1).to_string();
    let words = [(stop.entry + 1).to_string(), harmless(&stop.reason), left_out];
    let words = [&words[0], &words[1], &words[2]].map(String::as_str);
    screen.line(&names.say(Phrase::ReplayedTo, &words))?;
    Ok(())
}

/// A game that is saved by itself replaces no other one than that it goes on with.
fn free_for(path: &Path, loaded: Option<&Path>) -> Result<(), Failure> {
    if !is_save(path).map_err(|error| Failure::Wrong(harmless(&error.to_string())))? {
        return Ok(());
    }
    if loaded.is_some_and(|loaded| is_same(loaded, path)) {
        return Ok(());
    }
    let path = path.display();
    Err(Failure::Misused(harmless(&format!(
        "`{path}` holds a saved game already; to go on with it, write `--load {path} --autosave {path}`"
    ))))
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
