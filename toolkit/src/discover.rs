//! Where expansions are found: in given folders, in `CARC_EXPANSIONS`, in `./expansions`, in this binary.

use std::{
    collections::BTreeMap,
    env, fs, io,
    path::{Path, PathBuf},
};

use include_dir::{Dir, include_dir};

use crate::expansion::{Expansion, Home, is_hidden};

/// The standard expansions, as they were when this binary was built.
static BUILT_IN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../expansions");

/// A list of folders, separated as in `PATH`.
pub const VARIABLE: &str = "CARC_EXPANSIONS";

/// All expansions that can be chosen, by name.
#[derive(Clone, Debug, Default)]
pub struct Library {
    shelved: BTreeMap<String, Shelved>,
    noticed: Vec<String>,
}

/// Where one looks for expansions; the earlier one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// What the caller names.
    Given,
    /// The folders of [`VARIABLE`].
    Variable,
    /// `./expansions`.
    Working,
    /// This binary.
    Binary,
}

/// An expansion with the others of its name.
#[derive(Clone, Debug)]
struct Shelved {
    expansion: Expansion,
    place: Place,
    /// Another one of the same place: nobody can tell which of them is meant.
    double: Option<Home>,
    /// The one of a later place that it stands in for.
    instead_of: Option<Home>,
}

impl Library {
    /// The expansions of given folders first, then of [`VARIABLE`], of `./expansions`, and built in ones;
    /// of a name that several of these have the first one counts. A folder is an expansion, or holds some.
    pub fn discover(given: &[PathBuf]) -> Self {
        let mut library = Self::default();
        given.iter().for_each(|folder| library.add_folder(folder));
        if let Some(list) = env::var_os(VARIABLE) {
            env::split_paths(&list).for_each(|folder| library.look(&folder, Place::Variable));
        }
        library.look(Path::new("expansions"), Place::Working);
        library.add_built_in();
        library
    }

    /// Only the expansions that are part of this binary.
    pub fn built_in() -> Self {
        let mut library = Self::default();
        library.add_built_in();
        library
    }

    fn add_built_in(&mut self) {
        BUILT_IN.dirs().filter_map(Expansion::built_in).for_each(|e| self.put(e, Place::Binary));
    }

    /// Adds an expansion unless one of this name is there already.
    pub fn add(&mut self, expansion: Expansion) {
        self.put(expansion, Place::Given);
    }

    /// Puts an expansion in the place of what was found of it in the same folder, or adds it.
    pub fn put_instead(&mut self, expansion: Expansion) {
        match self.shelved.get_mut(&expansion.name) {
            Some(found) if is_same(&found.expansion.home, &expansion.home) => {
                found.expansion = expansion;
            }
            _ => self.put(expansion, Place::Given),
        }
    }

    /// Puts an expansion in the place of whatever has its name.
    pub(crate) fn replace(&mut self, expansion: Expansion) {
        let name = expansion.name.clone();
        let shelved = Shelved { expansion, place: Place::Given, double: None, instead_of: None };
        self.shelved.insert(name, shelved);
    }

    /// Adds the expansion that a folder is, or those that it holds.
    pub fn add_folder(&mut self, folder: &Path) {
        self.look(folder, Place::Given);
    }

    fn look(&mut self, folder: &Path, place: Place) {
        let own = Expansion::read(folder);
        if place == Place::Given
            && let Some(own) = own.as_ref().filter(|own| own.declares())
        {
            self.notice_below(folder, &own.name);
            self.put(own.clone(), place);
            return;
        }
        let mut inside: Vec<PathBuf> = match fs::read_dir(folder) {
            Ok(entries) => {
                let shown = |e: &fs::DirEntry| !is_hidden(&e.file_name().to_string_lossy());
                let shown = entries.filter_map(Result::ok).filter(shown).map(|e| e.path());
                shown.filter(|p| p.is_dir()).collect()
            }
            Err(error) => {
                // What is not there is told by those who asked for it.
                if place != Place::Given && error.kind() != io::ErrorKind::NotFound {
                    let why = match error.kind() {
                        io::ErrorKind::NotADirectory => {
                            "is no folder: expansions are looked for in folders".to_owned()
                        }
                        _ => format!("cannot be read: {error}"),
                    };
                    self.noticed.push(format!("`{}` {why}", folder.display()));
                    return;
                }
                Vec::new()
            }
        };
        inside.sort();
        let inside: Vec<Expansion> = inside.iter().filter_map(|f| Expansion::read(f)).collect();
        // A stray file among expansions makes no expansion of their folder.
        match own {
            Some(own) if inside.is_empty() || own.declares() => {
                self.notice_below(folder, &own.name);
                self.put(own, place);
            }
            Some(own) => {
                let strays = own.rules.iter().map(|file| &file.name);
                for stray in strays.chain(own.unreadable.iter().map(|(name, _)| name)) {
                    self.noticed.push(format!("`{stray}` lies in no folder of an expansion"));
                }
            }
            None => {}
        }
        for expansion in inside {
            if let Home::Folder(folder) = &expansion.home {
                self.notice_below(&folder.clone(), &expansion.name);
            }
            self.put(expansion, place);
        }
    }

