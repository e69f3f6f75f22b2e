//! Lengths as people write them, and how far figures are from where a token came to rest.

use abi::{Flight, Scene, Word, gap};

/// A length in millimetres with one place behind the point.
pub fn length(micrometres: i64) -> String {
    let tenths = (micrometres.abs() + 50) / 100;
    let sign = if micrometres < 0 && tenths > 0 { "-" } else { "" };
    format!("{sign}{}.{} mm", tenths / 10, tenths % 10)
}

/// A length in whole millimetres, as a ruler reads it.
pub fn whole(micrometres: i64) -> String {
    format!("{} mm", abi::millimetres(micrometres) / 1000)
}

/// How far each figure is from the token at rest, the nearest first; nothing if somebody holds the token.
pub fn distances(scene: &Scene, flight: &Flight) -> Vec<(i64, Word)> {
    let outline = &flight.landing.rest.outline;
    if outline.0.is_empty() {
        return Vec::new();
    }
    let figures = scene.figures.iter();
    let mut distances: Vec<_> = figures.map(|f| (gap(outline, &f.outline()), f.id)).collect();
    distances.sort_unstable();
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_rounded() {
        assert_eq!(length(20_149), "20.1 mm");
        assert_eq!(length(-20_150), "-20.2 mm");
        assert_eq!(length(-49), "0.0 mm");
        assert_eq!(whole(12_500), "13 mm");
    }
}
