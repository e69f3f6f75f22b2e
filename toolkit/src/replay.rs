//! Recorded games of another engine played once more: at every decision the options must be as many and the
//! same as in the record, and the scores the same after every turn and at the end.

use std::{
    fmt,
    fs::File,
    hash::{DefaultHasher, Hash, Hasher},
    io::{BufRead, BufReader, Read},
    path::Path,
};

use flate2::read::MultiGzDecoder;
use rayon::prelude::*;
use runtime::Playthrough;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    program::Programs,
    recorded::{RecordWords, Strict, TWICE},
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
/// What some programs write at the beginning of a text.
const BOM: &[u8] = "\u{feff}".as_bytes();
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
        .map(|(i, line)| Count::of(i, name_of(&line), replay_line(i, &line, programs, words)))
        .reduce(Count::default, Count::with);
    let Count { games, agree, first, .. } = count.without_doubles();
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
    /// Of each game that says which one it is a hash of that, with its line and whether it agrees.
    named: Vec<(u64, usize, bool)>,
}

impl Count {
    fn of(line: usize, name: Option<u64>, outcome: Result<(), Box<Difference>>) -> Self {
        let first = outcome.err().map(|difference| (line, difference));
        let agrees = first.is_none();
        let named = name.map(|name| (name, line, agrees)).into_iter().collect();
        Self { games: 1, agree: usize::from(agrees), first, named }
    }

    fn with(mut self, mut other: Self) -> Self {
        let first = [self.first, other.first].into_iter().flatten().min_by_key(|&(line, _)| line);
        // The shorter list joins the longer one.
        if self.named.len() < other.named.len() {
            std::mem::swap(&mut self.named, &mut other.named);
        }
        self.named.extend(other.named);
        let (games, agree) = (self.games + other.games, self.agree + other.agree);
        Self { games, agree, first, named: self.named }
    }

    /// The same where a game that stands in the file twice agrees once: nobody counts games twice.
    fn without_doubles(mut self) -> Self {
        self.named.sort_unstable();
        for pair in self.named.windows(2) {
            let [(name, before, _), (other, line, agrees)] = [pair[0], pair[1]];
            if name != other {
                continue;
            }
            self.agree -= usize::from(agrees);
            if self.first.as_ref().is_none_or(|&(first, _)| line < first) {
                let found = format!("the same group and number as in line {}", before + 1);
                let (game, recorded) = (format!("line {}", line + 1), "a game".to_owned());
                let board = String::new();
                let difference = Difference { game, event: None, recorded, found, board };
                self.first = Some((line, Box::new(difference)));
            }
        }
        self
    }
}

/// A hash of what a record says which game it is, if it does.
fn name_of(bytes: &[u8]) -> Option<u64> {
    #[derive(Deserialize, Hash)]
    struct Named {
        group: String,
        game: u64,
    }
    let named: Named = serde_json::from_slice(bytes).ok()?;
    let mut hasher = DefaultHasher::new();
    named.hash(&mut hasher);
    Some(hasher.finish())
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
            // As in rules, a mark at the beginning says nothing.
            if self.read == line.len() as u64 && line.starts_with(BOM) {
                line.drain(..BOM.len());
            }
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
    let record = read_record(bytes).map_err(|e| unreadable(format!("no game: {}", plain(&e))))?;
    let game = match record.game {
        Some(number) => format!("{} {number}", record.group),
        None => format!("line {}", line + 1),
    };
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

/// What a line records.
fn read_record(bytes: &[u8]) -> Result<Record, serde_json::Error> {
    let Strict(_) = serde_json::from_slice(bytes)?;
    serde_json::from_slice(bytes)
}

/// What is wrong with a record, without the words of those who read it.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let said = text.rsplit_once(" at line ").map_or(text.as_str(), |(said, _)| said);
    let known = |start: &str| said.starts_with(start);
    let column = error.column();
    match error.is_data() {
        true if known("unknown field") => {
            let name = said.split(", expected").next().unwrap_or(said);
            format!("{name} in column {column}")
        }
        true if known(TWICE) => format!("{said} in column {column}"),
        true if !known("missing field") => {
            format!("a field is not of its type in column {column}")
        }
        _ => text,
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

    #[test]
    fn a_mark_at_the_beginning_says_nothing() {
        let lines =
            |text: &str| Lines::new(text.as_bytes().to_vec().as_slice()).collect::<Vec<_>>();
        assert_eq!(lines("\u{feff}{}\n{}"), [&b"{}\n"[..], b"{}"]);
        assert_eq!(lines("{}\n\u{feff}{}").len(), 2);
        assert!(lines("\u{feff}\n").is_empty());
    }

    #[test]
    fn a_game_that_stands_twice_agrees_once() {
        let twice =
            [(3, 7), (0, 7), (1, 8), (2, 7)].map(|(i, name)| Count::of(i, Some(name), Ok(())));
        let count = twice.into_iter().fold(Count::default(), Count::with).without_doubles();
        assert_eq!((count.games, count.agree), (4, 2));
        let (line, first) = count.first.unwrap();
        assert_eq!((line, first.found.as_str()), (2, "the same group and number as in line 1"));
        assert_eq!(name_of(br#"{"group": "a"}"#), None);
        assert_eq!(
            name_of(br#"{"group": "a", "game": 1}"#),
            name_of(br#"{"game": 1, "group": "a"}"#)
        );
    }

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
        let counts = || {
            [(2, differ("c")), (0, Ok(())), (1, differ("b"))].map(|(i, it)| Count::of(i, None, it))
        };
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
