//! The order of expansions and of all items in play (language.md, section 9).

use std::collections::{BTreeMap, BTreeSet};

use grammar::{
    Diagnostic,
    ast::{Item, ItemKind, Name},
};

use super::{
    codes,
    manifest::{Manifest, misspelt, passed_over},
};

/// The expansions in play, in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Playing<'a> {
    /// Those that play, then those that only lend tiles.
    pub(crate) expansions: Vec<Manifest<'a>>,
    /// For each the positions of those that it comes after by its own words, or through others.
    pub(crate) ordered_after: Vec<Vec<usize>>,
}

impl Playing<'_> {
    /// The position of an expansion in play.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.expansions.iter().position(|e| e.lends.is_none() && e.name.text == name)
    }
}

/// Orders the chosen expansions by `needs` and `after`, else by name; a circle is an error.
pub(crate) fn order<'a>(
    all: &BTreeMap<&'a str, Manifest<'a>>,
    chosen: &[&'a str],
    diagnostics: &mut Vec<Diagnostic>,
) -> Playing<'a> {
    let chosen: BTreeSet<&str> = chosen.iter().copied().collect();
    let mut earlier: BTreeMap<&str, BTreeMap<&str, &Name>> = BTreeMap::new();
    for &name in &chosen {
        let manifest = &all[name];
        diagnostics
            .extend(manifest.after.iter().filter_map(|name| misspelt(name, all.keys().copied())));
        earlier.insert(name, comes_after(all, &chosen, manifest));
    }

    let mut playing = Playing::default();
    let mut waiting = chosen;
    while !waiting.is_empty() {
        let ready = waiting
            .iter()
            .copied()
            .find(|name| earlier[name].keys().all(|other| !waiting.contains(other)));
        let next = match ready {
            Some(name) => name,
            None => {
                let circle = circle(&waiting, &earlier);
                diagnostics.push(circle_error(&circle, &earlier));
                circle[0]
            }
        };
        waiting.remove(next);
        let mut after = BTreeSet::new();
        for other in earlier[next].keys() {
            if let Some(position) = playing.position(other) {
                after.insert(position);
                after.extend(&playing.ordered_after[position]);
            }
        }
        playing.expansions.push(all[next].clone());
        playing.ordered_after.push(after.into_iter().collect());
    }
    playing
}

/// The expansions in play that one comes after by its own words, with the words. What an expansion that
/// does not play says still holds: of three in a row the outer two keep their order without the middle one.
fn comes_after<'a>(
    all: &BTreeMap<&'a str, Manifest<'a>>,
    chosen: &BTreeSet<&'a str>,
    manifest: &Manifest<'a>,
) -> BTreeMap<&'a str, &'a Name> {
    let mut found = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<(&'a Name, &'a Name)> =
        manifest.needs.iter().chain(&manifest.after).map(|name| (*name, *name)).collect();
    while let Some((name, own_word)) = waiting.pop() {
        let Some((&known, other)) = all.get_key_value(name.text.as_str()) else { continue };
        if chosen.contains(known) {
            if known != manifest.name.text || own_word.text == known {
                found.entry(known).or_insert(own_word);
            }
        } else if seen.insert(known) {
            waiting.extend(other.needs.iter().chain(&other.after).map(|name| (*name, own_word)));
        }
    }
    found
}

/// Expansions each of which comes after the next one, and the last after the first.
fn circle<'n>(
    waiting: &BTreeSet<&'n str>,
    earlier: &BTreeMap<&'n str, BTreeMap<&'n str, &Name>>,
) -> Vec<&'n str> {
    let mut walked: Vec<&'n str> = Vec::new();
    let mut at = *waiting.first().expect("a circle has members");
    loop {
        if let Some(start) = walked.iter().position(|&name| name == at) {
            return walked.split_off(start);
        }
        walked.push(at);
        at = earlier[at]
            .keys()
            .copied()
            .find(|other| waiting.contains(other))
            .expect("nobody who waits is ready");
    }
}

fn circle_error(circle: &[&str], earlier: &BTreeMap<&str, BTreeMap<&str, &Name>>) -> Diagnostic {
    let names: Vec<String> =
        circle.iter().chain(circle.first()).map(|name| format!("`{name}`")).collect();
    let mut error = Diagnostic::error(
        codes::CIRCLE,
        format!("these expansions come after each other: {}", names.join(" after ")),
    )
    .help("remove one of these `after` or `needs`");
    for (at, name) in circle.iter().enumerate() {
        let next = circle[(at + 1) % circle.len()];
        error = error.label(earlier[name][next].span, format!("`{name}` comes after `{next}`"));
    }
    error
}

/// An item that exists in this setting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InPlay<'a> {
    pub(crate) item: &'a Item,
    /// The expansion whose item it is, by position.
    pub(crate) expansion: usize,
    /// The expansions that it stands in `with … { … }` of, as a position in [`Items::with`].
    pub(crate) with: usize,
}

/// All items in play.
#[derive(Clone, Debug, Default)]
pub(crate) struct Items<'a> {
    /// The items in their order.
    pub(crate) list: Vec<InPlay<'a>>,
    /// The expansions of each `with`, outer ones included; the first is of items outside of any.
    pub(crate) with: Vec<Vec<usize>>,
}

