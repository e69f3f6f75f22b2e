//! Columns inside lines: signs of neighbour lines that the author put below each other stay so.
//!
//! Two lines are neighbours if both begin a line of the same body and no blank line lies between. Signs of
//! theirs that look alike and stand in one column make a column if at least one has more blanks before it
//! than it needs. A column stands as far left as its longest line allows.

use std::collections::BTreeMap;

use super::page::Page;
use super::sign::Sign;

/// The column of each sign, counted from the first sign of its line.
pub(super) fn columns(page: &Page<'_>) -> Vec<usize> {
    let mut columns = found(page);
    columns.retain(|column| column.is_stretched);
    // What stands further left is placed first: all else on its lines depends on it.
    columns.sort_by_key(|column| column.place);
    let mut layout = Layout::new(page);
    for column in &columns {
        let places = column.signs.iter().map(|&(line, sign)| layout.natural(line, sign));
        let place = places.max().unwrap_or(0);
        column.signs.iter().for_each(|&(line, sign)| layout.set(line, sign, place));
    }
    layout.finish()
}

/// Signs below each other.
struct Column {
    /// Where the author put it, counted from the first sign of each line.
    place: usize,
    /// Line and number of each sign.
    signs: Vec<(usize, usize)>,
    /// Whether anything stands further right than it need.
    is_stretched: bool,
}

fn found(page: &Page<'_>) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    let mut column_of: BTreeMap<usize, usize> = BTreeMap::new();
    // The last line of each body, by the bracket around it.
    let mut last: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    let mut last_blank = None;
    for (number, line) in page.lines.iter().enumerate() {
        if page.is_blank(number) {
            last_blank = Some(number);
        }
        let Some(first) = page.signs.get(line.signs.start).filter(|_| !line.signs.is_empty())
        else {
            continue;
        };
        if !first.role.begins {
            continue;
        }
        let Some(above) = last.insert(first.around, number) else { continue };
        if last_blank.is_some_and(|blank| blank > above) {
            continue;
        }
        for (upper, lower) in below_each_other(page, above, number) {
            let column = *column_of.entry(upper).or_insert_with(|| {
                let place =
                    page.signs[upper].column - page.signs[page.lines[above].signs.start].column;
                let is_stretched = is_stretched(page, upper);
                columns.push(Column { place, signs: vec![(above, upper)], is_stretched });
                columns.len() - 1
            });
            column_of.insert(lower, column);
            columns[column].signs.push((number, lower));
            columns[column].is_stretched |= is_stretched(page, lower);
        }
    }
    columns
}

/// Pairs of signs of two lines that stand in one column and look alike.
fn below_each_other(page: &Page<'_>, above: usize, below: usize) -> Vec<(usize, usize)> {
    let range = |line: usize| page.lines[line].signs.clone();
    let (upper, lower) = (range(above), range(below));
    let (first, second) = (&page.signs[upper.start], &page.signs[lower.start]);
    let places: BTreeMap<usize, usize> =
        upper.clone().skip(1).map(|sign| (page.signs[sign].column - first.column, sign)).collect();
    let pair = |sign: usize| {
        let partner = *places.get(&(page.signs[sign].column - second.column))?;
        let (a, b) = (&page.signs[partner], &page.signs[sign]);
        let is_column = a.space > 0 && b.space > 0 && a.depth == b.depth && look(a) == look(b);
        is_column.then_some((partner, sign))
    };
    lower.skip(1).filter_map(pair).collect()
}

/// Signs of one look can stand in a column; what begins an operand looks alike.
fn look<'t>(sign: &Sign<'t>) -> &'t str {
    let letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '"' | '(' | '[');
    match sign.text.chars().next() {
        Some('@') => "@",
        Some('-') if sign.role.is_prefix => "a",
        Some(first) if letter(first) => "a",
        _ => sign.text,
    }
}

fn is_stretched(page: &Page<'_>, sign: usize) -> bool {
    let (before, sign) = (&page.signs[sign - 1], &page.signs[sign]);
    sign.column > before.end() + sign.space
}

/// The columns of all signs as far as they are known, line by line from the left.
struct Layout<'p, 't> {
    page: &'p Page<'t>,
    columns: Vec<usize>,
    /// The first sign of each line whose column is not known.
    next: Vec<usize>,
}

impl<'p, 't> Layout<'p, 't> {
    fn new(page: &'p Page<'t>) -> Self {
        let next = page.lines.iter().map(|line| line.signs.start).collect();
        Self { page, columns: vec![0; page.signs.len()], next }
    }

    /// The leftmost column of a sign; whatever stands before it is placed.
    fn natural(&mut self, line: usize, sign: usize) -> usize {
        self.place_until(line, sign);
        self.behind(line, sign)
    }

    fn place_until(&mut self, line: usize, sign: usize) {
        while self.next[line] < sign {
            let next = self.next[line];
            self.columns[next] = self.behind(line, next);
            self.next[line] += 1;
        }
    }

    fn behind(&self, line: usize, sign: usize) -> usize {
        if sign == self.page.lines[line].signs.start {
            return 0;
        }
        self.columns[sign - 1] + self.page.signs[sign - 1].width + self.page.signs[sign].space
    }

    fn set(&mut self, line: usize, sign: usize, column: usize) {
        self.columns[sign] = column;
        self.next[line] = sign + 1;
    }

    fn finish(mut self) -> Vec<usize> {
        for (number, line) in self.page.lines.iter().enumerate() {
            self.place_until(number, line.signs.end);
        }
        self.columns
    }
}
