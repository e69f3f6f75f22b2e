//! Lengths as rules write them, in whole micrometres: `25 mm`, `2.5 cm`, `1500 um`.

/// The micrometres of a length with its unit, if it is a whole number of them.
pub fn micrometres(text: &str) -> Option<i64> {
    let text = text.trim();
    let (number, name) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let number = number.trim_end();
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    number.split('.').all(digits).then(|| decimal(number, unit(name)?)).flatten()
}

/// The micrometres of a unit of length.
pub(crate) fn unit(name: &str) -> Option<i64> {
    match name {
        "um" => Some(1),
        "mm" => Some(1_000),
        "cm" => Some(10_000),
        _ => None,
    }
}

/// A decimal number times a power of ten, if that is a whole number that fits.
pub(crate) fn decimal(text: &str, unit: i64) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut value = whole.parse::<i64>().ok()?.checked_mul(unit)?;
    let mut place = unit;
    for digit in fraction.trim_end_matches('0').bytes() {
        if place % 10 != 0 || !digit.is_ascii_digit() {
            return None;
        }
        place /= 10;
        value = value.checked_add(i64::from(digit - b'0') * place)?;
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_as_rules_write_them() {
        for (text, length) in [
            ("25 mm", Some(25_000)),
            ("25mm", Some(25_000)),
            (" 2.5 cm ", Some(25_000)),
            ("1500 um", Some(1500)),
            ("0.0001 mm", None),
            ("1.2.3 mm", None),
            ("-1 mm", None),
            (".5 mm", None),
            ("25", None),
            ("mm", None),
            ("é", None),
            ("", None),
            ("9223372036854775807 mm", None),
        ] {
            assert_eq!(micrometres(text), length, "{text}");
        }
    }
}
