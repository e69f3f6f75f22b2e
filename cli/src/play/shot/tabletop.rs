//! What happened on a real table, asked piece by piece: whom the token touched, where it lies, who caught it.

use abi::{Scene, TILE_SIDE};
use runtime::{PlayError, Token};

use crate::{args::thousandths, phrases::Phrase};

/// What is asked next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Caught, touched or missed.
    Catch,
    /// Whether it came as far as the ruler.
    Reach,
    /// Whom the token touched.
    Touched,
    /// On whom those fell.
    Fallen,
    /// Against whom they were pushed.
    Moved,
    /// Where the token lies.
    Rest,
}

/// What came of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// Something else is asked.
    More,
    /// That is all: the landing in words.
    All(String),
    /// It must be said which of several figures fell or was pushed.
    ByWhom,
    /// There are only so many figures, and a number is of none of them.
    NoSuch(usize),
    /// A token that is to be measured lies off something: the tiles, or the table?
    OffWhat,
    /// It is no answer to this.
    Unclear,
    /// It cannot have been so.
    Refused(PlayError),
}

/// What can be typed about a token that was thrown to somebody, in English and in Vietnamese.
const CATCH_HELP: &[(&str, &str, &str)] = &[
    ("1", "the token was caught; `caught` says the same", "viên đạn bị bắt; cũng như `caught`"),
    (
        "2",
        "it was touched and not caught; `touched` says the same",
        "bị chạm mà không bị bắt; cũng như `touched`",
    ),
    (
        "3",
        "neither; `missed` says the same, and how far it came is asked next",
        "không bị chạm; cũng như `missed`, sau đó hỏi nó tới đâu",
    ),
    ("missed reach 400 mm", "all of it at once", "nói tất cả trong một câu"),
];
/// What can be typed about how far it came.
const REACH_HELP: &[(&str, &str, &str)] = &[
    (
        "1",
        "as far as the ruler or farther; `yes` says the same",
        "tới thước hoặc xa hơn; cũng như `yes`",
    ),
    ("2", "not as far; `no` says the same", "không tới thước; cũng như `no`"),
    ("missed reach 400 mm", "all of it at once", "nói tất cả trong một câu"),
];
/// What can be typed about a token that was thrown at the board.
const LANDING_HELP: &[(&str, &str, &str)] = &[
    ("2 5", "answer what is asked, figures by their numbers", "trả lời câu hỏi, gọi quân bằng số"),
    ("0", "nobody, nothing; `none` says the same", "không ai, không gì cả; cũng như `none`"),
    (
        "off",
        "it lies on no tile; `off table` if it fell off the table",
        "không nằm trên mảnh nào; `off table` nếu nó rơi khỏi bàn",
    ),
    (
        "-130 85",
        "where it lies: mm east and south of the corner of (0, 0)",
        "nơi nó nằm: số mm sang đông và nam tính từ góc của (0, 0)",
    ),
    ("at (0, 1) 20 mm 24 mm touching …", "say all of it at once", "nói tất cả trong một câu"),
];

/// A figure that was touched by another one, by their places in the list.
type Touch = (usize, usize);

/// An answer that was taken.
#[derive(Debug)]
enum Answer {
    /// The token touched these.
    Touching(Vec<usize>),
    /// Some fell onto others.
    Fallen(Vec<Touch>),
    /// Some were pushed against others.
    Moved(Vec<Touch>),
    /// Nobody caught the token.
    Missed,
}

/// The answers about a shot that was told to its last one, which is asked again when that is taken back.
#[derive(Debug)]
pub(super) struct Telling {
    stage: Stage,
    answers: Vec<(Stage, Answer)>,
}

/// A landing as far as it was told: only answers that can be true are kept.
pub(super) struct Tabletop {
    stage: Stage,
    figures: Vec<String>,
    /// A reach that is as far as the ruler, in whole millimetres.
    ruler: i64,
    /// Whether rules may ask how far the token lies from what it is aimed at.
    is_measured: bool,
    /// What was answered, and to which question.
    answers: Vec<(Stage, Answer)>,
}

