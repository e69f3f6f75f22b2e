//! Adjustments that a save has brought or changed, named beside the points that they have changed.

use std::collections::BTreeSet;

use abi::Origin;
use grammar::ast::{Item, ItemKind};
use runtime::Playthrough;

use super::{changes::Change, live::Reloaded};
use crate::{adjusted::Adjusted, pieces::items, program::Texts, saves::setting_of};

impl Reloaded {
    /// Names beside points that are others now the adjustments behind them that the former texts did not have. It takes
    /// another game, and so is only done where there are such.
    pub fn name_adjusts(&mut self, former: &Texts, texts: &Texts, play: &Playthrough) {
        let is_points = |change: &Change| matches!(change, Change::Points { .. });
        if !self.changes.iter().any(is_points) {
            return;
        }
        let plays = texts.closure(&setting_of(play).expansions);
        let known: BTreeSet<&str> =
            adjusts(former, &plays).map(|item| former.sources().slice(item.span)).collect();
        let is_new = |item: &&Item| !known.contains(texts.sources().slice(item.span));
        let places: BTreeSet<(&str, u32)> = adjusts(texts, &plays)
            .filter(is_new)
            .map(|item| {
                let file = texts.sources().file(item.span.file);
                (file.name(), file.position(item.span.start).line)
            })
            .collect();
        if places.is_empty() {
            return;
        }
        let adjusted = Adjusted::of(texts, play);
        for change in &mut self.changes {
            if let Change::Points { player, adjusts, .. } = change {
                *adjusts = behind(&adjusted, play, player)
                    .filter(|line| places.contains(&(line.file.as_str(), line.line)))
                    .fold(Vec::new(), |mut lines, line| {
                        if !lines.contains(line) {
                            lines.push(line.clone());
                        }
                        lines
                    });
            }
        }
    }
}

fn adjusts<'t>(texts: &'t Texts, plays: &[String]) -> impl Iterator<Item = &'t Item> {
    let all = items(texts, plays).into_iter();
    all.filter(|item| matches!(item.kind, ItemKind::Adjust(_)))
}

/// The lines that adjusted the points of a player.
fn behind<'a>(
    adjusted: &'a Adjusted,
    play: &'a Playthrough,
    player: &'a str,
) -> impl Iterator<Item = &'a Origin> {
    let events = play.game().chronicle().events().iter().enumerate();
    let own = events.filter(move |(_, event)| {
        let points = play.teller().points(event);
        points.iter().any(|points| play.seats().name(points.player) == player)
    });
    own.flat_map(|(place, _)| adjusted.lines(place))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use runtime::Rules;

    use super::*;
    use crate::{
        Backend, Live,
        why::tests::{ROAD, game},
    };

    #[test]
    fn new_adjustments_are_named_beside_the_points_that_they_change() {
        let old = "adjust worth(f: road, p) at most 6\n";
        let (former, then) = game(old, ROAD);
        let new = format!("{old}adjust worth(f: city, p) by 7\nadjust worth(f: road, p) by 5\n");
        let (texts, now) = game(&new, ROAD);
        let rules = texts.build(&setting_of(&now), Backend::Eval).expect("they compile").program;
        let tiles = then.setup().tiles.clone();
        let mut live = Live::new(then);
        let mut reloaded = live.reload(Arc::new(Rules::new(rules)), tiles).expect("a game begins");
        reloaded.name_adjusts(&former, &texts, live.play());
        let told: Vec<String> = reloaded.changes.iter().map(ToString::to_string).collect();
        let line = "; through adjust worth(f: road, p) by 5 (trial/rules.carc:8)";
        assert!(
            told.iter().any(|told| told.starts_with("red has 8 points") && told.ends_with(line))
        );
        assert!(told.iter().all(|told| !told.contains("at most 6") && !told.contains("city")));
    }
}
