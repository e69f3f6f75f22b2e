//! A question with its options, numbered for the one who is asked.

use std::io;

use abi::{
    AskKind, Base, Place, Table, Word, cell_x, cell_y, field, fit_cell, fit_turn, spot_place,
};
use runtime::{Choice, Pick, Playthrough, Question};

use super::{
    board,
    names::{Names, get},
};
use crate::{
    phrases::Phrase,
    screen::{Screen, Style, harmless},
};

/// How many lines of options are shown unless all are asked for.
const SHOWN: usize = 40;

/// The options of a question in the order in which they are shown.
pub(super) struct Numbered {
    /// The game's own numbers.
    order: Vec<usize>,
    /// The numbers that are typed for them.
    typed: Vec<usize>,
    /// Marks for the board: cells with the numbers of what can be done there.
    marks: Vec<(Word, String)>,
    /// Segments of the board where something may stand or stands: numbers, tiles, segments.
    spots: Vec<(usize, Word, Word)>,
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
            let mut fits = Self::fits(&picks);
            fits.say_words(names);
            return fits;
        }
        let words = play.options();
        let mut numbered = Self::empty((0..picks.len()).collect());
        if play.ask(question.ask).ty.base == Base::Int && question.kind != AskKind::Menu {
            numbered.type_values(&picks);
        }
        for (i, (&pick, words)) in picks.iter().zip(words).enumerate() {
            let label = names.option(play, question, pick);
            let numbers = numbered.typed[i].to_string();
            numbered.lines.push(Line { numbers, label, words: harmless(&words) });
            if let Some((tile, segment)) = segment_of(play, question, pick) {
                numbered.spots.push((numbered.typed[i], tile, segment));
            }
        }
        numbered.say_words(names);
        numbered
    }

    /// What can be typed is in the language of the rules; beside it stands what it means in that of the players.
    fn say_words(&mut self, names: &Names) {
        if !names.phrases.is_foreign() {
            return;
        }
        for line in self.lines.iter_mut().filter(|line| line.label.is_empty()) {
            line.label = match line.words.as_str() {
                "none" => names.say(Phrase::Nothing, &[]),
                words => names.notation(words),
            };
        }
    }

    fn empty(order: Vec<usize>) -> Self {
        let typed = (1..=order.len()).collect();
        Self { order, typed, marks: Vec::new(), spots: Vec::new(), lines: Vec::new() }
    }

    /// Where numbers are chosen, each stands for itself; what is none of them comes behind.
    fn type_values(&mut self, picks: &[Pick]) {
        let value = |pick: &Pick| match pick {
            Pick::Option(Choice { value, .. }) => usize::try_from(*value).ok(),
            Pick::Pass => None,
        };
        let highest = picks.iter().filter_map(value).max().unwrap_or(0);
        let mut behind = highest.saturating_add(1)..;
        let typed = picks.iter().map(|pick| value(pick).or_else(|| behind.next()).unwrap_or(0));
        self.typed = typed.collect();
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
        let mut numbered = Self::empty(order);
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

    /// Marks for the board: cells with the numbers of what can be done there.
    pub(super) fn marks(&self) -> &[(Word, String)] {
        &self.marks
    }

    /// The game's number of an option.
    pub(super) fn index(&self, number: usize) -> Option<usize> {
        let position = self.typed.iter().position(|&typed| typed == number)?;
        self.order.get(position).copied()
    }

    /// What can be typed, for whoever typed something else.
    pub(super) fn range(&self, names: &Names) -> String {
        let least = self.typed.iter().min().copied().unwrap_or(0);
        let most = self.typed.iter().max().copied().unwrap_or(0);
        names.say(Phrase::Range, &[&least.to_string(), &most.to_string()])
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
            let more = names.say(Phrase::MoreLines, &[&more.to_string()]);
            screen.line(&format!("  {more}"))?;
        }
        Ok(())
    }

    /// Writes whatever helps to see the options: the board with the places for the tile in hand, the tile
    /// that was placed with its segments, or the board for choices all over it.
    pub(super) fn show_board(
        &self,
        play: &Playthrough,
        names: &Names,
        whole: bool,
        screen: &mut Screen<'_>,
    ) -> io::Result<()> {
        let first = self.spots.first().map(|spot| spot.1);
        match first {
            Some(tile) if !whole && self.spots.iter().all(|spot| spot.1 == tile) => {
                let spots: Vec<(usize, Word)> =
                    self.spots.iter().map(|&(number, _, segment)| (number, segment)).collect();
                return screen.text(&board::numbered(play, tile, &spots, screen));
            }
            None if !whole && self.marks.is_empty() => return Ok(()),
            _ => screen.text(&board::board(play, names, &self.marks, screen))?,
        }
        if self.marks.is_empty() {
            return Ok(());
        }
        if let Some(tile) = board::in_hand(play) {
            screen.text(&board::turns(play, tile, screen))?;
        }
        Ok(())
    }
}

/// Where an option is on the board: the tile and the segment.
fn segment_of(play: &Playthrough, question: &Question, pick: Pick) -> Option<(Word, Word)> {
    let Pick::Option(Choice { offer, value }) = pick else {
        return None;
    };
    let ask = play.ask(question.ask);
    let offer = offer.and_then(|o| ask.offers.get(usize::from(o)));
    let ty = offer.map_or(Some(ask.ty), |offer| offer.ty)?;
    let place = match ty.base {
        Base::Spot => spot_place(value),
        Base::Figure(_) => get(play, Table::Figure, value, field::figure::PLACE)?,
        Base::Segment(_) => Place::Segment(value).word(),
        _ => return None,
    };
    let Some(Place::Segment(segment)) = Place::from_word(place) else {
        return None;
    };
    Some((get(play, Table::Segment, segment, field::segment::TILE)?, segment))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(value: Word) -> Pick {
        Pick::Option(Choice { offer: None, value })
    }

    #[test]
    fn chosen_numbers_stand_for_themselves() {
        let picks = [option(0), option(3), option(-1), Pick::Pass];
        let mut numbered = Numbered::empty((0..4).collect());
        numbered.type_values(&picks);
        assert_eq!(numbered.index(0), Some(0));
        assert_eq!(numbered.index(3), Some(1));
        assert_eq!(numbered.index(4), Some(2), "a number below 0 cannot be typed as one");
        assert_eq!(numbered.index(5), Some(3));
        assert_eq!(numbered.index(1), None);
    }

    #[test]
    fn fits_are_numbered_as_one_reads() {
        let picks = [
            option(abi::fit(0, abi::cell(1, 0), 2)),
            option(abi::fit(0, abi::cell(0, -1), 1)),
            option(abi::fit(0, abi::cell(1, 0), 0)),
        ];
        let numbered = Numbered::fits(&picks);
        assert_eq!([1, 2, 3].map(|n| numbered.index(n)), [Some(1), Some(2), Some(0)]);
        assert_eq!((numbered.index(0), numbered.index(4)), (None, None));
        assert_eq!(numbered.marks[1], (abi::cell(1, 0), "2-3".to_owned()));
    }
}