impl Tabletop {
    /// Nothing was told yet.
    pub(super) fn new(scene: &Scene) -> Self {
        let stage = match scene.catcher {
            Some(_) => Stage::Catch,
            // Where nobody stands nobody was touched.
            None if scene.figures.is_empty() => Stage::Rest,
            None => Stage::Touched,
        };
        let figures = scene.figures.iter().map(|figure| figure.name.clone()).collect();
        let ruler = scene.ruler().map_or(0, |ruler| (ruler + 999) / 1000 * 1000);
        let is_measured = scene.aimed_at.is_some();
        Self { stage, figures, ruler, is_measured, answers: Vec::new() }
    }

    /// The same answers were given about this shot, and the last one is taken back.
    pub(super) fn again(scene: &Scene, Telling { stage, answers }: Telling) -> Self {
        Self { stage, answers, ..Self::new(scene) }
    }

    /// The answers, when all was told.
    pub(super) fn telling(&mut self) -> Telling {
        Telling { stage: self.stage, answers: std::mem::take(&mut self.answers) }
    }

    /// The figures that answers name by number, where that is asked.
    pub(super) fn figures(&self) -> &[String] {
        if self.stage == Stage::Touched { &self.figures } else { &[] }
    }

    /// What is asked.
    pub(super) const fn question(&self) -> Phrase {
        match self.stage {
            Stage::Catch => Phrase::WasItCaught,
            Stage::Reach => Phrase::FarEnough,
            Stage::Touched => Phrase::WhomTouched,
            Stage::Fallen => Phrase::OnWhomFallen,
            Stage::Moved => Phrase::AgainstWhomMoved,
            Stage::Rest if self.is_measured => Phrase::WhereItLiesFromTarget,
            Stage::Rest => Phrase::WhereItLies,
        }
    }

