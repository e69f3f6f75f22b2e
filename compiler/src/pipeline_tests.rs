//! The shipped expansions through all stages.

use super::*;
use crate::check::tests::{folder, shipped};

fn compiled(more: &[(&str, &str)], chosen: &[&str]) -> Result<Compiled, Vec<Diagnostic>> {
    let mut sources = Sources::new();
    let mut available: Vec<_> =
        ["base", "crop_circles"].iter().map(|name| shipped(&mut sources, name)).collect();
    for (name, text) in more {
        available.push(folder(&mut sources, name, &[(*text).to_owned()]));
    }
    let expansions = chosen.iter().map(|name| (*name).to_owned()).collect();
    let setting = Setting { expansions, ..Setting::default() };
    compile(&sources, &available, &setting, Backend::Eval, Some(0))
}

fn steps(compiled: &Compiled) -> Vec<&str> {
    compiled.program.courses.part.steps.iter().map(|step| step.name.as_str()).collect()
}

#[test]
fn the_shipped_expansions_become_programs() {
    let base = compiled(&[], &["base"]).expect("the base game compiles");
    assert_eq!(steps(&base), ["draw", "place", "act", "score", "go_home"]);
    assert_eq!(base.program.players, (2, 6));
    assert!(base.program.courses.finish.steps.iter().all(|step| step.name != "fields_by_city"));
    let both = compiled(&[], &["crop_circles"]).expect("the crop circles compile");
    assert_eq!(steps(&both), ["draw", "place", "act", "score", "go_home", "crop_circle"]);
    assert_eq!(both.program.fingerprints[0], base.program.fingerprints[0]);
    assert_ne!(both.program.fingerprints[0], both.program.fingerprints[1]);
    let first = base.scenario.expect("a scenario was asked for");
    assert!(first.function(1, 0).is_some() && first.function(999, 0).is_none());
}

#[test]
fn circles_of_steps_are_told_beside_other_mistakes() {
    let apple = "expansion apple { title \"Apple\" needs base }
step count_apples in drawing after eat_apples { }
step eat_apples in drawing after count_apples { active scores 1 for lnad }
";
    let found = compiled(&[("apple", apple)], &["apple"]).expect_err("both are wrong");
    let codes: Vec<&str> = found.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["check/unknown-name", "link/step-circle"]);
    assert_eq!(found[1].labels.len(), 2, "an empty step has a place, too");
}

#[test]
fn steps_say_why_they_stand_where_they_do() {
    let apple = "expansion apple { title \"Apple\" needs base }
step count_apples in drawing after draw { active scores 1 for land }
step eat_apples in drawing { active scores 2 for land }
";
    let compiled = compiled(&[("apple", apple)], &["apple"]).expect("the apples compile");
    let part = &compiled.explanation.courses[2];
    let drawing = &part.phases[0];
    let told: Vec<(&str, &str)> =
        drawing.steps.iter().map(|step| (step.name.as_str(), step.why.as_str())).collect();
    assert_eq!(
        told,
        [
            ("draw", "nothing comes before it"),
            ("count_apples", "it says `after draw`"),
            ("eat_apples", "apple comes after base by its own words"),
        ]
    );
    let wins = compiled.explanation.deeds.iter().find(|deed| deed.deed == "wins");
    assert_eq!(wins.map(|deed| deed.after.len()), Some(1));
}

#[test]
fn mistakes_end_the_way_to_a_program() {
    let apple = "expansion apple { title \"Apple\" needs base }
step a in drawing before b { active scores 1 for land }
step b in drawing before a { active scores 2 for land }
";
    let found = compiled(&[("apple", apple)], &["apple"]).expect_err("the steps go round");
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["link/step-circle"]);
    assert!(!found[0].labels.is_empty());
}

#[test]
fn fingerprints_follow_what_is_played_and_nothing_else() {
    let text = |more: &str| format!("expansion apple {{ title \"Apple\" needs base }}\n{more}");
    let print = |more: &str| {
        let compiled = compiled(&[("apple", &text(more))], &["apple"]).expect("it compiles");
        *compiled.program.fingerprints.last().expect("apple plays")
    };
    assert_eq!(print(""), print(""));
    assert_eq!(print(""), print("// another line\n"));
    let rule = "offer sing in action { active scores 1 for placed }\n";
    assert_ne!(print(""), print(rule));
    let laid_out =
        "offer sing in action {\n    /// Sung.\n    active scores 1   for placed // one\n}\n";
    assert_eq!(print(rule), print(laid_out));
    assert_ne!(print(rule), print(&rule.replace('1', "11")));
    let scenario = "scenario \"nothing\" {\n    players red, blue\n    draw base_monastery\n}\n";
    assert_eq!(
        print(rule),
        print(&format!("{scenario}{rule}{scenario}").replacen("nothing", "x", 1))
    );
    let inside = format!("with base {{\n{scenario}{rule}}}\n");
    assert_eq!(print(&inside), print(&inside.replace("red, blue", "blue, red")));
    assert_ne!(print(&inside), print(&inside.replace("1 for", "2 for")));
}
