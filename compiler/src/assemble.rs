//! Puts a program together: the functions with the code that runs them, and all that the game must know.

use abi::{
    Area, Base, Course, CourseStep, Courses, EdgeSet, EnumShape, FeatureKind, FigureKind,
    FigureKindId, FunctionId, Invariant, Joins, Lays, Lender, OptionValue, PrintedValue, Program,
    SegmentDef, Table, TileKind, TileKindId, TokenKind, TokenKindId, Word, field,
};

use crate::{
    backend::{Backend, Former, build_after},
    ir::{Inst, Module, Term},
    link::Linked,
    lower::{CORNERS, Job, Lowered, Rare, Slot, Slots, reaching, unset},
    optimise::idle,
    shapes::{function_shapes, site_table},
    typed::{PropertyOwner, Rules, SegmentFacts, TileFacts, TileValue},
};

/// Makes a program of lowered rules; `fingerprints` are those of the expansions in their order.
pub(crate) fn assemble(
    rules: &Rules,
    linked: &Linked,
    mut lowered: Lowered,
    mut fingerprints: Vec<u64>,
    backend: Backend,
    former: Option<&mut Former>,
) -> (Program, Lowered) {
    let courses = courses(rules, linked, &lowered);
    let code = build_after(backend, &mut lowered.module, former);
    let module = &lowered.module;
    let playing = rules.expansions.iter().filter(|e| e.lends.is_none());
    // Those that only lend tiles come last.
    let prints = fingerprints.split_off(playing.clone().count());
    let lends = rules.expansions.iter().filter_map(|e| Some((&e.name, e.lends.as_ref()?)));
    let lender = |((name, sets), fingerprint): ((&String, &Vec<String>), u64)| Lender {
        name: name.clone(),
        fingerprint,
        sets: sets.clone(),
    };
    let lenders = lends.zip(prints).map(lender).collect();
    let program = Program {
        expansions: playing.map(|e| (e.name.clone(), e.title.clone())).collect(),
        lenders,
        fingerprints,
        options: options(rules),
        players: players(rules),
        enums: rules.enums.iter().map(EnumShape::clone).collect(),
        features: rules.features.iter().map(FeatureKind::clone).collect(),
        figures: figures(rules, &lowered),
        tokens: tokens(rules, &lowered),
        piles: rules.piles.clone(),
        tiles: (0..rules.tiles.len()).map(|i| tile_kind(rules, &lowered.rare, i)).collect(),
        sets: rules.sets.clone(),
        layout: lowered.slots.layout.clone(),
        noted: lowered.rare.noted(rules, &lowered.slots),
        constants: constants(rules, &lowered.slots),
        pictures: lowered.pictures.clone(),
        asks: module.asks.clone(),
        origins: module.origins.clone(),
        sites: site_table(module),
        functions: function_shapes(module),
        courses,
        completed: lowered.function(Job::Completed).unwrap_or(FunctionId(0)),
        worth: lowered.function(Job::Worth).unwrap_or(FunctionId(0)),
        invariants: invariants(rules, &lowered),
        code,
    };
    (program, lowered)
}

/// The steps in their phases, those left out that do nothing under these options.
fn courses(rules: &Rules, linked: &Linked, lowered: &Lowered) -> Courses {
    let unseen = lowered.rare.unseen(rules, &lowered.slots);
    let course = |number: usize| -> Course {
        let mut steps = Vec::new();
        for (phase, in_phase) in linked.courses[number].iter().enumerate() {
            for step in in_phase {
                let Some(function) = lowered.function(Job::Step(*step)) else { continue };
                if !does_nothing(&lowered.module, function) {
                    steps.push(CourseStep {
                        function,
                        phase: phase as u16,
                        name: rules.steps[*step].name.clone(),
                        origin: rules.steps[*step].origin,
                        idle: idle(&lowered.module.functions[function.index()], &unseen),
                    });
                }
            }
        }
        Course { phases: rules.phases[number].names.clone(), steps }
    };
    Courses { setup: course(0), turn: course(1), part: course(2), finish: course(3) }
}

fn invariants(rules: &Rules, lowered: &Lowered) -> Vec<Invariant> {
    let invariant = |(i, invariant): (usize, &crate::typed::Invariant)| {
        let function = lowered.function(Job::Invariant(i))?;
        Some(Invariant { function, origin: invariant.origin })
    };
    rules.invariants.iter().enumerate().filter_map(invariant).collect()
}

