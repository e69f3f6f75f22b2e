//! What came of each turn: which figures returned from where, and who got how many points for what. The record
//! must tell the same as our game, turn by turn.

use std::collections::BTreeMap;

use abi::{Base, Cause, FigureSort, HostOp, Place, Table, Ty, Word, field};
use runtime::{Event, read_answer, tile_segments};
use serde_json::Value;

use super::Retrace;
use crate::recorded::{Fields, OfKind, Reason, Told, number, player, text};

/// How a figure that returns is written, from the board or from somebody's prison.
const FROM_BOARD: &str = "{owner}{figure} on {segment} at {position}";
const FROM_HOLDER: &str = "{owner}{figure} of {holder}";
/// What is paid is not scored for anything.
const PAID: &str = "a payment";

/// What a record has told of a turn.
#[derive(Debug, Default)]
pub(super) struct Effects {
    /// The figures that returned, as we write them.
    returned: Vec<String>,
    points: Vec<(i64, For, i64)>,
}

/// What points are for.
#[derive(Debug)]
enum For {
    /// A feature, by any of its segments.
    Feature(Word),
    /// Anything else, by its name here.
    Named(String),
}

/// The points of a turn: whose, and for what.
type Points = BTreeMap<(i64, String), i64>;

impl Retrace<'_> {
    /// Takes what an event tells of figures that return and of points.
    pub(super) fn hear_effects(&mut self, event: &Fields, further: &[Told]) -> Result<(), String> {
        for told in further {
            for field in &told.returns {
                let figure: Fields =
                    [("meeple".to_owned(), text(event, field)?.into())].into_iter().collect();
                let figure = self.write(FROM_HOLDER, &figure)?;
                self.effects.returned.push(figure);
            }
            if let Some(paid) = &told.paid {
                let points = number(event, &paid.points)?;
                let mut pays = |who, points| {
                    self.effects.points.push((who, For::Named(PAID.to_owned()), points));
                };
                pays(player(event, &paid.by)?, points.saturating_neg());
                if event.contains_key(&paid.to) {
                    pays(player(event, &paid.to)?, points);
                }
            }
        }
        match text(event, "type")? {
            "meeple_returned" => {
                let mut figure = object(event, "from")?.clone();
                figure.insert("meeple".to_owned(), text(event, "meeple")?.into());
                let figure = self.write(FROM_BOARD, &figure)?;
                self.effects.returned.push(figure);
            }
            "score" => {
                let (player, points) = (number(event, "player")?, number(event, "points")?);
                match self.words.reason(text(event, "reason")?) {
                    Some(Reason::Named(name)) => {
                        self.effects.points.push((player, For::Named(name.clone()), points));
                    }
                    Some(Reason::Items(names)) => {
                        let items = items(event, names)?;
                        if items.iter().map(|(_, n)| n).sum::<i64>() != points {
                            return Err("the items do not add up to the points".to_owned());
                        }
                        let items =
                            items.into_iter().map(|(name, n)| (player, For::Named(name), n));
                        self.effects.points.extend(items);
                    }
                    Some(Reason::Feature(OfKind { features })) => {
                        let segment = self.segment(object(event, "at")?)?;
                        let kind = self.play.speaker(None).kind_of_feature(segment);
                        if !features.iter().any(|feature| kind == Some(feature)) {
                            return Err(format!("that is no {}", features.join(" or ")));
                        }
                        self.effects.points.push((player, For::Feature(segment), points));
                    }
                    None => return Err("the reason is unknown".to_owned()),
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A figure of the record in our words, its owner always with it.
    fn write(&self, pattern: &str, fields: &Fields) -> Result<String, String> {
        self.in_words(pattern, &BTreeMap::new(), fields, None)
    }

    /// The segment that a record means by position, feature and location.
    fn segment(&self, fields: &Fields) -> Result<Word, String> {
        let words = self.in_words("{segment} at {position}", &BTreeMap::new(), fields, None)?;
        let name = words.split(' ').next().unwrap_or_default();
        let game = self.play.game();
        let position = fields.get("position").and_then(Value::as_array);
        let at = |i: usize| position.and_then(|p| p.get(i)?.as_i64());
        let cell = at(0).zip(at(1)).and_then(|(x, y)| super::near_cell(x, y));
        let tile = cell.and_then(|cell| game.tile_at(cell)).ok_or("no tile lies there")?;
        let segments = tile_segments(self.play.rules().program(), game.memory(), tile);
        let number = segments.iter().position(|segment| segment.name == name);
        let number = number.ok_or_else(|| format!("no segment is {words}"))?;
        Ok(game.memory().get(Table::Tile, tile, field::tile::SEGMENTS) + number as Word)
    }

    /// Our game must have done what the record told since the last turn that was compared, up to an event of it.
    pub(super) fn compare_effects(&mut self, end: usize) -> Result<(), String> {
        let told = std::mem::take(&mut self.effects);
        let events = self.play.game().chronicle().events();
        let events = events.get(self.seen..end).unwrap_or_default();
        self.seen = self.seen.max(end);
        let mut returned = told.returned;
        let mut ours: Vec<String> = events
            .iter()
            .map(|event| self.returns(event))
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .flatten()
            .collect();
        returned.sort();
        ours.sort();
        if returned != ours {
            return Err(format!("returned here: {}; there: {}", list(&ours), list(&returned)));
        }
        let mut theirs = Points::new();
        for (player, cause, points) in told.points {
            let cause = match cause {
                For::Feature(segment) => self.cause(Cause::Feature(segment).word()),
                For::Named(name) => name,
            };
            add(&mut theirs, player, cause, points);
        }
        let mut ours = Points::new();
        for (at, event) in events.iter().enumerate() {
            self.scores(&mut ours, event, &events[at..]);
        }
        theirs.retain(|_, points| *points != 0);
        ours.retain(|_, points| *points != 0);
        if theirs == ours {
            return Ok(());
        }
        Err(format!("points here: {}; there: {}", self.tell(&ours), self.tell(&theirs)))
    }

    /// The figure that returns by an event of ours, with the place that it left.
    fn returns(&self, event: &Event) -> Result<Option<String>, String> {
        let Event::Deed(deed) = event else { return Ok(None) };
        if deed.op() != Some(HostOp::Return) {
            return Ok(None);
        }
        let figure = deed.args[0];
        let ty = Ty::one(Base::Figure(FigureSort::Any));
        let speaker = self.play.speaker(None).when(figure, deed.before);
        let words = read_answer(&speaker.value(ty, figure).to_string());
        let words = words.map_err(|e| e.to_string())?;
        Ok(Some(words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")))
    }

    /// The points of an event of ours; it is the first of what follows.
    fn scores(&self, points: &mut Points, event: &Event, following: &[Event]) {
        let Event::Deed(deed) = event else { return };
        let [a, b, c, _] = deed.args;
        match deed.op() {
            Some(HostOp::Score) => add(points, a, self.cause_then(c, following), b),
            Some(HostOp::Lose) => add(points, a, PAID.to_owned(), b.saturating_neg()),
            Some(HostOp::Pay) => {
                add(points, a, PAID.to_owned(), b.saturating_neg());
                add(points, c, PAID.to_owned(), b);
            }
            _ => {}
        }
    }

    /// What points are for: a feature by its oldest segment, a kind of thing by its name.
    fn cause(&self, cause: Word) -> String {
        self.play.speaker(None).value(Ty::one(Base::Cause), cause).to_string()
    }

    /// The same, of one before some events. What a figure scores it scores for the feature that it stood in,
    /// unless the words for records have a name for it.
    fn cause_then(&self, cause: Word, following: &[Event]) -> String {
        let Some(Cause::Figure(figure)) = Cause::from_word(cause) else {
            return self.cause(cause);
        };
        let memory = self.play.game().memory();
        let get = |column| memory.get(Table::Figure, figure, column);
        let kind = self.play.rules().program().figures.get(get(field::figure::KIND) as usize);
        if let Some(kind) = kind.filter(|kind| self.words.is_named(&kind.name)) {
            return kind.name.clone();
        }
        let left = following.iter().find_map(|event| match event {
            Event::Deed(deed)
                if matches!(deed.op(), Some(HostOp::Move | HostOp::Return))
                    && deed.args[0] == figure =>
            {
                Some(deed.before)
            }
            _ => None,
        });
        match Place::from_word(left.unwrap_or_else(|| get(field::figure::PLACE))) {
            Some(Place::Segment(segment)) => self.cause(Cause::Feature(segment).word()),
            _ => self.cause(cause),
        }
    }

    fn tell(&self, points: &Points) -> String {
        let seats = self.play.seats();
        let told = points.iter().map(|((player, cause), points)| {
            let known = usize::try_from(*player).is_ok_and(|p| p < self.play.game().players());
            let name = if known { seats.name(*player) } else { "nobody" };
            format!("{name} {points} for {cause}")
        });
        list(&told.collect::<Vec<_>>())
    }
}

fn add(points: &mut Points, player: i64, cause: String, amount: i64) {
    let sum = points.entry((player, cause)).or_default();
    *sum = sum.saturating_add(amount);
}

fn list(these: &[String]) -> String {
    if these.is_empty() { "nothing".to_owned() } else { these.join(", ") }
}

fn object<'f>(fields: &'f Fields, name: &str) -> Result<&'f Fields, String> {
    let object = fields.get(name).and_then(Value::as_object);
    object.ok_or_else(|| format!("the record has no object `{name}`"))
}

/// The items of an event, each with our name and its points.
fn items(event: &Fields, names: &BTreeMap<String, String>) -> Result<Vec<(String, i64)>, String> {
    let items = event.get("items").and_then(Value::as_array);
    let items = items.ok_or("the record has no list `items`")?;
    let item = |item: &Value| {
        let name = item.get(0).and_then(Value::as_str).and_then(|word| names.get(word));
        let name = name.ok_or_else(|| format!("no word for the item {item}"))?;
        let points = item.get(2).and_then(Value::as_i64).filter(|n| n.unsigned_abs() < 1 << 32);
        Ok((name.clone(), points.ok_or_else(|| format!("no points in the item {item}"))?))
    };
    items.iter().map(item).collect()
}
