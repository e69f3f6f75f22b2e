//! Board pictures: what `lay` and scenarios put on the table.

use abi::{FigureKindId, Picture, PictureCell, PicturePiece, TileKindId, Word};
use grammar::{
    Diagnostic,
    ast::{self, Cell, Legend, Name, On, Piece},
};

use super::{
    codes,
    near::{did_you_mean, hint, some},
    tile::{tile_of, unknown_segment, unknown_tile},
};
use crate::meaning::Meaning;
use crate::names::Names;

/// How far from the start a cell may be drawn.
const FAR: u64 = 1000;

/// The picture as the contract has it; `players` are the names of a scenario's seats.
pub(crate) fn picture(
    names: &Names,
    players: &[String],
    lay: &ast::Lay,
    diagnostics: &mut Vec<Diagnostic>,
) -> Picture {
    let mut pass = Pictures { names, players, diagnostics };
    let legends = pass.legends(&lay.picture);
    let mut cells = Vec::new();
    let mut used: Vec<&str> = Vec::new();
    for (dy, row) in (0i64..).zip(&lay.picture.rows) {
        for (dx, cell) in (0i64..).zip(&row.cells) {
            let Cell::Name(name) = cell else { continue };
            let (x, y) = (lay.x.saturating_add(dx), lay.y.saturating_add(dy));
            if x.unsigned_abs() > FAR || y.unsigned_abs() > FAR {
                pass.diagnostics.push(
                    Diagnostic::error(
                        codes::PICTURE,
                        format!("the cell ({x}, {y}) is too far away"),
                    )
                    .label(name.span, format!("expected at most {FAR} cells from the start")),
                );
                return Picture { cells };
            }
            used.push(&name.text);
            let cell = abi::cell(x, y);
            match legends.iter().find(|(legend, ..)| legend.text == name.text) {
                Some((_, Some(tile), turn, pieces)) => {
                    let pieces = pieces.clone();
                    cells.push(PictureCell { tile: *tile, cell, turn: *turn, pieces });
                }
                Some((_, None, ..)) => {}
                None => match tile_of(names, name) {
                    Some(tile) => {
                        cells.push(PictureCell { tile, cell, turn: 0, pieces: Vec::new() });
                    }
                    None => {
                        let mut error =
                            unknown_tile(names, name, codes::UNKNOWN_NAME, pass.diagnostics);
                        error.help = error.help.or_else(|| {
                            Some(format!("explain it below the rows: `{} = TILE`", name.text))
                        });
                        pass.diagnostics.push(error);
                    }
                },
            }
        }
    }
    for (legend, ..) in &legends {
        if !used.contains(&legend.text.as_str()) {
            pass.diagnostics.push(
                Diagnostic::error(
                    codes::PICTURE,
                    format!("`{}` is explained and not in the picture", legend.text),
                )
                .label(legend.span, "expected in a row above"),
            );
        }
    }
    Picture { cells }
}

/// A name of the picture with its tile, turn and pieces.
type Explained<'a> = (&'a Name, Option<TileKindId>, i64, Vec<PicturePiece>);

struct Pictures<'c> {
    names: &'c Names,
    players: &'c [String],
    diagnostics: &'c mut Vec<Diagnostic>,
}

