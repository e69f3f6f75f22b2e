//! Which adjustments stand behind points: the game is played again by rules that note what changes a value while the
//! number of points is worked out.

use std::{collections::BTreeMap, sync::Arc};

use abi::Origin;
use compiler::{Compiled, Counted, Setting};
use grammar::{Span, ast::ItemKind};
use runtime::{Event, Playthrough, Replayed, Rules};

use crate::{pieces::items, program::Texts, saves::setting_of};

/// The lines that adjusted the points of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adjusted {
    /// By the place of an event among those of the game.
    lines: BTreeMap<usize, Vec<Origin>>,
}

impl Adjusted {
    /// Those of a game by its rules as they are written; nothing where they do not lead to the same game any more.
    pub fn of(texts: &Texts, play: &Playthrough) -> Self {
        let setting = setting_of(play);
        let plays = texts.closure(&setting.expansions);
        let adjusts = items(texts, &plays).iter().any(|i| matches!(i.kind, ItemKind::Adjust(_)));
        let lines = adjusts.then(|| lines(texts, &setting, play)).flatten();
        Self { lines: lines.unwrap_or_default() }
    }

    /// The lines behind an event, by its place among those of the game, in the order in which they changed its points.
    pub fn lines(&self, event: usize) -> &[Origin] {
        self.lines.get(&event).map_or(&[], Vec::as_slice)
    }
}

fn lines(
    texts: &Texts,
    setting: &Setting,
    play: &Playthrough,
) -> Option<BTreeMap<usize, Vec<Origin>>> {
    let (compiled, probes) = texts.build_counting(setting).ok()?;
    let rules = Arc::new(Rules::new(compiled.program.clone()));
    let (setup, seats) = (play.setup().clone(), play.seats().clone());
    let again = Replayed::new(rules, setup, seats, play.log()).ok()?;
    if again.stop.is_some() {
        return None;
    }
    let counted = probes.counted();
    let mut left = counted.iter();
    let mut found = BTreeMap::new();
    for (place, event) in play.game().chronicle().events().iter().enumerate() {
        let Event::Deed(deed) = event else { continue };
        let is_it = |counted: &&Counted| Some(counted.op) == deed.op() && counted.args == deed.args;
        // What a replay took back has been counted as well, and is passed over.
        let mut ahead = left.clone();
        if let Some(counted) = ahead.find(is_it) {
            left = ahead;
            let lines = counted.adjusted.iter().filter_map(|at| origin(&compiled, *at));
            found.insert(place, lines.collect());
        }
    }
    Some(found)
}

/// The line of the adjustment whose value stands at a place.
fn origin(compiled: &Compiled, at: Span) -> Option<Origin> {
    let adjust = compiled.rules.adjusts.iter().find(|adjust| adjust.body.code.span == at)?;
    compiled.program.origins.get(adjust.origin.index()).map(|line| Origin::clone(line))
}
