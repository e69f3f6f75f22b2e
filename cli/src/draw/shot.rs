//! Shots: at a table of a file, or out of a saved game, thrown again as they were.

use drawing::shot_picture;
use physics::Dice;
use runtime::{Playthrough, Stand};
use toolkit::{Backend, FALLBACK, Programs, is_save};

use crate::{
    args::draw::Shot,
    art::{Art, laid},
    choice::Shelf,
    outcome::Failure,
    phrases::Phrases,
    record::opened,
    screen::harmless,
    shoot::{TableFile, module, title},
};

/// The picture of a shot.
pub(super) fn draw(arguments: &Shot) -> Result<String, Failure> {
    // A table is no saved game, and says so as an error.
    if is_save(&arguments.file).is_ok_and(|is_save| is_save) {
        return of_save(arguments);
    }
    let read = TableFile::read(&arguments.file, Phrases::new(FALLBACK));
    let TableFile { scene, launch, drawn } = read?;
    let physics = module(&arguments.physics)?;
    let launch =
        launch.unwrap_or_else(|| physics::sensible(&scene, &mut Dice::new(arguments.seed)));
    let flight = physics.throw(&scene, &launch).map_err(|e| Failure::Wrong(e.to_string()))?;
    let name = arguments.file.file_stem().unwrap_or_default().to_string_lossy();
    let art = drawn.map(|drawn| drawn.open(&scene)).transpose()?;
    let (known, title) = (art.as_ref().map(Art::known), title(&name, &scene, &flight));
    Ok(shot_picture(&scene, &launch, &flight, &title, known))
}

/// A shot of a saved game.
fn of_save(arguments: &Shot) -> Result<String, Failure> {
    let (shelf, _) = Shelf::open(&arguments.with)?;
    let programs = Programs::new(shelf.texts.clone(), Backend::Native);
    let mut play = opened(&arguments.file, &programs)?;
    let shown = harmless(&arguments.file.display().to_string());
    let wrong = |why: &str| Failure::Wrong(format!("{shown}: {why}"));
    let log = play.log().to_vec();
    let shots: Vec<usize> = (0..log.len()).filter(|&i| log[i].shot.is_some()).collect();
    let number = arguments.number.unwrap_or(shots.len());
    let entry = number.checked_sub(1).and_then(|i| shots.get(i)).copied();
    let Some(entry) = entry else {
        let count = shots.len();
        return Err(wrong(&format!("there is no such shot; the game has {count}")));
    };
    back_to(&mut play, entry);
    let record = log[entry].shot.as_deref().filter(|_| matches!(play.stand(), Stand::Shot(_)));
    let (Some(record), Some(scene)) = (record, play.scene()) else {
        return Err(wrong("the game cannot be taken back to that shot"));
    };
    let Some(launch) = &record.launch else {
        return Err(wrong("that shot was made at a real table, and nobody knows its flight"));
    };
    let physics = module(&record.module)?;
    let flight = physics.throw(&scene, launch).map_err(|e| wrong(&e.to_string()))?;
    let art = Art::of(play.rules().clone(), laid(&play), &shelf);
    let title = title(&format!("shot {number}"), &scene, &flight);
    Ok(shot_picture(&scene, launch, &flight, &title, Some(art.known())))
}

/// Takes answers back until an entry of the log waits for its answer.
fn back_to(play: &mut Playthrough, entry: usize) {
    while play.log().len() > entry {
        if !play.undo() {
            break;
        }
    }
}
