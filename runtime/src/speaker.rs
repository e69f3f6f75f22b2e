//! Puts a game's things into words: `at (2, -1) turned 90`, `deploy meeple on c0 at (0, -1)`. The words come
//! from the program's own names.

use std::collections::BTreeMap;

use abi::{
    Base, Cause, EdgeSet, Fault, Joins, LocalValue, Memory, Place, Point, Program, Table, Ty, Word,
    cell_x, cell_y, field, fit_cell, fit_given, fit_turn, list_len, spot_figure, spot_place,
};

use crate::{
    grid::AROUND,
    landing::{position_tokens, spoken},
    meaning::{Meaning, Token, name},
    seats::Seats,
};

/// Puts the words of a game's things into words of people.
#[derive(Clone, Copy, Debug)]
pub struct Speaker<'a> {
    program: &'a Program,
    memory: &'a Memory,
    seats: &'a Seats,
    /// Who is spoken to: his own things need no owner.
    asked: Option<Word>,
    /// A figure that stood elsewhere at the time that is spoken of, with the place that it had then.
    moved: Option<(Word, Word)>,
}

impl<'a> Speaker<'a> {
    /// A speaker about a game; `asked` is the player who is spoken to, if it is one.
    pub fn new(
        program: &'a Program,
        memory: &'a Memory,
        seats: &'a Seats,
        asked: Option<Word>,
    ) -> Self {
        Self { program, memory, seats, asked, moved: None }
    }

    /// The same, of a time when a figure stood on a place (absent: in the supply).
    #[must_use]
    pub fn when(self, figure: Word, place: Word) -> Self {
        Self { moved: Some((figure, place)), ..self }
    }

    /// What a value of a type means.
    pub fn value(&self, ty: Ty, word: Word) -> Meaning {
        let mut meaning = Meaning::default();
        if word == abi::ABSENT {
            meaning.word("none");
        } else {
            self.base(&mut meaning, ty.base, word);
        }
        meaning
    }

    /// The locals of a fault, each as `name = value`; of a long list its first elements.
    pub fn locals(&self, fault: &Fault) -> Vec<String> {
        let told = |local: &LocalValue| {
            let ty = local.ty.certain();
            if !local.ty.is_list() {
                return format!("{} = {}", local.name, self.value(ty, local.word));
            }
            let mut shown: Vec<String> =
                local.words.iter().map(|&word| self.value(ty, word).to_string()).collect();
            if list_len(local.word) > shown.len() {
                shown.push("…".to_owned());
            }
            format!("{} = [{}]", local.name, shown.join(", "))
        };
        fault.locals.iter().map(told).collect()
    }

    /// What an option of an offer means: the offer's name, then the option if the offer has a list.
    pub fn offered(&self, offer: &str, ty: Option<Ty>, word: Word) -> Meaning {
        let mut meaning = Meaning::of_name(offer);
        if let Some(ty) = ty {
            self.base(&mut meaning, ty.base, word);
        }
        meaning
    }

    /// The tile on which the value lies, if it lies on one.
    pub fn tile_of(&self, ty: Ty, word: Word) -> Option<Word> {
        if word == abi::ABSENT {
            return None;
        }
        match ty.base {
            Base::Tile => Some(word),
            Base::Edge => Some(abi::edge_tile(word)),
            Base::Span => Some(abi::span_tile(word)),
            Base::Segment(_) | Base::Feature(_) => {
                self.get(Table::Segment, word, field::segment::TILE)
            }
            Base::Figure(_) => self.figure_tile(word),
            Base::Place(_) => self.place_tile(word),
            Base::Spot => self.place_tile(spot_place(word)),
            Base::Nothing
            | Base::Int
            | Base::Flag
            | Base::Length
            | Base::Enum(_)
            | Base::Player
            | Base::TileKind
            | Base::Cell
            | Base::Corner
            | Base::Fit
            | Base::Pile
            | Base::Shot
            | Base::TokenKind
            | Base::FigureKind
            | Base::FeatureKind
            | Base::Direction
            | Base::Point
            | Base::Cause => None,
        }
    }

