//! What a game must have seen for a condition to hold, or for a list to have members. Whoever walks over a list
//! looks at one word first, instead of at the whole board.
//!
//! Nothing may go wrong where the answer is given without asking: what could is left to be asked. How much
//! memory or how many steps it would have taken does not matter.

use std::collections::BTreeMap;

use abi::{Base, Question, Shape, Word, field, seen};

use super::{
    function::Lower,
    rare::{Rare, is_flag_off},
};
use crate::{
    ir::{Bits, BlockId},
    link::Linked,
    typed::{
        Binary, Expr, ExprKind, FnBody, FnId, KindTest, PropertyId, PropertyOwner, Quantifier,
        Rules,
    },
};

/// How deep functions are looked into.
const DEPTH: usize = 12;

/// Bits of which one must have been seen: without any of them there is nothing, and nothing goes wrong.
type Sight = Option<Word>;

/// What is known of a function.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    safe: Sight,
    holds: Sight,
    fills: Sight,
}

/// What must have been seen for what rules ask.
pub(super) struct Sights<'r> {
    rules: &'r Rules,
    linked: &'r Linked,
    rare: Rare,
    functions: BTreeMap<FnId, Known>,
    depth: usize,
}

impl<'r> Sights<'r> {
    pub(super) fn new(rules: &'r Rules, linked: &'r Linked) -> Self {
        let rare = Rare::new(rules);
        Self { rules, linked, rare, functions: BTreeMap::new(), depth: 0 }
    }

    /// What is rare.
    pub(super) fn into_rare(self) -> Rare {
        self.rare
    }

    fn function(&mut self, id: FnId) -> Known {
        if let Some(known) = self.functions.get(&id) {
            return *known;
        }
        let function = &self.rules.functions[id.index()];
        let plain = self.linked.adjusts[id.index()].is_empty();
        let FnBody::Expr(body) = &function.body.code else { return Known::default() };
        if !plain || self.depth >= DEPTH {
            return Known::default();
        }
        // Whoever calls itself is not known.
        self.functions.insert(id, Known::default());
        self.depth += 1;
        let known =
            Known { safe: self.safe(body), holds: self.holds(body), fills: self.fills(body) };
        self.depth -= 1;
        self.functions.insert(id, known);
        known
    }

