//! The heads of hooks and of `forbid`: a deed with patterns in the place of things.

use pest::iterators::Pair;

use super::{Builder, Built, Kids, only};
use crate::ast::{Deed, Pattern};
use crate::grammar::Rule;

impl Builder {
    /// A `head` pair.
    pub(super) fn head(&mut self, pair: Pair<'_, Rule>) -> Built<Deed<Pattern>> {
        let mut kids = Kids::of(pair);
        let name = self.name(&kids.expect(Rule::name));
        if let Some(patterns) = kids.optional(Rule::patterns) {
            return Ok(Deed::Call { name, arguments: self.patterns(patterns) });
        }
        let kind = kids.optional(Rule::narrowed).map(|narrowed| self.name(&only(narrowed)));
        let span = kind.as_ref().map_or(name.span, |kind| name.span.to(kind.span));
        let who = Pattern { name, kind, span };
        Ok(self.head_verb(who, only(kids.expect(Rule::head_verb))))
    }

    /// The patterns in the parentheses of a call or an `adjust`.
    pub(super) fn patterns(&mut self, pair: Pair<'_, Rule>) -> Vec<Pattern> {
        Kids::of(pair).map(|pattern| self.pattern(pattern)).collect()
    }

    fn pattern(&mut self, pair: Pair<'_, Rule>) -> Pattern {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let name = self.name(&kids.expect(Rule::name));
        let kind = kids.next().map(|kind| self.name(&kind));
        Pattern { name, kind, span }
    }

    fn head_verb(&mut self, who: Pattern, pair: Pair<'_, Rule>) -> Deed<Pattern> {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        let from = kids.optional(Rule::h_from).map(|from| self.pattern(only(from)));
        if let Some(back) = kids.optional(Rule::h_back) {
            return Deed::TakesBack { who, token: self.pattern(only(back)) };
        }
        let mut next = |builder: &mut Self| builder.pattern(kids.expect(Rule::pattern));
        match rule {
            Rule::h_scores => Deed::Scores { who, points: next(self), cause: next(self) },
            Rule::h_loses => Deed::Loses { who, points: next(self), cause: next(self) },
            Rule::h_pays => {
                Deed::Pays { who, points: next(self), to: next(self), cause: next(self) }
            }
            Rule::h_places => Deed::Places { who, tile: next(self), fit: next(self) },
            Rule::h_deploys => Deed::Deploys { who, spot: next(self) },
            Rule::h_moves => Deed::Moves { what: who, from, to: next(self) },
            Rule::h_returns => Deed::Returns { what: who, from },
            Rule::h_leaves => Deed::Leaves { what: who },
            Rule::h_takes => {
                let (amount, token) = (Some(next(self)), next(self));
                let from = kids.next().map(|from| self.pattern(only(from)));
                Deed::Takes { who, amount, token, from }
            }
            Rule::h_puts => Deed::Puts { who, token: next(self), place: next(self) },
            Rule::h_joins => Deed::Joins { a: who, b: next(self) },
            Rule::h_parts => Deed::Parts { a: who, b: next(self) },
            Rule::h_plays => Deed::PlaysPart { who },
            _ => Deed::Wins { who },
        }
    }
}
