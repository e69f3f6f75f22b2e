//! The face of a shot: what a physics module sees of the table, and what it says of a throw.
//!
//! Everything is an integer: lengths in micrometres, angles in thousandths of a degree, so that a landing is
//! the same words everywhere. `x` goes to the east, `y` to the south, both from the north-west corner of the
//! cell (0, 0); heights go upwards from the top of the table.

mod examine;
mod landing;
mod outline;
mod scene;

pub use examine::{
    FASTEST, LARGEST_PIECE, MOST_OUTLINE, MOST_TOUCHES, Quantity, SMALLEST_PIECE, ShotError,
};
pub use landing::{Body, Catch, Contact, Flight, Hand, Landing, Launch, Rest, Sample, Struck};
pub use outline::{Outline, closest, gap};
pub use scene::{
    Area, Figure, LyingToken, Point, Scene, Size, TILE_HEIGHT, TILE_SIDE, TableTile, millimetres,
    square_root,
};

/// A way to find out where a thrown token goes.
///
/// A module is a function of scene and launch: the same two give the same flight, bit for bit.
pub trait ShotPhysics: Send + Sync {
    /// The name by which the module is chosen.
    fn name(&self) -> &'static str;

    /// Throws the scene's token.
    ///
    /// # Errors
    ///
    /// When scene or launch are impossible; see [`Scene::examine`] and [`Launch::examine`].
    fn throw(&self, scene: &Scene, launch: &Launch) -> Result<Flight, ShotError>;
}
