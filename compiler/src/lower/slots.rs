//! Where everything that the rules declare lies in the tables of a game.

use std::collections::BTreeMap;

use abi::{Base, Column, FigureSort, Lasts, Layout, Shape, Table, Ty, Word, field};

use crate::{
    ir::Links,
    typed::{ExprKind, FigureDef, Property, PropertyId, PropertyOwner, Rules, StandOn},
};

/// How many corners a tile has, clockwise from the north-west.
pub(crate) const CORNERS: Word = 4;

/// Whether a place may be a corner under some rules.
pub(super) fn corners_are_places(rules: &Rules) -> bool {
    let stand = |figure: &FigureDef| figure.stands.iter().any(|stand| stand.on == StandOn::Corner);
    let mut found = rules.figures.iter().any(stand);
    rules.walk(&mut |expr| {
        let corner = matches!(expr.ty.base, Base::Corner);
        found |= corner && matches!(expr.kind, ExprKind::Ask { .. });
    });
    found
}

/// Where a property lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// A column of the game, of players, tiles, segments or figures.
    Kept(Table, u32),
    /// A column of the kinds of tiles.
    Tile(u32),
    /// A column of the segment definitions, added up in a column of features if it is a number or flag.
    Segment {
        /// The column of the definitions.
        def: u32,
        /// The column of features.
        sum: Option<u32>,
    },
}

/// Where the declared properties lie, and the shape of all tables.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    /// By property.
    pub(crate) properties: Vec<Slot>,
    /// By hook: the column of the game that says whether it runs, for hooks that could reach themselves.
    pub(crate) running: BTreeMap<usize, u32>,
    /// The first of the columns of tile kinds that say by position which segment reaches each corner.
    pub(crate) corners: u32,
    /// The shape of the tables.
    pub(crate) layout: Layout,
}

impl Slots {
    /// Where a property lies.
    pub(crate) fn of(&self, property: PropertyId) -> Slot {
        self.properties[property.index()]
    }

    /// Has a tile of a kind lie ready for questions about where it would fit.
    pub(crate) fn need_specimen(&mut self, kind: usize) {
        let kind = abi::TileKindId(kind as u16);
        if !self.layout.specimens.contains(&kind) {
            self.layout.specimens.push(kind);
        }
    }

    /// Lays out the tables for rules and for the hooks that need to know whether they run.
    pub(crate) fn new(rules: &Rules, guarded: &[usize]) -> Self {
        let mut plan = Plan::new(rules);
        let mut properties = vec![Slot::Tile(0); rules.properties.len()];
        let printed = |property: &Property| property.printed;
        for (i, property) in rules.properties.iter().enumerate().filter(|(_, p)| !printed(p)) {
            properties[i] = plan.keep(rules, property);
        }
        for (i, property) in rules.properties.iter().enumerate().filter(|(_, p)| printed(p)) {
            if property.owner == PropertyOwner::Tile {
                properties[i] = Slot::Tile(plan.add(Table::TileKind));
            }
        }
        plan.print(rules, &mut properties);
        let corners = plan.strides[Table::TileKind as usize];
        plan.strides[Table::TileKind as usize] += CORNERS as u32;
        let mut running = BTreeMap::new();
        for &hook in guarded {
            let field = plan.add(Table::Game);
            plan.columns.push(Column {
                table: Table::Game,
                field,
                name: format!("running.{}", hook_name(rules, hook)),
                ty: Ty::one(Base::Flag),
                default: 0,
                lasts: Lasts::Game,
                sum_of: None,
            });
            running.insert(hook, field);
        }
        Self { properties, running, corners, layout: plan.layout(rules) }
    }
}

impl Slots {
    /// The declared columns that hold rows of tables.
    pub(crate) fn links(&self, rules: &Rules) -> Links {
        let mut links = Links::default();
        for (property, slot) in rules.properties.iter().zip(&self.properties) {
            match *slot {
                Slot::Kept(table, field) => links.add(table, field, property.ty),
                Slot::Tile(field) => links.add(Table::TileKind, field, property.ty),
                Slot::Segment { def, .. } => {
                    // A list is printed piece by piece, one on a segment.
                    links.add(Table::SegmentDef, def, Ty::one(property.ty.base));
                }
            }
        }
        let figure = Ty::one(Base::Figure(FigureSort::Any));
        for kind in 0..rules.figures.len() as u32 {
            links.add(Table::Player, self.layout.player_figures + kind, figure);
        }
        links
    }
}

/// A name of a hook that stays the same when hooks elsewhere come and go.
fn hook_name(rules: &Rules, hook: usize) -> String {
    let origin = rules.hooks[hook].origin;
    let same = rules.hooks[..hook]
        .iter()
        .filter(|other| rules.hooks[hook].expansion == other.expansion)
        .count();
    match rules.origins.get(origin.index()) {
        Some(line) => format!("{}.{}.{same}", line.expansion, line.item.replace(' ', "_")),
        None => format!("{same}"),
    }
}

/// Whether values of a type are added up over the segments of a feature.
pub(crate) fn adds_up(ty: Ty) -> bool {
    ty.shape == Shape::One && matches!(ty.base, Base::Int | Base::Flag | Base::Length)
}

struct Plan {
    strides: [u32; Table::COUNT],
    tokens: [Option<u32>; Table::COUNT],
    player_figures: u32,
    columns: Vec<Column>,
}

