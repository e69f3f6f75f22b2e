//! Text to tree: never fails, never panics; a broken item becomes one diagnostic.

use std::num::NonZeroUsize;
use std::sync::{Arc, Once};

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};

use crate::ast::{File, Item, ItemKind};
use crate::build::{Builder, too_deep};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::explain;
use crate::foreign::local;
use crate::forms;
use crate::grammar::{CarcParser, Rule};
use crate::misplaced::remark;
use crate::repair::repair;
use crate::salvage::{citations, salvage};
use crate::scan::{self, Chunk, Fault, Unbalanced};
use crate::source::{FileId, Sources, Span};

/// The largest file that is read.
pub const MAX_FILE_BYTES: usize = 4 << 20;
/// The largest item that is read.
pub const MAX_ITEM_BYTES: usize = 256 << 10;
/// So many mistakes of a file are tried to be repaired; nobody reads the hints of more.
const REPAIRED: usize = 20;
/// More steps than any item of the largest size takes; the grammar's own limit against surprises.
const MAX_STEPS: usize = 100_000_000;

/// What became of a file: the tree, and everything that is wrong with its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The tree, with [`ItemKind::Broken`](crate::ast::ItemKind::Broken) for each item that could not be
    /// read; of a broken `expansion` it has what could be read. Shared, so that it can be kept for the next time.
    pub file: Arc<File>,
    /// At most one diagnostic an item, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a file.
pub fn parse(sources: &Sources, file: FileId) -> Parsed {
    static LIMIT: Once = Once::new();
    LIMIT.call_once(|| pest::set_call_limit(NonZeroUsize::new(MAX_STEPS)));
    let text = sources.text(file);
    let mut diagnostics = Vec::new();
    let items = scan::scan(text, file)
        .into_iter()
        .map(|chunk| {
            let span = Span::new(file, chunk.start, chunk.end);
            item(text, span, chunk, diagnostics.len()).unwrap_or_else(|diagnostic| {
                diagnostics.push(diagnostic);
                let text = &text[span.start as usize..span.end as usize];
                let (kind, citations) = (salvage(text, span), citations(text, span));
                Item { doc: None, citations, span, kind }
            })
        })
        .collect();
    Parsed { file: Arc::new(File { items }), diagnostics }
}

fn item(text: &str, span: Span, chunk: Chunk, told: usize) -> Result<Item, Diagnostic> {
    let text = &text[span.start as usize..span.end as usize];
    match chunk.fault {
        Some(Fault::TooDeep(at)) => return Err(too_deep(Span::new(span.file, at, at))),
        Some(Fault::UnclosedText(start, end)) => {
            return Err(Diagnostic::error(codes::UNCLOSED_TEXT, "this text is never closed")
                .label(Span::new(span.file, start, end), "expected `\"` before the end of the line")
                .help("write `\"` where the text ends: no text goes on in the next line"));
        }
        None => {}
    }
    if text.len() > MAX_ITEM_BYTES {
        let limit = MAX_ITEM_BYTES >> 10;
        return Err(Diagnostic::error(
            codes::TOO_LARGE,
            format!("this item is larger than {limit} KiB"),
        )
        .label(Span::new(span.file, span.start, span.start + 1), "starts here"));
    }
    if let Some(diagnostic) = explain::unknown_item(text, span) {
        return Err(diagnostic);
    }
    let (citable, unbalanced) = (told < REPAIRED, chunk.unbalanced);
    let built = match CarcParser::parse(Rule::chunk, text) {
        Ok(mut pairs) => {
            let pair = pairs.next().expect("a parsed chunk is one pair");
            let built = Builder::new(span.file, span.start, chunk.docs).chunk(pair);
            built.map_err(|diagnostic| *diagnostic).and_then(with_a_name)
        }
        Err(error) => Err(failure(&error, text, span, unbalanced)),
    };
    built.map_err(|diagnostic| {
        // What stands in a remark of another language may well be read, and mean nothing.
        let at = diagnostic.span().map(|place| (place.start - span.start) as usize);
        if let Some(remark) = at.and_then(|at| remark(text, span, at)) {
            return remark;
        }
        let does_nothing = diagnostic.code == codes::NOT_A_STATEMENT;
        if let Some(local) = at.filter(|_| does_nothing).and_then(|at| local(text, span, at)) {
            return local;
        }
        let diagnostic = match citable {
            true => repaired(text, span, diagnostic, unbalanced.is_none()),
            false => diagnostic,
        };
        with_its_form(text, diagnostic, at)
    })
}

