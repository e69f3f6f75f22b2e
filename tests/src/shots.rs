//! Rules with shots, played: by scenarios, by bots, by chance, and once more from logs and saves.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use abi::{Flight, Landing, Launch, Scene, ShotError, ShotPhysics};
use compiler::{Backend, Setting};
use physics::{Dice, Skill};
use proptest::prelude::*;
use runtime::{
    Pcg32, PlayError, Playthrough, Replayed, Rules, SAID, Save, ShotRecord, Stand, transcript,
};
use toolkit::{
    Programs, ShotCounts, Shots, Simulation, default_tiles, examples, play_examples, replay_save,
    save_game, simulate,
};

use crate::{
    landings::landing,
    play::{BACKENDS, played, scenario_failures, step, texts_with},
};

/// Two shots a turn: one that returns whom it touches and is left lying, one that is thrown to the left.
const RULES: &str = "\
expansion trial {
    title \"Trial\"
    needs base
    uses shots
}

token ball { each player 40  size 24 mm x 24 mm x 2 mm round }
token dart { each player 2  size 22 mm x 19 mm x 2 mm }

step shoot in closing {
    let shot = active shoots ball
    for m in shot.touched where m is follower { m returns }
    active scores 1 for ball
    if turns_over(shot) { active takes back ball }
    let throw = active shoots dart at active.left
    let thrower = active
    if throw.caught { active.left scores 1 for dart }
    if 2 * throw.reach >= distance(active, active.left) { active scores 1 for dart }
    active takes back dart
}

fn turns_over(s: shot) -> flag = s.rests_on_board and distance(s, placed) < 100 mm

scenario \"whom it touches returns\" {
    players red, blue
    board from (0, 0) {
        | s a |
        s = base_city_n_road_ew with blue meeple on r0
        a = base_city_n_road_ew with red meeple on c0, blue meeple on r0
    }
    draw base_monastery
    red: place = at (0, 1) turned 0
    red: action = none
    red: shot = at (0, 0) 20 mm 24 mm touching blue meeple on r0 at (0, 0), red meeple on c0 at (1, 0)
    expect count red.deployed == 0
    expect count blue.deployed == 1
    expect red.points == 1
    red: throw = missed reach 450 mm
    expect red.points == 2
    expect blue.points == 0
    expect active == blue
}

scenario \"who catches it scores\" {
    players red, blue
    board from (0, 0) {
        | s |
        s = base_city_n_road_ew with blue meeple on r0
    }
    draw base_monastery
    red: place = at (0, 1) turned 0
    red: action = none
    red: shot = at (9, 9) 0 mm 0 mm touching none
    expect count blue.deployed == 1
    red: throw = caught
    expect red.points == 1
    expect blue.points == 1
}
";

fn programs() -> &'static Programs {
    static PROGRAMS: OnceLock<Programs> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let (texts, _) = texts_with("trial/rules.carc", RULES);
        Programs::new(Arc::new(texts), Backend::Native)
    })
}

fn rules() -> Arc<Rules> {
    let setting = Setting { expansions: vec!["trial".to_owned()], ..Setting::default() };
    programs().rules(&setting).unwrap_or_else(|report| {
        panic!("{}", report.render_plain(programs().texts().sources()));
    })
}

/// Physics of chance: the launch decides, and nothing flies.
struct Made;

impl ShotPhysics for Made {
    fn name(&self) -> &'static str {
        "made"
    }

    fn throw(&self, scene: &Scene, launch: &Launch) -> Result<Flight, ShotError> {
        scene.examine()?;
        launch.examine(scene)?;
        let mut dice = Pcg32::new((launch.heading * 31 + launch.speed) as u64);
        Ok(Flight { landing: landing(scene, &mut dice), path: Vec::new() })
    }
}

fn made() -> Shots {
    Shots::new(Box::new(Made), Skill::PRACTISED)
}

#[test]
fn scenarios_answer_shots() {
    for backend in BACKENDS {
        let (texts, name) = texts_with("trial/rules.carc", RULES);
        assert_eq!(scenario_failures(&texts, &name, backend), Vec::<String>::new());
    }
}

