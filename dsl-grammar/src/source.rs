//! The texts of all files and places in them. Everything else holds spans only.

use serde::{Deserialize, Serialize};

/// The number of a file in its [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FileId(pub u32);

/// A stretch of text, in bytes of one file; `end` is the first byte behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The file that the bytes are counted in.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The first byte behind the stretch.
    pub end: u32,
}

impl Span {
    /// The stretch from `start` to `end` in `file`.
    pub const fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end }
    }

    /// The smallest stretch that holds both; `other` lies in the same file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether `offset` lies inside or at the end.
    pub const fn holds(self, offset: u32) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// The number of bytes.
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether it is a place between two bytes.
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// A line and a column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// One file: its name as the author knows it, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    name: String,
    text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    fn new(name: String, text: String) -> Self {
        let after_newlines =
            text.bytes().zip(1u32..).filter_map(|(byte, after)| (byte == b'\n').then_some(after));
        let line_starts = std::iter::once(0).chain(after_newlines).collect();
        Self { name, text, line_starts }
    }

    /// The name, usually a path relative to the folder of expansions.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte offset; behind the end it is the end.
    pub fn position(&self, offset: u32) -> Position {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_starts.partition_point(|&start| start as usize <= offset);
        let start = self.line_starts[line - 1] as usize;
        let column = self.text[start..offset].chars().count() + 1;
        Position { line: line as u32, column: column as u32 }
    }

    /// The byte offset of a line and column; beyond the line it is the line's end.
    pub fn offset(&self, position: Position) -> u32 {
        let line = (position.line.max(1) as usize - 1).min(self.line_starts.len() - 1);
        let start = self.line_starts[line] as usize;
        let text = self.text[start..].split('\n').next().unwrap_or_default();
        let text = text.strip_suffix('\r').unwrap_or(text);
        let within = text
            .char_indices()
            .nth(position.column.max(1) as usize - 1)
            .map_or(text.len(), |(at, _)| at);
        (start + within) as u32
    }

    /// The text of a line, counted from 1, without its end; empty if there is no such line.
    pub fn line(&self, line: u32) -> &str {
        let Some(before) = (line as usize).checked_sub(1) else {
            return "";
        };
        self.text[self.line_start(before)..self.line_start(before + 1)]
            .trim_end_matches(['\r', '\n'])
    }

    /// The byte where a line begins, counted from 0; behind the last line it is the end.
    pub fn line_start(&self, line: usize) -> usize {
        self.line_starts.get(line).map_or(self.text.len(), |&start| start as usize)
    }

    /// The number of lines, the one behind a final line end included.
    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }
}

/// All files of one compilation, the only owner of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// No files yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file and gives its number; texts come from [`decode`](crate::decode), or are as small.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.files.push(SourceFile::new(name.into(), text.into()));
        id
    }

    /// Puts another text in the place of a file's, which keeps its number.
    pub fn replace(&mut self, id: FileId, text: impl Into<String>) {
        if let Some(file) = self.files.get_mut(id.0 as usize) {
            *file = SourceFile::new(std::mem::take(&mut file.name), text.into());
        }
    }

    /// The file of a number that these sources gave.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The file of a number, if there is one.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// The number of the file with this name.
    pub fn find(&self, name: &str) -> Option<FileId> {
        let index = self.files.iter().position(|file| file.name == name)?;
        Some(FileId(index as u32))
    }

    /// All files with their numbers, in the order of adding.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        (0u32..).map(FileId).zip(&self.files)
    }

    /// The name of a file.
    pub fn name(&self, id: FileId) -> &str {
        self.file(id).name()
    }

    /// The whole text of a file.
    pub fn text(&self, id: FileId) -> &str {
        self.file(id).text()
    }

    /// The text of a span; empty if the span does not fit its file.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file)
            .and_then(|file| file.text.get(span.start as usize..span.end as usize))
            .unwrap_or_default()
    }

    /// Line and column where a span begins.
    pub fn position(&self, span: Span) -> Position {
        self.file(span.file).position(span.start)
    }

    /// `name:line:column` of where a span begins.
    pub fn place(&self, span: Span) -> String {
        let Position { line, column } = self.position(span);
        format!("{}:{line}:{column}", self.name(span.file))
    }
}