    /// What can be typed at this question, besides what can be typed at any time.
    pub(super) const fn help(&self) -> &'static [(&'static str, &'static str, &'static str)] {
        match self.stage {
            Stage::Catch => CATCH_HELP,
            Stage::Reach => REACH_HELP,
            Stage::Touched | Stage::Fallen | Stage::Moved | Stage::Rest => LANDING_HELP,
        }
    }

    /// Takes the last answer back and asks that question again, if there was one.
    pub(super) fn take_back(&mut self) -> bool {
        let Some((stage, _)) = self.answers.pop() else { return false };
        self.stage = stage;
        true
    }

    /// Hears an answer. `can_be` says of the words of a landing whether it can be true.
    pub(super) fn hear(
        &mut self,
        line: &str,
        can_be: &dyn Fn(&str) -> Result<(), PlayError>,
    ) -> Told {
        let line = line.trim();
        match self.stage {
            Stage::Catch => match line {
                "1" | "caught" => Told::All("caught".to_owned()),
                "2" | "touched" => Told::All("touched".to_owned()),
                "3" | "missed" => self.take(Answer::Missed, Stage::Reach),
                _ => Told::Unclear,
            },
            Stage::Reach => {
                let reach = match line {
                    "1" | "yes" => self.ruler,
                    "2" | "no" => 0,
                    _ => return Told::Unclear,
                };
                Told::All(format!("missed reach {reach} um"))
            }
            Stage::Touched => {
                let touched = match self.named(line).map_or_else(|| self.numbered(line), Ok) {
                    Ok(touched) => touched,
                    Err(told) => return told,
                };
                if let Err(error) = can_be(&self.touching(&touched)) {
                    return Told::Refused(error);
                }
                let next = if touched.is_empty() { Stage::Rest } else { Stage::Fallen };
                self.take(Answer::Touching(touched), next)
            }
            Stage::Fallen | Stage::Moved => self.chain(line, can_be),
            Stage::Rest => self.rest(line, can_be),
        }
    }

    /// Who fell onto whom, or was pushed against whom.
    fn chain(&mut self, line: &str, can_be: &dyn Fn(&str) -> Result<(), PlayError>) -> Told {
        let onto = match self.touches(line) {
            Ok(onto) => onto,
            Err(told) => return told,
        };
        let falls = self.stage == Stage::Fallen;
        let (answer, next) = match falls {
            true => (Answer::Fallen(onto.clone()), Stage::Moved),
            false => (Answer::Moved(onto.clone()), Stage::Rest),
        };
        self.take(answer, next);
        // Whoever falls onto another one may have been pushed himself, which is asked next.
        let unmet = if falls { self.unmet() } else { Vec::new() };
        let Err(error) = can_be(&self.words(&unmet)) else { return Told::More };
        let is_else_right = can_be(&self.words(&self.unmet())).is_ok();
        self.take_back();
        if !falls && is_else_right && onto.iter().all(|&(_, by)| self.is_met(by, &onto)) {
            // Nobody touched one who was said to have fallen onto another: that is asked again.
            self.take_back();
        }
        Told::Refused(error)
    }

    /// Whether the token or another figure touched a figure, as far as was told and by these touches.
    fn is_met(&self, figure: usize, more: &[Touch]) -> bool {
        let is_in = |touches: &[Touch]| touches.iter().any(|&(whom, _)| whom == figure);
        is_in(more)
            || self.answers.iter().any(|(_, answer)| match answer {
                Answer::Touching(touched) => touched.contains(&figure),
                Answer::Fallen(touches) | Answer::Moved(touches) => is_in(touches),
                Answer::Missed => false,
            })
    }

    /// Those who touched others, and whom nothing has touched so far.
    fn unmet(&self) -> Vec<usize> {
        let mut unmet: Vec<usize> = Vec::new();
        for (_, answer) in &self.answers {
            if let Answer::Fallen(touches) | Answer::Moved(touches) = answer {
                unmet.extend(touches.iter().map(|&(_, by)| by).filter(|&by| !self.is_met(by, &[])));
            }
        }
        unmet.sort_unstable();
        unmet.dedup();
        unmet
    }

    /// The touches of an answer such as `4 by 2, 5 by 4`.
    fn touches(&self, line: &str) -> Result<Vec<Touch>, Told> {
        if is_nobody(line) {
            return Ok(Vec::new());
        }
        let touched = self.answers.iter().find_map(|(_, answer)| match answer {
            Answer::Touching(touched) => Some(touched.as_slice()),
            _ => None,
        });
        let mut onto = Vec::new();
        for said in line.split(',') {
            let (whom, by) = match said.split_once("by") {
                Some((whom, by)) => (whom, Some(by)),
                None => (said, None),
            };
            let whom = self.numbered(whom)?;
            if whom.is_empty() {
                return Err(Told::Unclear);
            }
            let by = match (by.map(|by| self.numbered(by)).transpose()?, touched) {
                (Some(by), _) if by.len() == 1 => by[0],
                (Some(_), _) => return Err(Told::Unclear),
                (None, Some(&[only])) => only,
                (None, _) => return Err(Told::ByWhom),
            };
            onto.extend(whom.into_iter().map(|whom| (whom, by)));
        }
        Ok(onto)
    }

    /// Where the token lies, and with that the whole landing.
    fn rest(&self, line: &str, can_be: &dyn Fn(&str) -> Result<(), PlayError>) -> Told {
        // Whoever says it all again is believed.
        let is_all = line.split_whitespace().any(|word| word == "touching");
        let place = match line {
            "off" if self.is_measured => return Told::OffWhat,
            "off" | "off table" => String::new(),
            _ if line.starts_with("at") && !is_all => line.to_owned(),
            _ => match place(line) {
                Some(place) => place,
                None => return Told::Unclear,
            },
        };
        let touches = match self.figures.is_empty() {
            true => self.touching(&[]),
            false => self.words(&[]),
        };
        let words = format!("{place} {touches}").trim().to_owned();
        match can_be(&words) {
            Ok(()) => Told::All(words),
            // What is wrong with the place alone is told of the place alone.
            Err(error) => {
                Told::Refused(can_be(&place).err().filter(|_| !place.is_empty()).unwrap_or(error))
            }
        }
    }

    fn take(&mut self, answer: Answer, next: Stage) -> Told {
        self.answers.push((self.stage, answer));
        self.stage = next;
        Told::More
    }

    /// What was told so far; some more may have been touched by the token.
    fn words(&self, more: &[usize]) -> String {
        let mut words: Vec<String> = Vec::new();
        for (_, answer) in &self.answers {
            match answer {
                Answer::Touching(touched) => {
                    words.push(self.touching(&[touched.as_slice(), more].concat()));
                }
                Answer::Fallen(touches) => words.extend(self.onto("fallen onto", touches)),
                Answer::Moved(touches) => words.extend(self.onto("moved onto", touches)),
                Answer::Missed => {}
            }
        }
        words.join(" ")
    }

    fn touching(&self, touched: &[usize]) -> String {
        let names: Vec<&str> = touched.iter().map(|&i| self.figures[i].as_str()).collect();
        match names.is_empty() {
            true => "touching none".to_owned(),
            false => format!("touching {}", names.join(", ")),
        }
    }

    fn onto(&self, part: &str, touches: &[Touch]) -> Option<String> {
        let one = |&(whom, by): &Touch| format!("{} by {}", self.figures[whom], self.figures[by]);
        let onto: Vec<String> = touches.iter().map(one).collect();
        (!onto.is_empty()).then(|| format!("{part} {}", onto.join(", ")))
    }

    /// The figures of some names, as they are listed: where nothing else is asked, no `touching` has to say so.
    fn named(&self, line: &str) -> Option<Vec<usize>> {
        let mut named = Vec::new();
        let mut rest = line;
        loop {
            // Names of places have commas, too: of two names that fit, the longer one is meant.
            let is_there = |name: &str| {
                let behind = rest.strip_prefix(name).map(str::trim_start);
                behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(','))
            };
            let fit = self.figures.iter().enumerate().filter(|(_, name)| is_there(name));
            let (figure, name) = fit.max_by_key(|(_, name)| name.len())?;
            named.push(figure);
            match rest[name.len()..].trim_start().strip_prefix(',') {
                Some(more) => rest = more.trim_start(),
                None => return Some(named),
            }
        }
    }

    /// The figures of some numbers; none for `none` or 0.
    fn numbered(&self, line: &str) -> Result<Vec<usize>, Told> {
        if is_nobody(line) {
            return Ok(Vec::new());
        }
        let numbers: Vec<&str> = line.split([' ', ',']).filter(|n| !n.is_empty()).collect();
        let is_number = |number: &&str| number.bytes().all(|b| b.is_ascii_digit());
        if numbers.is_empty() || self.figures.is_empty() || !numbers.iter().all(is_number) {
            return Err(Told::Unclear);
        }
        let figure = |number: &str| {
            let index = number.parse::<usize>().ok()?.checked_sub(1)?;
            (index < self.figures.len()).then_some(index)
        };
        let most = self.figures.len();
        numbers.into_iter().map(|number| figure(number).ok_or(Told::NoSuch(most))).collect()
    }
}

