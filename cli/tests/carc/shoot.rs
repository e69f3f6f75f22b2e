//! Shots at the command line: `carc shoot`, and shots in games that are played from a pipe.

use serde_json::{Value, json};

use crate::{carc, complaint, output, root};

const TABLE: &str = "physics/scenes/middle-game.json";

/// A table as a file holds it.
fn table(name: &str) -> Value {
    let path = root().join("physics/scenes").join(name).with_extension("json");
    let text = std::fs::read_to_string(path).expect("the scene is there");
    serde_json::from_str(&text).expect("the scene is JSON")
}

/// What `carc shoot` says of a table that was altered, with a status.
fn shoot(table: &Value, more: &[&str], status: i32) -> String {
    let scratch = tempfile::tempdir().expect("room");
    let path = scratch.path().join("table.json");
    std::fs::write(&path, table.to_string()).expect("room");
    let path = path.to_str().expect("a path of letters");
    let arguments: Vec<&str> = ["shoot", path].into_iter().chain(more.iter().copied()).collect();
    let mut command = carc(&arguments);
    if status == 0 { output(&mut command, 0) } else { complaint(&mut command, status) }
}

#[test]
fn a_shot_is_told_and_drawn() {
    let scratch = tempfile::tempdir().unwrap();
    let picture = scratch.path().join("shot.svg");
    let file = picture.to_str().unwrap();
    for physics in ["rapier", "ballistic"] {
        let text = output(&mut carc(&["shoot", TABLE, "--physics", physics, "--svg", file]), 0);
        for said in ["throw    from ", "m/s\nflight   ", "\nrest     at (", "\nnearest  "] {
            assert!(text.contains(said), "{said}\n{text}");
        }
        let svg = std::fs::read_to_string(&picture).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("</svg>"), "{svg}");
        assert!(svg.matches("<path").count() > 20, "figures and the flight");
        let again = output(&mut carc(&["shoot", TABLE, "--physics", physics]), 0);
        assert_eq!(text, again, "the same throw twice");
    }
}

#[test]
fn a_picture_is_what_its_name_says() {
    let scratch = tempfile::tempdir().unwrap();
    let shoot = |name: &str| {
        let picture = scratch.path().join(name);
        let file = picture.to_str().unwrap();
        (carc(&["shoot", TABLE, "--physics", "ballistic", "--svg", file]), picture)
    };
    let (mut command, picture) = shoot("shot.png");
    output(&mut command, 0);
    assert!(std::fs::read(picture).unwrap().starts_with(b"\x89PNG"));
    let (mut command, picture) = shoot("shot.txt");
    let told = complaint(&mut command, 2);
    assert!(told.contains("its name would end in .svg or .png"), "{told}");
    assert!(!picture.exists());
}

#[test]
fn pictures_replace_pictures_and_nothing_else() {
    let scratch = tempfile::tempdir().unwrap();
    let table = scratch.path().join("table.svg");
    std::fs::copy(root().join(TABLE), &table).unwrap();
    let (before, file) = (std::fs::read(&table).unwrap(), table.to_str().unwrap());
    let told = complaint(&mut carc(&["shoot", file, "--svg", file]), 1);
    assert!(told.contains("holds something else"), "{told}");
    assert_eq!(std::fs::read(&table).unwrap(), before);
    let nowhere = scratch.path().join("none").join("shot.svg");
    let told = complaint(&mut carc(&["shoot", file, "--svg", nowhere.to_str().unwrap()]), 1);
    assert!(told.contains("there is no such folder") && !told.contains("carc-tmp"), "{told}");
}

#[test]
fn a_table_may_begin_with_the_mark_of_an_editor() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("table.json");
    let text = std::fs::read_to_string(root().join(TABLE)).unwrap();
    std::fs::write(&path, format!("\u{feff}{text}")).unwrap();
    let told = output(&mut carc(&["shoot", path.to_str().unwrap(), "--physics", "ballistic"]), 0);
    assert!(told.contains("throw    from "), "{told}");
}

