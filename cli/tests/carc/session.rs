//! Games played through a pipe.

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
};

use crate::{carc, complaint, expansion, output, root};

const GAME: &[&str] = &["play", "--with", "base,crop_circles", "--seed", "7"];

const LOOKOUT: &str = "expansion lookout {\n    title \"The Lookout\"\n    needs base\n}\n";

/// What a script makes of the game with seed 7.
fn play(script: &str) -> String {
    output(carc(GAME).write_stdin(script), 0)
}

#[test]
fn every_expansion_is_played_by_hand() {
    let folders = fs::read_dir(root().join("expansions")).expect("the expansions");
    let names = folders.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let names: Vec<String> = names.filter(|name| !name.contains('.')).collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        let words = ["play", "--with", &name, "--seed", "3"];
        let text = output(carc(&words).write_stdin("1\n1\n1\n1\n1\n1\n1\n1\n"), 0);
        assert!(text.contains("The input has ended"), "{name}: {text}");
    }
}

#[test]
fn the_end_of_the_input_ends_the_game_politely() {
    let text = play("");
    assert!(text.contains("Carcassonne, The Crop Circles"), "{text}");
    assert!(text.contains("Red: Where does the tile go? (place)"), "{text}");
    assert!(text.contains("1-2  at (0, -1) turned 180, 270"), "{text}");
    assert!(text.ends_with("The input has ended, and the game stops here.\n"), "{text}");
    assert!(!text.contains('\u{1b}'), "colours in a pipe");
}

#[test]
fn options_are_taken_by_number_and_by_words() {
    let by_number = play("1\n3\n");
    assert!(by_number.contains("Red places base_city_nw_road_es at (0, -1) turned 180"));
    assert!(by_number.contains("Red deploys follower on f0 at (0, -1) (farmer)"), "{by_number}");
    let by_words = play("at (0, -1) turned 180\ndeploy meeple on f0\n");
    let board = |text: &str| text[text.find("Turn 2").expect("a second turn")..].to_owned();
    assert_eq!(board(&by_number), board(&by_words));
}

#[test]
fn the_tile_is_shown_with_its_turns_and_then_with_numbers() {
    let text = play("1\n");
    assert!(text.contains("0°              90°            180°            270°"), "{text}");
    let tile = "  │.4.r.3c│\n  │rrr2c1c│\n  │ccccccc│\n";
    assert!(text.contains(tile), "{text}");
}

