//! Links in an expansion's folder: a stranger's folder must not make anybody read or write what lies elsewhere.

use std::{
    fs,
    io::{Error, ErrorKind},
    path::Path,
};

use thiserror::Error as Told;

/// A link in the folder of an expansion that leads out of it, or nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Told)]
pub enum Astray {
    /// Something else lies at its end.
    #[error("`{link}` is a link to `{target}`, which lies outside of `{home}`")]
    Outside {
        /// The link.
        link: String,
        /// Where it leads.
        target: String,
        /// The folder that it is in.
        home: String,
    },
    /// Nothing lies at its end, or links lead to each other.
    #[error("`{link}` is a link to `{target}`, and cannot be followed: {why}")]
    Nowhere {
        /// The link.
        link: String,
        /// What it says.
        target: String,
        /// Why nothing comes of it.
        why: String,
    },
}

impl From<Astray> for Error {
    fn from(astray: Astray) -> Self {
        let kind = match astray {
            Astray::Outside { .. } => ErrorKind::PermissionDenied,
            Astray::Nowhere { .. } => ErrorKind::NotFound,
        };
        Self::new(kind, astray)
    }
}

/// Follows every link on the way from a folder to what lies in it. The folder itself may well be a link.
pub(crate) fn confined(home: &Path, path: &Path) -> Result<(), Astray> {
    let (Ok(real), Ok(inside)) = (home.canonicalize(), path.strip_prefix(home)) else {
        return Ok(());
    };
    let mut reached = home.to_owned();
    for part in inside.components() {
        reached.push(part);
        if !reached.is_symlink() {
            continue;
        }
        let link = reached.display().to_string();
        match reached.canonicalize() {
            Ok(target) if target.starts_with(&real) => {}
            Ok(target) => {
                let (target, home) = (target.display().to_string(), home.display().to_string());
                return Err(Astray::Outside { link, target, home });
            }
            Err(error) => {
                let target = fs::read_link(&reached).unwrap_or_default().display().to_string();
                return Err(Astray::Nowhere { link, target, why: error.to_string() });
            }
        }
    }
    Ok(())
}

/// Whether a file of rules is no link that leads out of its folder.
///
/// # Errors
///
/// When it is one.
pub fn stays_in_its_folder(path: &Path) -> Result<(), Astray> {
    match path.parent() {
        Some(home) if !home.as_os_str().is_empty() => confined(home, path),
        _ => confined(Path::new("."), &Path::new(".").join(path)),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_may_lead_about_in_the_folder_and_not_out_of_it() {
        let scratch = tempfile::tempdir().unwrap();
        let home = scratch.path().join("home");
        fs::create_dir_all(home.join("inner")).unwrap();
        fs::create_dir(scratch.path().join("home_of_others")).unwrap();
        fs::write(scratch.path().join("home_of_others/secret"), "").unwrap();
        fs::write(home.join("inner/a"), "").unwrap();
        for (target, link) in [
            ("inner/a", "b"),
            ("../home_of_others", "inner/out"),
            ("../home_of_others/secret", "c"),
            ("none", "d"),
            ("../none", "e"),
            ("round", "round"),
        ] {
            symlink(target, home.join(link)).unwrap();
        }
        for good in ["inner/a", "b", "none", "inner/none/none"] {
            assert_eq!(confined(&home, &home.join(good)), Ok(()), "{good}");
        }
        let out = |path: &str| confined(&home, &home.join(path)).unwrap_err().to_string();
        assert!(
            out("c").contains("home_of_others/secret`, which lies outside of `"),
            "{}",
            out("c")
        );
        assert!(out("inner/out/new").contains("inner/out` is a link to `"));
        assert!(out("d").contains("d` is a link to `none`, and cannot be followed: "));
        assert!(out("e").contains("link to `../none`") && out("round").contains("followed"));
        // The folder as a whole may lie elsewhere.
        let whole = scratch.path().join("whole");
        symlink("home", &whole).unwrap();
        assert_eq!(confined(&whole, &whole.join("b")), Ok(()));
        assert!(confined(&whole, &whole.join("c")).is_err());
        assert!(stays_in_its_folder(&home.join("c")).is_err());
    }
}
