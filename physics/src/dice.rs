//! Chance with a seed, in integers.

/// Dice that fall the same for the same seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice(u64);

/// How many uniform numbers are added up for one that is nearly normal; their variances add up to 1.
const UNIFORMS: i64 = 12;

/// The standard deviation of [`Dice::normal`].
pub(crate) const DEVIATION: i64 = 1 << 16;

impl Dice {
    /// Dice with a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 bits, by the generator that is known as SplitMix64.
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to one less than `sides`; 0 when there are no sides.
    pub fn below(&mut self, sides: usize) -> usize {
        ((u128::from(self.bits()) * sides as u128) >> 64) as usize
    }

    /// A number round 0 that is nearly normal, never farther than six deviations.
    pub(crate) fn normal(&mut self) -> i64 {
        let uniform = |dice: &mut Self| (dice.bits() >> 48) as i64;
        (0..UNIFORMS).map(|_| uniform(self)).sum::<i64>() - UNIFORMS * DEVIATION / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_of_one_seed_fall_alike_and_fairly() {
        let mut dice = Dice::new(7);
        let mut again = dice.clone();
        let mut counts = [0; 6];
        for _ in 0..6000 {
            let side = dice.below(6);
            assert_eq!(side, again.below(6));
            counts[side] += 1;
        }
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
        assert_eq!(dice.below(0), 0);
    }

    #[test]
    fn normal_numbers_have_their_mean_and_deviation() {
        let mut dice = Dice::new(1);
        let numbers: Vec<i64> = (0..20_000).map(|_| dice.normal()).collect();
        let mean = numbers.iter().sum::<i64>() / 20_000;
        let variance = numbers.iter().map(|n| (n - mean).pow(2) / 20_000).sum::<i64>();
        assert!(mean.abs() < DEVIATION / 50, "{mean}");
        let deviation = variance.isqrt();
        assert!((deviation - DEVIATION).abs() < DEVIATION / 50, "{deviation}");
    }
}
