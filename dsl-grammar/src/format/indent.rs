//! Where each line begins: what stands in braces is indented, what goes on from the line before keeps its
//! place as the author chose it.

use std::collections::BTreeMap;

use super::INDENT;
use super::page::Page;
use super::sign::Sign;

/// How far a line that goes on from another one stands right of it at least.
const LEAST: usize = 2;

/// Where the signs and the lone comment of a line begin.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Start {
    /// The column of its first sign.
    pub(super) signs: usize,
    /// The column of comments that stand on lines of their own before it.
    pub(super) comments: usize,
}

/// Where all lines begin; `within` are the columns of signs inside their lines.
pub(super) fn lines(page: &Page<'_>, within: &[usize]) -> Vec<Start> {
    let mut nest = Nest { frames: Vec::new() };
    let mut starts = vec![Start::default(); page.lines.len()];
    for (number, line) in page.lines.iter().enumerate() {
        if line.signs.is_empty() {
            continue;
        }
        let first = &page.signs[line.signs.start];
        let start = nest.start(first);
        starts[number] = start;
        let row = Row { number, column: start.signs, original: first.column };
        for sign in line.signs.clone() {
            nest.pass(&page.signs[sign], row, start.signs + within[sign]);
        }
    }
    // A comment belongs to what follows it.
    let mut next = Start::default();
    for (number, line) in page.lines.iter().enumerate().rev() {
        if line.signs.is_empty() {
            starts[number] = next;
        } else {
            next = starts[number];
        }
    }
    starts
}

/// A line as its signs see it: where it begins, and where the author put that.
#[derive(Clone, Copy)]
struct Row {
    number: usize,
    column: usize,
    original: usize,
}

/// What a place in a text is inside of, from the outermost to the innermost.
struct Nest {
    frames: Vec<Frame>,
}

enum Frame {
    Unit(Unit),
    Bracket(Bracket),
}

/// What begins on its own in a body: an item, a statement, an arm.
struct Unit {
    /// Where it begins, and where the author put that.
    column: usize,
    original: usize,
    line: usize,
    /// Only citations so far.
    is_cited_only: bool,
    /// The new columns of its signs by those that the author gave them; of several the last.
    columns: BTreeMap<usize, usize>,
}

struct Bracket {
    /// Where what owns it begins, and where the author put that.
    base: usize,
    original: usize,
    line: usize,
    /// Where its first sign stands if that is on the same line, and where the author put that.
    content: Option<(usize, usize)>,
    /// Where lines inside begin, once there is one.
    inner: Option<usize>,
}

impl Bracket {
    /// Where a line inside begins that the author began at a column.
    fn inner(&mut self, original: Option<usize>) -> usize {
        let usual = self.base + INDENT;
        if let Some(inner) = self.inner {
            return inner;
        }
        let (Some(original), Some((content, content_original))) = (original, self.content) else {
            return usual;
        };
        // Below what stands behind the brace, or indented as ever: whichever is nearer.
        let to_usual = original.abs_diff(self.original + INDENT);
        let inner = if original.abs_diff(content_original) < to_usual { content } else { usual };
        self.inner = Some(inner);
        inner
    }
}

impl Nest {
    /// Where a line begins by its first sign.
    fn start(&mut self, first: &Sign<'_>) -> Start {
        if first.role.begins {
            let column = self.bracket().map_or(0, |bracket| bracket.inner(Some(first.column)));
            return Start { signs: column, comments: column };
        }
        if first.text == "}" {
            let bracket = self.bracket();
            let (signs, comments) = bracket.map_or((0, 0), |b| (b.base, b.inner(None)));
            return Start { signs, comments };
        }
        let column = self.unit().map_or(0, |unit| unit.go_on(first));
        Start { signs: column, comments: column }
    }

    /// Goes past a sign of a line that stands at a column.
    fn pass(&mut self, sign: &Sign<'_>, row: Row, column: usize) {
        let line = row.number;
        if sign.closes() {
            self.close();
        } else if let Some(bracket) = self.bracket()
            && bracket.line == line
        {
            bracket.content.get_or_insert((column, sign.column));
        }
        if sign.role.begins {
            self.end_unit();
            self.frames.push(Frame::Unit(Unit {
                column,
                original: sign.column,
                line,
                is_cited_only: true,
                columns: BTreeMap::new(),
            }));
        }
        let Some(unit) = self.unit() else { return };
        unit.is_cited_only &= sign.text.starts_with('@');
        unit.columns.insert(sign.column, column);
        if sign.opens() {
            let goes_on = sign.role.opens_value && unit.line < line;
            let owner =
                if goes_on { (row.column, row.original) } else { (unit.column, unit.original) };
            let (base, original) = owner;
            let (content, inner) = (None, None);
            self.frames.push(Frame::Bracket(Bracket { base, original, line, content, inner }));
        }
    }

    fn end_unit(&mut self) {
        if matches!(self.frames.last(), Some(Frame::Unit(_))) {
            self.frames.pop();
        }
    }

    fn close(&mut self) {
        self.end_unit();
        if matches!(self.frames.last(), Some(Frame::Bracket(_))) {
            self.frames.pop();
        }
    }

    /// The innermost bracket.
    fn bracket(&mut self) -> Option<&mut Bracket> {
        self.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Bracket(bracket) => Some(bracket),
            Frame::Unit(_) => None,
        })
    }

    /// The innermost unit.
    fn unit(&mut self) -> Option<&mut Unit> {
        self.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Unit(unit) => Some(unit),
            Frame::Bracket(_) => None,
        })
    }
}

impl Unit {
    /// Where a line of it begins that is not its first.
    fn go_on(&self, first: &Sign<'_>) -> usize {
        let is_whole = first.role.is_else || first.text == "{" && !first.role.opens_value;
        if self.is_cited_only || is_whole {
            return self.column;
        }
        let further = first.column.saturating_sub(self.original);
        if first.closes() {
            return self.column + further;
        }
        if further < LEAST || further == INDENT {
            return self.column + INDENT;
        }
        // Below a sign of the lines before, or as far in as it was.
        let below = self.columns.get(&first.column).copied();
        let below = below.filter(|&below| below >= self.column + LEAST);
        below.unwrap_or(self.column + further.max(INDENT))
    }
}
