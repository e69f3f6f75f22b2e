//! The game of a session: what can be done with it, whoever asks, and what a save does to it.

use std::{
    cell::RefCell,
    path::{Path, PathBuf},
    rc::Rc,
};

use abi::ShotPhysics;
use physics::{Dice, Skill};
use runtime::{Entry, How, Pcg32, Playthrough, Stand};
use toolkit::{Adjusted, Bot, Clock, Home, Live, Look, Made, News, Report, Shots, save_game};

use super::{
    drawn::Drawn,
    mistakes::Mistake,
    saved::{Outcome, Saved},
};
use crate::{
    check::beside_rules,
    choice::Shelf,
    outcome::Failure,
    play::{View, holds_other},
    record,
    screen::Screen,
    why,
};

/// So many answers bots give in a row; rules may let them go on for ever.
const MOST_BOT_ANSWERS: u32 = 50_000;
/// So many saves are remembered.
const MOST_SAVES: usize = 100;

/// A game that is played while its rules change.
pub(super) struct Watched {
    live: Live,
    shelf: Shelf,
    sets: Vec<(String, u32)>,
    view: View,
    bot: Bot,
    shots: Shots,
    dice: Pcg32,
    throws: Dice,
    clock: Clock,
    saves: Vec<Saved>,
    /// What is wrong with the files beside the rules, as they were read last.
    beside: Vec<(String, Vec<Mistake>)>,
    count: usize,
    adjusted: RefCell<Option<Known>>,
    /// The file that somebody saved the game in.
    own: Option<PathBuf>,
    /// The log when somebody kept it last, in a file of its own or as a scenario.
    kept: Vec<Entry>,
    drawn: Option<Drawn>,
}

/// What adjusted the points of a game.
struct Known {
    /// Its log.
    log: Vec<Entry>,
    /// After how many saves.
    saves: usize,
    adjusted: Rc<Adjusted>,
}

/// An earlier decision.
pub(super) struct Decision {
    /// Its place in the log.
    entry: usize,
    /// What was answered.
    pub(super) text: String,
}

impl Watched {
    /// A session with a game that begins.
    pub(super) fn new(
        play: Playthrough,
        shelf: Shelf,
        sets: Vec<(String, u32)>,
        view: View,
        bot: Bot,
        physics: Box<dyn ShotPhysics>,
        clock: Clock,
    ) -> Self {
        let seed = !play.setup().seed;
        let mut watched = Self {
            live: Live::new(play),
            shelf,
            sets,
            view,
            bot,
            shots: Shots::new(physics, Skill::PRACTISED),
            dice: Pcg32::new(seed),
            throws: Dice::new(seed),
            clock,
            saves: Vec::new(),
            beside: Vec::new(),
            count: 0,
            adjusted: RefCell::default(),
            own: None,
            kept: Vec::new(),
            drawn: None,
        };
        watched.settle();
        watched
    }

    /// Keeps a picture of the board in a file from now on.
    pub(super) fn keep_picture(&mut self, mut drawn: Drawn) -> Result<(), crate::outcome::Failure> {
        drawn.draw(self.live.play(), &self.shelf)?;
        self.drawn = Some(drawn);
        Ok(())
    }

    /// Draws the board anew if it is to be drawn.
    fn draw(&mut self) -> Result<(), String> {
        let Some(drawn) = &mut self.drawn else { return Ok(()) };
        drawn.draw(self.live.play(), &self.shelf).map_err(|failure| failure.to_string())
    }

    /// The game.
    pub(super) fn play(&self) -> &Playthrough {
        self.live.play()
    }

    /// What shows it.
    pub(super) fn view(&self) -> &View {
        &self.view
    }

    /// The same together with the game, for what remembers what it has told.
    pub(super) fn view_mut(&mut self) -> (&mut View, &Playthrough) {
        (&mut self.view, self.live.play())
    }

    /// The last saves, the latest last.
    pub(super) fn saves(&self) -> &[Saved] {
        &self.saves
    }

    /// Lets chance decide until somebody else is asked, and looks at what is asked then.
    fn settle(&mut self) {
        let play = self.live.play_mut();
        while matches!(play.stand(), Stand::Chance(_)) {
            if play.roll().is_err() {
                break;
            }
        }
        self.view.look(play);
    }

    /// Takes the option of a number that was typed.
    pub(super) fn choose(&mut self, number: usize) -> Result<(), String> {
        let option = self.view.option(number)?;
        let done = self.live.play_mut().answer(option);
        self.done(done)
    }

    /// Takes an option by its words.
    pub(super) fn say(&mut self, words: &str) -> Result<(), String> {
        let done = self.live.play_mut().say(words);
        self.done(done)
    }

