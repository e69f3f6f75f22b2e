//! Going on with a game in the code of other rules: only where everything that waits, and every word that was
//! kept, means the same there by name and shape. Nothing is reinterpreted.

use std::{collections::BTreeMap, sync::Arc};

use abi::{AskId, AskShape, FigureKind, FunctionId, Program, SiteId, TokenKind, Ty};
use thiserror::Error;

use super::Playthrough;
use crate::{
    chronicle::Event,
    decision::State,
    frame::{CourseKind, Frame},
    game::Game,
    restart::Restart,
    rules::Rules,
    waiting::Waiting,
};

/// Why a game cannot go on as it stands under other rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misfit {
    /// What the rules keep is not the same.
    #[error("the rules keep other things")]
    Tables,
    /// The pieces are not the same.
    #[error("the pieces are others")]
    Pieces,
    /// A rule that waits is gone or keeps other things while it waits.
    #[error("`{0}`, which waits, is another rule now")]
    Rule(String),
    /// A step of the course that is under way is gone.
    #[error("the step `{0}` is gone")]
    Step(String),
    /// A question that waits, or was answered, is gone or has other offers.
    #[error("`{0}` is not asked in this way any more")]
    Question(String),
    /// A rule went wrong: its step begins again instead.
    #[error("a rule went wrong")]
    Fault,
}

impl Playthrough {
    /// The same game at the same decision under other rules. What is on offer there stays on offer: the rules
    /// had said so before.
    ///
    /// # Errors
    ///
    /// When something that waits or was kept has no counterpart of the same name and shape.
    pub fn resume_under(&self, rules: Arc<Rules>) -> Result<Self, Misfit> {
        if matches!(self.game.state(), State::Fault(_)) {
            return Err(Misfit::Fault);
        }
        let numbers = Numbers::new(&self.rules, &rules)?;
        let mut play = self.clone();
        for step in &mut play.steps {
            let (frames, restarts, waiting) = step.before.parts();
            numbers.waits(frames, restarts, waiting)?;
        }
        let Game { frames, restarts, waiting, chronicle, .. } = &mut play.game;
        numbers.waits(frames, restarts, waiting)?;
        for event in chronicle.events_mut() {
            match event {
                Event::Taken { ask, .. } | Event::Shot { ask, .. } => *ask = numbers.ask(*ask)?,
                Event::Deed(deed) => deed.site = numbers.site(deed.site),
                Event::Turn { .. } | Event::Part { .. } | Event::Finish => {}
            }
        }
        play.rules = rules;
        play.resumed = true;
        Ok(play)
    }

    /// Whether part of it was played under other rules than those that it goes on with, so that its log alone
    /// need not lead to its state.
    pub const fn is_resumed(&self) -> bool {
        self.resumed
    }
}

/// From the numbers of one program to those of another.
struct Numbers<'a> {
    old: &'a Rules,
    new: &'a Rules,
    asks: BTreeMap<u32, AskId>,
    sites: BTreeMap<u32, SiteId>,
}

impl<'a> Numbers<'a> {
    fn new(old: &'a Rules, new: &'a Rules) -> Result<Self, Misfit> {
        let (was, is) = (&*old.program, &*new.program);
        if was.layout != is.layout || was.noted != is.noted || was.enums != is.enums {
            return Err(Misfit::Tables);
        }
        let same = was.features == is.features
            && was.piles == is.piles
            && was.tiles == is.tiles
            && was.constants == is.constants
            && was.figures.iter().map(figure).eq(is.figures.iter().map(figure))
            && was.tokens.iter().map(token).eq(is.tokens.iter().map(token));
        if !same {
            return Err(Misfit::Pieces);
        }
        let asks = matched(was.asks.iter().map(question), is.asks.iter().map(question), true);
        let sites = matched(lines(was), lines(is), false);
        let asks = asks.into_iter().map(|(old, new)| (old, AskId(new))).collect();
        let sites = sites.into_iter().map(|(old, new)| (old, SiteId(new))).collect();
        Ok(Self { old, new, asks, sites })
    }

    fn ask(&self, ask: AskId) -> Result<AskId, Misfit> {
        let gone = || {
            let name = self.old.program.asks.get(ask.index()).map(|ask| ask.name.clone());
            Misfit::Question(name.unwrap_or_default())
        };
        self.asks.get(&ask.0).copied().ok_or_else(gone)
    }

