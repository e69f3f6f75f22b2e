//! The rooms together: own rules from a folder, records that differ, saves, bots.

use std::{fs, path::Path, sync::Arc};

use flate2::{Compression, write::GzEncoder};
use runtime::{Pcg32, Playthrough, Rules, Seats, Setup, Stand};
use serde_json::{Value, json};
use std::io::Write;

use crate::{
    Backend, Bot, FileResult, Library, Messages, OpenError, Programs, RecordWords, Setting,
    Simulation, Texts, default_tiles, load_game, replay_file, replay_reader, save_game, set_tiles,
    simulate,
};

/// An expansion of a test: `needs base`, with these items.
pub(crate) fn library(items: &str) -> (tempfile::TempDir, Library) {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("trial");
    fs::create_dir(&folder).unwrap();
    let text = format!("expansion trial {{\n    title \"Trial\"\n    needs base\n}}\n\n{items}");
    fs::write(folder.join("rules.carc"), text).unwrap();
    let library = Library::discover(&[scratch.path().to_owned()]);
    (scratch, library)
}

#[test]
fn broken_rules_are_reported_with_their_place() {
    let (_scratch, library) = library("step wrong in scoring { plyer scores 1 for placed }\n");
    let texts = Texts::new(&library);
    let setting = Setting { expansions: vec!["trial".into()], ..Setting::default() };
    let report = texts.build(&setting, Backend::Eval).unwrap_err();
    let told = report.render_plain(texts.sources());
    assert!(told.contains("check/unknown-name") && told.contains("trial/rules.carc:6"), "{told}");
    // What is wrong with an expansion that does not play does not matter.
    let base = Setting { expansions: vec!["base".into()], ..Setting::default() };
    assert!(texts.build(&base, Backend::Eval).is_ok());
}

#[test]
fn missing_texts_are_listed_and_shown_by_their_names() {
    let items = "enum Price { low, very_high }\nfigure rowing_boat { each player 1  stands on tile }\n\
                 step market in closing { let price = active chooses from Price\n    \
                 match price { low { } very_high { } } }\n";
    let (_scratch, library) = library(items);
    let texts = Texts::new(&library);
    let setting = Setting { expansions: vec!["trial".into()], ..Setting::default() };
    let compiled = texts.build(&setting, Backend::Eval);
    let program =
        compiled.unwrap_or_else(|r| panic!("{}", r.render_plain(texts.sources()))).program;
    let messages = Messages::new(&library, "en");
    assert_eq!(
        messages.missing(&program),
        [
            "expansion-trial",
            "figure-rowing_boat",
            "market-price",
            "market-price-low",
            "market-price-very_high",
        ]
    );
    assert_eq!(messages.text("market-price-very_high"), "very high");
}

fn standard() -> (Programs, RecordWords) {
    let library = Library::built_in();
    let words = RecordWords::read(&library).unwrap();
    (Programs::new(Arc::new(Texts::new(&library)), Backend::Eval), words)
}

/// A short recorded game: the first one of the samples, with its first turns only.
fn record() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/games/basic-2p.jsonl.gz");
    let mut text = String::new();
    let mut file = flate2::read::MultiGzDecoder::new(fs::File::open(path).unwrap());
    std::io::Read::read_to_string(&mut file, &mut text).unwrap();
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}

fn replayed(record: &Value) -> FileResult {
    let (programs, words) = standard();
    replay_reader("trial", record.to_string().as_bytes(), &programs, &words)
}

/// The record with one event changed, the first one of a type.
fn changed(kind: &str, change: impl Fn(&mut Value)) -> FileResult {
    let mut record = record();
    let events = record["events"].as_array_mut().unwrap();
    let event = events.iter_mut().find(|e| e["type"] == kind).unwrap();
    change(event);
    replayed(&record)
}

