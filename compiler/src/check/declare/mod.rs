//! The first pass: everything that is declared gets its number, its type and its place in the names.

mod course;
mod editions;
mod kinds;
mod options;
mod properties;
mod signatures;

pub(crate) use course::StepPlace;
pub(crate) use options::{find_option, setting_value, value_text};
pub(crate) use properties::must_be_printed;

use abi::{OriginId, VOCABULARY};
use grammar::{
    Diagnostic, Sources, Span,
    ast::{self, Citation, ItemKind, Name},
};

use super::{
    Setting, codes,
    order::{InPlay, Items, Playing},
    origins::{ItemPlace, Origins},
    types::TYPES,
};
use crate::{
    meaning::{Declared, Meaning},
    names::Names,
    typed::{self, PropertyOwner},
};

/// The first pass at work.
pub(crate) struct Declaring<'a> {
    pub(crate) names: Names,
    pub(crate) steps: Vec<StepPlace>,
    pub(crate) origins: Origins<'a>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) playing: &'a Playing<'a>,
    pub(crate) items: Items<'a>,
}

impl<'a> Declaring<'a> {
    /// Declares all items in play.
    pub(crate) fn run(
        sources: &'a Sources,
        playing: &'a Playing<'a>,
        items: Items<'a>,
        setting: &Setting,
    ) -> Self {
        let mut pass = Self {
            names: Names::default(),
            steps: Vec::new(),
            origins: Origins::new(sources),
            diagnostics: Vec::new(),
            playing,
            items,
        };
        let rules = &mut pass.names.rules;
        rules.ordered_after.clone_from(&playing.ordered_after);
        rules.expansions = playing
            .expansions
            .iter()
            .map(|manifest| typed::Expansion {
                name: manifest.name.text.clone(),
                title: manifest.title.clone(),
                players: manifest.players,
                lends: manifest.lends.clone(),
                uses_shots: manifest.uses_shots,
                span: manifest.name.span,
            })
            .collect();
        pass.kinds();
        pass.course();
        pass.properties();
        pass.options();
        pass.apply(setting);
        pass.signatures();
        pass
    }

    /// The items in play; a copy of the list, so that declaring can go on while it is walked.
    fn each(&self) -> Vec<InPlay<'a>> {
        self.items.list.clone()
    }

    /// What the lines of an item have in common.
    fn place(&self, in_play: InPlay<'_>) -> ItemPlace {
        place_of(self.playing, self.origins.sources(), in_play)
    }

    /// The line of an item's first word.
    fn origin(&mut self, in_play: InPlay<'_>) -> OriginId {
        let place = self.place(in_play);
        self.origins.line(&place, in_play.item.span, &in_play.item.citations)
    }

    /// The line of a place inside an item.
    fn line(&mut self, in_play: InPlay<'_>, span: Span, citations: &[Citation]) -> OriginId {
        let place = self.place(in_play);
        self.origins.line(&place, span, citations)
    }

    /// Gives a name a meaning; two of one sort are an error.
    fn add(&mut self, name: &Name, meaning: Meaning, expansion: usize) {
        let former = self.clash(&name.text, meaning);
        if let Some(other) = former {
            let error = Diagnostic::error(
                codes::DUPLICATE_NAME,
                format!("a second {} `{}`", sort(meaning), name.text),
            )
            .label(name.span, "declared again here")
            .label(other.span, "declared first here")
            .help("give one of them another name");
            self.diagnostics.push(error);
        } else if let Some(what) = reserved(meaning, &name.text) {
            self.diagnostics.push(
                Diagnostic::error(codes::DUPLICATE_NAME, format!("`{}` is {what}", name.text))
                    .label(name.span, "expected another name"),
            );
        }
        let declared = Declared { meaning, span: name.span, expansion, again: former.is_some() };
        self.names.words.entry(name.text.clone()).or_default().push(declared);
    }

    fn clash(&self, word: &str, meaning: Meaning) -> Option<Declared> {
        self.names.meanings(word).iter().copied().find(|other| match (meaning, other.meaning) {
            (Meaning::EnumName(a, _), Meaning::EnumName(b, _)) => a == b,
            (Meaning::Property(a), Meaning::Property(b)) => overlap(
                self.names.rules.properties[a.index()].owner,
                self.names.rules.properties[b.index()].owner,
            ),
            // Options of different expansions are told apart by the expansion's name.
            (Meaning::Option(a), Meaning::Option(b)) => {
                let options = &self.names.rules.options;
                options[a.index()].expansion == options[b.index()].expansion
            }
            (Meaning::Property(_) | Meaning::EnumName(..) | Meaning::Option(_), _) => false,
            (a, b) => sort(a) == sort(b),
        })
    }
}

