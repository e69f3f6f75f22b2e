//! From the words of an answer to the option that it means.

use thiserror::Error;

use crate::meaning::{Meaning, Token};

/// Reads the words of an answer: names, whole numbers, lengths (`20 mm`, `9.5 mm`) and cells (`(1, -2)`).
///
/// # Errors
///
/// When a sign does not belong into an answer.
pub fn words(text: &str) -> Result<Vec<Token>, Unclear> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (token, after) = match rest.strip_prefix(',') {
            // Only shots have lists of figures; elsewhere nothing is called so.
            Some(after) => Some((Token::Name(",".to_owned()), after)),
            None if rest.starts_with('(') => cell(rest),
            None => word(rest),
        }
        .ok_or_else(|| Unclear::Unreadable(rest.chars().take(20).collect()))?;
        push(&mut tokens, token);
        rest = after.trim_start();
    }
    Ok(tokens)
}

/// A unit behind a number makes a length of it.
fn push(tokens: &mut Vec<Token>, token: Token) {
    let unit = match &token {
        Token::Name(word) => unit(word),
        Token::Int(_) | Token::Length(_) | Token::Cell(..) => None,
    };
    if let (Some(unit), Some(Token::Int(n))) = (unit, tokens.last())
        && let Some(length) = n.checked_mul(unit)
    {
        tokens.pop();
        tokens.push(Token::Length(length));
    } else {
        tokens.push(token);
    }
}

/// A unit of length in micrometres.
fn unit(word: &str) -> Option<i64> {
    match word {
        "um" => Some(1),
        "mm" => Some(1000),
        "cm" => Some(10_000),
        _ => None,
    }
}

fn cell(text: &str) -> Option<(Token, &str)> {
    let (inside, after) = text.strip_prefix('(')?.split_once(')')?;
    let (x, y) = inside.split_once(',')?;
    Some((Token::Cell(x.trim().parse().ok()?, y.trim().parse().ok()?), after))
}

fn word(text: &str) -> Option<(Token, &str)> {
    let (word, after) = split(text);
    let first = word.chars().next()?;
    let token = if first.is_ascii_digit() || first == '-' {
        if word.contains('.') {
            return fraction(word, after);
        }
        Token::Int(word.parse().ok()?)
    } else {
        Token::Name(word.to_owned())
    };
    Some((token, after))
}

/// The letters, digits and signs of a first word, and the rest.
fn split(text: &str) -> (&str, &str) {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    text.split_at(text.find(|c| !inside(c)).unwrap_or(text.len()))
}

/// A length with up to three places behind the point, such as `9.5 mm`, if it is one of whole micrometres.
fn fraction<'t>(number: &str, after: &'t str) -> Option<(Token, &'t str)> {
    let (whole, places) = number.split_once('.')?;
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !is_digits(whole.strip_prefix('-').unwrap_or(whole))
        || !is_digits(places)
        || places.len() > 3
    {
        return None;
    }
    let thousandths: i64 = format!("{whole}{places:0<3}").parse().ok()?;
    let (word, after) = split(after.trim_start());
    let length = thousandths.checked_mul(unit(word)?)?;
    (length % 1000 == 0).then_some((Token::Length(length / 1000), after))
}

/// An option as answers are compared with it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What it means.
    pub meaning: Meaning,
    /// Whether it lies on the tile that was placed last.
    pub on_placed: bool,
}

/// Why an answer means no option.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unclear {
    /// It is no answer at all.
    #[error("`{0}` is not readable as an answer")]
    Unreadable(String),
    /// Nothing like it is on offer.
    #[error("`{said}` is not on offer{}", proposals(.near, *.others))]
    NotOffered {
        /// What was said.
        said: String,
        /// The options that are most like it, or all if they are few.
        near: Vec<String>,
        /// How many options there are besides.
        others: usize,
    },
    /// It is no landing of the shot that waits.
    #[error("`{said}` is no landing: {why}")]
    Landing {
        /// What was said.
        said: String,
        /// Why not.
        why: String,
    },
    /// Several options can be meant.
    #[error("`{said}` can mean {}", .matches.join(" or "))]
    Several {
        /// What was said.
        said: String,
        /// What it can mean.
        matches: Vec<String>,
    },
}

/// What there is instead, in the words of an error.
pub(crate) fn proposals(near: &[String], others: usize) -> String {
    if near.is_empty() {
        return "; nothing is".to_owned();
    }
    let list: Vec<_> = near.iter().map(|n| format!("`{n}`")).collect();
    match others {
        0 => format!("; there is {}", list.join(", ")),
        1 => format!("; there is {} and one more", list.join(", ")),
        n => format!("; there is {} and {n} more", list.join(", ")),
    }
}

