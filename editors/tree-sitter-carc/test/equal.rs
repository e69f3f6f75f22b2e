//! The grammar for editors and the compiler's read every text of the project alike.

use std::{
    fs,
    path::{Path, PathBuf},
};

use grammar::{
    Sources, Span,
    ast::{Item, ItemKind},
};
use tree_sitter::{Node, Parser, Tree};

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the project is there")
}

/// All `.carc` files of the project.
fn files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![root()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry of a folder").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && !["target", "node_modules", ".git"].contains(&name.as_str()) {
                waiting.push(path);
            } else if name.ends_with(".carc") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(found.len() > 300, "{} files", found.len());
    found
}

fn tree(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&carc_tree_sitter::LANGUAGE.into()).expect("the versions fit");
    parser.parse(text, None).expect("a tree")
}

/// What the compiler calls an item, as the nodes of trees are called.
fn kind(item: &Item) -> &'static str {
    match &item.kind {
        ItemKind::Expansion(_) => "expansion",
        ItemKind::Option(_) => "option",
        ItemKind::Edition(_) => "edition",
        ItemKind::Enum(_) => "enum",
        ItemKind::Feature(_) => "feature",
        ItemKind::Figure(_) => "figure",
        ItemKind::Token(_) => "token",
        ItemKind::Pile(_) => "pile",
        ItemKind::Set(_) => "set",
        ItemKind::Has { .. } => "has",
        ItemKind::Keeps(_) => "keeps",
        ItemKind::Tile(_) => "tile",
        ItemKind::ExtendTile(_) => "extend_tile",
        ItemKind::ExtendFigure(_) => "extend_figure",
        ItemKind::Phases(_) => "phases",
        ItemKind::Step(_) => "step",
        ItemKind::Menu(_) => "menu",
        ItemKind::Offer(_) => "offer",
        ItemKind::Hook(_) => "hook",
        ItemKind::Adjust(_) => "adjust",
        ItemKind::Forbid(_) => "forbid",
        ItemKind::Invariant(_) => "invariant",
        ItemKind::Fn(_) => "function",
        ItemKind::To(_) => "deed",
        ItemKind::With(_) => "with",
        ItemKind::Scenario(_) => "scenario",
        ItemKind::Broken(_) => "broken",
    }
}

/// Kind and place of each item, as one grammar or the other has it.
type Outline = Vec<(String, usize, usize)>;

fn of_compiler(text: &str) -> Option<Outline> {
    let mut sources = Sources::new();
    let file = sources.add("", text);
    let parsed = grammar::parse(&sources, file);
    let place = |span: Span| (span.start as usize, span.end as usize);
    let outline = parsed.file.items.iter().map(|item| {
        let (start, end) = place(item.span);
        (kind(item).to_owned(), start, end)
    });
    parsed.diagnostics.is_empty().then(|| outline.collect())
}

fn of_editor(tree: &Tree) -> Option<Outline> {
    let root = tree.root_node();
    let mut cursor = root.walk();
    let items = root.named_children(&mut cursor);
    let items = items.filter(|node| !["comment", "citation"].contains(&node.kind()));
    let outline = items.map(|node| (node.kind().to_owned(), node.start_byte(), node.end_byte()));
    let outline: Outline = outline.collect();
    (!root.has_error()).then_some(outline)
}

/// The first place that a tree could not make anything of.
fn first_error(node: Node<'_>) -> Option<(usize, usize)> {
    if node.is_error() || node.is_missing() {
        return Some((node.start_position().row + 1, node.start_position().column + 1));
    }
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
    children.into_iter().find_map(first_error)
}

/// Whether a file is one of mistakes that are made on purpose.
fn is_mistake(path: &Path) -> bool {
    let name = path.strip_prefix(root()).unwrap_or(path).to_string_lossy().into_owned();
    ["tests/errors/syntax/", "tests/mistakes/", "tests/syntax/"].iter().any(|f| name.starts_with(f))
}

#[test]
fn every_text_has_the_same_items() {
    let mut differ = Vec::new();
    let mut compared = 0;
    for path in files() {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let tree = tree(&text);
        let Some(wanted) = of_compiler(&text) else { continue };
        compared += 1;
        match of_editor(&tree) {
            Some(found) if found == wanted => {}
            Some(found) => {
                let first = found.iter().zip(&wanted).find(|(a, b)| a != b);
                differ.push(format!("{}: {first:?}", path.display()));
            }
            None => {
                let place = first_error(tree.root_node());
                differ.push(format!("{}: not read at {place:?}", path.display()));
            }
        }
    }
    assert!(compared > 250, "{compared}");
    assert!(differ.is_empty(), "{} of {compared}\n{}", differ.len(), differ.join("\n"));
}

#[test]
fn what_the_compiler_cannot_read_is_mostly_not_read_here_either() {
    let (mut broken, mut let_pass) = (0, Vec::new());
    for path in files().into_iter().filter(|path| is_mistake(path)) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if of_compiler(&text).is_some() {
            continue;
        }
        broken += 1;
        if of_editor(&tree(&text)).is_some() {
            let_pass.push(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        }
    }
    // An editor's grammar knows no reserved words, no limits, and leaves to the compiler what stands alone.
    assert!(broken > 40, "{broken}");
    assert!(let_pass.len() * 4 < broken, "{} of {broken}: {let_pass:?}", let_pass.len());
}

#[test]
fn every_query_fits_the_grammar() {
    let language = carc_tree_sitter::LANGUAGE.into();
    tree_sitter::Query::new(&language, carc_tree_sitter::HIGHLIGHTS_QUERY).expect("the query");
}
