//! The colours of words, by what they mean.

use abi::Owner;
use compiler::{Meaning, Seen};
use grammar::{FileId, Span};
use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
};

use crate::{desk::Desk, places, recall::Recall, tree};

/// The sorts of words, in the order of the legend.
const TYPES: &[SemanticTokenType] = &[
    SemanticTokenType::NAMESPACE,
    SemanticTokenType::TYPE,
    SemanticTokenType::ENUM,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::CLASS,
    SemanticTokenType::STRUCT,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::METHOD,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::EVENT,
    SemanticTokenType::DECORATOR,
];

/// What may be said of a word besides, one bit each.
const MODIFIERS: &[SemanticTokenModifier] = &[
    SemanticTokenModifier::DECLARATION,
    SemanticTokenModifier::READONLY,
    SemanticTokenModifier::DEFAULT_LIBRARY,
];

const DECLARATION: u32 = 1;
const READONLY: u32 = 2;
const DEFAULT_LIBRARY: u32 = 4;

/// How the numbers of tokens are to be read.
pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: MODIFIERS.to_vec() }
}

/// The words of a file that mean something, all or those in a stretch of bytes.
pub(crate) fn tokens(
    desk: &mut Desk,
    file: FileId,
    within: Option<&std::ops::Range<usize>>,
) -> Option<SemanticTokens> {
    let mut words = words(desk, file)?;
    // Colours stay while somebody writes: what cannot be read now means what it meant.
    let recall = Recall::of(desk);
    if !recall.is_empty() {
        let then = desk.supposing(&recall.texts(), |desk| self::words(desk, file));
        let now = |(span, sort, modifiers)| Some((recall.now(desk, span)?, sort, modifiers));
        words.extend(then.into_iter().flatten().filter_map(now));
    }
    words.retain(|(span, ..)| {
        let inside = |within: &std::ops::Range<usize>| {
            (span.end as usize) > within.start && (span.start as usize) < within.end
        };
        !span.is_empty() && within.is_none_or(inside)
    });
    words.sort_by_key(|(span, ..)| *span);
    // Two meanings of one word: the first counts, and that of now; words do not overlap.
    let mut last = 0;
    words.retain(|(span, ..)| {
        let free = span.start >= last;
        last = if free { span.end } else { last };
        free
    });
    Some(SemanticTokens { result_id: None, data: encoded(desk, file, &words) })
}

/// A word, its sort, and what may be said of it besides.
type Word = (Span, SemanticTokenType, u32);

/// The words of a file as far as it can be read.
fn words(desk: &Desk, file: FileId) -> Option<Vec<Word>> {
    let tree = desk.tree(file)?;
    let view = desk.view(desk.expansion(file)?);
    let mut words: Vec<Word> = Vec::new();
    for note in view.notes_of(file) {
        if let Some((sort, modifiers)) = sort(&note.seen, note.span) {
            words.push((note.span, sort, modifiers));
        }
    }
    for (name, _) in tree::expansions(&tree.items) {
        words.push((name.span, SemanticTokenType::NAMESPACE, 0));
    }
    for citation in tree::citations(&tree.items) {
        words.push((citation.span, SemanticTokenType::DECORATOR, 0));
    }
    Some(words)
}

fn encoded(desk: &Desk, file: FileId, words: &[Word]) -> Vec<SemanticToken> {
    let source = desk.source(file);
    let (mut line, mut column) = (0, 0);
    let mut data = Vec::new();
    for (span, sort, modifiers) in words {
        let range = places::range(source, *span);
        let Some(token_type) = TYPES.iter().position(|known| known == sort) else { continue };
        if range.end.line != range.start.line {
            continue;
        }
        let delta_line = range.start.line - line;
        let from = if delta_line == 0 { column } else { 0 };
        data.push(SemanticToken {
            delta_line,
            delta_start: range.start.character - from,
            length: range.end.character - range.start.character,
            token_type: token_type as u32,
            token_modifiers_bitset: *modifiers,
        });
        (line, column) = (range.start.line, range.start.character);
    }
    data
}

fn sort(seen: &Seen, span: Span) -> Option<(SemanticTokenType, u32)> {
    use SemanticTokenType as T;
    let here = |at: Span| if at == span { DECLARATION } else { 0 };
    Some(match seen {
        Seen::Declared(declared) => {
            let sort = match declared.meaning {
                Meaning::Option(_) | Meaning::Property(_) => T::PROPERTY,
                Meaning::Enum(_) => T::ENUM,
                Meaning::EnumName(..) => T::ENUM_MEMBER,
                Meaning::Feature(_) | Meaning::Figure(_) | Meaning::Token(_) => T::CLASS,
                Meaning::Tile(_) | Meaning::Pile(_) => T::STRUCT,
                Meaning::Function(_) => T::FUNCTION,
                Meaning::Deed(_) => T::METHOD,
                Meaning::Menu(_) => T::EVENT,
            };
            let fixed = matches!(declared.meaning, Meaning::Option(_));
            (sort, here(declared.span) | if fixed { READONLY } else { 0 })
        }
        Seen::Local { at: Some(at), .. } => (T::VARIABLE, here(*at)),
        Seen::Local { at: None, .. } => (T::PARAMETER, READONLY),
        Seen::Word(entry) => {
            let sort = match entry.owner {
                Owner::Call => T::FUNCTION,
                Owner::Global => T::VARIABLE,
                _ => T::PROPERTY,
            };
            (sort, DEFAULT_LIBRARY)
        }
        Seen::Type(_) => (T::TYPE, DEFAULT_LIBRARY),
        Seen::Phase(at) => (T::EVENT, here(*at)),
        Seen::Step(at) => (T::EVENT, here(*at)),
        Seen::Value(_) | Seen::Unknown(_) | Seen::UnknownMember(_) => return None,
    })
}
