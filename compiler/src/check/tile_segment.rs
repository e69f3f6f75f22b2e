//! In scenarios a tile's segments have their printed names: `tile_at(0, 1).c0`.

use abi::{Base, Question, Ty, Word};
use grammar::{Span, ast::Name};

use super::{body::BodyChecker, expr::absent};
use crate::typed::{Expr, ExprKind, Quantifier};

impl BodyChecker<'_, '_> {
    /// The segment of a printed name; which one it is depends on the tile's kind.
    pub(crate) fn segment_of(&mut self, of: &Expr, name: &Name, span: Span) -> Option<Expr> {
        let mut kind_of_all = None;
        let mut arms: Vec<(Vec<Word>, usize)> = Vec::new();
        for (tile, kind) in self.rules().tiles.iter().zip(0..) {
            let Some(at) = tile.segments.iter().position(|s| s.name == name.text) else { continue };
            let feature = tile.segments[at].kind;
            kind_of_all = match kind_of_all {
                None => Some(Some(feature)),
                Some(Some(other)) if other == feature => Some(Some(feature)),
                Some(_) => Some(None),
            };
            match arms.iter_mut().find(|(_, position)| *position == at) {
                Some((kinds, _)) => kinds.push(kind),
                None => arms.push((vec![kind], at)),
            }
        }
        let base = Base::Segment(kind_of_all?);
        if !self.members(Base::Tile, &name.text, 0).is_empty() {
            return None;
        }
        let local = self.hidden(Ty::one(Base::Tile), span);
        let tile = || Expr { kind: ExprKind::Local(local), ty: Ty::one(Base::Tile), span };
        let ask =
            |question, ty| Expr { kind: ExprKind::Ask { question, args: vec![tile()] }, ty, span };
        let arms = arms.into_iter().map(|(kinds, at)| {
            let mut list = ask(Question::TileSegments, Ty::list(base));
            for _ in 0..at {
                list = Expr { kind: ExprKind::Rest(Box::new(list)), ty: Ty::list(base), span };
            }
            (kinds, Expr { kind: ExprKind::First(Box::new(list)), ty: Ty::maybe(base), span })
        });
        let kind = ExprKind::Match {
            on: Box::new(ask(Question::TileKindOf, Ty::one(Base::TileKind))),
            arms: arms.collect(),
            other: Some(Box::new(absent(base, span))),
        };
        let measure = Expr { kind, ty: Ty::maybe(base), span };
        let kind = ExprKind::Quantified {
            quantifier: Quantifier::All,
            local,
            list: Box::new(Expr {
                kind: ExprKind::List(vec![of.clone()]),
                ty: Ty::list(Base::Tile),
                span,
            }),
            filter: None,
            measure: Some(Box::new(measure)),
        };
        let all = Expr { kind, ty: Ty::list(base), span };
        Some(Expr { kind: ExprKind::First(Box::new(all)), ty: Ty::maybe(base), span })
    }
}
