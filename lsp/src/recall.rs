//! What an item said before somebody began to write in it. While it cannot be read, its last text that could be
//! answers in its place, for all of it that is still there.

use std::{collections::BTreeSet, ops::Range};

use grammar::{FileId, Span, ast::ItemKind};

use crate::desk::Desk;

/// Nobody writes in more items of one file at once; if more cannot be read, nothing is looked for.
const MOST: usize = 8;

/// An item of a document, and what it said when it could be read.
#[derive(Clone, Debug)]
pub(crate) struct Remembered {
    /// Where it stands now.
    now: Range<usize>,
    /// Its last text that could be read, if there was one.
    good: Option<String>,
    /// Whether that is not what stands there.
    is_former: bool,
}

/// The items of a text, with whether each can be read, remembered for the next change.
pub(crate) fn remembered(
    text: &str,
    items: &[(Range<usize>, bool)],
    former: &[Remembered],
) -> Vec<Remembered> {
    let read: BTreeSet<&str> =
        items.iter().filter(|(_, reads)| *reads).map(|(now, _)| &text[now.clone()]).collect();
    let few = items.iter().filter(|(_, reads)| !reads).count() <= MOST;
    let remember = |(now, reads): &(Range<usize>, bool)| {
        let here = &text[now.clone()];
        let good = match reads {
            true => Some(here.to_owned()),
            // What stands elsewhere now was not this item.
            false if few => {
                let all = former.iter().filter_map(|item| item.good.as_deref());
                let all = all.filter(|good| !read.contains(good));
                nearest(here, all).map(str::to_owned)
            }
            false => None,
        };
        let is_former = !reads && good.is_some();
        Remembered { now: now.clone(), good, is_former }
    };
    items.iter().map(remember).collect()
}

/// The one of some texts that shares most of its beginning and end with another one, if that is half of it.
fn nearest<'t>(text: &str, all: impl Iterator<Item = &'t str>) -> Option<&'t str> {
    let shared = |other: &'t str| {
        let (head, tail) = common(text, other);
        (head + tail, other)
    };
    let near = all.map(shared).filter(|(shared, other)| shared * 2 >= text.len().min(other.len()));
    // Of several the first.
    near.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, other)| other)
}

