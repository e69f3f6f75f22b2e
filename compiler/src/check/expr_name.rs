//! Bare names: what is wanted at a place decides which of a word's meanings counts.

use abi::{Base, FigureSort, Owner, Ty, VOCABULARY, Word};
use grammar::{
    Span,
    ast::{self, Name},
};

use super::{
    body::BodyChecker,
    codes,
    convert::{kind_sort, way},
    expr::constant,
    member,
    near::hint,
    picture::seated,
    types::named,
};
use crate::{
    meaning::Meaning,
    notes::Seen,
    typed::{Expr, ExprKind, LocalId, PropertyId, PropertyOwner},
};

/// Something that a name can mean at a place, nearer meanings first.
struct Candidate {
    rank: u8,
    /// Nothing: a local after a mistake.
    expr: Option<Expr>,
    what: String,
    /// Nothing: it is told from nothing else than its text.
    seen: Option<Seen>,
}

impl BodyChecker<'_, '_> {
    /// A bare name.
    pub(crate) fn name(&mut self, name: &Name, want: Option<Ty>) -> Option<Expr> {
        let mut candidates = self.candidates(name, want);
        if let Some(want) = want {
            let fitting = |c: &Candidate| c.expr.as_ref().is_none_or(|e| self.fits(e.ty, want));
            let enum_name = |c: &Candidate| match &c.expr {
                Some(e) => {
                    matches!(e.kind, ExprKind::Const(_))
                        && matches!(e.ty.base, Base::Enum(_))
                        && e.ty.base == want.base
                }
                None => false,
            };
            if !candidates.iter().any(|c| c.rank == 0 && fitting(c))
                && candidates.iter().any(enum_name)
            {
                candidates.retain(enum_name);
            } else if candidates.iter().any(fitting) {
                candidates.retain(fitting);
            }
        }
        let Some(rank) = candidates.iter().map(|c| c.rank).min() else {
            self.note_open(name, want);
            return self.unknown(name);
        };
        candidates.retain(|c| c.rank == rank);
        if candidates.len() > 1 {
            let meanings: Vec<String> = candidates.into_iter().map(|c| c.what).collect();
            return self.error(
                codes::AMBIGUOUS_NAME,
                name.span,
                format!("`{}` can mean {}", name.text, meanings.join(" or ")),
                "which one is meant?",
                Some("rename one of them, or use it where only one of them is wanted".to_owned()),
            );
        }
        let meant = candidates.pop()?;
        meant.seen.into_iter().for_each(|seen| self.names.notes.take(name.span, seen));
        let expr = meant.expr?;
        Some(self.narrowed(expr))
    }

    /// The type of a bare name's nearest meaning among those that a place accepts: a hint for it.
    pub(crate) fn hint(
        &mut self,
        expr: &ast::Expr,
        accepts: impl Fn(&Self, Ty) -> bool,
    ) -> Option<Ty> {
        let ast::ExprKind::Name(name) = &expr.kind else { return None };
        let candidates = self.candidates(name, None);
        let types = candidates.iter().filter_map(|c| Some((c.rank, c.expr.as_ref()?.ty)));
        types.filter(|&(_, ty)| accepts(self, ty)).min_by_key(|&(rank, _)| rank).map(|(_, ty)| ty)
    }

    fn fits(&self, ty: Ty, want: Ty) -> bool {
        ty.is_list() == want.is_list() && way(self.rules(), ty.base, want.base).is_some()
    }

