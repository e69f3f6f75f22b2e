//! What can stand behind a dot: words of the vocabulary, declared properties, tokens and functions, by the
//! type of what stands before it.

use abi::{Base, Entry, FeatureKindId, Joins, Owner, Shape, TokenKindId, Ty, VOCABULARY};

use super::{
    body::BodyChecker,
    convert::{self, FIGURE, PLACE, narrows, way},
};
use crate::{
    meaning::Meaning,
    typed::{FnId, PropertyId, PropertyOwner},
};

/// One thing that a word behind a dot can mean.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Member {
    /// A word of the vocabulary; of a place if the owner is only known as one.
    Entry(&'static Entry),
    /// A question of the vocabulary whose first argument stands before the dot.
    Question(&'static Entry),
    /// A declared property.
    Property(PropertyId),
    /// The number of tokens of a kind.
    Tokens(TokenKindId),
    /// A function.
    Function(FnId),
}

/// The owner in the vocabulary of a base type.
pub(crate) fn owner(base: Base) -> Option<Owner> {
    Some(match base {
        Base::Player => Owner::Player,
        Base::Tile => Owner::Tile,
        Base::Direction => Owner::Direction,
        Base::Cell => Owner::Cell,
        Base::Corner => Owner::Corner,
        Base::Edge => Owner::Edge,
        Base::Segment(_) => Owner::Segment,
        Base::Feature(_) => Owner::Feature,
        Base::Figure(_) => Owner::Figure,
        Base::Place(_) => Owner::Place,
        Base::Spot => Owner::Spot,
        Base::Fit => Owner::Fit,
        Base::Span => Owner::Span,
        Base::Shot => Owner::Shot,
        _ => return None,
    })
}

/// Whether tokens can lie there.
fn holds_tokens(base: Base) -> bool {
    matches!(
        base,
        Base::Player
            | Base::Tile
            | Base::Segment(_)
            | Base::Feature(_)
            | Base::Figure(_)
            | Base::Place(_)
    )
}

impl BodyChecker<'_, '_> {
    /// Everything that a word can mean behind something of a base type.
    pub(crate) fn members(&self, base: Base, word: &str, arguments: usize) -> Vec<Member> {
        let mut found = Vec::new();
        let owner = owner(base);
        let entry = |owner| {
            VOCABULARY
                .iter()
                .find(|e| Some(e.owner) == owner && e.name == word && e.owner != Owner::Global)
        };
        found.extend(entry(owner).map(Member::Entry));
        let called = VOCABULARY.iter().filter(|e| e.owner == Owner::Call && e.name == word);
        found.extend(called.filter(|e| self.first_takes(e, base)).map(Member::Question));
        for declared in self.names.meanings(word).iter().filter(|declared| !declared.again) {
            found.extend(match declared.meaning {
                Meaning::Property(id) if arguments == 0 && self.may_have(base, id) => {
                    // What is declared twice has been told; the first one counts.
                    let told = found.iter().any(|other| self.same_owner(*other, id));
                    (!told).then_some(Member::Property(id))
                }
                Meaning::Token(id) if arguments == 0 && holds_tokens(base) => {
                    Some(Member::Tokens(id))
                }
                Meaning::Function(id)
                    if Some(id) != self.rules().counts
                        && self.function_takes(id, Ty::one(base)) =>
                {
                    Some(Member::Function(id))
                }
                _ => None,
            });
        }
        if found.is_empty() && way(self.rules(), base, PLACE).is_some() {
            found.extend(entry(Some(Owner::Place)).map(Member::Entry));
        }
        found
    }

    fn same_owner(&self, other: Member, id: PropertyId) -> bool {
        let owner = |id: PropertyId| self.rules().properties[id.index()].owner;
        match other {
            Member::Entry(_) => true,
            Member::Property(other) => owner(other) == owner(id),
            _ => false,
        }
    }

    fn first_takes(&self, entry: &Entry, base: Base) -> bool {
        match entry.params.first() {
            Some(param) => !param.is_list() && way(self.rules(), base, param.base).is_some(),
            None => matches!(base, Base::Shot | Base::Player | Base::Tile),
        }
    }

    /// Whether a function's first parameter is of a type, or of a kind of it.
    pub(crate) fn function_takes(&self, id: FnId, ty: Ty) -> bool {
        let Some(param) = self.rules().functions[id.index()].body.locals.first() else {
            return false;
        };
        let (from, to) = (ty.base, param.ty.base);
        param.ty.is_list() == ty.is_list()
            && (way(self.rules(), from, to).is_some()
                || (!ty.is_list() && narrows(self.rules(), from, to)))
    }

    /// Whether something of a base type may have a property.
    pub(crate) fn may_have(&self, base: Base, id: PropertyId) -> bool {
        let kind_fits =
            |kind: Option<FeatureKindId>, wanted| kind.is_none_or(|kind| kind == wanted);
        match (self.rules().properties[id.index()].owner, base) {
            (PropertyOwner::Player, Base::Player)
            | (PropertyOwner::Tile, Base::Tile)
            | (PropertyOwner::Segment, Base::Segment(_) | Base::Feature(_))
            | (PropertyOwner::Figure, Base::Figure(_)) => true,
            (PropertyOwner::Feature(wanted), Base::Segment(kind) | Base::Feature(kind)) => {
                kind_fits(kind, wanted)
            }
            (PropertyOwner::FigureKind(wanted), Base::Figure(_)) => {
                let wanted = Base::Figure(abi::FigureSort::Kind(wanted));
                base == wanted || narrows(self.rules(), base, wanted)
            }
            (owner, Base::Place(_)) => owner != PropertyOwner::Game,
            _ => false,
        }
    }

    /// The type of a declared property of something of a base type that is there.
    pub(crate) fn property_type(&self, id: PropertyId, base: Base) -> Ty {
        let property = &self.rules().properties[id.index()];
        let ty = property.ty;
        if ty.shape != Shape::One || matches!(ty.base, Base::Int | Base::Flag | Base::Length) {
            return ty;
        }
        let joined = match property.owner {
            PropertyOwner::Feature(kind) => {
                self.rules().features[kind.index()].joins != Joins::Nothing
            }
            _ => false,
        };
        let of_its_kind = match (property.owner, base) {
            (PropertyOwner::Feature(_), Base::Segment(kind) | Base::Feature(kind)) => {
                kind.is_some()
            }
            (PropertyOwner::FigureKind(_), Base::Figure(sort)) => {
                matches!(sort, abi::FigureSort::Kind(_))
            }
            _ => true,
        };
        if property.printed && joined && matches!(base, Base::Feature(_)) {
            Ty::list(ty.base)
        } else if of_its_kind {
            ty
        } else {
            Ty::maybe(ty.base)
        }
    }

    /// An owner of properties in words.
    pub(crate) fn owner_name(&self, owner: PropertyOwner) -> String {
        match owner {
            PropertyOwner::Game => "game".to_owned(),
            PropertyOwner::Player => "player".to_owned(),
            PropertyOwner::Tile => "tile".to_owned(),
            PropertyOwner::Segment => "segment".to_owned(),
            PropertyOwner::Figure => convert::base_name(self.rules(), FIGURE),
            PropertyOwner::Feature(kind) => self.rules().features[kind.index()].name.clone(),
            PropertyOwner::FigureKind(kind) => self.rules().figures[kind.index()].name.clone(),
        }
    }

    /// All words that can stand behind something of a base type.
    pub(crate) fn member_words(&self, base: Base) -> Vec<&str> {
        let owner = owner(base);
        let vocabulary = VOCABULARY.iter().filter(|e| Some(e.owner) == owner).map(|e| e.name);
        let names = self.names;
        let declared = names
            .words
            .keys()
            .map(String::as_str)
            .filter(|word| !self.members(base, word, 0).is_empty());
        vocabulary.chain(declared).collect()
    }
}
