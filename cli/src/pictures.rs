//! Where pictures and pages go: a file takes the place of another one of the same sort only.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use toolkit::write_bytes;

use crate::{
    outcome::Failure,
    screen::{Screen, harmless},
};

/// How files begin that may be replaced by others which begin so too.
const HEADS: [&[u8]; 6] =
    [b"<svg", b"\x89PNG", b"%PDF", b"{\n  \"scene\"", b"<!DOCTYPE html>", b"TN:"];

/// A sort of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// Lines and curves as text.
    Svg,
    /// Pixels.
    Png,
}

impl Sort {
    /// The sort of a file by its name.
    pub(crate) fn of(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "svg" => Ok(Self::Svg),
            "png" => Ok(Self::Png),
            _ => {
                let shown = path.display();
                let text = format!("`{shown}` is no picture; its name would end in .svg or .png");
                Err(Failure::Misused(harmless(&text)))
            }
        }
    }

    /// A picture in this sort.
    pub(crate) fn pack(self, svg: String) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Svg => Ok(svg.into_bytes()),
            Self::Png => drawing::png(&svg).map_err(|error| Failure::Misused(error.to_string())),
        }
    }
}

/// Writes a picture into a file, or prints it.
pub(crate) fn put(
    svg: String,
    to: Option<&PathBuf>,
    screen: &mut Screen<'_>,
) -> Result<(), Failure> {
    match to {
        None => Ok(screen.text(&svg)?),
        Some(path) => write_over(path, &Sort::of(path)?.pack(svg)?),
    }
}

/// Writes a file as a whole or not at all, in the place of nothing or of another one of the same sort.
pub(crate) fn write_over(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let head = HEADS.into_iter().find(|head| bytes.starts_with(head)).unwrap_or_default();
    let mut there = Vec::new();
    if path.is_file() {
        let file = File::open(path).map_err(|e| unwritten(path, &e.to_string()))?;
        let mut file = file.take(head.len() as u64);
        file.read_to_end(&mut there).map_err(|e| unwritten(path, &e.to_string()))?;
    }
    if !there.is_empty() && there != head {
        return Err(unwritten(path, "this file holds something else, and is not replaced"));
    }
    write_bytes(path, bytes).map_err(|e| Failure::Wrong(harmless(&e.to_string())))
}

fn unwritten(path: &Path, why: &str) -> Failure {
    Failure::Wrong(harmless(&format!("{}: {why}", path.display())))
}
