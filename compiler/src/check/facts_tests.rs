//! What the first pass makes of declarations: numbers, edges, copies, values, scenarios, citations.

use abi::{ABSENT, Base, FigureKindId, FigureSort, Joins, Ty};
use grammar::{Severity, Sources};

use super::{
    Checked, Setting, check,
    tests::{codes_of, folder, play},
};
use crate::typed::{AnswerWord, ExprKind, FnBody, PropertyOwner, ScenarioLine, StandOn};

const RULES: &str = r#"
expansion e { title "E" }
enum Fruit { apple, pear }
feature road { joins edges  completed when open == 0  worth count tiles }
feature lawn { joins half_edges }
feature tree { joins nothing  fruit: Fruit  tall: flag  worth if tall then 2 else 1 }
segment has mossy: flag
tile has ripe: Fruit?
tile keeps seen: int = 5 for turn
player keeps baskets: list of tile
figure worker: follower { each player 3  counts 2  stands on road, lawn when ripe_first }
figure bird { one in the game  stands on tree as guest, tile }
option ripe_first: flag = false
pile land
pile side
tile plain x2 {
    road r0: E W
    lawn l0: NL NR EL WR near t0
    lawn l1: ER SL SR WL with mossy at 22.5 40
    tree t0: with fruit = pear, tall
    ripe = apple box 1 2 3.5 4
}
tile wall x1 in side { closes N E S W  when ripe_first { ripe = pear } else { tree t1: with fruit = apple } }
tile spare { road r0: N }
set both { 3 plain, 1 wall }
"#;

fn rules() -> Checked {
    let checked = play(&[("e", RULES)], Setting::default());
    assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
    checked
}

#[test]
fn kinds_have_their_numbers_and_neutral_figures_come_first() {
    let rules = rules().rules;
    let names: Vec<&str> = rules.figures.iter().map(|kind| kind.name.as_str()).collect();
    assert_eq!(names, ["bird", "worker"]);
    assert!(!rules.figures[0].owned && !rules.figures[0].follower);
    assert!(rules.figures[1].owned && rules.figures[1].follower);
    let joins: Vec<Joins> = rules.features.iter().map(|kind| kind.joins).collect();
    assert_eq!(joins, [Joins::Edges, Joins::HalfEdges, Joins::Nothing]);
    assert_eq!(rules.piles, ["land", "side"]);
    let stands: Vec<StandOn> = rules.figures[0].stands.iter().map(|stand| stand.on).collect();
    assert_eq!(stands, [StandOn::Feature(abi::FeatureKindId(2)), StandOn::Tile]);
    assert_eq!(rules.figures[0].stands[0].role.as_deref(), Some("guest"));
    assert!(rules.figures[1].stands[1].condition.is_some());
}

#[test]
fn properties_have_owners_and_values_before_they_are_set() {
    let rules = rules().rules;
    let property = |name: &str| rules.properties.iter().find(|p| p.name == name).unwrap();
    assert_eq!(property("fruit").owner, PropertyOwner::Feature(abi::FeatureKindId(2)));
    assert_eq!(property("mossy").owner, PropertyOwner::Segment);
    assert_eq!((property("ripe").ty, property("ripe").default), (Ty::maybe(Base::Enum(0)), ABSENT));
    assert_eq!((property("seen").default, property("seen").lasts), (5, abi::Lasts::Turn));
    assert_eq!((property("baskets").ty, property("baskets").default), (Ty::list(Base::Tile), 0));
}

#[test]
fn tiles_have_edges_neighbours_values_and_copies() {
    let rules = rules().rules;
    let plain = &rules.tiles[0];
    let edges: Vec<u8> = plain.segments.iter().map(|segment| segment.edges.0).collect();
    assert_eq!(edges, [0b1010, 0b1000_0111, 0b0111_1000, 0]);
    assert_eq!(plain.segments[1].near, [3]);
    assert_eq!(plain.segments[3].near, [1], "`near` works both ways");
    assert_eq!(plain.segments[2].at, Some((22_500, 40_000)));
    let words: Vec<i64> = plain.segments[3].values.iter().map(|value| value.value).collect();
    assert_eq!(words, [1, 1]);
    assert_eq!(plain.values[0].bounds, Some([1000, 2000, 3500, 4000]));
    let wall = &rules.tiles[1];
    assert_eq!((wall.closes.0, wall.pile), (0b1111, abi::PileId(1)));
    assert_eq!(wall.segments.len(), 1, "the lines of the option that is off are left out");
    let sets: Vec<(&str, Vec<(u16, u32)>)> = rules
        .sets
        .iter()
        .map(|set| {
            (set.name.as_str(), set.tiles.iter().map(|(tile, count)| (tile.0, *count)).collect())
        })
        .collect();
    assert_eq!(sets, [("e", vec![(0, 2), (1, 1)]), ("both", vec![(0, 3), (1, 1)])]);
}

