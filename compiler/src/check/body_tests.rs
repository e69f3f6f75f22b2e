//! Bodies of whole expansions: what the listings come to, and what narrowing, lifting and loops make of them.

use abi::{Base, FigureSort, Ty};
use grammar::Sources;

use super::{
    Checked, Setting, check,
    tests::{codes_of, folder, play, shipped},
};
use crate::typed::{
    Binary, Block, DeedRef, Expr, ExprKind, FnBody, FnDef, Moment, Quantifier, StmtKind, Value,
};

/// A listing played with the base game's.
fn listing(names: &[&str]) -> Checked {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/listings/");
    let mut sources = Sources::new();
    let mut setting = Setting::default();
    let mut available = Vec::new();
    for name in ["base"].iter().chain(names) {
        let text = std::fs::read_to_string(format!("{root}{name}.carc")).unwrap();
        let declared = text.lines().find_map(|line| line.strip_prefix("expansion ")).unwrap();
        setting.expansions.push(declared.trim_end_matches(['{', ' ']).to_owned());
        available.push(folder(&mut sources, name, &[text]));
    }
    check(&sources, &available, &setting)
}

/// One expansion of a few lines, played with the shipped base game.
fn trial(lines: &str) -> Checked {
    let mut sources = Sources::new();
    let base = shipped(&mut sources, "base");
    let text = format!("expansion trial {{\n title \"Trial\"\n needs base\n}}\n{lines}");
    let trial = folder(&mut sources, "trial", &[text]);
    let setting = Setting { expansions: vec!["trial".to_owned()], ..Setting::default() };
    check(&sources, &[base, trial], &setting)
}

fn accepted(lines: &str) -> Checked {
    let checked = trial(lines);
    let messages: Vec<&str> = checked.diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert!(messages.is_empty(), "{lines}\n{messages:#?}");
    checked
}

fn refused(lines: &str, code: &str) {
    let checked = trial(lines);
    assert_eq!(codes_of(&checked), [code], "{lines}\n{:#?}", checked.diagnostics);
}

fn function<'c>(checked: &'c Checked, name: &str) -> &'c FnDef {
    checked.rules.functions.iter().find(|f| f.name == name).unwrap()
}

fn value<'c>(checked: &'c Checked, name: &str) -> &'c Expr {
    match &function(checked, name).body.code {
        FnBody::Expr(expr) => expr,
        FnBody::ByKind(..) => panic!("{name} is written by kinds"),
    }
}

fn step<'c>(checked: &'c Checked, name: &str) -> &'c Block {
    &checked.rules.steps.iter().find(|s| s.name == name).unwrap().body.code
}

#[test]
fn listings_check_without_a_word() {
    for names in [
        &["crop_circles"][..],
        &["inns_and_cathedrals"],
        &["traders_and_builders"],
        &["king_and_robber"],
        &["tower", "inns_and_cathedrals"],
        &["the_fair"],
        &["crop_circles", "inns_and_cathedrals", "traders_and_builders", "king_and_robber"],
    ] {
        let checked = listing(names);
        assert!(codes_of(&checked).is_empty(), "{names:?} {:#?}", checked.diagnostics);
    }
}

#[test]
fn an_invariant_only_looks_and_has_no_parameters() {
    let checked =
        accepted("player keeps debt: int\ninvariant every p in players where p.debt >= 0");
    assert_eq!(checked.rules.invariants.len(), 1);
    assert_eq!(checked.rules.invariants[0].body.params, 0);
    refused("invariant 3", "check/wrong-type");
    refused("invariant points > 3", "check/unknown-name");
}

#[test]
fn listings_whose_tiles_are_elsewhere_lack_nothing_else() {
    for names in [&["river"][..], &["ferries"], &["hills_and_sheep"]] {
        let checked = listing(names);
        let codes = codes_of(&checked);
        let allowed = ["check/unprinted-property"];
        assert!(codes.iter().all(|code| allowed.contains(code)), "{:#?}", checked.diagnostics);
    }
}

