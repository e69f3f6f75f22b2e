//! Features, figures, tokens, piles and tiles.

use pest::iterators::Pair;

use super::{Builder, Built, Kids, number_too_large, only};
use crate::ast::{
    Copies, Edge, EdgeAt, Expr, ExprKind, ExtendFigure, ExtendTile, Feature, FeatureLine, Figure,
    FigureLine, ItemKind, Joins, Line, Name, Pile, Point, Printed, Rectangle, SegmentLine, Size,
    Stand, Tile, TileLine, TileValue, Token, TokenLine,
};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::grammar::Rule;

impl Builder {
    /// The kids of an item that declares something on the table.
    pub(super) fn landscape(&mut self, rule: Rule, mut kids: Kids<'_>) -> Built<ItemKind> {
        Ok(match rule {
            Rule::feature => {
                let name = self.name(&kids.expect(Rule::name));
                let lines = self.lines(kids, Self::feature_line)?;
                ItemKind::Feature(Feature { name, lines })
            }
            Rule::figure => {
                let name = self.name(&kids.expect(Rule::name));
                let parent = kids.optional(Rule::parent).map(|parent| self.name(&only(parent)));
                let lines = self.lines(kids, Self::figure_line)?;
                ItemKind::Figure(Figure { name, parent, lines })
            }
            Rule::token => {
                let names = self.names(kids.expect(Rule::names));
                let lines = self.lines(kids, Self::token_line)?;
                ItemKind::Token(Token { names, lines })
            }
            Rule::pile => ItemKind::Pile(self.pile(kids)?),
            Rule::set => ItemKind::Set(self.pile(kids)?),
            Rule::tile => ItemKind::Tile(self.tile(kids)?),
            _ => self.extend(kids.any())?,
        })
    }

    fn extend(&mut self, pair: Pair<'_, Rule>) -> Built<ItemKind> {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        let name = self.name(&kids.expect(Rule::name));
        Ok(if rule == Rule::extend_tile {
            let lines = self.tile_lines(kids.expect(Rule::tile_lines))?;
            ItemKind::ExtendTile(ExtendTile { name, lines })
        } else {
            let lines = self.lines(kids, Self::figure_line)?;
            ItemKind::ExtendFigure(ExtendFigure { name, lines })
        })
    }

    fn feature_line(&mut self, pair: Pair<'_, Rule>) -> Built<FeatureLine> {
        Ok(match pair.as_rule() {
            Rule::l_joins => FeatureLine::Joins(match only(pair).as_rule() {
                Rule::j_edges => Joins::Edges,
                Rule::j_half_edges => Joins::HalfEdges,
                _ => Joins::Nothing,
            }),
            Rule::l_holds => FeatureLine::Holds(self.expr(only(pair))?),
            Rule::l_completed => FeatureLine::Completed(self.expr(only(pair))?),
            Rule::l_worth => FeatureLine::Worth(self.expr(only(pair))?),
            _ => FeatureLine::Property(self.property(pair)?),
        })
    }

    fn figure_line(&mut self, pair: Pair<'_, Rule>) -> Built<FigureLine> {
        Ok(match pair.as_rule() {
            Rule::l_each => FigureLine::Each(self.expr(only(pair))?),
            Rule::l_one => FigureLine::One,
            Rule::l_counts => FigureLine::Counts(self.expr(only(pair))?),
            Rule::l_stands => FigureLine::Stands(
                Kids::of(pair).map(|stand| self.stand(stand)).collect::<Built<_>>()?,
            ),
            _ => FigureLine::Size(self.size(pair)?),
        })
    }

    fn stand(&mut self, pair: Pair<'_, Rule>) -> Built<Stand> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let place = self.name(&kids.expect(Rule::name));
        let role = kids.optional(Rule::role).map(|role| self.name(&only(role)));
        let lying = kids.optional(Rule::lying).is_some();
        let condition = self.guard(&mut kids)?;
        Ok(Stand { place, role, lying, condition, span })
    }

    fn size(&mut self, pair: Pair<'_, Rule>) -> Built<Size> {
        let mut kids = Kids::of(pair);
        let mut next = || self.length(&kids.expect(Rule::length));
        let (width, depth, height) = (next()?, next()?, next()?);
        Ok(Size { width, depth, height, round: kids.optional(Rule::round).is_some() })
    }

    fn token_line(&mut self, pair: Pair<'_, Rule>) -> Built<TokenLine> {
        Ok(match pair.as_rule() {
            Rule::l_stock => TokenLine::Stock(self.expr(only(pair))?),
            Rule::l_each => TokenLine::Each(self.expr(only(pair))?),
            Rule::l_lays => {
                let mut kids = Kids::of(pair);
                let feature = self.name(&kids.expect(Rule::name));
                TokenLine::Lays { feature, edges: self.edges(&mut kids) }
            }
            _ => TokenLine::Size(self.size(pair)?),
        })
    }

    fn pile(&mut self, mut kids: Kids<'_>) -> Built<Pile> {
        let name = self.name(&kids.expect(Rule::name));
        let contents = match kids.optional(Rule::contents) {
            Some(contents) => {
                Kids::of(contents).map(|content| self.copies(content)).collect::<Built<_>>()?
            }
            None => Vec::new(),
        };
        Ok(Pile { name, contents })
    }

    fn copies(&mut self, pair: Pair<'_, Rule>) -> Built<Copies> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let count = self.int(&kids.expect(Rule::int))?;
        Ok(Copies { count, name: self.name(&kids.expect(Rule::name)), span })
    }

