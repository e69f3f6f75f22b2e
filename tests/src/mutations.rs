//! Rules with one line changed: for each change a scenario fails, so that the scenarios pin down every line.

use std::collections::{BTreeMap, BTreeSet};

use compiler::Backend;
use rayon::prelude::*;
use toolkit::{Expansion, Texts, play_example};

use crate::fixture::{files, folder, name, read};
use crate::play::library;
use crate::witnesses::{Court, Limit, Notice};

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

/// Behind a statement that no change of a line breaks; the reason follows.
const NO_LINE: &str = " = no line of its own: ";

/// One text for another.
#[derive(Debug)]
struct Change {
    from: String,
    to: String,
}

/// One line of a file of mutations.
#[derive(Debug)]
pub(crate) struct Mutation {
    /// The file of mutations and the line.
    place: String,
    /// The expansion that is changed.
    pub(crate) expansion: String,
    /// The statement that is broken.
    pub(crate) statement: String,
    /// Whether the checker refuses the changed rules.
    pub(crate) refused: bool,
    changes: Vec<Change>,
}

impl Mutation {
    /// `STATEMENT: from => to`, or `STATEMENT refused:`; more changes behind ` && `.
    fn read(place: String, expansion: &str, line: &str) -> Self {
        let parts = line.split_once(": ").and_then(|(head, changes)| {
            let changes: Option<Vec<Change>> = changes.split(TOGETHER).map(Change::read).collect();
            Some((head, changes?))
        });
        let (head, changes) =
            parts.unwrap_or_else(|| panic!("{place}: expected `STATEMENT: from => to`"));
        let refused = head.strip_suffix(" refused");
        let statement = refused.unwrap_or(head);
        Self {
            place,
            expansion: expansion.to_owned(),
            statement: statement.to_owned(),
            refused: refused.is_some(),
            changes,
        }
    }

    /// The rules with these changes.
    pub(crate) fn apply(&self, texts: &Texts) -> Result<Texts, String> {
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

/// The lines of a file that say something, with their numbers.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// What a file of mutations says.
#[derive(Debug, Default)]
struct Mutations {
    mutations: Vec<Mutation>,
    /// The statements that no change of a line breaks, with the reason.
    without_line: BTreeMap<String, String>,
}

impl Mutations {
    fn of(expansion: &str) -> Self {
        let path = folder("mutations").join(format!("{expansion}.txt"));
        let mut found = Self::default();
        for (number, line) in lines(&read(&path)) {
            let place = format!("{}:{number}", name(&path));
            if let Some((statement, reason)) = line.split_once(NO_LINE) {
                let twice = found.without_line.insert(statement.to_owned(), reason.to_owned());
                assert!(twice.is_none() && reason.len() > 20, "{place}: no reason, or twice");
            } else {
                found.mutations.push(Mutation::read(place, expansion, line));
            }
        }
        found
    }
}

/// What is wrong with the mutations of an expansion.
fn missed(court: &Court, expansion: &str, said: &Mutations) -> Vec<String> {
    let judged: Vec<_> =
        said.mutations.par_iter().map(|mutation| (mutation, court.notices(mutation))).collect();
    let wrong = judged.iter().filter_map(|(mutation, notice)| {
        let why = match notice {
            Ok(Notice::Elsewhere(places)) => {
                format!("only lines about others notice it: {places:?}")
            }
            Ok(_) => return None,
            Err(why) => why.clone(),
        };
        Some(format!("{}: {:?}: {why}", mutation.place, mutation.changes))
    });
    let mut missed: Vec<String> = wrong.collect();
    let shows = |notice: &Result<Notice, String>| *notice == Ok(Notice::Scenario);
    let shown = judged.iter().filter(|(_, notice)| shows(notice));
    let shown: BTreeSet<&str> = shown.map(|(mutation, _)| mutation.statement.as_str()).collect();
    let statements = court.statements(expansion);
    for statement in &statements {
        let excused = said.without_line.contains_key(*statement);
        match (shown.contains(statement), excused) {
            (true, false) | (false, true) => {}
            (false, false) => missed.push(format!("{expansion}: no mutation shows {statement}")),
            (true, true) => missed.push(format!("{expansion}: a mutation shows {statement}")),
        }
    }
    let listed = said.without_line.keys();
    let unknown = listed.filter(|listed| !statements.contains(&listed.as_str()));
    missed.extend(unknown.map(|listed| format!("{expansion}: there is no statement {listed}")));
    missed
}

#[test]
fn every_mutation_of_the_rules_is_noticed_by_a_line_about_it() {
    let court = Court::open();
    let mut wrong = Vec::new();
    for Expansion { name, .. } in library().iter() {
        let said = Mutations::of(name);
        let least = LEAST.iter().find(|(expansion, _)| expansion == name);
        let least = least.map_or(AT_LEAST, |(_, least)| *least);
        assert!(said.mutations.len() >= least, "{name} has too few mutations");
        wrong.extend(missed(&court, name, &said));
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
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