/// A diagnostic that has no other help says how what begins before its place is written.
fn with_its_form(text: &str, mut diagnostic: Diagnostic, at: Option<usize>) -> Diagnostic {
    if diagnostic.code == codes::UNEXPECTED && diagnostic.help.is_none() {
        diagnostic.help = at.and_then(|at| forms::help(text, at));
    }
    diagnostic
}

/// A tile that is called as copies are written has lost its name.
fn with_a_name(item: Item) -> Result<Item, Diagnostic> {
    let ItemKind::Tile(tile) = &item.kind else { return Ok(item) };
    let copies = tile.name.text.strip_prefix('x').is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    if !copies {
        return Ok(item);
    }
    let message = format!("found `{}`, expected the name of the tile", tile.name.text);
    Err(Diagnostic::error(codes::UNEXPECTED, message)
        .label(tile.name.span, "copies stand behind the name")
        .help(format!("write `tile NAME {}`", tile.name.text)))
}

/// A better diagnostic, if one other word or one more sign makes the item readable.
fn repaired(text: &str, span: Span, diagnostic: Diagnostic, balanced: bool) -> Diagnostic {
    let plain = diagnostic.help.as_deref().is_none_or(|help| help.starts_with("did you mean"));
    let unclear = diagnostic.code == codes::UNEXPECTED && plain
        || diagnostic.code == codes::NOT_A_STATEMENT && diagnostic.message == "this does nothing";
    let at = diagnostic.span().map(|place| (place.start - span.start) as usize);
    let (true, Some(at)) = (unclear, at) else { return diagnostic };
    match repair(text, at, balanced, &|text| reads(text, span.file)) {
        Some(repair) => explain::repaired(text, span, &repair),
        None => diagnostic,
    }
}

/// Whether a text is an item, or where it stops to be one.
fn reads(text: &str, file: FileId) -> Result<(), usize> {
    match CarcParser::parse(Rule::chunk, text) {
        Ok(mut pairs) => {
            let pair = pairs.next().expect("a parsed chunk is one pair");
            let built = Builder::new(file, 0, Vec::new()).chunk(pair);
            built.map(|_| ()).map_err(|error| error.span().map_or(0, |span| span.start as usize))
        }
        Err(error) => Err(match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        }),
    }
}

/// Whether a text is one item and nothing else; why not is not asked, so many texts can be tried.
pub fn is_item(text: &str) -> bool {
    let chunks = scan::scan(text, FileId(0));
    let [chunk] = chunks.as_slice() else { return false };
    let sound = chunk.fault.is_none() && chunk.unbalanced.is_none();
    sound
        && text.len() <= MAX_ITEM_BYTES
        && reads(&text[chunk.start as usize..chunk.end as usize], FileId(0)).is_ok()
}

fn failure(
    error: &Error<Rule>,
    text: &str,
    span: Span,
    unbalanced: Option<Unbalanced>,
) -> Diagnostic {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            explain::unexpected(text, span, at, positives, unbalanced)
        }
        // Pest's guards: too many steps, or too little of the stack left.
        ErrorVariant::CustomError { .. } => too_deep(span),
    }
}

/// The bytes of a file as text, or why they are none; the diagnostic has no place.
pub fn decode(bytes: &[u8]) -> Result<String, Diagnostic> {
    if bytes.len() > MAX_FILE_BYTES {
        let limit = MAX_FILE_BYTES >> 20;
        return Err(Diagnostic::error(
            codes::TOO_LARGE,
            format!("the file is larger than {limit} MiB"),
        )
        .help("spread the rules over several files of the same folder"));
    }
    let not_text = |found: String| {
        Diagnostic::error(codes::NOT_TEXT, found).help("save the file as text in UTF-8")
    };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
        not_text(format!("the file is not valid UTF-8, first in line {line}"))
    })?;
    if text.contains('\0') {
        return Err(not_text("the file is not text: it holds a zero byte".to_owned()));
    }
    Ok(text.to_owned())
}