    fn candidates(&mut self, name: &Name, want: Option<Ty>) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        let (word, span) = (name.text.as_str(), name.span);
        let mut add =
            |rank, expr, what: String, seen| candidates.push(Candidate { rank, expr, what, seen });
        if let Some(local) = self.in_scope(word) {
            let seen = Some(self.seen_local(local));
            add(0, self.local_value(local, span), "a local".to_owned(), seen);
        } else if let Some(seat) = self.players.iter().position(|player| player == word) {
            let player = constant(seat as Word, Base::Player, span);
            add(0, Some(player), "a player".to_owned(), None);
        }
        if let Some(own) = self.own.and_then(|local| self.local_value(local, span))
            && let Some((member, found)) = self.own_member(own, name)
        {
            let seen = self.seen_member(name, member);
            add(1, Some(found), "a property of its own".to_owned(), seen);
        }
        let global = VOCABULARY.iter().find(|e| e.owner == Owner::Global && e.name == word);
        if let Some(entry) = global {
            let kind = ExprKind::Ask { question: entry.question, args: Vec::new() };
            add(
                2,
                Some(Expr { kind, ty: entry.result, span }),
                "a word of the vocabulary".to_owned(),
                Some(Seen::Word(entry)),
            );
        }
        // The points of the compass are names only where one is wanted.
        let wanted = want.filter(|want| want.base == Base::Direction);
        if let Some(direction) = wanted.and_then(|want| named(self.names, word, want.base)) {
            add(
                2,
                Some(constant(direction, Base::Direction, span)),
                "a direction".to_owned(),
                None,
            );
        }
        let names = self.names;
        let own_option = names.meanings(word).iter().any(|d| {
            matches!(d.meaning, Meaning::Option(_)) && d.expansion == self.place.expansion
        });
        for declared in names.meanings(word) {
            // Of options with one name that of the own expansion is meant; others say whose they are.
            let other = declared.expansion != self.place.expansion;
            if own_option && other && matches!(declared.meaning, Meaning::Option(_)) {
                continue;
            }
            // What is declared twice has been told; the first one counts.
            if declared.again {
                continue;
            }
            if let Some((rank, expr, what)) = self.meaning(declared.meaning, want, span) {
                add(rank, Some(expr), what, Some(Seen::Declared(*declared)));
            }
        }
        candidates
    }

    /// A local as a value, with its declared type.
    pub(crate) fn local_value(&self, local: LocalId, span: Span) -> Option<Expr> {
        let ty = self.state(local).ty?;
        Some(Expr { kind: ExprKind::Local(local), ty, span })
    }

    /// A declared meaning as a value, with its rank.
    fn meaning(
        &self,
        meaning: Meaning,
        want: Option<Ty>,
        span: Span,
    ) -> Option<(u8, Expr, String)> {
        let rules = self.rules();
        let wants = |base| want.is_some_and(|want| want.base == base);
        Some(match meaning {
            Meaning::Property(id) => {
                let property = &rules.properties[id.index()];
                if property.owner != PropertyOwner::Game {
                    return None;
                }
                let kind = ExprKind::Property { property: id, of: None };
                (3, Expr { kind, ty: property.ty, span }, "a property of the game".to_owned())
            }
            Meaning::EnumName(id, index) => {
                let what = format!("a name of {}", rules.enums[usize::from(id)].name);
                (4, constant(Word::from(index), Base::Enum(id), span), what)
            }
            Meaning::Enum(id) => {
                let count = rules.enums[usize::from(id)].names.len() as Word;
                let all = (0..count).map(|index| constant(index, Base::Enum(id), span));
                let kind = ExprKind::List(all.collect());
                (4, Expr { kind, ty: Ty::list(Base::Enum(id)), span }, "an enum".to_owned())
            }
            Meaning::Feature(id) => {
                let expr = constant(Word::from(id.0), Base::FeatureKind, span);
                (5, expr, "a kind of feature".to_owned())
            }
            Meaning::Figure(id) => {
                let neutral = kind_sort(rules, id) == FigureSort::Neutral;
                let base = if neutral && !wants(Base::FigureKind) {
                    Base::Figure(FigureSort::Kind(id))
                } else {
                    Base::FigureKind
                };
                (5, constant(Word::from(id.0), base, span), "a kind of figure".to_owned())
            }
            Meaning::Token(id) => {
                (5, constant(Word::from(id.0), Base::TokenKind, span), "a kind of token".to_owned())
            }
            Meaning::Tile(id) => {
                (5, constant(Word::from(id.0), Base::TileKind, span), "a kind of tile".to_owned())
            }
            Meaning::Pile(id) => {
                (5, constant(Word::from(id.0), Base::Pile, span), "a pile".to_owned())
            }
            Meaning::Option(id) => {
                let ty = rules.options[id.index()].ty;
                (6, Expr { kind: ExprKind::Option(id), ty, span }, "an option".to_owned())
            }
            Meaning::Function(_) | Meaning::Deed(_) | Meaning::Menu(_) => return None,
        })
    }

    /// What the thing is whose properties are bare names.
    fn own_base(&self) -> Option<Base> {
        Some(self.state(self.own?).ty?.base)
    }

    /// Whether a property can be named without saying of what.
    fn is_bare(&self, id: PropertyId) -> bool {
        let of_game = self.rules().properties[id.index()].owner == PropertyOwner::Game;
        of_game || self.own_base().is_some_and(|base| self.may_have(base, id))
    }

    /// Says that nothing of this name can stand here, and what may have been meant.
    fn unknown(&mut self, name: &Name) -> Option<Expr> {
        let word = name.text.as_str();
        let names = self.names;
        for declared in names.meanings(word) {
            let (code, message, help) = match declared.meaning {
                Meaning::Function(_) => (
                    codes::WRONG_ARGUMENTS,
                    format!("`{word}` is a question, and asked with parentheses"),
                    format!("write `{word}(…)`"),
                ),
                Meaning::Deed(_) => (
                    codes::DEED_IN_QUESTION,
                    format!("`{word}` is a deed, and a value is wanted"),
                    "do it on a line of its own".to_owned(),
                ),
                Meaning::Menu(_) => (
                    codes::WRONG_TYPE,
                    format!("`{word}` is a menu, and a value is wanted"),
                    format!(
                        "a menu is opened by `active may choose from {word}`, alone on its line"
                    ),
                ),
                Meaning::Property(id) => {
                    let owner = self.owner_name(self.rules().properties[id.index()].owner);
                    (
                        codes::UNKNOWN_NAME,
                        format!("`{word}` is a property of `{owner}`, and nothing says of which"),
                        format!("write `x.{word}`, where x is of type `{owner}`"),
                    )
                }
                _ => continue,
            };
            return self.error(code, name.span, message, "not a value by itself", Some(help));
        }
        let here = self.scope.names();
        let own_owner = self.own_base().and_then(member::owner);
        let declared = names
            .words
            .iter()
            .filter(|(_, all)| {
                all.iter().any(|d| match d.meaning {
                    Meaning::Deed(_) => false,
                    Meaning::Property(id) => self.is_bare(id),
                    _ => true,
                })
            })
            .map(|(word, _)| word.as_str());
        let vocabulary = VOCABULARY
            .iter()
            .filter(|e| {
                matches!(e.owner, Owner::Global | Owner::Call) || own_owner == Some(e.owner)
            })
            .map(|e| e.name);
        let words = ["none", "true", "false", "skip", "next", "stop"];
        let known = here
            .clone()
            .chain(self.players.iter().map(String::as_str))
            .chain(declared)
            .chain(vocabulary)
            .chain(words);
        let help = hint(self.diagnostics, word, known);
        // Of two equally near words that of the rule itself is meant.
        let local = hint(self.diagnostics, word, here);
        let apart = |help: &Option<String>| {
            let proposed = help.as_deref().and_then(|help| help.split('`').nth(1));
            proposed.map_or(usize::MAX, |proposed| strsim::osa_distance(word, proposed))
        };
        let help = if apart(&local) <= apart(&help) { local } else { help };
        let help = help.or_else(|| seated(self.players, word));
        self.error(
            codes::UNKNOWN_NAME,
            name.span,
            format!("nothing here is called `{word}`"),
            "not known",
            help,
        )
    }
}
