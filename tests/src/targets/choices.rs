//! Choices that come from bytes as long as there are some, and then from a generator: a fuzzer that changes a byte
//! changes one choice.

use runtime::Pcg32;

/// Where choices come from.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    bytes: Vec<u8>,
    next: usize,
    rest: Pcg32,
}

impl Choices {
    /// Choices by chance alone.
    pub(crate) fn of_seed(seed: u64) -> Self {
        Self { bytes: Vec::new(), next: 0, rest: Pcg32::new(seed) }
    }

    /// The choices that bytes make; which come after them follows from the bytes too.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        let seed = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self { bytes: bytes.to_vec(), next: 0, rest: Pcg32::new(seed) }
    }

    /// A number below another.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        match self.bytes.get(self.next) {
            Some(byte) if count <= 256 => {
                self.next += 1;
                usize::from(*byte) % count.max(1)
            }
            _ => self.rest.below(count.max(1) as u32) as usize,
        }
    }
}
