//! `carc shoot`: one shot at a table, or a series of them, with a report and a picture.

mod measure;
mod report;
mod series;
mod source;
mod words;

use abi::{Catch, Flight, Launch, Scene, ShotPhysics, Word};
use drawing::shot_picture;
use physics::{Dice, Skill, is_dropped, is_out_of_reach};
use serde::Serialize;
use toolkit::{FALLBACK, Library};

pub(crate) use self::{
    report::lines as report_lines,
    source::TableFile,
    words::{head, out_of_reach, wrong},
};
use self::{series::Series, words::say};
use crate::{
    args::{Shoot, SkillChoice},
    art::Art,
    outcome::{Failure, Verdict},
    phrases::{Phrases, language, spoken_language},
    pictures::{Sort, write_over},
    play::View,
    progress::bar,
    screen::{Screen, Style, harmless, harmless_json},
};

/// The width of the bars of a series.
const BAR: u64 = 40;

/// The result as data.
#[derive(Debug, Serialize)]
struct Results<'a> {
    physics: &'static str,
    launch: &'a Launch,
    #[serde(skip_serializing_if = "Option::is_none")]
    flight: Option<&'a Flight>,
    #[serde(skip_serializing_if = "Option::is_none")]
    series: Option<&'a Series>,
}

/// Shoots and reports.
pub(crate) fn run(arguments: &Shoot, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let language = language(arguments.lang.as_deref());
    if arguments.lang.is_some() {
        spoken_language(&language)?;
    }
    let phrases = Phrases::new(&language);
    // Before anything is thrown: a name that promises no picture gets none.
    let sort = arguments.svg.as_deref().map(Sort::of).transpose()?;
    let TableFile { scene, launch, drawn } = TableFile::read(&arguments.scene, phrases)?;
    let physics = module(&arguments.physics)?;
    let launch = launched(arguments, &scene, launch);
    if arguments.at.is_some() && arguments.speed.is_none() && is_out_of_reach(&launch) {
        return Err(Failure::Misused(out_of_reach(phrases)));
    }
    if arguments.at.is_some() && arguments.speed.is_none() && is_dropped(&launch) {
        return Err(Failure::Misused(say(phrases, words::OWN_PLACE, &[])));
    }
    launch.examine(&scene).map_err(|e| Failure::Misused(wrong(phrases, &e)))?;
    let flight = physics.throw(&scene, &launch);
    let flight = flight.map_err(|e| Failure::Wrong(harmless(&wrong(phrases, &e))))?;
    if let (Some(path), Some(sort)) = (&arguments.svg, sort) {
        let name = arguments.scene.file_stem().unwrap_or_default().to_string_lossy();
        let mut title = title(&name, &scene, &flight);
        if arguments.series.is_some() {
            title.push_str(
                ", thrown once by steady hands; those of the series spread round this way",
            );
        }
        let art = drawn.map(|drawn| drawn.open(&scene)).transpose()?;
        let known = art.as_ref().map(Art::known);
        let picture = shot_picture(&scene, &launch, &flight, &title, known);
        write_over(path, &sort.pack(picture)?)?;
    }
    let series = match arguments.series {
        None => None,
        Some(shots) => Some(throw_series(arguments, &scene, &launch, &*physics, shots)?),
    };
    let told = told(&scene, phrases, &language);
    if arguments.json {
        let flight = series.is_none().then_some(&flight);
        let series = series.as_ref();
        let launch = source::shown(&launch);
        let results = Results { physics: physics.name(), launch: &launch, flight, series };
        let text = serde_json::to_string_pretty(&results).expect("results are plain data");
        screen.line(&harmless_json(&text))?;
    } else {
        match &series {
            None => write_report(&told, &launch, &flight, phrases, screen)?,
            Some(series) => write_series(series, &told, phrases, screen)?,
        }
    }
    Ok(Verdict::Good)
}

/// The table with the names of figures as players read them.
fn told(scene: &Scene, phrases: Phrases, language: &str) -> Scene {
    let mut scene = scene.clone();
    if phrases.is_foreign() {
        let view = View::new(&Library::built_in(), language);
        scene.figures.iter_mut().for_each(|figure| figure.name = view.notation(&figure.name));
    }
    scene
}

impl From<SkillChoice> for Skill {
    fn from(choice: SkillChoice) -> Self {
        match choice {
            SkillChoice::Perfect => Self::PERFECT,
            SkillChoice::Steady => Self { speed: 40, heading: 2_000 },
            SkillChoice::Practised => Self::PRACTISED,
            SkillChoice::Novice => Self { speed: 200, heading: 10_000 },
        }
    }
}

/// The physics module of a name.
pub(crate) fn module(name: &str) -> Result<Box<dyn ShotPhysics>, Failure> {
    physics::module(name).ok_or_else(|| no_module(name, &[]))
}