#[test]
fn mistakes_while_typing_change_nothing() {
    let text = play("99\nat (5, 5) turned 0\n@\nnone\nsave\ntry\n0\n\nlog\n");
    for said in [
        "there are only the options 1 to 6",
        "`at (5, 5) turned 0` is not on offer",
        "`@` is not readable as an answer",
        "`none` is not on offer",
        "write `save FILE`",
        "write `try NUMBER`",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    assert!(!text.contains("Red places"), "{text}");
}

#[test]
fn answers_are_taken_back_until_chance_has_spoken() {
    let text = play("1\nundo\nlog\n");
    let log = &text[text.rfind("> log").expect("the last command")..];
    assert!(!log.contains("red: place"), "{text}");
    let text = play("1\nnone\nundo\nundo!\nundo!\nlog\n");
    assert!(text.contains("chance has decided since"), "{text}");
    let log = &text[text.rfind("> log").expect("the last command")..];
    assert!(!log.contains("red: place") && log.contains("red draws"), "{text}");
    // What chance gave before the first answer stays as it is.
    let text = play("undo!\nlog\n");
    assert!(text.contains("nothing was answered yet"), "{text}");
    let log = &text[text.rfind("> log").expect("the last command")..];
    assert!(log.contains("red draws"), "{text}");
}

#[test]
fn trying_an_option_shows_the_board_and_takes_nothing() {
    let text = play("try 1\nlog\n");
    assert!(text.contains("   │...r..c│\n-1 │rrrrccc│\n"), "{text}");
    assert!(!text.contains("Red places"), "{text}");
}

#[test]
fn a_game_is_saved_and_goes_on() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("evening.json");
    let path = file.to_str().unwrap();
    let text = play(&format!("1\n3\n2\nbot\nsave {path}\n"));
    assert!(text.contains(&format!("saved in {path}")), "{text}");
    let text = output(carc(&["play", "--load", path]).write_stdin("log\nbot\n"), 0);
    assert!(text.contains("A saved game goes on after"), "{text}");
    assert!(text.contains("red: place = at (0, -1) turned 180"), "{text}");
    // What plays is said by the saved game; `--with` may only tell where it lies.
    let with = |names| carc(&["play", "--load", path, "--with", names]);
    output(with("base").write_stdin(""), 0);
    output(with("./expansions/crop_circles,base").write_stdin(""), 0);
    let (_scratch, other) = crate::expansion("lookout", &[("rules.carc", LOOKOUT)]);
    let text = complaint(&mut with(&other), 2);
    assert!(text.contains("`lookout` cannot join the game in"), "{text}");
    assert!(text.contains("which is played with base, crop_circles; leave out `--with`"), "{text}");
    for (option, value) in
        [("--seed", "7"), ("--players", "3"), ("--tiles", "base"), ("--set", "a=1")]
    {
        let text = complaint(&mut carc(&["play", "--load", path, option, value]), 2);
        assert!(text.contains("cannot be used with"), "{text}");
    }
    // The same from within a game.
    let text = play(&format!("load {path}\nlog\n"));
    assert!(text.contains("red: place = at (0, -1) turned 180"), "{text}");

    let saved = fs::read_to_string(&file).unwrap();
    for (name, wrong) in [
        ("cut", saved[..saved.len() / 2].to_owned()),
        ("altered", saved.replace("turned 180", "turned 270")),
        ("empty", String::new()),
    ] {
        let broken = scratch.path().join(name);
        fs::write(&broken, wrong).unwrap();
        let text = complaint(&mut carc(&["play", "--load", broken.to_str().unwrap()]), 1);
        assert!(text.contains("saved game"), "{name}: {text}");
    }
}

#[test]
fn another_game_is_neither_saved_over_nor_left_by_mistake() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("evening.json");
    let path = file.to_str().unwrap();
    let refused = format!("{path}: another game is saved there; `save! {path}` saves this one");
    let saved = format!("saved in {path}");
    // Onto its own file a game is saved again and again, even after something was taken back.
    let again =
        format!("1\nsave {path}\nnone\nsave {path}\nundo!\nsave {path}\nbot\nsave {path}\n");
    let text = play(&again);
    assert_eq!(text.matches(&saved).count(), 4, "{text}");
    // The same game in another session, behind what was saved.
    let text = play(&format!("1\nbot\nbot\nsave {path}\n"));
    assert!(text.contains(&saved) && !text.contains(&refused), "{text}");
    // Fewer answers, other answers, another seed.
    let kept = fs::read(&file).unwrap();
    let other: &[&str] = &["play", "--seed", "8"];
    for (game, script) in [(GAME, "1\n"), (GAME, "2\nbot\nbot\nbot\n"), (other, "1\n")] {
        let text = output(carc(game).write_stdin(format!("{script}save {path}\n")), 0);
        assert!(text.contains(&refused) && !text.contains(&saved), "{text}");
        assert_eq!(fs::read(&file).unwrap(), kept);
    }
    // A game that is not saved is left for another one only if somebody says so.
    let text = play(&format!("2\nload {path}\nload! {path}\nload {path}\n"));
    assert!(text.contains(&format!("`save FILE` keeps it; `load! {path}` leaves it")), "{text}");
    assert_eq!(text.matches("A saved game goes on after").count(), 2, "{text}");
    let text = output(carc(&["play", "--seed", "8"]).write_stdin(format!("save! {path}\n")), 0);
    assert!(text.contains(&saved), "{text}");
    assert_ne!(fs::read(&file).unwrap(), kept);
}

