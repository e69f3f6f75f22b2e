//! A small program made by hand: tiles with edges, half edges and spaces, and rules written in Rust.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use abi::*;

/// The functions of the program, by number.
pub(super) mod function {
    pub(in crate::tests) const LAY: u32 = 0;
    pub(in crate::tests) const PART: u32 = 1;
    pub(in crate::tests) const DRAW: u32 = 2;
    pub(in crate::tests) const PLACE: u32 = 3;
    pub(in crate::tests) const ACT: u32 = 4;
    pub(in crate::tests) const SCORE: u32 = 5;
    pub(in crate::tests) const LAST: u32 = 6;
    pub(in crate::tests) const RANK: u32 = 7;
    pub(in crate::tests) const PEGS: u32 = 8;
    pub(in crate::tests) const FEATURES: u32 = 9;
    pub(in crate::tests) const LEN: usize = 10;
}

/// Kept columns of the game.
pub(super) const HAND: u32 = field::game::LEN;
pub(super) const SETTLED: u32 = field::game::LEN + 1;
/// The kept column of a segment.
pub(super) const MARK: u32 = field::segment::LEN;
/// The sum of a printed number over a feature.
pub(super) const GEMS: u32 = field::feature::LEN;

/// Kinds of features.
pub(super) const LINE: u16 = 0;
pub(super) const AREA: u16 = 1;
pub(super) const SPACE: u16 = 2;
pub(super) const LAND: u16 = 3;

/// The rules in Rust; they fault in the given turn, once.
#[derive(Debug, Default)]
pub(super) struct Rules {
    pub(super) fault_in: AtomicI64,
}

fn site() -> SiteId {
    SiteId(0)
}

fn kept(field: u32) -> Word {
    ((Table::Game as Word) << 32) | Word::from(field)
}

type Run<T> = Result<T, FaultKind>;

impl Rules {
    fn draw(&self, base: usize, answer: Word, host: &mut dyn Host) -> Run<Outcome> {
        let active = host.memory().get(Table::Game, 0, field::game::ACTIVE);
        if host.stack().words()[base] == 1 {
            if answer == ABSENT {
                return Ok(Outcome::EndGame);
            }
            host.call(HostOp::Keep, [kept(HAND), 0, answer, 0], site())?;
            if host.call(HostOp::CountFits, [answer, 0, 0, 0], site())? > 0 {
                return Ok(Outcome::Done(0));
            }
            host.call(HostOp::TileLeaves, [answer, 0, 0, 0], site())?;
        }
        host.stack_mut().words_mut()[base] = 1;
        let options = Options::Pile(PileId(0));
        Ok(Outcome::Ask(AskCall { ask: AskId(0), who: active, options }))
    }

    fn place(&self, base: usize, answer: Word, host: &mut dyn Host) -> Run<Outcome> {
        let hand = host.memory().get(Table::Game, 0, HAND);
        let active = host.memory().get(Table::Game, 0, field::game::ACTIVE);
        if hand == ABSENT {
            return Ok(Outcome::Done(0));
        }
        if host.stack().words()[base] == 0 {
            host.stack_mut().words_mut()[base] = 1;
            let options = Options::Fits(hand);
            return Ok(Outcome::Ask(AskCall { ask: AskId(1), who: active, options }));
        }
        host.call(HostOp::Place, [active, hand, answer, 0], site())?;
        let turn = host.memory().get(Table::Game, 0, field::game::TURN);
        if self.fault_in.compare_exchange(turn, 0, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
            return Err(FaultKind::DivisionByZero);
        }
        host.call(HostOp::Keep, [kept(HAND), 0, ABSENT, 0], site())?;
        Ok(Outcome::Done(0))
    }

