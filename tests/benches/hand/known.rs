//! What the hand-written functions look up in their program once: columns, asks, lines.

use abi::{AskId, AskKind, PileId, Program, SiteId, Table, Word};

/// How many players the base game has at most.
pub(super) const MOST_PLAYERS: usize = 6;

/// The columns and names of the base game.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) hand: u32,
    pub(super) settled: u32,
    pub(super) is_final: u32,
    pub(super) winner: u32,
    pub(super) pennants: u32,
    pub(super) road: Word,
    pub(super) city: Word,
    pub(super) monastery: Word,
    /// The column of a player's first follower.
    pub(super) first_meeple: u32,
    pub(super) tile_kind_stride: usize,
    pub(super) land: PileId,
    pub(super) meeples: Word,
    pub(super) tiny_city: Word,
    pub(super) asks: Asks,
    pub(super) sites: Sites,
}

/// The questions.
#[derive(Debug)]
pub(super) struct Asks {
    pub(super) hand: AskId,
    pub(super) place: AskId,
    pub(super) action: AskId,
}

/// The lines that do something.
#[derive(Debug)]
pub(super) struct Sites {
    pub(super) lay: SiteId,
    pub(super) draw: SiteId,
    pub(super) aside: SiteId,
    pub(super) place: SiteId,
    pub(super) again: SiteId,
    pub(super) placed: SiteId,
    pub(super) deploy: SiteId,
    pub(super) score: SiteId,
    pub(super) settled: SiteId,
    pub(super) returns: SiteId,
    pub(super) is_final: SiteId,
    pub(super) wins: SiteId,
    pub(super) winner: SiteId,
}

impl Known {
    /// Looks everything up.
    ///
    /// # Panics
    ///
    /// When this is not the base game, alone and with its usual options.
    pub(super) fn of(program: &Program) -> Self {
        assert_eq!(program.expansions.len(), 1, "these are the rules of the base game alone");
        assert_eq!(program.figures.len(), 1, "the base game has one kind of figure");
        assert!(usize::from(program.players.1) <= MOST_PLAYERS, "the base game has few players");
        assert_eq!(option(program, "field_scoring"), 0, "each field scores for its cities");
        let kept = |name: &str| {
            let mut columns = program.layout.columns.iter();
            columns.find(|column| column.name == name).expect("the base game keeps this").field
        };
        let kind = |name: &str| {
            let kind = program.features.iter().position(|feature| feature.name == name);
            kind.expect("the base game has this landscape") as Word
        };
        let ask = |kind: AskKind, name: &str| {
            let mut asks = program.asks.iter();
            let found = asks.position(|ask| ask.kind == kind && ask.name == name);
            AskId(found.expect("the base game asks this") as u32)
        };
        Self {
            hand: kept("game.hand"),
            settled: kept("game.settled"),
            is_final: kept("game.final"),
            winner: kept("player.winner"),
            pennants: kept("city.pennants"),
            road: kind("road"),
            city: kind("city"),
            monastery: kind("monastery"),
            first_meeple: program.layout.player_figures,
            tile_kind_stride: program.layout.stride(Table::TileKind),
            land: PileId(0),
            meeples: option(program, "meeples"),
            tiny_city: option(program, "tiny_city"),
            asks: Asks {
                hand: ask(AskKind::Draws, "hand"),
                place: ask(AskKind::Chooses, "place"),
                action: ask(AskKind::Menu, "action"),
            },
            sites: Sites {
                lay: line(program, "lay from (0, 0)"),
                draw: line(program, "hand = active draws from"),
                aside: line(program, "{ t leaves }"),
                place: line(program, "active places t at place"),
                again: line(program, "to draw_again() { hand = none }"),
                placed: line(program, "hand = none"),
                deploy: line(program, "offer deploy in action"),
                score: line(program, "p scores worth(f, p) for f"),
                settled: line(program, "settled += [f]"),
                returns: line(program, "m returns"),
                is_final: line(program, "final = true"),
                wins: line(program, "p wins }"),
                winner: line(program, "p.winner = true"),
            },
        }
    }
}

fn option(program: &Program, name: &str) -> Word {
    let mut options = program.options.iter();
    options.find(|option| option.name == name).expect("the base game has this option").value
}

/// A site on the line that is a text, or else on the first that contains it.
fn line(program: &Program, text: &str) -> SiteId {
    let of = |site: &abi::Site| program.origins[site.origin.index()].text.as_str();
    let whole = program.sites.iter().position(|site| of(site) == text);
    let site = whole.or_else(|| program.sites.iter().position(|site| of(site).contains(text)));
    SiteId(site.unwrap_or_else(|| panic!("no line does anything with `{text}`")) as u32)
}

/// The argument by which an operation names a kept property of the game or of a player.
pub(super) const fn column(table: Table, field: u32) -> Word {
    (table as Word) << 32 | field as Word
}
