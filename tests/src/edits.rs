//! Random edits of real files while a game is played: what an editor saves goes through the watcher to the game.

use std::{
    fs,
    path::Path,
    sync::{Arc, mpsc::channel},
    time::Duration,
};

use compiler::{Backend, Setting};
use runtime::{Pcg32, Playthrough, Rules, Seats, Setup};
use toolkit::{Follower, Library, Live, Made, Plan, Texts, default_tiles};

use crate::reload::{edited, is_alone, resident_pages, step};

/// Longer than anything takes on a busy machine; whoever waits so long has failed.
const LIMIT: Duration = Duration::from_secs(60);
/// So many edits.
const EDITS: usize = 240;
/// After so many the memory is read.
const SPAN: usize = 24;

/// A copy of an expansion of this repository.
fn copied(name: &str, to: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../expansions").join(name);
    fs::create_dir(to).expect("a folder");
    for entry in fs::read_dir(from).expect("it is there") {
        let entry = entry.expect("it is there");
        if entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name())).expect("room");
        }
    }
}

/// Saves a text in one of the ways of editors.
fn save(path: &Path, text: &str, way: usize) {
    match way % 3 {
        0 => fs::write(path, text).expect("room"),
        1 => {
            let new = path.with_extension("tmp");
            fs::write(&new, text).expect("room");
            fs::rename(new, path).expect("its place");
        }
        _ => {
            let backup = path.with_extension("carc~");
            fs::rename(path, &backup).expect("a backup");
            fs::write(path, text).expect("room");
            fs::remove_file(backup).expect("the backup goes");
        }
    }
}

/// Valid and broken rules are saved over files of a real expansion: broken ones change nothing, the old ones give the
/// old game back, and memory stays flat.
#[cfg(target_os = "linux")]
#[test]
fn edits_of_real_files_lose_no_game_and_leave_memory_flat() {
    if !is_alone("edits::edits_of_real_files_lose_no_game_and_leave_memory_flat") {
        return;
    }
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path().join("crop_circles");
    copied("crop_circles", &folder);
    let path = folder.join("rules.carc");
    let whole = fs::read_to_string(&path).expect("rules");
    let given = vec![folder];
    let seen = Library::discover(&given);
    let expansions = vec!["base".to_owned(), "crop_circles".to_owned()];
    let setting = Setting { expansions, ..Setting::default() };
    let old = Texts::new(&seen).build(&setting, Backend::Eval).expect("they compile");
    let old = Arc::new(Rules::new(old.program));
    let tiles = default_tiles(old.program());
    let setup = Setup { players: 2, seed: 5, tiles: tiles.clone(), board: None };
    let play = Playthrough::new(old.clone(), setup, Seats::colours(2)).expect("usual");
    let mut live = Live::new(play);

    let (sender, heard) = channel();
    let clock: toolkit::Clock = Arc::new(|| Duration::ZERO);
    let plan = Plan { given, setting, backend: Backend::Eval, poll: false, clock };
    let follower = Follower::start(plan, &seen, move |news| drop(sender.send(news)));
    let _follower = follower.expect("a folder can be followed");

    let mut dice = Pcg32::new(11);
    (0..20).for_each(|_| step(live.play_mut(), &mut dice));
    let before = (live.play().game().clone(), live.play().log().to_vec());
    let (mut broken, mut went_on, mut made) = (0, 0, Vec::new());
    let mut pages = vec![resident_pages()];
    let mut text = whole.clone();
    for edit in 0..EDITS {
        // Every edit is one of the whole rules, so that most of them are near to sound ones.
        let next = edited(&whole, &mut dice);
        if next != text {
            text = next;
            save(&path, &text, edit);
            let look = loop {
                let news = heard.recv_timeout(LIMIT);
                let news = news.unwrap_or_else(|_| panic!("edit {edit} was not noticed"));
                let own = news.look.library.get("crop_circles");
                let own =
                    own.and_then(|own| own.rules.iter().find(|f| f.name.ends_with("/rules.carc")));
                // A file that was half written may come first.
                if own.is_some_and(|file| file.text == text) {
                    break news.look;
                }
            };
            match look.made {
                Made::Broken(_) => broken += 1,
                Made::Rules(rules, _) => {
                    went_on += 1;
                    made.push(Arc::downgrade(rules.program()));
                    let tiles = default_tiles(rules.program());
                    // Rules by which no game begins leave it as it is.
                    let _ = live.reload(rules, tiles);
                }
            }
            live.reload(old.clone(), tiles.clone()).expect("the old rules play");
            assert_eq!(live.play().log(), before.1, "the old rules give the old game:\n{text}");
            assert!(*live.play().game() == before.0, "the old rules give the old state:\n{text}");
            assert!(live.rest().is_empty(), "{text}");
        }
        made.retain(|made| made.strong_count() > 0);
        assert!(made.is_empty(), "rules of an edit outlive the game by them");
        if edit % SPAN == SPAN - 1 {
            pages.push(resident_pages());
        }
    }
    assert!(broken > EDITS / 10 && went_on > EDITS / 10, "{broken} broken, {went_on} went on");
    // What is at work at the same moment may take room of its own once. A program has megabytes: one of ten edits that
    // stayed would be thousands of pages in every span.
    let mut growth: Vec<u64> = pages.windows(2).map(|p| p[1].saturating_sub(p[0])).collect();
    growth.sort_unstable();
    let most = growth[growth.len() * 3 / 4];
    assert!(most < 300, "pages after each {SPAN}: {pages:?}");
}
