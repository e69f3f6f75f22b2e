//! From a save to a game that goes on, without the 20 ms in which a watcher waits for quiet.

use compiler::{Backend, Setting};
use criterion::{BatchSize, Criterion};
use runtime::{Pcg32, Playthrough, Seats, Setup, Stand};
use toolkit::{Expansion, Library, Live, Made, Workshop, default_tiles};

/// The rules that are measured, the edited one last.
pub(crate) const PLAY: [&str; 3] = ["base", "crop_circles", "the_fair"];
/// How far the game has come.
const ANSWERS: usize = 100;

/// The standard expansions with a remark behind the rules of the last one.
fn library(remark: usize) -> Library {
    let built_in = Library::built_in();
    let mut library = Library::default();
    for expansion in built_in.iter() {
        let mut expansion: Expansion = expansion.clone();
        if expansion.name == PLAY[2] {
            let rules = expansion.rules.iter_mut().find(|file| file.name.ends_with("/rules.carc"));
            rules.expect("rules").text.push_str(&format!("// {remark}\n"));
        }
        library.add(expansion);
    }
    library
}

/// Plays some answers of a game.
pub(crate) fn played(live: &mut Live) {
    let mut dice = Pcg32::new(1);
    for _ in 0..ANSWERS {
        let play = live.play_mut();
        let done = match play.stand() {
            Stand::Question(question) => play.answer(dice.below(question.options as u32) as usize),
            Stand::Chance(_) => play.roll(),
            Stand::Shot(_) => play.say("misses"),
            Stand::Over | Stand::Fault(_) => return,
        };
        if done.is_err() {
            return;
        }
    }
}

/// Texts that have changed: compiled, and the game brought to the same decision by them.
pub(crate) fn reload(criterion: &mut Criterion) {
    let expansions = PLAY.map(str::to_owned).to_vec();
    let setting = Setting { expansions, ..Setting::default() };
    let mut workshop = Workshop::new(setting, Backend::Native, &Library::default());
    let mut remark = 0;
    let mut make = |workshop: &mut Workshop| {
        remark += 1;
        match workshop.look(library(remark)).expect("a text is another").made {
            Made::Rules(rules, _) => rules,
            Made::Broken(_) => panic!("the standard expansions compile"),
        }
    };
    let rules = make(&mut workshop);
    let tiles = default_tiles(rules.program());
    let setup = Setup { players: 2, seed: 1, tiles, board: None };
    let play = Playthrough::new(rules, setup, Seats::colours(2)).expect("the set-up is usual");
    let mut live = Live::new(play);
    played(&mut live);
    let mut group = criterion.benchmark_group("reload");
    group.bench_function("compile", |bencher| bencher.iter(|| make(&mut workshop)));
    group.bench_function(format!("swap behind {} answers", live.play().log().len()), |bencher| {
        let fresh = || (live.clone(), make(&mut workshop));
        bencher.iter_batched(
            fresh,
            |(mut live, rules)| {
                let tiles = default_tiles(rules.program());
                live.reload(rules, tiles).expect("the game goes on")
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}
