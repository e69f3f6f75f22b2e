//! Kinds of things: enums, features, figures, tokens, piles, tiles and menus.

use std::collections::BTreeSet;

use abi::{
    EdgeSet, EnumShape, FeatureKind, FeatureKindId, FigureKindId, PileId, TileKindId, TokenKindId,
};
use grammar::{
    Diagnostic,
    ast::{self, FeatureLine, FigureLine, ItemKind, TokenLine},
};

use super::Declaring;
use crate::{
    check::{codes, near::hint, order::InPlay, piece_lines::whole},
    meaning::Meaning,
    typed::{FigureDef, Menu, MenuId, TileFacts, TokenDef},
};

/// How many tokens of one kind lie in a pile at most.
const MOST_COPIES: u32 = 1000;

/// More than any game has; numbers of kinds are 16 bits wide.
const MANY: usize = 10_000;

impl<'a> Declaring<'a> {
    /// Numbers all kinds; what they are like follows when the types are known.
    pub(super) fn kinds(&mut self) {
        for in_play in self.each() {
            self.kind(in_play);
        }
        // The one piece of a neutral kind has the row of its kind, so these kinds come first; but not one that takes
        // the name of another kind, or that one would be blamed.
        let mut named = BTreeSet::new();
        let figures = self.each().into_iter().filter_map(|in_play| match &in_play.item.kind {
            ItemKind::Figure(figure) => {
                let is_first = named.insert(figure.name.text.as_str());
                Some((in_play, figure, is_first && is_neutral(figure)))
            }
            _ => None,
        });
        let (neutral, others): (Vec<_>, Vec<_>) =
            figures.partition(|(.., comes_first)| *comes_first);
        for (in_play, figure, _) in neutral.into_iter().chain(others) {
            self.figure(in_play, figure);
        }
        for in_play in self.each() {
            if let ItemKind::Pile(item) = &in_play.item.kind {
                self.token_pile(item);
            }
        }
    }

    /// Puts the tokens of a list into their pile.
    fn token_pile(&mut self, item: &'a ast::Pile) {
        let pile = self.names.refer(&item.name, |meaning| match meaning {
            Meaning::Pile(id) => Some(id),
            _ => None,
        });
        let Some(pile) = pile else { return };
        for content in &item.contents {
            let name = &content.name;
            let token = self.names.refer(name, |meaning| match meaning {
                Meaning::Token(id) => Some(id),
                _ => None,
            });
            let Some(token) = token else {
                let mut error = Diagnostic::error(
                    codes::UNKNOWN_NAME,
                    format!("there is no token `{}`", name.text),
                )
                .label(name.span, "a list fills a pile with tokens")
                .help("tiles say their pile themselves: `tile … x2 in PILE`");
                let tokens = self.names.rules.tokens.iter().map(|token| token.name.as_str());
                if let Some(near) = hint(&self.diagnostics, &name.text, tokens) {
                    error.help = Some(near);
                }
                self.diagnostics.push(error);
                continue;
            };
            self.names.token_piles.insert(pile);
            let Some(copies) = u32::try_from(content.count).ok().filter(|n| *n <= MOST_COPIES)
            else {
                self.diagnostics.push(
                    Diagnostic::error(codes::TOO_MANY, "so many tokens of one kind")
                        .label(content.span, format!("expected at most {MOST_COPIES}")),
                );
                continue;
            };
            let def = &mut self.names.rules.tokens[token.index()];
            if def.pile.is_some() {
                self.diagnostics.push(
                    Diagnostic::error(
                        codes::DUPLICATE_NAME,
                        format!("`{}` already lies in a pile", name.text),
                    )
                    .label(content.span, "a kind of token has one pile, to which it falls back"),
                );
                continue;
            }
            def.pile = Some((pile, copies));
        }
    }

