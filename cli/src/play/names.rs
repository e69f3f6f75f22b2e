//! The words that players read: texts of the expansions in their language, and colours for their names.

use abi::{Base, Place, Program, Table, Ty, Word, field, spot_figure, spot_place};
use runtime::{Choice, Pick, Playthrough, Question};
use toolkit::{Messages, question_key};

use crate::{
    phrases::{Phrase, Phrases},
    screen::{Screen, Style, harmless},
};

/// Texts and phrases of one language.
pub(super) struct Names {
    pub(super) messages: Messages,
    pub(super) phrases: Phrases,
}

impl Names {
    /// A phrase with words in its places.
    pub(super) fn say(&self, phrase: Phrase, words: &[&str]) -> String {
        self.phrases.say(phrase, words)
    }

    /// The text of a key; of a missing one its last name.
    pub(super) fn text(&self, key: &str) -> String {
        harmless(&self.messages.text(key)).replace('\n', " ")
    }

    /// A player's name as read.
    pub(super) fn player(&self, play: &Playthrough, seat: Word) -> String {
        self.text(&format!("player-{}", play.seats().name(seat)))
    }

    /// The same in the player's colour.
    pub(super) fn painted(&self, play: &Playthrough, seat: Word, screen: &Screen<'_>) -> String {
        screen.paint(colour(play.seats().name(seat)), &self.player(play, seat))
    }

    /// Words as the rules write them, `fairy beside red meeple on c0 at (1, 0)`, with players, figures and the words
    /// between in the players' language.
    pub(super) fn notation(&self, words: &str) -> String {
        let words = harmless(words);
        let mut said = Vec::new();
        let mut words = words.split(' ').peekable();
        // Only where the notation has a thing, a name is looked up: behind `on` stands a segment, whatever its name.
        let mut is_thing = true;
        while let Some(word) = words.next() {
            let player = self.messages.find(&format!("player-{word}")).filter(|_| is_thing);
            let figure = match player.is_some() {
                true => words.peek().copied(),
                false => Some(word).filter(|_| is_thing),
            };
            let figure = figure.and_then(|kind| self.messages.find(&format!("figure-{kind}")));
            is_thing = matches!(word, "beside" | "to" | "of");
            said.push(match (player, figure) {
                (Some(player), Some(figure)) => {
                    words.next();
                    self.say(Phrase::Owned, &[&player, &figure])
                }
                (Some(text), None) | (None, Some(text)) => text,
                (None, None) => self.phrases.notation(word),
            });
        }
        harmless(&said.join(" ")).replace('\n', " ")
    }

    /// The name of a kind of thing.
    pub(super) fn kind(&self, sort: &str, name: &str) -> String {
        self.text(&format!("{sort}-{name}"))
    }

    /// What is asked.
    pub(super) fn question(&self, question: &Question) -> String {
        self.text(&question_key(&question.name))
    }

    /// An option in the words of players, without its place where that says nothing new.
    pub(super) fn option(&self, play: &Playthrough, question: &Question, pick: Pick) -> String {
        let Pick::Option(Choice { offer, value }) = pick else {
            return self.say(Phrase::Nothing, &[]);
        };
        let ask = play.ask(question.ask);
        let key = question_key(&question.name);
        let offer = offer.and_then(|o| ask.offers.get(usize::from(o)));
        match offer {
            Some(offer) => {
                let head = self.text(&format!("{key}-{}", offer.name));
                match offer.ty.and_then(|ty| self.value(play, &key, ty, value)) {
                    Some(rest) => format!("{head}: {rest}"),
                    None => head,
                }
            }
            None => self.value(play, &key, ask.ty, value).unwrap_or_default(),
        }
    }

    fn value(&self, play: &Playthrough, key: &str, ty: Ty, value: Word) -> Option<String> {
        let program = play.rules().program();
        let position = usize::try_from(value).ok();
        match ty.base {
            Base::Flag => {
                let word = if value == 0 { Phrase::No } else { Phrase::Yes };
                Some(self.say(word, &[]))
            }
            Base::Enum(shape) => {
                let names = &program.enums.get(usize::from(shape))?.names;
                let name = names.get(usize::try_from(value).ok()?)?;
                Some(self.text(&format!("{key}-{name}")))
            }
            Base::Player => Some(self.player(play, value)),
            Base::TokenKind => Some(self.kind("token", &program.tokens.get(position?)?.name)),
            Base::FigureKind => Some(self.kind("figure", &program.figures.get(position?)?.name)),
            Base::FeatureKind => Some(self.kind("feature", &program.features.get(position?)?.name)),
            Base::Spot => {
                self.standing(play, spot_figure(value), Place::from_word(spot_place(value)))
            }
            Base::Figure(_) => {
                let place = get(play, Table::Figure, value, field::figure::PLACE)?;
                self.standing(play, value, Place::from_word(place))
            }
            Base::Segment(_) | Base::Feature(_) => self.feature(play, value),
            _ => None,
        }
    }

