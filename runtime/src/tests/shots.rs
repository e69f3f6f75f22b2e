//! Shots: where figures stand for them, what a landing leaves behind, how it is said, and what games keep of it.

use std::sync::Arc;

use abi::*;

use super::program::{self, function, setup};
use crate::{
    AnswerError, Game, PlayError, Playthrough, Replayed, Rules, SAID, Save, Seats, ShotRecord,
    Stand, State, UndoError, transcript,
};

/// Where the two kinds of tokens are counted, by table.
const COLUMNS: [(Table, u32); 2] =
    [(Table::Game, field::game::LEN + 2), (Table::Player, field::player::LEN + 2)];
const DISC: Word = 0;

/// Rules by which players shoot one disc each, at nobody and then at each other, before they play on.
#[derive(Debug)]
struct Shooting(program::Rules);

impl Code for Shooting {
    fn call(
        &self,
        function: FunctionId,
        args: &[Word],
        host: &mut dyn Host,
    ) -> Result<Word, Fault> {
        self.0.call(function, args, host)
    }

    fn resume(
        &self,
        function: FunctionId,
        base: usize,
        answer: Word,
        host: &mut dyn Host,
    ) -> Outcome {
        if function.0 != function::ACT {
            return self.0.resume(function, base, answer, host);
        }
        let stage = host.stack().words()[base];
        let fault =
            |kind| Outcome::Fault(Fault { kind, site: Some(SiteId(0)), locals: Vec::new() });
        let shooter = (stage / 10) % 2;
        if stage < 10 {
            // The part of the usual rules, then the shots.
            return match self.0.resume(function, base, answer, host) {
                Outcome::Done(_) => {
                    host.stack_mut().words_mut()[base] = 10;
                    Self::shoot(1, ABSENT)
                }
                other => other,
            };
        }
        let touched =
            host.call(HostOp::Struck, [answer, abi::Striker::Token as Word, ABSENT, 0], SiteId(0));
        let touched = match touched {
            Ok(list) => host.stack().words()[list_start(list)..][..list_len(list)].to_vec(),
            Err(kind) => return fault(kind),
        };
        for figure in touched {
            let cause = Cause::Figure(figure).word();
            for (op, args) in
                [(HostOp::Score, [shooter, 1, cause, 0]), (HostOp::Return, [figure, 0, 0, 0])]
            {
                if let Err(kind) = host.call(op, args, SiteId(0)) {
                    return fault(kind);
                }
            }
        }
        match stage {
            10 => {
                host.stack_mut().words_mut()[base] = 20;
                Self::shoot(0, Place::Player(1).word())
            }
            _ => {
                for player in 0..2 {
                    if let Err(kind) =
                        host.call(HostOp::TakeTokenBack, [player, DISC, 0, 0], SiteId(0))
                    {
                        return fault(kind);
                    }
                }
                Outcome::Done(0)
            }
        }
    }
}

impl Shooting {
    fn shoot(who: Word, at: Word) -> Outcome {
        Outcome::Ask(AskCall { ask: AskId(3), who, options: Options::Shot(DISC, at) })
    }
}

fn rules() -> Arc<Rules> {
    let mut program = program::program(program::Rules::default());
    program.code = Arc::new(Shooting(program::Rules::default()));
    for (ask, (within, name)) in
        program.asks.iter_mut().zip([("draw", "hand"), ("place", "place"), ("act", "spot")])
    {
        ask.within = within.into();
        ask.name = name.into();
    }
    program.asks.push(AskShape {
        kind: AskKind::Shoots,
        name: "shot".into(),
        within: "step shoot".into(),
        ty: Ty::one(Base::Shot),
        offers: Vec::new(),
        origin: OriginId(0),
    });
    program.expansions = vec![("example".into(), "Example".into())];
    program.fingerprints = vec![7];
    let one = Some(FunctionId(function::PEGS));
    let size = Some(Size { width: 24_000, depth: 24_000, height: 2_000, round: true });
    program.tokens = vec![TokenKind {
        name: "disc".into(),
        each_player: one,
        stock: None,
        missing: false,
        size,
        lays: None,
        pile: None,
    }];
    program.layout.token_kinds = 1;
    program.layout.strides[Table::Pile as usize] += 1;
    for (table, column) in COLUMNS {
        program.layout.strides[table as usize] = column + 1;
        program.layout.tokens[table as usize] = Some(column);
    }
    for column in &mut program.layout.columns {
        assert!(column.table != Table::Player);
    }
    let figure = &mut program.figures[1];
    figure.size = Some(Size { width: 18_000, depth: 10_000, height: 19_000, round: false });
    figure.stands =
        vec![Stands { feature: Some(FeatureKindId(program::LAND)), role: None, lying: true }];
    Arc::new(Rules::new(Arc::new(program)))
}