/// What the lines of an item have in common.
pub(crate) fn place_of(playing: &Playing<'_>, sources: &Sources, in_play: InPlay<'_>) -> ItemPlace {
    ItemPlace {
        expansion: in_play.expansion,
        expansion_name: playing.expansions[in_play.expansion].name.text.clone(),
        item: title(in_play.item, sources),
        statements: in_play.item.citations.iter().map(|c| c.statement.clone()).collect(),
    }
}

/// Whether one thing can have the properties of both owners.
fn overlap(a: PropertyOwner, b: PropertyOwner) -> bool {
    use PropertyOwner as P;
    match (a, b) {
        (P::Segment, P::Feature(_)) | (P::Feature(_), P::Segment) => true,
        (P::Figure, P::FigureKind(_)) | (P::FigureKind(_), P::Figure) => true,
        _ => a == b,
    }
}

/// What a meaning is, in a word; questions and deeds share their names.
fn sort(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Option(_) => "option",
        Meaning::Enum(_) | Meaning::Feature(_) | Meaning::Figure(_) => "type",
        Meaning::EnumName(..) => "name of the enum",
        Meaning::Token(_) => "token",
        Meaning::Tile(_) => "tile",
        Meaning::Pile(_) => "pile",
        Meaning::Function(_) | Meaning::Deed(_) => "question or deed",
        Meaning::Property(_) => "property",
        Meaning::Menu(_) => "menu",
    }
}

/// What the language or the vocabulary itself means by a word, if that forbids this meaning.
fn reserved(meaning: Meaning, word: &str) -> Option<&'static str> {
    match meaning {
        Meaning::Enum(_) | Meaning::Feature(_) | Meaning::Figure(_) => {
            TYPES.iter().any(|(name, _)| *name == word).then_some("a type of the language")
        }
        Meaning::Function(_) | Meaning::Deed(_) => VOCABULARY
            .iter()
            .any(|entry| {
                entry.name == word && matches!(entry.owner, abi::Owner::Call | abi::Owner::Global)
            })
            .then_some("a word of the vocabulary"),
        _ => None,
    }
}

/// An item as its lines are labelled.
fn title(item: &ast::Item, sources: &Sources) -> String {
    let deed = |span: Span| sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
    match &item.kind {
        ItemKind::Expansion(i) => format!("expansion {}", i.name.text),
        ItemKind::Option(i) => format!("option {}", i.name.text),
        ItemKind::Edition(i) => format!("edition {}", i.name.text),
        ItemKind::Enum(i) => format!("enum {}", i.name.text),
        ItemKind::Feature(i) => format!("feature {}", i.name.text),
        ItemKind::Figure(i) => format!("figure {}", i.name.text),
        ItemKind::Token(i) => {
            let names: Vec<&str> = i.names.iter().map(|name| name.text.as_str()).collect();
            format!("token {}", names.join(", "))
        }
        ItemKind::Pile(i) => format!("pile {}", i.name.text),
        ItemKind::Set(i) => format!("set {}", i.name.text),
        ItemKind::Has { owner, property } => format!("{} has {}", owner.text, property.name.text),
        ItemKind::Keeps(i) => format!("{} keeps {}", i.owner.text, i.property.name.text),
        ItemKind::Tile(i) => format!("tile {}", i.name.text),
        ItemKind::ExtendTile(i) => format!("extend tile {}", i.name.text),
        ItemKind::ExtendFigure(i) => format!("extend figure {}", i.name.text),
        ItemKind::Phases(i) => format!("phases {}", i.name.text),
        ItemKind::Step(i) => format!("step {}", i.name.text),
        ItemKind::Menu(i) => format!("menu {}", i.name.text),
        ItemKind::Offer(i) => format!("offer {}", i.name.text),
        ItemKind::Hook(i) => {
            let moment = match i.moment {
                ast::Moment::Before => "before",
                ast::Moment::After => "after",
                ast::Moment::Instead => "instead of",
            };
            format!("{moment} {}", deed(i.deed_span))
        }
        ItemKind::Adjust(i) => format!("adjust {}", i.function.text),
        ItemKind::Forbid(i) => format!("forbid {}", deed(i.deed_span)),
        ItemKind::Invariant(_) => "invariant".to_owned(),
        ItemKind::Fn(i) => format!("fn {}", i.name.text),
        ItemKind::To(i) => format!("to {}", i.name.text),
        ItemKind::With(i) => format!("with {}", i.expansion.text),
        ItemKind::Scenario(i) => format!("scenario \"{}\"", i.title.text),
        ItemKind::Broken(_) => "item".to_owned(),
    }
}