    fn kind(&mut self, in_play: InPlay<'a>) {
        let expansion = in_play.expansion;
        match &in_play.item.kind {
            ItemKind::Enum(item) => {
                let names = item.names.iter().map(|name| name.text.clone()).collect();
                let Some(id) = self.number(self.names.rules.enums.len(), in_play) else { return };
                self.names.rules.enums.push(EnumShape { name: item.name.text.clone(), names });
                self.add(&item.name, Meaning::Enum(id), expansion);
                for (position, name) in (0u16..).zip(&item.names) {
                    self.add(name, Meaning::EnumName(id, position), expansion);
                }
            }
            ItemKind::Feature(item) => {
                let Some(id) = self.number(self.names.rules.features.len(), in_play) else {
                    return;
                };
                let joins = self.joins(item);
                let kind = FeatureKind { name: item.name.text.clone(), joins };
                self.names.rules.features.push(kind);
                self.add(&item.name, Meaning::Feature(FeatureKindId(id)), expansion);
            }
            ItemKind::Token(item) => {
                let origin = self.origin(in_play);
                let size = item.lines.iter().rev().find_map(|line| match line.kind {
                    TokenLine::Size(size) => Some(whole(size)),
                    _ => None,
                });
                for name in &item.names {
                    let Some(id) = self.number(self.names.rules.tokens.len(), in_play) else {
                        return;
                    };
                    self.names.rules.tokens.push(TokenDef {
                        name: name.text.clone(),
                        each: None,
                        stock: None,
                        lays: None,
                        pile: None,
                        size,
                        origin,
                    });
                    self.add(name, Meaning::Token(TokenKindId(id)), expansion);
                }
            }
            ItemKind::Pile(item) => {
                let Some(id) = self.number(self.names.rules.piles.len(), in_play) else { return };
                self.names.rules.piles.push(item.name.text.clone());
                self.add(&item.name, Meaning::Pile(PileId(id)), expansion);
            }
            ItemKind::Tile(item) => {
                let Some(id) = self.number(self.names.rules.tiles.len(), in_play) else { return };
                self.names.rules.tiles.push(TileFacts {
                    name: item.name.text.clone(),
                    segments: Vec::new(),
                    closes: EdgeSet(0),
                    pile: PileId(0),
                    values: Vec::new(),
                    span: item.name.span,
                });
                self.add(&item.name, Meaning::Tile(TileKindId(id)), expansion);
            }
            ItemKind::Menu(item) => {
                let origin = self.origin(in_play);
                let id = MenuId(self.names.rules.menus.len() as u32);
                self.names.rules.menus.push(Menu { name: item.name.text.clone(), origin });
                self.add(&item.name, Meaning::Menu(id), expansion);
            }
            _ => {}
        }
    }

    fn number(&mut self, used: usize, in_play: InPlay<'_>) -> Option<u16> {
        if used >= MANY {
            let message = format!("more than {MANY} of one sort");
            // Whoever has so many too many need not read it as often.
            if !self.diagnostics.iter().any(|said| said.message == message) {
                self.diagnostics.push(
                    Diagnostic::error(codes::TOO_MANY, message)
                        .label(in_play.item.span, "one too many"),
                );
            }
            return None;
        }
        u16::try_from(used).ok()
    }

    fn joins(&mut self, item: &ast::Feature) -> abi::Joins {
        let mut found = None;
        for line in &item.lines {
            let FeatureLine::Joins(joins) = line.kind else { continue };
            found = Some(match joins {
                ast::Joins::Edges => abi::Joins::Edges,
                ast::Joins::HalfEdges => abi::Joins::HalfEdges,
                ast::Joins::Nothing => abi::Joins::Nothing,
            });
        }
        found.unwrap_or_else(|| {
            self.diagnostics.push(
                Diagnostic::error(
                    codes::UNKNOWN_PROPERTY,
                    format!("`{}` does not say what its segments join over", item.name.text),
                )
                .label(item.name.span, "expected `joins edges`, `half_edges` or `nothing`"),
            );
            abi::Joins::Nothing
        })
    }

    fn figure(&mut self, in_play: InPlay<'a>, item: &'a ast::Figure) {
        let Some(id) = self.number(self.names.rules.figures.len(), in_play) else { return };
        let follower = match &item.parent {
            Some(parent) if parent.text == "follower" => true,
            Some(parent) => {
                self.diagnostics.push(
                    Diagnostic::error(
                        codes::UNKNOWN_NAME,
                        format!("`{}` is no kind that a figure can be of", parent.text),
                    )
                    .label(parent.span, "expected `follower`")
                    .help("without it a figure with an owner is a special one, else a neutral one"),
                );
                false
            }
            None => false,
        };
        let one = item.lines.iter().find(|line| matches!(line.kind, FigureLine::One));
        let owned = !is_neutral(item);
        if let (true, Some(one)) = (owned, one) {
            self.diagnostics.push(
                Diagnostic::error(
                    codes::WRONG_TYPE,
                    format!("`{}` has owners, and there is one in the game", item.name.text),
                )
                .label(one.span, "expected either this, or `each player` and perhaps `follower`"),
            );
        }
        let origin = self.origin(in_play);
        self.names.rules.figures.push(FigureDef {
            name: item.name.text.clone(),
            follower,
            owned,
            each: None,
            stands: Vec::new(),
            size: None,
            origin,
        });
        self.add(&item.name, Meaning::Figure(FigureKindId(id)), in_play.expansion);
    }
}

/// A figure that nobody owns: neither `each player` nor a follower.
fn is_neutral(figure: &ast::Figure) -> bool {
    let each = figure.lines.iter().any(|line| matches!(line.kind, FigureLine::Each(_)));
    !each && figure.parent.is_none()
}
