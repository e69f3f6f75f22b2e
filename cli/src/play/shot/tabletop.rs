//! What happened on a real table, asked piece by piece: whom the token touched, where it lies, who caught it.

use abi::Scene;

use crate::phrases::Phrase;

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
    /// It is no answer to this.
    Unclear,
}

/// A landing as far as it was told.
pub(super) struct Tabletop {
    stage: Stage,
    figures: Vec<String>,
    ruler: i64,
    /// How many figures the token touched.
    touched: usize,
    words: Vec<String>,
}

impl Tabletop {
    /// Nothing was told yet.
    pub(super) fn new(scene: &Scene) -> Self {
        let stage = if scene.catcher.is_some() { Stage::Catch } else { Stage::Touched };
        let figures = scene.figures.iter().map(|figure| figure.name.clone()).collect();
        Self { stage, figures, ruler: scene.ruler().unwrap_or(0), touched: 0, words: Vec::new() }
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
            Stage::Rest => Phrase::WhereItLies,
        }
    }

    /// Hears an answer.
    pub(super) fn hear(&mut self, line: &str) -> Told {
        let line = line.trim();
        match self.stage {
            Stage::Catch => match line {
                "1" | "caught" => Told::All("caught".to_owned()),
                "2" | "touched" => Told::All("touched".to_owned()),
                "3" | "missed" => self.next(Stage::Reach),
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
            Stage::Touched => match self.named(line) {
                Some(none) if none.is_empty() => {
                    self.words.push("touching none".to_owned());
                    self.next(Stage::Rest)
                }
                Some(names) => {
                    let (touched, names) = (names.len(), names.join(", "));
                    self.touched = touched;
                    self.words.push(format!("touching {names}"));
                    self.next(Stage::Fallen)
                }
                None => Told::Unclear,
            },
            Stage::Fallen => self.chain(line, "fallen onto", Stage::Moved),
            Stage::Moved => self.chain(line, "moved onto", Stage::Rest),
            Stage::Rest => match rest(line) {
                Some(place) => {
                    self.words.insert(0, place);
                    Told::All(self.words.join(" "))
                }
                None => Told::Unclear,
            },
        }
    }

    fn chain(&mut self, line: &str, part: &str, next: Stage) -> Told {
        if matches!(line, "none" | "0") {
            return self.next(next);
        }
        let mut onto = Vec::new();
        for said in line.split(',') {
            let (whom, by) = match said.split_once("by") {
                Some((whom, by)) => (whom, Some(by)),
                None => (said, None),
            };
            let (Some(whom), by) = (self.named(whom), by.map(|by| self.named(by))) else {
                return Told::Unclear;
            };
            match by.as_ref().map(Option::as_deref) {
                Some(Some([by])) => onto.extend(whom.iter().map(|whom| format!("{whom} by {by}"))),
                Some(_) => return Told::Unclear,
                None if self.touched > 1 => return Told::ByWhom,
                None => onto.extend(whom.into_iter().map(str::to_owned)),
            }
        }
        self.words.push(format!("{part} {}", onto.join(", ")));
        self.next(next)
    }

    fn next(&mut self, stage: Stage) -> Told {
        self.stage = stage;
        Told::More
    }

    /// The figures of some numbers; none for `none` or 0.
    fn named(&self, line: &str) -> Option<Vec<&str>> {
        if matches!(line, "none" | "0") {
            return Some(Vec::new());
        }
        let numbers = line.split([' ', ',']).filter(|number| !number.is_empty());
        let names: Option<Vec<&str>> = numbers
            .map(|number| {
                let number: usize = number.parse().ok()?;
                self.figures.get(number.checked_sub(1)?).map(String::as_str)
            })
            .collect();
        names.filter(|names| !names.is_empty())
    }
}

/// Whether a line is meant as the words of a whole landing.
pub(super) fn begins_landing(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["at", "touching", "moved", "fallen", "caught", "touched", "missed", "reach"].contains(&word)
}

/// `off` for nowhere, else a cell and millimetres in it: `1 0 20 24`.
fn rest(line: &str) -> Option<String> {
    if line == "off" {
        return Some(String::new());
    }
    let numbers: Option<Vec<i64>> =
        line.split([' ', ',']).filter(|n| !n.is_empty()).map(|n| n.parse().ok()).collect();
    match numbers?[..] {
        [x, y, east, south] => Some(format!("at ({x}, {y}) {east} mm {south} mm")),
        _ => None,
    }
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

    #[test]
    fn answers_add_up_to_the_words_of_a_landing() {
        let mut told = Tabletop::new(&scene(None));
        assert_eq!(told.figures().len(), 2);
        assert_eq!(told.hear("3"), Told::Unclear, "nobody is there");
        assert_eq!(told.hear("2"), Told::More);
        assert_eq!(told.hear("1"), Told::More);
        assert_eq!(told.hear("none"), Told::More);
        assert_eq!(told.hear("somewhere"), Told::Unclear);
        let words = "at (1, -2) 20 mm 24 mm touching blue peg on c0 fallen onto red peg on r0";
        assert_eq!(told.hear("1 -2 20 24"), Told::All(words.to_owned()));
    }

    #[test]
    fn of_several_one_is_named() {
        let mut told = Tabletop::new(&scene(None));
        assert_eq!(told.hear("1 2"), Told::More);
        assert_eq!(told.hear("1"), Told::ByWhom);
        for wrong in ["1 by", "1 by 3", "by 2", "1 by 1 2", "1 by 2 by 1"] {
            assert_eq!(told.hear(wrong), Told::Unclear, "{wrong}");
        }
        assert_eq!(told.hear("1 by 2"), Told::More);
        assert_eq!(told.hear("0"), Told::More);
        let words = "touching red peg on r0, blue peg on c0 \
                     fallen onto red peg on r0 by blue peg on c0";
        assert_eq!(told.hear("off"), Told::All(format!(" {words}")));
    }

    #[test]
    fn throws_to_somebody_ask_for_him() {
        let mut told = Tabletop::new(&scene(Some(1)));
        assert_eq!(told.question(), Phrase::WasItCaught);
        assert_eq!(told.hear("3"), Told::More);
        assert_eq!(told.hear("yes"), Told::All("missed reach 400000 um".to_owned()));
        assert_eq!(Tabletop::new(&scene(Some(1))).hear("1"), Told::All("caught".to_owned()));
    }
}
