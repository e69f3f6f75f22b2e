//! What a reload has changed in a game, as data and in plain sentences.

use std::{collections::BTreeMap, fmt};

use abi::{
    Base, Column, FigureSort, Lasts, OptionValue, Origin, Program, Shape, Table, TileKindId, Ty,
    Word,
};
use runtime::{Entry, How, Playthrough, rule_text};

/// One thing that is other than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The log of answers means nothing any more from an entry on.
    Stopped {
        /// The number of the answer, from 1: chance and what was the only possible answer are not counted.
        answer: usize,
        /// What is not possible there: an answer, or what chance gave behind the one before.
        was: Entry,
        /// Why not.
        reason: String,
        /// Whether a rule went wrong before it.
        by_fault: bool,
        /// How many answers come behind it.
        behind: usize,
    },
    /// Answers that once meant nothing mean something again.
    Regained {
        /// How many; none if only chance came behind them.
        answers: usize,
    },
    /// Something else was answered since answers were cut off, and they are gone.
    Dropped {
        /// How many.
        answers: usize,
    },
    /// The game waits for something else at the end of the same log.
    Decision {
        /// For what it waited.
        then: String,
        /// For what it waits.
        now: String,
    },
    /// An option of the decision that waits is new.
    Gained(String),
    /// An option of the decision that waits is gone.
    Lost(String),
    /// Somebody has other points after the same answers.
    Points {
        /// Who.
        player: String,
        /// Before.
        then: i64,
        /// Now.
        now: i64,
        /// The lines of the rules that gave other points.
        lines: Vec<LineChange>,
        /// Adjustments that are new or other than before and have changed some of the points.
        adjusts: Vec<Origin>,
    },
    /// A property that rules keep.
    Property {
        /// Its name with its owner.
        name: String,
        /// What became of it.
        change: PropertyChange,
    },
    /// An option of an expansion has another value, which its declaration gives if nobody chose one.
    Option {
        /// Its name.
        name: String,
        /// Its value before; nothing if it is new.
        then: Option<String>,
        /// Its value now; nothing if it is gone.
        now: Option<String>,
    },
    /// Copies of a tile in the game.
    Tile {
        /// Its name.
        name: String,
        /// How many there were.
        then: u32,
        /// How many there are.
        now: u32,
    },
    /// A kind of figure or token, or a pile, came or went with all that there was of it.
    Kind {
        /// What it is, and its name.
        name: String,
        /// Whether it came.
        is_new: bool,
    },
    /// Something that everybody can see is other than before after the same answers.
    State {
        /// What: how many figures somewhere, a value that is kept, a tile that lies.
        what: String,
        /// What it was.
        then: String,
        /// What it is.
        now: String,
    },
    /// So much more can be seen to differ.
    More {
        /// How many things.
        differences: usize,
    },
}

/// A line of the rules that gives other points than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineChange {
    /// The line, where the rules as they are now have it, or else as they had it.
    pub line: Origin,
    /// All that it gave the player before.
    pub then: i64,
    /// All that it gives now.
    pub now: i64,
}

