//! Cutting very long lines down to what lies round the labels on them.

use std::ops::Range;

use crate::source::{SourceFile, Sources};

/// Lines of so many bytes are drawn as they are.
const LONG: usize = 400;
/// How many bytes are left on either side of where a label begins or ends.
const AROUND: usize = 60;

/// A file with all its long lines cut, and where some of its places are there; nothing if no line is long.
pub(super) fn narrowed(file: &SourceFile, places: &[usize]) -> Option<(SourceFile, Vec<usize>)> {
    let text = file.text();
    let lines = || {
        (0..file.line_count() as usize).map(|line| file.line_start(line)..file.line_start(line + 1))
    };
    if places.iter().any(|&place| place > text.len()) || lines().all(|line| line.len() <= LONG) {
        return None;
    }
    let mut short = String::new();
    let mut moved = places.to_vec();
    for line in lines() {
        let is_here =
            |place: usize| line.contains(&place) || (place == text.len() && line.end == text.len());
        let here: Vec<usize> = places.iter().copied().filter(|&place| is_here(place)).collect();
        let windows = windows(text, &line, &here);
        let mut done = line.start;
        for window in &windows {
            if window.start > done {
                short.push_str(if done == line.start { "… " } else { " … " });
            }
            for (place, moved) in places.iter().zip(&mut moved) {
                if window.contains(place) || (*place == window.end && is_here(*place)) {
                    *moved = short.len() + place - window.start;
                }
            }
            short.push_str(&text[window.clone()]);
            done = window.end;
        }
        if done < line.end {
            short.push_str(if text[line.clone()].ends_with('\n') { " …\n" } else { " …" });
        }
    }
    let mut sources = Sources::new();
    let id = sources.add(file.name(), short);
    Some((sources.file(id).clone(), moved))
}

/// The parts of a line that are left, in order and apart from each other.
fn windows(text: &str, line: &Range<usize>, places: &[usize]) -> Vec<Range<usize>> {
    if line.len() <= LONG {
        return vec![line.clone()];
    }
    let around = |place: usize| {
        let start = place.saturating_sub(AROUND).max(line.start);
        let end = (place + AROUND).min(line.end);
        text.floor_char_boundary(start)..text.ceil_char_boundary(end)
    };
    let mut places = places.to_vec();
    if places.is_empty() {
        places.push(line.start);
    }
    places.sort_unstable();
    let mut left: Vec<Range<usize>> = Vec::new();
    for window in places.into_iter().map(around) {
        match left.last_mut() {
            Some(last) if window.start <= last.end => last.end = last.end.max(window.end),
            _ => left.push(window),
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> SourceFile {
        let mut sources = Sources::new();
        let id = sources.add("long.carc", text);
        sources.file(id).clone()
    }

    #[test]
    fn short_lines_stay() {
        assert!(narrowed(&file("one\ntwo\n"), &[0, 3]).is_none());
        assert!(narrowed(&file(&"ä".repeat(LONG)), &[LONG * 9]).is_none(), "not in the file");
    }

    #[test]
    fn places_keep_their_text() {
        let long = format!("{}needle{}", "é".repeat(50_000), "x".repeat(50_000));
        let text = format!("first\n{long}\nlast é\n{long}");
        let places: Vec<usize> = text
            .match_indices("needle")
            .flat_map(|(at, _)| [at, at + 6])
            .chain([0, 5, text.find("last").unwrap(), text.len()])
            .collect();
        let (short, moved) = narrowed(&file(&text), &places).unwrap();
        assert!(short.text().len() < 1200, "{}", short.text().len());
        for (&place, &moved) in places.iter().zip(&moved) {
            let rest = |text: &str, at: usize| {
                let line = text[at..].split('\n').next().unwrap_or_default();
                line.chars().take(10).collect::<String>()
            };
            assert_eq!(rest(&text, place), rest(short.text(), moved));
            // At the end of a line there is no rest to compare, so the line itself must be the same.
            let line = |file: &SourceFile, at: usize| file.position(at as u32).line;
            assert_eq!(line(&file(&text), place), line(&short, moved));
        }
        assert_eq!(short.line_count(), 4);
    }

    #[test]
    fn long_lines_without_labels_show_their_beginning() {
        let text = format!("a\n{}\nb\n", "x".repeat(5000));
        let (short, moved) = narrowed(&file(&text), &[0, 5003]).unwrap();
        assert_eq!(short.text(), format!("a\n{} …\nb\n", "x".repeat(AROUND)));
        assert_eq!(&short.text()[moved[1]..], "b\n");
    }
}
