//! Recorded games of another engine: every decision has the same options, every turn the same scores.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use compiler::Backend;
use flate2::read::MultiGzDecoder;
use serde_json::{Value, json};
use toolkit::{RecordWords, TextFile, replay_file, replay_reader};

use crate::fixture::{bytes, files, folder, name, root};
use crate::play::{BACKENDS, library, programs};

/// How the groups begin whose rules are here.
const GROUPS: &[&str] = &[
    "abbey-and-mayor",
    "abbot-and-gardens",
    "basic-",
    "bridges-castles-and-bazaars",
    "corn-circles",
    "ferries",
    "festival",
    "flier",
    "hills-and-sheep",
    "inns-and-cathedrals",
    "inns-traders-corn-mix",
    "king-and-robber",
    "monasteries",
    "phantom",
    "river-",
    "siege",
    "traders-and-builders",
    "princess-and-dragon",
    "tower",
    "count",
];

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
    assert_eq!(sample.len(), files(&folder("games"), "gz").len(), "a group is not listed");
    for group in GROUPS {
        let name = |path: &PathBuf| path.file_name().map(|f| f.to_string_lossy().into_owned());
        let shown = sample.iter().filter_map(name).any(|file| file.starts_with(group));
        assert!(shown, "there is no game of {group}");
    }
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

/// The first game of a recorded file as text.
fn first_game(file: &str) -> String {
    let bytes = bytes(&folder("games").join(file));
    let mut text = String::new();
    MultiGzDecoder::new(&*bytes).read_to_string(&mut text).expect("the sample is whole");
    text.lines().next().expect("the sample has games").to_owned()
}

/// The first game of a recorded file with a text in it.
fn game_with(file: &str, part: &str) -> Value {
    game_where(file, |game| game.to_string().contains(part))
}

/// The first game of a recorded file of which something holds.
fn game_where(file: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let bytes = bytes(&folder("games").join(file));
    let mut text = String::new();
    MultiGzDecoder::new(&*bytes).read_to_string(&mut text).expect("the sample is whole");
    let mut games = text.lines().map(|line| serde_json::from_str(line).expect("a record"));
    games.find(holds).expect("a game of the sample has it")
}

/// Puts another value into every event of a type.
fn put(events: &mut [Value], kind: &str, field: &str, value: &Value) {
    for event in events.iter_mut().filter(|event| event["type"] == kind) {
        event[field] = value.clone();
    }
}

/// Alters the first event of a type.
fn alter(events: &mut [Value], kind: &str, change: fn(&mut Value)) {
    change(events.iter_mut().find(|event| event["type"] == kind).expect("an event of the type"));
}

/// Gives the last event of a type and another one that fits it each the field of the other.
fn swap(events: &mut [Value], kind: &str, field: &str, fits: fn(&Value, &Value) -> bool) {
    let last =
        events.iter().rposition(|event| event["type"] == kind).expect("an event of the type");
    let fits = |event: &Value| event["type"] == kind && fits(event, &events[last]);
    let other = events.iter().rposition(fits).expect("another event that fits");
    let value = events[last][field].take();
    events[last][field] = events[other][field].take();
    events[other][field] = value;
}

/// What records mean is no matter of an expansion that has no word in them.
#[test]
fn words_that_cannot_be_read_stop_no_record_without_them() {
    let mut library = library();
    let mut broken = library.get("base").expect("the base game").clone();
    broken.name = "broken".to_owned();
    broken.recorded = broken.recorded.map(|file| TextFile { text: "{".to_owned(), ..file });
    library.add(broken);
    assert!(RecordWords::read(&library).is_err());
    let (words, mistakes) = RecordWords::read_sound(&library);
    assert_eq!(mistakes.len(), 1, "{mistakes:?}");
    let game = first_game("basic-2p.jsonl.gz");
    let result = replay_reader("sound", game.as_bytes(), programs(Backend::Native), &words);
    assert!(result.is_good(), "{result}");
}

