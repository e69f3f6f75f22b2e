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

    /// Rows of struck figures and of corners belong to shots in their order.
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
            struck = Word::saturating_add(struck, get(S::STRUCK_COUNT));
            corners = Word::saturating_add(corners, get(S::CORNERS_COUNT));
        }
        let all = self.rows(Table::Struck).end == struck && self.rows(Table::Corner).end == corners;
        ensure(all, "rows of no shot", Table::Shot, 0)?;
        for row in self.rows(Table::Struck) {
            let mut flags = field::struck::BY_TOKEN..field::struck::LEN;
            let right = flags.all(|flag| (0..2).contains(&self.get(Table::Struck, row, flag)));
            ensure(right, "no flags", Table::Struck, row)?;
        }
        Ok(())
    }
}
