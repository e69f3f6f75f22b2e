//! What the four tokens of The Fair do in games of bots, as docs/the-fair.md tells it.
//! `CARC_WRITE_DOCS=1 cargo test -p carc-tests catapult` writes the table anew.

use std::collections::BTreeMap;

use abi::{HostOp, Landing};
use compiler::Backend;
use physics::{Dice, Skill};
use runtime::{Event, Pcg32, Playthrough, Seats, Stand};
use toolkit::{Shots, Simulation, simulate};

use crate::{
    fixture::table_is_current,
    play::{rules, setup},
};

const PAGE: &str = "docs/the-fair.md";
const GAMES: u64 = 150;

/// Sums over all shots of one kind of token.
#[derive(Default)]
struct Sums {
    shots: i64,
    on_a_tile: i64,
    touched: i64,
    fallen: i64,
    home: i64,
    exchanged: i64,
    points: i64,
}

impl Sums {
    fn landed(&mut self, landing: &Landing) {
        self.shots += 1;
        self.on_a_tile += i64::from(!landing.tiles.is_empty());
        self.touched += landing.touched().count() as i64;
        self.fallen += landing.struck.iter().filter(|s| s.toppled).count() as i64;
    }

    fn row(&self, token: &str) -> String {
        let each = |sum: i64| {
            let hundredths = sum * 100 / self.shots.max(1);
            format!("{}.{:02}", hundredths / 100, hundredths % 100)
        };
        let cells = [
            token.to_owned(),
            self.shots.to_string(),
            each(self.on_a_tile),
            each(self.touched),
            each(self.fallen),
            each(self.home),
            each(self.exchanged),
            each(self.points),
        ];
        format!("| {} |\n", cells.join(" | "))
    }
}

/// Plays a game of bots and adds up what came of each shot until the next one or the next turn.
fn play(seed: u64, shots: &Shots, sums: &mut BTreeMap<String, Sums>) {
    let rules = rules(&["base", "the_fair"], Backend::Native);
    let setup = setup(&rules, 3, seed);
    let mut play = Playthrough::new(rules.clone(), setup, Seats::colours(3)).expect("usual");
    let (mut dice, mut arms) = (Pcg32::new(seed), Dice::new(seed));
    let mut last: Option<String> = None;
    loop {
        match play.stand() {
            Stand::Question(question) => {
                let index = dice.below(question.options as u32);
                play.answer(index as usize).expect("the option is on offer");
            }
            Stand::Shot(question) => {
                let scene = play.scene().expect("a shot has a scene");
                let record = shots.shoot(&scene, &mut arms).expect("the scene is possible");
                let token = rules.program().tokens[question.token.index()].name.clone();
                sums.entry(token.clone()).or_default().landed(&record.landing);
                last = Some(token);
                play.land(record).expect("the landing is possible");
            }
            Stand::Chance(_) => play.roll().expect("chance was asked"),
            Stand::Over => return,
            Stand::Fault(fault) => panic!("{fault:?}"),
        }
        let events = play.events_after(play.log().len().checked_sub(1));
        for event in events {
            if matches!(event, Event::Turn { .. } | Event::Finish) {
                last = None;
            }
            if let Some(token) = &last {
                follow(&play, event, sums.entry(token.clone()).or_default());
            }
        }
    }
}

fn follow(play: &Playthrough, event: &Event, sums: &mut Sums) {
    for points in play.teller().points(event) {
        sums.points += points.amount;
    }
    match event {
        Event::Deed(deed) if deed.op() == Some(HostOp::Return) => sums.home += 1,
        Event::Deed(deed) if deed.op() == Some(HostOp::Move) => sums.exchanged += 1,
        _ => {}
    }
}

#[test]
fn the_page_tells_what_the_four_tokens_do() {
    let shots = Shots::named("ballistic", Skill::PRACTISED).expect("a listed module");
    let mut sums = BTreeMap::new();
    for seed in 1..=GAMES {
        play(seed, &shots, &mut sums);
    }
    let mut table = String::from(
        "| token | shots | on a tile | touched | fallen | sent home | exchanged | points |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for (token, sums) in &sums {
        table.push_str(&sums.row(token));
    }
    table_is_current(PAGE, &table);
    let [catch, knock_out, seduction, target] = ["catch", "knock_out", "seduction", "target"]
        .map(|token| sums.get(token).expect("every token is shot"));
    assert_eq!(catch.points, 5 * catch.shots, "F42: 5 points a throw");
    assert!(knock_out.home > 0 && knock_out.points == 0, "F22");
    assert!(seduction.exchanged > 0 && seduction.home == seduction.exchanged, "F29, F30");
    assert!(target.home == 0 && 3 * target.points >= 5 * target.shots, "F34");
}

#[test]
fn simulations_count_what_rules_make_of_shots() {
    let rules = rules(&["base", "the_fair"], Backend::Native);
    let shots = Shots::named("ballistic", Skill::PRACTISED).expect("a listed module");
    let tiles = setup(&rules, 3, 1).tiles;
    let what = Simulation { games: 40, players: 3, seed: 1, jobs: 1, tiles, physics: Some(shots) };
    let played = simulate(&rules, &what).expect("no rule faults");
    let of = |token: &str| {
        let kind = rules.program().tokens.iter().position(|kind| kind.name == token);
        let kind = u16::try_from(kind.expect("such a token")).expect("few kinds");
        *played.shots.get(&kind).expect("every token is shot")
    };
    let [catch, knock_out, seduction, target] =
        ["catch", "knock_out", "seduction", "target"].map(of);
    assert_eq!(catch.points, 5 * catch.shots.cast_signed(), "F42: 5 points a throw");
    assert!(knock_out.returned > 0 && knock_out.points == 0, "F22: {knock_out:?}");
    assert_eq!(seduction.returned, seduction.relocated, "F29, F30");
    assert!(seduction.relocated > 0 && target.returned == 0, "{seduction:?}");
    assert!(3 * target.points >= 5 * target.shots.cast_signed(), "F34: {target:?}");
}
