//! What a file and a folder consist of: symbols, and stretches that can be folded away.

use grammar::{
    FileId, Span,
    ast::{FeatureLine, Item, ItemKind, Moment, TileLine},
};
use lsp_types::{
    DocumentSymbol, FoldingRange, FoldingRangeKind, OneOf, Range, SymbolKind, WorkspaceSymbol,
};

use crate::{desk::Desk, heads, places, references::location, tree};

/// The most symbols of a folder that are shown at once; nobody reads more.
const MOST: usize = 500;

/// The items of a file, with what they declare inside.
pub(crate) fn symbols(desk: &Desk, file: FileId) -> Option<Vec<DocumentSymbol>> {
    let tree = desk.tree(file)?;
    Some(tree.items.iter().filter_map(|item| item_symbol(desk, file, item)).collect())
}

fn item_symbol(desk: &Desk, file: FileId, item: &Item) -> Option<DocumentSymbol> {
    let (name, at, kind) = described(desk, item)?;
    let mut children = Vec::new();
    let inside = |name: &grammar::ast::Name, span: Span, kind| {
        symbol(desk, file, (name.text.clone(), name.span, kind), span, Vec::new())
    };
    match &item.kind {
        ItemKind::Enum(own) => {
            children.extend(own.names.iter().map(|n| inside(n, n.span, SymbolKind::ENUM_MEMBER)));
        }
        ItemKind::Feature(own) => {
            for line in &own.lines {
                if let FeatureLine::Property(property) = &line.kind {
                    children.push(inside(&property.name, line.span, SymbolKind::PROPERTY));
                }
            }
        }
        ItemKind::Phases(own) => {
            children.extend(own.phases.iter().map(|n| inside(n, n.span, SymbolKind::ENUM_MEMBER)));
        }
        ItemKind::Tile(own) => {
            for line in &own.lines {
                if let TileLine::Segment(segment) = &line.kind {
                    children.push(inside(&segment.name, line.span, SymbolKind::FIELD));
                }
            }
        }
        ItemKind::Token(own) => {
            let others = own.names.iter().skip(1);
            children.extend(others.map(|n| inside(n, n.span, SymbolKind::OBJECT)));
        }
        ItemKind::With(own) => {
            // The parser lets `with` stand in no other `with`.
            children.extend(own.items.iter().filter_map(|item| item_symbol(desk, file, item)));
        }
        _ => {}
    }
    Some(symbol(desk, file, (name, at, kind), item.span, children))
}

#[allow(deprecated, reason = "the protocol's type still has the field")]
fn symbol(
    desk: &Desk,
    file: FileId,
    (name, at, kind): (String, Span, SymbolKind),
    span: Span,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    let source = desk.source(file);
    DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: places::range(source, span.to(at)),
        selection_range: places::range(source, at),
        children: (!children.is_empty()).then_some(children),
    }
}

