//! Planted conflicts are found; rules that do not meet are left in peace.

use grammar::Sources;

use super::conflicts;
use crate::check::{
    Setting, check,
    tests::{folder, shipped},
};

/// The messages about the base game with two more expansions, `apple` and `pear`.
fn found(apple: &str, pear: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let mut available = vec![shipped(&mut sources, "base")];
    for (name, text) in [("apple", apple), ("pear", pear)] {
        let (lines, items) = text.split_once('|').unwrap_or(("", text));
        let text = format!("expansion {name} {{ title \"{name}\" needs base {lines} }}\n{items}\n");
        available.push(folder(&mut sources, name, &[text]));
    }
    let setting =
        Setting { expansions: vec!["apple".to_owned(), "pear".to_owned()], ..Setting::default() };
    let checked = check(&sources, &available, &setting);
    let report = grammar::Report { diagnostics: checked.diagnostics };
    assert!(!report.has_errors(), "{}", report.render_plain(&sources));
    conflicts(&checked.rules, &sources)
        .into_iter()
        .inspect(|error| {
            assert_eq!(error.code, "link/order");
            assert_eq!(error.labels.len(), 2, "both lines are shown");
            assert!(error.help.is_some());
        })
        .map(|error| error.message)
        .collect()
}

const ASKS: &str =
    "{ let fruit = active may choose from players else skip  fruit scores 1 for placed }";

#[test]
fn the_shipped_expansions_do_not_meet() {
    let mut sources = Sources::new();
    let available = ["base", "crop_circles"].map(|name| shipped(&mut sources, name));
    let setting = Setting { expansions: vec!["crop_circles".to_owned()], ..Setting::default() };
    let checked = check(&sources, &available, &setting);
    assert_eq!(conflicts(&checked.rules, &sources), []);
}

#[test]
fn two_steps_that_ask_meet_unless_something_orders_them() {
    let a = format!("step pick in closing {ASKS}");
    let b = format!("step sell in closing {ASKS}");
    assert_eq!(found(&a, &b).len(), 1);
    assert_eq!(found(&a, &format!("after apple |{b}")).len(), 0);
    assert_eq!(found(&a, &format!("step sell in closing after pick {ASKS}")).len(), 0);
    assert_eq!(found(&a, &format!("step sell in following {ASKS}")).len(), 0);
    assert_eq!(found(&a, &format!("with apple {{\n  step sell in closing {ASKS}\n}}")).len(), 0);
}

#[test]
fn a_hook_that_writes_what_another_reads_meets_it() {
    let writes = "after p places t at fit { p.winner = true }";
    let reads = "after p places t at fit when p.winner { p scores 1 for t }";
    let others = "player keeps baskets: int\nafter p places t at fit { p.baskets = 3 }";
    assert_eq!(found(writes, reads).len(), 1);
    assert_eq!(found(reads, reads).len(), 0);
    assert_eq!(found(others, reads).len(), 0);
    assert!(found(writes, reads)[0].contains("`winner`"));
}

#[test]
fn what_ends_the_game_meets_whatever_else_acts_there() {
    let end = "step enough in following when count land > 9 { end game }";
    let bonus = "step bonus in following { active scores 1 for placed }";
    let [message] = &found(end, bonus)[..] else { panic!("one is told") };
    assert!(message.ends_with("one ends the game, and the other acts only if it comes first"));
    assert_eq!(found(bonus, end).len(), 1);
    assert_eq!(found(end, &format!("after apple |{bonus}")).len(), 0);
    assert_eq!(found(end, "step idle in following { let size = count land }").len(), 0);
    let hooks = [
        "after p places t at f { cease() }\nto cease() { end game }",
        "after p places t at f { p scores 1 for placed }",
    ];
    assert_eq!(found(hooks[0], hooks[1]).len(), 1);
}

