//! A question with its options, numbered for the one who is asked.

use std::io;

use abi::{AskKind, Base, Word, cell_x, cell_y, fit_cell, fit_turn};
use runtime::{Choice, Pick, Playthrough, Question};

use super::{board, names::Names};
use crate::screen::{Screen, Style, harmless};

/// How many lines of options are shown unless all are asked for.
const SHOWN: usize = 40;

/// The options of a question in the order in which they are shown.
pub(super) struct Numbered {
    /// The game's own numbers.
    order: Vec<usize>,
    /// Marks for the board: cells with the numbers of what can be done there.
    marks: Vec<(Word, String)>,
    lines: Vec<Line>,
}

/// One line of the list: which numbers, what they are, and how to say it.
struct Line {
    numbers: String,
    label: String,
    words: String,
}

impl Numbered {
    /// The options of the question that waits.
    pub(super) fn new(play: &mut Playthrough, question: &Question, names: &Names) -> Self {
        let rules = play.rules().clone();
        let picks: Vec<Pick> =
            (0..question.options).map_while(|i| play.game_mut().option(&rules, i)).collect();
        if play.ask(question.ask).ty.base == Base::Fit && question.kind != AskKind::Menu {
            return Self::fits(&picks);
        }
        let words = play.options();
        let mut numbered =
            Self { order: (0..picks.len()).collect(), marks: Vec::new(), lines: Vec::new() };
        for (i, (&pick, words)) in picks.iter().zip(words).enumerate() {
            let label = names.option(play, question, pick);
            let numbers = (i + 1).to_string();
            numbered.lines.push(Line { numbers, label, words: harmless(&words) });
        }
        numbered
    }

    /// Places for a tile: from north to south and west to east, the turns of one cell together.
    fn fits(picks: &[Pick]) -> Self {
        let mut fits: Vec<(Word, Word, Word, usize)> = Vec::new();
        let mut others = Vec::new();
        for (i, &pick) in picks.iter().enumerate() {
            match pick {
                Pick::Option(Choice { value, .. }) => {
                    let cell = fit_cell(value);
                    fits.push((cell_y(cell), cell_x(cell), fit_turn(value), i));
                }
                Pick::Pass => others.push(i),
            }
        }
        fits.sort_unstable();
        let order: Vec<usize> = fits.iter().map(|f| f.3).chain(others.iter().copied()).collect();
        let mut numbered = Self { order, marks: Vec::new(), lines: Vec::new() };
        let mut number = 1;
        for group in fits.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (y, x, ..) = group[0];
            let last = number + group.len() - 1;
            let numbers =
                if last > number { format!("{number}-{last}") } else { number.to_string() };
            let turns: Vec<String> = group.iter().map(|f| (90 * f.2).to_string()).collect();
            numbered.marks.push((abi::cell(x, y), numbers.clone()));
            let words = format!("at ({x}, {y}) turned {}", turns.join(", "));
            numbered.lines.push(Line { numbers, label: String::new(), words });
            number = last + 1;
        }
        if !others.is_empty() {
            let numbers = number.to_string();
            numbered.lines.push(Line { numbers, label: String::new(), words: "none".to_owned() });
        }
        numbered
    }

    /// The game's number of an option.
    pub(super) fn index(&self, number: usize) -> Option<usize> {
        self.order.get(number.checked_sub(1)?).copied()
    }

    /// How many options there are.
    pub(super) fn count(&self) -> usize {
        self.order.len()
    }

    /// The marks of the board.
    pub(super) fn marks(&self) -> &[(Word, String)] {
        &self.marks
    }

    /// Writes the question with its options.
    pub(super) fn show(
        &self,
        play: &Playthrough,
        question: &Question,
        names: &Names,
        all: bool,
        screen: &mut Screen<'_>,
    ) -> io::Result<()> {
        let who = names.painted(play, question.player, screen);
        let asked = screen.paint(Style::Bold, &names.question(question));
        let code = screen.paint(Style::Dim, &format!("({})", question.name));
        screen.line(&format!("{who}: {asked} {code}"))?;
        let shown = if all { self.lines.len() } else { SHOWN };
        let wide = self.lines.iter().map(|l| l.numbers.len()).max().unwrap_or(1);
        let label = self.lines.iter().map(|l| l.label.chars().count()).max().unwrap_or(0);
        for line in self.lines.iter().take(shown) {
            let numbers = screen.paint(Style::Cyan, &format!("{:>wide$}", line.numbers));
            let words = match label {
                0 => line.words.clone(),
                _ => screen.paint(Style::Dim, &line.words),
            };
            let padding = if label == 0 { 0 } else { label + 2 };
            screen.line(&format!("  {numbers}  {:<padding$}{words}", line.label))?;
        }
        if let Some(more) = self.lines.len().checked_sub(shown).filter(|&more| more > 0) {
            screen.line(&format!("  and {more} more lines: `options` shows them"))?;
        }
        Ok(())
    }

    /// Writes the board with marks, and the tile that waits to be placed.
    pub(super) fn show_board(
        &self,
        play: &Playthrough,
        names: &Names,
        screen: &mut Screen<'_>,
    ) -> io::Result<()> {
        screen.text(&board::board(play, names, &self.marks, screen))?;
        if self.marks.is_empty() {
            return Ok(());
        }
        if let Some(tile) = board::in_hand(play) {
            screen.text(&board::turns(play, tile, screen))?;
        }
        Ok(())
    }
}
