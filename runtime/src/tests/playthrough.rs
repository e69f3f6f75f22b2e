//! Games in words: options that mean what they say, logs that lead to the same game, saves that hold.

use std::sync::Arc;

use abi::{Picture, PictureCell, PicturePiece, Program, TileKindId, cell};

use super::program::{Rules as Code, program, setup};
use crate::{
    Entry, How, LoadError, Pcg32, PlayError, Playthrough, Replayed, Rules, Save, Seats, Setup,
    Stand, UndoError, picture, transcript,
};

/// The hand-made program with names for its questions.
fn named() -> Program {
    let mut program = program(Code::default());
    for (ask, (within, name)) in
        program.asks.iter_mut().zip([("draw", "hand"), ("place", "place"), ("act", "spot")])
    {
        ask.within = within.into();
        ask.name = name.into();
    }
    program.expansions = vec![("example".into(), "Example".into())];
    program.fingerprints = vec![0xfeed_0000_0000_0001];
    program
}

fn rules() -> Arc<Rules> {
    Arc::new(Rules::new(Arc::new(named())))
}

fn begin(seed: u64) -> Playthrough {
    Playthrough::new(rules(), setup(seed, 3), Seats::colours(2)).unwrap()
}

/// One answer, in words of its own; false at the end of the game.
fn answer(play: &mut Playthrough, dice: &mut Pcg32) -> bool {
    match play.stand() {
        Stand::Question(question) => {
            let options = play.options();
            assert_eq!(options.len(), question.options);
            let n = dice.below(options.len() as u32) as usize;
            play.say(&options[n]).unwrap();
        }
        Stand::Chance(_) => play.roll().unwrap(),
        Stand::Shot(shot) => panic!("{shot:?}"),
        Stand::Over => return false,
        Stand::Fault(fault) => panic!("{fault:?}"),
    }
    true
}

fn finished(seed: u64) -> Playthrough {
    let mut play = begin(seed);
    let mut dice = Pcg32::new(seed);
    while answer(&mut play, &mut dice) {}
    play
}

#[test]
fn every_option_is_found_by_its_own_words() {
    let mut play = begin(5);
    let mut dice = Pcg32::new(5);
    let mut asked = 0;
    loop {
        if let Stand::Question(_) = play.stand() {
            let options = play.options();
            for (n, text) in options.iter().enumerate() {
                let mut by_number = play.clone();
                let mut by_words = play.clone();
                by_number.answer(n).unwrap();
                by_words.say(text).unwrap();
                assert_eq!(by_number.game(), by_words.game(), "{text}");
                assert_eq!(by_number.log(), by_words.log());
                asked += 1;
            }
        }
        if !answer(&mut play, &mut dice) {
            break;
        }
    }
    assert!(asked > 100, "{asked}");
}

#[test]
fn a_log_leads_to_the_same_game() {
    for seed in 0..5 {
        let play = finished(seed);
        assert!(play.log().iter().any(|e| e.how == How::Chance));
        let again = Replayed::new(rules(), setup(seed, 3), Seats::colours(2), play.log()).unwrap();
        assert_eq!(again.stop, None);
        assert_eq!(again.play.game(), play.game());
        assert_eq!(again.play.log(), play.log());
    }
}

#[test]
fn a_single_option_is_logged_and_compared() {
    // Three lines and land in the west: a tile with one side of land and no line has a single place.
    let board = Picture { cells: vec![lying(1, 0, 0, 0, &[])] };
    let setup = Setup { tiles: vec![(TileKindId(3), 1)], board: Some(board), ..setup(1, 1) };
    let mut play = Playthrough::new(rules(), setup, Seats::colours(2)).unwrap();
    play.roll().unwrap();
    assert_eq!(play.options(), ["peg on c0 at (-1, 0)", "peg on f0 at (-1, 0)", "none"]);
    play.say("none").unwrap();
    assert_eq!(play.stand(), Stand::Over);
    let told: Vec<String> = play.log().iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "red draws wide (draw.hand)",
            "red: place = at (-1, 0) turned 270 (nothing else)",
            "red: act.spot = none",
        ]
    );
    let only = play.log().iter().position(|e| e.how == How::Only).unwrap();
    assert_eq!(play.log()[only].name, "place");
    let mut log = play.log().to_vec();
    log[only].answer = "at (9, 9) turned 0".into();
    let again = Replayed::new(rules(), play.setup().clone(), Seats::colours(2), &log).unwrap();
    let stop = again.stop.unwrap();
    assert_eq!(stop.entry, only);
    assert!(stop.reason.contains("is the only answer to `place`"), "{}", stop.reason);
}

#[test]
fn undo_takes_back_log_and_game() {
    let mut play = begin(3);
    let mut dice = Pcg32::new(3);
    let mut states = vec![(play.game().clone(), play.log().to_vec())];
    while answer(&mut play, &mut dice) {
        states.push((play.game().clone(), play.log().to_vec()));
    }
    while let Some((game, log)) = states.pop() {
        assert_eq!((play.game(), play.log()), (&game, &log[..]));
        assert_eq!(play.undo(), !states.is_empty());
    }
}