#[test]
fn a_series_counts_the_same_with_the_same_seed() {
    let arguments = ["shoot", TABLE, "--physics", "ballistic", "--series", "400", "--json"];
    let first: Value = serde_json::from_str(&output(&mut carc(&arguments), 0)).unwrap();
    let again: Value = serde_json::from_str(&output(&mut carc(&arguments), 0)).unwrap();
    assert_eq!(first, again);
    assert_eq!(first["series"]["shots"], 400);
    assert!(first["series"]["on_the_board"].as_u64().unwrap() > 100, "{first}");
    let other = arguments.iter().copied().chain(["--seed", "2"]).collect::<Vec<_>>();
    let other: Value = serde_json::from_str(&output(&mut carc(&other), 0)).unwrap();
    assert_ne!(first["series"], other["series"]);
    // Two of three are 66.7 %.
    let three = ["shoot", TABLE, "--physics", "ballistic", "--series", "3"];
    let shares: Vec<String> = (1..=8)
        .map(|seed: u64| {
            output(&mut carc(&[&three[..], &["--seed", &seed.to_string()]].concat()), 0)
        })
        .collect();
    assert!(shares.iter().any(|text| text.contains(" 66.7 %")), "{shares:?}");
    assert!(!shares.iter().any(|text| text.contains(" 66.6 %")), "{shares:?}");
    let catch = ["shoot", "physics/scenes/catch.json", "--physics", "ballistic", "--series", "200"];
    let text = output(&mut carc(&catch), 0);
    assert!(text.contains("missed, far enough"), "{text}");
}

#[test]
fn launches_can_be_chosen() {
    let throw = |more: &[&str]| {
        let arguments: Vec<&str> = ["shoot", TABLE, "--physics", "ballistic", "--json"]
            .into_iter()
            .chain(more.iter().copied())
            .collect();
        let results: Value = serde_json::from_str(&output(&mut carc(&arguments), 0)).unwrap();
        results["launch"].clone()
    };
    let launch = throw(&["--heading", "-12.5", "--elevation", "60", "--speed", "2.25"]);
    assert_eq!(launch["heading"], 347_500, "from 0 to 360 degrees");
    assert_eq!(launch["elevation"], 60_000);
    assert_eq!(launch["speed"], 2_250);
    assert_ne!(throw(&["--at", "-100,40"])["heading"], throw(&["--at", "100,40"])["heading"]);
    let steep = throw(&["--at", "100,40", "--elevation", "70"]);
    assert_eq!(steep["elevation"], 70_000);
    assert_ne!(steep["speed"], throw(&["--at", "100,40"])["speed"], "aimed anew for the elevation");
}