#[test]
fn scenarios_that_miss_say_why() {
    for (line, wrong, why) in [
        ("at (0, 0) 20 mm 24 mm touching blue", "touching green", "`green"),
        (
            "touching blue meeple on r0 at (0, 0), ",
            "touching blue meeple on r0 at (5, 5), ",
            "there is",
        ),
        (
            "red: shot = at (9, 9) 0 mm 0 mm touching none",
            "expect red can shot = caught",
            "which only a landing",
        ),
        (
            "red: shot = at (9, 9) 0 mm 0 mm touching none",
            "expect red cannot shot = caught",
            "which only a landing",
        ),
        ("red: throw = caught", "red: throw = touching none missed caught", "said twice"),
        ("red: throw = caught", "blue: throw = caught", "red's shot"),
    ] {
        let changed = RULES.replacen(line, wrong, 1);
        assert_ne!(changed, RULES, "{line}");
        let (texts, name) = texts_with("trial/rules.carc", &changed);
        let examples = examples(&texts, &name);
        let (mut failed, mut refused) = (Vec::new(), BTreeSet::new());
        for outcome in play_examples(&texts, &examples, Backend::Native) {
            match outcome {
                Ok(outcome) => failed.extend(outcome.failure.map(|failure| failure.to_string())),
                // What is no rule at all is told of each scenario of the expansion, in the same words.
                Err(report) => {
                    refused.insert(report.render_plain(texts.sources()));
                }
            }
        }
        failed.extend(refused);
        assert_eq!(failed.len(), 1, "{wrong}: {failed:?}");
        assert!(failed[0].contains(why), "{wrong}: {}", failed[0]);
    }
}

#[test]
fn bots_shoot_in_simulations() {
    let rules = rules();
    let tiles = default_tiles(rules.program());
    let series = |jobs, physics| Simulation {
        games: 12,
        players: 3,
        seed: 4,
        jobs,
        tiles: tiles.clone(),
        physics,
    };
    let one = simulate(&rules, &series(1, Some(made()))).expect("no rule faults");
    let two = simulate(&rules, &series(2, Some(made()))).expect("no rule faults");
    assert_eq!(one, two, "whatever the number of jobs");
    let [ball, dart] = &one.shots.values().copied().collect::<Vec<ShotCounts>>()[..] else {
        panic!("{:?}", one.shots);
    };
    assert!(ball.shots > 500 && ball.thrown == 0 && ball.caught == 0, "{ball:?}");
    assert!(ball.touched > 0 && ball.chained > 0 && ball.toppled > 0 && ball.on_board > 0);
    assert!(dart.thrown == ball.shots && dart.caught > 0 && dart.fumbled > 0, "{dart:?}");
    // The rules give a point for each ball and send home whom it touches; for darts they do less.
    assert_eq!(ball.points, ball.shots.cast_signed());
    assert!(ball.returned > 0 && ball.returned <= ball.touched, "{ball:?}");
    assert!(dart.points > 0 && dart.returned == 0 && dart.relocated == 0, "{dart:?}");
    let told = simulate(&rules, &series(1, None)).expect_err("nobody knows where they land");
    assert!(told.to_string().contains("no physics was chosen"), "{told}");
    let ballistic = Shots::named("ballistic", Skill::PRACTISED).expect("the usual physics");
    let flown = simulate(&rules, &series(1, Some(ballistic))).expect("no rule faults");
    assert!(flown.shots.values().all(|kind| kind.shots > 500), "{:?}", flown.shots);
    assert!(flown.shots.values().any(|kind| kind.touched > 0), "{:?}", flown.shots);
    assert!(Shots::named("no_such", Skill::PERFECT).is_none());
}

