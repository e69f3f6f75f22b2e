//! `carc watch`: a game that goes on while its rules are edited, or scenarios that run at every save.

mod ansi;
mod drawn;
mod game;
mod mistakes;
mod pane;
mod panes;
mod plain;
mod saved;
mod scenarios;

use std::{
    io::{self, IsTerminal},
    sync::{
        Arc,
        mpsc::{Sender, channel},
    },
};

use runtime::{Playthrough, Seats};
use toolkit::{Backend, Clock, Follower, Former, News, Plan, Setting, Texts};

use self::{drawn::Drawn, game::Watched};
use crate::{
    args::Watch,
    choice::Shelf,
    outcome::{Failure, Verdict},
    phrases::{known_language, language},
    play::View,
    screen::{Screen, Style, harmless},
    shoot,
    stopwatch::Stopwatch,
};

/// The seed of a game for which none is given: whoever changes rules wants to see the same game again.
const SEED: u64 = 1;

/// What a session hears.
enum Heard {
    /// Texts have changed.
    News(Box<News>),
    /// A line was typed; nothing at the end of the input.
    Line(Option<String>),
    /// A key was pressed, or the terminal has another size.
    Terminal(ratatui::crossterm::event::Event),
    /// The process is to end.
    Leave,
}

/// Plays a game, or runs scenarios, and goes on when the rules change.
pub(crate) fn run(arguments: &Watch, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let choice = &arguments.game;
    let (shelf, chosen) = Shelf::open(&choice.rules.with())?;
    let language = language(arguments.lang.as_deref());
    if arguments.lang.is_some() {
        known_language(&language, &shelf.library)?;
    }
    let mut setting = shelf.setting(chosen, &choice.rules)?;
    let watch = Stopwatch::start();
    let clock: Clock = Arc::new(move || watch.elapsed());
    if arguments.test {
        return scenarios::run(arguments, shelf, &setting, clock, screen);
    }
    let sets = shelf.sets(choice)?;
    let seed = choice.seed.unwrap_or(SEED);
    let mut former = Former::default();
    let (rules, setup) = shelf.game_after(&setting, choice, seed, Backend::Native, &mut former)?;
    let seats = Seats::colours(choice.players);
    let play = Playthrough::new(rules, setup, seats).map_err(|error| {
        let text = error.to_string();
        if error.blames_rules() { Failure::Wrong(text) } else { Failure::Misused(text) }
    })?;
    // The sets of expansions that only lend tiles are part of the rules.
    setting.tiles.extend(sets.iter().map(|(set, _)| set.clone()));
    let physics = shoot::module(&arguments.physics)?;
    let view = View::new(&shelf.library, &language);
    let plan = plan(arguments, &shelf, &setting, Arc::clone(&clock));
    let picture = arguments.picture.as_deref().map(Drawn::new).transpose()?;
    let (sender, heard) = channel();
    let texts = Arc::clone(&shelf.texts);
    // Where nothing can be followed, no picture is written either.
    let _follower = follow(plan, &shelf.library, texts, former, sender.clone())?;
    let folders = followed(&shelf, &setting);
    let mut game = Watched::new(play, shelf, sets, view, arguments.bot.into(), physics, clock);
    if let Some(picture) = picture {
        game.keep_picture(picture)?;
    }
    if !arguments.plain && io::stdout().is_terminal() && io::stdin().is_terminal() {
        panes::run(game, sender, &heard)
    } else {
        plain::run(game, (sender, &heard), &folders, screen)
    }
}

/// What is followed.
fn plan(arguments: &Watch, shelf: &Shelf, setting: &Setting, clock: Clock) -> Plan {
    Plan {
        given: shelf.given.clone(),
        setting: setting.clone(),
        backend: Backend::Native,
        poll: arguments.poll,
        clock,
    }
}

/// Lets whoever listens hear of changes.
fn follow(
    plan: Plan,
    library: &toolkit::Library,
    texts: Arc<Texts>,
    former: Former,
    sender: Sender<Heard>,
) -> Result<Follower, Failure> {
    let tell = move |news: News| {
        // A session that is over listens no more.
        let _ = sender.send(Heard::News(Box::new(news)));
    };
    Follower::start_after(plan, library, texts, former, tell).map_err(|error| {
        Failure::Misused(match error {
            toolkit::WatchError::NoFolder => {
                format!("{error}; name one, as in `carc watch --with base,./my_thing`")
            }
            toolkit::WatchError::System(_) | toolkit::WatchError::Thread(_) => {
                format!("{error}; `--poll` needs no help of the file system")
            }
        })
    })
}

/// The folders that are followed, in words.
fn followed(shelf: &Shelf, setting: &Setting) -> String {
    let plays = shelf.texts.closure(&setting.expansions);
    let folders = Follower::folders(&shelf.library, &plays);
    let folders: Vec<String> = folders.iter().map(|f| harmless(&f.display().to_string())).collect();
    format!("following {}", folders.join(", "))
}

/// Writes that something is wrong.
fn trouble(text: &str, screen: &mut Screen<'_>) -> io::Result<()> {
    screen.line(&screen.paint(Style::Red, &harmless(text)))
}
