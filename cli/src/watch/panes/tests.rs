//! Every key of the screen, pressed on a terminal that is kept in memory.

use std::sync::Arc;

use clap::Parser;
use ratatui::backend::TestBackend;
use runtime::{Playthrough, Seats};
use toolkit::Backend as Runs;

use super::*;
use crate::{
    args::{Arguments, Command},
    choice::Shelf,
    play::View,
    shoot,
    stopwatch::Stopwatch,
};

/// A session with a game of the base rules.
struct Session {
    game: Watched,
    panes: Panes,
}

impl Session {
    fn new() -> Self {
        let arguments = ["carc", "watch", "--with", "base", "--seed", "1"];
        let Some(Command::Watch(watch)) = Arguments::parse_from(arguments).command else {
            panic!("that is `carc watch`");
        };
        let choice = &watch.game;
        let (shelf, chosen) = Shelf::open(&choice.rules.with()).unwrap();
        let setting = shelf.setting(chosen, &choice.rules).unwrap();
        let (rules, setup) = shelf.game(&setting, choice, 1, Runs::Eval).unwrap();
        assert!(!setting.expansions.is_empty());
        let play = Playthrough::new(rules, setup, Seats::colours(choice.players)).unwrap();
        let view = View::new(&shelf.library, "en");
        let physics = shoot::module(&watch.physics).unwrap();
        let stopwatch = Stopwatch::start();
        let clock = Arc::new(move || stopwatch.elapsed());
        let bot = watch.bot.into();
        let game = Watched::new(play, shelf, Vec::new(), view, bot, physics, clock);
        Self { game, panes: Panes::new() }
    }

    /// Presses a key; whether that leaves the session.
    fn press(&mut self, code: KeyCode) -> bool {
        self.panes.press(KeyEvent::new(code, KeyModifiers::NONE), &mut self.game)
    }

    fn typed(&mut self, text: &str) {
        for letter in text.chars() {
            assert!(!self.press(KeyCode::Char(letter)), "`{letter}` leaves");
        }
    }

    /// What a terminal shows.
    fn shown(&self) -> String {
        self.shown_at(160)
    }

    /// The same on a terminal of a width.
    fn shown_at(&self, width: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, 50)).unwrap();
        terminal.draw(|frame| self.panes.draw(&self.game, frame)).unwrap();
        terminal.backend().to_string()
    }

    fn decided(&self) -> usize {
        self.game.decisions().len()
    }
}

fn number(session: &mut Session) {
    session.typed("991");
    session.press(KeyCode::Enter);
    assert_eq!(session.decided(), 0);
    assert!(session.shown().contains("there are only the options 1 to "), "{}", session.shown());
    session.typed("12");
    session.press(KeyCode::Backspace);
    assert!(session.shown().contains("option: 1▏ Enter takes it"));
    session.press(KeyCode::Enter);
    assert_eq!(session.decided(), 1, "{}", session.shown());
    session.typed("2");
    session.press(KeyCode::Esc);
    session.press(KeyCode::Enter);
    assert_eq!(session.decided(), 1, "nothing was typed any more");
}

fn step(session: &mut Session) {
    session.typed("ss");
    assert_eq!(session.decided(), 2);
}

fn bots(session: &mut Session) {
    session.typed("b");
    assert!(session.panes.bots && session.shown().contains("bots play · b stops them"));
    session.panes.bot(&mut session.game);
    assert_eq!(session.decided(), 1);
    session.typed("b");
    assert!(!session.panes.bots);
    session.typed("b");
    session.press(KeyCode::Esc);
    assert!(!session.panes.bots);
    session.panes.bots = true;
    while session.panes.bots {
        session.panes.bot(&mut session.game);
    }
    assert_eq!(session.game.play().stand(), Stand::Over, "they stop at the end");
}

fn undo(session: &mut Session) {
    session.typed("s");
    session.typed("u");
    assert_eq!(session.decided(), 0);
    session.typed("u");
    assert!(session.shown().contains("nothing was answered yet"));
}

fn jump(session: &mut Session) {
    session.typed("sss");
    let before = session.shown();
    session.typed("j");
    let list = session.shown();
    assert!(list.contains(" decisions ") && list.contains("1  red: place = at "), "{list}");
    session.typed("j");
    assert_eq!(session.shown(), before);
    session.typed("j2");
    assert!(session.shown().contains("go back to decision: 2▏"));
    session.press(KeyCode::Enter);
    assert_eq!(session.decided(), 1);
}

