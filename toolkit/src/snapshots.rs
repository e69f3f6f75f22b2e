//! Snapshots of scenarios: files beside the rules in the format of insta, so that `cargo insta review` reads them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use insta::Snapshot;
use similar::{ChangeTag, TextDiff};
use thiserror::Error;

use crate::{
    confined::{Astray, confined},
    example::Example,
    expansion::{Expansion, Home, SNAPSHOTS},
    unseen::is_unseen,
};

/// Larger files hold no snapshot.
const MOST_BYTES: u64 = 1 << 20;
/// A longer title is cut in the name of a file.
const LONGEST: usize = 100;
/// So many lines around a change are shown.
const CONTEXT: usize = 3;

/// A snapshot that cannot be read or written.
#[derive(Debug, Error)]
pub enum SnapshotError {
    /// The disk refuses.
    #[error("{path}: {error}")]
    Disk {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// Something else is in the file.
    #[error(
        "{0}: this is no snapshot of text: remove it, and `carc test --accept` keeps a new one"
    )]
    NoSnapshot(String),
    /// It would be read or written elsewhere.
    #[error(transparent)]
    Astray(#[from] Astray),
}

/// How what happened in a scenario compares with what was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The same happened.
    Same,
    /// Nothing was kept yet.
    Missing,
    /// Something else happened; this was kept.
    Changed(String),
}

/// The file of one scenario's snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotFile {
    /// The folder of its expansion, which it must not leave.
    home: PathBuf,
    /// Where it lies: `EXPANSION__TITLE.snap`.
    pub path: PathBuf,
    /// The title of the scenario.
    pub title: String,
    /// The file, line and column of the scenario.
    place: String,
}

/// The snapshots of an expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshots {
    home: PathBuf,
    folder: PathBuf,
    files: Vec<SnapshotFile>,
}

impl Snapshots {
    /// The snapshots that an expansion's scenarios keep; nothing for one that lies in no folder.
    pub fn of(expansion: &Expansion, examples: &[Example]) -> Option<Self> {
        let Home::Folder(home) = &expansion.home else {
            return None;
        };
        let (folder, prefix) = (home.join(SNAPSHOTS), format!("{}__", expansion.name));
        let kept = || examples.iter().filter(|example| example.keeps);
        let mut titles: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for example in kept() {
            titles.entry(file_name(&example.title)).or_default().insert(&example.title);
        }
        let file = |example: &Example, name: String| SnapshotFile {
            home: home.clone(),
            path: folder.join(format!("{prefix}{name}.snap")),
            title: example.title.clone(),
            place: example.place.clone(),
        };
        let files = kept().map(|example| {
            let plain = file_name(&example.title);
            let alike = titles.get(&plain).map_or(0, BTreeSet::len);
            // Titles that differ by signs alone are told apart by themselves, whatever order they stand in.
            let own = file(example, format!("{plain}-{:08x}", hash(&example.title)));
            let plain = file(example, plain);
            // Whoever comes later takes no name away, and whoever goes gives none back.
            let is_plain = match alike {
                0 | 1 => !own.is_there(),
                _ => !own.is_there() && plain.is_of(&example.title),
            };
            if is_plain { plain } else { own }
        });
        let files = files.collect();
        Some(Self { home: home.clone(), folder, files })
    }

    /// The file of a scenario.
    pub fn file(&self, example: &Example) -> Option<&SnapshotFile> {
        let same =
            |file: &&SnapshotFile| file.title == example.title && file.place == example.place;
        self.files.iter().find(same)
    }

    /// The snapshots in the folder that no scenario keeps any more, new ones and those of another name that the
    /// expansion once had among them. What lies behind a link out of its folder is not the expansion's.
    pub fn unreferenced(&self) -> Vec<PathBuf> {
        if confined(&self.home, &self.folder).is_err() {
            return Vec::new();
        }
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let mut found: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| {
                let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                let stem = name.strip_suffix(".new").unwrap_or(name);
                let kept = self.files.iter().any(|file| file.path == path.with_file_name(stem));
                stem.ends_with(".snap") && !kept
            })
            .collect();
        found.sort();
        found
    }
}