#[test]
fn impossible_throws_are_misuse_and_impossible_tables_are_wrong() {
    for (arguments, why) in [
        (["--speed", "0"], "the speed is 0 m/s"),
        (["--speed", "1000"], "the speed is 1000 m/s"),
        (["--elevation", "91"], "the elevation is 91 degrees"),
        (["--speed", "fast"], "`fast` is no number"),
        (["--at", "12"], "`12` is no point"),
        (["--at", "0,472.5"], "that place is the shooter's own"),
        (["--physics", "tabletop"], "there is no physics `tabletop`; there is: rapier, ballistic"),
        (["--series", "0"], "`0` is no number of shots from 1 to 10000000"),
        (["--series", "-1"], "`-1` is no number of shots from 1 to 10000000"),
        (["--speed", "-1"], "the speed is -1 m/s"),
        (["--skill", "novice"], "--series <SHOTS>"),
    ] {
        let arguments: Vec<&str> = ["shoot", TABLE].into_iter().chain(arguments).collect();
        let complaint = complaint(&mut carc(&arguments), 2);
        assert!(complaint.contains(why), "{why}\n{complaint}");
    }
    let alter = |change: &dyn Fn(&mut Value)| {
        let mut table = table("few-knights");
        change(&mut table);
        shoot(&table, &[], 1)
    };
    let twice = alter(&|t| {
        t["scene"]["figures"][1]["at"] = t["scene"]["figures"][0]["at"].clone();
    });
    assert!(twice.contains("stand in the same place"), "{twice}");
    let twice = alter(&|t| {
        t["scene"]["tiles"][4]["at"] = t["scene"]["tiles"][2]["at"].clone();
        t["scene"]["tiles"][4]["at"]["x"] = json!(90_000 + 44_999);
    });
    assert!(twice.contains("tile 2 and tile 4 lie on each other"), "{twice}");
    let huge = alter(&|t| t["scene"]["thrown"]["width"] = json!(9_000_000));
    assert!(huge.contains("the thrown token's width is 9000 mm"), "{huge}");
    let seat = alter(&|t| t["scene"]["shooter"] = json!(7));
    assert!(seat.contains("there is no seat 7"), "{seat}");
    let beside = alter(&|t| {
        t["launch"] = json!({
            "from": {"x": 90_000_000, "y": 0}, "height": 50_000, "heading": 0,
            "elevation": 45_000, "speed": 2_000
        });
    });
    assert!(beside.contains("does not stand on the table"), "{beside}");
    for turn in [i64::MAX, i64::MIN, 360_001] {
        let turned = alter(&|t| t["scene"]["figures"][0]["turn"] = json!(turn));
        assert!(turned.contains("a figure's turn is"), "{turned}");
    }
    let same = alter(&|t| t["scene"]["figures"][1]["id"] = t["scene"]["figures"][0]["id"].clone());
    assert!(same.contains("figure 0 is there twice"), "{same}");
    let alone = alter(&|t| t["scene"]["catcher"] = t["scene"]["shooter"].clone());
    assert!(alone.contains("nobody throws a token to himself"), "{alone}");
    let same = alter(&|t| t["scene"]["seats"][1] = t["scene"]["seats"][0].clone());
    assert!(same.contains("seat 0 and seat 1 are in the same place"), "{same}");
    for (change, wrong, near) in [
        (
            &(|t: &mut Value| t["scene"]["aimed_att"] = json!(null)) as &dyn Fn(&mut Value),
            "aimed_att",
            "aimed_at",
        ),
        (&|t| t["lanch"] = json!(null), "lanch", "launch"),
        (&|t| t["scene"]["thrown"]["heigt"] = json!(1), "heigt", "height"),
        (&|t| t["scene"]["figures"][0]["lyng"] = json!(true), "lyng", "lying"),
    ] {
        let told = alter(change);
        assert!(told.contains(&format!("unknown field `{wrong}`")), "{told}");
        assert!(told.contains(&format!("did you mean `{near}`?")), "{told}");
    }
    let nothing = alter(&|t| *t = json!({}));
    assert!(nothing.contains("this is no table"), "{nothing}");
    let far = alter(&|t| t["scene"]["tiles"][0]["at"]["x"] = json!(9_000_000_000_000_i64));
    assert!(far.contains("a tile's place is 9000000000 mm"), "{far}");
    let far = complaint(&mut carc(&["shoot", TABLE, "--at", "90000000,0"]), 2);
    assert!(far.contains("out of reach"), "{far}");
    let missing = complaint(&mut carc(&["shoot", "nowhere.json"]), 1);
    assert!(missing.contains("nowhere.json"), "{missing}");
}

/// A device never ends, and a saved game is no table.
#[cfg(unix)]
#[test]
fn what_is_no_file_of_a_table_is_refused_at_once() {
    for arguments in [["shoot", "/dev/zero"].as_slice(), &["draw", "shot", "/dev/zero"]] {
        let told = complaint(&mut carc(arguments), 1);
        assert!(told.contains("no ordinary file"), "{told}");
    }
    let scratch = tempfile::tempdir().unwrap();
    let large = scratch.path().join("large.json");
    std::fs::write(&large, vec![b' '; (4 << 20) + 1]).unwrap();
    let told = complaint(&mut carc(&["shoot", large.to_str().unwrap()]), 1);
    assert!(told.contains("the file is too large"), "{told}");
    let save = scratch.path().join("game.json");
    let save = save.to_str().unwrap();
    let mut game = carc(&["play", "--with", "base", "--seed", "1"]);
    output(game.write_stdin(format!("save {save}\nquit\n")), 0);
    let told = complaint(&mut carc(&["shoot", save]), 1);
    assert!(told.contains("this is a saved game") && told.contains("scene FILE"), "{told}");
}

