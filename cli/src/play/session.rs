//! A game with somebody who answers: questions are shown, lines are read, and nothing is lost by mistake.

use std::{
    io::BufRead,
    path::{Path, PathBuf},
};

use abi::{Place, Word};
use runtime::{Entry, How, Pcg32, Playthrough, Question, Save, ShotQuestion, Stand, UndoError};
use toolkit::{Adjusted, Bot, is_save, read_text, save_game, set_aside};

use super::{
    MOST_ANSWERS, MOST_BOT_ANSWERS, Table, board,
    command::{HELP, HELP_ALWAYS, Input, next_line, read, usage_of},
    ending, files, load, mistakes,
    names::{Names, titles},
    parting::Parting,
    question::Numbered,
    shot::{self, Heard, Shooting},
    tell::{Detail, Teller, reasons},
    what_changed,
};
use crate::{
    left_out::left_out,
    outcome::{Failure, Verdict},
    phrases::Phrase,
    record,
    screen::{Screen, Style, harmless},
    why,
};

/// How a session goes.
#[derive(Clone, Debug)]
pub(super) struct Manner {
    /// Who plays for everybody but the first player.
    pub(super) against: Option<Bot>,
    /// Where the game is saved after every answer.
    pub(super) autosave: Option<PathBuf>,
    /// Whether what is read is shown, because nobody sees it being typed.
    pub(super) echo: bool,
    /// Where the game lay if it was a saved one.
    pub(super) loaded: Option<PathBuf>,
}

/// A game under way.
pub(super) struct Session<'a> {
    table: &'a mut Table,
    manner: Manner,
    input: &'a mut dyn BufRead,
    teller: Teller,
    shooting: Shooting,
    /// How long the log was when the game was last saved by itself.
    kept: Option<usize>,
    /// Whether it was to be saved by itself already.
    keeps: bool,
    /// Whether the game could not be saved by itself the last time.
    lost: bool,
    /// How long the log was when somebody saved or loaded the game.
    saved: Option<usize>,
    /// The file that this game was saved in or loaded from by somebody.
    own: Option<PathBuf>,
    /// Whether somebody wanted to leave a game that is not saved.
    leaves: bool,
    /// How many answers bots have given since a person was asked.
    in_a_row: u32,
    /// What an interruption says.
    parting: Parting,
}

/// Whether a session goes on.
enum Next {
    /// With the next question.
    On,
    /// With the same question, which need not be shown again.
    Same,
    /// Not at all.
    Leave,
}

impl<'a> Session<'a> {
    /// A session at a table.
    pub(super) fn new(
        table: &'a mut Table,
        manner: Manner,
        shooting: Shooting,
        input: &'a mut dyn BufRead,
    ) -> Self {
        Self {
            table,
            manner,
            input,
            teller: Teller::new(Detail::Play),
            shooting,
            kept: None,
            keeps: false,
            lost: false,
            saved: None,
            own: None,
            leaves: false,
            in_a_row: 0,
            parting: Parting::listen(),
        }
    }

    /// Plays until the game or the input ends.
    pub(super) fn run(mut self, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
        self.head(screen)?;
        match self.manner.loaded.take() {
            Some(path) => {
                self.loaded(&path, screen)?;
                self.make_room(&self.table.play, screen)?;
            }
            None => self.shooting.keep(&mut self.table.play),
        }
        loop {
            self.teller.tell(&self.table.play, &self.table.names, screen)?;
            self.keep(screen)?;
            let answers = self.table.play.log().len();
            let next = match self.table.play.stand() {
                Stand::Question(_) | Stand::Shot(_) if answers >= MOST_ANSWERS => {
                    let text = self.table.names.say(Phrase::Endless, &[&answers.to_string()]);
                    trouble(&text, screen)?;
                    match self.afterwards(screen)? {
                        Next::Leave => return Ok(Verdict::Bad),
                        Next::On | Next::Same => Next::On,
                    }
                }
                Stand::Chance(_) => {
                    self.table.play.roll().map_err(|e| Failure::Wrong(e.to_string()))?;
                    Next::On
                }
                Stand::Question(question) => match self.bot_of(question.player) {
                    Some(bot) => self.bot_answers(bot, screen)?,
                    None => self.question(&question, screen)?,
                },
                Stand::Shot(question) => self.shot(&question, screen)?,
                Stand::Over | Stand::Fault(_) => {
                    let verdict = ending::show(self.table, screen)?;
                    match self.afterwards(screen)? {
                        Next::Leave => return Ok(verdict),
                        Next::On | Next::Same => Next::On,
                    }
                }
            };
            if matches!(next, Next::Leave) {
                return Ok(Verdict::of(!self.lost));
            }
        }
    }

