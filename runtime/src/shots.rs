//! A shot from the question to its rows in the tables: what may be shot, and what a landing leaves behind.
//!
//! A landing moves no figure. It leaves the token on the table and rows that say what happened; rules read
//! those and move what they name.

use std::collections::BTreeMap;

use abi::{
    ABSENT, AskCall, FaultKind, Landing, MOST_OUTLINE, MOST_TOUCHES, Options, Place, Point, Reason,
    Striker, Struck, Table, Word, field, millimetres,
};

use crate::{
    chronicle::Event, decision::AnswerError, game::Game, lists, play::Play, rules::Rules,
    scene::rests_on_tile, tokens::MOST_LYING, waiting::Waiting,
};

/// How many shots a game may have.
const MOST_SHOTS: usize = 1 << 16;
/// How many rows of touches and of corners a game may have.
const MOST_ROWS: usize = 1 << 20;

use field::shot as S;

impl Play<'_> {
    /// Whether a shot can be asked for.
    pub(crate) fn may_shoot(&mut self, call: &AskCall) -> Result<(), FaultKind> {
        let Options::Shot(token, at) = call.options else { return Err(FaultKind::Internal) };
        let program = &self.rules.program;
        let kind = usize::try_from(token).ok().and_then(|kind| program.tokens.get(kind));
        let unknown = FaultKind::Impossible(Reason::Unknown);
        if kind.is_none_or(|kind| kind.size.is_none()) {
            return Err(unknown);
        }
        let memory = &self.game.memory;
        let there = |table, row: Word| (0..memory.rows(table) as Word).contains(&row);
        let aimed = match Place::from_word(at) {
            None => at == ABSENT,
            Some(Place::Player(player)) => there(Table::Player, player),
            Some(Place::Tile(tile)) => there(Table::Tile, tile),
            Some(Place::Segment(_) | Place::Corner(_) | Place::Figure(_)) => false,
        };
        if !aimed || !there(Table::Player, call.who) {
            return Err(unknown);
        }
        if self.held(call.who, token).is_none_or(|(_, held)| held <= 0) {
            return Err(FaultKind::Impossible(Reason::NotHeld));
        }
        let full = memory.rows(Table::Shot) >= MOST_SHOTS
            || memory.rows(Table::Lying) >= MOST_LYING
            || memory.rows(Table::Corner) + MOST_OUTLINE > MOST_ROWS
            || memory.rows(Table::Struck) + MOST_TOUCHES > MOST_ROWS;
        if full { Err(FaultKind::Memory) } else { Ok(()) }
    }

    /// The column of a player's tokens of a kind, and how many he has.
    fn held(&self, player: Word, token: Word) -> Option<(u32, Word)> {
        let column = self.rules.program.layout.tokens[Table::Player as usize]? + token as u32;
        Some((column, self.game.memory.get(Table::Player, player, column)))
    }

    /// Writes a landing into the tables; gives the shot.
    fn land(&mut self, waiting: &Waiting, landing: &Landing) -> Option<Word> {
        let Options::Shot(token, at) = waiting.call.options else { return None };
        let shooter = waiting.call.who;
        let (column, _) = self.held(shooter, token).filter(|(_, held)| *held > 0)?;
        let rules = self.rules;
        let Game { memory, grid, .. } = &mut *self.game;
        let rests = rests_on_tile(memory, grid, &landing.rest.outline);
        let (struck, corners) = (memory.rows(Table::Struck), memory.rows(Table::Corner));
        let touches = touches(landing);
        for (&(figure, by), &fell) in &touches {
            memory.push(Table::Struck, &[figure, by, fell.into()]);
        }
        for corner in &landing.rest.outline.0 {
            memory.push(Table::Corner, &[corner.word()]);
        }
        let (shot, row) = memory.append(Table::Shot, &rules.facts.rows[Table::Shot as usize], 1);
        for (field, word) in [
            (S::SHOOTER, shooter),
            (S::TOKEN, token),
            (S::AT, at),
            (S::RESTS, rests.into()),
            (S::CAUGHT, (landing.catch == abi::Catch::Caught).into()),
            (S::TOUCHED, (landing.catch == abi::Catch::Touched).into()),
            // Rules read every length as a ruler does.
            (S::REACH, millimetres(landing.reach)),
            (S::REST, landing.rest.at.word()),
            (S::STRUCK, struck as Word),
            (S::STRUCK_COUNT, touches.len() as Word),
            (S::CORNERS, corners as Word),
            (S::CORNERS_COUNT, landing.rest.outline.0.len() as Word),
        ] {
            row[field as usize] = word;
        }
        memory.add(Table::Player, shooter, column, -1);
        memory.push(Table::Lying, &[shooter, token, ABSENT, shot]);
        self.game.chronicle.write(Event::Shot { ask: waiting.call.ask, shot });
        Some(shot)
    }

    /// The figures that something touched in a shot, or that one figure did.
    pub(crate) fn struck(&mut self, shot: Word, by: Word, one: Word) -> Result<Word, FaultKind> {
        use field::struck::{BY, FELL, FIGURE};
        let by = [Striker::Token, Striker::Moved, Striker::Fallen]
            .into_iter()
            .find(|&s| s as Word == by);
        let is_shot = (0..self.game.memory.rows(Table::Shot) as Word).contains(&shot);
        let Some(by) = by.filter(|_| is_shot) else {
            return Err(FaultKind::Impossible(Reason::Unknown));
        };
        let Game { memory, stack, .. } = &mut *self.game;
        let first = memory.get(Table::Shot, shot, S::STRUCK);
        let count = memory.get(Table::Shot, shot, S::STRUCK_COUNT);
        let start = stack.top();
        for row in first..first + count {
            let get = |field| memory.get(Table::Struck, row, field);
            let right = match by {
                Striker::Token => get(BY) == ABSENT,
                Striker::Moved => get(BY) != ABSENT,
                Striker::Fallen => get(FELL) == 1,
            };
            if right && (one == ABSENT || one == get(BY)) {
                lists::push(stack, get(FIGURE))?;
            }
        }
        let found = lists::sort_since(stack, start);
        self.charge(count as usize)?;
        Ok(found)
    }
}