    fn act(&self, base: usize, answer: Word, host: &mut dyn Host) -> Run<Outcome> {
        let active = host.memory().get(Table::Game, 0, field::game::ACTIVE);
        if host.stack().words()[base] == 1 {
            if answer != ABSENT {
                host.call(HostOp::Deploy, [active, answer, 0, 0], site())?;
            }
            return Ok(Outcome::Done(0));
        }
        host.stack_mut().words_mut()[base] = 1;
        let memory = host.memory();
        let player = |field| memory.get(Table::Player, active, field);
        let pegs = player(field::player::FIGURES)..player(field::player::FIGURES_END);
        let pegs: Vec<_> = pegs
            .filter(|&m| memory.get(Table::Figure, m, field::figure::PLACE) == ABSENT)
            .collect();
        let tile = memory.get(Table::Game, 0, field::game::PLACED);
        let first = memory.get(Table::Tile, tile, field::tile::SEGMENTS);
        let kind = memory.get(Table::Tile, tile, field::tile::KIND) as usize;
        let count = host.constant(Table::TileKind)[kind * 2 + 1];
        let mut spots = Vec::new();
        for segment in first..first + count {
            let feature = host.memory().get(Table::Segment, segment, field::segment::FEATURE);
            if host.memory().get(Table::Feature, feature, field::feature::FOLLOWERS) == 0 {
                let place = Place::Segment(segment).word();
                spots.extend(pegs.iter().map(|&peg| spot(peg, place)));
            }
        }
        let mut options = list(host.stack().top(), 0);
        for word in spots {
            options = host.call(HostOp::Append, [options, word, 0, 0], site())?;
        }
        let options = Options::List(options);
        Ok(Outcome::Ask(AskCall { ask: AskId(2), who: active, options }))
    }

    fn score(&self, host: &mut dyn Host) -> Run<Word> {
        let changed = host.call(HostOp::Changed, [0; 4], site())?;
        for i in 0..list_len(changed) {
            let segment = host.stack().words()[list_start(changed) + i];
            let feature = host.memory().get(Table::Segment, segment, field::segment::FEATURE);
            let get = |host: &mut dyn Host, f| host.memory().get(Table::Feature, feature, f);
            let kind = get(host, field::feature::KIND) as u16;
            let done = match kind {
                LINE | AREA => get(host, field::feature::OPEN) == 0,
                SPACE => {
                    let round = host.call(HostOp::FeatureNeighbours, [segment, 0, 0, 0], site())?;
                    list_len(round) == 8
                }
                _ => false,
            };
            if !done {
                continue;
            }
            let tiles = host.call(HostOp::CountTiles, [segment, 0, 0, 0], site())?;
            let worth = tiles + get(host, GEMS);
            let mut settled = host.call(HostOp::KeptList, [kept(SETTLED), 0, 0, 0], site())?;
            settled = host.call(HostOp::Append, [settled, segment, 0, 0], site())?;
            host.call(HostOp::KeepList, [kept(SETTLED), 0, settled, 0], site())?;
            host.call(HostOp::KeepOnFeature, [MARK.into(), segment, worth, 0], site())?;
            loop {
                let peg = get(host, field::feature::FIGURES);
                if peg == ABSENT {
                    break;
                }
                let owner = host.memory().get(Table::Figure, peg, field::figure::OWNER);
                let cause = Cause::Feature(segment).word();
                host.call(HostOp::Score, [owner, worth, cause, 0], site())?;
                host.call(HostOp::Return, [peg, 0, 0, 0], site())?;
            }
        }
        Ok(0)
    }

    fn fault(kind: FaultKind) -> Fault {
        Fault { kind, site: Some(site()), locals: Vec::new() }
    }
}

impl Code for Rules {
    fn call(&self, function: FunctionId, _: &[Word], host: &mut dyn Host) -> Result<Word, Fault> {
        let value = match function.0 {
            function::LAY => host.call(HostOp::Lay, [0; 4], site()),
            function::SCORE => self.score(host),
            function::RANK => {
                let players = 0..host.memory().rows(Table::Player) as Word;
                let points =
                    |host: &dyn Host, p| host.memory().get(Table::Player, p, field::player::POINTS);
                let most = players.clone().map(|p| points(host, p)).max();
                for p in players {
                    if Some(points(host, p)) == most
                        && let Err(kind) = host.call(HostOp::Win, [p, 0, 0, 0], site())
                    {
                        return Err(Self::fault(kind));
                    }
                }
                Ok(0)
            }
            function::PEGS => Ok(3),
            function::FEATURES => host.call(HostOp::Features, [0; 4], site()),
            _ => Err(FaultKind::Internal),
        };
        value.map_err(Self::fault)
    }

    fn resume(
        &self,
        function: FunctionId,
        base: usize,
        answer: Word,
        host: &mut dyn Host,
    ) -> Outcome {
        let result = match function.0 {
            function::PART if host.stack().words()[base] == 0 => {
                host.stack_mut().words_mut()[base] = 1;
                Ok(Outcome::Part(host.memory().get(Table::Game, 0, field::game::ACTIVE)))
            }
            function::PART => Ok(Outcome::Done(0)),
            function::DRAW => self.draw(base, answer, host),
            function::PLACE => self.place(base, answer, host),
            function::ACT => self.act(base, answer, host),
            function::LAST => {
                let left = host.memory().get(Table::Pile, 0, field::pile::COUNT);
                Ok(if left == 0 { Outcome::EndGame } else { Outcome::Done(0) })
            }
            _ => Err(FaultKind::Internal),
        };
        result.unwrap_or_else(|kind| Outcome::Fault(Self::fault(kind)))
    }
}

