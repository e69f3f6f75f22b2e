//! Syntax trees as text for snapshots: the tree's own debugging text with short places and names.

use grammar::{FileId, Position, Sources, Span, ast};

/// The tree of a file, one line a node; places are `@LINE:COLUMN-LINE:COLUMN`.
pub(crate) fn print(sources: &Sources, file: &ast::File) -> String {
    let full = format!("{file:#?}");
    let lines: Vec<&str> = full.lines().collect();
    let mut short: Vec<String> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        if let Some(before) = line.strip_suffix("Span {") {
            // file: FileId( / N, / ), / start: N, / end: N, / }
            let [id, start, end] = [2, 4, 5].map(|ahead| number(lines[at + ahead]));
            let place = place(sources, Span::new(FileId(id), start, end));
            let comma = if lines[at + 6].ends_with(',') { "," } else { "" };
            short.push(format!("{before}{place}{comma}"));
            at += 7;
        } else {
            short.push(line.to_owned());
            at += 1;
        }
    }
    names(&short)
}

fn number(line: &str) -> u32 {
    let digits: String = line.chars().filter(char::is_ascii_digit).collect();
    digits.parse().expect("the field of a span is a number")
}

fn place(sources: &Sources, span: Span) -> String {
    let file = sources.file(span.file);
    let [from, to] = [span.start, span.end].map(|offset| {
        let Position { line, column } = file.position(offset);
        format!("{line}:{column}")
    });
    format!("@{from}-{to}")
}

/// Names and texts on one line: `Name "road" @1:1-1:5`; closing brackets are left to the indentation.
fn names(lines: &[String]) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].as_str();
        let inner = lines.get(at + 1).map(|next| next.trim().trim_end_matches(','));
        let word = inner.and_then(|inner| inner.strip_prefix("text: "));
        let place = lines.get(at + 2).map(|next| next.trim().trim_end_matches(','));
        let place = place.and_then(|place| place.strip_prefix("span: "));
        match (line.strip_suffix(" {"), word, place) {
            (Some(before), Some(word), Some(place)) => {
                text.push_str(&format!("{before} {word} {place}\n"));
                at += 4;
            }
            _ => {
                if !line.trim().chars().all(|sign| "{}[](),".contains(sign)) {
                    let line = line.trim_end_matches([',', '{', '(', '[']);
                    text.push_str(&format!("{}\n", line.trim_end()));
                }
                at += 1;
            }
        }
    }
    text
}