/// Who touched whom, and whether the one who touched fell; absent stands for the token.
fn touches(landing: &Landing) -> BTreeMap<(Word, Word), bool> {
    let mut touches = BTreeMap::new();
    for struck in &landing.struck {
        if struck.touched {
            touches.insert((struck.figure, ABSENT), false);
        }
        for (by, fell) in [(&struck.pushed_by, false), (&struck.fallen_on_by, true)] {
            for &by in by {
                *touches.entry((struck.figure, by)).or_default() |= fell;
            }
        }
    }
    touches
}

impl Game {
    /// Answers the shot that the game waits for with its landing and lets the game run on.
    ///
    /// # Errors
    ///
    /// When no shot is waited for, or the landing names figures that are not there or places beyond any table.
    /// Whether it can be true is for [`Landing::examine`] to say.
    pub fn answer_shot(&mut self, rules: &Rules, landing: &Landing) -> Result<(), AnswerError> {
        let waiting = match self.waiting {
            Some(waiting) if self.aimed().is_some() => waiting,
            _ => return Err(AnswerError::NothingAsked),
        };
        if !self.can_hold(landing) {
            return Err(AnswerError::NotOffered);
        }
        let shot = self.play(rules).land(&waiting, landing).ok_or(AnswerError::NotOffered)?;
        self.go_on(rules, &waiting, shot);
        Ok(())
    }

    /// Whether the tables can hold a landing.
    fn can_hold(&self, landing: &Landing) -> bool {
        let figures = 0..self.memory.rows(Table::Figure) as Word;
        let fits = |p: &Point| i32::try_from(p.x).is_ok() && i32::try_from(p.y).is_ok();
        let mut seen: Vec<Word> = landing.struck.iter().map(|struck| struck.figure).collect();
        seen.sort_unstable();
        let on_board = |figure: &Word| {
            figures.contains(figure)
                && self.memory.get(Table::Figure, *figure, field::figure::PLACE) != ABSENT
        };
        let strikers =
            || landing.struck.iter().flat_map(|s| s.pushed_by.iter().chain(&s.fallen_on_by));
        seen.iter().chain(strikers()).all(on_board)
            && landing.struck.iter().map(Struck::touches).sum::<usize>() <= MOST_TOUCHES
            && seen.windows(2).all(|pair| pair[0] != pair[1])
            && landing.rest.outline.0.len() <= MOST_OUTLINE
            && landing.rest.outline.0.iter().chain([&landing.rest.at]).all(fits)
            && landing.reach != ABSENT
    }
}
