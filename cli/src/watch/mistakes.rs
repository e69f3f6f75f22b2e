//! The mistakes of a save as a narrow pane shows them: what is wrong, the line with a pointer, and what to write first.

use ratatui::{
    style::{Color, Modifier, Style},
    text::{Line, Span, Text},
};
use toolkit::{Diagnostic, Report, Sources};

use crate::screen::harmless;

/// Nobody reads more of them beside a game.
const MOST: usize = 50;
/// Stands for what is cut off a line.
const CUT: char = '…';

/// A mistake with all that is shown of it.
#[derive(Clone, Debug)]
pub(super) struct Mistake {
    is_error: bool,
    /// The code and the message.
    head: String,
    /// Places, that of the mistake itself first.
    labels: Vec<Label>,
    help: Option<String>,
}

/// A place in a text.
#[derive(Clone, Debug)]
struct Label {
    /// `toy/rules.carc:6:23`
    place: String,
    line: u32,
    text: Vec<char>,
    /// The letters that are meant.
    from: usize,
    to: usize,
    said: String,
}

impl Mistake {
    /// Those of a report.
    pub(super) fn all(report: &Report, sources: &Sources) -> Vec<Self> {
        report.diagnostics.iter().take(MOST).map(|found| Self::of(found, sources)).collect()
    }

    fn of(found: &Diagnostic, sources: &Sources) -> Self {
        let labels = found.labels.iter().filter_map(|(span, said)| {
            let file = sources.get(span.file)?;
            let (start, end) = (file.position(span.start), file.position(span.end));
            let text: Vec<char> = shown(file.line(start.line));
            let from = (start.column as usize - 1).min(text.len());
            // Of what goes over several lines the first one is shown.
            let to = if end.line == start.line { end.column as usize - 1 } else { text.len() };
            Some(Label {
                place: harmless(&sources.place(*span)),
                line: start.line,
                from,
                to: to.clamp(from, text.len()),
                text,
                said: harmless(said),
            })
        });
        Self {
            is_error: found.is_error(),
            head: harmless(&format!("{}: {}", found.code, found.message)),
            labels: labels.collect(),
            help: found.help.as_deref().map(harmless),
        }
    }

    /// The rows of some mistakes in a width.
    pub(super) fn text(all: &[Self], width: usize) -> Text<'static> {
        let mut lines = Vec::new();
        for mistake in all {
            if !lines.is_empty() {
                lines.push(Line::default());
            }
            lines.extend(mistake.lines(width));
        }
        Text::from(lines)
    }

    fn lines(&self, width: usize) -> Vec<Line<'static>> {
        let colour = if self.is_error { Color::Red } else { Color::Yellow };
        let strong = Style::new().fg(colour).add_modifier(Modifier::BOLD);
        let dim = Style::new().add_modifier(Modifier::DIM);
        let mut lines = vec![Line::from(Span::styled(self.head.clone(), strong))];
        let pointed = |label: &Label| {
            let [text, pointer] = label.rows(width);
            [Line::from(text), Line::from(Span::styled(pointer, Style::new().fg(colour)))]
        };
        let mut labels = self.labels.iter();
        let own = labels.next();
        lines.extend(own.into_iter().flat_map(pointed));
        lines.extend(self.help.iter().map(|help| Line::from(format!("help: {help}"))));
        let place = |label: &Label| Line::from(Span::styled(label.place.clone(), dim));
        lines.extend(own.map(place));
        for label in labels {
            lines.extend(pointed(label));
            lines.push(place(label));
        }
        lines
    }
}

impl Label {
    /// The line, as much of it as there is room for, and the pointer below it with what is said there.
    fn rows(&self, width: usize) -> [String; 2] {
        let gutter = format!("{} │ ", self.line);
        let margin = gutter.chars().count();
        let room = width.saturating_sub(margin).max(8);
        let (start, end) = self.window(room);
        let mut letters = self.text[start..end].to_vec();
        if start > 0 {
            letters[0] = CUT;
        }
        if end < self.text.len()
            && let Some(last) = letters.last_mut()
        {
            *last = CUT;
        }
        let before = margin + self.from - start;
        let pointer = "^".repeat(self.to.min(end).saturating_sub(self.from).max(1));
        let behind = width.saturating_sub(before + pointer.chars().count() + 1);
        let length = self.said.chars().count();
        let pointer = if length <= behind || before <= length {
            let said: String = self.said.chars().take(behind).collect();
            format!("{}{pointer} {said}", " ".repeat(before))
        } else {
            // At the end of a row there is more room in front.
            format!("{}{} {pointer}", " ".repeat(before - length - 1), self.said)
        };
        let text: String = letters.into_iter().collect();
        [format!("{gutter}{text}").trim_end().to_owned(), pointer.trim_end().to_owned()]
    }

