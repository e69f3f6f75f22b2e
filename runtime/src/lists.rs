//! Lists that rules build: flat words on the game's stack, never changed once made.
//!
//! A list that ends where the stack does is lengthened in place: its own words stay as they are, and the
//! longer list merely shares them.

use abi::{FaultKind, Memory, Stack, Table, Word, field, list, list_len, list_start};

/// The words of a list.
pub(crate) fn words(stack: &Stack, of: Word) -> &[Word] {
    &stack.words()[list_start(of)..][..list_len(of)]
}

/// Puts a word on the stack.
#[inline]
pub(crate) fn push(stack: &mut Stack, word: Word) -> Result<(), FaultKind> {
    if stack.push(word) { Ok(()) } else { Err(FaultKind::Memory) }
}

/// A list at the top of the stack with the same words, so that it can be lengthened.
fn at_top(stack: &mut Stack, of: Word) -> Result<usize, FaultKind> {
    let (start, len) = (list_start(of), list_len(of));
    let top = stack.top();
    if start + len == top {
        return Ok(start);
    }
    if !stack.reserve(len) {
        return Err(FaultKind::Memory);
    }
    stack.set_top(top + len);
    stack.words_mut().copy_within(start..start + len, top);
    Ok(top)
}

/// The list of what was put on the stack since its top was at a position.
pub(crate) fn since(stack: &Stack, start: usize) -> Word {
    list(start, stack.top() - start)
}

/// Puts what was put on the stack since a position in order, without doubles.
pub(crate) fn sort_since(stack: &mut Stack, start: usize) -> Word {
    let words = &mut stack.words_mut()[start..];
    if !words.is_sorted() {
        words.sort_unstable();
    }
    let mut kept = 0;
    for i in 0..words.len() {
        if i == 0 || words[i] != words[kept - 1] {
            words[kept] = words[i];
            kept += 1;
        }
    }
    stack.set_top(start + kept);
    list(start, kept)
}

/// A list with one more word.
pub(crate) fn append(stack: &mut Stack, of: Word, word: Word) -> Result<Word, FaultKind> {
    let start = at_top(stack, of)?;
    push(stack, word)?;
    Ok(since(stack, start))
}

/// A list with one more word unless it has it.
pub(crate) fn append_new(stack: &mut Stack, of: Word, word: Word) -> Result<Word, FaultKind> {
    if words(stack, of).contains(&word) { Ok(of) } else { append(stack, of, word) }
}

/// Up to so many words are looked through again for each word that is added; of more a set is made.
const FEW: usize = 32;

/// A list and what else is in another.
pub(crate) fn union(stack: &mut Stack, a: Word, b: Word) -> Result<Word, FaultKind> {
    let mut all = a;
    let mut seen = (list_len(a) + list_len(b) > FEW && list_len(b) > 1).then(|| {
        let mut seen = Seen::with_room(list_len(a) + list_len(b));
        for word in words(stack, a) {
            seen.insert(*word);
        }
        seen
    });
    for i in 0..list_len(b) {
        let word = stack.words()[list_start(b) + i];
        all = match seen.as_mut().map(|seen| seen.insert(word)) {
            Some(false) => all,
            Some(true) => append(stack, all, word)?,
            None => append_new(stack, all, word)?,
        };
    }
    Ok(all)
}

/// A set of words that is made, asked and forgotten: places found by multiplication, the next free one taken.
struct Seen {
    places: Vec<Option<Word>>,
    shift: u32,
}

impl Seen {
    /// An empty set for at most so many words.
    fn with_room(words: usize) -> Self {
        let places = (2 * words).next_power_of_two();
        Self { places: vec![None; places], shift: u64::BITS - places.trailing_zeros() }
    }

    /// Puts a word in; false if it was there.
    fn insert(&mut self, word: Word) -> bool {
        let mut at = ((word as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        loop {
            match self.places[at] {
                None => {
                    self.places[at] = Some(word);
                    return true;
                }
                Some(there) if there == word => return false,
                Some(_) => at = (at + 1) & (self.places.len() - 1),
            }
        }
    }
}

/// A list without what is in another.
pub(crate) fn minus(stack: &mut Stack, a: Word, b: Word) -> Result<Word, FaultKind> {
    let start = stack.top();
    for i in 0..list_len(a) {
        let word = stack.words()[list_start(a) + i];
        if !words(stack, b).contains(&word) {
            push(stack, word)?;
        }
    }
    Ok(since(stack, start))
}

/// Whether a list of features has a feature, whatever segments stand for them.
pub(crate) fn contains_feature(memory: &Memory, stack: &Stack, of: Word, segment: Word) -> bool {
    let feature = |s: Word| memory.get(Table::Segment, s, field::segment::FEATURE);
    let sought = feature(segment);
    words(stack, of)
        .iter()
        .any(|&s| s == segment || (sought != abi::ABSENT && feature(s) == sought))
}

/// The elements of a list from one position up to another, which is left out; both are cut to the list.
pub(crate) fn slice(of: Word, from: Word, to: Word) -> Word {
    let len = list_len(of) as Word;
    let from = from.clamp(0, len);
    let to = to.clamp(from, len);
    list(list_start(of) + from as usize, (to - from) as usize)
}
