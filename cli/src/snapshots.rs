//! What scenarios keep, compared with what happens now: differences are told, taken or gone through one by one.

use std::{
    env,
    io::{self, BufRead},
    path::PathBuf,
};

use toolkit::{
    Example, Kept, Outcome, SnapshotError, SnapshotFile, Snapshots, diff, remove_snapshot,
};

use crate::{
    args::Test,
    outcome::Failure,
    screen::{Screen, Style, harmless},
};

/// So many lines of a difference are shown, unless it is gone through.
const MOST_LINES: usize = 40;

/// What to do with what differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// It fails, and is written beside what was kept.
    Propose,
    /// It is kept.
    Accept,
    /// Somebody decides, one by one.
    Review,
    /// It fails, as does what nobody keeps any more, and nothing is written.
    Strict,
    /// It fails, and nothing is written.
    Look,
}

impl Manner {
    /// What was asked for; on a machine that only tests nothing is written.
    pub(crate) fn of(arguments: &Test) -> Self {
        let tests_only = env::var("CI").is_ok_and(|ci| !matches!(ci.as_str(), "" | "0" | "false"));
        match arguments {
            Test { accept: true, .. } => Self::Accept,
            Test { review: true, .. } => Self::Review,
            Test { ci: true, .. } => Self::Strict,
            _ if tests_only => Self::Strict,
            _ => Self::Propose,
        }
    }
}

/// Something that differs from what was kept.
#[derive(Debug)]
pub(crate) struct Difference {
    name: String,
    file: SnapshotFile,
    /// What was kept, if anything was.
    old: Option<String>,
    new: String,
}

/// How a scenario's snapshot stands.
#[derive(Debug)]
pub(crate) enum Judged {
    /// There is none, or it is the same.
    Same,
    /// It was kept anew.
    Accepted(PathBuf),
    /// Somebody has to decide.
    Waits(Difference),
    /// It differs, or cannot be read.
    Fails(Vec<String>),
}

/// Goes through the snapshots of scenarios.
#[derive(Debug)]
pub(crate) struct Keeper {
    manner: Manner,
}

fn refused(error: &SnapshotError) -> Failure {
    Failure::Wrong(harmless(&error.to_string()))
}

impl Keeper {
    /// Does so in a manner.
    pub(crate) fn new(manner: Manner) -> Self {
        Self { manner }
    }

    /// Compares what happened in a scenario with what was kept.
    pub(crate) fn judge(
        &self,
        example: &Example,
        outcome: &Outcome,
        snapshots: Option<&Snapshots>,
        screen: &Screen<'_>,
    ) -> Result<Judged, Failure> {
        let file = snapshots.and_then(|snapshots| snapshots.file(example));
        let (Some(text), Some(file)) = (&outcome.snapshot, file) else {
            return Ok(Judged::Same);
        };
        let old = match file.compare(text) {
            Ok(Kept::Same) => {
                // What was once proposed has become what is kept, or was none.
                if matches!(self.manner, Manner::Propose | Manner::Accept | Manner::Review) {
                    file.reject().map_err(|error| refused(&error))?;
                }
                return Ok(Judged::Same);
            }
            Ok(Kept::Missing) => None,
            Ok(Kept::Changed(old)) => Some(old),
            Err(error) => return Ok(Judged::Fails(vec![harmless(&error.to_string())])),
        };
        let name = format!("{}: {}", example.expansion, example.title);
        let difference = Difference { name, file: file.clone(), old, new: text.clone() };
        match self.manner {
            Manner::Accept => {
                file.accept(text).map_err(|error| refused(&error))?;
                Ok(Judged::Accepted(file.path.clone()))
            }
            Manner::Review => Ok(Judged::Waits(difference)),
            Manner::Propose => {
                let written = file.propose(text).map(|()| file.new_path().display().to_string());
                let note = match written {
                    Ok(path) => format!("written to {path}; `carc test --accept` keeps it"),
                    Err(error) => error.to_string(),
                };
                let mut lines = difference.lines(MOST_LINES, screen);
                lines.push(harmless(&note));
                Ok(Judged::Fails(lines))
            }
            Manner::Strict | Manner::Look => {
                Ok(Judged::Fails(difference.lines(MOST_LINES, screen)))
            }
        }
    }

