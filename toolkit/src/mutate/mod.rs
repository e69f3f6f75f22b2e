//! Mutants: rules with one small change, to see whether a scenario notices it. One that none notices is a rule that
//! nothing tests, or a change that means nothing; the latter are explained in a file beside the rules.

mod explained;
mod points;

use std::collections::BTreeSet;

use compiler::Backend;
use grammar::{SourceFile, ast::ItemKind};
use rayon::prelude::*;

use self::{
    explained::explained,
    points::{Edit, edits},
};
use crate::{
    coverage::{Coverage, LineCover, Played},
    example::{Example, bare_example},
    expansion::Expansion,
    program::Texts,
    simulate::game_seed,
};

/// Longer texts are shown with their beginning.
const LONGEST: usize = 40;

/// Rules with one small change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The file, as messages name it.
    pub file: String,
    /// The line where the change begins.
    pub line: u32,
    /// The line with the change: `p scores [3 => 4] for f`.
    pub shown: String,
    /// The first and the last line of the item in which it stands.
    item: [u32; 2],
    edit: Edit,
}

impl Mutant {
    /// How files of explanations name it, wherever its line stands.
    pub fn name(&self) -> String {
        format!("{}: {}", self.file, self.shown)
    }
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A scenario failed; this one.
    Noticed(String),
    /// The changed rules do not compile, so nobody can play them.
    Refused,
    /// Every scenario passed; the reason if it is explained.
    Survived(Option<String>),
}

/// How many mutants are tried, and which.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// At most so many; all of them without it.
    pub limit: Option<usize>,
    /// The seed of the choice among them.
    pub seed: u64,
}

/// What came of the mutants of an expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// The mutants that were tried, in the order of the rules.
    pub tried: Vec<(Mutant, Fate)>,
    /// How many there are.
    pub all: usize,
    /// Explanations of changes that a scenario notices after all, or that cannot be made.
    pub stale: Vec<String>,
}

impl Mutation {
    /// Those that no scenario notices and nobody explains.
    pub fn survivors(&self) -> impl Iterator<Item = &Mutant> {
        let unexplained = self.tried.iter().filter(|(_, fate)| *fate == Fate::Survived(None));
        unexplained.map(|(mutant, _)| mutant)
    }
}

/// Tries changes of the rules of an expansion on scenarios that pass without them.
///
/// # Errors
///
/// When a scenario does not pass as the rules are, or the file of explanations cannot be read.
pub fn mutate(
    texts: &Texts,
    home: &Expansion,
    examples: &[Example],
    budget: Budget,
) -> Result<Mutation, String> {
    let explained = explained(home.mutants.as_ref())?;
    let played = Played::through(texts, examples.to_vec());
    if let Some(failed) = played.failed().next() {
        let title = &failed.title;
        return Err(format!("the scenario \"{title}\" does not pass as the rules are"));
    }
    let coverage = Coverage::of(texts, &home.name, &played);
    let mutants = mutants(texts, &home.name);
    let all = mutants.len();
    let names: BTreeSet<String> = mutants.iter().map(Mutant::name).collect();
    let chosen = chosen(mutants, budget);
    let fates: Vec<Fate> = chosen
        .par_iter()
        .map(|mutant| match fate(texts, mutant, &order(&coverage, mutant, examples)) {
            Fate::Survived(_) => Fate::Survived(explained.get(&mutant.name()).cloned()),
            fate => fate,
        })
        .collect();
    let tried: Vec<(Mutant, Fate)> = chosen.into_iter().zip(fates).collect();
    let stale = explained.keys().filter_map(|name| {
        let mut own = tried.iter().filter(|(mutant, _)| mutant.name() == *name).peekable();
        if !names.contains(name) {
            return Some(format!("`{name}` is explained, and no such change can be made"));
        }
        let lives = own.peek().is_none() || own.any(|(_, fate)| matches!(fate, Fate::Survived(_)));
        (!lives).then(|| format!("`{name}` is explained, and a scenario notices it"))
    });
    let stale = stale.collect();
    Ok(Mutation { tried, all, stale })
}

