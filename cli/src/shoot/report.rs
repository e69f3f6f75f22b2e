//! What came of one shot, in words.

use abi::{Body, Catch, Flight, Landing, Launch, Scene, Word};
use drawing::distances;

use super::{
    measure::{angle, length, whole},
    words::{self, Words, say},
};
use crate::phrases::Phrases;

/// How many figures are named with their distance from the token.
const NEAREST: usize = 5;

/// The lines of a report: what is said, and what of it.
pub(crate) fn lines(
    scene: &Scene,
    launch: &Launch,
    flight: &Flight,
    phrases: Phrases,
) -> Vec<(&'static str, String)> {
    let report = Report { scene, flight, phrases };
    let landing = &flight.landing;
    let mut lines = vec![("throw", report.throw(launch)), ("flight", report.way())];
    let catch = match landing.catch {
        Catch::Caught => Some(words::CAUGHT),
        Catch::Touched => Some(words::FUMBLED),
        Catch::Missed => scene.catcher.map(|_| words::NO_HAND),
    };
    lines.extend(catch.map(|text| ("catch", say(phrases, text, &[]))));
    if let (Some(ruler), Some(is_far)) = (scene.ruler(), scene.is_far_enough(landing.reach)) {
        let far = if is_far { words::FAR } else { words::SHORT };
        let far = say(phrases, far, &[]);
        let reach = [landing.reach, ruler].map(whole);
        lines.push(("reach", say(phrases, words::REACH, &[&reach[0], &reach[1], &far])));
    }
    if landing.catch != Catch::Caught {
        lines.push(("rest", report.rest()));
        lines.extend(report.touched().into_iter().map(|line| ("touched", line)));
        lines.extend(report.nearest().into_iter().map(|line| ("nearest", line)));
    }
    if let Some(away) = scene.from_target(&landing.rest.outline) {
        let [tile, middle] = away.map(whole);
        lines.push(("target", say(phrases, words::TARGET, &[&tile, &middle])));
    }
    lines
}

/// A shot that is told in a language.
struct Report<'a> {
    scene: &'a Scene,
    flight: &'a Flight,
    phrases: Phrases,
}

impl Report<'_> {
    fn say(&self, text: Words, words: &[&str]) -> String {
        say(self.phrases, text, words)
    }

    fn throw(&self, launch: &Launch) -> String {
        let [east, south, high] = [launch.from.x, launch.from.y, launch.height].map(length);
        let [heading, up] = [launch.heading.rem_euclid(360_000), launch.elevation].map(angle);
        let speed = format!("{}.{:02}", launch.speed / 1000, launch.speed % 1000 / 10);
        self.say(words::THROW, &[&east, &south, &high, &heading, &up, &speed])
    }

    fn way(&self) -> String {
        let top = self.flight.path.iter().map(|s| s.height).max().unwrap_or(0);
        let time = self.flight.path.last().map_or(0, |s| s.time) / 1000;
        let first = match self.flight.landing.contact {
            Some(contact) => self.say(words::FIRST_TOUCHES, &[&self.body(contact.with)]),
            None => self.say(words::TOUCHES_NOTHING, &[]),
        };
        self.say(words::FLIGHT, &[&time.to_string(), &length(top), &first])
    }

    fn rest(&self) -> String {
        let Landing { rest, tiles, .. } = &self.flight.landing;
        let side = abi::TILE_SIDE;
        let cell = [rest.at.x, rest.at.y].map(|at| at.div_euclid(side).to_string());
        let within = [rest.at.x, rest.at.y].map(|at| length(at.rem_euclid(side)));
        let on = match tiles.len() {
            0 if self.scene.table.contains(rest.at) => self.say(words::BESIDE_TILES, &[]),
            0 => self.say(words::OFF_TABLE, &[]),
            1 => self.say(words::ON_TILE, &[]),
            n => self.say(words::ON_TILES, &[&n.to_string()]),
        };
        let turn = angle(rest.turn);
        self.say(words::REST, &[&cell[0], &cell[1], &within[0], &within[1], &turn, &on])
    }

    /// A line for each figure to which something happened.
    fn touched(&self) -> Vec<String> {
        let names =
            |ids: &[Word]| ids.iter().map(|&id| self.name(id)).collect::<Vec<_>>().join(", ");
        let figures = self.flight.landing.struck.iter().map(|struck| {
            let mut how = Vec::new();
            if struck.touched {
                how.push(self.say(words::BY_TOKEN, &[]));
            }
            if !struck.pushed_by.is_empty() {
                how.push(self.say(words::PUSHED_BY, &[&names(&struck.pushed_by)]));
            }
            if !struck.fallen_on_by.is_empty() {
                how.push(self.say(words::UNDER, &[&names(&struck.fallen_on_by)]));
            }
            match (struck.toppled, struck.moved) {
                (true, _) => how.push(self.say(words::FELL_OVER, &[])),
                (false, true) => how.push(self.say(words::MOVED, &[])),
                (false, false) => {}
            }
            format!("{}: {}", self.name(struck.figure), how.join(", "))
        });
        let lines: Vec<String> = figures.collect();
        if lines.is_empty() { vec![self.say(words::NOBODY, &[])] } else { lines }
    }

    /// The figures nearest to where the token lies, with distances as a ruler reads them.
    fn nearest(&self) -> Vec<String> {
        distances(self.scene, self.flight)
            .into_iter()
            .take(NEAREST)
            .map(|(away, figure)| format!("{} {}", whole(away), self.name(figure)))
            .collect()
    }

    fn name(&self, id: Word) -> String {
        name(self.scene, id, self.phrases)
    }

    fn body(&self, body: Body) -> String {
        let text = match body {
            Body::Figure(id) => return self.name(id),
            Body::Table => words::TABLE,
            Body::Tile(_) => words::TILE,
            Body::Token(_) => words::OTHER_TOKEN,
            Body::Hand => words::HAND,
        };
        self.say(text, &[])
    }
}

/// What somebody calls a figure.
pub(super) fn name(scene: &Scene, id: Word, phrases: Phrases) -> String {
    match scene.figures.iter().find(|figure| figure.id == id) {
        Some(figure) if !figure.name.is_empty() => phrases.notation(&figure.name),
        _ => say(phrases, words::FIGURE, &[&id.to_string()]),
    }
}
