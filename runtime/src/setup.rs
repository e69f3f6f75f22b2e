//! A new game: piles filled, figures and tokens handed out, and perhaps a board instead of the usual start.

use abi::{
    FaultKind, FunctionId, Picture, Program, Stack, Table, TileKindId, TokenKindId, Word, field,
};
use thiserror::Error;

use crate::{
    board::MOST_TILES, chance::Pcg32, chronicle::Chronicle, facts::MAX_DEMANDS, frame::CourseKind,
    game::Game, grid::Grid, piles::Drawn, reason::because, restart::Committed, rules::Rules,
};

/// How many figures or tokens of a kind a player may have.
const MOST_PIECES: Word = 1000;
/// How many figures all players may have together.
const MOST_FIGURES: Word = 1 << 16;

/// What a game starts with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// How many players.
    pub players: u8,
    /// Where chance starts from.
    pub seed: u64,
    /// The tiles in the piles: kinds and copies.
    pub tiles: Vec<(TileKindId, u32)>,
    /// A board that stands in for the first phase of the set-up.
    pub board: Option<Picture>,
}

/// Why a game cannot start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// So many players cannot play.
    #[error("{asked} player{}, but {least} to {most} can play", if *asked == 1 { "" } else { "s" })]
    Players {
        /// How many were asked for.
        asked: u8,
        /// The least number.
        least: u8,
        /// The greatest number.
        most: u8,
    },
    /// A kind of tile that the rules do not have.
    #[error("there is no such tile, or no pile for it")]
    Tiles,
    /// More copies of tiles than a game has room for.
    #[error("{found} tiles in the piles, but a game has room for {MOST_TILES} at most")]
    TooManyTiles {
        /// How many there would be.
        found: u64,
    },
    /// The tiles have too many different sides.
    #[error("the tiles have {found} different sides, but at most {MAX_DEMANDS} can be told apart")]
    TooManySides {
        /// How many they have.
        found: usize,
    },
    /// A rule for the number of pieces went wrong.
    #[error("{what}: the rule for their number went wrong: {text}")]
    Pieces {
        /// Which pieces.
        what: String,
        /// What happened, with its line.
        text: String,
    },
    /// A rule gives an impossible number of pieces.
    #[error("{what} {found}: there can be 0 to {most}")]
    TooManyPieces {
        /// Which pieces.
        what: String,
        /// How many there would be.
        found: Word,
        /// How many there can be.
        most: Word,
    },
    /// The board cannot be laid as it is given.
    #[error("the board cannot be laid: {}", .0.text().trim_start_matches("a picture cannot be laid: "))]
    Board(FaultKind),
}

impl SetupError {
    /// Whether the rules are at fault, not what was asked of them.
    pub const fn blames_rules(&self) -> bool {
        match self {
            Self::Pieces { .. } | Self::TooManyPieces { .. } | Self::TooManySides { .. } => true,
            Self::Players { .. } | Self::Tiles | Self::TooManyTiles { .. } | Self::Board(_) => {
                false
            }
        }
    }
}

impl Game {
    /// A game that is about to begin.
    pub fn new(rules: &Rules, setup: &Setup) -> Result<Self, SetupError> {
        let program = &rules.program;
        let (least, most) = program.players;
        if setup.players == 0 || setup.players < least || setup.players > most {
            return Err(SetupError::Players { asked: setup.players, least, most });
        }
        if rules.facts.demands() > MAX_DEMANDS {
            return Err(SetupError::TooManySides { found: rules.facts.demands() });
        }
        let mut game = Self::empty(rules, setup);
        game.fill_piles(rules, &setup.tiles)?;
        game.make_specimens(rules)?;
        game.hand_out_figures(rules)?;
        game.hand_out_tokens(rules)?;
        let mut first_step = 0;
        if let Some(board) = &setup.board {
            game.play(rules).lay(board).map_err(SetupError::Board)?;
            let steps = &program.courses.setup.steps;
            first_step = steps.iter().take_while(|step| step.phase == 0).count();
        }
        game.play(rules).begin(CourseKind::Setup, first_step as u32, abi::ABSENT);
        game.commit();
        Ok(game)
    }

    /// Tables of the right shape, nothing in play.
    fn empty(rules: &Rules, setup: &Setup) -> Self {
        let mut memory = abi::Memory::new(&rules.program.layout);
        let rows = &rules.facts.rows;
        memory.push(Table::Game, &rows[Table::Game as usize]);
        for _ in 0..setup.players {
            memory.push(Table::Player, &rows[Table::Player as usize]);
        }
        for _ in 0..rules.facts.groups() {
            memory.push(Table::Group, &rows[Table::Group as usize]);
        }
        for _ in &rules.program.piles {
            memory.push(Table::Pile, &rows[Table::Pile as usize]);
        }
        Self {
            memory,
            stack: Stack::default(),
            frames: Vec::new(),
            rng: Pcg32::new(setup.seed),
            waiting: None,
            answer: 0,
            steps: abi::STEP_BUDGET,
            fault: None,
            chronicle: Chronicle::default(),
            grid: Grid::default(),
            restarts: Vec::new(),
            committed: Committed::default(),
            era: 0,
            outside: false,
        }
    }

