//! The hooks of the base game written by hand in Rust on the same runtime: what machine code made from the
//! rules is measured against. The steps, the asks and the deeds are those of `expansions/base/rules.carc`
//! with its usual options, so that a game is the same decision for decision.

mod known;
mod scoring;
mod steps;

use std::sync::Arc;

use abi::{Base, Code, Fault, FaultKind, FunctionId, Host, Outcome, Program, SiteId, Ty, Word};

use known::Known;

/// What a function of the program does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Job {
    LayStart,
    Part,
    Draw,
    Place,
    Act,
    Score,
    GoHome,
    LastTile,
    FinalScoring,
    FieldsByCity,
    Ranking,
    Completed,
    Worth,
    Pieces,
    /// A function that is called by other rules only, and here by nobody.
    Inside,
}

impl Job {
    fn named(name: &str) -> Self {
        match name {
            "step lay_start" => Self::LayStart,
            "step part" => Self::Part,
            "step draw" => Self::Draw,
            "step place" => Self::Place,
            "step act" => Self::Act,
            "step score" => Self::Score,
            "step go_home" => Self::GoHome,
            "step last_tile" => Self::LastTile,
            "step final_scoring" => Self::FinalScoring,
            "step fields_by_city" => Self::FieldsByCity,
            "step ranking" => Self::Ranking,
            "fn completed" => Self::Completed,
            "fn worth" => Self::Worth,
            "each meeple" => Self::Pieces,
            _ => Self::Inside,
        }
    }

    /// How many words the frame of a job that waits has behind the one that says where to go on.
    fn frame(self) -> Option<usize> {
        match self {
            Self::Part | Self::Draw | Self::LastTile => Some(0),
            Self::Place | Self::Act => Some(1),
            _ => None,
        }
    }
}

/// The base game's functions.
#[derive(Debug)]
pub(crate) struct ByHand {
    jobs: Vec<Job>,
    known: Known,
}

/// What a hand-written function gives, or a fault on its line.
type Done<T> = Result<T, Fault>;

/// A program with the functions of the base game written by hand in the place of compiled ones.
pub(crate) fn by_hand(program: &Program) -> Program {
    let mut program = program.clone();
    let jobs: Vec<Job> = program.functions.iter().map(|f| Job::named(&f.name)).collect();
    for (function, job) in program.functions.iter_mut().zip(&jobs) {
        let words = job.frame().map(|words| vec![Ty::one(Base::Int); words + 1]);
        function.frame = words;
    }
    program.code = Arc::new(ByHand { jobs, known: Known::of(&program) });
    program
}

impl Code for ByHand {
    fn call(
        &self,
        function: FunctionId,
        args: &[Word],
        host: &mut dyn Host,
    ) -> Result<Word, Fault> {
        let known = &self.known;
        match self.jobs[function.index()] {
            Job::LayStart => known.lay_start(host)?,
            Job::Score => known.score(host)?,
            Job::GoHome => known.go_home(host)?,
            Job::FinalScoring => known.final_scoring(host)?,
            // Only scores where each city counts once.
            Job::FieldsByCity => {}
            Job::Ranking => known.ranking(host)?,
            Job::Completed => {
                let memory = host.memory();
                return Ok(known.is_completed(memory, Known::row(memory, args[0])).into());
            }
            Job::Worth => {
                let feature = Known::row(host.memory(), args[0]);
                return known.worth(host, feature);
            }
            Job::Pieces => return Ok(known.meeples),
            Job::Part | Job::Draw | Job::Place | Job::Act | Job::LastTile | Job::Inside => {
                return Err(Fault { kind: FaultKind::Internal, site: None, locals: Vec::new() });
            }
        }
        Ok(0)
    }

    fn resume(
        &self,
        function: FunctionId,
        base: usize,
        answer: Word,
        host: &mut dyn Host,
    ) -> Outcome {
        let known = &self.known;
        let outcome = match self.jobs[function.index()] {
            Job::Part => Ok(known.part(host, base)),
            Job::Draw => known.draw(host, base, answer),
            Job::Place => known.place(host, base, answer),
            Job::Act => known.act(host, base, answer),
            Job::LastTile => Ok(known.last_tile(host)),
            _ => Err(Fault { kind: FaultKind::Internal, site: None, locals: Vec::new() }),
        };
        outcome.unwrap_or_else(Outcome::Fault)
    }
}

/// A fault on a line.
#[cold]
fn fault(kind: FaultKind, site: SiteId) -> Fault {
    Fault { kind, site: Some(site), locals: Vec::new() }
}
