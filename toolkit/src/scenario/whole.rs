//! A scenario as a whole: it shows something, and nothing of it is left over at its end.

use compiler::typed::ScenarioLine;
use runtime::Stand;

use super::{Failure, Miss, Stage};

impl Stage<'_> {
    /// A scenario in which nothing is answered or expected shows nothing, whatever the rules are.
    pub(super) fn can_fail(&mut self) -> Result<(), Box<Failure>> {
        let says = |line: &ScenarioLine| {
            matches!(
                line,
                ScenarioLine::Answer { .. } | ScenarioLine::Expect(_) | ScenarioLine::Snapshot
            )
        };
        let scenario = self.staged.scenario;
        if scenario.lines.iter().any(|(.., line)| says(line)) {
            return Ok(());
        }
        self.play.begin();
        let title = format!("scenario \"{}\"", scenario.title);
        let expected = "an answer, an `expect` or a `snapshot`";
        let miss = Miss::new(expected, "nothing in this scenario can fail");
        Err(self.failure_at(self.staged.place.to_owned(), title, miss))
    }

    /// What chance was to bring must have come: behind the last answer or expectation the game goes on by itself once
    /// more for that.
    pub(super) fn has_all_come(&mut self) -> Result<(), Box<Failure>> {
        if self.draws.is_empty() && self.rolls.is_empty() {
            return Ok(());
        }
        let lines = &self.staged.scenario.lines;
        let last = |is: fn(&ScenarioLine) -> bool| lines.iter().rposition(|(.., line)| is(line));
        let draw = last(|line| matches!(line, ScenarioLine::Draw(_)));
        let roll = last(|line| matches!(line, ScenarioLine::Roll(_)));
        let end = lines.len().saturating_sub(1);
        // Behind a fault nothing comes any more.
        if self.fault.is_none() && !matches!(self.play.stand(), Stand::Fault(_)) {
            self.go_on(end).map_err(|miss| self.failure(end, miss))?;
        }
        for (what, line, left) in
            [("drawn", draw, self.draws.clone()), ("rolled", roll, self.rolls.clone())]
        {
            if !left.is_empty() {
                let left = Vec::from(left).join(", ");
                let found = format!("the scenario ends, and {left} was never {what}");
                let miss = Miss::new(format!("all of this is {what}"), found);
                return Err(self.failure(line.unwrap_or(end), miss));
            }
        }
        Ok(())
    }
}
