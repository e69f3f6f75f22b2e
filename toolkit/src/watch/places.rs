//! The folders that are followed, as they were named and as the file system calls them: a link may lead elsewhere at any
//! time.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    ffi::OsString,
    fs,
    path::{Component, Path, PathBuf},
};

use crate::expansion::{Expansion, Home};

/// More links on the way to a folder lead round in a circle.
const MOST_LINKS: usize = 40;

/// Folders as they were named, each with where it lies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places(BTreeMap<PathBuf, PathBuf>);

impl Places {
    /// The folders of some expansions, as far as they are there.
    pub(super) fn of<'e>(expansions: impl Iterator<Item = &'e Expansion>) -> Self {
        let place = |expansion: &'e Expansion| match &expansion.home {
            Home::Folder(folder) => {
                let named = std::path::absolute(folder).ok()?;
                Some((named, folder.canonicalize().ok()?))
            }
            Home::BuiltIn => None,
        };
        Self(expansions.filter_map(place).collect())
    }

    /// Follows more folders; whether there are any that were not followed.
    pub(super) fn extend(&mut self, more: Self) -> bool {
        let before = self.0.len();
        for (named, lies) in more.0 {
            self.0.entry(named).or_insert(lies);
        }
        self.0.len() > before
    }

    /// Looks where the folders lie now; whether any of them lies elsewhere than before. One that is gone may come back
    /// where it was.
    pub(super) fn renew(&mut self) -> bool {
        let mut any = false;
        for (named, lies) in &mut self.0 {
            if let Ok(now) = named.canonicalize()
                && now != *lies
            {
                (*lies, any) = (now, true);
            }
        }
        any
    }

    /// Where they lie.
    pub(super) fn folders(&self) -> BTreeSet<PathBuf> {
        self.0.values().cloned().collect()
    }

    /// The links on the way to them, and what is missing there, each in the folder in which it really lies.
    pub(super) fn links(&self) -> BTreeSet<PathBuf> {
        self.0.keys().flat_map(|named| links(named)).collect()
    }
}

/// The links on the way along an absolute path, up to where it breaks off: what would lie there is the last one.
fn links(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut real = PathBuf::new();
    let mut rest: VecDeque<OsString> = parts(path).collect();
    while let Some(part) = rest.pop_front() {
        if part == ".." {
            real.pop();
            continue;
        }
        // An absolute part begins at the root again.
        let next = real.join(&part);
        let leads = match fs::symlink_metadata(&next) {
            Ok(about) if about.is_symlink() => fs::read_link(&next).ok(),
            Ok(_) => None,
            Err(_) => {
                found.push(next);
                break;
            }
        };
        match leads {
            Some(leads) => {
                found.push(next);
                if found.len() > MOST_LINKS {
                    break;
                }
                parts(&leads).rev().for_each(|part| rest.push_front(part));
            }
            None => real = next,
        }
    }
    found
}

fn parts(path: &Path) -> impl DoubleEndedIterator<Item = OsString> {
    let parts = path.components().filter(|part| *part != Component::CurDir);
    parts.map(|part| part.as_os_str().to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_on_links_are_found_where_they_lie() {
        let scratch = tempfile::tempdir().unwrap();
        let root = scratch.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("real/deep/toy")).unwrap();
        symlink("real", root.join("way")).unwrap();
        symlink("../way/deep", root.join("real/again")).unwrap();
        symlink(root.join("way/again/toy"), root.join("toy")).unwrap();
        let found = links(&root.join("toy"));
        let expected = ["toy", "way", "real/again", "way"].map(|name| root.join(name));
        assert_eq!(found, expected);
        assert_eq!(links(&root.join("real/deep")), Vec::<PathBuf>::new());
        symlink("round", root.join("round")).unwrap();
        assert!(links(&root.join("round/toy")).len() > MOST_LINKS);
        let broken = links(&root.join("way/none/toy"));
        assert_eq!(broken, [root.join("way"), root.join("real/none")]);
    }
}
