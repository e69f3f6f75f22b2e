//! What every expansion says of itself, and which of them play.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{
    Diagnostic, FileId, Span,
    ast::{self, ExpansionLine, ItemKind, Name},
};

use super::{ExpansionSource, Setting, codes, forgotten::Assumed, near::did_you_mean};

/// The `expansion` item of a folder, read.
#[derive(Clone, Debug)]
pub(crate) struct Manifest<'a> {
    pub(crate) name: &'a Name,
    pub(crate) title: String,
    pub(crate) players: Option<(u8, u8)>,
    pub(crate) needs: Vec<&'a Name>,
    pub(crate) after: Vec<&'a Name>,
    pub(crate) source: &'a ExpansionSource,
    /// The sets whose tiles it lends to a game that it does not play in.
    pub(crate) lends: Option<Vec<String>>,
    /// Whether its rules shoot.
    pub(crate) uses_shots: bool,
}

/// The word behind `uses`.
const SHOTS: &str = "shots";

/// Reads the `expansion` items of all folders, by name.
pub(crate) fn read<'a>(
    available: &'a [ExpansionSource],
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<&'a str, Manifest<'a>> {
    let mut all: BTreeMap<&'a str, Manifest<'a>> = BTreeMap::new();
    for source in available {
        let mut found: Option<&Name> = None;
        for item in source.files.iter().flat_map(|(_, file)| &file.items) {
            let ItemKind::Expansion(expansion) = &item.kind else { continue };
            if let Some(first) = found {
                diagnostics.push(twice(&expansion.name, first.span, "expansion of this folder"));
                continue;
            }
            found = Some(&expansion.name);
            let manifest = read_lines(expansion, source, diagnostics);
            match all.get(manifest.name.text.as_str()) {
                Some(other) => {
                    diagnostics.push(twice(manifest.name, other.name.span, "expansion"));
                }
                None => _ = all.insert(&expansion.name.text, manifest),
            }
        }
        if found.is_none() {
            let mut error = Diagnostic::error(
                codes::EXPANSION_ITEM,
                format!("no file of `{}` has an `expansion` item", source.folder),
            )
            .help(format!(
                "write `expansion {} {{ title \"…\"  needs … }}`",
                name_for(&source.folder)
            ));
            if let Some(file) = likely_home(source) {
                error = error.label(Span::new(file, 0, 0), "expected in this file");
            }
            diagnostics.push(error);
        }
    }
    all
}

/// The file in which the `expansion` item is most likely missing: an empty one, else one with more than scenarios.
fn likely_home(source: &ExpansionSource) -> Option<FileId> {
    let unlikely = |file: &ast::File| {
        let scenario = |item: &ast::Item| matches!(item.kind, ItemKind::Scenario(_));
        match file.items.is_empty() {
            true => 0,
            false => 1 + usize::from(file.items.iter().all(scenario)),
        }
    };
    source.files.iter().min_by_key(|(_, file)| unlikely(file)).map(|(file, _)| *file)
}

/// Lets expansions need others that they do not name: those that they would need but for a slip, which is told where
/// it stands, and those that are assumed.
pub(crate) fn assume(all: &mut BTreeMap<&str, Manifest<'_>>, assumed: &Assumed) {
    let mut meant = Vec::new();
    for (&name, manifest) in &*all {
        let others = || all.keys().copied().filter(|other| *other != name);
        let slips = manifest.needs.iter().filter(|need| !all.contains_key(need.text.as_str()));
        let slips = slips.filter_map(|need| grammar::nearest(&need.text, others()));
        let forgotten = assumed.get(name).into_iter().flatten();
        for other in slips.chain(forgotten.map(String::as_str)) {
            // Who is needed by an expansion does not need it in turn.
            if all.contains_key(other) && !is_needed(all, name, other) {
                meant.push((name, all[other].name));
            }
        }
    }
    for (name, need) in meant {
        if let Some(manifest) = all.get_mut(name) {
            manifest.needs.push(need);
        }
    }
}

/// Whether an expansion is another one, or is needed by it, perhaps through others.
fn is_needed(all: &BTreeMap<&str, Manifest<'_>>, name: &str, by: &str) -> bool {
    let (mut seen, mut waiting) = (BTreeSet::new(), vec![by]);
    while let Some(next) = waiting.pop() {
        if next == name {
            return true;
        }
        if seen.insert(next) {
            let needs = all.get(next).into_iter().flat_map(|manifest| &manifest.needs);
            waiting.extend(needs.map(|need| need.text.as_str()));
        }
    }
    false
}

/// A folder's name, if an expansion can be called so.
fn name_for(folder: &str) -> &str {
    let plain = folder.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let starts = folder.starts_with(|first: char| first.is_ascii_alphabetic());
    if plain && starts && !grammar::RESERVED_WORDS.contains(&folder) { folder } else { "NAME" }
}

