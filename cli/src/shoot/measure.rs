//! Lengths and angles as people write them.

pub(super) use drawing::{length, whole};

/// An angle in degrees with one place behind the point.
pub(super) fn angle(thousandths: i64) -> String {
    let tenths = (thousandths.abs() + 50) / 100;
    let sign = if thousandths < 0 && tenths > 0 { "-" } else { "" };
    format!("{sign}{}.{}°", tenths / 10, tenths % 10)
}

/// How many of a thousand some of all are, to the nearest one.
pub(super) fn per_mille(some: u64, all: u64) -> u64 {
    (some * 1000 + all / 2) / all.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_rounded() {
        assert_eq!(angle(45_049), "45.0°");
    }

    #[test]
    fn shares_are_rounded() {
        for (some, all, expected) in [
            (0, 3, 0),
            (1, 3, 333),
            (2, 3, 667),
            (3, 3, 1000),
            (1, 2000, 1),
            (1, 2001, 0),
            (0, 0, 0),
        ] {
            assert_eq!(per_mille(some, all), expected, "{some} of {all}");
        }
    }
}
