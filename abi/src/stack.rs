//! The game's own stack: frames of waiting rules and the lists that rules build.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::value::Word;

/// Words up to a top; what lies above is scrap.
///
/// Two stacks are equal when the words below their tops are.
#[derive(Debug, Default)]
pub struct Stack {
    words: Vec<Word>,
    top: usize,
}

impl Stack {
    /// How many words a game may have on its stack: 32 MB.
    pub const LIMIT: usize = 1 << 22;

    /// The words below the top.
    #[inline]
    pub fn words(&self) -> &[Word] {
        &self.words[..self.top]
    }

    /// The words below the top, to be changed.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [Word] {
        &mut self.words[..self.top]
    }

    /// All allocated words, those above the top included.
    #[inline]
    pub fn room_mut(&mut self) -> &mut [Word] {
        &mut self.words
    }

    /// Where the top is.
    #[inline]
    pub fn top(&self) -> usize {
        self.top
    }

    /// Makes room for at least so many words above the top; false beyond the limit.
    #[inline]
    pub fn reserve(&mut self, more: usize) -> bool {
        let need = self.top + more;
        if need > Self::LIMIT {
            return false;
        }
        if need > self.words.len() {
            self.words.resize((need * 2).clamp(512, Self::LIMIT), 0);
        }
        true
    }

    /// Moves the top up or down; there must be room for it.
    #[inline]
    pub fn set_top(&mut self, top: usize) {
        debug_assert!(top <= self.words.len(), "room was made before");
        self.top = top;
    }

    /// Puts a word on top; false beyond the limit.
    #[inline]
    pub fn push(&mut self, word: Word) -> bool {
        if !self.reserve(1) {
            return false;
        }
        self.words[self.top] = word;
        self.top += 1;
        true
    }

    /// Gives back what is not needed for the words below the top.
    pub fn shrink(&mut self) {
        self.words.truncate(self.top);
        self.words.shrink_to_fit();
    }
}

impl Clone for Stack {
    fn clone(&self) -> Self {
        Self { words: self.words().to_vec(), top: self.top }
    }

    fn clone_from(&mut self, source: &Self) {
        if self.words.len() < source.top {
            self.words.resize(source.top, 0);
        }
        self.words[..source.top].copy_from_slice(source.words());
        self.top = source.top;
    }
}

impl PartialEq for Stack {
    fn eq(&self, other: &Self) -> bool {
        self.words() == other.words()
    }
}

impl Eq for Stack {}

impl Serialize for Stack {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.words().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Stack {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = Vec::deserialize(deserializer)?;
        let top = words.len();
        Ok(Self { words, top })
    }
}
