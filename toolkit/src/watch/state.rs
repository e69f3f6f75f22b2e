//! What everybody can see of a game, in words, and how two games after the same answers differ in it.
//!
//! Rows have other numbers under other rules, so things are compared by what they are called.

use std::collections::{BTreeMap, BTreeSet};

use abi::{
    ABSENT, Base, Column, FigureSort, PileId, Place, PlaceSort, Program, Table, Ty, Word, cell_x,
    cell_y, field, list_len, list_start,
};
use runtime::{Drawn, How, Playthrough};

use super::changes::{Change, kept, value};

/// So many differences are told one by one.
const MOST: usize = 10;
/// What is not there.
const NOTHING: &str = "nothing";

/// Of what kind a fact is; the list of differences begins with those that matter most to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Winners,
    Supply,
    Held,
    Kept,
    Standing,
    Tiles,
    Lying,
    KeptElsewhere,
    Joined,
    Piles,
}

/// A fact by its sort, the seat that it is about, and what is counted or kept.
type Subject = (Sort, Word, String);

/// What can be seen of one game.
#[derive(Default)]
struct Seen {
    /// How many there are of something.
    counts: BTreeMap<Subject, i64>,
    /// What something is; of a property that is kept, with its name, and only where it is not as declared.
    values: BTreeMap<Subject, (Option<String>, Vec<String>)>,
}

/// What is other than before in games that have come equally far; of piles only if neither has drawn more than the other.
pub(super) fn state(then: &Playthrough, now: &Playthrough) -> Vec<Change> {
    let mut changes = kinds(then, now);
    let with_piles = drawn(then).eq(drawn(now));
    let (was, is) = (Seen::of(then, now, false), Seen::of(now, then, true));
    let mut all: Vec<(&Subject, Change)> = Vec::new();
    for subject in was.counts.keys().chain(is.counts.keys()).collect::<BTreeSet<_>>() {
        let [then, now] = [&was, &is].map(|seen| seen.counts.get(subject).copied().unwrap_or(0));
        if then != now && (with_piles || subject.0 != Sort::Piles) {
            all.push((subject, differs(&subject.2, then.to_string(), now.to_string())));
        }
    }
    for subject in was.values.keys().chain(is.values.keys()).collect::<BTreeSet<_>>() {
        let values = [(&was, then), (&is, now)].map(|(seen, play)| {
            let other = || was.values.get(subject).or_else(|| is.values.get(subject));
            match seen.values.get(subject) {
                Some((_, values)) => values.join(", "),
                None => other()
                    .and_then(|(column, _)| declared(play, column.as_deref()?))
                    .unwrap_or_else(|| NOTHING.to_owned()),
            }
        });
        let [then, now] = values;
        if then != now {
            all.push((subject, differs(&subject.2, then, now)));
        }
    }
    all.sort_by_key(|(subject, _)| *subject);
    let more = all.len().saturating_sub(MOST);
    // One line that says there is one more would take the room of that one.
    let shown = if more == 1 { all.len() } else { all.len() - more };
    changes.extend(all.into_iter().take(shown).map(|(_, change)| change));
    if more > 1 {
        changes.push(Change::More { differences: more });
    }
    changes
}

/// What chance has given.
fn drawn(play: &Playthrough) -> impl Iterator<Item = &str> {
    let log = play.log().iter();
    let given = log.filter(|entry| matches!(entry.how, How::Chance | How::Given));
    given.map(|entry| entry.answer.as_str())
}

/// What something is called behind a word that a place which begins with `at` does without.
fn linked(word: &str, called: &str) -> String {
    if called.starts_with("at ") { called.to_owned() } else { format!("{word} {called}") }
}

fn differs(what: &str, then: String, now: String) -> Change {
    Change::State { what: what.to_owned(), then, now }
}

/// The declared value of a property that a game keeps.
fn declared(play: &Playthrough, name: &str) -> Option<String> {
    let column = *kept(play).get(name)?;
    Some(value(play, column))
}

/// Kinds of figures and tokens that came or went: what there was of them is told with them.
fn kinds(then: &Playthrough, now: &Playthrough) -> Vec<Change> {
    let names = |play: &Playthrough| {
        let program = play.rules().program();
        let figures = program.figures.iter().map(|kind| format!("figure {}", kind.name));
        let tokens = program.tokens.iter().filter(|kind| !kind.missing);
        let tokens = tokens.map(|kind| format!("token {}", kind.name));
        let piles = program.piles.iter().map(|name| format!("pile {name}"));
        figures.chain(tokens).chain(piles).collect::<BTreeSet<String>>()
    };
    let (was, is) = (names(then), names(now));
    let change = |is_new: bool| move |name: &String| Change::Kind { name: name.clone(), is_new };
    let gone = was.difference(&is).map(change(false));
    gone.chain(is.difference(&was).map(change(true))).collect()
}

