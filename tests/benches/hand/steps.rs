//! The steps of a turn: draw, place, deploy. Those that ask go on where word 0 of their frame says.

use abi::{
    ABSENT, AskCall, AskId, FaultKind, Host, HostOp, Memory, Options, Outcome, Place, SiteId,
    Table, Word, field, list, list_len, list_start, spot,
};

use super::{
    Done, fault,
    known::{Known, column},
};

impl Known {
    /// Does a deed, or asks the game something.
    #[inline]
    pub(super) fn deed(
        &self,
        host: &mut dyn Host,
        op: HostOp,
        [a, b, c]: [Word; 3],
        site: SiteId,
    ) -> Done<Word> {
        host.call(op, [a, b, c, 0], site).map_err(|kind| fault(kind, site))
    }

    fn active(memory: &Memory) -> Word {
        memory.get(Table::Game, 0, field::game::ACTIVE)
    }

    fn wait(host: &mut dyn Host, base: usize, ask: AskId, options: Options) -> Outcome {
        host.stack_mut().words_mut()[base] = 1;
        Outcome::Ask(AskCall { ask, who: Self::active(host.memory()), options })
    }

    fn keep_hand(&self, host: &mut dyn Host, tile: Word, site: SiteId) -> Done<Word> {
        self.deed(host, HostOp::Keep, [column(Table::Game, self.hand), 0, tile], site)
    }

    pub(super) fn lay_start(&self, host: &mut dyn Host) -> Done<()> {
        self.deed(host, HostOp::Lay, [0; 3], self.sites.lay).map(|_| ())
    }

    pub(super) fn part(&self, host: &mut dyn Host, base: usize) -> Outcome {
        if std::mem::replace(&mut host.stack_mut().words_mut()[base], 1) != 0 {
            return Outcome::Done(0);
        }
        Outcome::Part(Self::active(host.memory()))
    }

    pub(super) fn draw(&self, host: &mut dyn Host, base: usize, answer: Word) -> Done<Outcome> {
        if host.stack().words()[base] == 0 {
            if host.memory().get(Table::Game, 0, self.hand) != ABSENT {
                return Ok(Outcome::Done(0));
            }
        } else {
            if answer == ABSENT {
                return Ok(Outcome::EndGame);
            }
            self.keep_hand(host, answer, self.sites.draw)?;
            if self.deed(host, HostOp::CountFits, [answer, 0, 0], self.sites.draw)? > 0 {
                return Ok(Outcome::Done(0));
            }
            self.deed(host, HostOp::TileLeaves, [answer, 0, 0], self.sites.aside)?;
            self.keep_hand(host, ABSENT, self.sites.again)?;
        }
        Ok(Self::wait(host, base, self.asks.hand, Options::Pile(self.land)))
    }

    pub(super) fn place(&self, host: &mut dyn Host, base: usize, answer: Word) -> Done<Outcome> {
        if host.stack().words()[base] == 0 {
            let hand = host.memory().get(Table::Game, 0, self.hand);
            if hand == ABSENT {
                return Ok(Outcome::Done(0));
            }
            host.stack_mut().words_mut()[base + 1] = hand;
            return Ok(Self::wait(host, base, self.asks.place, Options::Fits(hand)));
        }
        if answer != ABSENT {
            let hand = host.stack().words()[base + 1];
            let active = Self::active(host.memory());
            self.deed(host, HostOp::Place, [active, hand, answer], self.sites.place)?;
            self.keep_hand(host, ABSENT, self.sites.placed)?;
        }
        Ok(Outcome::Done(0))
    }

    pub(super) fn act(&self, host: &mut dyn Host, base: usize, answer: Word) -> Done<Outcome> {
        if host.stack().words()[base] == 0 {
            let options = self.deployments(host)?;
            if list_len(options) == 0 {
                return Ok(Outcome::Done(0));
            }
            host.stack_mut().words_mut()[base + 1] = options;
            return Ok(Self::wait(host, base, self.asks.action, Options::List(options)));
        }
        if answer != ABSENT {
            let words = host.stack().words();
            let chosen = words[list_start(words[base + 1]) + 2 * answer as usize + 1];
            let active = Self::active(host.memory());
            self.deed(host, HostOp::Deploy, [active, chosen, 0], self.sites.deploy)?;
        }
        Ok(Outcome::Done(0))
    }

    /// What the active player may deploy on the tile placed last, as pairs for the menu.
    fn deployments(&self, host: &mut dyn Host) -> Done<Word> {
        let start = host.stack().top();
        let memory = host.memory();
        let tile = memory.get(Table::Game, 0, field::game::PLACED);
        if tile == ABSENT {
            return Err(fault(FaultKind::NothingPlaced, self.sites.deploy));
        }
        let player = Self::active(memory);
        let first = memory.get(Table::Player, player, self.first_meeple);
        let end = memory.get(Table::Player, player, field::player::FIGURES_END);
        let in_supply = |m: &Word| memory.get(Table::Figure, *m, field::figure::PLACE) == ABSENT;
        let Some(figure) = (first..end).find(in_supply) else { return Ok(list(start, 0)) };
        let kind = memory.get(Table::Tile, tile, field::tile::KIND);
        let count = host.constant(Table::TileKind)
            [kind as usize * self.tile_kind_stride + field::tile_kind::SEGMENTS as usize];
        let segments = memory.get(Table::Tile, tile, field::tile::SEGMENTS);
        for segment in segments..segments + count {
            let memory = host.memory();
            let feature = memory.get(Table::Segment, segment, field::segment::FEATURE);
            if memory.get(Table::Feature, feature, field::feature::FOLLOWERS) == 0 {
                let spot = spot(figure, Place::Segment(segment).word());
                let stack = host.stack_mut();
                if !stack.push(0) || !stack.push(spot) {
                    return Err(fault(FaultKind::Memory, self.sites.deploy));
                }
            }
        }
        Ok(list(start, host.stack().top() - start))
    }

    pub(super) fn last_tile(&self, host: &mut dyn Host) -> Outcome {
        let left = host.memory().get(Table::Pile, self.land.0.into(), field::pile::COUNT);
        if left == 0 { Outcome::EndGame } else { Outcome::Done(0) }
    }
}
