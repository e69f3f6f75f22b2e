//! Pictures of tiles, sets of tiles, boards and shots, as SVG, PNG and PDF, drawn from layouts alone. Nothing here
//! knows any expansion: how things look is said by files beside their rules.

#![forbid(unsafe_code)]

mod board;
mod figure;
mod geometry;
mod looks;
mod page;
mod pdf;
mod raster;
mod set;
mod sheet;
mod shot;
mod signs;
mod tile;
mod token;

pub use board::{Board, Laid, Seated, board_picture};
pub use looks::{FeatureLook, Looks, MarkLook, Mistake, Part, Shape, Sign, Stamp, Strewn};
pub use pdf::pdf;
pub use raster::{PictureError, png};
pub use set::{set_picture, tile_picture};
pub use sheet::{MOST_TILES, Paper, sheet_pages};
pub use shot::{distances, length, shot_picture, whole};
pub use token::{Lies, PutToken};
