//! Places in the text of a JSON file: where an entry lies, and what stands where it cannot be read.

use std::ops::Range;

use grammar::nearest;

use super::meant;

/// Where the entry lies that keys, and numbers of entries, lead to: its value if that is a word or a number, else its
/// key; the nearest entry round it if there is no such entry. The text can be read.
pub(super) fn place(text: &str, path: &[String]) -> Range<usize> {
    let scan = Scan(text.as_bytes());
    match scan.walk(text, path) {
        (_, Some(value)) if !matches!(scan.0.get(value), Some(b'{' | b'[') | None) => {
            value..scan.behind(value)
        }
        (place, _) => place,
    }
}

/// Where the key of the entry lies that keys, and numbers of entries, lead to.
pub(super) fn key(text: &str, path: &[String]) -> Range<usize> {
    Scan(text.as_bytes()).walk(text, path).0
}

/// The bytes of a text that can be read; in any other one, places are inside of it all the same.
struct Scan<'t>(&'t [u8]);

impl Scan<'_> {
    /// The key of the entry that a path leads to, or of the nearest one round it, and where its value begins if the
    /// path leads to the end.
    fn walk(&self, text: &str, path: &[String]) -> (Range<usize>, Option<usize>) {
        let mut value = self.blanks(0);
        let mut place = value..self.sign(value);
        for step in path {
            let Some((key, inner)) = self.entry(text, value, step) else { return (place, None) };
            value = inner;
            place = key.unwrap_or(inner..self.sign(inner));
        }
        (place, Some(value))
    }

    /// The first byte from `at` on that is no blank.
    fn blanks(&self, at: usize) -> usize {
        let blank = |byte: &&u8| byte.is_ascii_whitespace();
        let at = at.min(self.0.len());
        at + self.0.iter().skip(at).take_while(blank).count()
    }

    /// Behind the sign at `at`, if one is there.
    fn sign(&self, at: usize) -> usize {
        (at + 1).min(self.0.len()).max(at)
    }

    /// Behind the text in quotes that begins at `at`.
    fn quoted(&self, at: usize) -> usize {
        let mut next = at + 1;
        while let Some(byte) = self.0.get(next) {
            match byte {
                b'"' => return next + 1,
                b'\\' => next += 2,
                _ => next += 1,
            }
        }
        self.0.len()
    }

    /// Behind the value that begins at `at`.
    fn behind(&self, at: usize) -> usize {
        let (mut next, mut depth) = (at, 0usize);
        while let Some(byte) = self.0.get(next) {
            next = match byte {
                b'"' => self.quoted(next),
                b'{' | b'[' => {
                    depth += 1;
                    next + 1
                }
                b'}' | b']' | b',' if depth == 0 => return next,
                b'}' | b']' => {
                    depth -= 1;
                    next + 1
                }
                byte if depth == 0 && byte.is_ascii_whitespace() => return next,
                _ => next + 1,
            };
            if depth == 0 && matches!(byte, b'"' | b'}' | b']') {
                return next;
            }
        }
        self.0.len()
    }

    /// The place of the key, if it has one, and the start of the value of an entry of what begins at `at`.
    fn entry(&self, text: &str, at: usize, step: &str) -> Option<(Option<Range<usize>>, usize)> {
        let is_object = self.0.get(at) == Some(&b'{');
        let number: Option<usize> = if is_object { None } else { Some(step.parse().ok()?) };
        let mut next = self.blanks(at + 1);
        for count in 0.. {
            if matches!(self.0.get(next), Some(b'}' | b']') | None) {
                return None;
            }
            let mut key = None;
            if is_object {
                let end = self.quoted(next);
                key = Some(next..end);
                let colon = self.blanks(end);
                next = self.blanks(colon + 1);
            }
            let is_meant = match &key {
                Some(place) => {
                    let written = text.get(place.clone()).unwrap_or_default();
                    serde_json::from_str::<String>(written).is_ok_and(|name| name == step)
                }
                None => number == Some(count),
            };
            if is_meant {
                return Some((key, next));
            }
            next = self.blanks(self.behind(next));
            if self.0.get(next) == Some(&b',') {
                next = self.blanks(next + 1);
            }
        }
        None
    }
}

