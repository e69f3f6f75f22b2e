//! Real files, saved in the ways of editors, through the real watcher. Only outcomes are waited for.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, channel},
    },
    thread::sleep,
    time::Duration,
};

use compiler::{Backend, Setting};
use toolkit::{Follower, Library, Made, News, Plan};

/// Longer than anything takes on a busy machine; whoever waits so long has failed.
const LIMIT: Duration = Duration::from_secs(60);

/// Rules with a number to know them by.
fn rules(number: u32) -> String {
    format!(
        "expansion toy {{ title \"Toy\" needs base }}\n\
         offer sing in action {{ active scores {number} for placed }}\n"
    )
}

/// Waits until the rules with a number have been compiled, or the texts with a mark have been read.
fn until(heard: &Receiver<News>, what: &str, is: impl Fn(&News) -> bool) -> News {
    loop {
        let news = heard.recv_timeout(LIMIT);
        let news = news.unwrap_or_else(|_| panic!("{what} was not noticed"));
        if is(&news) {
            return news;
        }
    }
}

fn plays(news: &News, number: u32) -> bool {
    let toy = news.look.library.get("toy");
    let text = toy.and_then(|toy| toy.rules.iter().find(|file| file.name == "toy/rules.carc"));
    text.is_some_and(|file| file.text == rules(number)) && matches!(news.look.made, Made::Rules(..))
}

fn follow(folder: &Path, poll: bool) -> (Follower, Receiver<News>) {
    let given: Vec<PathBuf> = vec![folder.to_owned()];
    let seen = Library::discover(&given);
    let (sender, heard) = channel();
    let setting = Setting { expansions: vec!["toy".to_owned()], ..Setting::default() };
    let clock: toolkit::Clock = Arc::new(|| Duration::ZERO);
    let plan = Plan { given, setting, backend: Backend::Eval, poll, clock };
    let tell = move |news| drop(sender.send(news));
    (Follower::start(plan, &seen, tell).expect("a folder can be followed"), heard)
}

/// Locks a file as Emacs does: a link with the name of who edits it, which leads nowhere.
fn locked(lock: &Path) {
    // That of the save before may still be there.
    let _ = fs::remove_file(lock);
    #[cfg(unix)]
    std::os::unix::fs::symlink("me@here.4711:1", lock).expect("a lock");
    #[cfg(not(unix))]
    fs::write(lock, "me@here.4711:1").expect("a lock");
}

/// A way to save.
type Save = fn(&Path, &str);

/// How editors and tools save a file.
const WAYS: &[(&str, Save)] = &[
    ("truncate and write", |path, text| {
        let mut file = fs::File::create(path).expect("a file");
        file.write_all(text.as_bytes()).expect("room");
        file.sync_all().expect("a disk");
    }),
    ("vim: the old file becomes a backup, a new one is written", |path, text| {
        let backup = path.with_extension("carc~");
        fs::rename(path, &backup).expect("a backup");
        fs::write(path, text).expect("a file");
        fs::remove_file(backup).expect("the backup goes");
    }),
    ("emacs: a lock, a backup that stays, a new file", |path, text| {
        let lock = path.with_file_name(".#rules.carc");
        locked(&lock);
        fs::rename(path, path.with_extension("carc~")).expect("a backup");
        fs::write(path, text).expect("a file");
        fs::remove_file(lock).expect("the lock goes");
    }),
    ("emacs: the lock of another file stays, with what it saves by itself", |path, text| {
        locked(&path.with_file_name(".#more.carc"));
        fs::write(path.with_file_name("#more.carc#"), "half a ru").expect("a copy");
        fs::write(path, text).expect("a file");
    }),
    ("through a share: notes of the system, and a try whether one may write", |path, text| {
        fs::write(path.with_file_name("._rules.carc"), b"\x00\x05\x16\x07").expect("notes");
        fs::write(path.with_file_name("4913"), "").expect("a try");
        fs::remove_file(path.with_file_name("4913")).expect("it goes");
        fs::write(path, text).expect("a file");
    }),
    ("sed -i: another file takes the place", |path, text| {
        let other = path.with_file_name("sedA1b2C3");
        fs::write(&other, text).expect("a file");
        fs::rename(other, path).expect("its place");
    }),
    ("slowly, in pieces", |path, text| {
        let mut file = fs::File::create(path).expect("a file");
        for piece in text.as_bytes().chunks(16) {
            file.write_all(piece).expect("room");
            file.flush().expect("room");
            sleep(Duration::from_millis(3));
        }
        drop(file);
    }),
    ("with a pause in the middle", |path, text| {
        let (first, second) = text.split_at(text.len() / 2);
        fs::write(path, first).expect("a file");
        sleep(Duration::from_millis(80));
        let mut file = fs::OpenOptions::new().append(true).open(path).expect("the file");
        file.write_all(second.as_bytes()).expect("room");
    }),
    ("the folder goes and comes back", |path, text| {
        let folder = path.parent().expect("a folder");
        fs::remove_dir_all(folder).expect("it goes");
        fs::create_dir(folder).expect("it comes back");
        fs::write(path, text).expect("a file");
    }),
    ("another folder takes the place", |path, text| {
        let folder = path.parent().expect("a folder");
        let other = folder.with_file_name("new_toy");
        fs::create_dir(&other).expect("a folder");
        fs::write(other.join("rules.carc"), text).expect("a file");
        fs::rename(folder, folder.with_file_name("old_toy")).expect("its place");
        fs::rename(&other, folder).expect("its place");
        fs::remove_dir_all(folder.with_file_name("old_toy")).expect("it goes");
    }),
    ("the folder above goes and comes back", |path, text| {
        let folder = path.parent().expect("a folder");
        let above = folder.parent().expect("a folder above");
        fs::remove_dir_all(above).expect("it goes");
        sleep(Duration::from_millis(80));
        fs::create_dir_all(folder).expect("it comes back");
        fs::write(path, text).expect("a file");
    }),
    ("all folders go and come back, one after the other", |path, text| {
        let folder = path.parent().expect("a folder");
        let above = folder.parent().expect("a folder above");
        let highest = above.parent().expect("a folder above that");
        fs::remove_dir_all(highest).expect("it goes");
        for folder in [highest, above, folder] {
            sleep(Duration::from_millis(80));
            fs::create_dir(folder).expect("it comes back");
        }
        fs::write(path, text).expect("a file");
    }),
    ("another folder far above takes the place", |path, text| {
        let highest = path.ancestors().nth(3).expect("a folder above that");
        let (old, other) = (highest.with_file_name("old"), highest.with_file_name("new"));
        fs::create_dir_all(other.join("games/toy")).expect("a folder");
        fs::write(other.join("games/toy/rules.carc"), text).expect("a file");
        fs::rename(highest, &old).expect("its place");
        fs::rename(other, highest).expect("its place");
        fs::remove_dir_all(old).expect("it goes");
    }),
    ("a link leads elsewhere", |path, text| {
        let folder = path.parent().expect("a folder");
        led_elsewhere(folder, |version| fs::write(version.join("rules.carc"), text));
    }),
    ("a link leads to a copy, and something is saved there", |path, text| {
        let folder = path.parent().expect("a folder");
        let old = fs::read(path).expect("a file");
        led_elsewhere(folder, |version| fs::write(version.join("rules.carc"), old));
        fs::write(path, text).expect("a file");
    }),
    ("a link far above leads elsewhere", |path, text| {
        let highest = path.ancestors().nth(3).expect("a folder above that");
        led_elsewhere(highest, |version| {
            fs::create_dir_all(version.join("games/toy"))?;
            fs::write(version.join("games/toy/rules.carc"), text)
        });
    }),
];

