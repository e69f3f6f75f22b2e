//! Figures as everybody knows them, and the colours of seats.

use abi::Figure;
use svg::node::element::{Ellipse, Group, Path, Use};

use crate::signs::{Signs, thousandths};

/// The colours of seats, in their order; others are grey.
const SEATS: [&str; 6] = ["#d0342c", "#2f6fb7", "#3c9a48", "#e0b020", "#33302e", "#d77aa8"];
/// What neutral figures have, and players beyond the sixth.
pub(crate) const NEUTRAL: &str = "#8b7f70";

/// A standing figure as everybody knows it, in a box of 1000 by 1000 with its feet on the lower side.
pub(crate) const STANDING: &str = "M500 40 C590 40 650 110 650 195 C650 255 625 300 585 330 C720 365 900 440 950 540 \
    C975 595 930 640 860 632 L690 612 C720 730 800 850 870 1000 L560 1000 L500 850 L440 1000 L130 1000 \
    C200 850 280 730 310 612 L140 632 C70 640 25 595 50 540 C100 440 280 365 415 330 C375 300 350 255 350 195 \
    C350 110 410 40 500 40 Z";

/// The colour of a seat.
pub(crate) fn seat_colour(seat: usize) -> &'static str {
    SEATS.get(seat).copied().unwrap_or(NEUTRAL)
}

/// The colour of a figure.
pub(crate) fn colour(figure: &Figure) -> &'static str {
    figure.owner.map_or(NEUTRAL, seat_colour)
}

/// A figure on tiles that are drawn in hundredths of a millimetre, standing or lying.
pub(crate) fn piece(figure: &Figure, kind: &str, signs: &mut Signs<'_>) -> Group {
    let own = signs.looks.figure(kind).filter(|sign| signs.looks.sign(sign).is_some());
    let (x, y) = (figure.at.x / 10, figure.at.y / 10);
    let (width, height) = (figure.size.width / 10, figure.size.height / 10);
    let turn = figure.turn / 1000 + if figure.lying { 90 } else { 0 };
    let shade = if figure.lying {
        let shade = Ellipse::new().set("cx", x + 30).set("cy", y + 60);
        shade.set("rx", height * 11 / 20).set("ry", width * 9 / 20)
    } else {
        let shade = Ellipse::new().set("cx", x + 40).set("cy", y + height * 46 / 100);
        shade.set("rx", width * 11 / 20).set("ry", height * 15 / 100)
    };
    let group = Group::new().add(shade.set("fill", "#000000").set("fill-opacity", "0.28"));
    let body = match own.map(str::to_owned) {
        Some(sign) => signs.stamp(&sign, abi::Point::new(500, 500), 1000, 1000),
        None => {
            signs.once("standing", |_| {
                let shape = Path::new().set("d", STANDING).set("fill", "currentColor");
                let shape = shape.set("stroke", "#ffffff").set("stroke-width", 70);
                Group::new().add(shape.set("stroke-linejoin", "round"))
            });
            Use::new().set("href", "#standing")
        }
    };
    let scale = format!("{} {}", thousandths(width), thousandths(height));
    let place = format!("translate({x} {y}) rotate({turn}) scale({scale}) translate(-500 -500)");
    group.add(Group::new().set("transform", place).set("color", colour(figure)).add(body))
}