#[test]
fn functions_by_kind_have_an_arm_for_each_line() {
    let rules = rules().rules;
    let arms =
        |id: Option<crate::typed::FnId>| match &rules.functions[id.unwrap().index()].body.code {
            FnBody::ByKind(arms, _) => arms.len(),
            FnBody::Expr(_) => 0,
        };
    assert_eq!((arms(rules.completed), arms(rules.worth), arms(rules.counts)), (1, 2, 1));
}

#[test]
fn a_scenario_is_checked_where_its_expansions_play() {
    let text = r#"
to ask_where(p: player) -> int {
    let place = p chooses from [1, 2]
    return place
}
scenario "a bird" {
    players red, blue
    with e, ripe_first = true
    board from (-1, 2) {
        | a . |
        | . plain |
        a = plain turned 270 with blue worker on l1, bird on tile
    }
    draw plain
    blue: place = at (0, -1) turned 90
    @X1 expect red.points == 0
}
scenario "elsewhere" {
    players red, blue
    with nowhere
    expect red.nothing == 0
}
"#;
    let checked = play(&[("e", &format!("{RULES}{text}"))], Setting::default());
    let [warning] = checked.diagnostics.as_slice() else { panic!("{:?}", checked.diagnostics) };
    assert_eq!(warning.severity, Severity::Warning);
    assert_eq!(warning.message, "there is no expansion and no edition `nowhere`");
    let [first, second] = checked.rules.scenarios.as_slice() else { panic!("two scenarios") };
    assert_eq!(first.settings, [(None, "ripe_first".to_owned(), "true".to_owned())]);
    assert_eq!((first.lines.len(), second.lines.len()), (4, 0));
    let ScenarioLine::Board(picture) = &first.lines[0].2 else { panic!("a board") };
    assert_eq!((picture.cells[0].cell, picture.cells[0].turn), (abi::cell(-1, 2), 3));
    assert_eq!(picture.cells[1].cell, abi::cell(0, 3));
    let [worker, bird] = picture.cells[0].pieces.as_slice() else { panic!("two pieces") };
    assert_eq!((worker.figure, worker.owner, worker.segment), (FigureKindId(1), Some(1), Some(2)));
    assert_eq!((bird.figure, bird.owner, bird.segment), (FigureKindId(0), None, None));
    let ScenarioLine::Answer { player, name, answer } = &first.lines[2].2 else {
        panic!("an answer")
    };
    assert_eq!(
        (*player, name.as_str(), answer.text.as_str()),
        (1, "place", "at (0, -1) turned 90")
    );
    assert_eq!(answer.words[1], AnswerWord::Cell(0, -1));
    let origin = &checked.rules.origins[first.lines[3].0.index()];
    assert_eq!(origin.statements, ["X1"]);
    assert_eq!(origin.item, "scenario \"a bird\"");
    assert_eq!(origin.text, "@X1 expect red.points == 0");
}

#[test]
fn a_scenario_chooses_one_edition() {
    let rules = "expansion e { title \"E\" }\noption a: int = 1\n\
                 edition early { a = 2 }\nedition late { a = 3 }\n";
    let with = |names: &str| {
        let scenario = format!("scenario \"s\" {{\n players red\n with {names}\n}}\n");
        play(&[("e", &format!("{rules}{scenario}"))], Setting::default())
    };
    let checked = with("e, early, a = 3");
    assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
    let scenario = &checked.rules.scenarios[0];
    assert_eq!(
        (scenario.with.as_slice(), &scenario.edition),
        (&["e".to_owned()][..], &Some("early".to_owned()))
    );
    assert_eq!(codes_of(&with("early, late")), ["check/duplicate-name"]);
    assert_eq!(codes_of(&with("earlyy")), ["check/unknown-option"]);
    assert!(with("nowhere").rules.scenarios[0].edition.is_none());

    let named_alike = "expansion late { title \"L\" }\n";
    let scenario = "scenario \"s\" {\n players red\n with late\n}\n";
    let both = [("e", &*format!("{rules}{scenario}")), ("late", named_alike)];
    assert_eq!(codes_of(&play(&both, Setting::default())), ["check/ambiguous-name"]);
}

#[test]
fn items_with_others_exist_where_both_play() {
    let apple = "expansion apple { title \"A\" }\nwith pear {\n  option both: flag = true\n}\n";
    let pear = "expansion pear { title \"P\" }\n";
    let all = [("apple", apple), ("pear", pear)];
    assert_eq!(play(&all, Setting::default()).rules.options.len(), 1);
    let alone = Setting { expansions: vec!["apple".to_owned()], ..Setting::default() };
    assert_eq!(play(&all, alone).rules.options.len(), 0);
}

