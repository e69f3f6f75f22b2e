//! Measured time: the only place that knows a clock or a fraction. No rule and no game ever sees either.

use std::time::{Duration, Instant};

/// Measures from when it is started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts one.
    #[allow(clippy::disallowed_methods, reason = "the command line measures how long work takes")]
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    /// The time since it was started.
    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// How many of something a second.
#[allow(clippy::float_arithmetic, reason = "a measured rate, shown and not played with")]
pub(crate) fn rate(count: u64, time: Duration) -> f64 {
    // A clock that is too coarse must not make a rate infinite.
    count as f64 / time.as_secs_f64().max(1e-9)
}

/// A sum shared out.
#[allow(clippy::float_arithmetic, reason = "a mean of results, shown and not played with")]
pub(crate) fn mean(sum: i64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum as f64 / count as f64 }
}

/// A time in the unit that reads best.
pub(crate) fn shown(time: Duration) -> String {
    let micros = time.as_micros();
    match micros {
        0..10_000 => format!("{micros} µs"),
        10_000..10_000_000 => format!("{} ms", micros / 1000),
        _ => format!("{}.{} s", time.as_secs(), time.subsec_millis() / 100),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_well() {
        assert_eq!(shown(Duration::from_micros(950)), "950 µs");
        assert_eq!(shown(Duration::from_millis(42)), "42 ms");
        assert_eq!(shown(Duration::from_millis(12_345)), "12.3 s");
    }

    #[test]
    fn rates_are_never_infinite() {
        assert!(rate(5, Duration::ZERO).is_finite());
        assert_eq!(mean(0, 0), 0.0);
        assert_eq!(mean(9, 2), 4.5);
    }
}
