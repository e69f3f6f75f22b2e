//! To which questions of the rules an answer belongs, by its words alone.

use std::collections::BTreeSet;

use abi::{AskKind, AskShape, Base, Program};
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
                ask.offers.iter().any(|offer| is_said(&offer.name))
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