/// The report names the measures that rules can ask for, and the picture shows what was aimed at.
#[test]
fn a_shot_at_a_target_tells_how_near_it_came() {
    let scratch = tempfile::tempdir().unwrap();
    let picture = scratch.path().join("shot.svg");
    let mut aimed = table("target");
    let middle = aimed["scene"]["aimed_at"].clone();
    let at = format!(
        "{},{}",
        middle["x"].as_i64().unwrap() / 1000,
        middle["y"].as_i64().unwrap() / 1000
    );
    let arguments = ["--physics", "ballistic", "--at", &at, "--svg", picture.to_str().unwrap()];
    let told = shoot(&aimed, &arguments, 0);
    let line = told.lines().find(|line| line.starts_with("target ")).unwrap();
    let lengths: Vec<i64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [tile, its_middle] = lengths[..] else { panic!("{line}") };
    assert!(line.contains("mm from the tile, ") && line.ends_with(" mm from its middle"), "{line}");
    assert!(tile <= its_middle && its_middle <= tile + 32, "half a diagonal apart: {line}");
    let drawn = std::fs::read_to_string(&picture).unwrap();
    let title = if tile == 0 {
        "lies on the target".to_owned()
    } else {
        format!("lies {tile} mm from the target")
    };
    assert!(drawn.contains(&title), "{title}");
    assert!(drawn.contains(&format!("target {tile} mm")), "a label beside the line");
    let rings = drawn.matches("#c2185b").count();
    aimed["scene"]["aimed_at"] = json!(null);
    shoot(&aimed, &arguments, 0);
    let drawn = std::fs::read_to_string(&picture).unwrap();
    assert!(rings >= 4 && !drawn.contains("#c2185b") && !drawn.contains("target 0 mm"), "{rings}");
    let series = ["--physics", "ballistic", "--series", "50"];
    let told = shoot(&table("target"), &series, 0);
    assert!(told.contains("from the target: ") && told.contains("from its middle: "), "{told}");
}

/// A game of the Fair up to the first shot: tiles with a fair come early when there are many of them.
fn to_the_first_shot(more: &str) -> Vec<String> {
    let options = "base,the_fair=6";
    let play = |answers: usize, more: &str| {
        let arguments = ["play", "--with", "base,the_fair", "--tiles", options, "--seed", "3"];
        output(carc(&arguments).write_stdin(format!("{}{more}", "1\n".repeat(answers))), 0)
    };
    let all = play(60, "");
    let first = all.find(" shoots: ").expect("a shot comes early");
    let answers = all[..first].matches("number, answer or help>").count();
    play(answers, more).lines().map(str::to_owned).collect()
}

#[test]
fn somebody_aims_throws_and_draws_in_a_game() {
    let scratch = tempfile::tempdir().unwrap();
    let file = |name: &str| scratch.path().join(name).to_str().unwrap().to_owned();
    let (table, picture) = (file("table.json"), file("shot.svg"));
    let more = format!(
        "help\npicture {picture}\nscene {table}\naim 90000000,0\naim 20,20\nelevation -0.5\nspeed 2.4\nspeed 99\nheading x\nthrow\npicture {picture}\nquit\n"
    );
    let lines = to_the_first_shot(&more);
    let said = |what: &str| lines.iter().any(|line| line.contains(what));
    for typed in ["aim 120,-40", "heading 340", "elevation 60", "speed 2.5", "throw", "save FILE"] {
        assert!(
            lines.iter().any(|line| line.trim_start().starts_with(typed)),
            "{typed}: {lines:#?}"
        );
    }
    assert!(said("no shot was simulated yet"), "{lines:#?}");
    assert!(said("2.40 metres a second"), "{lines:#?}");
    assert!(said("-0.5 degrees up"), "a sign is told: {lines:#?}");
    assert!(said("the speed is 99 m/s"), "{lines:#?}");
    assert!(said("`x` is no number"), "{lines:#?}");
    assert!(said("that place is out of reach"), "{lines:#?}");
    assert!(said("first touches"), "{lines:#?}");
    let drawn = std::fs::read_to_string(&picture).unwrap();
    assert!(drawn.starts_with("<svg"));
    assert!(drawn.contains("href=\"#s-fairground\""), "the tiles are drawn as they are");
    let again = file("again.svg");
    let text = output(&mut carc(&["shoot", &table, "--svg", &again]), 0);
    let again = std::fs::read_to_string(&again).unwrap();
    assert!(again.contains("href=\"#s-fairground\""), "the table says how its tiles look");
    assert!(text.contains("flight"), "the table can be thrown at again: {text}");
}

#[test]
fn only_a_shot_that_waits_has_a_table_to_keep() {
    let mut game = carc(&["play", "--with", "base", "--seed", "1"]);
    let told = output(game.write_stdin("scene table.json\nscene\nquit\n"), 0);
    assert!(told.contains("no shot waits"), "{told}");
    assert!(told.contains("scene FILE"), "{told}");
}

