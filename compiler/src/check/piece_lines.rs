//! Lines of features, figures and tokens: how many there are, where they stand, what they lay.

use abi::{
    Base, EdgeSet, FeatureKindId, FigureKindId, Joins, LARGEST_PIECE, Quantity, SMALLEST_PIECE,
    SPAN_KINDS, Ty,
};
use grammar::{
    Diagnostic, Span,
    ast::{self, FeatureLine, FigureLine, Line, Name, TokenLine},
};

use super::{
    by_kind::{ByKind, KindLine, of_no_kind},
    codes,
    face::{expr_body, holds_line, stand_condition},
    items::Second,
    near::hint,
    origins::ItemPlace,
    tile::bit,
};
use crate::{
    meaning::Meaning,
    typed::{Body, Expr, ExprKind, KindTest, StandDef, StandOn},
};

/// How many pieces of a kind a player, or the stock, can have.
const MOST_PIECES: abi::Word = 1000;

fn feature_kind(meaning: Meaning) -> Option<FeatureKindId> {
    match meaning {
        Meaning::Feature(id) => Some(id),
        _ => None,
    }
}

fn figure_kind(meaning: Meaning) -> Option<FigureKindId> {
    match meaning {
        Meaning::Figure(id) => Some(id),
        _ => None,
    }
}

/// A size as the contract has it.
pub(super) fn whole(size: ast::Size) -> abi::Size {
    let ast::Size { width, depth, height, round } = size;
    abi::Size { width, depth, height, round }
}