#[test]
fn a_tile_that_was_set_aside_is_not_left_out() {
    let words = RecordWords::read(&library()).expect("the expansions say what records mean");
    let mut record = game_with("basic-2p.jsonl.gz", "\"discard\"");
    let agree = |record: &Value| {
        let text = record.to_string();
        replay_reader("strange", text.as_bytes(), programs(Backend::Native), &words).agree
    };
    assert_eq!(agree(&record), 1);
    let mut other = record.clone();
    put(other["events"].as_array_mut().expect("events"), "discard", "tile", &json!("BA/C"));
    assert_eq!(agree(&other), 0, "another tile");
    record["events"].as_array_mut().expect("events").retain(|event| event["type"] != "discard");
    assert_eq!(agree(&record), 0, "none");
}

/// What came of the decisions may be told no other way, even where all sums stay the same.
#[test]
fn altered_effects_are_found() {
    let words = RecordWords::read(&library()).expect("the expansions say what records mean");
    let game = first_game("basic-2p-dense.jsonl.gz");
    let whole: Value = serde_json::from_str(&game).expect("a record");
    let alterations: &[fn(&mut Vec<Value>)] = &[
        // Who returns from where.
        |events| alter(events, "meeple_returned", |event| event["meeple"] = json!("0.big.1")),
        |events| alter(events, "meeple_returned", |event| event["meeple"] = json!("9.small.1")),
        |events| alter(events, "meeple_returned", |event| event["from"]["location"] = json!("E")),
        |events| alter(events, "meeple_returned", |event| event["from"] = json!([])),
        |events| {
            swap(events, "meeple_returned", "meeple", |a, b| {
                a["meeple"].as_str().map(|m| &m[..1]) != b["meeple"].as_str().map(|m| &m[..1])
            })
        },
        |events| swap(events, "meeple_returned", "from", |a, b| a["from"] != b["from"]),
        |events| {
            let returned = events.iter().position(|event| event["type"] == "meeple_returned");
            let late = events.remove(returned.expect("somebody returns"));
            events.push(late);
        },
        // Who scores for what; the sums stay the same.
        |events| {
            swap(events, "score", "points", |a, b| {
                a["player"] == b["player"] && a["points"] != b["points"]
            })
        },
        |events| {
            swap(events, "score", "at", |a, b| {
                a["player"] == b["player"] && a["points"] != b["points"]
            })
        },
        |events| alter(events, "score", |event| event["reason"] = json!("moonlight")),
        |events| alter(events, "score", |event| event["reason"] = json!("monastery")),
        |events| alter(events, "score", |event| event["at"] = json!(0)),
    ];
    for (i, alteration) in alterations.iter().enumerate() {
        let mut record = whole.clone();
        alteration(record["events"].as_array_mut().expect("events"));
        assert!(record != whole, "alteration {i}");
        let text = record.to_string();
        let result = replay_reader("strange", text.as_bytes(), programs(Backend::Native), &words);
        assert_eq!((result.games, result.agree), (1, 0), "alteration {i}");
    }
}

/// A question with one option is compared as any other, though nobody is asked it in play.
#[test]
fn altered_options_are_found_where_there_is_only_one() {
    let words = RecordWords::read(&library()).expect("the expansions say what records mean");
    for (file, choice) in [
        ("corn-circles.jsonl.gz", "return_meeple"),
        ("princess-and-dragon.jsonl.gz", "move_figure"),
        ("river-1.jsonl.gz", "place_tile"),
        ("river-2.jsonl.gz", "place_tile"),
    ] {
        let is_single = |event: &Value| {
            event["type"] == "decision"
                && event["choice"] == choice
                && event["options"] == 1
                && event["offered"].is_array()
        };
        let whole = game_where(file, |game| {
            game["events"].as_array().is_some_and(|events| events.iter().any(is_single))
        });
        let agree = |change: &dyn Fn(&mut Value)| {
            let mut record = whole.clone();
            let events = record["events"].as_array_mut().expect("events");
            change(events.iter_mut().find(|event| is_single(event)).expect("it has one"));
            let text = record.to_string();
            replay_reader("strange", text.as_bytes(), programs(Backend::Native), &words).agree
        };
        assert_eq!(agree(&|_| {}), 1, "{file}");
        assert_eq!(agree(&|event| event["offered"] = json!(null)), 0, "{file}");
        for options in [json!(0), json!(2), json!(7), json!("1"), json!(null)] {
            let alone = |event: &mut Value| {
                event["options"] = options.clone();
                event.as_object_mut().expect("an event").remove("offered");
            };
            assert_eq!(agree(&alone), 0, "{file} {options}");
            assert_eq!(agree(&|event| event["options"] = options.clone()), 0, "{file} {options}");
        }
        let own =
            whole["events"].as_array().and_then(|events| events.iter().find(|e| is_single(e)));
        let own = own.expect("it has one")["offered"][0].clone();
        for offered in [json!(["nonsense"]), json!([]), json!([own, own]), json!([own, "nonsense"])]
        {
            let alone = |event: &mut Value| event["offered"] = offered.clone();
            assert_eq!(agree(&alone), 0, "{file} {offered}");
            let counted = |event: &mut Value| {
                event["options"] = json!(offered.as_array().map_or(0, Vec::len));
                event["offered"] = offered.clone();
            };
            assert_eq!(agree(&counted), 0, "{file} {offered}");
        }
    }
}