/// A draft of a landing holds only what can be true: a wrong word is asked for again and never blocks the shot.
#[test]
fn a_mistyped_word_about_a_real_table_is_asked_for_again() {
    let arguments = |answers: &str| {
        let arguments = [
            "play",
            "--with",
            "base,the_fair",
            "--seed",
            "7",
            "--tiles",
            "fair=2",
            "--physics",
            "tabletop",
        ];
        output(carc(&arguments).write_stdin(format!("bot\nbot\nbot\nbot\n1\n{answers}")), 0)
    };
    let told = arguments("1\n1 by 1\n2\nnone\n0 0 46 1\n0 0 20 24\nquit\n");
    assert!(told.contains("cannot touch itself"), "{told}");
    assert_eq!(told.matches("On whom did a falling figure fall?").count(), 2, "{told}");
    assert!(told.contains("lengths within a cell are from 0 mm to 45 mm"), "{told}");
    // Both went home, so that nobody asks whom the next shot touched.
    assert_eq!(told.matches("Where does the token lie?").count(), 3, "{told}");
    assert!(told.contains("at (0, 0) 20 mm 24 mm touching red meeple"), "{told}");
    let told = arguments("2\nundo\n1\nnone\nnone\nundo!\nnone\noff\nquit\n");
    assert_eq!(
        told.matches("Whom did the token touch?").count(),
        3,
        "that of the next shot, too: {told}"
    );
    assert_eq!(told.matches("Whom did a pushed figure touch?").count(), 2, "{told}");
    assert!(told.contains("touching red meeple"), "{told}");
    let told = arguments("77\nnone\n0 0 9.5 24\nquit\n");
    assert!(told.contains("there are only figures 1 to "), "{told}");
    assert!(told.contains("at (0, 0) 9.5 mm 24 mm touching none"), "{told}");
    for place in ["9.5 mm 24 mm", "22.1 mm 0.1 mm", "44.9 mm 44 mm"] {
        let landing = format!("at (0, 0) {place} touching none");
        let told = arguments(&format!("{landing}\nquit\n"));
        assert!(told.contains(&format!("touch? {landing}\n")), "read as it is printed: {told}");
    }
}

