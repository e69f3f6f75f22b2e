//! An expansion as its folder holds it: texts only, nothing compiled yet.

use std::{
    collections::BTreeMap,
    fmt, fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use grammar::{Diagnostic, MAX_FILE_BYTES};
use include_dir::Dir;

use crate::confined::confined;

/// A file of an expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// Folder and file: `base/rules.carc`.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// Where an expansion was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// In a folder on disk.
    Folder(PathBuf),
    /// In this binary.
    BuiltIn,
}

impl fmt::Display for Home {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "`{}`", folder.display()),
            Self::BuiltIn => f.write_str("the built-in one"),
        }
    }
}

/// The files of one expansion.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// Its name, that of its folder.
    pub name: String,
    /// Where it was found.
    pub home: Home,
    /// Its `.carc` files, by name.
    pub rules: Vec<TextFile>,
    /// `rules.md`: the numbered statements.
    pub statements: Option<TextFile>,
    /// `rules.LANGUAGE.md`: the same statements in other languages.
    pub translations: BTreeMap<String, TextFile>,
    /// `messages/LANGUAGE.ftl` by language.
    pub messages: BTreeMap<String, TextFile>,
    /// `recorded.json`: how recorded games name the same things.
    pub recorded: Option<TextFile>,
    /// `drawing.json`: how its things look in pictures.
    pub drawing: Option<TextFile>,
    /// `mutants.txt`: changes of the rules that no scenario can notice, with the reasons.
    pub mutants: Option<TextFile>,
    /// Files that cannot be read, with their names.
    pub unreadable: Vec<(String, Diagnostic)>,
}

/// How many files of one folder are read; more are nobody's rules.
const MAX_FILES: usize = 1000;
/// The folder of what scenarios keep.
pub(crate) const SNAPSHOTS: &str = "snapshots";

impl Expansion {
    /// An expansion without files.
    pub fn empty(name: String, home: Home) -> Self {
        Self {
            name,
            home,
            rules: Vec::new(),
            statements: None,
            translations: BTreeMap::new(),
            messages: BTreeMap::new(),
            recorded: None,
            drawing: None,
            mutants: None,
            unreadable: Vec::new(),
        }
    }

    /// The expansion in a folder; nothing if no `.carc` file is there.
    pub fn read(folder: &Path) -> Option<Self> {
        // A link is called as it is called where it lies, whatever it leads to.
        let whole = folder.canonicalize().ok()?;
        let name = folder.file_name().or(whole.file_name())?.to_str()?.to_owned();
        let mut expansion = Self::empty(name, Home::Folder(folder.to_owned()));
        let messages = folder.join("messages");
        for (part, all) in [(folder, "*.carc"), (&messages, "messages/*.ftl")] {
            let mut files = files(folder, part);
            if files.len() > MAX_FILES {
                files.truncate(MAX_FILES);
                expansion.unreadable.push((format!("{}/{all}", expansion.name), too_many(part)));
            }
            for (inside, path) in files {
                let stays = confined(folder, &path).map_err(|astray| unreadable(&astray.into()));
                expansion.add(&inside, stays.and_then(|()| read_bytes(&path)));
            }
        }
        let kept = folder.join(SNAPSHOTS);
        if let Err(astray) = confined(folder, &kept) {
            let place = format!("{}/{SNAPSHOTS}", expansion.name);
            expansion.unreadable.push((place, unreadable(&astray.into())));
        }
        for (inside, files) in [("", "*.carc"), ("messages", "messages/*.ftl")] {
            let part = folder.join(inside);
            let listed = match confined(folder, &part) {
                Ok(()) => fs::read_dir(&part).map(drop).or_else(|error| match error.kind() {
                    io::ErrorKind::NotFound => Ok(()),
                    _ => Err(error),
                }),
                Err(astray) => Err(astray.into()),
            };
            if let Err(error) = listed {
                let place = format!("{}/{files}", expansion.name);
                expansion.unreadable.push((place, unreadable(&error)));
            }
        }
        expansion.finish()
    }

    /// Whether one of its files declares an expansion, or cannot be read to see whether it does.
    pub(crate) fn declares(&self) -> bool {
        let declares = |file: &TextFile| {
            let mut words = file.text.lines().map(|line| line.split_whitespace().next());
            words.any(|word| word == Some("expansion"))
        };
        self.rules.iter().any(declares)
    }

