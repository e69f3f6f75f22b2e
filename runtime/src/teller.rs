//! What happened in a game, in words, and for every point why.

use abi::{
    Base, Cause, HostOp, OriginId, PlaceSort, Program, SiteId, Ty, Word, spot_figure, spot_place,
};

use crate::{
    chronicle::{Deed, Event},
    reason::because,
    seats::Seats,
    speaker::Speaker,
};

/// Points that a player got or lost, with the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// Whose.
    pub player: Word,
    /// How many; negative when lost or paid.
    pub amount: i64,
    /// What for, in words.
    pub cause: String,
    /// The line of the rules that gave them.
    pub origin: Option<OriginId>,
}

/// Tells what happened in a game.
#[derive(Clone, Copy, Debug)]
pub struct Teller<'a> {
    program: &'a Program,
    speaker: Speaker<'a>,
    seats: &'a Seats,
}

const PLACE: Ty = Ty::one(Base::Place(PlaceSort::Any));
const FIGURE: Ty = Ty::one(Base::Figure(abi::FigureSort::Any));

impl<'a> Teller<'a> {
    /// A teller with the names that a speaker uses.
    pub fn new(program: &'a Program, speaker: Speaker<'a>, seats: &'a Seats) -> Self {
        Self { program, speaker, seats }
    }

    /// What happened, in one line; nothing for what only the rules' own bookkeeping notices.
    pub fn event(&self, event: &Event) -> Option<String> {
        match event {
            Event::Deed(deed) => self.deed(deed),
            Event::Turn { player } => Some(format!("{}'s turn", self.name(*player))),
            Event::Shot { shot, .. } => self.speaker.shot(*shot),
            Event::Finish => Some("the end of the game".to_owned()),
            Event::Taken { .. } | Event::Part { .. } => None,
        }
    }

    fn name(&self, player: Word) -> &'a str {
        self.seats.name(player)
    }

    fn value(&self, base: Base, word: Word) -> String {
        self.speaker.value(Ty::one(base), word).to_string()
    }

    fn deed(&self, deed: &Deed) -> Option<String> {
        let [a, b, c, _] = deed.args;
        let speaker = self.speaker;
        let points = |n: Word| if n == 1 { "1 point".to_owned() } else { format!("{n} points") };
        Some(match deed.op()? {
            HostOp::Score => {
                format!("{} scores {} for {}", self.name(a), points(b), self.cause(c))
            }
            HostOp::Lose => format!("{} loses {} for {}", self.name(a), points(b), self.cause(c)),
            HostOp::Pay => {
                let cause = self.cause(deed.args[3]);
                format!("{} pays {} to {} for {cause}", self.name(a), points(b), self.name(c))
            }
            HostOp::Place => {
                let tile = self.speaker.kind_of_tile(b);
                format!("{} places {tile} {}", self.name(a), self.value(Base::Fit, c))
            }
            HostOp::Deploy => {
                let figure = speaker.when(spot_figure(b), spot_place(b));
                format!("{} deploys {}", self.name(a), figure.value(FIGURE, spot_figure(b)))
            }
            HostOp::Move => {
                let figure = speaker.when(a, deed.before).value(FIGURE, a);
                format!("{figure} moves to {}", speaker.value(PLACE, b))
            }
            HostOp::Return => format!("{} returns", speaker.when(a, deed.before).value(FIGURE, a)),
            HostOp::TileLeaves => format!("{} leaves the game", speaker.kind_of_tile(a)),
            HostOp::PileLeaves => format!("pile {} leaves the game", self.value(Base::Pile, a)),
            HostOp::TileToPile => {
                format!("{} goes to pile {}", speaker.kind_of_tile(a), self.value(Base::Pile, b))
            }
            HostOp::TakeToken => {
                format!("{} takes {b} {}", self.name(a), self.value(Base::TokenKind, c))
            }
            HostOp::TakeTokenBack => {
                format!("{} takes back {}", self.name(a), self.value(Base::TokenKind, b))
            }
            HostOp::PutToken => {
                let place = speaker.value(PLACE, c);
                format!("{} puts {} on {place}", self.name(a), self.value(Base::TokenKind, b))
            }
            HostOp::LayToken => {
                let span = self.value(Base::Span, c);
                format!("{} lays {} {span}", self.name(a), self.value(Base::TokenKind, b))
            }
            HostOp::TakeFromPile => {
                let (token, pile) =
                    (self.value(Base::TokenKind, c), self.value(Base::Pile, deed.args[3]));
                format!("{} takes {b} {token} from {pile}", self.name(a))
            }
            HostOp::Join => format!("{} joins {}", self.segment(a), self.segment(b)),
            HostOp::Part => format!("{} parts from {}", self.segment(a), self.segment(b)),
            HostOp::Win => format!("{} wins", self.name(a)),
            _ => return None,
        })
    }

    fn segment(&self, segment: Word) -> String {
        self.value(Base::Segment(None), segment)
    }

    fn cause(&self, cause: Word) -> String {
        self.value(Base::Cause, cause)
    }

    /// The points that a deed gave or took.
    pub fn points(&self, event: &Event) -> Vec<Points> {
        let Event::Deed(deed) = event else {
            return Vec::new();
        };
        let [a, b, c, d] = deed.args;
        let origin = self.origin(deed.site);
        let points = |player: Word, amount: i64, cause: Word| Points {
            player,
            amount,
            cause: self.cause(cause),
            origin,
        };
        match deed.op() {
            Some(HostOp::Score) => vec![points(a, b, c)],
            Some(HostOp::Lose) => vec![points(a, b.saturating_neg(), c)],
            Some(HostOp::Pay) => vec![points(a, b.saturating_neg(), d), points(c, b, d)],
            _ => Vec::new(),
        }
    }

    fn origin(&self, site: SiteId) -> Option<OriginId> {
        self.program.sites.get(site.index()).map(|s| s.origin)
    }

    /// Why it happened: the statements that the rule line carries out, the line, and where it stands.
    pub fn why(&self, event: &Event) -> Option<String> {
        match event {
            Event::Deed(deed) => Some(because(self.program, self.origin(deed.site)?)),
            Event::Shot { ask, .. } => {
                Some(because(self.program, self.program.asks.get(ask.index())?.origin))
            }
            Event::Taken { .. } | Event::Turn { .. } | Event::Part { .. } | Event::Finish => None,
        }
    }

    /// What points were given for: the sort of thing, as the key of its text begins, and the name of its kind.
    pub fn cause_kind(&self, event: &Event) -> Option<(&'static str, &'a str)> {
        let Event::Deed(deed) = event else {
            return None;
        };
        let cause = match deed.op() {
            Some(HostOp::Score | HostOp::Lose) => deed.args[2],
            Some(HostOp::Pay) => deed.args[3],
            _ => return None,
        };
        match Cause::from_word(cause)? {
            Cause::Feature(segment) => Some(("cause", self.speaker.kind_of_feature(segment)?)),
            Cause::Tile(tile) => Some(("tile", self.speaker.kind_name(tile)?)),
            Cause::Token(token) => {
                Some(("token", self.program.tokens.get(token as usize)?.name.as_str()))
            }
            Cause::Pile(pile) => Some(("pile", self.program.piles.get(pile as usize)?.as_str())),
            Cause::Figure(_) => None,
        }
    }
}