fn does_nothing(module: &Module, function: FunctionId) -> bool {
    match module.functions[function.index()].blocks.as_slice() {
        [only] => {
            let idle = only.insts.iter().all(|inst| matches!(inst, Inst::Tick { .. }));
            idle && only.term == Term::Return(None)
        }
        _ => false,
    }
}

fn options(rules: &Rules) -> Vec<OptionValue> {
    let option = |option: &crate::typed::OptionDef| OptionValue {
        expansion: rules.expansions[option.expansion].name.clone(),
        name: option.name.clone(),
        ty: option.ty,
        value: option.value,
    };
    rules.options.iter().map(option).collect()
}

/// The numbers of players that every expansion allows.
fn players(rules: &Rules) -> (u8, u8) {
    let mut allowed = (1, u8::MAX);
    for (least, most) in rules.expansions.iter().filter_map(|expansion| expansion.players) {
        allowed = (allowed.0.max(least), allowed.1.min(most));
    }
    allowed
}

fn figures(rules: &Rules, lowered: &Lowered) -> Vec<FigureKind> {
    let figure = |(i, figure): (usize, &crate::typed::FigureDef)| FigureKind {
        name: figure.name.clone(),
        follower: figure.follower,
        owned: figure.owned,
        count: lowered.function(Job::Figures(i)),
        missing: lowered.missing.figure(FigureKindId(i as u16)),
        stands: figure.stands.iter().map(crate::typed::StandDef::shape).collect(),
        size: figure.size,
    };
    rules.figures.iter().enumerate().map(figure).collect()
}

fn tokens(rules: &Rules, lowered: &Lowered) -> Vec<TokenKind> {
    let token = |(i, token): (usize, &crate::typed::TokenDef)| TokenKind {
        name: token.name.clone(),
        each_player: lowered.function(Job::Tokens(i)),
        stock: lowered.function(Job::Stock(i)),
        missing: lowered.missing.token(TokenKindId(i as u16)),
        size: token.size,
        lays: token.lays.as_ref().map(|(kind, edges)| Lays { kind: *kind, ways: ways(*edges) }),
        pile: token.pile,
    };
    rules.tokens.iter().enumerate().map(token).collect()
}

fn tile_kind(rules: &Rules, rare: &Rare, number: usize) -> TileKind {
    let tile = &rules.tiles[number];
    let segment = |segment: &SegmentFacts| SegmentDef {
        name: segment.name.clone(),
        kind: segment.kind,
        edges: segment.edges,
        near: segment.near.clone(),
        at: segment.at,
    };
    TileKind {
        name: tile.name.clone(),
        segments: tile.segments.iter().map(segment).collect(),
        closes: tile.closes,
        pile: tile.pile,
        printed: printed(rules, tile),
        shows: rare.of_tile(rules, TileKindId(number as u16)),
    }
}

/// The points of the compass in the order of their words.
const DIRECTIONS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/// The printed values of a tile and of its segments, in words.
fn printed(rules: &Rules, tile: &TileFacts) -> Vec<PrintedValue> {
    let of_tile = tile.values.iter().map(|value| (None, value));
    let segments = tile.segments.iter().enumerate();
    let of_segments =
        segments.flat_map(|(i, s)| s.values.iter().map(move |v| (u8::try_from(i).ok(), v)));
    let shown = |(segment, value): (Option<u8>, &TileValue)| {
        let property = rules.properties.get(value.property.index())?;
        let owner = match property.owner {
            PropertyOwner::Tile => "tile".to_owned(),
            PropertyOwner::Feature(kind) => rules.features[kind.index()].name.clone(),
            _ => "segment".to_owned(),
        };
        let number = usize::try_from(value.value).ok();
        let name = match property.ty.base {
            Base::Enum(of) => {
                number.and_then(|n| rules.enums.get(usize::from(of))?.names.get(n)).cloned()
            }
            Base::Direction => number.and_then(|n| Some((*DIRECTIONS.get(n)?).to_owned())),
            Base::TokenKind => number.and_then(|n| Some(rules.tokens.get(n)?.name.clone())),
            Base::FigureKind => number.and_then(|n| Some(rules.figures.get(n)?.name.clone())),
            Base::FeatureKind => number.and_then(|n| Some(rules.features.get(n)?.name.clone())),
            Base::TileKind => number.and_then(|n| Some(rules.tiles.get(n)?.name.clone())),
            _ => None,
        };
        let ground =
            value.bounds.map(|[west, north, east, south]| Area { west, north, east, south });
        let property = property.name.clone();
        Some(PrintedValue { owner, property, value: value.value, name, segment, ground })
    };
    of_tile.chain(of_segments).filter_map(shown).collect()
}

