//! What only shows when all bodies are known: questions and deeds that reach themselves, and `repeat` that
//! need not ask.

use std::collections::{BTreeMap, BTreeSet};

use abi::Question;
use grammar::{Diagnostic, Span};

use super::{
    acts::{blocks, deed_of, each_stmt},
    codes, rounds,
};
use crate::typed::{DeedRef, Expr, ExprKind, FnBody, FnId, ForbidDeed, Rules, StmtKind, ToId};

/// Something that can be reached from a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Function(FnId),
    /// `spots`.
    Spots,
    /// `spots_for`, `may_stand` and `may_replace`.
    Standing,
    /// `fits` and `fits_with`.
    Fits,
    Deed(ToId),
}

/// How one thing reaches another: where, and whether the text itself says so.
#[derive(Clone, Copy, Debug)]
struct Reach {
    to: Node,
    span: Span,
    /// By way of an `adjust`, a `forbid` or a condition of `stands on`.
    roundabout: bool,
}

/// Checks all rules.
pub(crate) fn check(rules: &Rules, diagnostics: &mut Vec<Diagnostic>) {
    circles(rules, diagnostics);
    repeats(rules, diagnostics);
}

fn reached(rules: &Rules, expr: &Expr, roundabout: bool, found: &mut Vec<Reach>) {
    expr.walk(&mut |inner| {
        let to = match &inner.kind {
            ExprKind::Call { function, .. } => Some(Node::Function(*function)),
            ExprKind::Ask { question, .. } => match question {
                Question::Spots => Some(Node::Spots),
                Question::SpotsFor | Question::MayStand | Question::MayReplace => {
                    Some(Node::Standing)
                }
                Question::Fits | Question::FitsWith => Some(Node::Fits),
                Question::Counts => rules.counts.map(Node::Function),
                _ => None,
            },
            _ => None,
        };
        found.extend(to.map(|to| Reach { to, span: inner.span, roundabout }));
    });
}

/// All that everything reaches.
fn graph(rules: &Rules) -> BTreeMap<Node, Vec<Reach>> {
    let mut graph: BTreeMap<Node, Vec<Reach>> = BTreeMap::new();
    for (at, function) in rules.functions.iter().enumerate() {
        let found = graph.entry(Node::Function(FnId(at as u32))).or_default();
        match &function.body.code {
            FnBody::Expr(expr) => reached(rules, expr, false, found),
            FnBody::ByKind(arms, other) => {
                for expr in arms.iter().map(|(_, _, expr)| expr).chain([other]) {
                    reached(rules, expr, false, found);
                }
            }
        }
    }
    for adjust in &rules.adjusts {
        let found = graph.entry(Node::Function(adjust.function)).or_default();
        for expr in adjust.guard.iter().chain([&adjust.body.code]) {
            reached(rules, expr, true, found);
        }
    }
    for forbid in &rules.forbids {
        let nodes: &[Node] = match forbid.deed {
            ForbidDeed::Deploys => &[Node::Spots],
            ForbidDeed::Moves => &[Node::Spots, Node::Standing],
            ForbidDeed::Places => &[Node::Fits],
        };
        for &node in nodes {
            reached(rules, &forbid.body.code, true, graph.entry(node).or_default());
        }
    }
    for condition in
        rules.figures.iter().flat_map(|f| &f.stands).filter_map(|s| s.condition.as_ref())
    {
        for node in [Node::Spots, Node::Standing] {
            reached(rules, &condition.code, true, graph.entry(node).or_default());
        }
    }
    for (at, deed) in rules.deeds.iter().enumerate() {
        let found = graph.entry(Node::Deed(ToId(at as u32))).or_default();
        each_stmt(&deed.body.code, &mut |stmt| {
            if let Some(DeedRef::Named(id)) = deed_of(stmt) {
                found.push(Reach { to: Node::Deed(id), span: stmt.span, roundabout: false });
            }
        });
    }
    graph
}