    /// Whether another expansion has the same texts, wherever it lies.
    pub(crate) fn has_texts_of(&self, other: &Self) -> bool {
        let broken = !self.unreadable.is_empty() || !other.unreadable.is_empty();
        !broken
            && self.rules == other.rules
            && self.statements == other.statements
            && self.translations == other.translations
            && self.messages == other.messages
            && self.recorded == other.recorded
            && self.drawing == other.drawing
    }

    /// The expansion in a folder that is part of this binary.
    pub(crate) fn built_in(folder: &Dir<'_>) -> Option<Self> {
        let name = folder.path().file_name()?.to_str()?.to_owned();
        let mut expansion = Self::empty(name, Home::BuiltIn);
        let messages = folder.dirs().filter(|d| d.path().ends_with("messages"));
        for file in folder.files().chain(messages.flat_map(Dir::files)) {
            let Some(inside) = file.path().strip_prefix(folder.path()).ok().and_then(Path::to_str)
            else {
                continue;
            };
            let inside = inside.replace('\\', "/");
            if wanted(&inside) {
                expansion.add(&inside, Ok(file.contents().to_vec()));
            }
        }
        expansion.finish()
    }

    fn add(&mut self, inside: &str, bytes: Result<Vec<u8>, Diagnostic>) {
        let name = format!("{}/{inside}", self.name);
        let text = match bytes.and_then(|bytes| grammar::decode(&bytes)) {
            Ok(text) => text,
            Err(mut diagnostic) => {
                if diagnostic.code == TOO_LARGE && !inside.ends_with(".carc") {
                    diagnostic.help =
                        Some("only rules can be spread over several files".to_owned());
                }
                self.unreadable.push((name, diagnostic));
                return;
            }
        };
        // Whoever reads rules passes over the mark of some editors; nobody else does.
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) if !inside.ends_with(".carc") => rest.to_owned(),
            _ => text,
        };
        let file = TextFile { name, text };
        if inside.ends_with(".carc") {
            self.rules.push(file);
        } else if inside == "rules.md" {
            self.statements = Some(file);
        } else if inside == "recorded.json" {
            self.recorded = Some(file);
        } else if inside == "drawing.json" {
            self.drawing = Some(file);
        } else if inside == "mutants.txt" {
            self.mutants = Some(file);
        } else if let Some(language) = language(inside) {
            self.messages.insert(language.to_owned(), file);
        } else if let Some(language) = translated(inside) {
            self.translations.insert(language.to_owned(), file);
        }
    }

    /// Files in a fixed order, whatever the file system says.
    fn finish(mut self) -> Option<Self> {
        self.rules.sort_by(|a, b| a.name.cmp(&b.name));
        self.unreadable.sort_by(|a, b| a.0.cmp(&b.0));
        let broken = self.unreadable.iter().any(|(name, _)| name.ends_with(".carc"));
        (broken || !self.rules.is_empty()).then_some(self)
    }
}

fn wanted(inside: &str) -> bool {
    if is_hidden(inside.rsplit('/').next().unwrap_or(inside)) {
        return false;
    }
    let rules = inside.ends_with(".carc") && !inside.contains('/');
    let others = ["rules.md", "recorded.json", "drawing.json", "mutants.txt"];
    rules || others.contains(&inside) || language(inside).is_some() || translated(inside).is_some()
}

/// Whether a name is one that editors and systems give to locks, copies and notes of their own beside a file:
/// `.#rules.carc`, `._rules.carc`, `#rules.carc#`. Those that end in `~` end in nothing that is read.
pub(crate) fn is_hidden(name: &str) -> bool {
    name.starts_with(['.', '#'])
}

/// The language of a page of statements.
fn translated(inside: &str) -> Option<&str> {
    let language = inside.strip_prefix("rules.")?.strip_suffix(".md")?;
    (!language.is_empty() && !language.contains(['/', '.'])).then_some(language)
}

fn language(inside: &str) -> Option<&str> {
    inside.strip_prefix("messages/")?.strip_suffix(".ftl").filter(|l| !l.contains('/'))
}