/// Puts a link in the place of a folder or a link, to a new folder with other contents.
fn led_elsewhere(place: &Path, fill: impl FnOnce(&Path) -> std::io::Result<()>) {
    let versions = place.with_file_name("versions");
    fs::create_dir_all(&versions).expect("a folder");
    let number = fs::read_dir(&versions).expect("it is there").count();
    let version = versions.join(format!("v{number}"));
    fs::create_dir(&version).expect("a folder");
    fill(&version).expect("room");
    let old = place.with_file_name(format!("old{number}"));
    #[cfg(unix)]
    {
        let new = place.with_file_name("new_link");
        std::os::unix::fs::symlink(Path::new("versions").join(format!("v{number}")), &new)
            .expect("a link");
        if place.is_symlink() {
            fs::rename(new, place).expect("its place");
        } else {
            fs::rename(place, &old).expect("it goes");
            fs::rename(new, place).expect("its place");
        }
    }
    #[cfg(not(unix))]
    {
        fs::rename(place, &old).expect("it goes");
        fs::rename(&version, place).expect("its place");
    }
}

#[test]
fn saves_of_all_editors_are_noticed() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path().join("all/games/toy");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("rules.carc");
    fs::write(&path, rules(1)).expect("a file");
    let (_follower, heard) = follow(&folder, false);
    // Twice each, so that what follows a way to save is followed too.
    for (number, (what, save)) in (2..).zip(WAYS.iter().chain(WAYS)) {
        save(&path, &rules(number));
        until(&heard, &format!("save {number}, {what},"), |news| plays(news, number));
    }

    let messages = folder.join("messages");
    fs::create_dir(&messages).expect("a folder");
    fs::write(messages.join("en.ftl"), "expansion-toy = Toy\n").expect("a file");
    let news = until(&heard, "a file in a new folder", |news| {
        news.look.library.get("toy").is_some_and(|toy| toy.messages.contains_key("en"))
    });
    assert!(news.look.files.contains(&"toy/messages/en.ftl".to_owned()), "{:?}", news.look.files);

    fs::write(folder.join("more.carc"), "offer hum in action { }\n").expect("a file");
    until(&heard, "a new file", |news| {
        news.look.files == ["toy/more.carc"] && matches!(news.look.made, Made::Rules(..))
    });
    fs::remove_file(folder.join("more.carc")).expect("it goes");
    until(&heard, "a deleted file", |news| news.look.files == ["toy/more.carc"]);
    fs::remove_file(&path).expect("it goes");
    let news = until(&heard, "the last file", |news| matches!(news.look.made, Made::Broken(_)));
    assert!(news.look.library.get("toy").is_none());
}

#[test]
fn files_are_read_again_and_again_where_nothing_is_reported() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path().join("all/games/toy");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("rules.carc");
    fs::write(&path, rules(1)).expect("a file");
    let (_follower, heard) = follow(&folder, true);
    // The first ones again, of what lies behind links by then.
    for (number, (what, save)) in (2..).zip(WAYS.iter().chain(&WAYS[..3])) {
        save(&path, &rules(number));
        until(&heard, &format!("save {number}, {what},"), |news| plays(news, number));
    }
}

#[test]
fn what_is_built_in_has_no_folder_to_follow() {
    let setting = Setting { expansions: vec!["base".to_owned()], ..Setting::default() };
    let clock: toolkit::Clock = Arc::new(|| Duration::ZERO);
    let plan = Plan { given: Vec::new(), setting, backend: Backend::Eval, poll: false, clock };
    let error = Follower::start(plan, &Library::built_in(), |_| {}).expect_err("nothing to follow");
    assert!(error.to_string().contains("built in"), "{error}");
}
