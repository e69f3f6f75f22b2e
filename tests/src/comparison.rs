//! The fast module of physics against the true one, at the tables in physics/scenes: their rates are alike,
//! and docs/physics-comparison.md shows them. `CARC_WRITE_DOCS=1 cargo test -p carc-tests comparison` writes
//! the table anew.

use std::fs;

use abi::{Catch, Scene, ShotPhysics};
use physics::{Dice, MODULES, Skill, module, sensible};
use serde_json::Value;

use crate::fixture::{name, root, table_is_current};

const PAGE: &str = "docs/physics-comparison.md";
const SHOTS: u64 = 200;

/// Sums over the shots of a series; what is counted is counted in hundredths of a shot.
struct Rates {
    on_a_tile: i64,
    touched: i64,
    fallen: i64,
    passed_on: i64,
    millimetres: i64,
    caught: i64,
    fumbled: i64,
    far_enough: i64,
}

impl Rates {
    fn of(scene: &Scene, physics: &dyn ShotPhysics) -> Self {
        let mut dice = Dice::new(1);
        let mut sums = [0i64; 8];
        for _ in 0..SHOTS {
            let launch = Skill::PRACTISED.spread(sensible(scene, &mut dice), &mut dice);
            let landing = physics.throw(scene, &launch).expect("the scenes are possible").landing;
            let is_far = scene.ruler().is_some_and(|ruler| landing.reach >= ruler);
            let counts = [
                i64::from(!landing.tiles.is_empty()),
                landing.touched().count() as i64,
                landing.struck.iter().filter(|s| s.toppled).count() as i64,
                landing.touched_by_moved().count() as i64,
                landing.rest.at.distance(launch.from) / 1000,
                i64::from(landing.catch == Catch::Caught),
                i64::from(landing.catch == Catch::Touched),
                i64::from(landing.catch == Catch::Missed && is_far),
            ];
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let rate = |sum: i64| sum * 100 / SHOTS as i64;
        let [on_a_tile, touched, fallen, passed_on, millimetres, caught, fumbled, far_enough] =
            sums;
        Self {
            on_a_tile: rate(on_a_tile),
            touched: rate(touched),
            fallen: rate(fallen),
            passed_on: rate(passed_on),
            millimetres: millimetres / SHOTS as i64,
            caught: rate(caught),
            fumbled: rate(fumbled),
            far_enough: rate(far_enough),
        }
    }

    fn row(&self, table: &str, module: &str, is_thrown_to_somebody: bool) -> String {
        let rate = |rate: i64| format!("{}.{:02}", rate / 100, rate % 100);
        let catch = |n: i64| if is_thrown_to_somebody { rate(n) } else { "–".to_owned() };
        let cells = [
            table.to_owned(),
            module.to_owned(),
            rate(self.on_a_tile),
            rate(self.touched),
            rate(self.fallen),
            rate(self.passed_on),
            self.millimetres.to_string(),
            catch(self.caught),
            catch(self.fumbled),
            catch(self.far_enough),
        ];
        format!("| {} |\n", cells.join(" | "))
    }

    /// Whether another module says about the same: how far in the mean, and how often what happens.
    fn is_like(&self, other: &Self, is_thrown_to_somebody: bool) -> bool {
        let near = |a: i64, b: i64, most: i64| (a - b).abs() <= most;
        let catches = near(self.caught, other.caught, 10)
            && near(self.fumbled, other.fumbled, 10)
            && near(self.far_enough, other.far_enough, 10);
        // Behind the catcher a token falls off the table, and how far it rolls on the floor is no matter.
        if is_thrown_to_somebody {
            return catches;
        }
        near(self.on_a_tile, other.on_a_tile, 20)
            && near(self.touched, other.touched, 35)
            && near(self.fallen, other.fallen, 15)
            && near(self.passed_on, other.passed_on, 15)
            && near(self.millimetres, other.millimetres, 70)
    }
}

#[test]
fn the_fast_module_agrees_with_the_true_one_on_the_whole() {
    let mut files: Vec<_> = fs::read_dir(root().join("physics/scenes"))
        .expect("the scenes are there")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let mut table = String::from(
        "| table | module | on a tile | touched | fallen | passed on | mm | caught | fumbled | far |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let mut unlike = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a scene can be read");
        let mut file: Value = serde_json::from_str(&text).expect("a scene is JSON");
        let scene: Scene = serde_json::from_value(file["scene"].take()).expect("a scene is valid");
        let stem = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let is_thrown = scene.catcher.is_some();
        let rates: Vec<Rates> = MODULES
            .iter()
            .map(|each| Rates::of(&scene, &*module(each.name).expect("a listed module")))
            .collect();
        for (each, rates) in MODULES.iter().zip(&rates) {
            table.push_str(&rates.row(&stem, each.name, is_thrown));
        }
        if !rates.iter().all(|other| rates[0].is_like(other, is_thrown)) {
            unlike.push(name(&path));
        }
    }
    table_is_current(PAGE, &table);
    assert!(unlike.is_empty(), "too different: {unlike:?}\n{table}");
}