#[test]
fn a_game_with_a_length_among_its_options_goes_on() {
    let rules = "expansion stride {\n    title \"The Stride\"\n    needs base\n}\n\
        option step_length: length = 25 mm from 10 mm, 25 mm, 1500 um\n";
    let (scratch, path) = expansion("stride", &[("rules.carc", rules)]);
    let file = scratch.path().join("game.json");
    for value in ["25 mm", "1 cm", "1.5 mm"] {
        let set = format!("step_length={value}");
        let game = ["play", "--with", &path, "--seed", "7", "--set", &set];
        output(carc(&game).write_stdin(format!("1\nsave! {}\n", file.display())), 0);
        let load = ["play", "--with", &path, "--load", file.to_str().expect("letters")];
        let text = output(carc(&load).write_stdin("log\n"), 0);
        assert!(text.contains("A saved game goes on after"), "{text}");
        assert!(!text.contains("The rules have changed"), "{text}");
    }
}

#[test]
fn a_saved_game_does_not_agree_with_rules_that_give_other_points() {
    let rules = "expansion toy {\n    title \"Toy\"\n    needs base\n}\n\
        offer sing in action { active scores 1 for placed }\n";
    let (scratch, path) = expansion("toy", &[("rules.carc", rules)]);
    let file = scratch.path().join("game.json");
    let file = file.to_str().expect("letters");
    let script = format!("1\nsing\nsave {file}\nquit\n");
    output(carc(&["play", "--with", &path, "--seed", "7"]).write_stdin(script), 0);
    let replay = |status| {
        let mut command = carc(&["replay", file]);
        output(command.env("CARC_EXPANSIONS", scratch.path()), status)
    };
    let told = replay(0);
    assert!(told.contains("1 agree") && !told.contains("changed"), "{told}");
    // A remark or one more scenario changes nothing that is played.
    let scenario = "scenario \"none\" {\n    players red, blue\n    draw base_monastery\n}\n";
    fs::write(format!("{path}/rules.carc"), format!("// The same.\n{rules}{scenario}")).unwrap();
    assert_eq!(replay(0), told);
    let mut record = carc(&["record", file, "--with", &path]);
    assert_eq!(complaint(&mut record, 0), "");
    // With other rules that lead to the same it says so, and so does what else reads the game.
    let other = "after p scores n for x when n > 99 { p scores 1 for x }\n";
    fs::write(format!("{path}/rules.carc"), format!("{rules}{other}")).unwrap();
    let told = replay(0);
    assert!(
        told.contains(
            "1 agree, 0 differ; the rules of toy have changed since, and it still agrees"
        ),
        "{told}"
    );
    let mut record = carc(&["record", file, "--with", &path]);
    let told = complaint(&mut record, 0);
    assert!(told.contains("the rules of toy have changed since, and it still agrees"), "{told}");
    fs::write(format!("{path}/rules.carc"), rules.replace("scores 1", "scores 3")).unwrap();
    let told = replay(1);
    assert!(told.contains("its rules have changed: red 3 instead of 1"), "{told}");
}

#[test]
fn reasons_of_any_number_of_turns_can_be_asked_for() {
    let text = play("why 0\n1\nwhy 1\nwhy 2\nwhy 18446744073709551615\nwhy 0\n");
    assert_eq!(text.matches("nobody has scored in that time").count(), 5, "{text}");
}

#[test]
fn autosave_keeps_every_answer() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("kept.json");
    let path = path.to_str().unwrap();
    let mut arguments = GAME.to_vec();
    arguments.extend(["--autosave", path]);
    output(carc(&arguments).write_stdin("1\n"), 0);
    let text = output(carc(&["play", "--load", path]).write_stdin("log\n"), 0);
    assert!(text.contains("red: place = at (0, -1) turned 180"), "{text}");
    let text = complaint(carc(&arguments).write_stdin("1\n"), 2);
    assert!(text.contains(&format!("--load {path} --autosave {path}")), "{text}");
    output(carc(&["play", "--load", path, "--autosave", path]).write_stdin("1\n"), 0);
}