    /// What a figure is, or would be, on a place: `follower as knight, city, 3 tiles, open`.
    pub(super) fn standing(
        &self,
        play: &Playthrough,
        figure: Word,
        place: Option<Place>,
    ) -> Option<String> {
        let name = self.figure(play, figure)?;
        let Some(Place::Segment(segment)) = place else {
            return Some(name);
        };
        // Many figures have the same roles, and some are called as their only role is.
        let who = match self.role(play, figure, segment) {
            Some(role) if role != name => self.say(Phrase::As, &[&name, &role]),
            Some(_) | None => name,
        };
        Some(self.say(Phrase::In, &[&who, &self.feature(play, segment)?]))
    }

    /// The name of a figure's kind.
    pub(super) fn figure(&self, play: &Playthrough, figure: Word) -> Option<String> {
        let kind = get(play, Table::Figure, figure, field::figure::KIND)?;
        let kind = play.rules().program().figures.get(usize::try_from(kind).ok()?)?;
        Some(self.text(&format!("figure-{}", kind.name)))
    }

    /// What a figure is called on a segment.
    pub(super) fn role(&self, play: &Playthrough, figure: Word, segment: Word) -> Option<String> {
        let program = play.rules().program();
        let kind = get(play, Table::Figure, figure, field::figure::KIND)?;
        let kind = program.figures.get(usize::try_from(kind).ok()?)?;
        let feature = get(play, Table::Segment, segment, field::segment::KIND)?;
        let stands =
            kind.stands.iter().find(|s| s.feature.is_some_and(|f| f.index() as Word == feature))?;
        Some(self.text(&format!("role-{}", stands.role.as_ref()?)))
    }

    /// The feature of a segment: `city, 3 tiles, open`.
    fn feature(&self, play: &Playthrough, segment: Word) -> Option<String> {
        let program = play.rules().program();
        let kind = get(play, Table::Segment, segment, field::segment::KIND)?;
        let name = &program.features.get(usize::try_from(kind).ok()?)?.name;
        let mut text = self.text(&format!("feature-{name}"));
        let feature = get(play, Table::Segment, segment, field::segment::FEATURE)?;
        let tiles = tiles_of(play, feature);
        if tiles > 1 {
            text = format!("{text}, {}", self.say(Phrase::Tiles, &[&tiles.to_string()]));
        }
        if get(play, Table::Feature, feature, field::feature::OPEN)? > 0 {
            text = format!("{text}, {}", self.say(Phrase::Open, &[]));
        }
        Some(text)
    }

    /// The short text of the statement that an expansion cites, if there is one.
    pub(super) fn statement(&self, citing: &str, number: &str) -> Option<String> {
        self.messages.statement(citing, number).map(|text| harmless(&text))
    }
}

/// A word of a game's tables, if it is there.
pub(super) fn get(play: &Playthrough, table: Table, row: Word, column: u32) -> Option<Word> {
    let memory = play.game().memory();
    let known = usize::try_from(row).is_ok_and(|row| row < memory.rows(table));
    known.then(|| memory.get(table, row, column)).filter(|&word| word != abi::ABSENT)
}

/// On how many tiles a feature lies.
fn tiles_of(play: &Playthrough, feature: Word) -> usize {
    let mut tiles = Vec::new();
    let mut next = get(play, Table::Feature, feature, field::feature::FIRST);
    while let Some(segment) = next {
        tiles.extend(get(play, Table::Segment, segment, field::segment::TILE));
        next = get(play, Table::Segment, segment, field::segment::NEXT);
    }
    tiles.sort_unstable();
    tiles.dedup();
    tiles.len()
}

/// The colour of a player, by name; players with other names share one.
pub(super) fn colour(name: &str) -> Style {
    match name {
        "red" => Style::Red,
        "blue" => Style::Blue,
        "green" => Style::Green,
        "yellow" => Style::Yellow,
        "pink" => Style::Magenta,
        _ => Style::Bold,
    }
}

/// The expansions that play, with their titles: `Carcassonne, The Crop Circles`.
pub(super) fn titles(names: &Names, program: &Program) -> String {
    let title = |(name, title): &(String, String)| {
        let found = names.messages.find(&format!("expansion-{name}"));
        harmless(&found.unwrap_or_else(|| title.clone()))
    };
    program.expansions.iter().map(title).collect::<Vec<_>>().join(", ")
}