fn read_lines<'a>(
    expansion: &'a ast::Expansion,
    source: &'a ExpansionSource,
    diagnostics: &mut Vec<Diagnostic>,
) -> Manifest<'a> {
    let mut manifest = Manifest {
        name: &expansion.name,
        title: expansion.name.text.replace('_', " "),
        players: None,
        needs: Vec::new(),
        after: Vec::new(),
        source,
        lends: None,
        uses_shots: false,
    };
    for line in &expansion.lines {
        match &line.kind {
            ExpansionLine::Title(title) => manifest.title.clone_from(&title.text),
            &ExpansionLine::Players { from, to } => match (u8::try_from(from), u8::try_from(to)) {
                (Ok(least), Ok(most)) if 1 <= least && least <= most => {
                    manifest.players = Some((least, most));
                }
                _ => diagnostics.push(
                    Diagnostic::error(
                        codes::WRONG_TYPE,
                        format!("{from} to {to} is no number of players"),
                    )
                    .label(line.span, "expected a range such as 2..6"),
                ),
            },
            ExpansionLine::Needs(names) => manifest.needs.extend(names),
            ExpansionLine::After(names) => manifest.after.extend(names),
            ExpansionLine::Uses(names) => {
                for name in names {
                    if name.text == SHOTS {
                        manifest.uses_shots = true;
                        continue;
                    }
                    let mut error = Diagnostic::error(
                        codes::UNKNOWN_NAME,
                        format!("`{}` is nothing that can be used", name.text),
                    )
                    .label(name.span, format!("expected `{SHOTS}`"));
                    error.help = did_you_mean(&name.text, [SHOTS]);
                    // Who shoots has been told by this slip.
                    manifest.uses_shots |= error.help.is_some();
                    diagnostics.push(error);
                }
            }
        }
    }
    manifest
}

fn twice(name: &Name, first: Span, what: &str) -> Diagnostic {
    Diagnostic::error(codes::DUPLICATE_NAME, format!("a second {what}, `{}`", name.text))
        .label(name.span, "declared again here")
        .label(first, "declared first here")
        .help("give one of them another name, or remove it")
}

/// The names of the chosen expansions and of all that they need, directly or through others.
pub(crate) fn choose<'a>(
    available: &[ExpansionSource],
    all: &BTreeMap<&'a str, Manifest<'a>>,
    setting: &Setting,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<&'a str> {
    let mut chosen: Vec<&'a str> = Vec::new();
    let mut waiting: Vec<&'a str> = Vec::new();
    let says_nothing = |wanted: &str| {
        let mut manifests = all.values().map(|manifest| manifest.source.folder.as_str());
        available.iter().any(|source| source.folder == wanted)
            && !manifests.any(|folder| folder == wanted)
    };
    for wanted in &setting.expansions {
        match all.get_key_value(wanted.as_str()) {
            Some((&name, _)) => waiting.push(name),
            // Its folder is there and says nothing of itself, which has been told.
            None if says_nothing(wanted) => {}
            None => {
                let mut error = Diagnostic::error(
                    codes::UNKNOWN_EXPANSION,
                    format!("there is no expansion `{wanted}`"),
                );
                error.help = did_you_mean(wanted, all.keys().copied())
                    .or_else(|| Some(format!("there are: {}", listed(all.keys().copied()))));
                diagnostics.push(error);
            }
        }
    }
    while let Some(name) = waiting.pop() {
        if chosen.contains(&name) {
            continue;
        }
        chosen.push(name);
        for need in &all[name].needs {
            match all.get_key_value(need.text.as_str()) {
                Some((&name, _)) => waiting.push(name),
                // It does not need itself, however near the names are.
                None => {
                    let others = all.keys().copied().filter(|other| *other != name);
                    diagnostics.push(unknown(need, others));
                }
            }
        }
    }
    chosen
}

/// An expansion that nobody has.
pub(crate) fn unknown<'c>(name: &Name, known: impl Iterator<Item = &'c str> + Clone) -> Diagnostic {
    let mut error = Diagnostic::error(
        codes::UNKNOWN_EXPANSION,
        format!("there is no expansion `{}`", name.text),
    )
    .label(name.span, "not known");
    error.help = did_you_mean(&name.text, known.clone())
        .or_else(|| Some(format!("there are: {}", listed(known))));
    error
}

/// Says of a name behind `with` that nobody has it: a slip, or something that is passed over.
pub(crate) fn passed_over<'c>(
    name: &Name,
    known: impl Iterator<Item = &'c str> + Clone,
) -> Option<Diagnostic> {
    if known.clone().any(|other| other == name.text) {
        return None;
    }
    let warning = || {
        let message = format!("no expansion that is there is called `{}`", name.text);
        Diagnostic::warning(codes::UNKNOWN_EXPANSION, message)
            .label(name.span, "all of this is passed over, unread")
            .help("what stands inside is checked as soon as that expansion is there")
    };
    misspelt(name, known).or_else(|| Some(warning()))
}

/// Says nothing of a name in `after` that is merely absent, but of one that looks like a slip.
pub(crate) fn misspelt<'c>(
    name: &Name,
    known: impl Iterator<Item = &'c str> + Clone,
) -> Option<Diagnostic> {
    if known.clone().any(|other| other == name.text) {
        return None;
    }
    did_you_mean(&name.text, known.clone())?;
    Some(unknown(name, known))
}

fn listed<'c>(names: impl Iterator<Item = &'c str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