/// What became of a kept property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyChange {
    /// It is new, and has its declared value.
    New {
        /// That value.
        value: String,
    },
    /// It has vanished with all that it kept.
    Gone,
    /// It is declared otherwise.
    Other {
        /// Type and value before.
        then: String,
        /// Type and value now.
        now: String,
    },
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped { answer, was, reason, by_fault, behind } => {
                let gone = format!("does not exist any more: {was}: {reason}");
                match was.how {
                    // What comes next is not to blame, and a fault has its own line.
                    _ if *by_fault => write!(f, "before answer {answer} {reason}")?,
                    How::Chosen => write!(f, "answer {answer} {gone}")?,
                    _ => write!(f, "what comes before answer {answer} {gone}")?,
                }
                match behind {
                    0 => Ok(()),
                    1 => f.write_str(" (with 1 answer behind it)"),
                    n => write!(f, " (with {n} answers behind it)"),
                }
            }
            Self::Regained { answers: 0 } => f.write_str("what chance gave exists again"),
            Self::Regained { answers: 1 } => f.write_str("1 answer exists again"),
            Self::Regained { answers } => write!(f, "{answers} answers exist again"),
            Self::Dropped { answers: 1 } => {
                f.write_str("1 answer of the old log is not played any more")
            }
            Self::Dropped { answers } => {
                write!(f, "{answers} answers of the old log are not played any more")
            }
            Self::Decision { then, now } => {
                write!(f, "the game waits for {now}, and not for {then}")
            }
            Self::Gained(option) => write!(f, "new option: {option}"),
            Self::Lost(option) => write!(f, "no option any more: {option}"),
            Self::Points { player, then, now, lines, adjusts } => {
                let points = if *now == 1 { "point" } else { "points" };
                write!(f, "{player} has {now} {points} instead of {then}")?;
                for LineChange { line, then, now } in lines {
                    let text = rule_text(line);
                    write!(f, "; {then} → {now} by {text} ({}:{})", line.file, line.line)?;
                }
                for line in adjusts {
                    let text = rule_text(line);
                    write!(f, "; through {text} ({}:{})", line.file, line.line)?;
                }
                Ok(())
            }
            Self::Property { name, change } => match change {
                PropertyChange::New { value } => write!(f, "new property {name}: {value}"),
                PropertyChange::Gone => write!(f, "property {name} is gone, with what it kept"),
                PropertyChange::Other { then, now } => {
                    write!(f, "property {name} is declared otherwise: {now} instead of {then}")
                }
            },
            Self::Option { name, then, now } => match (then, now) {
                (Some(then), Some(now)) => write!(f, "option {name}: {now} instead of {then}"),
                (_, Some(now)) => write!(f, "option {name} is new: {now}"),
                (_, None) => write!(f, "option {name} is gone"),
            },
            Self::Tile { name, then, now } => {
                write!(f, "tile {name}: {now} instead of {then} in the game")
            }
            Self::Kind { name, is_new: true } => write!(f, "new {name}"),
            Self::Kind { name, is_new: false } => {
                write!(f, "{name} is gone, with all that there was of it")
            }
            Self::State { what, then, now } => write!(f, "{what}: {now} instead of {then}"),
            Self::More { differences } => {
                write!(f, "and {differences} more differences in what can be seen")
            }
        }
    }
}

/// How many entries of a log somebody chose.
pub(super) fn answers(log: &[Entry]) -> usize {
    log.iter().filter(|entry| entry.how == How::Chosen).count()
}

/// What waits in other ways, if both games have answered everything that was answered.
pub(super) fn decision(then: &mut Playthrough, now: &mut Playthrough) -> Vec<Change> {
    let waits = [then.waits_for(), now.waits_for()];
    if waits[0] != waits[1] {
        let [then, now] = waits;
        return vec![Change::Decision { then, now }];
    }
    let (was, is) = (then.options(), now.options());
    let gained = is.iter().filter(|option| !was.contains(option)).cloned().map(Change::Gained);
    let lost = was.iter().filter(|option| !is.contains(option)).cloned().map(Change::Lost);
    gained.chain(lost).collect()
}

/// The points of two games after the same answers.
pub(super) fn points(then: &Playthrough, now: &Playthrough) -> Vec<Change> {
    let players = 0..then.game().players().min(now.game().players());
    let other = players.filter(|&seat| then.game().points(seat) != now.game().points(seat));
    let change = |seat: usize| {
        let (was, is) = (given(then, seat as Word), given(now, seat as Word));
        let mut lines: BTreeMap<&[String; 4], LineChange> = BTreeMap::new();
        for (key, (line, sum)) in &was {
            lines.insert(key, LineChange { line: line.clone(), then: *sum, now: 0 });
        }
        for (key, (line, sum)) in &is {
            let change = LineChange { line: line.clone(), then: 0, now: 0 };
            let change = lines.entry(key).or_insert(change);
            (change.line, change.now) = (line.clone(), *sum);
        }
        let lines = lines.into_values().filter(|line| line.then != line.now).collect();
        Change::Points {
            player: then.seats().name(seat as Word).to_owned(),
            then: then.game().points(seat),
            now: now.game().points(seat),
            lines,
            adjusts: Vec::new(),
        }
    };
    other.map(change).collect()
}

