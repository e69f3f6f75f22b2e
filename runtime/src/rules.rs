//! Rules ready to be played: a program with what the runtime works out from it once.

use std::sync::Arc;

use abi::{Base, Course, FunctionId, Lasts, OriginId, Program, Shape, SiteId, Table, Ty, Word};

use crate::{
    facts::Facts,
    frame::CourseKind,
    kept::{Reset, list_columns, resets},
};

/// A program with everything that the runtime derives from it; shared by any number of games.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) program: Arc<Program>,
    pub(crate) facts: Facts,
    /// For each function that may wait, the words of a fresh frame.
    pub(crate) frames: Vec<Option<Vec<Word>>>,
    pub(crate) part_resets: Vec<Reset>,
    pub(crate) turn_resets: Vec<Reset>,
    pub(crate) list_columns: Vec<(Table, u32)>,
    /// Where the last phase of a turn begins among the steps of a turn.
    pub(crate) last_phase: u32,
    /// Whether tokens can be drawn that fall back into their piles.
    pub(crate) draws_tokens: bool,
    /// Whether compulsory choices with a single option are asked, too.
    pub(crate) asks_singles: bool,
}

impl Rules {
    /// Works out what the runtime needs of a program.
    pub fn new(program: Arc<Program>) -> Self {
        let fresh = |ty: &Ty| if ty.shape == Shape::Maybe { abi::ABSENT } else { 0 };
        let frames = program.functions.iter().map(|function| {
            let words: Vec<Word> = function.frame.as_ref()?.iter().map(fresh).collect();
            Some(if words.is_empty() { vec![0] } else { words })
        });
        let turn = &program.courses.turn;
        let last = turn.phases.len().saturating_sub(1);
        let last_phase = turn.steps.iter().position(|s| usize::from(s.phase) >= last);
        Self {
            facts: Facts::new(&program),
            frames: frames.collect(),
            part_resets: resets(&program, Lasts::Part),
            turn_resets: resets(&program, Lasts::Turn),
            list_columns: list_columns(&program),
            last_phase: last_phase.unwrap_or(turn.steps.len()) as u32,
            draws_tokens: program.tokens.iter().any(|token| token.pile.is_some()),
            asks_singles: false,
            program,
        }
    }

    /// The same rules, by which games wait even at a compulsory choice with a single option: for whoever
    /// wants to look at them there.
    #[must_use]
    pub fn asking_singles(self) -> Self {
        Self { asks_singles: true, ..self }
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The steps of a course.
    pub(crate) fn course(&self, kind: CourseKind) -> &Course {
        let courses = &self.program.courses;
        match kind {
            CourseKind::Setup => &courses.setup,
            CourseKind::Turn => &courses.turn,
            CourseKind::Part => &courses.part,
            CourseKind::Finish => &courses.finish,
        }
    }

    /// A site of a line, for what goes wrong there outside the functions of the program.
    pub(crate) fn site_of(&self, origin: OriginId) -> Option<SiteId> {
        let site = self.program.sites.iter().position(|site| site.origin == origin);
        site.map(|site| SiteId(site as u32))
    }

    /// Whether a function gives a list.
    pub(crate) fn gives_list(&self, function: FunctionId) -> bool {
        self.program.functions[function.index()].result.is_some_and(Ty::is_list)
    }

    /// Whether options of a type can mean the same though their words differ.
    pub(crate) fn ambiguous(base: Base) -> bool {
        matches!(base, Base::Figure(_) | Base::Spot | Base::Feature(_) | Base::Tile)
    }
}