/// What is read of all that lies directly in a folder, each with its name in that of the expansion, by name; folders
/// only if they are called like a file that is read.
fn files(home: &Path, folder: &Path) -> Vec<(String, PathBuf)> {
    if confined(home, folder).is_err() {
        return Vec::new();
    }
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.filter_map(|entry| entry.ok().map(|e| e.path()));
    let mut files: Vec<(String, PathBuf)> = paths
        .filter_map(|path| {
            let inside = path.strip_prefix(home).ok()?.to_str()?.replace('\\', "/");
            wanted(&inside).then_some((inside, path))
        })
        // Why a link leads nowhere, or what is no ordinary file, is told later.
        .filter(|(_, path)| path.extension().is_some() || !path.is_dir())
        .collect();
    files.sort();
    files
}

/// The code of what is larger than anything that is read.
const TOO_LARGE: &str = "syntax/too-large";

/// More files than are read lie in a folder.
fn too_many(folder: &Path) -> Diagnostic {
    let text = format!("more than {MAX_FILES} files of an expansion lie in `{}`", folder.display());
    Diagnostic::error(TOO_LARGE, text)
        .help("put the rules into fewer files, or into several expansions")
}

/// One byte more than is allowed tells that a file is too large, without reading all of it.
fn read_bytes(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = Vec::new();
    // A pipe or a device could be read for ever.
    let ordinary = fs::metadata(path).and_then(|found| match found.is_file() {
        true => Ok(()),
        false => Err(io::Error::other("it is no ordinary file")),
    });
    ordinary
        .and_then(|()| fs::File::open(path))
        .and_then(|file| file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(&error))?;
    Ok(bytes)
}