#[test]
fn effects_reach_through_questions_and_deeds() {
    let writes = "to pick(p: player) { p.winner = true }\nafter p places t at fit { pick(p) }";
    let reads = "fn rich(p: player) -> flag = p.winner\n\
                 after p places t at fit when rich(p) { p scores 1 for t }";
    assert_eq!(found(writes, reads).len(), 1);
}

#[test]
fn adding_in_any_order_is_seen_by_nobody() {
    let scores = "after settle(f: city) { active scores 1 for f }";
    assert_eq!(found(scores, scores).len(), 0);
    let counts = "player keeps baskets: int\nafter settle(f) { active.baskets += 1 }";
    assert_eq!(found(counts, "after settle(f) { active scores 2 for f }").len(), 0);
    let reads = "after settle(f: city) when active.points > 3 { active scores 1 for f }";
    assert_eq!(found(scores, reads).len(), 1);
}

#[test]
fn hooks_on_different_kinds_or_moments_do_not_meet() {
    let city = format!("after settle(f: city) {ASKS}");
    assert_eq!(found(&city, &city).len(), 1);
    assert_eq!(found(&city, &format!("after settle(f: road) {ASKS}")).len(), 0);
    assert_eq!(found(&city, &format!("before settle(f: city) {ASKS}")).len(), 0);
}

#[test]
fn two_deeds_in_the_place_of_one_meet() {
    let instead = "instead of lay_start() { }";
    assert_eq!(found(instead, instead).len(), 1);
    let city = "instead of settle(f: city) { }";
    assert_eq!(found(city, "instead of settle(f: road) { }").len(), 0);
}

#[test]
fn adjustments_meet_where_the_other_way_round_gives_another_value() {
    let by = "adjust worth(f: city, p) by 2";
    let to = "adjust worth(f: city, p) to 2 * it";
    let least = "adjust worth(f: city, p) at least 2";
    assert_eq!(found(by, by).len(), 0);
    assert_eq!(found(least, least).len(), 0);
    assert_eq!(found(by, least).len(), 1);
    assert_eq!(found(by, to).len(), 1);
    assert_eq!(found(by, "adjust worth(f: road, p) to 2 * it").len(), 0);
    assert_eq!(found("adjust playable(p, t) to false", "adjust playable(p, t) to false").len(), 0);
}

#[test]
fn what_meets_with_an_option_alone_is_told_and_no_mistake() {
    let off = format!("option late: flag = false\nstep pick in closing when late {ASKS}");
    let on = format!("option late: flag = true\nstep pick in closing when late {ASKS}");
    let other = format!("step sell in closing {ASKS}");
    let sold = found(&off, &other);
    assert_eq!(sold.len(), 1);
    assert!(
        sold[0].starts_with("where `late = true`, the steps `pick` and `sell` meet"),
        "{sold:?}"
    );
    let sold = found(&on, &other);
    assert_eq!(sold.len(), 1);
    assert!(sold[0].starts_with("the steps"), "{sold:?}");
}

#[test]
fn rules_that_no_options_let_act_together_never_meet() {
    let a = format!("option late: flag = false\nstep pick in closing when late {ASKS}");
    let early = format!("step sell in closing when not late {ASKS}");
    assert_eq!(found(&a, &early).len(), 0);
    let kinds = "enum Fruit { plum, fig }\noption fruit: Fruit = plum\n";
    let plum = format!("{kinds}step pick in closing when fruit == plum {ASKS}");
    assert_eq!(found(&plum, &format!("step sell in closing when fruit == fig {ASKS}")).len(), 0);
    let fig = format!("{kinds}step pick in closing when fruit == fig {ASKS}");
    let both = found(&fig, &format!("step sell in closing when fruit != plum {ASKS}"));
    assert_eq!(both.len(), 1);
    assert!(both[0].starts_with("where `fruit = fig`, "), "{both:?}");
    let few = "option few: int = 0 from 0..20\n";
    let three = format!("{few}step pick in closing when few == 3 {ASKS}");
    let met = found(&three, &format!("step sell in closing {ASKS}"));
    assert!(met[0].starts_with("where `few = 3`, "), "{met:?}");
}
