//! Numbers of things in words: one thing, or several.

use std::fmt::Display;

/// `1 answer`, `2 answers`: a number with what it counts.
pub fn counted(number: impl Display, thing: &str) -> String {
    let number = number.to_string();
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_several() {
        assert_eq!(counted(0, "answer"), "0 answers");
        assert_eq!(counted(1u64, "answer"), "1 answer");
        assert_eq!(counted(11, "game"), "11 games");
    }
}