    /// Which letters of the line there is room for, those that are meant among them.
    fn window(&self, room: usize) -> (usize, usize) {
        let length = self.text.len();
        if length <= room {
            return (0, length);
        }
        let to = self.to.max(self.from + 1);
        let start = match () {
            () if to < room => 0,
            // There is no room for all of it: it is shown from where it begins.
            () if to - self.from > room - 2 => self.from.saturating_sub(room / 4),
            () => ((to + room / 4).min(length) - room).min(self.from.saturating_sub(1)),
        };
        (start, (start + room).min(length))
    }
}

/// A line as a terminal shows it, sign by sign.
fn shown(line: &str) -> Vec<char> {
    let sign = |letter: char| match letter {
        _ if letter.is_control() => ' ',
        // Signs that a terminal obeys or nobody sees have a place in the line nevertheless.
        _ if harmless(letter.encode_utf8(&mut [0; 4])).chars().eq([letter]) => letter,
        _ => '·',
    };
    line.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(text: &str, meant: &str, said: &str) -> Label {
        let text: Vec<char> = text.chars().collect();
        let whole: String = text.iter().collect();
        let from = whole[..whole.find(meant).unwrap()].chars().count();
        let to = from + meant.chars().count();
        Label { place: "toy/rules.carc:7:1".into(), line: 7, text, from, to, said: said.into() }
    }

    #[test]
    fn the_pointer_stands_below_what_is_meant_however_long_the_line_is() {
        let long = format!(
            "after é {} {{ p.left scores 1 for placde }} {}",
            "x".repeat(90),
            "y".repeat(90)
        );
        for text in ["for placde", &long, &long[..130]] {
            for width in 12..130 {
                let label = label(text, "placde", "not known");
                let [line, pointer] = label.rows(width);
                let room = width.max("7 │ ".chars().count() + 8);
                assert!(line.chars().count() <= room, "{width}: {line}");
                let at = pointer.chars().position(|c| c == '^').unwrap();
                let meant: String = line
                    .chars()
                    .skip(at)
                    .take(pointer.chars().filter(|c| *c == '^').count())
                    .collect();
                assert_eq!(meant, "placde", "{width}:\n{line}\n{pointer}");
                assert!(pointer.chars().count() <= room.max(at + 6), "{width}: {pointer}");
            }
        }
    }

    #[test]
    fn what_goes_to_the_end_of_a_line_is_pointed_at_from_its_beginning() {
        let text = format!("to {}", "x".repeat(200));
        let [line, pointer] = label(&text, &text.clone()[3..], "here").rows(40);
        assert!(line.starts_with("7 │ to xx") && line.ends_with('…'), "{line}");
        assert!(pointer.starts_with("  here ^^") && pointer.chars().count() <= 40, "{pointer}");
        // A place behind the last letter has a pointer too.
        let end = Label { from: 3, to: 3, ..label("abc", "abc", "more") };
        assert_eq!(end.rows(30), ["7 │ abc", "       ^ more"]);
    }

    #[test]
    fn code_line_pointer_and_help_come_first() {
        let head = "check/unknown-name: nothing here is called `placde`".to_owned();
        let own = label("p.left scores 1 for placde", "placde", "not known");
        let help = Some("did you mean `placed`?".to_owned());
        let mistake = Mistake { is_error: true, head, labels: vec![own.clone(), own], help };
        let shown: Vec<String> =
            Mistake::text(&[mistake], 60).lines.iter().map(ToString::to_string).collect();
        assert_eq!(shown[0], "check/unknown-name: nothing here is called `placde`");
        assert_eq!(shown[1], "7 │ p.left scores 1 for placde");
        assert_eq!(shown[2], format!("{}^^^^^^ not known", " ".repeat(24)));
        assert_eq!(shown[3], "help: did you mean `placed`?");
        assert_eq!(shown[4], "toy/rules.carc:7:1");
    }
}
