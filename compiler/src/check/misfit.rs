//! Why a value cannot stand where another type is wanted, and what an author most likely meant.

use abi::{Base, Entry, Owner, Ty, VOCABULARY};

use super::{
    body::BodyChecker,
    codes,
    convert::{self, Misfit},
    member,
    near::{HINTS, some},
    types,
};
use crate::{meaning::Meaning, typed::Expr};

/// Nobody looks at more of what gives a value of a type.
const GIVEN: usize = 3;

impl BodyChecker<'_, '_> {
    /// Says why a value cannot stand where another type is wanted.
    pub(crate) fn misfit<T>(&mut self, expr: &Expr, want: Ty, misfit: Misfit) -> Option<T> {
        types::sound(want)?;
        let (found, wanted) = (self.named(expr.ty), self.named(want));
        match misfit {
            Misfit::Absent => self.error(
                codes::ABSENT_VALUE,
                expr.span,
                format!("this may be absent, and {wanted} is wanted"),
                format!("this is `{found}`"),
                Some("test it first (`is not none`), or say what happens then: `let x = … else skip`".to_owned()),
            ),
            Misfit::Segments => self.error(
                codes::WRONG_TYPE,
                expr.span,
                format!("expected {wanted}, found {found}"),
                "only one feature stands for its oldest segment",
                Some("write `.segments` behind the list".to_owned()),
            ),
            Misfit::Type => {
                let help = self.way_to_say(expr, want);
                self.error(
                    codes::WRONG_TYPE,
                    expr.span,
                    format!("expected {wanted}, found {found}"),
                    format!("this is `{found}`"),
                    help,
                )
            }
        }
    }

    /// What an author most likely meant by a value of the wrong type.
    fn way_to_say(&self, expr: &Expr, want: Ty) -> Option<String> {
        let (from, rules) = (expr.ty, self.rules());
        if !from.is_list() && want.is_list() && convert::way(rules, from.base, want.base).is_some()
        {
            return Some("write it as a list: `[…]`".to_owned());
        }
        if from.is_list() && !want.is_list() && want.base == Base::Int {
            return Some("write `count` before the list".to_owned());
        }
        if from.is_list() && !want.is_list() && want.base == Base::Flag {
            return Some("write `is not empty` behind the list".to_owned());
        }
        if from.is_list() && !want.is_list() {
            return Some("pick one of the list: `.first`, or let a player choose".to_owned());
        }
        match (from.base, want.base) {
            (Base::Int, Base::Length) => {
                return Some("lengths have a unit: `5 mm`".to_owned());
            }
            (Base::Length, Base::Int) => {
                return Some("count how often a length goes into it: `… / 1 mm`".to_owned());
            }
            _ => {}
        }
        if convert::narrows(rules, from.base, want.base) {
            let kind = convert::base_name(rules, want.base);
            return Some(format!("test it first: `is {kind}`"));
        }
        self.of_type(from, want)
    }

    /// What is of the wanted type: a local, or what stands behind a dot; or how it is made.
    fn of_type(&self, from: Ty, want: Ty) -> Option<String> {
        if self.diagnostics.len() >= HINTS {
            return None;
        }
        let wanted = self.named(want);
        let same = |ty: Ty| {
            ty.shape == want.shape
                && convert::way(self.rules(), ty.base, want.base) == Some(convert::Way::Same)
        };
        let made = match (from.base, want.base) {
            _ if from.is_list() => None,
            (Base::Int, Base::Flag) => Some("compare it with a number: `… > 0`"),
            (Base::Flag, Base::Int) => Some("write a number for each: `if … then 1 else 0`"),
            _ => None,
        };
        if let Some(made) = made {
            return Some(made.to_owned());
        }
        let mut locals = self.scope.iter().rev();
        let local = locals.find(|(id, _)| self.locals[id.0 as usize].ty.is_some_and(same));
        if let Some((_, name)) = local {
            return Some(format!("`{name}` is of type `{wanted}`"));
        }
        let fits = |ty: Ty| same(Ty { shape: want.shape, ..ty });
        let owner = member::owner(from.base).filter(|_| !from.is_list());
        let plain = |e: &&Entry| e.params.is_empty() && !e.result.is_list() && fits(e.result);
        let behind = VOCABULARY.iter().filter(|e| owner == Some(e.owner)).filter(plain);
        let behind: Vec<String> = behind.map(|e| format!("`.{}`", e.name)).collect();
        if !behind.is_empty() {
            return Some(format!("write what is asked of it, such as {}", some(behind)));
        }
        if matches!(want.base, Base::Int | Base::Flag) {
            return None;
        }
        self.what_gives(&wanted, fits)
    }

    /// What the rules and the vocabulary give of a type, single or in lists.
    fn what_gives(&self, wanted: &str, fits: impl Fn(Ty) -> bool) -> Option<String> {
        let words = VOCABULARY.iter().filter(|e| matches!(e.owner, Owner::Global | Owner::Call));
        let words = words.map(|e| (e.name, e.owner == Owner::Call, e.result));
        let declared = self.names.words.iter().flat_map(|(word, meanings)| {
            let functions = meanings.iter().filter_map(|declared| match declared.meaning {
                Meaning::Function(id) => Some(self.rules().functions[id.index()].result),
                _ => None,
            });
            functions.map(|ty| (word.as_str(), true, ty))
        });
        let mut found: Vec<(bool, String)> = words
            .chain(declared)
            .filter(|(_, _, ty)| fits(*ty))
            .map(|(word, asked, ty)| {
                let written = if asked { format!("{word}(…)") } else { word.to_owned() };
                let one = if ty.is_list() { "one of " } else { "" };
                (ty.is_list(), format!("{one}`{written}`"))
            })
            .collect();
        found.sort_by_key(|(is_list, _)| *is_list);
        let found: Vec<String> = found.into_iter().map(|(_, said)| said).take(GIVEN).collect();
        (!found.is_empty()).then(|| format!("a value of type `{wanted}` is {}", found.join(", ")))
    }
}
