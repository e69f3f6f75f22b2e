//! Pictures for a terminal: the board in colours with a legend, and the tile in hand in all its turns.

use std::fmt::Write as _;

use abi::{Memory, Options, Place, Program, Table, Word, cell, field};
use runtime::{Playthrough, Seats, picture, signs};

use super::names::{Names, colour, get};
use crate::screen::{Screen, Style};

/// The colours of landscape, one kind after the other.
const LANDSCAPE: [Style; 4] = [Style::Yellow, Style::Magenta, Style::Cyan, Style::Blue];

/// The board with marks on empty cells, and below it who has how many points.
pub(super) fn board(
    play: &Playthrough,
    names: &Names,
    marks: &[(Word, String)],
    screen: &Screen<'_>,
) -> String {
    land(play, marks, screen) + &scores(play, names, screen)
}

/// The board alone, with marks on empty cells.
pub(super) fn land(play: &Playthrough, marks: &[(Word, String)], screen: &Screen<'_>) -> String {
    let program = play.rules().program();
    let drawn = picture(program, play.game().memory(), play.seats(), marks);
    painted(program, play, &drawn, screen)
}

/// Who has how many points, in a line.
pub(super) fn scores(play: &Playthrough, names: &Names, screen: &Screen<'_>) -> String {
    let letters = play.seats().letters();
    let scores: Vec<String> = letters
        .iter()
        .enumerate()
        .map(|(seat, letter)| {
            let style = colour(play.seats().name(seat as Word));
            let name = names.player(play, seat as Word);
            let points = play.game().points(seat);
            format!("{} {points}", screen.paint(style, &format!("{letter} {name}")))
        })
        .collect();
    scores.join("    ") + "\n"
}

/// What the signs of the picture stand for.
pub(super) fn legend(play: &Playthrough, names: &Names, screen: &Screen<'_>) -> String {
    let program = play.rules().program();
    let signs = signs(program);
    let kinds = program.features.iter().zip(&signs).enumerate().map(|(i, (kind, &sign))| {
        let sign_text = screen.paint(sign_style(i, sign), &sign.to_string());
        format!("{sign_text} {}", names.text(&format!("feature-{}", kind.name)))
    });
    kinds.collect::<Vec<_>>().join("   ")
}

fn sign_style(kind: usize, sign: char) -> Style {
    if sign == '.' { Style::Green } else { LANDSCAPE[kind % LANDSCAPE.len()] }
}

/// The same picture with colours for landscape and players.
fn painted(program: &Program, play: &Playthrough, drawn: &str, screen: &Screen<'_>) -> String {
    if !screen.has_colour() {
        return drawn.to_owned();
    }
    let signs = signs(program);
    let letters = play.seats().letters();
    let mut text = String::new();
    let mut last: Option<Style> = None;
    let mut run = String::new();
    for c in drawn.chars() {
        let seat = letters.iter().position(|&letter| letter == c);
        let kind = signs.iter().position(|&sign| sign == c);
        let style = match (seat, kind) {
            (Some(seat), _) => Some(colour(play.seats().name(seat as Word))),
            (None, Some(kind)) => Some(sign_style(kind, c)),
            (None, None) if matches!(c, '─'..='╿') => Some(Style::Dim),
            (None, None) => None,
        };
        if style != last || seat.is_some() {
            flush(&mut text, &mut run, last, screen);
            last = style;
        }
        if let (Some(_), Some(style)) = (seat, style) {
            // A figure must not be taken for landscape of the same colour.
            text.push_str(&screen.paint(Style::Bold, &screen.paint(style, &c.to_string())));
        } else {
            run.push(c);
        }
    }
    flush(&mut text, &mut run, last, screen);
    text
}

fn flush(text: &mut String, run: &mut String, style: Option<Style>, screen: &Screen<'_>) {
    match style {
        Some(style) => text.push_str(&screen.paint(style, run)),
        None => text.push_str(run),
    }
    run.clear();
}

/// The tile that waits to be placed, if one does.
pub(super) fn in_hand(play: &Playthrough) -> Option<Word> {
    if let Options::Fits(tile) = play.game().waiting()?.call.options {
        return Some(tile);
    }
    let tiles = play.game().memory().rows(Table::Tile) as Word;
    (0..tiles).rev().find(|&tile| {
        get(play, Table::Tile, tile, field::tile::CELL).is_none()
            && get(play, Table::Tile, tile, field::tile::GONE) == Some(0)
    })
}