/// Things that reach themselves: found on the way down a search that keeps its own stack.
fn circles(rules: &Rules, diagnostics: &mut Vec<Diagnostic>) {
    let graph = graph(rules);
    let none = Vec::new();
    let mut done: BTreeSet<Node> = BTreeSet::new();
    for &start in graph.keys() {
        if done.contains(&start) {
            continue;
        }
        // The way down: a node, how it was reached, and which of its own edges come next.
        let mut way: Vec<(Node, Option<Reach>, usize)> = vec![(start, None, 0)];
        let mut on_way: BTreeSet<Node> = BTreeSet::from([start]);
        while let Some((node, _, next)) = way.last_mut() {
            let edges = graph.get(node).unwrap_or(&none);
            let Some(&edge) = edges.get(*next) else {
                done.insert(*node);
                on_way.remove(node);
                way.pop();
                continue;
            };
            *next += 1;
            if on_way.contains(&edge.to) {
                let begin = way.iter().position(|(node, _, _)| *node == edge.to).unwrap_or(0);
                let mut circle: Vec<Reach> =
                    way[begin + 1..].iter().filter_map(|(_, reach, _)| *reach).collect();
                circle.push(edge);
                diagnostics.push(circle_error(rules, &circle));
            } else if !done.contains(&edge.to) {
                on_way.insert(edge.to);
                way.push((edge.to, Some(edge), 0));
            }
        }
    }
}

fn circle_error(rules: &Rules, circle: &[Reach]) -> Diagnostic {
    let names: Vec<String> =
        circle.iter().map(|reach| format!("`{}`", node_name(rules, reach.to))).collect();
    let last = names.last().cloned().unwrap_or_default();
    let chain = if names.len() > 1 {
        format!(", by way of {}", names[..names.len() - 1].join(", "))
    } else {
        String::new()
    };
    let roundabout = circle.iter().any(|reach| reach.roundabout);
    let (code, help) = if roundabout {
        let help = "what adjusts or forbids may not read what it changes; in `adjust … to` the value \
                    so far is `it`";
        (codes::CIRCLE, help)
    } else {
        (codes::RECURSION, "count or collect with a list question, or loop with `for` or `repeat`")
    };
    let mut error = Diagnostic::error(code, format!("{last} reaches itself{chain}"));
    for reach in circle.iter().rev() {
        error = error.label(reach.span, format!("reaches `{}`", node_name(rules, reach.to)));
    }
    error.help(help)
}

fn node_name(rules: &Rules, node: Node) -> &str {
    match node {
        Node::Function(id) => &rules.functions[id.index()].name,
        Node::Deed(id) => &rules.deeds[id.index()].name,
        Node::Spots => "spots",
        Node::Standing => "may_stand",
        Node::Fits => "fits",
    }
}

/// How often the search for deeds that always ask is repeated: as deep as they may call each other.
const ASK_DEPTH: usize = 50;

/// Every round of a `repeat` without a number asks somebody or leaves it.
fn repeats(rules: &Rules, diagnostics: &mut Vec<Diagnostic>) {
    let mut always = vec![false; rules.deeds.len()];
    for _ in 0..ASK_DEPTH {
        let asks = |id: ToId| always.get(id.index()).copied().unwrap_or(false);
        let next: Vec<bool> = rules
            .deeds
            .iter()
            .map(|deed| {
                let unasked = rounds::unasked(&deed.body.code, &asks);
                !unasked.end && !unasked.skip
            })
            .collect();
        if next == always {
            break;
        }
        always = next;
    }
    let asks = |id: ToId| always.get(id.index()).copied().unwrap_or(false);
    for block in blocks(rules) {
        each_stmt(block, &mut |stmt| {
            let StmtKind::Repeat { times: None, body } = &stmt.kind else { return };
            let unasked = rounds::unasked(body, &asks);
            if unasked.end || unasked.next {
                let head = Span { end: stmt.span.start + "repeat".len() as u32, ..stmt.span };
                diagnostics.push(
                    Diagnostic::error(
                        codes::REPEAT_WITHOUT_ASK,
                        "a round of this `repeat` can pass without asking anybody or leaving it",
                    )
                    .label(head, "may go on for ever")
                    .help("ask or draw in every round, leave with `stop`, or say how often: `repeat 6 times`"),
                );
            }
        });
    }
}
