//! Places as the protocol counts them: lines from 0, columns in UTF-16 units, files as URIs.

use std::path::{Path, PathBuf};

use grammar::{SourceFile, Span};
use lsp_types::{Position, Range, Uri};

/// The position of a byte; one inside a character is that of its first byte, one behind the text its end.
pub(crate) fn position(file: &SourceFile, offset: usize) -> Position {
    let text = file.text();
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let line = file.position(offset as u32).line - 1;
    let start = file.line_start(line as usize);
    let units: usize = text[start..offset].chars().map(char::len_utf16).sum();
    Position { line, character: units as u32 }
}

/// The byte of a position; one behind its line is the line's end, one behind the last line the text's end.
pub(crate) fn offset(file: &SourceFile, position: Position) -> usize {
    if position.line >= file.line_count() {
        return file.text().len();
    }
    let start = file.line_start(position.line as usize);
    start + column(&file.text()[start..], position.character)
}

/// The same in a text whose lines are not known.
pub(crate) fn offset_in(text: &str, position: Position) -> usize {
    let mut lines = text.split_inclusive('\n');
    let start: usize = lines.by_ref().take(position.line as usize).map(str::len).sum();
    start + column(&text[start..], position.character)
}

/// The byte of a column of the first line of a text.
fn column(text: &str, character: u32) -> usize {
    let line = text.split('\n').next().unwrap_or_default();
    let line = line.strip_suffix('\r').unwrap_or(line);
    let mut left = character as usize;
    for (at, char) in line.char_indices() {
        if left < char.len_utf16() {
            return at;
        }
        left -= char.len_utf16();
    }
    line.len()
}

/// The range of a span.
pub(crate) fn range(file: &SourceFile, span: Span) -> Range {
    Range { start: position(file, span.start as usize), end: position(file, span.end as usize) }
}

/// The file of a URI; nothing for what lies in no file.
pub(crate) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    // A machine's name between the second and third slash is that of this one.
    let path = &path[path.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        let digits = std::str::from_utf8(&digits).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/rules` is how a drive is written.
    let drive = path.as_bytes().get(2) == Some(&b':') && path.as_bytes()[1].is_ascii_alphabetic();
    Some(PathBuf::from(if drive { &path[1..] } else { &path }))
}

/// The URI of a file.
pub(crate) fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let mut text = String::from("file://");
    if !path.starts_with('/') {
        text.push('/');
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text.parse().ok()
}

/// How the URIs of files begin that are part of this binary.
const BUILT_IN: &str = "carc-built-in:/";

/// The URI of a file that is part of this binary: no editor finds it on disk, but it can ask for its text.
pub(crate) fn built_in(name: &str) -> Option<Uri> {
    format!("{BUILT_IN}{name}").parse().ok()
}

/// Whether a URI is one of those.
pub(crate) fn is_built_in(uri: &str) -> bool {
    uri.starts_with(BUILT_IN)
}

#[cfg(test)]
mod tests {
    use grammar::Sources;

    use super::*;

    #[test]
    fn columns_count_units_of_utf_16() {
        let mut sources = Sources::new();
        let id = sources.add("a", "ä🀄b\r\nc");
        let file = sources.file(id);
        for (byte, line, character) in
            [(0, 0, 0), (2, 0, 1), (6, 0, 3), (7, 0, 4), (9, 1, 0), (10, 1, 1)]
        {
            let at = Position { line, character };
            assert_eq!(position(file, byte), at);
            assert_eq!(offset(file, at), byte);
            assert_eq!(offset_in(file.text(), at), byte);
        }
        assert_eq!(offset(file, Position { line: 0, character: 2 }), 2);
        assert_eq!(offset(file, Position { line: 0, character: 99 }), 7);
        assert_eq!(offset(file, Position { line: 9, character: 9 }), 10);
        assert_eq!(position(file, 4), Position { line: 0, character: 1 });
    }

    #[test]
    fn uris_name_files() {
        let path = Path::new("/rules of mine/ä/base.carc");
        let uri = uri_of(path).unwrap();
        assert_eq!(uri.as_str(), "file:///rules%20of%20mine/%C3%A4/base.carc");
        assert_eq!(path_of(uri.as_str()).unwrap(), path);
        assert_eq!(path_of("file:///C%3A/x").unwrap(), Path::new("C:/x"));
        for none in ["untitled:Untitled-1", "file:", "file://host", "file:///%f", "file:///%zz"] {
            assert_eq!(path_of(none), None, "{none}");
        }
    }
}
