//! A game as other commands show it: board, question, events and reasons, in the words of `carc play`.

use std::io::{self, BufRead};

use abi::{Fault, Options};
use runtime::{PlayError, Playthrough, Stand, because};
use toolkit::{Adjusted, Library, Messages};

use super::{
    board, command, ending, mistakes,
    names::{Names, titles},
    question::Numbered,
    tell::{Detail, Teller, reasons, tiles_left},
};
use crate::{
    left_out::left_out,
    phrases::{Phrase, Phrases},
    screen::{Screen, Style, harmless},
};

/// What is known of a game to show it.
pub(crate) struct View {
    names: Names,
    teller: Teller,
    language: String,
    /// The options of the question that waits, with the numbers that are typed for them.
    numbered: Option<Numbered>,
}

impl View {
    /// A view with the texts of a library.
    pub(crate) fn new(library: &Library, language: &str) -> Self {
        let messages = Messages::new(library, language);
        Self {
            names: Names { messages, phrases: Phrases::new(language) },
            teller: Teller::new(Detail::Full),
            language: language.to_owned(),
            numbered: None,
        }
    }

    /// Words as the rules write them, such as the name of a figure, in the players' language.
    pub(crate) fn notation(&self, words: &str) -> String {
        self.names.notation(words)
    }

    /// Takes the texts of a library that has changed.
    pub(crate) fn learn(&mut self, library: &Library) {
        self.names.messages = Messages::new(library, &self.language);
    }

    /// Looks at the question that waits: its options get their numbers.
    pub(crate) fn look(&mut self, play: &mut Playthrough) {
        self.numbered = match play.stand() {
            Stand::Question(question) => Some(Numbered::new(play, &question, &self.names)),
            Stand::Shot(_) | Stand::Chance(_) | Stand::Over | Stand::Fault(_) => None,
        };
    }

    /// The game's number of the option that was typed as a number.
    pub(crate) fn option(&self, typed: usize) -> Result<usize, String> {
        let Some(numbered) = &self.numbered else {
            return Err(self.names.say(Phrase::NothingAsked, &[]));
        };
        numbered.index(typed).ok_or_else(|| numbered.range(&self.names))
    }

    /// Why an answer was not taken.
    pub(crate) fn refused(&self, error: &PlayError) -> String {
        mistakes::refused(error, &self.names)
    }

    /// What plays, and what the signs of the board mean.
    pub(crate) fn head(&self, play: &Playthrough, screen: &mut Screen<'_>) -> io::Result<()> {
        let titles = screen.paint(Style::Bold, &titles(&self.names, play.rules().program()));
        let seed = self.names.say(Phrase::Seed, &[&play.setup().seed.to_string()]);
        screen.line(&format!("{titles} · {}", screen.paint(Style::Dim, &seed)))?;
        for text in left_out(&self.names.messages, self.names.phrases, play) {
            screen.line(&text)?;
        }
        screen.line(&board::legend(play, &self.names, screen))
    }

    /// The board with the numbers of the options on it, and the points.
    pub(crate) fn board(&self, play: &Playthrough, screen: &mut Screen<'_>) -> io::Result<()> {
        match &self.numbered {
            Some(numbered) => numbered.show_board(play, &self.names, true, screen),
            None => screen.text(&board::board(play, &self.names, &[], screen)),
        }
    }

    /// The board alone, with the numbers of the options on it.
    pub(crate) fn land(&self, play: &Playthrough, screen: &mut Screen<'_>) -> io::Result<()> {
        let marks = self.numbered.as_ref().map_or(&[][..], Numbered::marks);
        screen.text(&board::land(play, marks, screen))
    }

    /// Who has how many points, in a line.
    pub(crate) fn scores(&self, play: &Playthrough, screen: &mut Screen<'_>) -> io::Result<()> {
        screen.text(&board::scores(play, &self.names, screen))
    }

    /// The tile that is to be placed, in all its turns; nothing if none is.
    pub(crate) fn hand(&self, play: &Playthrough, screen: &mut Screen<'_>) -> io::Result<()> {
        let is_placed = self.numbered.as_ref().is_some_and(|n| !n.marks().is_empty());
        match board::in_hand(play).filter(|_| is_placed) {
            Some(tile) => screen.text(&board::turns(play, tile, screen)),
            None => Ok(()),
        }
    }

    /// What helps to see the options, as `carc play` shows it.
    pub(crate) fn options(&self, play: &Playthrough, screen: &mut Screen<'_>) -> io::Result<()> {
        match &self.numbered {
            Some(numbered) => numbered.show_board(play, &self.names, false, screen),
            None => Ok(()),
        }
    }

    /// The same without the board, for whoever sees it beside.
    pub(crate) fn segments(&self, play: &Playthrough, screen: &mut Screen<'_>) -> io::Result<()> {
        match play.game().waiting().map(|waiting| waiting.call.options) {
            Some(Options::Fits(_)) | None => Ok(()),
            Some(_) => self.options(play, screen),
        }
    }

    /// What the game waits for, with the options by number.
    pub(crate) fn decision(&self, play: &Playthrough, screen: &mut Screen<'_>) -> io::Result<()> {
        match (play.stand(), &self.numbered) {
            (Stand::Question(question), Some(numbered)) => {
                numbered.show(play, &question, &self.names, false, screen)
            }
            (Stand::Shot(question), _) => {
                let who = self.names.painted(play, question.player, screen);
                let token = play.rules().program().tokens.get(question.token.index());
                let token = token.map_or_else(String::new, |t| self.names.kind("token", &t.name));
                screen.line(&self.names.say(Phrase::Shoots, &[&who, &token]))
            }
            (Stand::Fault(fault), _) => self.fault(play, &fault, screen),
            (Stand::Over, _) => ending::ranking(play, &self.names, screen),
            (Stand::Question(_) | Stand::Chance(_), _) => Ok(()),
        }
    }

    fn fault(&self, play: &Playthrough, fault: &Fault, screen: &mut Screen<'_>) -> io::Result<()> {
        let text = self.names.say(Phrase::Fault, &[mistakes::fault(fault.kind, &self.names)]);
        screen.line(&screen.paint(Style::Red, &text))?;
        let program = play.rules().program();
        if let Some(site) = fault.site.and_then(|site| program.sites.get(site.index())) {
            screen.line(&format!("  {}", harmless(&because(program, site.origin))))?;
        }
        for local in play.speaker(None).locals(fault) {
            screen.line(&harmless(&format!("  {local}")))?;
        }
        Ok(())
    }

    /// What happened since this was asked last.
    pub(crate) fn tell(&mut self, play: &Playthrough, screen: &mut Screen<'_>) -> io::Result<()> {
        self.teller.tell(play, &self.names, screen)
    }

    /// Passes over what happened, as after going back or a reload.
    pub(crate) fn pass_over(&mut self, play: &Playthrough) {
        self.teller.skip(play);
    }

    /// Every point of the last turns with its reason, or of the whole game.
    pub(crate) fn why(
        &self,
        play: &Playthrough,
        adjusted: &Adjusted,
        turns: Option<usize>,
        screen: &mut Screen<'_>,
    ) -> io::Result<()> {
        reasons(play, &self.names, adjusted, turns, screen)
    }

    /// How many tiles lie in piles.
    pub(crate) fn tiles_left(&self, play: &Playthrough) -> i64 {
        tiles_left(play)
    }
}

/// The next line that somebody typed; nothing at the end of the input.
pub(crate) fn typed(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    command::next_line(input)
}