    fn head(&self, screen: &mut Screen<'_>) -> Result<(), Failure> {
        let Table { play, names, .. } = &*self.table;
        let titles = screen.paint(Style::Bold, &titles(names, play.rules().program()));
        let seed = names.say(Phrase::Seed, &[&play.setup().seed.to_string()]);
        screen.line(&format!("{titles} · {}", screen.paint(Style::Dim, &seed)))?;
        for text in left_out(&names.messages, names.phrases, play) {
            screen.line(&text)?;
        }
        screen.line(&board::legend(play, names, screen))?;
        Ok(())
    }

    fn loaded(&mut self, path: &Path, screen: &mut Screen<'_>) -> Result<(), Failure> {
        // What was left out of the game is in no other file.
        let is_whole = !holds_other(path, &self.table.play);
        self.own = path.canonicalize().ok().filter(|_| is_whole);
        self.teller.skip(&self.table.play);
        self.saved = Some(self.table.play.log().len());
        let answers = self.table.play.log().len().to_string();
        let text = self.table.names.say(Phrase::Loaded, &[&answers]);
        screen.line(&screen.paint(Style::Bold, &text))?;
        if !is_whole && self.manner.autosave.as_ref().is_none_or(|kept| !is_same(kept, path)) {
            let shown = harmless(&path.display().to_string());
            screen.line(&self.table.names.say(Phrase::StaysWhole, &[&shown, &shown]))?;
        }
        if let Some(module) = self.shooting.go_on(&self.table.play) {
            screen.line(&self.table.names.say(Phrase::ShotsGoOn, &[module]))?;
        }
        self.shooting.keep(&mut self.table.play);
        Ok(())
    }

    /// Keeps a copy of the game in the file of `--autosave`, if another one is about to take its place.
    fn make_room(&self, play: &Playthrough, screen: &mut Screen<'_>) -> Result<(), Failure> {
        let Some(path) = self.manner.autosave.as_ref().filter(|path| holds_other(path, play))
        else {
            return Ok(());
        };
        let names = &self.table.names;
        let copy = set_aside(path)
            .map_err(|error| Failure::Wrong(harmless(&mistakes::unopened(&error, names))))?;
        let [path, copy] = [path, &copy].map(|path| harmless(&path.display().to_string()));
        screen.line(&names.say(Phrase::SetAside, &[&path, &copy]))?;
        Ok(())
    }

    /// The bot that plays for a seat.
    fn bot_of(&self, seat: Word) -> Option<Bot> {
        self.manner.against.filter(|_| seat != 0)
    }

    /// The dice of a bot, thrown anew for each answer: a game that was saved goes on as it would have.
    fn dice(&self) -> Pcg32 {
        let play = &self.table.play;
        Pcg32::new((!play.setup().seed).wrapping_add(play.log().len() as u64))
    }

    /// Counts what bots do until a person is asked again: rules may let them go on for ever.
    fn count_bot(&mut self) -> Result<(), Failure> {
        self.in_a_row += 1;
        if self.in_a_row > MOST_BOT_ANSWERS {
            return Err(stuck(&self.table.names));
        }
        Ok(())
    }

    fn bot_answers(&mut self, bot: Bot, screen: &mut Screen<'_>) -> Result<Next, Failure> {
        self.count_bot()?;
        let mut dice = self.dice();
        let Table { play, names, .. } = &mut *self.table;
        let option = bot.choose(play, &mut dice).unwrap_or(0);
        if let Err(error) = play.answer(option) {
            trouble(&mistakes::refused(&error, names), screen)?;
            return Ok(Next::Leave);
        }
        Ok(Next::On)
    }

