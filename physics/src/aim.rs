//! Aiming: which launch brings the token to a point.

use abi::{FASTEST, Launch, Point, Scene};

use crate::air::Air;
use crate::ballistic::landing_point;
use crate::border::{centimetres, millimetres_a_second, radians, thousandths};

/// How high above the table a token is released (P17), in micrometres.
pub const HEIGHT: i64 = 50_000;
/// How steeply a token is released (P19), in thousandths of a degree.
pub const ELEVATION: i64 = 45_000;
/// What is aimed at stands on the ground: a token shall pass there so high, in micrometres.
const GROUND: i64 = 5_000;
/// Steeper than this nothing comes down anywhere but here.
const STEEPEST: i64 = 85_000;

/// Slower than this nothing is thrown, in millimetres a second.
const SLOWEST: i64 = 10;

/// The launch from the shooter's seat that brings the token down at a point, released so high and so steeply.
pub fn aim(scene: &Scene, at: Point, height: i64, elevation: i64) -> Launch {
    aim_at_height(scene, at, GROUND, height, elevation)
}

/// Whether a launch that was aimed falls short, since nothing is thrown faster.
pub const fn is_out_of_reach(launch: &Launch) -> bool {
    launch.speed >= FASTEST
}

/// Whether a launch that was aimed leads nowhere: the token drops where it is released.
pub const fn is_dropped(launch: &Launch) -> bool {
    launch.speed < SLOWEST
}

/// Where the middle of a token comes down to the ground that is thrown so, if nothing stands in its way.
pub fn comes_down(scene: &Scene, launch: &Launch) -> Point {
    landing_point(launch, scene.thrown, GROUND.min(launch.height))
}

/// The launch from the shooter's seat that lets the token pass a point at a height above the table.
pub fn aim_at_height(
    scene: &Scene,
    at: Point,
    at_height: i64,
    height: i64,
    elevation: i64,
) -> Launch {
    let table = scene.table;
    let seat = scene.seats.get(scene.shooter).copied().unwrap_or(table.centre());
    let from = Point::new(
        seat.x.max(table.west).min(table.east),
        seat.y.max(table.north).min(table.south),
    );
    let (east, south) = (centimetres(at.x - from.x), centimetres(at.y - from.y));
    let distance = libm::sqrt(east * east + south * south);
    let elevation = elevation.clamp(-30_000, STEEPEST);
    let rise = centimetres(at_height.saturating_sub(height));
    let fastest = centimetres(FASTEST * 1000);
    let speed = Air::of(scene.thrown).speed_for(distance, rise, radians(elevation), fastest);
    Launch {
        from,
        height: height.clamp(0, 500_000),
        heading: thousandths(libm::atan2(east, -south)),
        elevation,
        speed: millimetres_a_second(speed).clamp(1, FASTEST),
        hand: None,
    }
}

#[cfg(test)]
mod tests {
    use abi::{Area, Size};

    use super::*;

    fn scene() -> Scene {
        Scene {
            table: Area { west: -800_000, north: -450_000, east: 800_000, south: 450_000 },
            tiles: Vec::new(),
            figures: Vec::new(),
            tokens: Vec::new(),
            seats: vec![Point::new(0, 450_000)],
            thrown: Size { width: 24_130, depth: 24_130, height: 1_960, round: true },
            shooter: 0,
            catcher: None,
            aimed_at: None,
        }
    }

    #[test]
    fn headings_go_clockwise_from_the_north() {
        let heading = |x, y| aim(&scene(), Point::new(x, y), HEIGHT, ELEVATION).heading;
        assert_eq!(heading(0, 0), 0);
        assert_eq!(heading(450_000, 0), 45_000);
        assert_eq!(heading(-450_000, 0), -45_000);
        assert_eq!(heading(0, 900_000), 180_000);
    }

    #[test]
    fn every_aim_is_a_possible_launch() {
        let scene = scene();
        for at in [0, 449_999, 450_000, -2_000_000_000].map(|y| Point::new(0, y)) {
            for elevation in [-90_000, 0, 45_000, 90_000] {
                let launch = aim(&scene, at, HEIGHT, elevation);
                launch.examine(&scene).expect("a possible launch");
            }
        }
        let near = aim(&scene, Point::new(0, -50_000), HEIGHT, ELEVATION);
        assert!(!is_out_of_reach(&near));
        assert!(is_out_of_reach(&aim(&scene, Point::new(0, -90_000_000), HEIGHT, ELEVATION)));
        assert!(is_out_of_reach(&aim(&scene, Point::new(0, -50_000), HEIGHT, -30_000)));
        assert!(is_dropped(&aim(&scene, scene.seats[0], HEIGHT, ELEVATION)));
        let close = aim(&scene, Point::new(0, 440_000), HEIGHT, ELEVATION);
        assert!(!is_dropped(&near) && !is_dropped(&close), "{close:?}");
        let speed = near.speed;
        assert!((2_200..2_800).contains(&speed), "half a metre: {speed}");
    }
}
