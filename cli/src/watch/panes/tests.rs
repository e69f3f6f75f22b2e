//! Every key of the screen, pressed on a terminal that is kept in memory.

use std::sync::{Arc, mpsc::channel};

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
    fn shown(&mut self) -> String {
        self.shown_at(160, 50)
    }

    /// The same on a terminal of a size.
    fn shown_at(&mut self, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
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
    session.typed("j1s");
    assert!(!session.shown().contains("go back to decision"), "{}", session.shown());
    session.press(KeyCode::Enter);
    assert_eq!(session.decided(), 2, "an answer closes the question, and its number is forgotten");
    session.typed("u");
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

fn save(session: &mut Session) {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("game qu.json");
    session.typed("s");
    for _ in 0..2 {
        session.typed("S");
        assert!(session.shown().contains("save the game in the file: ▏"));
        session.typed(path.to_str().unwrap());
        session.press(KeyCode::Enter);
        assert!(session.shown().contains("saved in "), "{}", session.shown());
        assert!(path.exists(), "what is its own is saved over");
    }
    assert_eq!(session.decided(), 1, "letters are no keys");
    let other = &mut Session::new();
    other.typed("4");
    other.press(KeyCode::Enter);
    other.typed("S");
    other.typed(path.to_str().unwrap());
    other.press(KeyCode::Enter);
    assert!(other.shown().contains("another game is saved there"), "{}", other.shown());
    other.typed("S");
    other.press(KeyCode::Esc);
    assert!(!other.shown().contains("save the game in"));
}

fn record(session: &mut Session) {
    let scratch = tempfile::tempdir().unwrap();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../expansions/base");
    let base = scratch.path().join("base");
    std::fs::create_dir(&base).unwrap();
    for file in ["rules.carc", "tiles.carc", "rules.md"] {
        std::fs::copy(own.join(file), base.join(file)).unwrap();
    }
    let path = base.join("more.carc");
    session.typed("sR");
    assert!(session.shown().contains("add it to the scenarios in: ▏"));
    session.typed(path.to_str().unwrap());
    session.press(KeyCode::Enter);
    assert!(session.shown().contains("recorded in "), "{}", session.shown());
    assert!(std::fs::read_to_string(&path).unwrap().contains("red: place = at "));
    session.typed("Rgame.json");
    session.press(KeyCode::Enter);
    assert!(session.shown().contains("is no file of rules"), "{}", session.shown());
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

fn tab(session: &mut Session) {
    for title in [" points of", " saves ", " what saves changed ", " seed 1", " decision "] {
        session.press(KeyCode::Tab);
        let shown = session.shown();
        assert!(shown.contains(&format!("▸{title}")), "{title}:\n{shown}");
        assert_eq!(shown.matches('▸').count(), 1, "{shown}");
    }
    session.press(KeyCode::BackTab);
    assert!(session.shown().contains("▸ seed 1"));
}

fn pages(session: &mut Session) {
    session.panes.bots = true;
    for _ in 0..90 {
        session.panes.bot(&mut session.game);
    }
    session.panes.bots = false;
    session.typed("j");
    let last = session.shown();
    let has = |shown: &str, number: &str| {
        ["red: ", "blue: "].iter().any(|who| shown.contains(&format!(" {number}  {who}")))
    };
    assert!(has(&last, "90") && !has(&last, "1") && last.contains("↑"), "{last}");
    for _ in 0..9 {
        session.press(KeyCode::PageUp);
        session.shown();
    }
    let first = session.shown();
    assert!(has(&first, "1") && !has(&first, "90") && first.contains("↓"), "{first}");
    for _ in 0..9 {
        session.press(KeyCode::PageDown);
        session.shown();
    }
    assert_eq!(session.shown(), last);
    // The reasons of what is on offer are read to their end too.
    session.typed("jo");
    let top = session.shown_at(80, 24);
    assert!(top.contains("↓"), "{top}");
    session.press(KeyCode::PageDown);
    assert!(session.shown_at(80, 24).contains("↑"));
    // Whatever is asked next is shown from its beginning.
    session.press(KeyCode::Esc);
    session.press(KeyCode::PageDown);
    session.typed("s");
    assert!(session.shown().contains("(place)") || session.shown().contains("(action)"));
}

fn quit(session: &mut Session) {
    assert!(session.press(KeyCode::Char('q')));
    for letter in ['c', 'd'] {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        assert!(session.panes.press(key, &mut session.game));
    }
    // What would be lost is asked for, until it is pressed twice in a row.
    session.typed("sq");
    assert!(session.shown().contains("q once more leaves it"), "{}", session.shown());
    session.press(KeyCode::Esc);
    session.typed("q");
    assert_eq!(session.decided(), 1);
    assert!(session.press(KeyCode::Char('q')));
    let scratch = tempfile::tempdir().unwrap();
    session.press(KeyCode::Esc);
    session.typed("S");
    session.typed(scratch.path().join("game.json").to_str().unwrap());
    session.press(KeyCode::Enter);
    assert!(session.press(KeyCode::Char('q')), "it is saved");
    session.typed("sq");
    assert!(session.shown().contains("q once more leaves it"), "what came since is not");
    let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert!(session.panes.press(key, &mut session.game));
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
    "S" save,
    "R" record,
    "Tab" tab,
    "PgUp/PgDn" pages,
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
            let shown = session.shown_at(width, 50);
            for key in KEYS.split(" · ") {
                assert!(shown.contains(key), "{width} columns lack `{key}`:\n{shown}");
            }
        }
    }
}

