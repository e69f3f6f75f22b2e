//! Recorded games of another engine: every decision has the same options, every turn the same scores.

use std::path::{Path, PathBuf};

use toolkit::{RecordWords, replay_file};

use crate::fixture::{files, folder, name, root};
use crate::play::{BACKENDS, library, programs};

/// The groups whose rules are here.
const GROUPS: [&str; 2] = ["basic-", "corn-circles"];

/// Plays files of recorded games with both back ends.
fn agree(paths: &[PathBuf]) {
    let words = RecordWords::read(&library()).expect("the expansions say what records mean");
    for backend in BACKENDS {
        for path in paths {
            let result = replay_file(path, programs(backend), &words);
            assert!(result.games > 0, "{} is empty", name(path));
            if let Some(first) = &result.first {
                panic!("{backend:?}, {result}\n{first}");
            }
            assert!(result.is_good(), "{backend:?}, {result}");
        }
    }
}

fn recorded(folder: &Path) -> Vec<PathBuf> {
    let named = |path: &PathBuf| {
        let file = path.file_name().map(|file| file.to_string_lossy().into_owned());
        file.is_some_and(|file| GROUPS.iter().any(|group| file.starts_with(group)))
    };
    files(folder, "gz").into_iter().filter(named).collect()
}

#[test]
fn the_sample_of_recorded_games_agrees() {
    let sample = recorded(&folder("games"));
    assert_eq!(sample.len(), 7);
    agree(&sample);
}

/// All recorded games, in a folder that is no part of this project.
#[test]
#[allow(clippy::print_stderr, reason = "the reader of the report should know what was not tested")]
fn all_recorded_games_agree() {
    let named = std::env::var_os("CARC_RECORDED_GAMES").map(PathBuf::from);
    let all = named.unwrap_or_else(|| root().join("../shared/games"));
    let games = recorded(&all);
    if games.is_empty() {
        eprintln!("skipped: no recorded games in CARC_RECORDED_GAMES or {}", all.display());
        return;
    }
    agree(&games);
}
