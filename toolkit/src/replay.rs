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
use runtime::Playthrough;
use serde_json::Value;

use crate::{
    program::Programs,
    recorded::RecordWords,
    retrace::{Record, Retrace},
};

/// The longest line that is read as one game; a value of two bytes takes thirty once it is read.
const MAX_LINE: u64 = 4 << 20;
/// How many bytes without a single game are read.
const MAX_BLANK: u64 = 1 << 20;
/// How many bytes are read of one file, however few it takes packed.
const MAX_BYTES: u64 = 1 << 30;
/// How many games are read of one file.
const MAX_GAMES: usize = 1_000_000;
/// How much is shown of a recorded event.
const SHOWN: usize = 4_000;

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
    /// Of a saved game that agrees, the expansions whose rules are not those that it was played by.
    pub changed: Vec<String>,
    /// Of a saved game whose shots were thrown again, what came of that.
    pub verified: Option<Verified>,
}

/// What came of shots that were thrown again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many landed as they are recorded.
    pub same: usize,
    /// How many did not.
    pub other: usize,
    /// How many nobody can throw again: somebody told what came of them.
    pub told: usize,
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
        if let Some(Verified { same, other, told }) = self.verified {
            write!(f, "; shots: {same} land as recorded, {other} elsewhere, {told} were told")?;
        }
        if let Some(why) = &self.broken {
            write!(f, "; {why}")?;
        }
        if !self.changed.is_empty() {
            let changed = self.changed.join(", ");
            write!(f, "; the rules of {changed} have changed since, and it still agrees")?;
        }
        Ok(())
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
    let opened = match path.is_dir() {
        true => Err("this is a folder: name the files in it".to_owned()),
        false => File::open(path).map_err(|error| format!("it cannot be read: {error}")),
    };
    match opened {
        Ok(file) if path.extension().is_some_and(|e| e == "gz") => {
            replay_reader(&name, MultiGzDecoder::new(file), programs, words)
        }
        Ok(file) => replay_reader(&name, file, programs, words),
        Err(why) => FileResult {
            name: path.display().to_string(),
            games: 0,
            agree: 0,
            first: None,
            broken: Some(why),
            changed: Vec::new(),
            verified: None,
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
    let mut lines = Lines::new(text);
    let count = (&mut lines)
        .enumerate()
        .par_bridge()
        .map(|(i, line)| Count::of(i, replay_line(i, &line, programs, words)))
        .reduce(Count::default, Count::with);
    let Count { games, agree, first } = count;
    let first = first.map(|(_, difference)| *difference);
    let empty = || (games == 0).then(|| "it holds no game".to_owned());
    let broken = lines.broken.or_else(empty);
    let (name, changed) = (name.to_owned(), Vec::new());
    FileResult { name, games, agree, first, broken, changed, verified: None }
}

/// What came of some games; of their differences only the first is kept, or a file of them would fill the memory.
#[derive(Default)]
struct Count {
    games: usize,
    agree: usize,
    first: Option<(usize, Box<Difference>)>,
}

impl Count {
    fn of(line: usize, outcome: Result<(), Box<Difference>>) -> Self {
        let first = outcome.err().map(|difference| (line, difference));
        Self { games: 1, agree: usize::from(first.is_none()), first }
    }

    fn with(self, other: Self) -> Self {
        let first = [self.first, other.first].into_iter().flatten().min_by_key(|&(line, _)| line);
        Self { games: self.games + other.games, agree: self.agree + other.agree, first }
    }
}

/// The lines of a text as bytes, up to the first that cannot be read.
struct Lines<R> {
    reader: BufReader<R>,
    /// How many bytes of blank lines came since the last game.
    blank: u64,
    /// How many bytes of the text were read.
    read: u64,
    games: usize,
    broken: Option<String>,
}

impl<R: Read> Lines<R> {
    fn new(text: R) -> Self {
        Self { reader: BufReader::new(text), blank: 0, read: 0, games: 0, broken: None }
    }

    /// What keeps more lines from being read.
    fn too_many(&self) -> Option<String> {
        if self.read > MAX_BYTES {
            let gib = MAX_BYTES >> 30;
            return Some(format!("it is larger than {gib} GiB, and the rest is not read"));
        }
        let most = self.games >= MAX_GAMES;
        most.then(|| format!("it holds more than {MAX_GAMES} games, and the rest is not read"))
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        while self.broken.is_none() {
            let mut line = Vec::new();
            let mut part = (&mut self.reader).take(MAX_LINE);
            let read = part.read_until(b'\n', &mut line);
            self.read += line.len() as u64;
            match read {
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
                    self.broken = self.too_many();
                    if self.broken.is_none() {
                        self.blank = 0;
                        self.games += 1;
                        return Some(line);
                    }
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
    retrace_line(line, bytes, programs, words).map(|_| ())
}

/// A game of a recorded file, from 1, as it was played once more.
///
/// # Errors
///
/// When there is no such game, or it differs from the record.
pub fn recorded_game(
    path: &Path,
    number: usize,
    programs: &Programs,
    words: &RecordWords,
) -> Result<Playthrough, String> {
    let file = File::open(path).map_err(|error| format!("it cannot be read: {error}"))?;
    let text: Box<dyn Read> = match path.extension().is_some_and(|e| e == "gz") {
        true => Box::new(MultiGzDecoder::new(file)),
        false => Box::new(file),
    };
    let mut lines = Lines::new(text);
    let line = number.checked_sub(1);
    let Some((line, bytes)) = line.and_then(|line| Some((line, lines.nth(line)?))) else {
        let why = lines.broken.unwrap_or_else(|| match lines.games {
            1 => "it holds one game".to_owned(),
            games => format!("it holds {games} games"),
        });
        return Err(format!("there is no game {number}; {why}"));
    };
    let retrace = retrace_line(line, &bytes, programs, words);
    retrace.map(Retrace::into_play).map_err(|found| found.to_string())
}

/// Plays one line once more, beside its record.
fn retrace_line<'w>(
    line: usize,
    bytes: &[u8],
    programs: &Programs,
    words: &'w RecordWords,
) -> Result<Retrace<'w>, Box<Difference>> {
    let unreadable = |found: String| {
        let game = format!("line {}", line + 1);
        let recorded = "a game".to_owned();
        Box::new(Difference { game, event: None, recorded, found, board: String::new() })
    };
    let record: Record =
        serde_json::from_slice(bytes).map_err(|e| unreadable(format!("no game: {}", plain(&e))))?;
    let game = format!("{} {}", record.group, record.game);
    let mut retrace = Retrace::new(&record, programs, words).map_err(|found| {
        let recorded = "its set-up".to_owned();
        let game = game.clone();
        Box::new(Difference { game, event: None, recorded, found, board: String::new() })
    })?;
    for (i, event) in record.events.iter().enumerate() {
        retrace.event(event).map_err(|found| {
            let recorded = cut(Value::Object(event.clone()).to_string());
            let board = retrace.board();
            Box::new(Difference { game: game.clone(), event: Some(i), recorded, found, board })
        })?;
    }
    retrace.finish(&record).map_err(|found| {
        let recorded = format!("the end, {:?}", record.final_scores);
        Box::new(Difference { game, event: None, recorded, found, board: retrace.board() })
    })?;
    Ok(retrace)
}

/// What is wrong with a record, without the words of those who read it.
fn plain(error: &serde_json::Error) -> String {
    match (error.is_data(), error.to_string()) {
        (true, text) if !text.starts_with("missing field") => {
            format!("a field is not of its type in column {}", error.column())
        }
        (_, text) => text,
    }
}

/// As much of a text as anybody reads.
fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(SHOWN) {
        text.truncate(end);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text that never ends: one line again and again.
    struct Endless(&'static [u8], usize);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let rest = &self.0[self.1..];
            let length = rest.len().min(buffer.len());
            buffer[..length].copy_from_slice(&rest[..length]);
            self.1 = (self.1 + length) % self.0.len();
            Ok(length)
        }
    }

    #[test]
    fn texts_without_end_are_given_up() {
        static LONG: [u8; 1 << 20] = {
            let mut line = [b'x'; 1 << 20];
            line[0] = b'\n';
            line
        };
        for (text, most, said) in [
            (&b"\n"[..], 0, "lines are empty"),
            (b"x", 0, "too long"),
            (b"{}\n", MAX_GAMES, "more than 1000000 games"),
            (&LONG[..], 1 << 10, "larger than 1 GiB"),
        ] {
            let mut lines = Lines::new(Endless(text, 0));
            let games = (&mut lines).count();
            assert!(games <= most, "{said}: {games}");
            assert!(lines.broken.unwrap().contains(said), "{said}");
        }
    }

    #[test]
    fn the_first_difference_is_kept_whatever_comes_first() {
        let differ = |found: &str| {
            let (game, recorded, board) = Default::default();
            Err(Box::new(Difference { game, event: None, recorded, found: found.into(), board }))
        };
        let counts =
            || [Count::of(2, differ("c")), Count::of(0, Ok(())), Count::of(1, differ("b"))];
        for count in [
            counts().into_iter().fold(Count::default(), Count::with),
            counts().into_iter().rev().fold(Count::default(), Count::with),
        ] {
            assert_eq!((count.games, count.agree), (3, 1));
            assert_eq!(count.first.unwrap().1.found, "b");
        }
        assert_eq!(cut("é".repeat(SHOWN + 1)), format!("{}…", "é".repeat(SHOWN)));
        assert_eq!(cut("é".repeat(SHOWN)), "é".repeat(SHOWN));
    }
}
