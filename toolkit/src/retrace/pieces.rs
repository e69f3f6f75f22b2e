//! What a record says that no answer here needs, and that must be as in our game all the same: which tile a decision
//! puts down, whose figure it names and of which kind, and where final scoring begins.

use abi::{Table, Word, field};
use serde_json::Value;

use super::{Retrace, near_cell};
use crate::recorded::{Decision, Fields, number, player, text};

/// The choice that puts down a tile.
const PLACES: &str = "place_tile";
/// The choice that puts down a figure.
const DEPLOYS: &str = "deploy";
/// What an answer has that says whose figure it means.
const OWNER: &str = "{owner}";

impl Retrace<'_> {
    /// A figure that a decision names must be of the kind that it tells, and belong to who decides unless our answer
    /// says whose it is.
    pub(super) fn check_figure(&self, decision: &Decision, event: &Fields) -> Result<(), String> {
        let deploys = decision.choice == DEPLOYS;
        let tells = |name| deploys || event.get(name).is_some_and(|value| !value.is_null());
        if !tells("meeple") {
            return Ok(());
        }
        let figure = text(event, "meeple")?;
        let (owner, decides) = (player(event, "meeple")?, number(event, "player")?);
        if owner != decides && !decision.answer.contains(OWNER) {
            return Err(format!("`{figure}` is no figure of player {decides}"));
        }
        if !tells("meeple_type") {
            return Ok(());
        }
        let told = self.kind_of_figure("meeple_type", text(event, "meeple_type")?)?;
        let named = self.kind_of_figure("meeple", figure)?;
        if told != named {
            return Err(format!("`{figure}` is `{named}`, and no {told}"));
        }
        Ok(())
    }

    /// Our name of a kind of figure, by one of the fields that tell it.
    fn kind_of_figure(&self, field: &str, value: &str) -> Result<String, String> {
        let fields: Fields = [(field.to_owned(), value.into())].into_iter().collect();
        self.in_words("{figure}", &Default::default(), &fields, None)
    }

    /// The tile that a decision puts down must be the one that it names. Where chance comes in between it lies there
    /// only when the turn ends.
    pub(super) fn check_tile(&mut self, event: &Fields) -> Result<(), String> {
        if text(event, "choice")? != PLACES {
            return Ok(());
        }
        let told = self.tile(text(event, "tile")?)?;
        let position = event.get("position").and_then(Value::as_array);
        let at = |i: usize| position.and_then(|p| p.get(i)?.as_i64());
        let cell = at(0).zip(at(1)).and_then(|(x, y)| near_cell(x, y));
        let cell = cell.ok_or("no tile lies as far as that")?;
        match self.play.game().tile_at(cell) {
            Some(tile) => self.is_kind(tile, told),
            None => {
                self.to_lie.push((cell, told));
                Ok(())
            }
        }
    }

    /// What decisions of the turn have put down must lie where they said.
    pub(super) fn check_lying(&mut self) -> Result<(), String> {
        for (cell, told) in std::mem::take(&mut self.to_lie) {
            let tile = self.play.game().tile_at(cell);
            self.is_kind(tile.ok_or_else(|| format!("{told} was not placed"))?, told)?;
        }
        Ok(())
    }

    fn is_kind(&self, tile: Word, told: &str) -> Result<(), String> {
        let kind = self.play.game().memory().get(Table::Tile, tile, field::tile::KIND);
        let ours = &self.play.rules().program().tiles[kind as usize].name;
        match ours == told {
            true => Ok(()),
            false => Err(format!("{ours} was placed, and not {told}")),
        }
    }

    /// Final scoring begins once, when our game is over and the last turn was told to its end.
    pub(super) fn final_scoring(&mut self) -> Result<(), String> {
        let turns = self.told.turns() as i64;
        if self.told.ended() != turns {
            return Err("the last turn has not ended".to_owned());
        }
        self.fill_in()?;
        if self.play.stand() != runtime::Stand::Over {
            return Err(format!("the game waits for {}", self.play.waits_for()));
        }
        self.told.add_up_to(&self.scores_of_turn())?;
        self.compare_effects(self.end_of_turn())
    }
}

#[cfg(test)]
mod tests {
    use std::{fs::File, io::Read, path::Path, sync::Arc};

    use flate2::read::MultiGzDecoder;
    use serde_json::{Value, json};

    use crate::{Backend, Library, Programs, RecordWords, Texts, replay_reader};

    /// How an event of a record is changed.
    type Change = fn(&mut Value);

    struct Replayed {
        programs: Programs,
        words: RecordWords,
        whole: Value,
    }

    impl Replayed {
        /// The first sample of a group.
        fn new(group: &str) -> Self {
            let library = Library::built_in();
            let words = RecordWords::read(&library).unwrap();
            let programs = Programs::new(Arc::new(Texts::new(&library)), Backend::Eval);
            let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/games");
            let file = File::open(samples.join(format!("{group}.jsonl.gz"))).unwrap();
            let mut text = String::new();
            MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
            let whole = serde_json::from_str(text.lines().next().unwrap()).unwrap();
            Self { programs, words, whole }
        }

