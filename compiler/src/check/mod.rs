//! The checker: syntax trees become typed rules, or diagnostics say why they cannot.
//!
//! Two passes. The first fills the names: what plays, in which order, and everything that is declared.
//! The second walks all items once more and checks their bodies. After it no stage meets a user's mistake.

mod acts;
mod ask;
mod assign;
mod body;
#[cfg(test)]
mod body_tests;
mod by_kind;
mod citations;
mod codes;
mod convert;
mod declare;
mod deed;
mod disturb;
mod expr;
mod expr_call;
mod expr_choice;
mod expr_list;
mod expr_name;
mod expr_operator;
mod expr_property;
mod face;
mod facts;
#[cfg(test)]
mod facts_tests;
mod head;
mod is_test;
mod items;
mod lent;
mod lift;
mod manifest;
mod member;
mod narrow;
mod near;
mod of_place;
mod order;
mod origins;
mod parts;
mod picture;
mod piece_lines;
mod purity;
mod rounds;
mod scenario;
mod shot;
mod step_order;
mod stmt;
mod target;
#[cfg(test)]
pub(crate) mod tests;
mod tile;
mod tile_segment;
mod types;

pub use codes::CODES;

use std::collections::BTreeSet;

use grammar::{Diagnostic, FileId, Report, Sources, ast};

use crate::typed::Rules;
use body::Checking;
use declare::Declaring;
use items::Second;

/// A folder of files that make one expansion.
#[derive(Clone, Debug)]
pub struct ExpansionSource {
    /// The folder's name, for messages.
    pub folder: String,
    /// Its files in a fixed order: their numbers and trees.
    pub files: Vec<(FileId, ast::File)>,
    /// The text with its numbered statements.
    pub statements: Option<FileId>,
}

/// Which expansions play, and with which options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// The chosen expansions; those that they need play too.
    pub expansions: Vec<String>,
    /// Options with values as written: expansion or nothing, name, value.
    pub options: Vec<(Option<String>, String, String)>,
    /// An edition, whose options hold where `options` says nothing else.
    pub edition: Option<String>,
    /// The sets of tiles of the game: those of expansions that do not play are read without their rules.
    pub tiles: Vec<String>,
}

/// What the checker found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The rules; without errors in `diagnostics` they are complete.
    pub rules: Rules,
    /// Everything that was found, in the order of files and places.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks the expansions that a setting chooses out of all that are available.
pub fn check(sources: &Sources, available: &[ExpansionSource], setting: &Setting) -> Checked {
    let mut diagnostics = Vec::new();
    let all = manifest::read(available, &mut diagnostics);
    let chosen = manifest::choose(&all, setting, &mut diagnostics);
    let mut playing = order::order(&all, &chosen, &mut diagnostics);
    let mut items = order::items_in_play(&playing, &all, &mut diagnostics);
    lent::borrow(&setting.tiles, &all, &mut playing, &mut items, &mut diagnostics);
    citations::check(sources, available, &playing, &mut diagnostics);

    let mut first = Declaring::run(sources, &playing, items, setting);
    first.names.absent = absent(&all, &playing);
    tile::declare(&mut first.names, &first.items.list, &mut first.diagnostics);
    diagnostics.append(&mut first.diagnostics);

    let second = Second {
        rules: first.names.rules.clone(),
        checking: Checking {
            names: &first.names,
            origins: &mut first.origins,
            diagnostics: &mut diagnostics,
        },
        steps: &step_order::StepNames::new(&first.steps, available),
        offered: BTreeSet::new(),
        playing: &playing,
        kind_lines: Vec::new(),
    };
    let mut rules = second.run(&first.items);
    purity::check(&rules, &mut diagnostics);
    parts::check(&rules, &mut diagnostics);
    rules.origins = first.origins.finish();
    Checked { rules, diagnostics: sorted(diagnostics, &playing) }
}

/// The expansions that exist and do not play.
fn absent(
    all: &std::collections::BTreeMap<&str, manifest::Manifest<'_>>,
    playing: &order::Playing<'_>,
) -> Vec<String> {
    let absent = all.keys().filter(|name| playing.position(name).is_none());
    absent.map(|name| (*name).to_owned()).collect()
}

/// In the order of files and places. Beside items that could not be read a missing name is no news.
fn sorted(diagnostics: Vec<Diagnostic>, playing: &order::Playing<'_>) -> Vec<Diagnostic> {
    let files = playing.expansions.iter().flat_map(|expansion| &expansion.source.files);
    let broken = files
        .flat_map(|(_, file)| &file.items)
        .any(|item| matches!(item.kind, ast::ItemKind::Broken));
    let mut report: Report = diagnostics
        .into_iter()
        .filter(|diagnostic| !(broken && codes::OF_MISSING_NAMES.contains(&diagnostic.code)))
        .collect();
    report.sort();
    report.diagnostics
}
