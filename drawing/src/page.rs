//! What every picture is: a page of a size, in hundredths of a millimetre on tiles, with what is drawn once.

use svg::{
    Document,
    node::element::{ClipPath, Definitions, Group, Rectangle},
};

use crate::{geometry::TILE, signs::Signs};

/// Letters of pictures; PNG and PDF have them whatever is installed.
pub(crate) const FONT: &str = "'DejaVu Sans Condensed', 'DejaVu Sans', sans-serif";
/// Words and lines.
pub(crate) const INK: &str = "#3a342c";
/// What lies round everything.
pub(crate) const PAPER: &str = "#fbf7ee";
/// The name of the outline that tiles are cut out by.
pub(crate) const CARD: &str = "card";
/// How round the corners of tiles are.
const ROUND: i64 = 110;

/// A page of so many hundredths of a millimetre, a tile so many pixels wide.
pub(crate) fn page(
    width: i64,
    height: i64,
    pixels: u32,
    signs: Signs<'_>,
    inside: Group,
) -> String {
    let shown = |length: i64| {
        let thousandths = i128::from(length) * i128::from(pixels) * 10 / i128::from(TILE);
        crate::geometry::decimal(thousandths as i64 * 10)
    };
    document(width, height, signs, inside)
        .set("width", shown(width))
        .set("height", shown(height))
        .to_string()
}

/// The same without a size of its own.
pub(crate) fn document(width: i64, height: i64, signs: Signs<'_>, inside: Group) -> Document {
    Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("font-family", FONT)
        .add(definitions(signs))
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", PAPER))
        .add(inside)
}

/// What is drawn once, with the outline of tiles.
pub(crate) fn definitions(signs: Signs<'_>) -> Definitions {
    let card = card().set("rx", ROUND);
    signs.definitions().add(ClipPath::new().set("id", CARD).add(card))
}

/// The square of a tile.
fn card() -> Rectangle {
    Rectangle::new().set("width", TILE).set("height", TILE)
}

/// A drawn tile cut out, with a thin rim.
pub(crate) fn cut_out(tile: Group) -> Group {
    let rim = card().set("rx", ROUND).set("fill", "none").set("stroke", INK);
    let rim = rim.set("stroke-width", 36).set("stroke-opacity", "0.55");
    Group::new().add(Group::new().set("clip-path", format!("url(#{CARD})")).add(tile)).add(rim)
}
