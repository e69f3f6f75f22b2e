//! What an expansion says of play, as a number: equal numbers, equal rules. Saves keep it.

use std::{collections::BTreeMap, sync::Arc};

use grammar::{
    FileId, Sources, Span,
    ast::{File, Item, ItemKind},
    tokens,
};

use crate::{check::ExpansionSource, typed::Rules};

/// The hash before any text.
const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// The hashes of files, each with those that come before it in its expansion: trees stand for their texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fingerprints {
    /// By the address of a tree, which is kept so that no other one can come to lie there, and the hash so far.
    known: BTreeMap<(usize, u64), (Arc<File>, u64)>,
}

impl Fingerprints {
    /// A hash of what every expansion that plays says of play, the same on every machine: its words without
    /// remarks, blanks and scenarios.
    pub(crate) fn of_expansions(
        &mut self,
        sources: &Sources,
        available: &[ExpansionSource],
        rules: &Rules,
    ) -> Vec<u64> {
        let old = std::mem::take(&mut self.known);
        let mut after_file = |hash: u64, (id, tree): &(FileId, Arc<File>)| {
            let key = (Arc::as_ptr(tree).addr(), hash);
            let after = match old.get(&key) {
                Some((_, after)) => *after,
                None => words(hash, sources.text(*id), &tree.items),
            };
            self.known.insert(key, (Arc::clone(tree), after));
            after
        };
        let mut of = |expansion: &crate::typed::Expansion| {
            let file = expansion.span.file;
            let holds = |source: &&ExpansionSource| source.files.iter().any(|(id, _)| *id == file);
            let files = available.iter().find(holds).into_iter().flat_map(|source| &source.files);
            files.fold(EMPTY, &mut after_file)
        };
        rules.expansions.iter().map(&mut of).collect()
    }
}

/// The hash behind the words of one more text.
fn words(mut hash: u64, text: &str, items: &[Item]) -> u64 {
    let mut scenarios = scenarios(items).peekable();
    for token in tokens(text) {
        let is_over = |scenario: &Span| scenario.end as usize <= token.start;
        while scenarios.next_if(is_over).is_some() {}
        let inside = |scenario: &Span| scenario.start as usize <= token.start;
        if !scenarios.peek().is_some_and(inside) {
            hash = mix(hash, text[token].as_bytes());
            hash = mix(hash, &[0]);
        }
    }
    hash
}

/// Where the scenarios among some items stand, in the order of the text.
fn scenarios(items: &[Item]) -> impl Iterator<Item = Span> {
    items.iter().flat_map(|item| match &item.kind {
        ItemKind::Scenario(_) => vec![item.span],
        ItemKind::With(with) => scenarios(&with.items).collect(),
        _ => Vec::new(),
    })
}

/// One more stretch of bytes in an FNV-1a hash.
fn mix(hash: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
