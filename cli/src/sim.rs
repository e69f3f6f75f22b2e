//! `carc sim`: random games on all cores, and what came of them.

use std::{collections::BTreeMap, time::Duration};

use serde::Serialize;
use toolkit::{ShotCounts, Shots, Simulation, SimulationError, Statistics, simulate_watched};

use crate::{
    args::{BackendChoice, Sim},
    choice::Shelf,
    left_out::left_out_of,
    outcome::{Failure, Verdict},
    progress::bar,
    screen::{Screen, Style, harmless, harmless_json},
    shoot::module,
    stopwatch::{Stopwatch, mean, rate, shown},
};

/// The results as data.
#[derive(Debug, Serialize)]
struct Results {
    expansions: Vec<String>,
    /// What is told of expansions that have no part in the set-up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    backend: &'static str,
    players: u8,
    seed: u64,
    jobs: usize,
    games: u64,
    /// Answers of players; what chance decides is not counted.
    moves: u64,
    /// Options in all those moves together.
    options: u64,
    turns: u64,
    /// For compiling the rules.
    compile_seconds: f64,
    /// For the games alone.
    seconds: f64,
    games_per_second: f64,
    moves_per_second: f64,
    mean_scores: Vec<f64>,
    wins: Vec<u64>,
    best: i64,
    /// What came of shots, by kind of token.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    shots: BTreeMap<String, ShotRow>,
    /// The same for the same games, whatever the back end and the number of jobs.
    digest: String,
}

/// What came of the shots of a kind of token, all games together.
#[derive(Debug, Serialize)]
struct ShotRow {
    shots: u64,
    /// Figures that tokens touched.
    touched: u64,
    /// Figures that others were pushed or fell onto.
    chained: u64,
    /// Figures that fell over.
    toppled: u64,
    /// Tokens that came to lie on tiles.
    on_board: u64,
    caught: u64,
    /// Tokens that the catcher touched and did not hold.
    fumbled: u64,
    /// Figures that rules sent home.
    sent_home: u64,
    /// Figures that rules put into another place, such as that of one that was sent home.
    exchanged: u64,
    /// Points that rules gave, less those that they took.
    points: i64,
}

/// Plays the games and writes the results.
pub(crate) fn run(arguments: &Sim, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let choice = &arguments.game;
    let (shelf, names) = Shelf::open(&choice.rules.with())?;
    let setting = shelf.setting(names, &choice.rules)?;
    let seed = choice.seed.unwrap_or(1);
    let compiling = Stopwatch::start();
    let (rules, setup) = shelf.game(&setting, choice, seed, arguments.backend.into())?;
    let compiled_in = compiling.elapsed();
    let jobs = arguments.jobs.map_or_else(cores, usize::from);
    let left_out = left_out_of(&shelf.library, &rules, setup.clone());
    let what = Simulation {
        games: arguments.games,
        players: choice.players,
        seed,
        jobs,
        tiles: setup.tiles,
        physics: Some(Shots::new(module(&arguments.physics)?, arguments.skill.into())),
    };
    let bar = bar(arguments.games, "games");
    let playing = Stopwatch::start();
    let played = simulate_watched(&rules, &what, &|games| bar.inc(games));
    let played_in = playing.elapsed();
    bar.finish_and_clear();
    let statistics = played.map_err(|error| match error {
        SimulationError::Setup(ref setup) if !setup.blames_rules() => {
            Failure::Misused(error.to_string())
        }
        _ => Failure::Wrong(harmless(&error.to_string())),
    })?;
    let expansions = rules.program().expansions.iter().map(|(name, _)| name.clone()).collect();
    let mut results = results(arguments, expansions, &what, &statistics, compiled_in, played_in);
    results.left_out = left_out;
    results.shots = shots(rules.program(), &statistics);
    if arguments.json {
        let text = serde_json::to_string_pretty(&results).expect("results are plain data");
        screen.line(&harmless_json(&text))?;
    } else {
        write(&results, &statistics, played_in, screen)?;
    }
    Ok(Verdict::Good)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}

fn results(
    arguments: &Sim,
    expansions: Vec<String>,
    what: &Simulation,
    statistics: &Statistics,
    compiled_in: Duration,
    played_in: Duration,
) -> Results {
    Results {
        expansions,
        left_out: Vec::new(),
        backend: match arguments.backend {
            BackendChoice::Native => "native",
            BackendChoice::Eval => "eval",
        },
        players: what.players,
        seed: what.seed,
        jobs: what.jobs,
        games: statistics.games,
        moves: statistics.decisions,
        options: statistics.options,
        turns: statistics.turns,
        compile_seconds: compiled_in.as_secs_f64(),
        seconds: played_in.as_secs_f64(),
        games_per_second: rate(statistics.games, played_in),
        moves_per_second: rate(statistics.decisions, played_in),
        mean_scores: statistics.points.iter().map(|&sum| mean(sum, statistics.games)).collect(),
        wins: statistics.wins.clone(),
        best: statistics.best,
        shots: BTreeMap::new(),
        digest: format!("{:016x}", statistics.digest),
    }
}