#[test]
fn a_test_narrows_to_its_right_and_in_what_where_picks() {
    let checked = accepted(
        "fn loot(f: feature) -> int = if f is city and f.pennants > 0 then f.pennants else 0\n\
         fn towns() -> list of city = all f in features where f is city\n\
         fn mine(p: player) -> list of follower = all m in p.deployed where m is follower",
    );
    let towns = value(&checked, "towns");
    assert!(matches!(towns.ty.base, Base::Feature(Some(_))) && towns.ty.is_list());
    assert_eq!(value(&checked, "mine").ty, Ty::list(Base::Figure(FigureSort::Follower)));
}

#[test]
fn a_place_becomes_what_it_was_tested_for() {
    let checked = accepted("fn near_of(s: place) -> int = if s is city then count s.near else 0");
    let ExprKind::If { then, .. } = &value(&checked, "near_of").kind else { panic!() };
    let ExprKind::Count(near) = &then.kind else { panic!() };
    let ExprKind::Ask { args, .. } = &near.kind else { panic!() };
    assert!(matches!(args[0].kind, ExprKind::Cast(_)));
    assert!(matches!(args[0].ty.base, Base::Segment(Some(_))));
}

#[test]
fn presence_is_told_by_tests_and_comparisons() {
    accepted("fn column(t: tile) -> int = if t.x is none then 0 else t.x + 1");
    accepted(
        "fn same(m: figure, t: tile) -> flag = m.tile == t and m.owner == active and theirs(m.owner, m.tile)\n\
         fn theirs(p: player, t: tile) -> flag = p.points > 0 and t in tiles",
    );
    accepted("fn share(m: figure) -> int = if m.feature.occupied then m.feature.open + 1 else 0");
    refused(
        "fn column(t: tile) -> int = if t.x is none or t.y == 1 then 0 else t.y + 1",
        "check/absent-value",
    );
}

#[test]
fn what_is_known_of_a_property_ends_with_a_deed_and_of_a_local_does_not() {
    accepted(
        "step trial in closing {\n let m = active.deployed.first else skip\n active scores 1 for m\n m returns\n}",
    );
    refused(
        "game keeps guest: figure?\nstep trial in closing when guest is not none {\n \
         active scores 1 for placed\n guest returns\n}",
        "check/absent-value",
    );
    accepted(
        "game keeps guest: figure?\nstep trial in closing when guest is not none { guest returns }",
    );
    accepted(
        "game keeps guest: figure?\nstep trial in closing {\n guest = active.supply.first else skip\n guest returns\n}",
    );
}

#[test]
fn branches_that_go_on_agree_on_what_is_known() {
    let both = "step trial in closing {\n let m = active.supply.first\n \
                if active.points > 3 { if m is none { skip } } else { if m is none { skip } }\n \
                m returns\n}";
    accepted(both);
    refused(
        "step trial in closing {\n let m = active.supply.first\n \
         if active.points > 3 { if m is none { skip } }\n m returns\n}",
        "check/absent-value",
    );
    accepted(
        "step trial in closing {\n let m = active.supply.first\n \
         if active.points > 3 { if m is none { skip } } else { skip }\n m returns\n}",
    );
}

#[test]
fn a_loop_forgets_what_its_rounds_change() {
    refused(
        "step trial in closing {\n let m = active.supply.first\n if m is none { skip }\n \
         for p in players {\n  m returns\n  m = p.supply.first\n }\n}",
        "check/absent-value",
    );
    refused(
        "game keeps guest: figure?\nstep trial in closing when guest is not none {\n \
         for p in players {\n  guest returns\n }\n}",
        "check/absent-value",
    );
}

#[test]
fn what_is_absent_makes_answers_absent_no_or_empty() {
    let checked = accepted(
        "fn far(m: figure) -> int? = m.tile.x\n\
         fn held_up(m: figure) -> flag = m.feature.occupied\n\
         fn around(m: figure) -> list of tile = m.tile.beside",
    );
    assert_eq!(value(&checked, "far").ty, Ty::maybe(Base::Int));
    assert_eq!(value(&checked, "held_up").ty, Ty::one(Base::Flag));
    assert_eq!(value(&checked, "around").ty, Ty::list(Base::Tile));
}

