//! Drawn tiles on one sheet: lines round them, coordinates beside them.

use abi::{Word, cell_x, cell_y};

/// Columns of one tile.
pub(super) const WIDTH: usize = 7;
/// Lines of one tile.
pub(super) const HEIGHT: usize = 3;

/// The letters of one tile, line by line.
pub(super) type Drawing = [[char; WIDTH]; HEIGHT];

/// The smallest rectangle of cells that holds some.
pub(super) struct Bounds {
    pub(super) west: i64,
    pub(super) east: i64,
    pub(super) north: i64,
    pub(super) south: i64,
}

impl Bounds {
    pub(super) fn of(cells: impl Iterator<Item = Word>) -> Option<Self> {
        cells.fold(None, |bounds: Option<Self>, at| {
            let (x, y) = (cell_x(at), cell_y(at));
            Some(match bounds {
                None => Self { west: x, east: x, north: y, south: y },
                Some(b) => Self {
                    west: b.west.min(x),
                    east: b.east.max(x),
                    north: b.north.min(y),
                    south: b.south.max(y),
                },
            })
        })
    }

    pub(super) fn columns(&self) -> i64 {
        self.east - self.west + 1
    }

    pub(super) fn rows(&self) -> i64 {
        self.south - self.north + 1
    }
}

/// The whole picture: tiles with lines round them.
pub(super) struct Sheet {
    bounds: Bounds,
    columns: usize,
    rows: usize,
    drawings: Vec<Option<Drawing>>,
    marks: Vec<Option<Drawing>>,
}

impl Sheet {
    pub(super) fn new(bounds: Bounds) -> Self {
        let (columns, rows) = (bounds.columns() as usize, bounds.rows() as usize);
        let empty = vec![None; columns * rows];
        Self { bounds, columns, rows, drawings: empty.clone(), marks: empty }
    }

    fn index(&self, at: Word) -> usize {
        let column = (cell_x(at) - self.bounds.west) as usize;
        let row = (cell_y(at) - self.bounds.north) as usize;
        row * self.columns + column
    }

    pub(super) fn mark(&mut self, at: Word, text: &str) {
        let mut drawing = [[' '; WIDTH]; HEIGHT];
        let shown: Vec<char> = text.chars().take(WIDTH).collect();
        let start = (WIDTH - shown.len()) / 2;
        drawing[1][start..start + shown.len()].copy_from_slice(&shown);
        let index = self.index(at);
        self.marks[index] = Some(drawing);
    }

    pub(super) fn tile(&mut self, at: Word, drawing: Drawing) {
        let index = self.index(at);
        self.drawings[index] = Some(drawing);
    }

    /// Whether a tile lies there; columns and rows count from 1, so that there is a rim.
    fn lies(&self, column: usize, row: usize) -> bool {
        (1..=self.columns).contains(&column)
            && (1..=self.rows).contains(&row)
            && self.drawings[(row - 1) * self.columns + column - 1].is_some()
    }

    pub(super) fn text(&self) -> String {
        let labels: Vec<String> =
            (self.bounds.north..=self.bounds.south).map(|y| y.to_string()).collect();
        let margin = labels.iter().map(String::len).max().unwrap_or(0) + 1;
        let mut lines = vec![self.header(margin)];
        let rule = |row: usize| format!("{:margin$}{}", "", self.rule(row));
        for (row, label) in labels.iter().enumerate() {
            lines.push(rule(row));
            for y in 0..HEIGHT {
                let label = if y == 1 { label.as_str() } else { "" };
                lines.push(format!("{label:>width$} {}", self.line(row, y), width = margin - 1));
            }
        }
        lines.push(rule(self.rows));
        let mut text = String::new();
        for line in lines {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn header(&self, margin: usize) -> String {
        let mut header = " ".repeat(margin);
        for x in self.bounds.west..=self.bounds.east {
            header.push_str(&format!(" {x:^WIDTH$}"));
        }
        header
    }

    /// The line above a row of tiles, with its crossings.
    fn rule(&self, row: usize) -> String {
        let mut rule = String::new();
        for column in 0..=self.columns {
            let (nw, ne) = (self.lies(column, row), self.lies(column + 1, row));
            let (sw, se) = (self.lies(column, row + 1), self.lies(column + 1, row + 1));
            let (up, down, left, right) = (nw || ne, sw || se, nw || sw, ne || se);
            rule.push(crossing(up, down, left, right));
            if column < self.columns {
                let stroke = if right { '─' } else { ' ' };
                rule.extend(std::iter::repeat_n(stroke, WIDTH));
            }
        }
        rule
    }

    fn line(&self, row: usize, y: usize) -> String {
        let mut line = String::new();
        for column in 0..=self.columns {
            let wall = self.lies(column, row + 1) || self.lies(column + 1, row + 1);
            line.push(if wall { '│' } else { ' ' });
            if column < self.columns {
                let index = row * self.columns + column;
                match self.drawings[index].or(self.marks[index]) {
                    Some(drawing) => line.extend(drawing[y]),
                    None => line.extend([' '; WIDTH]),
                }
            }
        }
        line
    }
}

fn crossing(up: bool, down: bool, left: bool, right: bool) -> char {
    match (up, down, left, right) {
        (false, false, false, false) => ' ',
        (true, true, true, true) => '┼',
        (true, true, true, false) => '┤',
        (true, true, false, true) => '├',
        (true, false, true, true) => '┴',
        (false, true, true, true) => '┬',
        (true, false, true, false) => '┘',
        (true, false, false, true) => '└',
        (false, true, true, false) => '┐',
        (false, true, false, true) => '┌',
        (true, _, _, _) | (_, true, _, _) => '│',
        _ => '─',
    }
}

#[cfg(test)]
mod tests {
    use abi::cell;

    use super::*;

    #[test]
    fn crossings_have_an_arm_for_each_line() {
        assert_eq!(crossing(true, true, true, true), '┼');
        assert_eq!(crossing(false, true, false, true), '┌');
        assert_eq!(crossing(false, false, false, false), ' ');
    }

    #[test]
    fn a_mark_stands_in_the_middle_of_its_cell() {
        let bounds = Bounds::of([cell(-1, 2)].into_iter()).unwrap();
        let mut sheet = Sheet::new(bounds);
        sheet.mark(cell(-1, 2), "12");
        assert_eq!(sheet.text(), "     -1\n\n\n2    12\n\n\n");
    }
}