/// Whether a line says that it happened to nobody.
fn is_nobody(line: &str) -> bool {
    let mut words = line.split([' ', ',']).filter(|word| !word.is_empty()).peekable();
    matches!(line, "none" | "nobody") || words.peek().is_some() && words.all(|word| word == "0")
}

/// Whether a line is meant as the words of a whole landing.
pub(super) fn begins_landing(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["at", "touching", "moved", "fallen", "caught", "touched", "missed", "reach"].contains(&word)
}

/// A cell and millimetres in it: `1 0 20 24`, or `1 0 9.5 24`; or millimetres from the corner of the first cell.
fn place(line: &str) -> Option<String> {
    let numbers: Vec<&str> = line.split([' ', ',']).filter(|n| !n.is_empty()).collect();
    if let [east, south] = numbers[..] {
        let [east, south] = [thousandths(east).ok()?, thousandths(south).ok()?];
        let cell = [east, south].map(|length| length.div_euclid(TILE_SIDE));
        let within = [east, south].map(|length| Token::Length(length.rem_euclid(TILE_SIDE)));
        return Some(format!("at ({}, {}) {} {}", cell[0], cell[1], within[0], within[1]));
    }
    let [x, y, east, south] = numbers[..] else { return None };
    let cell = |number: &str| number.parse::<i64>().ok();
    let length = |number: &str| thousandths(number).ok().map(Token::Length);
    let (x, y, east, south) = (cell(x)?, cell(y)?, length(east)?, length(south)?);
    Some(format!("at ({x}, {y}) {east} {south}"))
}