    /// Lets a bot answer once, or throw; false if nothing is asked.
    pub(super) fn step(&mut self) -> Result<bool, String> {
        let play = self.live.play_mut();
        let done = match play.stand() {
            Stand::Question(_) => {
                let option = self.bot.choose(play, &mut self.dice).unwrap_or(0);
                play.answer(option)
            }
            Stand::Shot(_) => {
                let Some(scene) = play.scene() else { return Ok(false) };
                let record = self.shots.shoot(&scene, &mut self.throws);
                play.land(record.map_err(|why| play.impossible(why).to_string())?)
            }
            Stand::Chance(_) | Stand::Over | Stand::Fault(_) => return Ok(false),
        };
        self.done(done).map(|()| true)
    }

    /// Lets bots play so many answers, or to the end.
    pub(super) fn bots(&mut self, answers: Option<u32>) -> Result<(), String> {
        for _ in 0..answers.unwrap_or(MOST_BOT_ANSWERS).min(MOST_BOT_ANSWERS) {
            if !self.step()? {
                break;
            }
        }
        Ok(())
    }

    fn done(&mut self, done: Result<(), runtime::PlayError>) -> Result<(), String> {
        done.map_err(|error| self.view.refused(&error))?;
        self.settle();
        self.draw()
    }

    /// Explains why an answer is on offer or is not; without words, everything that is on offer.
    pub(super) fn why(&mut self, said: &str, screen: &mut Screen<'_>) -> Result<(), Failure> {
        let texts = self.shelf.texts.clone();
        let play = self.live.play_mut();
        match said {
            "" => why::options(play, &texts, screen),
            said => why::answer(play, &texts, said, screen).map(|_| ()),
        }
    }

    /// The lines that adjusted its points.
    pub(super) fn adjusted(&self) -> Rc<Adjusted> {
        let mut known = self.adjusted.borrow_mut();
        let (log, saves) = (self.play().log(), self.count);
        match &*known {
            Some(known) if known.log == log && known.saves == saves => known.adjusted.clone(),
            _ => {
                let adjusted = Rc::new(Adjusted::of(&self.shelf.texts, self.play()));
                *known = Some(Known { log: log.to_vec(), saves, adjusted: adjusted.clone() });
                adjusted
            }
        }
    }

    /// Saves the game in a file; over another saved game only if somebody really wants to.
    pub(super) fn save(&mut self, path: &Path, over: bool) -> Result<String, String> {
        let is_own = path.canonicalize().ok().is_some_and(|path| self.own.as_ref() == Some(&path));
        if !over && !is_own && holds_other(path, self.play()) {
            return Err(format!("{}: another game is saved there", path.display()));
        }
        save_game(self.play(), path).map_err(|error| error.to_string())?;
        self.own = path.canonicalize().ok();
        self.kept = self.play().log().to_vec();
        Ok(format!("saved in {}", path.display()))
    }

    /// Adds the game to a file of scenarios, once it has come true there.
    pub(super) fn record(&mut self, path: &Path) -> Result<String, String> {
        record::keep(self.play(), &self.shelf, path).map_err(|failure| failure.to_string())?;
        self.kept = self.play().log().to_vec();
        Ok(format!("recorded in {}", path.display()))
    }

    /// Whether leaving loses something: somebody has answered, and what was answered lies in no file.
    pub(super) fn is_unsaved(&self) -> bool {
        let answered = |log: &[Entry]| -> Vec<Entry> {
            log.iter().filter(|entry| entry.how == How::Chosen).cloned().collect()
        };
        let log = answered(self.play().log());
        !log.is_empty() && log != answered(&self.kept)
    }