    /// `x4`, if it is there.
    pub(super) fn times(&mut self, kids: &mut Kids<'_>) -> Built<Option<i64>> {
        let Some(copies) = kids.optional(Rule::copies) else { return Ok(None) };
        let number = copies.as_str()[1..].parse();
        Ok(Some(number.map_err(|_| number_too_large(self.span(&copies)))?))
    }

    fn tile(&mut self, mut kids: Kids<'_>) -> Built<Tile> {
        let name = self.name(&kids.expect(Rule::name));
        let copies = self.times(&mut kids)?;
        let pile = kids.optional(Rule::in_pile).map(|pile| self.name(&only(pile)));
        let lines = self.tile_lines(kids.expect(Rule::tile_lines))?;
        Ok(Tile { name, copies, pile, lines })
    }

    fn tile_lines(&mut self, pair: Pair<'_, Rule>) -> Built<Vec<Line<TileLine>>> {
        self.enter(1, self.span(&pair))?;
        let lines = self.lines(Kids::of(pair), Self::tile_line)?;
        self.leave(1);
        Ok(lines)
    }

    fn tile_line(&mut self, pair: Pair<'_, Rule>) -> Built<TileLine> {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        match rule {
            Rule::t_closes => Ok(TileLine::Closes(self.edges(&mut kids))),
            Rule::t_when => {
                let condition = self.expr(kids.expect(Rule::expr))?;
                let lines = self.tile_lines(kids.expect(Rule::tile_lines))?;
                let otherwise = match kids.next() {
                    Some(otherwise) => self.tile_lines(otherwise)?,
                    None => Vec::new(),
                };
                Ok(TileLine::When { condition, lines, otherwise })
            }
            _ => self.named_line(kids),
        }
    }

    fn named_line(&mut self, mut kids: Kids<'_>) -> Built<TileLine> {
        let name = self.name(&kids.expect(Rule::name));
        let tail = kids.any();
        match tail.as_rule() {
            Rule::t_segment => Ok(TileLine::Segment(self.segment(name, Kids::of(tail))?)),
            Rule::t_more => {
                Ok(TileLine::More { segment: name, values: self.all_printed(only(tail))? })
            }
            _ => {
                if Edge::from_word(&name.text).is_some() {
                    return Err(stray_edge(&name).into());
                }
                let mut parts = Kids::of(tail);
                let value = match parts.optional(Rule::printed_value) {
                    Some(value) => Some(self.printed_value(value)?),
                    None => None,
                };
                let ground = parts.next().map(|ground| self.rectangle(ground)).transpose()?;
                Ok(TileLine::Value(TileValue { name, value, ground }))
            }
        }
    }

    fn segment(&mut self, kind: Name, mut kids: Kids<'_>) -> Built<SegmentLine> {
        let name = self.name(&kids.expect(Rule::name));
        let edges = self.edges(&mut kids);
        let (mut near, mut values, mut at) = (Vec::new(), Vec::new(), None);
        for part in kids {
            match part.as_rule() {
                Rule::t_near => near.extend(Kids::of(part).map(|name| {
                    let name = if name.as_rule() == Rule::name { name } else { only(name) };
                    self.name(&name)
                })),
                Rule::t_with => values.extend(self.all_printed(part)?),
                _ if at.is_some() => return Err(second_at(self.span(&part)).into()),
                _ => at = Some(self.point(part)?),
            }
        }
        Ok(SegmentLine { kind, name, edges, near, values, at })
    }

    fn edges(&mut self, kids: &mut Kids<'_>) -> Vec<EdgeAt> {
        let mut edges = Vec::new();
        while let Some(pair) = kids.optional(Rule::edge) {
            let edge = Edge::from_word(pair.as_str()).expect("the grammar lists the edges");
            edges.push(EdgeAt { edge, span: self.span(&pair) });
        }
        edges
    }

    fn all_printed(&mut self, pair: Pair<'_, Rule>) -> Built<Vec<Printed>> {
        Kids::of(pair)
            .map(|printed| {
                let span = self.span(&printed);
                let mut kids = Kids::of(printed);
                let name = self.name(&kids.expect(Rule::name));
                let value = kids.next().map(|value| self.printed_value(value)).transpose()?;
                Ok(Printed { name, value, span })
            })
            .collect()
    }

    fn printed_value(&mut self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let value = only(pair);
        let span = self.span(&value);
        let kind = match value.as_rule() {
            Rule::truth => ExprKind::Bool(value.as_str() == "true"),
            Rule::signed => ExprKind::Int(self.int(&value)?),
            _ => ExprKind::Name(self.name(&value)),
        };
        Ok(Expr { span, kind })
    }

    fn point(&mut self, pair: Pair<'_, Rule>) -> Built<Point> {
        let mut kids = Kids::of(pair);
        let mut next = || self.millimetres(&kids.expect(Rule::decimal));
        Ok(Point { x: next()?, y: next()? })
    }

    fn rectangle(&mut self, pair: Pair<'_, Rule>) -> Built<Rectangle> {
        let mut kids = Kids::of(pair);
        let mut next = || self.millimetres(&kids.expect(Rule::decimal));
        Ok(Rectangle { left: next()?, top: next()?, right: next()?, bottom: next()? })
    }
}

fn stray_edge(name: &Name) -> Diagnostic {
    Diagnostic::error(codes::UNEXPECTED, format!("the edge `{}` belongs to no segment", name.text))
        .label(name.span, "edges stand behind a segment's name and `:`")
        .help("write the line as `city c0: N W`, or `closes N W`")
}

fn second_at(span: crate::Span) -> Diagnostic {
    Diagnostic::error(codes::UNEXPECTED, "a segment has one `at`").label(span, "the second one")
}
