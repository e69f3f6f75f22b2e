//! Rules in a few lines, compiled and asked: what each form means, by both back ends.

mod deeds;
mod questions;
mod shots;
mod table;
mod text;

use abi::{Fault, FaultKind, FunctionId, HostOp, Outcome, Program, Word};

use crate::{Compiled, ExpansionSource, Setting, backend::Backend, pipeline::compile};
use table::TestTable;

/// What all tests declare: three players' seats, a lane over two tiles, a hut, two pawns each.
const RULES: &str = r#"
expansion mini { title "Mini" players 1..6 uses shots }
phases setup { laying }
phases turn { playing, ending }
phases part { drawing }
phases finish { final }
pile land
feature lane {
    joins edges
    wells: int
    completed when open == 0
    worth 2 * wells
}
feature hut { joins nothing  completed when count neighbours == 1  worth 7 }
token ball, net { each player 1  size 20 mm x 20 mm x 2 mm round }
figure pawn: follower { each player 2  stands on lane as walker }
tile one x1 { lane l0: N E S W with wells = 2 }
tile two x1 { lane l0: N E S W with wells = 1  hut h0: }
"#;

/// The rules of all tests and some more, compiled.
fn rules(more: &str, backend: Backend) -> Compiled {
    let mut sources = grammar::Sources::new();
    // Items start at column 0, and where else a line begins means nothing.
    let lines: Vec<&str> = more.lines().map(str::trim_start).collect();
    let file = sources.add("mini/rules.carc", format!("{RULES}{}", lines.join("\n")));
    let parsed = grammar::parse(&sources, file);
    let shown = |diagnostics| grammar::Report { diagnostics }.render_plain(&sources);
    assert!(parsed.diagnostics.is_empty(), "{}", shown(parsed.diagnostics.clone()));
    let available = [ExpansionSource {
        folder: "mini".to_owned(),
        files: vec![(file, parsed.file)],
        statements: None,
    }];
    let setting = Setting { expansions: vec!["mini".to_owned()], ..Setting::default() };
    match compile(&sources, &available, &setting, backend, Some(0)) {
        Ok(compiled) => compiled,
        Err(diagnostics) => panic!("{}", shown(diagnostics)),
    }
}

/// Asks a question of the test table: its word, by both back ends.
fn ask_with(more: &str, question: &str) -> Result<Word, Fault> {
    let scenario =
        format!("{more}\nscenario \"question\" {{ players red, blue, green expect {question} }}");
    let answers = [Backend::Eval, Backend::Native].map(|backend| {
        let compiled = rules(&scenario, backend);
        let lines = compiled.scenario.as_ref().expect("a scenario was asked for");
        let function = lines.function(0, 0).expect("the line has a function");
        let mut table = TestTable::new(&compiled.program);
        compiled.program.code.call(function, &[], &mut table)
    });
    let [eval, native] = answers;
    assert_eq!(eval, native, "{question}");
    native
}

/// Whether something holds at the test table.
fn holds(question: &str) -> bool {
    ask_with("", question).expect("the question has no fault") == 1
}

/// How a question goes wrong.
fn fault_of(question: &str) -> FaultKind {
    ask_with("", question).expect_err("the question has a fault").kind
}

/// Runs the step `go` of some rules with answers to what it asks: the deeds that were done.
fn deeds_with(more: &str, answers: &[Word]) -> Vec<(HostOp, [Word; 4])> {
    let more = format!("{more}\nscenario \"nothing\" {{ players red, blue, green }}");
    let runs = [Backend::Eval, Backend::Native].map(|backend| {
        let compiled = rules(&more, backend);
        let program = &compiled.program;
        let function = program.function("step go").expect("the rules have a step `go`");
        let mut table = TestTable::new(program);
        let mut answers = answers.to_vec();
        answers.reverse();
        run(program, function, &mut table, &mut answers);
        assert!(answers.is_empty(), "every answer was asked for");
        table.done
    });
    let [eval, native] = runs;
    assert_eq!(eval, native);
    native
}

/// Runs a function to its end, as the game would.
fn run(program: &Program, first: FunctionId, table: &mut TestTable<'_>, answers: &mut Vec<Word>) {
    use abi::Host as _;
    if program.functions[first.index()].frame.is_none() {
        program.code.call(first, &[], table).expect("the step has no fault");
        return;
    }
    let mut frames = Vec::new();
    let push = |table: &mut TestTable<'_>, function: FunctionId, args: &[Word]| {
        let words = program.functions[function.index()].frame.as_ref().expect("it may wait").len();
        let base = table.stack().top();
        for i in 0..words {
            let word = if i == 0 { 0 } else { args.get(i - 1).copied().unwrap_or(0) };
            assert!(table.stack_mut().push(word), "the frames of a test are small");
        }
        (function, base)
    };
    frames.push(push(table, first, &[]));
    let mut answer = 0;
    while let Some((function, base)) = frames.last().copied() {
        match program.code.resume(function, base, answer, table) {
            Outcome::Done(word) => {
                answer = leave(program, function, base, word, table);
                frames.pop();
            }
            Outcome::Ask(_) => answer = answers.pop().expect("an answer for every question"),
            Outcome::Call(function, args) => {
                let frame = push(table, function, &args);
                frames.push(frame);
                answer = 0;
            }
            Outcome::Part(_) => answer = 0,
            Outcome::EndGame => return,
            Outcome::Fault(fault) => panic!("the step has a fault: {fault:?}"),
        }
    }
}

/// Takes a frame off the stack; a list that the function gives moves to where the frame was.
fn leave(
    program: &Program,
    function: FunctionId,
    base: usize,
    word: Word,
    table: &mut TestTable<'_>,
) -> Word {
    use abi::Host as _;
    let (start, len) = (abi::list_start(word), abi::list_len(word));
    let stack = table.stack_mut();
    if program.functions[function.index()].result.is_none_or(|ty| !ty.is_list()) || start < base {
        stack.set_top(base);
        return word;
    }
    stack.words_mut().copy_within(start..start + len, base);
    stack.set_top(base + len);
    abi::list(base, len)
}

/// The text of the functions of some rules.
fn text(more: &str) -> String {
    let more = format!("{more}\nscenario \"nothing\" {{ players red, blue, green }}");
    let compiled = rules(&more, Backend::Eval);
    let linked = crate::link::link(&compiled.rules).expect("the rules have an order");
    crate::pipeline::lowered(&compiled.rules, &linked).to_string()
}

/// The text of one function of some rules.
fn text_of(more: &str, name: &str) -> String {
    let all = text(more);
    let found = all.split("\n\n").find(|function| {
        function
            .lines()
            .next()
            .is_some_and(|line| line.trim_start_matches("waiting ").starts_with(name))
    });
    found.unwrap_or_else(|| panic!("no function {name} in {all}")).to_owned()
}
