//! Saved games under rules that have changed since: nothing that was saved is lost.

use std::fs;

use crate::{carc, expansion, output};

const RULES: &str = "expansion mine {\n    title \"Mine\"\n    needs base\n}\n\n\
                     option pace: int = 1 from 0..3\n";
/// The same with a question that comes before all others.
const ASKS: &str = "step ask in opening { let who = active chooses from players else skip }\n";

/// A game of some answers under `mine`, saved in a file beside it, and the folder of the expansion.
fn saved(set: &[&str]) -> (tempfile::TempDir, String, String) {
    let (scratch, mine) = expansion("mine", &[("rules.carc", RULES)]);
    let file = scratch.path().join("game.json").to_str().expect("a path of letters").to_owned();
    let arguments = [&["play", "--with", &mine, "--seed", "5"], set].concat();
    let script = format!("{}save {file}\n", "bot\n".repeat(6));
    let text = output(carc(&arguments).write_stdin(script), 0);
    assert!(text.contains("saved in"), "{text}");
    (scratch, mine, file)
}

fn play(arguments: &[&str], script: &str) -> String {
    output(carc(&[&["play"], arguments].concat()).write_stdin(script.to_owned()), 0)
}

#[test]
fn a_game_is_not_saved_over_the_answers_that_were_left_out_of_it() {
    let (_scratch, mine, file) = saved(&[]);
    let whole = fs::read(&file).unwrap();
    fs::write(format!("{mine}/rules.carc"), format!("{RULES}{ASKS}")).unwrap();
    let load = ["--with", &mine, "--load", &file];
    let stays = format!("All that was saved stays in {file} until `save! {file}` puts this game");
    let refused = format!("{file}: another game is saved there; `save! {file}`");
    for script in ["", "1\n"] {
        let text = play(&load, &format!("{script}save {file}\n"));
        assert!(text.contains("later answers are left out"), "{text}");
        assert!(text.contains(&stays) && text.contains(&refused), "{text}");
        assert_eq!(fs::read(&file).unwrap(), whole);
    }
    // Loaded within another game, too.
    let text = play(&["--with", &mine], &format!("load {file}\nsave {file}\n"));
    assert!(text.contains(&stays) && text.contains(&refused), "{text}");
    assert_eq!(fs::read(&file).unwrap(), whole);
    let text = play(&load, &format!("save! {file}\n1\nsave {file}\n"));
    assert_eq!(text.matches(&format!("saved in {file}")).count(), 2, "{text}");
    assert_ne!(fs::read(&file).unwrap(), whole);
}

#[test]
fn a_game_that_saves_itself_keeps_what_was_left_out_beside_it() {
    let (scratch, mine, file) = saved(&[]);
    let whole = fs::read(&file).unwrap();
    let loaded = ["--with", &mine, "--load", &file, "--autosave", &file];
    // Under the same rules the game is whole, and nothing is set aside.
    let text = play(&loaded, "");
    assert!(!text.contains("is kept in"), "{text}");
    assert_eq!(fs::read(&file).unwrap(), whole);
    fs::write(format!("{mine}/rules.carc"), format!("{RULES}{ASKS}")).unwrap();
    let aside = scratch.path().join("game.before.json");
    let told =
        format!("This game is saved in {file}; what was there is kept in {}", aside.display());
    let text = play(&loaded, "");
    assert!(text.contains(&told), "{text}");
    assert_eq!(fs::read(&aside).unwrap(), whole);
    // The shorter game goes on from its own file, and what was kept stays.
    let text = play(&loaded, "1\nundo!\n");
    assert!(!text.contains("is kept in"), "{text}");
    assert_eq!(fs::read(&aside).unwrap(), whole);
    // Another such game gets another name, the same one none.
    fs::write(&file, &whole).unwrap();
    assert!(play(&loaded, "").contains(&told));
    let other = String::from_utf8(whole.clone()).unwrap().replacen("\"red\"", "\"rot\"", 1);
    fs::write(&file, other.replace("\"player\":\"red\"", "\"player\":\"rot\"")).unwrap();
    let text = play(&loaded, "");
    assert!(text.contains("game.before-2.json"), "{text}");
    assert_eq!(fs::read(&aside).unwrap(), whole);
}

#[test]
fn a_game_that_is_loaded_into_one_that_saves_itself_leaves_that_one_whole() {
    let (scratch, mine, file) = saved(&[]);
    let own = scratch.path().join("own.json");
    let own = own.to_str().unwrap();
    let arguments = ["--with", &mine, "--seed", "6", "--autosave", own];
    play(&arguments, "1\n");
    let first = fs::read(own).unwrap();
    let text = play(
        &["--with", &mine, "--load", own, "--autosave", own],
        &format!("load {file}\nboard\n"),
    );
    assert!(text.contains("what was there is kept in"), "{text}");
    assert_eq!(fs::read(scratch.path().join("own.before.json")).unwrap(), first);
    assert_eq!(fs::read(own).unwrap(), fs::read(&file).unwrap());
}

