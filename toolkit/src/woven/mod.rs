//! The woven rulebook: each numbered statement with the lines of the rules that carry it out and the scenarios that
//! show it.

mod cited;
mod page;
mod pages;
mod words;

use std::collections::BTreeSet;

use grammar::ast::{Item, ItemKind};
use thiserror::Error;

pub(crate) use cited::shown_by;
pub use page::woven_page;

use self::{
    cited::{Cited, cited},
    pages::{Entry, read},
};
use crate::{expansion::Expansion, program::Texts};

/// The language of `rules.md`.
pub const OWN_LANGUAGE: &str = "en";

/// A stretch of rules or a scenario that cites a statement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Passage {
    /// The file, as messages name it.
    pub file: String,
    /// The line where it begins, from 1.
    pub line: u32,
    /// The title of a scenario; nothing for rules.
    pub title: Option<String>,
    /// The text as it is written, without what is common to the indentation of its lines.
    pub text: String,
}

/// A numbered statement with all that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WovenStatement {
    /// Its number: `C5`.
    pub number: String,
    /// What it says.
    pub text: String,
    /// The lines of the rules that cite it, in the order of the files.
    pub rules: Vec<Passage>,
    /// The scenarios with a line that cites it, in the order of the files.
    pub scenarios: Vec<Passage>,
}

/// What stands under one heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WovenPart {
    /// The heading; nothing before the first one.
    pub heading: Option<String>,
    /// Paragraphs before the statements.
    pub text: Vec<String>,
    /// The statements.
    pub statements: Vec<WovenStatement>,
}

/// The rulebook of an expansion in a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Woven {
    /// The name of the expansion.
    pub expansion: String,
    /// The title of the page.
    pub title: String,
    /// The language of the statements.
    pub language: String,
    /// The parts in order.
    pub parts: Vec<WovenPart>,
    /// The names of all tiles, so that pictures can stand beside what speaks of them.
    tiles: BTreeSet<String>,
}

/// Why there is no rulebook of an expansion in a language.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoPage {
    /// It has statements, but none in that language.
    #[error("{0}")]
    Language(String),
    /// It has none, or the page cannot be read.
    #[error("{0}")]
    Missing(String),
}

impl Woven {
    /// Weaves the rulebook of an expansion from its own rules and scenarios, and from the scenarios of all others.
    ///
    /// # Errors
    ///
    /// When it has no statements in that language, and says in which it has, or when they cannot be read.
    pub fn of(texts: &Texts, home: &Expansion, language: &str) -> Result<Self, NoPage> {
        let file = match language {
            OWN_LANGUAGE => home.statements.as_ref(),
            other => home.translations.get(other),
        };
        let file = file.ok_or_else(|| missing(home, language))?;
        let (title, entries) = read(&file.text);
        let cited = cited(texts, &home.name);
        let mut parts = vec![WovenPart::default()];
        for entry in entries {
            let part = parts.last_mut().expect("there is one");
            match entry {
                Entry::Heading(heading) => {
                    parts.push(WovenPart { heading: Some(heading), ..WovenPart::default() });
                }
                Entry::Paragraph(text) => part.text.push(text),
                Entry::Statement { number, text } => {
                    let Cited { rules, scenarios } =
                        cited.get(&number).cloned().unwrap_or_default();
                    part.statements.push(WovenStatement { number, text, rules, scenarios });
                }
            }
        }
        parts.retain(|part| *part != WovenPart::default());
        let items = texts.available().iter().flat_map(|source| &source.files);
        let mut tiles = BTreeSet::new();
        items.flat_map(|(_, file)| &file.items).for_each(|item| collect_tiles(item, &mut tiles));
        Ok(Self {
            expansion: home.name.clone(),
            title: title.unwrap_or_else(|| home.name.clone()),
            language: language.to_owned(),
            parts,
            tiles,
        })
    }

    /// The statements in order.
    pub fn statements(&self) -> impl Iterator<Item = &WovenStatement> {
        self.parts.iter().flat_map(|part| &part.statements)
    }

    /// The tiles that a statement's rules and scenarios speak of, in the order in which they do.
    pub fn tiles_of<'w>(&'w self, statement: &'w WovenStatement) -> Vec<&'w str> {
        let mut found: Vec<&str> = Vec::new();
        let passages = statement.rules.iter().chain(&statement.scenarios);
        for passage in passages {
            let words = passage.text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            for word in words {
                if self.tiles.contains(word) && !found.contains(&word) {
                    found.push(word);
                }
            }
        }
        found
    }
}

fn missing(home: &Expansion, language: &str) -> NoPage {
    let own = home.statements.iter().map(|_| OWN_LANGUAGE.to_owned());
    let all: Vec<String> = own.chain(home.translations.keys().cloned()).collect();
    let name = &home.name;
    let file = match language {
        OWN_LANGUAGE => format!("{name}/rules.md"),
        other => format!("{name}/rules.{other}.md"),
    };
    if let Some((_, why)) = home.unreadable.iter().find(|(unreadable, _)| *unreadable == file) {
        return NoPage::Missing(format!("{file}: {}", why.message));
    }
    // What is there and cannot be read is not missing.
    let is_page = |name: &str| name.rsplit('/').next().is_some_and(is_page);
    let closed = home.unreadable.iter().find(|(unreadable, _)| is_page(unreadable));
    match (all.as_slice(), closed) {
        ([], Some((file, why))) => NoPage::Missing(format!(
            "`{name}` has no statements in `{language}`, and {file}: {}",
            why.message
        )),
        ([], None) => NoPage::Missing(format!(
            "`{name}` has no numbered statements: there is no rules.md in its folder"
        )),
        (all, _) => NoPage::Language(format!(
            "`{name}` has no statements in `{language}`; there are: {}",
            all.join(", ")
        )),
    }
}

/// Whether a file holds numbered statements.
fn is_page(file: &str) -> bool {
    file == "rules.md" || file.strip_prefix("rules.").is_some_and(|rest| rest.ends_with(".md"))
}

fn collect_tiles(item: &Item, tiles: &mut BTreeSet<String>) {
    match &item.kind {
        ItemKind::Tile(tile) => {
            tiles.insert(tile.name.text.clone());
        }
        ItemKind::With(with) => with.items.iter().for_each(|item| collect_tiles(item, tiles)),
        _ => {}
    }
}
