//! Shots at the terminal: somebody aims and sees the flight, a bot does, or a person says what happened on a
//! real table.

mod aim;
mod canvas;
mod picture;
mod tabletop;

use std::{path::Path, sync::Arc};

use abi::{Flight, Launch, Scene, ShotPhysics};
use drawing::{Laid, shot_picture};
use physics::{Dice, Skill, is_out_of_reach};
use runtime::{PlayError, Playthrough, Rules, SAID, ShotQuestion, ShotRecord};

use self::{
    aim::{Aim, Changed},
    canvas::Canvas,
    picture::draw,
    tabletop::{Tabletop, Telling, Told},
};
use super::{mistakes, names::Names};
use crate::{
    art::{Art, Drawn, laid},
    choice::Shelf,
    outcome::Failure,
    phrases::{Phrase, Phrases},
    pictures::{Sort, write_over},
    screen::{Screen, Style, harmless},
    shoot::{self, TableFile, report_lines},
};

/// What is told of a flight to those who play.
pub(super) const ALL: &[&str] =
    &["throw", "flight", "catch", "reach", "rest", "touched", "nearest", "target"];
/// What is told of it to those who read a whole game.
pub(super) const SHORT: &[&str] = &["flight", "touched", "target"];

/// What can be typed by whoever says where his hand waits, in English and in Vietnamese.
const HAND_HELP: &[(&str, &str, &str)] = &[
    ("1", "hold the hand at place 1", "chờ tay ở chỗ số 1"),
    ("bot", "let a bot catch and throw", "để máy bắt và bắn"),
];
/// What can be typed by whoever aims.
const AIM_HELP: &[(&str, &str, &str)] = &[
    ("2", "aim at place 2 and throw", "ngắm vào chỗ số 2 và bắn"),
    (
        "aim 120,-40",
        "aim at a point: millimetres to the east and to the south",
        "ngắm vào một điểm: số milimét về phía đông và phía nam",
    ),
    (
        "heading 340",
        "turn: degrees clockwise from the north",
        "xoay: số độ theo chiều kim đồng hồ từ hướng bắc",
    ),
    ("elevation 60", "throw more or less steeply: degrees", "góc nâng: số độ"),
    ("speed 2.5", "throw harder or softer: metres a second", "tốc độ: mét mỗi giây"),
    ("throw", "let go", "bắn"),
    ("bot", "let a bot aim and throw", "để máy ngắm và bắn"),
];
/// What finds out where shots land if nobody says anything else.
const USUAL: &str = "rapier";
/// How far the seeds of two shots in a row lie apart.
const APART: u64 = 0xd134_2543_de82_ef95;

/// How shots are made in a session, and the last one.
pub(super) struct Shooting {
    /// Without physics people say what happened on their table.
    physics: Option<Box<dyn ShotPhysics>>,
    /// Whether somebody chose that, which holds for saved games, too.
    is_chosen: bool,
    skill: Skill,
    last: Option<Thrown>,
    /// The shots that were told, each with the length of the log before it.
    told: Vec<(usize, Telling)>,
}

/// A shot that was simulated, and the tiles over which the token flew.
struct Thrown {
    scene: Scene,
    launch: Launch,
    flight: Flight,
    rules: Arc<Rules>,
    tiles: Vec<Laid>,
}

/// A shot that waits for somebody.
pub(super) struct Waiting(Stage);

/// For what it waits.
enum Stage {
    /// The catcher says where his hand waits.
    Hand(Aim),
    /// Somebody aims.
    Aim(Aim),
    /// Somebody tells.
    Tell(Tabletop),
}

/// What came of a line.
pub(super) enum Heard {
    /// The shot has landed.
    Landed,
    /// Something was changed, and the shot still waits.
    Waits,
    /// Something else is asked now, which is to be shown.
    Shows,
}

impl Shooting {
    /// Shots by a physics module, or told by people.
    pub(super) fn new(module: Option<&str>, skill: Skill) -> Result<Self, Failure> {
        let name = module.unwrap_or(USUAL);
        let physics = match physics::module(name) {
            None if name != SAID => return Err(shoot::no_module(name, &[SAID])),
            physics => physics,
        };
        Ok(Self { physics, is_chosen: module.is_some(), skill, last: None, told: Vec::new() })
    }