#[test]
fn a_save_with_an_option_that_is_gone_is_opened_and_told() {
    let (_scratch, mine, file) = saved(&["--set", "pace=3"]);
    let whole = fs::read(&file).unwrap();
    let load = ["--with", &mine, "--load", &file];
    for (rules, told) in [
        (
            RULES.replace("pace:", "speed:"),
            &["There is no option mine.pace any more; it was 3.", "mine.speed is new: it is 1."][..],
        ),
        (
            RULES.replace("0..3", "0..2"),
            &["mine.pace is 1 now: 3, as saved, is none of its values any more."],
        ),
    ] {
        fs::write(format!("{mine}/rules.carc"), rules).unwrap();
        let text = play(&load, &format!("save {file}\n"));
        for told in told {
            assert!(text.contains(told), "{told}: {text}");
        }
        assert!(text.contains("no answer is lost"), "{text}");
        assert!(text.contains("another game is saved there"), "{text}");
        assert_eq!(fs::read(&file).unwrap(), whole);
        let vietnamese = play(&[&load[..], &["--lang", "vi"]].concat(), "");
        assert!(vietnamese.contains("mine.pace"), "{vietnamese}");
    }
    // Mistakes of the rules are still theirs.
    fs::write(format!("{mine}/rules.carc"), RULES.replace("int = 1", "innt = 1")).unwrap();
    let told = crate::complaint(&mut carc(&[&["play"], &load[..]].concat()), 1);
    assert!(told.contains("do not compile") && told.contains("innt"), "{told}");
}

#[test]
fn what_cannot_be_saved_or_recorded_is_told_in_the_language_of_the_players() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().display();
    let script = format!(
        "save {folder}/no/x\nsave {folder}\nrecord {folder}/y.carc\nrecord {folder}/y.txt\nload {folder}\n"
    );
    let text = play(&["--lang", "vi"], &script);
    for told in [
        format!("{folder}/no/x: không có thư mục đó"),
        format!("{folder}: đây là một thư mục"),
        format!("trong `{folder}` không có bản mở rộng nào"),
        format!("`{folder}/y.txt` không phải tệp luật"),
        format!("{folder}: đây không phải tệp thường"),
    ] {
        assert!(text.contains(&told), "{told}: {text}");
    }
}

/// What a session with the catapult says of how its shots go on.
fn told_to_go_on(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("Shots go on as in the saved game: --physics "))
}

#[test]
fn shots_go_on_as_was_chosen_even_before_the_first_one() {
    let scratch = tempfile::tempdir().expect("room");
    let file = scratch.path().join("fair.json").to_str().expect("a path of letters").to_owned();
    let save = format!("save! {file}\n");
    let fair = ["--with", "base,the_fair", "--tiles", "fair=2", "--seed", "7"];
    let waits = "bot\n".repeat(4) + "knock_out\n";
    for (chosen, expected) in
        [("tabletop", Some("tabletop")), ("ballistic", Some("ballistic")), ("rapier", None)]
    {
        // Before anything was answered, and while the first shot waits.
        for answers in ["", &waits] {
            let begin = [&fair[..], &["--physics", chosen]].concat();
            play(&begin, &format!("{answers}{save}"));
            // What goes on so is saved so, too.
            for _ in 0..2 {
                let text = play(&["--load", &file], &save);
                assert_eq!(told_to_go_on(&text), expected, "{chosen}: {text}");
                let is_asked = text.contains("Whom did the token touch?");
                assert_eq!(is_asked, chosen == "tabletop" && !answers.is_empty(), "{text}");
            }
        }
        // Within another game, too.
        let text = play(&["--with", "base"], &format!("load {file}\n"));
        assert_eq!(told_to_go_on(&text), expected, "{chosen}: {text}");
    }
}

#[test]
fn shots_of_saves_that_keep_no_choice_go_on_as_the_last_one() {
    let scratch = tempfile::tempdir().expect("room");
    let file = scratch.path().join("fair.json").to_str().expect("a path of letters").to_owned();
    let begin = "bot\n".repeat(4) + "knock_out\nnone\noff\n";
    let fair = ["--with", "base,the_fair", "--tiles", "fair=2", "--seed", "7"];
    play(&[&fair[..], &["--physics", "tabletop"]].concat(), &format!("{begin}save {file}\n"));
    let text = fs::read_to_string(&file).unwrap();
    let older = text.replace("\"shots_by\":\"tabletop\",", "");
    assert_ne!(older, text);
    fs::write(&file, &older).unwrap();
    let save = format!("save! {file}\n");
    assert_eq!(told_to_go_on(&play(&["--load", &file], "")), Some("tabletop"));
    // Another choice is kept, though the last shot was told.
    play(&["--load", &file, "--physics", "rapier"], &save);
    for _ in 0..2 {
        assert_eq!(told_to_go_on(&play(&["--load", &file], &save)), None);
    }
    // A name that no physics has is no choice that can be kept.
    fs::write(&file, text.replace("\"shots_by\":\"tabletop\"", "\"shots_by\":\"magic\"")).unwrap();
    assert_eq!(told_to_go_on(&play(&["--load", &file], "")), None);
}