/// All items in play: by expansion, in the order of its text; those in `with X { … }` after both.
pub(crate) fn items_in_play<'a>(
    playing: &Playing<'a>,
    known: &BTreeMap<&'a str, Manifest<'a>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Items<'a> {
    let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
    // Each item with the last of the expansions that it needs.
    let mut found: Vec<(usize, InPlay<'a>)> = Vec::new();
    for (expansion, manifest) in playing.expansions.iter().enumerate() {
        let files = manifest.source.files.iter();
        let mut waiting: Vec<(&'a Item, usize)> =
            files.flat_map(|(_, file)| &file.items).map(|item| (item, 0)).collect();
        waiting.reverse();
        while let Some((item, with)) = waiting.pop() {
            let ItemKind::With(inside) = &item.kind else {
                let last = groups[with].iter().copied().fold(expansion, usize::max);
                found.push((last, InPlay { item, expansion, with }));
                continue;
            };
            diagnostics.extend(passed_over(&inside.expansion, known.keys().copied()));
            if let Some(other) = playing.position(&inside.expansion.text) {
                let mut group = groups[with].clone();
                group.push(other);
                groups.push(group);
                let with = groups.len() - 1;
                waiting.extend(inside.items.iter().rev().map(|item| (item, with)));
            }
        }
    }
    // The sort is stable: what is equal keeps the order of the text.
    found.sort_by_key(|(last, in_play)| (*last, in_play.with != 0, in_play.expansion));
    Items { list: found.into_iter().map(|(_, in_play)| in_play).collect(), with: groups }
}

#[cfg(test)]
mod tests {
    use grammar::{FileId, Sources};

    use super::*;
    use crate::check::{ExpansionSource, Setting, manifest};

    fn folder(sources: &mut Sources, name: &str, lines: &str) -> ExpansionSource {
        let text = format!("expansion {name} {{ title \"{name}\" {lines} }}\n");
        let id = sources.add(format!("{name}/rules.carc"), text);
        let parsed = grammar::parse(sources, id);
        ExpansionSource {
            folder: name.to_owned(),
            files: vec![(id, parsed.file)],
            statements: None,
        }
    }

    fn ordered(folders: &[(&str, &str)]) -> (Vec<String>, Vec<Vec<usize>>, Vec<&'static str>) {
        let mut sources = Sources::new();
        let available: Vec<_> =
            folders.iter().map(|(name, lines)| folder(&mut sources, name, lines)).collect();
        let setting = Setting {
            expansions: folders.iter().map(|(name, _)| (*name).to_owned()).collect(),
            ..Setting::default()
        };
        let mut diagnostics = Vec::new();
        let all = manifest::read(&available, &mut diagnostics);
        let chosen = manifest::choose(&available, &all, &setting, &mut diagnostics);
        let playing = order(&all, &chosen, &mut diagnostics);
        (
            playing.expansions.iter().map(|e| e.name.text.clone()).collect(),
            playing.ordered_after,
            diagnostics.iter().map(|d| d.code).collect(),
        )
    }

    #[test]
    fn needs_and_after_come_before_names() {
        let (names, after, codes) = ordered(&[
            ("apple", "needs root after pear, nobody"),
            ("pear", "needs root"),
            ("fig", "needs root"),
            ("root", ""),
        ]);
        assert_eq!(names, ["root", "fig", "pear", "apple"]);
        assert_eq!(after, [vec![], vec![0], vec![0], vec![0, 2]]);
        assert!(codes.is_empty());
    }

    #[test]
    fn an_order_holds_without_the_middle_one() {
        let mut sources = Sources::new();
        let available = [("a", "after b"), ("b", "after c"), ("c", "")]
            .map(|(name, lines)| folder(&mut sources, name, lines));
        let mut diagnostics = Vec::new();
        let all = manifest::read(&available, &mut diagnostics);
        let playing = order(&all, &["a", "c"], &mut diagnostics);
        let names: Vec<_> = playing.expansions.iter().map(|e| e.name.text.as_str()).collect();
        assert_eq!(names, ["c", "a"]);
        assert_eq!(playing.ordered_after, [vec![], vec![0]]);
        assert!(diagnostics.is_empty());
    }

    #[test]
    fn a_circle_is_named_and_does_not_hang() {
        let (names, _, codes) = ordered(&[("a", "after b"), ("b", "after c"), ("c", "after a")]);
        assert_eq!(names.len(), 3);
        assert_eq!(codes, [codes::CIRCLE]);
    }

    #[test]
    fn a_needed_expansion_must_exist_and_a_slip_is_found() {
        let (_, _, codes) = ordered(&[("apple", "needs root after paer"), ("pear", "")]);
        assert_eq!(codes, [codes::UNKNOWN_EXPANSION, codes::UNKNOWN_EXPANSION]);
    }

    #[test]
    fn items_with_others_come_after_both() {
        let mut sources = Sources::new();
        let text = "expansion a { title \"a\" }\nmenu one\nwith b {\n    menu three\n}\n";
        let a = sources.add("a", text);
        let b = sources.add("b", "expansion b { title \"b\" }\nmenu two\n");
        let available: Vec<_> = [a, b]
            .map(|id: FileId| {
                let file = grammar::parse(&sources, id).file;
                ExpansionSource { folder: String::new(), files: vec![(id, file)], statements: None }
            })
            .into();
        let mut diagnostics = Vec::new();
        let all = manifest::read(&available, &mut diagnostics);
        let playing = order(&all, &["a", "b"], &mut diagnostics);
        let names: Vec<&str> = items_in_play(&playing, &all, &mut diagnostics)
            .list
            .iter()
            .filter_map(|in_play| match &in_play.item.kind {
                ItemKind::Menu(menu) => Some(menu.name.text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(names, ["one", "two", "three"]);
        assert!(diagnostics.is_empty());
    }
}
