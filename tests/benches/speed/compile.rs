//! From text to callable hooks.

use compiler::Backend;
use criterion::Criterion;

use crate::texts::Texts;

/// The rules of the base game, and those with an expansion: parsed, checked, linked, lowered, emitted.
pub(crate) fn compile(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("compile");
    for (name, expansions) in [("base", &["base"][..]), ("crop_circles", &["base", "crop_circles"])]
    {
        let texts = Texts::read(expansions);
        for (backend_name, backend) in [("native", Backend::Native), ("eval", Backend::Eval)] {
            group.bench_function(format!("{name}, {backend_name}"), |bencher| {
                bencher.iter(|| texts.compile(backend));
            });
        }
    }
    group.finish();
}
