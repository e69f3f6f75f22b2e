//! Scoring: what is complete, who has most followers in it, what it is worth, and who goes home.

use abi::{
    ABSENT, Cause, FaultKind, Host, HostOp, Memory, Table, Word, field, list, list_len, list_start,
};

use super::{
    Done, fault,
    known::{Known, MOST_PLAYERS, column},
};

use field::{feature as F, figure as M};

impl Known {
    /// The row of the feature of a segment.
    pub(super) fn row(memory: &Memory, segment: Word) -> Word {
        memory.get(Table::Segment, segment, field::segment::FEATURE)
    }

    /// How many tiles lie round the tile of a space.
    fn around(memory: &Memory, feature: Word) -> Word {
        let segment = memory.get(Table::Feature, feature, F::FIRST);
        let tile = memory.get(Table::Segment, segment, field::segment::TILE);
        memory.get(Table::Tile, tile, field::tile::AROUND)
    }

    pub(super) fn is_completed(&self, memory: &Memory, feature: Word) -> bool {
        let kind = memory.get(Table::Feature, feature, F::KIND);
        if kind == self.city || kind == self.road {
            memory.get(Table::Feature, feature, F::OPEN) == 0
        } else {
            kind == self.monastery && Self::around(memory, feature) == 8
        }
    }

    pub(super) fn worth(&self, host: &mut dyn Host, feature: Word) -> Done<Word> {
        let memory = host.memory();
        let kind = memory.get(Table::Feature, feature, F::KIND);
        if kind == self.road {
            return self.count_tiles(host, feature);
        }
        if kind == self.city {
            let open = memory.get(Table::Feature, feature, F::OPEN);
            let pennants = memory.get(Table::Feature, feature, self.pennants);
            let tiles = self.count_tiles(host, feature)?;
            return Ok(match (open, tiles) {
                (0, 2) => self.tiny_city / 2 * (2 + pennants),
                (0, _) => 2 * (tiles + pennants),
                _ => tiles + pennants,
            });
        }
        if kind == self.monastery {
            return Ok(1 + Self::around(memory, feature));
        }
        self.supplied(host, feature).map(|cities| 3 * cities)
    }

    fn count_tiles(&self, host: &mut dyn Host, feature: Word) -> Done<Word> {
        let memory = host.memory();
        if memory.get(Table::Feature, feature, F::TWINS) < 2 {
            return Ok(memory.get(Table::Feature, feature, F::SEGMENTS));
        }
        let first = memory.get(Table::Feature, feature, F::FIRST);
        self.deed(host, HostOp::CountTiles, [first, 0, 0], self.sites.score)
    }

    /// How many completed cities border a field.
    fn supplied(&self, host: &mut dyn Host, feature: Word) -> Done<Word> {
        let top = host.stack().top();
        let first = host.memory().get(Table::Feature, feature, F::FIRST);
        let touching = self.deed(host, HostOp::Touching, [first, 0, 0], self.sites.score)?;
        let memory = host.memory();
        let words = &host.stack().words()[list_start(touching)..][..list_len(touching)];
        let is_supplied = |segment: &&Word| {
            let other = Self::row(memory, **segment);
            memory.get(Table::Feature, other, F::KIND) == self.city
                && memory.get(Table::Feature, other, F::OPEN) == 0
        };
        let cities = words.iter().filter(is_supplied).count() as Word;
        host.stack_mut().set_top(top);
        Ok(cities)
    }

