//! Tiles: segments, what they touch, what is printed on them.

mod condition;
mod corners;
mod edges;
mod layouts;
mod printed;
mod rims;
mod sets;

use std::collections::{BTreeMap, BTreeSet};

use abi::{EdgeSet, FeatureKindId, Joins, PileId, TileKindId};
use grammar::{
    Diagnostic,
    ast::{self, ItemKind, Line, Name, TileLine},
};

pub(crate) use edges::bit;

use condition::Assumed;
use rims::Rims;

use super::{
    codes,
    near::{did_you_mean, hint, some},
    order::InPlay,
};
use crate::{
    meaning::Meaning,
    names::Names,
    typed::{Expansion, PropertyId, SegmentFacts, TileFacts},
};

/// More segments than any tile has; they are numbered by bytes.
const MANY_SEGMENTS: usize = 64;

/// A tile while its lines are read.
struct Draft<'a> {
    facts: TileFacts,
    names: Vec<&'a Name>,
    near: Vec<(usize, &'a Name)>,
    closes: Vec<ast::EdgeAt>,
    /// Segments that share a whole edge with another one, with the half that is theirs.
    shares: Vec<(usize, ast::Edge)>,
    /// A line of it could not be read, which has been told: what is missing may be there.
    mistaken: bool,
}

/// A tile as it is written: its pile, and its lines with the expansions that they are of.
struct Drawing<'a> {
    id: TileKindId,
    pile: PileId,
    parts: Vec<(usize, &'a [Line<TileLine>])>,
}

/// The pass over all tiles.
struct Tiles<'n> {
    names: &'n Names,
    diagnostics: &'n mut Vec<Diagnostic>,
    printed: BTreeSet<PropertyId>,
    /// The expansion whose item is read.
    expansion: usize,
    /// The options of another layout than that in play.
    assumed: Assumed,
    /// The segments of lines that cannot be read.
    mistaken: BTreeSet<String>,
}