        /// How the record differs, if it does.
        fn differs(&self, record: &Value) -> Option<String> {
            let text = record.to_string();
            let result = replay_reader("trial", text.as_bytes(), &self.programs, &self.words);
            assert_eq!(result.games, 1);
            result.first.map(|first| first.found)
        }

        /// The same, with the last decision of a kind changed.
        fn changed(&self, choice: &str, change: Change) -> Option<String> {
            let mut record = self.whole.clone();
            let mut events = record["events"].as_array_mut().unwrap().iter_mut().rev();
            change(events.find(|event| event["choice"] == choice).unwrap());
            self.differs(&record)
        }
    }

    #[test]
    fn the_tile_that_is_placed_is_the_one_that_the_record_names() {
        let replayed = Replayed::new("basic-2p");
        assert_eq!(replayed.changed("place_tile", |_| {}), None);
        let found = |change| replayed.changed("place_tile", change).unwrap();
        let unknown = found(|event| event["tile"] = json!("NO/SUCH"));
        assert_eq!(unknown, "no word for the tile `NO/SUCH`");
        let absent = found(|event| drop(event.as_object_mut().unwrap().remove("tile")));
        assert_eq!(absent, "the record has no text `tile`");
        let other = found(|event| {
            let other = if event["tile"] == "BA/L" { "BA/C" } else { "BA/L" };
            event["tile"] = json!(other);
        });
        assert!(other.contains(" was placed, and not base_"), "{other}");
    }

    #[test]
    fn a_tile_that_lies_only_after_an_outcome_of_chance_is_compared_too() {
        for group in ["hills-and-sheep", "abbey-and-mayor"] {
            let replayed = Replayed::new(group);
            let events = replayed.whole["events"].as_array().unwrap();
            let places = |event: &&Value| event["choice"] == "place_tile";
            for of in events.iter().filter(places).map(|event| &event["tile"]).take(13) {
                let mut record = replayed.whole.clone();
                let events = record["events"].as_array_mut().unwrap();
                let mut placed = events.iter_mut().filter(|event| event["choice"] == "place_tile");
                let event = placed.find(|event| event["tile"] == *of).unwrap();
                event["tile"] = json!(if of == "BA/L" { "BA/C" } else { "BA/L" });
                let found = replayed.differs(&record).unwrap();
                assert!(found.contains(" was placed, and not base_"), "{group} {of}: {found}");
            }
            assert_eq!(replayed.differs(&replayed.whole), None, "{group}");
        }
    }

    #[test]
    fn the_figure_that_is_deployed_is_of_who_decides_and_of_the_kind_that_is_told() {
        let replayed = Replayed::new("inns-and-cathedrals");
        let found = |change| replayed.changed("deploy", change).unwrap();
        let stranger = found(|event| {
            let other = 1 - event["player"].as_i64().unwrap().min(1);
            let kind = if event["meeple_type"] == "BigFollower" { "big" } else { "small" };
            event["meeple"] = json!(format!("{other}.{kind}.1"));
        });
        assert!(stranger.contains("is no figure of player"), "{stranger}");
        let kind = found(|event| {
            let kind = if event["meeple_type"] == "BigFollower" { "small" } else { "big" };
            event["meeple"] = json!(format!("{}.{kind}.1", event["player"]));
        });
        assert!(kind.contains("` is `"), "{kind}");
        let unknown = found(|event| event["meeple"] = json!(format!("{}.moon.1", event["player"])));
        assert_eq!(unknown, "no word for the figure `moon`");
        for name in ["meeple", "meeple_type"] {
            let mut record = replayed.whole.clone();
            let events = record["events"].as_array_mut().unwrap();
            let event = events.iter_mut().find(|event| event["choice"] == "deploy").unwrap();
            event.as_object_mut().unwrap().remove(name);
            let absent = replayed.differs(&record).unwrap();
            assert_eq!(absent, format!("the record has no text `{name}`"));
        }
    }

    #[test]
    fn a_figure_that_returns_by_choice_is_of_who_decides() {
        let replayed = Replayed::new("corn-circles");
        assert_eq!(replayed.changed("return_meeple", |_| {}), None);
        let stranger = replayed.changed("return_meeple", |event| {
            let other = 1 - event["player"].as_i64().unwrap().min(1);
            event["meeple"] = json!(format!("{other}.small.1"));
        });
        assert!(stranger.unwrap().contains("is no figure of player"));
    }

    #[test]
    fn final_scoring_begins_after_the_last_turn() {
        let replayed = Replayed::new("basic-2p");
        let moved = |to: fn(&[Value], usize) -> usize| {
            let mut record = replayed.whole.clone();
            let events = record["events"].as_array_mut().unwrap();
            let from = events.iter().position(|event| event["type"] == "final_scoring").unwrap();
            let to = to(events, from);
            let event = events.remove(from);
            events.insert(to, event);
            replayed.differs(&record)
        };
        assert_eq!(moved(|_, from| from), None);
        assert!(moved(|_, _| 0).unwrap().starts_with("the game waits for "));
        let in_the_turn = moved(|_, from| from - 1).unwrap();
        assert_eq!(in_the_turn, "the last turn has not ended");
        assert!(moved(|events, _| events.len() - 1).is_some(), "after what it scores");
    }
}