#[test]
fn a_record_agrees_until_something_in_it_is_changed() {
    let good = replayed(&record());
    assert!(good.is_good(), "{:?}", good.first);
    assert_eq!(good.to_string(), "trial: 1 games, 1 agree, 0 differ");
    let told = |result: FileResult| {
        assert_eq!((result.games, result.agree), (1, 0));
        result.first.expect("it differs").found
    };
    let more = told(changed("decision", |e| {
        e["options"] = json!(99);
        e.as_object_mut().unwrap().remove("offered");
    }));
    assert!(more.contains("options instead of 99: at ("), "{more}");
    let miscounted = told(changed("decision", |e| e["options"] = json!(99)));
    assert_eq!(miscounted, "`offered` lists 6 options, and `options` is 99");
    let other = told(changed("decision", |e| {
        let offered = e["offered"].as_array_mut().unwrap();
        let first = offered[0].as_str().unwrap().to_owned();
        offered[0] = json!(first.replacen("0", "7", 1));
        assert_ne!(offered[0], first);
    }));
    assert!(other.starts_with("the options differ: only here [at ("), "{other}");
    let elsewhere = told(changed("decision", |e| e["position"] = json!([7, 7])));
    assert!(elsewhere.contains("is not on offer"), "{elsewhere}");
    let other = told(changed("decision", |e| e["player"] = json!(1)));
    assert!(other.contains("the game waits for red's answer to `place`"), "{other}");
    let tile = told(changed("draw", |e| e["tile"] = json!("BA/nothing")));
    assert_eq!(tile, "no word for the tile `BA/nothing`");
    let scores = told(changed("turn_end", |e| e["scores"] = json!([1, 0])));
    assert_eq!(scores, "scores [0, 0]");
    let turn = told(changed("turn", |e| e["player"] = json!(1)));
    assert_eq!(turn, "it is the turn of player 0");
    let event = told(changed("turn_end", |e| e["type"] = json!("shuffle")));
    assert_eq!(event, "no such event is known: `shuffle`");
    let mut end = record();
    end["final_scores"][0] = json!(999);
    assert!(told(replayed(&end)).starts_with("final scores ["));
    let mut set = record();
    set["setup"]["sets"] = json!({"atlantis": 1});
    assert_eq!(told(replayed(&set)), "no expansion has the tile set `atlantis`");
    let mut players = record();
    players["players"] = json!(200);
    assert!(told(replayed(&players)).contains("200 players"));
    let mut start = record();
    start["setup"]["start"] = json!([]);
    assert!(told(replayed(&start)).starts_with("the table begins with "));
    let mut early = record();
    early["events"].as_array_mut().unwrap().truncate(30);
    assert!(told(replayed(&early)).starts_with("the game waits for "));
}

#[test]
fn what_is_no_record_is_refused_line_by_line() {
    let (programs, words) = standard();
    let text = format!("{}\nnonsense\n\n{{}}\n{}\n", record(), "[".repeat(100_000));
    let result = replay_reader("trial", text.as_bytes(), &programs, &words);
    assert_eq!((result.games, result.agree), (4, 1));
    let first = result.first.unwrap();
    assert_eq!(first.game, "line 2");
    assert!(first.found.starts_with("no game: "), "{}", first.found);

    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("cut.jsonl.gz");
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    fs::write(&path, &packed[..packed.len() / 2]).unwrap();
    let cut = replay_file(&path, &programs, &words);
    assert_eq!(cut.name, "cut");
    assert!(cut.broken.unwrap().starts_with("it is damaged: "));
    // A few kilobytes that unpack to very many.
    for (byte, said) in [(b'x', "a line is too long"), (b'\n', "lines are empty")] {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&vec![byte; 64 << 20]).unwrap();
        fs::write(&path, packed.finish().unwrap()).unwrap();
        let bomb = replay_file(&path, &programs, &words);
        assert!(bomb.games == 0 && bomb.broken.unwrap().contains(said), "{said}");
    }
    let missing = replay_file(&scratch.path().join("none.jsonl"), &programs, &words);
    assert!(!missing.is_good());
}

fn base(programs: &Programs) -> Arc<Rules> {
    let setting = Setting { expansions: vec!["base".into()], ..Setting::default() };
    programs.rules(&setting).unwrap()
}

fn table(programs: &Programs, seed: u64) -> Playthrough {
    let rules = base(programs);
    let tiles = default_tiles(rules.program());
    let setup = Setup { players: 2, seed, tiles, board: None };
    Playthrough::new(rules, setup, Seats::colours(2)).unwrap()
}

