//! Why an answer is not on offer, as far as the board tells: what lies there, what does not match, who stands
//! there already, who has no figure left. What rules add to that is said by their lines.

use abi::{
    AskKind, Base, EdgeSet, Joins, Options, Place, Program, Table, TileKind, Ty, Word, cell, field,
};
use runtime::{FARTHEST, Playthrough, Token};

const SIDES: [&str; 4] = ["north", "east", "south", "west"];
const STEPS: [(i64, i64); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// What on the board keeps the question that waits from offering an answer; nothing if nothing is known.
pub(crate) fn why_not(play: &Playthrough, said: &[Token]) -> Option<String> {
    let waiting = play.game().waiting()?;
    let ask = play.ask(waiting.call.ask);
    let spotted = |ty: Option<Ty>| ty.is_some_and(|ty| ty.base == Base::Spot);
    let case = Case { play, said, asked: waiting.call.who };
    if ask.ty.base == Base::Fit {
        match waiting.call.options {
            Options::Fits(tile) => case.fit(tile),
            _ => None,
        }
    } else if ask.kind == AskKind::Menu {
        let by_name = ask.offers.iter().find(|o| case.says(&o.name));
        // Whoever names no offer may mean any of those that put figures somewhere.
        let meant = by_name.or_else(|| ask.offers.iter().find(|o| spotted(o.ty)))?;
        if spotted(meant.ty) { case.spot() } else { None }
    } else if ask.ty.base == Base::Spot {
        case.spot()
    } else {
        None
    }
}

struct Case<'a> {
    play: &'a Playthrough,
    said: &'a [Token],
    asked: Word,
}

impl Case<'_> {
    fn program(&self) -> &Program {
        self.play.rules().program()
    }

    fn get(&self, table: Table, row: Word, column: u32) -> Word {
        self.play.game().memory().get(table, row, column)
    }

    fn says(&self, name: &str) -> bool {
        self.said.iter().any(|token| matches!(token, Token::Name(said) if said == name))
    }

    /// The cell that was said, if it is on any table.
    fn cell(&self) -> Option<(i64, i64)> {
        let said = self.said.iter().find_map(|token| match token {
            Token::Cell(x, y) => Some((*x, *y)),
            _ => None,
        });
        said.filter(|(x, y)| x.abs() < FARTHEST && y.abs() < FARTHEST)
    }

    fn kind(&self, tile: Word) -> &TileKind {
        &self.program().tiles[self.get(Table::Tile, tile, field::tile::KIND) as usize]
    }

    fn fit(&self, tile: Word) -> Option<String> {
        let (x, y) = self.cell()?;
        let turn = self.said.iter().find_map(|token| match token {
            Token::Int(n) => Some(*n),
            _ => None,
        });
        let game = self.play.game();
        if game.tile_at(cell(x, y)).is_some() {
            return Some(format!("a tile lies at ({x}, {y}) already"));
        }
        let beside: Vec<(usize, Word)> = STEPS
            .iter()
            .enumerate()
            .filter_map(|(d, (dx, dy))| Some((d, game.tile_at(cell(x + dx, y + dy))?)))
            .collect();
        if beside.is_empty() {
            return Some(format!("no tile lies beside ({x}, {y})"));
        }
        let turn = turn.filter(|t| matches!(t, 0 | 90 | 180 | 270))? / 90;
        let own = Lying { program: self.program(), kind: self.kind(tile), turn };
        let misfits = beside.into_iter().filter_map(|(d, other)| {
            let turn = self.get(Table::Tile, other, field::tile::TURN);
            let other = Lying { program: self.program(), kind: self.kind(other), turn };
            let (mine, theirs) = (own.side(d)?, other.side((d + 2) % 4)?);
            let matches =
                mine.edge == theirs.edge && (mine.left, mine.right) == (theirs.right, theirs.left);
            let (mine, theirs) = (mine.text(), theirs.text());
            (!matches)
                .then(|| format!("its {} side is {mine}, and {theirs} lies against it", SIDES[d]))
        });
        let misfits: Vec<String> = misfits.collect();
        (!misfits.is_empty()).then(|| misfits.join("; "))
    }

    fn spot(&self) -> Option<String> {
        let program = self.program();
        let player = self.play.seats().name(self.asked);
        let kinds = || program.figures.iter().enumerate();
        let (kind, figure) = kinds().find(|(_, kind)| self.says(&kind.name))?;
        if figure.owned && self.supply(kind as Word) == 0 {
            return Some(format!("{player} has no {} in the supply", figure.name));
        }
        let game = self.play.game();
        let tile = match self.cell() {
            Some((x, y)) => match game.tile_at(cell(x, y)) {
                Some(tile) => tile,
                None => return Some(format!("no tile lies at ({x}, {y})")),
            },
            None => game.placed()?,
        };
        let printed = self.kind(tile);
        let wanted = self.said.iter().skip_while(|t| **t != Token::Name("on".to_owned())).nth(1);
        let Some(Token::Name(wanted)) = wanted else {
            return None;
        };
        let Some(at) = printed.segments.iter().position(|s| s.name == *wanted) else {
            return Some(format!("{} has no segment {wanted}", printed.name));
        };
        let feature = &program.features[printed.segments[at].kind.index()];
        let stands = |s: &abi::Stands| s.feature == Some(printed.segments[at].kind);
        if !figure.stands.iter().any(stands) {
            return Some(format!("no {} ever stands on any {}", figure.name, feature.name));
        }
        let segment = self.get(Table::Tile, tile, field::tile::SEGMENTS) + at as Word;
        let there = self.figures_with(segment);
        (!there.is_empty()).then(|| format!("in its {} stands {}", feature.name, there.join(", ")))
    }

    /// How many figures of a kind the player has left.
    fn supply(&self, kind: Word) -> usize {
        let figures = 0..self.play.game().memory().rows(Table::Figure) as Word;
        let own = figures.filter(|&f| {
            self.get(Table::Figure, f, field::figure::KIND) == kind
                && self.get(Table::Figure, f, field::figure::OWNER) == self.asked
                && self.get(Table::Figure, f, field::figure::PLACE) == abi::ABSENT
        });
        own.count()
    }

    /// Who stands in the feature of a segment.
    fn figures_with(&self, segment: Word) -> Vec<String> {
        let feature = |s: Word| self.get(Table::Segment, s, field::segment::FEATURE);
        let speaker = self.play.speaker(None);
        let figure = Ty::one(Base::Figure(abi::FigureSort::Any));
        let standing = self.play.game().standing().filter_map(|(standing, place)| {
            match Place::from_word(place)? {
                Place::Segment(s) if feature(s) == feature(segment) => {
                    Some(speaker.value(figure, standing).to_string())
                }
                _ => None,
            }
        });
        standing.collect()
    }
}