impl Plan {
    fn new(rules: &Rules) -> Self {
        let mut strides = [0; Table::COUNT];
        for (table, len) in [
            (Table::Game, field::game::LEN),
            (Table::Player, field::player::LEN),
            (Table::Tile, field::tile::LEN),
            (Table::Segment, field::segment::LEN),
            (Table::Feature, field::feature::LEN),
            (Table::Figure, field::figure::LEN),
            (Table::Cell, field::cell::LEN),
            (Table::Group, field::group::LEN),
            (Table::Pile, field::pile::LEN),
            (Table::Changed, 1),
            (Table::Heap, 1),
            (Table::Lying, field::lying::LEN),
            (Table::Shot, field::shot::LEN),
            (Table::Struck, field::struck::LEN),
            (Table::Corner, field::corner::LEN),
            (Table::Link, field::link::LEN),
            (Table::TileKind, field::tile_kind::LEN),
            (Table::SegmentDef, field::segment_def::LEN),
            (Table::FigureKind, field::figure_kind::LEN),
        ] {
            strides[table as usize] = len;
        }
        let player_figures = field::player::LEN;
        strides[Table::Player as usize] += rules.figures.len() as u32;
        strides[Table::Pile as usize] += (rules.tiles.len() + rules.tokens.len()) as u32;
        let mut tokens = [None; Table::COUNT];
        if !rules.tokens.is_empty() {
            // The row of the game is the stock.
            for table in [Table::Game, Table::Player, Table::Tile, Table::Segment, Table::Figure] {
                tokens[table as usize] = Some(strides[table as usize]);
                strides[table as usize] += rules.tokens.len() as u32;
            }
        }
        Self { strides, tokens, player_figures, columns: Vec::new() }
    }

    fn add(&mut self, table: Table) -> u32 {
        let field = self.strides[table as usize];
        self.strides[table as usize] += 1;
        field
    }

    fn keep(&mut self, rules: &Rules, property: &Property) -> Slot {
        let table = match property.owner {
            PropertyOwner::Game => Table::Game,
            PropertyOwner::Player => Table::Player,
            PropertyOwner::Tile => Table::Tile,
            PropertyOwner::Segment | PropertyOwner::Feature(_) => Table::Segment,
            PropertyOwner::Figure | PropertyOwner::FigureKind(_) => Table::Figure,
        };
        let field = self.add(table);
        let default = unset(property);
        self.columns.push(Column {
            table,
            field,
            name: full_name(rules, property),
            ty: property.ty,
            default,
            lasts: property.lasts,
            sum_of: None,
        });
        Slot::Kept(table, field)
    }

    /// What is printed on segments: numbers and flags first, since those are added up. Kinds of features
    /// share columns, as no segment is of two kinds.
    fn print(&mut self, rules: &Rules, properties: &mut [Slot]) {
        for numbers in [true, false] {
            let chosen = |property: &Property| property.printed && adds_up(property.ty) == numbers;
            for (i, property) in rules.properties.iter().enumerate() {
                if chosen(property) && property.owner == PropertyOwner::Segment {
                    let def = self.add(Table::SegmentDef);
                    properties[i] = self.column(rules, property, def, numbers);
                }
            }
            let shared = self.strides[Table::SegmentDef as usize];
            let mut taken = vec![0; rules.features.len()];
            for (i, property) in rules.properties.iter().enumerate() {
                let PropertyOwner::Feature(kind) = property.owner else { continue };
                if chosen(property) {
                    let def = shared + taken[kind.index()];
                    taken[kind.index()] += 1;
                    properties[i] = self.column(rules, property, def, numbers);
                }
            }
            self.strides[Table::SegmentDef as usize] += taken.into_iter().max().unwrap_or(0);
        }
    }

    fn column(&mut self, rules: &Rules, property: &Property, def: u32, sum: bool) -> Slot {
        if !sum {
            return Slot::Segment { def, sum: None };
        }
        let field = def - field::segment_def::LEN + field::feature::LEN;
        self.strides[Table::Feature as usize] =
            self.strides[Table::Feature as usize].max(field + 1);
        let name = full_name(rules, property);
        match self.columns.iter_mut().find(|column| column.sum_of == Some(def)) {
            Some(column) => column.name = format!("{}/{name}", column.name),
            None => self.columns.push(Column {
                table: Table::Feature,
                field,
                name,
                ty: Ty::one(Base::Int),
                default: 0,
                lasts: Lasts::Game,
                sum_of: Some(def),
            }),
        }
        Slot::Segment { def, sum: Some(field) }
    }

    fn layout(self, rules: &Rules) -> Layout {
        Layout {
            strides: self.strides,
            columns: self.columns,
            player_figures: self.player_figures,
            tokens: self.tokens,
            tile_kinds: rules.tiles.len() as u32,
            token_kinds: rules.tokens.len() as u32,
            specimens: Vec::new(),
        }
    }
}

/// The name of a property with its owner: `player.ransomed`.
pub(crate) fn full_name(rules: &Rules, property: &Property) -> String {
    let owner = match property.owner {
        PropertyOwner::Game => "game",
        PropertyOwner::Player => "player",
        PropertyOwner::Tile => "tile",
        PropertyOwner::Segment => "segment",
        PropertyOwner::Figure => "figure",
        PropertyOwner::Feature(kind) => &rules.features[kind.index()].name,
        PropertyOwner::FigureKind(kind) => &rules.figures[kind.index()].name,
    };
    format!("{owner}.{}", property.name)
}

/// The word of a property where nothing is set or printed.
pub(crate) fn unset(property: &Property) -> abi::Word {
    if property.ty.is_list() { 0 } else { property.default }
}