    /// Notices rules in folders inside that of an expansion, which are not read; those that are expansions of their
    /// own may lie there.
    fn notice_below(&mut self, folder: &Path, name: &str) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        let shown = |e: &fs::DirEntry| !is_hidden(&e.file_name().to_string_lossy());
        let mut below: Vec<PathBuf> = entries
            .filter_map(Result::ok)
            .filter(|e| shown(e) && e.file_type().is_ok_and(|kind| kind.is_dir()))
            .map(|e| e.path())
            .collect();
        below.sort();
        let below = below.iter().filter_map(|folder| Expansion::read(folder));
        for file in below.filter(|e| !e.declares()).flat_map(|e| e.rules) {
            self.noticed.push(format!(
                "`{name}/{}` is not read: the rules of an expansion lie in its folder itself",
                file.name
            ));
        }
    }

    /// What was passed over on the way: folders that cannot be read, files that belong to no expansion.
    pub fn noticed(&self) -> &[String] {
        &self.noticed
    }

    fn put(&mut self, expansion: Expansion, place: Place) {
        let Some(first) = self.shelved.get_mut(&expansion.name) else {
            let name = expansion.name.clone();
            let shelved = Shelved { expansion, place, double: None, instead_of: None };
            self.shelved.insert(name, shelved);
            return;
        };
        // A folder may well be found in two ways.
        if is_same(&first.expansion.home, &expansion.home) {
            return;
        }
        if first.place == place {
            first.double.get_or_insert(expansion.home);
        } else if !first.expansion.has_texts_of(&expansion) {
            first.instead_of.get_or_insert(expansion.home);
        }
    }

    /// The expansion of a name.
    pub fn get(&self, name: &str) -> Option<&Expansion> {
        self.shelved.get(name).map(|shelved| &shelved.expansion)
    }

    /// Where another expansion of a name lies in the same place, so that nobody can tell which one is meant.
    pub fn double(&self, name: &str) -> Option<&Home> {
        self.shelved.get(name)?.double.as_ref()
    }

    /// Where the expansion lies that the one of a name stands in for.
    pub fn instead_of(&self, name: &str) -> Option<&Home> {
        self.shelved.get(name)?.instead_of.as_ref()
    }

    /// Whether two expansions were found in the same place.
    pub(crate) fn are_together(&self, one: &str, other: &str) -> bool {
        let place = |name| self.shelved.get(name).map(|shelved| shelved.place);
        place(one) == place(other)
    }

    /// All expansions, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Expansion> {
        self.shelved.values().map(|shelved| &shelved.expansion)
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.shelved.keys().map(String::as_str)
    }
}