    fn fill_piles(&mut self, rules: &Rules, tiles: &[(TileKindId, u32)]) -> Result<(), SetupError> {
        let found = tiles.iter().map(|(_, copies)| u64::from(*copies)).sum();
        if found > MOST_TILES as u64 {
            return Err(SetupError::TooManyTiles { found });
        }
        for &(kind, copies) in tiles {
            let tile = rules.program.tiles.get(kind.index()).ok_or(SetupError::Tiles)?;
            if tile.pile.index() >= rules.program.piles.len() {
                return Err(SetupError::Tiles);
            }
            self.play(rules).board().put_in(tile.pile, Drawn::Tile(kind), copies.into());
        }
        for (kind, token) in rules.program.tokens.iter().enumerate() {
            if let Some((pile, copies)) = token.pile {
                let drawn = Drawn::Token(TokenKindId(kind as u16));
                self.play(rules).board().put_in(pile, drawn, copies.into());
            }
        }
        Ok(())
    }

    /// Tiles outside the game that stand for all of their kind where rules ask for what would fit.
    fn make_specimens(&mut self, rules: &Rules) -> Result<(), SetupError> {
        for &kind in &rules.program.layout.specimens {
            let mut play = self.play(rules);
            let mut board = play.board();
            let tile = board.new_tile(kind).map_err(|_| SetupError::Tiles)?;
            board.set(Table::Tile, tile, field::tile::GONE, 1);
        }
        Ok(())
    }

    /// Neutral figures first, then player by player, kind by kind.
    fn hand_out_figures(&mut self, rules: &Rules) -> Result<(), SetupError> {
        let program = &rules.program;
        let row = &rules.facts.rows[Table::Figure as usize];
        for (kind, _) in program.figures.iter().enumerate().filter(|(_, f)| !f.owned) {
            self.new_figure(row, kind, abi::ABSENT);
        }
        let mut counts = Vec::new();
        for figure in &program.figures {
            counts.push(match figure.count {
                _ if !figure.owned => 0,
                Some(function) => {
                    let what = || format!("figure {}: each player", figure.name);
                    self.pieces(rules, function, &what)?
                }
                None => 1,
            });
        }
        let found = counts.iter().sum::<Word>() * self.players() as Word;
        if found > MOST_FIGURES {
            let what = "the figures of all players together:".to_owned();
            return Err(SetupError::TooManyPieces { what, found, most: MOST_FIGURES });
        }
        for player in 0..self.players() as Word {
            let first = self.memory.rows(Table::Figure) as Word;
            self.memory.set(Table::Player, player, field::player::FIGURES, first);
            for (kind, &count) in counts.iter().enumerate() {
                let column = program.layout.player_figures + kind as u32;
                let next = self.memory.rows(Table::Figure) as Word;
                self.memory.set(Table::Player, player, column, next);
                for _ in 0..count {
                    self.new_figure(row, kind, player);
                }
            }
            let end = self.memory.rows(Table::Figure) as Word;
            self.memory.set(Table::Player, player, field::player::FIGURES_END, end);
        }
        Ok(())
    }

    fn new_figure(&mut self, fresh: &[Word], kind: usize, owner: Word) {
        let (_, row) = self.memory.append(Table::Figure, fresh, 1);
        row[field::figure::KIND as usize] = kind as Word;
        row[field::figure::OWNER as usize] = owner;
    }

    fn hand_out_tokens(&mut self, rules: &Rules) -> Result<(), SetupError> {
        let Program { tokens, layout, .. } = &*rules.program;
        for (kind, token) in tokens.iter().enumerate() {
            if let (Some(function), Some(first)) =
                (token.each_player, layout.tokens[Table::Player as usize])
            {
                let what = || format!("token {}: each player", token.name);
                let count = self.pieces(rules, function, &what)?;
                for player in 0..self.players() as Word {
                    self.memory.set(Table::Player, player, first + kind as u32, count);
                }
            }
            if let (Some(function), Some(first)) =
                (token.stock, layout.tokens[Table::Game as usize])
            {
                let what = || format!("token {}: stock", token.name);
                let count = self.pieces(rules, function, &what)?;
                self.memory.set(Table::Game, 0, first + kind as u32, count);
            }
        }
        Ok(())
    }

    /// The number of pieces that a rule gives.
    fn pieces(
        &mut self,
        rules: &Rules,
        function: FunctionId,
        what: &dyn Fn() -> String,
    ) -> Result<Word, SetupError> {
        let found = self.call(rules, function, &[]).map_err(|fault| {
            let site = fault.site.and_then(|site| rules.program.sites.get(site.index()));
            let line = site.map(|site| because(&rules.program, site.origin));
            let text = fault.kind.text().to_owned();
            let text = line.map_or(text.clone(), |line| format!("{text}: {line}"));
            SetupError::Pieces { what: what(), text }
        })?;
        if (0..=MOST_PIECES).contains(&found) {
            return Ok(found);
        }
        Err(SetupError::TooManyPieces { what: what(), found, most: MOST_PIECES })
    }
}
