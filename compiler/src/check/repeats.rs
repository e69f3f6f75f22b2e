//! Mistakes with one cause, a thing that is declared with the wrong type or for the wrong owner: told once.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{Diagnostic, Sources, Span};

use super::{
    codes,
    typed_at::{Item, Typed},
};
use crate::{meaning::Meaning, names::Names};

/// Nobody reads more mistakes at once, and to look for the cause of each takes time.
const MISTAKES: usize = 100;
/// How a message ends that misses a printed value.
const WITHOUT_VALUE: &str = "` is printed with a value";

/// What a mistake may come from.
struct Cause {
    /// The mistake, by its position.
    at: usize,
    /// The declarations of what stands at its place.
    used: Vec<Typed>,
    /// The declaration of the parameter that its place is given for.
    given: Option<Typed>,
}

/// Leaves the first of several mistakes that have one cause, and says there what that most likely is.
pub(crate) fn told_once(sources: &Sources, names: &Names, diagnostics: &mut Vec<Diagnostic>) {
    let mut repeated = undeclared(diagnostics);
    let causes = causes(sources, names, diagnostics);
    let places: BTreeMap<Span, String> =
        causes.iter().flat_map(|cause| cause.used.iter().chain(&cause.given).cloned()).collect();
    for (declared, word) in &places {
        let about: Vec<&Cause> = causes.iter().filter(|c| !repeated.contains(&c.at)).collect();
        let alike = otherwise_given(diagnostics, &about, *declared, word)
            .or_else(|| flag_or_value(names, diagnostics, &about, *declared, word))
            .or_else(|| same_again(diagnostics, &about, *declared));
        let Some(Alike { at, help }) = alike else { continue };
        let [first, rest @ ..] = &at[..] else { continue };
        let first = &mut diagnostics[*first];
        if let Some(help) = help {
            first.help = Some(help);
        }
        if first.labels.iter().all(|(place, _)| place != declared) {
            first.labels.push((*declared, format!("`{word}` has its type here")));
        }
        repeated.extend(rest);
    }
    let mut at = 0;
    diagnostics.retain(|_| {
        at += 1;
        !repeated.contains(&(at - 1))
    });
}

/// Mistakes of one cause, in their order, and what helps.
struct Alike {
    at: Vec<usize>,
    help: Option<String>,
}

impl Alike {
    /// Several of them.
    fn several(at: Vec<usize>, help: Option<String>) -> Option<Self> {
        (at.len() > 1).then_some(Self { at, help })
    }
}

fn is_proposed(found: &Diagnostic) -> bool {
    found.help.as_deref().is_some_and(|help| help.starts_with("did you mean"))
}

fn causes(sources: &Sources, names: &Names, diagnostics: &[Diagnostic]) -> Vec<Cause> {
    let codes = [codes::WRONG_TYPE, codes::UNKNOWN_PROPERTY, codes::TILE_VALUE];
    let told = diagnostics.iter().enumerate().filter(|(_, found)| {
        found.is_error() && codes.contains(&found.code) && !is_proposed(found)
    });
    let cause = |(at, found): (usize, &Diagnostic)| {
        let place = found.span()?;
        let item = Item::around(sources, place)?;
        let given = match found.code {
            codes::WRONG_TYPE => item.wanted(sources, names, place),
            _ => None,
        };
        Some(Cause { at, used: item.of_type(names, place), given })
    };
    told.take(MISTAKES).filter_map(cause).collect()
}

/// The types of a message of the form `expected A, found B`.
fn types(found: &Diagnostic) -> Option<(&str, &str)> {
    found.message.strip_prefix("expected ")?.split_once(", found ")
}

fn is_about(declared: Span) -> impl Fn(&Typed) -> bool {
    move |(place, _)| *place == declared
}