/// A game that waits for its first shot, with pegs on the first tiles.
fn waiting(seed: u64) -> Playthrough {
    let mut play = Playthrough::new(rules(), setup(seed, 3), Seats::colours(2)).unwrap();
    go_to_shot(&mut play);
    play
}

/// Plays on to the next shot; false at the end of the game.
fn go_to_shot(play: &mut Playthrough) -> bool {
    loop {
        match play.stand() {
            Stand::Question(_) => play.answer(0).unwrap(),
            Stand::Chance(_) => play.roll().unwrap(),
            Stand::Shot(_) => return true,
            Stand::Over => return false,
            Stand::Fault(fault) => panic!("{fault:?}"),
        }
    }
}

fn record(landing: Landing) -> ShotRecord {
    ShotRecord { module: "scripted".into(), launch: None, landing }
}

/// A landing that touches the first figure, which falls onto the second, in the middle of the first tile.
fn landing(scene: &Scene) -> Landing {
    let at = Point::new(scene.tiles[0].at.x + 20_000, scene.tiles[0].at.y + 24_000);
    let outline = Outline::ellipse(at, 24_000, 24_000, 37_000);
    let tiles = scene.tiles_under(&outline);
    let ids: Vec<Word> = scene.figures.iter().map(|figure| figure.id).collect();
    let struck = |figure, touched, by: Option<Word>| Struck {
        figure,
        touched,
        moved: true,
        toppled: touched,
        pushed_by: Vec::new(),
        fallen_on_by: by.into_iter().collect(),
    };
    let struck = match ids[..] {
        [] => Vec::new(),
        [one] => vec![struck(one, true, None)],
        [one, two, ..] => vec![struck(one, true, None), struck(two, false, Some(one))],
    };
    let rest = Rest { at, height: 3_050, turn: 37_000, outline };
    Landing { rest, tiles, struck, contact: None, catch: Catch::Missed, reach: 0 }
}

#[test]
fn a_scene_shows_the_table() {
    let play = waiting(1);
    let scene = play.scene().unwrap();
    assert_eq!(scene.examine(), Ok(()));
    assert_eq!(scene.tiles.len(), play.game().board().count());
    assert_eq!(scene.figures.len(), play.game().standing().count());
    assert!(scene.figures[0].name.starts_with("red peg on "), "{}", scene.figures[0].name);
    assert_eq!(scene.table.east - scene.table.west, 1_600_000);
    assert_eq!(scene.table.south - scene.table.north, 900_000);
    let middle = scene.table.centre();
    let seats = [Point::new(middle.x, scene.table.south), Point::new(middle.x, scene.table.north)];
    assert_eq!(scene.seats, seats);
    assert_eq!((scene.shooter, scene.catcher, scene.aimed_at), (1, None, None));
    let unnamed = play.game().scene(play.rules()).unwrap();
    assert!(unnamed.figures.iter().all(|figure| figure.name.is_empty()));
}

