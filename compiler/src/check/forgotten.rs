//! Expansions that an author most likely meant to need: that they are missing is told once, and not name by name.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{Diagnostic, FileId, Report, ast::ItemKind};

use super::{ExpansionSource, codes, lacking::owner};

/// What expansions are read with beyond what they need by their own words.
pub(super) type Assumed = BTreeMap<String, BTreeSet<String>>;

/// So many expansions are looked for that were forgotten; who forgot more has enough to mend.
const MOST: usize = 4;

/// Names that one missing expansion declares become one mistake each expansion: rules are read again with what they
/// most likely were meant to need, and what is still wrong then is told beside it.
pub(super) fn told_once(
    available: &[ExpansionSource],
    diagnostics: &mut Vec<Diagnostic>,
    again: impl Fn(&Assumed) -> Vec<Diagnostic>,
) {
    let mut assumed = Assumed::new();
    let mut told: Vec<(String, String, Diagnostic)> = Vec::new();
    for _ in 0..MOST {
        let Some((home, owner)) = most_wanted(available, diagnostics) else { break };
        assumed.entry(home.to_owned()).or_default().insert(owner.to_owned());
        let read = files_of(available, diagnostics, home);
        let mut rest = again(&assumed);
        // What is wrong in the expansions that were added is told where those play.
        // So is a name that they declare too.
        rest.retain(|found| match found.span() {
            _ if found.code == codes::DUPLICATE_NAME => diagnostics.contains(found),
            Some(place) => read.contains(&place.file),
            None => diagnostics.contains(found),
        });
        if errors(&rest) + 1 >= errors(diagnostics) {
            break;
        }
        told.push((home.to_owned(), owner.to_owned(), first(available, diagnostics, home, owner)));
        *diagnostics = rest;
    }
    hide_what_nobody_declares(available, diagnostics, &mut told);
    diagnostics.extend(told.into_iter().map(|(_, _, error)| error));
    let mut report: Report = diagnostics.drain(..).collect();
    report.sort();
    *diagnostics = report.diagnostics;
}

fn errors(diagnostics: &[Diagnostic]) -> usize {
    diagnostics.iter().filter(|found| found.is_error()).count()
}

/// What the rules of a folder call themselves, or else the folder.
fn name(source: &ExpansionSource) -> &str {
    let mut items = source.files.iter().flat_map(|(_, file)| &file.items);
    let name = items.find_map(|item| match &item.kind {
        ItemKind::Expansion(expansion) => Some(expansion.name.text.as_str()),
        _ => None,
    });
    name.unwrap_or(&source.folder)
}

/// The rules in which something is wrong.
fn home<'a>(available: &'a [ExpansionSource], found: &Diagnostic) -> Option<&'a ExpansionSource> {
    let file = found.span()?.file;
    available.iter().find(|source| source.files.iter().any(|(own, _)| *own == file))
}

/// The files of an expansion, and of all in which something is wrong.
fn files_of(
    available: &[ExpansionSource],
    diagnostics: &[Diagnostic],
    expansion: &str,
) -> BTreeSet<FileId> {
    let wrong: BTreeSet<&str> =
        diagnostics.iter().filter_map(|found| Some(name(home(available, found)?))).collect();
    let read =
        |source: &&ExpansionSource| name(source) == expansion || wrong.contains(name(source));
    available.iter().filter(read).flat_map(|source| &source.files).map(|(file, _)| *file).collect()
}

/// The expansion that misses the most names of another one, and that one; nothing if none misses several.
fn most_wanted<'a>(
    available: &'a [ExpansionSource],
    diagnostics: &[Diagnostic],
) -> Option<(&'a str, &'a str)> {
    let mut wanted: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for found in diagnostics {
        let (Some(home), Some(owner)) = (home(available, found), owner(found)) else { continue };
        let owner = available.iter().map(name).find(|name| *name == owner);
        let Some(owner) = owner else { continue };
        *wanted.entry((name(home), owner)).or_default() += 1;
    }
    let several = wanted.into_iter().filter(|(_, count)| *count > 1);
    several.rev().max_by_key(|(_, count)| *count).map(|(names, _)| names)
}

/// The first place of an expansion where a name of another one is missing, which says how many more there are.
fn first(
    available: &[ExpansionSource],
    diagnostics: &[Diagnostic],
    expansion: &str,
    other: &str,
) -> Diagnostic {
    let missing = |found: &&Diagnostic| {
        owner(found) == Some(other)
            && home(available, found).is_some_and(|home| name(home) == expansion)
    };
    let mut missing = diagnostics.iter().filter(missing);
    let mut first = missing.next().expect("invariant: somebody misses it").clone();
    let others: BTreeSet<&str> =
        missing.map(|found| found.message.as_str()).filter(|said| *said != first.message).collect();
    let others = match others.len() {
        0 => return first,
        1 => "another name".to_owned(),
        many => format!("{many} other names"),
    };
    first.help = Some(format!(
        "`{other}` declares it and {others} that are used here, and does not play: write `needs {other}` in \
         the `expansion` item"
    ));
    first
}

/// Where an expansion is needed that nobody has, and that looks like none, what it would declare is not missing.
fn hide_what_nobody_declares(
    available: &[ExpansionSource],
    diagnostics: &mut Vec<Diagnostic>,
    told: &mut Vec<(String, String, Diagnostic)>,
) {
    let unlike_any = |found: &Diagnostic| {
        let near = |help: &str| help.starts_with("did you mean");
        // What is only passed over hides nothing.
        found.code == codes::UNKNOWN_EXPANSION
            && found.is_error()
            && !found.help.as_deref().is_some_and(near)
    };
    let mut homes: BTreeSet<&str> = BTreeSet::new();
    for found in diagnostics.iter_mut().filter(|found| unlike_any(found)) {
        let Some(home) = home(available, found) else { continue };
        homes.insert(name(home));
        let meant = told.iter().find(|(expansion, _, _)| *expansion == name(home));
        if let Some((_, owner, _)) = meant {
            found.help = Some(format!("did you mean `{owner}`? What it declares is used here"));
        }
    }
    told.retain(|(expansion, _, _)| !homes.contains(expansion.as_str()));
    diagnostics.retain(|found| {
        let named =
            found.code != codes::UNKNOWN_EXPANSION && codes::OF_MISSING_NAMES.contains(&found.code);
        !named || home(available, found).is_none_or(|home| !homes.contains(name(home)))
    });
}
