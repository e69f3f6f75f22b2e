//! What an assignment changes: a local, or a kept property of something.

use abi::{Base, Ty};
use grammar::{
    Span,
    ast::{self, ExprKind as AstExprKind, Name},
};

use super::{
    body::{BodyChecker, Kind},
    codes,
    member::Member,
    near::hint,
    of_place::place_with,
};
use crate::typed::{Expr, ExprKind, LocalId, Place, PropertyId, PropertyOwner};

/// What an assignment changes.
pub(crate) enum Target {
    /// A local.
    Local(LocalId),
    /// A kept property, and what it is now.
    Place(Place, Expr),
}

impl BodyChecker<'_, '_> {
    /// The left side of an `=`.
    pub(crate) fn target(&mut self, target: &ast::Expr) -> Option<Target> {
        match &target.kind {
            AstExprKind::Name(name) => {
                if let Some(local) = self.in_scope(&name.text) {
                    self.note_local(name, local);
                    return Some(Target::Local(local));
                }
                let property = self
                    .names
                    .properties(&name.text)
                    .find(|id| self.rules().properties[id.index()].owner == PropertyOwner::Game);
                let Some(id) = property else { return self.no_target(name) };
                self.names.note_property(name, id);
                let ty = self.rules().properties[id.index()].ty;
                let kind = ExprKind::Property { property: id, of: None };
                let current = Expr { kind, ty, span: target.span };
                Some(Target::Place(Place { property: Some(id), of: None }, current))
            }
            AstExprKind::Property { of, name } => {
                let of = self.expr(of, None)?;
                self.kept_target(of, name, target.span)
            }
            _ => self.error(
                codes::WRONG_TYPE,
                target.span,
                "only a name or a kept property can be changed",
                "this is neither",
                None,
            ),
        }
    }

    fn no_target(&mut self, name: &Name) -> Option<Target> {
        let word = name.text.as_str();
        let kept = self
            .rules()
            .properties
            .iter()
            .filter(|p| p.owner == PropertyOwner::Game)
            .map(|p| p.name.as_str());
        let known = !self.names.meanings(word).is_empty();
        let help = hint(self.diagnostics, word, self.scope.names().chain(kept))
            .or_else(|| Some(format!("a new name begins with `let {word} = …`")));
        let message = if known {
            format!("`{word}` cannot be changed")
        } else {
            format!("there is no local or kept property `{word}`")
        };
        let code = if known { codes::WRONG_TYPE } else { codes::UNKNOWN_NAME };
        self.error(code, name.span, message, "expected something that is kept", help)
    }

    fn kept_target(&mut self, of: Expr, name: &Name, span: Span) -> Option<Target> {
        if of.ty.is_list() {
            return self.error(
                codes::WRONG_TYPE,
                of.span,
                "a property is changed of one thing at a time",
                "this is a list",
                Some("write a loop: `for x in …`".to_owned()),
            );
        }
        let members = self.members(of.ty.base, &name.text, 0);
        members.iter().take(1).for_each(|member| self.note_member(name, *member));
        let property = members.iter().find_map(|member| match member {
            Member::Property(id) => Some(*id),
            _ => None,
        });
        let Some(id) = property else {
            return match members.first() {
                Some(Member::Entry(entry)) if entry.question == abi::Question::Points => {
                    self.points_target(of, span)
                }
                Some(_) => self.unchangeable(name),
                None => {
                    self.member_of(of, name, &[], span)?;
                    None
                }
            };
        };
        if !self.rules().properties[id.index()].printed {
            return self.kept_place(of, id, span);
        }
        self.error(
            codes::WRONG_TYPE,
            name.span,
            format!("`{}` is printed and never changes", name.text),
            "declared with `has`",
            Some("what changes is declared with `keeps`".to_owned()),
        )
    }

    fn unchangeable(&mut self, name: &Name) -> Option<Target> {
        self.error(
            codes::WRONG_TYPE,
            name.span,
            format!("`{}` is computed, not kept", name.text),
            "cannot be changed",
            Some("deeds change it: scoring, moving, taking".to_owned()),
        )
    }

    /// Points change by scoring; only examples set them.
    fn points_target(&mut self, of: Expr, span: Span) -> Option<Target> {
        if self.kind != Kind::Scenario {
            return self.error(
                codes::WRONG_TYPE,
                span,
                "points have a cause, and are not assigned",
                "cannot be changed like this",
                Some("write `p scores 3 for x` or `p loses 3 for x`".to_owned()),
            );
        }
        let of = self.fit(of, Ty::one(Base::Player))?;
        let kind = ExprKind::Ask { question: abi::Question::Points, args: vec![of.clone()] };
        let current = Expr { kind, ty: Ty::one(Base::Int), span };
        Some(Target::Place(Place { property: None, of: Some(of) }, current))
    }

    fn kept_place(&mut self, of: Expr, id: PropertyId, span: Span) -> Option<Target> {
        let property = &self.rules().properties[id.index()];
        let want = match property.owner {
            PropertyOwner::Segment => Base::Segment(None),
            PropertyOwner::Feature(kind) => match of.ty.base {
                Base::Segment(_) => Base::Segment(Some(kind)),
                _ => Base::Feature(Some(kind)),
            },
            PropertyOwner::FigureKind(kind) => Base::Figure(abi::FigureSort::Kind(kind)),
            // A place must be known to be what has the property.
            owner if matches!(of.ty.base, Base::Place(_)) => place_with(owner)?.1,
            _ => of.ty.base,
        };
        let of = self.fit(of, Ty::one(want))?;
        let kind = ExprKind::Property { property: id, of: Some(Box::new(of.clone())) };
        let current = Expr { kind, ty: property.ty, span };
        Some(Target::Place(Place { property: Some(id), of: Some(of) }, current))
    }
}