/// All mutants of an expansion's rules, in the order of its files.
fn mutants(texts: &Texts, expansion: &str) -> Vec<Mutant> {
    let enums: Vec<Vec<String>> = texts
        .available()
        .iter()
        .flat_map(|source| &source.files)
        .flat_map(|(_, file)| &file.items)
        .filter_map(|item| match &item.kind {
            ItemKind::Enum(shape) => Some(shape.names.iter().map(|n| n.text.clone()).collect()),
            _ => None,
        })
        .collect();
    let own = texts.available().iter().filter(|source| source.folder == expansion);
    let files = own.flat_map(|source| &source.files);
    let mut found = Vec::new();
    for (id, tree) in files {
        let file = texts.sources().file(*id);
        let mutant = |edit: Edit| Mutant {
            file: file.name().to_owned(),
            line: file.position(edit.start).line,
            shown: shown(file, &edit),
            item: [edit.item.0, edit.item.1].map(|at| file.position(at).line),
            edit,
        };
        found.extend(edits(file, tree, &enums).into_iter().map(mutant));
    }
    found
}

/// The line of an edit, with the change in brackets.
fn shown(file: &SourceFile, edit: &Edit) -> String {
    let text = file.text();
    let (start, end) = (edit.start as usize, edit.end as usize);
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let rest = text[end..].split('\n').next().unwrap_or_default();
    let rest = rest.split("//").next().unwrap_or_default();
    let words = text[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
    let mut from: String = words.chars().take(LONGEST).collect();
    if from.len() < words.len() {
        from.push('…');
    }
    let change = match edit.to.as_str() {
        "" => format!("[{from} =>]"),
        to => format!("[{from} => {to}]"),
    };
    let whole = format!("{}{change}{}", &text[line..start], rest.trim_end());
    whole.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The mutants that are tried, as the seed has it, in the order of the rules.
fn chosen(mutants: Vec<Mutant>, budget: Budget) -> Vec<Mutant> {
    let Some(limit) = budget.limit.filter(|limit| *limit < mutants.len()) else { return mutants };
    let mut drawn: Vec<(u64, usize)> =
        (0..mutants.len()).map(|i| (game_seed(budget.seed, i as u64), i)).collect();
    drawn.sort_unstable();
    let drawn: BTreeSet<usize> = drawn.into_iter().take(limit).map(|(_, i)| i).collect();
    let numbered = mutants.into_iter().enumerate();
    numbered.filter(|(i, _)| drawn.contains(i)).map(|(_, mutant)| mutant).collect()
}

/// The scenarios that can notice a change, in the order in which they are likely to: first those that come to its line,
/// then those that come to its item at all.
fn order<'e>(coverage: &Coverage, mutant: &Mutant, examples: &'e [Example]) -> Vec<&'e Example> {
    let [first, last] = mutant.item;
    let inside =
        |line: &&LineCover| line.file == mutant.file && (first..=last).contains(&line.line);
    let lines: Vec<&LineCover> = coverage.lines.iter().filter(inside).collect();
    let own = lines.iter().find(|line| line.line == mutant.line);
    let comes = |number: &usize| own.is_some_and(|line| line.scenarios.contains(number));
    let all = lines.is_empty() || mutant.edit.whole;
    let near = |number: &usize| all || lines.iter().any(|line| line.scenarios.contains(number));
    let numbers = || 0..examples.len();
    let others = numbers().filter(|number| !comes(number) && near(number));
    numbers().filter(comes).chain(others).map(|number| &examples[number]).collect()
}

/// What becomes of a mutant. A rule that goes round and round ends with its budget, and a scenario fails by it.
fn fate(texts: &Texts, mutant: &Mutant, examples: &[&Example]) -> Fate {
    let Some(own) = texts.sources().find(&mutant.file) else { return Fate::Refused };
    let written = |to: &str| {
        let mut text = texts.sources().text(own).to_owned();
        text.replace_range(mutant.edit.start as usize..mutant.edit.end as usize, to);
        texts.replacing(&mutant.file, &text)
    };
    if let (Some(witness), Some(example)) = (&mutant.edit.only_if, examples.first())
        && written(witness)
            .is_none_or(|texts| bare_example(&texts, example, Backend::Eval).is_err())
    {
        return Fate::Refused;
    }
    let Some(changed) = written(&mutant.edit.to) else { return Fate::Refused };
    for example in examples {
        match bare_example(&changed, example, Backend::Eval) {
            Err(_) => return Fate::Refused,
            Ok((outcome, _)) if !outcome.passed() => return Fate::Noticed(example.title.clone()),
            Ok(_) => {}
        }
    }
    Fate::Survived(None)
}
