//! Copies of a game in its middle, and taking a move back.

use compiler::Backend;
use criterion::Criterion;
use runtime::Rules;

use crate::{random::Table, texts::Texts};

/// A clone, a copy into a game that was used before, and a move done and taken back.
pub(crate) fn states(criterion: &mut Criterion) {
    let rules = Rules::new(Texts::read(&["base"]).compile(Backend::Native));
    let mut group = criterion.benchmark_group("states");
    for times in [1, 100] {
        let mut table = Table::new(&rules, 2, times);
        table.play_to(1, 36 * times as usize);
        let size = table.game.memory().size();
        let tiles = table.game.board().count();
        group.bench_function(format!("clone, {tiles} tiles, {size} bytes"), |bencher| {
            bencher.iter(|| table.game.clone());
        });
        let mut copy = table.game.clone();
        group.bench_function(format!("copy, {tiles} tiles"), |bencher| {
            bencher.iter(|| copy.clone_from(&table.game));
        });
        let options = table.game.option_count() as u32;
        group.bench_function(format!("place a tile and take it back, {tiles} tiles"), |bencher| {
            bencher.iter(|| {
                let before = table.game.checkpoint();
                let n = table.dice.below(options);
                table.game.answer_index(&rules, n as usize).expect("the option is on offer");
                assert!(table.game.undo(&before), "the journal was kept");
            });
        });
    }
    group.finish();
}