    /// What must have been seen for a condition to hold.
    fn holds(&mut self, cond: &Expr) -> Sight {
        match &cond.kind {
            ExprKind::Binary { op: Binary::And, left, right } => {
                self.holds(left).or_else(|| both(self.safe(left), self.holds(right)))
            }
            ExprKind::Binary { op: Binary::Or, left, right } => {
                both(self.holds(left), self.holds(right))
            }
            ExprKind::IsKind { of, test } => {
                let bit = match test {
                    KindTest::FeatureKind(kind) => self.rare.feature(*kind),
                    KindTest::Player if is_place_of_figure(of) => seen::HELD,
                    _ => 0,
                };
                both(rare(bit), self.safe(of))
            }
            ExprKind::Property { property, of: Some(of) } => {
                let declared = &self.rules.properties[property.index()];
                let bit = self.printed(*property, of).filter(|_| is_flag_off(declared));
                both(bit, self.safe(of))
            }
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::IsNone(of) => self.is_there(of),
                ExprKind::IsEmpty(list) if list.ty.is_list() => self.fills(list),
                _ => None,
            },
            ExprKind::In { item, list } => both(self.safe(item), self.fills(list)),
            ExprKind::Quantified { quantifier: Quantifier::Any, list, filter, .. } => {
                self.members(list, filter.as_deref())
            }
            ExprKind::Call { function, args } => {
                both(self.all_safe(args), self.function(*function).holds)
            }
            _ => None,
        }
    }

    /// What must have been seen for something that is printed to be there.
    fn is_there(&mut self, expr: &Expr) -> Sight {
        let ExprKind::Property { property, of: Some(of) } = &expr.kind else { return None };
        let declared = &self.rules.properties[property.index()];
        let maybe = declared.ty.shape == Shape::Maybe && declared.default == abi::ABSENT;
        both(self.printed(*property, of).filter(|_| maybe), self.safe(of))
    }

    /// The bit of a property that is printed on something in the game: kinds of tiles need not be in it.
    fn printed(&self, property: PropertyId, of: &Expr) -> Sight {
        rare(self.rare.property(property)).filter(|_| of.ty.base != Base::TileKind)
    }

    /// What must have been seen for some member of a list to pass a filter.
    pub(super) fn members(&mut self, list: &Expr, filter: Option<&Expr>) -> Sight {
        self.fills(list).or_else(|| both(self.safe(list), self.holds(filter?)))
    }

    /// What must have been seen for a list to have members.
    pub(super) fn fills(&mut self, list: &Expr) -> Sight {
        match &list.kind {
            ExprKind::Quantified {
                quantifier: Quantifier::All | Quantifier::Most | Quantifier::Least,
                list,
                filter,
                ..
            } => self.members(list, filter.as_deref()),
            ExprKind::Ask { question: Question::Spots | Question::SpotsFor, args } => {
                both(self.safe(&args[0]), self.fills(&args[1]))
            }
            // Whom one meets first is one of the second list.
            ExprKind::Ask { question: Question::Walk, args } => {
                both(self.safe(&args[0]), self.fills(&args[1]))
            }
            ExprKind::Cast(inner) => self.fills(inner),
            ExprKind::Call { function, args } => {
                both(self.all_safe(args), self.function(*function).fills)
            }
            _ => None,
        }
    }

    fn all_safe<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Sight {
        exprs.into_iter().try_fold(0, |bits, expr| Some(bits | self.safe(expr)?))
    }

    /// What must have been seen for something to go wrong where an expression is asked; nothing if that cannot
    /// be said.
    fn safe(&mut self, expr: &Expr) -> Sight {
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Option(_) => Some(0),
            ExprKind::Property { property, of } => {
                // What is kept of a feature may be a sum over its segments.
                let declared = &self.rules.properties[property.index()];
                let sum =
                    matches!(declared.owner, PropertyOwner::Segment | PropertyOwner::Feature(_))
                        && !declared.printed;
                if sum { None } else { self.all_safe(of.as_deref()) }
            }
            ExprKind::Ask { question: Question::Placed, .. } => Some(seen::UNPLACED),
            ExprKind::Ask { question, args } if is_read(*question) => self.all_safe(args),
            ExprKind::Not(inner)
            | ExprKind::IsKind { of: inner, .. }
            | ExprKind::IsNone(inner)
            | ExprKind::IsEmpty(inner)
            | ExprKind::First(inner)
            | ExprKind::Last(inner)
            | ExprKind::Cast(inner) => self.safe(inner),
            ExprKind::Binary { op, left, right } => {
                use Binary as B;
                let sure = matches!(
                    op,
                    B::Or
                        | B::And
                        | B::Equal
                        | B::NotEqual
                        | B::Less
                        | B::LessOrEqual
                        | B::Greater
                        | B::GreaterOrEqual
                        | B::Join
                        | B::Without
                );
                if sure { both(self.safe(left), self.safe(right)) } else { None }
            }
            ExprKind::In { item, list } => both(self.safe(item), self.safe(list)),
            ExprKind::List(members) => self.all_safe(members),
            ExprKind::Quantified { quantifier, list, filter, measure, .. } => {
                if matches!(quantifier, Quantifier::The | Quantifier::Sum) {
                    return None;
                }
                let asked = [Some(&**list), filter.as_deref(), measure.as_deref()];
                self.all_safe(asked.into_iter().flatten())
            }
            ExprKind::Call { function, args } => {
                both(self.all_safe(args), self.function(*function).safe)
            }
            _ => None,
        }
    }
}

impl<'m, 'r> Lower<'m, 'r> {
    /// Goes elsewhere as long as the game has seen nothing of what is needed; gives back what was known to be
    /// needed before. Watched rules are asked all the same.
    pub(super) fn require_seen(&mut self, sight: Sight, no: BlockId) -> Sight {
        let former = self.sighted;
        if let Some(bits) = sight
            && former != sight
            && !self.is_watched()
            && self.b.is_open()
        {
            let word = self.b.load_game(field::game::SEEN);
            let found = self.b.bits(Bits::And, word, bits);
            self.b.unless(found, no);
            self.sighted = sight;
        }
        former
    }
}

/// Both are needed not to have been seen.
fn both(a: Sight, b: Sight) -> Sight {
    Some(a? | b?)
}

fn rare(bit: Word) -> Sight {
    (bit != 0).then_some(bit)
}

fn is_place_of_figure(of: &Expr) -> bool {
    matches!(of.kind, ExprKind::Ask { question: Question::FigurePlace, .. })
}

/// Whether a question is answered by reading what is there.
const fn is_read(question: Question) -> bool {
    use Question as Q;
    matches!(
        question,
        Q::Active
            | Q::Players
            | Q::Tiles
            | Q::Features
            | Q::Figures
            | Q::Followers
            | Q::Points
            | Q::Left
            | Q::Right
            | Q::Supply
            | Q::PlayerDeployed
            | Q::TileKindOf
            | Q::TileCell
            | Q::TileX
            | Q::TileY
            | Q::TileSegments
            | Q::SegmentKind
            | Q::SegmentTile
            | Q::SegmentFeature
            | Q::FeatureKindOf
            | Q::FeatureSegments
            | Q::FeatureSegment
            | Q::FeatureTile
            | Q::FigureKindOf
            | Q::FigureOwner
            | Q::FigurePlace
            | Q::FigureDeployed
            | Q::FigureTile
            | Q::FigureSegment
            | Q::FigureFeature
            | Q::PlaceTile
            | Q::PlaceFeature
            | Q::PlaceSegment
            | Q::SpotFigure
            | Q::SpotPlace
    )
}
