//! How the screen is shared out: first all options of the decision come in sight, then everything else.

use ratatui::{
    layout::{Constraint, Layout, Rect},
    text::Text,
};

use super::{BOARD, MISTAKES, POINTS, SAVES};
use crate::watch::pane::{inside, rows};

/// Shares of the screen, the usual ones first: rows in a hundred for saves and mistakes, columns in a hundred for
/// decision and points, and the least rows that are left to the points. The first ones count by which all options
/// of a decision are in sight.
const SHARES: [(u16, u16, u16); 5] =
    [(34, 42, 5), (34, 55, 4), (15, 55, 4), (15, 70, 3), (0, 70, 2)];
/// The least rows of saves and mistakes.
const LEAST_BELOW: u16 = 3;
/// The tile in hand lies below the board, and stays there while the board is moved, where so many rows are.
const ROWS_FOR_HAND: u16 = 20;
/// With fewer rows there is room for one pane at a time.
const ROWS_FOR_ALL: u16 = 16;
/// With fewer rows not even the points have a line of their own.
const ROWS_FOR_STRIP: u16 = 6;
/// So many lines below are for keys and what was typed, however narrow the terminal is.
const MOST_BELOW: usize = 8;
/// On a terminal with few rows, one in so many is for them.
const ROWS_FOR_A_KEY: usize = 4;

/// Where everything is; what is not shown has no room.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places {
    pub(super) board: Rect,
    pub(super) strip: Rect,
    pub(super) decision: Rect,
    pub(super) points: Rect,
    pub(super) mistakes: Rect,
    pub(super) saves: Rect,
    pub(super) foot: Rect,
}

/// What is to be shown.
pub(super) struct Wanted<'t> {
    /// What of the decision must be in sight.
    pub(super) options: &'t Text<'t>,
    /// What follows that.
    pub(super) more: &'t Text<'t>,
    pub(super) points: &'t Text<'t>,
    /// The tile in hand.
    pub(super) hand: &'t Text<'t>,
    /// Mistakes and saves.
    pub(super) below: [&'t Text<'t>; 2],
    /// Whether the options are those of a question: lists of anything else are scrolled.
    pub(super) is_question: bool,
    /// The pane that is shown where there is room for one.
    pub(super) chosen: usize,
}

/// The most lines below for keys and what was typed.
pub(super) fn most_below(height: u16) -> usize {
    (usize::from(height) / ROWS_FOR_A_KEY).clamp(1, MOST_BELOW)
}

/// How wide the rows of the mistakes are on a screen.
pub(super) fn width_of_mistakes(area: Rect) -> usize {
    match area.height {
        0..ROWS_FOR_ALL => inside(area.width),
        _ => inside(area.width / 2),
    }
}

impl Places {
    /// Shares out a screen of which so many lines are the last ones.
    pub(super) fn of(area: Rect, foot: usize, wanted: &Wanted<'_>) -> Self {
        let foot = u16::try_from(foot).unwrap_or(1).min(area.height);
        let [all, foot] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(foot)]).areas(area);
        let places = match area.height {
            0..ROWS_FOR_ALL => Self::one(all, wanted.chosen),
            _ => Self::all(all, wanted),
        };
        Self { foot, ..places }
    }

    /// Only the chosen pane, below a line with the points.
    fn one(area: Rect, chosen: usize) -> Self {
        let strip = u16::from(area.height >= ROWS_FOR_STRIP);
        let [strip, pane] =
            Layout::vertical([Constraint::Length(strip), Constraint::Min(0)]).areas(area);
        let mut places = Self { strip, ..Self::default() };
        let shown = match chosen {
            POINTS => &mut places.points,
            MISTAKES => &mut places.mistakes,
            SAVES => &mut places.saves,
            BOARD => &mut places.board,
            _ => &mut places.decision,
        };
        *shown = pane;
        places
    }

    fn all(area: Rect, wanted: &Wanted<'_>) -> Self {
        let height = area.height;
        let framed =
            |text: &Text<'_>, width: u16| counted(rows(text, inside(width)).saturating_add(2));
        let own = wanted.below.map(|text| framed(text, area.width / 2));
        let below_at_most = own[0].max(own[1]).max(LEAST_BELOW);
        let of_share = |&(below, right, least): &(u16, u16, u16)| {
            let below = share(height, below).clamp(LEAST_BELOW, below_at_most).min(height);
            let right = share(area.width, right);
            (below, right, least.min(height - below), framed(wanted.options, right))
        };
        let mut shares = SHARES.iter().map(of_share);
        let usual = shares.next().unwrap_or_default();
        let fits = |&(below, _, least, wanted): &(u16, u16, u16, u16)| {
            wanted.saturating_add(least) <= height - below
        };
        let narrowest = SHARES.last().map_or(usual, of_share);
        let (below, right, least, options) = match wanted.is_question && !fits(&usual) {
            true => shares.find(fits).unwrap_or(narrowest),
            false => usual,
        };
        let main = height - below;
        let usual = share(main, 60);
        let usual = if wanted.is_question { options.max(usual) } else { usual }.min(main - least);
        // What one of the two does not need is the other's.
        let more = counted(rows(wanted.more, inside(right)));
        let whole = framed(wanted.options, right).saturating_add(more);
        let besides = main - framed(wanted.points, right).clamp(least, main);
        let decision = match usual < whole {
            true => usual.max(whole.min(besides)),
            false => usual.min(whole.max(besides)),
        };
        let [top, bottom] =
            Layout::vertical([Constraint::Length(main), Constraint::Length(below)]).areas(area);
        let [left, right] =
            Layout::horizontal([Constraint::Min(0), Constraint::Length(right)]).areas(top);
        let beside = main >= ROWS_FOR_HAND && wanted.hand.width() <= usize::from(left.width);
        let hand = if beside { counted(wanted.hand.height()) } else { 0 };
        let [board, strip] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(1 + hand)]).areas(left);
        let [decision, points] =
            Layout::vertical([Constraint::Length(decision), Constraint::Min(0)]).areas(right);
        let [mistakes, saves] =
            Layout::horizontal([Constraint::Percentage(50), Constraint::Percentage(50)])
                .areas(bottom);
        Self { board, strip, decision, points, mistakes, saves, foot: Rect::default() }
    }
}

/// A number of rows; more than a screen has are as good as all.
fn counted(rows: usize) -> u16 {
    u16::try_from(rows).unwrap_or(u16::MAX)
}

/// So many of a hundred.
fn share(of: u16, percent: u16) -> u16 {
    u16::try_from(u32::from(of) * u32::from(percent) / 100).unwrap_or(of)
}
