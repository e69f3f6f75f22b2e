//! Figures move between supply, board, prison and the side of others.
//!
//! Figures on segments and on corners are chained by feature, figures on whole tiles by tile, both in the order
//! in which they came.

use abi::{FaultKind, Memory, Place, Reason, Table, Word, field};

use crate::board::Board;

use field::{feature as F, figure as M};

/// The chain in which a figure hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chain {
    Feature(Word),
    Tile(Word),
    None,
}

impl Board<'_> {
    /// A figure goes from wherever it is to a place; gives the place that it left.
    pub(crate) fn move_figure(&mut self, figure: Word, place: Word) -> Result<Word, FaultKind> {
        let chain = self.chain_at(figure, place)?;
        let before = self.get(Table::Figure, figure, M::PLACE);
        self.leave_place(figure, before)?;
        self.set(Table::Figure, figure, M::PLACE, place);
        self.see_place(place);
        self.count_crossing(place, 1);
        self.attach(figure, chain);
        Ok(before)
    }

    /// The figures on corners, each with a segment of the feature in which it stands, or absent.
    pub(crate) fn on_corners(&self) -> Vec<(Word, Word)> {
        if self.get(Table::Game, 0, field::game::CROSSINGS) == 0 {
            return Vec::new();
        }
        let figures = 0..self.memory.rows(Table::Figure) as Word;
        let on_corner = figures.filter_map(|figure| {
            let place = Place::from_word(self.get(Table::Figure, figure, M::PLACE));
            let Some(Place::Corner(corner)) = place else { return None };
            let feature = self.corner_feature(corner);
            let first = feature.map(|feature| self.get(Table::Feature, feature, F::FIRST));
            Some((figure, first.unwrap_or(abi::ABSENT)))
        });
        on_corner.collect()
    }

    /// Figures on corners whose corner now belongs to another feature, or to none, stand there.
    pub(crate) fn mend_corners(&mut self, before: &[(Word, Word)]) -> Result<(), FaultKind> {
        for &(figure, segment) in before {
            let former = match segment {
                abi::ABSENT => Chain::None,
                segment => Chain::Feature(self.feature_of(segment)?),
            };
            let now = self.chain_at(figure, self.get(Table::Figure, figure, M::PLACE))?;
            if now != former {
                self.detach(figure, former);
                self.attach(figure, now);
            }
        }
        Ok(())
    }

    /// The figures of a feature that has parted stand where their places are now.
    pub(crate) fn part_figures(&mut self, feature: Word) -> Result<(), FaultKind> {
        let mut figure = self.get(Table::Feature, feature, F::FIGURES);
        while figure != abi::ABSENT {
            let next = self.get(Table::Figure, figure, M::NEXT);
            let chain = self.chain_at(figure, self.get(Table::Figure, figure, M::PLACE))?;
            if chain != Chain::Feature(feature) {
                self.detach(figure, Chain::Feature(feature));
                self.attach(figure, chain);
            }
            figure = next;
        }
        Ok(())
    }

    /// So many figures more stand on corners, if a place is one.
    fn count_crossing(&mut self, place: Word, more: Word) {
        if matches!(Place::from_word(place), Some(Place::Corner(_))) {
            self.memory.add(Table::Game, 0, field::game::CROSSINGS, more);
        }
    }

    fn chain_of_corner(&self, corner: Word) -> Result<Chain, FaultKind> {
        if self.round_corner(corner).next().is_none() {
            return Err(FaultKind::Impossible(Reason::NotOnBoard));
        }
        Ok(self.corner_feature(corner).map_or(Chain::None, Chain::Feature))
    }

    /// A figure goes back to its supply or the box; gives the place that it left, absent if it was there.
    pub(crate) fn return_figure(&mut self, figure: Word) -> Result<Word, FaultKind> {
        let before = self.get(Table::Figure, figure, M::PLACE);
        if before != abi::ABSENT {
            self.leave_place(figure, before)?;
            self.set(Table::Figure, figure, M::PLACE, abi::ABSENT);
        }
        Ok(before)
    }

    /// A figure is gone for a question, and only for that: it remembers between which others it hung. Those
    /// beside it stay.
    pub(crate) fn set_aside(&mut self, figure: Word) -> Result<(), FaultKind> {
        let place = self.get(Table::Figure, figure, M::PLACE);
        let chain = self.chain_of(place)?;
        self.unhook(figure, chain);
        self.count_crossing(place, -1);
        self.set(Table::Figure, figure, M::PLACE, abi::ABSENT);
        Ok(())
    }

    /// A figure that was set aside stands again where it stood.
    pub(crate) fn put_back(&mut self, figure: Word, place: Word) -> Result<(), FaultKind> {
        let chain = self.chain_of(place)?;
        let next = self.get(Table::Figure, figure, M::NEXT);
        let prev = self.get(Table::Figure, figure, M::PREV);
        self.set(Table::Figure, figure, M::PLACE, place);
        self.count_crossing(place, 1);
        match chain {
            Chain::Feature(feature) => {
                if prev == abi::ABSENT {
                    self.set(Table::Feature, feature, F::FIGURES, figure);
                }
                if next == abi::ABSENT {
                    self.set(Table::Feature, feature, F::LAST_FIGURE, figure);
                }
                let one = self.follower(figure);
                self.memory.add(Table::Feature, feature, F::FOLLOWERS, one);
            }
            Chain::Tile(tile) if prev == abi::ABSENT => {
                self.set(Table::Tile, tile, field::tile::FIGURES, figure);
            }
            Chain::Tile(_) => {}
            Chain::None => return Ok(()),
        }
        if prev != abi::ABSENT {
            self.set(Table::Figure, prev, M::NEXT, figure);
        }
        if next != abi::ABSENT {
            self.set(Table::Figure, next, M::PREV, figure);
        }
        Ok(())
    }

    /// The chain in which a figure on this place hangs.
    fn chain_of(&self, place: Word) -> Result<Chain, FaultKind> {
        Ok(match Place::from_word(place) {
            Some(Place::Segment(segment)) => Chain::Feature(self.feature_of(segment)?),
            Some(Place::Tile(tile)) => Chain::Tile(tile),
            Some(Place::Corner(corner)) => self.chain_of_corner(corner)?,
            Some(Place::Figure(_) | Place::Player(_)) | None => Chain::None,
        })
    }

    /// The tile that a place belongs to, or absent.
    pub(crate) fn tile_of_place(&self, place: Word) -> Word {
        tile_of_place(self.memory, place)
    }

    /// The chain of a place where a figure is to stand; a fault if it cannot stand there.
    fn chain_at(&self, figure: Word, place: Word) -> Result<Chain, FaultKind> {
        let within = |id: Word, table| (id as usize) < self.memory.rows(table);
        match Place::from_word(place) {
            Some(Place::Segment(segment)) if within(segment, Table::Segment) => {
                Ok(Chain::Feature(self.feature_of(segment)?))
            }
            Some(Place::Tile(tile)) if within(tile, Table::Tile) && self.lies(tile) => {
                Ok(Chain::Tile(tile))
            }
            Some(Place::Corner(corner)) => self.chain_of_corner(corner),
            Some(Place::Player(player)) if within(player, Table::Player) => Ok(Chain::None),
            Some(Place::Figure(other)) if within(other, Table::Figure) => {
                let mut beside = other;
                loop {
                    if beside == figure {
                        return Err(FaultKind::Impossible(Reason::BesideItself));
                    }
                    match Place::from_word(self.get(Table::Figure, beside, M::PLACE)) {
                        Some(Place::Figure(next)) => beside = next,
                        Some(_) => return Ok(Chain::None),
                        // Nobody stands beside a figure that stands nowhere.
                        None => return Err(FaultKind::Impossible(Reason::NotOnBoard)),
                    }
                }
            }
            Some(Place::Tile(_)) => Err(FaultKind::Impossible(Reason::NotOnBoard)),
            _ => Err(FaultKind::Impossible(Reason::NoStand)),
        }
    }

    /// Takes a figure off its place; those beside it stay behind on the tile.
    fn leave_place(&mut self, figure: Word, before: Word) -> Result<(), FaultKind> {
        self.count_crossing(before, -1);
        let chain = self.chain_of(before)?;
        if chain != Chain::None {
            self.detach(figure, chain);
        }
        let tile = self.tile_of_place(before);
        let mut gone = vec![figure];
        while let Some(figure) = gone.pop() {
            let beside = Place::Figure(figure).word();
            for other in 0..self.memory.rows(Table::Figure) as Word {
                if self.get(Table::Figure, other, M::PLACE) != beside {
                    continue;
                }
                if tile == abi::ABSENT {
                    // No tile to stay behind on: they stand nowhere, and so do those beside them.
                    self.set(Table::Figure, other, M::PLACE, abi::ABSENT);
                    gone.push(other);
                } else {
                    self.set(Table::Figure, other, M::PLACE, Place::Tile(tile).word());
                    self.attach(other, Chain::Tile(tile));
                }
            }
        }
        Ok(())
    }

    fn attach(&mut self, figure: Word, chain: Chain) {
        let last = match chain {
            Chain::None => return,
            Chain::Feature(feature) => self.get(Table::Feature, feature, F::LAST_FIGURE),
            Chain::Tile(tile) => self.last_on_tile(tile),
        };
        self.set(Table::Figure, figure, M::NEXT, abi::ABSENT);
        self.set(Table::Figure, figure, M::PREV, last);
        if last != abi::ABSENT {
            self.set(Table::Figure, last, M::NEXT, figure);
        }
        match chain {
            Chain::Feature(feature) => {
                if last == abi::ABSENT {
                    self.set(Table::Feature, feature, F::FIGURES, figure);
                }
                self.set(Table::Feature, feature, F::LAST_FIGURE, figure);
                let one = self.follower(figure);
                self.memory.add(Table::Feature, feature, F::FOLLOWERS, one);
            }
            Chain::Tile(tile) => {
                if last == abi::ABSENT {
                    self.set(Table::Tile, tile, field::tile::FIGURES, figure);
                }
            }
            Chain::None => {}
        }
    }

    fn detach(&mut self, figure: Word, chain: Chain) {
        self.unhook(figure, chain);
        self.set(Table::Figure, figure, M::NEXT, abi::ABSENT);
        self.set(Table::Figure, figure, M::PREV, abi::ABSENT);
    }

    /// Takes a figure out of its chain, where it still knows its place.
    fn unhook(&mut self, figure: Word, chain: Chain) {
        if chain == Chain::None {
            return;
        }
        let next = self.get(Table::Figure, figure, M::NEXT);
        let prev = self.get(Table::Figure, figure, M::PREV);
        if prev != abi::ABSENT {
            self.set(Table::Figure, prev, M::NEXT, next);
        }
        if next != abi::ABSENT {
            self.set(Table::Figure, next, M::PREV, prev);
        }
        match chain {
            Chain::Feature(feature) => {
                if prev == abi::ABSENT {
                    self.set(Table::Feature, feature, F::FIGURES, next);
                }
                if next == abi::ABSENT {
                    self.set(Table::Feature, feature, F::LAST_FIGURE, prev);
                }
                let one = self.follower(figure);
                self.memory.add(Table::Feature, feature, F::FOLLOWERS, -one);
            }
            Chain::Tile(tile) if prev == abi::ABSENT => {
                self.set(Table::Tile, tile, field::tile::FIGURES, next);
            }
            Chain::Tile(_) | Chain::None => {}
        }
    }

    fn last_on_tile(&self, tile: Word) -> Word {
        let mut last = abi::ABSENT;
        let mut figure = self.get(Table::Tile, tile, field::tile::FIGURES);
        while figure != abi::ABSENT {
            last = figure;
            figure = self.get(Table::Figure, figure, M::NEXT);
        }
        last
    }

    /// 1 for a follower, 0 for other figures.
    fn follower(&self, figure: Word) -> Word {
        let kind = self.get(Table::Figure, figure, M::KIND);
        Word::from(self.facts.followers[kind as usize])
    }
}

/// The tile that a place belongs to, or absent.
pub(crate) fn tile_of_place(memory: &Memory, mut place: Word) -> Word {
    // Figures beside figures never stand in a circle (`chain_at`), so this ends.
    loop {
        match Place::from_word(place) {
            Some(Place::Segment(segment)) => {
                return memory.get(Table::Segment, segment, field::segment::TILE);
            }
            Some(Place::Tile(tile)) => return tile,
            Some(Place::Figure(other)) => place = memory.get(Table::Figure, other, M::PLACE),
            Some(Place::Corner(_) | Place::Player(_)) | None => return abi::ABSENT,
        }
    }
}
