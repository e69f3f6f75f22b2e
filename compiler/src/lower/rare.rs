//! What many games never see: kinds of features, and what is printed, that no tile of the largest set shows, and
//! kinds of tiles that are not in it and that rules ask for. Each has a bit in a word of the game, which is set as
//! soon as a tile shows it. What rules keep of players, tiles and figures and ask for has a bit too, which is set with
//! the first word that is another one than at the start.

use std::collections::BTreeMap;

use abi::{Base, FeatureKindId, Shape, Table, TileKindId, TileSet, Ty, Word, field, seen};

use super::slots::{Slot, Slots, unset};
use crate::typed::{ExprKind, KindTest, Property, PropertyId, PropertyOwner, Rules, TileFacts};

/// The bits of what is rare, 0 for all else.
#[derive(Clone, Debug)]
pub(crate) struct Rare {
    features: Vec<Word>,
    properties: Vec<Word>,
    tiles: Vec<Word>,
}

impl Rare {
    /// What is rare under some rules.
    pub(crate) fn new(rules: &Rules) -> Self {
        let (features, properties) = (rules.features.len(), rules.properties.len());
        let mut rare = Self {
            features: vec![0; features],
            properties: vec![0; properties],
            tiles: vec![0; rules.tiles.len()],
        };
        let copies = |set: &&TileSet| set.tiles.iter().map(|(_, n)| u64::from(*n)).sum::<u64>();
        let Some(largest) = rules.sets.iter().rev().max_by_key(copies) else { return rare };
        // Marked first, and numbered once all that is common has lost its mark.
        rare.features.fill(1);
        for (mark, property) in rare.properties.iter_mut().zip(&rules.properties) {
            *mark = Word::from(property.printed);
        }
        let mut kept = vec![false; properties];
        rules.walk(&mut |expr| match expr.kind {
            ExprKind::IsKind { test: KindTest::TileKind(kind), .. } => {
                rare.tiles[kind.index()] = 1;
            }
            ExprKind::Property { property, .. } => {
                kept[property.index()] = is_kept(&rules.properties[property.index()]);
            }
            _ => {}
        });
        for (kind, _) in &largest.tiles {
            rare.clear(rules, &rules.tiles[kind.index()]);
            rare.tiles[kind.index()] = 0;
        }
        for (kind, _) in rules.tokens.iter().filter_map(|token| token.lays) {
            rare.features[kind.index()] = 0;
        }
        let marks = rare.features.iter_mut().chain(&mut rare.properties).chain(&mut rare.tiles);
        for (bit, number) in marks.filter(|mark| **mark == 1).zip(0..) {
            *bit = 1 << (number % seen::SHOWN);
        }
        let kept = rare.properties.iter_mut().zip(kept).filter(|(_, kept)| *kept);
        for ((bit, _), number) in kept.zip(0..) {
            *bit = 1 << (seen::SHOWN + number % seen::KEPT);
        }
        rare
    }

    /// The columns of what is kept and has a bit, with their bits.
    pub(crate) fn noted(&self, rules: &Rules, slots: &Slots) -> Vec<(Table, u32, Word)> {
        let declared = rules.properties.iter().zip(&slots.properties).zip(&self.properties);
        let kept = declared.filter(|((property, _), bit)| is_kept(property) && **bit != 0);
        let noted = kept.filter_map(|((_, slot), bit)| match *slot {
            Slot::Kept(table, field) => Some((table, field, *bit)),
            Slot::Tile(_) | Slot::Segment { .. } => None,
        });
        noted.collect()
    }

    fn clear(&mut self, rules: &Rules, tile: &TileFacts) {
        for segment in &tile.segments {
            self.features[segment.kind.index()] = 0;
        }
        for property in shown(rules, tile) {
            self.properties[property.index()] = 0;
        }
    }

    /// The bit of a kind of feature.
    pub(crate) fn feature(&self, kind: FeatureKindId) -> Word {
        self.features[kind.index()]
    }

    /// The bit of a property.
    pub(crate) fn property(&self, property: PropertyId) -> Word {
        self.properties[property.index()]
    }

    /// The bit of a kind of tile.
    pub(crate) fn tile(&self, kind: TileKindId) -> Word {
        self.tiles[kind.index()]
    }

    /// What a kind of tile shows.
    pub(crate) fn of_tile(&self, rules: &Rules, kind: TileKindId) -> Word {
        let tile = &rules.tiles[kind.index()];
        let features = tile.segments.iter().map(|segment| self.feature(segment.kind));
        let shown = features.chain(shown(rules, tile).map(|p| self.property(p)));
        shown.fold(self.tile(kind), |all, bit| all | bit)
    }

