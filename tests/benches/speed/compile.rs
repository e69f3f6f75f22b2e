//! From text to callable hooks.

use compiler::{Backend, Setting};
use criterion::Criterion;
use toolkit::{Expansion, Library, Made, Workshop};

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

/// All standard expansions at once, as programs read and compile them: from nothing, and after one file of one
/// of them has changed, by a remark or by a number.
pub(crate) fn everything(criterion: &mut Criterion) {
    let setting = Setting {
        expansions: Library::built_in().names().map(str::to_owned).collect(),
        ..Setting::default()
    };
    let mut group = criterion.benchmark_group("everything");
    group.sample_size(20);
    group.bench_function("from text", |bencher| {
        let library = Library::built_in();
        bencher.iter(|| {
            toolkit::Texts::new(&library)
                .build(&setting, Backend::Native)
                .unwrap_or_else(|_| panic!("the standard expansions compile"))
        });
    });
    for (name, change) in CHANGES {
        let mut workshop = Workshop::new(setting.clone(), Backend::Native, &Library::default());
        let mut number = 0;
        let mut make = || {
            number += 1;
            let look = workshop.look(changed(change, number)).expect("a text is another");
            assert!(matches!(look.made, Made::Rules(..)), "the standard expansions compile");
        };
        make();
        group.bench_function(format!("after {name}"), |bencher| bencher.iter(&mut make));
    }
    group.finish();
}

/// How a text changes; the number is another one each time.
type Change = fn(&mut String, usize);

/// The changes that are measured.
const CHANGES: [(&str, Change); 2] = [
    ("a remark", |text, number| text.push_str(&format!("// {number}\n"))),
    ("a number", |text, number| {
        let other = format!("p.points >= {}", number % 9 + 1);
        *text = text.replace("p.points >= 3", &other);
    }),
];

/// The standard expansions with a change in the rules of one of them.
fn changed(change: Change, number: usize) -> Library {
    let mut library = Library::default();
    for expansion in Library::built_in().iter() {
        let mut expansion: Expansion = expansion.clone();
        if expansion.name == "tower" {
            let rules = expansion.rules.iter_mut().find(|file| file.name.ends_with("/rules.carc"));
            change(&mut rules.expect("rules").text, number);
        }
        library.add(expansion);
    }
    library
}