impl SnapshotFile {
    /// Whether something is kept or proposed under this name.
    fn is_there(&self) -> bool {
        let there = |path: &Path| confined(&self.home, path).is_ok() && path.is_file();
        there(&self.path) || there(&self.new_path())
    }

    /// Whether what is kept or proposed under this name is that of a title.
    fn is_of(&self, title: &str) -> bool {
        let says = |path: &Path| {
            let small = fs::metadata(path).is_ok_and(|f| f.is_file() && f.len() <= MOST_BYTES);
            let sound = small && confined(&self.home, path).is_ok();
            sound
                && fs::read(path).is_ok_and(|head| head.starts_with(b"---"))
                && Snapshot::from_file(path)
                    .is_ok_and(|found| found.metadata().description() == Some(title))
        };
        says(&self.path) || says(&self.new_path())
    }

    /// Compares what happened with what was kept.
    ///
    /// # Errors
    ///
    /// When the file is there and cannot be read.
    pub fn compare(&self, text: &str) -> Result<Kept, SnapshotError> {
        confined(&self.home, &self.path)?;
        let disk = |error| SnapshotError::Disk { path: self.path.display().to_string(), error };
        match fs::metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Kept::Missing),
            Err(error) => return Err(disk(error)),
            Ok(found) if !found.is_file() || found.len() > MOST_BYTES => {
                return Err(SnapshotError::NoSnapshot(self.path.display().to_string()));
            }
            Ok(_) => {}
        }
        // What is in no file yet was not kept; and what has no header would be read as the format of old releases.
        let head = fs::read(&self.path).map_err(disk)?;
        if head.trim_ascii().is_empty() {
            return Ok(Kept::Missing);
        }
        if !head.starts_with(b"---") {
            return Err(SnapshotError::NoSnapshot(self.path.display().to_string()));
        }
        let snapshot = Snapshot::from_file(&self.path);
        let kept = snapshot.ok().and_then(|found| found.as_text().map(ToString::to_string));
        let kept =
            kept.ok_or_else(|| SnapshotError::NoSnapshot(self.path.display().to_string()))?;
        Ok(if kept == text.trim_end() { Kept::Same } else { Kept::Changed(kept) })
    }

    /// The file of what is not accepted yet.
    pub fn new_path(&self) -> PathBuf {
        self.path.with_extension("snap.new")
    }

    /// Writes what happened beside what was kept, for a review.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn propose(&self, text: &str) -> Result<(), SnapshotError> {
        let line = self.place.split(':').nth(1).unwrap_or("1");
        let path = self.new_path();
        confined(&self.home, &path)?;
        write(&path, &self.whole(text, &format!("assertion_line: {line}\n")))
    }

    /// Keeps what happened from now on.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn accept(&self, text: &str) -> Result<(), SnapshotError> {
        confined(&self.home, &self.path)?;
        write(&self.path, &self.whole(text, ""))?;
        self.reject()
    }

    /// Forgets what was written for a review.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn reject(&self) -> Result<(), SnapshotError> {
        // A link itself may go; the folder that it is in must be the expansion's own.
        if let Some(folder) = self.path.parent() {
            confined(&self.home, folder)?;
        }
        remove_snapshot(&self.new_path())
    }

    /// The text behind the header of insta.
    fn whole(&self, text: &str, line: &str) -> String {
        let source = self.place.split(':').next().unwrap_or_default();
        let (source, title) = (quoted(source), quoted(&self.title));
        format!("---\nsource: {source}\n{line}description: {title}\n---\n{}\n", text.trim_end())
    }
}

/// Removes a file of a snapshot; one that is not there is no trouble.
///
/// # Errors
///
/// When the disk refuses.
pub fn remove_snapshot(path: &Path) -> Result<(), SnapshotError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(SnapshotError::Disk { path: path.display().to_string(), error })
        }
        _ => Ok(()),
    }
}