#[test]
fn many_figures_stand_beside_each_other() {
    let mut play = waiting(2);
    let rules = play.rules().clone();
    let tile = play.game().board().next().unwrap();
    let first = play.game().memory().get(Table::Tile, tile.tile, field::tile::SEGMENTS);
    let figures = play.game().memory().rows(Table::Figure) as Word;
    let mut host = play.game_mut().play(&rules);
    for figure in 0..figures {
        let place = match figure % 4 {
            0 => Place::Tile(tile.tile),
            3 if figure > 4 => Place::Figure(1),
            _ => Place::Segment(first),
        };
        host.board().move_figure(figure, place.word()).unwrap();
    }
    let scene = play.scene().unwrap();
    assert_eq!(scene.figures.len(), figures as usize);
    assert_eq!(scene.examine(), Ok(()), "no two stand in the same place");
    let names: std::collections::BTreeSet<_> = scene.figures.iter().map(|f| &f.name).collect();
    assert_eq!(names.len(), scene.figures.len(), "each has a name of its own");
    // Alone, the first stands where it wants to; one by one they agree with all of them together.
    let game = play.game();
    let footing = crate::footing::Footing { memory: game.memory(), program: rules.program() };
    for figure in footing.figures() {
        assert_eq!(footing.figure(figure.id).as_ref(), Some(&figure));
    }
}

#[test]
fn figures_lie_where_their_kind_says_so() {
    let mut play = waiting(3);
    let rules = play.rules().clone();
    let tile = play.game().board().next().unwrap();
    assert_eq!((tile.kind.0, tile.turn), (0, 0), "the straight tile");
    let first = play.game().memory().get(Table::Tile, tile.tile, field::tile::SEGMENTS);
    let mut host = play.game_mut().play(&rules);
    for figure in 1..7 {
        host.board().return_figure(figure).unwrap();
    }
    host.board().move_figure(1, Place::Segment(first).word()).unwrap();
    host.board().move_figure(2, Place::Segment(first + 2).word()).unwrap();
    let scene = play.scene().unwrap();
    let [line, land] = &scene.figures[..] else { panic!("{:?}", scene.figures) };
    assert!(land.lying, "on land");
    assert_eq!(land.at, Point::new(22_500, 15_000), "between its two edges");
    assert_eq!((line.lying, line.at.x), (false, 22_500), "an edge on each side");
    assert_eq!(gap(&line.outline(), &land.outline()), 1_000, "pushed aside");
    assert_eq!(line.size, rules.program().figures[1].size.unwrap());
    // On a crossing a figure stands in the corner of one of the tiles that meet there.
    let crossing = Place::Corner(cell(1, 1)).word();
    play.game_mut().memory.set(Table::Figure, 3, field::figure::PLACE, crossing);
    let scene = play.scene().unwrap();
    let [.., corner] = &scene.figures[..] else { panic!("{:?}", scene.figures) };
    assert_eq!((corner.id, corner.at), (3, Point::new(36_000, 40_000)));
    assert_eq!(scene.examine(), Ok(()));
    assert_eq!(scene.examine(), Ok(()));
}

#[test]
fn a_landing_leaves_rows_and_a_token_and_is_taken_back() {
    let play = waiting(4);
    let rules = play.rules().clone();
    let mut game = play.game().clone();
    game.audit(&rules).unwrap();
    let scene = game.scene(&rules).unwrap();
    let before = game.clone();
    let checkpoint = game.checkpoint();
    game.answer_shot(&rules, &landing(&scene)).unwrap();
    assert_eq!(game.audit(&rules), Ok(()));
    let memory = game.memory();
    let shot = |column| memory.get(Table::Shot, 0, column);
    assert_eq!(shot(field::shot::SHOOTER), 1);
    assert_eq!(shot(field::shot::RESTS), 1);
    assert_eq!(Point::from_word(shot(field::shot::REST)), Point::new(20_000, 24_000));
    assert_eq!(shot(field::shot::CORNERS_COUNT), 24);
    assert_eq!(memory.rows(Table::Lying), 1);
    assert_eq!(memory.get(Table::Player, 1, COLUMNS[1].1), 2, "one of three lies on the table");
    let touched = scene.figures[0].id;
    assert_eq!(memory.get(Table::Figure, touched, field::figure::PLACE), ABSENT);
    assert_eq!(game.points(1), 1 + before.points(1));
    // The next shot finds the token of the first one, and what it is thrown at.
    let second = game.scene(&rules).unwrap();
    assert_eq!((second.shooter, second.catcher, second.tokens.len()), (0, Some(1), 1));
    let caught = Landing {
        catch: Catch::Caught,
        tiles: Vec::new(),
        rest: Rest { outline: Outline::default(), ..landing(&second).rest },
        reach: 450_000,
        ..landing(&second)
    };
    game.answer_shot(&rules, &caught).unwrap();
    let memory = game.memory();
    let shot = |column| memory.get(Table::Shot, 1, column);
    assert_eq!((shot(field::shot::CAUGHT), shot(field::shot::RESTS)), (1, 0));
    assert_eq!(shot(field::shot::REACH), 450_000);
    assert_eq!(memory.rows(Table::Lying), 0, "taken back");
    assert_eq!(memory.get(Table::Player, 1, COLUMNS[1].1), 3);
    assert_eq!(game.audit(&rules), Ok(()));
    assert!(game.undo(&checkpoint));
    assert_eq!(game, before);
}