/// Bots play a number of answers, or to the end.
fn play(play: &mut Playthrough, bots: [Bot; 2], answers: usize) {
    let mut dice = Pcg32::new(play.setup().seed);
    for _ in 0..answers {
        match play.stand() {
            Stand::Question(question) => {
                let bot = bots[question.player as usize];
                let choice = bot.choose(play, &mut dice).unwrap();
                play.answer(choice).unwrap();
            }
            Stand::Chance(_) => play.roll().unwrap(),
            Stand::Shot(shot) => panic!("{shot:?}"),
            Stand::Over => return,
            Stand::Fault(fault) => panic!("{fault:?}"),
        }
    }
}

#[test]
fn a_greedy_bot_beats_a_random_one() {
    let (programs, _) = standard();
    let mut ahead = 0;
    for seed in 0..3 {
        let mut game = table(&programs, seed);
        play(&mut game, [Bot::Greedy, Bot::Random], usize::MAX);
        assert_eq!(game.stand(), Stand::Over);
        ahead += usize::from(game.game().points(0) > game.game().points(1));
    }
    assert_eq!(ahead, 3);
    assert_eq!(Bot::named("greedy"), Some(Bot::Greedy));
    assert_eq!(Bot::named("clever"), None);
}

#[test]
fn a_saved_game_goes_on_and_edited_rules_take_it_as_far_as_they_can() {
    let (programs, _) = standard();
    let mut game = table(&programs, 3);
    play(&mut game, [Bot::Random; 2], 60);
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("game.json");
    save_game(&game, &path).unwrap();
    let opened = load_game(&programs, &path).unwrap();
    assert!(opened.changes.is_none());
    assert_eq!(opened.play.game(), game.game());

    // The same game under base rules in a folder, in which the menu has another name.
    let folder = scratch.path().join("base");
    fs::create_dir(&folder).unwrap();
    for file in &Library::built_in().get("base").unwrap().rules {
        let name = file.name.strip_prefix("base/").unwrap();
        if name != "scenarios.carc" {
            let edited = file.text.replace(" action", " choosing");
            fs::write(folder.join(name), edited).unwrap();
        }
    }
    let library = Library::discover(&[scratch.path().to_owned()]);
    let edited = Programs::new(Arc::new(Texts::new(&library)), Backend::Eval);
    let opened = load_game(&edited, &path).unwrap();
    let changes = opened.changes.expect("the rules are others");
    assert_eq!(changes.expansions, ["base"]);
    let stop = changes.stop.expect("the question is not asked any more");
    assert_eq!(game.log()[stop.entry].name, "action");
    assert_eq!(changes.rest[0], game.log()[stop.entry]);

    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"base\"", "\"sea\"", 1)).unwrap();
    assert!(matches!(load_game(&programs, &path), Err(OpenError::Missing(name)) if name == "sea"));
}

#[test]
fn simulations_depend_on_the_seed_alone() {
    let library = Library::built_in();
    let texts = Texts::new(&library);
    let setting = Setting { expansions: vec!["crop_circles".into()], ..Setting::default() };
    let games = |backend, jobs, seed| {
        let program = texts.build(&setting, backend).unwrap().program;
        let tiles = default_tiles(&program);
        let what = Simulation { games: 20, players: 3, seed, jobs, tiles, physics: None };
        simulate(&Rules::new(program), &what).unwrap()
    };
    let one = games(Backend::Native, 1, 7);
    assert_eq!(one, games(Backend::Native, 2, 7));
    assert_eq!(one, games(Backend::Eval, 2, 7));
    assert_ne!(one.digest, games(Backend::Native, 1, 8).digest);
    assert_eq!((one.games, one.points.len()), (20, 3));
    // 77 tiles in the piles and one on the table, less what fits nowhere.
    assert!((20 * 76..=20 * 78).contains(&one.tiles), "{}", one.tiles);
}