/// There is no module of a name; besides modules some other words may stand there.
pub(crate) fn no_module(name: &str, besides: &[&str]) -> Failure {
    let known = physics::MODULES.iter().map(|module| module.name);
    let known: Vec<&str> = known.chain(besides.iter().copied()).collect();
    let known = known.join(", ");
    Failure::Misused(format!("there is no physics `{}`; there is: {known}", harmless(name)))
}

/// The launch of the file, or one that is aimed, with what was said on the command line.
fn launched(arguments: &Shoot, scene: &Scene, given: Option<Launch>) -> Launch {
    let elevation = arguments.elevation.unwrap_or(physics::ELEVATION);
    let aimed = |at| physics::aim(scene, at, physics::HEIGHT, elevation);
    let mut launch = match (arguments.at, given) {
        (Some(at), _) => aimed(at),
        (None, Some(launch)) => launch,
        (None, None) => physics::sensible(scene, &mut Dice::new(arguments.seed)),
    };
    let set = |field: &mut i64, said: Option<i64>| *field = said.unwrap_or(*field);
    set(&mut launch.heading, arguments.heading);
    set(&mut launch.elevation, arguments.elevation);
    set(&mut launch.speed, arguments.speed);
    launch
}

/// Pictures are in the language of the rules.
fn name_of(scene: &Scene, figure: Word) -> String {
    report::name(scene, figure, Phrases::new(FALLBACK))
}

/// What a picture says of itself.
pub(crate) fn title(name: &str, scene: &Scene, flight: &Flight) -> String {
    let landing = &flight.landing;
    let touched: Vec<String> = landing.touched().map(|id| name_of(scene, id)).collect();
    let by = scene.catcher.map_or(0, |seat| seat + 1);
    let touched = match touched.len() {
        _ if landing.catch == Catch::Caught => format!("is caught by player {by}"),
        _ if landing.catch == Catch::Touched => format!("touches the hand of player {by}"),
        0 if scene.catcher.is_some() => format!("misses the hand of player {by}"),
        0 => "touches nobody".to_owned(),
        1..=3 => format!("touches {}", touched.join(" and ")),
        n => format!("touches {n} figures"),
    };
    let away = match scene.from_target(&landing.rest.outline) {
        Some([0, _]) => " and lies on the target".to_owned(),
        Some([away, _]) => format!(" and lies {} from the target", measure::whole(away)),
        None => String::new(),
    };
    harmless(&format!("{name}: the token {touched}{away}"))
}

fn throw_series(
    arguments: &Shoot,
    scene: &Scene,
    launch: &Launch,
    physics: &dyn ShotPhysics,
    shots: u64,
) -> Result<Series, Failure> {
    let bar = bar(shots, "shots");
    let skill: Skill = arguments.skill.into();
    let times = (shots, arguments.seed);
    let series = Series::throw(scene, launch, physics, &skill, times, &|| bar.inc(1));
    bar.finish_and_clear();
    series.map_err(|e| Failure::Wrong(e.to_string()))
}

fn write_report(
    scene: &Scene,
    launch: &Launch,
    flight: &Flight,
    phrases: Phrases,
    screen: &mut Screen<'_>,
) -> Result<(), Failure> {
    let mut last = "";
    for (what, text) in report::lines(scene, launch, flight, phrases) {
        let shown = if what == last { "" } else { head(phrases, what) };
        let head = screen.paint(Style::Dim, &format!("{shown:<8}"));
        screen.line(&format!("{head} {}", harmless(&text)))?;
        last = what;
    }
    Ok(())
}

fn write_series(
    series: &Series,
    scene: &Scene,
    phrases: Phrases,
    screen: &mut Screen<'_>,
) -> Result<(), Failure> {
    let counts = [series.shots, series.toppled];
    let many = counts.map(|n| if n == 1 || phrases.is_foreign() { "" } else { "s" });
    let counts = counts.map(|n| n.to_string());
    screen.line(&say(phrases, words::SHOTS, &[&counts[0], many[0], &counts[1], many[1]]))?;
    screen.line("")?;
    let lines = series.lines(scene, phrases);
    let wide = lines.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0);
    for (what, shots) in lines {
        let tenths = measure::per_mille(shots, series.shots);
        let bar = "▪".repeat((shots * BAR / series.shots.max(1)) as usize);
        let bar = screen.paint(Style::Cyan, &bar);
        let share = format!("{:>3}.{} %", tenths / 10, tenths % 10);
        screen.line(&format!("{:<wide$}  {share}  {bar}", harmless(&what)))?;
    }
    let measures =
        [(words::FROM_TARGET, series.from_target), (words::FROM_MIDDLE, series.from_its_middle)];
    for (number, (text, spread)) in measures.into_iter().enumerate() {
        let Some(spread) = spread else { continue };
        if number == 0 {
            screen.line("")?;
        }
        let [least, middle, most] = spread.map(measure::whole);
        screen.line(&say(phrases, text, &[&least, &most, &middle]))?;
    }
    Ok(())
}
