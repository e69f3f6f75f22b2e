//! Aiming: the launch of the shot that waits, and the places that are worth aiming at.

use abi::{Launch, Point, Scene};
use physics::{Dice, HEIGHT, aim, comes_down, is_out_of_reach, open_hand, sensible};

use super::super::names::Names;
use crate::{
    args::{point, thousandths},
    phrases::Phrase,
    shoot::out_of_reach,
};

/// How many places are proposed.
const PROPOSED: usize = 9;
/// How far from his seat a catcher can hold his hand, in micrometres.
const ARM: i64 = 90_000;

/// A throw that is being aimed.
#[derive(Clone)]
pub(super) struct Aim {
    pub(super) scene: Scene,
    pub(super) launch: Launch,
    /// At which place it is aimed, until somebody says a speed: another elevation has another speed for it.
    goal: Option<Point>,
    /// Places with what is there, in the order of their numbers.
    pub(super) places: Vec<(String, Point)>,
}

/// What a word changed of the aim.
pub(super) enum Changed {
    /// It is aimed otherwise.
    Aim,
    /// It is no word of aiming.
    Nothing,
    /// It is one, and something is wrong with what follows.
    Wrong(String),
}

impl Aim {
    /// Aims as somebody would who has no better idea.
    pub(super) fn new(scene: Scene, names: &Names, dice: &mut Dice) -> Self {
        let launch = sensible(&scene, dice);
        let places = places(&scene, names);
        let goal = Some(comes_down(&scene, &launch));
        Self { scene, launch, goal, places }
    }

    /// Where the token comes down if hands are steady and nobody stands in its way.
    pub(super) fn comes_down(&self) -> Point {
        comes_down(&self.scene, &self.launch)
    }

    /// Aims at a place; the hand of the catcher stays where it is.
    pub(super) fn at(&mut self, at: Point) {
        self.goal = Some(at);
        self.launch = Launch {
            hand: self.launch.hand,
            ..aim(&self.scene, at, HEIGHT, self.launch.elevation)
        };
    }

    /// Obeys `aim X,Y`, `heading D`, `elevation D` and `speed S`.
    pub(super) fn obey(&mut self, line: &str, names: &Names) -> Changed {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let number =
            |field: fn(&mut Launch) -> &mut i64, launch: &mut Launch| match thousandths(rest) {
                Ok(number) => {
                    *field(launch) = number;
                    Changed::Aim
                }
                Err(why) => Changed::Wrong(why),
            };
        let before = (self.launch, self.goal);
        let changed = match word {
            "aim" => match point(rest) {
                Ok(at) => {
                    self.at(at);
                    Changed::Aim
                }
                Err(why) => Changed::Wrong(why),
            },
            "heading" => number(|l| &mut l.heading, &mut self.launch),
            "elevation" => number(|l| &mut l.elevation, &mut self.launch),
            "speed" => {
                self.goal = None;
                number(|l| &mut l.speed, &mut self.launch)
            }
            _ => Changed::Nothing,
        };
        let examined = self.launch.examine(&self.scene).map_err(|error| error.to_string());
        let reached = examined.and_then(|()| {
            if word == "elevation" && matches!(changed, Changed::Aim) {
                self.find_speed();
            }
            let is_aimed = self.goal.is_some() && matches!(word, "aim" | "elevation");
            match is_aimed && is_out_of_reach(&self.launch) {
                true => Err(out_of_reach(names.phrases)),
                false => Ok(()),
            }
        });
        match (reached, changed) {
            (Ok(()), Changed::Aim) => Changed::Aim,
            (reached, changed) => {
                (self.launch, self.goal) = before;
                reached.err().map_or(changed, Changed::Wrong)
            }
        }
    }

    /// Finds the speed again that brings the token so far as it is aimed, whatever its elevation and heading are now.
    fn find_speed(&mut self) {
        if let Some(goal) = self.goal {
            self.launch.speed = aim(&self.scene, goal, HEIGHT, self.launch.elevation).speed;
        }
    }

    /// Where the catcher can hold his hand: at the seat, to either side, nearer to the shooter.
    pub(super) fn hands(&self) -> [Point; 4] {
        let seat = |seat: Option<usize>| seat.and_then(|s| self.scene.seats.get(s)).copied();
        let from = seat(Some(self.scene.shooter)).unwrap_or_default();
        let to = seat(self.scene.catcher).unwrap_or_default();
        let length = from.distance(to).max(1);
        let (x, y) = ((from.x - to.x) * ARM / length, (from.y - to.y) * ARM / length);
        [
            to,
            Point::new(to.x - y, to.y + x),
            Point::new(to.x + y, to.y - x),
            Point::new(to.x + x, to.y + y),
        ]
    }

    /// The catcher holds his hand somewhere, or nowhere.
    pub(super) fn hold(&mut self, at: Option<Point>) {
        self.launch.hand = at.map(open_hand);
    }
}

/// What can be aimed at: the target, the catcher, or figures, those of others first and the closest ones of
/// these.
fn places(scene: &Scene, names: &Names) -> Vec<(String, Point)> {
    let mut places = Vec::new();
    if let Some(at) = scene.aimed_at {
        places.push((names.say(Phrase::AtTarget, &[]), at));
    }
    if let Some(&at) = scene.catcher.and_then(|seat| scene.seats.get(seat)) {
        places.push((names.say(Phrase::AtCatcher, &[]), at));
        return places;
    }
    let near = |at: Point| {
        let others = scene.figures.iter().filter(|f| f.owner != Some(scene.shooter));
        others.filter(|f| f.at.distance(at) < 60_000).count()
    };
    let mut figures: Vec<_> = scene
        .figures
        .iter()
        .enumerate()
        .map(|(i, f)| (f.owner == Some(scene.shooter), std::cmp::Reverse(near(f.at)), i))
        .collect();
    figures.sort_unstable();
    let figures = figures.into_iter().map(|(_, _, i)| &scene.figures[i]);
    places.extend(figures.map(|figure| (names.notation(&figure.name), figure.at)));
    places.truncate(PROPOSED);
    if places.is_empty() {
        places.push((names.say(Phrase::AtMiddle, &[]), scene.table.centre()));
    }
    places
}