#[test]
fn a_question_of_one_kind_is_unset_of_another() {
    let checked = accepted(
        "fn towers(c: city) -> int = c.pennants\n\
         fn simple(f: feature) -> int = f.towers\n\
         fn behind(f: feature) -> int = f.touching.first.segment.feature.towers + 0",
    );
    assert!(matches!(value(&checked, "simple").kind, ExprKind::If { .. }));
    let ExprKind::Binary { op: Binary::Add, left, .. } = &value(&checked, "behind").kind else {
        panic!()
    };
    assert!(matches!(left.kind, ExprKind::Quantified { quantifier: Quantifier::Sum, .. }));
}

#[test]
fn a_property_of_a_list_is_the_list_of_the_properties() {
    let checked = accepted("fn owners(f: feature) -> list of player = f.followers.owner");
    let ExprKind::Quantified { quantifier, filter, measure, .. } = &value(&checked, "owners").kind
    else {
        panic!()
    };
    assert_eq!(*quantifier, Quantifier::All);
    assert!(filter.is_none() && measure.is_some());
}

#[test]
fn one_feature_stands_for_its_oldest_segment_and_a_list_does_not() {
    accepted("fn seat(f: feature, m: figure) -> flag = may_stand(m, f)");
    refused("fn seats(p: player) -> list of spot = spots(p, changed)", "check/wrong-type");
    accepted("fn seats(p: player) -> list of spot = spots(p, changed.segments)");
}

#[test]
fn the_names_of_an_enum_come_first_where_it_is_wanted() {
    let checked = accepted(
        "enum Station { land, water }\n\
         fn dry(s: Station) -> flag = s == land\n\
         fn pile_too() -> int = count land",
    );
    let ExprKind::Binary { right, .. } = &value(&checked, "dry").kind else { panic!() };
    assert!(matches!(right.ty.base, Base::Enum(_)));
    refused(
        "enum Left { near, far }\nenum Right { near, wide }\nfn odd() -> int = count [near]",
        "check/ambiguous-name",
    );
}

#[test]
fn a_match_covers_names_lists_and_options() {
    accepted(
        "token bell, drum { stock 3 }\nstep trial in closing {\n \
         let noise = active chooses from [bell, drum]\n \
         match noise { bell { active takes bell }  drum { active takes 2 drum } }\n}",
    );
    accepted("fn half() -> int = match tiny_city { 2 => 1, 4 => 2 }");
    refused(
        "token bell, drum { stock 3 }\nstep trial in closing {\n \
         let noise = active chooses from [bell, drum]\n noise = bell\n \
         match noise { bell { active takes bell }  drum { active takes drum } }\n}",
        "check/match-incomplete",
    );
}

#[test]
fn an_empty_list_takes_the_type_of_what_comes_into_it() {
    let checked = accepted(
        "step trial in closing {\n let seen = []\n \
         for p in players { seen += [p.left] }\n for p in seen { p scores 1 for placed }\n}",
    );
    let StmtKind::Let { value: Value::Expr(value), .. } = &step(&checked, "trial").stmts[0].kind
    else {
        panic!()
    };
    assert_eq!(value.ty, Ty::list(Base::Player));
}

#[test]
fn the_deed_inside_its_instead_of_is_the_original_if_done_with_the_same_things() {
    let checked = accepted(
        "instead of m moves from s to t when m is meeple { m moves to t }\n\
         instead of settle(f: city) { settle(f) }\n\
         instead of p scores n for x { p scores n + 1 for x }",
    );
    let originals: Vec<bool> = checked
        .rules
        .hooks
        .iter()
        .filter(|hook| hook.moment == Moment::Instead)
        .map(|hook| match &hook.body.code.stmts[0].kind {
            StmtKind::Deed(deed) => deed.original,
            _ => panic!(),
        })
        .collect();
    assert_eq!(originals, [true, true, false]);
}