    /// Lets a bot shoot, or shows the table and reads lines until the token has landed.
    fn shot(&mut self, question: &ShotQuestion, screen: &mut Screen<'_>) -> Result<Next, Failure> {
        if self.bot_of(question.player).is_some() && !self.shooting.is_told() {
            self.count_bot()?;
            return self.bot_shoots(screen);
        }
        self.in_a_row = 0;
        screen.line("")?;
        let Table { play, names, .. } = &mut *self.table;
        let catcher = match question.at {
            Some(Place::Player(seat)) => Some(seat),
            _ => None,
        };
        let hand_is_asked = catcher.is_some_and(|seat| self.manner.against.is_none() || seat == 0);
        let Some(mut waiting) = self.shooting.begin(play, names, hand_is_asked) else {
            return Ok(Next::Leave);
        };
        self.shooting.show(&waiting, play, question, names, screen)?;
        loop {
            let Some(line) = self.prompt(screen)? else {
                return self.ended(screen);
            };
            let input = read(&line);
            let Table { play, names, .. } = &mut *self.table;
            match input {
                Input::Help => {
                    help(Shooting::help(&waiting), names, screen)?;
                    help(HELP_ALWAYS, names, screen)?;
                }
                Input::Answer(words) if usage_of(&words).is_some() => {
                    trouble(&misused(&words, names).unwrap_or_default(), screen)?;
                }
                Input::Number(_) | Input::Answer(_) | Input::Bot | Input::Scene => {
                    match self.shooting.hear(&mut waiting, &line, play, names, screen)? {
                        Heard::Landed => {
                            self.shooting.show_flight(
                                &self.table.play,
                                shot::ALL,
                                self.table.names.phrases,
                                screen,
                            )?;
                            return Ok(Next::On);
                        }
                        Heard::Shows => {
                            self.shooting.show(&waiting, play, question, names, screen)?;
                        }
                        Heard::Waits => {}
                    }
                }
                Input::Options => self.shooting.show(&waiting, play, question, names, screen)?,
                Input::Undo { .. } if Shooting::take_back(&mut waiting, names, screen)? => {}
                other => match self.obey(other, None, screen)? {
                    Next::Same => {}
                    next => return Ok(next),
                },
            }
        }
    }

    fn bot_shoots(&mut self, screen: &mut Screen<'_>) -> Result<Next, Failure> {
        let Table { play, names, .. } = &mut *self.table;
        if let Err(error) = self.shooting.bot(play) {
            trouble(&mistakes::refused(&error, names), screen)?;
            return Ok(Next::Leave);
        }
        self.shooting.show_flight(&self.table.play, shot::ALL, self.table.names.phrases, screen)?;
        Ok(Next::On)
    }

    /// Shows a question and reads lines until one of them moves the game.
    fn question(&mut self, question: &Question, screen: &mut Screen<'_>) -> Result<Next, Failure> {
        self.in_a_row = 0;
        let Table { play, names, .. } = &mut *self.table;
        let numbered = Numbered::new(play, question, names);
        screen.line("")?;
        numbered.show_board(play, names, false, screen)?;
        numbered.show(play, question, names, false, screen)?;
        loop {
            let Some(line) = self.prompt(screen)? else {
                return self.ended(screen);
            };
            match self.obey(read(&line), Some((question, &numbered)), screen)? {
                Next::Same => {}
                next => return Ok(next),
            }
        }
    }

    /// After the end one may still look, take back and save.
    fn afterwards(&mut self, screen: &mut Screen<'_>) -> Result<Next, Failure> {
        loop {
            let Some(line) = self.prompt(screen)? else {
                return Ok(Next::Leave);
            };
            match self.obey(read(&line), None, screen)? {
                Next::Same => {}
                next => return Ok(next),
            }
        }
    }