/// The game with what all its words mean.
struct Reader<'a> {
    play: &'a Playthrough,
    program: &'a Program,
    /// The other game: what it knows nothing of is told as a kind that came or went.
    other: &'a Program,
    seen: Seen,
}

impl Seen {
    fn of(play: &Playthrough, other: &Playthrough, is_now: bool) -> Self {
        let (program, other_program) = (play.rules().program(), other.rules().program());
        let seen = Self::default();
        let mut reader = Reader { play, program, other: other_program, seen };
        reader.winners();
        reader.figures();
        reader.tokens();
        reader.tiles();
        reader.properties(other, is_now);
        reader.joined();
        reader.piles(other);
        reader.seen
    }
}

impl Reader<'_> {
    fn get(&self, table: Table, row: Word, column: u32) -> Word {
        self.play.game().memory().get(table, row, column)
    }

    fn rows(&self, table: Table) -> std::ops::Range<Word> {
        0..self.play.game().memory().rows(table) as Word
    }

    fn said(&self, base: Base, word: Word) -> String {
        self.play.speaker(None).value(Ty::one(base), word).to_string()
    }

    fn count(&mut self, sort: Sort, seat: Word, what: String, number: i64) {
        *self.seen.counts.entry((sort, seat, what)).or_default() += number;
    }

    fn winners(&mut self) {
        if self.play.game().is_over() {
            let winners = self.play.game().winners();
            let name = |seat: &usize| self.play.seats().name(*seat as Word).to_owned();
            let names = winners.iter().map(name).collect();
            self.seen.values.insert((Sort::Winners, 0, "winners".to_owned()), (None, names));
        }
    }

    fn figures(&mut self) {
        for figure in self.rows(Table::Figure) {
            let kind = self.get(Table::Figure, figure, field::figure::KIND);
            let Some(kind) = self.program.figures.get(kind as usize) else { continue };
            if !self.other.figures.iter().any(|other| other.name == kind.name) {
                continue;
            }
            let owner = self.get(Table::Figure, figure, field::figure::OWNER);
            let stands = self.get(Table::Figure, figure, field::figure::PLACE) != ABSENT;
            let figure = self.said(Base::Figure(FigureSort::Any), figure);
            match (stands, owner) {
                (true, _) => self.count(Sort::Standing, owner, figure, 1),
                // What belongs to nobody waits nowhere in particular.
                (false, ABSENT) => {}
                (false, _) => {
                    self.count(Sort::Supply, owner, format!("{figure} in the supply"), 1);
                }
            }
        }
    }

    /// The kinds of tokens of which something is to be told, with their numbers.
    fn kinds_of_tokens(&self) -> Vec<(u32, String)> {
        let kinds = (0..).zip(&self.program.tokens).filter(|(_, kind)| !kind.missing);
        let is_known = |name: &str| self.other.tokens.iter().any(|other| other.name == name);
        let kinds = kinds.filter(|(_, kind)| is_known(&kind.name));
        kinds.map(|(number, kind)| (number, kind.name.clone())).collect()
    }

    fn tokens(&mut self) {
        let kinds = self.kinds_of_tokens();
        let holders = [Table::Game, Table::Player, Table::Tile, Table::Segment, Table::Figure];
        for table in holders {
            let Some(first) = self.program.layout.tokens[table as usize] else { continue };
            for row in self.rows(table) {
                for (number, name) in &kinds {
                    // A kind without a stock is never used up, and has no number there.
                    let kind = &self.program.tokens[*number as usize];
                    if table == Table::Game && kind.stock.is_none() {
                        continue;
                    }
                    let there = self.get(table, row, first + number);
                    if there == 0 {
                        continue;
                    }
                    let (sort, seat, holder) = match table {
                        Table::Game => (Sort::Held, Word::MAX, "in the stock".to_owned()),
                        Table::Player => {
                            (Sort::Held, row, format!("of {}", self.play.seats().name(row)))
                        }
                        _ => {
                            let place = match table {
                                Table::Tile => Place::Tile(row),
                                Table::Segment => Place::Segment(row),
                                _ => Place::Figure(row),
                            };
                            let place = self.said(Base::Place(PlaceSort::Any), place.word());
                            (Sort::Lying, 0, linked("on", &place))
                        }
                    };
                    self.count(sort, seat, format!("{name} {holder}"), there);
                }
            }
        }
        for row in self.rows(Table::Lying) {
            let kind = self.get(Table::Lying, row, field::lying::KIND);
            let shot = self.get(Table::Lying, row, field::lying::SHOT);
            if let Some((_, name)) = kinds.iter().find(|(number, _)| Word::from(*number) == kind)
                && shot != ABSENT
            {
                let what = format!("{name} where it was shot");
                self.count(Sort::Lying, 0, what, 1);
            }
        }
    }

    fn tiles(&mut self) {
        for lying in self.play.game().board() {
            let Some(kind) = self.program.tiles.get(lying.kind.index()) else { continue };
            let what = format!("tile at ({}, {})", cell_x(lying.cell), cell_y(lying.cell));
            let lies = format!("{} turned {}", kind.name, 90 * lying.turn);
            self.seen.values.insert((Sort::Tiles, 0, what), (None, vec![lies]));
        }
    }

    /// What rules keep and has another value than at first.
    fn properties(&mut self, other: &Playthrough, is_now: bool) {
        let known = kept(other);
        for (name, column) in kept(self.play) {
            // What is gone is told with all that it kept; of what is new there is a value now.
            if !known.contains_key(name) && !is_now {
                continue;
            }
            for row in self.rows(column.table) {
                let word = self.get(column.table, row, column.field);
                if word == column.default || (column.ty.is_list() && list_len(word) == 0) {
                    continue;
                }
                let value = self.kept_value(column, word);
                let (sort, seat, what) = self.owner(name, column.table, row);
                let kept = self.seen.values.entry((sort, seat, what));
                let (_, values) = kept.or_insert_with(|| (Some(name.to_owned()), Vec::new()));
                values.push(value);
                // Things that nothing tells apart are in no order.
                values.sort();
            }
        }
    }

    fn kept_value(&self, column: &Column, word: Word) -> String {
        let speaker = self.play.speaker(None);
        let said = |word: Word| speaker.value(column.ty.certain(), word).to_string();
        if !column.ty.is_list() {
            return said(word);
        }
        let heap = self.play.game().memory().words(Table::Heap);
        let words = heap.get(list_start(word)..list_start(word) + list_len(word));
        let words: Vec<String> = words.unwrap_or_default().iter().copied().map(said).collect();
        format!("[{}]", words.join(", "))
    }

    /// Whose property something is, in words.
    fn owner(&self, name: &str, table: Table, row: Word) -> Subject {
        let base = match table {
            Table::Player => {
                let own = name.rsplit('.').next().unwrap_or(name);
                let player = self.play.seats().name(row);
                return (Sort::Kept, row, format!("{player}.{own}"));
            }
            Table::Tile => Base::Tile,
            Table::Segment => Base::Segment(None),
            Table::Figure => Base::Figure(FigureSort::Any),
            _ => return (Sort::Kept, Word::MAX, name.to_owned()),
        };
        let whose = linked("of", &self.said(base, row));
        (Sort::KeptElsewhere, 0, format!("{name} {whose}"))
    }

    fn joined(&mut self) {
        for row in self.rows(Table::Link) {
            let ends = [field::link::A, field::link::B].map(|end| {
                let segment = self.get(Table::Link, row, end);
                self.said(Base::Segment(None), segment)
            });
            let what = format!("{} joined with {}", ends[0], ends[1]);
            self.count(Sort::Joined, 0, what, 1);
        }
    }

    /// What lies in piles, but for tiles of which there are more or fewer copies in the game, which is told already.
    fn piles(&mut self, other: &Playthrough) {
        let copies = |play: &Playthrough, name: &str| {
            let tiles = play.setup().tiles.iter();
            let of = tiles.filter(|(kind, _)| {
                let known = play.rules().program().tiles.get(kind.index());
                known.is_some_and(|tile| tile.name == name)
            });
            of.map(|(_, copies)| *copies).sum::<u32>()
        };
        let rules = self.play.rules().clone();
        for (number, pile) in (0..).zip(&self.program.piles) {
            if !self.other.piles.contains(pile) {
                continue;
            }
            for (drawn, there) in self.play.game().pile(&rules, PileId(number)) {
                let name = match drawn {
                    Drawn::Tile(kind) => {
                        let name = &self.program.tiles[kind.index()].name;
                        if copies(self.play, name) != copies(other, name) {
                            continue;
                        }
                        name
                    }
                    Drawn::Token(kind) => {
                        let name = &self.program.tokens[kind.index()].name;
                        if !self.other.tokens.iter().any(|other| other.name == *name) {
                            continue;
                        }
                        name
                    }
                };
                self.count(Sort::Piles, number.into(), format!("{name} in {pile}"), there);
            }
        }
    }
}