/// Fills the tiles and sets of the rules.
pub(crate) fn declare(names: &mut Names, items: &[InPlay<'_>], diagnostics: &mut Vec<Diagnostic>) {
    let before = diagnostics.len();
    let mut drawn = BTreeSet::new();
    let sets = sets::declare(names, items, &mut drawn, diagnostics);
    let mut pass = Tiles {
        names,
        diagnostics,
        printed: BTreeSet::new(),
        expansion: 0,
        assumed: Assumed::new(),
        mistaken: BTreeSet::new(),
    };
    let mut drawings: BTreeMap<TileKindId, Drawing<'_>> = BTreeMap::new();
    for in_play in items {
        pass.expansion = in_play.expansion;
        if let ItemKind::Tile(item) = &in_play.item.kind {
            let Some(id) = pass.declared(&item.name) else { continue };
            let pile = pass.pile(item);
            let parts = vec![(in_play.expansion, item.lines.as_slice())];
            drawings.insert(id, Drawing { id, pile, parts });
        }
    }
    for in_play in items {
        if let ItemKind::ExtendTile(item) = &in_play.item.kind {
            let Some(id) = pass.known(&item.name) else { continue };
            if let Some(drawing) = drawings.get_mut(&id) {
                drawing.parts.push((in_play.expansion, &item.lines));
            }
        }
    }
    let mut tiles = pass.names.rules.tiles.clone();
    let mut rims = Rims::default();
    for (id, drawing) in &drawings {
        tiles[id.index()] = pass.all_layouts(drawing, drawn.contains(id), &mut rims).facts;
    }
    rims.check(pass.names, pass.diagnostics);
    pass.unprinted(items);
    let mut mistaken = pass.mistaken;
    names.mistaken.append(&mut mistaken);
    names.rules.tiles = tiles;
    names.rules.sets = sets;
    once_for_each_lender(names, diagnostics, before);
}

/// Tiles that need rules which do not play say so once for all of an expansion.
fn once_for_each_lender(names: &Names, diagnostics: &mut Vec<Diagnostic>, before: usize) {
    for expansion in &names.rules.expansions {
        let Some(help) = needs_rules(expansion, 0) else { continue };
        let is_alike = |found: &Diagnostic| found.help.as_ref() == Some(&help);
        let alike = diagnostics.iter().skip(before).filter(|found| is_alike(found)).count();
        let mut number = 0;
        let mut place = 0;
        diagnostics.retain_mut(|found| {
            place += 1;
            if place <= before || !is_alike(found) {
                return true;
            }
            number += 1;
            found.help = needs_rules(expansion, alike - 1);
            number == 1
        });
    }
}

/// What helps where a tile of an expansion that only lends its tiles needs rules, as so many other lines do.
fn needs_rules(expansion: &Expansion, others: usize) -> Option<String> {
    expansion.lends.as_ref()?;
    let name = &expansion.name;
    let these = match others {
        0 => "this one needs its rules".to_owned(),
        1 => "this one and 1 other line need its rules".to_owned(),
        _ => format!("this one and {others} other lines need its rules"),
    };
    Some(format!(
        "`{name}` only lends its tiles here, and {these}: let it play too, as with `--with {name}`"
    ))
}

impl<'n> Tiles<'n> {
    /// The number of the tile that is declared just there.
    fn declared(&self, name: &Name) -> Option<TileKindId> {
        self.names.meanings(&name.text).iter().find_map(|d| match d.meaning {
            Meaning::Tile(id) if d.span == name.span => Some(id),
            _ => None,
        })
    }

    fn known(&mut self, name: &Name) -> Option<TileKindId> {
        let found = tile_of(self.names, name);
        if found.is_none() {
            let error = unknown_tile(self.names, name, codes::UNKNOWN_NAME, self.diagnostics);
            self.diagnostics.push(error);
        }
        found
    }

    /// What helps where a tile needs rules of an expansion that only lends its tiles.
    fn lender(&self) -> Option<String> {
        needs_rules(&self.names.rules.expansions[self.expansion], 0)
    }

    /// The tile as the options have it.
    fn layout<'a>(
        &mut self,
        drawing: &Drawing<'a>,
        in_a_set: bool,
        rims: &mut Rims<'a>,
    ) -> Draft<'a> {
        let mut facts = self.names.rules.tiles[drawing.id.index()].clone();
        facts.pile = drawing.pile;
        let (names, near, closes) = (Vec::new(), Vec::new(), Vec::new());
        let shares = Vec::new();
        let mut draft = Draft { facts, names, near, closes, shares, mistaken: false };
        for (expansion, lines) in &drawing.parts {
            self.expansion = *expansion;
            self.lines(&mut draft, lines);
        }
        let told = self.diagnostics.len();
        self.near(&mut draft);
        self.complete(&draft);
        edges::check(self.names, &draft, in_a_set && !draft.mistaken, self.diagnostics);
        if !draft.mistaken && told == self.diagnostics.len() {
            corners::check(self.names, &draft, self.diagnostics);
            if let (true, Some((expansion, _))) = (in_a_set, drawing.parts.first()) {
                rims.add(self.names, &draft, *expansion);
            }
        }
        draft
    }

    fn pile(&mut self, item: &ast::Tile) -> PileId {
        let find = |name: &Name| {
            self.names.refer(name, |meaning| match meaning {
                Meaning::Pile(id) => Some(id),
                _ => None,
            })
        };
        match &item.pile {
            None if self.names.rules.piles.is_empty() => {
                self.diagnostics.push(
                    Diagnostic::error(codes::UNKNOWN_NAME, "no pile takes this tile")
                        .label(item.name.span, "expected an item `pile NAME` somewhere"),
                );
                PileId(0)
            }
            None => PileId(0),
            Some(name) => find(name).unwrap_or_else(|| {
                let mut error = Diagnostic::error(
                    codes::UNKNOWN_NAME,
                    format!("there is no pile `{}`", name.text),
                )
                .label(name.span, "expected a pile");
                let piles = self.names.rules.piles.iter().map(String::as_str);
                error.help = self.lender().or_else(|| hint(self.diagnostics, &name.text, piles));
                self.diagnostics.push(error);
                PileId(0)
            }),
        }
    }

    fn lines<'a>(&mut self, draft: &mut Draft<'a>, lines: &'a [Line<TileLine>]) {
        // Lines by option stand in each other only as deep as the parser lets them.
        let mut waiting: Vec<&'a Line<TileLine>> = lines.iter().rev().collect();
        while let Some(line) = waiting.pop() {
            match &line.kind {
                TileLine::Segment(segment) => self.segment(draft, segment),
                TileLine::More { segment, values } => self.more(draft, segment, values),
                TileLine::Value(value) => self.tile_value(draft, value),
                TileLine::Closes(edges) => self.closes(draft, edges),
                TileLine::When { condition, lines, otherwise } => {
                    match condition::holds(self.names, self.expansion, &self.assumed, condition) {
                        Ok(true) => waiting.extend(lines.iter().rev()),
                        Ok(false) => waiting.extend(otherwise.iter().rev()),
                        Err(mut error) => {
                            error.help = self.lender().or(error.help);
                            self.diagnostics.push(error);
                            draft.mistaken = true;
                        }
                    }
                }
            }
        }
    }

    fn segment<'a>(&mut self, draft: &mut Draft<'a>, line: &'a ast::SegmentLine) {
        let kind = self.names.refer(&line.kind, |meaning| match meaning {
            Meaning::Feature(id) => Some(id),
            _ => None,
        });
        let Some(kind) = kind else {
            let kinds = self.names.rules.features.iter().map(|kind| kind.name.as_str());
            let mut error = Diagnostic::error(
                codes::UNKNOWN_NAME,
                format!("there is no kind of feature `{}`", line.kind.text),
            )
            .label(line.kind.span, "expected a kind of feature");
            error.help = self.lender().or_else(|| hint(self.diagnostics, &line.kind.text, kinds));
            self.diagnostics.push(error);
            draft.mistaken = true;
            self.mistaken.insert(line.name.text.clone());
            return;
        };
        if let Some(first) = draft.names.iter().find(|name| name.text == line.name.text) {
            self.diagnostics.push(
                Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    format!("a second segment `{}` on one tile", line.name.text),
                )
                .label(line.name.span, "named again here")
                .label(first.span, "named first here")
                .help("give one of them another number, or write all their edges in one line"),
            );
            draft.mistaken = true;
            return;
        }
        if draft.names.len() >= MANY_SEGMENTS {
            self.diagnostics.push(
                Diagnostic::error(
                    codes::TILE_VALUE,
                    format!("a tile has at most {MANY_SEGMENTS} segments"),
                )
                .label(line.name.span, "one too many"),
            );
            return;
        }
        let edges = self.edges(draft, kind, &line.edges);
        if let Some(point) = line.at {
            self.lies_on_tile(&[point.x, point.y], line.name.span);
        }
        let position = draft.names.len();
        draft.names.push(&line.name);
        draft.near.extend(line.near.iter().map(|name| (position, name)));
        draft.facts.segments.push(SegmentFacts {
            name: line.name.text.clone(),
            kind,
            edges,
            near: Vec::new(),
            values: Vec::new(),
            at: line.at.map(|point| (point.x, point.y)),
        });
        self.print(draft, position, &line.values);
    }

    /// The edges of a segment line, each fit for its kind and named once.
    fn edges(
        &mut self,
        draft: &mut Draft<'_>,
        kind: FeatureKindId,
        written: &[ast::EdgeAt],
    ) -> EdgeSet {
        let kind = &self.names.rules.features[kind.index()];
        let mut set = EdgeSet(0);
        let mut wrong: Option<Diagnostic> = None;
        for (position, at) in written.iter().enumerate() {
            let expected = match kind.joins {
                Joins::Nothing => Some("no edge: it joins nothing"),
                Joins::HalfEdges if !at.edge.is_half() => {
                    Some("NL, NR, EL, ER, SL, SR, WL or WR: it joins over half edges")
                }
                _ => None,
            };
            let mut bit = edges::bit(at.edge);
            if kind.joins == Joins::Edges && at.edge.is_half() {
                draft.shares.push((draft.names.len(), at.edge));
                bit = 1 << (bit.trailing_zeros() / 2);
            }
            if let Some(expected) = expected {
                wrong = Some(match wrong {
                    Some(mut error) => {
                        error.message.push_str(&format!(", {:?}", at.edge));
                        error.label(at.span, "nor this")
                    }
                    None => Diagnostic::error(
                        codes::TILE_EDGES,
                        format!("no `{}` can reach {:?}", kind.name, at.edge),
                    )
                    .label(at.span, format!("expected {expected}")),
                });
            } else if set.0 & bit != 0 {
                self.diagnostics.push(edges::again(kind, at, &written[..position]));
                draft.mistaken = true;
            } else {
                set.0 |= bit;
            }
        }
        // Which edges it should reach is not known after this mistake.
        draft.mistaken |= wrong.is_some();
        self.diagnostics.extend(wrong.map(|error| match kind.joins {
            Joins::Nothing => error.help("leave its edges out: it lies inside of the tile"),
            _ => error.help("write the halves of each edge: `NL NR` for `N`"),
        }));
        set
    }

    fn closes(&mut self, draft: &mut Draft<'_>, edges: &[ast::EdgeAt]) {
        for at in edges {
            if at.edge.is_half() {
                self.diagnostics.push(
                    Diagnostic::error(codes::TILE_EDGES, "half an edge cannot be closed")
                        .label(at.span, "expected N, E, S or W"),
                );
            } else {
                draft.facts.closes.0 |= edges::bit(at.edge);
                draft.closes.push(*at);
            }
        }
    }

    fn more(&mut self, draft: &mut Draft<'_>, segment: &Name, values: &[ast::Printed]) {
        match draft.names.iter().position(|name| name.text == segment.text) {
            Some(position) => self.print(draft, position, values),
            None if draft.mistaken => {}
            None => self.diagnostics.push(unknown_segment(&draft.facts, segment)),
        }
    }

    /// `near` works both ways.
    fn near(&mut self, draft: &mut Draft<'_>) {
        for (position, name) in std::mem::take(&mut draft.near) {
            match draft.names.iter().position(|other| other.text == name.text) {
                Some(other) if other == position => self.diagnostics.push(
                    Diagnostic::error(codes::TILE_VALUE, "a segment does not touch itself")
                        .label(name.span, "expected another segment"),
                ),
                Some(other) => {
                    for (a, b) in [(position, other), (other, position)] {
                        let near = &mut draft.facts.segments[a].near;
                        near.push(b as u8);
                        near.sort_unstable();
                        near.dedup();
                    }
                }
                None if draft.mistaken => {}
                None => self.diagnostics.push(unknown_segment(&draft.facts, name)),
            }
        }
    }
}

