//! One recorded game beside the same game played here, event by event.

use std::collections::BTreeMap;

use abi::{ABSENT, Base, Options, Table, Word, field};
use compiler::Setting;
use runtime::{
    Drawn, Event, How, Pick, Playthrough, Seats, Setup, Stand, read_answer, tile_segments,
};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    consequences::{Consequences, scores},
    program::Programs,
    recorded::{
        Decision, Fields, Here, LyingSegments, NEVER_DRAWN, RecordWords, Told, Unrecorded, number,
        plain, player, text,
    },
    tiles::set_tiles,
};

/// A recorded game.
#[derive(Debug, Deserialize)]
pub(crate) struct Record {
    #[serde(default)]
    pub(crate) group: String,
    #[serde(default)]
    pub(crate) game: u64,
    players: u8,
    setup: Fields,
    pub(crate) events: Vec<Fields>,
    pub(crate) final_scores: Vec<i64>,
    tiles_on_board: Option<u64>,
}

/// A record on its way, beside our game.
pub(crate) struct Retrace<'a> {
    words: &'a RecordWords,
    /// The expansions whose rules play.
    plays: Vec<String>,
    play: Playthrough,
    /// How much of our log was compared with the record.
    compared: usize,
    /// What came of the decisions by the record.
    told: Consequences,
    /// Who holds figures of others, by their names in the record.
    holders: BTreeMap<String, i64>,
    /// How many copies of each tile, by our names, the record still draws.
    to_draw: BTreeMap<String, Word>,
    /// What the record counts among the options of the next decision.
    joined: Joined<'a>,
}

/// The options of a question that the record joins to the next one.
#[derive(Default)]
struct Joined<'a> {
    options: Vec<String>,
    count: u64,
    decisions: Vec<&'a Decision>,
}

impl<'a> Retrace<'a> {
    /// Our game as the record sets it up.
    pub(crate) fn new(
        record: &Record,
        programs: &Programs,
        words: &'a RecordWords,
    ) -> Result<Self, String> {
        for (name, value) in record.setup.iter().filter(|(name, _)| *name != "start") {
            value.as_object().ok_or_else(|| format!("`{name}` of its set-up is no object"))?;
        }
        let empty = Fields::new();
        let sets = record.setup.get("sets").and_then(Value::as_object).unwrap_or(&empty);
        let mut with_tiles: Vec<&str> = Vec::new();
        let mut boxes: Vec<(String, u32)> = Vec::new();
        for (set, times) in sets {
            let (expansion, ours) =
                words.set(set).ok_or_else(|| format!("no expansion has the tile set `{set}`"))?;
            let times = times.as_u64().and_then(|t| u32::try_from(t).ok()).filter(|t| *t < 100);
            let times = times.ok_or_else(|| format!("no number of sets `{set}`"))?;
            boxes.extend(ours.map(|ours| (ours.to_owned(), times)));
            with_tiles.push(expansion);
        }
        let chosen = words.playing(&record.setup, &with_tiles);
        let plays = programs.texts().closure(&chosen);
        let options = words.options(&record.setup, &plays);
        let tiles = boxes.iter().map(|(set, _)| set.clone()).collect();
        let setting = Setting { expansions: chosen, options, edition: None, tiles };
        let rules = programs.rules(&setting).map_err(|report| {
            format!("its rules do not compile: {}", report.render_plain(programs.texts().sources()))
        })?;
        let tiles = set_tiles(rules.program(), &boxes)?;
        let setup = Setup { players: record.players, seed: 0, tiles, board: None };
        let seats = Seats::colours(record.players);
        let play = Playthrough::new(rules, setup, seats).map_err(|e| e.to_string())?;
        let told = Consequences::none(record.players);
        let to_draw = words.drawn(&record.events);
        let (holders, joined) = (BTreeMap::new(), Joined::default());
        let retrace = Self { words, plays, play, compared: 0, told, holders, to_draw, joined };
        retrace.start(record.setup.get("start"))?;
        Ok(retrace)
    }

