//! Names that are declared one way and used another: the place that nobody uses is shown beside the use.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{Diagnostic, FileId, Sources, Span};

use super::{codes, order::Playing};

/// Larger slips are other names.
const MOST: usize = 1;

/// Nobody reads the hints of more mistakes, and to compare each with all names takes time.
const MISTAKES: usize = 100;

/// A name that stands in all texts only where it is declared.
struct Unused<'s> {
    word: &'s str,
    span: Span,
    /// Of a step, which only the order of steps names, its phase: only steps of the same phase name it.
    phase: Option<&'s str>,
}

/// Shows beside what is said of a missing name the declaration that was most likely meant by it: one that
/// nothing uses, and that is no further away than what else is proposed. Of several places that miss the
/// same name for this reason the first is told.
pub(crate) fn once_declared(
    sources: &Sources,
    playing: &Playing<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let missing = |found: &Diagnostic| {
        let code =
            codes::OF_MISSING_NAMES.contains(&found.code) || found.code == codes::WRONG_ARGUMENTS;
        // The segments of a tile have names of their own, and all of them were looked at.
        found.is_error() && code && !found.message.contains("` has no segment `")
    };
    if !diagnostics.iter().any(missing) {
        return;
    }
    let files = playing.expansions.iter().flat_map(|e| &e.source.files).map(|(file, _)| *file);
    let unused = unused(sources, files);
    let mut told: BTreeSet<(String, Span)> = BTreeSet::new();
    let mut looked = 0;
    diagnostics.retain_mut(|diagnostic| {
        if !missing(diagnostic) || looked == MISTAKES {
            return true;
        }
        looked += 1;
        let Some(word) = missing_word(sources, diagnostic) else { return true };
        let proposed = diagnostic.help.as_deref().and_then(|help| help.split('`').nth(1));
        let other = proposed.map_or(usize::MAX, |other| strsim::osa_distance(word, other));
        let of_step = diagnostic.span().filter(|_| diagnostic.code == codes::UNKNOWN_STEP);
        let phase = of_step.and_then(|place| phase_at(sources, place));
        let near = unused
            .iter()
            .filter(|unused| unused.phase == phase)
            // No expansion needs itself, however near the names are.
            .filter(|unused| {
                diagnostic.code != codes::UNKNOWN_EXPANSION
                    || diagnostic.span().is_none_or(|place| place.file != unused.span.file)
            })
            .map(|unused| (strsim::osa_distance(word, unused.word), unused))
            .filter(|(distance, unused)| {
                let length = word.chars().count().min(unused.word.chars().count());
                *distance > 0
                    && *distance <= MOST.min((length / 3).max(1))
                    && *distance < length.max(2)
            })
            .min_by_key(|(distance, unused)| (*distance, unused.span));
        let Some((distance, near)) = near else { return true };
        if word.len() == 1 && !is_beside(sources, near.span, diagnostic.span()) {
            return true;
        }
        let misplaced = diagnostic.help.as_deref().is_some_and(|help| !help.starts_with("did you"));
        if distance > other && !misplaced {
            return true;
        }
        if !told.insert((word.to_owned(), near.span)) {
            return false;
        }
        diagnostic.help = Some(format!("did you mean `{}`?", near.word));
        if diagnostic.labels.iter().all(|(place, _)| *place != near.span) {
            diagnostic.labels.push((near.span, format!("`{}` is named here only", near.word)));
        }
        true
    });
}

/// Whether a declaration stands before a place in the same item: names of one letter are all near each other, and
/// mean nothing outside of it.
fn is_beside(sources: &Sources, declared: Span, used: Option<Span>) -> bool {
    let Some(used) = used.filter(|used| used.file == declared.file) else { return false };
    let between = sources.text(used.file).get(declared.end as usize..used.start as usize);
    between.is_some_and(|between| {
        between.lines().skip(1).all(|line| line.starts_with([' ', '\t', '}']) || line.is_empty())
    })
}

/// The name that a diagnostic says is missing: at its place, or the first one of its message.
fn missing_word<'d>(sources: &'d Sources, diagnostic: &'d Diagnostic) -> Option<&'d str> {
    let is_name = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let mut named = diagnostic.message.split('`').skip(1).step_by(2).filter(|word| is_name(word));
    let at_its_place =
        diagnostic.span().map(|span| sources.slice(span)).filter(|word| is_name(word));
    match at_its_place {
        Some(word) if named.clone().any(|other| other == word) => Some(word),
        _ => named.next(),
    }
}

/// The names that are written once, where something gets its name.
fn unused(sources: &Sources, files: impl Iterator<Item = FileId>) -> Vec<Unused<'_>> {
    /// How often a name is written, and where something gets it: of a step its phase.
    type Place<'s> = (usize, Option<(Span, Option<&'s str>)>);
    let mut places: BTreeMap<&str, Place<'_>> = BTreeMap::new();
    for file in files {
        let text = sources.text(file);
        let tokens: Vec<&str> = grammar::tokens(text).map(|token| &text[token]).collect();
        for (at, token) in grammar::tokens(text).enumerate() {
            let word = &text[token.clone()];
            if !word.starts_with(|first: char| first.is_ascii_alphabetic()) {
                continue;
            }
            let (count, place) = places.entry(word).or_default();
            *count += 1;
            if declares(&tokens, at) {
                let span = Span::new(file, token.start as u32, token.end as u32);
                let step = at.checked_sub(1).filter(|before| tokens[*before] == "step");
                *place = Some((span, step.and_then(|step| phase(&tokens[step..]))));
            }
        }
    }
    places
        .into_iter()
        .filter_map(|(word, (count, place))| {
            let (span, phase) = place.filter(|_| count == 1)?;
            Some(Unused { word, span, phase })
        })
        .collect()
}

/// The phase of a step, by the words that it begins with.
fn phase<'s>(step: &[&'s str]) -> Option<&'s str> {
    step.get(3).copied()
}

/// The phase of the step whose order names something at a place.
fn phase_at(sources: &Sources, place: Span) -> Option<&str> {
    let before = sources.text(place.file).get(..place.start as usize)?;
    let tokens: Vec<&str> = grammar::tokens(before).map(|token| &before[token]).collect();
    let step = tokens.iter().rposition(|word| *word == "step")?;
    phase(&tokens[step..])
}

/// Whether a word stands where something gets its name.
fn declares(tokens: &[&str], at: usize) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).copied().unwrap_or_default();
    let (before, behind) = (word(at.checked_sub(1)), word(at.checked_add(1)));
    match before {
        "let" | "for" | "fn" | "to" | "option" | "enum" | "tile" | "figure" | "token"
        | "feature" | "step" | "menu" | "offer" | "pile" | "set" | "edition" | "expansion"
        | "has" | "keeps" | "players" | "phases" => true,
        // Behind a quantifier: `all x in …`.
        _ if behind == "in" => true,
        // A parameter, a printed property, a segment.
        _ if behind == ":" => true,
        // A list of names in braces or behind a comma.
        "{" | "," if matches!(behind, "," | "}") => true,
        // The players of a scenario.
        "," => {
            let mut first = at;
            while word(first.checked_sub(1)) == "," && first >= 2 {
                first -= 2;
            }
            word(first.checked_sub(1)) == "players"
        }
        _ => false,
    }
}