    /// What nobody keeps any more: told, removed or failed by; how many failed.
    pub(crate) fn unreferenced(
        &self,
        snapshots: &Snapshots,
        screen: &mut Screen<'_>,
    ) -> Result<usize, Failure> {
        if matches!(self.manner, Manner::Review | Manner::Look) {
            return Ok(0);
        }
        let found = snapshots.unreferenced();
        for path in &found {
            let shown = harmless(&path.display().to_string());
            let (style, text) = match self.manner {
                Manner::Accept => {
                    remove_snapshot(path).map_err(|error| refused(&error))?;
                    (Style::Yellow, format!("gone  {shown}: no scenario keeps it"))
                }
                Manner::Strict => (Style::Red, format!("FAIL  {shown}: no scenario keeps it")),
                _ => (Style::Yellow, format!("note  {shown}: no scenario keeps it")),
            };
            screen.line(&screen.paint(style, &text))?;
        }
        Ok(if self.manner == Manner::Strict { found.len() } else { 0 })
    }
}

impl Difference {
    /// The difference in lines, as many as are wanted.
    fn lines(&self, most: usize, screen: &Screen<'_>) -> Vec<String> {
        let title = match &self.old {
            None => "the snapshot is missing; this happens:",
            Some(_) => "the snapshot differs (- kept, + now):",
        };
        let changes = match &self.old {
            None => self.new.trim_end().lines().map(|line| ('+', line.to_owned())).collect(),
            Some(old) => diff(old, &self.new),
        };
        let mut lines = vec![title.to_owned()];
        for (sign, line) in changes.iter().take(most) {
            let text = harmless(format!("{sign} {line}").trim_end());
            lines.push(match sign {
                '-' => screen.paint(Style::Red, &text),
                '+' => screen.paint(Style::Green, &text),
                _ => text,
            });
        }
        if changes.len() > most {
            lines.push(format!("… {} more lines", changes.len() - most));
        }
        lines
    }
}

/// Goes through differences one by one, and through what nobody keeps any more; how many stay open.
pub(crate) fn review(
    differences: &[Difference],
    unreferenced: &[PathBuf],
    input: &mut dyn BufRead,
    screen: &mut Screen<'_>,
) -> Result<usize, Failure> {
    let mut open = 0;
    let all = differences.len() + unreferenced.len();
    for (number, difference) in differences.iter().enumerate() {
        let head = format!("\n{} of {all}  {}", number + 1, harmless(&difference.name));
        screen.line(&screen.paint(Style::Bold, &head))?;
        for line in difference.lines(usize::MAX, screen) {
            screen.line(&line)?;
        }
        let Difference { file, new, .. } = difference;
        let done = match asked("a accept, r reject, s skip", input, screen)? {
            'a' => file.accept(new),
            'r' => {
                open += 1;
                file.reject()
            }
            _ => {
                open += 1;
                file.propose(new)
            }
        };
        done.map_err(|error| refused(&error))?;
    }
    for (number, path) in unreferenced.iter().enumerate() {
        let shown = harmless(&path.display().to_string());
        let number = differences.len() + number + 1;
        let head = format!("\n{number} of {all}  {shown}: no scenario keeps it");
        screen.line(&screen.paint(Style::Bold, &head))?;
        if asked("a remove, s leave", input, screen)? == 'a' {
            remove_snapshot(path).map_err(|error| refused(&error))?;
        }
    }
    Ok(open)
}

/// Asks until one of the letters is said; at the end of the input the rest is passed over.
fn asked(
    question: &str,
    input: &mut dyn BufRead,
    screen: &mut Screen<'_>,
) -> Result<char, Failure> {
    loop {
        screen.line(&screen.paint(Style::Cyan, question))?;
        screen.flush()?;
        let mut line = String::new();
        let read = match input.read_line(&mut line) {
            Ok(read) => read,
            // Bytes that are no text say nothing.
            Err(error) if error.kind() == io::ErrorKind::InvalidData => 1,
            Err(error) => return Err(Failure::Wrong(format!("nothing can be read: {error}"))),
        };
        if read == 0 {
            return Ok('s');
        }
        match line.trim() {
            "a" => return Ok('a'),
            "r" => return Ok('r'),
            "s" => return Ok('s'),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_letters_are_answers_and_the_end_passes() {
        let mut out = Vec::new();
        let mut screen = Screen::new(&mut out, false);
        let mut input = "x\n\n a \nr".as_bytes();
        let mut ask = || asked("?", &mut input, &mut screen).unwrap();
        assert_eq!([ask(), ask(), ask()], ['a', 'r', 's']);
    }
}