#[test]
fn what_is_wrong_about_a_real_table_is_told_in_the_players_language() {
    let arguments = ["play", "--with", "base,the_fair", "--seed", "7", "--tiles", "fair=2"];
    let arguments = [&arguments[..], &["--physics", "tabletop", "--lang", "vi"]].concat();
    let answers = "bot\nbot\nbot\nbot\n1\n2\n2 by 2\nnone\nnone\n0 0 46 1\n9999 0 1 1\noff\nquit\n";
    let told = output(carc(&arguments).write_stdin(answers), 0);
    for said in [
        "không thể chạm vào chính nó",
        "khoảng cách trong một ô là từ 0 mm đến 45 mm",
        "(9999, 0) xa bàn hơn tầm bay của viên đạn",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
}

#[test]
fn a_real_table_is_asked_for_and_believed() {
    let arguments = |answers: &str| {
        let arguments = [
            "play",
            "--with",
            "base,the_fair",
            "--tiles",
            "base,the_fair=6",
            "--seed",
            "3",
            "--physics",
            "tabletop",
        ];
        output(carc(&arguments).write_stdin(answers), 0)
    };
    let all = arguments(&"1\n".repeat(60));
    let first = all.find(" shoots: ").expect("a shot comes early");
    let begin = "1\n".repeat(all[..first].matches("number, answer or help>").count());
    let told = arguments(&format!("{begin}99\nnone\nhere\n0 0 20 24\nquit\n"));
    assert!(told.contains("Whom did the token touch?"), "{told}");
    assert_eq!(
        told.matches("Where does the token lie?").count(),
        2,
        "asked again after `here`: {told}"
    );
    assert!(told.contains("at (0, 0) 20 mm 24 mm touching none"), "{told}");
    let words = arguments(&format!(
        "{begin}touching black king\nat (0, 0) 20 mm 24 mm touching none\nquit\n"
    ));
    assert!(
        words.contains("no figure on the tiles is `black king`"),
        "nobody of that name: {words}"
    );
    assert!(words.contains("touching none"), "{words}");
}

#[test]
fn what_finds_out_where_shots_land_is_examined_before_the_game() {
    let play = |more: &[&str]| {
        let arguments = [&["play", "--with", "base,the_fair", "--physics"], more].concat();
        let output = carc(&arguments).write_stdin("").output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(output.stdout, b"", "no game has begun");
        String::from_utf8(output.stderr).expect("text")
    };
    let bots = play(&["tabletop", "--bots"]);
    assert!(
        bots.contains("bots cannot see a real table: with `--bots`, choose --physics"),
        "{bots}"
    );
    let other = play(&["nonsense"]);
    let why = "there is no physics `nonsense`; there is: rapier, ballistic, tabletop";
    assert!(other.contains(why), "{other}");
}

/// The last answer is another one than those before it: with it the shot has landed.
#[test]
fn the_last_answer_about_a_real_table_can_be_taken_back() {
    let told = first_shot("tabletop", &[], "knock_out\n1\nnone\nnone\noff\nundo\n-1 0 2 2\nlog\n");
    assert!(!told.contains("a shot has landed since"), "{told}");
    let log = &told[told.find("help> log").expect("a log")..];
    let shots: Vec<&str> = log.lines().filter(|line| line.contains("shot = ")).collect();
    let last = "at (-1, 0) 2 mm 2 mm touching";
    assert!(
        matches!(shots[..], [shot] if shot.contains(last)),
        "whom it touched stands: {shots:?}"
    );
    let told = first_shot("tabletop", &[], "knock_out\n1\nnone\nnone\noff\nundo\nundo\nundo\n");
    let asked = |question: &str| told.matches(question).count();
    assert_eq!(asked("Whom did a pushed figure touch?"), 2, "{told}");
    assert_eq!(asked("On whom did a falling figure fall?"), 2, "{told}");
    let told = first_shot("ballistic", &[], "knock_out\n1\nundo\n");
    assert!(told.contains("a shot has landed since"), "a simulated one stays: {told}");
}

#[test]
fn shots_of_a_saved_game_go_on_as_before() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("game.json");
    let file = file.to_str().unwrap();
    let goes_on = |more: &[&str]| {
        let arguments = [&["play", "--load", file], more].concat();
        output(carc(&arguments).write_stdin("quit\n"), 0)
    };
    let line = "Shots go on as in the saved game: --physics ";
    first_shot("tabletop", &[], &format!("knock_out\nnone\noff\nsave {file}\n"));
    let told = goes_on(&[]);
    assert_eq!(told.matches(&format!("{line}tabletop\n")).count(), 1, "{told}");
    assert!(told.contains("Whom did the token touch?"), "{told}");
    let aimed = goes_on(&["--physics", "ballistic"]);
    assert!(!aimed.contains(line) && !aimed.contains("Whom did the token"), "{aimed}");
    assert!(aimed.contains("aim X,Y"), "{aimed}");
    // From within another game, too.
    let load = format!("load {file}\nquit\n");
    let loaded = output(carc(&["play", "--seed", "1"]).write_stdin(load), 0);
    assert!(loaded.contains(line) && loaded.contains("Whom did the token touch?"), "{loaded}");
    let begun = first_shot("ballistic", &[], &format!("knock_out\n1\nsave! {file}\n"));
    assert!(!begun.contains(line), "nothing was loaded: {begun}");
    let told = goes_on(&[]);
    assert!(told.contains(&format!("{line}ballistic\n")), "{told}");
    first_shot("rapier", &[], &format!("knock_out\n1\nsave! {file}\n"));
    assert!(!goes_on(&[]).contains(line), "that is the usual way");
}

/// The first shot of a game that waits for somebody to say or to do something.
fn first_shot(physics: &str, more: &[&str], answers: &str) -> String {
    let game = ["play", "--with", "base,the_fair", "--seed", "7", "--tiles", "fair=2"];
    let arguments = [&game[..], &["--physics", physics], more].concat();
    output(carc(&arguments).write_stdin(format!("{}{answers}quit\n", "bot\n".repeat(4))), 0)
}

#[test]
fn nobody_says_where_a_simulated_shot_lands() {
    for landing in ["at (0, 0) 20 mm 24 mm touching red meeple", "touching none", "caught"] {
        for kind in ["knock_out", "catch"] {
            let told = first_shot("ballistic", &[], &format!("{kind}\n{landing}\nlog\n"));
            assert!(told.contains("where shots land is simulated here"), "{told}");
            let log = &told[told.find("help> log").expect("a log")..];
            assert!(!log.contains("shot ="), "{landing} was taken: {log}");
        }
    }
    let told = first_shot("ballistic", &[], "knock_out\nhello\n");
    assert!(told.contains("`hello` is not readable as an answer"), "{told}");
    let told = first_shot("tabletop", &[], "knock_out\ntouching none\nlog\n");
    assert!(!told.contains("simulated here"), "{told}");
}