    fn base(&self, meaning: &mut Meaning, base: Base, word: Word) {
        let program = self.program;
        let index = usize::try_from(word).unwrap_or(usize::MAX);
        match base {
            Base::Nothing | Base::Int => {
                meaning.add(vec![Token::Int(word)], false);
            }
            Base::Shot => {
                meaning.add(vec![name("shot"), Token::Int(word.saturating_add(1))], false);
                if let Some(shooter) = self.get(Table::Shot, word, field::shot::SHOOTER) {
                    meaning.add(vec![name("of"), name(self.seats.name(shooter))], true);
                }
            }
            Base::Point => {
                let [cell, east, south] = position_tokens(Point::from_word(word));
                meaning.add(vec![name("at"), cell, east, south], false);
            }
            Base::Flag => {
                meaning.word(if word == 0 { "no" } else { "yes" });
            }
            Base::Length => {
                meaning.add(vec![Token::Length(word)], false);
            }
            Base::Enum(e) => {
                let shape = program.enums.get(usize::from(e));
                known(meaning, shape.and_then(|s| s.names.get(index)).map(String::as_str));
            }
            Base::Player => {
                meaning.word(self.seats.name(word));
            }
            Base::Tile => self.tile(meaning, word, false),
            Base::TileKind => {
                known(meaning, program.tiles.get(index).map(|t| t.name.as_str()));
            }
            Base::Cell => {
                meaning.add(vec![name("at"), at(word)], false);
            }
            Base::Corner => self.corner(meaning, word),
            Base::Segment(_) => self.segment(meaning, word),
            Base::Feature(_) => self.segment(meaning, self.oldest(word)),
            Base::Figure(_) => self.figure(meaning, word),
            Base::Place(_) => self.place(meaning, word),
            Base::Spot => self.spot(meaning, word),
            Base::Fit => {
                meaning.add(
                    vec![
                        name("at"),
                        at(fit_cell(word)),
                        name("turned"),
                        Token::Int(90 * fit_turn(word)),
                    ],
                    false,
                );
                if let Some((over, token, _)) = fit_given(word) {
                    self.with_token(meaning, token, over, fit_cell(word));
                }
            }
            Base::Span => self.span(meaning, word),
            Base::Edge => {
                self.tile(meaning, abi::edge_tile(word), false);
                self.sides(meaning, abi::edge_tile(word), 1 << abi::edge_side(word));
            }
            Base::Pile => known(meaning, program.piles.get(index).map(String::as_str)),
            Base::TokenKind => {
                known(meaning, program.tokens.get(index).map(|t| t.name.as_str()));
            }
            Base::FigureKind => {
                known(meaning, program.figures.get(index).map(|t| t.name.as_str()));
            }
            Base::FeatureKind => {
                known(meaning, program.features.get(index).map(|t| t.name.as_str()));
            }
            Base::Direction => {
                const POINTS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
                known(meaning, POINTS.get(index).copied());
            }
            Base::Cause => self.cause(meaning, word),
        }
    }

    /// A shot in one line: who shot what at whom, where it lies, and what it touched.
    pub(crate) fn shot(&self, shot: Word) -> Option<String> {
        let get = |field| self.get(Table::Shot, shot, field);
        let kind = usize::try_from(get(field::shot::TOKEN)?).ok()?;
        let token = self.program.tokens.get(kind).map_or("unknown", |kind| kind.name.as_str());
        let mut text = format!("{} shoots {token}", self.seats.name(get(field::shot::SHOOTER)?));
        let at = get(field::shot::AT);
        if let Some(Place::Player(player)) = at.and_then(Place::from_word) {
            text.push_str(&format!(" at {}", self.seats.name(player)));
        }
        let flag = |field| get(field) == Some(1);
        let mut parts = Vec::new();
        if flag(field::shot::CAUGHT) {
            parts.push("it is caught".to_owned());
        } else if flag(field::shot::TOUCHED) {
            parts.push("it is touched and not held".to_owned());
        }
        if get(field::shot::CORNERS_COUNT)? > 0
            && let Some(rest) = get(field::shot::REST)
        {
            let at = spoken(Point::from_word(rest));
            let on = if flag(field::shot::RESTS) { "on the board" } else { "beside the board" };
            parts.push(format!("it lies {on} {at}"));
        }
        let first = get(field::shot::STRUCK)?;
        let rows = first..first + get(field::shot::STRUCK_COUNT)?;
        parts.extend(self.touches(rows));
        if !parts.is_empty() {
            text.push_str(": ");
            text.push_str(&parts.join("; "));
        }
        Some(text)
    }