/// Tiles of their own, of which one needs a rule; and the same expansion at play.
const LENDER: &str = "feature hut { joins nothing }\nroad has inn: flag\n\
    tile trial_field x2 { field f0: NL NR EL ER SL SR WL WR }\n\
    tile trial_inn x3 { road r0: N S with inn  field f0: NL SR WL WR  field f1: NR EL ER SL }\n\
    tile trial_hut { hut h0:  field f0: NL NR EL ER SL SR WL WR }\n\
    set trial_huts { 5 trial_hut }\nset trial_mixed { 2 trial_inn, 1 base_monastery }\n\
    step gift in closing { active scores 1000 for placed }\n";

fn lent(expansions: &[&str], tiles: &[&str]) -> Setting {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Setting { expansions: owned(expansions), tiles: owned(tiles), ..Setting::default() }
}

#[test]
fn tiles_are_lent_without_rules() {
    let (_scratch, library) = library(LENDER);
    let programs = Programs::new(Arc::new(Texts::new(&library)), Backend::Eval);
    let rules = programs.rules(&lent(&["base"], &["base", "trial_mixed", "trial"])).unwrap();
    let program = rules.program();
    let names: Vec<&str> = program.expansions.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["base"]);
    assert!(program.features.iter().all(|kind| kind.name != "hut"));
    assert!(program.tiles.iter().all(|tile| tile.name != "trial_hut"), "no set has it");
    let base = default_tiles(program);
    let sets = [("base".to_owned(), 1), ("trial_mixed".to_owned(), 2), ("trial".to_owned(), 1)];
    let tiles = set_tiles(program, &sets).unwrap();
    let count = |tiles: &[(abi::TileKindId, u32)]| tiles.iter().map(|(_, n)| n).sum::<u32>();
    assert_eq!(count(&tiles), count(&base) + 2 * 3 + 5);

    let setup = Setup { players: 2, seed: 5, tiles, board: None };
    let mut game = Playthrough::new(rules, setup, Seats::colours(2)).unwrap();
    play(&mut game, [Bot::Random; 2], usize::MAX);
    assert_eq!(game.stand(), Stand::Over);
    assert!(game.game().points(0) < 1000, "no rule of theirs plays");
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("game.json");
    save_game(&game, &path).unwrap();
    let opened = load_game(&programs, &path).unwrap();
    assert!(opened.changes.is_none());
    assert_eq!(opened.play.game(), game.game());
    let without = Programs::new(Arc::new(Texts::new(&Library::built_in())), Backend::Eval);
    let missing = load_game(&without, &path).unwrap_err();
    assert!(matches!(missing, OpenError::Missing(name) if name == "trial"));
}

#[test]
fn a_tile_that_needs_a_rule_is_not_lent() {
    let (_scratch, library) = library(LENDER);
    let texts = Texts::new(&library);
    let told = |setting: &Setting| {
        let report = texts.build(setting, Backend::Eval).unwrap_err();
        report.render_plain(texts.sources())
    };
    let huts = told(&lent(&["base"], &["trial_huts"]));
    assert!(huts.contains("there is no kind of feature `hut`"), "{huts}");
    assert!(huts.contains("`trial` only lends its tiles here"), "{huts}");
    assert!(texts.build(&lent(&["trial"], &["trial_huts"]), Backend::Eval).is_ok());
    let slip = told(&lent(&["base"], &["trial_hats"]));
    assert!(slip.contains("there is no set of tiles `trial_hats`"), "{slip}");
}

#[test]
fn a_tile_that_is_laid_out_by_an_option_is_not_lent() {
    let (_scratch, library) = library(
        "option ends: flag = true\n\
         tile ring x2 {\n    when ends { road r0: N  road r1: S } else { road r0: N S }\n    \
         field f0: NR EL ER SL\n    field f1: SR WL WR NL\n}\n",
    );
    let texts = Texts::new(&library);
    let report = texts.build(&lent(&["base"], &["trial"]), Backend::Eval).unwrap_err();
    let told = report.render_plain(texts.sources());
    assert!(told.contains("check/unknown-option") && told.contains("when ends"), "{told}");
    assert!(told.contains("`trial` only lends its tiles here"), "{told}");
    assert!(texts.build(&lent(&["trial"], &["trial"]), Backend::Eval).is_ok());
}