#[test]
fn a_token_against_the_rim_of_a_tile_lies_on_the_table() {
    let play = waiting(4);
    let rules = play.rules().clone();
    let scene = play.game().scene(&rules).unwrap();
    let tile = scene.tiles.iter().min_by_key(|tile| tile.at.x).unwrap();
    for (over, lies) in [(-1_000, false), (0, false), (29, false), (30, true), (9_000, true)] {
        let at = Point::new(tile.at.x + over - 5_000, tile.at.y + 20_000);
        let outline = Outline::rectangle(at, 10_000, 10_000, 0);
        let tiles = scene.tiles_under(&outline);
        assert_eq!(!tiles.is_empty(), lies, "{over} over the rim");
        let landing = Landing {
            rest: Rest { at, outline, ..landing(&scene).rest },
            tiles,
            ..landing(&scene)
        };
        let mut game = play.game().clone();
        game.answer_shot(&rules, &landing).unwrap();
        let rests = game.memory().get(Table::Shot, 0, field::shot::RESTS);
        assert_eq!(rests == 1, lies, "rules and reports mean the same {over} over the rim");
    }
}

#[test]
fn distances_are_measured_from_the_outline() {
    let mut play = waiting(5);
    let rules = play.rules().clone();
    let landing = landing(&play.scene().unwrap());
    play.land(record(landing)).unwrap();
    let tile = play.game().board().next().unwrap().tile;
    let first = play.game().memory().get(Table::Tile, tile, field::tile::SEGMENTS);
    let mut host = play.game_mut().play(&rules);
    for figure in 1..7 {
        host.board().return_figure(figure).unwrap();
    }
    host.board().move_figure(1, Place::Segment(first).word()).unwrap();
    let mut ask = |op, args| host.call(op, args, SiteId(0));
    let distance = |to, kind: Measured| (HostOp::Distance, [0, to, kind as Word, 0]);
    let mut measured = |(op, args): (HostOp, [Word; 4])| ask(op, args);
    assert_eq!(measured(distance(tile, Measured::Tile)), Ok(0));
    assert_eq!(measured(distance(1, Measured::Figure)), Ok(0), "it lies under the figure");
    assert_eq!(measured(distance(2, Measured::Figure)), Ok(1_000_000_000_000), "in the supply");
    let far = Point::new(120_000, 24_000).word();
    assert_eq!(measured(distance(far, Measured::Point)), Ok(88_000));
    let unknown = Err(FaultKind::Impossible(Reason::Unknown));
    assert_eq!(measured(distance(99, Measured::Figure)), unknown);
    assert_eq!(measured((HostOp::Distance, [0, 0, 9, 0])), unknown);
    assert_eq!(measured((HostOp::Distance, [5, 0, 2, 0])), unknown);
    assert_eq!(measured((HostOp::SeatDistance, [0, 1, 0, 0])), Ok(900_000));
    assert_eq!(measured((HostOp::SeatDistance, [0, 2, 0, 0])), unknown);
    assert_eq!(measured((HostOp::Struck, [0, 9, 0, 0])), unknown);
    assert_eq!(measured((HostOp::Struck, [3, 1, 0, 0])), unknown);
}

