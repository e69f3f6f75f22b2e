//! Options that mean the same, menus, rolls, decisions and the end of the game, by rules that are a script.

use std::sync::{Arc, Mutex};

use abi::*;

use super::program;
use crate::{Choice, CourseKind, Event, Frame, Game, Pick, Rules, State};

/// What the script's rule does next; the answers that it got are kept.
#[derive(Debug, Default)]
struct Script {
    lines: Mutex<Vec<Line>>,
    answers: Mutex<Vec<Word>>,
}

#[derive(Clone, Debug)]
enum Line {
    Ask(u32, Vec<Word>),
    Decide,
    Roll(Word, Word),
    Part,
    EndGame,
    Done,
}

impl Code for Script {
    fn call(&self, _: FunctionId, _: &[Word], _: &mut dyn Host) -> Result<Word, Fault> {
        Ok(3)
    }

    fn resume(&self, _: FunctionId, base: usize, answer: Word, host: &mut dyn Host) -> Outcome {
        if host.stack().words()[base] != 0 {
            self.answers.lock().unwrap().push(answer);
        }
        host.stack_mut().words_mut()[base] = 1;
        let mut lines = self.lines.lock().unwrap();
        let line = if lines.is_empty() { Line::EndGame } else { lines.remove(0) };
        let (ask, options) = match line {
            Line::Done => return Outcome::Done(0),
            Line::Part => return Outcome::Part(1),
            Line::EndGame => return Outcome::EndGame,
            Line::Decide => (4, Options::YesNo),
            Line::Roll(from, to) => (5, Options::Range(from, to)),
            Line::Ask(ask, words) => {
                let start = host.stack().top();
                for word in &words {
                    host.stack_mut().push(*word);
                }
                (ask, Options::List(list(start, words.len())))
            }
        };
        Outcome::Ask(AskCall { ask: AskId(ask), who: 0, options })
    }
}

fn shape(kind: AskKind, base: Base) -> AskShape {
    let offer = |ty| OfferShape { name: String::new(), ty, origin: OriginId(0) };
    AskShape {
        kind,
        name: String::new(),
        within: String::new(),
        ty: Ty::one(base),
        offers: vec![offer(Some(Ty::one(base))), offer(None)],
        origin: OriginId(0),
    }
}

/// A game whose only steps run the script: one in a turn, one in the last phase, one in a part.
fn scripted(lines: &[Line]) -> (Rules, Arc<Script>, Game) {
    let script = Arc::new(Script { lines: Mutex::new(lines.to_vec()), ..Script::default() });
    let mut program = program::program(program::Rules::default());
    let spot = Base::Spot;
    program.asks = vec![
        shape(AskKind::Chooses, spot),
        shape(AskKind::MayChoose, Base::Figure(FigureSort::Any)),
        shape(AskKind::Menu, spot),
        shape(AskKind::Chooses, Base::Int),
        shape(AskKind::Decides, Base::Flag),
        shape(AskKind::Rolls, Base::Int),
    ];
    let step = |phase| CourseStep {
        function: FunctionId(program::function::DRAW),
        phase,
        name: String::new(),
        origin: OriginId(0),
        idle: None,
    };
    let course = |steps: &[u16]| Course {
        phases: vec![String::new(); 3],
        steps: steps.iter().map(|&phase| step(phase)).collect(),
    };
    program.courses = Courses {
        setup: course(&[]),
        turn: course(&[0, 2, 2]),
        part: course(&[0, 1]),
        finish: course(&[0, 1]),
    };
    let code: Arc<dyn Code> = script.clone();
    program.code = code;
    let rules = Rules::new(Arc::new(program));
    let mut game = Game::new(&rules, &program::setup(1, 1)).unwrap();
    game.keep_chronicle(true);
    game.advance(&rules);
    (rules, script, game)
}

fn on(segment: Word) -> Word {
    Place::Segment(segment).word()
}

#[test]
fn spots_of_like_figures_are_offered_once() {
    // Figures 1 to 3 are the first player's, 4 to 6 the second one's, 0 is neutral.
    let words = [spot(2, on(1)), spot(1, on(1)), spot(4, on(1)), spot(1, on(2)), spot(5, on(1))];
    let (rules, script, mut game) = scripted(&[Line::Ask(0, words.to_vec())]);
    assert_eq!(game.option_count(), 3);
    let offered: Vec<_> = (0..3).map(|n| game.choice(&rules, n).unwrap().value).collect();
    assert_eq!(offered, [words[0], words[2], words[3]]);
    let hidden = Choice { offer: None, value: words[1] };
    assert!(game.answer(&rules, Pick::Option(hidden)).is_err());
    assert!(game.answer(&rules, Pick::Pass).is_err());
    game.answer(&rules, Pick::Option(Choice { offer: None, value: words[3] })).unwrap();
    assert_eq!(script.answers.lock().unwrap()[0], words[3]);
}

