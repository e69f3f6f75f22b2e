//! What leads to what: which bodies may wait, and which hooks could set themselves off.

use std::collections::{BTreeMap, BTreeSet};

use abi::DeedKind;

use crate::{
    link::Linked,
    typed::{
        AskForm, Block, Condition, Deed, DeedRef, MenuId, Otherwise, Rules, Stmt, StmtKind, ToId,
        Value, WayOut,
    },
};

/// A body, or a deed with all that answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Node {
    /// A deed with its hooks.
    Deed(DeedRef),
    /// What a `to` deed does, its hooks left out.
    Body(ToId),
    /// A hook.
    Hook(usize),
    /// An offer.
    Offer(usize),
    /// A step.
    Step(usize),
}

/// What a body contains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// Whether it waits by its own words.
    pub(super) waits: bool,
    /// Whether it says `end game`.
    pub(super) ends: bool,
    next: BTreeSet<Node>,
}

/// The graph of all bodies.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    found: BTreeMap<Node, Found>,
    waits: BTreeSet<Node>,
    /// Hooks that could reach the deed that they answer.
    pub(super) guarded: Vec<usize>,
    /// Those of them that could reach `end game`.
    pub(super) ending: Vec<usize>,
    /// Menus that one of their own offers could open.
    pub(super) circular: BTreeSet<MenuId>,
}

impl Graph {
    /// The graph of rules as they are linked.
    pub(super) fn new(rules: &Rules, linked: &Linked) -> Self {
        let found = nodes(rules, linked);
        let mut graph = Self {
            found,
            waits: BTreeSet::new(),
            guarded: Vec::new(),
            ending: Vec::new(),
            circular: BTreeSet::new(),
        };
        let circle = graph.circles();
        for (i, offer) in rules.offers.iter().enumerate() {
            if circle.contains_key(&Node::Offer(i)) {
                graph.circular.insert(offer.menu);
            }
        }
        let ends = graph.found.iter().filter(|(_, found)| found.ends).map(|(node, _)| *node);
        let ends = graph.leading_to(ends.collect());
        for (i, hook) in rules.hooks.iter().enumerate() {
            let (hook_node, deed) = (Node::Hook(i), Node::Deed(hook.deed));
            // A deed leads to its hooks, so a hook that leads to its deed lies on a circle with it.
            if circle.get(&hook_node).is_some_and(|circle_of| circle.get(&deed) == Some(circle_of))
            {
                graph.guarded.push(i);
                // A circle of deeds and hooks runs on the game's own stack of frames, whose depth is
                // bounded, not on that of the machine.
                graph.waits.insert(deed);
                if ends.contains(&hook_node) {
                    graph.ending.push(i);
                }
            }
        }
        let waiting = graph.found.iter().filter(|(_, found)| found.waits).map(|(node, _)| *node);
        let waiting = graph.waits.iter().copied().chain(waiting).collect();
        graph.waits = graph.leading_to(waiting);
        graph
    }

    /// Whether a body or deed may wait.
    pub(super) fn waits(&self, node: Node) -> bool {
        self.waits.contains(&node)
    }

    /// Whether a block may wait.
    pub(super) fn block_waits(&self, linked: &Linked, block: &Block) -> bool {
        let found = scan(linked, block);
        found.waits || found.next.iter().any(|node| self.waits(*node))
    }

    /// These nodes, and all that lead to one of them.
    fn leading_to(&self, nodes: Vec<Node>) -> BTreeSet<Node> {
        let before = self.before();
        let mut seen: BTreeSet<Node> = nodes.iter().copied().collect();
        let mut open = nodes;
        while let Some(node) = open.pop() {
            for &from in before.get(&node).into_iter().flatten() {
                if seen.insert(from) {
                    open.push(from);
                }
            }
        }
        seen
    }

    /// What leads to each node.
    fn before(&self) -> BTreeMap<Node, Vec<Node>> {
        let mut before: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
        for (node, found) in &self.found {
            for next in &found.next {
                before.entry(*next).or_default().push(*node);
            }
        }
        before
    }

    /// The nodes that lead to themselves, each with one node that stands for all on the same circles: Kosaraju's
    /// strongly connected components, in a time that grows with the arrows.
    fn circles(&self) -> BTreeMap<Node, Node> {
        let before = self.before();
        let mut circle = BTreeMap::new();
        let mut met = BTreeSet::new();
        for start in self.left().into_iter().rev() {
            if !met.insert(start) {
                continue;
            }
            let mut part = vec![start];
            let mut looked = 0;
            while let Some(&node) = part.get(looked) {
                looked += 1;
                part.extend(
                    before.get(&node).into_iter().flatten().filter(|from| met.insert(**from)),
                );
            }
            let leads_to_itself = self.found.get(&start).is_some_and(|f| f.next.contains(&start));
            if part.len() > 1 || leads_to_itself {
                circle.extend(part.into_iter().map(|node| (node, start)));
            }
        }
        circle
    }