/// At a real table no token lies where a figure still stands or lies, and nobody falls who lies.
#[test]
fn a_told_token_lies_on_nobody_who_stands_untouched() {
    let stands = "`red meeple on c0 at (0, -1)` stands there upright, and nothing touched it";
    let told = first_shot("tabletop", &[], "knock_out\nnone\n0 -1 26 22\n0 -1 2 40\n");
    assert_eq!(told.matches(stands).count(), 1, "{told}");
    assert!(told.contains("at (0, -1) 2 mm 40 mm touching none"), "asked again: {told}");
    let told = first_shot("tabletop", &[], "knock_out\nat (0, -1) 26 mm 22 mm touching none\n");
    assert!(told.contains(stands), "{told}");
    let told = first_shot("tabletop", &[], "knock_out\n1\nnone\nnone\n0 -1 26 22\n");
    assert!(!told.contains("stands there upright"), "{told}");
    let farmer = "at (-1, 0) 36 mm 9 mm touching none";
    let told = first_shot("tabletop", &[], &format!("knock_out\n{farmer}\n"));
    assert!(told.contains("lies there, and nothing touched it"), "{told}");
    let told = first_shot("tabletop", &[], "knock_out\n2\n1\nnone\noff\n");
    assert!(told.contains("lies already, and cannot fall"), "{told}");
    assert!(!told.contains("goes home"), "{told}");
    let told = first_shot("tabletop", &["--lang", "vi"], "knock_out\nnone\n0 -1 26 22\n");
    assert!(told.contains("đang đứng ở đó mà chưa bị gì chạm vào"), "{told}");
}

/// What is beside the tiles is nearer to the target than what fell off the table.
#[test]
fn a_target_is_measured_beside_the_tiles() {
    let told = first_shot("tabletop", &[], "target\n0\noff\n-100 20\n0\noff table\n");
    assert_eq!(told.matches("off what?").count(), 1, "{told}");
    assert_eq!(told.matches("+5").count(), 1, "{told}");
    let told = first_shot("tabletop", &[], "target\n0\noff table\n0\noff table\n");
    assert_eq!(told.matches("+5").count(), 2, "equally far: {told}");
    // How far a throw came is read in whole millimetres.
    for (reach, who) in [("449.6 mm", "Blue"), ("449.4 mm", "Red")] {
        let told = first_shot("tabletop", &[], &format!("catch\nmissed reach {reach}\n"));
        assert!(told.contains(&format!("{who} +5")), "{reach}: {told}");
    }
}

/// Who aims sees where the token would come down, and a steeper throw has another speed.
#[test]
fn who_aims_sees_where_the_token_would_come_down() {
    let aim = |answers: &str| {
        first_shot("ballistic", &["--skill", "perfect"], &format!("knock_out\n{answers}"))
    };
    let told = aim("aim 30,-10\nelevation 70\nspeed 3\nelevation 60\n");
    let speeds: Vec<&str> = told.lines().filter(|line| line.contains("metres a second")).collect();
    let [low, high, said, kept] = speeds[..] else { panic!("{told}") };
    let speed = |line: &str| {
        let (before, _) = line.split_once(" metres a second").expect("a speed");
        before.rsplit(' ').next().expect("a number").to_owned()
    };
    assert_ne!(speed(low), speed(high), "{told}");
    assert_eq!((speed(said), speed(kept)), ("3.00".to_owned(), "3.00".to_owned()), "{told}");
    assert!(told.matches("where it would come down").count() >= 5, "drawn each time: {told}");
    assert!(told.contains("seat of "), "{told}");
    assert!(!aim("aim 30,-10\n").contains("beside the table"), "{told}");
    assert!(aim("heading 0\n").contains("comes down beside the table"), "{told}");
    let gone = aim("elevation 85\n");
    assert!(!gone.contains("beside the table"), "{gone}");
}

#[test]
fn the_help_at_a_catch_tells_what_can_be_said_there() {
    let told = first_shot("tabletop", &[], "catch\nhelp\n3\nhelp\n");
    for said in ["the token was caught", "it was touched and not caught", "as far as the ruler"] {
        assert!(told.contains(said), "{said}: {told}");
    }
    assert!(!told.contains("figures by their numbers"), "nobody is asked for figures: {told}");
}

