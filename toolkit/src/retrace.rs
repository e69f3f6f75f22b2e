//! One recorded game beside the same game played here, event by event.

mod beginning;
mod effects;
mod offered;
mod pieces;

use std::collections::BTreeMap;

use abi::{ABSENT, Base, HostOp, Options, Table, Word, field};
use runtime::{Drawn, Event, Playthrough, Stand, read_answer, tile_segments};
use serde::Deserialize;
use serde_json::{Number, Value};

use crate::{
    consequences::{Consequences, scores},
    counted::counted,
    recorded::{
        Decision, Fields, Here, LyingSegments, NEVER_DRAWN, RecordWords, Told, Unrecorded, number,
        plain, player, text,
    },
};

use effects::Effects;
use offered::listed_once;

/// So many questions in a row with a single answer each are no game.
const MOST_SINGLES: usize = 10_000;

/// A recorded game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    #[serde(default)]
    pub(crate) group: String,
    pub(crate) game: Option<u64>,
    /// Of the choices; it means nothing here.
    #[serde(default, rename = "seed")]
    _seed: Value,
    players: Number,
    setup: Fields,
    pub(crate) events: Vec<Fields>,
    pub(crate) final_scores: Vec<i64>,
    tiles_on_board: Option<u64>,
    tiles_discarded: Option<u64>,
}

/// A record on its way, beside our game.
pub(crate) struct Retrace<'a> {
    words: &'a RecordWords,
    /// The expansions whose rules play.
    plays: Vec<String>,
    play: Playthrough,
    /// How many answers were taken since the last event that the record does not mention.
    singles: usize,
    /// What came of the decisions by the record.
    told: Consequences,
    /// Who holds figures of others, by their names in the record.
    holders: BTreeMap<String, i64>,
    /// How many copies of each tile, by our names, the record still draws.
    to_draw: BTreeMap<String, Word>,
    /// What the record counts among the options of the next decision.
    joined: Joined<'a>,
    /// The tile that was drawn last, if it was set aside here: the record must say so next.
    aside: Option<String>,
    /// Which tiles the record has put down that do not lie there yet.
    to_lie: Vec<(Word, &'a str)>,
    /// What the record has told of this turn.
    effects: Effects,
    /// How much of our chronicle was compared with that.
    seen: usize,
}

/// The options of a question that the record joins to the next one.
#[derive(Default)]
struct Joined<'a> {
    options: Vec<String>,
    count: u64,
    decisions: Vec<&'a Decision>,
}

