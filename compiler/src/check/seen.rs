//! Notes that are taken of names: in bodies, and in the heads of steps and offers; see [`crate::notes`].

use std::collections::BTreeMap;

use abi::Ty;
use grammar::{
    Span,
    ast::{ItemKind, Name},
};

use super::{body::BodyChecker, member::Member, order::InPlay};
use crate::{
    meaning::Meaning,
    names::Names,
    notes::{Open, Seen},
    typed::LocalId,
};

/// So many locals are proposed in the place of a name that means nothing, the innermost ones.
const MOST_LOCALS: usize = 256;

impl BodyChecker<'_, '_> {
    /// A local where it gets its name.
    pub(crate) fn note_naming(&self, local: LocalId) {
        if let Some(at) = self.naming(local) {
            self.names.notes.take(at, self.seen_local(local));
        }
    }

    /// A local where it is used.
    pub(crate) fn note_local(&self, name: &Name, local: LocalId) {
        self.names.notes.take(name.span, self.seen_local(local));
    }

    /// A local as it is noted.
    pub(crate) fn seen_local(&self, local: LocalId) -> Seen {
        Seen::Local { at: self.naming(local), ty: self.state(local).ty }
    }

    /// Where a local gets its name: at the start of its place, unless nobody wrote it.
    fn naming(&self, local: LocalId) -> Option<Span> {
        let state = self.state(local);
        let end = state.span.start + state.name.len() as u32;
        let at = Span { end, ..state.span };
        let written = self.origins.sources().slice(at) == state.name;
        (written && !state.name.is_empty()).then_some(at)
    }

    /// A word behind a dot.
    pub(crate) fn note_member(&self, name: &Name, member: Member) {
        if let Some(seen) = self.seen_member(name, member) {
            self.names.notes.take(name.span, seen);
        }
    }

    /// What a word behind a dot is noted as.
    pub(crate) fn seen_member(&self, name: &Name, member: Member) -> Option<Seen> {
        let meaning = match member {
            Member::Entry(entry) | Member::Question(entry) => return Some(Seen::Word(entry)),
            Member::Property(id) => Meaning::Property(id),
            Member::Tokens(id) => Meaning::Token(id),
            Member::Function(id) => Meaning::Function(id),
        };
        let declared = self.names.meanings(&name.text).iter();
        declared.copied().find(|declared| declared.meaning == meaning).map(Seen::Declared)
    }

    /// A name that means nothing.
    pub(crate) fn note_open(&self, name: &Name, want: Option<Ty>) {
        let open = Open { want, ..self.open() };
        self.names.notes.take(name.span, Seen::Unknown(open));
    }

    /// A name that means no deed.
    pub(crate) fn note_deed(&self, name: &Name) {
        let open = Open { deed: true, ..self.open() };
        self.names.notes.take(name.span, Seen::Unknown(open));
    }

    fn open(&self) -> Open {
        let local = |(id, name): (_, &str)| {
            (!name.is_empty()).then(|| (name.to_owned(), self.state(id).ty))
        };
        let most = if self.names.notes.is_open() { MOST_LOCALS } else { 0 };
        let mut locals: Vec<_> = self.scope.iter().rev().filter_map(local).take(most).collect();
        locals.reverse();
        Open { locals, want: None, own: self.own.and_then(|own| self.state(own).ty), deed: false }
    }
}

/// The phases, steps and menus that the heads of items name.
pub(crate) fn heads(names: &Names, items: &[InPlay<'_>]) {
    let mut phases: BTreeMap<&str, Span> = BTreeMap::new();
    let mut steps: BTreeMap<&str, Span> = BTreeMap::new();
    for in_play in items {
        match &in_play.item.kind {
            ItemKind::Phases(item) => {
                for phase in &item.phases {
                    phases.entry(&phase.text).or_insert(phase.span);
                    names.notes.take(phase.span, Seen::Phase(phase.span));
                }
            }
            ItemKind::Step(item) => {
                steps.entry(&item.name.text).or_insert(item.name.span);
                names.notes.take(item.name.span, Seen::Step(item.name.span));
            }
            ItemKind::Offer(item) => {
                names
                    .refer(&item.menu, |meaning| matches!(meaning, Meaning::Menu(_)).then_some(()));
            }
            _ => {}
        }
    }
    for in_play in items {
        if let ItemKind::Step(item) = &in_play.item.kind {
            if let Some(at) = phases.get(item.phase.text.as_str()) {
                names.notes.take(item.phase.span, Seen::Phase(*at));
            }
            for other in item.before.iter().chain(&item.after) {
                if let Some(at) = steps.get(other.text.as_str()) {
                    names.notes.take(other.span, Seen::Step(*at));
                }
            }
        }
    }
}