    /// Shots of a game that was loaded are made as was chosen for it, or else as its last one was, unless somebody
    /// has chosen now; tells how, if that is not the usual way.
    pub(super) fn go_on(&mut self, play: &Playthrough) -> Option<&'static str> {
        self.told.clear();
        if self.is_chosen {
            return None;
        }
        let last = play.log().iter().rev().find_map(|entry| entry.shot.as_ref());
        let last = last.map(|shot| shot.module.as_str());
        let by = play.shots_by().or(last).unwrap_or(USUAL);
        let physics = if by == SAID { None } else { physics::module(by) };
        self.physics = if by == SAID { None } else { physics.or_else(|| physics::module(USUAL)) };
        let name = self.name();
        (name != USUAL).then_some(name)
    }

    /// Lets a game keep how its shots are made, for whoever goes on with it, if somebody chose that or it is not the
    /// usual way.
    pub(super) fn keep(&self, play: &mut Playthrough) {
        let name = self.name();
        if self.is_chosen || play.shots_by().is_some() || name != USUAL {
            play.make_shots_by(Some(name));
        }
    }

    fn name(&self) -> &'static str {
        self.physics.as_ref().map_or(SAID, |physics| physics.name())
    }

    /// Answers were taken back: what was told of later shots means nothing any more.
    pub(super) fn taken_back(&mut self, play: &Playthrough) {
        self.told.retain(|&(before, _)| before <= play.log().len());
    }

    /// Whether people say what happened.
    pub(super) const fn is_told(&self) -> bool {
        self.physics.is_none()
    }

    /// The dice of the shot that waits: thrown anew for each, so that a game which was saved, or where something
    /// was taken back, goes on as it would have.
    fn dice(play: &Playthrough) -> Dice {
        let shot = play.log().len() as u64;
        Dice::new((!play.setup().seed).wrapping_add(shot.wrapping_mul(APART)))
    }

    /// Begins a shot of a person.
    pub(super) fn begin(
        &mut self,
        play: &Playthrough,
        names: &Names,
        hand_is_asked: bool,
    ) -> Option<Waiting> {
        let scene = play.scene()?;
        if self.is_told() {
            let before = |(before, _): &mut (usize, Telling)| *before == play.log().len();
            let told = match self.told.pop_if(before) {
                Some((_, telling)) => Tabletop::again(&scene, telling),
                None => Tabletop::new(&scene),
            };
            return Some(Waiting(Stage::Tell(told)));
        }
        let aim = Aim::new(scene, names, &mut Self::dice(play));
        let is_caught = aim.scene.catcher.is_some() && hand_is_asked;
        Some(Waiting(if is_caught { Stage::Hand(aim) } else { Stage::Aim(aim) }))
    }

    /// A bot shoots as well as it can; the flight is kept for whoever wants to see it.
    pub(super) fn bot(&mut self, play: &mut Playthrough) -> Result<(), PlayError> {
        let Some(scene) = play.scene() else {
            return Err(PlayError::Refused("no shot waits".to_owned()));
        };
        let launch = physics::sensible(&scene, &mut Self::dice(play));
        self.throw(play, scene, launch)
    }

    fn throw(
        &mut self,
        play: &mut Playthrough,
        scene: Scene,
        launch: Launch,
    ) -> Result<(), PlayError> {
        let launch = self.skill.spread(launch, &mut Self::dice(play));
        let Some(physics) = &self.physics else {
            return Err(PlayError::Refused("there is no physics".to_owned()));
        };
        let flight = physics.throw(&scene, &launch).map_err(|why| play.impossible(why))?;
        flight.landing.examine(&scene).map_err(|why| play.impossible(why))?;
        let (module, rules, tiles) = (physics.name().to_owned(), play.rules().clone(), laid(play));
        let landing = flight.landing.clone();
        play.land(ShotRecord { module, launch: Some(launch), landing })?;
        self.last = Some(Thrown { scene, launch, flight, rules, tiles });
        Ok(())
    }

    /// Shows the table and what can be said.
    pub(super) fn show(
        &self,
        waiting: &Waiting,
        play: &Playthrough,
        question: &ShotQuestion,
        names: &Names,
        screen: &mut Screen<'_>,
    ) -> Result<(), Failure> {
        let token = play.rules().program().tokens.get(question.token.index());
        let token = token.map_or_else(String::new, |token| names.kind("token", &token.name));
        let who = names.painted(play, question.player, screen);
        let head = names.say(Phrase::Shoots, &[&who, &screen.paint(Style::Bold, &token)]);
        let code = screen.paint(Style::Dim, &format!("({})", question.name));
        screen.line(&format!("{head} {code}"))?;
        match &waiting.0 {
            Stage::Hand(aim) => {
                draw(&Canvas::of(&aim.scene, None), play, names.phrases, screen)?;
                let catcher = aim.scene.catcher.unwrap_or(0);
                let catcher = names.painted(play, catcher as i64, screen);
                screen.line(&names.say(Phrase::WhereIsTheHand, &[&catcher]))?;
                let hands = [
                    Phrase::HandAtSeat,
                    Phrase::HandLeft,
                    Phrase::HandRight,
                    Phrase::HandNear,
                    Phrase::NoHand,
                ];
                for (i, hand) in hands.into_iter().enumerate() {
                    numbered(i + 1, &names.say(hand, &[]), screen)?;
                }
            }
            Stage::Aim(aim) => {
                draw_aim(aim, play, names, screen)?;
                for (i, (place, _)) in aim.places.iter().enumerate() {
                    numbered(i + 1, place, screen)?;
                }
                screen.line(&screen.paint(Style::Dim, &names.say(Phrase::HowToAim, &[])))?;
            }
            Stage::Tell(told) => ask(told, names, screen)?,
        }
        Ok(())
    }

    /// What can be typed at a shot, besides what can be typed at any time.
    pub(super) fn help(waiting: &Waiting) -> &'static [(&'static str, &'static str, &'static str)] {
        match &waiting.0 {
            Stage::Hand(_) => HAND_HELP,
            Stage::Aim(_) => AIM_HELP,
            Stage::Tell(told) => told.help(),
        }
    }

    /// Takes back the last answer about a real table, if the shot that waits has one.
    pub(super) fn take_back(
        waiting: &mut Waiting,
        names: &Names,
        screen: &mut Screen<'_>,
    ) -> Result<bool, Failure> {
        let Stage::Tell(told) = &mut waiting.0 else { return Ok(false) };
        let is_taken_back = told.take_back();
        if is_taken_back {
            ask(told, names, screen)?;
        }
        Ok(is_taken_back)
    }

    /// Hears a line of the one who is asked.
    pub(super) fn hear(
        &mut self,
        waiting: &mut Waiting,
        line: &str,
        play: &mut Playthrough,
        names: &Names,
        screen: &mut Screen<'_>,
    ) -> Result<Heard, Failure> {
        let line = line.trim();
        if let Some(path) = line.strip_prefix("scene ") {
            keep(Path::new(path.trim()), waiting, play, names, screen)?;
            return Ok(Heard::Waits);
        }
        let number = line.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let before = play.log().len();
        let done = match &mut waiting.0 {
            Stage::Hand(aim) => {
                let at = match number {
                    Some(n @ 0..=3) => Some(aim.hands()[n]),
                    Some(4) => None,
                    // It is one shot: a bot catches with its hand at the seat, and throws.
                    _ if line == "bot" => return said(self.bot(play), names, screen),
                    _ => {
                        trouble(&no_aim(line, names), screen)?;
                        return Ok(Heard::Waits);
                    }
                };
                aim.hold(at);
                waiting.0 = Stage::Aim(aim.clone());
                return Ok(Heard::Shows);
            }
            Stage::Aim(aim) => match (line, number) {
                ("throw", _) => self.throw(play, aim.scene.clone(), aim.launch),
                ("bot", _) => {
                    // The catcher has said already where his hand waits.
                    let launch = physics::sensible(&aim.scene, &mut Self::dice(play));
                    let launch = Launch { hand: aim.launch.hand, ..launch };
                    self.throw(play, aim.scene.clone(), launch)
                }
                (_, Some(number)) => {
                    let Some(&(_, at)) = aim.places.get(number) else {
                        let most = aim.places.len().to_string();
                        trouble(&names.say(Phrase::Range, &["1", &most]), screen)?;
                        return Ok(Heard::Waits);
                    };
                    let before = aim.clone();
                    aim.at(at);
                    if is_out_of_reach(&aim.launch) {
                        *aim = before;
                        trouble(&shoot::out_of_reach(names.phrases), screen)?;
                        return Ok(Heard::Waits);
                    }
                    self.throw(play, aim.scene.clone(), aim.launch)
                }
                _ => match aim.obey(line, names) {
                    Changed::Aim => {
                        draw_aim(aim, play, names, screen)?;
                        screen.line(&aimed(aim, names))?;
                        return Ok(Heard::Waits);
                    }
                    Changed::Wrong(why) => {
                        trouble(&why, screen)?;
                        return Ok(Heard::Waits);
                    }
                    Changed::Nothing => {
                        trouble(&no_aim(line, names), screen)?;
                        return Ok(Heard::Waits);
                    }
                },
            },
            Stage::Tell(told) => match told.hear(line, &|words| play.examine_landing(words)) {
                Told::More => {
                    ask(told, names, screen)?;
                    return Ok(Heard::Waits);
                }
                Told::All(words) => play.say(&words),
                // Whoever knows the words of a landing may say them at once.
                Told::Unclear if tabletop::begins_landing(line) => {
                    play.examine_landing(line).and_then(|()| play.say(line))
                }
                Told::Refused(error) => {
                    trouble(&mistakes::refused(&error, names), screen)?;
                    ask(told, names, screen)?;
                    return Ok(Heard::Waits);
                }
                Told::ByWhom => {
                    trouble(&names.say(Phrase::ByWhom, &[]), screen)?;
                    return Ok(Heard::Waits);
                }
                Told::NoSuch(most) => {
                    let most = most.to_string();
                    trouble(&names.say(Phrase::RangeOfFigures, &["1", &most]), screen)?;
                    return Ok(Heard::Waits);
                }
                Told::OffWhat => {
                    trouble(&names.say(Phrase::OffWhat, &[]), screen)?;
                    return Ok(Heard::Waits);
                }
                Told::Unclear => {
                    trouble(&names.say(Phrase::Unreadable, &[line]), screen)?;
                    ask(told, names, screen)?;
                    return Ok(Heard::Waits);
                }
            },
        };
        if let (Stage::Tell(told), Ok(())) = (&mut waiting.0, &done) {
            self.told.push((before, told.telling()));
        }
        said(done, names, screen)
    }

    /// Shows the last flight over the table, and so much of the report as is asked.
    pub(super) fn show_flight(
        &self,
        play: &Playthrough,
        parts: &[&str],
        phrases: Phrases,
        screen: &mut Screen<'_>,
    ) -> Result<(), Failure> {
        let Some(Thrown { scene, launch, flight, .. }) = &self.last else { return Ok(()) };
        draw(&Canvas::of(scene, Some(flight)), play, phrases, screen)?;
        for (what, text) in report_lines(scene, launch, flight, phrases) {
            if parts.contains(&what) {
                let what = shoot::head(phrases, what);
                let head = screen.paint(Style::Dim, &format!("{what:<8}"));
                screen.line(&format!("    {head} {}", harmless(&text)))?;
            }
        }
        Ok(())
    }

    /// Draws the last flight into a file.
    pub(super) fn picture(
        &self,
        path: &Path,
        shelf: &Shelf,
        names: &Names,
        screen: &mut Screen<'_>,
    ) -> Result<(), Failure> {
        let Some(Thrown { scene, launch, flight, rules, tiles }) = &self.last else {
            return trouble(&names.say(Phrase::NoShotYet, &[]), screen);
        };
        let art = Art::of(rules.clone(), tiles.clone(), shelf);
        let title = shoot::title("carc", scene, flight);
        let text = shot_picture(scene, launch, flight, &title, Some(art.known()));
        let drawn = Sort::of(path).and_then(|sort| write_over(path, &sort.pack(text)?));
        match drawn {
            Ok(()) => screen.line(&names.say(Phrase::Saved, &[&path.display().to_string()]))?,
            Err(failure) => trouble(&failure.to_string(), screen)?,
        }
        Ok(())
    }
}