/// Of several options each is listed once.
#[test]
fn what_is_offered_twice_is_found() {
    let words = RecordWords::read(&library()).expect("the expansions say what records mean");
    let whole: Value = serde_json::from_str(&first_game("basic-2p.jsonl.gz")).expect("a record");
    let agree = |record: &Value| {
        let text = record.to_string();
        replay_reader("strange", text.as_bytes(), programs(Backend::Native), &words).agree
    };
    assert_eq!(agree(&whole), 1);
    let mut doubled = whole.clone();
    let events = doubled["events"].as_array_mut().expect("events");
    let event = events.iter_mut().find(|event| event["offered"].is_array()).expect("a list");
    let offered = event["offered"].as_array_mut().expect("a list");
    offered.push(offered[0].clone());
    assert_eq!(agree(&doubled), 0);
    let mut left_out = whole.clone();
    let events = left_out["events"].as_array_mut().expect("events");
    let event = events.iter_mut().find(|event| event["offered"].is_array()).expect("a list");
    event["offered"].as_array_mut().expect("a list").pop();
    assert_eq!(agree(&left_out), 0);
}

#[test]
fn altered_and_broken_records_are_found() {
    let words = RecordWords::read(&library()).expect("the expansions say what records mean");
    let replay = |text: &[u8]| replay_reader("strange", text, programs(Backend::Native), &words);
    let game = first_game("basic-2p.jsonl.gz");
    assert!(replay(game.as_bytes()).is_good());

    let alterations = [
        ("\"options\":", "\"options\":1"),
        ("\"scores\":[0", "\"scores\":[1"),
        ("\"position\":[-1,0]", "\"position\":[9,9]"),
    ];
    for (from, to) in alterations {
        let altered = game.replacen(from, to, 1);
        assert!(altered != game, "the record has {from}");
        let result = replay(altered.as_bytes());
        assert_eq!((result.games, result.agree), (1, 0), "{result}");
        assert!(result.first.is_some());
    }
    // What has another type is no less wrong than what has another value, and nothing may be left out.
    let gutted: &[fn(&mut Vec<Value>)] = &[
        |events| events.retain(|event| event["type"] != "turn"),
        |events| events.retain(|event| event["type"] != "turn_end"),
        |events| events.retain(|event| event["type"] != "score"),
        |events| events.retain(|event| event["type"] != "meeple_returned"),
        |events| events.retain(|event| event["type"] != "final_scoring"),
        |events| put(events, "turn_end", "scores", &json!({})),
        |events| put(events, "decision", "options", &json!("x")),
        |events| put(events, "decision", "offered", &json!(-1)),
        |events| put(events, "decision", "offered", &json!([1])),
        |events| {
            let ends = events.iter_mut().filter(|event| event["type"] == "turn_end");
            ends.for_each(|event| event["player"] = json!(event["player"] == 0));
        },
        |events| put(events, "turn_end", "player", &json!(1)),
        |events| {
            let drawn = events.iter().position(|event| event["type"] == "draw").expect("a draw");
            let aside = json!({"type": "discard", "tile": "BA/RCr", "why": "no_legal_placement"});
            events.insert(drawn + 1, aside);
        },
    ];
    let whole: Value = serde_json::from_str(&game).expect("a record");
    for (i, gut) in gutted.iter().enumerate() {
        let mut record = whole.clone();
        gut(record["events"].as_array_mut().expect("events"));
        assert!(record != whole, "alteration {i}");
        let result = replay(record.to_string().as_bytes());
        assert_eq!((result.games, result.agree), (1, 0), "alteration {i}");
    }
    for (name, other) in [
        ("rules", json!(1)),
        ("start", json!({})),
        ("sets", json!([])),
        ("moon", json!({"full": 1})),
    ] {
        let mut record = whole.clone();
        record["setup"][name] = other;
        assert_eq!(replay(record.to_string().as_bytes()).agree, 0, "{name}");
    }
    // Nothing may be switched on that is unknown, or of rules that do not play.
    for (part, name, value, agree) in [
        ("elements", "moon", json!(true), 0),
        ("rules", "moon-phase", json!("full"), 0),
        ("elements", "little-buildings", json!(1), 0),
        ("elements", "builder", json!(1), 0),
        ("elements", "builder", json!(0), 1),
        ("rules", "tiny-city-scoring", json!("3"), 0),
        ("rules", "wagon-move", json!("C1"), 1),
    ] {
        let mut record = whole.clone();
        record["setup"][part][name] = value;
        assert_eq!(replay(record.to_string().as_bytes()).agree, agree, "{name}");
    }
    let mut record = whole.clone();
    record["tiles_discarded"] = json!(1);
    assert_eq!(replay(record.to_string().as_bytes()).agree, 0, "tiles set aside");
    for strange in ["{", "[]", "null", "{}", "\u{0}", &game[..game.len() / 2]] {
        let result = replay(strange.as_bytes());
        assert!(!result.is_good(), "{strange:.40}: {result}");
    }
    let empty = replay(b"");
    assert_eq!((empty.games, empty.agree), (0, 0));

    let whole = bytes(&folder("games/basic-2p.jsonl.gz"));
    let cut = MultiGzDecoder::new(&whole[..whole.len() / 2]);
    let result = replay_reader("cut", cut, programs(Backend::Native), &words);
    assert!(result.broken.is_some(), "{result}");
}

