//! Whole saves of real files: from the write to the game that goes on by the new rules.
//!
//! What counts for somebody at an editor is the slow save, so the 95th percentile is told beside the median.

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::{Arc, mpsc::channel},
    time::{Duration, Instant},
};

use compiler::{Backend, Setting};
use criterion::Criterion;
use runtime::{Playthrough, Seats, Setup};
use toolkit::{Follower, Library, Live, Look, Made, News, Plan, Workshop, default_tiles};

use crate::reload::{PLAY, played};

/// So many saves are measured, in each way to save.
const SAVES: usize = 120;

/// The file that is saved.
const EDITED: &str = "the_fair/rules.carc";

/// A way to save a text.
type Way = fn(&Path, &str) -> std::io::Result<()>;

/// The ways to save: over the old text, and by another file that takes its place.
const WAYS: [(&str, Way); 2] = [
    ("written over", |path, text| fs::write(path, text)),
    ("renamed", |path, text| {
        let other = path.with_extension("tmp");
        fs::write(&other, text)?;
        fs::rename(other, path)
    }),
];

/// Prints a line for each way to save, unless other measurements were asked for.
#[expect(clippy::print_stdout, reason = "the figures are what this is for")]
pub(crate) fn saves(_: &mut Criterion) {
    let args: Vec<String> = env::args().skip(1).collect();
    let filters: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let tries = args.iter().any(|arg| arg == "--test");
    if args.iter().any(|arg| arg == "--list")
        || !(filters.is_empty() || filters.iter().any(|filter| "saves".contains(filter.as_str())))
    {
        return;
    }
    for (what, way) in WAYS {
        let mut all = measure(way, if tries { 2 } else { SAVES });
        let mut line = format!("saves/{what}, {} of them:", all[0].len());
        for (part, times) in ["wait", "compile", "swap", "in all"].iter().zip(&mut all) {
            times.sort_unstable();
            let middle = times[times.len() / 2];
            let slow = times[(times.len() * 95).div_ceil(100) - 1];
            line.push_str(&format!(" {part} {} (95 %: {});", tenths(middle), tenths(slow)));
        }
        println!("{}", line.trim_end_matches(';'));
    }
}

/// Milliseconds with one decimal.
fn tenths(time: Duration) -> String {
    let tenths = time.as_micros() / 100;
    format!("{}.{} ms", tenths / 10, tenths % 10)
}

/// The times of some saves: wait, compile, swap, and from before the write until the game goes on.
fn measure(way: Way, count: usize) -> [Vec<Duration>; 4] {
    let scratch = tempfile::tempdir().expect("a folder");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the root").join("expansions");
    let given: Vec<PathBuf> = PLAY.iter().map(|name| copied(&from, scratch.path(), name)).collect();
    let path = scratch.path().join(EDITED);
    let text = fs::read_to_string(&path).expect("a text");
    let setting = Setting { expansions: PLAY.map(str::to_owned).to_vec(), ..Setting::default() };
    let seen = Library::discover(&given);
    let mut workshop = Workshop::new(setting.clone(), Backend::Native, &Library::default());
    let Some(Look { made: Made::Rules(rules, _), .. }) = workshop.look(seen.clone()) else {
        panic!("the standard expansions compile");
    };
    let tiles = default_tiles(rules.program());
    let setup = Setup { players: 2, seed: 1, tiles, board: None };
    let play = Playthrough::new(rules, setup, Seats::colours(2)).expect("the set-up is usual");
    let mut live = Live::new(play);
    played(&mut live);
    let start = now();
    let clock: toolkit::Clock = Arc::new(move || now().duration_since(start));
    let (sender, heard) = channel::<News>();
    let plan = Plan { given, setting, backend: Backend::Native, poll: false, clock };
    let _follower =
        Follower::start(plan, &seen, move |news| drop(sender.send(news))).expect("folders");
    let mut times = [const { Vec::new() }; 4];
    for number in 0..count {
        let first = now();
        way(&path, &format!("{text}// {number}\n")).expect("room");
        let News { look, wait, compile } =
            heard.recv_timeout(Duration::from_secs(60)).expect("the save is noticed");
        let Made::Rules(rules, _) = look.made else { panic!("a remark is no mistake") };
        let told = now();
        let tiles = default_tiles(rules.program());
        live.reload(rules, tiles).expect("the game goes on");
        let done = now();
        for (times, time) in times.iter_mut().zip([
            wait,
            compile,
            done.duration_since(told),
            done.duration_since(first),
        ]) {
            times.push(time);
        }
    }
    times
}

/// Copies an expansion's files.
fn copied(from: &Path, to: &Path, name: &str) -> PathBuf {
    let folder = to.join(name);
    fs::create_dir_all(&folder).expect("a folder");
    for entry in fs::read_dir(from.join(name)).expect("an expansion") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "carc" || extension == "md") {
            fs::copy(&path, folder.join(path.file_name().expect("a name"))).expect("room");
        }
    }
    folder
}

#[expect(clippy::disallowed_methods, reason = "measuring needs a clock")]
fn now() -> Instant {
    Instant::now()
}
