//! What statements do: the deeds, menus and parts of a turn in a block.

use abi::DeedKind;

use crate::typed::{AskForm, Block, DeedRef, MenuId, Rules, Stmt, StmtKind, Value};

/// Visits all statements of a block, those inside others included.
pub(crate) fn each_stmt<'b>(block: &'b Block, visit: &mut dyn FnMut(&'b Stmt)) {
    for stmt in &block.stmts {
        visit(stmt);
        stmt.each_block(&mut |block| each_stmt(block, visit));
    }
}

/// The deed that a statement does, if it does one.
pub(crate) fn deed_of(stmt: &Stmt) -> Option<DeedRef> {
    match &stmt.kind {
        StmtKind::Deed(deed) | StmtKind::Let { value: Value::Deed(deed), .. } => Some(deed.deed),
        StmtKind::Assign(assign) => match &assign.value {
            Value::Deed(deed) => Some(deed.deed),
            _ => None,
        },
        _ => None,
    }
}

/// The bodies of everything that acts.
pub(crate) fn blocks(rules: &Rules) -> impl Iterator<Item = &Block> {
    let deeds = rules.deeds.iter().map(|deed| &deed.body.code);
    let steps = rules.steps.iter().map(|step| &step.body.code);
    let offers = rules.offers.iter().map(|offer| &offer.body.code);
    let hooks = rules.hooks.iter().map(|hook| &hook.body.code);
    deeds.chain(steps).chain(offers).chain(hooks)
}

/// Whether a statement opens a menu, and which.
pub(crate) fn menu_of(stmt: &Stmt) -> Option<MenuId> {
    match &stmt.kind {
        StmtKind::Ask(ask) => match ask.form {
            AskForm::Menu(menu) => Some(menu),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a statement lets a player play a part.
pub(crate) fn plays_part(stmt: &Stmt) -> bool {
    deed_of(stmt) == Some(DeedRef::Sentence(DeedKind::PlaysPart))
}