fn write(path: &Path, text: &str) -> Result<(), SnapshotError> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = folder.and_then(|()| fs::write(path, text));
    written.map_err(|error| SnapshotError::Disk { path: path.display().to_string(), error })
}

/// A text as YAML reads it, whatever signs are in it; whoever opens the file is shown all of them.
fn quoted(text: &str) -> String {
    let mut shown = String::new();
    for c in serde_json::Value::from(text).to_string().chars() {
        match u32::from(c) {
            code if is_unseen(c) && code > 0xffff => shown.push_str(&format!("\\U{code:08x}")),
            code if is_unseen(c) => shown.push_str(&format!("\\u{code:04x}")),
            _ => shown.push(c),
        }
    }
    shown
}

/// A hash of a title, the same on every machine.
fn hash(title: &str) -> u32 {
    let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    title.bytes().fold(0x811c_9dc5, mix)
}

/// A title as the name of a file.
fn file_name(title: &str) -> String {
    let mut name = String::new();
    for c in title.chars().take(LONGEST) {
        match c {
            _ if c.is_alphanumeric() => name.extend(c.to_lowercase()),
            _ if name.ends_with('_') => {}
            _ => name.push('_'),
        }
    }
    name.trim_matches('_').to_owned()
}

/// The lines of a change: `-` for what was kept, `+` for what happened, a space for both, and `…` for what is
/// left out between.
pub fn diff(old: &str, new: &str) -> Vec<(char, String)> {
    let diff = TextDiff::from_lines(old.trim_end(), new.trim_end());
    let mut lines = Vec::new();
    for group in diff.grouped_ops(CONTEXT) {
        if !lines.is_empty() {
            lines.push(('…', String::new()));
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            lines.push((sign, change.value().trim_end_matches('\n').to_owned()));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use compiler::Setting;

    use super::*;

    fn example(title: &str, line: u32) -> Example {
        let (expansion, place) = ("picnic".to_owned(), format!("picnic/rules.carc:{line}:10"));
        Example {
            expansion,
            title: title.to_owned(),
            place,
            setting: Setting::default(),
            keeps: true,
        }
    }

    fn snapshots(folder: &Path, examples: &[Example]) -> Snapshots {
        fs::write(folder.join("rules.carc"), "expansion picnic { title \"P\" }\n").unwrap();
        let expansion = Expansion::read(folder).unwrap();
        Snapshots::of(&Expansion { name: "picnic".to_owned(), ..expansion }, examples).unwrap()
    }

    #[test]
    fn a_snapshot_is_missing_then_kept_then_changed() {
        let scratch = tempfile::tempdir().unwrap();
        let examples = [example("a \"Thành phố\": done!", 3), example("A thành phố -- done", 9)];
        let snapshots = snapshots(scratch.path(), &examples);
        let [one, two] = [0, 1].map(|i| snapshots.file(&examples[i]).unwrap());
        let named =
            |file: &SnapshotFile| file.path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(named(one).starts_with("picnic__a_thành_phố_done-"), "{one:?}");
        assert!(named(two).starts_with("picnic__a_thành_phố_done-"), "{two:?}");
        assert_ne!(named(one), named(two));
        // The order of the scenarios names no file, and a title alone has no number.
        let [first, second] = examples.clone();
        let turned = [second, first.clone()];
        let turned = self::snapshots(scratch.path(), &turned);
        assert_eq!(turned.file(&first).unwrap(), one);
        let alone = self::snapshots(scratch.path(), std::slice::from_ref(&first));
        assert_eq!(named(alone.file(&first).unwrap()), "picnic__a_thành_phố_done.snap");
        assert_eq!(one.compare("text\n").unwrap(), Kept::Missing);
        one.propose("text\n").unwrap();
        let proposed = Snapshot::from_file(&one.new_path()).unwrap();
        assert_eq!(proposed.metadata().assertion_line(), Some(3));
        assert_eq!(proposed.metadata().source(), Some("picnic/rules.carc"));
        assert_eq!(proposed.metadata().description(), Some(examples[0].title.as_str()));
        one.accept("text\n").unwrap();
        assert!(!one.new_path().exists());
        assert_eq!(one.compare("text").unwrap(), Kept::Same);
        assert_eq!(one.compare("texts").unwrap(), Kept::Changed("text".to_owned()));
    }

    #[test]
    fn a_new_title_takes_no_old_one_its_file() {
        let scratch = tempfile::tempdir().unwrap();
        let (old, new) = (example("snap one", 3), example("Snap: One!", 9));
        let alone = snapshots(scratch.path(), std::slice::from_ref(&old));
        let plain = alone.file(&old).unwrap().clone();
        plain.accept("old").unwrap();
        for examples in [[old.clone(), new.clone()], [new.clone(), old.clone()]] {
            let both = snapshots(scratch.path(), &examples);
            assert_eq!(both.file(&old).unwrap().path, plain.path);
            assert_eq!(
                both.file(&old).unwrap().compare("other").unwrap(),
                Kept::Changed("old".into())
            );
            assert_eq!(both.file(&new).unwrap().compare("new").unwrap(), Kept::Missing);
            assert_eq!(both.unreferenced(), Vec::<PathBuf>::new());
        }
        let both = snapshots(scratch.path(), &[old.clone(), new.clone()]);
        let own = both.file(&new).unwrap().clone();
        own.accept("new").unwrap();
        // Without the old one, the new one stays where it is.
        let left = snapshots(scratch.path(), std::slice::from_ref(&new));
        assert_eq!(left.file(&new).unwrap().path, own.path);
        assert_eq!(left.unreferenced(), [plain.path]);
        // Two new ones get names of their own, in whatever order they are kept.
        fs::remove_dir_all(scratch.path().join("snapshots")).unwrap();
        let both = snapshots(scratch.path(), &[old.clone(), new.clone()]);
        let first = both.file(&old).unwrap().clone();
        first.propose("old").unwrap();
        let again = snapshots(scratch.path(), &[new, old.clone()]);
        assert_eq!(again.file(&old).unwrap().path, first.path);
        assert!(!first.path.ends_with("picnic__snap_one.snap"), "{first:?}");
    }

    #[test]
    fn a_title_is_kept_without_signs_that_nobody_sees() {
        let scratch = tempfile::tempdir().unwrap();
        let title = "a\u{1b}[2Jb\u{7f}\u{9b}c\u{202e}d\u{feff}\u{e0041}e – Thành \"phố\" \\";
        let examples = [example(title, 3)];
        let snapshots = snapshots(scratch.path(), &examples);
        let file = snapshots.file(&examples[0]).unwrap();
        file.accept("text").unwrap();
        let written = fs::read_to_string(&file.path).unwrap();
        assert!(written.chars().all(|c| c == '\n' || !is_unseen(c)), "{written:?}");
        assert!(written.contains("Thành") && written.contains("\\u202e"), "{written}");
        let kept = Snapshot::from_file(&file.path).unwrap();
        assert_eq!(kept.metadata().description(), Some(title));
        assert_eq!(file.compare("text").unwrap(), Kept::Same);
    }

    #[test]
    fn what_no_scenario_keeps_is_found() {
        let scratch = tempfile::tempdir().unwrap();
        let examples = [example("one", 3), example("two", 9)];
        let both = snapshots(scratch.path(), &examples);
        for example in &examples {
            both.file(example).unwrap().accept("text").unwrap();
        }
        assert!(both.unreferenced().is_empty());
        // The expansion was called so once; what is no snapshot is nobody's business.
        let of_old_name = scratch.path().join("snapshots/brunch__one.snap");
        fs::write(&of_old_name, "").unwrap();
        fs::write(scratch.path().join("snapshots/notes.md"), "").unwrap();
        let first = snapshots(scratch.path(), &examples[..1]);
        let second = both.file(&examples[1]).unwrap().path.clone();
        assert_eq!(first.unreferenced(), [of_old_name, second]);
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_kept_or_looked_for_behind_links_out_of_the_folder() {
        use std::os::unix::fs::symlink;

        let scratch = tempfile::tempdir().unwrap();
        let (home, far) = (scratch.path().join("picnic"), scratch.path().join("far"));
        for folder in [&home, &far] {
            fs::create_dir(folder).unwrap();
        }
        let examples = [example("one", 3)];
        fs::write(far.join("picnic__old.snap"), "precious").unwrap();
        symlink("../far", home.join("snapshots")).unwrap();
        let all = snapshots(&home, &examples);
        let file = all.file(&examples[0]).unwrap();
        assert!(all.unreferenced().is_empty());
        let refused = |done: Result<(), SnapshotError>| match done {
            Err(error @ SnapshotError::Astray(_)) => error.to_string().contains("is a link to"),
            _ => false,
        };
        let all_refused = |file: &SnapshotFile| {
            refused(file.compare("text").map(drop))
                && refused(file.propose("text"))
                && refused(file.accept("text"))
        };
        assert!(all_refused(file) && refused(file.reject()));
        // The same of single files, whether something lies there or not.
        fs::remove_file(home.join("snapshots")).unwrap();
        fs::create_dir(home.join("snapshots")).unwrap();
        for target in ["../../far/picnic__old.snap", "../../far/new.snap"] {
            symlink(target, &file.path).unwrap();
            symlink(target, file.new_path()).unwrap();
            assert!(all_refused(file), "{target}");
            fs::remove_file(&file.path).unwrap();
            file.reject().unwrap();
        }
        let left: Vec<_> = fs::read_dir(&far).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left, ["picnic__old.snap"]);
        assert_eq!(fs::read_to_string(far.join("picnic__old.snap")).unwrap(), "precious");
        file.accept("text").unwrap();
        assert_eq!(file.compare("text").unwrap(), Kept::Same);
    }

    #[test]
    fn what_is_no_snapshot_is_an_error() {
        let scratch = tempfile::tempdir().unwrap();
        let examples = [example("one", 3)];
        let snapshots = snapshots(scratch.path(), &examples);
        let file = snapshots.file(&examples[0]).unwrap();
        fs::create_dir_all(&file.path).unwrap();
        assert!(matches!(file.compare("text"), Err(SnapshotError::NoSnapshot(_))));
        fs::remove_dir(&file.path).unwrap();
        fs::write(&file.path, b"---\nsource: [\n---\n\xff\n").unwrap();
        assert!(matches!(file.compare("text"), Err(SnapshotError::NoSnapshot(_))));
        fs::write(&file.path, "a diary\n").unwrap();
        assert!(matches!(file.compare("text"), Err(SnapshotError::NoSnapshot(_))));
        for empty in ["", "\n"] {
            fs::write(&file.path, empty).unwrap();
            assert_eq!(file.compare("text").unwrap(), Kept::Missing);
        }
        file.accept("text").unwrap();
        assert_eq!(file.compare("text").unwrap(), Kept::Same);
    }

    #[test]
    fn a_change_is_shown_with_what_is_around_it() {
        let old: Vec<String> = (0..30).map(|n| format!("line {n}\n")).collect();
        let mut new = old.clone();
        new[3] = "other\n".to_owned();
        new.push("more\n".to_owned());
        let lines = diff(&old.concat(), &new.concat());
        assert!(lines.contains(&('-', "line 3".to_owned())), "{lines:?}");
        assert!(
            lines.contains(&('+', "other".to_owned())) && lines.contains(&('+', "more".to_owned()))
        );
        assert!(lines.contains(&('…', String::new())) && lines.len() < 20, "{lines:?}");
    }
}