impl Pictures<'_> {
    fn legends<'a>(&mut self, picture: &'a ast::Picture) -> Vec<Explained<'a>> {
        let mut explained: Vec<Explained<'a>> = Vec::new();
        for legend in &picture.legends {
            if let Some((first, ..)) =
                explained.iter().find(|(first, ..)| first.text == legend.name.text)
            {
                self.diagnostics.push(
                    Diagnostic::error(
                        codes::DUPLICATE_NAME,
                        format!("`{}` is explained twice", legend.name.text),
                    )
                    .label(legend.name.span, "explained again here")
                    .label(first.span, "explained first here"),
                );
                continue;
            }
            explained.push(self.legend(legend));
        }
        explained
    }

    fn legend<'a>(&mut self, legend: &'a Legend) -> Explained<'a> {
        let Some(tile) = tile_of(self.names, &legend.tile) else {
            let error =
                unknown_tile(self.names, &legend.tile, codes::UNKNOWN_NAME, self.diagnostics);
            self.diagnostics.push(error);
            return (&legend.name, None, 0, Vec::new());
        };
        let degrees = legend.turn.unwrap_or(0);
        if degrees % 90 != 0 {
            self.diagnostics.push(
                Diagnostic::error(
                    codes::PICTURE,
                    format!("a tile cannot be turned {degrees} degrees"),
                )
                .label(legend.span, "expected 0, 90, 180 or 270, clockwise")
                .help("write `turned 90`, `turned 180` or `turned 270`, or leave it out"),
            );
        }
        let turn = (degrees / 90).rem_euclid(4);
        let pieces = legend.pieces.iter().filter_map(|piece| self.piece(tile, piece)).collect();
        (&legend.name, Some(tile), turn, pieces)
    }

    fn piece(&mut self, tile: TileKindId, piece: &Piece) -> Option<PicturePiece> {
        let figure = self.figure(piece)?;
        let kind = &self.names.rules.figures[figure.index()];
        let owner = match (&piece.owner, kind.owned) {
            (Some(owner), true) => Some(self.seat(owner)?),
            (None, false) => None,
            (Some(owner), false) => {
                self.diagnostics.push(
                    Diagnostic::error(codes::PICTURE, format!("nobody owns `{}`", kind.name))
                        .label(owner.span, "expected no owner"),
                );
                return None;
            }
            (None, true) => {
                self.diagnostics.push(
                    Diagnostic::error(codes::PICTURE, format!("whose `{}` is it?", kind.name))
                        .label(
                            piece.kind.span,
                            format!("expected a player before it, as in `red {}`", kind.name),
                        ),
                );
                return None;
            }
        };
        let segment = match &piece.on {
            On::Tile(_) => None,
            On::Segment(name) => {
                let facts = &self.names.rules.tiles[tile.index()];
                let position = facts.segments.iter().position(|s| s.name == name.text);
                if position.is_none() {
                    self.diagnostics.push(unknown_segment(facts, name));
                }
                Some(position? as u8)
            }
        };
        Some(PicturePiece { figure, owner: owner.map(|seat| seat as u8), segment })
    }

    fn figure(&mut self, piece: &Piece) -> Option<FigureKindId> {
        let word = &piece.kind.text;
        let found = self.names.refer(&piece.kind, |meaning| match meaning {
            Meaning::Figure(id) => Some(id),
            _ => None,
        });
        if let (Some(_), Some(2..) | Some(..=0)) = (found, piece.count) {
            self.diagnostics.push(
                Diagnostic::error(codes::PICTURE, "figures are drawn one by one")
                    .label(piece.span, "expected one figure"),
            );
            return None;
        }
        if found.is_none() {
            let token = self.names.refer(&piece.kind, |meaning| match meaning {
                Meaning::Token(id) => Some(id),
                _ => None,
            });
            let figures = self.names.rules.figures.iter().map(|kind| kind.name.as_str());
            let mut error = match token {
                Some(_) => Diagnostic::error(
                    codes::NOT_READY,
                    "this release does not lay tokens by picture",
                )
                .label(piece.kind.span, "a token")
                .help("put it there by a deed: `given red puts … on …`"),
                None => {
                    Diagnostic::error(codes::UNKNOWN_NAME, format!("there is no figure `{word}`"))
                        .label(piece.kind.span, "expected a kind of figure")
                }
            };
            error.help = error.help.or_else(|| hint(self.diagnostics, word, figures));
            self.diagnostics.push(error);
        }
        found
    }

    fn seat(&mut self, owner: &Name) -> Option<Word> {
        let found = self.players.iter().position(|name| *name == owner.text);
        if found.is_none() {
            self.diagnostics.push(unknown_player(self.players, owner));
        }
        found.map(|seat| seat as Word)
    }
}

/// How one more is seated in a scenario.
pub(crate) fn seated(players: &[String], name: &str) -> Option<String> {
    if players.is_empty() {
        return None;
    }
    let players = some(players);
    Some(format!("if it is a player, seat it: `players {players}, {name}`"))
}

/// A player whom a scenario does not name.
pub(crate) fn unknown_player(players: &[String], name: &Name) -> Diagnostic {
    let mut error =
        Diagnostic::error(codes::UNKNOWN_NAME, format!("there is no player `{}`", name.text));
    error = if players.is_empty() {
        error.label(name.span, "only scenarios name players")
    } else {
        error.label(name.span, format!("expected {}", players.join(", ")))
    };
    error.help = did_you_mean(&name.text, players.iter().map(String::as_str))
        .or_else(|| seated(players, &name.text));
    error
}
