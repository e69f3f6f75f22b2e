//! The lines that items and statements stand on, each once.

use std::collections::BTreeMap;

use abi::{Origin, OriginId};
use grammar::{FileId, Sources, Span, ast::Citation};

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
    /// The numbers of those on each line.
    known: BTreeMap<(FileId, u32), Vec<OriginId>>,
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
        let on_line = self.known.entry((span.file, line)).or_default();
        let cited = citations.iter().map(|c| &c.statement);
        let is_same = |id: &&OriginId| {
            let origin = &self.list[id.index()];
            let same_statements = match citations {
                [] => origin.statements == place.statements,
                _ => origin.statements.iter().eq(cited.clone()),
            };
            same_statements && origin.item == place.item && origin.expansion == place.expansion_name
        };
        if let Some(known) = on_line.iter().find(is_same) {
            return *known;
        }
        let statements = match citations {
            [] => place.statements.clone(),
            _ => cited.cloned().collect(),
        };
        let id = OriginId(self.list.len() as u32);
        on_line.push(id);
        self.list.push(Origin {
            expansion: place.expansion_name.clone(),
            file: file.name().to_owned(),
            line,
            text: file.line(line).trim().to_owned(),
            statements,
            item: place.item.clone(),
        });
        id
    }

    /// All lines in the order of their numbers.
    pub(crate) fn finish(self) -> Vec<Origin> {
        self.list
    }
}
