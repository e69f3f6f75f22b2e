//! Rules with one line changed: for each change a scenario fails, so that the scenarios pin down every line.

use std::collections::BTreeMap;

use compiler::{Backend, Setting};
use grammar::ast::ItemKind;
use rayon::prelude::*;
use runtime::{Game, Rules, Setup};
use toolkit::{Example, Expansion, Home, TextFile, Texts, default_tiles, examples, play_example};

use crate::fixture::{files, folder, name, read};
use crate::play::library;

/// Between a text and the one behind it that is changed.
const BEHIND: &str = " … ";
/// A new line in a text that is put in.
const LINE: &str = " ↵ ";
/// Between changes that are made together.
const TOGETHER: &str = " && ";

/// The least number of mutations of expansions with many rules.
const LEAST: [(&str, usize); 3] = [("base", 60), ("crop_circles", 30), ("the_fair", 100)];
/// The least number of mutations of any other expansion.
const AT_LEAST: usize = 5;

/// What scenarios of the standard expansions cannot show, for want of pieces and parts, those of these ones do.
const GUESTS: [&str; 3] = ["both_rivers", "fairgoers", "guests"];

/// One text for another.
#[derive(Debug)]
struct Change {
    from: String,
    to: String,
}

/// One line of a file of mutations.
#[derive(Debug)]
struct Mutation {
    /// The file of mutations and the line.
    place: String,
    /// The expansion that is changed.
    expansion: String,
    /// The statement that is broken.
    statement: String,
    /// Whether the checker refuses the changed rules.
    refused: bool,
    changes: Vec<Change>,
}

impl Mutation {
    /// `STATEMENT: from => to`, or `STATEMENT refused: from => to`; more changes behind ` && `.
    fn read(place: String, expansion: &str, line: &str) -> Self {
        let parts = line.split_once(": ").and_then(|(head, changes)| {
            let changes: Option<Vec<Change>> = changes.split(TOGETHER).map(Change::read).collect();
            Some((head, changes?))
        });
        let (head, changes) =
            parts.unwrap_or_else(|| panic!("{place}: expected `STATEMENT: from => to`"));
        let (statement, refused) = match head.strip_suffix(" refused") {
            Some(statement) => (statement, true),
            None => (head, false),
        };
        Self {
            place,
            expansion: expansion.to_owned(),
            statement: statement.to_owned(),
            refused,
            changes,
        }
    }

    /// The rules with these changes.
    fn apply(&self, texts: &Texts) -> Result<Texts, String> {
        let (first, others) = self.changes.split_first().ok_or("nothing is changed")?;
        let changed = first.apply(texts, &self.expansion)?;
        others.iter().try_fold(changed, |texts, change| change.apply(&texts, &self.expansion))
    }
}

impl Change {
    /// `from => to`, with ` ↵ ` for a new line.
    fn read(text: &str) -> Option<Self> {
        let (from, to) = text.split_once(" =>")?;
        Some(Self { from: from.trim().to_owned(), to: to.trim().replace(LINE, "\n") })
    }

    /// The rules with this change, in the one file of an expansion that has the text.
    fn apply(&self, texts: &Texts, expansion: &str) -> Result<Texts, String> {
        let own = texts.available().iter().find(|source| source.folder == expansion);
        let files = own.into_iter().flat_map(|source| &source.files);
        let mut changed = Vec::new();
        for (id, _) in files {
            let name = texts.sources().name(*id);
            // What the scenarios expect stays as it is.
            if !name.ends_with("scenarios.carc")
                && let Some(text) = self.made(texts.sources().text(*id))?
            {
                changed.push((name, text));
            }
        }
        let [(file, text)] = changed.as_slice() else {
            return Err(format!("{} files have the text", changed.len()));
        };
        texts.replacing(file, text).ok_or_else(|| format!("there is no file {file}"))
    }

