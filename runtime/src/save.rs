//! Saved games as text: which rules, who plays, everything that was answered, and the state that it led to.
//!
//! A save is only ever opened by playing its log once more. Its state is compared with the one so reached and
//! never put into a game, so that no text, however it was altered, can make a state that no game could reach.

use std::{collections::BTreeMap, fmt, sync::Arc};

use abi::{
    Base, FaultKind, Lender, OptionValue, Picture, PictureCell, PicturePiece, Program, Reason,
    TileKindId, Word, cell, cell_x, cell_y,
};
use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use thiserror::Error;

use crate::{
    log::Entry,
    meaning::Token,
    playthrough::{Playthrough, Replayed, Stop},
    rules::Rules,
    seats::Seats,
    setup::{Setup, SetupError},
};

const FORMAT: &str = "carc-save";
/// The number of the format that saves are written and read in.
pub const SAVE_FORMAT: u32 = 2;

/// Instead of a fingerprint, for rules that have changed during the game.
const RESUMED: &str = "changed in play";

/// A saved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Save {
    format: String,
    version: u32,
    expansions: Vec<SavedExpansion>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lenders: Vec<SavedLender>,
    options: Vec<SavedOption>,
    players: Seats,
    seed: u64,
    tiles: BTreeMap<String, u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<Vec<SavedTile>>,
    /// What finds out where shots land, if somebody chose that. Saves of before have none, and go on as their last
    /// shot was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shots_by: Option<String>,
    log: Vec<Entry>,
    /// Of each seat: what other rules can be compared with, which read the state otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    points: Vec<i64>,
    state: serde_json::Value,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SavedExpansion {
    name: String,
    /// Of its sources, in hexadecimal digits: not every reader of JSON knows numbers of 64 bits.
    fingerprint: String,
}

/// An expansion that does not play, with the sets whose tiles are in the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SavedLender {
    name: String,
    fingerprint: String,
    sets: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SavedOption {
    expansion: String,
    name: String,
    value: String,
}

/// A tile of a board that a game began with, by names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SavedTile {
    tile: String,
    x: i64,
    y: i64,
    turned: i64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<SavedPiece>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SavedPiece {
    figure: String,
    owner: Option<u8>,
    on: Option<String>,
}

/// Why a text is no saved game that can be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoadError {
    /// It is not a whole saved game.
    #[error("this is no saved game: {0}")]
    NotASave(String),
    /// It was written by another release.
    #[error("this game was saved in format {found}, and only format {SAVE_FORMAT} can be read")]
    Version {
        /// The format's number.
        found: u32,
    },
    /// Its rules are those at hand, but the log and the state do not go together.
    #[error("this saved game was altered: {0}")]
    Altered(String),
    /// It names something that the rules do not have.
    #[error("the rules know nothing called `{0}`")]
    Unknown(String),
    /// The game cannot be set up.
    #[error("the game cannot be set up: {0}")]
    Setup(#[from] SetupError),
}

/// What became of a saved game under rules that are not those it was saved with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// The expansions whose texts have changed, came or went.
    pub expansions: Vec<String>,
    /// Where its log could not be played any further, if it could not.
    pub stop: Option<Stop>,
    /// What remains of the log from there on, in the old rules' names.
    pub rest: Vec<Entry>,
    /// Who has other points now than when the game was saved, if the whole log was played.
    pub points: Vec<PointsChange>,
    /// The options that are not as they were.
    pub options: Vec<OptionChange>,
}

/// An option with another value under other rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionChange {
    /// The option: `base.tiny_city`.
    pub name: String,
    /// Its value when the game was saved; nothing if there was no such option.
    pub then: Option<String>,
    /// Its value now; nothing if there is no such option any more.
    pub now: Option<String>,
}

impl fmt::Display for OptionChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, then, now } = self;
        match (then, now) {
            (Some(then), Some(now)) => write!(f, "the option {name} is {now} instead of {then}"),
            (Some(then), None) => write!(f, "there is no option {name} any more; it was {then}"),
            (None, Some(now)) => write!(f, "the option {name} is new; it is {now}"),
            (None, None) => Ok(()),
        }
    }
}

/// A player whose points are others under other rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointsChange {
    /// The seat.
    pub player: Word,
    /// The points when the game was saved.
    pub then: i64,
    /// The points now.
    pub now: i64,
}

/// A saved game that goes on.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The game.
    pub play: Playthrough,
    /// What changed, if the rules did.
    pub changes: Option<Changes>,
}

