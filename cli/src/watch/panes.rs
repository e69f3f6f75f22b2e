//! A session on a terminal: board, decision, points with their reasons, saves and mistakes side by side.

use std::{
    io,
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::Duration,
};

use ratatui::{
    Frame, Terminal,
    backend::Backend,
    crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    layout::{Constraint, Layout, Rect},
    text::{Line, Text},
    widgets::{Block, Paragraph, Wrap},
};
use runtime::Stand;
use toolkit::Follower;

use super::{Heard, ansi, game::Watched};
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
const KEYS: &str = "number+Enter choose · s step · b bots · u undo · j jump · r new seed · w points · o options · ? why · arrows move the board · q quit";
/// So many lines below are for keys and what was typed, however narrow the terminal is.
const MOST_BELOW: usize = 6;

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
    /// A new game would give up this one: the key must be pressed once more.
    Anew,
}

/// What is on the screen besides the game.
struct Panes {
    mode: Mode,
    /// What was typed and not yet entered.
    typed: String,
    /// What could not be done.
    trouble: String,
    /// Why something is on offer or is not, as it was asked last.
    reasons: String,
    /// Whether bots play.
    bots: bool,
    /// By how much the board is moved: down, right.
    moved: (u16, u16),
}

/// Plays until somebody leaves.
pub(super) fn run(
    mut game: Watched,
    follow: impl FnOnce(Sender<Heard>) -> Result<Follower, Failure>,
) -> Result<Verdict, Failure> {
    let (sender, heard) = channel();
    let _follower = follow(sender.clone())?;
    leave_when_told(sender.clone());
    let mut terminal = ratatui::try_init()?;
    let done = read_keys(sender).and_then(|()| play(&mut game, &heard, &mut terminal));
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
            trouble: String::new(),
            reasons: String::new(),
            bots: false,
            moved: (0, 0),
        }
    }

    /// Does what a key says; true if it says to leave.
    fn press(&mut self, key: KeyEvent, game: &mut Watched) -> bool {
        self.trouble.clear();
        if self.mode == Mode::Anew && key.code != KeyCode::Char('r') {
            self.mode = Mode::Play;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let (down, right) = self.moved;
        let done = match key.code {
            KeyCode::Char('c' | 'd') if control => return true,
            KeyCode::Char(letter) if self.mode == Mode::Ask && self.typed.len() < LONGEST => {
                self.typed.push(letter);
                Ok(())
            }
            KeyCode::Char('q') => return true,
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
            self.trouble = harmless(&why);
        }
        false
    }

    fn toggle(&mut self, mode: Mode) {
        self.mode = if self.mode == mode { Mode::Play } else { mode };
        self.typed.clear();
    }

    /// Asks why an answer is on offer or is not; without words, of all that is on offer.
    fn explain(&mut self, game: &mut Watched, said: &str) -> Result<(), String> {
        let mut told = Ok(());
        self.reasons = written(|screen| {
            told = game.why(said, screen).map_err(|failure| failure.to_string());
            Ok(())
        });
        self.mode = if told.is_ok() { Mode::Reasons } else { Mode::Play };
        told
    }

    fn enter(&mut self, game: &mut Watched) -> Result<(), String> {
        if self.mode == Mode::Ask {
            let said = std::mem::take(&mut self.typed);
            return self.explain(game, said.trim());
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
                self.trouble = harmless(&why);
                self.bots = false;
            }
        }
    }

    fn draw(&self, game: &Watched, frame: &mut Frame<'_>) {
        let foot = self.foot(frame.area().width);
        let [main, below, last] = Layout::vertical([
            Constraint::Min(8),
            Constraint::Percentage(30),
            Constraint::Length(u16::try_from(foot.len()).unwrap_or(1)),
        ])
        .areas(frame.area());
        let [left, right] =
            Layout::horizontal([Constraint::Percentage(58), Constraint::Percentage(42)])
                .areas(main);
        let [decision, points] =
            Layout::vertical([Constraint::Percentage(60), Constraint::Percentage(40)]).areas(right);
        let [mistakes, saves] =
            Layout::horizontal([Constraint::Percentage(50), Constraint::Percentage(50)])
                .areas(below);
        let board = written(|screen| {
            game.view().head(game.play(), screen)?;
            game.view().board(game.play(), screen)
        });
        let seed = format!(
            " seed {} · {} tiles left ",
            game.play().setup().seed,
            game.view().tiles_left(game.play())
        );
        let board = Paragraph::new(ansi::text(&board)).scroll(self.moved);
        frame.render_widget(board.block(Block::bordered().title(seed)), left);
        self.decision(game, frame, decision);
        let all = self.mode == Mode::Why;
        let why =
            written(|screen| game.view().why(game.play(), (!all).then_some(LAST_TURNS), screen));
        let title = if all { " points of the game " } else { " points of this turn and the last " };
        let why = ansi::text(&why);
        let hidden = behind(&why, points);
        pane(title, why, hidden, frame, points);
        self.saves(game, frame, mistakes, saves);
        frame.render_widget(Text::from_iter(foot.into_iter().map(Line::from)), last);
    }

    /// The last lines: what was typed, what could not be done, or which keys do what.
    fn foot(&self, width: u16) -> Vec<String> {
        let text = match (self.mode, self.bots) {
            _ if !self.trouble.is_empty() => self.trouble.clone(),
            (_, true) => format!("bots play · b stops them · {KEYS}"),
            (Mode::Ask, _) => {
                format!("why is this on offer, or is not: {}▏ Enter asks, Esc stays", self.typed)
            }
            (Mode::Jump, _) => {
                format!("go back to decision: {}▏ Enter goes, Esc stays", self.typed)
            }
            (Mode::Anew, _) => {
                "a new game gives up this one: r once more begins it, Esc stays".to_owned()
            }
            _ if !self.typed.is_empty() => format!("option: {}▏ Enter takes it", self.typed),
            _ => KEYS.to_owned(),
        };
        broken(&text, usize::from(width))
    }

    fn decision(&self, game: &Watched, frame: &mut Frame<'_>, area: Rect) {
        if self.mode == Mode::Jump {
            let all = game.decisions();
            let lines = all.iter().enumerate();
            let lines =
                lines.map(|(i, d)| Line::from(harmless(&format!("{:>3}  {}", i + 1, d.text))));
            let text = Text::from(lines.collect::<Vec<_>>());
            let hidden = behind(&text, area);
            pane(" decisions ", text, hidden, frame, area);
            return;
        }
        if self.mode == Mode::Reasons {
            pane(" why · o or Esc: back ", ansi::text(&self.reasons), 0, frame, area);
            return;
        }
        let text = written(|screen| {
            game.view().decision(game.play(), screen)?;
            game.view().segments(game.play(), screen)
        });
        pane(" decision ", ansi::text(&text), 0, frame, area);
    }

    fn saves(&self, game: &Watched, frame: &mut Frame<'_>, mistakes: Rect, saves: Rect) {
        let last = game.saves().last();
        let report = last.map_or("", |saved| saved.report());
        let (title, report) = match (last, report) {
            (None, _) => (" saves ", "nothing was saved yet"),
            (Some(_), "") => (" mistakes ", "none"),
            (Some(_), report) => (" mistakes ", report),
        };
        pane(title, Text::from(harmless(report)), 0, frame, mistakes);
        let history = written(|screen| {
            for saved in game.saves().iter().rev() {
                screen.line(&saved.head(screen))?;
                for change in saved.changes() {
                    screen.line(&format!("  {change}"))?;
                }
            }
            Ok(())
        });
        pane(" what saves changed ", ansi::text(&history), 0, frame, saves);
    }
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
    lines.truncate(MOST_BELOW);
    lines.into_iter().map(|line| format!(" {line}")).collect()
}

/// How many lines come before the last ones that an area has room for, with long ones broken.
fn behind(text: &Text<'_>, area: Rect) -> u16 {
    let width = usize::from(area.width.saturating_sub(2)).max(1);
    let lines: usize = text.lines.iter().map(|line| line.width().div_ceil(width).max(1)).sum();
    let lines = u16::try_from(lines).unwrap_or(u16::MAX);
    lines.saturating_sub(area.height.saturating_sub(2))
}

fn pane(title: &'static str, text: Text<'_>, above: u16, frame: &mut Frame<'_>, area: Rect) {
    let text = Paragraph::new(text).wrap(Wrap { trim: false }).scroll((above, 0));
    frame.render_widget(text.block(Block::bordered().title(title)), area);
}
