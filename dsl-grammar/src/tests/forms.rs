//! Single forms of the language and the tree that each becomes.

use super::{codes, parsed, rendered};
use crate::RESERVED_WORDS;
use crate::ast::*;

/// The only item of a text that has no mistakes.
fn item(text: &str) -> Item {
    assert_eq!(rendered(text), "", "{text}");
    let (_, parsed) = parsed(text);
    assert_eq!(parsed.file.items.len(), 1);
    parsed.file.items[0].clone()
}

fn expr(text: &str) -> Expr {
    match item(&format!("fn x() -> int = {text}")).kind {
        ItemKind::Fn(question) => question.body,
        other => panic!("{other:?}"),
    }
}

fn statements(text: &str) -> Vec<StatementKind> {
    match item(&format!("to x() {{ {text} }}")).kind {
        ItemKind::To(deed) => deed.body.statements.into_iter().map(|line| line.kind).collect(),
        other => panic!("{other:?}"),
    }
}

fn statement(text: &str) -> StatementKind {
    let mut all = statements(text);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

/// An expression with every pair of parentheses that its tree has.
fn shape(expr: &Expr) -> String {
    let list = |exprs: &[Expr]| exprs.iter().map(shape).collect::<Vec<_>>().join(", ");
    match &expr.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Length(value) => format!("{value}um"),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::None => "none".to_owned(),
        ExprKind::Name(name) => name.text.clone(),
        ExprKind::Property { of, name } => format!("{}.{}", shape(of), name.text),
        ExprKind::Call { name, arguments } => format!("{}({})", name.text, list(arguments)),
        ExprKind::Method { of, name, arguments } => {
            format!("{}.{}({})", shape(of), name.text, list(arguments))
        }
        ExprKind::List(items) => format!("[{}]", list(items)),
        ExprKind::Range { from, to } => format!("({} .. {})", shape(from), shape(to)),
        ExprKind::Unary { op, operand } => format!("({op:?} {})", shape(operand)),
        ExprKind::Binary { op, left, right } => {
            format!("({} {op:?} {})", shape(left), shape(right))
        }
        ExprKind::Is { value, negated, test } => {
            let test = match test {
                Test::Kind(name) => name.text.clone(),
                other => format!("{other:?}"),
            };
            format!("({} {} {test})", shape(value), if *negated { "isnt" } else { "is" })
        }
        ExprKind::In { value, negated, list } => {
            format!("({} {} {})", shape(value), if *negated { "notin" } else { "in" }, shape(list))
        }
        ExprKind::If { arms, otherwise } => {
            let arms: Vec<String> = arms
                .iter()
                .map(|(when, then)| format!("{}?{}", shape(when), shape(then)))
                .collect();
            format!("if({}:{})", arms.join(";"), shape(otherwise))
        }
        ExprKind::Match { subject, arms, otherwise } => {
            let arms: Vec<String> = arms
                .iter()
                .map(|arm| format!("{}=>{}", arm.labels.len(), shape(&arm.value)))
                .collect();
            let otherwise = otherwise.as_ref().map(|expr| shape(expr)).unwrap_or_default();
            format!("match({}:{}:{otherwise})", shape(subject), arms.join(";"))
        }
        ExprKind::Quantified { quantifier, name, list, filter, measure } => {
            let part = |part: &Option<Box<Expr>>| {
                part.as_ref().map(|expr| shape(expr)).unwrap_or_default()
            };
            format!(
                "{quantifier:?}({} {}|{}|{})",
                name.text,
                shape(list),
                part(filter),
                part(measure)
            )
        }
        ExprKind::Count(of) => format!("#{}", shape(of)),
        ExprKind::Clockwise { order, player } => format!("cw{order:?}({})", shape(player)),
    }
}