fn is_same(one: &Home, other: &Home) -> bool {
    match (one, other) {
        (Home::BuiltIn, Home::BuiltIn) => true,
        (Home::Folder(one), Home::Folder(other)) => {
            one == other
                || matches!((one.canonicalize(), other.canonicalize()), (Ok(a), Ok(b)) if a == b)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_binary_holds_the_standard_expansions() {
        let library = Library::built_in();
        assert!(library.names().any(|n| n == "base"), "{:?}", library.names().collect::<Vec<_>>());
        assert!(library.iter().all(|e| !e.rules.is_empty() && e.unreadable.is_empty()));
    }

    /// A folder with an expansion in it.
    fn write(folder: &Path) -> PathBuf {
        fs::create_dir_all(folder).unwrap();
        let text = format!("// {}\nexpansion base {{ title \"Mine\" }}\n", folder.display());
        fs::write(folder.join("rules.carc"), text).unwrap();
        folder.to_owned()
    }

    #[test]
    fn doubles_of_one_place_are_told_from_those_of_another() {
        let scratch = tempfile::tempdir().unwrap();
        let one = write(&scratch.path().join("one/base"));
        let two = write(&scratch.path().join("two/base"));
        let inside = scratch.path().join("one");
        let (first, second) = (Home::Folder(one.clone()), Home::Folder(two.clone()));
        for (given, working, double, instead_of) in [
            (&[&one, &two][..], None, Some(&second), Some(&Home::BuiltIn)),
            (&[&two, &one], None, Some(&first), Some(&Home::BuiltIn)),
            (&[&inside, &two], None, Some(&second), Some(&Home::BuiltIn)),
            (&[&one, &one, &inside], None, None, Some(&Home::BuiltIn)),
            (&[&one], Some(&two), None, Some(&second)),
            (&[&one], Some(&one), None, Some(&Home::BuiltIn)),
            (&[], Some(&one), None, Some(&Home::BuiltIn)),
            (&[], None, None, None),
        ] {
            let mut library = Library::default();
            given.iter().for_each(|folder| library.add_folder(folder));
            working.into_iter().for_each(|folder| library.look(folder, Place::Working));
            library.add_built_in();
            assert_eq!(library.double("base"), double, "{given:?} {working:?}");
            assert_eq!(library.instead_of("base"), instead_of, "{given:?} {working:?}");
        }
    }

    #[test]
    fn the_same_texts_stand_in_for_nothing() {
        let built_in = Library::built_in();
        let mut library = Library::default();
        let base = built_in.get("base").unwrap();
        library.add(Expansion { home: Home::Folder("base".into()), ..base.clone() });
        library.add_built_in();
        assert_eq!(library.instead_of("base"), None);
    }

    #[test]
    fn a_stray_file_hides_no_expansion() {
        let scratch = tempfile::tempdir().unwrap();
        let shelf = scratch.path().join("shelf");
        write(&shelf.join("base"));
        fs::write(shelf.join("notes.carc"), "// notes\n").unwrap();
        for place in [Place::Given, Place::Variable, Place::Working] {
            let mut library = Library::default();
            library.look(&shelf, place);
            assert_eq!(library.names().collect::<Vec<_>>(), ["base"]);
            assert_eq!(library.noticed(), ["`shelf/notes.carc` lies in no folder of an expansion"]);
        }
        // Rules among folders of rules: those named are meant, in a search place all of them.
        fs::write(shelf.join("notes.carc"), "expansion shelf { title \"Shelf\" }\n").unwrap();
        for (place, names) in [(Place::Given, &["shelf"][..]), (Place::Working, &["base", "shelf"])]
        {
            let mut library = Library::default();
            library.look(&shelf, place);
            assert_eq!(library.names().collect::<Vec<_>>(), names);
            assert!(library.noticed().is_empty());
        }
        let mut library = Library::default();
        library.look(&shelf.join("notes.carc"), Place::Variable);
        assert!(library.noticed()[0].contains("is no folder"), "{:?}", library.noticed());
    }

    #[test]
    fn rules_in_folders_of_an_expansion_are_noticed() {
        let scratch = tempfile::tempdir().unwrap();
        let shelf = scratch.path().join("shelf");
        let base = write(&shelf.join("base"));
        fs::create_dir_all(base.join("more")).unwrap();
        fs::create_dir_all(base.join(".old")).unwrap();
        fs::write(base.join("more/tiles.carc"), "tile x { }\n").unwrap();
        fs::write(base.join(".old/tiles.carc"), "tile x { }\n").unwrap();
        write(&base.join("inner"));
        for (folder, place) in
            [(&base, Place::Given), (&shelf, Place::Given), (&shelf, Place::Working)]
        {
            let mut library = Library::default();
            library.look(folder, place);
            let said = "`base/more/tiles.carc` is not read: the rules of an expansion lie in its folder itself";
            assert_eq!(library.noticed(), [said]);
        }
    }

    #[test]
    fn the_first_one_of_a_name_counts() {
        let scratch = tempfile::tempdir().unwrap();
        let own = scratch.path().join("base");
        fs::create_dir(&own).unwrap();
        fs::write(own.join("rules.carc"), "expansion base { title \"Mine\" }\n").unwrap();
        for given in [scratch.path().to_owned(), own] {
            let library = Library::discover(&[given]);
            assert!(matches!(library.get("base").unwrap().home, Home::Folder(_)));
        }
    }
}
