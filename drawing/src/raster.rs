//! Pictures as pixels.

#![allow(clippy::float_arithmetic, reason = "only the size of the page is rounded to whole pixels")]

use std::sync::{Arc, OnceLock};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};
use thiserror::Error;

/// The most pixels of one side.
const MOST_SIDE: u32 = 20_000;
/// The most pixels of a picture.
const MOST_PIXELS: u64 = 120_000_000;

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum PictureError {
    /// It is no SVG that can be drawn.
    #[error("the picture cannot be read: {0}")]
    Unreadable(String),
    /// It has more pixels than anybody wants.
    #[error("a picture of {0} by {1} pixels is too large; give fewer pixels for a tile")]
    TooLarge(u32, u32),
    /// The pixels cannot be packed.
    #[error("the picture cannot be packed: {0}")]
    Unpacked(String),
}

/// An SVG of this crate, with its letters as paths.
pub(crate) fn tree(svg: &str) -> Result<Tree, PictureError> {
    static LETTERS: OnceLock<Arc<Database>> = OnceLock::new();
    let letters = LETTERS.get_or_init(|| {
        let mut letters = Database::new();
        letters.load_font_data(dejavu::sans_condensed::regular().to_vec());
        letters.load_font_data(dejavu::sans_condensed::bold().to_vec());
        letters.set_serif_family("DejaVu Sans Condensed");
        letters.set_sans_serif_family("DejaVu Sans Condensed");
        Arc::new(letters)
    });
    let family = "DejaVu Sans Condensed".to_owned();
    let options = Options { fontdb: letters.clone(), font_family: family, ..Options::default() };
    Tree::from_str(svg, &options).map_err(|error| PictureError::Unreadable(error.to_string()))
}

/// A picture of this crate as PNG, as large as it says.
///
/// # Errors
///
/// When it is too large.
pub fn png(svg: &str) -> Result<Vec<u8>, PictureError> {
    let tree = tree(svg)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let pixels = u64::from(width) * u64::from(height);
    if width.max(height) > MOST_SIDE || pixels > MOST_PIXELS {
        return Err(PictureError::TooLarge(width, height));
    }
    let mut pixmap = Pixmap::new(width, height).ok_or(PictureError::TooLarge(width, height))?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PictureError::Unpacked(error.to_string()))
}
