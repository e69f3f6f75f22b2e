//! The reference of the vocabulary is printed from the table that the compiler reads.
//! `CARC_WRITE_DOCS=1 cargo test -p carc-tests vocabulary` writes it anew.

use std::fmt::Write as _;
use std::fs;

use abi::{Base, Cost, DeedKind, Entry, FigureSort, Owner, Shape, Ty, VOCABULARY};

use crate::fixture::root;

const PAGE: &str = "docs/language/vocabulary.md";

const INTRODUCTION: &str = "# The vocabulary

What rules can see and do. A word that is not listed here is declared in some `.carc` file.

This page is printed from the table that the compiler reads, so it says what this release does.

**Cost.** `D` reads plain data, `L` is a loop over plain data, `H` calls the game. Guards and formulas are meant to be
all `D` and `L`.

Every word about one thing is also a question with that thing as its first argument: `f.tiles` is `tiles(f)`. Anything
that tokens can lie on has each kind of token as a number, and every property that some file declares with `has` or
`keeps`.
";

/// Each owner with the heading and the explanation of its table.
const OWNERS: &[(Owner, &str, &str)] = &[
    (Owner::Player, "player", "Somebody who plays."),
    (Owner::Tile, "tile", "One piece of cardboard."),
    (Owner::Cell, "cell", "A square of the table, empty or not."),
    (Owner::Segment, "segment", "One piece of landscape on one tile; figures can stand on it."),
    (Owner::Feature, "feature", "Segments that are joined."),
    (Owner::Figure, "figure", "A piece of wood."),
    (
        Owner::Place,
        "place",
        "Anything that a figure can stand on: a segment, a tile, a corner, a figure, a player.",
    ),
    (Owner::Spot, "spot", "One way to deploy or move a figure."),
    (Owner::Fit, "fit", "One way to place a tile."),
    (
        Owner::Direction,
        "direction",
        "One of eight points of the compass; printed on a tile it turns with the tile.",
    ),
    (Owner::Corner, "corner", "A crossing of the grid."),
    (Owner::Edge, "edge", "One side of a tile as it lies."),
    (Owner::Span, "span", "One way to lay a token across a tile."),
    (Owner::Shot, "shot", "The landing of a token that was shot."),
    (Owner::Global, "Names that are always there", "They are asked of nobody."),
    (Owner::Call, "Questions with arguments", "They belong to nobody in particular."),
];

fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    for &(owner, heading, explanation) in OWNERS {
        write!(page, "\n## {heading}\n\n{explanation}\n\n| word | type | cost | says |\n")
            .expect("a text can grow");
        page.push_str("| --- | --- | --- | --- |\n");
        for entry in VOCABULARY.iter().filter(|entry| entry.owner == owner) {
            page.push_str(&row(entry));
        }
    }
    page.push_str(
        "\n## Deeds\n\nA deed changes the game. Each is a moment that hooks can answer; in the head of a hook names \
         stand in\nthe place of things. `lay from (x, y) { … }`, `end game` and assignments are statements, no moments.\n\n\
         | sentence | head of a hook | does |\n| --- | --- | --- |\n",
    );
    for kind in DeedKind::ALL {
        let [sentence, head, does] = kind.words();
        let head = if head == "–" { head.to_owned() } else { format!("`{head}`") };
        writeln!(page, "| `{sentence}` | {head} | {does} |").expect("a text can grow");
    }
    page
}

fn row(entry: &Entry) -> String {
    let dot = if matches!(entry.owner, Owner::Global | Owner::Call) { "" } else { "." };
    let params: Vec<String> = entry.params.iter().map(|&ty| type_words(ty)).collect();
    let is_question = !params.is_empty() || entry.owner == Owner::Call;
    // Only `distance` takes things of several types.
    let things = if params.is_empty() { "a, b".to_owned() } else { params.join(", ") };
    let params = if is_question { format!("({things})") } else { String::new() };
    let cost = match entry.cost {
        Cost::D => "D",
        Cost::L => "L",
        Cost::H => "H",
    };
    let Entry { name, doc, result, .. } = entry;
    format!("| `{dot}{name}{params}` | {} | {cost} | {doc} |\n", type_words(*result))
}

/// A type as rules write it.
fn type_words(ty: Ty) -> String {
    let base = match ty.base {
        Base::Nothing => "nothing",
        Base::Int => "int",
        Base::Flag => "flag",
        Base::Length => "length",
        Base::Enum(_) => "enum",
        Base::Player => "player",
        Base::Tile => "tile",
        Base::TileKind => "tile_kind",
        Base::Cell => "cell",
        Base::Corner => "corner",
        Base::Edge => "edge",
        Base::Segment(_) => "segment",
        Base::Feature(_) => "feature",
        Base::Figure(FigureSort::Follower) => "follower",
        Base::Figure(FigureSort::Special) => "special",
        Base::Figure(FigureSort::Neutral) => "neutral",
        Base::Figure(FigureSort::Any | FigureSort::Owned | FigureSort::Kind(_)) => "figure",
        Base::Place(_) => "place",
        Base::Spot => "spot",
        Base::Fit => "fit",
        Base::Span => "span",
        Base::Pile => "pile",
        Base::Shot => "shot",
        Base::TokenKind => "token_kind",
        Base::FigureKind => "figure_kind",
        Base::FeatureKind => "feature_kind",
        Base::Direction => "direction",
        Base::Point => "point",
        Base::Cause => "cause",
    };
    match ty.shape {
        Shape::One => base.to_owned(),
        Shape::Maybe => format!("{base}?"),
        Shape::List => format!("list of {base}"),
    }
}

#[test]
fn the_reference_of_the_vocabulary_is_current() {
    let path = root().join(PAGE);
    let page = page();
    if std::env::var_os("CARC_WRITE_DOCS").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == page, "{PAGE} is not current: run this test with CARC_WRITE_DOCS=1");
}

#[test]
fn every_word_has_its_place_and_its_doc() {
    for entry in VOCABULARY {
        assert!(OWNERS.iter().any(|&(owner, ..)| owner == entry.owner), "{}", entry.name);
        assert!(entry.doc.len() > 3, "{} says nothing", entry.name);
        assert!(!entry.doc.ends_with('.') && !entry.doc.contains('|'), "{}", entry.name);
    }
    for (at, entry) in VOCABULARY.iter().enumerate() {
        let doubles = VOCABULARY[..at].iter();
        let double = doubles.filter(|other| (other.owner, other.name) == (entry.owner, entry.name));
        assert_eq!(double.count(), 0, "{} stands twice", entry.name);
        let same = VOCABULARY.iter().filter(|other| other.question == entry.question).count();
        assert_eq!(same, 1, "two words ask {:?}", entry.question);
    }
}