#[test]
fn a_player_takes_back_only_what_nothing_has_followed() {
    let mut play = begin(1);
    assert_eq!(play.undo_of(0), Err(UndoError::Nothing));
    play.roll().unwrap();
    assert_eq!(play.undo_of(0), Err(UndoError::Chance));
    let before = play.game().clone();
    play.answer(0).unwrap();
    assert_eq!(play.undo_of(1), Err(UndoError::OtherPlayer));
    play.undo_of(0).unwrap();
    assert_eq!(play.game(), &before);
}

#[test]
fn answers_that_mean_nothing_change_nothing() {
    let mut play = begin(1);
    assert!(matches!(play.say("none"), Err(PlayError::NotAsked(_))));
    assert!(matches!(play.give("castle"), Err(PlayError::Refused(_))));
    play.give("space").unwrap();
    let before = play.clone();
    for wrong in ["", "none", "at (1, 0)", "at (99, 99) turned 0", "(", "yes", "\u{1F600}"] {
        assert!(play.say(wrong).is_err(), "{wrong}");
        assert_eq!(play.game(), before.game());
    }
    assert!(matches!(play.roll(), Err(PlayError::NotAsked(_))));
    assert!(play.answer(9999).is_err());
    assert_eq!(play.log(), before.log());
}

#[test]
fn a_save_goes_on_where_it_was_left() {
    let mut play = begin(8);
    let mut dice = Pcg32::new(8);
    loop {
        let save = Save::from_text(&Save::of(&play).to_text()).unwrap();
        let opened = save.open(rules()).unwrap();
        assert!(opened.changes.is_none());
        assert_eq!(opened.play.game(), play.game());
        if !answer(&mut play, &mut dice) {
            break;
        }
    }
}

