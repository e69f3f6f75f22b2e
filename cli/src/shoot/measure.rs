//! Lengths and angles as people write them.

pub(super) use drawing::{length, whole};

/// An angle in degrees with one place behind the point.
pub(super) fn angle(thousandths: i64) -> String {
    let tenths = (thousandths.abs() + 50) / 100;
    let sign = if thousandths < 0 && tenths > 0 { "-" } else { "" };
    format!("{sign}{}.{}°", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_rounded() {
        assert_eq!(angle(45_049), "45.0°");
    }
}
