//! What a game must have seen for a condition to hold, or for a list to have members. Whoever walks over a list
//! looks at one word first, instead of at the whole board.
//!
//! Nothing may go wrong where the answer is given without asking: what could is left to be asked. How much
//! memory or how many steps it would have taken does not matter.

use std::collections::BTreeMap;

use abi::{Base, Question, Shape, Word, field, seen};

use super::{
    amount::Amount,
    function::Lower,
    missing::Missing,
    rare::{Rare, is_flag_off},
};
use crate::{
    ir::{Bits, BlockId},
    link::Linked,
    typed::{Binary, Expr, ExprKind, FnBody, FnId, KindTest, PropertyId, Quantifier, Rules},
};

/// How deep functions are looked into.
const DEPTH: usize = 12;
/// So many expressions are looked at for one answer: long ones of strangers are asked in the game.
pub(super) const LOOKS: usize = 600;

/// Bits of which one must have been seen: without any of them there is nothing, and nothing goes wrong. With no
/// bits at all there never is anything in this game.
pub(super) type Sight = Option<Word>;

/// What never comes to be, whatever is seen.
pub(super) const NEVER: Sight = Some(0);

/// What is known of a function.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    pub(super) safe: Sight,
    holds: Sight,
    lacks: Sight,
    fills: Sight,
}

/// What must have been seen for what rules ask.
pub(super) struct Sights<'r> {
    pub(super) rules: &'r Rules,
    pub(super) linked: &'r Linked,
    pub(super) missing: Missing,
    rare: Rare,
    functions: BTreeMap<FnId, Known>,
    /// What is known of going wrong where ways to deploy are looked for, once that was asked.
    pub(super) spots: Option<Sight>,
    /// The numbers that the functions which are looked into were given.
    pub(super) given: Vec<Vec<Option<Amount>>>,
    pub(super) left: usize,
}

impl<'r> Sights<'r> {
    /// What is known of rules in which some pieces are missing.
    pub(super) fn new(rules: &'r Rules, linked: &'r Linked, rare: Rare, missing: Missing) -> Self {
        let (functions, given) = (BTreeMap::new(), Vec::new());
        Self { rules, linked, missing, rare, functions, spots: None, given, left: LOOKS }
    }

    /// The bit of a property that is rare, 0 for others.
    pub(super) fn property(&self, property: PropertyId) -> Word {
        self.rare.property(property)
    }

    /// What is rare, and what is missing.
    pub(super) fn into_parts(self) -> (Rare, Missing) {
        (self.rare, self.missing)
    }

    /// The same for another question.
    pub(super) fn afresh(&mut self) -> &mut Self {
        self.left = LOOKS;
        self
    }

