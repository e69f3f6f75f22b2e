//! What shots left behind fits together.

use abi::{Table, Word, field};

use super::{Audit, Flaw, ensure};

use field::{lying, shot as S};

impl Audit<'_> {
    /// A token that a shot left on the table is that of the shot.
    pub(super) fn shot_left(&self, row: Word) -> Result<(), Flaw> {
        let get = |field| self.get(Table::Lying, row, field);
        let shot = get(lying::SHOT);
        let right = self.names(Table::Shot, shot)
            && get(lying::PLACE) == abi::ABSENT
            && get(lying::PLAYER) == self.get(Table::Shot, shot, S::SHOOTER)
            && get(lying::KIND) == self.get(Table::Shot, shot, S::TOKEN)
            // A shot leaves one token.
            && (0..row).all(|other| self.get(Table::Lying, other, lying::SHOT) != shot);
        ensure(right, "a token that no shot left", Table::Lying, row)
    }

    /// Rows of touches and of corners belong to shots in their order.
    pub(super) fn shots(&self) -> Result<(), Flaw> {
        let kinds = self.rules.program.tokens.len() as Word;
        let (mut struck, mut corners) = (0, 0);
        for shot in self.rows(Table::Shot) {
            let get = |field| self.get(Table::Shot, shot, field);
            let flag = |field| (0..2).contains(&get(field));
            let right = (0..kinds).contains(&get(S::TOKEN))
                && self.is_aim(get(S::AT))
                && flag(S::RESTS)
                && flag(S::CAUGHT)
                && flag(S::TOUCHED)
                && get(S::STRUCK) == struck
                && get(S::STRUCK_COUNT) >= 0
                && get(S::CORNERS) == corners
                && get(S::CORNERS_COUNT) >= 0;
            ensure(right, "a shot that cannot be", Table::Shot, shot)?;
            self.touches(get(S::STRUCK), get(S::STRUCK_COUNT))?;
            struck = Word::saturating_add(struck, get(S::STRUCK_COUNT));
            corners = Word::saturating_add(corners, get(S::CORNERS_COUNT));
        }
        let all = self.rows(Table::Struck).end == struck && self.rows(Table::Corner).end == corners;
        ensure(all, "rows of no shot", Table::Shot, 0)?;
        Ok(())
    }

    /// The touches of one shot stand in order, each once; a token does not fall over.
    fn touches(&self, first: Word, count: Word) -> Result<(), Flaw> {
        use field::struck::{BY, FELL, FIGURE};
        let mut last = None;
        for row in
            (first..first.saturating_add(count)).take_while(|&row| self.names(Table::Struck, row))
        {
            let get = |field| self.get(Table::Struck, row, field);
            let touch = Some((get(FIGURE), get(BY)));
            let right = last < touch
                && (0..2).contains(&get(FELL))
                && (get(BY) != abi::ABSENT || get(FELL) == 0);
            ensure(right, "a touch that cannot be", Table::Struck, row)?;
            last = touch;
        }
        Ok(())
    }
}
