//! Many files parsed at once, on all cores; what was parsed before is taken over.

use std::{
    collections::BTreeMap,
    num::NonZero,
    panic::resume_unwind,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use grammar::{FileId, Parsed, Sources};

/// More threads than this only wait for each other.
const MOST_THREADS: usize = 8;
/// So many files are worth a thread of their own.
const WORTH_A_THREAD: usize = 4;
/// What the parser may need of a stack: as much as it finds in a program that has only one thread.
const STACK: usize = 8 << 20;

/// Parses files, all but those that are known already.
pub(crate) fn parse_all(
    sources: &Sources,
    files: &[FileId],
    known: impl Fn(FileId) -> Option<Parsed>,
) -> BTreeMap<FileId, Parsed> {
    let mut parsed: BTreeMap<FileId, Parsed> =
        files.iter().filter_map(|id| Some((*id, known(*id)?))).collect();
    let mut open: Vec<FileId> =
        files.iter().copied().filter(|id| !parsed.contains_key(id)).collect();
    // The longest first, so that no thread is left alone with one at the end.
    open.sort_by_key(|id| std::cmp::Reverse(sources.text(*id).len()));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut made = Vec::new();
        while let Some(&id) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
            made.push((id, grammar::parse(sources, id)));
        }
        made
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads(open.len()))
            .map_while(|_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok())
            .collect();
        parsed.extend(work());
        for other in others {
            parsed.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
    });
    parsed
}

fn threads(files: usize) -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    cores.min(MOST_THREADS).min(1 + files / WORTH_A_THREAD)
}