impl Save {
    /// The saved form of a game.
    pub fn of(play: &Playthrough) -> Self {
        let program = play.rules().program();
        let setup = play.setup();
        let tile = |kind: TileKindId| program.tiles[kind.index()].name.clone();
        let board = setup.board.as_ref();
        Self {
            format: FORMAT.to_owned(),
            version: SAVE_FORMAT,
            expansions: played_by(play),
            lenders: lenders(program),
            options: program.options.iter().map(|o| option(program, o)).collect(),
            players: play.seats().clone(),
            seed: setup.seed,
            tiles: setup.tiles.iter().map(|&(kind, copies)| (tile(kind), copies)).collect(),
            board: board.map(|b| b.cells.iter().map(|c| saved_tile(program, c)).collect()),
            shots_by: play.shots_by().map(str::to_owned),
            log: play.log().to_vec(),
            points: points(play),
            state: serde_json::to_value(play.game()).expect("games are plain data"),
        }
    }

    /// The text of a save.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string(self).expect("saves are plain data");
        text.push('\n');
        text
    }

    /// Reads the text of a save.
    ///
    /// # Errors
    ///
    /// When it is not a whole saved game, or one of another format.
    pub fn from_text(text: &str) -> Result<Self, LoadError> {
        /// What tells the format before all else is read.
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
        }
        let broken = |error: serde_json::Error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            let text = error.to_string();
            LoadError::NotASave(match error.classify() {
                Category::Eof => "the text ends too early".to_owned(),
                Category::Data if !text.starts_with("missing field") => {
                    format!("what stands in {place} does not belong there")
                }
                _ => text,
            })
        };
        let head: Head = serde_json::from_str(text).map_err(broken)?;
        if head.format != FORMAT {
            let found = head.format.chars().take(40).collect::<String>();
            return Err(LoadError::NotASave(format!("its format is `{found}`, not `{FORMAT}`")));
        }
        if head.version != SAVE_FORMAT {
            return Err(LoadError::Version { found: head.version });
        }
        serde_json::from_str(text).map_err(broken)
    }

    /// The names of the expansions that it is played with.
    pub fn expansions(&self) -> impl Iterator<Item = &str> {
        self.expansions.iter().map(|e| e.name.as_str())
    }

    /// The names of the expansions that do not play and only lend tiles.
    pub fn lenders(&self) -> impl Iterator<Item = &str> {
        self.lenders.iter().map(|l| l.name.as_str())
    }

    /// The sets of tiles that they lend.
    pub fn lent_sets(&self) -> impl Iterator<Item = &str> {
        self.lenders.iter().flat_map(|l| &l.sets).map(String::as_str)
    }

    /// The options that it is played with: expansion, name, value.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.options.iter().map(|o| (o.expansion.as_str(), o.name.as_str(), o.value.as_str()))
    }

    /// The players' names.
    pub fn seats(&self) -> &Seats {
        &self.players
    }

    /// Everything that was answered.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Whether a game under way goes on with this one: it began alike, and every answer here is one there.
    pub fn leads_to(&self, play: &Playthrough) -> bool {
        let now = Self::of(play);
        self.expansions().eq(now.expansions())
            && self.lenders == now.lenders
            && self.options == now.options
            && (&self.players, self.seed) == (&now.players, now.seed)
            && (&self.tiles, &self.board) == (&now.tiles, &now.board)
            && now.log.starts_with(&self.log)
    }

    /// Plays the saved game up to where it was left.
    ///
    /// With the rules that it was saved with it must come out exactly as saved. With others it comes as far
    /// as its log is understood.
    ///
    /// # Errors
    ///
    /// When the save contradicts itself, or the game cannot be set up.
    pub fn open(&self, rules: Arc<Rules>) -> Result<Opened, LoadError> {
        let changed = self.changed(rules.program());
        let setup = self.setup(rules.program())?;
        let Replayed { mut play, stop } =
            Replayed::new(rules, setup, self.players.clone(), &self.log)?;
        play.make_shots_by(self.shots_by.as_deref());
        if !changed.is_empty() {
            let rest = stop.as_ref().map_or(&[][..], |s| self.log.get(s.entry..).unwrap_or(&[]));
            // A game that stands elsewhere has other points anyway.
            let points = if stop.is_none() { self.other_points(&play) } else { Vec::new() };
            let (rest, options) = (rest.to_vec(), self.other_options(play.rules().program()));
            let changes = Changes { expansions: changed, rest, stop, points, options };
            return Ok(Opened { play, changes: Some(changes) });
        }
        if let Some(stop) = stop {
            let number = stop.entry + 1;
            return Err(LoadError::Altered(format!("answer {number}: {}", stop.reason)));
        }
        if play.log() != self.log {
            return Err(LoadError::Altered(differing(&self.log, play.log())));
        }
        let state = serde_json::to_value(play.game()).expect("games are plain data");
        if state != self.state || !self.other_points(&play).is_empty() {
            return Err(LoadError::Altered("its state is not what its log leads to".to_owned()));
        }
        Ok(Opened { play, changes: None })
    }

    /// The seats whose points are not those that were saved.
    fn other_points(&self, play: &Playthrough) -> Vec<PointsChange> {
        let both = self.points.iter().zip(points(play)).enumerate();
        both.filter(|&(_, (&then, now))| then != now)
            .map(|(seat, (&then, now))| PointsChange { player: seat as Word, then, now })
            .collect()
    }

    /// The options that are not as they were: first those that were, then new ones.
    fn other_options(&self, program: &Program) -> Vec<OptionChange> {
        let now: Vec<SavedOption> = program.options.iter().map(|o| option(program, o)).collect();
        let is = |one: &SavedOption, other: &SavedOption| {
            (&one.expansion, &one.name) == (&other.expansion, &other.name)
        };
        let value = |options: &[SavedOption], wanted: &SavedOption| {
            options.iter().find(|o| is(o, wanted)).map(|o| o.value.clone())
        };
        let new = now.iter().filter(|o| !self.options.iter().any(|then| is(then, o)));
        let changes = self.options.iter().chain(new).map(|o| OptionChange {
            name: format!("{}.{}", o.expansion, o.name),
            then: value(&self.options, o),
            now: value(&now, o),
        });
        changes.filter(|change| change.then != change.now).collect()
    }

    /// The expansions and options that are not as they were.
    fn changed(&self, program: &Program) -> Vec<String> {
        let (now, then) = (expansions(program), &self.expansions);
        let mut changed: Vec<String> = now
            .iter()
            .filter(|e| !then.contains(e))
            .chain(then.iter().filter(|t| now.iter().all(|n| n.name != t.name)))
            .map(|e| e.name.clone())
            .collect();
        let (lend, lent) = (lenders(program), &self.lenders);
        let came = lend.iter().filter(|l| !lent.contains(l));
        let went = lent.iter().filter(|l| lend.iter().all(|now| now.name != l.name));
        for lender in came.chain(went) {
            if !changed.contains(&lender.name) {
                changed.push(lender.name.clone());
            }
        }
        let options: Vec<SavedOption> =
            program.options.iter().map(|o| option(program, o)).collect();
        if changed.is_empty() && options != self.options {
            changed.push("options".to_owned());
        }
        changed
    }

    fn setup(&self, program: &Program) -> Result<Setup, LoadError> {
        let tiles =
            self.tiles.iter().map(|(name, &copies)| Ok((tile_kind(program, name)?, copies)));
        let cells = |board: &Vec<SavedTile>| -> Result<Picture, LoadError> {
            let cells = board.iter().map(|tile| lying_tile(program, tile));
            Ok(Picture { cells: cells.collect::<Result<_, _>>()? })
        };
        // In the order of the program's kinds, whatever the order of names is.
        let mut tiles = tiles.collect::<Result<Vec<_>, LoadError>>()?;
        tiles.sort_unstable();
        Ok(Setup {
            players: self.players.count(),
            seed: self.seed,
            tiles,
            board: self.board.as_ref().map(cells).transpose()?,
        })
    }
}

