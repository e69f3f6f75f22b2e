//! What words mean: every kind of value in words, to whoever is asked.

use std::sync::Arc;

use abi::*;

use super::program::{Rules as Code, program, setup};
use crate::{Playthrough, Rules, Seats, Setup, read_answer};

/// Two tiles; red stands on a line, blue beside on a space.
fn table() -> Playthrough {
    let piece = |owner, segment| PicturePiece {
        figure: FigureKindId(1),
        owner: Some(owner),
        segment: Some(segment),
    };
    let lying =
        |tile, at, turn, pieces| PictureCell { tile: TileKindId(tile), cell: at, turn, pieces };
    let cells = vec![
        lying(0, cell(0, 0), 0, vec![piece(0, 0)]),
        lying(4, cell(0, 1), 1, vec![piece(1, 0)]),
    ];
    let setup = Setup { board: Some(Picture { cells }), ..setup(1, 2) };
    let rules = Rules::new(Arc::new(program(Code::default())));
    Playthrough::new(Arc::new(rules), setup, Seats::colours(2)).unwrap()
}

fn told(play: &Playthrough, asked: Option<Word>, base: Base, word: Word) -> String {
    play.speaker(asked).value(Ty::one(base), word).to_string()
}

/// The figures of red and blue that stand on the board, then one in red's supply.
fn figures(play: &Playthrough) -> [Word; 3] {
    let standing: Vec<Word> = play.game().standing().map(|(figure, _)| figure).collect();
    let get = |figure, column| play.game().memory().get(Table::Figure, figure, column);
    let figures = play.game().memory().rows(Table::Figure) as Word;
    let supply = (0..figures)
        .find(|&f| get(f, field::figure::OWNER) == 0 && get(f, field::figure::PLACE) == ABSENT);
    [standing[0], standing[1], supply.unwrap()]
}

#[test]
fn figures_are_named_with_an_owner_who_is_not_asked() {
    let play = table();
    let [red, blue, supply] = figures(&play);
    let any = Base::Figure(FigureSort::Any);
    assert_eq!(told(&play, Some(0), any, red), "peg on r0 at (0, 0)");
    assert_eq!(told(&play, Some(1), any, red), "red peg on r0 at (0, 0)");
    assert_eq!(told(&play, None, any, blue), "blue peg on m0 at (0, 1)");
    assert_eq!(told(&play, Some(0), any, supply), "peg");
    assert_eq!(told(&play, Some(0), any, 0), "guard", "a neutral figure has no owner");
    let meaning = play.speaker(Some(0)).value(Ty::one(any), red);
    for said in ["peg", "red peg", "peg on r0", "red peg at (0, 0)", "red peg on r0 at (0, 0)"] {
        assert!(meaning.is_said_by(&read_answer(said).unwrap()), "{said}");
    }
    for said in ["", "red", "blue peg", "peg on m0", "peg on r0 at (0, 1)", "peg r0", "peg on"] {
        assert!(!meaning.is_said_by(&read_answer(said).unwrap()), "{said}");
    }
    // It stood elsewhere at the time that is spoken of.
    let space = play.game().memory().get(Table::Tile, 1, field::tile::SEGMENTS);
    let then = play.speaker(Some(0)).when(red, Place::Segment(space).word());
    assert_eq!(then.value(Ty::one(any), red).to_string(), "peg on m0 at (0, 1)");
}

#[test]
fn spots_say_where_from_and_where_to() {
    let play = table();
    let [red, blue, supply] = figures(&play);
    let space = Place::Segment(play.game().memory().get(Table::Tile, 1, field::tile::SEGMENTS));
    let to = |figure, place: Place| told(&play, Some(0), Base::Spot, spot(figure, place.word()));
    assert_eq!(to(supply, space), "peg on m0 at (0, 1)");
    assert_eq!(to(red, space), "peg on r0 at (0, 0) to m0 at (0, 1)");
    assert_eq!(to(supply, Place::Tile(1)), "peg at (0, 1)");
    assert_eq!(to(red, Place::Tile(1)), "peg on r0 at (0, 0) to at (0, 1)");
    assert_eq!(to(supply, Place::Figure(blue)), "peg beside blue peg on m0 at (0, 1)");
    assert_eq!(to(supply, Place::Corner(cell(1, 1))), "peg on SE at (0, 0)");
    assert_eq!(to(red, Place::Player(1)), "peg on r0 at (0, 0) to blue");
}

#[test]
fn everything_else_has_words_too() {
    let play = table();
    let told = |base, word| told(&play, None, base, word);
    assert_eq!(told(Base::Fit, fit(0, cell(2, -1), 1)), "at (2, -1) turned 90");
    assert_eq!(told(Base::Tile, 1), "at (0, 1)");
    assert_eq!(told(Base::TileKind, 4), "space");
    assert_eq!(told(Base::Cell, cell(-3, 4)), "at (-3, 4)");
    assert_eq!(told(Base::Corner, cell(0, 0)), "NW at (0, 0)");
    assert_eq!(told(Base::Corner, cell(0, 2)), "SW at (0, 1)");
    assert_eq!(told(Base::Segment(None), 0), "r0 at (0, 0)");
    assert_eq!(told(Base::Feature(None), 5), "f1 at (0, 0)", "by its oldest segment");
    assert_eq!(told(Base::Cause, Cause::Feature(0).word()), "line r0 at (0, 0)");
    assert_eq!(told(Base::Cause, Cause::Tile(1).word()), "space at (0, 1)");
    assert_eq!(told(Base::Player, 1), "blue");
    assert_eq!((told(Base::Flag, 1), told(Base::Flag, 0)), ("yes".into(), "no".into()));
    assert_eq!(told(Base::Int, -7), "-7");
    assert_eq!(told(Base::Length, 20_000), "20 mm");
    assert_eq!(told(Base::Length, 1_500), "1500 um");
    assert_eq!(told(Base::Direction, 3), "SE");
    assert_eq!(told(Base::Pile, 0), "bag");
    assert_eq!(told(Base::FeatureKind, 1), "area");
    assert_eq!(told(Base::FigureKind, 1), "peg");
    assert_eq!(told(Base::Tile, ABSENT), "none");
}

#[test]
fn words_of_nothing_are_no_panic() {
    let play = table();
    for base in [
        Base::Tile,
        Base::TileKind,
        Base::Segment(None),
        Base::Feature(None),
        Base::Figure(FigureSort::Any),
        Base::Place(PlaceSort::Any),
        Base::Spot,
        Base::Enum(3),
        Base::Player,
        Base::TokenKind,
        Base::Cause,
    ] {
        for word in [-1, 999_999, i64::MAX, 1 << 41] {
            assert!(!told(&play, None, base, word).is_empty());
        }
    }
}