#[test]
fn a_game_of_bots_is_saved_too() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("bots.json");
    let path = path.to_str().unwrap();
    let mut arguments = GAME.to_vec();
    arguments.extend(["--bots", "--autosave", path]);
    let played = output(&mut carc(&arguments), 0);
    let kept = output(carc(&["play", "--load", path]).write_stdin(""), 0);
    assert!(played.contains("The game is over") && kept.contains("The game is over"), "{kept}");
    let ranking = |text: &str| {
        let lines = text.lines().skip_while(|line| !line.contains("The game is over"));
        lines.skip(1).take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(ranking(&played), ranking(&kept));
    let again = complaint(&mut carc(&arguments), 2);
    assert!(again.contains("holds a saved game already"), "{again}");
}

#[test]
fn words_that_mean_nothing_more_are_not_passed_over() {
    let text = play("1\nu 3\nbot 2\nlog all\nquit now\nhelp me\nboard 2\n");
    for usage in ["undo", "bot", "log", "quit", "help", "board"] {
        assert!(text.contains(&format!("write `{usage}`")), "{usage}: {text}");
    }
    assert!(!text.contains("red: place") && text.contains("The input has ended"), "{text}");
}

/// A rule that goes wrong ends no game: somebody may take back what led there, or keep it.
#[test]
fn after_a_fault_the_last_answer_can_be_taken_back() {
    let rules = "expansion toy {\n    title \"Toy\"\n    needs base\n}\n\
        offer sing in action { active scores 1 / (active.points) for placed }\n";
    let (_scratch, path) = expansion("toy", &[("rules.carc", rules)]);
    let script = "1\nsing\nundo\nnone\n";
    let arguments = ["play", "--with", &path, "--seed", "7"];
    let text = output(carc(&arguments).write_stdin(script), 0);
    let (_, after) = text.split_once("A rule went wrong").expect("it divides by zero");
    let told = "The game stands as before that step. `undo` takes back the last answer, \
        `save FILE` keeps the game for corrected rules.";
    assert!(after.contains(told), "{text}");
    assert!(after.contains("Turn 2"), "{text}");
}

#[test]
fn nothing_but_saved_games_is_replaced() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("diary.txt");
    fs::write(&path, "my diary").unwrap();
    let mut arguments = GAME.to_vec();
    arguments.extend(["--autosave", path.to_str().unwrap()]);
    let text = complaint(carc(&arguments).write_stdin("1\n"), 1);
    assert!(text.contains("holds no saved game"), "{text}");
    let text = play(&format!("save {}\n", path.display()));
    assert!(text.contains("holds no saved game"), "{text}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "my diary");
}

#[test]
fn a_whole_game_ends_with_a_ranking_and_reasons() {
    let text = play(&("bot\n".repeat(400) + "why all\n"));
    assert!(text.contains("The game is over") && text.contains("★"), "{text}");
    assert!(text.contains("nothing is asked any more"), "{text}");
    assert!(text.contains("[B19 Majority and ties]"), "{text}");
}

#[test]
fn bots_play_the_other_seats() {
    let mut arguments = GAME.to_vec();
    arguments.extend(["--players", "3", "--against", "random"]);
    let text = output(carc(&arguments).write_stdin("1\nnone\n"), 0);
    assert!(text.contains("Blue places") && text.contains("Green places"), "{text}");
    assert!(!text.contains("Blue: Where does the tile go?"), "{text}");
}

#[test]
fn texts_come_in_the_language_of_the_environment() {
    let text = output(carc(GAME).env("LANG", "vi_VN.UTF-8").write_stdin("1\n"), 0);
    assert!(text.contains("Đặt mảnh đất ở đâu?") && text.contains("hiệp sĩ"), "{text}");
    let mut arguments = GAME.to_vec();
    arguments.extend(["--lang", "en"]);
    let text = output(carc(&arguments).env("LANG", "vi_VN.UTF-8").write_stdin("1\n"), 0);
    assert!(text.contains("Where does the tile go?"), "{text}");
}

