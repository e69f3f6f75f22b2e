//! Saved games and other texts on disk: a file is replaced as a whole or not at all.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use abi::OptionValue;
use runtime::{LoadError, Opened, Playthrough, Save};
use thiserror::Error;

use compiler::Setting;
use grammar::Report;

use crate::{program::Programs, replace::Place};

/// The largest text that is read as a saved game.
const MAX_BYTES: u64 = 64 << 20;
/// How every saved game begins, blanks left out.
const HEAD: &[u8] = br#"{"format":"carc-save""#;
/// So many games are set aside beside one file.
const MOST_ASIDE: u32 = 100;
/// In so many bytes, blanks included.
const HEAD_BYTES: u64 = 256;

/// Why a saved game does not go on.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Disk {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Something else is in the file where a game was to be saved.
    #[error("{}: this file holds no saved game, so no game is saved over it", .0.display())]
    NotOver(PathBuf),
    /// So many answers would make a saved game that is too large to be read again.
    #[error("this game has grown too long to be saved: {0} answers")]
    TooLong(usize),
    /// It is no saved game, or an altered one.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// An expansion that it is played with is not there.
    #[error(
        "this game is played with `{0}`, which is not there; --with PATH or CARC_EXPANSIONS say where it lies"
    )]
    Missing(String),
    /// Its rules do not compile now.
    #[error("the rules of this game do not compile")]
    Rules(Report),
}

/// Writes a text beside the file, then puts it in the file's place: an ordinary one, or the one that a link
/// names, or a new one.
///
/// # Errors
///
/// When it is no ordinary file, or cannot be written to; it is as it was.
pub fn write_text(path: &Path, text: &str) -> Result<(), OpenError> {
    write_bytes(path, text.as_bytes())
}

/// The same with what is no text.
///
/// # Errors
///
/// As [`write_text`].
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), OpenError> {
    let put = || Place::of(path)?.put(bytes);
    put().map_err(|error| OpenError::Disk { path: path.to_owned(), error })
}

/// Reads a text of reasonable size.
///
/// # Errors
///
/// When there is none.
pub fn read_text(path: &Path) -> Result<String, OpenError> {
    let read = || {
        let mut text = String::new();
        // Before it is opened: a pipe would wait for a writer.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("this is no ordinary file"));
        }
        let file = File::open(path)?;
        match file.take(MAX_BYTES + 1).read_to_string(&mut text) {
            Ok(bytes) if bytes as u64 > MAX_BYTES => {
                Err(io::Error::other("the file is too large for a saved game"))
            }
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                Err(io::Error::other("this is no text"))
            }
            read => read.map(|_| text),
        }
    };
    read().map_err(|error| OpenError::Disk { path: path.to_owned(), error })
}

/// Saves a game, into a new file or in place of another saved game.
///
/// # Errors
///
/// When the file is something else, or cannot be written.
pub fn save_game(play: &Playthrough, path: &Path) -> Result<(), OpenError> {
    is_save(path)?;
    let text = Save::of(play).to_text();
    if text.len() as u64 > MAX_BYTES {
        return Err(OpenError::TooLong(play.log().len()));
    }
    write_text(path, &text)
}

/// Whether a saved game is in a file already; nothing at all may be there.
///
/// # Errors
///
/// When there is something else, in whose place no game may be saved.
pub fn is_save(path: &Path) -> Result<bool, OpenError> {
    let look = || {
        let place = Place::of(path)?;
        let Some(file) = place.filled() else {
            return Ok(None);
        };
        let mut head = Vec::new();
        File::open(file)?.take(HEAD_BYTES).read_to_end(&mut head)?;
        head.retain(|byte| !byte.is_ascii_whitespace());
        Ok(Some(head.starts_with(HEAD)))
    };
    match look() {
        Ok(Some(false)) => Err(OpenError::NotOver(path.to_owned())),
        Ok(save) => Ok(save.is_some()),
        Err(error) => Err(OpenError::Disk { path: path.to_owned(), error }),
    }
}

/// Opens a saved game with the rules that are there now.
///
/// # Errors
///
/// When it cannot be read, is no whole saved game, or its rules are missing or broken.
pub fn load_game(programs: &Programs, path: &Path) -> Result<Opened, OpenError> {
    open_save(programs, &Save::from_text(&read_text(path)?)?)
}