    /// Scores a feature for whoever has most followers in it.
    fn settle(&self, host: &mut dyn Host, feature: Word) -> Done<()> {
        let memory = host.memory();
        let first = memory.get(Table::Feature, feature, F::FIRST);
        let mut figure = memory.get(Table::Feature, feature, F::FIGURES);
        if figure != ABSENT {
            let mut strength = [0; MOST_PLAYERS];
            while figure != ABSENT {
                let owner = memory.get(Table::Figure, figure, M::OWNER);
                strength[owner as usize] += 1;
                figure = memory.get(Table::Figure, figure, M::NEXT);
            }
            let most = strength.into_iter().max().unwrap_or(0);
            let points = self.worth(host, feature)?;
            let cause = Cause::Feature(first).word();
            for (player, _) in (0..).zip(strength).filter(|(_, has)| *has == most) {
                self.deed(host, HostOp::Score, [player, points, cause], self.sites.score)?;
            }
        }
        self.add_settled(host, first)
    }

    fn add_settled(&self, host: &mut dyn Host, first: Word) -> Done<()> {
        let site = self.sites.settled;
        let kept = host.memory().get(Table::Game, 0, self.settled);
        let start = host.stack().top();
        for at in list_start(kept)..list_start(kept) + list_len(kept) {
            let word = host.memory().words(Table::Heap)[at];
            self.push(host, word)?;
        }
        self.push(host, first)?;
        let longer = list(start, list_len(kept) + 1);
        let to = [column(Table::Game, self.settled), 0, longer];
        self.deed(host, HostOp::KeepList, to, site)?;
        host.stack_mut().set_top(start);
        Ok(())
    }

    pub(super) fn push(&self, host: &mut dyn Host, word: Word) -> Done<()> {
        if host.stack_mut().push(word) {
            Ok(())
        } else {
            Err(fault(FaultKind::Memory, self.sites.settled))
        }
    }

    pub(super) fn score(&self, host: &mut dyn Host) -> Done<()> {
        let memory = host.memory();
        let changed = memory.words(Table::Changed).iter().map(|s| Self::row(memory, *s));
        // Hardly ever is there one, so this hardly ever needs room.
        let mut completed: Vec<Word> = changed.filter(|f| self.is_completed(memory, *f)).collect();
        completed.sort_unstable();
        completed.dedup();
        for feature in completed {
            self.settle(host, feature)?;
        }
        Ok(())
    }

    pub(super) fn go_home(&self, host: &mut dyn Host) -> Done<()> {
        let settled = host.memory().get(Table::Game, 0, self.settled);
        for at in list_start(settled)..list_start(settled) + list_len(settled) {
            let memory = host.memory();
            let feature = Self::row(memory, memory.words(Table::Heap)[at]);
            let mut figure = memory.get(Table::Feature, feature, F::FIGURES);
            while figure != ABSENT {
                let next = host.memory().get(Table::Figure, figure, M::NEXT);
                self.deed(host, HostOp::Return, [figure, 0, 0], self.sites.returns)?;
                figure = next;
            }
        }
        Ok(())
    }

    pub(super) fn final_scoring(&self, host: &mut dyn Host) -> Done<()> {
        let begun = [column(Table::Game, self.is_final), 0, 1];
        self.deed(host, HostOp::Keep, begun, self.sites.is_final)?;
        for feature in 0..host.memory().rows(Table::Feature) as Word {
            let memory = host.memory();
            if memory.get(Table::Feature, feature, F::SEGMENTS) > 0
                && memory.get(Table::Feature, feature, F::FOLLOWERS) > 0
                && !self.is_completed(memory, feature)
            {
                self.settle(host, feature)?;
            }
        }
        Ok(())
    }

    pub(super) fn ranking(&self, host: &mut dyn Host) -> Done<()> {
        let points = |host: &dyn Host, player: Word| {
            host.memory().get(Table::Player, player, field::player::POINTS)
        };
        let players = host.memory().rows(Table::Player) as Word;
        let most = (0..players).map(|player| points(host, player)).max();
        for player in 0..players {
            if Some(points(host, player)) == most {
                self.deed(host, HostOp::Win, [player, 0, 0], self.sites.wins)?;
                let winner = [column(Table::Player, self.winner), player, 1];
                self.deed(host, HostOp::Keep, winner, self.sites.winner)?;
            }
        }
        Ok(())
    }
}
