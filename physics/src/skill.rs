//! How well somebody throws.

use abi::{FASTEST, Launch};

use crate::Dice;
use crate::dice::DEVIATION;

/// By how much the throws of somebody differ from what he wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// One standard deviation of the speed, in thousandths of it.
    pub speed: i64,
    /// One standard deviation of the heading, in thousandths of a degree.
    pub heading: i64,
}

impl Skill {
    /// Somebody who hits what he aims at.
    pub const PERFECT: Self = Self { speed: 0, heading: 0 };
    /// A player with some practice (P20).
    pub const PRACTISED: Self = Self { speed: 80, heading: 4_000 };

    /// What becomes of a launch in such hands: always one that is possible if the wanted one is.
    pub fn spread(&self, launch: Launch, dice: &mut Dice) -> Launch {
        let mut by = |deviation: i64| {
            let by = i128::from(dice.normal()) * i128::from(deviation) / i128::from(DEVIATION);
            by.clamp(-1_000_000_000, 1_000_000_000) as i64
        };
        let (faster, turned) = (by(self.speed), by(self.heading));
        let speed = launch.speed.saturating_add(launch.speed.saturating_mul(faster) / 1000);
        let heading = launch.heading.saturating_add(turned) % 360_000;
        Launch { speed: speed.clamp(1, FASTEST), heading, ..launch }
    }
}

impl Default for Skill {
    fn default() -> Self {
        Self::PRACTISED
    }
}

#[cfg(test)]
mod tests {
    use abi::Point;

    use super::*;

    #[test]
    fn throws_spread_as_skill_says() {
        let wanted = Launch {
            from: Point::new(0, 0),
            height: 50_000,
            heading: 359_000,
            elevation: 45_000,
            speed: 2_800,
            hand: None,
        };
        let mut dice = Dice::new(3);
        assert_eq!(Skill::PERFECT.spread(wanted, &mut dice), wanted);
        let throws: Vec<Launch> =
            (0..5000).map(|_| Skill::PRACTISED.spread(wanted, &mut dice)).collect();
        let deviation = |offs: Vec<i64>| {
            (offs.iter().map(|off| off * off).sum::<i64>() / offs.len() as i64).isqrt()
        };
        let speed = deviation(throws.iter().map(|l| l.speed - wanted.speed).collect());
        assert!((215..=233).contains(&speed), "{speed}");
        let off = |l: &Launch| (l.heading - wanted.heading + 540_000).rem_euclid(360_000) - 180_000;
        let heading = deviation(throws.iter().map(off).collect());
        assert!((3_850..=4_150).contains(&heading), "{heading}");
    }
}