#[test]
fn precedence_is_that_of_the_language() {
    for (text, expected) in [
        ("a or b and not c == d", "(a Or (b And (Not (c Equal d))))"),
        ("a and b or c and d", "((a And b) Or (c And d))"),
        ("not a and b", "((Not a) And b)"),
        ("not not a", "(Not (Not a))"),
        ("a + b * -c.d - e", "((a Add (b Multiply (Negate c.d))) Subtract e)"),
        ("a - b - c", "((a Subtract b) Subtract c)"),
        ("a / b % c", "((a Divide b) Remainder c)"),
        ("a < b + 1", "(a Less (b Add 1))"),
        ("a + 1 .. b - 1", "((a Add 1) .. (b Subtract 1))"),
        ("a in 1..n", "(a in (1 .. n))"),
        ("a not in b + c", "(a notin (b Add c))"),
        ("a is not none and b is empty", "((a isnt None) And (b is Empty))"),
        ("a.b is city or c", "((a.b is city) Or c)"),
        ("count tiles + pennants", "(#tiles Add pennants)"),
        ("count f.tiles == 2", "(#f.tiles Equal 2)"),
        ("2 * (count tiles + 1)", "(2 Multiply (#tiles Add 1))"),
        ("clockwise from p", "cwFrom(p)"),
        ("clockwise after p.left", "cwAfter(p.left)"),
        ("-2 * a", "((Negate 2) Multiply a)"),
        ("5 mm + 1.5 cm", "(5000um Add 15000um)"),
        ("x.is.in(a, b).count", "x.is.in(a, b).count"),
        ("[]", "[]"),
        ("[a] + [b, c]", "([a] Add [b, c])"),
    ] {
        assert_eq!(shape(&expr(text)), expected, "{text}");
    }
}

#[test]
fn quantifiers_reach_to_the_right() {
    for (text, expected) in [
        ("all m in l where m.a and b or c", "All(m l|((m.a And b) Or c)|)"),
        ("2 * count m in l where m is a", "(2 Multiply Count(m l|(m is a)|))"),
        ("(any m in l where a) and b", "(Any(m l|a|) And b)"),
        ("all t in f where every u in t where a by b", "All(t f|Every(u t|a|b)|)"),
        ("sum m in f by 2 * m.n", "Sum(m f||(2 Multiply m.n))"),
        ("first m in l", "First(m l||)"),
        ("first + 1", "(first Add 1)"),
        ("no s in fit.joined where s is river", "No(s fit.joined|(s is river)|)"),
        ("if a then b else if c then d else e + 1", "if(a?b;c?d:(e Add 1))"),
        ("match s { a => 1, b or c => 2, else => 0 }", "match(s:1=>1;2=>2:0)"),
        ("match count p { 2 => 10, else => 5, }", "match(#p:1=>10:5)"),
    ] {
        assert_eq!(shape(&expr(text)), expected, "{text}");
    }
}

#[test]
fn spans_are_absolute() {
    let text = "menu a\nfn x() -> int = 1 +  b.c\n";
    let (sources, parsed) = parsed(text);
    let ItemKind::Fn(question) = &parsed.file.items[1].kind else { panic!() };
    assert_eq!(sources.slice(question.body.span), "1 +  b.c");
    let ExprKind::Binary { right, .. } = &question.body.kind else { panic!() };
    assert_eq!(sources.place(right.span), "test.carc:2:22");
}

#[test]
fn values_asks_and_ways_out() {
    let StatementKind::Let { value: Value::Ask(Ask::Chooses { .. }), otherwise, .. } =
        statement("let leaver = p chooses from mine else next")
    else {
        panic!()
    };
    assert!(matches!(otherwise, Some(Otherwise::Leave(WayOut::Next, _))));
    let StatementKind::Let { value: Value::Expr(_), otherwise: Some(Otherwise::Value(_)), .. } =
        statement("let x = if a then b else c else 3")
    else {
        panic!()
    };
    let all = statements(
        "hand = active draws from pile() else end game  lot += [a]  m.bid -= 1
         let s = p shoots catch at p.left  let n = p rolls 1..6  active may choose from action
         let k = p decides to keep  if p decides to stay { skip } else if b { next } else { stop }
         return a + 1  again  repeat 6 times { }  repeat { stop }  for x in l where c { x returns }",
    );
    assert_eq!(all.len(), 13);
    assert!(matches!(&all[3], StatementKind::Let { value: Value::Ask(Ask::Shoots { at, .. }), .. }
        if at.is_some()));
    assert!(matches!(&all[4], StatementKind::Let { value: Value::Ask(Ask::Rolls { .. }), .. }));
    assert!(matches!(&all[5], StatementKind::Ask(Ask::MayChoose { .. })));
    let StatementKind::If { arms, otherwise: Some(_) } = &all[7] else { panic!() };
    assert!(matches!(arms[0].condition, Condition::DecidesTo { .. }) && arms.len() == 2);
    assert!(matches!(all[8], StatementKind::Leave(WayOut::Return(_))));
    assert_eq!(all[9], StatementKind::Again);
}

