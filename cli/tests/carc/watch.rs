//! `carc watch` as in a pipe: files are saved while it plays.

use std::{
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

use super::{carc, complaint, expansion, output};

/// Longer than anything takes on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);

const TOY: &str = "expansion toy { title \"Toy\" needs base }\n\
    offer sing in action { active scores 1 for placed }\n\
    scenario \"singing pays\" {\n    players red, blue\n    draw base_monastery\n    \
    red: place = at (0, 1) turned 0\n    red: action = sing\n    expect red.points == 1\n}\n";

/// A session that writes while it is spoken to.
struct Session {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// What was read and not yet looked at.
    rest: String,
}

impl Session {
    fn start(arguments: &[&str], folder: &Path) -> Self {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("carc"));
        command.arg("watch").args(arguments).current_dir(folder);
        for variable in ["CARC_EXPANSIONS", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"] {
            command.env_remove(variable);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("carc runs");
        let mut out = child.stdout.take().expect("it writes");
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = out.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
                if sender.send(text).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, output, rest: String::new() }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it still reads");
        input.write_all(format!("{line}\n").as_bytes()).expect("it reads");
    }

    /// Reads up to a text, and gives what came before it.
    fn until(&mut self, wanted: &str) -> String {
        loop {
            if let Some(at) = self.rest.find(wanted) {
                let before = self.rest[..at].to_owned();
                self.rest.drain(..at + wanted.len());
                return before;
            }
            match self.output.recv_timeout(LIMIT) {
                Ok(text) => self.rest.push_str(&text),
                Err(_) => panic!("no `{wanted}` in:\n{}", self.rest),
            }
        }
    }

    /// Ends the input: the session ends, and with it its output.
    fn end(mut self) -> i32 {
        self.input = None;
        self.child.wait().expect("it ends").code().expect("by itself")
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Whoever has ended already cannot be stopped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder with the toy in it.
fn toy() -> (tempfile::TempDir, PathBuf) {
    let (scratch, path) = expansion("toy", &[("rules.carc", TOY)]);
    (scratch, PathBuf::from(path).join("rules.carc"))
}

#[test]
fn a_save_is_told_and_the_game_goes_on() {
    for poll in [&[][..], &["--poll"]] {
        let (scratch, rules) = toy();
        let arguments = [&["--with", "./toy", "--seed", "1"][..], poll].concat();
        let mut session = Session::start(&arguments, scratch.path());
        session.until("following toy");
        session.until("watch> ");
        session.say("1");
        session.until("(action)");
        session.say("sing");
        session.until("toy/rules.carc:2");
        session.until("(place)");
        session.until("watch> ");

        std::fs::write(&rules, TOY.replace("scores 1", "scores 2")).expect("a file");
        session.until("goes on  wait ");
        let told = session.until("watch> ");
        assert!(told.contains("red has 2 points instead of 1"), "{told}");

        std::fs::write(&rules, TOY.replace("scores 1", "scoers 1")).expect("a file");
        let told = session.until("did you mean `scores`?");
        assert!(told.contains("1 error, the game keeps its rules"), "{told}");
        session.until("watch> ");
        session.say("w at (9, 9) turned 0");
        let told = session.until("watch> ");
        assert!(
            told.contains("it is not on offer") && told.contains("no tile lies beside"),
            "{told}"
        );
        session.say("w options");
        let told = session.until("watch> ");
        assert!(told.contains("has on offer") && told.contains("base/rules.carc:"), "{told}");
        session.say("s");
        session.until("(action)");
        session.until("watch> ");
        session.say("j");
        let told = session.until("watch> ");
        assert!(told.contains("  2  red: action = sing"), "{told}");

        // The scenario must say it, too: it would be a mistake of its own.
        let hum = TOY.replace("offer sing", "offer hum").replace("= sing", "= hum");
        std::fs::write(&rules, hum).expect("a file");
        // Its number is the one that `j` shows.
        session.until("answer 2 does not exist any more: red: action = sing");
        let told = session.until("watch> ");
        assert!(told.contains("hum") && told.contains("(action)"), "{told}");

        std::fs::write(&rules, TOY).expect("a file");
        session.until("2 answers exist again");
        session.until("(action)");
        session.say("u");
        session.until("(place)");
        session.say("b");
        session.until("The game is over");
        session.say("r x");
        session.until("`x` is no seed");
        session.say("j 1");
        session.until("(place)");
        session.say("r 9");
        session.until("(place)");
        assert_eq!(session.end(), 0);
    }
}

#[test]
fn answers_that_are_given_up_are_told() {
    let (scratch, rules) = toy();
    let mut session = Session::start(&["--with", "./toy", "--seed", "1"], scratch.path());
    session.until("(place)");
    for answer in ["1", "sing", "1", "sing"] {
        session.say(answer);
        session.until("watch> ");
    }
    session.until("watch> ");
    // Something new to keep lets no game go on as it stands.
    let hum = TOY.replace("offer sing", "offer hum").replace("= sing", "= hum");
    std::fs::write(&rules, format!("{hum}player keeps songs: int = 0\n")).expect("a file");
    session.until("answer 2 does not exist any more");
    let told = session.until("watch> ");
    assert!(told.contains("(with 2 answers behind it)"), "{told}");
    session.say("hum");
    session.until("(place)");
    session.until("watch> ");
    std::fs::write(&rules, TOY.replace("sing", "hum").replace("scores 1", "scores 2"))
        .expect("a file");
    session.until("3 answers of the old log are not played any more");
    assert_eq!(session.end(), 0);
}

/// A game of which a file is whole again is whole again, whatever chance did while half of it was there.
#[test]
fn a_game_is_back_as_it_was_when_an_edit_is_taken_back() {
    const WISHING: &str = "expansion toy { title \"Toy\" needs base }\n\
        step wishing in following {\n    if active decides to wish { active scores 1 for placed }\n}\n";
    let (scratch, path) = expansion("toy", &[("rules.carc", WISHING)]);
    let rules = PathBuf::from(path).join("rules.carc");
    let mut session = Session::start(&["--with", "./toy", "--seed", "3"], scratch.path());
    session.until("watch> ");
    session.say("b 40");
    session.until("b 40");
    session.until("watch> ");
    let listed = |session: &mut Session| {
        session.say("j");
        session.until("watch> ").replace("j\n", "")
    };
    let before = listed(&mut session);
    assert!(before.contains("\n   40  ") && before.contains("wish"), "{before}");
    let (head, rest) = WISHING.split_at(WISHING.find("step").expect("a step"));
    for broken in [false, true] {
        std::fs::write(&rules, head).expect("a file");
        let told = session.until("  wait ");
        assert!(
            told.contains("toy/rules.carc: goes back 3") && told.contains(" answers"),
            "{told}"
        );
        session.until("watch> ");
        if broken {
            std::fs::write(&rules, format!("{head}step wish")).expect("a file");
            session.until("the game keeps its rules");
            session.until("watch> ");
        }
        std::fs::write(&rules, format!("{head}{rest}")).expect("a file");
        session.until(" answers exist again");
        session.until("watch> ");
        assert_eq!(listed(&mut session), before);
    }
}

#[test]
fn another_value_of_an_option_is_told_and_nothing_that_the_compiler_keeps() {
    let rules = |more: &str| format!("expansion toy {{ title \"Toy\" needs base }}\n{more}\n");
    let first = rules("option wish: int = 2 from 1..5");
    let (scratch, path) = expansion("toy", &[("rules.carc", &first)]);
    let path = PathBuf::from(path).join("rules.carc");
    let mut session = Session::start(&["--with", "./toy"], scratch.path());
    session.until("watch> ");
    std::fs::write(&path, rules("option wish: int = 3 from 1..5")).expect("a file");
    let told = session.until("watch> ");
    assert!(
        told.contains("goes on  wait") && told.contains("  option wish: 3 instead of 2"),
        "{told}"
    );
    let own = "option wish: int = 3 from 1..5\nafter p scores n for x { p.left scores 1 for x }";
    std::fs::write(&path, rules(own)).expect("a file");
    let told = session.until("watch> ");
    assert!(told.contains("goes on, nothing in the game changed"), "{told}");
}

/// Whatever is told at once is told as if it had been told one after the other.
#[test]
fn every_turn_says_how_many_tiles_were_left_when_it_began() {
    let turns = |text: &str| -> Vec<String> {
        let turn = |line: &&str| line.starts_with("Turn ");
        text.lines().filter(turn).map(str::to_owned).collect()
    };
    let (folder, _) = toy();
    let mut command = carc(&["watch", "--with", "./toy", "--seed", "3", "--players", "2"]);
    command.current_dir(folder.path()).timeout(LIMIT).write_stdin("b\nq\n");
    let at_once = turns(&output(&mut command, 0));
    let mut command = carc(&["play", "--with", "./toy", "--seed", "3", "--players", "2", "--bots"]);
    command.current_dir(folder.path()).timeout(LIMIT);
    let in_turn = turns(&output(&mut command, 0));
    assert!(at_once.len() > 60, "{at_once:?}");
    let left = |turn: &String| turn.split_once(" · ").map(|(_, left)| left.to_owned());
    assert_eq!(
        at_once.iter().take(60).map(left).collect::<Vec<_>>(),
        in_turn.iter().take(60).map(left).collect::<Vec<_>>()
    );
}

#[test]
fn scenarios_of_what_changed_run_at_every_save() {
    let (scratch, rules) = toy();
    let mut session = Session::start(&["--test", "--with", "./toy"], scratch.path());
    session.until("ok    toy: singing pays");
    session.until("following toy");
    std::fs::write(&rules, TOY.replace("scores 1", "scores 2")).expect("a file");
    session.until("toy/rules.carc  wait ");
    session.until("FAIL  toy: singing pays");
    let told = session.until("0 passed, 1 failed");
    assert!(!told.contains("base: "), "nothing of the base game has changed: {told}");
    std::fs::write(&rules, TOY.replace("scores 1", "scoers 1")).expect("a file");
    session.until("did you mean `scores`?");
    std::fs::write(&rules, TOY).expect("a file");
    session.until("1 passed, 0 failed");
}

#[test]
fn scenarios_end_with_the_input_and_tell_how_the_last_ones_ended() {
    let (scratch, rules) = toy();
    let run = |said: &str, status: i32| {
        let mut command = carc(&["watch", "--test", "--with", "./toy"]);
        command.current_dir(scratch.path()).timeout(LIMIT).write_stdin(said);
        output(&mut command, status)
    };
    let told = run("", 0);
    assert!(
        told.contains("ok    toy: singing pays") && told.contains(" passed, 0 failed"),
        "{told}"
    );
    let mut session = Session::start(&["--test", "--with", "./toy"], scratch.path());
    session.until("following toy");
    session.say("nothing to say");
    std::fs::write(&rules, TOY.replace("scores 1", "scores 2")).expect("a file");
    session.until("0 passed, 1 failed");
    session.say("q");
    assert_eq!(session.child.wait().expect("it ends").code(), Some(1));
    let told = run("", 1);
    assert!(
        told.contains("FAIL  toy: singing pays") && told.contains(" passed, 1 failed"),
        "{told}"
    );
}

/// Whoever has nothing yet can type the examples one after the other.
#[test]
fn the_examples_of_the_help_work_in_an_empty_folder() {
    let scratch = tempfile::tempdir().expect("a folder");
    let help = output(&mut carc(&["watch", "--help"]), 0);
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let mut tried = 0;
    for line in lines.take_while(|line| !line.is_empty()) {
        let (pipe, example) = line.split_once(" | ").unwrap_or(("", line.trim_start()));
        let Some(example) = example.trim_start().strip_prefix("carc ") else { continue };
        let typed = example.split("  ").next().unwrap_or_default();
        let words: Vec<&str> = typed.split_whitespace().collect();
        let mut command = carc(&words);
        command.current_dir(scratch.path()).timeout(LIMIT);
        command.write_stdin(if pipe.is_empty() { "" } else { "s\ns\n" });
        output(&mut command, 0);
        tried += 1;
    }
    assert!(tried > 5, "{help}");
    assert!(scratch.path().join("board.svg").exists());
}

#[test]
fn texts_with_a_mistake_are_told_as_carc_check_tells_them_and_the_game_goes_on() {
    let (scratch, rules) = toy();
    let mut session = Session::start(&["--with", "./toy", "--seed", "1"], scratch.path());
    session.until("following toy");
    session.until("watch> ");
    let messages = rules.with_file_name("messages");
    std::fs::create_dir(&messages).expect("a folder");
    let texts = messages.join("en.ftl");
    std::fs::write(&texts, "expansion-toy = The Toy\nhalf = { $\n").expect("a file");
    session.until("mistake in files beside the rules");
    let told = session.until("watch> ");
    assert!(told.contains("toy/messages/en.ftl:2:"), "{told}");
    assert!(told.contains("files/messages"), "{told}");
    let checked = output(carc(&["check", "./toy"]).current_dir(scratch.path()), 1);
    let line = told.lines().find(|line| line.contains("en.ftl:2")).expect("it was told");
    assert!(checked.contains(line), "{line}\n{checked}");
    // It stays wrong whatever else is saved, until it is mended.
    std::fs::write(&rules, TOY.replace("scores 1", "scores 2")).expect("a file");
    session.until("toy/rules.carc: goes on");
    assert!(session.until("watch> ").contains("en.ftl:2"));
    std::fs::write(&texts, "expansion-toy = The Toy\n").expect("a file");
    session.until("the rules are the same  wait");
    session.say("1");
    session.until("(action)");
}

#[test]
fn looks_and_words_for_records_are_told_at_a_save_too() {
    let (scratch, rules) = toy();
    let mut session = Session::start(&["--with", "./toy", "--seed", "1"], scratch.path());
    session.until("following toy");
    session.until("watch> ");
    for (file, text) in [
        ("drawing.json", "{\"features\": {\"city\": {\"colour\": 7}}}"),
        ("recorded.json", "{\"figures\": {\"small\": \"meple\"}}"),
    ] {
        let path = rules.with_file_name(file);
        std::fs::write(&path, text).expect("a file");
        session.until("mistake in files beside the rules");
        let told = session.until("watch> ");
        let place = format!("toy/{file}:1:");
        let checked = output(carc(&["check", "./toy"]).current_dir(scratch.path()), 1);
        let line = told.lines().find(|line| line.contains(&place)).expect("it is told");
        assert!(checked.contains(line), "{line}\n{checked}");
        std::fs::remove_file(&path).expect("it is there");
        session.until("the rules are the same  wait");
        session.until("watch> ");
    }
}

#[test]
fn a_game_is_saved_and_recorded_and_words_too_many_are_told() {
    let (scratch, _) = toy();
    let mut session = Session::start(&["--with", "./toy", "--seed", "1"], scratch.path());
    session.until("watch> ");
    session.say("1");
    session.until("(action)");
    session.until("watch> ");
    for (line, told) in [
        ("save game.json", "saved in game.json"),
        ("save", "write `save FILE`"),
        ("record toy/more.carc", "recorded in toy/more.carc"),
        ("record toy/more.carc", "recorded in toy/more.carc"),
        ("record toy/even_more.carc", "recorded in toy/even_more.carc"),
        ("record more.txt", "is no file of rules"),
        ("u 3", "write `u`"),
        ("s 5", "write `s`"),
        ("b x", "write `b NUMBER`"),
        ("help me", "write `help`"),
    ] {
        session.say(line);
        session.until(told);
        session.until("watch> ");
    }
    let folder = scratch.path();
    output(carc(&["replay", "game.json"]).env("CARC_EXPANSIONS", folder).current_dir(folder), 0);
    let tested = output(carc(&["test", "./toy"]).current_dir(folder), 0);
    assert!(tested.contains("4 passed, 0 failed"), "{tested}");
    assert!(tested.contains("toy: a game of seed 1\n"), "{tested}");
    assert!(tested.contains("toy: a game of seed 1, no. 2\n"), "{tested}");
    assert!(tested.contains("toy: a game of seed 1, no. 3\n"), "{tested}");
    // Another game does not lie over it unless somebody says so.
    session.say("r");
    session.until("watch> ");
    session.say("save game.json");
    session.until("another game is saved there");
    session.say("save! game.json");
    session.until("saved in game.json");
}

#[test]
fn what_is_built_in_cannot_be_edited() {
    let scratch = tempfile::tempdir().expect("a folder");
    let mut command = carc(&["watch", "--with", "base"]);
    let told = complaint(command.current_dir(scratch.path()).write_stdin(""), 2);
    assert!(told.contains("built in") && told.contains("./my_thing"), "{told}");
}