/// Opens a saved game that was read already.
///
/// # Errors
///
/// When it contradicts itself, or its rules are missing or broken.
pub fn open_save(programs: &Programs, save: &Save) -> Result<Opened, OpenError> {
    let expansions: Vec<String> = save.expansions().map(str::to_owned).collect();
    let known = |name: &String| programs.texts().available().iter().any(|s| s.folder == *name);
    let needed = || save.expansions().chain(save.lenders());
    if let Some(missing) = needed().map(str::to_owned).find(|name| !known(name)) {
        return Err(OpenError::Missing(missing));
    }
    let owned = |(expansion, name, value): (&str, &str, &str)| {
        (Some(expansion.to_owned()), name.to_owned(), value.to_owned())
    };
    let setting = Setting {
        expansions,
        options: save.options().map(owned).collect(),
        edition: None,
        tiles: save.lent_sets().map(str::to_owned).collect(),
    };
    let rules = match programs.rules(&setting) {
        Ok(rules) => rules,
        Err(report) => {
            let setting =
                understood(programs, setting).ok_or_else(|| OpenError::Rules(report.clone()))?;
            programs.rules(&setting).map_err(|_| OpenError::Rules(report))?
        }
    };
    Ok(save.open(rules)?)
}

/// The same setting without the options that its rules do not have or cannot set so, if nothing else is wrong.
fn understood(programs: &Programs, setting: Setting) -> Option<Setting> {
    let mut kept = Setting { options: Vec::new(), ..setting };
    let usual = programs.rules(&kept).ok()?;
    let here = &usual.program().options;
    for option in setting.options {
        let is_here =
            |o: &OptionValue| option.0.as_ref() == Some(&o.expansion) && o.name == option.1;
        if !here.iter().any(is_here) {
            continue;
        }
        kept.options.push(option);
        if programs.rules(&kept).is_err() {
            kept.options.pop();
        }
    }
    Some(kept)
}

/// Puts a copy of a saved game beside it, under a name that is free: `game.before.json`, `game.before-2.json`.
///
/// # Errors
///
/// When it cannot be read, or nothing can be written there.
pub fn set_aside(path: &Path) -> Result<PathBuf, OpenError> {
    let copy = || {
        let bytes = fs::read(path)?;
        let named = |number: u32| {
            let behind = if number == 1 { String::new() } else { format!("-{number}") };
            let mut name = path.file_stem().unwrap_or_default().to_owned();
            name.push(format!(".before{behind}"));
            if let Some(extension) = path.extension() {
                name.push(".");
                name.push(extension);
            }
            path.with_file_name(name)
        };
        for free in (1..=MOST_ASIDE).map(named) {
            // One of the same game is enough, however often it is opened.
            if fs::read(&free).is_ok_and(|there| there == bytes) {
                return Ok(free);
            }
            if free.symlink_metadata().is_err() {
                Place::of(&free)?.put(&bytes)?;
                return Ok(free);
            }
        }
        Err(io::Error::other("too many saved games are set aside beside it"))
    };
    copy().map_err(|error| OpenError::Disk { path: path.to_owned(), error })
}

/// The rules that a game is played by, for whoever compiles them once more.
pub(crate) fn setting_of(play: &Playthrough) -> Setting {
    let save = Save::of(play);
    let owned = |(expansion, name, value): (&str, &str, &str)| {
        (Some(expansion.to_owned()), name.to_owned(), value.to_owned())
    };
    Setting {
        expansions: save.expansions().map(str::to_owned).collect(),
        options: save.options().map(owned).collect(),
        edition: None,
        tiles: save.lent_sets().map(str::to_owned).collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("game.json");
        write_text(&path, "one").unwrap();
        write_text(&path, "two").unwrap();
        assert_eq!(read_text(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1, "nothing is left behind");
        let nowhere = scratch.path().join("no/such/folder.json");
        assert!(matches!(write_text(&nowhere, "x"), Err(OpenError::Disk { .. })));
        assert!(matches!(read_text(scratch.path()), Err(OpenError::Disk { .. })));
        fs::write(&path, b"\xff").unwrap();
        assert!(matches!(read_text(&path), Err(OpenError::Disk { .. })));
    }

    #[test]
    fn games_are_saved_over_games_and_over_nothing_else() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("game.json");
        assert!(!is_save(&path).unwrap());
        for (text, save) in [
            ("", Some(false)),
            ("{\"format\":\"carc-save\",\"version\":1", Some(true)),
            ("{\n  \"format\": \"carc-save\",\n", Some(true)),
            ("{\"format\":\"other\"}", None),
            ("my diary", None),
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(is_save(&path).ok(), save, "{text}");
        }
        let told = is_save(&path).unwrap_err().to_string();
        assert!(told.contains("game.json") && told.contains("holds no saved game"), "{told}");
    }
}
