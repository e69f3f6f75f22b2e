//! The pages of statements, `rules.md` and `rules.LANGUAGE.md`: headings, paragraphs and numbered lines.

use crate::citation::statement;

/// What stands in such a page, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// `## The action`
    Heading(String),
    /// Lines that belong together.
    Paragraph(String),
    /// `- C5. The active player must …`
    Statement {
        /// Its number.
        number: String,
        /// What it says.
        text: String,
    },
}

/// The title of a page, and what follows.
pub(super) fn read(text: &str) -> (Option<String>, Vec<Entry>) {
    let (mut title, mut entries) = (None, Vec::new());
    let mut paragraph: Vec<&str> = Vec::new();
    for line in text.lines().chain([""]) {
        let line = line.trim();
        let numbered = statement(line);
        let heading = line.trim_start_matches('#');
        if (numbered.is_some() || line.is_empty() || heading != line) && !paragraph.is_empty() {
            entries.push(Entry::Paragraph(paragraph.join(" ")));
            paragraph.clear();
        }
        if let Some((number, text)) = numbered {
            entries.push(Entry::Statement { number: number.to_owned(), text: text.to_owned() });
        } else if heading != line {
            match (line.len() - heading.len(), &title) {
                (1, None) => title = Some(heading.trim().to_owned()),
                _ => entries.push(Entry::Heading(heading.trim().to_owned())),
            }
        } else if !line.is_empty() {
            paragraph.push(line);
        }
    }
    (title, entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_in_order() {
        let text = "# Harbour\n\nAbout\nships.\n## Sea\n- H1. Ships sail.\n- no number. x\n";
        let (title, entries) = read(text);
        assert_eq!(title.as_deref(), Some("Harbour"));
        let said = |text: &str| text.to_owned();
        assert_eq!(
            entries,
            [
                Entry::Paragraph(said("About ships.")),
                Entry::Heading(said("Sea")),
                Entry::Statement { number: said("H1"), text: said("Ships sail.") },
                Entry::Paragraph(said("- no number. x")),
            ]
        );
    }
}