fn segment(name: &str, kind: u16, edges: u8, near: &[u8]) -> SegmentDef {
    SegmentDef {
        name: name.into(),
        kind: FeatureKindId(kind),
        edges: EdgeSet(edges),
        near: near.to_vec(),
        at: None,
    }
}

/// Kinds of tiles; half edges are NL NR EL ER SL SR WL WR from bit 0, edges N E S W.
fn tiles() -> Vec<TileKind> {
    let kind = |name: &str, segments, closes| TileKind {
        name: name.into(),
        segments,
        closes: EdgeSet(closes),
        pile: PileId(0),
        printed: Vec::new(),
        shows: 0,
    };
    vec![
        kind(
            "straight",
            vec![
                segment("r0", LINE, 0b1010, &[]),
                segment("c0", AREA, 0b0001, &[2]),
                segment("f0", LAND, 0b1000_0100, &[]),
                segment("f1", LAND, 0b0111_1000, &[]),
            ],
            0,
        ),
        kind(
            "cross",
            vec![
                segment("r0", LINE, 0b0001, &[]),
                segment("r1", LINE, 0b0010, &[]),
                segment("r2", LINE, 0b0100, &[]),
                segment("f0", LAND, 0b1111_0001, &[]),
                segment("f1", LAND, 0b0000_0110, &[]),
                segment("f2", LAND, 0b0000_1000, &[]),
            ],
            0,
        ),
        kind(
            "twins",
            vec![
                segment("c0", AREA, 0b0001, &[2]),
                segment("c1", AREA, 0b0010, &[2]),
                segment("f0", LAND, 0b1111_0000, &[]),
            ],
            0,
        ),
        kind(
            "wide",
            vec![segment("c0", AREA, 0b1011, &[1]), segment("f0", LAND, 0b0011_0000, &[])],
            0,
        ),
        kind(
            "space",
            vec![segment("m0", SPACE, 0, &[]), segment("f0", LAND, 0b1111_1111, &[0])],
            0,
        ),
        kind(
            "bend",
            vec![
                segment("r0", LINE, 0b1100, &[]),
                segment("f0", LAND, 0b1001_1111, &[]),
                segment("f1", LAND, 0b0110_0000, &[]),
            ],
            0,
        ),
        kind("stop", vec![segment("m0", SPACE, 0, &[])], 0b1111),
    ]
}

fn column(table: Table, field: u32, ty: Ty, default: Word, lasts: Lasts) -> Column {
    Column { table, field, name: String::new(), ty, default, lasts, sum_of: None }
}

fn layout(tiles: usize) -> Layout {
    let mut strides = [0; Table::COUNT];
    for (table, stride) in [
        (Table::Game, field::game::LEN + 2),
        (Table::Player, field::player::LEN + 2),
        (Table::Tile, field::tile::LEN),
        (Table::Segment, field::segment::LEN + 1),
        (Table::Feature, field::feature::LEN + 1),
        (Table::Figure, field::figure::LEN),
        (Table::Cell, field::cell::LEN),
        (Table::Group, field::group::LEN),
        (Table::Pile, field::pile::LEN + tiles as u32),
        (Table::Changed, 1),
        (Table::Heap, 1),
        (Table::Lying, field::lying::LEN),
        (Table::Shot, field::shot::LEN),
        (Table::Struck, field::struck::LEN),
        (Table::Corner, field::corner::LEN),
        (Table::Link, field::link::LEN),
        (Table::TileKind, field::tile_kind::LEN),
        (Table::SegmentDef, field::segment_def::LEN + 1),
        (Table::FigureKind, field::figure_kind::LEN),
    ] {
        strides[table as usize] = stride;
    }
    let mut gems = column(Table::Feature, GEMS, Ty::one(Base::Int), 0, Lasts::Game);
    gems.sum_of = Some(field::segment_def::LEN);
    Layout {
        strides,
        columns: vec![
            column(Table::Game, HAND, Ty::maybe(Base::Tile), ABSENT, Lasts::Part),
            column(Table::Game, SETTLED, Ty::list(Base::Feature(None)), 0, Lasts::Part),
            column(Table::Segment, MARK, Ty::one(Base::Int), 0, Lasts::Game),
            gems,
        ],
        player_figures: field::player::LEN,
        tokens: [None; Table::COUNT],
        tile_kinds: tiles as u32,
        token_kinds: 0,
        specimens: Vec::new(),
    }
}

