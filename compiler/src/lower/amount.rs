//! Numbers that are known before a game: those that options decide, and those of what a game has not seen or
//! nobody has. A flag is one of two numbers.

use abi::{ABSENT, Base, Shape, Word};

use super::{
    seen::{NEVER, Sight, Sights, both},
    slots::unset,
};
use crate::typed::{Binary, Expr, ExprKind, FnId, Quantifier, TokenRef};

/// A number, and what must have been seen for it to be another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amount {
    pub(super) number: Word,
    pub(super) unless: Word,
}

impl Amount {
    fn new(number: Word, sight: Sight) -> Option<Self> {
        Some(Self { number, unless: sight? })
    }
}

impl Sights<'_> {
    /// Whether a condition holds as long as some bits have not been seen.
    pub(super) fn decided(&mut self, cond: &Expr) -> Option<(bool, Word)> {
        let holds = self.holds(cond);
        if holds == NEVER {
            return Some((false, 0));
        }
        let lacks = self.lacks(cond);
        lacks.map(|bits| (true, bits)).or_else(|| holds.map(|bits| (false, bits)))
    }

    /// What must have been seen for a comparison or a constant not to be what is expected of it.
    pub(super) fn sure(&mut self, cond: &Expr, expected: bool) -> Sight {
        let known = match &cond.kind {
            ExprKind::Const(word) => Amount::new(*word, NEVER)?,
            ExprKind::Option(id) => Amount::new(self.rules.options[id.index()].value, NEVER)?,
            ExprKind::Binary { op, left, right } => {
                let a = self.amount(left)?;
                let b = self.amount(right)?;
                let holds = match op {
                    Binary::Equal => a.number == b.number,
                    Binary::NotEqual => a.number != b.number,
                    Binary::Less => a.number < b.number,
                    Binary::LessOrEqual => a.number <= b.number,
                    Binary::Greater => a.number > b.number,
                    Binary::GreaterOrEqual => a.number >= b.number,
                    _ => return None,
                };
                Amount { number: Word::from(holds), unless: a.unless | b.unless }
            }
            _ => return None,
        };
        (known.number == Word::from(expected)).then_some(known.unless)
    }

    /// The number that an expression gives as long as something has not been seen.
    pub(super) fn amount(&mut self, expr: &Expr) -> Option<Amount> {
        self.look()?;
        let number =
            expr.ty.shape == Shape::One && matches!(expr.ty.base, Base::Int | Base::Enum(_));
        if !number {
            return None;
        }
        match &expr.kind {
            ExprKind::Const(word) if *word != ABSENT => Amount::new(*word, NEVER),
            ExprKind::Option(id) => Amount::new(self.rules.options[id.index()].value, NEVER),
            ExprKind::Local(local) => *self.given.last()?.get(local.0 as usize)?,
            ExprKind::Count(list) if list.ty.is_list() => Amount::new(0, self.fills(list)),
            ExprKind::Quantified {
                quantifier: quantifier @ (Quantifier::Count | Quantifier::Sum),
                list,
                filter,
                measure,
                ..
            } => {
                let none = self.members(list, filter.as_deref());
                if none.is_some() || *quantifier == Quantifier::Count {
                    return Amount::new(0, none);
                }
                let each = self.amount(measure.as_deref()?).filter(|each| each.number == 0)?;
                let asked = [Some(&**list), filter.as_deref()];
                let safe = self.all_safe(asked.into_iter().flatten());
                Amount::new(0, both(safe, Some(each.unless)))
            }
            ExprKind::Tokens { token: TokenRef::Kind(kind), of } if self.missing.token(*kind) => {
                Amount::new(0, self.safe(of))
            }
            ExprKind::Property { property, of: Some(of) } => {
                let bit = self.shown(*property, of);
                let value = unset(&self.rules.properties[property.index()]);
                Amount::new(value, both(bit, self.safe(of)))
            }
            ExprKind::Negate(inner) => {
                let inner = self.amount(inner)?;
                Some(Amount { number: inner.number.checked_neg()?, ..inner })
            }
            ExprKind::Binary { op, left, right } => self.combined(*op, left, right),
            ExprKind::If { cond, then, other } => {
                let (holds, bits) = self.decided(cond)?;
                let chosen = self.amount(if holds { then } else { other })?;
                Some(Amount { unless: chosen.unless | bits, ..chosen })
            }
            ExprKind::Match { on, arms, other } => {
                let on = self.amount(on)?;
                let arm = arms.iter().find(|(words, _)| words.contains(&on.number));
                let chosen = self.amount(arm.map(|(_, value)| value).or(other.as_deref())?)?;
                Some(Amount { unless: chosen.unless | on.unless, ..chosen })
            }
            ExprKind::Call { function, args } => self.amount_of_call(*function, args),
            _ => None,
        }
    }

    fn combined(&mut self, op: Binary, left: &Expr, right: &Expr) -> Option<Amount> {
        let (a, b) = (self.amount(left), self.amount(right));
        if let (Some(a), Some(b)) = (a, b) {
            let number = match op {
                Binary::Add => a.number.checked_add(b.number),
                Binary::Subtract => a.number.checked_sub(b.number),
                Binary::Multiply => a.number.checked_mul(b.number),
                _ => None,
            };
            return Some(Amount { number: number?, unless: a.unless | b.unless });
        }
        // Nothing times whatever is there is nothing.
        let (nothing, other) = if a.is_some() { (a?, right) } else { (b?, left) };
        let there = nothing.number == 0 && op == Binary::Multiply;
        Amount::new(0, both(Some(nothing.unless), self.safe(other))).filter(|_| there)
    }

    fn amount_of_call(&mut self, function: FnId, args: &[Expr]) -> Option<Amount> {
        let safe = self.all_safe(args)?;
        let given = args.iter().map(|arg| self.amount(arg)).collect();
        let found = self.within(given, |this| {
            let (body, bits) = this.body(function)?;
            let found = this.amount(body)?;
            Some(Amount { unless: found.unless | bits, ..found })
        })?;
        Some(Amount { unless: found.unless | safe, ..found })
    }
}
