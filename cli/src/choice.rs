//! From what was said on the command line to rules and a set-up, with proposals for what was misspelt.

use std::{
    env,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use abi::TileKindId;
use runtime::{Rules, Setup};
use toolkit::{
    Backend, Compiled, ExpansionEntry, Former, Library, Report, Setting, Texts, VARIABLE,
    catalogue, nearest, set_tiles,
};

use crate::{
    args::{BackendChoice, GameChoice, RulesChoice},
    outcome::Failure,
    screen::{error_colours, harmless},
};

/// All expansions at hand, read and parsed.
pub(crate) struct Shelf {
    /// The folders that were named.
    pub(crate) given: Vec<PathBuf>,
    /// As folders hold them.
    pub(crate) library: Library,
    /// Their trees.
    pub(crate) texts: Arc<Texts>,
    /// What they say of themselves.
    pub(crate) entries: Vec<ExpansionEntry>,
}

impl Shelf {
    /// The expansions that can be found, and the names of those that were asked for by name or path.
    pub(crate) fn open(wanted: &[String]) -> Result<(Self, Vec<String>), Failure> {
        warn_of_missing_folders();
        let usual = Library::discover(&[]);
        // All words that mean nothing are told at once.
        let mut wrong: Vec<Failure> = Vec::new();
        let mut folders = Vec::new();
        let mut inside: Vec<(&String, Vec<String>)> = Vec::new();
        for word in wanted {
            let mut names = Vec::new();
            let path: &Path = word.as_ref();
            // A name is a name even where a folder is called so too.
            if is_path(word) || (usual.get(word).is_none() && path.is_dir()) {
                let folder = match folder_meant(word) {
                    Ok(folder) => folder,
                    Err(failure) => {
                        wrong.push(failure);
                        continue;
                    }
                };
                let mut found = Library::default();
                found.add_folder(folder);
                names.extend(found.names().map(str::to_owned));
                if names.is_empty() {
                    wrong.push(no_expansion_in(word, folder));
                    continue;
                }
                folders.push(folder.to_owned());
            }
            inside.push((word, names));
        }
        let library = Library::discover(&folders);
        for noticed in library.noticed() {
            // Nobody is left to hear of it if this goes wrong.
            let _ = writeln!(io::stderr(), "carc: {}", harmless(noticed));
        }
        let texts = Arc::new(Texts::new(&library));
        let entries = catalogue(&texts);
        let shelf = Self { given: folders, library, texts, entries };
        let mut names: Vec<String> = Vec::new();
        for (word, inside) in inside {
            let found = match shelf.named(word) {
                Ok(name) if inside.is_empty() => vec![name],
                Err(failure) if inside.is_empty() => {
                    wrong.push(failure);
                    continue;
                }
                _ => inside,
            };
            for name in found {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        match Failure::all(wrong) {
            Some(failure) => Err(failure),
            None => Ok((shelf, names)),
        }
    }

    fn named(&self, word: &str) -> Result<String, Failure> {
        if self.entries.iter().any(|e| e.name == word) {
            return Ok(word.to_owned());
        }
        let known = || self.entries.iter().map(|e| e.name.as_str());
        Err(unknown("expansion", word, known))
    }

    /// The chosen expansions with all that they need.
    pub(crate) fn playing(&self, chosen: &[String]) -> Vec<&ExpansionEntry> {
        let plays = self.texts.closure(chosen);
        self.entries.iter().filter(|e| plays.contains(&e.name)).collect()
    }

    /// The setting that was chosen, once its names are known to exist.
    pub(crate) fn setting(
        &self,
        names: Vec<String>,
        choice: &RulesChoice,
    ) -> Result<Setting, Failure> {
        let playing = self.playing(&names);
        let mut options: Vec<(Option<String>, String, String)> = Vec::new();
        for text in &choice.set {
            let Some((name, value)) = text.split_once('=') else {
                return Err(Failure::Misused(format!(
                    "`--set {text}` has no value; write `--set OPTION=VALUE`"
                )));
            };
            let (name, value) = (name.trim(), value.trim());
            let (expansion, name) = match name.split_once('.') {
                Some((expansion, name)) => (Some(expansion), name),
                None => (None, name),
            };
            if let Some(other) = expansion
                && !playing.iter().any(|e| e.name == other)
            {
                self.named(other)?;
                return Err(Failure::Misused(format!(
                    "`--set {text}` is for `{other}`, which does not play; add it with `--with`"
                )));
            }
            let same = |(of, known, _): &(Option<String>, String, String)| {
                known == name && (of.is_none() || expansion.is_none() || of.as_deref() == expansion)
            };
            if options.iter().any(same) {
                return Err(Failure::Misused(format!("`--set {name}` is given twice")));
            }
            let of = || playing.iter().filter(|e| expansion.is_none_or(|x| x == e.name));
            let known = || of().flat_map(|e| &e.options).map(|o| o.name.as_str());
            if !known().any(|known| known == name) {
                return Err(unknown("option", name, known));
            }
            options.push((expansion.map(str::to_owned), name.to_owned(), value.to_owned()));
        }
        if let Some(edition) = &choice.edition {
            let known = || playing.iter().flat_map(|e| &e.editions).map(|e| e.name.as_str());
            if !known().any(|known| known == edition) {
                return Err(unknown("edition", edition, known));
            }
        }
        Ok(Setting {
            expansions: names,
            options,
            edition: choice.edition.clone(),
            tiles: Vec::new(),
        })
    }

    /// The rules of a setting.
    pub(crate) fn build(&self, setting: &Setting, backend: Backend) -> Result<Compiled, Failure> {
        self.texts.build(setting, backend).map_err(|report| self.refused(&report))
    }

    /// Mistakes in rules are the author's; mistakes in no file at all are those of the command line.
    pub(crate) fn refused(&self, report: &Report) -> Failure {
        let errors = || report.diagnostics.iter().filter(|d| d.is_error());
        if errors().all(|error| error.span().is_none()) {
            let said = errors().map(|error| match &error.help {
                Some(help) => format!("{}; {help}", error.message),
                None => error.message.clone(),
            });
            return Failure::Misused(said.collect::<Vec<_>>().join("\n"));
        }
        let sources = self.texts.sources();
        let text = if error_colours() {
            report.render_fancy(sources)
        } else {
            report.render_plain(sources)
        };
        let count = report.error_count();
        let errors = if count == 1 { "an error" } else { "errors" };
        Failure::Wrong(format!("these rules have {errors}\n\n{text}"))
    }

    /// The tiles that a game begins with: those of the chosen sets, and the usual ones of every expansion in
    /// play of which none was chosen.
    pub(crate) fn tiles(
        &self,
        rules: &Rules,
        sets: &[(String, u32)],
    ) -> Result<Vec<(TileKindId, u32)>, Failure> {
        let program = rules.program();
        let own = |entry: &ExpansionEntry, set: &str| {
            entry.name == set || entry.sets.iter().any(|s| s.name == set)
        };
        let is_chosen = |entry: &ExpansionEntry| sets.iter().any(|(set, _)| own(entry, set));
        let mut chosen = sets.to_vec();
        for (name, _) in &program.expansions {
            let entry = self.entries.iter().find(|e| e.name == *name);
            // An expansion without tiles has no set.
            if !entry.is_some_and(is_chosen) && program.sets.iter().any(|s| s.name == *name) {
                chosen.push((name.clone(), 1));
            }
        }
        set_tiles(program, &chosen).map_err(Failure::Misused)
    }

    /// Says so if nobody has a set of tiles.
    pub(crate) fn known_set(&self, set: &str) -> Result<(), Failure> {
        let with_tiles = self.entries.iter().filter(|e| e.tiles > 0).map(|e| e.name.as_str());
        let declared = self.entries.iter().flat_map(|e| &e.sets).map(|s| s.name.as_str());
        let mut known: Vec<&str> = Vec::new();
        for name in with_tiles.chain(declared) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
        if known.contains(&set) {
            return Ok(());
        }
        Err(unknown("set of tiles", set, || known.iter().copied()))
    }

    /// The sets of tiles that were chosen, each with how often it is in the game.
    pub(crate) fn sets(&self, choice: &GameChoice) -> Result<Vec<(String, u32)>, Failure> {
        let sets = choice.tiles.iter().map(|text| set_and_times(text));
        let sets = sets.collect::<Result<Vec<_>, _>>()?;
        sets.iter().try_for_each(|(set, _)| self.known_set(set))?;
        Ok(sets)
    }

    /// The same expansions as they are now.
    pub(crate) fn renewed(&self, library: Library, texts: Arc<Texts>) -> Self {
        let entries = catalogue(&texts);
        Self { given: self.given.clone(), library, texts, entries }
    }

    /// The rules and the set-up of a new game.
    pub(crate) fn game(
        &self,
        setting: &Setting,
        choice: &GameChoice,
        seed: u64,
        backend: Backend,
    ) -> Result<(Arc<Rules>, Setup), Failure> {
        self.begun(setting, choice, seed, |setting| self.build(setting, backend))
    }

    /// The same, with what compiling leaves for the next time.
    pub(crate) fn game_after(
        &self,
        setting: &Setting,
        choice: &GameChoice,
        seed: u64,
        backend: Backend,
        former: &mut Former,
    ) -> Result<(Arc<Rules>, Setup), Failure> {
        self.begun(setting, choice, seed, |setting| {
            let built = self.texts.build_after(setting, backend, former);
            built.map_err(|report| self.refused(&report))
        })
    }

    fn begun(
        &self,
        setting: &Setting,
        choice: &GameChoice,
        seed: u64,
        build: impl FnOnce(&Setting) -> Result<Compiled, Failure>,
    ) -> Result<(Arc<Rules>, Setup), Failure> {
        let sets = self.sets(choice)?;
        let mut setting = setting.clone();
        setting.tiles.extend(sets.iter().map(|(set, _)| set.clone()));
        let rules = Rules::new(build(&setting)?.program);
        let tiles = self.tiles(&rules, &sets)?;
        let setup = Setup { players: choice.players, seed, tiles, board: None };
        Ok((Arc::new(rules), setup))
    }
}

impl From<BackendChoice> for Backend {
    fn from(choice: BackendChoice) -> Self {
        match choice {
            BackendChoice::Native => Self::Native,
            BackendChoice::Eval => Self::Eval,
        }
    }
}

/// Other folders of the list may be all that is needed, so this stops nothing.
fn warn_of_missing_folders() {
    let list = env::var_os(VARIABLE).unwrap_or_default();
    for folder in env::split_paths(&list) {
        if !folder.as_os_str().is_empty() && !folder.exists() {
            let text = harmless(&folder.display().to_string());
            // Nobody is left to hear of it if this goes wrong.
            let _ = writeln!(io::stderr(), "carc: {VARIABLE} names `{text}`, which is not there");
        }
    }
}

/// Whether a word is meant as a path: names of expansions have no such signs.
fn is_path(word: &str) -> bool {
    word.contains(['/', '\\', '.'])
}

/// The folder that a path means: that of a file of rules, else itself.
fn folder_meant(word: &str) -> Result<&Path, Failure> {
    let path = Path::new(word);
    if !path.is_file() {
        return Ok(path);
    }
    if path.extension().is_none_or(|extension| extension != "carc") {
        let said = format!("`{word}` is neither a folder nor a file that ends in .carc");
        return Err(Failure::Misused(said));
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    Ok(parent.unwrap_or(Path::new(".")))
}

/// A folder that is not there is no better than a name that nobody has; one without rules is a wrong one.
fn no_expansion_in(word: &str, folder: &Path) -> Failure {
    if folder.exists() {
        Failure::Wrong(format!("there is no expansion in `{word}`: no file there ends in .carc"))
    } else {
        Failure::Misused(format!("there is no folder `{word}`"))
    }
}

/// `base` or `base=2`.
pub(crate) fn set_and_times(text: &str) -> Result<(String, u32), Failure> {
    let (name, times) = text.split_once('=').unwrap_or((text, "1"));
    match times.trim().parse() {
        Ok(times @ 0..=999) => Ok((name.trim().to_owned(), times)),
        _ => Err(Failure::Misused(format!(
            "`{}` is no number of times for the tiles of `{name}`: 0 to 999 are",
            times.trim()
        ))),
    }
}

/// A name that nobody knows, with the one that is probably meant, or all that there are.
pub(crate) fn unknown<'a, I: Iterator<Item = &'a str>>(
    what: &str,
    name: &str,
    known: impl Fn() -> I,
) -> Failure {
    let hint = match nearest(name, known()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => match known().collect::<Vec<_>>().as_slice() {
            [] => "there are none".to_owned(),
            all => format!("there are: {}", all.join(", ")),
        },
    };
    Failure::Misused(format!("there is no {what} `{name}`; {hint}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_may_be_chosen_several_times() {
        assert_eq!(set_and_times("base").unwrap(), ("base".to_owned(), 1));
        assert_eq!(set_and_times("base=2").unwrap(), ("base".to_owned(), 2));
        for wrong in ["base=", "base=x", "base=-1", "base=1000", "base=99999999999"] {
            assert!(matches!(set_and_times(wrong), Err(Failure::Misused(_))), "{wrong}");
        }
    }

    #[test]
    fn near_names_are_proposed() {
        let known = || ["base", "crop_circles"].into_iter();
        let text = unknown("expansion", "crop_circle", known).to_string();
        assert_eq!(text, "there is no expansion `crop_circle`; did you mean `crop_circles`?");
        let text = unknown("expansion", "xyz", known).to_string();
        assert_eq!(text, "there is no expansion `xyz`; there are: base, crop_circles");
    }
}