impl<'i> Second<'i, '_> {
    /// The lines of a feature that are formulas.
    pub(super) fn feature(&mut self, place: &ItemPlace, item: &'i ast::Feature) {
        let Some(kind) = self.declared(&item.name, feature_kind) else { return };
        let test = KindTest::FeatureKind(kind);
        for line in &item.lines {
            match &line.kind {
                FeatureLine::Joins(_) | FeatureLine::Property(_) => {}
                FeatureLine::Completed(formula) => {
                    self.kind_line(ByKind::Completed, place, test, line, formula);
                }
                FeatureLine::Worth(formula) => {
                    self.kind_line(ByKind::Worth, place, test, line, formula);
                }
                FeatureLine::Holds(number) => {
                    let origin = self.checking.origins.line(place, line.span, &line.citations);
                    if self.rules.features[kind.index()].joins != Joins::Nothing {
                        self.checking.diagnostics.push(
                            Diagnostic::error(
                                codes::WRONG_TYPE,
                                "only a space that joins nothing holds figures",
                            )
                            .label(line.span, "expected a feature with `joins nothing`"),
                        );
                        continue;
                    }
                    let forbid = holds_line(&mut self.checking, place, kind, number, origin);
                    self.rules.forbids.extend(forbid);
                }
            }
        }
    }

    /// Remembers a line of one of the functions that are written kind by kind.
    fn kind_line<T>(
        &mut self,
        function: ByKind,
        place: &ItemPlace,
        test: KindTest,
        line: &'i Line<T>,
        formula: &'i ast::Expr,
    ) {
        let known =
            self.kind_lines.iter().find(|(other, known)| *other == function && known.test == test);
        if let Some((_, first)) = known {
            self.checking.diagnostics.push(
                Diagnostic::error(codes::DUPLICATE_NAME, "this is said twice of one kind")
                    .label(line.span, "said again here")
                    .label(first.span, "said first here")
                    .help("another expansion changes it by `adjust`"),
            );
            return;
        }
        self.kind_lines.push((
            function,
            KindLine {
                place: place.clone(),
                test,
                citations: &line.citations,
                span: line.span,
                formula,
            },
        ));
    }

    /// The lines of a figure.
    pub(super) fn figure(&mut self, place: &ItemPlace, item: &'i ast::Figure) {
        if let Some(kind) = self.declared(&item.name, figure_kind) {
            self.figure_lines(place, &[kind], &item.lines);
        }
    }

    /// The new lines of a figure, or of all figures of a sort.
    pub(super) fn extend_figure(&mut self, place: &ItemPlace, item: &'i ast::ExtendFigure) {
        let word = item.name.text.as_str();
        let sort = |follower: bool, owned: bool| -> Vec<FigureKindId> {
            let kinds = (0u16..).map(FigureKindId).zip(&self.rules.figures);
            kinds
                .filter(|(_, kind)| kind.follower == follower && kind.owned == owned)
                .map(|(id, _)| id)
                .collect()
        };
        let kinds = match word {
            "follower" => sort(true, true),
            "special" => sort(false, true),
            "neutral" => sort(false, false),
            _ => match self.checking.names.refer(&item.name, figure_kind) {
                Some(kind) => vec![kind],
                None => {
                    let known = self.rules.figures.iter().map(|kind| kind.name.as_str());
                    let mut error = Diagnostic::error(
                        codes::UNKNOWN_NAME,
                        format!("there is no figure `{word}`"),
                    )
                    .label(item.name.span, "expected a figure, `follower`, `special` or `neutral`");
                    error.help = hint(
                        self.checking.diagnostics,
                        word,
                        known.chain(["follower", "special", "neutral"]),
                    );
                    self.checking.diagnostics.push(error);
                    // The lines are checked all the same.
                    Vec::new()
                }
            },
        };
        self.figure_lines(place, &kinds, &item.lines);
    }

    fn figure_lines(
        &mut self,
        place: &ItemPlace,
        kinds: &[FigureKindId],
        lines: &'i [Line<FigureLine>],
    ) {
        for line in lines {
            match &line.kind {
                FigureLine::One => {}
                FigureLine::Each(expr) => {
                    let each = self.number(place, expr);
                    for kind in kinds {
                        self.rules.figures[kind.index()].each.clone_from(&each);
                    }
                }
                FigureLine::Size(size) => {
                    self.possible(*size, line.span);
                    let size = Some(whole(*size));
                    kinds.iter().for_each(|kind| self.rules.figures[kind.index()].size = size);
                }
                FigureLine::Counts(formula) => {
                    if kinds.is_empty() {
                        of_no_kind(&mut self.checking, place, formula);
                    }
                    for kind in kinds {
                        let test = KindTest::FigureKind(*kind);
                        self.kind_line(ByKind::Counts, place, test, line, formula);
                    }
                }
                FigureLine::Stands(stands) => {
                    for stand in stands {
                        let Some(mut stand) = self.stand(place, stand) else { continue };
                        if stand.condition.is_some() {
                            let origins = &mut self.checking.origins;
                            stand.origin = Some(origins.line(place, line.span, &line.citations));
                        }
                        for kind in kinds {
                            self.rules.figures[kind.index()].stands.push(stand.clone());
                        }
                    }
                }
            }
        }
    }

    /// A piece of another size is in no scene of a shot.
    fn possible(&mut self, size: ast::Size, span: Span) {
        let sides = [("wide", size.width), ("deep", size.depth), ("high", size.height)];
        let is_wrong = |(_, side): &(&str, i64)| !(SMALLEST_PIECE..=LARGEST_PIECE).contains(side);
        let Some((how, side)) = sides.into_iter().find(is_wrong) else { return };
        let [side, least, most] = [side, SMALLEST_PIECE, LARGEST_PIECE].map(Quantity::Length);
        self.checking.diagnostics.push(
            Diagnostic::error(codes::PIECE_SIZE, format!("a piece that is {side} {how}"))
                .label(span, format!("expected {least} to {most} for each side")),
        );
    }

    fn number(&mut self, place: &ItemPlace, expr: &ast::Expr) -> Option<Body<Expr>> {
        let body = expr_body(&mut self.checking, place, &[], expr, Ty::one(Base::Int))?;
        let plain = match &body.code.kind {
            ExprKind::Const(number) => Some(*number),
            ExprKind::Negate(of) => match of.kind {
                ExprKind::Const(number) => number.checked_neg(),
                _ => None,
            },
            _ => None,
        };
        if let Some(number) = plain.filter(|number| !(0..=MOST_PIECES).contains(number)) {
            self.checking.diagnostics.push(
                Diagnostic::error(codes::TOO_MANY, format!("{number} pieces of one kind"))
                    .label(expr.span, format!("expected 0 to {MOST_PIECES}")),
            );
        }
        Some(body)
    }

    fn stand(&mut self, place: &ItemPlace, stand: &ast::Stand) -> Option<StandDef> {
        let word = stand.place.text.as_str();
        let on = match word {
            "tile" => Some(StandOn::Tile),
            "corner" => Some(StandOn::Corner),
            "figure" => Some(StandOn::Figure),
            _ => self.checking.names.refer(&stand.place, feature_kind).map(StandOn::Feature),
        };
        let Some(on) = on else {
            let kinds = self.rules.features.iter().map(|kind| kind.name.as_str());
            let mut error =
                Diagnostic::error(codes::UNKNOWN_NAME, format!("nobody can stand on `{word}`"))
                    .label(
                        stand.place.span,
                        "expected a kind of feature, `tile`, `corner` or `figure`",
                    );
            error.help =
                hint(self.checking.diagnostics, word, kinds.chain(["tile", "corner", "figure"]));
            self.checking.diagnostics.push(error);
            return None;
        };
        let condition = match &stand.condition {
            Some(condition) => Some(stand_condition(&mut self.checking, place, on, condition)?),
            None => None,
        };
        let role = stand.role.as_ref().map(|role| role.text.clone());
        Some(StandDef { on, role, lying: stand.lying, condition, origin: None })
    }

    /// The lines of tokens.
    pub(super) fn token(&mut self, place: &ItemPlace, item: &ast::Token) {
        for line in &item.lines {
            if let TokenLine::Size(size) = line.kind {
                self.possible(size, line.span);
            }
        }
        for name in &item.names {
            let token = self.declared(name, |meaning| match meaning {
                Meaning::Token(id) => Some(id),
                _ => None,
            });
            let Some(token) = token else { continue };
            for line in &item.lines {
                match &line.kind {
                    TokenLine::Stock(expr) => {
                        self.rules.tokens[token.index()].stock = self.number(place, expr);
                    }
                    TokenLine::Each(expr) => {
                        self.rules.tokens[token.index()].each = self.number(place, expr);
                    }
                    // Sizes are declared: bodies ask which tokens can be shot.
                    TokenLine::Size(_) => {}
                    TokenLine::Lays { feature, edges } => {
                        if token.index() >= SPAN_KINDS {
                            self.checking.diagnostics.push(
                                Diagnostic::error(codes::TOO_MANY, "too many kinds of tokens")
                                    .label(line.span, format!("the first {SPAN_KINDS} can lay")),
                            );
                            continue;
                        }
                        self.rules.tokens[token.index()].lays = self.lays(feature, edges);
                    }
                }
            }
        }
    }

    fn lays(&mut self, feature: &Name, edges: &[ast::EdgeAt]) -> Option<(FeatureKindId, EdgeSet)> {
        let kind = self.checking.names.refer(feature, feature_kind);
        let joins = kind.map(|kind| self.rules.features[kind.index()].joins);
        let (Some(kind), Some(Joins::Edges)) = (kind, joins) else {
            let mut error = Diagnostic::error(
                codes::UNKNOWN_NAME,
                format!("`{}` cannot be laid across a tile", feature.text),
            )
            .label(feature.span, "expected a kind of feature that joins edges");
            let kinds = self.rules.features.iter().map(|kind| kind.name.as_str());
            error.help = hint(self.checking.diagnostics, &feature.text, kinds);
            self.checking.diagnostics.push(error);
            return None;
        };
        let mut set = EdgeSet(0);
        for at in edges {
            if at.edge.is_half() {
                self.checking.diagnostics.push(
                    Diagnostic::error(codes::TILE_EDGES, "half an edge cannot be joined by it")
                        .label(at.span, "expected N, E, S or W"),
                );
            } else {
                set.0 |= bit(at.edge);
            }
        }
        Some((kind, set))
    }

    /// The thing that is declared just there.
    pub(super) fn declared<T>(
        &self,
        name: &Name,
        pick: impl Fn(Meaning) -> Option<T>,
    ) -> Option<T> {
        let meanings = self.checking.names.meanings(&name.text).iter();
        meanings.filter(|d| d.span == name.span).find_map(|d| pick(d.meaning))
    }
}
