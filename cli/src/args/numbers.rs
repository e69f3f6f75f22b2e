//! Numbers as people write them on the command line.

/// A number with up to three places behind the point, in thousandths.
pub(crate) fn thousandths(text: &str) -> Result<i64, String> {
    let wrong = || format!("`{text}` is no number such as 12 or 2.75");
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (whole, places) = digits.split_once('.').unwrap_or((digits, ""));
    let right = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || places.len() > 3 || !right(whole) || !right(places) {
        return Err(wrong());
    }
    let whole: i64 = whole.parse().map_err(|_| wrong())?;
    let places: i64 = format!("{places:0<3}").parse().map_err(|_| wrong())?;
    Ok(sign * (whole * 1000 + places))
}

/// Two such numbers with a comma between them.
pub(crate) fn point(text: &str) -> Result<abi::Point, String> {
    let Some((x, y)) = text.split_once(',') else {
        return Err(format!("`{text}` is no point such as 120,-45.5"));
    };
    Ok(abi::Point::new(thousandths(x.trim())?, thousandths(y.trim())?))
}

/// How many shots a series has.
pub(crate) fn series(text: &str) -> Result<u64, String> {
    const MOST: u64 = 10_000_000;
    let wrong = || format!("`{text}` is no number of shots from 1 to {MOST}");
    text.parse().ok().filter(|shots| (1..=MOST).contains(shots)).ok_or_else(wrong)
}

/// Reads `3..7`, `..7` or `7`: the turns whose points are expected, each from the first one on.
pub(crate) fn turns(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&number| number > 0);
    let both = match text.split_once("..") {
        // At the end of that turn alone.
        Some(("", last)) => number(last).map(|last| (last, last)),
        Some((first, last)) => number(first).zip(number(last)),
        None => number(text).map(|turn| (1, turn)),
    };
    both.filter(|(first, last)| first <= last).ok_or_else(|| {
        "expected turns such as `3..7`, `7` for each of the first seven, or `..7` for the end of \
             the seventh alone"
            .to_owned()
    })
}

/// The number of a game among those of a file.
pub(crate) fn game(text: &str) -> Result<usize, String> {
    match text.trim().parse() {
        Ok(0) => Err("games are numbered from 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("expected the number of a game, from 1".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_to_the_thousandth() {
        assert_eq!(thousandths("2.8"), Ok(2800));
        assert_eq!(thousandths("-0.005"), Ok(-5));
        assert_eq!(thousandths("45"), Ok(45_000));
        for wrong in ["", "-", ".5", "1.2345", "1e3", "9999999999", "1.-5", "NaN", "+1"] {
            assert!(thousandths(wrong).is_err(), "{wrong}");
        }
        assert_eq!(point("120, -45.5"), Ok(abi::Point::new(120_000, -45_500)));
        assert!(point("120").is_err());
    }

    #[test]
    fn a_series_has_at_least_one_shot() {
        assert_eq!((series("1"), series("10000000")), (Ok(1), Ok(10_000_000)));
        for wrong in ["", "-1", "0", "10000001", "1.5", "many", "99999999999999999999"] {
            let said = format!("`{wrong}` is no number of shots from 1 to 10000000");
            assert_eq!(series(wrong), Err(said));
        }
    }

    #[test]
    fn turns_are_counted_from_one() {
        assert_eq!(turns("3..7"), Ok((3, 7)));
        assert_eq!(turns("7"), Ok((1, 7)));
        assert_eq!(turns("..7"), Ok((7, 7)));
        for wrong in ["", "0", "7..3", "a..b", "1..", "..", "..0", "-1..2", "99999999999999999999"]
        {
            assert!(turns(wrong).is_err(), "{wrong}");
        }
    }
}