#[test]
fn options_say_which_figure_goes_where() {
    let with = "inns_and_cathedrals,abbey_and_mayor";
    let told = |language: &str| {
        let words = ["play", "--with", with, "--seed", "7", "--lang", language];
        let text = output(carc(&words).write_stdin("1\n"), 0);
        let options = text.lines().filter(|line| line.contains("  deploy "));
        options
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
    };
    let (english, vietnamese) = (told("en"), told("vi"));
    for (said, options) in [
        ("1 Deploy: follower as knight, city, 2 tiles, open deploy meeple on c0", &english),
        ("3 Deploy: mayor, city, 2 tiles, open deploy mayor on c0", &english),
        ("4 Deploy: wagon as knight, city, 2 tiles, open deploy wagon on c0", &english),
        ("6 Deploy: big follower as farmer, field, open deploy big_follower on f0", &english),
        ("1 Đặt quân: người hầu làm hiệp sĩ, thành phố, 2 mảnh, còn mở deploy meeple", &vietnamese),
        ("5 Đặt quân: người hầu lớn làm hiệp sĩ, thành phố, 2 mảnh, còn mở deploy", &vietnamese),
    ] {
        assert!(options.iter().any(|line| line.starts_with(said)), "{said}\n{options:#?}");
    }
}

#[test]
fn help_is_in_the_language_of_the_players_and_no_language_is_guessed() {
    let arguments = [GAME, &["--lang", "vi"]].concat();
    let text = output(carc(&arguments).write_stdin("help\n"), 0);
    assert!(text.contains("lấy lại câu trả lời cuối"), "{text}");
    for language in ["", "../../x", "xx"] {
        let arguments = [GAME, &["--lang", language]].concat();
        let said = complaint(&mut carc(&arguments), 2);
        assert!(said.contains(&format!("there are no texts in `{language}`")), "{said}");
    }
}

#[test]
fn colours_come_only_when_they_are_wanted() {
    let mut arguments = GAME.to_vec();
    arguments.extend(["--color", "always"]);
    let text = output(carc(&arguments).write_stdin("1\n"), 0);
    assert!(text.contains("\u{1b}[31mRed\u{1b}[0m"), "{text}");
}

#[test]
fn a_saved_game_tells_whose_points_differ_under_other_rules() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("over.json");
    let path = path.to_str().unwrap();
    output(
        carc(&["play", "--seed", "2"]).write_stdin(format!("{}save {path}\n", "bot\n".repeat(400))),
        0,
    );
    let own = scratch.path().join("expansions/base");
    fs::create_dir_all(&own).unwrap();
    for file in ["rules.carc", "tiles.carc", "rules.md"] {
        let text = fs::read_to_string(crate::root().join("expansions/base").join(file)).unwrap();
        fs::write(own.join(file), text.replace("worth     1 + count neighbours", "worth     50"))
            .unwrap();
    }
    for (language, told) in [("en", "there are other points: "), ("vi", "điểm số khác: ")] {
        let mut command = carc(&["play", "--load", path, "--lang", language]);
        let text = output(command.current_dir(scratch.path()).write_stdin(""), 0);
        let line =
            text.lines().find(|line| line.contains(told)).unwrap_or_else(|| panic!("{text}"));
        assert!(line.contains("instead of") || language == "vi", "{line}");
    }
    let old = fs::read_to_string(path).unwrap().replacen("\"version\":2", "\"version\":0", 1);
    fs::write(path, old).unwrap();
    let text = complaint(&mut carc(&["play", "--load", path]), 1);
    assert!(text.contains("saved in format 0, and only format 2 can be read"), "{text}");
}