    /// Takes the last answer back, with what chance has done since.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        match self.decisions().pop() {
            Some(last) => self.go_back(last.entry),
            None => Err("nothing was answered yet".to_owned()),
        }
    }

    /// The decisions until now, the first one first.
    pub(super) fn decisions(&self) -> Vec<Decision> {
        let entries = self.play().log().iter().enumerate();
        let chosen = entries.filter(|(_, entry)| entry.how == How::Chosen);
        chosen.map(|(entry, said)| Decision { entry, text: said.to_string() }).collect()
    }

    /// Goes back to before a decision, by its number from 1.
    pub(super) fn jump(&mut self, number: usize) -> Result<(), String> {
        let decisions = self.decisions();
        if decisions.is_empty() {
            return Err("nothing was answered yet".to_owned());
        }
        match number.checked_sub(1).and_then(|n| decisions.get(n)) {
            Some(decision) => self.go_back(decision.entry),
            None if decisions.len() == 1 => Err("there is only decision 1".to_owned()),
            None => Err(format!("there are decisions 1 to {}", decisions.len())),
        }
    }

    fn go_back(&mut self, entry: usize) -> Result<(), String> {
        let play = self.live.play_mut();
        while play.log().len() > entry {
            if !play.undo() {
                return Err("this cannot be taken back".to_owned());
            }
        }
        self.settle();
        self.view.pass_over(self.live.play());
        self.draw()
    }

    /// Begins anew with another seed.
    pub(super) fn begin_anew(&mut self, seed: Option<u64>) -> Result<(), String> {
        let play = self.live.play();
        let mut setup = play.setup().clone();
        setup.seed = seed.unwrap_or(setup.seed.wrapping_add(1));
        (self.dice, self.throws) = (Pcg32::new(!setup.seed), Dice::new(!setup.seed));
        let tiles = self.shelf.tiles(play.rules(), &self.sets).map_err(|e| e.to_string())?;
        let (rules, seats) = (play.rules().clone(), play.seats().clone());
        let setup = runtime::Setup { tiles, ..setup };
        let new = Playthrough::new(rules, setup, seats).map_err(|error| error.to_string())?;
        self.live = Live::new(new);
        self.own = None;
        self.settle();
        self.view.pass_over(self.live.play());
        self.draw()
    }

    /// Takes a save: with rules that compile the game goes on by them.
    pub(super) fn hear(&mut self, news: News) -> &Saved {
        let first = (self.clock)();
        let News { look, wait, compile } = news;
        let Look { files, library, texts, made } = look;
        let is_beside = |file: &String| file.ends_with(".ftl") || file.ends_with(".json");
        let beside = (!self.beside.is_empty() || files.iter().any(is_beside))
            .then(|| self.shelf.renewed(library.clone(), texts.clone()));
        let mut mistakes = Vec::new();
        let outcome = match made {
            Made::Broken(report) => {
                mistakes = Mistake::all(&report, texts.sources());
                Outcome::Broken(report.error_count(), report.render_plain(texts.sources()))
            }
            Made::Rules(rules, warnings) => {
                let shelf = self.shelf.renewed(library, texts);
                let former = std::mem::replace(&mut self.shelf, shelf);
                self.view.learn(&self.shelf.library);
                let tiles = self.shelf.tiles(&rules, &self.sets).map_err(|e| e.to_string());
                let reloaded =
                    tiles.and_then(|t| self.live.reload(rules, t).map_err(|e| e.to_string()));
                match reloaded {
                    Err(why) => Outcome::Refused(why),
                    Ok(mut reloaded) => {
                        reloaded.name_adjusts(&former.texts, &self.shelf.texts, self.live.play());
                        mistakes = Mistake::all(&warnings, self.shelf.texts.sources());
                        let warnings = warnings.render_plain(self.shelf.texts.sources());
                        Outcome::Goes(reloaded, warnings)
                    }
                }
            }
        };
        if let Some(shelf) = beside {
            self.beside = self.wrong_beside(&shelf);
        }
        if matches!(outcome, Outcome::Goes(..)) {
            if !self.live.rest().is_empty() {
                // What was saved there is longer than the game that goes on.
                self.own = None;
            }
            self.settle();
            self.view.pass_over(self.live.play());
        }
        // A file that cannot be written is told at the next answer.
        let _ = self.draw();
        let swap = (self.clock)().saturating_sub(first);
        self.count += 1;
        if self.saves.len() == MOST_SAVES {
            self.saves.remove(0);
        }
        let number = self.count;
        let (beside, mut all): (Vec<String>, Vec<Vec<Mistake>>) =
            self.beside.iter().cloned().unzip();
        all.push(mistakes);
        let mistakes = all.concat();
        self.saves.push(Saved { number, files, outcome, beside, mistakes, wait, compile, swap });
        self.saves.last().expect("one was put there")
    }

    /// What `carc check` would say of the files beside the rules of all that plays: texts for players, looks, and words
    /// for recorded games.
    fn wrong_beside(&self, shelf: &Shelf) -> Vec<(String, Vec<Mistake>)> {
        let program = self.play().rules().program();
        // What is built in nobody can save.
        let in_folder = |name: &&String| {
            let home = shelf.library.get(name).map(|expansion| &expansion.home);
            matches!(home, Some(Home::Folder(_)))
        };
        let plays = program.expansions.iter().map(|(name, _)| name).filter(in_folder);
        let flaws = plays.flat_map(|name| beside_rules(shelf, name, program));
        let mut sources = shelf.texts.sources().clone();
        let shown = flaws.map(|flaw| {
            let made = flaw.diagnostic(&shelf.library, &mut sources);
            let report: Report = [made].into_iter().collect();
            (report.render_plain(&sources), Mistake::all(&report, &sources))
        });
        shown.collect()
    }
}