#[test]
fn options_of_one_name_are_told_apart_by_their_expansion() {
    let apple = "expansion apple { title \"A\" }\noption ripe: int = 1\nedition early { ripe = 3 }\n\
                 fn own() -> int = ripe\n";
    let pear = "expansion pear { title \"P\"  needs apple }\noption ripe: int = 2\n\
                fn own_too() -> int = ripe\nfn other() -> int = apple.ripe\n\
                option unsaid: flag = false\n";
    let early = Setting { edition: Some("early".to_owned()), ..Setting::default() };
    let checked = play(&[("apple", apple), ("pear", pear)], early);
    assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
    let values: Vec<i64> = checked.rules.options.iter().map(|option| option.value).collect();
    assert_eq!(values, [3, 2, 0]);
    let options: Vec<u32> = checked
        .rules
        .functions
        .iter()
        .filter_map(|function| match &function.body.code {
            FnBody::Expr(expr) => match expr.kind {
                ExprKind::Option(id) => Some(id.0),
                _ => None,
            },
            FnBody::ByKind(..) => None,
        })
        .collect();
    assert_eq!(options, [0, 1, 0]);
    let set =
        Setting { options: vec![(None, "ripe".to_owned(), "4".to_owned())], ..Setting::default() };
    assert_eq!(codes_of(&play(&[("apple", apple), ("pear", pear)], set)), ["check/unknown-option"]);
}

#[test]
fn lines_of_items_with_others_say_so() {
    let apple = "expansion apple { title \"A\" }\nfigure m: follower { stands on tile }\n\
                 with pear {\n  after m returns from s { }\n}\n";
    let pear = "expansion pear { title \"P\" }\n";
    let checked = play(&[("apple", apple), ("pear", pear)], Setting::default());
    assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
    let hook = &checked.rules.hooks[0];
    assert_eq!(checked.rules.with.get(&hook.origin), Some(&vec![1]));
    let figure = Ty::one(Base::Figure(FigureSort::Any));
    assert_eq!(hook.body.locals[0].ty, figure);
}

#[test]
fn citations_are_compared_with_the_statements() {
    let text =
        "expansion e { title \"E\" }\n@E1 option a: flag = true\n@E22 option b: flag = true\n";
    let mut sources = Sources::new();
    let mut source = folder(&mut sources, "e", &[text.to_owned()]);
    let setting = Setting { expansions: vec!["e".to_owned()], ..Setting::default() };
    assert!(codes_of(&check(&sources, &[source.clone()], &setting)).is_empty());
    let statements = "# E\n\n- E1. The first.\n- E2. The second.\n";
    source.statements = Some(sources.add("e/rules.md", statements));
    let checked = check(&sources, &[source], &setting);
    assert_eq!(codes_of(&checked), ["check/unknown-citation", "check/uncited-statement"]);
    assert_eq!(
        checked.diagnostics[0].help.as_deref(),
        Some("did you mean `E2`? a new one is a line `- E22. …` there")
    );
    assert_eq!(sources.slice(checked.diagnostics[1].span().unwrap()), "E2");
}

#[test]
fn a_citation_means_the_statement_beside_it_first() {
    let mut sources = Sources::new();
    let mut page = |name: &str, rules: &str, statements: &str| {
        let text = format!("expansion {name} {{ title \"E\" }}\n{rules}");
        let mut source = folder(&mut sources, name, &[text]);
        source.statements = Some(sources.add(format!("{name}/rules.md"), statements));
        source
    };
    let one = page("one", "@E1 option a: flag = true\n", "- E1. Own.\n");
    let two = page("two", "@F1 option b: flag = true\n", "- E1. Nobody's.\n- F1. Own.\n");
    let three = page("three", "@F1 option c: flag = true\n", "- G1. Nobody's.\n");
    let expansions = ["one", "two", "three"].map(str::to_owned).into();
    let checked =
        check(&sources, &[one, two, three], &Setting { expansions, ..Setting::default() });
    let told: Vec<&str> = checked.diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(told, ["no line carries out E1", "no line carries out G1"]);
}

#[test]
fn a_broken_item_hides_no_mistake_of_its_own_and_makes_no_others() {
    let mut sources = Sources::new();
    let text = "expansion e { title \"E\" }\nenum Fruit { apple, }}\nfn best() -> Fruit = apple\n\
                fn more() -> int = true\n";
    let id = sources.add("e/rules.carc", text);
    let parsed = grammar::parse(&sources, id);
    assert!(!parsed.diagnostics.is_empty());
    let source = super::ExpansionSource {
        folder: "e".to_owned(),
        files: vec![(id, parsed.file)],
        statements: None,
    };
    let setting = Setting { expansions: vec!["e".to_owned()], ..Setting::default() };
    assert_eq!(codes_of(&check(&sources, &[source], &setting)), ["check/wrong-type"]);
}
