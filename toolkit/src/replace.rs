//! Putting a text in a file's place, as a whole or not at all: only ordinary files are replaced, a link is
//! followed to what it names, and nothing is left behind by a program that was stopped meanwhile.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, Metadata},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::{Builder, NamedTempFile};

/// Links to links are followed so far.
const MAX_LINKS: usize = 40;
/// How much of a file's name goes into the name of the file beside it: names must not become too long.
const MAX_NAME: usize = 100;
/// Another program may take our new file for a stale one before it is locked.
const TRIES: usize = 3;

/// A file that may be replaced, or that is not there yet.
#[derive(Debug)]
pub(crate) struct Place {
    path: PathBuf,
    former: Option<Metadata>,
}

impl Place {
    /// The place that a path means, if a text may be put there.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let mut path = path.to_owned();
        for _ in 0..MAX_LINKS {
            let former = match fs::symlink_metadata(&path) {
                Ok(former) => former,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(Self { path, former: None });
                }
                Err(error) => return Err(error),
            };
            let kind = former.file_type();
            if kind.is_symlink() {
                path = folder_of(&path).join(fs::read_link(&path)?);
                continue;
            }
            if kind.is_dir() {
                return Err(io::Error::other("this is a folder"));
            }
            if !kind.is_file() {
                return Err(io::Error::other("this is a device or a pipe, and no ordinary file"));
            }
            if former.permissions().readonly() {
                return Err(io::Error::other("this file is write-protected"));
            }
            return Ok(Self { path, former: Some(former) });
        }
        Err(io::Error::other("these links lead to each other"))
    }

    /// The file itself, if it is there and has something in it.
    pub(crate) fn filled(&self) -> Option<&Path> {
        self.former.as_ref().filter(|former| former.len() > 0).map(|_| self.path.as_path())
    }

    /// Writes the text beside the file, then puts it in the file's place.
    pub(crate) fn put(&self, text: &[u8]) -> io::Result<()> {
        let prefix = prefix(self.path.file_name().unwrap_or_default());
        let folder = folder_of(&self.path);
        clear(folder, &prefix);
        let mut tries = 1;
        loop {
            match self.put_once(folder, &prefix, text) {
                Err(error) if error.kind() == io::ErrorKind::NotFound && tries < TRIES => {
                    tries += 1
                }
                done => return done,
            }
        }
    }

    fn put_once(&self, folder: &Path, prefix: &OsStr, text: &[u8]) -> io::Result<()> {
        let file = beside(folder, prefix)?;
        // Whoever finds it locked knows that it is in use. Not every file system has locks.
        let _ = file.as_file().try_lock();
        if let Some(former) = &self.former {
            file.as_file().set_permissions(former.permissions())?;
        }
        // Through the file itself: what goes wrong should not name the file beside.
        file.as_file().write_all(text)?;
        file.as_file().sync_all()?;
        file.persist(&self.path).map_err(|e| e.error)?;
        Ok(())
    }
}

/// A new file in a folder, with the permissions that new files have there.
fn beside(folder: &Path, prefix: &OsStr) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::new(error.kind(), "there is no such folder"),
        io::ErrorKind::PermissionDenied => {
            io::Error::new(error.kind(), "files in this folder may not be written")
        }
        kind => io::Error::from(kind),
    })
}

/// `.NAME.carc-tmp`: how files begin that are not in their place yet.
fn prefix(name: &OsStr) -> OsString {
    let name = name.to_string_lossy();
    let end =
        name.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|&end| end <= MAX_NAME);
    OsString::from(format!(".{}.carc-tmp", &name[..end.last().unwrap_or(0)]))
}

/// Removes what stopped programs have left of the same file. It can wait if that fails.
fn clear(folder: &Path, prefix: &OsStr) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let prefix = prefix.as_encoded_bytes();
    for entry in entries.filter_map(Result::ok) {
        let ours = entry.file_name().as_encoded_bytes().starts_with(prefix)
            && entry.file_type().is_ok_and(|kind| kind.is_file());
        // What can be locked belongs to nobody who still runs.
        if ours && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(path: &Path, text: &str) -> io::Result<()> {
        Place::of(path)?.put(text.as_bytes())
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_stopped_program_left_is_cleared_and_what_is_in_use_stays() {
        let scratch = tempfile::tempdir().unwrap();
        for stale in [".a.json.carc-tmpXXXXXX", ".b.json.carc-tmpXXXXXX"] {
            fs::write(scratch.path().join(stale), "half").unwrap();
        }
        let used = File::create(scratch.path().join(".a.json.carc-tmpYYYYYY")).unwrap();
        used.lock().unwrap();
        put(&scratch.path().join("a.json"), "whole").unwrap();
        let left = [".a.json.carc-tmpYYYYYY", ".b.json.carc-tmpXXXXXX", "a.json"];
        assert_eq!(names(scratch.path()), left);
    }

    #[test]
    fn folders_and_endless_links_are_refused() {
        let scratch = tempfile::tempdir().unwrap();
        assert!(put(scratch.path(), "x").unwrap_err().to_string().contains("a folder"));
        let long = scratch.path().join("x".repeat(255));
        put(&long, "long").unwrap();
        assert_eq!(fs::read_to_string(&long).unwrap(), "long");
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_their_target_and_permissions_stay() {
        use std::os::unix::{fs::PermissionsExt, fs::symlink, net::UnixListener};

        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        fs::create_dir(at("far")).unwrap();
        fs::write(at("far/target"), "old").unwrap();
        fs::set_permissions(at("far/target"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("far/target", at("link")).unwrap();
        symlink("link", at("link2")).unwrap();
        put(&at("link2"), "new").unwrap();
        assert_eq!(fs::read_to_string(at("far/target")).unwrap(), "new");
        assert!(at("link").is_symlink() && at("link2").is_symlink());
        let mode = fs::metadata(at("far/target")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        symlink("far/none", at("dangling")).unwrap();
        put(&at("dangling"), "new").unwrap();
        assert_eq!(fs::read_to_string(at("far/none")).unwrap(), "new");
        symlink("round", at("round")).unwrap();
        assert!(put(&at("round"), "x").unwrap_err().to_string().contains("links"));
        let _socket = UnixListener::bind(at("socket")).unwrap();
        assert!(put(&at("socket"), "x").unwrap_err().to_string().contains("no ordinary file"));
        fs::set_permissions(at("far/none"), fs::Permissions::from_mode(0o444)).unwrap();
        assert!(put(&at("far/none"), "x").unwrap_err().to_string().contains("write-protected"));
    }
}