#[test]
fn records_tell_rules_from_tiles() {
    let mut rules = record();
    rules["setup"]["elements"]["corn-circle"] = json!(true);
    assert!(replayed(&rules).is_good(), "rules without tiles");
    let mut tiles = record();
    tiles["setup"]["sets"]["corn-circles/1"] = json!(1);
    let told = replayed(&tiles).first.unwrap();
    let events = tiles["events"].as_array().unwrap();
    let end = events.iter().position(|event| event["type"] == "final_scoring");
    assert_eq!(told.event, end, "all turns of the record are played, and tiles are left: {told}");
    assert!(told.found.starts_with("the game waits for "), "{told}");
}

#[test]
fn a_folder_is_called_as_its_expansion() {
    let (scratch, _) = library("");
    fs::rename(scratch.path().join("trial"), scratch.path().join("other")).unwrap();
    let library = Library::discover(&[scratch.path().to_owned()]);
    let texts = Texts::new(&library);
    for chosen in ["other", "trial"] {
        let report = texts.build(&lent(&[chosen], &[]), Backend::Eval).unwrap_err();
        let told = report.render_plain(texts.sources());
        assert!(told.contains("the folder `other` holds the expansion `trial`"), "{told}");
        assert_eq!(report.error_count(), 1, "{told}");
    }
    assert!(texts.build(&lent(&["base"], &[]), Backend::Eval).is_ok());
}

#[test]
fn two_folders_of_one_place_may_not_hold_one_expansion() {
    let rules = |name: &str| format!("expansion {name} {{ title \"T\" needs base }}\n");
    // Folders with what they declare, the folders that are searched, and those that are named in the error.
    for (folders, searched, named) in [
        (
            &["one/trial", "two/trial"][..],
            &["one/trial", "two/trial"][..],
            "one/trial` and `two/trial`",
        ),
        (&["one/trial", "two/trial"], &["two", "one"], "two/trial` and `one/trial`"),
        (&["one/trial", "one/copy"], &["one"], "one/trial` and `one/copy`"),
        (&["one/trial"], &["one", "one/trial", "one/../one/trial"], ""),
        (&["one/trial", "one/other"], &["one/trial"], ""),
    ] {
        let scratch = tempfile::tempdir().unwrap();
        for folder in folders {
            let path = scratch.path().join(folder);
            fs::create_dir_all(&path).unwrap();
            fs::write(path.join("rules.carc"), rules("trial")).unwrap();
        }
        let searched: Vec<_> = searched.iter().map(|folder| scratch.path().join(folder)).collect();
        let texts = Texts::new(&Library::discover(&searched));
        let told = match texts.build(&lent(&["trial"], &[]), Backend::Eval) {
            Ok(_) => String::new(),
            Err(report) => {
                assert_eq!(report.diagnostics[0].code, "check/duplicate-name");
                assert!(report.render_plain(texts.sources()).contains("trial/rules.carc:1:11"));
                report.diagnostics[0].message.clone()
            }
        };
        let told = told.replace(&format!("{}/", scratch.path().display()), "");
        assert_eq!(told.is_empty(), named.is_empty(), "{told}");
        assert!(told.contains(named), "{told}");
        assert!(
            texts.build(&lent(&["base"], &[]), Backend::Eval).is_ok(),
            "nobody else is stopped"
        );
    }
}

#[test]
fn broken_folders_stop_nobody_else() {
    let scratch = tempfile::tempdir().unwrap();
    for (folder, text) in [
        ("empty", &b""[..]),
        ("other", b"expansion base {}\n"),
        ("twice", b"expansion twice {}\nexpansion twice {}\n"),
        ("uses", b"expansion uses { uses magic }\n"),
        ("half", b"expansion half { title"),
        ("binary", b"\xff\xfe\x00e"),
    ] {
        std::fs::create_dir(scratch.path().join(folder)).unwrap();
        std::fs::write(scratch.path().join(folder).join("rules.carc"), text).unwrap();
    }
    let texts = Texts::new(&Library::discover(&[scratch.path().to_owned()]));
    let build = |name: &str| {
        let setting = Setting { expansions: vec![name.to_owned()], ..Setting::default() };
        texts.build(&setting, Backend::Eval).map_err(|report| report.render_plain(texts.sources()))
    };
    assert!(build("base").is_ok());
    assert!(build("crop_circles").is_ok());
    for broken in ["empty", "twice", "uses", "half", "binary"] {
        assert!(build(broken).is_err(), "{broken}");
    }
    let told = build("binary").unwrap_err();
    assert!(told.contains("binary/rules.carc") && !told.contains("`expansion` item"), "{told}");
}

