//! How a command ends: what the exit status says, and what is said besides.

use std::{fmt, io, process::ExitCode};

use crate::screen::{error_colours, harmless};

/// What a command found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All is well: status 0.
    Good,
    /// Something the user gave is wrong, and the output says what: status 1.
    Bad,
}

impl Verdict {
    /// Good if it holds.
    pub(crate) const fn of(good: bool) -> Self {
        if good { Self::Good } else { Self::Bad }
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Rules or files are wrong: status 1.
    Wrong(String),
    /// It was used wrongly: status 2.
    Misused(String),
    /// Its output goes nowhere.
    Output(io::Error),
}

impl Failure {
    /// Several as one, each in a line of its own; none if there are none. Wrong use comes before wrong rules.
    pub(crate) fn all(failures: Vec<Self>) -> Option<Self> {
        let is_misused = failures.iter().any(|failure| matches!(failure, Self::Misused(_)));
        let mut told: Vec<String> = Vec::new();
        for failure in failures {
            match failure {
                Self::Wrong(text) | Self::Misused(text) => told.push(text),
                output => return Some(output),
            }
        }
        let text = (!told.is_empty()).then(|| told.join("\n"))?;
        Some(if is_misused { Self::Misused(text) } else { Self::Wrong(text) })
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(text) | Self::Misused(text) => f.write_str(text),
            Self::Output(error) => write!(f, "the output cannot be written: {error}"),
        }
    }
}

/// The exit status of a command; what went wrong goes to the error stream.
pub(crate) fn exit(result: &Result<Verdict, Failure>, errors: &mut dyn io::Write) -> ExitCode {
    let (status, failure) = match result {
        Ok(Verdict::Good) => return ExitCode::SUCCESS,
        Ok(Verdict::Bad) => return ExitCode::from(1),
        // Whoever reads has seen enough, as in `carc list | head -3`.
        Err(Failure::Output(e)) if e.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::SUCCESS;
        }
        Err(failure @ Failure::Misused(_)) => (2, failure),
        Err(failure) => (1, failure),
    };
    let text = failure.to_string();
    // What has colours was made harmless where they were put in.
    let text = if error_colours() { text } else { harmless(&text) };
    // Nobody is left to hear of it if this goes wrong too.
    let _ = writeln!(errors, "carc: {}", text.trim_end());
    ExitCode::from(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_pipes_end_quietly() {
        let mut errors = Vec::new();
        let closed = io::Error::from(io::ErrorKind::BrokenPipe);
        let code = exit(&Err(Failure::Output(closed)), &mut errors);
        assert_eq!(code, ExitCode::SUCCESS);
        assert!(errors.is_empty());
        let code = exit(&Err(Failure::Misused("no\n".to_owned())), &mut errors);
        assert_eq!(code, ExitCode::from(2));
        assert_eq!(errors, b"carc: no\n");
    }
}