#[test]
fn all_options_are_in_sight_on_a_small_terminal() {
    let mut session = Session::new();
    for _ in 0..40 {
        let small = session.shown_at(80, 24);
        let options = written(|screen| session.game.view().decision(session.game.play(), screen));
        let numbers: Vec<String> = options
            .lines()
            .skip(1)
            .map(|line| ansi::text(line).to_string())
            .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
            .collect();
        if numbers.len() <= 6 {
            for number in &numbers {
                assert!(small.contains(&format!(" {number}  ")), "no option {number}:\n{small}");
            }
        }
        session.typed("s");
    }
}

#[test]
fn the_decision_is_in_sight_on_the_smallest_terminals() {
    let is_first = |row: &str| row.trim_start_matches(['"', '│', ' ']).starts_with('1');
    let mut session = Session::new();
    for _ in 0..12 {
        for (width, height) in [(40, 12), (40, 8), (60, 15), (80, 10)] {
            let shown = session.shown_at(width, height);
            assert!(shown.contains("▸ decision") && shown.lines().any(is_first), "{shown}");
            assert!(shown.contains("number+Enter choose"), "{shown}");
        }
        session.typed("s");
    }
    for title in [" points of", " saves ", " what saves changed ", " seed 1", " decision "] {
        session.press(KeyCode::Tab);
        let shown = session.shown_at(40, 12);
        assert!(shown.contains(&format!("▸{title}")), "{title}:\n{shown}");
    }
}

#[test]
fn no_rows_are_blank_while_others_lack_some() {
    let mut session = Session::new();
    for _ in 0..30 {
        let shown = session.shown_at(80, 24);
        let rows: Vec<&str> = shown.lines().collect();
        let begins = |title: &str| rows.iter().position(|row| row.contains(title));
        let decision = begins(" decision ").unwrap();
        let points = begins(" points of").unwrap();
        let blank = |row: &&&str| {
            let right = row.trim_end_matches('"').rsplit('│').nth(1).unwrap_or("x");
            right.trim().is_empty()
        };
        let lacks = rows[decision..=points].iter().any(|row| row.contains('↓'));
        let free = rows[points..].iter().take_while(|row| !row.contains('└')).filter(blank);
        assert!(!lacks || free.count() <= 1, "{shown}");
        session.typed("s");
    }
}

#[test]
fn points_and_the_tile_in_hand_stay_in_sight_however_the_board_grows() {
    let mut session = Session::new();
    while session.game.view().tiles_left(session.game.play()) > 10 {
        session.panes.bot(&mut session.game);
        let shown = session.shown_at(150, 50);
        assert!(shown.contains("R Red ") && shown.contains("B Blue "), "{shown}");
        let places = shown.contains("(place)");
        assert!(!places || shown.contains("180°"), "{shown}");
    }
}

#[test]
fn the_end_tells_the_points_and_who_has_won() {
    let mut session = Session::new();
    session.panes.bots = true;
    while session.panes.bots {
        session.panes.bot(&mut session.game);
    }
    for (width, height) in [(160, 50), (80, 24)] {
        let shown = session.shown_at(width, height);
        assert!(shown.contains(" 1. ") && shown.contains(" 2. ") && shown.contains('★'), "{shown}");
    }
}

/// A save of rules with a mistake at the end of a long line.
fn broken_save(session: &mut Session) {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("pic");
    std::fs::create_dir(&folder).unwrap();
    let rules = "expansion pic { title \"Pic\" needs base }\n\nafter p scores n for x when x is city and count x.tiles >= 4 { p.left scores 1 for placde }\n";
    std::fs::write(folder.join("rules.carc"), rules).unwrap();
    let expansions = vec!["pic".to_owned()];
    let setting = toolkit::Setting { expansions, ..Default::default() };
    let library = toolkit::Library::discover(&[folder]);
    let mut workshop = toolkit::Workshop::new(setting, Runs::Eval, &toolkit::Library::built_in());
    let look = workshop.look(library).unwrap();
    let (wait, compile) = (Duration::ZERO, Duration::ZERO);
    session.game.hear(toolkit::News { look, wait, compile });
}

#[test]
fn a_mistake_is_in_sight_with_its_pointer_and_what_to_write() {
    let mut session = Session::new();
    broken_save(&mut session);
    for (width, height) in [(80, 24), (120, 40), (160, 50), (81, 25)] {
        let shown = session.shown_at(width, height);
        let rows: Vec<Vec<char>> = shown.lines().map(|row| row.chars().collect()).collect();
        let text = |row: &[char]| row.iter().collect::<String>();
        // The pane is the left one below.
        let own = |row: &Vec<char>| text(&row[..=usize::from(width) / 2]);
        let line = rows.iter().position(|row| own(row).contains("3 │ "));
        let line = line.unwrap_or_else(|| panic!("no line:\n{shown}"));
        let begins = rows[line + 1].iter().position(|letter| *letter == '^').expect("a pointer");
        assert_eq!(text(&rows[line][begins..begins + 6]), "placde", "{shown}");
        assert!(
            own(&rows[line - 1]).contains("placde") || own(&rows[line - 2]).contains("unknown")
        );
        assert!(rows.iter().any(|row| own(row).contains("did you mean `placed`?")), "{shown}");
    }
}

#[test]
fn no_terminal_is_too_small() {
    let mut session = Session::new();
    broken_save(&mut session);
    for keys in ["", "s", "j", "o", "w"] {
        session.typed(keys);
        for (width, height) in [(1, 1), (10, 5), (3, 40), (200, 2), (20, 10)] {
            session.shown_at(width, height);
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
    let mut session = Session::new();
    let shown = session.shown();
    for pane in
        [" seed 1 · ", " decision ", " points of this turn", " saves ", " what saves changed "]
    {
        assert!(shown.contains(pane), "no `{pane}`:\n{shown}");
    }
}
