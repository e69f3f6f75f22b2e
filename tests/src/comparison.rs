//! The fast module of physics against the true one, at the tables in physics/scenes: their rates are alike,
//! and docs/physics-comparison.md shows them. `CARC_WRITE_DOCS=1 cargo test -p carc-tests comparison` writes
//! the table anew.

use std::{fs, thread};

use abi::{Catch, Landing, Launch, Scene};
use physics::{Dice, Skill, module, sensible};
use serde_json::Value;

use crate::fixture::{root, table_is_current};

const PAGE: &str = "docs/physics-comparison.md";
/// The modules, the true one first, and how many shots each has at a table: one costs milliseconds.
const SHOTS: [(&str, i64); 2] = [("rapier", 600), ("ballistic", 6_000)];

/// What is counted, in thousandths of a shot or in millimetres, and by how much it may differ.
const COLUMNS: [(&str, i64); COUNT] = [
    ("on a tile", 150),
    ("touched", 200),
    ("fallen", 100),
    ("passed on", 80),
    ("mm", 60),
    ("caught", 60),
    ("fumbled", 60),
    ("far", 60),
];
const COUNT: usize = 8;
const DISTANCE: usize = 4;
/// From here on columns are about throws to somebody.
const CAUGHT: usize = 5;
/// What happens as often as this with one module, in thousandths of a shot, must happen with the other as well.
const OFTEN: i64 = 50;
/// So many tenths as often at most.
const TIMES: i64 = 25;

/// The means over the shots of a series.
type Rates = [i64; COUNT];

fn counts(scene: &Scene, launch: &Launch, landing: &Landing) -> Rates {
    let is_far = scene.is_far_enough(landing.reach) == Some(true);
    [
        1000 * i64::from(!landing.tiles.is_empty()),
        1000 * landing.touched().count() as i64,
        1000 * landing.struck.iter().filter(|s| s.toppled).count() as i64,
        1000 * landing.touched_by_moved().count() as i64,
        landing.rest.at.distance(launch.from) / 1000,
        1000 * i64::from(landing.catch == Catch::Caught),
        1000 * i64::from(landing.catch == Catch::Touched),
        1000 * i64::from(landing.catch == Catch::Missed && is_far),
    ]
}

fn rates(scene: &Scene, (name, shots): (&str, i64)) -> Rates {
    let physics = module(name).expect("a listed module");
    let mut dice = Dice::new(1);
    let mut sums = [0; COUNT];
    for _ in 0..shots {
        let launch = Skill::PRACTISED.spread(sensible(scene, &mut dice), &mut dice);
        let landing = physics.throw(scene, &launch).expect("the scenes are possible").landing;
        sums.iter_mut().zip(counts(scene, &launch, &landing)).for_each(|(sum, n)| *sum += n);
    }
    sums.map(|sum| (sum + shots / 2) / shots)
}

/// A table and the rates of both modules at it.
struct Table {
    name: String,
    is_thrown_to_somebody: bool,
    rates: [Rates; 2],
}

impl Table {
    fn rows(&self) -> String {
        let row = |((module, _), rates): (&(&str, i64), &Rates)| {
            let cell = |(column, &rate): (usize, &i64)| match column {
                DISTANCE => rate.to_string(),
                CAUGHT.. if !self.is_thrown_to_somebody => "–".to_owned(),
                _ => format!("{}.{:02}", (rate + 5) / 1000, (rate + 5) / 10 % 100),
            };
            let cells: Vec<String> = rates.iter().enumerate().map(cell).collect();
            format!("| {} | {module} | {} |\n", self.name, cells.join(" | "))
        };
        SHOTS.iter().zip(&self.rates).map(row).collect()
    }

    /// In which columns the modules say different things.
    fn differences(&self) -> Vec<String> {
        // Behind the catcher a token falls off the table, and how far it rolls on the floor is no matter.
        let columns = if self.is_thrown_to_somebody { CAUGHT..COUNT } else { 0..CAUGHT };
        let [known, other] = &self.rates;
        let differs = |column: &usize| {
            let (low, high) =
                (known[*column].min(other[*column]), known[*column].max(other[*column]));
            let is_rare = *column == DISTANCE || high < OFTEN;
            high - low > COLUMNS[*column].1 || (!is_rare && 10 * high > TIMES * low)
        };
        let named = |column: usize| format!("{}: {}", self.name, COLUMNS[column].0);
        columns.filter(differs).map(named).collect()
    }
}

fn tables() -> Vec<Table> {
    let mut files: Vec<_> = fs::read_dir(root().join("physics/scenes"))
        .expect("the scenes are there")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let measured = files.iter().map(|path| {
        let text = fs::read_to_string(path).expect("a scene can be read");
        let mut file: Value = serde_json::from_str(&text).expect("a scene is JSON");
        let scene: Scene = serde_json::from_value(file["scene"].take()).expect("a scene is valid");
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        thread::spawn(move || Table {
            name,
            is_thrown_to_somebody: scene.catcher.is_some(),
            rates: SHOTS.map(|series| rates(&scene, series)),
        })
    });
    let measured: Vec<_> = measured.collect();
    measured.into_iter().map(|table| table.join().expect("both modules end")).collect()
}

#[test]
fn the_fast_module_agrees_with_the_true_one_on_the_whole() {
    let mut tables = tables();
    let heads: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
    let mut page =
        format!("| table | module | {} |\n|{}\n", heads.join(" | "), " --- |".repeat(10));
    tables.iter().for_each(|table| page += &table.rows());
    table_is_current(PAGE, &page);
    let unlike: Vec<String> = tables.iter().flat_map(Table::differences).collect();
    assert!(unlike.is_empty(), "too different: {unlike:?}\n{page}");
    // The limits mean something: a module that never does one of these things is found, and one that does it
    // three times as often.
    for column in (0..COUNT).filter(|column| *column != DISTANCE) {
        for times in [0, 3] {
            let right: Vec<i64> = tables.iter().map(|table| table.rates[1][column]).collect();
            for table in &mut tables {
                table.rates[1][column] = times * table.rates[0][column];
            }
            let found = tables.iter().any(|table| !table.differences().is_empty());
            assert!(found, "{} {times} times as often is found", COLUMNS[column].0);
            tables.iter_mut().zip(right).for_each(|(table, n)| table.rates[1][column] = n);
        }
    }
}