/// Writes the table that waits into a file, for `carc shoot`.
fn keep(
    path: &Path,
    waiting: &Waiting,
    play: &Playthrough,
    names: &Names,
    screen: &mut Screen<'_>,
) -> Result<(), Failure> {
    let launch = match &waiting.0 {
        Stage::Hand(aim) | Stage::Aim(aim) => Some(aim.launch),
        Stage::Tell(_) => None,
    };
    let Some(scene) = play.scene() else { return Ok(()) };
    let drawn = Some(Drawn::of_game(play));
    match write_over(path, TableFile { scene, launch, drawn }.text().as_bytes()) {
        Ok(()) => screen.line(&names.say(Phrase::Saved, &[&path.display().to_string()]))?,
        Err(failure) => trouble(&failure.to_string(), screen)?,
    }
    Ok(())
}

/// Why a line is no answer to where a hand waits or a token is thrown: above all, nobody says where it lands.
fn no_aim(line: &str, names: &Names) -> String {
    match tabletop::begins_landing(line) {
        true => names.say(Phrase::NotTold, &[]),
        false => names.say(Phrase::Unreadable, &[line]),
    }
}

fn said(
    done: Result<(), PlayError>,
    names: &Names,
    screen: &mut Screen<'_>,
) -> Result<Heard, Failure> {
    match done {
        Ok(()) => Ok(Heard::Landed),
        Err(error) => {
            trouble(&mistakes::refused(&error, names), screen)?;
            Ok(Heard::Waits)
        }
    }
}