/// What the reader stopped at, of whose end it told the line and the column: a word, a number or a sign.
pub(super) fn token(text: &str, line: usize, column: usize) -> Range<usize> {
    let before = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len);
    let start: usize = before.sum();
    let end = text.floor_char_boundary(start.saturating_add(column).min(text.len()));
    // Where a file ends, what is last is shown.
    let read = text[..end].trim_end();
    let end = read.len();
    let Some(last) = read.chars().next_back() else { return 0..0 };
    let is_part = |c: char| c.is_alphanumeric() || "+-._".contains(c);
    let start = match last {
        '"' => opening(read.as_bytes()),
        last if is_part(last) => read.trim_end_matches(is_part).len(),
        last => end - last.len_utf8(),
    };
    start..end
}

/// Where the text in quotes begins that ends with the last byte.
fn opening(read: &[u8]) -> usize {
    let end = read.len().saturating_sub(1);
    let is_opening = |at: &usize| {
        let slashes = read[..*at].iter().rev().take_while(|&&byte| byte == b'\\').count();
        read[*at] == b'"' && slashes % 2 == 0
    };
    (0..end).rev().find(is_opening).unwrap_or(end)
}

/// Why a file cannot be read, in words.
pub(super) struct Reason {
    pub(super) message: String,
    pub(super) label: String,
    pub(super) help: Option<String>,
}

/// Words of our own for those of the reader.
pub(super) fn reason(why: &str) -> Reason {
    let said = |message: &str, label: &str, help: Option<&str>| Reason {
        message: message.to_owned(),
        label: label.to_owned(),
        help: help.map(str::to_owned),
    };
    if let Some((message, known)) = why.split_once(", expected ")
        && why.starts_with("unknown ")
    {
        let mut words = why.split('`').skip(1).step_by(2);
        let word = words.next().unwrap_or_default();
        let near = nearest(word, words).map(meant);
        let help = near.or_else(|| Some(format!("expected {known}")));
        return Reason { help, ..said(message, "not known here", None) };
    }
    if let Some(message) = why.strip_prefix("EOF while parsing ") {
        let message = format!("the file ends inside of {}", with_article(message));
        return said(&message, "nothing comes behind this", Some("close what is open"));
    }
    match why {
        "trailing comma" => said(
            "nothing comes behind the last comma",
            "expected another entry",
            Some("take away the comma before it"),
        ),
        "expected `,` or `}`" | "expected `,` or `]`" => {
            said(why, "found this", Some("entries are parted by commas"))
        }
        "key must be a string" => {
            said("a key stands in quotes", "no key", Some("write it as `\"key\": value`"))
        }
        "expected value" => said("a value is missing here", "expected a value", None),
        "expected ident" => said(
            "found a word without quotes",
            "not a word of its own",
            Some("words stand in quotes, all but `true`, `false` and `null`"),
        ),
        "trailing characters" => {
            said("something stands behind the end", "the file ends before this", None)
        }
        _ => entry(why).unwrap_or_else(|| match why.split_once(", expected ") {
            Some((message, expected)) => said(message, &format!("expected {expected}"), None),
            None => said(why, "here", None),
        }),
    }
}

/// What the reader says of an entry that is another one than its place wants.
fn entry(why: &str) -> Option<Reason> {
    let quoted = |start: &str| why.strip_prefix(start)?.strip_suffix('`');
    let said = |message: String, label: String| Some(Reason { message, label, help: None });
    if let Some(key) = quoted("missing field `") {
        return said(format!("`{key}` is missing"), format!("this ends without `{key}`"));
    }
    if let Some(key) = quoted("duplicate field `") {
        return said(format!("`{key}` is said twice"), "said again here".to_owned());
    }
    let (found, wanted) = why.split_once(", expected ")?;
    let wanted = format!("expected {}", wanted_entry(wanted));
    if let Some(count) = found.strip_prefix("invalid length ") {
        return said(format!("the number of entries is {count}"), wanted);
    }
    let found = ["invalid type: ", "invalid value: "].iter().find_map(|w| found.strip_prefix(w))?;
    said(format!("{} cannot stand here", found_entry(found)), wanted)
}