/// The tile of a name.
pub(crate) fn tile_of(names: &Names, name: &Name) -> Option<TileKindId> {
    names.refer(name, |meaning| match meaning {
        Meaning::Tile(id) => Some(id),
        _ => None,
    })
}

/// A tile that nobody declares.
pub(crate) fn unknown_tile(
    names: &Names,
    name: &Name,
    code: &'static str,
    told: &[Diagnostic],
) -> Diagnostic {
    let mut error = Diagnostic::error(code, format!("there is no tile `{}`", name.text))
        .label(name.span, "expected a tile");
    error.help = hint(told, &name.text, names.rules.tiles.iter().map(|tile| tile.name.as_str()));
    error
}

/// A segment that a tile does not have.
pub(crate) fn unknown_segment(tile: &TileFacts, name: &Name) -> Diagnostic {
    let known: Vec<&str> = tile.segments.iter().map(|segment| segment.name.as_str()).collect();
    let mut error = Diagnostic::error(
        codes::UNKNOWN_NAME,
        format!("`{}` has no segment `{}`", tile.name, name.text),
    )
    .label(name.span, "expected a segment of this tile");
    error.help = did_you_mean(&name.text, known.iter().copied())
        .or_else(|| Some(format!("its segments are: {}", some(known))));
    error
}
