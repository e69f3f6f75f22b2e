//! The proof of a fix: it is made, and what is wrong then is compared with what was wrong before.

use grammar::{Diagnostic, FileId, Sources, Span};

use super::{Fix, put_in};
use crate::{checks, desk::Desk};

/// The same sign can be missing so often in a row.
const ROUNDS: usize = 8;

/// A fix that takes a diagnostic away and makes no mistake. A sign that is missing several times in a row is put
/// in everywhere, as a text can be read only then.
pub(super) fn proven(
    desk: &mut Desk,
    mut fix: Fix,
    found: &Diagnostic,
    all: &[Diagnostic],
    left: &mut usize,
) -> Option<Fix> {
    let expansion = desk.expansion(fix.file())?.to_owned();
    let file = fix.file();
    let removed: Vec<String> =
        fix.edits.iter().map(|(span, _)| desk.texts().sources().slice(*span).to_owned()).collect();
    for _ in 0..ROUNDS {
        *left = left.checked_sub(1)?;
        let text = fix.made(desk.source(file).text())?;
        let tried = desk.supposing(&[(file, text)], |desk| {
            let after = checks::check(desk, &expansion);
            let hidden = |other: &Diagnostic| was_hidden(desk, other, &fix, found, &removed);
            let more = |other: &&Diagnostic| count(&after, other) > count(all, other);
            let new = after.iter().filter(|other| other.is_error()).filter(more);
            let same_still = || after.iter().filter(|other| same(other, found));
            let first = match (new.clone().next(), same_still().count() < count(all, found)) {
                (None, true) => return Tried::Mends,
                (None, false) => same_still().next(),
                (new, _) => new,
            };
            let sources = desk.texts().sources();
            if let Some(next) = first.and_then(|new| again(new, &fix.title, file, sources)) {
                return Tried::Again(next);
            }
            // Of an item that cannot be read one mistake is told: the same may stand once more behind it.
            let still = same_still().filter(|other| !(is_of_text(found) && hidden(other))).count();
            match still < count(all, found) && new.clone().all(hidden) {
                true => Tried::Mends,
                false => Tried::Fails,
            }
        });
        match tried {
            Tried::Mends => return Some(fix),
            Tried::Fails => return None,
            Tried::Again((span, text)) => {
                let span = fix.place_before(span)?;
                fix.edits.push((span, text));
            }
        }
    }
    None
}

/// How a fix came out.
enum Tried {
    Mends,
    Fails,
    /// The same is missing once more, here.
    Again((Span, String)),
}

/// Whether the author made a mistake that only came to light when another one in the same item was mended: a
/// later line that cannot be read, or a word that means nothing and was there before.
fn was_hidden(
    desk: &Desk,
    new: &Diagnostic,
    fix: &Fix,
    found: &Diagnostic,
    removed: &[String],
) -> bool {
    let Some(at) = new.span().filter(|span| span.file == fix.file()) else { return false };
    let Some(tree) = desk.tree(at.file) else { return false };
    let made = fix.places();
    let (Some(first), Some(last)) = (made.first(), made.last()) else { return false };
    let item = |offset| tree.items.iter().find(|item| item.span.holds(offset));
    let one_item = item(first.start).zip(item(at.start)).is_some_and(|(a, b)| a.span == b.span);
    if !one_item || made.iter().any(|edit| at.start <= edit.end && edit.start <= at.end) {
        return false;
    }
    let sources = desk.texts().sources();
    let line = |offset: u32| sources.text(at.file)[..offset as usize].matches('\n').count();
    let is_nothing = new.code.starts_with("check/unknown-");
    match (is_of_text(found), is_of_text(new)) {
        (true, true) => line(at.start) > line(last.end),
        (true, false) => is_nothing && !removed.iter().any(|word| word == sources.slice(at)),
        // A word behind a value that was not known before: that something near to it is known speaks for the fix.
        (false, false) => {
            let near = new.help.as_ref().is_some_and(|help| help.starts_with("did you mean"));
            is_nothing && near && at.start > last.end
        }
        (false, true) => false,
    }
}

/// Whether a text cannot be read, whatever its words mean.
fn is_of_text(found: &Diagnostic) -> bool {
    found.code.starts_with("syntax/")
}

/// What is to be put in for a mistake that another fix of the same title brought to light.
fn again(new: &Diagnostic, title: &str, file: FileId, sources: &Sources) -> Option<(Span, String)> {
    let place = new.span().filter(|span| span.file == file)?;
    let fix = put_in(new.help.as_ref()?, place, new, sources)?;
    (fix.title == title).then_some(fix.edits)?.into_iter().next()
}

/// Whether two mistakes are one, wherever they stand.
fn same(one: &Diagnostic, two: &Diagnostic) -> bool {
    (one.code, &one.message) == (two.code, &two.message)
}

fn count(all: &[Diagnostic], found: &Diagnostic) -> usize {
    all.iter().filter(|other| same(other, found)).count()
}
