//! Telling deeds in the players' language: who did what with which piece, and where.

use abi::{
    Base, FigureSort, HostOp, Place, PlaceSort, Table, Ty, Word, field, spot_figure, spot_place,
};
use runtime::{Deed, Playthrough, Speaker};

use super::names::{Names, get};
use crate::{
    phrases::Phrase,
    screen::{Screen, Style},
};

const FIGURE: Ty = Ty::one(Base::Figure(FigureSort::Any));
const PLACE: Base = Base::Place(PlaceSort::Any);

/// What was done, in one line; nothing for bookkeeping, and for points, which are told with their reasons.
pub(super) fn deed_told(
    deed: &Deed,
    play: &Playthrough,
    names: &Names,
    screen: &Screen<'_>,
) -> Option<String> {
    let [a, b, c, _] = deed.args;
    let who = |seat: Word| names.painted(play, seat, screen);
    let speaker = play.speaker(Some(a));
    let written = |base: Base, word: Word| speaker.value(Ty::one(base), word).to_string();
    let value = |base: Base, word: Word| names.notation(&written(base, word));
    let named =
        |kind: &str, base: Base, word: Word| names.text(&format!("{kind}-{}", written(base, word)));
    let said = |phrase: Phrase, words: &[&str]| names.say(phrase, words);
    Some(match deed.op()? {
        HostOp::Place => {
            said(Phrase::Places, &[&who(a), speaker.kind_of_tile(b), &value(Base::Fit, c)])
        }
        HostOp::Deploy => {
            let (figure, place) = (spot_figure(b), spot_place(b));
            let what = piece(play, names, speaker.when(figure, place), figure);
            let role = role(play, names, figure, place);
            format!("{}{role}", said(Phrase::Deploys, &[&who(a), &what]))
        }
        HostOp::Return => {
            let what = piece(play, names, play.speaker(None).when(a, deed.before), a);
            screen.paint(Style::Dim, &said(Phrase::Returns, &[&what]))
        }
        HostOp::Move => {
            let what = piece(play, names, play.speaker(None).when(a, deed.before), a);
            // The first argument is a figure: nobody is spoken to.
            let place = play.speaker(None).value(Ty::one(PLACE), b).to_string();
            said(Phrase::Moves, &[&what, &names.notation(&place)])
        }
        HostOp::TileLeaves => said(Phrase::Leaves, &[speaker.kind_of_tile(a)]),
        HostOp::PileLeaves => said(Phrase::Leaves, &[&named("pile", Base::Pile, a)]),
        HostOp::TileToPile => {
            said(Phrase::ToPile, &[speaker.kind_of_tile(a), &named("pile", Base::Pile, b)])
        }
        HostOp::TakeToken | HostOp::TakeFromPile => {
            let token = named("token", Base::TokenKind, c);
            said(Phrase::Takes, &[&who(a), &b.to_string(), &token])
        }
        HostOp::TakeTokenBack => {
            said(Phrase::TakesBack, &[&who(a), &named("token", Base::TokenKind, b)])
        }
        HostOp::PutToken => {
            let token = named("token", Base::TokenKind, b);
            said(Phrase::Puts, &[&who(a), &token, &value(PLACE, c)])
        }
        HostOp::LayToken => {
            let token = named("token", Base::TokenKind, b);
            said(Phrase::Puts, &[&who(a), &token, &value(Base::Span, c)])
        }
        HostOp::Join | HostOp::Part => {
            let phrase = if deed.op()? == HostOp::Join { Phrase::Joins } else { Phrase::PartsFrom };
            let segment = |word: Word| value(Base::Segment(None), word);
            said(phrase, &[&segment(a), &segment(b)])
        }
        HostOp::Win => screen.paint(Style::Bold, &said(Phrase::Wins, &[&who(a)])),
        _ => return None,
    })
}

/// A figure with its place: `Red follower on c0 at (1, 0)`, without its owner where the speaker leaves him out.
fn piece(play: &Playthrough, names: &Names, speaker: Speaker<'_>, figure: Word) -> String {
    let written = speaker.value(FIGURE, figure).to_string();
    let owner = get(play, Table::Figure, figure, field::figure::OWNER);
    let owned = owner.and_then(|seat| {
        let rest = written.strip_prefix(play.seats().name(seat))?.strip_prefix(' ')?;
        Some((seat, rest))
    });
    let rest = owned.map_or(written.as_str(), |(_, rest)| rest);
    let kind = names.figure(play, figure).unwrap_or_default();
    let text = match rest.split_once(' ') {
        Some((_, place)) => format!("{kind} {}", names.notation(place)),
        None => kind,
    };
    match owned {
        Some((seat, _)) => names.say(Phrase::Owned, &[&names.player(play, seat), &text]),
        None => text,
    }
}

/// ` (knight)`
fn role(play: &Playthrough, names: &Names, figure: Word, place: Word) -> String {
    let segment = match Place::from_word(place) {
        Some(Place::Segment(segment)) => segment,
        _ => return String::new(),
    };
    names.role(play, figure, segment).map_or_else(String::new, |role| format!(" ({role})"))
}