/// A tile as it lies, with numbers on the segments where something may stand.
pub(super) fn numbered(
    play: &Playthrough,
    tile: Word,
    spots: &[(usize, Word)],
    screen: &Screen<'_>,
) -> String {
    let program = play.rules().program();
    let mut table = Memory::new(&program.layout);
    let game = play.game().memory();
    let Some(loose) = Loose::of(game, tile) else {
        return String::new();
    };
    let [at, turn] = [field::tile::CELL, field::tile::TURN].map(|f| loose.tile[f as usize]);
    loose.lay(&mut table, at, turn);
    let mut figure = vec![abi::ABSENT; game.stride(Table::Figure)];
    // The picture shows letters of players; so each number is a player here, and its letter becomes it.
    let spots = &spots[..spots.len().min(9)];
    for (i, &(_, segment)) in spots.iter().enumerate() {
        figure[field::figure::OWNER as usize] = i as Word;
        figure[field::figure::PLACE as usize] = Place::Segment(segment - loose.first()).word();
        table.push(Table::Figure, &figure);
    }
    let letters = (b'a'..).take(spots.len()).map(|letter| char::from(letter).to_string());
    let drawn = picture(program, &table, &Seats::named(letters.collect()), &[]);
    let numbers = |c: char| match c {
        'A'..='I' => {
            let number = spots.get(c as usize - 'A' as usize).map_or(0, |spot| spot.0);
            char::from_digit(number as u32, 10).unwrap_or('*')
        }
        _ => c,
    };
    let drawn: String = drawn.chars().map(numbers).collect();
    let mut text = String::new();
    // Without the coordinates: it is the tile that was placed just now.
    for line in drawn.lines().skip(1) {
        let start = line.find(['┌', '│', '└']).unwrap_or(0);
        text.push_str(&format!("  {}\n", painted(program, play, &line[start..], screen)));
    }
    text
}

/// A tile with its segments that can be laid on other tables.
struct Loose<'m> {
    tile: &'m [Word],
    segments: Vec<&'m [Word]>,
}

impl<'m> Loose<'m> {
    fn of(game: &'m Memory, tile: Word) -> Option<Self> {
        let row = |table, row| {
            let stride = game.stride(table);
            let start = usize::try_from(row).ok()?.checked_mul(stride)?;
            game.words(table).get(start..start + stride)
        };
        let own = |segment: &&[Word]| segment[field::segment::TILE as usize] == tile;
        let of_game = row(Table::Tile, tile)?;
        let first = of_game[field::tile::SEGMENTS as usize];
        let rows = (first.max(0)..).map_while(|segment| row(Table::Segment, segment));
        Some(Self { tile: of_game, segments: rows.take_while(own).collect() })
    }

    /// The row of its first segment in the game.
    fn first(&self) -> Word {
        self.tile[field::tile::SEGMENTS as usize]
    }

    fn lay(&self, table: &mut Memory, at: Word, turn: Word) {
        let mut tile = self.tile.to_vec();
        tile[field::tile::CELL as usize] = at;
        tile[field::tile::TURN as usize] = turn;
        tile[field::tile::SEGMENTS as usize] = table.rows(Table::Segment) as Word;
        table.push(Table::Tile, &tile);
        for segment in &self.segments {
            table.push(Table::Segment, segment);
        }
    }
}

/// A tile in its four turns, side by side.
pub(super) fn turns(play: &Playthrough, tile: Word, screen: &Screen<'_>) -> String {
    let program = play.rules().program();
    let game = play.game().memory();
    let mut table = Memory::new(&program.layout);
    let Some(loose) = Loose::of(game, tile) else {
        return String::new();
    };
    for turn in 0..4 {
        loose.lay(&mut table, cell(2 * turn, 0), turn);
    }
    let drawn = picture(program, &table, play.seats(), &[]);
    let mut text = String::from(" ");
    for turn in 0..4 {
        // Tiles are as wide as the gaps between them, walls included.
        let _ = write!(text, " {:^7} {:7}", format!("{}°", 90 * turn), "");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    // Without the coordinates, which mean nothing here.
    for line in drawn.lines().skip(1) {
        let line =
            line.strip_prefix('0').map_or_else(|| line.to_owned(), |rest| format!(" {rest}"));
        text.push_str(&painted(program, play, &line, screen));
        text.push('\n');
    }
    text
}
