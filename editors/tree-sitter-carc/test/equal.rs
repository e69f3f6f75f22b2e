//! The grammar for editors and the compiler's read every text of the project alike.

mod compiler;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use grammar::{Sources, Span};
use tree_sitter::{Parser, Tree};

/// Start, end and kind of a node.
type Node = (usize, usize, String);

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

/// Kind and place of each item, as one grammar or the other has it.
type Outline = Vec<(String, usize, usize)>;

fn of_compiler(text: &str) -> Option<Outline> {
    let mut sources = Sources::new();
    let file = sources.add("", text);
    let parsed = grammar::parse(&sources, file);
    let place = |span: Span| (span.start as usize, span.end as usize);
    let outline = parsed.file.items.iter().map(|item| {
        let (start, end) = place(item.span);
        (compiler::kind(item).to_owned(), start, end)
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
fn first_error(node: tree_sitter::Node<'_>) -> Option<(usize, usize)> {
    if node.is_error() || node.is_missing() {
        return Some((node.start_position().row + 1, node.start_position().column + 1));
    }
    let mut cursor = node.walk();
    let children: Vec<tree_sitter::Node<'_>> = node.children(&mut cursor).collect();
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

/// What only one of the trees has a node for: words that join others, and what the compiler keeps the values of alone.
const OF_ONE: &[&str] = &[
    "amount",
    "arguments",
    "ask",
    "assign",
    "at",
    "box",
    "comment",
    "copies",
    "decides",
    "decimal",
    "fault",
    "filter",
    "guard",
    "measure",
    "near",
    "offered",
    "otherwise",
    "parameters",
    "parenthesised",
    "printed_with",
    "seat",
    "sentence",
    "size",
    "source_file",
];
/// Statements and values, each of which some text has.
const KINDS: &[&str] = &[
    "let",
    "if",
    "match",
    "for",
    "repeat",
    "skip",
    "next",
    "stop",
    "return",
    "end",
    "again",
    "lay",
    "action",
    "block",
    "call",
    "member",
    "binary",
    "unary",
    "is_test",
    "if_value",
    "match_value",
    "quantified",
    "count_of",
    "clockwise",
    "list",
    "truth",
    "absent",
    "length",
    "integer",
];
/// Numbers that the compiler has a node for where they are values, and else not: in sizes, places and rolls.
const NUMBERS: &[&str] = &["integer", "negative", "length", "cell"];

/// The nodes of a tree for editors.
fn nodes(tree: &Tree) -> Vec<Node> {
    let mut found = Vec::new();
    let mut waiting = vec![tree.root_node()];
    while let Some(node) = waiting.pop() {
        let mut cursor = node.walk();
        waiting.extend(node.children(&mut cursor));
        // `else if` of a value goes on with the same node in the compiler's tree; what stands behind `else` of a
        // match has one of its own only here.
        let parent = node.parent();
        let goes_on = |parent: tree_sitter::Node<'_>| {
            parent.kind() == node.kind() && parent.end_byte() == node.end_byte()
        };
        let is_rest = match node.kind() {
            "if_value" => parent.is_some_and(goes_on),
            "value_arm" => node.child(0).is_some_and(|first| first.kind() == "else"),
            kind => OF_ONE.contains(&kind),
        };
        if node.is_named() && !is_rest {
            found.push((node.start_byte(), node.end_byte(), node.kind().to_owned()));
        }
    }
    found
}

/// Nodes as both trees have them: from their first word to their last one, parentheses aside, which belong to no
/// node of the compiler's.
fn told_alike(text: &str, nodes: &mut Vec<Node>) {
    let tokens: Vec<std::ops::Range<usize>> =
        grammar::tokens(text).filter(|token| !["(", ")"].contains(&&text[token.clone()])).collect();
    for (start, end, _) in nodes.iter_mut() {
        let first = tokens.partition_point(|token| token.start < *start);
        let behind = tokens.partition_point(|token| token.end <= *end);
        if first < behind {
            (*start, *end) = (tokens[first].start, tokens[behind - 1].end);
        }
    }
    nodes.sort_unstable();
    nodes.dedup();
}

#[test]
fn every_text_has_the_same_nodes_down_to_its_words() {
    let mut differ = Vec::new();
    let mut compared: BTreeMap<String, usize> = BTreeMap::new();
    for path in files() {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let mut sources = Sources::new();
        let file = sources.add("", &text);
        let parsed = grammar::parse(&sources, file);
        if !parsed.diagnostics.is_empty() {
            continue;
        }
        let mut wanted = compiler::nodes(&text, &parsed.file.items);
        let mut found = nodes(&tree(&text));
        told_alike(&text, &mut wanted);
        told_alike(&text, &mut found);
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        let mut tell = |node: &Node, who: &str| {
            let line = text[..node.0].matches('\n').count() + 1;
            differ.push(format!("{name}:{line}: {} `{}` of {who}", node.2, &text[node.0..node.1]));
        };
        for node in &wanted {
            *compared.entry(node.2.clone()).or_default() += 1;
            if found.binary_search(node).is_err() {
                tell(node, "the compiler alone");
            }
        }
        for node in found.iter().filter(|node| !NUMBERS.contains(&node.2.as_str())) {
            if wanted.binary_search(node).is_err() {
                tell(node, "the editors' grammar alone");
            }
        }
    }
    assert!(
        differ.is_empty(),
        "{} differ\n{}",
        differ.len(),
        differ[..differ.len().min(20)].join("\n")
    );
    assert!(compared.values().sum::<usize>() > 50_000, "{compared:?}");
    for kind in KINDS {
        assert!(compared.contains_key(*kind), "no text has a {kind}");
    }
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
