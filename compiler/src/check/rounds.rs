//! Ways through a block: whether its end can be reached, and whether a round of a loop always asks.

use abi::DeedKind;

use crate::typed::{
    AskForm, Block, Condition, DeedRef, Otherwise, Stmt, StmtKind, ToId, Value, WayOut,
};

/// Whether no way through a block reaches its end.
pub(crate) fn leaves(block: &Block) -> bool {
    block.stmts.iter().any(stmt_leaves)
}

fn stmt_leaves(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Leave(_) | StmtKind::Again => true,
        StmtKind::If { then, other, .. } => leaves(then) && leaves(other),
        StmtKind::Match { arms, other, .. } => {
            arms.iter().all(|(_, block)| leaves(block)) && other.as_ref().is_none_or(leaves)
        }
        StmtKind::Repeat { times: None, body } => !stops(body),
        _ => false,
    }
}

/// Whether `stop` can leave the loop that a block is the body of.
fn stops(block: &Block) -> bool {
    let stop =
        |otherwise: &Option<Otherwise>| matches!(otherwise, Some(Otherwise::Leave(WayOut::Stop)));
    block.stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Leave(way) => *way == WayOut::Stop,
        StmtKind::Let { otherwise, .. } => stop(otherwise),
        StmtKind::Assign(assign) => stop(&assign.otherwise),
        StmtKind::If { then, other, .. } => stops(then) || stops(other),
        StmtKind::Match { arms, other, .. } => {
            arms.iter().any(|(_, block)| stops(block)) || other.as_ref().is_some_and(stops)
        }
        _ => false,
    })
}

/// How a block can be left without having asked anybody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unasked {
    /// At its end.
    pub(crate) end: bool,
    /// By `next`, into another round.
    pub(crate) next: bool,
    /// By `stop`.
    stop: bool,
    /// By `skip` or `return`.
    pub(crate) skip: bool,
}

impl Unasked {
    fn end() -> Self {
        Self { end: true, ..Self::default() }
    }

    fn way_out(way: &WayOut) -> Self {
        let mut unasked = Self::default();
        match way {
            WayOut::Next => unasked.next = true,
            WayOut::Stop => unasked.stop = true,
            WayOut::Skip | WayOut::Return(_) => unasked.skip = true,
            WayOut::EndGame => {}
        }
        unasked
    }

    fn or(self, other: Self) -> Self {
        Self {
            end: self.end || other.end,
            next: self.next || other.next,
            stop: self.stop || other.stop,
            skip: self.skip || other.skip,
        }
    }
}

/// How a block can be left without an ask; `asks` tells of a deed with a name whether it always asks.
pub(crate) fn unasked(block: &Block, asks: &dyn Fn(ToId) -> bool) -> Unasked {
    let mut all = Unasked::default();
    for stmt in &block.stmts {
        let one = stmt_unasked(stmt, asks);
        all = all.or(Unasked { end: false, ..one });
        if !one.end {
            return all;
        }
    }
    all.or(Unasked::end())
}

fn value_asks(value: &Value, asks: &dyn Fn(ToId) -> bool) -> bool {
    match value {
        Value::Expr(_) => false,
        Value::Ask(_) => true,
        Value::Deed(deed) => deed.named().is_some_and(asks),
    }
}

fn stmt_unasked(stmt: &Stmt, asks: &dyn Fn(ToId) -> bool) -> Unasked {
    let assigned = |value: &Value, otherwise: &Option<Otherwise>| {
        if value_asks(value, asks) {
            return Unasked::default();
        }
        match otherwise {
            Some(Otherwise::Leave(way)) => Unasked::end().or(Unasked::way_out(way)),
            _ => Unasked::end(),
        }
    };
    match &stmt.kind {
        StmtKind::Let { value, otherwise, .. } => assigned(value, otherwise),
        StmtKind::Assign(assign) => assigned(&assign.value, &assign.otherwise),
        StmtKind::If { cond: Condition::Ask(_), .. } => Unasked::default(),
        StmtKind::If { then, other, .. } => unasked(then, asks).or(unasked(other, asks)),
        StmtKind::Match { arms, other, .. } => arms
            .iter()
            .map(|(_, block)| block)
            .chain(other)
            .map(|block| unasked(block, asks))
            .fold(Unasked::default(), Unasked::or),
        // A list may be empty, and a number 0.
        StmtKind::For { body, .. } | StmtKind::Repeat { times: Some(_), body } => {
            let round = unasked(body, asks);
            Unasked { end: true, skip: round.skip, ..Unasked::default() }
        }
        StmtKind::Repeat { times: None, body } => {
            let round = unasked(body, asks);
            Unasked { end: round.stop, skip: round.skip, ..Unasked::default() }
        }
        StmtKind::Leave(way) => Unasked::way_out(way),
        StmtKind::Again => Unasked::default(),
        StmtKind::Ask(ask) => match ask.form {
            AskForm::Menu(_) | AskForm::Shoots(..) => Unasked::default(),
            _ => Unasked::end(),
        },
        StmtKind::Deed(deed) => match deed.deed {
            DeedRef::Named(id) if asks(id) => Unasked::default(),
            DeedRef::Sentence(DeedKind::PlaysPart) => Unasked::default(),
            _ => Unasked::end(),
        },
        StmtKind::Lay(_) => Unasked::end(),
    }
}