/// What nobody reads would silently mean nothing: it is named.
#[test]
fn doubled_unknown_and_missing_fields_are_named() {
    let words = RecordWords::read(&library()).expect("the expansions say what records mean");
    let replay = |text: &str| {
        let native = programs(Backend::Native);
        let result = replay_reader("strange", text.as_bytes(), native, &words);
        (
            result.games,
            result.agree,
            result.first.map(|first| format!("{}: {}", first.game, first.found)),
        )
    };
    let game = first_game("basic-2p.jsonl.gz");
    assert_eq!(
        replay(&format!("\u{feff}{game}")),
        (1, 1, None),
        "as rules, it may begin with a mark"
    );
    let doubled = Some("line 2: the same group and number as in line 1".to_owned());
    assert_eq!(replay(&format!("{game}\n{game}\n")), (2, 1, doubled));
    let changed = |from: &str, to: &str| {
        let text = game.replacen(from, to, 1);
        assert!(text != game, "the record has {from}");
        replay(&text).2.expect("it differs")
    };
    for (from, to, told) in [
        ("\"players\":2", "\"players\":-1", "-1 players, but 2 to 6 can play"),
        ("\"players\":2", "\"players\":1000000", "1000000 players, but 2 to 6 can play"),
        ("\"players\":2", "\"players\":2.5", "2.5 players, but 2 to 6 can play"),
        ("{", "{\"players\":2,", "there are two fields `players`"),
        ("\"type\":\"draw\"", "\"type\":\"draw\",\"type\":\"draw\"", "there are two fields `type`"),
        ("{", "{\"moon\":1,", "unknown field `moon`"),
        ("\"type\":\"draw\"", "\"type\":\"draw\",\"tiles\":1", "did you mean `tile`?"),
        ("\"rotation\":", "\"rotatoin\":0,\"rotation\":", "`rotatoin` of a tile in `start`"),
        (
            "\"choice\":\"place_tile\"",
            "\"choice\":\"place_tile\",\"rotatoin\":0",
            "the field `rotatoin` of `place_tile` is unknown; did you mean `rotation`?",
        ),
    ] {
        let found = changed(from, to);
        assert!(found.contains(told), "{told}: {found}");
    }
    let mut record: Value = serde_json::from_str(&game).expect("a record");
    record["setup"]["rules"] = json!({});
    let found = replay(&record.to_string()).2.expect("it differs");
    assert!(found.contains("`tiny-city-scoring` of `rules` is absent"), "{found}");
}