fn shots(program: &abi::Program, statistics: &Statistics) -> BTreeMap<String, ShotRow> {
    let row = |(&kind, counts): (&u16, &ShotCounts)| {
        let &ShotCounts { shots, touched, chained, toppled, on_board, caught, fumbled, .. } =
            counts;
        let &ShotCounts { returned: sent_home, relocated: exchanged, points, .. } = counts;
        let row = ShotRow {
            shots,
            touched,
            chained,
            toppled,
            on_board,
            caught,
            fumbled,
            sent_home,
            exchanged,
            points,
        };
        Some((program.tokens.get(usize::from(kind))?.name.clone(), row))
    };
    statistics.shots.iter().filter_map(row).collect()
}

fn write(
    results: &Results,
    statistics: &Statistics,
    played_in: Duration,
    screen: &mut Screen<'_>,
) -> Result<(), Failure> {
    let Results { games, players, seed, jobs, backend, .. } = results;
    let (game, job) =
        (if *games == 1 { "game" } else { "games" }, if *jobs == 1 { "job" } else { "jobs" });
    screen.line(&format!(
        "{games} {game} of {} with {players} players, seed {seed}, {backend}, {jobs} {job}",
        results.expansions.join(", ")
    ))?;
    for told in &results.left_out {
        screen.line(told)?;
    }
    screen.line("")?;
    let speed = format!("{:.0} games a second", results.games_per_second);
    let speed = screen.paint(Style::Bold, &speed);
    screen.line(&format!(
        "{speed}, {:.0} moves a second, {} in all",
        results.moves_per_second,
        shown(played_in)
    ))?;
    let each = |n: u64| mean(i64::try_from(n).unwrap_or(i64::MAX), *games);
    screen.line(&format!(
        "a game has {:.1} turns and {:.1} moves out of {:.1} options",
        each(results.turns),
        each(results.moves),
        mean(i64::try_from(results.options).unwrap_or(i64::MAX), results.moves.max(1)),
    ))?;
    screen.line("\nseat   mean points   games won")?;
    for (seat, (points, wins)) in results.mean_scores.iter().zip(&results.wins).enumerate() {
        screen.line(&format!("{:>4} {points:>13.2} {wins:>11}", seat + 1))?;
    }
    let wins: u64 = results.wins.iter().sum();
    if let Some(more) = wins.checked_sub(*games).filter(|&more| more > 0) {
        let counts = if more == 1 { "1 win" } else { &format!("{more} wins") };
        screen.line(&format!(
            "a tie is won by all who share it: {counts} more than there are games"
        ))?;
    }
    screen.line(&format!("\nthe best result is {} points", statistics.best))?;
    write_shots(&results.shots, screen)
}

/// What came of shots, each kind of token in a column: numbers of shots, then means a shot.
fn write_shots(shots: &BTreeMap<String, ShotRow>, screen: &mut Screen<'_>) -> Result<(), Failure> {
    if shots.is_empty() {
        return Ok(());
    }
    type Count = fn(&ShotRow) -> i64;
    let wide = |token: &str| token.chars().count().max(8);
    let heads = shots.keys().map(|token| format!(" {token:>0$}", wide(token)));
    screen.line(&format!("\na shot       {}", heads.collect::<String>()))?;
    let all = shots.iter().map(|(token, row)| format!(" {:>1$}", row.shots, wide(token)));
    screen.line(&format!("shots        {}", all.collect::<String>()))?;
    let counts: [(&str, Count); 9] = [
        ("on a tile", |row| row.on_board.cast_signed()),
        ("touched", |row| row.touched.cast_signed()),
        ("passed on", |row| row.chained.cast_signed()),
        ("fallen", |row| row.toppled.cast_signed()),
        ("sent home", |row| row.sent_home.cast_signed()),
        ("exchanged", |row| row.exchanged.cast_signed()),
        ("points", |row| row.points),
        ("caught", |row| row.caught.cast_signed()),
        ("fumbled", |row| row.fumbled.cast_signed()),
    ];
    for (what, count) in counts {
        let means = shots
            .iter()
            .map(|(token, row)| format!(" {:>1$.3}", mean(count(row), row.shots), wide(token)));
        screen.line(&format!("{what:<13}{}", means.collect::<String>()))?;
    }
    Ok(())
}