#[test]
fn long_lists_are_thinned_like_short_ones() {
    let mut words = Vec::new();
    for place in 0..20 {
        for figure in 1..7 {
            words.push(spot(figure, on(place)));
        }
    }
    words.reverse();
    let (rules, _, mut game) = scripted(&[Line::Ask(0, words.clone())]);
    assert_eq!(game.option_count(), 40);
    let offered: Vec<_> = (0..40).map(|n| game.choice(&rules, n).unwrap().value).collect();
    let expected = words.iter().filter(|&&w| [3, 6].contains(&spot_figure(w)));
    assert_eq!(offered, expected.copied().collect::<Vec<_>>());
    let text = serde_json::to_string(&game).unwrap();
    assert_eq!(serde_json::from_str::<Game>(&text).unwrap(), game);
}

#[test]
fn figures_that_stand_apart_are_told_apart() {
    let (rules, script, mut game) = scripted(&[Line::Decide, Line::Ask(1, vec![1, 2, 3])]);
    assert_eq!(game.option_count(), 2);
    let mut play = game.play(&rules);
    let mut board = play.board();
    let tile = board.new_tile(TileKindId(0)).unwrap();
    board.lie(tile, cell(0, 0), 0).unwrap();
    board.move_figure(3, Place::Tile(tile).word()).unwrap();
    game.answer_index(&rules, 1).unwrap();
    assert_eq!(game.option_count(), 3);
    assert_eq!(game.choice(&rules, 0).unwrap().value, 1);
    assert_eq!(game.choice(&rules, 1).unwrap().value, 3);
    game.answer_index(&rules, 2).unwrap();
    assert_eq!(script.answers.lock().unwrap()[..2], [0, ABSENT]);
}

#[test]
fn a_menu_is_answered_by_the_position_of_a_pair() {
    let pairs = vec![0, spot(1, on(1)), 0, spot(2, on(1)), 0, spot(1, on(2)), 1, 0];
    let (rules, script, mut game) = scripted(&[Line::Ask(2, pairs), Line::Ask(2, Vec::new())]);
    assert_eq!(game.option_count(), 4);
    let choice = Choice { offer: Some(1), value: 0 };
    assert_eq!(game.option(&rules, 2), Some(Pick::Option(choice)));
    game.answer(&rules, Pick::Option(choice)).unwrap();
    // The second menu is empty and passed at once.
    assert_eq!(script.answers.lock().unwrap()[..2], [3, ABSENT]);
}

#[test]
fn what_leaves_no_choice_is_not_asked() {
    let (rules, script, mut game) = scripted(&[
        Line::Ask(0, vec![spot(1, on(1)), spot(2, on(1))]),
        Line::Ask(3, Vec::new()),
        Line::Ask(1, Vec::new()),
        Line::Roll(6, 6),
        Line::Roll(1, 6),
    ]);
    assert!(matches!(game.state(), State::Chance(_)));
    assert_eq!(*script.answers.lock().unwrap(), [spot(1, on(1)), ABSENT, ABSENT, 6]);
    let taken = game.chronicle().events().iter().filter(|e| matches!(e, Event::Taken { .. }));
    assert_eq!(taken.count(), 1);
    assert!(game.answer_chance(&rules, 7).is_err());
    let mut rolled = [false; 6];
    for seed in 0..60 {
        let mut game = game.clone();
        game.reseed(seed);
        game.play_chance(&rules).unwrap();
        rolled[*script.answers.lock().unwrap().last().unwrap() as usize - 1] = true;
    }
    assert_eq!(rolled, [true; 6]);
    game.answer_chance(&rules, 1).unwrap();
}

/// Lets chance answer until the game goes wrong or asks a player; how often it did.
fn thrown(rules: &Rules, game: &mut Game) -> i64 {
    let mut throws = 0;
    while matches!(game.state(), State::Chance(_)) {
        game.play_chance(rules).unwrap();
        throws += 1;
    }
    throws
}

#[test]
fn chance_does_not_renew_the_budget_and_players_do() {
    let most = STEP_BUDGET / CHANCE_STEPS;
    let mut lines = vec![Line::Roll(1, 6); most as usize / 2 + 1];
    lines.push(Line::Decide);
    lines.extend(vec![Line::Roll(1, 6); most as usize]);
    let (rules, _, mut game) = scripted(&lines);
    assert_eq!(thrown(&rules, &mut game), most / 2 + 1);
    assert!(matches!(game.state(), State::Choice(_)));
    let saved: Game = serde_json::from_value(serde_json::to_value(&game).unwrap()).unwrap();
    assert_eq!(saved.steps, game.steps);
    game.answer_index(&rules, 0).unwrap();
    // Posing the question costs something, too.
    let throws = thrown(&rules, &mut game);
    assert!((most * 9 / 10..most).contains(&throws), "{throws}");
    assert!(matches!(game.state(), State::Fault(fault) if fault.kind == FaultKind::Budget));
}