/// What is wrong with an expansion of the project after a change of its `rules.carc`; nothing stands for no such file.
fn wrong_after(name: &str, change: impl Fn(&str) -> Option<String>) -> Vec<(&'static str, String)> {
    let built_in = Library::built_in();
    let mut changed = built_in.get(name).unwrap().clone();
    changed.rules.retain_mut(|file| match file.name.ends_with("/rules.carc") {
        true => change(&file.text).map(|text| file.text = text).is_some(),
        false => true,
    });
    let mut library = Library::default();
    library.add(changed);
    built_in.iter().filter(|other| other.name != name).for_each(|o| library.add(o.clone()));
    let texts = Texts::new(&library);
    let setting = Setting { expansions: vec![name.to_owned()], ..Setting::default() };
    let report = texts.build(&setting, Backend::Eval).expect_err("something is wrong");
    let errors = report.diagnostics.iter().filter(|found| found.is_error());
    errors.map(|e| (e.code, e.help.clone().unwrap_or_default())).collect()
}

#[test]
fn one_slip_in_a_large_expansion_is_one_error() {
    for name in ["crop_circles", "the_fair"] {
        for (needs, code, help) in [
            ("needs bas\n", "check/unknown-expansion", "did you mean `base`?"),
            ("needs xyzzy\n", "check/unknown-expansion", "did you mean `base`? What it declares"),
            ("\n", "check/unknown-name", "write `needs base` in the `expansion` item"),
        ] {
            let wrong = wrong_after(name, |text| Some(text.replace("needs base\n", needs)));
            let [(found, said)] = &wrong[..] else { panic!("{name}, {needs}: {wrong:#?}") };
            assert!(*found == code && said.contains(help), "{name}, {needs}: {wrong:#?}");
        }
        let empty = |_: &str| Some(String::new());
        for wrong in [wrong_after(name, empty), wrong_after(name, |_| None)] {
            let [("check/expansion-item", said)] = &wrong[..] else { panic!("{name}: {wrong:#?}") };
            assert!(said.contains(&format!("write `expansion {name} {{")), "{said}");
        }
    }
}

/// What is built in cannot be edited, so an order is to be declared in the author's own file.
#[test]
fn a_missing_order_is_proposed_for_a_file_that_can_be_edited() {
    let scratch = tempfile::tempdir().unwrap();
    for (name, help) in
        [("aside", "say `before copy` in `step rest`"), ("zest", "say `after copy` in `step rest`")]
    {
        let folder = scratch.path().join(name);
        fs::create_dir(&folder).unwrap();
        let text = format!(
            "expansion {name} {{ title \"T\" needs base }}\n\
             step rest in following {{ if active decides to rest {{ active scores 1 for placed }} }}\n"
        );
        fs::write(folder.join("rules.carc"), text).unwrap();
        let mut library = Library::built_in();
        library.add_folder(&folder);
        let texts = Texts::new(&library);
        let expansions = ["school", name].map(str::to_owned).into();
        let setting = Setting { expansions, ..Setting::default() };
        let told = |diagnostics: &[crate::Diagnostic]| -> Vec<String> {
            let found = diagnostics.iter().filter(|found| found.code == "link/order");
            found.filter_map(|found| found.help.clone()).collect()
        };
        let report = texts.build(&setting, Backend::Eval).unwrap_err();
        assert_eq!(told(&report.diagnostics), [help]);
        assert_eq!(told(&texts.study(&setting).diagnostics), [help]);
    }
}
