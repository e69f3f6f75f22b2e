//! What must have been seen for something to go wrong where an expression is asked.

use abi::{Question, seen};

use super::seen::{LOOKS, Sight, Sights, both};
use crate::typed::{Binary, Expr, ExprKind, ForbidDeed, PropertyOwner, Quantifier, TokenRef};

impl Sights<'_> {
    /// What must have been seen for something to go wrong with prohibitions and conditions of places.
    fn spots_safe(&mut self) -> Sight {
        if let Some(known) = self.spots {
            return known;
        }
        // A condition that asks for ways to deploy itself is not known.
        self.spots = Some(None);
        let (rules, linked) = (self.rules, self.linked);
        let deeds = [ForbidDeed::Deploys, ForbidDeed::Moves];
        let forbids = deeds.iter().filter_map(|deed| linked.forbids.get(deed)).flatten();
        let forbids = forbids.map(|i| &rules.forbids[*i].body.code);
        let stands = rules.figures.iter().flat_map(|figure| &figure.stands);
        let stands = stands.filter_map(|stand| Some(&stand.condition.as_ref()?.code));
        let left = std::mem::replace(&mut self.left, LOOKS);
        let known = self.within(Vec::new(), |this| this.all_safe(forbids.chain(stands)));
        self.left = left;
        self.spots = Some(known);
        known
    }

    pub(super) fn all_safe<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Sight {
        exprs.into_iter().try_fold(0, |bits, expr| Some(bits | self.safe(expr)?))
    }

    /// What must have been seen for something to go wrong where an expression is asked; nothing if that cannot
    /// be said.
    pub(super) fn safe(&mut self, expr: &Expr) -> Sight {
        self.look()?;
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
            ExprKind::Tokens { token: TokenRef::Kind(_), of } => self.safe(of),
            ExprKind::Ask { question: Question::Placed, .. } => Some(seen::UNPLACED),
            ExprKind::Ask { question, args } if is_read(*question) => self.all_safe(args),
            ExprKind::Ask { question: Question::Spots, args } => {
                both(self.all_safe(args), self.spots_safe())
            }
            ExprKind::Not(inner)
            | ExprKind::IsKind { of: inner, .. }
            | ExprKind::IsNone(inner)
            | ExprKind::IsEmpty(inner)
            | ExprKind::Count(inner)
            | ExprKind::First(inner)
            | ExprKind::Last(inner)
            | ExprKind::Rest(inner)
            | ExprKind::Clockwise { player: inner, .. }
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
                if sure {
                    both(self.safe(left), self.safe(right))
                } else {
                    self.amount(expr).map(|amount| amount.unless)
                }
            }
            ExprKind::If { cond, then, other } => self.all_safe([&**cond, then, other]),
            ExprKind::In { item, list } => both(self.safe(item), self.safe(list)),
            ExprKind::List(members) => self.all_safe(members),
            ExprKind::Quantified { quantifier, list, filter, measure, .. } => {
                if matches!(quantifier, Quantifier::The | Quantifier::Sum) {
                    return self.amount(expr).map(|amount| amount.unless);
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
            | Q::TileFeatures
            | Q::TileBeside
            | Q::TileNeighbours
            | Q::TileFigures
            | Q::TileFollowers
            | Q::SegmentFigures
            | Q::SegmentFollowers
            | Q::Near
            | Q::SegmentKind
            | Q::SegmentTile
            | Q::SegmentFeature
            | Q::FeatureKindOf
            | Q::FeatureSegments
            | Q::FeatureSegment
            | Q::FeatureTile
            | Q::FeatureFigures
            | Q::FeatureFollowers
            | Q::Open
            | Q::Changed
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
