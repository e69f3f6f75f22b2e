//! From text to trees.

use criterion::{Criterion, Throughput};
use grammar::{FileId, Sources};
use toolkit::Library;

/// How many lines are parsed at least.
const LINES: usize = 5_000;

/// Whole files of the standard expansions, one after the other, until there are enough lines; an element is a
/// line.
pub(crate) fn parse(criterion: &mut Criterion) {
    let mut sources = Sources::new();
    let mut files: Vec<FileId> = Vec::new();
    let mut lines = 0;
    for file in Library::built_in().iter().flat_map(|expansion| &expansion.rules) {
        if lines < LINES {
            files.push(sources.add(file.name.clone(), file.text.clone()));
            lines += file.text.lines().count();
        }
    }
    let mut group = criterion.benchmark_group("parse");
    group.throughput(Throughput::Elements(lines as u64));
    group.bench_function(format!("{lines} lines of {} files", files.len()), |bencher| {
        bencher.iter(|| {
            for file in &files {
                assert!(grammar::parse(&sources, *file).diagnostics.is_empty());
            }
        });
    });
    group.finish();
}
