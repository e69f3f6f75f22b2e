//! What surrounds the rules works for every expansion: laying out, reloading, recording, reasons, snapshots.

use compiler::Backend;
use rayon::prelude::*;
use runtime::{Event, Pcg32, Stand};
use toolkit::{Cut, Stretch, Why, record};

use crate::{
    fixture::{files, read, root},
    play::{library, played, rules, texts},
    reload::{Bench, step, with},
};

/// So many random answers of each game are played.
const ANSWERS: usize = 80;
/// More answers than any game has.
const WHOLE: usize = 100_000;

/// Runs a test on every expansion, by name, and fails with all that go wrong.
fn everywhere(test: impl Fn(&str) -> Result<(), String> + Sync) {
    let library = library();
    let names: Vec<&str> = library.names().collect();
    assert!(names.len() > 20, "{names:?}");
    let failures: Vec<String> = names
        .into_par_iter()
        .filter_map(|name| Some(format!("{name}: {}", test(name).err()?)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn all_files_are_laid_out_as_usual() {
    everywhere(|name| {
        let library = library();
        let expansion = library.get(name).expect("it was named");
        for file in &expansion.rules {
            let mut sources = grammar::Sources::default();
            let id = sources.add(&file.name, file.text.clone());
            let laid_out = grammar::format(&sources, id).map_err(|r| r.render_plain(&sources))?;
            if laid_out != file.text {
                return Err(format!("`carc fmt` would change {}", file.name));
            }
        }
        Ok(())
    });
}

/// Whoever can be hit has his own shape, and the page on physics says where it comes from.
#[test]
fn each_figure_has_a_size_that_the_page_on_physics_tells() {
    let page = read(&root().join("docs/physics.md"));
    everywhere(|name| {
        for figure in &rules(&[name], Backend::Native).program().figures {
            let size = figure.size.ok_or_else(|| format!("`{}` has no size", figure.name))?;
            let [width, depth, height] = [size.width, size.depth, size.height].map(|length| {
                let text = format!("{}.{:03}", length / 1000, length % 1000);
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            });
            let size = format!("| {width} × {depth} × {height} |");
            if !page.contains(&size) {
                return Err(format!("`{}`: docs/physics.md tells no {size}", figure.name));
            }
        }
        Ok(())
    });
}

/// A remark changes no game, a mistake touches none, and whoever mends it goes on at the same decision.
#[test]
fn rules_are_edited_while_a_game_is_played() {
    everywhere(|name| {
        let library = library();
        let expansion = library.get(name).expect("it was named");
        let mut bench = Bench::new(&[name], library.clone(), 11);
        let mut dice = Pcg32::new(5);
        (0..ANSWERS).for_each(|_| step(bench.live.play_mut(), &mut dice));
        for file in &expansion.rules {
            let before = bench.live.play().game().clone();
            let remark = format!("{}\n// a remark\n", file.text);
            match bench.save(with(&file.name, &remark)) {
                Some(Ok(reloaded)) if reloaded.changes.is_empty() => {}
                Some(Ok(reloaded)) => return Err(format!("{}: {:?}", file.name, reloaded.changes)),
                Some(Err(why)) => return Err(why),
                None => return Err(format!("{}: nothing was noticed", file.name)),
            }
            let broken = format!("{}\n}}\n", file.text);
            match bench.save(with(&file.name, &broken)) {
                Some(Err(report)) if report.contains(&file.name) => {}
                other => return Err(format!("{}: a brace too many gave {other:?}", file.name)),
            }
            if *bench.live.play().game() != before {
                return Err(format!("{}: the game is another", file.name));
            }
        }
        Ok(())
    });
}

/// Each point names the line that gave it, each option the line that offers it.
#[test]
fn points_and_options_have_their_reasons() {
    everywhere(|name| {
        let texts = texts();
        let mut play = played(&rules(&[name], Backend::Native), 2, 17, ANSWERS);
        let why = Why::new(&texts, &play).map_err(|report| report.render_plain(texts.sources()))?;
        let teller = play.teller();
        let scored: Vec<&Event> = {
            let events = play.game().chronicle().events().iter();
            events.filter(|event| !teller.points(event).is_empty()).collect()
        };
        for event in &scored {
            let line = teller.why(event).unwrap_or_default();
            if !line.contains(".carc:") {
                return Err(format!("{:?} has no line: {line}", teller.event(event)));
            }
        }
        let told = why.points(&play, Stretch::Game);
        if scored.len() != told.len() {
            return Err(format!("{} points, {} told", scored.len(), told.len()));
        }
        while !matches!(play.stand(), Stand::Question(_) | Stand::Over) {
            step(&mut play, &mut Pcg32::new(3));
        }
        let options = play.options().len();
        let reasons = why.options(&mut play);
        let lines = reasons.iter().filter(|reason| reason.why.contains(".carc:")).count();
        if options == lines {
            Ok(())
        } else {
            Err(format!("{lines} of {options} options: {reasons:?}"))
        }
    });
}

/// Recording proves what it writes.
#[test]
fn games_become_scenarios() {
    everywhere(|name| {
        for seed in [23, 24, 25] {
            let play = played(&rules(&[name], Backend::Native), 2, seed, ANSWERS);
            let text = record(&play, &texts(), None, Cut::Whole, Some("as it was played"));
            text.map_err(|error| format!("seed {seed}: {error}"))?;
        }
        Ok(())
    });
}

/// In a whole game several figures of one owner come to lie side by side, where names alone do not tell them apart.
#[test]
fn whole_games_with_shots_become_scenarios() {
    let texts = texts();
    let recorded: Vec<Result<String, String>> = (1..=6)
        .into_par_iter()
        .map(|seed| {
            let others: &[&str] = if seed % 2 == 0 { &["crop_circles"] } else { &[] };
            let expansions = [&["the_fair"], others].concat();
            let play = played(&rules(&expansions, Backend::Native), 2, seed, WHOLE);
            assert_eq!(play.stand(), Stand::Over, "seed {seed}");
            let text = record(&play, &texts, None, Cut::Whole, Some("as it was played"));
            text.map_err(|error| format!("seed {seed}: {error}"))
        })
        .collect();
    let failures: Vec<&str> =
        recorded.iter().filter_map(|text| text.as_ref().err().map(String::as_str)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let counted = recorded.iter().flatten().filter(|text| text.contains(" number 2")).count();
    assert!(counted > 0, "no game had two such figures");
}

#[test]
fn every_expansion_keeps_a_transcript() {
    everywhere(|name| {
        let kept = files(&root().join("expansions").join(name).join("snapshots"), "snap");
        if kept.is_empty() { Err("no scenario says `snapshot`".to_owned()) } else { Ok(()) }
    });
}
