//! What types say of words, and which of two types says more.

use abi::{Base, FigureSort};

/// Whether words of a type name things of several types, with a tag for each.
pub(super) fn is_general(base: Base) -> bool {
    matches!(base, Base::Place(_) | Base::Cause)
}

/// The first type, with what the second one says besides of the same words.
pub(super) fn narrower(a: Base, b: Base) -> Base {
    match (a, b) {
        (Base::Feature(None), Base::Feature(Some(kind)) | Base::Segment(Some(kind))) => {
            Base::Feature(Some(kind))
        }
        (Base::Segment(None), Base::Feature(Some(kind)) | Base::Segment(Some(kind))) => {
            Base::Segment(Some(kind))
        }
        (Base::Figure(x), Base::Figure(y)) => Base::Figure(if rank(x) >= rank(y) { x } else { y }),
        _ => a,
    }
}

fn rank(sort: FigureSort) -> u8 {
    match sort {
        FigureSort::Any => 0,
        FigureSort::Owned => 1,
        FigureSort::Follower | FigureSort::Special | FigureSort::Neutral => 2,
        FigureSort::Kind(_) => 3,
    }
}