/// The option that the words mean: the one that says all of them, else the only one that they fit,
/// else the only one of these on the tile just placed.
///
/// # Errors
///
/// When they mean none of the options, or several.
pub fn find(options: &[Candidate], said: &[Token]) -> Result<usize, Unclear> {
    if let Some(full) = options.iter().position(|o| o.meaning.is_said_fully_by(said)) {
        return Ok(full);
    }
    let fitting: Vec<usize> =
        (0..options.len()).filter(|&i| options[i].meaning.is_said_by(said)).collect();
    match fitting[..] {
        [] => Err(not_offered(options, said)),
        [only] => Ok(only),
        _ => {
            let placed: Vec<usize> =
                fitting.iter().copied().filter(|&i| options[i].on_placed).collect();
            match placed[..] {
                [only] => Ok(only),
                _ => Err(Unclear::Several {
                    said: text(said),
                    matches: fitting.iter().map(|&i| format!("`{}`", options[i].meaning)).collect(),
                }),
            }
        }
    }
}

/// How many options an error shows.
const SHOWN: usize = 6;

fn not_offered(options: &[Candidate], said: &[Token]) -> Unclear {
    let mut near: Vec<(usize, usize)> = options
        .iter()
        .enumerate()
        .map(|(i, o)| (said.iter().filter(|s| o.meaning.tokens().any(|t| t == *s)).count(), i))
        .collect();
    // The most alike first, and among these in the order of the options.
    near.sort_by_key(|&(alike, i)| (std::cmp::Reverse(alike), i));
    let texts = near.iter().take(SHOWN).map(|&(_, i)| options[i].meaning.to_string()).collect();
    Unclear::NotOffered {
        said: text(said),
        near: texts,
        others: options.len().saturating_sub(SHOWN),
    }
}

// Words as they are written.
fn text(said: &[Token]) -> String {
    said.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(text: &str, on_placed: bool) -> Candidate {
        let mut meaning = Meaning::default();
        for part in text.split('|') {
            let (part, spare) = match part.strip_prefix('?') {
                Some(part) => (part, true),
                None => (part, false),
            };
            meaning = meaning.with(words(part).unwrap(), spare);
        }
        Candidate { meaning, on_placed }
    }

    fn found(options: &[Candidate], said: &str) -> Result<usize, Unclear> {
        find(options, &words(said)?)
    }

    #[test]
    fn reads_words() {
        assert_eq!(
            words(" deploy peg on c0 at ( 1,-2 ) 90 20 mm").unwrap(),
            [
                Token::Name("deploy".into()),
                Token::Name("peg".into()),
                Token::Name("on".into()),
                Token::Name("c0".into()),
                Token::Name("at".into()),
                Token::Cell(1, -2),
                Token::Int(90),
                Token::Length(20_000),
            ]
        );
        for broken in ["(1, 2", "(1)", "at (x, y)", "9x", "@", "99999999999999999999", "("] {
            assert!(words(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn reads_parts_of_millimetres_exactly() {
        for (said, micrometres) in [
            ("9.5 mm", 9_500),
            ("0.001 mm", 1),
            ("-0.5 mm", -500),
            ("-0.007 cm", -70),
            ("1.25  cm", 12_500),
            ("7.0 um", 7),
        ] {
            assert_eq!(words(said), Ok(vec![Token::Length(micrometres)]), "{said}");
        }
        assert_eq!(
            words("at (1, 0) 9.5 mm 22 mm touching none").unwrap(),
            words("at (1, 0) 9500 um 22 mm touching none").unwrap()
        );
        for broken in [
            "9.5",
            "9.5mm",
            "9.5 on",
            "9.5 (1, 2)",
            "9.1234 mm",
            "0.5 um",
            "9. mm",
            "-.5 mm",
            "9.-5 mm",
            "9.5.1 mm",
            "--9.5 mm",
            "1.5 1.5 mm",
            "9999999999999999999.5 mm",
            "9223372036854775.9 cm",
        ] {
            assert!(words(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn lengths_are_read_as_they_are_written() {
        for length in (-1100..=1100).chain([45_000, 22_500, 400_001, i64::MIN, i64::MAX]) {
            let token = Token::Length(length);
            assert_eq!(words(&token.to_string()), Ok(vec![token]), "{length}");
        }
    }

    #[test]
    fn leaves_out_what_is_clear() {
        let options = [
            option("peg|?on r0|?at (0, 0)", false),
            option("peg|?on c0|?at (0, 0)", false),
            option("peg|?on c0|?at (1, 0)", true),
        ];
        assert_eq!(found(&options, "peg on r0"), Ok(0));
        assert_eq!(found(&options, "peg on c0"), Ok(2), "the tile just placed");
        assert_eq!(found(&options, "peg at (1, 0)"), Ok(2));
        assert_eq!(found(&options, "peg on c0 at (0, 0)"), Ok(1));
        assert_eq!(found(&options, "peg"), Ok(2));
        let error = found(&options, "peg at (0, 0)").unwrap_err();
        assert_eq!(
            error.to_string(),
            "`peg at (0, 0)` can mean `peg on r0 at (0, 0)` or `peg on c0 at (0, 0)`"
        );
    }

    #[test]
    fn names_what_is_near() {
        let options = [option("at (0, 1) turned 0", false), option("at (0, 1) turned 90", false)];
        let error = found(&options, "at (0, 1) turned 180").unwrap_err();
        assert_eq!(
            error.to_string(),
            "`at (0, 1) turned 180` is not on offer; there is `at (0, 1) turned 0`, \
             `at (0, 1) turned 90`"
        );
        assert!(found(&[], "none").unwrap_err().to_string().ends_with("nothing is"));
    }
}
