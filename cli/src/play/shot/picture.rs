//! The picture of the table at the terminal, with the names of its signs.

use runtime::Playthrough;

use super::{
    super::names::colour,
    canvas::{Canvas, Mark},
};
use crate::{
    outcome::Failure,
    phrases::{Phrase, Phrases},
    screen::{Screen, Style},
};

/// Between two numbers below a picture, in characters.
const AXIS: i64 = 12;

/// Writes a picture of the table.
pub(super) fn draw(
    canvas: &Canvas,
    play: &Playthrough,
    phrases: Phrases,
    screen: &mut Screen<'_>,
) -> Result<(), Failure> {
    for (south, marks) in canvas.lines() {
        let mut text = screen.paint(Style::Dim, &format!("{south:>8} "));
        for &mark in marks {
            text.push_str(&sign(mark, play, screen));
        }
        screen.line(text.trim_end())?;
    }
    let marks: String =
        canvas.columns(AXIS).map(|east| format!("{east:<width$}", width = AXIS as usize)).collect();
    screen.line(&screen.paint(Style::Dim, format!("      mm {marks}").trim_end()))?;
    let named = legend(canvas, play, phrases, screen);
    if !named.is_empty() {
        screen.line(&format!("         {}", named.join("  ")))?;
    }
    Ok(())
}

fn name(seat: usize, play: &Playthrough) -> &str {
    play.seats().names().get(seat).map_or("?", String::as_str)
}

/// The character that shows a mark.
fn sign(mark: Mark, play: &Playthrough, screen: &Screen<'_>) -> String {
    let initial = |seat: usize| {
        let name = name(seat, play);
        (name.chars().next().unwrap_or('?'), colour(name))
    };
    match mark {
        Mark::Table => " ".to_owned(),
        Mark::Tile => screen.paint(Style::Dim, "▒"),
        Mark::Ruler => screen.paint(Style::Yellow, "╳"),
        Mark::Way => screen.paint(Style::Yellow, "·"),
        Mark::Figure(None) => "o".to_owned(),
        Mark::Figure(Some(seat)) => {
            let (sign, style) = initial(seat);
            screen.paint(style, &sign.to_string())
        }
        Mark::Touched(None) => screen.paint(Style::Bold, "*"),
        Mark::Touched(Some(seat)) => {
            let (sign, _) = initial(seat);
            screen.paint(Style::Bold, &sign.to_uppercase().to_string())
        }
        Mark::Seat(seat) => screen.paint(initial(seat).1, &(seat + 1).to_string()),
        Mark::Target => screen.paint(Style::Bold, "◎"),
        Mark::Aim => screen.paint(Style::Bold, "+"),
        Mark::Token => screen.paint(Style::Bold, "●"),
    }
}

/// What the signs mean that stand in a picture.
fn legend(
    canvas: &Canvas,
    play: &Playthrough,
    phrases: Phrases,
    screen: &Screen<'_>,
) -> Vec<String> {
    let named = canvas.kinds().into_iter().filter_map(|mark| {
        let (phrase, whose) = match mark {
            Mark::Table | Mark::Tile | Mark::Way => return None,
            Mark::Ruler => (Phrase::SignRuler, None),
            Mark::Figure(seat) => (Phrase::SignFigure, Some(seat)),
            Mark::Seat(seat) => (Phrase::SignSeat, Some(Some(seat))),
            Mark::Target => (Phrase::SignTarget, None),
            Mark::Aim => (Phrase::SignAim, None),
            Mark::Touched(seat) => (Phrase::SignTouched, Some(seat)),
            Mark::Token => (Phrase::SignToken, None),
        };
        let whose = whose.map(|seat| match seat {
            Some(seat) => name(seat, play).to_owned(),
            None => phrases.say(Phrase::Nobodys, &[]),
        });
        let words: Vec<&str> = whose.as_deref().into_iter().collect();
        Some(format!("{} {}", sign(mark, play, screen), phrases.say(phrase, &words)))
    });
    named.collect()
}
