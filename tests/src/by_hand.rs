//! The base game's hooks written by hand play the same games as the compiled ones, decision for decision.

use std::sync::Arc;

use abi::{Program, Word};
use compiler::Backend;
use runtime::{Event, Game, Pcg32, Rules, State};

use crate::{
    hand::by_hand,
    play::{begun, rules, step},
};

const SEEDS: u64 = 200;

/// What happened, with lines instead of sites: the compiler gives a line several sites where it inlines.
fn told(program: &Program, game: &Game) -> Vec<(Event, Option<String>)> {
    let events = game.chronicle().events().iter();
    let tell = |event: &Event| match *event {
        Event::Deed(mut deed) => {
            let origin = program.sites[deed.site.index()].origin;
            deed.site = abi::SiteId(0);
            // Where a list lies on the stack is the code's own business.
            if deed.op() == Some(abi::HostOp::KeepList) {
                deed.args[2] = abi::list_len(deed.args[2]) as Word;
            }
            (Event::Deed(deed), Some(program.origins[origin.index()].text.clone()))
        }
        ref event => (*event, None),
    };
    events.map(tell).collect()
}

/// What is asked, and everything on offer.
fn offered(rules: &Rules, game: &mut Game) -> Option<(usize, Word, Vec<Option<runtime::Pick>>)> {
    let (ask, who) = match game.state() {
        State::Choice(waiting) | State::Chance(waiting) => (waiting.call.ask, waiting.call.who),
        _ => return None,
    };
    let options = (0..game.option_count()).map(|n| game.option(rules, n)).collect();
    Some((ask.index(), who, options))
}

#[test]
fn hooks_written_by_hand_play_the_same_games() {
    let compiled = rules(&["base"], Backend::Native);
    let written = Rules::new(Arc::new(by_hand(compiled.program())));
    for seed in 0..SEEDS {
        let players = 2 + (seed % 4) as u8;
        let [mut one, mut other] = [&*compiled, &written].map(|rules| begun(rules, players, seed));
        one.keep_chronicle(true);
        other.keep_chronicle(true);
        let [mut dice, mut same] = [Pcg32::new(seed), Pcg32::new(seed)];
        loop {
            assert_eq!(one.memory(), other.memory(), "seed {seed}");
            assert_eq!(offered(&compiled, &mut one), offered(&written, &mut other), "seed {seed}");
            let goes_on = step(&compiled, &mut one, &mut dice);
            assert_eq!(step(&written, &mut other, &mut same), goes_on, "seed {seed}");
            if !goes_on {
                break;
            }
        }
        let [one_told, other_told] = [&one, &other].map(|game| told(compiled.program(), game));
        assert_eq!(one_told.len(), other_told.len(), "seed {seed}");
        for (event, same) in one_told.iter().zip(&other_told) {
            assert_eq!(event, same, "seed {seed}");
        }
        assert_eq!(one.winners(), other.winners());
    }
}
