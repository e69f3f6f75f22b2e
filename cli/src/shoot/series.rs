//! Many shots from one place, as one and the same person would throw them: how often what happens.

use std::collections::BTreeMap;

use abi::{Catch, Flight, Launch, Scene, ShotError, ShotPhysics, Word};
use physics::{Dice, Skill};
use serde::Serialize;

use drawing::distances;

use super::{
    report::name,
    words::{self, Words, say},
};
use crate::phrases::Phrases;

/// What came of a series.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Series {
    /// How many shots.
    pub(super) shots: u64,
    /// Tokens that lie on a tile, even partly.
    pub(super) on_the_board: u64,
    /// Shots by how many figures the token touched.
    pub(super) touched: BTreeMap<usize, u64>,
    /// Shots by how many figures moved or fallen figures touched.
    pub(super) chained: BTreeMap<usize, u64>,
    /// Figures that fell over, in all shots.
    pub(super) toppled: u64,
    /// How often the token touched each figure.
    pub(super) figures: BTreeMap<Word, u64>,
    /// How often each figure was the nearest one to a token on the board; ties count for each.
    pub(super) nearest: BTreeMap<Word, u64>,
    /// Throws to somebody: caught.
    pub(super) caught: u64,
    /// Touched and not caught.
    pub(super) touched_catcher: u64,
    /// Missed, and far enough.
    pub(super) far_enough: u64,
    /// Missed, and too short.
    pub(super) too_short: u64,
    /// The least, the middle and the greatest distance of the token from the tile that is aimed at, in micrometres.
    pub(super) from_target: Option<[i64; 3]>,
    /// The same from the middle of that tile.
    pub(super) from_its_middle: Option<[i64; 3]>,
    /// From the tile, and from its middle.
    #[serde(skip)]
    away: [Vec<i64>; 2],
}

impl Series {
    /// Throws so often; `each` hears of every shot.
    pub(super) fn throw(
        scene: &Scene,
        launch: &Launch,
        physics: &dyn ShotPhysics,
        skill: &Skill,
        (shots, seed): (u64, u64),
        each: &dyn Fn(),
    ) -> Result<Self, ShotError> {
        let mut dice = Dice::new(seed);
        let mut series = Self::default();
        for _ in 0..shots {
            let launch = skill.spread(*launch, &mut dice);
            series.count(scene, &physics.throw(scene, &launch)?);
            each();
        }
        let [tile, middle] = std::mem::take(&mut series.away).map(spread);
        (series.from_target, series.from_its_middle) = (tile, middle);
        Ok(series)
    }

    fn count(&mut self, scene: &Scene, flight: &Flight) {
        let landing = &flight.landing;
        self.shots += 1;
        self.on_the_board += u64::from(!landing.tiles.is_empty());
        *self.touched.entry(landing.touched().count()).or_default() += 1;
        *self.chained.entry(landing.touched_by_moved().count()).or_default() += 1;
        self.toppled += landing.struck.iter().filter(|s| s.toppled).count() as u64;
        for figure in landing.touched() {
            *self.figures.entry(figure).or_default() += 1;
        }
        if !landing.tiles.is_empty() {
            let all = distances(scene, flight);
            let least = all.first().map(|&(away, _)| abi::millimetres(away));
            for (away, figure) in all {
                if Some(abi::millimetres(away)) != least {
                    break;
                }
                *self.nearest.entry(figure).or_default() += 1;
            }
        }
        if let Some(is_far) = scene.is_far_enough(landing.reach) {
            match landing.catch {
                Catch::Caught => self.caught += 1,
                Catch::Touched => self.touched_catcher += 1,
                Catch::Missed if is_far => self.far_enough += 1,
                Catch::Missed => self.too_short += 1,
            }
        }
        if let Some(away) = scene.from_target(&landing.rest.outline) {
            self.away.iter_mut().zip(away).for_each(|(all, away)| all.push(away));
        }
    }

    /// The lines of a report: what, how often, and a bar.
    pub(super) fn lines(&self, scene: &Scene, phrases: Phrases) -> Vec<(String, u64)> {
        let said = |text| say(phrases, text, &[]);
        let mut lines = vec![(said(words::RESTS_ON_TILE), self.on_the_board)];
        let counted = |counts: &BTreeMap<usize, u64>, text: Words| -> Vec<(String, u64)> {
            let line = |n: &usize| say(phrases, text, &[&n.to_string()]);
            counts.iter().map(|(n, &shots)| (line(n), shots)).collect()
        };
        lines.extend(counted(&self.touched, words::TOUCHED_BY_TOKEN));
        if self.chained.keys().any(|&n| n > 0) {
            lines.extend(counted(&self.chained, words::TOUCHED_BY_OTHERS));
        }
        if scene.catcher.is_some() {
            lines.push((said(words::CAUGHT), self.caught));
            lines.push((said(words::FUMBLED), self.touched_catcher));
            lines.push((said(words::MISSED_FAR), self.far_enough));
            lines.push((said(words::MISSED_SHORT), self.too_short));
        }
        lines.extend(most(&self.figures, scene, words::HIT, phrases));
        lines.extend(most(&self.nearest, scene, words::NEAREST, phrases));
        lines
    }
}

/// The least of some lengths, the middle one and the greatest.
fn spread(mut lengths: Vec<i64>) -> Option<[i64; 3]> {
    lengths.sort_unstable();
    Some([*lengths.first()?, lengths[lengths.len() / 2], *lengths.last()?])
}

/// How many figures are named.
const NAMED: usize = 8;

/// The figures that it happened to most often.
fn most(
    counts: &BTreeMap<Word, u64>,
    scene: &Scene,
    text: Words,
    phrases: Phrases,
) -> Vec<(String, u64)> {
    let mut counts: Vec<(u64, Word)> = counts.iter().map(|(&id, &n)| (n, id)).collect();
    counts.sort_by_key(|&(n, id)| (std::cmp::Reverse(n), id));
    let line = |id: Word| say(phrases, text, &[&name(scene, id, phrases)]);
    counts.iter().take(NAMED).map(|&(n, id)| (line(id), n)).collect()
}
