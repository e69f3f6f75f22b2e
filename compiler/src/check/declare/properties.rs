//! Properties: what is printed (`has`) and what changes in play (`keeps`).

use abi::{Base, FigureSort, Joins, Lasts, Owner, Shape, Ty, VOCABULARY};
use grammar::{
    Diagnostic,
    ast::{self, Citation, FeatureLine, ItemKind, Name, Until},
};

use super::Declaring;
use crate::{
    check::{codes, near::hint, order::InPlay, types},
    meaning::Meaning,
    names::Names,
    typed::{Property, PropertyId, PropertyOwner},
};

/// A property as it stands in the text.
struct Written<'i> {
    owner: PropertyOwner,
    property: &'i ast::Property,
    printed: bool,
    lasts: Lasts,
    citations: &'i [Citation],
}

impl Declaring<'_> {
    /// Declares all properties.
    pub(super) fn properties(&mut self) {
        for in_play in self.each() {
            let citations = &in_play.item.citations;
            match &in_play.item.kind {
                ItemKind::Feature(item) => self.feature_properties(in_play, item),
                ItemKind::Has { owner, property } => {
                    let Some(owner) = self.owner(owner, property, true) else { continue };
                    let lasts = Lasts::Game;
                    let written = Written { owner, property, printed: true, lasts, citations };
                    self.property(in_play, &written);
                }
                ItemKind::Keeps(item) => {
                    let Some(owner) = self.owner(&item.owner, &item.property, false) else {
                        continue;
                    };
                    let lasts = match item.until {
                        None => Lasts::Game,
                        Some(Until::Turn) => Lasts::Turn,
                        Some(Until::Part) => Lasts::Part,
                    };
                    let property = &item.property;
                    let written = Written { owner, property, printed: false, lasts, citations };
                    self.property(in_play, &written);
                }
                _ => {}
            }
        }
    }

    fn feature_properties(&mut self, in_play: InPlay<'_>, item: &ast::Feature) {
        let kind = self.names.meanings(&item.name.text).iter().find_map(|d| match d.meaning {
            Meaning::Feature(id) if d.span == item.name.span => Some(id),
            _ => None,
        });
        let Some(kind) = kind else { return };
        for line in &item.lines {
            if let FeatureLine::Property(property) = &line.kind {
                let written = Written {
                    owner: PropertyOwner::Feature(kind),
                    property,
                    printed: true,
                    lasts: Lasts::Game,
                    citations: &line.citations,
                };
                self.property(in_play, &written);
            }
        }
    }

    fn owner(
        &mut self,
        name: &Name,
        property: &ast::Property,
        printed: bool,
    ) -> Option<PropertyOwner> {
        let general = match name.text.as_str() {
            "tile" => Some(PropertyOwner::Tile),
            "segment" => Some(PropertyOwner::Segment),
            "game" if !printed => Some(PropertyOwner::Game),
            "player" if !printed => Some(PropertyOwner::Player),
            "figure" if !printed => Some(PropertyOwner::Figure),
            _ => None,
        };
        let declared = || match types::base(&self.names, name)? {
            Base::Feature(Some(kind)) => Some(PropertyOwner::Feature(kind)),
            Base::Figure(FigureSort::Kind(kind)) if !printed => {
                Some(PropertyOwner::FigureKind(kind))
            }
            _ => None,
        };
        let owner = general.or_else(declared);
        if owner.is_none() {
            self.names.mistaken.insert(property.name.text.clone());
            let expected = if printed {
                "expected `tile`, `segment` or a kind of feature"
            } else {
                "expected `game`, `player`, `tile`, `segment`, `figure`, or a kind of feature or figure"
            };
            let verb = if printed { "is printed on" } else { "is kept by" };
            let mut error =
                Diagnostic::error(codes::UNKNOWN_NAME, format!("nothing {verb} `{}`", name.text))
                    .label(name.span, expected);
            let kinds = self.names.rules.features.iter().map(|kind| kind.name.as_str());
            error.help = hint(
                &self.diagnostics,
                &name.text,
                kinds.chain(["tile", "segment", "game", "player"]),
            );
            self.diagnostics.push(error);
        }
        owner
    }

    fn property(&mut self, in_play: InPlay<'_>, written: &Written<'_>) {
        let property = written.property;
        let Some(ty) = types::ty(&self.names, &property.ty, &mut self.diagnostics) else {
            self.names.mistaken.insert(property.name.text.clone());
            return;
        };
        let default = match &property.default {
            Some(value) => types::constant(&self.names, value, ty, &mut self.diagnostics),
            None => Some(types::unset(ty)),
        };
        self.may_be_unset(written, ty);
        self.not_a_word_of_the_owner(written);
        let origin = self.line(in_play, property.span, written.citations);
        let id = PropertyId(self.names.rules.properties.len() as u32);
        self.names.rules.properties.push(Property {
            owner: written.owner,
            name: property.name.text.clone(),
            ty,
            default: default.unwrap_or_else(|| types::unset(ty)),
            printed: written.printed,
            lasts: written.lasts,
            origin,
        });
        self.add(&property.name, Meaning::Property(id), in_play.expansion);
    }

    /// A property of a single thing needs a value where nothing is printed or set.
    fn may_be_unset(&mut self, written: &Written<'_>, ty: Ty) {
        let property = written.property;
        let has_zero = matches!(ty.base, Base::Int | Base::Flag | Base::Length);
        let printed_on_feature =
            written.printed && matches!(written.owner, PropertyOwner::Feature(_));
        if ty.shape == Shape::List && written.printed {
            self.diagnostics.push(
                Diagnostic::error(codes::WRONG_TYPE, "one place is printed with one value")
                    .label(property.ty.span, "expected a single thing")
                    .help("the joined feature has the list of what its segments have"),
            );
        } else if ty.shape == Shape::One
            && !has_zero
            && property.default.is_none()
            && !printed_on_feature
        {
            let shown = types::shown(&self.names, ty);
            self.diagnostics.push(
                Diagnostic::error(
                    codes::WRONG_TYPE,
                    format!("`{}` has no value before it is set", property.name.text),
                )
                .label(property.ty.span, format!("expected `{shown}?`, or a value after `=`")),
            );
        }
    }

    /// A name that the vocabulary has for this owner would hide it.
    fn not_a_word_of_the_owner(&mut self, written: &Written<'_>) {
        let name = &written.property.name;
        let owners: &[Owner] = match written.owner {
            PropertyOwner::Game => &[Owner::Global],
            PropertyOwner::Player => &[Owner::Player],
            PropertyOwner::Tile => &[Owner::Tile],
            PropertyOwner::Segment | PropertyOwner::Feature(_) => {
                &[Owner::Segment, Owner::Feature, Owner::Place]
            }
            PropertyOwner::Figure | PropertyOwner::FigureKind(_) => &[Owner::Figure],
        };
        let known =
            VOCABULARY.iter().find(|word| word.name == name.text && owners.contains(&word.owner));
        if let Some(word) = known {
            self.diagnostics.push(
                Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    format!("`{}` is a word of the vocabulary: {}", name.text, word.doc),
                )
                .label(name.span, "expected another name")
                .help("write another name; what the word means already can be used as it is"),
            );
        }
    }
}

/// Whether every segment of a kind must print a property: on spaces, which have the value itself.
pub(crate) fn must_be_printed(names: &Names, id: PropertyId) -> bool {
    let property = &names.rules.properties[id.index()];
    let PropertyOwner::Feature(kind) = property.owner else { return false };
    property.printed
        && names.rules.features[kind.index()].joins == Joins::Nothing
        && property.ty.shape == Shape::One
        && property.default == abi::ABSENT
}
