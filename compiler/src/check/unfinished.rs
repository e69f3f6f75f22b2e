//! What can be read and does nothing: blocks without a statement, an `if` that most likely lost its `else`.

use grammar::{
    Diagnostic, Sources, Span,
    ast::{AssignOp, Block, ExprKind, Item, ItemKind, Statement, StatementKind, Value},
};

use super::codes;

/// Warns of what an item does not do. What a hook does not do may be what it is for: `instead of …  { }`.
pub(crate) fn check(sources: &Sources, item: &Item, diagnostics: &mut Vec<Diagnostic>) {
    let body = match &item.kind {
        ItemKind::Step(item) => &item.body,
        ItemKind::Offer(item) => &item.body,
        ItemKind::Hook(item) => &item.body,
        ItemKind::To(item) => &item.body,
        _ => return,
    };
    // Statements stand in each other only as deep as the parser lets them.
    let mut waiting = vec![body];
    while let Some(block) = waiting.pop() {
        for pair in block.statements.windows(2) {
            diagnostics.extend(else_lost(sources, &pair[0], &pair[1]));
        }
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::If { arms, otherwise } => {
                    let last = otherwise.as_ref().or(arms.last().map(|arm| &arm.body));
                    diagnostics.extend(last.and_then(|last| nothing_done(last, "this branch")));
                    waiting.extend(arms.iter().map(|arm| &arm.body).chain(otherwise));
                }
                StatementKind::Match { arms, otherwise, .. } => {
                    waiting.extend(arms.iter().map(|arm| &arm.body).chain(otherwise));
                }
                StatementKind::For { body, .. } | StatementKind::Repeat { body, .. } => {
                    diagnostics.extend(nothing_done(body, "each round"));
                    waiting.push(body);
                }
                StatementKind::Assign { op, value: Value::Expr(value), .. } => {
                    let empty = matches!(&value.kind, ExprKind::List(list) if list.is_empty());
                    if empty && *op != AssignOp::Set {
                        diagnostics.push(no_effect("an empty list changes nothing", value.span));
                    }
                }
                _ => {}
            }
        }
    }
}

fn no_effect(message: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(codes::NO_EFFECT, message)
        .label(span, "does nothing")
        .help("write what is to happen, or leave it out")
}

fn nothing_done(block: &Block, what: &str) -> Option<Diagnostic> {
    let empty = block.statements.is_empty();
    empty.then(|| no_effect(&format!("nothing is done in {what}"), block.span))
}

/// `} if …` on one line: whoever wants both tests writes them below each other.
fn else_lost(sources: &Sources, first: &Statement, second: &Statement) -> Option<Diagnostic> {
    let (StatementKind::If { arms, otherwise: None }, StatementKind::If { .. }) =
        (&first.kind, &second.kind)
    else {
        return None;
    };
    let last = arms.last()?.body.span;
    let line = |at: u32| Some(sources.get(last.file)?.position(at).line);
    (line(last.end)? == line(second.span.start)?).then(|| {
        Diagnostic::warning(codes::NO_EFFECT, "an `if` begins where another one ends")
            .label(Span::new(last.file, last.end, last.end), "is `else` missing here?")
            .help("write `else if`, or begin a new line where both are tested")
            .suggest(Span { end: second.span.start, ..second.span }, "else ")
    })
}
