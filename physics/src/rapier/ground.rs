//! The tiles as one ground: flush tiles are few large plates, so nothing stumbles over a seam (P29).

use abi::{Area, Point, Scene, TILE_SIDE};

/// The tiles of a scene as few rectangles.
pub(super) struct Ground(Vec<Area>);

impl Ground {
    /// The plates near a point; tiles that are farther do not matter.
    pub(super) fn of(scene: &Scene, near: Point, far: i64) -> Self {
        let is_near = |p: Point| (p.x - near.x).abs() <= far && (p.y - near.y).abs() <= far;
        let mut corners: Vec<(i64, i64)> =
            scene.tiles.iter().map(|t| t.at).filter(|&p| is_near(p)).map(|p| (p.y, p.x)).collect();
        corners.sort_unstable();
        corners.dedup();
        let mut rows: Vec<Area> = Vec::new();
        for (y, x) in corners {
            match rows.last_mut() {
                Some(row) if row.north == y && row.east == x => row.east += TILE_SIDE,
                _ => {
                    rows.push(Area { west: x, north: y, east: x + TILE_SIDE, south: y + TILE_SIDE })
                }
            }
        }
        rows.sort_unstable_by_key(|row| (row.west, row.east, row.north));
        let mut plates: Vec<Area> = Vec::new();
        for row in rows {
            match plates.last_mut() {
                Some(p) if (p.west, p.east, p.south) == (row.west, row.east, row.north) => {
                    p.south = row.south;
                }
                _ => plates.push(row),
            }
        }
        Self(plates)
    }

    /// The plates.
    pub(super) fn plates(&self) -> &[Area] {
        &self.0
    }

    /// Whether there is a tile under a point.
    pub(super) fn is_under(&self, p: Point) -> bool {
        self.0.iter().any(|plate| plate.contains(p))
    }

    /// Whether there is a tile under any part of a rectangle.
    pub(super) fn is_under_part(&self, area: Area) -> bool {
        let meets = |plate: &Area| {
            area.west < plate.east
                && plate.west < area.east
                && area.north < plate.south
                && plate.north < area.south
        };
        self.0.iter().any(meets)
    }
}

#[cfg(test)]
mod tests {
    use abi::{Size, TableTile};

    use super::*;

    #[test]
    fn flush_tiles_become_few_plates() {
        let tile = |id, x, y| TableTile { id, at: Point::new(x * TILE_SIDE, y * TILE_SIDE) };
        let cells = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (1, 2), (5, 0)];
        let scene = Scene {
            table: Area { west: 0, north: 0, east: 1, south: 1 },
            tiles: cells.iter().zip(0..).map(|(&(x, y), id)| tile(id, x, y)).collect(),
            figures: Vec::new(),
            tokens: Vec::new(),
            seats: Vec::new(),
            thrown: Size { width: 1, depth: 1, height: 1, round: false },
            shooter: 0,
            catcher: None,
            aimed_at: None,
        };
        let ground = Ground::of(&scene, Point::new(0, 0), 1_000_000);
        assert_eq!(ground.plates().len(), 3);
        assert!(ground.is_under(Point::new(2 * TILE_SIDE + 1, TILE_SIDE + 1)));
        assert!(!ground.is_under(Point::new(3 * TILE_SIDE + 1, TILE_SIDE + 1)));
        let beside = Area { west: 135_000, north: 0, east: 140_000, south: 9_000 };
        assert!(!ground.is_under_part(beside));
        assert!(ground.is_under_part(Area { west: 134_999, ..beside }));
    }
}
