//! Who sits where: the names that people know players by. Rules know seats by number only.

use abi::Word;
use serde::{Deserialize, Serialize};

/// The names of players who name themselves nothing else: the usual colours.
const COLOURS: [&str; 6] = ["red", "blue", "green", "yellow", "black", "pink"];

/// The names of the players in seating order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seats {
    names: Vec<String>,
}

impl Seats {
    /// So many players, named by the usual colours.
    pub fn colours(players: u8) -> Self {
        let named = |i: usize| match COLOURS.get(i) {
            Some(&colour) => colour.to_owned(),
            None => format!("player_{}", i + 1),
        };
        Self { names: (0..usize::from(players)).map(named).collect() }
    }

    /// Players with names of their own.
    pub fn named(names: Vec<String>) -> Self {
        Self { names }
    }

    /// How many there are.
    pub fn count(&self) -> u8 {
        u8::try_from(self.names.len()).unwrap_or(u8::MAX)
    }

    /// All names in seating order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of a seat.
    pub fn name(&self, seat: Word) -> &str {
        usize::try_from(seat).ok().and_then(|i| self.names.get(i)).map_or("nobody", String::as_str)
    }

    /// The seat of a name.
    pub fn seat(&self, name: &str) -> Option<Word> {
        self.names.iter().position(|n| n == name).map(|i| i as Word)
    }

    /// One capital letter for each player, no two the same while letters last: what pictures show.
    pub fn letters(&self) -> Vec<char> {
        let mut letters: Vec<char> = Vec::with_capacity(self.names.len());
        for name in &self.names {
            let own = name.chars().filter(char::is_ascii_alphabetic);
            let letter = own
                .chain('A'..='Z')
                .map(|c| c.to_ascii_uppercase())
                .find(|c| !letters.contains(c))
                .unwrap_or('?');
            letters.push(letter);
        }
        letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_letters_of_their_own() {
        let seats = Seats::colours(6);
        assert_eq!(seats.names(), ["red", "blue", "green", "yellow", "black", "pink"]);
        assert_eq!(seats.letters(), ['R', 'B', 'G', 'Y', 'L', 'P']);
        assert_eq!(seats.seat("green"), Some(2));
        assert_eq!(seats.seat("Green"), None);
        assert_eq!(seats.name(9), "nobody");
    }
}