#[test]
fn damaged_and_altered_saves_are_refused() {
    let play = finished(2);
    let text = Save::of(&play).to_text();
    for end in (0..text.len() - 1).step_by(97) {
        if text.is_char_boundary(end) {
            assert!(matches!(Save::from_text(&text[..end]), Err(LoadError::NotASave(_))), "{end}");
        }
    }
    for foreign in ["", "{}", "[]", "null", "{\"format\": \"chess\", \"version\": 1}", "\u{0}"] {
        assert!(matches!(Save::from_text(foreign), Err(LoadError::NotASave(_))), "{foreign}");
    }
    for found in [0, 1, u32::MAX] {
        let other = text.replacen("\"version\":2", &format!("\"version\":{found}"), 1);
        assert_eq!(Save::from_text(&other), Err(LoadError::Version { found }));
    }
    // Change single digits all over the text: whatever can still be read must be refused or be the same.
    let mut refused = 0;
    for at in (0..text.len()).step_by(131) {
        let Some(digit) = text[at..].find(|c: char| c.is_ascii_digit()).map(|d| at + d) else {
            continue;
        };
        let mut altered = text.clone().into_bytes();
        altered[digit] = if altered[digit] == b'9' { b'8' } else { altered[digit] + 1 };
        let altered = String::from_utf8(altered).unwrap();
        match Save::from_text(&altered).and_then(|save| save.open(rules())) {
            Ok(opened) => assert!(
                opened.changes.is_some(),
                "{}",
                &altered[digit.saturating_sub(60)..digit + 1]
            ),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 20, "{refused}");
}

#[test]
fn a_save_that_begins_with_a_board_names_its_pieces() {
    let cells = vec![lying(0, 0, 0, 0, &[(Some(1), 0)]), lying(4, 1, -1, 3, &[(None, 0)])];
    let setup = Setup { board: Some(Picture { cells }), ..setup(6, 2) };
    let mut play = Playthrough::new(rules(), setup, Seats::colours(2)).unwrap();
    let mut dice = Pcg32::new(6);
    (0..9).for_each(|_| assert!(answer(&mut play, &mut dice)));
    let text = Save::of(&play).to_text();
    let opened = Save::from_text(&text).unwrap().open(rules()).unwrap();
    assert_eq!(opened.play.game(), play.game());
    for (old, new) in [
        ("\"owner\":1", "\"owner\":9"),
        ("\"owner\":1", "\"owner\":null"),
        ("\"on\":\"r0\"", "\"on\":\"r7\""),
        ("\"figure\":\"peg\"", "\"figure\":\"crane\""),
        ("\"figure\":\"peg\"", "\"figure\":\"guard\""),
        ("\"turned\":270", "\"turned\":45"),
        ("\"x\":1", "\"x\":99999999999"),
        ("\"x\":1", "\"x\":0"),
        ("\"y\":-1", "\"y\":0"),
        ("[\"red\",\"blue\"]", "[]"),
        ("[\"red\",\"blue\"]", "[\"red\"]"),
        ("[\"red\",\"blue\"]", "[\"red\",\"red\"]"),
    ] {
        let altered = text.replacen(old, new, 1);
        assert_ne!(altered, text, "{old}");
        let opened = Save::from_text(&altered).and_then(|save| save.open(rules()));
        assert!(opened.is_err(), "{new}");
    }
}

#[test]
fn under_other_rules_a_save_comes_as_far_as_its_log_is_understood() {
    let play = finished(4);
    let save = Save::of(&play);
    let mut other = named();
    other.fingerprints[0] += 1;
    let opened = save.open(Arc::new(Rules::new(Arc::new(other.clone())))).unwrap();
    let changes = opened.changes.unwrap();
    assert_eq!((changes.expansions, changes.stop), (vec!["example".to_owned()], None));
    assert_eq!(opened.play.game(), play.game());
    // The last question has another name now.
    other.asks[2].name = "peg".into();
    let opened = save.open(Arc::new(Rules::new(Arc::new(other.clone())))).unwrap();
    let changes = opened.changes.unwrap();
    let stop = changes.stop.unwrap();
    assert_eq!(save.log()[stop.entry].name, "act.spot");
    assert_eq!(changes.rest, save.log()[stop.entry..]);
    assert!(stop.reason.contains("`act.peg`"), "{}", stop.reason);
    // A tile of the save is gone.
    other.tiles[3].name = "renamed".into();
    let opened = save.open(Arc::new(Rules::new(Arc::new(other))));
    assert_eq!(opened.unwrap_err(), LoadError::Unknown("wide".into()));
}

fn lying(tile: u16, x: i64, y: i64, turn: i64, pieces: &[(Option<u8>, u8)]) -> PictureCell {
    let piece = |&(owner, segment): &(Option<u8>, u8)| PicturePiece {
        figure: abi::FigureKindId(u16::from(owner.is_some())),
        owner,
        segment: Some(segment),
    };
    let pieces = pieces.iter().map(piece).collect();
    PictureCell { tile: TileKindId(tile), cell: cell(x, y), turn, pieces }
}

#[test]
fn the_board_is_drawn() {
    let board = Picture {
        cells: vec![
            lying(0, 0, 0, 0, &[(Some(0), 0), (Some(1), 3)]),
            lying(3, 0, -1, 2, &[(Some(1), 0)]),
            lying(4, 1, -1, 0, &[(None, 0)]),
            lying(5, -1, 0, 3, &[]),
        ],
    };
    let setup = Setup { board: Some(board), ..setup(1, 3) };
    let play = Playthrough::new(rules(), setup, Seats::colours(2)).unwrap();
    let drawn = play.picture(&[(cell(1, 0), "7".into())]);
    assert_eq!(
        drawn,
        "\
\x20     -1       0       1
           ┌───────┬───────┐
           │a.....a│.......│
-1         │aaaBaaa│...*...│
           │aaaaaaa│.......│
   ┌───────┼───────┼───────┘
   │.......│aaaaaaa│
 0 │...llll│lllRlll│   7
   │...l...│......B│
   └───────┴───────┘
R red: 0   B blue: 0
"
    );
}

#[test]
fn a_board_too_wide_to_draw_is_described() {
    let board = Picture { cells: vec![lying(4, 0, 0, 0, &[]), lying(4, 30_000, 9, 0, &[])] };
    let setup = Setup { board: Some(board), ..setup(1, 3) };
    let play = Playthrough::new(rules(), setup, Seats::colours(2)).unwrap();
    let program = named();
    let drawn = picture(&program, play.game().memory(), play.seats(), &[]);
    assert_eq!(drawn, "The board is too wide to draw: 2 tiles from (0, 0) to (30000, 9).\n");
}

#[test]
fn a_transcript_tells_the_whole_game() {
    let scored = |play: &Playthrough| play.game().points(0) + play.game().points(1) > 0;
    let play = (0..20).map(finished).find(scored).expect("somebody scores in 20 games");
    let told = transcript(&play);
    let head = format!("example for red, blue, seed {}", play.setup().seed);
    assert!(told.starts_with(&format!("{head}\nred's turn\n  red draws ")), "{told}");
    assert!(told.contains("\nblue's turn\n"));
    assert!(told.contains(" points for line r") || told.contains(" points for area c"), "{told}");
    let end = "the end of the game\n";
    let won = [format!("{end}    red wins\n"), format!("{end}    blue wins\n")];
    assert!(won.iter().any(|won| told.contains(won)), "{told}");
    let turns = told.matches("'s turn\n").count() as abi::Word;
    assert_eq!(turns, play.game().turn());
    let scored: i64 = play
        .game()
        .chronicle()
        .events()
        .iter()
        .flat_map(|event| play.teller().points(event))
        .map(|points| points.amount)
        .sum();
    assert_eq!(scored, play.game().points(0) + play.game().points(1));
}

#[test]
fn entries_read_as_sentences() {
    let entry = |how| Entry {
        player: "red".into(),
        name: "place".into(),
        answer: "at (1, 0) turned 90".into(),
        how,
        shot: None,
    };
    assert_eq!(entry(How::Chosen).to_string(), "red: place = at (1, 0) turned 90");
    assert_eq!(entry(How::Only).to_string(), "red: place = at (1, 0) turned 90 (nothing else)");
}