/// What every line has given a player, by what the line is and says: its number may change with an edit.
fn given(play: &Playthrough, player: Word) -> BTreeMap<[String; 4], (Origin, i64)> {
    let program = play.rules().program();
    let teller = play.teller();
    let mut sums: BTreeMap<[String; 4], (Origin, i64)> = BTreeMap::new();
    for event in play.game().chronicle().events() {
        for points in teller.points(event).into_iter().filter(|points| points.player == player) {
            let line = points.origin.and_then(|origin| program.origins.get(origin.index()));
            let Some(line) = line else { continue };
            let key = [&line.expansion, &line.file, &line.item, &line.text].map(String::clone);
            let sum = sums.entry(key).or_insert_with(|| (Origin::clone(line), 0));
            sum.1 = sum.1.saturating_add(points.amount);
        }
    }
    sums
}

/// The options of expansions that came, went or have other values.
pub(super) fn options(then: &Playthrough, now: &Playthrough) -> Vec<Change> {
    let values = |play: &Playthrough| -> BTreeMap<[String; 2], String> {
        let said = |option: &OptionValue| {
            let value = play.speaker(None).value(option.ty.certain(), option.value);
            ([option.expansion.clone(), option.name.clone()], value.to_string())
        };
        play.rules().program().options.iter().map(said).collect()
    };
    let (was, is) = (values(then), values(now));
    let names = was.keys().chain(is.keys().filter(|name| !was.contains_key(*name)));
    let both = names.map(|name| (name, was.get(name).cloned(), is.get(name).cloned()));
    both.filter(|(_, then, now)| then != now)
        .map(|([_, name], then, now)| Change::Option { name: name.clone(), then, now })
        .collect()
}

/// The kept properties that came, went or are declared otherwise.
pub(super) fn properties(then: &Playthrough, now: &Playthrough) -> Vec<Change> {
    let (was, is) = (kept(then), kept(now));
    let mut changes = Vec::new();
    for (name, column) in &is {
        let value = value(now, column);
        let change = match was.get(name) {
            None => PropertyChange::New { value },
            Some(old)
                if (old.ty, old.default, old.lasts)
                    == (column.ty, column.default, column.lasts) =>
            {
                continue;
            }
            Some(old) => {
                let then_play = then;
                let (then, now) = (declared(then, old), declared(now, column));
                let other = |part: usize| then[part] != now[part];
                // The value is always said, and what else is another.
                let parts: Vec<usize> = (0..3).filter(|&part| part == 1 || other(part)).collect();
                let said = |of: &[String; 3]| {
                    parts.iter().map(|&part| of[part].as_str()).collect::<Vec<_>>().join(", ")
                };
                match parts[..] {
                    [_] => {
                        let then = self::value(then_play, old);
                        PropertyChange::Other { then, now: said(&now) }
                    }
                    _ => PropertyChange::Other { then: said(&then), now: said(&now) + "," },
                }
            }
        };
        changes.push(Change::Property { name: (*name).to_owned(), change });
    }
    let gone = was.keys().filter(|name| !is.contains_key(*name));
    changes.extend(
        gone.map(|name| Change::Property {
            name: (*name).to_owned(),
            change: PropertyChange::Gone,
        }),
    );
    changes
}