/// What an item is called in lists, where its name stands, and what sort of thing it is.
fn described(desk: &Desk, item: &Item) -> Option<(String, Span, SymbolKind)> {
    use SymbolKind as S;
    let words = |span: Span| {
        let text = desk.texts().sources().slice(span);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let kind = match &item.kind {
        ItemKind::Hook(own) => {
            let moment = match own.moment {
                Moment::Before => "before",
                Moment::After => "after",
                Moment::Instead => "instead of",
            };
            return Some((format!("{moment} {}", words(own.deed_span)), own.deed_span, S::EVENT));
        }
        ItemKind::Forbid(own) => {
            return Some((format!("forbid {}", words(own.deed_span)), own.deed_span, S::EVENT));
        }
        ItemKind::Scenario(own) => {
            let title = if own.title.text.is_empty() { "scenario" } else { &own.title.text };
            return Some((title.to_owned(), own.title.span, S::METHOD));
        }
        ItemKind::Broken(names) => return Some(unread(desk, item, names)),
        ItemKind::Expansion(_) => S::PACKAGE,
        ItemKind::Option(_) => S::CONSTANT,
        ItemKind::Edition(_) => S::CONSTANT,
        ItemKind::Enum(_) => S::ENUM,
        ItemKind::Feature(_) | ItemKind::Figure(_) | ItemKind::ExtendFigure(_) => S::CLASS,
        ItemKind::Token(_) => S::OBJECT,
        ItemKind::Pile(_) | ItemKind::Set(_) => S::ARRAY,
        ItemKind::Has { .. } | ItemKind::Keeps(_) => S::PROPERTY,
        ItemKind::Tile(_) | ItemKind::ExtendTile(_) => S::STRUCT,
        ItemKind::Phases(_) => S::ENUM,
        ItemKind::Menu(_) => S::INTERFACE,
        ItemKind::Step(_) | ItemKind::Offer(_) | ItemKind::To(_) => S::FUNCTION,
        ItemKind::Fn(_) => S::FUNCTION,
        ItemKind::With(_) => S::NAMESPACE,
        _ => S::EVENT,
    };
    let (name, _) = tree::named(item)?;
    let text = match &item.kind {
        ItemKind::Has { owner, property } => format!("{} has {}", owner.text, property.name.text),
        ItemKind::Keeps(own) => format!("{} keeps {}", own.owner.text, own.property.name.text),
        ItemKind::Adjust(_) => format!("adjust {}", name.text),
        ItemKind::With(_) => format!("with {}", name.text),
        ItemKind::ExtendTile(_) | ItemKind::ExtendFigure(_) => format!("extend {}", name.text),
        _ => name.text.clone(),
    };
    Some((text, name.span, kind))
}

/// The same of an item that cannot be read, by its head: lists look as they did before somebody wrote in it.
fn unread(desk: &Desk, item: &Item, names: &[String]) -> (String, Span, SymbolKind) {
    use SymbolKind as S;
    let text = desk.texts().sources().slice(item.span);
    let place = |at: std::ops::Range<usize>| {
        let start = item.span.start;
        Span::new(item.span.file, start + at.start as u32, start + at.end as u32)
    };
    if let Some((title, at)) = heads::title(text).filter(|(title, _)| !title.is_empty()) {
        return (title.to_owned(), place(at), S::METHOD);
    }
    let Some(head) = heads::head(text) else { return ("?".to_owned(), item.span, S::NULL) };
    let word = &text[head.word.clone()];
    let kind = match word {
        "before" | "after" | "instead" | "forbid" | "adjust" | "invariant" => {
            let said = &text[head.word.start..head.rest.end];
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            return (said, place(head.word.start..head.rest.end), S::EVENT);
        }
        "option" | "edition" => S::CONSTANT,
        "enum" | "phases" => S::ENUM,
        "feature" | "figure" => S::CLASS,
        "tile" | "extend" => S::STRUCT,
        "step" | "offer" | "to" | "fn" => S::FUNCTION,
        "with" => S::NAMESPACE,
        _ => S::NULL,
    };
    let name = names.first().filter(|name| !name.is_empty()).map_or(word, String::as_str);
    (name.to_owned(), place(head.word), kind)
}

/// The items of all files whose name has the letters that were asked for, in their order.
pub(crate) fn workspace(desk: &Desk, query: &str) -> Vec<WorkspaceSymbol> {
    let query = query.to_lowercase();
    let mut found = Vec::new();
    for source in desk.texts().available() {
        for (file, tree) in &source.files {
            for item in tree::all_items(&tree.items) {
                let Some((name, at, kind)) = described(desk, item) else { continue };
                if !has_letters(&name.to_lowercase(), &query) {
                    continue;
                }
                let Some(location) = location(desk, Span { file: *file, ..at }) else { continue };
                found.push(WorkspaceSymbol {
                    name,
                    kind,
                    tags: None,
                    container_name: Some(source.folder.clone()),
                    location: OneOf::Left(location),
                    data: None,
                });
                if found.len() == MOST {
                    return found;
                }
            }
        }
    }
    found
}

/// Whether a name has some letters in their order.
fn has_letters(name: &str, query: &str) -> bool {
    let mut letters = name.chars();
    query.chars().all(|wanted| letters.any(|letter| letter == wanted))
}

/// What can be folded away: items, blocks, and remarks of several lines.
pub(crate) fn folds(desk: &Desk, file: FileId) -> Option<Vec<FoldingRange>> {
    let tree = desk.tree(file)?;
    let source = desk.source(file);
    let mut found: Vec<FoldingRange> = Vec::new();
    let mut add = |range: Range, kind: Option<FoldingRangeKind>| {
        if range.end.line > range.start.line {
            found.push(FoldingRange {
                start_line: range.start.line,
                end_line: range.end.line,
                kind,
                ..FoldingRange::default()
            });
        }
    };
    for item in tree::all_items(&tree.items) {
        add(places::range(source, item.span), None);
        for block in tree::blocks(item) {
            add(places::range(source, block), None);
        }
    }
    let mut lines = source.text().lines().enumerate().peekable();
    while let Some((first, line)) = lines.next() {
        if !line.trim_start().starts_with("//") {
            continue;
        }
        let mut last = first;
        while let Some((next, _)) = lines.next_if(|(_, line)| line.trim_start().starts_with("//")) {
            last = next;
        }
        let line = |line: usize| lsp_types::Position { line: line as u32, character: 0 };
        add(Range { start: line(first), end: line(last) }, Some(FoldingRangeKind::Comment));
    }
    found.sort_by_key(|fold| (fold.start_line, fold.end_line));
    found.dedup_by_key(|fold| (fold.start_line, fold.end_line));
    Some(found)
}
