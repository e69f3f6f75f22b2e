//! The checker: syntax trees become typed rules, or diagnostics say why they cannot.
//!
//! Two passes. The first fills the names: what plays, in which order, and everything that is declared.
//! The second walks all items once more and checks their bodies. After it no stage meets a user's mistake.

mod acts;
mod advice;
mod answers;
mod ask;
mod assign;
mod body;
#[cfg(test)]
mod body_tests;
mod by_kind;
pub(crate) mod candidates;
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
mod forgotten;
mod head;
mod is_test;
mod items;
mod kept;
mod lacking;
mod lent;
mod lift;
mod manifest;
mod member;
mod misfit;
mod narrow;
mod near;
mod never;
mod of_place;
mod order;
mod origins;
mod parts;
mod phase_use;
mod picture;
mod piece_lines;
mod purity;
mod remarks;
mod remembered;
mod repeats;
mod rounds;
mod said_twice;
mod scenario;
mod scope;
mod seen;
mod shot;
mod spelt;
mod standing;
mod step_order;
mod stmt;
mod target;
#[cfg(test)]
pub(crate) mod tests;
mod tile;
mod tile_segment;
mod titles;
mod typed_at;
mod types;
mod unfinished;
mod unplaced;
#[cfg(test)]
mod unread_tests;

pub(crate) use candidates::fits;
pub use codes::CODES;
pub(crate) use codes::EXPANSION_ITEM;
pub(crate) use convert::type_name;
pub(crate) use remembered::Remembered;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use grammar::{Diagnostic, FileId, Report, Sources, ast};

use crate::{names::Names, typed::Rules};
use body::Checking;
use declare::Declaring;
use forgotten::Assumed;
use items::Second;

/// A folder of files that make one expansion.
#[derive(Clone, Debug)]
pub struct ExpansionSource {
    /// The folder's name, for messages.
    pub folder: String,
    /// Its files in a fixed order: their numbers and trees.
    pub files: Vec<(FileId, Arc<ast::File>)>,
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
    noted(sources, available, setting, &|_| true).0
}

/// The same after another check, from which it takes over what cannot have changed.
pub(crate) fn check_after(
    sources: &Sources,
    available: &[ExpansionSource],
    setting: &Setting,
    remembered: &mut Remembered,
) -> Checked {
    let (checked, names) = recalled(sources, available, setting, &|_| true, remembered.keeping());
    remembered.end(available, names);
    checked
}

/// Checks the expansions of a setting; gives the names, too, with notes of what they were taken for.
pub(crate) fn noted(
    sources: &Sources,
    available: &[ExpansionSource],
    setting: &Setting,
    shown: Shown<'_>,
) -> (Checked, Names) {
    recalled(sources, available, setting, shown, &mut Remembered::default())
}

/// Which scenarios are looked at. They declare nothing, so all else is found out without them.
pub(crate) type Shown<'s> = &'s dyn Fn(&ast::Item) -> bool;

fn recalled(
    sources: &Sources,
    available: &[ExpansionSource],
    setting: &Setting,
    shown: Shown<'_>,
    remembered: &mut Remembered,
) -> (Checked, Names) {
    let (mut checked, names) =
        once(sources, available, setting, &Assumed::default(), shown, remembered);
    let again = |assumed: &Assumed| {
        let nothing = &mut Remembered::default();
        once(sources, available, setting, assumed, shown, nothing).0.diagnostics
    };
    forgotten::told_once(available, &mut checked.diagnostics, again);
    (checked, names)
}