fn unreadable(error: &io::Error) -> Diagnostic {
    Diagnostic::error("syntax/not-text", format!("the file cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_folder_in_a_fixed_order_and_reports_what_is_no_text() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("harbour");
        fs::create_dir_all(folder.join("messages")).unwrap();
        for (name, bytes) in [
            ("b.carc", &b"// b\n"[..]),
            ("a.carc", b"// a\n"),
            ("broken.carc", b"\xff\xfe"),
            ("rules.md", b"\xef\xbb\xbf- H1. Ships.\n"),
            ("picture.png", b"\x89PNG"),
            ("messages/en.ftl", b"expansion-harbour = Harbour\n"),
        ] {
            fs::write(folder.join(name), bytes).unwrap();
        }
        let harbour = Expansion::read(&folder).unwrap();
        assert_eq!(harbour.name, "harbour");
        let names: Vec<_> = harbour.rules.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["harbour/a.carc", "harbour/b.carc"]);
        assert_eq!(harbour.statements.unwrap().text, "- H1. Ships.\n");
        assert!(harbour.messages.contains_key("en"));
        assert_eq!(harbour.unreadable.len(), 1);
        assert_eq!(harbour.unreadable[0].0, "harbour/broken.carc");
        assert!(Expansion::read(scratch.path()).is_none(), "no .carc file");
    }

    #[test]
    fn what_editors_and_systems_put_beside_files_is_passed_over() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("harbour");
        fs::create_dir_all(folder.join("messages")).unwrap();
        fs::write(folder.join("rules.carc"), "// rules\n").unwrap();
        for name in [
            ".rules.carc",
            "._rules.carc",
            "#rules.carc#",
            "#rules.carc",
            "rules.carc~",
            "4913",
            ".rules.carc.swp",
            "messages/._en.ftl",
            "messages/.#en.ftl",
        ] {
            fs::write(folder.join(name), b"\x00\x05\x16\x07").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("me@here.4711:1", folder.join(".#rules.carc")).unwrap();
        let harbour = Expansion::read(&folder).unwrap();
        assert!(harbour.unreadable.is_empty(), "{:?}", harbour.unreadable);
        assert_eq!(harbour.rules.len(), 1);
        assert!(harbour.messages.is_empty());
        // A folder with nothing else holds no expansion.
        fs::remove_file(folder.join("rules.carc")).unwrap();
        assert!(Expansion::read(&folder).is_none());
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_nowhere_are_reported() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("round");
        fs::create_dir(&folder).unwrap();
        std::os::unix::fs::symlink("rules.carc", folder.join("rules.carc")).unwrap();
        let round = Expansion::read(&folder).unwrap();
        assert_eq!(round.unreadable[0].0, "round/rules.carc");
        assert!(round.unreadable[0].1.message.contains("cannot be read"));
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_folder_are_not_read() {
        use std::os::unix::fs::symlink;

        let scratch = tempfile::tempdir().unwrap();
        let (folder, far) = (scratch.path().join("curious"), scratch.path().join("far"));
        for folder in [&folder, &far] {
            fs::create_dir(folder).unwrap();
        }
        fs::write(folder.join("rules.carc"), "// rules\n").unwrap();
        fs::write(folder.join("own.json"), "{}").unwrap();
        symlink("own.json", folder.join("drawing.json")).unwrap();
        let files =
            ["more.carc", "rules.md", "rules.vi.md", "recorded.json", "mutants.txt", "en.ftl"];
        for file in files {
            fs::write(far.join(file), "// secret\n").unwrap();
            symlink(far.join(file), folder.join(file)).unwrap();
        }
        for part in ["messages", "snapshots"] {
            symlink(&far, folder.join(part)).unwrap();
        }
        let curious = Expansion::read(&folder).unwrap();
        let names: Vec<_> = curious.unreadable.iter().map(|(name, _)| name.as_str()).collect();
        let expected = ["messages/*.ftl", "more.carc", "mutants.txt", "recorded.json", "rules.md"];
        let expected = expected.into_iter().chain(["rules.vi.md", "snapshots"]);
        let expected: Vec<_> = expected.map(|name| format!("curious/{name}")).collect();
        assert_eq!(names, expected);
        for (name, found) in &curious.unreadable {
            let told = &found.message;
            assert!(
                told.contains("is a link to `") && told.contains("outside of"),
                "{name}: {told}"
            );
        }
        let shown = format!("{curious:?}");
        assert!(!shown.contains("secret") && curious.drawing.is_some(), "{shown}");
        // The folder as a whole may be kept elsewhere.
        symlink(&folder, scratch.path().join("near")).unwrap();
        assert_eq!(Expansion::read(&scratch.path().join("near")).unwrap().rules.len(), 1);
    }

    #[test]
    fn what_is_no_ordinary_file_is_reported() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("odd");
        fs::create_dir_all(folder.join("rules.carc")).unwrap();
        fs::create_dir_all(folder.join("messages/en.ftl")).unwrap();
        let odd = Expansion::read(&folder).unwrap();
        let names: Vec<_> = odd.unreadable.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["odd/messages/en.ftl", "odd/rules.carc"]);
        assert!(odd.unreadable[0].1.message.contains("no ordinary file"));
        fs::remove_dir_all(folder.join("messages")).unwrap();
        fs::write(folder.join("messages"), "").unwrap();
        let odd = Expansion::read(&folder).unwrap();
        assert_eq!(odd.unreadable[0].0, "odd/messages/*.ftl");
    }

    #[test]
    fn too_many_files_are_an_error() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("many");
        fs::create_dir_all(folder.join("messages")).unwrap();
        for number in 0..MAX_FILES {
            fs::write(folder.join(format!("r{number:04}.carc")), "").unwrap();
            fs::write(folder.join(format!("picture{number}.png")), "").unwrap();
        }
        let all = Expansion::read(&folder).unwrap();
        assert!(all.unreadable.is_empty(), "others are not counted: {:?}", all.unreadable);
        fs::write(folder.join("a_first.carc"), "").unwrap();
        let many = Expansion::read(&folder).unwrap();
        let (file, error) = &many.unreadable[0];
        assert_eq!((file.as_str(), error.code), ("many/*.carc", "syntax/too-large"));
        let limit = format!("more than 1000 files of an expansion lie in `{}", folder.display());
        assert!(error.message.starts_with(&limit), "{}", error.message);
        assert_eq!(many.rules[0].name, "many/a_first.carc", "the first ones by name are read");
    }

    #[test]
    fn too_large_files_are_not_read() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("huge");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("rules.carc"), vec![b' '; MAX_FILE_BYTES + 1]).unwrap();
        let huge = Expansion::read(&folder).unwrap();
        assert_eq!(huge.unreadable[0].1.code, "syntax/too-large");
    }
}