    /// A line that is gone is nobody's: what it did stays done.
    fn site(&self, site: SiteId) -> SiteId {
        self.sites.get(&site.0).copied().unwrap_or(SiteId(u32::MAX))
    }

    fn waits(
        &self,
        frames: &mut [Frame],
        restarts: &mut [Restart],
        waiting: &mut Option<Waiting>,
    ) -> Result<(), Misfit> {
        let mut restarts = restarts.iter_mut();
        for frame in frames {
            match frame {
                Frame::Course { course, next, .. } => {
                    // What was put behind the step that is under way comes next.
                    *next = match next.checked_sub(1) {
                        Some(under_way) => self.step(*course, under_way)? + 1,
                        None => 0,
                    };
                    if let Some(restart) = restarts.next() {
                        let step = restart.next;
                        // One that cannot be gone back to has no step.
                        let known = (step as usize) < self.old.course(*course).steps.len();
                        restart.next = if known { self.step(*course, step)? } else { step };
                    }
                }
                Frame::Rule { function, .. } => *function = self.function(*function)?,
            }
        }
        if let Some(waiting) = waiting {
            waiting.call.ask = self.ask(waiting.call.ask)?;
        }
        Ok(())
    }

    fn step(&self, course: CourseKind, step: u32) -> Result<u32, Misfit> {
        let (old, new) = (self.old.course(course), self.new.course(course));
        let Some(was) = old.steps.get(step as usize) else {
            return Err(Misfit::Step(String::new()));
        };
        let mut found = new.steps.iter().enumerate().filter(|(_, is)| is.name == was.name);
        match (found.next(), found.next()) {
            (Some((at, _)), None) => Ok(at as u32),
            _ => Err(Misfit::Step(was.name.clone())),
        }
    }

    fn function(&self, function: FunctionId) -> Result<FunctionId, Misfit> {
        let shapes = (&self.old.program.functions, &self.new.program.functions);
        let Some(was) = shapes.0.get(function.index()) else {
            return Err(Misfit::Rule(String::new()));
        };
        let gone = || Misfit::Rule(was.name.clone());
        if shapes.0.iter().filter(|other| other.name == was.name).count() != 1 {
            return Err(gone());
        }
        let mut found = shapes.1.iter().enumerate().filter(|(_, is)| is.name == was.name);
        match (found.next(), found.next()) {
            (Some((at, is)), None) if was == is => Ok(FunctionId(at as u32)),
            _ => Err(gone()),
        }
    }
}

/// A kind of figure without the number of the function that counts it.
fn figure(kind: &FigureKind) -> FigureKind {
    FigureKind { count: None, ..kind.clone() }
}

fn token(kind: &TokenKind) -> TokenKind {
    TokenKind { each_player: None, stock: None, ..kind.clone() }
}

/// A question without the lines that ask it.
fn question(ask: &AskShape) -> String {
    let offers: Vec<(&str, Option<Ty>)> =
        ask.offers.iter().map(|offer| (offer.name.as_str(), offer.ty)).collect();
    format!("{:?} {} {} {:?} {offers:?}", ask.kind, ask.name, ask.within, ask.ty)
}

/// The lines of all sites, without their numbers.
fn lines(program: &Program) -> impl Iterator<Item = String> {
    program.sites.iter().map(|site| {
        program.origins.get(site.origin.index()).map_or_else(String::new, |line| {
            format!("{} {} {} {}", line.expansion, line.file, line.item, line.text)
        })
    })
}

/// Pairs things that are called alike, the first with the first. Where there are not equally many, nobody can
/// tell which is which; `strict` then pairs none of them.
fn matched(
    old: impl Iterator<Item = String>,
    new: impl Iterator<Item = String>,
    strict: bool,
) -> BTreeMap<u32, u32> {
    let mut called: BTreeMap<String, [Vec<u32>; 2]> = BTreeMap::new();
    old.zip(0..).for_each(|(name, i)| called.entry(name).or_default()[0].push(i));
    new.zip(0..).for_each(|(name, i)| called.entry(name).or_default()[1].push(i));
    let pairs = called.into_values().filter(|[old, new]| !strict || old.len() == new.len());
    pairs.flat_map(|[old, new]| old.into_iter().zip(new)).collect()
}
