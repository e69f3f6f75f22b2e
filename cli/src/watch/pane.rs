//! A part of the screen that shows some rows of a text, says how many more there are, and can be scrolled.

use ratatui::{
    Frame,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span, Text},
    widgets::{Block, Paragraph},
};

/// Which part of its text a pane shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Pane {
    /// The first row that is shown, once somebody has scrolled.
    from: Option<usize>,
    /// The first row that was shown, and how many were, when it was drawn last.
    drawn: (usize, usize),
}

/// What a pane shows.
pub(super) struct Shown {
    /// The words in its border.
    pub(super) title: String,
    /// Its text.
    pub(super) text: Text<'static>,
    /// Whether the end of the text is shown until somebody scrolls, rather than its beginning.
    pub(super) from_its_end: bool,
    /// Whether the keys that scroll mean this pane.
    pub(super) is_chosen: bool,
}

impl Pane {
    /// Goes so many screenfuls down, or up; what is too far is put right when it is drawn.
    pub(super) fn scroll(&mut self, pages: isize) {
        let (first, rows) = self.drawn;
        // A row of the last screenful stays in sight.
        let step = rows.saturating_sub(1).max(1);
        let way = pages.unsigned_abs().saturating_mul(step);
        let from = if pages < 0 { first.saturating_sub(way) } else { first.saturating_add(way) };
        self.from = Some(from);
    }

    /// Shows what it would show if nobody had scrolled.
    pub(super) fn reset(&mut self) {
        self.from = None;
    }

    /// Draws its rows.
    pub(super) fn draw(&mut self, shown: Shown, frame: &mut Frame<'_>, area: Rect) {
        let Shown { title, text, from_its_end, is_chosen } = shown;
        let lines = folded(&text, inside(area.width));
        let rows = inside(area.height);
        let last = lines.len().saturating_sub(rows);
        let first = self.from.unwrap_or(if from_its_end { last } else { 0 }).min(last);
        if self.from.is_some() {
            self.from = Some(first);
        }
        self.drawn = (first, rows);
        let behind = last - first;
        let lines: Vec<Line<'static>> = lines.into_iter().skip(first).take(rows).collect();
        let frame_of = framed(&title, first, behind, is_chosen);
        frame.render_widget(Paragraph::new(lines).block(frame_of), area);
    }
}

/// What lies between two borders.
pub(super) fn inside(length: u16) -> usize {
    usize::from(length.saturating_sub(2))
}

/// A border with a title, with how much more is above and below, and with a mark if it is the chosen pane.
pub(super) fn framed(title: &str, above: usize, below: usize, is_chosen: bool) -> Block<'static> {
    let mut more = String::new();
    if above > 0 {
        more.push_str(&format!(" ↑{above}"));
    }
    if below > 0 {
        more.push_str(&format!(" ↓{below}"));
    }
    let mark = if is_chosen { "▸" } else { "" };
    let block = Block::bordered().title(format!("{mark}{title}"));
    let block = match more.as_str() {
        "" => block,
        _ => block.title_bottom(Line::from(format!("{more} more ")).right_aligned()),
    };
    let style = if is_chosen { Modifier::BOLD } else { Modifier::empty() };
    block.border_style(Style::new().add_modifier(style))
}

/// How many rows a text takes in a width.
pub(super) fn rows(text: &Text<'_>, width: usize) -> usize {
    folded(text, width).len()
}

/// The rows of a text in a width: long lines are broken, between words where they can be.
fn folded(text: &Text<'_>, width: usize) -> Vec<Line<'static>> {
    let width = width.max(1);
    let mut rows = Vec::new();
    for line in &text.lines {
        let letters: Vec<(char, Style)> = line
            .spans
            .iter()
            .flat_map(|span| span.content.chars().map(|c| (c, span.style)))
            .collect();
        let mut rest = letters.as_slice();
        while rest.len() > width {
            let blank = rest[..=width].iter().rposition(|(letter, _)| *letter == ' ');
            // A word longer than a row, or blanks that indent, are cut where the row ends.
            let indents = |at: usize| rest[..at].iter().all(|(letter, _)| *letter == ' ');
            let (end, next) = match blank.filter(|at| !indents(*at)) {
                Some(at) => (at, at + 1),
                None => (width, width),
            };
            rows.push(row(&rest[..end]));
            rest = &rest[next..];
        }
        rows.push(row(rest));
    }
    rows
}

/// Letters of one style after the other.
fn row(letters: &[(char, Style)]) -> Line<'static> {
    let same = letters.chunk_by(|one, other| one.1 == other.1);
    let span = |run: &[(char, Style)]| {
        let text: String = run.iter().map(|(letter, _)| *letter).collect();
        Span::styled(text, run[0].1)
    };
    Line::from(same.map(span).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let text = Text::from("  a bold step\n\nunbreakable\n     x");
        let rows: Vec<String> = folded(&text, 6).iter().map(ToString::to_string).collect();
        assert_eq!(rows, ["  a", "bold", "step", "", "unbrea", "kable", "     x"]);
        assert_eq!(super::rows(&text, 80), 4);
    }
}