    /// What code reads of what is rare.
    pub(crate) fn unseen(&self, rules: &Rules, slots: &Slots) -> Unseen {
        // By column its bits and its word; nothing where something in it is not rare.
        let mut columns: BTreeMap<(Table, u32), Option<(Word, Word)>> = BTreeMap::new();
        let mut add = |table: Table, field: u32, bit: Word, word: Word| {
            let own = (bit != 0).then_some((bit, word));
            let column = columns.entry((table, field)).or_insert(own);
            *column = column
                .zip(own)
                .and_then(|((bits, before), _)| (before == word).then_some((bits | bit, word)));
        };
        for (i, property) in rules.properties.iter().enumerate().filter(|(_, p)| p.printed) {
            let bit = if property.ty.shape == Shape::List { 0 } else { self.properties[i] };
            match slots.properties[i] {
                Slot::Tile(field) => add(Table::TileKind, field, bit, unset(property)),
                Slot::Segment { def, sum } => {
                    add(Table::SegmentDef, def, bit, unset(property));
                    if let Some(sum) = sum {
                        let bit = if unset(property) == 0 { bit } else { 0 };
                        add(Table::Feature, sum, bit, 0);
                    }
                }
                Slot::Kept(..) => {}
            }
        }
        for (i, property) in rules.properties.iter().enumerate().filter(|(_, p)| is_kept(p)) {
            if let Slot::Kept(table, field) = slots.properties[i] {
                add(table, field, self.properties[i], unset(property));
            }
        }
        let columns = columns.into_iter().filter_map(|(column, read)| Some((column, read?)));
        let kept = slots.layout.columns.iter().filter(|column| {
            let off = column.ty.is_list() || column.ty == Ty::one(Base::Flag);
            column.table == Table::Game && column.default == 0 && off
        });
        Unseen {
            columns: columns.collect(),
            features: self.features.clone(),
            tiles: self.tiles.clone(),
            kept: kept.map(|column| column.field).collect(),
        }
    }
}

/// The properties that are printed on a kind of tile.
fn shown<'a>(rules: &'a Rules, tile: &'a TileFacts) -> impl Iterator<Item = PropertyId> + 'a {
    let values = tile.values.iter().chain(tile.segments.iter().flat_map(|s| &s.values));
    let shows = |property: &Property, word| property.ty.is_list() || unset(property) != word;
    values
        .filter(move |value| shows(&rules.properties[value.property.index()], value.value))
        .map(|value| value.property)
}

/// Whether rules keep a property of something of which there are many, other than features: these are joined.
pub(crate) fn is_kept(property: &Property) -> bool {
    use PropertyOwner as P;
    let many = matches!(property.owner, P::Player | P::Tile | P::Figure | P::FigureKind(_));
    many && !property.printed
}

/// Whether a property is a flag that is off where nothing is printed.
pub(crate) fn is_flag_off(property: &Property) -> bool {
    property.ty.base == Base::Flag && property.ty.shape == Shape::One && unset(property) == 0
}

/// What code reads as long as a game has not seen what is rare.
#[derive(Clone, Debug)]
pub(crate) struct Unseen {
    columns: BTreeMap<(Table, u32), (Word, Word)>,
    features: Vec<Word>,
    tiles: Vec<Word>,
    kept: Vec<u32>,
}

impl Unseen {
    /// The bits that must not have been seen for a column of the kind of a tile or segment that is in the game, or
    /// of a feature, to hold the same word everywhere; and that word.
    pub(crate) fn column(&self, table: Table, field: u32) -> Option<(Word, Word)> {
        self.columns.get(&(table, field)).copied()
    }

    /// Whether a column of the game keeps a list or a flag, 0 while there is nothing in it.
    pub(crate) fn is_kept(&self, field: u32) -> bool {
        self.kept.contains(&field)
    }

    /// The bit without which nothing is of the kind of feature with a word.
    pub(crate) fn feature(&self, kind: Word) -> Option<Word> {
        rare(&self.features, kind)
    }

    /// The bit without which no tile in the game is of the kind with a word.
    pub(crate) fn tile(&self, kind: Word) -> Option<Word> {
        rare(&self.tiles, kind)
    }
}

fn rare(bits: &[Word], kind: Word) -> Option<Word> {
    bits.get(usize::try_from(kind).ok()?).copied().filter(|bit| *bit != 0)
}

/// Where the column of kinds of tiles or segments comes from that are in the game.
pub(crate) const fn kind_column(table: Table) -> Option<(Table, u32)> {
    match table {
        Table::TileKind => Some((Table::Tile, field::tile::KIND)),
        Table::SegmentDef => Some((Table::Segment, field::segment::DEF)),
        _ => None,
    }
}
