//! Names that an expansion declares which does not play: most likely a `needs` was forgotten.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{
    Diagnostic, Span,
    ast::{FeatureLine, Item, ItemKind},
};

use super::{codes, manifest::Manifest, order::Playing};

/// What is said of an expansion that does not play and declares something.
const DECLARES: &str = " declares it and does not play";

/// What is said beside a label of a `match` that its enum lacks.
pub(crate) const NOT_IN_ENUM: &str = "not one of its names";
/// What is said of a value that its enum lacks.
pub(crate) const NO_NAME_OF_ENUM: &str = "is not a name of";

/// Adds to what is said of missing names who declares them.
pub(crate) fn who_declares(
    all: &BTreeMap<&str, Manifest<'_>>,
    playing: &Playing<'_>,
    diagnostics: &mut [Diagnostic],
) {
    let missing =
        |found: &&mut Diagnostic| found.is_error() && codes::OF_MISSING_NAMES.contains(&found.code);
    let mut missing = diagnostics.iter_mut().filter(missing).peekable();
    if missing.peek().is_none() {
        return;
    }
    let mut declared: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut at_hand: BTreeSet<&str> = BTreeSet::new();
    for (name, manifest) in all {
        // What only lends its tiles has its own help.
        let plays = |e: &Manifest<'_>| e.name.text == *name;
        if playing.expansions.iter().any(plays) {
            at_hand
                .extend(manifest.source.files.iter().flat_map(|(_, f)| &f.items).flat_map(names));
            continue;
        }
        for item in manifest.source.files.iter().flat_map(|(_, file)| &file.items) {
            for word in names(item) {
                declared.entry(word).or_default().insert(name);
            }
        }
    }
    for diagnostic in missing {
        // What another language calls a type is no name of somebody else.
        if diagnostic.message.ends_with("is not a type") && diagnostic.help.is_some() {
            continue;
        }
        // Only whoever declares an enum gives it names.
        let of_enum = |(_, label): &(Span, String)| label == NOT_IN_ENUM;
        if diagnostic.labels.iter().any(of_enum) || diagnostic.message.contains(NO_NAME_OF_ENUM) {
            continue;
        }
        // Where an expansion is nearly named, a thing of the same name elsewhere is not what is missing.
        let near = |help: &str| help.starts_with("did you mean");
        if diagnostic.code == codes::UNKNOWN_EXPANSION
            && diagnostic.help.as_deref().is_some_and(near)
        {
            continue;
        }
        let words = diagnostic.message.split('`').skip(1).step_by(2);
        let owners: Option<Vec<&str>> = words
            // What somebody in play declares too is not what is missing.
            .filter(|word| !at_hand.contains(word))
            .filter_map(|word| declared.get(word))
            .next()
            .map(|owners| owners.iter().copied().collect());
        if let Some([owner]) = owners.as_deref() {
            diagnostic.help =
                Some(format!("`{owner}`{DECLARES}: write `needs {owner}` in the `expansion` item"));
        }
    }
}

/// The expansion that is said to declare what is missing.
pub(crate) fn owner(found: &Diagnostic) -> Option<&str> {
    let (owner, said) = found.help.as_deref()?.strip_prefix('`')?.split_once('`')?;
    said.starts_with(DECLARES).then_some(owner)
}

/// The names that an item outside of any `with` gives to others.
fn names(item: &Item) -> Vec<&str> {
    let name = match &item.kind {
        ItemKind::Option(item) => &item.name,
        ItemKind::Enum(item) => &item.name,
        ItemKind::Feature(item) => {
            let properties = item.lines.iter().filter_map(|line| match &line.kind {
                FeatureLine::Property(property) => Some(property.name.text.as_str()),
                _ => None,
            });
            return properties.chain([item.name.text.as_str()]).collect();
        }
        ItemKind::Figure(item) => &item.name,
        ItemKind::Token(item) => return item.names.iter().map(|name| name.text.as_str()).collect(),
        ItemKind::Pile(item) | ItemKind::Set(item) => &item.name,
        ItemKind::Has { property, .. } => &property.name,
        ItemKind::Keeps(item) => &item.property.name,
        ItemKind::Tile(item) => &item.name,
        ItemKind::Phases(item) => {
            return item.phases.iter().map(|phase| phase.text.as_str()).collect();
        }
        ItemKind::Step(item) => &item.name,
        ItemKind::Menu(item) => &item.name,
        ItemKind::Fn(item) => &item.name,
        ItemKind::To(item) => &item.name,
        _ => return Vec::new(),
    };
    vec![&name.text]
}