#[test]
fn taking_back_a_roll_takes_back_what_it_cost() {
    let (rules, _, mut game) = scripted(&[Line::Roll(1, 6), Line::Roll(1, 6), Line::Decide]);
    let (before, steps) = (game.checkpoint(), game.steps);
    game.play_chance(&rules).unwrap();
    assert!(game.steps <= steps - CHANCE_STEPS);
    assert!(game.undo(&before));
    assert_eq!(game.steps, steps);
}

#[test]
fn a_roll_of_nothing_is_a_fault() {
    let (_, _, game) = scripted(&[Line::Roll(3, 1)]);
    let empty = FaultKind::Impossible(Reason::EmptyRange);
    assert!(matches!(game.state(), State::Fault(fault) if fault.kind == empty));
    let wide = FaultKind::Impossible(Reason::WideRange);
    for to in [Word::MAX, Word::MIN + (1 << 20)] {
        let (_, _, game) = scripted(&[Line::Roll(Word::MIN, to)]);
        assert!(matches!(game.state(), State::Fault(fault) if fault.kind == wide));
    }
}

fn courses(game: &Game) -> Vec<CourseKind> {
    let course = |frame: &Frame| match frame {
        Frame::Course { course, .. } => Some(*course),
        Frame::Rule { .. } => None,
    };
    game.frames().iter().filter_map(course).collect()
}

#[test]
fn end_game_leaves_the_part_and_goes_on_with_the_last_phase() {
    let lines = [Line::Part, Line::EndGame, Line::Decide, Line::Done, Line::Decide];
    let (rules, _, mut game) = scripted(&lines);
    // The part and the step that played it are left; the first step of the last phase asks.
    assert_eq!(courses(&game), [CourseKind::Turn]);
    assert!(matches!(game.frames()[0], Frame::Course { next: 2, .. }));
    assert_eq!(game.active(), 0);
    game.answer_index(&rules, 0).unwrap();
    // The rest of the last phase, after which the finish would come.
    assert!(matches!(game.frames()[0], Frame::Course { next: 3, .. }));
    game.answer_index(&rules, 0).unwrap();
    assert_eq!(game.state(), State::Over);
    assert_eq!((game.turn(), game.active()), (1, 0));
}

#[test]
fn end_game_within_the_finish_only_leaves_the_part() {
    let lines = [Line::EndGame, Line::Done, Line::Done, Line::Part, Line::EndGame, Line::Decide];
    let (rules, _, mut game) = scripted(&lines);
    // The rule that played the part goes on and asks.
    assert_eq!(courses(&game), [CourseKind::Finish]);
    assert_eq!(game.frames().len(), 2);
    game.answer_index(&rules, 0).unwrap();
    assert_eq!(game.state(), State::Over);
    assert!(game.is_over());
}

#[test]
fn a_part_has_its_own_player_and_forgets_what_lasts_for_it() {
    let lines = [Line::Part, Line::Decide, Line::Done, Line::Done, Line::Decide];
    let (rules, _, mut game) = scripted(&lines);
    assert_eq!(courses(&game), [CourseKind::Turn, CourseKind::Part]);
    assert_eq!(game.active(), 1);
    // As rules keep it: noted first.
    game.memory.set(Table::Game, 0, field::game::KEPT, -1);
    game.memory.set(Table::Game, 0, program::HAND, 5);
    game.answer_index(&rules, 0).unwrap();
    assert_eq!(courses(&game), [CourseKind::Turn]);
    assert_eq!(game.active(), 0);
    assert_eq!(game.memory().get(Table::Game, 0, program::HAND), ABSENT);
}

/// Functions that do nothing at all.
#[derive(Debug)]
struct Idle;

impl Code for Idle {
    fn call(&self, _: FunctionId, _: &[Word], _: &mut dyn Host) -> Result<Word, Fault> {
        Ok(0)
    }

    fn resume(&self, _: FunctionId, _: usize, _: Word, _: &mut dyn Host) -> Outcome {
        Outcome::Done(0)
    }
}

#[test]
fn rules_that_never_ask_come_to_an_end() {
    let (_, _, game) = scripted(&vec![Line::Part; 200]);
    assert!(matches!(game.state(), State::Fault(fault) if fault.kind == FaultKind::Depth));
    let mut program = program::program(program::Rules::default());
    program.code = Arc::new(Idle);
    let rules = Rules::new(Arc::new(program));
    let mut game = Game::new(&rules, &program::setup(1, 1)).unwrap();
    let state = game.advance(&rules);
    assert!(matches!(state, State::Fault(fault) if fault.kind == FaultKind::Budget));
    assert_eq!(game.audit(&rules), Ok(()));
}
