//! Lines with the codes of [`Style`](crate::screen::Style) as lines for panes: whatever writes for a terminal
//! can be shown in a part of it.

use ratatui::{
    style::{Color, Modifier, Style},
    text::{Line, Span, Text},
};

/// What begins a code.
const BEGIN: &str = "\x1b[";

/// The text of lines with codes.
pub(super) fn text(written: &str) -> Text<'static> {
    let mut style = Style::new();
    let lines = written.lines().map(|line| {
        let mut spans = Vec::new();
        let mut parts = line.split(BEGIN);
        if let Some(first) = parts.next() {
            spans.push(Span::styled(first.to_owned(), style));
        }
        for part in parts {
            let (code, rest) = part.split_once('m').unwrap_or(("", part));
            style = styled(style, code);
            spans.push(Span::styled(rest.to_owned(), style));
        }
        spans.retain(|span| !span.content.is_empty());
        Line::from(spans)
    });
    Text::from(lines.collect::<Vec<_>>())
}

/// A style with one more code.
fn styled(style: Style, code: &str) -> Style {
    match code {
        "0" => Style::new(),
        "1" => style.add_modifier(Modifier::BOLD),
        "2" => style.add_modifier(Modifier::DIM),
        "31" => style.fg(Color::Red),
        "32" => style.fg(Color::Green),
        "33" => style.fg(Color::Yellow),
        "34" => style.fg(Color::Blue),
        "35" => style.fg(Color::Magenta),
        "36" => style.fg(Color::Cyan),
        _ => style,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{Screen, Style as Painted};

    #[test]
    fn codes_become_styles_and_vanish() {
        let mut out = Vec::new();
        let screen = Screen::new(&mut out, true);
        let inside = screen.paint(Painted::Green, "b");
        let written = format!("{}\nplain", screen.paint(Painted::Bold, &format!("a{inside}c")));
        let text = text(&written);
        let shown: Vec<String> = text.lines.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["abc", "plain"]);
        let [a, b, c] = &text.lines[0].spans[..] else { panic!("{:?}", text.lines[0]) };
        assert_eq!(a.style, Style::new().add_modifier(Modifier::BOLD));
        assert_eq!(b.style.fg, Some(Color::Green));
        assert_eq!(c.style, a.style, "what ends inside goes back to the style around it");
        assert_eq!(text.lines[1].spans[0].style, Style::new());
    }
}
