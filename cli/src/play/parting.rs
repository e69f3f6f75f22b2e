//! What is said when somebody leaves a game in the middle with Ctrl-C: whether it is lost.

use std::{
    io::{self, Write},
    process,
    sync::{Arc, Mutex, PoisonError},
};

/// The exit status of whoever was interrupted, as shells expect it.
const INTERRUPTED: i32 = 130;

/// What an interruption says: nothing while nothing would be lost.
#[derive(Clone, Debug, Default)]
pub(super) struct Parting {
    said: Arc<Mutex<String>>,
}

impl Parting {
    /// From now on an interruption says what is lost and ends the process.
    pub(super) fn listen() -> Self {
        let parting = Self::default();
        let said = parting.said.clone();
        // Where interruptions cannot be caught, or are caught already, they end the game silently.
        let _ = ctrlc::set_handler(move || {
            let said = said.lock().unwrap_or_else(PoisonError::into_inner);
            // Nobody is left to hear of it if this goes wrong.
            let _ = write!(io::stderr(), "\n{said}");
            process::exit(INTERRUPTED);
        });
        parting
    }

    /// What an interruption says from now on, line by line.
    pub(super) fn says(&self, lines: &[String]) {
        let text = lines.iter().map(|line| format!("{line}\n")).collect();
        *self.said.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }
}