/// Where a log and the game that was played from it differ first.
fn differing(log: &[Entry], played: &[Entry]) -> String {
    let same = log.iter().zip(played).take_while(|(one, other)| one == other).count();
    let number = same + 1;
    match (log.get(same), played.get(same)) {
        (Some(old), Some(new)) if (&old.name, &old.player) == (&new.name, &new.player) => {
            let what = format!("`{}` for {}", old.name, old.player);
            if old.answer != new.answer {
                format!(
                    "answer {number}, {what}, is `{}` in its log, and `{}` when it is played",
                    old.answer, new.answer
                )
            } else if old.how.is_chance() && new.how.is_chance() {
                format!(
                    "answer {number}, {what}: chance does not give `{}` with its seed and its tiles",
                    old.answer
                )
            } else if old.how == new.how {
                format!("answer {number}, {what}: its landing is not what its log says of it")
            } else {
                format!("answer {number}, {what}: who answered, or what, is not as its log says")
            }
        }
        (Some(old), Some(new)) => format!(
            "answer {number} is for `{}` of {} in its log, and for `{}` of {} when it is played",
            old.name, old.player, new.name, new.player
        ),
        (Some(old), None) => {
            format!("answer {number}, `{}` for {}, is asked by nobody", old.name, old.player)
        }
        (None, _) => "answers are missing at the end of its log".to_owned(),
    }
}