/// How many bytes two texts share at their beginnings, and at their ends behind that.
fn common(one: &str, two: &str) -> (usize, usize) {
    let head: usize =
        one.chars().zip(two.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (one, two) = (&one[head..], &two[head..]);
    let both = one.chars().rev().zip(two.chars().rev());
    (head, both.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum())
}

/// A stretch of a file that says something else in the text that can be read.
#[derive(Debug)]
struct Stretch {
    now: Range<usize>,
    then: Range<usize>,
    /// What both share at their beginnings and ends.
    head: usize,
    tail: usize,
}

/// A file as it would be if all that is being written stood there as before.
#[derive(Debug)]
struct Former {
    file: FileId,
    text: String,
    stretches: Vec<Stretch>,
}

/// All files that would be others.
#[derive(Debug, Default)]
pub(crate) struct Recall {
    files: Vec<Former>,
}

impl Recall {
    /// What is remembered of the documents of a desk.
    pub(crate) fn of(desk: &Desk) -> Self {
        let former = |(file, items): (FileId, &[Remembered])| former(desk, file, items);
        Self { files: desk.remembered().filter_map(former).collect() }
    }

    /// Whether something cannot be read that could be read before.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The texts as they would be.
    pub(crate) fn texts(&self) -> Vec<(FileId, String)> {
        self.files.iter().map(|former| (former.file, former.text.clone())).collect()
    }

    /// Where a byte lies in the texts as they would be; nowhere if it is new.
    pub(crate) fn then(&self, file: FileId, at: usize) -> Option<usize> {
        let Some(former) = self.files.iter().find(|former| former.file == file) else {
            return Some(at);
        };
        let sides = |stretch: &Stretch| (stretch.now.clone(), stretch.then.clone());
        moved(&former.stretches, at, sides)
    }

    /// Where a place of the texts as they would be lies in those of a desk; nowhere if it says something else.
    pub(crate) fn now(&self, desk: &Desk, span: Span) -> Option<Span> {
        let Some(former) = self.files.iter().find(|former| former.file == span.file) else {
            return Some(span);
        };
        let sides = |stretch: &Stretch| (stretch.then.clone(), stretch.now.clone());
        let then = span.start as usize..span.end as usize;
        let start = moved(&former.stretches, then.start, sides)?;
        let end = moved(&former.stretches, then.end, sides)?;
        let same = desk.source(span.file).text().get(start..end)? == former.text.get(then)?;
        same.then(|| Span::new(span.file, start as u32, end as u32))
    }
}

/// The file of some remembered items, if something in it cannot be read any more.
fn former(desk: &Desk, file: FileId, items: &[Remembered]) -> Option<Former> {
    let now = desk.source(file).text();
    let (mut text, mut done) = (String::new(), 0);
    let mut stretches = Vec::new();
    for item in items.iter().filter(|item| item.is_former) {
        let good = item.good.as_deref()?;
        text.push_str(now.get(done..item.now.start)?);
        let start = text.len();
        text.push_str(good);
        done = item.now.end;
        let (head, tail) = common(now.get(item.now.clone())?, good);
        stretches.push(Stretch { now: item.now.clone(), then: start..text.len(), head, tail });
    }
    text.push_str(now.get(done..)?);
    (!stretches.is_empty()).then_some(Former { file, text, stretches })
}

/// A byte of one text in another one; `sides` says which side of a stretch is which.
fn moved(
    stretches: &[Stretch],
    at: usize,
    sides: impl Fn(&Stretch) -> (Range<usize>, Range<usize>),
) -> Option<usize> {
    let mut found = (at, 0..0);
    for stretch in stretches {
        let (from, to) = sides(stretch);
        if at < from.start {
            break;
        }
        if at <= from.end {
            return match (at - from.start, from.end - at) {
                (head, _) if head <= stretch.head => Some(to.start + head),
                (_, tail) if tail <= stretch.tail => Some(to.end - tail),
                _ => None,
            };
        }
        found = (from.end, to);
    }
    match found {
        (end, to) if !to.is_empty() => Some(to.end + (at - end)),
        _ => Some(at),
    }
}

/// Asks something of the texts as they were when they could be read; where nothing is remembered, as they are.
/// `back` makes the answer one about the texts as they are.
pub(crate) fn recalled<T, U>(
    desk: &mut Desk,
    file: FileId,
    offset: usize,
    look: impl Fn(&Desk, FileId, usize) -> Option<T>,
    back: impl Fn(&Desk, &Recall, T) -> Option<U>,
) -> Option<U> {
    let recall = Recall::of(desk);
    let then = recall.then(file, offset).filter(|_| !recall.is_empty());
    if let Some(then) = then {
        let found = desk.supposing(&recall.texts(), |desk| look(desk, file, then));
        if let Some(answer) = found.and_then(|found| back(desk, &recall, found)) {
            return Some(answer);
        }
    }
    look(desk, file, offset).and_then(|found| back(desk, &Recall::default(), found))
}

/// The items of a file with whether each can be read.
pub(crate) fn readable(desk: &Desk, file: FileId) -> Option<Vec<(Range<usize>, bool)>> {
    let item = |item: &grammar::ast::Item| {
        let reads = !matches!(item.kind, ItemKind::Broken(_));
        (item.span.start as usize..item.span.end as usize, reads)
    };
    Some(desk.tree(file)?.items.iter().map(item).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces of a text, each a line; those with a `!` cannot be read.
    fn lines(text: &str) -> Vec<(Range<usize>, bool)> {
        let mut start = 0;
        let line = |line: &str| {
            let found = (start..start + line.len(), !line.contains('!'));
            start += line.len();
            found
        };
        text.split_inclusive('\n').map(line).collect()
    }

    #[test]
    fn what_stood_there_is_found_by_what_is_left_of_it() {
        let first = "alpha one\nbeta two\ngamma three\n";
        let known = remembered(first, &lines(first), &[]);
        let second = "alpha one\nbeta ! two\ngamma three\n";
        let now = remembered(second, &lines(second), &known);
        assert_eq!(now[1].good.as_deref(), Some("beta two\n"));
        assert!(now[1].is_former && !now[0].is_former);
        // It stays known while more is written, and another item before it goes.
        let third = "beta ! twofold\ngamma three\n";
        let now = remembered(third, &lines(third), &now);
        assert_eq!(now[0].good.as_deref(), Some("beta two\n"));
        let other = "alpha one\nquite ! different, not like anything\n";
        assert_eq!(remembered(other, &lines(other), &known)[1].good, None);
    }

    #[test]
    fn bytes_are_found_again_but_new_ones() {
        // `beta ! two` was `beta two`, and `x!` was `xyz`.
        let stretches = [
            Stretch { now: 10..20, then: 10..18, head: 5, tail: 3 },
            Stretch { now: 30..32, then: 28..31, head: 1, tail: 0 },
        ];
        let there = |at| moved(&stretches, at, |s| (s.now.clone(), s.then.clone()));
        assert_eq!(
            [3, 10, 15, 16, 17, 20, 25, 30, 31, 32, 33].map(there),
            [
                Some(3),
                Some(10),
                Some(15),
                None,
                Some(15),
                Some(18),
                Some(23),
                Some(28),
                Some(29),
                Some(31),
                Some(32),
            ]
        );
    }
}