fn ask(told: &Tabletop, names: &Names, screen: &mut Screen<'_>) -> Result<(), Failure> {
    for (i, figure) in told.figures().iter().enumerate() {
        numbered(i + 1, &names.notation(figure), screen)?;
    }
    screen.line(&names.say(told.question(), &[]))?;
    Ok(())
}

fn numbered(number: usize, text: &str, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let number = screen.paint(Style::Cyan, &format!("{number:>2}"));
    screen.line(&format!("  {number}  {text}"))?;
    Ok(())
}

fn aimed(aim: &Aim, names: &Names) -> String {
    let Launch { heading, elevation, speed, .. } = aim.launch;
    let degrees = |angle: i64| {
        let sign = if angle < 0 { "-" } else { "" };
        format!("{sign}{}.{}", angle.abs() / 1000, angle.abs() % 1000 / 100)
    };
    let speed = format!("{}.{:02}", speed / 1000, speed % 1000 / 10);
    names.say(Phrase::Aimed, &[&degrees(heading.rem_euclid(360_000)), &degrees(elevation), &speed])
}

/// Draws the table with the line on which the token is aimed, and says so if that leads off the table.
fn draw_aim(
    aim: &Aim,
    play: &Playthrough,
    names: &Names,
    screen: &mut Screen<'_>,
) -> Result<(), Failure> {
    let down = aim.comes_down();
    draw(&Canvas::aimed(&aim.scene, &aim.launch, down), play, names.phrases, screen)?;
    // Who catches sits at the edge, and a token comes down behind him.
    if aim.scene.catcher.is_none() && !aim.scene.table.contains(down) {
        trouble(&names.say(Phrase::AimedOffTable, &[]), screen)?;
    }
    Ok(())
}

fn trouble(text: &str, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let text = screen.paint(Style::Yellow, &harmless(text));
    screen.line(&text)?;
    Ok(())
}