#[test]
fn a_shot_is_told_in_the_players_language() {
    let told = first_shot("ballistic", &["--lang", "vi"], "knock_out\n1\n");
    let heads = ["bắn ", "bay ", "nằm ", "chạm ", "gần "];
    let lines = |text: &str, heads: &[&str]| {
        heads.iter().all(|head| text.lines().any(|line| line.trim_start().starts_with(head)))
    };
    assert!(lines(&told, &heads), "{told}");
    let english = ["flight ", "rest ", "touched ", "nearest "];
    assert!(english.iter().all(|head| !lines(&told, &[head])), "{told}");
    for language in ["en", "vi"] {
        let one = ["shoot", TABLE, "--physics", "ballistic", "--lang", language];
        let told = output(&mut carc(&one), 0);
        assert_eq!(lines(&told, &heads), language == "vi", "{told}");
        assert_eq!(lines(&told, &english), language == "en", "{told}");
        let many = output(&mut carc(&[&one[..], &["--series", "50"]].concat()), 0);
        assert_eq!(many.contains("rests on a tile"), language == "en", "{many}");
        assert_eq!(many.contains("nằm trên mảnh đất"), language == "vi", "{many}");
    }
}

#[test]
fn a_simulation_tells_what_rules_make_of_shots() {
    let games = ["sim", "--with", "base,the_fair", "--players", "3", "--games", "10"];
    let text = output(&mut carc(&games), 0);
    for said in ["\na shot ", "catch", "\nshots ", "\nsent home ", "\nexchanged ", "\npoints "] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let data: Value =
        serde_json::from_str(&output(&mut carc(&[&games[..], &["--json"]].concat()), 0)).unwrap();
    let of = |token: &str, what: &str| data["shots"][token][what].as_i64().unwrap();
    assert_eq!(of("catch", "points"), 5 * of("catch", "shots"));
    assert!(of("seduction", "exchanged") > 0 && of("knock_out", "sent_home") > 0);
}

/// Over the whole table the hand is shifted like the way of the token, by half of its height of 100 mm; the close look
/// is a plan.
#[test]
fn the_hand_is_drawn_where_the_way_leads() {
    let scratch = tempfile::tempdir().unwrap();
    let picture = scratch.path().join("catch.svg");
    let catch = ["shoot", "physics/scenes/catch.json", "--physics", "ballistic", "--svg"];
    output(&mut carc(&[&catch[..], &[picture.to_str().unwrap()]].concat()), 0);
    let drawn = std::fs::read_to_string(&picture).unwrap();
    let is_palm = |circle: &&str| circle.split('>').next().unwrap().contains(" r=\"40000\"");
    let south = |circle: &str| circle.split("cy=\"").nth(1)?.split('"').next()?.parse::<i64>().ok();
    let palms: Vec<i64> = drawn.split("<circle").filter(is_palm).filter_map(south).collect();
    assert!(matches!(palms[..], [above, near] if near - above == 50_000), "{palms:?}");
}

/// How far it is and how high stands in the view from the side: no rim cuts it off.
#[test]
fn words_beside_the_throw_are_whole() {
    let scratch = tempfile::tempdir().unwrap();
    let picture = scratch.path().join("shot.svg");
    let path = picture.to_str().unwrap();
    let scenes = std::fs::read_dir(root().join("physics/scenes")).unwrap();
    let scenes: Vec<_> = scenes.map(|scene| scene.unwrap().path()).collect();
    assert!(scenes.len() > 5);
    for scene in scenes {
        let scene = scene.to_str().unwrap();
        output(&mut carc(&["shoot", scene, "--physics", "ballistic", "--svg", path]), 0);
        let drawn = std::fs::read_to_string(&picture).unwrap();
        let side = &drawn[drawn.rfind("viewBox=\"").unwrap() + 9..];
        let seen: Vec<f64> =
            side.split('"').next().unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
        let texts: Vec<&str> = side.split("<text").skip(1).collect();
        assert!(texts.len() >= 2, "{scene}: {side}");
        for text in texts {
            let (head, rest) = text.split_once('>').unwrap();
            let said = rest.trim_start().split('<').next().unwrap().trim_end();
            let number = |name: &str| -> f64 {
                let name = format!(" {name}=\"");
                head.split(&name).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
            };
            let wide = said.chars().count() as f64 * number("font-size") * 0.6;
            let west = match head.contains("\"end\"") {
                true => number("x") - wide,
                false => number("x"),
            };
            assert!(!head.contains("\"middle\""), "{text}");
            assert!(west >= seen[0] && west + wide <= seen[0] + seen[2], "{scene}: `{said}`");
        }
    }
}
