//! `plays a part` cannot be reached from a step of a part: parts would nest without end.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{Diagnostic, Span};

use super::{
    acts::{deed_of, each_stmt, menu_of, plays_part},
    codes,
};
use crate::typed::{Block, DeedRef, MenuId, Rules};

/// The course of a part.
const PART: usize = 2;

/// What the statements of a block can set off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Next {
    Deed(DeedRef),
    Menu(MenuId),
}

/// Says so where a part can begin inside a part.
pub(crate) fn check(rules: &Rules, diagnostics: &mut Vec<Diagnostic>) {
    let mut hooks: BTreeMap<DeedRef, Vec<&Block>> = BTreeMap::new();
    for hook in &rules.hooks {
        hooks.entry(hook.deed).or_default().push(&hook.body.code);
    }
    let mut offers: BTreeMap<MenuId, Vec<&Block>> = BTreeMap::new();
    for offer in &rules.offers {
        offers.entry(offer.menu).or_default().push(&offer.body.code);
    }
    let mut told: BTreeSet<Span> = BTreeSet::new();
    // What one step has set off, the next need not look into again.
    let mut seen: BTreeSet<Next> = BTreeSet::new();
    for step in rules.steps.iter().filter(|step| step.course == PART) {
        let mut waiting: Vec<&Block> = vec![&step.body.code];
        while let Some(block) = waiting.pop() {
            each_stmt(block, &mut |stmt| {
                if plays_part(stmt) && told.insert(stmt.span) {
                    diagnostics.push(
                        Diagnostic::error(
                            codes::PART_IN_PART,
                            format!(
                                "a part begins inside a part: step `{}` reaches this",
                                step.name
                            ),
                        )
                        .label(stmt.span, "a part of a turn, or of the end")
                        .help("let a step of the turn do it, after the step that plays the part"),
                    );
                }
                if let Some(deed) = deed_of(stmt)
                    && seen.insert(Next::Deed(deed))
                {
                    if let DeedRef::Named(id) = deed {
                        waiting.extend(rules.deeds.get(id.index()).map(|deed| &deed.body.code));
                    }
                    waiting.extend(hooks.get(&deed).into_iter().flatten());
                }
                if let Some(menu) = menu_of(stmt)
                    && seen.insert(Next::Menu(menu))
                {
                    waiting.extend(offers.get(&menu).into_iter().flatten());
                }
            });
        }
    }
}
