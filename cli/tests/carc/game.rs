//! Games without anybody: of bots, at random, and recorded ones.

use serde_json::Value;

use crate::{carc, output, root};

/// A game of bots without the line of times, which differ.
fn bots(arguments: &[&str]) -> String {
    let mut all = vec!["play", "--bots", "--seed", "7"];
    all.extend(arguments);
    let text = output(&mut carc(&all), 0);
    let (game, times) = text.trim_end().rsplit_once('\n').expect("more than one line");
    assert!(times.contains("turns and") && times.contains("compiling"), "{times}");
    game.to_owned()
}

/// The same in Vietnamese, with the line of times.
fn vietnamese(with: &str) -> String {
    let all = ["play", "--bots", "--seed", "7", "--lang", "vi", "--with", with];
    output(&mut carc(&all), 0)
}

#[test]
fn bots_play_a_whole_game() {
    let game = bots(&["--with", "base,crop_circles"]);
    for said in [
        "Carcassonne, The Crop Circles · Red, Blue",
        "seed 7",
        "Turn 1 · Red",
        "places base_",
        "deploys follower on",
        "[B19 Majority and ties]",
        "base/rules.carc:",
        "A or B?",
        "The last turn is over",
        "The game is over",
        "★",
    ] {
        assert!(game.contains(said), "{said}\n{game}");
    }
    assert_eq!(game, bots(&["--with", "base,crop_circles"]), "the same seed, the same game");
}

#[test]
fn what_stands_beside_others_is_told_in_the_words_of_players() {
    let game = bots(&["--with", "king_and_robber,princess_and_dragon"]);
    for said in [
        "fairy beside Red follower on ",
        "fairy moves to Blue follower on ",
        " for fairy beside Blue ",
    ] {
        assert!(game.contains(said), "{said}\n{game}");
    }
    let game = vietnamese("king_and_robber,princess_and_dragon");
    for said in
        ["nàng tiên cạnh Đỏ: người hầu trên ", " cho nàng tiên cạnh Xanh dương: người hầu trên "]
    {
        assert!(game.contains(said), "{said}\n{game}");
    }
    let told = game.lines().map(|line| line.split("  [").next().unwrap_or_default());
    let raw: Vec<&str> =
        told.filter(|line| line.contains("meeple") || line.contains("beside")).collect();
    assert!(raw.is_empty(), "{raw:#?}");
}

#[test]
fn games_say_at_once_what_is_left_out_of_the_set_up() {
    let opening = |game: String| game.split("\n\n").next().unwrap_or_default().to_owned();
    let head = opening(bots(&["--with", "river,school"]));
    let said = "\nThe School is left out of the set-up, as The River sets up in its place [S14 Where the school lies; \
                S34 Only beside the usual start]\n";
    assert!(head.contains(said), "{head}");
    let head = opening(vietnamese("count_of_carcassonne,river,school,wheel_of_fortune"));
    assert_eq!(head.matches("bày bàn thay").count(), 2, "the river finds another place: {head}");
    for with in ["school", "river", "count_of_carcassonne,river", "wheel_of_fortune,river"] {
        let head = opening(bots(&["--with", with]));
        assert!(!head.contains("left out"), "{head}");
    }
}

#[test]
fn games_of_nobody_and_checks_say_what_is_left_out_too() {
    let said = "The School is left out of the set-up, as The River sets up in its place [S14 ";
    let text = output(&mut carc(&["sim", "--with", "river,school", "--games", "1"]), 0);
    assert!(text.lines().nth(1).unwrap_or_default().starts_with(said), "{text}");
    let text = output(&mut carc(&["sim", "--with", "river,school", "--games", "1", "--json"]), 0);
    let found: Value = serde_json::from_str(&text).expect("JSON");
    assert!(found["left_out"][0].as_str().unwrap_or_default().starts_with(said), "{text}");
    let text = output(&mut carc(&["check", "school", "river"]), 0);
    assert!(text.contains(&format!("\nschool + river: {said}")), "{text}");
    assert!(text.ends_with("school + river: no mistakes\n"), "{text}");
    let text = output(&mut carc(&["check", "school", "river", "--format", "json"]), 0);
    let found: Value = serde_json::from_str(&text).expect("JSON");
    assert!(found[2]["left_out"][0].as_str().unwrap_or_default().starts_with(said), "{text}");
    for with in ["school", "count_of_carcassonne,river"] {
        let text = output(&mut carc(&["sim", "--with", with, "--games", "1"]), 0);
        assert!(!text.contains("left out"), "{text}");
    }
}