/// Plays a game of bots by a module of physics.
fn shot(shots: &Shots, seed: u64, answers: usize) -> Playthrough {
    let mut play = played(&rules(), 2, seed, 0);
    let mut dice = Pcg32::new(seed);
    let mut throws = Dice::new(seed);
    for _ in 0..answers {
        match play.stand() {
            Stand::Question(question) => {
                play.answer(dice.below(question.options as u32) as usize).expect("it is on offer");
            }
            Stand::Shot(_) => {
                let scene = play.scene().expect("a shot has a scene");
                let record = shots.shoot(&scene, &mut throws).expect("it can be thrown");
                play.land(record).expect("it can land so");
            }
            Stand::Chance(_) => play.roll().expect("chance was asked"),
            Stand::Over => break,
            Stand::Fault(fault) => panic!("{fault:?}"),
        }
    }
    play
}

#[test]
fn shots_of_saved_games_are_thrown_again() {
    let ballistic = Shots::named("ballistic", Skill::PRACTISED).expect("the usual physics");
    let mut play = shot(&ballistic, 3, 40);
    while !matches!(play.stand(), Stand::Shot(_)) {
        match play.stand() {
            Stand::Question(_) => play.answer(0).expect("it is on offer"),
            _ => play.roll().expect("chance was asked"),
        }
    }
    play.say("at (0, 0) 1 mm 1 mm touching none").expect("a person says so");
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("evening.json");
    save_game(&play, &path).expect("it is saved");
    let result = replay_save(&path, programs(), true);
    assert!(result.is_good(), "{:?}", result.first);
    let verified = result.verified.expect("shots were thrown again");
    assert!(verified.same > 5 && verified.other == 0 && verified.told == 1, "{verified:?}");
    assert!(result.to_string().starts_with("evening: 1 games, 1 agree, 0 differ; shots: "));

    // A landing that the physics does not give: the first one of two is named.
    let mut forged = played(&rules(), 2, 3, 0);
    let mut forgeries = Vec::new();
    for entry in play.log() {
        match (forged.stand(), entry.shot.as_deref()) {
            (Stand::Chance(_), _) => forged.roll().expect("chance was asked"),
            (Stand::Shot(_), Some(record)) if record.module != SAID && forgeries.len() < 2 => {
                let mut record = ShotRecord::clone(record);
                record.landing.rest.height += 1;
                forgeries.push(forged.log().len());
                forged.land(record).expect("it can land so");
            }
            (Stand::Shot(_), Some(record)) => forged.land(record.clone()).expect("it landed so"),
            (Stand::Question(_), _) => forged.say(&entry.answer).expect("it was said"),
            _ => {}
        }
    }
    save_game(&forged, &path).expect("it is saved");
    assert!(replay_save(&path, programs(), false).is_good(), "it is a game that can be");
    let result = replay_save(&path, programs(), true);
    assert!(!result.is_good());
    assert_eq!(result.verified.map(|v| v.other), Some(2));
    let first = result.first.expect("a difference");
    assert_eq!(first.event, Some(forgeries[0]));
    assert!(first.found.starts_with("ballistic finds "), "{}", first.found);
}