    fn prompt(&mut self, screen: &mut Screen<'_>) -> Result<Option<String>, Failure> {
        let names = &self.table.names;
        let lost = [Phrase::NotSaved, Phrase::KeptNext].map(|phrase| names.say(phrase, &[]));
        self.parting.says(if self.is_unsaved() { &lost } else { &[] });
        let prompt = names.say(Phrase::Prompt, &[]);
        screen.text(&screen.paint(Style::Dim, &format!("{prompt}> ")))?;
        screen.flush()?;
        let line = next_line(self.input)
            .map_err(|error| Failure::Wrong(format!("the input cannot be read: {error}")))?;
        match &line {
            None => screen.line("")?,
            Some(line) if self.manner.echo => screen.line(harmless(line).trim_end())?,
            Some(_) => {}
        }
        Ok(line)
    }

    fn obey(
        &mut self,
        input: Input,
        asked: Option<(&Question, &Numbered)>,
        screen: &mut Screen<'_>,
    ) -> Result<Next, Failure> {
        let leaves = std::mem::take(&mut self.leaves);
        let Table { play, names, shelf, .. } = &mut *self.table;
        match input {
            Input::Nothing => {}
            Input::Help => {
                help(HELP, names, screen)?;
                help(HELP_ALWAYS, names, screen)?;
            }
            Input::Quit => return self.quit(leaves, screen),
            Input::Board => match asked {
                Some((_, numbered)) => numbered.show_board(play, names, true, screen)?,
                None => screen.text(&board::board(play, names, &[], screen))?,
            },
            Input::Options => match asked {
                Some((question, numbered)) => numbered.show(play, question, names, true, screen)?,
                None => screen.line(&names.say(Phrase::NothingAsked, &[]))?,
            },
            Input::Log => {
                for entry in play.log() {
                    screen.line(&format!("  {}", harmless(&entry.to_string())))?;
                }
            }
            Input::Why(turns) => {
                let adjusted = Adjusted::of(&shelf.texts, play);
                reasons(play, names, &adjusted, turns, screen)?;
            }
            Input::WhyAnswer(said) => {
                let texts = shelf.texts.clone();
                if let Err(failure) = why::answer(play, &texts, &said, screen) {
                    trouble(&failure.to_string(), screen)?;
                }
            }
            Input::Record(path) => match record::keep(play, shelf, &path) {
                Ok(()) => {
                    let path = harmless(&path.display().to_string());
                    screen.line(&names.say(Phrase::Saved, &[&path]))?;
                }
                Err(failure) => trouble(&files::told(&failure.to_string(), names), screen)?,
            },
            Input::Undo { free } => return self.undo(free, screen),
            Input::Save(path) => return self.save(&path, false, screen),
            Input::SaveOver(path) => return self.save(&path, true, screen),
            Input::Picture(path) => self.shooting.picture(&path, shelf, names, screen)?,
            Input::Scene => trouble(&names.say(Phrase::NoShotWaits, &[]), screen)?,
            Input::Load(path) => return self.load(&path, false, screen),
            Input::LoadOver(path) => return self.load(&path, true, screen),
            Input::Incomplete(usage) => trouble(&names.say(Phrase::Incomplete, &[usage]), screen)?,
            Input::Number(_) | Input::Try(_) | Input::Answer(_) | Input::Bot => {
                return match asked {
                    Some((_, numbered)) => self.answer(input, numbered, screen),
                    None => {
                        let text = match &input {
                            Input::Answer(words) => misused(words, names),
                            _ => None,
                        };
                        let text = text.unwrap_or_else(|| names.say(Phrase::NothingAsked, &[]));
                        trouble(&text, screen)?;
                        Ok(Next::Same)
                    }
                };
            }
        }
        Ok(Next::Same)
    }

