//! Recorded games of another engine played once more: at every decision the options must be as many and the
//! same as in the record, and the scores the same after every turn and at the end.

use std::{
    fmt,
    fs::File,
    io::{BufRead, BufReader, Read},
    path::Path,
};

use flate2::read::MultiGzDecoder;
use rayon::prelude::*;
use serde_json::Value;

use crate::{
    program::Programs,
    recorded::RecordWords,
    retrace::{Record, Retrace},
};

/// The longest line that is read as one game.
const MAX_LINE: u64 = 16 << 20;
/// How many bytes without a single game are read.
const MAX_BLANK: u64 = 1 << 20;

/// What is not as recorded, first of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The game: its group and number, or its line.
    pub game: String,
    /// The number of the event in the record, from 0, if it is about one.
    pub event: Option<usize>,
    /// The event as recorded.
    pub recorded: String,
    /// What was found instead.
    pub found: String,
    /// The board at that moment.
    pub board: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.game)?;
        if let Some(event) = self.event {
            write!(f, ", event {event}")?;
        }
        writeln!(f, ":\n  recorded: {}\n  found:    {}", self.recorded, self.found)?;
        f.write_str(&self.board)
    }
}

/// What came of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileResult {
    /// The file's name.
    pub name: String,
    /// How many games it has.
    pub games: usize,
    /// How many of them are as recorded.
    pub agree: usize,
    /// The first one that is not.
    pub first: Option<Difference>,
    /// Why the file could not be read to its end.
    pub broken: Option<String>,
}

impl FileResult {
    /// Whether all is as recorded.
    pub fn is_good(&self) -> bool {
        self.agree == self.games && self.broken.is_none()
    }
}

impl fmt::Display for FileResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, games, agree, .. } = self;
        write!(f, "{name}: {games} games, {agree} agree, {} differ", games - agree)?;
        match &self.broken {
            Some(why) => write!(f, "; {why}"),
            None => Ok(()),
        }
    }
}

/// Plays all games of a `.jsonl` or `.jsonl.gz` file.
pub fn replay_file(path: &Path, programs: &Programs, words: &RecordWords) -> FileResult {
    let name = path.file_name().map_or_else(
        || path.display().to_string(),
        |n| {
            let name = n.to_string_lossy();
            name.trim_end_matches(".gz").trim_end_matches(".jsonl").to_owned()
        },
    );
    match File::open(path) {
        Ok(file) if path.extension().is_some_and(|e| e == "gz") => {
            replay_reader(&name, MultiGzDecoder::new(file), programs, words)
        }
        Ok(file) => replay_reader(&name, file, programs, words),
        Err(error) => FileResult {
            name,
            games: 0,
            agree: 0,
            first: None,
            broken: Some(format!("it cannot be read: {error}")),
        },
    }
}

/// Plays all games of a text, one a line, on all cores.
pub fn replay_reader(
    name: &str,
    text: impl Read + Send,
    programs: &Programs,
    words: &RecordWords,
) -> FileResult {
    let mut lines = Lines { reader: BufReader::new(text), blank: 0, broken: None };
    let mut outcomes: Vec<(usize, Option<Difference>)> = (&mut lines)
        .enumerate()
        .par_bridge()
        .map(|(i, line)| (i, replay_line(i, &line, programs, words).err().map(|d| *d)))
        .collect();
    outcomes.sort_by_key(|&(i, _)| i);
    let games = outcomes.len();
    let agree = outcomes.iter().filter(|(_, difference)| difference.is_none()).count();
    let first = outcomes.into_iter().find_map(|(_, difference)| difference);
    let empty = || (games == 0).then(|| "it holds no game".to_owned());
    FileResult { name: name.to_owned(), games, agree, first, broken: lines.broken.or_else(empty) }
}

/// The lines of a text as bytes, up to the first that cannot be read.
struct Lines<R> {
    reader: BufReader<R>,
    /// How many bytes of blank lines came since the last game.
    blank: u64,
    broken: Option<String>,
}

impl<R: Read> Iterator for Lines<R> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        while self.broken.is_none() {
            let mut line = Vec::new();
            let mut part = (&mut self.reader).take(MAX_LINE);
            match part.read_until(b'\n', &mut line) {
                Ok(0) => return None,
                Ok(n) if n as u64 == MAX_LINE => {
                    self.broken = Some("a line is too long for a game".to_owned());
                }
                Ok(n) if line.trim_ascii().is_empty() => {
                    self.blank += n as u64;
                    if self.blank > MAX_BLANK {
                        self.broken = Some("too many of its lines are empty".to_owned());
                    }
                }
                Ok(_) => {
                    self.blank = 0;
                    return Some(line);
                }
                Err(error) => self.broken = Some(format!("it is damaged: {error}")),
            }
        }
        None
    }
}

/// Plays the game of one line.
fn replay_line(
    line: usize,
    bytes: &[u8],
    programs: &Programs,
    words: &RecordWords,
) -> Result<(), Box<Difference>> {
    let unreadable = |found: String| {
        let game = format!("line {}", line + 1);
        let recorded = "a game".to_owned();
        Box::new(Difference { game, event: None, recorded, found, board: String::new() })
    };
    let record: Record =
        serde_json::from_slice(bytes).map_err(|e| unreadable(format!("no game: {e}")))?;
    let game = format!("{} {}", record.group, record.game);
    let mut retrace = Retrace::new(&record, programs, words).map_err(|found| {
        let recorded = "its set-up".to_owned();
        let game = game.clone();
        Box::new(Difference { game, event: None, recorded, found, board: String::new() })
    })?;
    for (i, event) in record.events.iter().enumerate() {
        retrace.event(event).map_err(|found| {
            let recorded = Value::Object(event.clone()).to_string();
            let board = retrace.board();
            Box::new(Difference { game: game.clone(), event: Some(i), recorded, found, board })
        })?;
    }
    retrace.finish(&record).map_err(|found| {
        let recorded = format!("the end, {:?}", record.final_scores);
        Box::new(Difference { game, event: None, recorded, found, board: retrace.board() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_blank_lines_and_lines_are_given_up() {
        for (byte, said) in [(b'\n', "lines are empty"), (b'x', "too long")] {
            let mut lines =
                Lines { reader: BufReader::new(std::io::repeat(byte)), blank: 0, broken: None };
            assert!(lines.next().is_none());
            assert!(lines.broken.unwrap().contains(said));
        }
    }
}