#[cfg(test)]
mod tests {
    use abi::{Area, Figure, Point, Size};

    use super::*;

    fn scene(catcher: Option<usize>) -> Scene {
        let size = Size { width: 16_000, depth: 10_000, height: 16_000, round: false };
        let figure = |id, name: &str| Figure {
            id,
            name: name.to_owned(),
            owner: None,
            at: Point::new(20_000 * id, 0),
            turn: 0,
            size,
            lying: false,
        };
        Scene {
            table: Area { west: 0, north: 0, east: 800_000, south: 600_000 },
            tiles: Vec::new(),
            figures: vec![figure(1, "red peg on r0"), figure(2, "blue peg on c0")],
            tokens: Vec::new(),
            seats: vec![Point::new(0, 0), Point::new(800_000, 0)],
            thrown: size,
            shooter: 0,
            catcher,
            aimed_at: None,
        }
    }

    /// What the game says of words: a cell is 45 mm wide, and nobody touches himself or moves by himself.
    fn can_be(words: &str) -> Result<(), PlayError> {
        let refused = |why: &str| Err(PlayError::Refused(why.to_owned()));
        let is_hit =
            |name: &str| words.match_indices(name).any(|(at, _)| !words[..at].ends_with("by "));
        let (red, blue) = ("red peg on r0", "blue peg on c0");
        if words.contains("46 mm") {
            refused("too far")
        } else if [red, blue].iter().any(|name| words.contains(&format!("{name} by {name}"))) {
            refused("itself")
        } else if [red, blue]
            .iter()
            .any(|name| words.contains(&format!("by {name}")) && !is_hit(name))
        {
            refused("unmet")
        } else {
            Ok(())
        }
    }

    fn hear(told: &mut Tabletop, line: &str) -> Told {
        told.hear(line, &can_be)
    }

    #[test]
    fn figures_are_named_as_they_are_listed_without_more_words() {
        let mut scene = scene(None);
        scene.figures[1].name = "red peg on r0, d0 at (-1, 0)".to_owned();
        let listed = "red peg on r0, d0 at (-1, 0)";
        for (line, expected) in [
            ("red peg on r0", Some("touching red peg on r0".to_owned())),
            (listed, Some(format!("touching {listed}"))),
            (
                "red peg on r0, d0 at (-1, 0) , red peg on r0",
                Some(format!("touching {listed}, red peg on r0")),
            ),
            ("nobody", Some("touching none".to_owned())),
            ("0 0", Some("touching none".to_owned())),
            ("0, 0", Some("touching none".to_owned())),
            ("red peg on", None),
            ("red peg on r0,", None),
            (",", None),
        ] {
            let mut told = Tabletop::new(&scene);
            match expected {
                Some(words) => {
                    assert_eq!(hear(&mut told, line), Told::More, "{line}");
                    assert_eq!(told.words(&[]), words, "{line}");
                }
                None => assert_eq!(hear(&mut told, line), Told::Unclear, "{line}"),
            }
        }
    }