#[test]
fn landings_are_said_in_words() {
    let play = waiting(6);
    let scene = play.scene().unwrap();
    let name = scene.figures[0].name.clone();
    let said = |text: &str| {
        let mut copy = play.clone();
        copy.say(text)
            .map(|()| copy.log().iter().rev().find(|e| e.shot.is_some()).cloned().unwrap())
    };
    let text = format!("at (0, 1) 20 mm 24 mm turned 37 touching {name}");
    let entry = said(&text).unwrap();
    assert_eq!((entry.answer.as_str(), entry.name.as_str()), (text.as_str(), "shoot.shot"));
    let shot = entry.shot.unwrap();
    assert_eq!(shot.module, SAID);
    assert_eq!(shot.landing.rest.at, Point::new(20_000, 69_000));
    assert_eq!(shot.landing.rest.turn, 37_000);
    assert_eq!(shot.landing.touched().collect::<Vec<_>>(), [scene.figures[0].id]);
    assert_eq!(said("touching peg").unwrap().answer, format!("touching {name}"), "the only one");
    assert_eq!(
        said("at (0, 0) 1200 um 3 cm").unwrap().answer,
        "at (0, 0) 1200 um 30 mm touching none"
    );
    let before = play.game().clone();
    for (text, why) in [
        ("", "say where the token lies"),
        ("at (0, 0)", "a position is a cell and two lengths"),
        ("at (0, 0) 20 24 touching none", "a position is a cell and two lengths"),
        ("at (0, 0) 46 mm 0 mm", "from 0 mm to 45 mm"),
        ("at (0, 0) 1 mm 0 mm at (0, 0) 1 mm 0 mm", "a position is said twice"),
        ("at (30000, 0) 0 mm 0 mm", "farther from the table than a token flies"),
        ("at (9223372036854775807, 0) 0 mm 0 mm", "farther from the table"),
        ("touching peg, peg", "named twice"),
        ("touching blue peg", &format!("there is `{name}`")),
        ("touching guard", &format!("there is `{name}`")),
        ("touching", "followed by figures or by `none`"),
        ("touching none touching none", "touching is said twice"),
        ("moved onto peg", "nothing can have moved onto a figure"),
        (&format!("touching {name} moved onto {name} by peg"), "cannot touch itself"),
        ("touching peg by peg", "no figure on the tiles is `by peg`"),
        ("moved peg", "is followed by `onto`"),
        ("missed", "thrown to nobody"),
        ("reach 400 mm touching none", "thrown to nobody"),
        ("at (0, 0) 0 mm 0 mm turned 400", "from -360 to 360"),
        ("nonsense", "comes unexpectedly; a landing is such as"),
        ("(0, 0)", "comes unexpectedly"),
    ] {
        let error = said(text).unwrap_err();
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
    assert_eq!(*play.game(), before);
}

#[test]
fn throws_to_somebody_are_said_in_words() {
    let mut play = waiting(6);
    play.say("at (9, 9) 0 mm 0 mm touching none").unwrap();
    assert!(play.game().memory().get(Table::Shot, 0, field::shot::RESTS) == 0);
    for (text, full) in [
        ("missed reach 400 mm", "missed reach 400 mm"),
        ("caught", "caught reach 0 mm"),
        ("reach 50 cm touched", "touched reach 500 mm"),
    ] {
        let mut copy = play.clone();
        copy.say(text).unwrap();
        let entry = copy.log().iter().rev().find(|e| e.shot.is_some()).unwrap();
        assert_eq!(entry.answer, full);
    }
    for (text, why) in [
        ("caught missed", "what the catcher did is said twice"),
        ("caught at (0, 0) 0 mm 0 mm", "a token that is caught lies nowhere"),
        ("missed reach 400", "followed by a length"),
        ("missed reach -1 mm", "from 0 mm to 10000 mm"),
        ("missed reach 9000000 mm", "from 0 mm to 10000 mm"),
    ] {
        let error = play.clone().say(text).unwrap_err();
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
    let told = transcript(&play);
    assert!(told.contains("blue: shoot.shot = at (9, 9) 0 mm 0 mm touching none"), "{told}");
    assert!(
        told.contains("blue shoots disc: it lies beside the board at (9, 9) 0 mm 0 mm"),
        "{told}"
    );
}

#[test]
fn shots_are_kept_replayed_saved_and_taken_back() {
    let mut play = waiting(8);
    let mut shots = 0;
    while go_to_shot(&mut play) && shots < 6 {
        // Between two shots as well as before the first one.
        let text = Save::of(&play).to_text();
        let opened = Save::from_text(&text).unwrap().open(play.rules().clone()).unwrap();
        assert_eq!(opened.play.game(), play.game());
        assert_eq!(Save::of(&opened.play).to_text(), text);
        let before = play.clone();
        play.land(record(landing(&play.scene().unwrap()))).unwrap();
        let mut undone = play.clone();
        while undone.log().len() > before.log().len() {
            assert!(undone.undo());
        }
        assert_eq!((undone.game(), undone.log()), (before.game(), before.log()));
        let mut undone = play.clone();
        if undone.log().len() == before.log().len() + 1 {
            for player in 0..2 {
                assert_eq!(undone.undo_of(player), Err(UndoError::Shot), "its landing is known");
            }
            assert_eq!(undone.game(), play.game());
            let mut told = before.clone();
            let Stand::Shot(question) = before.stand() else { panic!("a shot waits") };
            let landing = landing(&before.scene().unwrap());
            told.land(ShotRecord { module: SAID.to_owned(), launch: None, landing }).unwrap();
            assert_eq!(told.undo_of(1 - question.player), Err(UndoError::OtherPlayer));
            assert_eq!(told.undo_of(question.player), Ok(()), "whoever said it says it anew");
            assert_eq!((told.game(), told.log()), (before.game(), before.log()));
        }
        let mut resumed = opened.play;
        resumed.land(record(landing(&resumed.scene().unwrap()))).unwrap();
        assert_eq!(resumed.game(), play.game());
        shots += 1;
    }
    let again =
        Replayed::new(play.rules().clone(), play.setup().clone(), Seats::colours(2), play.log());
    let again = again.unwrap();
    assert_eq!(again.stop, None);
    assert_eq!((again.play.game(), again.play.log()), (play.game(), play.log()));
    assert_eq!(transcript(&again.play), transcript(&play));
    // Other rules number figures otherwise: what the words say counts.
    let mut log = play.log().to_vec();
    let shot = log.iter_mut().find_map(|e| e.shot.as_mut()).unwrap();
    let there = shot.landing.struck.len();
    assert!(there > 0);
    shot.landing.struck.clear();
    let again = Replayed::new(play.rules().clone(), play.setup().clone(), Seats::colours(2), &log);
    let again = again.unwrap();
    assert_eq!(again.stop, None);
    assert_eq!(again.play.game().memory(), play.game().memory());
}

#[test]
fn what_cannot_be_answers_no_shot() {
    let mut play = waiting(9);
    let rules = play.rules().clone();
    let scene = play.scene().unwrap();
    let good = landing(&scene);
    let before = play.game().clone();
    let twist = |change: &dyn Fn(&mut Landing)| {
        let mut landing = good.clone();
        change(&mut landing);
        landing
    };
    let wrong = [
        twist(&|l| l.struck[0].figure = 99),
        twist(&|l| l.struck[0].figure = -1),
        twist(&|l| l.struck[0].figure = ABSENT),
        twist(&|l| l.struck.push(l.struck[0].clone())),
        twist(&|l| l.rest.at.x = i64::MAX),
        twist(&|l| l.rest.outline.0 = vec![Point::new(0, 0); 65]),
        twist(&|l| l.rest.outline.0[0].y = i64::MIN),
        twist(&|l| l.reach = ABSENT),
    ];
    for landing in &wrong {
        let mut game = before.clone();
        assert_eq!(game.answer_shot(&rules, landing), Err(AnswerError::NotOffered));
        assert_eq!(game, before);
    }
    let doubtful = [
        twist(&|l| l.catch = Catch::Caught),
        twist(&|l| l.tiles.push(99)),
        twist(&|l| l.rest.turn = 400_000),
    ];
    for landing in wrong.into_iter().chain(doubtful) {
        assert!(matches!(play.land(record(landing)), Err(PlayError::Refused(_))));
        assert_eq!(*play.game(), before);
    }
    assert!(matches!(play.answer(0), Err(PlayError::NotAsked(_))));
    assert!(play.candidates().is_empty());
    assert_eq!(play.game_mut().answer_index(&rules, 0), Err(AnswerError::NotOffered));
    play.land(record(good.clone())).unwrap();
    play.land(record(Landing { struck: Vec::new(), ..good.clone() })).unwrap();
    while !matches!(play.stand(), Stand::Question(_)) {
        play.roll().unwrap();
    }
    assert!(matches!(play.land(record(good)), Err(PlayError::NotAsked(_))));
}

#[test]
fn nobody_shoots_what_he_does_not_have() {
    let rules = rules();
    let mut play = Playthrough::new(rules.clone(), setup(1, 3), Seats::colours(2)).unwrap();
    play.game_mut().memory.set(Table::Player, 1, COLUMNS[1].1, 0);
    assert!(!matches!(play.game().state(), State::Shot(_)));
    loop {
        match play.stand() {
            Stand::Question(_) => play.answer(0).unwrap(),
            Stand::Chance(_) => play.roll().unwrap(),
            Stand::Fault(fault) => {
                assert_eq!(fault.kind, FaultKind::Impossible(Reason::NotHeld));
                return;
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_game_has_an_end_of_shots() {
    let play = waiting(1);
    let rules = play.rules().clone();
    let mut game: Game = play.game().clone();
    let landing = landing(&game.scene(&rules).unwrap());
    game.answer_shot(&rules, &Landing { struck: Vec::new(), ..landing.clone() }).unwrap();
    let row: Vec<Word> = {
        let stride = game.memory().stride(Table::Shot);
        game.memory().words(Table::Shot)[..stride].to_vec()
    };
    while game.memory().rows(Table::Shot) < 1 << 16 {
        game.memory.push(Table::Shot, &row);
    }
    game.commit();
    game.answer_shot(&rules, &Landing { struck: Vec::new(), ..landing }).unwrap();
    while !matches!(game.state(), State::Fault(_)) {
        match game.state() {
            State::Choice(_) => game.answer_index(&rules, 0).unwrap(),
            State::Chance(_) => game.play_chance(&rules).unwrap(),
            other => panic!("{other:?}"),
        }
    }
    assert!(matches!(game.state(), State::Fault(fault) if fault.kind == FaultKind::Memory));
}

#[test]
fn spoilt_shots_are_found_or_harmless() {
    let play = waiting(7);
    let rules = play.rules().clone();
    let mut game = play.game().clone();
    for _ in 0..3 {
        let scene = game.scene(&rules).unwrap();
        game.answer_shot(&rules, &landing(&scene)).unwrap();
        while !matches!(game.state(), State::Shot(_)) {
            match game.state() {
                State::Choice(_) => game.answer_index(&rules, 0).unwrap(),
                _ => game.play_chance(&rules).unwrap(),
            }
        }
    }
    assert_eq!(game.audit(&rules), Ok(()));
    assert!(game.memory().rows(Table::Lying) > 0, "it waits between two shots");
    let mut dice = crate::Pcg32::new(3);
    let tables = [Table::Lying, Table::Shot, Table::Struck, Table::Corner];
    let mut found = 0;
    for round in 0..2000 {
        let mut spoilt = game.clone();
        let table = tables[round % 4];
        let row = dice.below(spoilt.memory.rows(table) as u32).into();
        let column = dice.below(spoilt.memory.stride(table) as u32);
        let word = match dice.below(4) {
            0 => ABSENT,
            1 => dice.below(100).into(),
            2 => spoilt.memory.get(table, row, column) ^ (1 << dice.below(63)),
            _ => -1,
        };
        spoilt.memory.set(table, row, column, word);
        if spoilt.audit(&rules).is_err() {
            found += 1;
            continue;
        }
        let speaker = crate::Speaker::new(rules.program(), spoilt.memory(), play.seats(), None);
        let shots = 0..spoilt.memory().rows(Table::Shot) as Word;
        assert!(
            shots.into_iter().all(|shot| speaker.shot(shot).is_some_and(|t| t.contains("disc")))
        );
        let scene = spoilt.scene(&rules).unwrap();
        spoilt.answer_shot(&rules, &landing(&scene)).unwrap();
    }
    assert!(found > 900, "only {found} were found");
}