    fn answer(
        &mut self,
        input: Input,
        numbered: &Numbered,
        screen: &mut Screen<'_>,
    ) -> Result<Next, Failure> {
        let mut dice = self.dice();
        let Table { play, names, .. } = &mut *self.table;
        let number = match input {
            Input::Number(number) | Input::Try(number) => match numbered.index(number) {
                Some(index) => index,
                None => {
                    trouble(&numbered.range(names), screen)?;
                    return Ok(Next::Same);
                }
            },
            Input::Bot => Bot::Greedy.choose(play, &mut dice).unwrap_or(0),
            Input::Answer(words) => {
                return match play.say(&words) {
                    Ok(()) => Ok(Next::On),
                    Err(error) => {
                        let text = misused(&words, names);
                        let text = text.unwrap_or_else(|| mistakes::refused(&error, names));
                        trouble(&text, screen)?;
                        Ok(Next::Same)
                    }
                };
            }
            _ => return Ok(Next::Same),
        };
        if let Input::Try(_) = input {
            // On a copy: what chance would bring next is not shown.
            let mut copy = play.clone();
            match copy.answer(number) {
                Ok(()) => screen.text(&board::board(&copy, names, &[], screen))?,
                Err(error) => trouble(&mistakes::refused(&error, names), screen)?,
            }
            return Ok(Next::Same);
        }
        match play.answer(number) {
            Ok(()) => Ok(Next::On),
            Err(error) => {
                trouble(&mistakes::refused(&error, names), screen)?;
                Ok(Next::Same)
            }
        }
    }

    fn undo(&mut self, free: bool, screen: &mut Screen<'_>) -> Result<Next, Failure> {
        let Table { play, names, .. } = &mut *self.table;
        let is_alone = self.manner.against.is_some();
        if free {
            // Before the first answer there is chance at most, and that would come out anew.
            let seat = |entry: &Entry| play.seats().seat(&entry.player);
            let is_answer =
                |entry: &Entry| entry.how == How::Chosen && (!is_alone || seat(entry) == Some(0));
            if !play.log().iter().any(is_answer) {
                trouble(&mistakes::kept(UndoError::Nothing, names), screen)?;
                return Ok(Next::Same);
            }
            while play.undo() {
                let player = match play.stand() {
                    Stand::Question(question) => question.player,
                    Stand::Shot(shot) => shot.player,
                    Stand::Chance(_) | Stand::Over | Stand::Fault(_) => continue,
                };
                if !is_alone || player == 0 {
                    break;
                }
            }
        } else {
            let last = play.log().iter().rev().find(|e| e.how == How::Chosen);
            let player = last.and_then(|e| play.seats().seat(&e.player)).unwrap_or(0);
            if let Err(error) = play.undo_of(player) {
                trouble(&mistakes::kept(error, names), screen)?;
                return Ok(Next::Same);
            }
        }
        self.teller.taken_back(&self.table.play);
        self.shooting.taken_back(&self.table.play);
        Ok(Next::On)
    }

    /// Saves the game; over another one only if somebody really wants to.
    fn save(&mut self, path: &Path, over: bool, screen: &mut Screen<'_>) -> Result<Next, Failure> {
        let Table { play, names, .. } = &*self.table;
        let shown = harmless(&path.display().to_string());
        let own = path.canonicalize().ok().filter(|_| !over);
        if own.is_some() && own != self.own && holds_other(path, play) {
            trouble(&names.say(Phrase::OtherGame, &[&shown, &shown]), screen)?;
            return Ok(Next::Same);
        }
        match save_game(play, path) {
            Ok(()) => {
                screen.line(&names.say(Phrase::Saved, &[&shown]))?;
                self.saved = Some(play.log().len());
                self.own = path.canonicalize().ok();
            }
            Err(error) => trouble(&mistakes::unopened(&error, names), screen)?,
        }
        Ok(Next::Same)
    }

    /// Goes on with a saved game; one that is under way and not saved is left only if somebody really wants to.
    fn load(&mut self, path: &Path, over: bool, screen: &mut Screen<'_>) -> Result<Next, Failure> {
        let Table { shelf, programs, names, .. } = &*self.table;
        if !over && self.is_unsaved() {
            screen.line(&names.say(Phrase::NotSaved, &[]))?;
            let shown = harmless(&path.display().to_string());
            screen.line(&names.say(Phrase::LoadAnyway, &[&shown]))?;
            return Ok(Next::Same);
        }
        match load(path, shelf, programs, names) {
            Ok(opened) => {
                what_changed(&opened, names, screen)?;
                if let Err(failure) = self.make_room(&opened.play, screen) {
                    trouble(&failure.to_string(), screen)?;
                    return Ok(Next::Same);
                }
                self.kept = None;
                self.table.play = opened.play;
                self.loaded(path, screen)?;
                Ok(Next::On)
            }
            Err(failure) => {
                trouble(&failure.to_string(), screen)?;
                Ok(Next::Same)
            }
        }
    }