    /// A text with this change, if it has what is changed.
    fn made(&self, text: &str) -> Result<Option<String>, String> {
        let (before, from) = self.from.split_once(BEHIND).unwrap_or(("", &self.from));
        let unique = if before.is_empty() { from } else { before };
        let Some(first) = text.find(unique) else { return Ok(None) };
        if text.rfind(unique) != Some(first) {
            return Err(format!("`{unique}` stands twice"));
        }
        let start = first + before.len();
        let Some(behind) = text[start..].find(from) else { return Ok(None) };
        let at = start + behind;
        Ok(Some(format!("{}{}{}", &text[..at], self.to, &text[at + from.len()..])))
    }
}

/// Settings that the rules refuse: the only witnesses of limits, as no scenario can play them.
#[derive(Debug)]
struct Limit {
    expansion: String,
    players: u8,
    setting: Setting,
}

impl Limit {
    /// `EXPANSION: players N`, or `EXPANSION: OPTION = VALUE`.
    fn read(line: &str) -> Self {
        let (expansion, limit) = line.split_once(": ").expect("an expansion and a limit");
        let mut setting = Setting { expansions: vec![expansion.to_owned()], ..Setting::default() };
        let mut players = 2;
        match (limit.strip_prefix("players "), limit.split_once(" = ")) {
            (Some(number), _) => players = number.parse().expect("a number of players"),
            (None, Some((option, value))) => {
                setting.options.push((None, option.to_owned(), value.to_owned()));
            }
            (None, None) => panic!("`{line}` is no limit"),
        }
        Self { expansion: expansion.to_owned(), players, setting }
    }

    fn keeps(&self, texts: &Texts) -> bool {
        let Ok(compiled) = texts.build(&self.setting, Backend::Eval) else { return true };
        let tiles = default_tiles(&compiled.program);
        let setup = Setup { players: self.players, seed: 1, tiles, board: None };
        Game::new(&Rules::new(compiled.program), &setup).is_err()
    }
}

/// A scenario with the statements that its lines cite.
struct Witness {
    example: Example,
    cites: Vec<String>,
}

/// The witnesses of all expansions.
struct Court {
    texts: Texts,
    witnesses: Vec<Witness>,
    limits: Vec<Limit>,
}

impl Court {
    fn open() -> Self {
        let mut library = library();
        for guest in GUESTS {
            let path = folder("mutations").join(format!("{guest}.carc"));
            library.add(Expansion {
                name: guest.to_owned(),
                home: Home::BuiltIn,
                rules: vec![TextFile { name: name(&path), text: read(&path) }],
                statements: None,
                messages: BTreeMap::new(),
                recorded: None,
                unreadable: Vec::new(),
                drawing: None,
            });
        }
        let texts = Texts::new(&library);
        let witnesses = texts.available().iter().flat_map(|source| {
            let cites = citations(&texts, &source.folder);
            examples(&texts, &source.folder).into_iter().map(move |example| Witness {
                cites: cites.get(&example.title).cloned().unwrap_or_default(),
                example,
            })
        });
        let witnesses = witnesses.collect();
        let limits = lines(&read(&folder("mutations").join("limits.txt")))
            .map(|(_, line)| Limit::read(line))
            .collect();
        Self { texts, witnesses, limits }
    }

    /// Whether anything shows that the rules were changed; those about the broken statement are asked first.
    fn notices(&self, mutation: &Mutation) -> Result<(), String> {
        let texts = mutation.apply(&self.texts)?;
        let plays = |example: &Example| {
            texts.closure(&example.setting.expansions).contains(&mutation.expansion)
        };
        let about = |witness: &&Witness| witness.cites.contains(&mutation.statement);
        let (first, rest): (Vec<&Witness>, Vec<&Witness>) =
            self.witnesses.iter().filter(|witness| plays(&witness.example)).partition(about);
        for witness in first.into_iter().chain(rest) {
            match play_example(&texts, &witness.example, Backend::Eval) {
                Ok(outcome) if outcome.passed() => {}
                Ok(_) if mutation.refused => return Err("it compiles".to_owned()),
                Err(report) if !mutation.refused => {
                    return Err(format!(
                        "it is refused:\n{}",
                        report.render_plain(texts.sources())
                    ));
                }
                Ok(_) | Err(_) => return Ok(()),
            }
        }
        let mut limits = self.limits.iter().filter(|limit| limit.expansion == mutation.expansion);
        match limits.any(|limit| !limit.keeps(&texts)) {
            true => Ok(()),
            false => Err("no scenario notices it".to_owned()),
        }
    }
}