#[test]
fn a_narrowed_parameter_is_a_guard() {
    let checked = accepted("after settle(f: city) when f.pennants > 2 { active scores 1 for f }");
    let hook = checked.rules.hooks.iter().find(|h| matches!(h.deed, DeedRef::Named(_))).unwrap();
    let Some(Expr { kind: ExprKind::Binary { op: Binary::And, left, .. }, .. }) = &hook.guard
    else {
        panic!()
    };
    assert!(matches!(left.kind, ExprKind::IsKind { .. }));
    accepted("after p scores n for f when f is city and f.pennants > 0 { f.tile leaves }");
}

#[test]
fn every_repeat_asks_or_leaves() {
    accepted(
        "step trial in closing {\n repeat {\n  let m = active may choose from active.deployed else skip\n  m returns\n }\n}",
    );
    accepted(
        "to pick() {\n let m = active may choose from active.deployed else skip\n m returns\n}\n\
         to ask_once() { if active decides to go { active scores 1 for placed } }\n\
         step trial in closing {\n repeat { ask_once() }\n}",
    );
    refused(
        "to pick() {\n if active.points > 3 { skip }\n let m = active may choose from active.deployed else skip\n \
         m returns\n}\nstep trial in closing {\n repeat { pick() }\n}",
        "check/repeat-without-ask",
    );
}

#[test]
fn one_mistake_is_told_once() {
    refused(
        "step trial in closing {\n let winner = actve\n winner scores 1 for placed\n \
         for m in winner.deployed { m returns }\n}",
        "check/unknown-name",
    );
    refused("fn odd(p: player) -> int = p.nonsense.more.and_more + 1", "check/unknown-property");
}

#[test]
fn deep_nesting_neither_hangs_nor_overflows() {
    let depth = 120;
    let shapes = [
        format!("fn deep() -> flag = {}true", "not ".repeat(depth)),
        format!("fn deep() -> int = {}1{}", "(1 + ".repeat(depth / 2), ")".repeat(depth / 2)),
        format!("fn deep(t: tile) -> list of tile = t{}", ".beside".repeat(depth)),
        format!(
            "fn deep(f: feature) -> int = f{}.towers\nfn towers(c: city) -> int = 1",
            ".touching.first".repeat(40)
        ),
        format!(
            "fn deep(f: feature) -> feature? = f{}\nfn up(c: city) -> feature? = c",
            ".up".repeat(depth)
        ),
        format!("fn deep() -> flag = {}true", "any p in players where ".repeat(depth / 4)),
        format!("fn deep() -> int = {}1", "if active.points > 1 then 2 else ".repeat(90)),
        format!(
            "step deep in closing {{ {} skip {} }}",
            "if active.points > 1 {".repeat(depth / 2),
            "}".repeat(depth / 2)
        ),
    ];
    for text in shapes {
        let checked = play(
            &[
                (
                    "base",
                    "expansion base { title \"B\" }\nphases part { closing }\nfeature city { joins edges }",
                ),
                ("trial", &format!("expansion trial {{ title \"T\"  needs base }}\n{text}")),
            ],
            Setting::default(),
        );
        assert!(codes_of(&checked).is_empty(), "{text}\n{:#?}", checked.diagnostics);
    }
}

#[test]
fn branches_inside_branches_are_counted() {
    let arms = "if active.points > 1 { skip } else ".repeat(30);
    let nested = format!("{}skip{}", format!("{arms}{{ ").repeat(30), " }".repeat(30));
    refused(&format!("step trial in closing {{ {nested} }}"), "check/too-long");
    let values = "if active.points > 1 then 1 else ".repeat(40);
    let nested = format!("{}1{}", format!("{values}(").repeat(30), ")".repeat(30));
    refused(&format!("fn trial() -> int = {nested}"), "check/too-long");
}