#[test]
fn every_sentence_is_a_deed() {
    let deeds = statements(
        "p scores 3 for f  p loses 2 for t  p pays 3 to q for m  p places t at fit  p deploys spot
         m moves to s  m returns  t leaves  p takes 2 wine from q  p takes back target
         p puts bridge on s  a joins b  a parts from b  p plays a part  p wins  settle(f)
         p takes king  p takes (n + 1) token_of(g)",
    );
    let count = deeds.iter().filter(|deed| matches!(deed, StatementKind::Deed(_))).count();
    assert_eq!((deeds.len(), count), (18, 18));
    let takes = |index: usize| match &deeds[index] {
        StatementKind::Deed(Deed::Takes { amount, token, from, .. }) => {
            (amount.as_ref().map(shape), shape(token), from.is_some())
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(takes(8), (Some("2".to_owned()), "wine".to_owned(), true));
    assert_eq!(takes(16), (None, "king".to_owned(), false));
    assert_eq!(takes(17), (Some("(n Add 1)".to_owned()), "token_of(g)".to_owned(), false));
}

#[test]
fn every_sentence_can_be_a_head() {
    for head in [
        "p scores n for f",
        "p loses n for f",
        "p pays n to q for x",
        "p places t at fit",
        "p deploys spot",
        "m moves from a to b",
        "m moves to b",
        "m returns",
        "m returns from a",
        "t leaves",
        "p takes n k",
        "p takes back k",
        "p puts k on x",
        "a joins b",
        "a parts from b",
        "p plays a part",
        "p wins",
        "settle(f: city)",
        "lay_start()",
        "m: dragon moves to t: tile",
    ] {
        let hook = item(&format!("before {head} when a {{ }}"));
        let ItemKind::Hook(Hook { moment: Moment::Before, deed, condition: Some(_), .. }) =
            hook.kind
        else {
            panic!("{head}")
        };
        let forbid = item(&format!("forbid {head}"));
        let ItemKind::Forbid(other) = forbid.kind else { panic!("{head}") };
        assert_eq!(std::mem::discriminant(&deed), std::mem::discriminant(&other.deed));
    }
    let ItemKind::Hook(hook) = item("instead of settle(f: city) { }").kind else { panic!() };
    let Deed::Call { arguments, .. } = hook.deed else { panic!() };
    assert_eq!(arguments[0].kind.as_ref().unwrap().text, "city");
}

#[test]
fn an_invariant_is_a_condition() {
    let ItemKind::Invariant(condition) = item("invariant no p in players where p.points < 0").kind
    else {
        panic!()
    };
    assert!(matches!(condition.kind, ExprKind::Quantified { .. }), "{condition:?}");
}

#[test]
fn tiles_have_all_their_lines() {
    let text = "tile a x2 in lake {
        city c0: N W near r0 with pennants = 1, inn at 22.4 6.9
        road r0: near c0 c1
        hill
        field f0: NL SR near c0, meadow
        number = -1
        crop_circle = rake box 11.5 18.6 32.9 38.5
        closes N E
        c0 with no_castle
        when ring == on { road r1: S } else { road r2: S  hill }
    }";
    let ItemKind::Tile(tile) = item(text).kind else { panic!() };
    assert_eq!((tile.copies, tile.pile.unwrap().text.as_str()), (Some(2), "lake"));
    assert_eq!(tile.lines.len(), 9);
    let TileLine::Segment(city) = &tile.lines[0].kind else { panic!() };
    assert_eq!((city.edges.len(), city.near.len(), city.values.len()), (2, 1, 2));
    assert_eq!(city.at, Some(Point { x: 22_400, y: 6_900 }));
    let TileLine::Segment(road) = &tile.lines[1].kind else { panic!() };
    assert_eq!((road.edges.len(), road.near.len()), (0, 2));
    let TileLine::Segment(field) = &tile.lines[3].kind else { panic!() };
    assert_eq!(field.near[1].text, "meadow");
    let TileLine::Value(circle) = &tile.lines[5].kind else { panic!() };
    assert_eq!(circle.ground.unwrap().right, 32_900);
    assert!(matches!(&tile.lines[7].kind, TileLine::More { values, .. } if values.len() == 1));
    assert!(matches!(&tile.lines[8].kind, TileLine::When { lines, otherwise, .. }
        if lines.len() == 1 && otherwise.len() == 2));
}

#[test]
fn answers_are_kept_word_for_word() {
    let text = "scenario \"s\" { players red, blue
        red: place = at (0, -1) turned 180 with bridge at (1, 0)
        red: shot = at (0, 0) 20 mm 24.5 mm touching blue meeple on r0, red pig
        @C1 expect red cannot spot = meeple on c0
        expect can letter = add
        red: draw = none  draw wolf  roll 3, 6  given red.points = 10  given settle(f)
        with a, b, base.c = d
        red: place = none  sets base, b x2
        red: visit.host = blue  @C2 expect red can returns.host = blue }";
    let ItemKind::Scenario(scenario) = item(text).kind else { panic!() };
    let answer = |index: usize| match &scenario.lines[index].kind {
        ScenarioLine::Answer { answer, .. } => {
            answer.words.iter().map(|word| word.kind.clone()).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    let name = |word: &str| WordKind::Name(word.to_owned());
    assert_eq!(
        answer(1),
        [
            name("at"),
            WordKind::Cell { x: 0, y: -1 },
            name("turned"),
            WordKind::Int(180),
            name("with"),
            name("bridge"),
            name("at"),
            WordKind::Cell { x: 1, y: 0 },
        ]
    );
    assert_eq!(answer(2)[3], WordKind::Length(24_500));
    assert_eq!(answer(2).len(), 12);
    assert_eq!(scenario.lines[3].citations[0].statement, "C1");
    assert!(matches!(
        &scenario.lines[4].kind,
        ScenarioLine::Expect(Expectation::Offered { player: None, can: true, .. })
    ));
    assert_eq!(answer(5), [name("none")]);
    assert_eq!(scenario.lines.len(), 15);
    let ScenarioLine::Sets(sets) = &scenario.lines[12].kind else { panic!() };
    let sets: Vec<_> = sets.iter().map(|(name, times)| (name.text.as_str(), *times)).collect();
    assert_eq!(sets, [("base", None), ("b", Some(2))]);
    let asked = |index: usize| match &scenario.lines[index].kind {
        ScenarioLine::Answer { name, .. }
        | ScenarioLine::Expect(Expectation::Offered { name, .. }) => name.text.as_str(),
        other => panic!("{other:?}"),
    };
    assert_eq!((asked(13), asked(14)), ("visit.host", "returns.host"));
    let ScenarioLine::With { names, settings } = &scenario.lines[10].kind else { panic!() };
    assert_eq!((names.len(), settings.len()), (2, 1));
    assert_eq!(settings[0].expansion.as_ref().unwrap().text, "base");
}

#[test]
fn pictures_have_rows_legends_and_pieces() {
    let all = statements(
        "lay from (-1, 0) { | a s . | | . . a |
            a = base_city_n turned 90 with red meeple on c0 with 2 piece on t0, dragon on tile }",
    );
    let StatementKind::Lay(lay) = &all[0] else { panic!() };
    assert_eq!((lay.x, lay.y, lay.picture.rows.len()), (-1, 0, 2));
    assert!(matches!(lay.picture.rows[0].cells[2], Cell::Empty(_)));
    let legend = &lay.picture.legends[0];
    assert_eq!((legend.turn, legend.pieces.len()), (Some(90), 3));
    assert_eq!(legend.pieces[0].owner.as_ref().unwrap().text, "red");
    assert_eq!(legend.pieces[1].count, Some(2));
    assert!(matches!(legend.pieces[2].on, On::Tile(_)));
}

#[test]
fn doc_texts_and_citations_belong_to_their_item() {
    let text = "/// before a\n@A1 @A2 option a: int = 1   /// beside a\n/// before b\nwith c { /// d\n \
                menu d\n /// e\n menu e }\nmenu f // no text\n";
    let (_, parsed) = parsed(text);
    let doc = |item: &Item| item.doc.as_ref().map(|doc| doc.text.clone());
    let items = &parsed.file.items;
    assert_eq!(doc(&items[0]).unwrap(), "before a\nbeside a");
    assert_eq!(items[0].citations.len(), 2);
    assert_eq!(doc(&items[1]).unwrap(), "before b\nd");
    let ItemKind::With(with) = &items[1].kind else { panic!() };
    assert_eq!((doc(&with.items[0]), doc(&with.items[1])), (None, Some("e".to_owned())));
    assert_eq!(doc(&items[2]), None);
}

#[test]
fn reserved_words_are_no_names_and_all_others_are() {
    for word in RESERVED_WORDS {
        let text = format!("enum A {{ a, {word} }}");
        assert_eq!(codes(&text), ["syntax/reserved-word"], "{word}");
    }
    for word in [
        "first",
        "place",
        "spot",
        "left",
        "part",
        "final",
        "a",
        "draw",
        "game",
        "player",
        "x1",
        "on",
        "market",
        "castle",
        "worth",
        "completed",
        "forest",
        "nothing",
        "island",
        "tile",
        "order",
    ] {
        assert_eq!(codes(&format!("menu {word}")), Vec::<&str>::new(), "{word}");
        assert_eq!(shape(&expr(&format!("{word} + a.{word}"))), format!("({word} Add a.{word})"));
    }
}

/// `snapshot` and `fault` are words of scenarios alone: players, questions and options may be called so.
#[test]
fn scenarios_keep_what_happens_and_expect_faults() {
    let text = "scenario \"s\" { players snapshot, fault
        snapshot
        snapshot: place = at (0, 1) turned 90
        @C1 snapshot
        fault: action = none
        snapshot
        expect fault can action = none
        expect fault == red
        expect fault.points == 3
        expect fault \"too deeply\"
        expect fault
        @C2 expect fault
        expect fault }";
    let ItemKind::Scenario(scenario) = item(text).kind else { panic!() };
    let kinds: Vec<&ScenarioLine> = scenario.lines.iter().map(|line| &line.kind).collect();
    assert_eq!(kinds.len(), 13);
    for snapshot in [1, 3, 5] {
        assert_eq!(kinds[snapshot], &ScenarioLine::Snapshot);
    }
    for answer in [2, 4] {
        assert!(matches!(kinds[answer], ScenarioLine::Answer { .. }), "{:?}", kinds[answer]);
    }
    assert!(matches!(kinds[6], ScenarioLine::Expect(Expectation::Offered { .. })));
    for question in [7, 8] {
        assert!(matches!(kinds[question], ScenarioLine::Expect(Expectation::Holds(_))));
    }
    let ScenarioLine::Expect(Expectation::Fault(Some(words))) = kinds[9] else { panic!() };
    assert_eq!(words.text, "too deeply");
    for fault in [10, 11, 12] {
        assert_eq!(kinds[fault], &ScenarioLine::Expect(Expectation::Fault(None)));
    }
}
