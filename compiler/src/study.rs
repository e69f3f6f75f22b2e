//! Rules read for their author rather than for a game: what is wrong with them, what each word means, and what
//! could be written at a place. Nothing is lowered, and mistakes hide nothing but what they are about.

use abi::{Base, Ty};
use grammar::{Diagnostic, Sources, ast::Item};

use crate::{
    candidate::{Candidate, Signature, signature},
    check::{ExpansionSource, Setting, candidates, fits, noted, type_name},
    link::{conflicts, link},
    meaning::Meaning,
    names::Names,
    notes::{Note, Open, Seen},
    typed::{PropertyOwner, Rules},
};

/// Rules of a setting as their author sees them.
#[derive(Clone, Debug)]
pub struct Study {
    names: Names,
    notes: Vec<Note>,
    /// Everything that is wrong, in the order of files and places.
    pub diagnostics: Vec<Diagnostic>,
}

impl Study {
    /// Reads the expansions that a setting chooses out of all that are available.
    pub fn new(sources: &Sources, available: &[ExpansionSource], setting: &Setting) -> Self {
        Self::showing(sources, available, setting, &|_| true)
    }

    /// The same with some of the scenarios only.
    pub fn showing(
        sources: &Sources,
        available: &[ExpansionSource],
        setting: &Setting,
        shown: &dyn Fn(&Item) -> bool,
    ) -> Self {
        let (checked, mut names) = noted(sources, available, setting, shown);
        let mut diagnostics = checked.diagnostics;
        if !diagnostics.iter().any(Diagnostic::is_error) {
            match link(&checked.rules) {
                Ok(_) => diagnostics.extend(conflicts(&checked.rules, sources)),
                Err(found) => diagnostics.extend(found),
            }
        }
        for all in names.words.values() {
            all.iter().for_each(|d| names.notes.take(d.span, Seen::Declared(*d)));
        }
        let notes = std::mem::take(&mut names.notes).finish();
        Self { names, notes, diagnostics }
    }

    /// All declarations, their bodies left out.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// What the words and questions of the texts were taken for, by place.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The notes of one file, by place.
    pub fn notes_of(&self, file: grammar::FileId) -> &[Note] {
        let first = self.notes.partition_point(|note| note.span.file < file);
        let behind = self.notes.partition_point(|note| note.span.file <= file);
        &self.notes[first..behind]
    }

    /// The names of questions that scenarios answer.
    pub fn questions(&self) -> impl Iterator<Item = &str> {
        self.names.asked.questions.iter().map(String::as_str)
    }

    /// A type in the words of the language.
    pub fn type_name(&self, ty: Ty) -> String {
        type_name(&self.names.rules, ty)
    }

    /// Whether a value of one type can stand where another is wanted, perhaps after a test.
    pub fn fits(&self, ty: Ty, want: Ty) -> bool {
        fits(&self.names.rules, ty, want)
    }

    /// What can stand behind a dot.
    pub fn behind(&self, sources: &Sources, ty: Ty) -> Vec<Candidate> {
        candidates::behind(&self.names, sources, ty)
    }

    /// What can be named at an open place.
    pub fn named(&self, sources: &Sources, open: &Open) -> Vec<Candidate> {
        candidates::named(&self.names, sources, open)
    }

    /// What something declared is, as its declaration would say it: `fn occupied(f: feature) -> flag`.
    pub fn says(&self, word: &str, meaning: Meaning) -> String {
        let rules = &self.names.rules;
        let of = |ty| type_name(rules, ty);
        match meaning {
            Meaning::Option(id) => {
                let option = &rules.options[id.index()];
                let expansion = &rules.expansions[option.expansion].name;
                format!("option {expansion}.{word}: {}", of(option.ty))
            }
            Meaning::Enum(id) => {
                format!("enum {word} {{ {} }}", rules.enums[usize::from(id)].names.join(", "))
            }
            Meaning::EnumName(id, _) => format!("{word}: {}", rules.enums[usize::from(id)].name),
            Meaning::Feature(_) => format!("feature {word}"),
            Meaning::Figure(id) => {
                let figure = &rules.figures[id.index()];
                let parent = if figure.follower { ": follower" } else { "" };
                format!("figure {word}{parent}")
            }
            Meaning::Token(_) => format!("token {word}"),
            Meaning::Tile(_) => format!("tile {word}"),
            Meaning::Pile(_) => format!("pile {word}"),
            Meaning::Menu(_) => format!("menu {word}"),
            Meaning::Function(_) | Meaning::Deed(_) => {
                let (parameters, result) = self.signature(meaning).unwrap_or_default();
                let parameters: Vec<String> =
                    parameters.iter().map(|(name, ty)| format!("{name}: {}", of(*ty))).collect();
                let first = if matches!(meaning, Meaning::Function(_)) { "fn" } else { "to" };
                let result = result.map_or(String::new(), |ty| format!(" -> {}", of(ty)));
                format!("{first} {word}({}){result}", parameters.join(", "))
            }
            Meaning::Property(id) => {
                let property = &rules.properties[id.index()];
                let owner = owner_name(rules, property.owner);
                let verb = if property.printed { "has" } else { "keeps" };
                format!("{owner} {verb} {word}: {}", of(property.ty))
            }
        }
    }

    /// The parameters and the value of a question or deed with a name.
    pub fn signature(&self, meaning: Meaning) -> Option<Signature> {
        signature(&self.names.rules, meaning)
    }
}

fn owner_name(rules: &Rules, owner: PropertyOwner) -> String {
    let base = match owner {
        PropertyOwner::Game => return "game".to_owned(),
        PropertyOwner::Player => Base::Player,
        PropertyOwner::Tile => Base::Tile,
        PropertyOwner::Segment => Base::Segment(None),
        PropertyOwner::Figure => Base::Figure(abi::FigureSort::Any),
        PropertyOwner::Feature(kind) => Base::Feature(Some(kind)),
        PropertyOwner::FigureKind(kind) => Base::Figure(abi::FigureSort::Kind(kind)),
    };
    type_name(rules, Ty::one(base))
}