#[test]
fn bots_show_the_board_as_often_as_wanted() {
    let pictures = |game: &str| game.matches("R Red ").count();
    assert_eq!(pictures(&bots(&["--boards", "0"])), 1);
    assert!(pictures(&bots(&["--boards", "10"])) > 5);
}

#[test]
fn choices_of_rules_change_the_game() {
    let game = bots(&["--set", "field_scoring=off", "--players", "6", "--bot", "random"]);
    assert!(!game.contains("(farmer)") && game.contains("Pink places"), "{game}");
    let game = bots(&["--tiles", "base=2", "--boards", "0"]);
    assert!(game.contains("Turn 143 "), "two boxes of tiles");
    let with = ["--with", "base,crop_circles", "--tiles", "crop_circles_1", "--boards", "0"];
    let game = bots(&with);
    assert!(game.contains("places cc1_") && !game.contains("places cc2_"), "{game}");
    let game = bots(&["--edition", "first", "--boards", "0"]);
    assert!(game.contains("Carcassonne"), "{game}");
}

fn sim(arguments: &[&str]) -> Value {
    let mut all = vec!["sim", "--json", "--games", "40"];
    all.extend(arguments);
    serde_json::from_str(&output(&mut carc(&all), 0)).expect("JSON")
}

#[test]
fn simulations_tell_what_benchmarks_need() {
    let results = sim(&["--with", "base,crop_circles", "--players", "3"]);
    assert_eq!(results["games"], 40);
    assert_eq!(results["mean_scores"].as_array().map(Vec::len), Some(3));
    for number in ["moves", "seconds", "games_per_second", "moves_per_second"] {
        assert!(results[number].as_f64().is_some_and(|n| n > 0.0), "{number}: {results}");
    }
    let text = output(&mut carc(&["sim", "--games", "5"]), 0);
    assert!(text.contains("games a second") && text.contains("mean points"), "{text}");
    let wins = |text: &str| -> u64 {
        let rows = text.lines().skip_while(|line| !line.starts_with("seat ")).skip(1);
        let row = |line: &str| line.split_whitespace().nth(2)?.parse::<u64>().ok();
        rows.map_while(row).sum()
    };
    for games in [1_u64, 300] {
        let text = output(&mut carc(&["sim", "--games", &games.to_string()]), 0);
        let said = match wins(&text) - games {
            0 => None,
            1 => Some("1 win more than there are games".to_owned()),
            more => Some(format!("{more} wins more than there are games")),
        };
        assert_eq!(text.contains("a tie is won by all"), said.is_some(), "{text}");
        assert!(said.is_none_or(|said| text.contains(&said)), "{text}");
        assert!(games == 1 || wins(&text) > games, "among many games some are ties: {text}");
    }
}

#[test]
fn simulations_are_the_same_on_every_back_end_and_number_of_cores() {
    let one = sim(&["--jobs", "1"]);
    for other in [sim(&["--jobs", "3"]), sim(&["--backend", "eval"])] {
        for same in ["digest", "moves", "options", "mean_scores", "wins"] {
            assert_eq!(one[same], other[same], "{same}");
        }
    }
    assert_ne!(one["digest"], sim(&["--seed", "4"])["digest"]);
}

#[test]
fn recorded_games_agree() {
    let file = "tests/games/basic-tiny-city-2.jsonl.gz";
    let text = output(&mut carc(&["replay", file]), 0);
    assert_eq!(text, "basic-tiny-city-2: 4 games, 4 agree, 0 differ\n");
    let json = output(&mut carc(&["replay", file, "--json", "--backend", "eval"]), 0);
    let rows: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&rows[0]["agree"], &rows[0]["differ"]), (&4.into(), &0.into()));
}

#[test]
fn a_game_that_differs_is_shown() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("wrong.jsonl.gz");
    let mut bytes = std::fs::read(root().join("tests/games/basic-tiny-city-2.jsonl.gz")).unwrap();
    let half = bytes.len() / 2;
    bytes.truncate(half);
    std::fs::write(&path, bytes).unwrap();
    let text = output(&mut carc(&["replay", path.to_str().unwrap()]), 1);
    assert!(text.starts_with("wrong: ") && text.contains("damaged"), "{text}");
    let plain = scratch.path().join("plain.jsonl");
    let game = "{\"players\":2,\"setup\":{\"sets\":{\"basic:1\":1}},\"events\":[],\"final_scores\":[1,2]}\n";
    std::fs::write(&plain, game).unwrap();
    let text = output(&mut carc(&["replay", plain.to_str().unwrap()]), 1);
    assert!(text.contains("plain: 1 games, 0 agree, 1 differ"), "{text}");
    assert!(text.contains("recorded:") && text.contains("found:"), "{text}");
}