/// The tables that never change: what is printed on tiles and segments, and the kinds of figures.
fn constants(rules: &Rules, slots: &Slots) -> [Vec<Word>; Table::COUNT - Table::MUTABLE] {
    let mut tiles = Vec::new();
    let mut segments = Vec::new();
    let segment_stride = slots.layout.stride(Table::SegmentDef);
    for tile in &rules.tiles {
        let mut row = vec![0; slots.layout.stride(Table::TileKind)];
        row[field::tile_kind::FIRST as usize] = (segments.len() / segment_stride) as Word;
        row[field::tile_kind::SEGMENTS as usize] = tile.segments.len() as Word;
        for (property, slot) in rules.properties.iter().zip(&slots.properties) {
            if let Slot::Tile(field) = slot
                && property.owner == PropertyOwner::Tile
            {
                row[*field as usize] = unset(property);
            }
        }
        print(&mut row, slots, &tile.values);
        for corner in 0..CORNERS as u32 {
            let segment = reaching(rules, tile, corner);
            row[(slots.corners + corner) as usize] =
                segment.map_or(abi::ABSENT, |segment| segment as Word);
        }
        tiles.extend(row);
        for segment in &tile.segments {
            segments.extend(segment_row(rules, slots, &tile.segments, segment));
        }
    }
    // What tokens lay, one way after the other, is printed on them.
    for (kind, edges) in rules.tokens.iter().filter_map(|token| token.lays) {
        for edges in ways(edges) {
            let name = String::new();
            let (near, values) = (Vec::new(), Vec::new());
            let laid = SegmentFacts { name, kind, edges, near, values, at: None };
            let mut row = segment_row(rules, slots, &[], &laid);
            row[field::segment_def::TWIN as usize] = 1;
            segments.extend(row);
        }
    }
    let figures = rules
        .figures
        .iter()
        .flat_map(|figure| [Word::from(figure.follower), Word::from(figure.owned)])
        .collect();
    [tiles, segments, figures]
}

fn segment_row(
    rules: &Rules,
    slots: &Slots,
    tile: &[SegmentFacts],
    segment: &SegmentFacts,
) -> Vec<Word> {
    let mut row = vec![0; slots.layout.stride(Table::SegmentDef)];
    let alike = tile.iter().filter(|other| other.kind == segment.kind).count();
    let laid = rules.tokens.iter().any(|t| t.lays.is_some_and(|(kind, _)| kind == segment.kind));
    row[field::segment_def::KIND as usize] = Word::from(segment.kind.0);
    row[field::segment_def::TWIN as usize] = Word::from(alike > 1 || laid);
    for (property, slot) in rules.properties.iter().zip(&slots.properties) {
        let own = match property.owner {
            PropertyOwner::Segment => true,
            PropertyOwner::Feature(kind) => kind == segment.kind,
            _ => false,
        };
        if let Slot::Segment { def, .. } = slot
            && own
        {
            row[*def as usize] = unset(property);
        }
    }
    print(&mut row, slots, &segment.values);
    row
}

/// The ways to lay edges across a tile: its turns that differ.
fn ways(edges: EdgeSet) -> Vec<EdgeSet> {
    let mut ways = Vec::new();
    for way in (0..4).map(|turn| edges.turned(turn, Joins::Edges)) {
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways
}

/// Writes printed values into a row.
fn print(row: &mut [Word], slots: &Slots, values: &[TileValue]) {
    for value in values {
        match slots.of(value.property) {
            Slot::Tile(field) | Slot::Segment { def: field, .. } => {
                row[field as usize] = value.value;
            }
            Slot::Kept(..) => {}
        }
    }
}