#[test]
fn bots_do_not_play_for_ever() {
    let rules = format!(
        "{LOOKOUT}step spin in ending {{\n    repeat {{\n        let n = {} chooses from [1, 2]\n    }}\n}}\n",
        "(the p in players where p != active)"
    );
    let (_scratch, folder) = crate::expansion("lookout", &[("rules.carc", &rules)]);
    for arguments in [&["--bots", "--bot", "random"][..], &["--against", "random"]] {
        let mut command = carc(&["play", "--seed", "1", "--with", &folder]);
        command.args(arguments).write_stdin("bot\nbot\nbot\nbot\n");
        let text = complaint(&mut command, 1);
        assert!(text.contains("has not come to an end after 50000 answers of bots"), "{text}");
    }
}

#[test]
fn a_game_that_is_not_kept_is_not_left_silently() {
    let left = "This game is not saved.\n";
    assert!(play("1\nquit\n").ends_with(left));
    assert!(!play("quit\n").contains(left), "nothing was decided yet");
    let ended = "The input has ended, and the game stops here.\n";
    let next = "`carc play --autosave FILE` saves a game after every answer.\n";
    assert!(play("1\n").ends_with(&format!("{ended}{left}{next}")));
    let scratch = tempfile::tempdir().expect("there is room for a folder");
    let file = scratch.path().join("game.json");
    let script = format!("1\nsave {}\nquit\n", file.display());
    assert!(!play(&script).contains(left));
    let load = ["play", "--load", file.to_str().expect("letters")];
    assert!(!output(carc(&load).write_stdin("quit\n"), 0).contains(left));
    assert!(output(carc(&load).write_stdin("undo!\nquit\n"), 0).lines().count() > 0);

    let nowhere = scratch.path().join("no/such/game.json");
    let arguments = [GAME, &["--autosave", nowhere.to_str().expect("letters")]].concat();
    let said = complaint(carc(&arguments).write_stdin("1\n1\n"), 1);
    assert!(said.contains("game.json") && said.lines().count() == 1, "{said}");
}