    #[test]
    fn answers_add_up_to_the_words_of_a_landing() {
        let mut told = Tabletop::new(&scene(None));
        assert_eq!(told.figures().len(), 2);
        assert_eq!(hear(&mut told, "3"), Told::NoSuch(2), "nobody is there");
        assert_eq!(hear(&mut told, "1 0"), Told::NoSuch(2), "nobody and somebody");
        assert_eq!(hear(&mut told, "99999999999999999999"), Told::NoSuch(2));
        assert_eq!(hear(&mut told, "1 x"), Told::Unclear);
        assert_eq!(hear(&mut told, "2"), Told::More);
        assert_eq!(hear(&mut told, "1"), Told::More);
        assert_eq!(hear(&mut told, "none"), Told::More);
        assert_eq!(hear(&mut told, "somewhere"), Told::Unclear);
        let words = "at (1, -2) 20 mm 24 mm touching blue peg on c0 \
                     fallen onto red peg on r0 by blue peg on c0";
        assert_eq!(hear(&mut told, "1 -2 20 24"), Told::All(words.to_owned()));
        let as_words = hear(&mut told, "at (1, -2) 20 mm 24 mm");
        assert_eq!(as_words, Told::All(words.to_owned()), "a position in words keeps the touches");
    }

    #[test]
    fn a_place_may_lie_between_millimetres() {
        let told = || {
            let mut told = Tabletop::new(&scene(None));
            assert_eq!(hear(&mut told, "none"), Told::More);
            told
        };
        let words = |place: &str| Told::All(format!("at (1, -1) {place} touching none"));
        assert_eq!(hear(&mut told(), "1 -1 9.5 5"), words("9500 um 5 mm"));
        assert_eq!(hear(&mut told(), "1 -1 9.500 0.001"), words("9500 um 1 um"));
        for wrong in ["1 -1 9.5001 5", "1 -1 9,5 5", "1.5 -1 9 5", "1 -1 9.x 5"] {
            assert_eq!(hear(&mut told(), wrong), Told::Unclear, "{wrong}");
        }
    }

    #[test]
    fn a_place_may_be_counted_from_the_first_cell() {
        let told = || {
            let mut told = Tabletop::new(&scene(None));
            assert_eq!(hear(&mut told, "0"), Told::More);
            told
        };
        let words = |place: &str| Told::All(format!("at {place} touching none"));
        assert_eq!(hear(&mut told(), "-130,85.5"), words("(-3, 1) 5 mm 40500 um"));
        assert_eq!(hear(&mut told(), "20 24"), words("(0, 0) 20 mm 24 mm"));
        assert_eq!(hear(&mut told(), "20 x"), Told::Unclear);
        assert_eq!(hear(&mut told(), "20"), Told::Unclear);
    }

    #[test]
    fn what_lies_beside_a_target_is_measured() {
        let mut told = Tabletop::new(&Scene { aimed_at: Some(Point::new(0, 0)), ..scene(None) });
        assert_eq!(hear(&mut told, "0"), Told::More);
        assert_eq!(told.question(), Phrase::WhereItLiesFromTarget);
        assert_eq!(hear(&mut told, "off"), Told::OffWhat, "off the tiles, or off the table?");
        assert_eq!(hear(&mut told, "off table"), Told::All("touching none".to_owned()));
        let beside = Told::All("at (-3, 1) 5 mm 40 mm touching none".to_owned());
        assert_eq!(hear(&mut told, "-130 85"), beside);
    }

    #[test]
    fn where_nobody_stands_nobody_is_asked_for() {
        let mut told = Tabletop::new(&Scene { figures: Vec::new(), ..scene(None) });
        assert_eq!(told.question(), Phrase::WhereItLies);
        let words = "at (1, 0) 20 mm 24 mm touching none";
        assert_eq!(hear(&mut told, "1 0 20 24"), Told::All(words.to_owned()));
    }

