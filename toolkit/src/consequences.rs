//! What a record says came of decisions: turns, points and returned figures. None of them may be left out, or an
//! emptied record would agree with any game.

use abi::HostOp;
use runtime::Event;
use serde_json::Value;

use crate::recorded::{Fields, Told, number, player, text};

/// What a record has told so far.
#[derive(Debug)]
pub(crate) struct Consequences {
    /// The points of each player, added up.
    points: Vec<i64>,
    turns: usize,
    /// Whose turn it is, while one goes on.
    turn_of: Option<i64>,
    ends: usize,
    discards: usize,
    returned: usize,
    finals: usize,
}

impl Consequences {
    /// Those before anything was told, for so many players.
    pub(crate) fn none(players: u8) -> Self {
        let points = vec![0; usize::from(players)];
        Self { points, turns: 0, turn_of: None, ends: 0, discards: 0, returned: 0, finals: 0 }
    }

    /// How many turns were told.
    pub(crate) fn turns(&self) -> usize {
        self.turns
    }

    /// Takes what an event tells; of a further type as `recorded.json` says it.
    pub(crate) fn hear(&mut self, event: &Fields, further: &[Told]) -> Result<(), String> {
        for told in further {
            self.returned += told.returns.len();
            if let Some(paid) = &told.paid {
                let points = number(event, &paid.points)?;
                self.add(player(event, &paid.by)?, points.saturating_neg())?;
                if event.contains_key(&paid.to) {
                    self.add(player(event, &paid.to)?, points)?;
                }
            }
        }
        match text(event, "type")? {
            "turn" => {
                self.turns += 1;
                if let Some(other) = self.turn_of.replace(player(event, "player")?) {
                    return Err(format!("the turn of player {other} has not ended"));
                }
            }
            "turn_end" => {
                self.ends += 1;
                match (self.turn_of.take(), player(event, "player")?) {
                    (Some(turn), ends) if turn == ends => {}
                    (Some(turn), _) => return Err(format!("it is the turn of player {turn}")),
                    (None, _) => return Err("no turn has begun".to_owned()),
                }
            }
            "discard" => self.discards += 1,
            "meeple_returned" => self.returned += 1,
            "final_scoring" => self.finals += 1,
            "score" => {
                self.add(number(event, "player")?, number(event, "points")?)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn add(&mut self, player: i64, amount: i64) -> Result<(), String> {
        let player = usize::try_from(player).ok();
        let points = player.and_then(|player| self.points.get_mut(player));
        let points = points.ok_or("the points are those of nobody")?;
        *points = points.saturating_add(amount);
        Ok(())
    }

    /// How many tiles were set aside.
    pub(crate) fn discards(&self) -> usize {
        self.discards
    }

    /// How many turns have ended.
    pub(crate) fn ended(&self) -> i64 {
        self.ends as i64
    }

    /// The points that were told must add up to scores.
    pub(crate) fn add_up_to(&self, scores: &[i64]) -> Result<(), String> {
        if self.points == scores {
            return Ok(());
        }
        Err(format!("the recorded points add up to {:?}, not to {scores:?}", self.points))
    }

    /// At the end all must have been told that happened.
    pub(crate) fn tell_all(&self, events: &[Event]) -> Result<(), String> {
        let count = |is: fn(&Event) -> bool| events.iter().filter(|event| is(event)).count();
        let turns = turns(events);
        let returned = count(|event| match event {
            Event::Deed(deed) => deed.op() == Some(HostOp::Return),
            _ => false,
        });
        for (what, told, ours) in [
            ("turn", self.turns, turns),
            ("turn_end", self.ends, turns),
            ("meeple_returned", self.returned, returned),
            ("final_scoring", self.finals, 1),
        ] {
            if told != ours {
                return Err(format!("{ours} events `{what}`, and not {told}"));
            }
        }
        Ok(())
    }
}

/// How many turns there were; who plays a part in the turn of another has one of his own.
fn turns(events: &[Event]) -> usize {
    let mut last = None;
    let mut turns = 0;
    for event in events {
        match event {
            Event::Turn { player } => {
                turns += 1;
                last = Some(player);
            }
            Event::Part { player } if last.is_some_and(|last| last != player) => {
                turns += 1;
                last = Some(player);
            }
            _ => {}
        }
    }
    turns
}

/// The scores of an event.
pub(crate) fn scores(event: &Fields) -> Result<Vec<i64>, String> {
    let scores = event.get("scores").and_then(Value::as_array);
    let scores = scores.and_then(|scores| scores.iter().map(Value::as_i64).collect());
    scores.ok_or_else(|| "the record has no list of numbers `scores`".to_owned())
}