    /// Who touched whom in a shot, the token first, each who touched others in one text.
    fn touches(&self, rows: std::ops::Range<Word>) -> Vec<String> {
        use field::struck::{BY, FELL, FIGURE};
        let named = |figure| {
            let mut meaning = Meaning::default();
            self.figure_head(&mut meaning, figure);
            meaning.to_string()
        };
        let mut touched: BTreeMap<(Option<Word>, bool), Vec<String>> = BTreeMap::new();
        for row in rows {
            let Some(figure) = self.get(Table::Struck, row, FIGURE) else { continue };
            let fell = self.get(Table::Struck, row, FELL) == Some(1);
            let by = self.get(Table::Struck, row, BY);
            touched.entry((by, fell)).or_default().push(named(figure));
        }
        let told = touched.into_iter().map(|((by, fell), whom)| {
            let what = match by.map(named) {
                None => "it touched".to_owned(),
                Some(by) if fell => format!("{by} fell onto"),
                Some(by) => format!("{by} was moved onto"),
            };
            format!("{what} {}", whom.join(", "))
        });
        told.collect()
    }

    fn get(&self, table: Table, row: Word, column: u32) -> Option<Word> {
        let known = usize::try_from(row).is_ok_and(|r| r < self.memory.rows(table));
        known.then(|| self.memory.get(table, row, column)).filter(|&w| w != abi::ABSENT)
    }