/// What stands there, in the words of who wrote it.
fn found_entry(found: &str) -> String {
    let (kind, value) = found.split_once(' ').unwrap_or((found, ""));
    match kind {
        "sequence" => "a list `[…]`".to_owned(),
        "map" => "`{…}`".to_owned(),
        "null" => "`null`".to_owned(),
        "string" => format!("the text {value}"),
        "boolean" => value.to_owned(),
        "integer" | "number" => format!("the number {}", value.trim_matches('`')),
        "floating" => {
            format!("the number {}", value.trim_start_matches("point ").trim_matches('`'))
        }
        _ => found.to_owned(),
    }
}

/// What is to stand there; types of the program mean nothing to who writes a file.
fn wanted_entry(wanted: &str) -> String {
    let number = wanted.split(|c: char| !c.is_ascii_digit()).find(|digits| !digits.is_empty());
    let first = wanted.strip_prefix("a ").or_else(|| wanted.strip_prefix("an "));
    match first.unwrap_or(wanted).split(' ').next().unwrap_or_default() {
        "struct" | "map" => "`{…}` with keys and their values".to_owned(),
        "sequence" => "a list `[…]`".to_owned(),
        "array" | "tuple" => match number {
            Some(number) => format!("a list of {number}"),
            None => "a list `[…]`".to_owned(),
        },
        "string" | "borrowed" | "enum" | "variant" => "a text in quotes".to_owned(),
        "boolean" => "`true` or `false`".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "u8" => "a whole number from 0 to 255".to_owned(),
        "u16" | "u32" | "u64" | "usize" => "a whole number, not below 0".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        _ => wanted.to_owned(),
    }
}