impl<'a> Retrace<'a> {
    fn tile(&self, name: &str) -> Result<&'a str, String> {
        self.words.tile(name).ok_or_else(|| format!("no word for the tile `{name}`"))
    }

    /// Our game, as far as it was played.
    pub(crate) fn into_play(self) -> Playthrough {
        self.play
    }

    /// The board and who has how many points.
    pub(crate) fn board(&self) -> String {
        self.play.picture(&[])
    }

    /// Plays one event of the record.
    pub(crate) fn event(&mut self, event: &Fields) -> Result<(), String> {
        let words = self.words;
        self.singles = 0;
        let kind = text(event, "type")?;
        words.check_fields(event)?;
        match self.aside.take() {
            Some(tile) if kind != "discard" => return Err(format!("{tile} is set aside")),
            aside => self.aside = aside,
        }
        let further = words.event(kind);
        self.told.hear(event, further)?;
        self.hear_effects(event, further)?;
        for holder in further.iter().filter_map(|told| told.holder.as_ref()) {
            self.holders.insert(text(event, "meeple")?.to_owned(), player(event, holder)?);
        }
        match kind {
            "decision" => self.decision(event),
            "draw" => {
                self.fill_in()?;
                let tile = self.tile(text(event, "tile")?)?;
                match event.get("from").map(plain) {
                    None => self.draw(tile),
                    Some(from) if further.iter().any(|told| told.kept.as_ref() == Some(&from)) => {
                        self.is_kept(tile)
                    }
                    Some(from) => {
                        Err(format!("tiles are only drawn from the pile here, not from {from}"))
                    }
                }
            }
            "turn" => self.turn(event),
            "turn_end" => {
                self.fill_in()?;
                self.check_lying()?;
                // Where nothing is drawn the next turn has begun here, and waits for its own question; whoever
                // else is asked now has a turn of his own in the record.
                let goes_on = self.play.game().turn() <= self.told.ended();
                if let Stand::Question(question) = self.play.stand()
                    && goes_on
                    && question.player == player(event, "player")?
                {
                    return Err(format!("the game waits for {}", self.play.waits_for()));
                }
                let ours = self.scores_of_turn();
                if scores(event)? != ours {
                    return Err(format!("scores {ours:?}"));
                }
                self.told.add_up_to(&ours)?;
                self.compare_effects(self.end_of_turn())
            }
            "discard" => {
                let tile = self.tile(text(event, "tile")?)?;
                match self.aside.take() {
                    Some(aside) if aside == tile => Ok(()),
                    Some(aside) => Err(format!("{aside} is set aside")),
                    None => Err("nothing that was just drawn is set aside".to_owned()),
                }
            }
            "score" | "meeple_returned" => Ok(()),
            "final_scoring" => self.final_scoring(),
            other if further.is_empty() => Err(format!("no such event is known: `{other}`")),
            _ => further.iter().try_for_each(|told| self.chance(event, told)),
        }
    }

    /// Gives the outcomes of chance that an event tells, if it tells some.
    fn chance(&mut self, event: &Fields, told: &Told) -> Result<(), String> {
        let Some(field) = &told.outcome else { return Ok(()) };
        let value = event.get(field).ok_or_else(|| format!("the record has no `{field}`"))?;
        let values = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        for value in values {
            if told.words.is_empty() || told.words.contains_key(&plain(value)) {
                self.fill_in()?;
                self.draw(&self.words.outcome(told, value))?;
            }
        }
        Ok(())
    }

    /// Gives the outcome of chance that the game waits for.
    fn give(&mut self, outcome: &str) -> Result<(), String> {
        self.play.give(outcome).map_err(|e| e.to_string())
    }

    /// The same, of an outcome that the record tells.
    fn draw(&mut self, outcome: &str) -> Result<(), String> {
        if let Some(left) = self.to_draw.get_mut(outcome) {
            *left -= 1;
        }
        let before = self.play.game().chronicle().events().len();
        self.give(outcome)?;
        let program = self.play.rules().program();
        let memory = self.play.game().memory();
        let leaves = |event: &Event| match event {
            Event::Deed(deed) if deed.op() == Some(HostOp::TileLeaves) => {
                let kind = memory.get(Table::Tile, deed.args[0], field::tile::KIND);
                program.tiles[kind as usize].name == outcome
            }
            _ => false,
        };
        let after = &self.play.game().chronicle().events()[before..];
        self.aside = after.iter().any(leaves).then(|| outcome.to_owned());
        Ok(())
    }

    /// A tile that was drawn before must be at hand.
    fn is_kept(&self, tile: &str) -> Result<(), String> {
        let memory = self.play.game().memory();
        let program = self.play.rules().program();
        let kept = |row: &Word| {
            let get = |column| memory.get(Table::Tile, *row, column);
            get(field::tile::CELL) == ABSENT
                && get(field::tile::GONE) == 0
                && program.tiles[get(field::tile::KIND) as usize].name == tile
        };
        let found = (0..memory.rows(Table::Tile) as Word).any(|row| kept(&row));
        if found { Ok(()) } else { Err(format!("nobody has kept {tile}")) }
    }

    /// A tile in the pile that the game draws from and that the record never draws.
    fn never_drawn(&self) -> Option<String> {
        let game = self.play.game();
        let Options::Pile(pile) = game.waiting()?.call.options else { return None };
        let rules = self.play.rules();
        game.pile(rules, pile).into_iter().find_map(|(drawn, copies)| {
            let Drawn::Tile(kind) = drawn else { return None };
            let name = &rules.program().tiles[kind.index()].name;
            (copies > self.to_draw.get(name).copied().unwrap_or(0)).then(|| name.clone())
        })
    }

    fn turn(&self, event: &Fields) -> Result<(), String> {
        let active = self.play.game().active();
        let player = event.get("player").and_then(Value::as_u64);
        if player == Some(active as u64) {
            return Ok(());
        }
        if let Stand::Question(question) = self.play.stand()
            && player == u64::try_from(question.player).ok()
        {
            return Ok(());
        }
        Err(format!("it is the turn of player {active}"))
    }

    /// The scores as they were when the last turn that was told ended.
    fn scores_of_turn(&self) -> Vec<i64> {
        let game = self.play.game();
        let events = game.chronicle().events();
        let mut scores: Vec<i64> = (0..game.players()).map(|p| game.points(p)).collect();
        let teller = self.play.teller();
        for points in events[self.end_of_turn()..].iter().flat_map(|e| teller.points(e)) {
            if let Some(score) = scores.get_mut(points.player as usize) {
                *score -= points.amount;
            }
        }
        scores
    }

    /// Where in our chronicle the last turn that was told ended: what begins a turn may score before anybody
    /// is asked.
    fn end_of_turn(&self) -> usize {
        let events = self.play.game().chronicle().events();
        let mut turns = (0..events.len()).filter(|&at| matches!(events[at], Event::Turn { .. }));
        let next = turns.nth(self.told.turns());
        let finish = events.iter().position(|e| matches!(e, Event::Finish));
        next.or(finish).unwrap_or(events.len())
    }

    /// Takes the only option of the question that waits, if it has no more: what a record does not mention had a
    /// single answer, and nothing was decided.
    fn take_single(&mut self) -> bool {
        self.singles += 1;
        self.singles <= MOST_SINGLES && self.play.take_single().is_ok()
    }

    /// Answers what records leave out, before an event that is no decision.
    fn fill_in(&mut self) -> Result<(), String> {
        while self.take_single() || self.say_unrecorded()? {}
        Ok(())
    }

    /// Answers the question that waits, if records leave it out.
    fn say_unrecorded(&mut self) -> Result<bool, String> {
        let words = self.words;
        let candidates: Vec<&Unrecorded> =
            words.unrecorded(&self.plays, |ask| self.play.is_asked(ask)).collect();
        let mut candidates = candidates.into_iter();
        let left_out = match self.play.stand() {
            Stand::Chance(_) if candidates.any(|left_out| left_out.answer == NEVER_DRAWN) => {
                let tile = self.never_drawn().ok_or("the record draws all tiles of the pile")?;
                self.give(&tile)?;
                return Ok(true);
            }
            Stand::Question(_) => candidates.find(|left_out| self.leaves_out(left_out)),
            _ => None,
        };
        let Some(left_out) = left_out else {
            return Ok(false);
        };
        if left_out.joined {
            let mut options = self.play.options();
            options.retain(|option| *option != left_out.answer);
            // The answer itself is no option of the record.
            let count = self.count_options().saturating_sub(1);
            let decisions = words.decisions_of(&self.plays, |ask| self.play.is_asked(ask));
            self.joined = Joined { options, count, decisions };
        }
        self.play.say(&left_out.answer).map_err(|e| e.to_string())?;
        Ok(true)
    }

    /// Whether all options of the question are such as records leave out.
    fn leaves_out(&mut self, left_out: &Unrecorded) -> bool {
        let Some(word) = &left_out.only else { return true };
        let options = self.play.options();
        options.iter().all(|o| *o == left_out.answer || o.starts_with(word.as_str()))
    }

    fn decision(&mut self, event: &Fields) -> Result<(), String> {
        text(event, "choice")?;
        let player = number(event, "player")?;
        let words = self.words;
        loop {
            let decision = words.decision(&self.plays, event, |ask| self.play.is_asked(ask));
            let waits = |play: &Playthrough| format!("the game waits for {}", play.waits_for());
            match (self.play.stand(), decision) {
                (Stand::Question(question), Some(decision)) if question.player == player => {
                    listed_once(event)?;
                    let joined = std::mem::take(&mut self.joined);
                    if !decision.uncounted {
                        if !decision.some {
                            self.compare_count(event, joined.count)?;
                        }
                        self.compare_offered(event, joined, decision.some)?;
                    }
                    self.check_figure(decision, event)?;
                    let answer = self.answer(decision, event)?;
                    self.play.say(&answer).map_err(|e| e.to_string())?;
                    self.check_tile(event)?;
                    if !decision.goes_on {
                        return Ok(());
                    }
                }
                (Stand::Question(_), None) if self.take_single() => {}
                (Stand::Question(_) | Stand::Chance(_), None) if self.say_unrecorded()? => {}
                _ => return Err(waits(&self.play)),
            }
        }
    }

    /// The recorded answer in our words.
    fn answer(&self, decision: &Decision, fields: &Fields) -> Result<String, String> {
        let asked = match self.play.stand() {
            Stand::Question(question) => Some(question.player),
            _ => None,
        };
        let answers = fields.get("player").and_then(Value::as_i64).or(asked);
        self.in_words(&decision.answer, &decision.words, fields, answers)
    }

    /// A pattern filled with what the record has, in our words; who is spoken to needs no owner for his things.
    fn in_words(
        &self,
        pattern: &str,
        words: &BTreeMap<String, String>,
        fields: &Fields,
        spoken_to: Option<i64>,
    ) -> Result<String, String> {
        let game = self.play.game();
        let program = self.play.rules().program();
        let segments = |(x, y): (i64, i64)| {
            let tile = game.tile_at(near_cell(x, y)?)?;
            let get = |column| game.memory().get(Table::Tile, tile, column);
            let segments = tile_segments(program, game.memory(), tile);
            Some(LyingSegments::new(program, &segments, get(field::tile::TURN)))
        };
        let seats = self.play.seats();
        let stranger = |player| (spoken_to != Some(player)).then(|| seats.name(player).to_owned());
        let holder = |figure: &str| self.holders.get(figure).map(|p| seats.name(*p).to_owned());
        let corner = |(x, y): (i64, i64)| {
            let near = |n: i64| n.clamp(-runtime::FARTHEST, runtime::FARTHEST);
            let corner = abi::cell(near(x), near(y));
            self.play.speaker(None).value(abi::Ty::one(Base::Corner), corner).to_string()
        };
        let here =
            Here { segments: &segments, corner: &corner, stranger: &stranger, holder: &holder };
        let answer = self.words.write(pattern, words, fields, &here)?;
        // As the log writes it, so that it can be compared with the log.
        let answer = read_answer(&answer).map_err(|e| e.to_string())?;
        Ok(answer.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    }

    /// The end of the record must be the end of our game, with the same scores.
    pub(crate) fn finish(&mut self, record: &Record) -> Result<(), String> {
        if let Some(tile) = &self.aside {
            return Err(format!("{tile} is set aside"));
        }
        self.fill_in()?;
        if self.play.stand() != Stand::Over {
            return Err(format!("the game waits for {}", self.play.waits_for()));
        }
        let game = self.play.game();
        let scores: Vec<i64> = (0..game.players()).map(|p| game.points(p)).collect();
        if scores != record.final_scores {
            return Err(format!("final scores {scores:?}"));
        }
        self.told.add_up_to(&scores)?;
        self.told.tell_all(game.chronicle().events())?;
        self.compare_effects(self.play.game().chronicle().events().len())?;
        let game = self.play.game();
        let tiles = game.board().count() as u64;
        if record.tiles_on_board.is_some_and(|recorded| recorded != tiles) {
            return Err(format!("{} on the board", counted(tiles, "tile")));
        }
        let aside = self.told.discards() as u64;
        if record.tiles_discarded.is_some_and(|recorded| recorded != aside) {
            return Err(format!("{} set aside", counted(aside, "tile")));
        }
        Ok(())
    }
}

/// A cell of a record, unless no tile can lie as far as that.
fn near_cell(x: i64, y: i64) -> Option<Word> {
    let near = |n: i64| n.unsigned_abs() <= runtime::FARTHEST.unsigned_abs();
    (near(x) && near(y)).then(|| abi::cell(x, y))
}