/// The same, with expansions that others are read with beyond what they need by their own words.
fn once(
    sources: &Sources,
    available: &[ExpansionSource],
    setting: &Setting,
    assumed: &Assumed,
    shown: Shown<'_>,
    remembered: &mut Remembered,
) -> (Checked, Names) {
    let mut diagnostics = Vec::new();
    let mut all = manifest::read(available, &mut diagnostics);
    manifest::assume(&mut all, assumed);
    let chosen = manifest::choose(available, &all, setting, &mut diagnostics);
    let mut playing = order::order(&all, &chosen, &mut diagnostics);
    let mut items = order::items_in_play(&playing, &all, &mut diagnostics);
    let is_shown =
        |item: &ast::Item| !matches!(item.kind, ast::ItemKind::Scenario(_)) || shown(item);
    items.list.retain(|in_play| is_shown(in_play.item));
    lent::borrow(&setting.tiles, &all, &mut playing, &mut items, &mut diagnostics);
    citations::check(sources, available, &playing, &mut diagnostics);

    let mut first = Declaring::run(sources, &playing, items, setting);
    first.names.absent = absent(&all, &playing);
    first.names.asked =
        answers::asked(sources, &playing, &first.items.list, &first.names, remembered);
    tile::declare(&mut first.names, &first.items.list, &mut first.diagnostics);
    first.names.asked.segments = answers::segments(&first.names.rules.tiles);
    remembered.begin(&first.names, &playing);
    diagnostics.append(&mut first.diagnostics);

    let second = Second {
        rules: first.names.rules.clone(),
        checking: Checking {
            names: &first.names,
            origins: &mut first.origins,
            diagnostics: &mut diagnostics,
        },
        steps: &step_order::StepNames::new(&first.steps, available),
        offered: BTreeMap::new(),
        playing: &playing,
        kind_lines: Vec::new(),
        remembered,
    };
    let mut rules = second.run(&first.items);
    purity::check(&rules, &mut diagnostics);
    parts::check(&rules, &mut diagnostics);
    for in_play in &first.items.list {
        unfinished::check(sources, in_play.item, &mut diagnostics);
    }
    never::check(&rules, &mut diagnostics);
    titles::check(&first.items.list, &mut diagnostics);
    said_twice::check(&first.items.list, &mut diagnostics);
    standing::check(&rules, &first.items.list, &mut diagnostics);
    phase_use::check(available, &first.items.list, &mut diagnostics);
    rules.origins = first.origins.finish();
    let mut mistaken = unread(available);
    mistaken.append(&mut first.names.mistaken);
    let mut diagnostics = sorted(diagnostics, sources, &mistaken);
    lacking::who_declares(&all, &playing, &mut diagnostics);
    spelt::once_declared(sources, &playing, &mut diagnostics);
    typed_at::declared_at(sources, &first.names, &mut diagnostics);
    repeats::told_once(sources, &first.names, &mut diagnostics);
    remarks::meant(sources, &mut diagnostics);
    advice::where_none_is(&mut diagnostics);
    seen::heads(&first.names, &first.items.list);
    (Checked { rules, diagnostics }, first.names)
}

/// The expansions that exist and do not play.
fn absent(
    all: &BTreeMap<&str, manifest::Manifest<'_>>,
    playing: &order::Playing<'_>,
) -> Vec<String> {
    let absent = all.keys().filter(|name| playing.position(name).is_none());
    absent.map(|name| (*name).to_owned()).collect()
}

/// In the order of files and places. Who uses a name whose declaration has a mistake makes none.
fn sorted(
    diagnostics: Vec<Diagnostic>,
    sources: &Sources,
    mistaken: &BTreeSet<String>,
) -> Vec<Diagnostic> {
    let told = |word: &str| mistaken.contains(word);
    let follows = |diagnostic: &Diagnostic| {
        let mut named = diagnostic.message.split('`').skip(1).step_by(2).peekable();
        let unnamed = named.peek().is_none();
        codes::OF_MISSING_NAMES.contains(&diagnostic.code)
            && (named.any(told)
                || diagnostic.labels.iter().any(|(place, _)| told(sources.slice(*place)))
                || unnamed && !mistaken.is_empty())
    };
    let mut report: Report = diagnostics.into_iter().filter(|found| !follows(found)).collect();
    report.sort();
    report.diagnostics
}

/// The names that items would declare which cannot be read.
fn unread(available: &[ExpansionSource]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for source in available {
        for item in source.files.iter().flat_map(|(_, file)| &file.items) {
            let ast::ItemKind::Broken(declared) = &item.kind else { continue };
            names.extend(declared.iter().cloned());
            // What the whole folder is cannot be read: it is not missing.
            if declared.iter().any(|name| name == "expansion") {
                names.insert(source.folder.clone());
            }
        }
    }
    names
}