fn shape(number: usize) -> FunctionShape {
    let waits = [function::PART, function::DRAW, function::PLACE, function::ACT, function::LAST];
    FunctionShape {
        name: format!("function {number}"),
        params: Vec::new(),
        result: (number as u32 == function::FEATURES).then_some(Ty::list(Base::Feature(None))),
        frame: waits.contains(&(number as u32)).then(|| vec![Ty::one(Base::Int)]),
        shape: 0,
        waits: Vec::new(),
    }
}

fn ask(kind: AskKind, base: Base) -> AskShape {
    AskShape {
        kind,
        name: String::new(),
        within: String::new(),
        ty: Ty::one(base),
        offers: Vec::new(),
        origin: OriginId(0),
    }
}

fn course(steps: &[(u32, u16)], phases: usize) -> Course {
    let step = |&(function, phase): &(u32, u16)| CourseStep {
        function: FunctionId(function),
        phase,
        name: String::new(),
        origin: OriginId(0),
        idle: None,
    };
    Course { phases: vec![String::new(); phases], steps: steps.iter().map(step).collect() }
}

/// The program, with rules that may fault once.
pub(super) fn program(code: Rules) -> Program {
    let tiles = tiles();
    let mut kinds = Vec::new();
    let mut defs = Vec::new();
    let mut first = 0;
    for tile in &tiles {
        kinds.extend([first, tile.segments.len() as Word]);
        first += tile.segments.len() as Word;
        for (i, segment) in tile.segments.iter().enumerate() {
            let twin = tile.segments.iter().filter(|s| s.kind == segment.kind).count() > 1;
            let gems = if segment.kind.0 == AREA { i as Word + 1 } else { 0 };
            defs.extend([segment.kind.0.into(), twin.into(), gems]);
        }
    }
    let feature = |name: &str, joins| FeatureKind { name: name.into(), joins };
    let start = PictureCell { tile: TileKindId(0), cell: cell(0, 0), turn: 0, pieces: Vec::new() };
    Program {
        expansions: Vec::new(),
        fingerprints: Vec::new(),
        lenders: Vec::new(),
        options: Vec::new(),
        players: (1, 5),
        enums: Vec::new(),
        features: vec![
            feature("line", Joins::Edges),
            feature("area", Joins::Edges),
            feature("space", Joins::Nothing),
            feature("land", Joins::HalfEdges),
        ],
        figures: vec![
            FigureKind {
                name: "guard".into(),
                follower: false,
                owned: false,
                count: None,
                missing: false,
                stands: Vec::new(),
                size: None,
            },
            FigureKind {
                name: "peg".into(),
                follower: true,
                owned: true,
                count: Some(FunctionId(function::PEGS)),
                missing: false,
                stands: Vec::new(),
                size: None,
            },
        ],
        tokens: Vec::new(),
        piles: vec!["bag".into()],
        layout: layout(tiles.len()),
        noted: Vec::new(),
        tiles,
        sets: Vec::new(),
        constants: [kinds, defs, vec![0, 0, 1, 1]],
        pictures: vec![Picture { cells: vec![start] }],
        asks: vec![
            ask(AskKind::Draws, Base::Tile),
            ask(AskKind::Chooses, Base::Fit),
            ask(AskKind::MayChoose, Base::Spot),
        ],
        origins: Vec::new(),
        sites: vec![Site { origin: OriginId(0), locals: Vec::new() }],
        functions: (0..function::LEN).map(shape).collect(),
        courses: Courses {
            setup: course(&[(function::LAY, 0)], 2),
            turn: course(&[(function::PART, 1), (function::LAST, 2)], 3),
            part: course(
                &[
                    (function::DRAW, 0),
                    (function::PLACE, 1),
                    (function::ACT, 2),
                    (function::SCORE, 3),
                ],
                4,
            ),
            finish: course(&[(function::RANK, 0)], 1),
        },
        completed: FunctionId(function::PEGS),
        worth: FunctionId(function::PEGS),
        invariants: Vec::new(),
        code: Arc::new(code),
    }
}

/// The rules of the program, ready to be played.
pub(super) fn rules() -> crate::Rules {
    crate::Rules::new(Arc::new(program(Rules::default())))
}

/// Two players and a bag of tiles.
pub(super) fn setup(seed: u64, copies: u32) -> crate::Setup {
    let tiles = (0..7).map(|kind| (TileKindId(kind), copies)).collect();
    crate::Setup { players: 2, seed, tiles, board: None }
}