/// A tile as it lies, or would lie.
struct Lying<'a> {
    program: &'a Program,
    kind: &'a TileKind,
    turn: i64,
}

/// The names of what reaches a side: over the whole edge, and over its halves as seen from the middle.
#[derive(Default)]
struct Side<'a> {
    edge: Option<&'a str>,
    left: Option<&'a str>,
    right: Option<&'a str>,
}

impl<'a> Lying<'a> {
    /// What reaches a side; nothing if that side matches anything.
    fn side(&self, d: usize) -> Option<Side<'a>> {
        let has = |set: EdgeSet, bit: usize| set.0 >> bit & 1 == 1;
        if has(self.kind.closes.turned(self.turn, Joins::Edges), d) {
            return None;
        }
        let mut side = Side::default();
        for segment in &self.kind.segments {
            let feature = &self.program.features[segment.kind.index()];
            let edges = segment.edges.turned(self.turn, feature.joins);
            let name = Some(feature.name.as_str());
            match feature.joins {
                Joins::Edges if has(edges, d) => side.edge = name,
                Joins::HalfEdges => {
                    if has(edges, 2 * d) {
                        side.left = name;
                    }
                    if has(edges, 2 * d + 1) {
                        side.right = name;
                    }
                }
                Joins::Edges | Joins::Nothing => {}
            }
        }
        Some(side)
    }
}

impl Side<'_> {
    fn text(&self) -> String {
        match (self.edge, self.left, self.right) {
            (Some(edge), ..) => edge.to_owned(),
            (None, Some(left), Some(right)) if left != right => format!("{left} and {right}"),
            (None, left, right) => left.or(right).unwrap_or("nothing").to_owned(),
        }
    }
}