/// The statements that the scenarios of an expansion cite, by title.
fn citations(texts: &Texts, expansion: &str) -> BTreeMap<String, Vec<String>> {
    let source = texts.available().iter().find(|source| source.folder == expansion);
    let files = source.into_iter().flat_map(|source| &source.files);
    let scenarios = files.flat_map(|(_, file)| &file.items).filter_map(|item| match &item.kind {
        ItemKind::Scenario(scenario) => Some(scenario),
        _ => None,
    });
    let cites = scenarios.map(|scenario| {
        let cited = scenario.lines.iter().flat_map(|line| &line.citations);
        (scenario.title.text.clone(), cited.map(|cited| cited.statement.clone()).collect())
    });
    cites.collect()
}

/// The lines of a file that say something, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The mutations of an expansion.
fn mutations(expansion: &str) -> Vec<Mutation> {
    let path = folder("mutations").join(format!("{expansion}.txt"));
    let text = read(&path);
    let read =
        |(number, line)| Mutation::read(format!("{}:{number}", name(&path)), expansion, line);
    lines(&text).map(read).collect()
}

#[test]
fn every_mutation_of_the_rules_is_noticed() {
    let court = Court::open();
    let library = library();
    let standard = library.iter().map(|Expansion { name, .. }| {
        let mutations = mutations(name);
        let least = LEAST.iter().find(|(expansion, _)| expansion == name);
        let least = least.map_or(AT_LEAST, |(_, least)| *least);
        assert!(mutations.len() >= least, "{name} has too few mutations");
        mutations
    });
    let judge = |mutation: &Mutation| {
        let why = court.notices(mutation).err()?;
        Some(format!("{}: {:?}: {why}", mutation.place, mutation.changes))
    };
    let all: Vec<Mutation> = standard.flatten().collect();
    let missed: Vec<String> = all.par_iter().filter_map(judge).collect();
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), all.len(), missed.join("\n"));
}

/// Without a mutation everything is as the witnesses say; otherwise they would notice anything.
#[test]
fn rules_without_a_mutation_are_as_all_witnesses_say() {
    let court = Court::open();
    let failed: Vec<&str> = court
        .witnesses
        .par_iter()
        .filter(|witness| {
            let outcome = play_example(&court.texts, &witness.example, Backend::Eval);
            !outcome.is_ok_and(|outcome| outcome.passed())
        })
        .map(|witness| witness.example.title.as_str())
        .collect();
    assert!(failed.is_empty(), "{failed:?}");
    let broken: Vec<&Limit> =
        court.limits.iter().filter(|limit| !limit.keeps(&court.texts)).collect();
    assert!(broken.is_empty(), "{broken:?}");
}

/// Every file of the folder is one that is read.
#[test]
fn no_file_of_mutations_is_forgotten() {
    let names: Vec<String> =
        files(&folder("mutations"), "txt").iter().map(|path| name(path)).collect();
    let library = library();
    let expansions = library.iter().map(|expansion| expansion.name.as_str());
    let mut known: Vec<&str> = expansions.chain(["limits"]).collect();
    known.sort_unstable();
    let known: Vec<String> =
        known.iter().map(|known| format!("tests/mutations/{known}.txt")).collect();
    assert_eq!(names, known);
}
