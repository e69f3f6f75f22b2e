//! A session on a terminal: board, decision, points with their reasons, saves and mistakes side by side.

mod places;

use std::{
    io,
    path::Path,
    rc::Rc,
    sync::mpsc::{Receiver, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

use ratatui::{
    Frame, Terminal,
    backend::Backend,
    crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    layout::Rect,
    text::{Line, Text},
    widgets::Paragraph,
};
use runtime::Stand;
use toolkit::counted;

use self::places::{Places, Wanted, most_below, width_of_mistakes};
use super::{
    Heard, ansi,
    game::Watched,
    mistakes::Mistake,
    pane::{Pane, Shown, framed, inside},
    saved::Outcome,
};
use crate::{
    outcome::{Failure, Verdict},
    screen::{Screen, harmless},
};

/// So long bots wait between two answers, for those who look on.
const PACE: Duration = Duration::from_millis(120);
/// The turns whose points are shown.
const LAST_TURNS: usize = 2;
/// More letters than any answer has.
const LONGEST: usize = 200;
/// Which keys do what.
const KEYS: &str = "number+Enter choose · s step · b bots · u undo · j jump · r new seed · w points · o options · ? why · S save · R record · Tab next pane · PgUp/PgDn scroll it · arrows move the board · q quit";
/// What the keys mean just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Numbers are options.
    Play,
    /// Numbers are decisions to go back to.
    Jump,
    /// The reasons of all points are shown.
    Why,
    /// The reasons of what is on offer are shown, or those of one answer.
    Reasons,
    /// Letters are the words of an answer that is to be explained.
    Ask,
    /// Letters are the name of a file that the game is saved in.
    Save,
    /// Letters are the name of a file of scenarios that the game is added to.
    Record,
    /// A new game would give up this one: the key must be pressed once more.
    Anew,
    /// The same of leaving.
    Leave,
}

impl Mode {
    /// Whether letters are words, and no keys.
    fn takes_words(self) -> bool {
        matches!(self, Self::Ask | Self::Save | Self::Record)
    }
}

/// So many rows the board is moved at once.
const BOARD_ROWS: i16 = 10;

/// What can be scrolled, in the order in which it is chosen.
const PANES: [&str; 5] = ["decision", "points", "mistakes", "saves", "board"];
const DECISION: usize = 0;
const POINTS: usize = 1;
const MISTAKES: usize = 2;
const SAVES: usize = 3;
const BOARD: usize = 4;

/// What is on the screen besides the game.
struct Panes {
    mode: Mode,
    /// What was typed and not yet entered.
    typed: String,
    /// What was done, or could not be done.
    told: String,
    /// Why something is on offer or is not, as it was asked last.
    reasons: String,
    /// Whether bots play.
    bots: bool,
    /// By how much the board is moved: down, right.
    moved: (u16, u16),
    /// What of the texts is shown.
    parts: [Pane; PANES.len()],
    /// The one that is scrolled.
    chosen: usize,
    /// How many entries the log had, and how many saves there were, when that was shown last.
    seen: (usize, usize),
}

/// Plays until somebody leaves.
pub(super) fn run(
    mut game: Watched,
    sender: Sender<Heard>,
    heard: &Receiver<Heard>,
) -> Result<Verdict, Failure> {
    leave_when_told(sender.clone());
    let mut terminal = ratatui::try_init()?;
    let done = read_keys(sender).and_then(|()| play(&mut game, heard, &mut terminal));
    ratatui::restore();
    done?;
    Ok(Verdict::of(!matches!(game.play().stand(), Stand::Fault(_))))
}

/// Reads keys beside everything else.
fn read_keys(sender: Sender<Heard>) -> io::Result<()> {
    let read = move || {
        while let Ok(event) = event::read() {
            if sender.send(Heard::Terminal(event)).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("keys".to_owned()).spawn(read)?;
    Ok(())
}

/// Whoever ends the process from outside gets the terminal back as it was.
fn leave_when_told(sender: Sender<Heard>) {
    // Where signals cannot be caught, the keys still leave in good order.
    let _ = ctrlc::set_handler(move || {
        // A session that is over has given the terminal back.
        let _ = sender.send(Heard::Leave);
    });
}

fn play<B: Backend>(
    game: &mut Watched,
    heard: &Receiver<Heard>,
    terminal: &mut Terminal<B>,
) -> Result<(), B::Error> {
    let mut panes = Panes::new();
    loop {
        terminal.draw(|frame| panes.draw(game, frame))?;
        let next = if panes.bots {
            match heard.recv_timeout(PACE) {
                Err(RecvTimeoutError::Timeout) => {
                    panes.bot(game);
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Ok(next) => next,
            }
        } else {
            match heard.recv() {
                Ok(next) => next,
                Err(_) => return Ok(()),
            }
        };
        match next {
            Heard::News(news) => {
                game.hear(*news);
            }
            Heard::Terminal(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                if panes.press(key, game) {
                    return Ok(());
                }
            }
            Heard::Leave => return Ok(()),
            Heard::Terminal(_) | Heard::Line(_) => {}
        }
    }
}

impl Panes {
    fn new() -> Self {
        Self {
            mode: Mode::Play,
            typed: String::new(),
            told: String::new(),
            reasons: String::new(),
            bots: false,
            moved: (0, 0),
            parts: Default::default(),
            chosen: DECISION,
            seen: (0, 0),
        }
    }

    /// Does what a key says; true if it says to leave.
    fn press(&mut self, key: KeyEvent, game: &mut Watched) -> bool {
        self.told.clear();
        let is_meant = match self.mode {
            Mode::Anew => key.code == KeyCode::Char('r'),
            Mode::Leave => key.code == KeyCode::Char('q'),
            _ => true,
        };
        if !is_meant {
            self.mode = Mode::Play;
        }
        // What acts on the game would leave a number waiting that gives up what came of it.
        if self.mode == Mode::Jump && matches!(key.code, KeyCode::Char('s' | 'b' | 'u')) {
            self.toggle(Mode::Jump);
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let (down, right) = self.moved;
        let done = match key.code {
            KeyCode::Char('c' | 'd') if control => return true,
            KeyCode::Char(letter) if self.mode.takes_words() && self.typed.len() < LONGEST => {
                self.typed.push(letter);
                Ok(())
            }
            KeyCode::Char('q') if self.mode == Mode::Leave || !game.is_unsaved() => return true,
            KeyCode::Char('q') => {
                self.toggle(Mode::Leave);
                self.bots = false;
                Ok(())
            }
            KeyCode::Char(digit @ '0'..='9') if self.typed.len() < 9 => {
                self.typed.push(digit);
                Ok(())
            }
            KeyCode::Backspace => {
                self.typed.pop();
                Ok(())
            }
            KeyCode::Esc => {
                self.mode = Mode::Play;
                self.typed.clear();
                self.bots = false;
                Ok(())
            }
            KeyCode::Enter => self.enter(game),
            KeyCode::Char('s') => game.step().map(|_| ()),
            KeyCode::Char('b') => {
                self.bots = !self.bots;
                Ok(())
            }
            KeyCode::Char('u') => {
                self.bots = false;
                game.undo()
            }
            KeyCode::Char('r') if self.mode == Mode::Anew || game.decisions().is_empty() => {
                self.mode = Mode::Play;
                self.bots = false;
                game.begin_anew(None)
            }
            KeyCode::Char('r') => {
                self.toggle(Mode::Anew);
                self.bots = false;
                Ok(())
            }
            KeyCode::Char('j') => {
                self.toggle(Mode::Jump);
                Ok(())
            }
            KeyCode::Char('w') => {
                self.toggle(Mode::Why);
                Ok(())
            }
            KeyCode::Char('o') if self.mode == Mode::Reasons => {
                self.mode = Mode::Play;
                Ok(())
            }
            KeyCode::Char('o') => self.explain(game, ""),
            KeyCode::Char('?') => {
                self.toggle(Mode::Ask);
                Ok(())
            }
            KeyCode::Char('S') => {
                self.toggle(Mode::Save);
                self.bots = false;
                Ok(())
            }
            KeyCode::Char('R') => {
                self.toggle(Mode::Record);
                self.bots = false;
                Ok(())
            }
            KeyCode::Tab | KeyCode::BackTab => {
                let step = if key.code == KeyCode::Tab { 1 } else { PANES.len() - 1 };
                self.chosen = (self.chosen + step) % PANES.len();
                Ok(())
            }
            KeyCode::PageUp => {
                self.scroll(-1);
                Ok(())
            }
            KeyCode::PageDown => {
                self.scroll(1);
                Ok(())
            }
            KeyCode::Up => {
                self.moved = (down.saturating_sub(2), right);
                Ok(())
            }
            KeyCode::Down => {
                self.moved = (down.saturating_add(2), right);
                Ok(())
            }
            KeyCode::Left => {
                self.moved = (down, right.saturating_sub(4));
                Ok(())
            }
            KeyCode::Right => {
                self.moved = (down, right.saturating_add(4));
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(why) = done {
            self.told = harmless(&why);
        }
        false
    }

    fn toggle(&mut self, mode: Mode) {
        self.mode = if self.mode == mode { Mode::Play } else { mode };
        self.typed.clear();
        self.chosen = if mode == Mode::Why { POINTS } else { DECISION };
        self.parts[self.chosen].reset();
    }

    /// Goes a screenful up or down in the chosen pane.
    fn scroll(&mut self, pages: isize) {
        if self.chosen == BOARD {
            let way = i16::try_from(pages).unwrap_or(0).saturating_mul(BOARD_ROWS);
            self.moved.0 = self.moved.0.saturating_add_signed(way);
        } else {
            self.parts[self.chosen].scroll(pages);
        }
    }

    /// Asks why an answer is on offer or is not; without words, of all that is on offer.
    fn explain(&mut self, game: &mut Watched, said: &str) -> Result<(), String> {
        let mut told = Ok(());
        self.reasons = written(|screen| {
            told = game.why(said, screen).map_err(|failure| failure.to_string());
            Ok(())
        });
        self.mode = if told.is_ok() { Mode::Reasons } else { Mode::Play };
        self.chosen = DECISION;
        self.parts[DECISION].reset();
        told
    }

    fn enter(&mut self, game: &mut Watched) -> Result<(), String> {
        if self.mode == Mode::Ask {
            let said = std::mem::take(&mut self.typed);
            return self.explain(game, said.trim());
        }
        if matches!(self.mode, Mode::Save | Mode::Record) {
            let (mode, typed) = (self.mode, std::mem::take(&mut self.typed));
            self.mode = Mode::Play;
            let told = match (mode, typed.trim()) {
                (_, "") => return Ok(()),
                (Mode::Save, path) => game.save(Path::new(path), false)?,
                (_, path) => game.record(Path::new(path))?,
            };
            self.told = harmless(&told);
            return Ok(());
        }
        let Ok(number) = std::mem::take(&mut self.typed).parse() else {
            return Ok(());
        };
        if self.mode == Mode::Jump {
            self.mode = Mode::Play;
            self.bots = false;
            return game.jump(number);
        }
        game.choose(number)
    }

    /// One answer of a bot; at the end of the game they stop.
    fn bot(&mut self, game: &mut Watched) {
        match game.step() {
            Ok(true) => {}
            Ok(false) => self.bots = false,
            Err(why) => {
                self.told = harmless(&why);
                self.bots = false;
            }
        }
    }

    fn draw(&mut self, game: &Watched, frame: &mut Frame<'_>) {
        self.begin_at_what_is_new(game);
        let area = frame.area();
        let foot = self.foot(area.width, most_below(area.height));
        let Decision { title, options, more, from_its_end } = self.decision(game);
        let points = self.points(game);
        let [mistakes, saves] = self.saves(game, width_of_mistakes(area));
        let hand = ansi::text(&written(|screen| game.view().hand(game.play(), screen)));
        let wanted = Wanted {
            options: &options,
            more: &more,
            points: &points.text,
            hand: &hand,
            below: [&mistakes.text, &saves.text],
            is_question: !matches!(self.mode, Mode::Jump | Mode::Reasons),
            chosen: self.chosen,
        };
        let places = Places::of(area, foot.len(), &wanted);
        let is_beside = places.strip.height > 1;
        self.board(game, is_beside, frame, places.board);
        let strip = written(|screen| {
            game.view().scores(game.play(), screen)?;
            if is_beside { game.view().hand(game.play(), screen) } else { Ok(()) }
        });
        frame.render_widget(Paragraph::new(ansi::text(&strip)), places.strip);
        let mut text = options;
        text.extend(more.lines);
        let is_chosen = self.chosen == DECISION;
        let decision = Shown { title, text, from_its_end, is_chosen };
        self.parts[DECISION].draw(decision, frame, places.decision);
        self.parts[POINTS].draw(points, frame, places.points);
        self.parts[MISTAKES].draw(mistakes, frame, places.mistakes);
        self.parts[SAVES].draw(saves, frame, places.saves);
        frame.render_widget(Text::from_iter(foot.into_iter().map(Line::from)), places.foot);
    }

    /// The points of the last turns or of the game.
    fn points(&self, game: &Watched) -> Shown {
        let all = self.mode == Mode::Why;
        let turns = (!all).then_some(LAST_TURNS);
        // The points of the game are asked for; those beside the decision are drawn all the time.
        let adjusted = if all { game.adjusted() } else { Rc::default() };
        let why = written(|screen| game.view().why(game.play(), &adjusted, turns, screen));
        let title = if all { " points of the game " } else { " points of this turn and the last " };
        Shown {
            title: title.to_owned(),
            text: ansi::text(&why),
            from_its_end: true,
            is_chosen: self.chosen == POINTS,
        }
    }

    /// What is new is shown from its beginning, however far the old was scrolled.
    fn begin_at_what_is_new(&mut self, game: &Watched) {
        let saves = game.saves().last().map_or(0, |saved| saved.number);
        let seen = (game.play().log().len(), saves);
        if seen.0 != self.seen.0 {
            self.parts[DECISION].reset();
            self.parts[POINTS].reset();
        }
        if seen.1 != self.seen.1 {
            self.parts[MISTAKES].reset();
            self.parts[SAVES].reset();
        }
        self.seen = seen;
    }

    /// The board as far as it was moved; the tile in hand is below it where there is no room beside.
    fn board(&self, game: &Watched, is_beside: bool, frame: &mut Frame<'_>, area: Rect) {
        let board = ansi::text(&written(|screen| {
            game.view().head(game.play(), screen)?;
            game.view().land(game.play(), screen)?;
            if is_beside { Ok(()) } else { game.view().hand(game.play(), screen) }
        }));
        let seed = game.play().setup().seed;
        let left = counted(game.view().tiles_left(game.play()), "tile");
        let title = format!(" seed {seed} · {left} left ");
        let above = usize::from(self.moved.0).min(board.height());
        let below = (board.height() - above).saturating_sub(inside(area.height));
        let block = framed(&title, above, below, self.chosen == BOARD);
        frame.render_widget(Paragraph::new(board).scroll(self.moved).block(block), area);
    }

    /// The last lines: what was typed, what could not be done, or which keys do what.
    fn foot(&self, width: u16, most: usize) -> Vec<String> {
        let text = match (self.mode, self.bots) {
            _ if !self.told.is_empty() => self.told.clone(),
            (_, true) => format!("bots play · b stops them · {KEYS}"),
            (Mode::Ask, _) => {
                format!("why is this on offer, or is not: {}▏ Enter asks, Esc stays", self.typed)
            }
            (Mode::Save, _) => {
                format!("save the game in the file: {}▏ Enter saves, Esc stays", self.typed)
            }
            (Mode::Record, _) => {
                format!("add it to the scenarios in: {}▏ Enter adds, Esc stays", self.typed)
            }
            (Mode::Jump, _) => {
                format!("go back to decision: {}▏ Enter goes, Esc stays", self.typed)
            }
            (Mode::Anew, _) => {
                "a new game gives up this one: r once more begins it, Esc stays".to_owned()
            }
            (Mode::Leave, _) => {
                "this game is not saved: q once more leaves it, S saves it, Esc stays".to_owned()
            }
            _ if !self.typed.is_empty() => format!("option: {}▏ Enter takes it", self.typed),
            _ => KEYS.to_owned(),
        };
        let mut lines = broken(&text, usize::from(width));
        lines.truncate(most);
        lines
    }

    fn decision(&self, game: &Watched) -> Decision {
        let nothing = Text::default;
        if self.mode == Mode::Jump {
            let all = game.decisions();
            let lines = all.iter().enumerate();
            let lines =
                lines.map(|(i, d)| Line::from(harmless(&format!("{:>3}  {}", i + 1, d.text))));
            let options = Text::from(lines.collect::<Vec<_>>());
            let title = " decisions ".to_owned();
            return Decision { title, options, more: nothing(), from_its_end: true };
        }
        if self.mode == Mode::Reasons {
            let (title, options) = (" why · o or Esc: back ".to_owned(), ansi::text(&self.reasons));
            return Decision { title, options, more: nothing(), from_its_end: false };
        }
        let options = written(|screen| game.view().decision(game.play(), screen));
        let more = written(|screen| game.view().segments(game.play(), screen));
        let [options, more] = [options, more].map(|text| ansi::text(&text));
        Decision { title: " decision ".to_owned(), options, more, from_its_end: false }
    }

    /// What is wrong with the last save, and what saves changed.
    fn saves(&self, game: &Watched, width: usize) -> [Shown; 2] {
        let last = game.saves().last();
        let (title, report) = match last {
            None => (" saves ", Text::from("nothing was saved yet")),
            Some(saved) => {
                let mut report = Mistake::text(&saved.mistakes, width);
                if let Outcome::Refused(why) = &saved.outcome {
                    report.extend(Text::from(harmless(why)).lines);
                }
                let none = report.lines.is_empty();
                (" mistakes ", if none { Text::from("none") } else { report })
            }
        };
        let history = written(|screen| {
            for saved in game.saves().iter().rev() {
                screen.line(&saved.head(screen))?;
                for change in saved.changes() {
                    screen.line(&format!("  {change}"))?;
                }
            }
            Ok(())
        });
        let shown = |title: &str, text: Text<'static>, pane: usize| Shown {
            title: title.to_owned(),
            text,
            from_its_end: false,
            is_chosen: self.chosen == pane,
        };
        [shown(title, report, MISTAKES), shown(" what saves changed ", ansi::text(&history), SAVES)]
    }
}

/// What the pane of the decision shows: first what must be in sight.
struct Decision {
    title: String,
    options: Text<'static>,
    more: Text<'static>,
    from_its_end: bool,
}

#[cfg(test)]
mod tests;

/// What is written for a terminal, with its codes.
fn written(write: impl FnOnce(&mut Screen<'_>) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    // Writing into memory goes well.
    let _ = write(&mut Screen::new(&mut out, true));
    String::from_utf8_lossy(&out).into_owned()
}

/// A text in lines of a width, with a blank at both sides; where it can, it breaks between keys.
fn broken(text: &str, width: usize) -> Vec<String> {
    let room = width.saturating_sub(2).max(1);
    let mut lines: Vec<String> = Vec::new();
    for part in text.split(" · ") {
        // What is longer than a line breaks between words.
        let words: Vec<&str> = match part.chars().count() <= room {
            true => vec![part],
            false => part.split(' ').collect(),
        };
        for (number, word) in words.into_iter().enumerate() {
            let between = if number == 0 { " · " } else { " " };
            match lines.last_mut() {
                Some(line)
                    if line.chars().count() + between.chars().count() + word.chars().count()
                        <= room =>
                {
                    line.push_str(between);
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
    }
    lines.into_iter().map(|line| format!(" {line}")).collect()
}
