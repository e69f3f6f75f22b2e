//! The words at the top of a picture: in one line, in two smaller ones, or shortened at a word.

use svg::node::element::Text;

use super::{GAP, WIDTH};
use crate::page::INK;

/// How wide a letter is as a share of its height, in hundredths.
const LETTER: i64 = 54;
/// The height of letters in one line, and where it stands.
const LARGE: (i64, &[i64]) = (22, &[36]);
/// The same of two lines.
const SMALL: (i64, &[i64]) = (17, &[24, 46]);

/// A title within the picture's frame.
pub(super) fn head(title: &str) -> Vec<Text> {
    let (size, places) = if title.chars().count() <= across(LARGE.0) { LARGE } else { SMALL };
    let lines = lines(title, across(size), places.len());
    let placed = lines.into_iter().zip(places);
    let text = |(line, &y): (String, &i64)| {
        Text::new(line).set("x", GAP).set("y", y).set("font-size", size).set("fill", INK)
    };
    placed.map(text).collect()
}

/// How many letters of a height a line has.
const fn across(size: i64) -> usize {
    ((WIDTH - 2 * GAP) * 100 / (size * LETTER)) as usize
}

/// Words in so many lines of so many letters at most; what has no room is left out for an ellipsis.
fn lines(title: &str, across: usize, most: usize) -> Vec<String> {
    let (mut lines, mut rest) = (Vec::new(), title);
    while lines.len() < most {
        let Some((end, _)) = rest.char_indices().nth(across) else {
            lines.push(rest.to_owned());
            return lines;
        };
        if lines.len() + 1 == most {
            // One letter less, for the ellipsis.
            let end = rest[..end].char_indices().next_back().map_or(0, |(last, _)| last);
            lines.push(format!("{}…", rest[..at_a_word(rest, end)].trim_end()));
        } else {
            let (line, after) = rest.split_at(at_a_word(rest, end));
            lines.push(line.trim_end().to_owned());
            rest = after.trim_start();
        }
    }
    lines
}

/// Where the last word ends before a place; the place itself within a word as long as the line.
fn at_a_word(text: &str, end: usize) -> usize {
    if text[end..].starts_with(' ') {
        return end;
    }
    text[..end].rfind(' ').filter(|&space| space > 0).unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_stay_in_one_line_in_two_or_are_shortened_at_a_word() {
        let said = |title: &str| lines(title, 10, 2);
        assert_eq!(said("ten signs."), ["ten signs."]);
        assert_eq!(said("ten signs and more"), ["ten signs", "and more"]);
        assert_eq!(said("ten signs, and many more here"), ["ten signs,", "and many…"]);
        assert_eq!(said("ten signs, and much more"), ["ten signs,", "and much…"]);
        assert_eq!(said("đượcđượcđượcđượcđược"), ["đượcđượcđư", "ợcđượcđược"]);
        assert_eq!(said("đượcđượcđượcđượcđượcđ"), ["đượcđượcđư", "ợcđượcđượ…"]);
        assert_eq!(said(""), [""]);
    }

    #[test]
    fn no_title_runs_out_of_the_frame() {
        for length in 0..400 {
            for title in ["x".repeat(length), "to a peg ".repeat(length / 9)] {
                for text in head(&title).iter().map(ToString::to_string) {
                    let size = if text.contains("font-size=\"22\"") { 22 } else { 17 };
                    let said = text.split(['>', '<']).map(str::trim);
                    let line =
                        said.filter(|part| !part.starts_with("text ")).max_by_key(|p| p.len());
                    let letters = line.unwrap_or_default().chars().count();
                    assert!(letters <= across(size), "{text}");
                    assert_eq!(size == 22, title.chars().count() <= across(22), "{text}");
                }
            }
        }
    }
}