/// A parameter that is given another type than its own, and used as that type: it is declared with the wrong one.
fn otherwise_given(
    diagnostics: &[Diagnostic],
    about: &[&Cause],
    declared: Span,
    word: &str,
) -> Option<Alike> {
    let is_it = is_about(declared);
    let given = |cause: &&&Cause| cause.given.as_ref().is_some_and(&is_it);
    let (own, other) = about.iter().filter(given).find_map(|c| types(&diagnostics[c.at]))?;
    let lacks = format!("no {own} has `");
    let used = |cause: &&&Cause| {
        let found = &diagnostics[cause.at];
        cause.used.iter().any(&is_it)
            && (types(found) == Some((other, own)) || found.message.contains(&lacks))
    };
    about.iter().find(used)?;
    let same = |cause: &&&Cause| {
        given(cause) && types(&diagnostics[cause.at]) == Some((own, other)) || used(cause)
    };
    let at = about.iter().filter(same).map(|cause| cause.at).collect();
    let help = format!(
        "declare `{word}: {other}`, as which it is used, or give it a value of type `{own}`"
    );
    Alike::several(at, Some(help))
}

/// A printed property that no tile gives a value, and that may be asked for like a flag.
fn flag_or_value(
    names: &Names,
    diagnostics: &[Diagnostic],
    about: &[&Cause],
    declared: Span,
    word: &str,
) -> Option<Alike> {
    let mut meanings = names.meanings(word).iter().filter(|d| d.span == declared);
    let Meaning::Property(id) = meanings.next()?.meaning else { return None };
    let printed = |found: &Diagnostic| {
        let own = found.message.strip_prefix('`').and_then(|m| m.strip_suffix(WITHOUT_VALUE));
        found.code == codes::TILE_VALUE && own == Some(word)
    };
    about.iter().find(|cause| printed(&diagnostics[cause.at]))?;
    let has_values = names.rules.tiles.iter().any(|tile| {
        let segments = tile.segments.iter().flat_map(|segment| &segment.values);
        tile.values.iter().chain(segments).any(|value| value.property == id)
    });
    if has_values {
        return None;
    }
    let is_it = is_about(declared);
    let as_flag = |cause: &Cause| {
        cause.used.iter().any(&is_it)
            && types(&diagnostics[cause.at]).is_some_and(|(wanted, _)| wanted == "flag")
    };
    let same = |cause: &&&Cause| printed(&diagnostics[cause.at]) || as_flag(cause);
    let at = about.iter().filter(same).map(|cause| cause.at).collect();
    let help = format!("declare `{word}: flag`, or print a value: `{word} = …`");
    Alike::several(at, Some(help))
}

/// Places where one declared thing stands for the same wrong type.
fn same_again(diagnostics: &[Diagnostic], about: &[&Cause], declared: Span) -> Option<Alike> {
    let is_it = is_about(declared);
    let used: Vec<usize> = about
        .iter()
        .filter(|cause| cause.used.iter().any(&is_it))
        .map(|cause| cause.at)
        .filter(|&at| types(&diagnostics[at]).is_some())
        .collect();
    let message = &diagnostics[*used.first()?].message;
    let same = |at: &usize| &diagnostics[*at].message == message;
    Alike::several(used.into_iter().filter(same).collect(), None)
}

/// What is printed and asked for, and declared for nothing that has it: of each the mistakes behind the first, and
/// that no tile prints what another owner has of that name. The first says how it is declared.
fn undeclared(diagnostics: &mut [Diagnostic]) -> BTreeSet<usize> {
    let printed = |found: &Diagnostic| {
        let (word, owner) =
            found.message.strip_prefix("nothing called `")?.split_once("` is printed on any ")?;
        let help = found.help.clone().filter(|_| !is_proposed(found))?;
        Some((owner.to_owned(), word.to_owned(), help))
    };
    let mut missing: Vec<(String, String, String)> =
        diagnostics.iter().take(MISTAKES).filter_map(printed).collect();
    missing.sort();
    missing.dedup();
    let mut repeated = BTreeSet::new();
    for (owner, word, help) in missing {
        let messages = [
            format!("nothing called `{word}` is printed on any {owner}"),
            format!("no {owner} has `{word}`"),
        ];
        let unprinted = format!("no tile prints `{word}`");
        let mut first = None;
        for (at, found) in diagnostics.iter_mut().enumerate() {
            if found.code == codes::UNPRINTED_PROPERTY && found.message == unprinted {
                repeated.insert(at);
            }
            if is_proposed(found) || !messages.contains(&found.message) {
                continue;
            }
            if first.is_some() {
                repeated.insert(at);
                continue;
            }
            first = Some(at);
            let of_another = found.help.take().filter(|own| *own != help);
            found.help = Some(match of_another {
                Some(of_another) => format!("{of_another}; {help}"),
                None => help.clone(),
            });
        }
    }
    repeated
}