    /// All nodes in the order in which a walk into the depth is done with them.
    fn left(&self) -> Vec<Node> {
        let next = |node: Node| self.found.get(&node).into_iter().flat_map(|found| &found.next);
        let mut met = BTreeSet::new();
        let mut left = Vec::new();
        for &start in self.found.keys() {
            if !met.insert(start) {
                continue;
            }
            let mut path = vec![(start, next(start))];
            while let Some((node, ahead)) = path.last_mut() {
                match ahead.find(|node| met.insert(**node)) {
                    Some(&deeper) => path.push((deeper, next(deeper))),
                    None => {
                        left.push(*node);
                        path.pop();
                    }
                }
            }
        }
        left
    }
}

fn nodes(rules: &Rules, linked: &Linked) -> BTreeMap<Node, Found> {
    let mut found = BTreeMap::new();
    for (i, deed) in rules.deeds.iter().enumerate() {
        let id = ToId(i as u32);
        found.insert(Node::Body(id), scan(linked, &deed.body.code));
        found
            .entry(Node::Deed(DeedRef::Named(id)))
            .or_insert_with(Found::default)
            .next
            .insert(Node::Body(id));
    }
    for (i, hook) in rules.hooks.iter().enumerate() {
        found.insert(Node::Hook(i), scan(linked, &hook.body.code));
        found
            .entry(Node::Deed(hook.deed))
            .or_insert_with(Found::default)
            .next
            .insert(Node::Hook(i));
    }
    for (i, offer) in rules.offers.iter().enumerate() {
        found.insert(Node::Offer(i), scan(linked, &offer.body.code));
    }
    let part = found
        .entry(Node::Deed(DeedRef::Sentence(DeedKind::PlaysPart)))
        .or_insert_with(Found::default);
    part.waits = true;
    for (i, step) in rules.steps.iter().enumerate() {
        if step.course == PART {
            part.next.insert(Node::Step(i));
        }
    }
    for (i, step) in rules.steps.iter().enumerate() {
        found.insert(Node::Step(i), scan(linked, &step.body.code));
    }
    found
}

/// The course of the steps that a part is made of.
const PART: usize = 2;

fn scan(linked: &Linked, block: &Block) -> Found {
    let mut found = Found::default();
    each_stmt(block, &mut |stmt| match &stmt.kind {
        StmtKind::Let { value, otherwise, .. } => {
            found.value(linked, value);
            found.otherwise(otherwise.as_ref());
        }
        StmtKind::Assign(assign) => {
            found.value(linked, &assign.value);
            found.otherwise(assign.otherwise.as_ref());
        }
        StmtKind::If { cond: Condition::Ask(ask), .. } | StmtKind::Ask(ask) => {
            found.ask(linked, &ask.form);
        }
        StmtKind::Leave(way) => found.way_out(way),
        StmtKind::Deed(deed) => found.deed(deed),
        StmtKind::If { .. }
        | StmtKind::Match { .. }
        | StmtKind::For { .. }
        | StmtKind::Repeat { .. }
        | StmtKind::Again
        | StmtKind::Lay(_) => {}
    });
    found
}

impl Found {
    fn value(&mut self, linked: &Linked, value: &Value) {
        match value {
            Value::Expr(_) => {}
            Value::Ask(ask) => self.ask(linked, &ask.form),
            Value::Deed(deed) => self.deed(deed),
        }
    }

    fn ask(&mut self, linked: &Linked, form: &AskForm) {
        self.waits = true;
        if let AskForm::Menu(menu) = form {
            self.next.extend(linked.offers[menu.index()].iter().map(|offer| Node::Offer(*offer)));
        }
    }

    fn deed(&mut self, deed: &Deed) {
        self.next.insert(match (deed.deed, deed.original) {
            (DeedRef::Named(id), true) => Node::Body(id),
            (DeedRef::Sentence(kind), true) => {
                self.waits |= kind == DeedKind::PlaysPart;
                return;
            }
            (deed, false) => Node::Deed(deed),
        });
    }

    fn otherwise(&mut self, otherwise: Option<&Otherwise>) {
        if let Some(Otherwise::Leave(way)) = otherwise {
            self.way_out(way);
        }
    }

    fn way_out(&mut self, way: &WayOut) {
        if matches!(way, WayOut::EndGame) {
            self.waits = true;
            self.ends = true;
        }
    }
}

/// Visits every statement of a block, those in inner blocks included.
pub(super) fn each_stmt<'r>(block: &'r Block, visit: &mut dyn FnMut(&'r Stmt)) {
    for stmt in &block.stmts {
        visit(stmt);
        match &stmt.kind {
            StmtKind::If { then, other, .. } => {
                each_stmt(then, visit);
                each_stmt(other, visit);
            }
            StmtKind::Match { arms, other, .. } => {
                arms.iter().for_each(|(_, block)| each_stmt(block, visit));
                other.iter().for_each(|block| each_stmt(block, visit));
            }
            StmtKind::For { body, .. } | StmtKind::Repeat { body, .. } => each_stmt(body, visit),
            StmtKind::Let { .. }
            | StmtKind::Assign(_)
            | StmtKind::Leave(_)
            | StmtKind::Again
            | StmtKind::Ask(_)
            | StmtKind::Deed(_)
            | StmtKind::Lay(_) => {}
        }
    }
}