    /// The name of a tile's kind.
    pub fn kind_of_tile(&self, tile: Word) -> &'a str {
        self.kind_name(tile).unwrap_or("a tile")
    }

    /// The name of the kind of feature that a segment is a piece of.
    pub fn kind_of_feature(&self, segment: Word) -> Option<&'a str> {
        let kind = self.get(Table::Segment, segment, field::segment::KIND)?;
        self.program.features.get(kind as usize).map(|k| k.name.as_str())
    }

    pub(crate) fn kind_name(&self, tile: Word) -> Option<&'a str> {
        let kind = self.get(Table::Tile, tile, field::tile::KIND)?;
        self.program.tiles.get(kind as usize).map(|t| t.name.as_str())
    }

    /// `at (x, y)`, or the kind of a tile that does not lie.
    fn tile(&self, meaning: &mut Meaning, tile: Word, spare: bool) {
        match self.get(Table::Tile, tile, field::tile::CELL) {
            Some(cell) => {
                meaning.add(vec![name("at"), at(cell)], spare);
            }
            None => known(meaning, self.kind_name(tile)),
        }
    }

    /// `with TOKEN at (x, y)`: across the tile that would be placed on a cell, or across one that lies.
    fn with_token(&self, meaning: &mut Meaning, token: Word, over: Word, cell: Word) {
        let token = self.program.tokens.get(token as usize);
        let token = token.map_or("unknown", |kind| kind.name.as_str());
        let beside = usize::try_from(over).ok().filter(|_| over != abi::ITSELF);
        let step = beside.and_then(|side| AROUND.get(side)).unwrap_or(&(0, 0));
        let across = Token::Cell(cell_x(cell) + step.0, cell_y(cell) + step.1);
        meaning.add(vec![name("with"), name(token), name("at"), across], false);
    }

    /// `at (x, y) N S`: the tile, and the sides of it as it lies.
    fn span(&self, meaning: &mut Meaning, span: Word) {
        let tile = abi::span_tile(span);
        self.tile(meaning, tile, false);
        let token = self.program.tokens.get(abi::span_token(span) as usize);
        let lays = token.and_then(|token| token.lays.as_ref());
        let way = lays.and_then(|lays| lays.ways.get(abi::span_way(span) as usize));
        self.sides(meaning, tile, way.map_or(0, |edges| edges.0));
    }

    /// Printed sides of a tile, by their bits, as they lie.
    fn sides(&self, meaning: &mut Meaning, tile: Word, sides: u8) {
        let turn = self.get(Table::Tile, tile, field::tile::TURN).unwrap_or(0);
        let lying = EdgeSet(sides).turned(turn, Joins::Edges).0;
        let points = ["N", "E", "S", "W"].into_iter().enumerate();
        let points = points.filter(|(i, _)| lying >> i & 1 == 1).map(|(_, point)| name(point));
        meaning.add(points.collect(), false);
    }

    fn segment_name(&self, segment: Word) -> Option<&'a str> {
        let tile = self.get(Table::Segment, segment, field::segment::TILE)?;
        let kind = self.get(Table::Tile, tile, field::tile::KIND)?;
        let first = self.get(Table::Tile, tile, field::tile::SEGMENTS)?;
        let kind = self.program.tiles.get(kind as usize)?;
        let number = usize::try_from(segment - first).ok()?;
        match kind.segments.get(number) {
            Some(printed) => Some(&printed.name),
            // One that a token lays has the token's name.
            None => {
                let mut laying = self.program.tokens.iter().filter(|t| t.lays.is_some());
                laying.nth(number - kind.segments.len()).map(|token| token.name.as_str())
            }
        }
    }

    fn segment(&self, meaning: &mut Meaning, segment: Word) {
        known(meaning, self.segment_name(segment));
        if let Some(tile) = self.get(Table::Segment, segment, field::segment::TILE) {
            self.tile(meaning, tile, true);
        }
    }

    fn oldest(&self, segment: Word) -> Word {
        self.get(Table::Segment, segment, field::segment::FEATURE)
            .and_then(|f| self.get(Table::Feature, f, field::feature::FIRST))
            .unwrap_or(segment)
    }

    /// The crossing is named by a tile round it, the oldest, and by the corner of it that it is.
    fn corner(&self, meaning: &mut Meaning, corner: Word) {
        let (x, y) = (cell_x(corner), cell_y(corner));
        let tiles = self.memory.rows(Table::Tile) as Word;
        let found = (0..tiles).find_map(|tile| {
            let cell = self.get(Table::Tile, tile, field::tile::CELL)?;
            let which = match (x - cell_x(cell), y - cell_y(cell)) {
                (0, 0) => "NW",
                (1, 0) => "NE",
                (0, 1) => "SW",
                (1, 1) => "SE",
                _ => return None,
            };
            Some((which, cell))
        });
        match found {
            Some((which, cell)) => meaning.add(vec![name(which), name("at"), at(cell)], false),
            None => meaning.add(vec![name("NW"), name("at"), at(corner)], false),
        };
    }

    fn figure_kind(&self, figure: Word) -> Option<&'a str> {
        let kind = self.get(Table::Figure, figure, field::figure::KIND)?;
        self.program.figures.get(kind as usize).map(|k| k.name.as_str())
    }

    /// `[OWNER] KIND`: the owner may be left out, and is shown only if it is not who is asked.
    fn figure_head(&self, meaning: &mut Meaning, figure: Word) {
        if let Some(owner) = self.get(Table::Figure, figure, field::figure::OWNER) {
            meaning.spare(self.seats.name(owner), Some(owner) != self.asked);
        }
        known(meaning, self.figure_kind(figure));
    }

    fn figure_place(&self, figure: Word) -> Option<Place> {
        match self.moved {
            Some((moved, place)) if moved == figure => Place::from_word(place),
            _ => Place::from_word(self.get(Table::Figure, figure, field::figure::PLACE)?),
        }
    }

    /// `[OWNER] KIND [on SEGMENT] [at (x, y)]`.
    fn figure(&self, meaning: &mut Meaning, figure: Word) {
        self.figure_head(meaning, figure);
        match self.figure_place(figure) {
            Some(Place::Segment(segment)) => {
                if let Some(segment) = self.segment_name(segment) {
                    meaning.add(vec![name("on"), name(segment)], true);
                }
                if let Some(tile) = self.get(Table::Segment, segment, field::segment::TILE) {
                    self.tile(meaning, tile, true);
                }
            }
            Some(Place::Tile(tile)) => self.tile(meaning, tile, true),
            Some(Place::Corner(corner)) => {
                let mut place = Meaning::of_name("on");
                self.corner(&mut place, corner);
                meaning.add(place.tokens().cloned().collect(), true);
            }
            Some(Place::Figure(other)) => self.beside(meaning, other, true),
            Some(Place::Player(player)) => {
                meaning.add(vec![name("of"), name(self.seats.name(player))], true);
            }
            None => {}
        }
    }

    /// `beside OWNER KIND on SEGMENT at (x, y)`, of a figure that stands on the board itself.
    fn beside(&self, meaning: &mut Meaning, other: Word, spare: bool) {
        let mut tokens = vec![name("beside")];
        if let Some(owner) = self.get(Table::Figure, other, field::figure::OWNER) {
            tokens.push(name(self.seats.name(owner)));
        }
        tokens.extend(self.figure_kind(other).map(name));
        if let Some(Place::Segment(segment)) = self.figure_place(other) {
            tokens.push(name("on"));
            tokens.extend(self.segment_name(segment).map(name));
        }
        let cell =
            self.figure_tile(other).and_then(|tile| self.get(Table::Tile, tile, field::tile::CELL));
        if let Some(cell) = cell {
            tokens.extend([name("at"), at(cell)]);
        }
        meaning.add(tokens, spare);
    }

    fn figure_tile(&self, figure: Word) -> Option<Word> {
        match self.figure_place(figure)? {
            // A figure never stands beside one that itself stands beside another.
            Place::Figure(other) => match self.figure_place(other)? {
                Place::Segment(s) => self.get(Table::Segment, s, field::segment::TILE),
                Place::Tile(tile) => Some(tile),
                Place::Corner(_) | Place::Figure(_) | Place::Player(_) => None,
            },
            Place::Segment(s) => self.get(Table::Segment, s, field::segment::TILE),
            Place::Tile(tile) => Some(tile),
            Place::Corner(_) | Place::Player(_) => None,
        }
    }

    fn place_tile(&self, place: Word) -> Option<Word> {
        match Place::from_word(place)? {
            Place::Segment(s) => self.get(Table::Segment, s, field::segment::TILE),
            Place::Tile(tile) => Some(tile),
            Place::Figure(figure) => self.figure_tile(figure),
            Place::Corner(_) | Place::Player(_) => None,
        }
    }

    fn place(&self, meaning: &mut Meaning, place: Word) {
        match Place::from_word(place) {
            Some(Place::Segment(segment)) => self.segment(meaning, segment),
            Some(Place::Tile(tile)) => self.tile(meaning, tile, false),
            Some(Place::Corner(corner)) => self.corner(meaning, corner),
            Some(Place::Figure(figure)) => self.figure(meaning, figure),
            Some(Place::Player(player)) => {
                meaning.word(self.seats.name(player));
            }
            None => {
                meaning.word("none");
            }
        }
    }

    /// `KIND on SEGMENT [at (x, y)]`, or `FIGURE to SEGMENT [at (x, y)]` if it stands somewhere already.
    fn spot(&self, meaning: &mut Meaning, spot: Word) {
        let figure = spot_figure(spot);
        let stands = self.figure_place(figure).is_some();
        if stands {
            self.figure(meaning, figure);
        } else {
            self.figure_head(meaning, figure);
        }
        let link = if stands { "to" } else { "on" };
        match Place::from_word(spot_place(spot)) {
            Some(Place::Tile(tile)) if !stands => self.tile(meaning, tile, false),
            Some(Place::Figure(other)) if !stands => self.beside(meaning, other, false),
            _ => {
                meaning.word(link);
                self.place(meaning, spot_place(spot));
            }
        }
    }

    fn cause(&self, meaning: &mut Meaning, cause: Word) {
        match Cause::from_word(cause) {
            Some(Cause::Feature(segment)) => {
                known(meaning, self.kind_of_feature(segment));
                self.segment(meaning, self.oldest(segment));
            }
            Some(Cause::Tile(tile)) => {
                known(meaning, self.kind_name(tile));
                if self.get(Table::Tile, tile, field::tile::CELL).is_some() {
                    self.tile(meaning, tile, true);
                }
            }
            Some(Cause::Figure(figure)) => self.figure(meaning, figure),
            Some(Cause::Token(token)) => {
                known(meaning, self.program.tokens.get(token as usize).map(|t| t.name.as_str()));
            }
            Some(Cause::Pile(pile)) => {
                known(meaning, self.program.piles.get(pile as usize).map(String::as_str));
            }
            None => {
                meaning.word("nothing");
            }
        }
    }
}

fn at(cell: Word) -> Token {
    Token::Cell(cell_x(cell), cell_y(cell))
}

fn known(meaning: &mut Meaning, word: Option<&str>) {
    meaning.word(word.unwrap_or("unknown"));
}