/// Interrupted at its first question and at its second one; only then something is lost.
#[cfg(unix)]
#[test]
fn an_interrupted_game_says_what_is_lost() {
    for (script, lost) in [("", ""), ("1\n", LOST)] {
        let mut game = Command::new(env!("CARGO_BIN_EXE_carc"))
            .args(GAME)
            .args(["--lang", "en"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut input = game.stdin.take().expect("a pipe");
        input.write_all(script.as_bytes()).expect("it reads");
        let mut output = BufReader::new(game.stdout.take().expect("a pipe"));
        for _ in 0..=script.len() / 2 {
            // Up to the prompt, at which it waits.
            output.read_until(b'>', &mut Vec::new()).expect("it asks");
        }
        let id = game.id().to_string();
        let killed = Command::new("kill").args(["-INT", &id]).status().expect("it can be told");
        assert!(killed.success());
        let said = game.wait_with_output().expect("it ends");
        assert_eq!(said.status.code(), Some(130));
        assert_eq!(String::from_utf8_lossy(&said.stderr), format!("\n{lost}"));
        drop(input);
    }
}

const LOST: &str = "This game is not saved.\n\
                    `carc play --autosave FILE` saves a game after every answer.\n";

#[test]
fn a_game_with_shots_goes_on_as_without_a_break() {
    let fair = ["play", "--with", "the_fair", "--seed", "7", "--physics", "ballistic"];
    let scratch = tempfile::tempdir().expect("there is room for a folder");
    let file = scratch.path().join("game.json");
    let end = |text: &str| text[text.find("help> log").expect("a log")..].to_owned();
    // Aimed by number, and by bots.
    for answer in ["1\n", "bot\n"] {
        let whole = format!("{}log\n", answer.repeat(60));
        let text = output(carc(&fair).write_stdin(whole.clone()), 0);
        assert!(text.contains(" shoots: "), "{text}");
        assert_eq!(text, output(carc(&fair).write_stdin(whole), 0), "the same game twice");
        // Behind a shot, between two of them, and in the middle of later ones.
        for before in [5, 6, 7, 8, 30] {
            let script = format!("{}save! {}\n", answer.repeat(before), file.display());
            output(carc(&fair).write_stdin(script), 0);
            let rest = format!("{}log\n", answer.repeat(60 - before));
            let path = file.to_str().expect("letters");
            let load = ["play", "--load", path, "--physics", "ballistic"];
            let gone_on = output(carc(&load).write_stdin(rest), 0);
            assert_eq!(end(&gone_on), end(&text), "saved after {before} answers");
        }
    }
}

/// A bot catches and throws at once; where somebody has said that his hand waits nowhere, it throws past him.
#[test]
fn bots_throw_to_the_hand_that_waits() {
    let fair = ["play", "--with", "the_fair", "--seed", "7", "--physics", "ballistic"];
    let tables = "bot\n".repeat(4) + "catch\n";
    let text = output(carc(&fair).write_stdin(format!("{tables}bot\nundo!\n5\nbot\nquit\n")), 0);
    assert!(text.contains("where does your hand wait?"), "{text}");
    let catches: Vec<&str> = text.lines().filter(|line| line.contains("    catch    ")).collect();
    assert!(
        matches!(catches[..], [caught, past]
        if caught.ends_with("caught") && past.ends_with("the hand met nothing")),
        "{catches:?}"
    );
}

#[test]
fn a_script_does_not_play_for_ever() {
    let rules = "expansion greed {\n    title \"Greed\"\n    needs base\n}\n\
        step greed in following { repeat { if active decides to go_on { active scores 1 for placed } else { stop } } }\n";
    let (scratch, path) = expansion("greed", &[("rules.carc", rules)]);
    let file = scratch.path().join("long.json");
    let mut script = "1\nnone\n".to_owned() + &"yes\n".repeat(100_100);
    script += &format!("save {}\n", file.display());
    let mut command = carc(&["play", "--with", &path, "--seed", "1"]);
    let text = output(command.write_stdin(script), 1);
    assert!(text.contains("after 100000 answers this game is not played on here"));
    let size = fs::metadata(&file).expect("it was saved").len();
    assert!(size < 64 << 20, "a save of {size} bytes is not read again");
}

#[test]
fn everything_that_is_said_in_a_game_is_in_the_language_of_the_players() {
    let scratch = tempfile::tempdir().unwrap();
    let diary = scratch.path().join("diary");
    fs::write(&diary, "my diary").unwrap();
    let folder = scratch.path().display().to_string();
    let (diary, saved) = (format!("{folder}/diary"), format!("{folder}/saved"));
    let typed = format!(
        "99\nat (5, 5) turned 0\n@\nnone\nsave\ntry\n0\ntry 99\nundo\nsave {diary}\nsave {saved}\nload {diary}\n\
         load {saved}\nwhy\n1\nnone\nundo\nbot\n{}why all\nbot\n99\noptions\n",
        "bot\n".repeat(400)
    );
    let speak = |language| {
        let mut arguments = GAME.to_vec();
        arguments.extend(["--lang", language]);
        output(carc(&arguments).write_stdin(typed.clone()), 0)
    };
    let words = |text: String| -> BTreeSet<String> {
        let text = text.replace(&folder, "");
        let told = text.lines().filter(|line| !line.contains(".carc:") && !line.contains("> "));
        told.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'))
            // Letters of a picture are no words.
            .filter(|word| word.len() > 1 && !word.chars().all(|c| "crm".contains(c)))
            .filter(|word| word.chars().all(|c| c.is_ascii_lowercase()))
            .map(str::to_owned)
            .collect()
    };
    let (english, vietnamese) = (words(speak("en")), words(speak("vi")));
    let both: Vec<&str> = english.intersection(&vietnamese).map(String::as_str).collect();
    // What can be typed, names of files, and what a reader of JSON says.
    let known = "action add at column deploy diary expected leaver letter line meeple none on \
                 place save saved try turned undo value";
    assert_eq!(both.join(" "), known, "English words in a Vietnamese game");
}