fn points(play: &Playthrough) -> Vec<i64> {
    (0..play.game().players()).map(|seat| play.game().points(seat)).collect()
}

fn expansions(program: &Program) -> Vec<SavedExpansion> {
    let prints = program.fingerprints.iter();
    let named = program.expansions.iter().zip(prints).map(|((name, _), print)| SavedExpansion {
        name: name.clone(),
        fingerprint: format!("{print:016x}"),
    });
    named.collect()
}

/// The rules that a game was played by. One that goes on under other rules than it began with was not played
/// by the present ones alone, so its log counts and not its state, whatever rules are there when it is opened.
fn played_by(play: &Playthrough) -> Vec<SavedExpansion> {
    let mut played = expansions(play.rules().program());
    if play.is_resumed() {
        for expansion in &mut played {
            expansion.fingerprint = RESUMED.to_owned();
        }
    }
    played
}

fn lenders(program: &Program) -> Vec<SavedLender> {
    let saved = |lender: &Lender| SavedLender {
        name: lender.name.clone(),
        fingerprint: format!("{:016x}", lender.fingerprint),
        sets: lender.sets.clone(),
    };
    program.lenders.iter().map(saved).collect()
}

/// An option with its value as rules write it.
fn option(program: &Program, option: &OptionValue) -> SavedOption {
    let word = option.value;
    let value = match option.ty.base {
        Base::Flag => (word != 0).to_string(),
        Base::Enum(shape) => program
            .enums
            .get(usize::from(shape))
            .and_then(|e| e.names.get(usize::try_from(word).ok()?))
            .cloned()
            .unwrap_or_else(|| word.to_string()),
        Base::Length => Token::Length(word).to_string(),
        _ => word.to_string(),
    };
    SavedOption { expansion: option.expansion.clone(), name: option.name.clone(), value }
}

fn tile_kind(program: &Program, name: &str) -> Result<TileKindId, LoadError> {
    program.tile(name).ok_or_else(|| LoadError::Unknown(name.to_owned()))
}

fn saved_tile(program: &Program, lying: &PictureCell) -> SavedTile {
    let kind = &program.tiles[lying.tile.index()];
    let pieces = lying.pieces.iter().map(|piece| SavedPiece {
        figure: program.figures[piece.figure.index()].name.clone(),
        owner: piece.owner,
        on: piece.segment.map(|s| kind.segments[usize::from(s)].name.clone()),
    });
    SavedTile {
        tile: kind.name.clone(),
        x: cell_x(lying.cell),
        y: cell_y(lying.cell),
        turned: 90 * lying.turn,
        pieces: pieces.collect(),
    }
}

fn lying_tile(program: &Program, saved: &SavedTile) -> Result<PictureCell, LoadError> {
    let kind = tile_kind(program, &saved.tile)?;
    let segments = &program.tiles[kind.index()].segments;
    let unknown = |name: &str| LoadError::Unknown(name.to_owned());
    let far = |n: i64| n.abs() > crate::grid::FARTHEST;
    if far(saved.x) || far(saved.y) || !matches!(saved.turned, 0 | 90 | 180 | 270) {
        return Err(LoadError::Setup(SetupError::Board(FaultKind::Impossible(Reason::TooFar))));
    }
    let mut pieces = Vec::new();
    for piece in &saved.pieces {
        let figure = program.figures.iter().position(|f| f.name == piece.figure);
        let segment = match &piece.on {
            Some(name) => {
                let found = segments.iter().position(|s| s.name == *name);
                Some(found.ok_or_else(|| unknown(name))? as u8)
            }
            None => None,
        };
        let figure = figure.ok_or_else(|| unknown(&piece.figure))?;
        let figure = abi::FigureKindId(figure as u16);
        pieces.push(PicturePiece { figure, owner: piece.owner, segment });
    }
    let turn = saved.turned / 90;
    Ok(PictureCell { tile: kind, cell: cell(saved.x, saved.y), turn, pieces })
}