fn with_article(what: &str) -> String {
    match what.chars().next() {
        Some('a' | 'o') if !what.starts_with("a ") && !what.starts_with("an ") => {
            format!("an {what}")
        }
        Some(_) if !what.starts_with("a ") && !what.starts_with("an ") => format!("a {what}"),
        _ => what.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at<'t>(text: &'t str, path: &[&str]) -> &'t str {
        let path: Vec<String> = path.iter().map(|&step| step.to_owned()).collect();
        &text[place(text, &path)]
    }

    #[test]
    fn entries_are_found_by_their_keys_and_numbers() {
        let text =
            r#" {"a": {"b\"c": [1, "x]", {"d": 5}], "b": "e"}, "a\u0062": [] , "f": -1.5e3}"#;
        assert_eq!(at(text, &["a", "b"]), "\"e\"");
        assert_eq!(at(text, &["a", "b\"c"]), r#""b\"c""#);
        assert_eq!(at(text, &["a", "b\"c", "1"]), "\"x]\"");
        assert_eq!(at(text, &["a", "b\"c", "2"]), "{");
        assert_eq!(at(text, &["a", "b\"c", "2", "d"]), "5");
        assert_eq!(at(text, &["ab"]), r#""a\u0062""#);
        assert_eq!(at(text, &["f"]), "-1.5e3");
        assert_eq!(at(text, &["a", "nothing", "b"]), "\"a\"", "what is round it");
        assert_eq!(at(text, &["a", "b\"c", "7"]), r#""b\"c""#);
        assert_eq!(at(text, &[]), "{");
    }

    #[test]
    fn no_text_is_too_broken_to_be_scanned() {
        for text in
            ["", "{", "{\"a", "{\"a\\", "[[[", "{\"a\":", "{\"a\" 1 \"b\"", "}]", "\u{e9}{\u{e9}"]
        {
            let path = ["a".to_owned(), "0".to_owned()];
            for path in [&path[..], &path[..1], &path[1..]] {
                let place = place(text, path);
                assert!(place.start <= place.end && place.end <= text.len(), "{text}: {place:?}");
            }
            for (line, column) in [(0, 0), (1, 0), (1, 1), (1, 2), (9, 9), (1, usize::MAX)] {
                assert!(text.get(token(text, line, column)).is_some(), "{text}");
            }
        }
    }

    #[test]
    fn what_the_reader_stopped_at_is_a_whole_word() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Known {
            #[serde(rename = "size")]
            _size: i64,
        }
        let stopped = |text: &'static str| {
            let error = serde_json::from_str::<Known>(text).unwrap_err();
            (&text[token(text, error.line(), error.column())], error.to_string())
        };
        assert_eq!(stopped("{\n \"siez\": 3}").0, "\"siez\"");
        assert_eq!(stopped("{\n \"size\": true}").0, "true");
        assert_eq!(stopped("{\n \"size\": \"a\\\"b\"}").0, "\"a\\\"b\"");
        assert_eq!(stopped("{\"size\": 3,\n}").0, "}");
        assert_eq!(stopped("{\"size\": 3\n\n").0, "3");
        let told = reason("unknown field `siez`, expected `size`");
        assert_eq!(told.message, "unknown field `siez`");
        assert_eq!(told.help.as_deref(), Some("did you mean `size`?"));
    }

    #[test]
    fn no_word_of_the_program_is_told_of_an_entry_of_the_wrong_kind() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Strewn {
            #[serde(rename = "size")]
            _size: i64,
            #[serde(rename = "most", default)]
            _most: Option<usize>,
            #[serde(rename = "place", default)]
            _place: [i8; 2],
        }
        #[derive(Debug, serde::Deserialize)]
        struct Look {
            #[serde(rename = "strewn", default)]
            _strewn: Vec<Strewn>,
            #[serde(rename = "on", default)]
            _on: Option<bool>,
            #[serde(rename = "fill", default)]
            _fill: Option<String>,
        }
        for (text, message, label) in [
            (r#"{ "strewn": [3] }"#, "the number 3 cannot stand here", "expected `{…}` with keys"),
            (r#"{ "strewn": 1.5 }"#, "the number 1.5 cannot stand here", "expected a list `[…]`"),
            (r#"{ "strewn": [{ "most": 1 }] }"#, "`size` is missing", "ends without `size`"),
            (r#"{ "strewn": [{ "size": [] }] }"#, "a list `[…]` cannot", "a whole number"),
            (r#"{ "strewn": [{ "size": {} }] }"#, "`{…}` cannot stand", "a whole number"),
            (r#"{ "strewn": [{ "most": -1 }] }"#, "the number -1 cannot", "not below 0"),
            (r#"{ "strewn": [{ "place": [1] }] }"#, "the number of entries is 1", "a list of 2"),
            (r#"{ "strewn": [{ "place": [1, 900] }] }"#, "the number 900 cannot", "whole number"),
            (r#"{ "strewn": [{ "size": 1, "size": 1 }] }"#, "`size` is said twice", "again here"),
            (r#"{ "on": "yes" }"#, "the text \"yes\" cannot stand here", "`true` or `false`"),
            (r#"{ "fill": true }"#, "`true` cannot stand here", "a text in quotes"),
            (r#"{ "strewn": null }"#, "`null` cannot stand here", "expected a list"),
            (r#"{ "fill": red }"#, "a value is missing here", "expected a value"),
            (r#"{ "fill": nul }"#, "found a word without quotes", "not a word"),
            (r#"{} {}"#, "something stands behind the end", "the file ends before this"),
        ] {
            let error = serde_json::from_str::<Look>(text).unwrap_err().to_string();
            let why = error.rsplit_once(" at line").map_or(error.as_str(), |(why, _)| why);
            let told = reason(why);
            assert!(told.message.contains(message), "{text}: {why}: {}", told.message);
            assert!(told.label.contains(label), "{text}: {why}: {}", told.label);
        }
    }
}