    /// The tiles on the table before the first turn must be ours.
    fn start(&self, start: Option<&Value>) -> Result<(), String> {
        let tiles = match start {
            None => &[][..],
            Some(tiles) => tiles.as_array().ok_or("`start` of its set-up is no list")?,
        };
        let mut wanted = Vec::new();
        for tile in tiles {
            let tile = tile.as_object().ok_or("`start` lists what is no tile")?;
            let ours = self.tile(text(tile, "tile")?)?;
            let [x, y, turned] = ["x", "y", "rotation"].map(|key| number(tile, key));
            wanted.push((ours.to_owned(), x?, y?, turned?));
        }
        let program = self.play.rules().program();
        let mut lying: Vec<_> = self
            .play
            .game()
            .board()
            .map(|t| {
                let name = program.tiles[t.kind.index()].name.clone();
                (name, abi::cell_x(t.cell), abi::cell_y(t.cell), 90 * t.turn)
            })
            .collect();
        wanted.sort();
        lying.sort();
        if wanted == lying {
            Ok(())
        } else {
            let told = |tiles: &[(String, i64, i64, i64)]| {
                let tile =
                    |(name, x, y, turned): &_| format!("{name} at ({x}, {y}) turned {turned}");
                let tiles: Vec<String> = tiles.iter().map(tile).collect();
                if tiles.is_empty() { "nothing".to_owned() } else { tiles.join(", ") }
            };
            Err(format!("the table begins with {}, not {}", told(&lying), told(&wanted)))
        }
    }

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
        let kind = text(event, "type")?;
        let further = words.event(kind);
        self.told.hear(event, further)?;
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
                self.told.add_up_to(&ours)
            }
            "discard" | "score" | "meeple_returned" | "final_scoring" => Ok(()),
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
        self.play.give(outcome).map_err(|e| e.to_string())?;
        // The outcome itself; what follows was not compared yet.
        self.compared += 1;
        Ok(())
    }

    /// The same, of an outcome that the record tells.
    fn draw(&mut self, outcome: &str) -> Result<(), String> {
        if let Some(left) = self.to_draw.get_mut(outcome) {
            *left -= 1;
        }
        self.give(outcome)
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
        // What begins a turn may score before anybody is asked.
        let mut turns = (0..events.len()).filter(|&at| matches!(events[at], Event::Turn { .. }));
        let next = turns.nth(self.told.turns());
        let finish = events.iter().position(|e| matches!(e, Event::Finish));
        if let Some(end) = next.or(finish) {
            let teller = self.play.teller();
            for points in events[end..].iter().flat_map(|e| teller.points(e)) {
                if let Some(score) = scores.get_mut(points.player as usize) {
                    *score -= points.amount;
                }
            }
        }
        scores
    }

    /// The next answer that nobody was asked for here and that was not compared yet.
    fn taken(&self) -> Option<&runtime::Entry> {
        self.play.log().get(self.compared).filter(|e| e.how == How::Only)
    }

    /// Answers what records leave out, before an event that is no decision.
    fn fill_in(&mut self) -> Result<(), String> {
        loop {
            if self.taken().is_some() {
                self.compared += 1;
            } else if !self.say_unrecorded()? {
                return Ok(());
            }
        }
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
        self.compared += 1;
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
            if let Some(entry) = self.taken().cloned() {
                let named =
                    |ask: &str| entry.name == ask || entry.name.rsplit('.').next() == Some(ask);
                self.compared += 1;
                // What the record does not mention had a single answer: nothing was decided.
                let Some(decision) = words.decision(&self.plays, event, named) else {
                    continue;
                };
                let answer = self.answer(decision, event)?;
                let same =
                    entry.answer == answer && self.play.seats().seat(&entry.player) == Some(player);
                match same {
                    true if decision.goes_on => continue,
                    true => return Ok(()),
                    false => return Err(format!("{entry}, and not {answer}")),
                }
            }
            let decision = words.decision(&self.plays, event, |ask| self.play.is_asked(ask));
            let waits = |play: &Playthrough| format!("the game waits for {}", play.waits_for());
            match (self.play.stand(), decision) {
                (Stand::Question(question), Some(decision)) if question.player == player => {
                    let joined = std::mem::take(&mut self.joined);
                    if !decision.uncounted {
                        if !decision.some {
                            self.compare_count(event, joined.count)?;
                        }
                        self.compare_offered(event, joined, decision.some)?;
                    }
                    let answer = self.answer(decision, event)?;
                    self.play.say(&answer).map_err(|e| e.to_string())?;
                    self.compared += 1;
                    if !decision.goes_on {
                        return Ok(());
                    }
                }
                (Stand::Question(_) | Stand::Chance(_), None) if self.say_unrecorded()? => {}
                _ => return Err(waits(&self.play)),
            }
        }
    }

    /// The recorded answer in our words.
    fn answer(&self, decision: &Decision, fields: &Fields) -> Result<String, String> {
        let game = self.play.game();
        let program = self.play.rules().program();
        let segments = |(x, y): (i64, i64)| {
            let near = |n: i64| n.abs() <= runtime::FARTHEST;
            let tile = Some((x, y)).filter(|_| near(x) && near(y)).map(|_| abi::cell(x, y))?;
            let tile = game.tile_at(tile)?;
            let get = |column| game.memory().get(Table::Tile, tile, column);
            let segments = tile_segments(program, game.memory(), tile);
            Some(LyingSegments::new(program, &segments, get(field::tile::TURN)))
        };
        let asked = match self.play.stand() {
            Stand::Question(question) => Some(question.player),
            _ => None,
        };
        let answers = fields.get("player").and_then(Value::as_i64).or(asked);
        let seats = self.play.seats();
        let stranger = |player| (answers != Some(player)).then(|| seats.name(player).to_owned());
        let holder = |figure: &str| self.holders.get(figure).map(|p| seats.name(*p).to_owned());
        let corner = |(x, y): (i64, i64)| {
            let near = |n: i64| n.clamp(-runtime::FARTHEST, runtime::FARTHEST);
            let corner = abi::cell(near(x), near(y));
            self.play.speaker(None).value(abi::Ty::one(Base::Corner), corner).to_string()
        };
        let here =
            Here { segments: &segments, corner: &corner, stranger: &stranger, holder: &holder };
        let answer = self.words.answer(decision, fields, &here)?;
        // As the log writes it, so that it can be compared with the log.
        let words = read_answer(&answer).map_err(|e| e.to_string())?;
        Ok(words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    }

    fn compare_count(&mut self, event: &Fields, joined: u64) -> Result<(), String> {
        let recorded = number(event, "options")?;
        let all = self.count_options() + joined;
        if i64::try_from(all) == Ok(recorded) {
            return Ok(());
        }
        let options = self.play.options();
        Err(format!("{all} options instead of {recorded}: {}", options.join("; ")))
    }

    /// How many options the record counts: each of several figures that mean the same.
    fn count_options(&mut self) -> u64 {
        let rules = self.play.rules().clone();
        let count = self.play.game().option_count();
        let mut all = 0;
        for n in 0..count {
            let pick = self.play.game_mut().option(&rules, n);
            all += pick.map_or(0, |pick| self.copies(pick));
        }
        all
    }

    /// How many figures an option stands for.
    fn copies(&self, pick: Pick) -> u64 {
        let (Pick::Option(choice), Some(waiting)) = (pick, self.play.game().waiting()) else {
            return 1;
        };
        let ask = self.play.ask(waiting.call.ask);
        let offered = |n: u16| ask.offers.get(usize::from(n)).and_then(|offer| offer.ty);
        let ty = choice.offer.map_or(Some(ask.ty), offered);
        if !matches!(ty.map(|ty| ty.base), Some(Base::Figure(_))) {
            return 1;
        }
        let memory = self.play.game().memory();
        let same = |figure: Word| {
            [field::figure::KIND, field::figure::OWNER, field::figure::PLACE].iter().all(
                |&column| {
                    memory.get(Table::Figure, figure, column)
                        == memory.get(Table::Figure, choice.value, column)
                },
            )
        };
        // In a supply one is as good as another.
        if memory.get(Table::Figure, choice.value, field::figure::PLACE) == ABSENT {
            return 1;
        }
        (0..memory.rows(Table::Figure) as Word).filter(|&f| same(f)).count() as u64
    }

    /// Where the record lists what was offered, it must be what is on offer here.
    /// With `some` it is a part of that.
    fn compare_offered(
        &mut self,
        event: &Fields,
        joined: Joined<'_>,
        some: bool,
    ) -> Result<(), String> {
        let Some(offered) = event.get("offered") else {
            return Ok(());
        };
        let offered = offered.as_array().ok_or("`offered` is no list")?;
        let mut decisions = self.words.decisions_of(&self.plays, |ask| self.play.is_asked(ask));
        decisions.extend(joined.decisions);
        let mut theirs = Vec::new();
        for option in offered {
            let option = option.as_str().ok_or("`offered` lists what is no text")?;
            let read = |d: &&Decision| d.read_offered(option).map(|fields| self.answer(d, &fields));
            match decisions.iter().find_map(read) {
                Some(answer) => theirs.push(answer?),
                // Not every file says how options are written.
                None if decisions.iter().all(|d| !d.reads_offered()) => return Ok(()),
                None => return Err(format!("the offered `{option}` is not understood")),
            }
        }
        theirs.sort();
        theirs.dedup();
        let mut ours = self.play.options();
        ours.extend(joined.options);
        ours.sort();
        if ours == theirs || some && theirs.iter().all(|option| ours.contains(option)) {
            return Ok(());
        }
        let only = |these: &[String], those: &[String]| {
            these.iter().filter(|o| !those.contains(o)).cloned().collect::<Vec<_>>().join("; ")
        };
        Err(format!(
            "the options differ: only here [{}], only there [{}]",
            only(&ours, &theirs),
            only(&theirs, &ours)
        ))
    }

    /// The end of the record must be the end of our game, with the same scores.
    pub(crate) fn finish(&mut self, record: &Record) -> Result<(), String> {
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
        let tiles = game.board().count() as u64;
        match record.tiles_on_board {
            Some(recorded) if recorded != tiles => Err(format!("{tiles} tiles on the board")),
            _ => Ok(()),
        }
    }
}
