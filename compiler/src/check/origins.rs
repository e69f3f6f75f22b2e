//! The lines that items and statements stand on, each once.

use std::{collections::BTreeMap, sync::Arc};

use abi::{Origin, OriginId};
use grammar::{FileId, Sources, Span, ast::Citation};

/// The item around a line: what its lines have in common.
#[derive(Clone, Debug, PartialEq)]
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
    list: Vec<Arc<Origin>>,
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
        self.list.push(Arc::new(Origin {
            expansion: place.expansion_name.clone(),
            file: file.name().to_owned(),
            line,
            text: file.line(line).trim().to_owned(),
            statements,
            item: place.item.clone(),
        }));
        id
    }

    /// Adds lines that were referred to elsewhere; gives their numbers here in the order of those there.
    pub(crate) fn take_over(&mut self, lines: &[(FileId, Arc<Origin>)]) -> Vec<OriginId> {
        let take = |(file, origin): &(FileId, Arc<Origin>)| {
            let on_line = self.known.entry((*file, origin.line)).or_default();
            let is_same = |id: &&OriginId| {
                let known = &self.list[id.index()];
                known.statements == origin.statements
                    && known.item == origin.item
                    && known.expansion == origin.expansion
            };
            if let Some(known) = on_line.iter().find(is_same) {
                return *known;
            }
            let id = OriginId(self.list.len() as u32);
            on_line.push(id);
            self.list.push(Arc::clone(origin));
            id
        };
        lines.iter().map(take).collect()
    }

    /// All lines with their files, in the order of their numbers.
    pub(crate) fn lines(self) -> Vec<(FileId, Arc<Origin>)> {
        let numbers = self.known.into_iter();
        let files = numbers.flat_map(|((file, _), ids)| ids.into_iter().map(move |id| (id, file)));
        let files: BTreeMap<OriginId, FileId> = files.collect();
        files.into_values().zip(self.list).collect()
    }

    /// All lines in the order of their numbers.
    pub(crate) fn finish(self) -> Vec<Arc<Origin>> {
        self.list
    }
}
