//! The lines that items and statements stand on, each once.

use std::collections::BTreeMap;

use abi::{Origin, OriginId};
use grammar::{Sources, Span, ast::Citation};

/// The item around a line: what its lines have in common.
#[derive(Clone, Debug)]
pub(crate) struct ItemPlace {
    /// The expansion, by position in the rules.
    pub(crate) expansion: usize,
    /// Its name.
    pub(crate) expansion_name: String,
    /// The item: `step score`, `to settle`.
    pub(crate) item: String,
    /// The statements that the item cites: of lines that cite none.
    pub(crate) statements: Vec<String>,
}

/// All lines that were referred to so far.
#[derive(Debug)]
pub(crate) struct Origins<'s> {
    sources: &'s Sources,
    list: Vec<Origin>,
    known: BTreeMap<Origin, OriginId>,
}

impl<'s> Origins<'s> {
    /// No lines yet.
    pub(crate) fn new(sources: &'s Sources) -> Self {
        Self { sources, list: Vec::new(), known: BTreeMap::new() }
    }

    /// The texts.
    pub(crate) fn sources(&self) -> &'s Sources {
        self.sources
    }

    /// The line where a span begins, with the statements cited there or else by its item.
    pub(crate) fn line(
        &mut self,
        place: &ItemPlace,
        span: Span,
        citations: &[Citation],
    ) -> OriginId {
        let file = self.sources.file(span.file);
        let line = file.position(span.start).line;
        let text = file.line(line);
        let statements = if citations.is_empty() {
            place.statements.clone()
        } else {
            citations.iter().map(|c| c.statement.clone()).collect()
        };
        let origin = Origin {
            expansion: place.expansion_name.clone(),
            file: file.name().to_owned(),
            line,
            text: text.trim().to_owned(),
            statements,
            item: place.item.clone(),
        };
        *self.known.entry(origin).or_insert_with_key(|origin| {
            self.list.push(origin.clone());
            OriginId(self.list.len() as u32 - 1)
        })
    }

    /// All lines in the order of their numbers.
    pub(crate) fn finish(self) -> Vec<Origin> {
        self.list
    }
}