    #[test]
    fn of_several_one_is_named() {
        let mut told = Tabletop::new(&scene(None));
        assert_eq!(hear(&mut told, "1 2"), Told::More);
        assert_eq!(hear(&mut told, "1"), Told::ByWhom);
        for wrong in ["1 by", "by 2", "1 by 1 2", "1 by 2 by 1"] {
            assert_eq!(hear(&mut told, wrong), Told::Unclear, "{wrong}");
        }
        for nobody in ["1 by 3", "3 by 1", "3"] {
            assert_eq!(hear(&mut told, nobody), Told::NoSuch(2), "{nobody}");
        }
        assert_eq!(hear(&mut told, "1 by 2"), Told::More);
        assert_eq!(hear(&mut told, "0"), Told::More);
        let words = "touching red peg on r0, blue peg on c0 \
                     fallen onto red peg on r0 by blue peg on c0";
        assert_eq!(hear(&mut told, "off"), Told::All(words.to_owned()));
    }

    #[test]
    fn refused_answers_leave_nothing_behind() {
        let mut told = Tabletop::new(&scene(None));
        let refused = |told: &mut Tabletop, line: &str| {
            let before = told.question();
            assert!(matches!(hear(told, line), Told::Refused(_)), "{line}");
            assert_eq!(told.question(), before, "{line}: asked again");
        };
        assert_eq!(hear(&mut told, "2"), Told::More);
        refused(&mut told, "2 by 2");
        refused(&mut told, "2");
        assert_eq!(hear(&mut told, "1"), Told::More);
        refused(&mut told, "1 by 1");
        assert_eq!(hear(&mut told, "none"), Told::More);
        refused(&mut told, "0 0 46 1");
        let words = "at (0, 0) 20 mm 24 mm touching blue peg on c0 \
                     fallen onto red peg on r0 by blue peg on c0";
        assert_eq!(hear(&mut told, "0 0 20 24"), Told::All(words.to_owned()));
    }

    #[test]
    fn who_falls_was_touched_by_somebody_in_the_end() {
        let mut told = Tabletop::new(&scene(None));
        assert_eq!(hear(&mut told, "1"), Told::More);
        assert_eq!(hear(&mut told, "1 by 2"), Told::More, "2 may have been pushed");
        assert!(matches!(hear(&mut told, "none"), Told::Refused(_)));
        assert_eq!(told.question(), Phrase::OnWhomFallen, "nobody pushed 2");
        assert_eq!(hear(&mut told, "1 by 2"), Told::More);
        assert_eq!(hear(&mut told, "2 by 1"), Told::More);
        let words = "touching red peg on r0 fallen onto red peg on r0 by blue peg on c0 \
                     moved onto blue peg on c0 by red peg on r0";
        assert_eq!(hear(&mut told, "off"), Told::All(words.to_owned()));
    }

    #[test]
    fn answers_are_taken_back_one_by_one() {
        let mut told = Tabletop::new(&scene(None));
        assert!(!told.take_back());
        assert_eq!(hear(&mut told, "2"), Told::More);
        assert_eq!(hear(&mut told, "1"), Told::More);
        assert!(told.take_back());
        assert_eq!(told.question(), Phrase::OnWhomFallen);
        assert!(told.take_back());
        assert_eq!(told.question(), Phrase::WhomTouched);
        assert_eq!(hear(&mut told, "none"), Told::More);
        assert_eq!(hear(&mut told, "off"), Told::All("touching none".to_owned()));
    }

    #[test]
    fn throws_to_somebody_ask_for_him() {
        let mut told = Tabletop::new(&scene(Some(1)));
        assert_eq!(told.question(), Phrase::WasItCaught);
        assert_eq!(hear(&mut told, "3"), Told::More);
        assert_eq!(hear(&mut told, "yes"), Told::All("missed reach 400000 um".to_owned()));
        assert!(told.take_back());
        assert_eq!(hear(&mut told, "1"), Told::All("caught".to_owned()));
    }
}
