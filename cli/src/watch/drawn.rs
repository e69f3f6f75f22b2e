//! A picture of the board in a file, drawn anew whenever the game or its looks change.

use std::path::{Path, PathBuf};

use drawing::board_picture;
use runtime::Playthrough;

use crate::{
    choice::Shelf,
    draw::{SMALL, board_of, looks::looks},
    outcome::Failure,
    pictures::{Sort, write_over},
};

/// The file with what is in it.
pub(super) struct Drawn {
    path: PathBuf,
    sort: Sort,
    /// Whoever looks at the file need not look again at the same.
    last: String,
}

impl Drawn {
    /// A picture in a file that is not drawn yet.
    pub(super) fn new(path: &Path) -> Result<Self, Failure> {
        Ok(Self { path: path.to_owned(), sort: Sort::of(path)?, last: String::new() })
    }

    /// Draws the board as it is now.
    pub(super) fn draw(&mut self, play: &Playthrough, shelf: &Shelf) -> Result<(), Failure> {
        let program = play.rules().program();
        let svg =
            board_picture(program, &looks(shelf, program), &board_of(play, true, false), SMALL);
        if svg != self.last {
            write_over(&self.path, &self.sort.pack(svg.clone())?)?;
            self.last = svg;
        }
        Ok(())
    }
}
