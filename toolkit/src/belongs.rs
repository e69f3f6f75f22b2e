//! To which questions of the rules an answer belongs, by its words alone.

use std::collections::BTreeSet;

use abi::{AskKind, AskShape, Base, FigureSort, Program, Ty};
use runtime::{Playthrough, Token};

/// An answer to another question than the one that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Elsewhere {
    /// What is asked now.
    pub(crate) told: String,
    /// The names of the questions that it may be an answer to.
    pub(crate) asks: Vec<String>,
}

/// What is asked now, of an answer that belongs to another question; nothing if it may belong to the one that waits.
pub(crate) fn elsewhere(play: &Playthrough, said: &[Token]) -> Option<Elsewhere> {
    let waiting = play.game().waiting()?;
    let now = format!("the game waits for {} now", play.waits_for());
    let case = Case { play, program: play.rules().program(), said };
    if case.belongs_to(play.ask(waiting.call.ask)) {
        return None;
    }
    let asks: Vec<&AskShape> =
        case.program.asks.iter().filter(|ask| case.belongs_to(ask)).collect();
    let names: BTreeSet<&str> = asks.iter().map(|ask| ask.name.as_str()).collect();
    let all: Vec<String> = said.iter().map(ToString::to_string).collect();
    let passes = ["no", "none", "nothing", "yes"];
    let what = match (said.first()?, &asks[..]) {
        (_, []) if said.len() == 1 && passes.contains(&all[0].as_str()) => {
            let told = format!("{now}, and `{}` is no answer to it", all[0]);
            return Some(Elsewhere { told, asks: Vec::new() });
        }
        (_, []) => return None,
        (_, asks) if asks.iter().all(|ask| ask.ty.base == Base::Fit) => {
            "a place for a tile".to_owned()
        }
        (Token::Name(word), asks) if asks.iter().all(|ask| ask.kind == AskKind::Menu) => {
            format!("`{word}`")
        }
        _ => format!("`{}`", all.join(" ")),
    };
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let told = format!("{now}, and {what} is an answer to {}", quoted.join(" or "));
    Some(Elsewhere { told, asks: names.into_iter().map(str::to_owned).collect() })
}

/// The offers of the menu that waits to which an answer may belong that names none of them.
pub(crate) fn offers_meant(play: &Playthrough, said: &[Token]) -> Vec<String> {
    let Some(waiting) = play.game().waiting() else { return Vec::new() };
    let case = Case { play, program: play.rules().program(), said };
    let offers = &play.ask(waiting.call.ask).offers;
    if offers.iter().any(|offer| case.names(&offer.name)) {
        return Vec::new();
    }
    let meant = |ty: Option<Ty>| ty.is_some_and(|ty| case.begins_with_part_of(ty));
    offers.iter().filter(|offer| meant(offer.ty)).map(|offer| offer.name.clone()).collect()
}

struct Case<'a> {
    play: &'a Playthrough,
    program: &'a Program,
    said: &'a [Token],
}

impl Case<'_> {
    /// Whether a question might have such an answer.
    fn belongs_to(&self, ask: &AskShape) -> bool {
        match ask.kind {
            AskKind::Menu => {
                let first = self.said.first();
                let is_said = |name: &str| matches!(first, Some(Token::Name(said)) if said == name);
                let may_be = |ty: Option<Ty>| ty.is_some_and(|ty| self.begins_with_part_of(ty));
                ask.offers.iter().any(|offer| is_said(&offer.name) || may_be(offer.ty))
            }
            AskKind::Decides => self.is_one_of(&["yes", "no"]),
            AskKind::Chooses | AskKind::MayChoose => self.is_of(ask.ty.base),
            // Nobody says what chance brings, and where shots land is said in words of their own.
            AskKind::Rolls | AskKind::Draws | AskKind::Shoots => false,
        }
    }

    /// Whether it is one value of a type.
    fn is_of(&self, base: Base) -> bool {
        let program = self.program;
        let says = |name: &str| self.is_one_of(&[name]);
        match base {
            // Only where a tile goes is said with a turn.
            Base::Fit => self.names("turned") || self.is_cell(),
            Base::Cell | Base::Tile => self.is_cell(),
            Base::Enum(e) => program
                .enums
                .get(usize::from(e))
                .is_some_and(|all| all.names.iter().any(|name| says(name))),
            Base::Player => self.play.seats().names().iter().any(|name| says(name)),
            Base::TileKind => program.tiles.iter().any(|kind| says(&kind.name)),
            Base::TokenKind => program.tokens.iter().any(|kind| says(&kind.name)),
            Base::FigureKind => program.figures.iter().any(|kind| says(&kind.name)),
            Base::FeatureKind => program.features.iter().any(|kind| says(&kind.name)),
            Base::Pile => program.piles.iter().any(|name| says(name)),
            Base::Int => matches!(self.said, [Token::Int(_)]),
            Base::Length => matches!(self.said, [Token::Length(_)]),
            Base::Figure(_) => self.has_figure() && !self.names("to"),
            Base::Spot => {
                self.has_figure() && ["on", "to", "at", "beside"].iter().any(|w| self.names(w))
            }
            Base::Segment(_) | Base::Feature(_) => {
                let mut printed = program.tiles.iter().flat_map(|tile| &tile.segments);
                let first = self.said.first();
                printed.any(|s| matches!(first, Some(Token::Name(said)) if *said == s.name))
            }
            Base::Nothing
            | Base::Flag
            | Base::Corner
            | Base::Edge
            | Base::Place(_)
            | Base::Span
            | Base::Shot
            | Base::Direction
            | Base::Point
            | Base::Cause => false,
        }
    }

    /// Whether it begins with a figure that such an option of an offer may be about: people leave out what the offer is
    /// called.
    fn begins_with_part_of(&self, ty: Ty) -> bool {
        let Some(Token::Name(first)) = self.said.first() else { return false };
        let mut kinds = self.program.figures.iter().enumerate();
        let Some((id, kind)) = kinds.find(|(_, kind)| kind.name == *first) else { return false };
        match ty.base {
            Base::Spot => kind.owned,
            Base::Figure(sort) => match sort {
                FigureSort::Any => true,
                FigureSort::Follower => kind.follower,
                FigureSort::Special => kind.owned && !kind.follower,
                FigureSort::Neutral => !kind.owned,
                FigureSort::Owned => kind.owned,
                FigureSort::Kind(other) => other.index() == id,
            },
            _ => false,
        }
    }

    /// Whether it is a single word, one of these.
    fn is_one_of(&self, words: &[&str]) -> bool {
        matches!(self.said, [Token::Name(said)] if words.contains(&said.as_str()))
    }

    /// Whether it is `at (x, y)` and no more.
    fn is_cell(&self) -> bool {
        matches!(self.said, [Token::Name(at), Token::Cell(..)] if at == "at")
    }

    /// Whether a word is in it.
    fn names(&self, word: &str) -> bool {
        self.said.iter().any(|token| matches!(token, Token::Name(said) if said == word))
    }

    fn has_figure(&self) -> bool {
        // Whose figure it is may come first, and nothing else does.
        let is_figure = |token: &Token| match token {
            Token::Name(said) => self.program.figures.iter().any(|kind| kind.name == *said),
            _ => false,
        };
        self.said.iter().take(2).any(is_figure)
    }
}