    /// Looks at one more expression; nothing when it has looked at many.
    pub(super) fn look(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    /// Looks into a function that is given some numbers.
    pub(super) fn within<T>(
        &mut self,
        given: Vec<Option<Amount>>,
        look: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        if self.given.len() >= DEPTH {
            return None;
        }
        self.given.push(given);
        let found = look(self);
        self.given.pop();
        found
    }

    /// The expression of a function, and what must have been seen for an adjustment to change its value.
    pub(super) fn body(&mut self, id: FnId) -> Option<(&'r Expr, Word)> {
        let rules = self.rules;
        let FnBody::Expr(body) = &rules.functions[id.index()].body.code else { return None };
        let linked = self.linked;
        let adjusts = &linked.adjusts[id.index()];
        let bits = adjusts.iter().try_fold(0, |bits, adjust| Some(bits | self.changes(*adjust)?));
        Some((body, bits?))
    }

    pub(super) fn function(&mut self, id: FnId) -> Known {
        if let Some(known) = self.functions.get(&id) {
            return *known;
        }
        // Whoever calls itself is not known.
        self.functions.insert(id, Known::default());
        let left = std::mem::replace(&mut self.left, LOOKS);
        let known = self.within(Vec::new(), |this| {
            let (body, bits) = this.body(id)?;
            let with = |sight| both(sight, Some(bits));
            this.left = LOOKS;
            Some(Known {
                safe: with(this.safe(body)),
                holds: with(this.holds(body)),
                lacks: with(this.lacks(body)),
                fills: with(this.fills(body)),
            })
        });
        self.left = left;
        let known = known.unwrap_or_default();
        self.functions.insert(id, known);
        known
    }

    /// What must have been seen for a condition to hold.
    pub(super) fn holds(&mut self, cond: &Expr) -> Sight {
        self.look()?;
        match &cond.kind {
            ExprKind::Binary { op: Binary::And, left, right } => match self.holds(left) {
                NEVER => NEVER,
                sight => least(sight, both(self.safe(left), self.holds(right))),
            },
            ExprKind::Binary { op: Binary::Or, left, right } => {
                both(self.holds(left), self.holds(right))
            }
            ExprKind::IsKind { of, test } => {
                let bits = match test {
                    KindTest::FeatureKind(kind) => rare(self.rare.feature(*kind)),
                    KindTest::FigureKind(kind) if self.missing.figure(*kind) => NEVER,
                    KindTest::TileKind(kind) if of.ty.base == Base::Tile => {
                        rare(self.rare.tile(*kind))
                    }
                    KindTest::Player if is_place_of_figure(of) => Some(seen::HELD),
                    _ => None,
                };
                both(bits, self.safe(of))
            }
            ExprKind::Property { property, of: Some(of) } => {
                let declared = &self.rules.properties[property.index()];
                let bit = self.shown(*property, of).filter(|_| is_flag_off(declared));
                both(bit, self.safe(of))
            }
            ExprKind::Not(inner) => self.lacks(inner),
            ExprKind::In { item, list } => both(self.safe(item), self.fills(list)),
            ExprKind::Quantified { quantifier: Quantifier::Any, list, filter, .. } => {
                self.members(list, filter.as_deref())
            }
            ExprKind::Call { function, args } => {
                both(self.all_safe(args), self.function(*function).holds)
            }
            _ => self.chosen(cond, Self::holds).or_else(|| self.sure(cond, false)),
        }
    }

    /// What must have been seen for a condition not to hold.
    pub(super) fn lacks(&mut self, cond: &Expr) -> Sight {
        self.look()?;
        match &cond.kind {
            ExprKind::Binary { op: Binary::Or, left, right } => match self.lacks(left) {
                NEVER => NEVER,
                sight => least(sight, both(self.safe(left), self.lacks(right))),
            },
            ExprKind::Binary { op: Binary::And, left, right } => {
                both(self.lacks(left), self.lacks(right))
            }
            ExprKind::Not(inner) => self.holds(inner),
            ExprKind::IsNone(of) => self.is_there(of),
            ExprKind::IsEmpty(list) if list.ty.is_list() => self.fills(list),
            ExprKind::Quantified { quantifier: Quantifier::No, list, filter, .. } => {
                self.members(list, filter.as_deref())
            }
            ExprKind::Quantified { quantifier: Quantifier::Every, list, filter, .. } => {
                match self.fills(list) {
                    NEVER => NEVER,
                    sight => {
                        let filter = filter.as_deref().map_or(NEVER, |f| self.lacks(f));
                        least(sight, both(self.safe(list), filter))
                    }
                }
            }
            ExprKind::Call { function, args } => {
                both(self.all_safe(args), self.function(*function).lacks)
            }
            _ => self.chosen(cond, Self::lacks).or_else(|| self.sure(cond, true)),
        }
    }

    /// What must have been seen of the one among several values that a condition chooses.
    fn chosen(&mut self, expr: &Expr, ask: fn(&mut Self, &Expr) -> Sight) -> Sight {
        let ExprKind::If { cond, then, other } = &expr.kind else { return None };
        let (holds, bits) = self.decided(cond)?;
        both(Some(bits), ask(self, if holds { then } else { other }))
    }

    /// What must have been seen for something to be there.
    fn is_there(&mut self, expr: &Expr) -> Sight {
        self.look()?;
        match &expr.kind {
            ExprKind::Property { property, of: Some(of) } => {
                let declared = &self.rules.properties[property.index()];
                let maybe = declared.ty.shape == Shape::Maybe && declared.default == abi::ABSENT;
                both(self.shown(*property, of).filter(|_| maybe), self.safe(of))
            }
            ExprKind::Ask { question: Question::Given, args } if !self.missing.is_laid() => {
                self.safe(&args[0])
            }
            ExprKind::First(list) | ExprKind::Last(list) => self.fills(list),
            ExprKind::Const(abi::ABSENT) => NEVER,
            _ => self.chosen(expr, Self::is_there),
        }
    }

    /// The bit of a property that is kept of something in the game or printed on it: kinds of tiles need not be in it.
    pub(super) fn shown(&self, property: PropertyId, of: &Expr) -> Sight {
        rare(self.rare.property(property)).filter(|_| of.ty.base != Base::TileKind)
    }

    /// What must have been seen for some member of a list to pass a filter.
    pub(super) fn members(&mut self, list: &Expr, filter: Option<&Expr>) -> Sight {
        match self.fills(list) {
            NEVER => NEVER,
            sight => {
                let passes = filter.and_then(|filter| self.holds(filter));
                least(sight, both(self.safe(list), passes))
            }
        }
    }

    /// What must have been seen for a list to have members.
    pub(super) fn fills(&mut self, list: &Expr) -> Sight {
        self.look()?;
        match &list.kind {
            ExprKind::Quantified {
                quantifier: quantifier @ (Quantifier::All | Quantifier::Most | Quantifier::Least),
                list,
                filter,
                measure,
                ..
            } => match self.members(list, filter.as_deref()) {
                NEVER => NEVER,
                sight => {
                    let own = measure.as_deref().filter(|m| m.ty.is_list());
                    let own = own.filter(|_| *quantifier == Quantifier::All);
                    let own = own.and_then(|measure| self.fills(measure));
                    let asked = [Some(&**list), filter.as_deref()];
                    least(sight, both(self.all_safe(asked.into_iter().flatten()), own))
                }
            },
            ExprKind::Ask { question: Question::Spots | Question::SpotsFor, args }
            // Whom one meets first is one of the second list.
            | ExprKind::Ask { question: Question::Walk, args }
            | ExprKind::Ask { question: Question::FitsWith, args } => {
                both(self.safe(&args[0]), self.fills(&args[1]))
            }
            ExprKind::Ask { question: Question::Overlays, args } if !self.missing.is_laid() => {
                self.all_safe(args)
            }
            ExprKind::Property { property, of: Some(of) } => {
                both(self.shown(*property, of), self.safe(of))
            }
            ExprKind::List(members) => {
                members.iter().try_fold(0, |bits, member| Some(bits | self.is_there(member)?))
            }
            ExprKind::Binary { op: Binary::Join, left, right } => {
                both(self.fills(left), self.fills(right))
            }
            ExprKind::Binary { op: Binary::Without, left, right } => {
                both(self.fills(left), self.safe(right))
            }
            ExprKind::Cast(inner) | ExprKind::Rest(inner) => self.fills(inner),
            ExprKind::Call { function, args } => {
                both(self.all_safe(args), self.function(*function).fills)
            }
            _ => self.chosen(list, Self::fills),
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
            if bits == 0 {
                self.b.jump(no);
                return former;
            }
            let word = self.b.load_game(field::game::SEEN);
            let found = self.b.bits(Bits::And, word, bits);
            self.b.unless(found, no);
            self.sighted = sight;
        }
        former
    }
}

/// Both are needed not to have been seen.
pub(super) fn both(a: Sight, b: Sight) -> Sight {
    Some(a? | b?)
}

/// One of two is enough not to have been seen: the one with the fewest bits.
fn least(a: Sight, b: Sight) -> Sight {
    match (a, b) {
        (Some(a), Some(b)) if b.count_ones() < a.count_ones() => Some(b),
        (None, b) => b,
        (a, _) => a,
    }
}

fn rare(bit: Word) -> Sight {
    (bit != 0).then_some(bit)
}

fn is_place_of_figure(of: &Expr) -> bool {
    matches!(of.kind, ExprKind::Ask { question: Question::FigurePlace, .. })
}