fn seed(session: &mut Session) {
    session.typed("s");
    assert!(session.shown().contains(" seed 1 · "));
    session.typed("r");
    let asked = session.shown();
    assert!(asked.contains(" seed 1 · ") && asked.contains("r once more begins it"), "{asked}");
    session.press(KeyCode::Esc);
    session.typed("r");
    assert_eq!(session.decided(), 1, "the game is kept until it is pressed twice in a row");
    session.typed("r");
    assert!(session.shown().contains(" seed 2 · "), "{}", session.shown());
    assert_eq!(session.decided(), 0);
    session.typed("r");
    assert!(session.shown().contains(" seed 3 · "), "of no answer nothing is lost");
}

fn points(session: &mut Session) {
    let (last, all) = (" points of this turn and the last ", " points of the game ");
    assert!(session.shown().contains(last));
    session.typed("w");
    assert!(session.shown().contains(all) && !session.shown().contains(last));
    session.typed("w");
    assert!(session.shown().contains(last));
}

fn options(session: &mut Session) {
    session.typed("o");
    let why = session.shown();
    assert!(why.contains(" why · o or Esc: back ") && why.contains("base/rules.carc:"), "{why}");
    session.typed("o");
    assert!(session.shown().contains(" decision "));
    session.typed("o");
    session.press(KeyCode::Esc);
    assert!(session.shown().contains(" decision "));
}

fn why(session: &mut Session) {
    session.typed("?at (9, 9) turned 0");
    assert!(session.shown().contains("or is not: at (9, 9) turned 0▏"), "{}", session.shown());
    session.press(KeyCode::Enter);
    let why = session.shown();
    assert!(why.contains("it is not on offer") && why.contains("no tile lies beside"), "{why}");
    session.press(KeyCode::Esc);
    // While words are typed no letter means anything else.
    session.typed("?qsu");
    assert!(session.shown().contains("or is not: qsu▏") && session.decided() == 0);
}

fn arrows(session: &mut Session) {
    let before = session.shown();
    for (there, back) in [(KeyCode::Down, KeyCode::Up), (KeyCode::Right, KeyCode::Left)] {
        session.press(there);
        assert_ne!(session.shown(), before, "{there:?}");
        session.press(back);
        assert_eq!(session.shown(), before, "{back:?}");
        session.press(back);
        assert_eq!(session.shown(), before, "{back:?} stops at the rim");
    }
}

fn quit(session: &mut Session) {
    assert!(session.press(KeyCode::Char('q')));
    for letter in ['c', 'd'] {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        assert!(session.panes.press(key, &mut session.game));
    }
}

/// A test for each key of the last line.
macro_rules! keys {
    ($($key:literal $case:ident,)*) => {
        const TRIED: &[&str] = &[$($key),*];

        mod pressed {
            $(
                #[test]
                fn $case() {
                    super::$case(&mut super::Session::new());
                }
            )*
        }
    };
}

keys! {
    "number+Enter" number,
    "s" step,
    "b" bots,
    "u" undo,
    "j" jump,
    "r" seed,
    "w" points,
    "o" options,
    "?" why,
    "arrows" arrows,
    "q" quit,
}

#[test]
fn each_key_of_the_help_has_a_test() {
    let helped: Vec<&str> =
        KEYS.split('·').filter_map(|key| key.split_whitespace().next()).collect();
    assert_eq!(TRIED, helped);
}

#[test]
fn all_keys_are_helped_with_on_narrow_terminals_too() {
    let mut session = Session::new();
    for bots in [false, true] {
        session.panes.bots = bots;
        for width in [160, 100, 80, 60, 40] {
            let shown = session.shown_at(width);
            for key in KEYS.split(" · ") {
                assert!(shown.contains(key), "{width} columns lack `{key}`:\n{shown}");
            }
        }
    }
}

#[test]
fn whoever_is_told_to_end_leaves_the_session() {
    let mut session = Session::new();
    let (sender, heard) = channel();
    sender.send(Heard::Leave).unwrap();
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    play(&mut session.game, &heard, &mut terminal).unwrap();
    assert!(heard.try_recv().is_err(), "it has heard it");
}

#[test]
fn the_screen_shows_everything_at_once() {
    let shown = Session::new().shown();
    for pane in
        [" seed 1 · ", " decision ", " points of this turn", " saves ", " what saves changed "]
    {
        assert!(shown.contains(pane), "no `{pane}`:\n{shown}");
    }
}