/// The properties that rules keep, by name.
pub(super) fn kept(play: &Playthrough) -> BTreeMap<&str, &Column> {
    let columns = play.rules().program().layout.columns.iter();
    // What the compiler keeps for itself is nobody's property.
    let is_declared =
        |column: &&Column| column.table != Table::Game || column.name.starts_with("game.");
    let kept = columns.filter(|column| column.table.is_mutable() && column.sum_of.is_none());
    let kept = kept.filter(is_declared);
    kept.map(|column| (column.name.as_str(), column)).collect()
}

/// The declared value of a property.
pub(super) fn value(play: &Playthrough, column: &Column) -> String {
    if column.ty.is_list() {
        return "nothing".to_owned();
    }
    play.speaker(None).value(column.ty.certain(), column.default).to_string()
}

/// How a property is declared: its type, its value at first, and how long it lasts.
fn declared(play: &Playthrough, column: &Column) -> [String; 3] {
    let ty = kind(play.rules().program(), column.ty);
    let lasts = match column.lasts {
        Lasts::Game => "for the game",
        Lasts::Turn => "for a turn",
        Lasts::Part => "for a part",
    };
    [ty, format!("at first {}", value(play, column)), lasts.to_owned()]
}

/// What a value of a type is, in words.
fn kind(program: &Program, ty: Ty) -> String {
    let feature = |id: abi::FeatureKindId| program.features.get(id.index()).map(|kind| &kind.name);
    let one = match ty.base {
        Base::Nothing => "nothing",
        Base::Int => "number",
        Base::Flag => "flag",
        Base::Length => "length",
        Base::Enum(id) => program.enums.get(usize::from(id)).map_or("word", |e| &e.name),
        Base::Player => "player",
        Base::Tile => "tile",
        Base::TileKind => "kind of tile",
        Base::Cell => "cell",
        Base::Corner => "corner",
        Base::Edge => "edge",
        Base::Segment(id) => id.and_then(feature).map_or("segment", String::as_str),
        Base::Feature(id) => id.and_then(feature).map_or("feature", String::as_str),
        Base::Figure(FigureSort::Kind(id)) => {
            program.figures.get(id.index()).map_or("figure", |kind| &kind.name)
        }
        Base::Figure(FigureSort::Follower) => "follower",
        Base::Figure(FigureSort::Special) => "special figure",
        Base::Figure(FigureSort::Neutral) => "neutral figure",
        Base::Figure(FigureSort::Any | FigureSort::Owned) => "figure",
        Base::Place(_) => "place",
        Base::Spot => "spot",
        Base::Fit => "fit",
        Base::Span => "span",
        Base::Pile => "pile",
        Base::Shot => "shot",
        Base::TokenKind => "kind of token",
        Base::FigureKind => "kind of figure",
        Base::FeatureKind => "kind of feature",
        Base::Direction => "direction",
        Base::Point => "point",
        Base::Cause => "cause",
    };
    let article = if one.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let one = format!("{article} {}", one.replace('_', " "));
    match ty.shape {
        Shape::One => one,
        Shape::Maybe => format!("{one} or none"),
        Shape::List => format!("a list, {one} each"),
    }
}

/// The tiles of which there are other numbers of copies.
pub(super) fn tiles(then: &Playthrough, now: &Playthrough) -> Vec<Change> {
    let (was, is) = (copies(then), copies(now));
    let names = was.keys().chain(is.keys().filter(|name| !was.contains_key(*name)));
    let count = |of: &BTreeMap<&str, u32>, name: &str| of.get(name).copied().unwrap_or(0);
    let both = names.map(|name| (*name, count(&was, name), count(&is, name)));
    both.filter(|(_, then, now)| then != now)
        .map(|(name, then, now)| Change::Tile { name: name.to_owned(), then, now })
        .collect()
}

fn copies(play: &Playthrough) -> BTreeMap<&str, u32> {
    let program: &Program = play.rules().program();
    let name = |kind: TileKindId| program.tiles.get(kind.index()).map(|tile| tile.name.as_str());
    play.setup().tiles.iter().filter_map(|&(kind, n)| Some((name(kind)?, n))).collect()
}
