//! Scenarios of one expansion with the same title: nobody could tell which of them failed.

use std::collections::BTreeMap;

use grammar::{Diagnostic, Span, ast::ItemKind};

use super::{codes, order::InPlay};

/// Tells of each scenario whose title another one of its expansion has already.
pub(crate) fn check(items: &[InPlay<'_>], diagnostics: &mut Vec<Diagnostic>) {
    let mut first: BTreeMap<(usize, &str), Span> = BTreeMap::new();
    for in_play in items {
        let ItemKind::Scenario(item) = &in_play.item.kind else { continue };
        let title = &item.title;
        let before = *first.entry((in_play.expansion, &title.text)).or_insert(title.span);
        if before != title.span {
            diagnostics.push(
                Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    format!("a second scenario \"{}\"", title.text),
                )
                .label(title.span, "the same title again")
                .label(before, "the first one is here")
                .help("give it another title: reports and snapshots tell scenarios by it"),
            );
        }
    }
}
