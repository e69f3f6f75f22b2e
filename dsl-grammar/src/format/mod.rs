//! The layout of `.carc` texts: indentation, spaces, blank lines and columns, and nothing else.
//!
//! A text is read as the signs and comments that it consists of, with what the grammar says of each. Line
//! ends stay where the author put them, so a text is laid out anew without any sign or comment being lost:
//! only what is blank changes. Columns that the author aligned stay aligned.

mod align;
mod indent;
mod page;
mod role;
mod sign;
mod space;
mod write;

use crate::diagnostic::Report;
use crate::parse::parse;
use crate::source::{FileId, Sources};

/// The columns that a line may have. Longer ones are their author's to break: only he knows where it reads well.
pub const LINE_WIDTH: usize = 112;
/// How far what stands in braces is indented.
const INDENT: usize = 4;

/// The text of a file in the usual layout, or all mistakes that keep it from being read.
///
/// The result has the same signs and comments in the same order, and the same tree; laid out once more it
/// stays as it is.
///
/// # Errors
///
/// When the file has mistakes of syntax: what cannot be read is not touched.
pub fn format(sources: &Sources, file: FileId) -> Result<String, Report> {
    let parsed = parse(sources, file);
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics.into_iter().collect());
    }
    let text = sources.text(file);
    let new = laid_out(text, file);
    // Nobody shall lose a rule to a mistake in here: then the text stays as it is.
    Ok(if is_same(text, &new) { new } else { text.to_owned() })
}

fn laid_out(text: &str, file: FileId) -> String {
    let page = page::read(text, &role::roles(text, file));
    let within = align::columns(&page);
    let lines = indent::lines(&page, &within);
    write::text(&page, &within, &lines)
}

/// Whether two texts differ in blanks only, and both can be read.
fn is_same(old: &str, new: &str) -> bool {
    let mut sources = Sources::new();
    let file = sources.add("", new);
    page::signs(old).eq(page::signs(new)) && parse(&sources, file).diagnostics.is_empty()
}

#[cfg(test)]
mod tests;