    /// Whether somebody has decided something in a game under way that no file holds.
    fn is_unsaved(&self) -> bool {
        let play = &self.table.play;
        let log = play.log();
        let kept = self.kept.filter(|_| !self.lost);
        let is_saved = [self.saved, kept].contains(&Some(log.len()));
        let decided = log.iter().any(|entry| entry.how == How::Chosen);
        !is_saved && decided && !matches!(play.stand(), Stand::Over)
    }

    /// Nothing more is typed, so nothing can be saved any more either.
    fn ended(&self, screen: &mut Screen<'_>) -> Result<Next, Failure> {
        let names = &self.table.names;
        screen.line(&format!("{}.", names.say(Phrase::Ended, &[])))?;
        if self.is_unsaved() {
            screen.line(&names.say(Phrase::NotSaved, &[]))?;
            screen.line(&names.say(Phrase::KeptNext, &[]))?;
        }
        Ok(Next::Leave)
    }

    /// Leaves the game; one that is under way and not saved only if somebody really wants to.
    fn quit(&mut self, again: bool, screen: &mut Screen<'_>) -> Result<Next, Failure> {
        if again || !self.is_unsaved() {
            return Ok(Next::Leave);
        }
        let names = &self.table.names;
        screen.line(&names.say(Phrase::NotSaved, &[]))?;
        // Nobody types into a pipe once more.
        if self.manner.echo {
            return Ok(Next::Leave);
        }
        screen.line(&names.say(Phrase::QuitAgain, &[]))?;
        self.leaves = true;
        Ok(Next::Same)
    }

    /// Saves the game by itself if somebody wants that.
    fn keep(&mut self, screen: &mut Screen<'_>) -> Result<(), Failure> {
        let length = self.table.play.log().len();
        let Some(path) = self.manner.autosave.as_ref().filter(|_| self.kept != Some(length)) else {
            return Ok(());
        };
        let first = !std::mem::replace(&mut self.keeps, true);
        self.kept = Some(length);
        let Err(error) = save_game(&self.table.play, path) else {
            self.lost = false;
            return Ok(());
        };
        let text = mistakes::unopened(&error, &self.table.names);
        if first {
            // Before anything is played that would be lost.
            return Err(Failure::Wrong(harmless(&text)));
        }
        if !self.lost {
            trouble(&text, screen)?;
        }
        self.lost = true;
        Ok(())
    }
}

/// Whether two paths lead to one file.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

/// Whether the saved game in a file is none that this game goes on with; what cannot be read is none.
pub(crate) fn holds_other(path: &Path, play: &Playthrough) -> bool {
    let leads_here = |text: String| Save::from_text(&text).is_ok_and(|save| save.leads_to(play));
    is_save(path).unwrap_or(false) && !read_text(path).is_ok_and(leads_here)
}

/// Bots play on and on.
pub(super) fn stuck(names: &Names) -> Failure {
    Failure::Wrong(names.say(Phrase::Stuck, &[&MOST_BOT_ANSWERS.to_string()]))
}

/// What is said of a line that begins with a word to the program and goes on with more than that word takes.
fn misused(words: &str, names: &Names) -> Option<String> {
    usage_of(words).map(|usage| names.say(Phrase::Incomplete, &[usage]))
}

/// Shows what can be typed, and what it does.
fn help(
    lines: &[(&str, &str, &str)],
    names: &Names,
    screen: &mut Screen<'_>,
) -> Result<(), Failure> {
    for (typed, english, vietnamese) in lines {
        let what = if names.phrases.is_foreign() { vietnamese } else { english };
        let typed = screen.paint(Style::Cyan, &format!("{typed:<22}"));
        screen.line(&format!("  {typed} {what}"))?;
    }
    Ok(())
}

/// Something that was typed could not be done; the game is as it was.
fn trouble(text: &str, screen: &mut Screen<'_>) -> Result<(), Failure> {
    screen.line(&screen.paint(Style::Red, &harmless(text)))?;
    Ok(())
}