#[test]
fn altered_saves_with_shots_are_refused_or_the_same_game() {
    let play = played(&rules(), 2, 6, 40);
    let text = Save::of(&play).to_text();
    let mut refused = 0;
    for at in (0..text.len()).step_by(211) {
        let Some(digit) = text[at..].find(|c: char| c.is_ascii_digit()).map(|d| at + d) else {
            continue;
        };
        let mut altered = text.clone().into_bytes();
        altered[digit] = if altered[digit] == b'9' { b'1' } else { altered[digit] + 1 };
        let altered = String::from_utf8(altered).expect("digits are ASCII");
        match Save::from_text(&altered).and_then(|save| save.open(rules())) {
            Ok(opened) => assert_eq!(opened.play.game(), play.game(), "byte {digit}"),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn saves_that_are_none_are_reported() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("broken.json");
    std::fs::write(&path, "{\"format\":\"carc-save\"}").expect("written");
    let result = replay_save(&path, programs(), true);
    assert!(!result.is_good());
    assert!(result.first.expect("a difference").found.contains("no saved game"));
}

#[test]
fn transcripts_tell_shots_with_their_reasons() {
    let told = transcript(&shot(&made(), 5, 60));
    assert!(told.contains("shoots ball: it lies "), "{told}");
    assert!(told.contains("why: let shot = active shoots ball (trial/rules.carc:"), "{told}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Wherever a game waits, between two shots as well, the save goes on as the game does.
    #[test]
    fn games_with_shots_are_kept_and_played_again(seed in 0u64..1000, answers in 0usize..160) {
        let play = played(&rules(), 2, seed, answers);
        prop_assert_eq!(play.game().audit(play.rules()), Ok(()));
        let text = Save::of(&play).to_text();
        let opened = Save::from_text(&text).expect("what was saved").open(rules()).expect("opened");
        prop_assert_eq!(opened.play.game(), play.game());
        prop_assert_eq!(Save::of(&opened.play).to_text(), text);
        let again = Replayed::new(rules(), play.setup().clone(), play.seats().clone(), play.log());
        let again = again.expect("the set-up is usual");
        prop_assert_eq!(again.stop, None);
        prop_assert_eq!(again.play.game(), play.game());
        prop_assert_eq!(transcript(&again.play), transcript(&play));
        let game: runtime::Game =
            serde_json::from_str(&serde_json::to_string(play.game()).expect("plain")).expect("read");
        prop_assert_eq!(&game, play.game());
        let (mut copy, mut original) = (play.game().clone(), play.game().clone());
        copy.commit();
        let [mut dice, mut same] = [Pcg32::new(seed), Pcg32::new(seed)];
        for _ in 0..8 {
            let goes_on = step(play.rules(), &mut original, &mut dice);
            prop_assert_eq!(step(play.rules(), &mut copy, &mut same), goes_on);
            prop_assert_eq!(&copy, &original);
        }
        let mut back = play.clone();
        let mut ahead = opened.play;
        while back.undo() {
            prop_assert!(ahead.undo());
            prop_assert_eq!(ahead.game(), back.game());
        }
        let fresh = played(&rules(), 2, seed, 0);
        prop_assert_eq!(back.game(), fresh.game());
    }

    /// Whatever landing comes from outside is taken or refused; refused, it changes nothing.
    #[test]
    fn landings_of_junk_change_nothing(
        seed in 0u64..50,
        words in "[a-z0-9(), -]{0,40}|(at|touching|moved|fallen|onto|none|missed|caught|reach|,|\\(0, 0\\)|[0-9]{1,20} mm|meeple|red|number| ){0,20}",
        numbers in proptest::collection::vec(any::<i64>(), 12),
        few in proptest::collection::vec(-2i64..12, 12),
    ) {
        let mut play = played(&rules(), 2, seed, 7);
        for _ in 0..40 {
            match play.stand() {
                Stand::Shot(_) => break,
                Stand::Question(_) => play.answer(0).expect("it is on offer"),
                _ => play.roll().expect("chance was asked"),
            }
        }
        let before = play.game().clone();
        if play.say(&words).is_err() {
            prop_assert_eq!(play.game(), &before);
        } else {
            prop_assert_eq!(play.game().audit(play.rules()), Ok(()));
            prop_assert!(play.undo());
            prop_assert_eq!(play.game(), &before);
        }
        let scene = play.scene().expect("a shot has a scene");
        for numbers in [&numbers, &few] {
            let mut landing: Landing = landing(&scene, &mut Pcg32::new(seed));
            landing.rest.at.x = numbers[0];
            landing.rest.height = numbers[1];
            landing.rest.turn = numbers[2];
            landing.reach = numbers[3];
            landing.tiles.extend(&numbers[4..6]);
            if let Some(struck) = landing.struck.first_mut() {
                struck.figure = numbers[6];
                struck.pushed_by.push(numbers[7]);
            }
            if let Some(corner) = landing.rest.outline.0.first_mut() {
                corner.y = numbers[8];
            }
            let record = ShotRecord { module: "junk".to_owned(), launch: None, landing };
            match play.land(record) {
                Ok(()) => {
                    prop_assert_eq!(play.game().audit(play.rules()), Ok(()));
                    prop_assert!(play.undo());
                }
                Err(PlayError::Refused(_)) => {}
                Err(other) => prop_assert!(false, "{other:?}"),
            }
            prop_assert_eq!(play.game(), &before);
        }
    }
}
