//! Rules that change while a game is played: what is told, and where the game stands.

use std::sync::{Arc, Weak};

use abi::Program;
use compiler::{Backend, Setting};
use runtime::{Pcg32, Playthrough, Rules, Seats};
use toolkit::{
    Change, Contents, Expansion, Home, Library, Live, Look, Made, Reloaded, TextFile, Way,
    Workshop, default_tiles,
};

use crate::{
    fixture::{each, files, folder},
    play::{library, played, setup},
};

/// The standard expansions with the text of one file exchanged, or a new expansion.
fn with(name: &str, text: &str) -> Library {
    let (folder, _) = name.split_once('/').expect("a file lies in a folder");
    let mut changed = Library::default();
    let mut expansion = library().get(folder).cloned().unwrap_or_else(|| Expansion {
        name: folder.to_owned(),
        home: Home::BuiltIn,
        rules: Vec::new(),
        statements: None,
        messages: Default::default(),
        recorded: None,
        unreadable: Vec::new(),
    });
    expansion.rules.retain(|file| file.name != name);
    expansion.rules.push(TextFile { name: name.to_owned(), text: text.to_owned() });
    expansion.rules.sort_by(|a, b| a.name.cmp(&b.name));
    changed.add(expansion);
    library().iter().for_each(|other| {
        if other.name != folder {
            changed.add(other.clone());
        }
    });
    changed
}

/// A game whose rules change.
struct Bench {
    workshop: Workshop,
    live: Live,
    made: Vec<Weak<Program>>,
}

impl Bench {
    /// A game by the rules of some expansions in a library.
    fn new(expansions: &[&str], library: Library, seed: u64) -> Self {
        let expansions = expansions.iter().map(|&name| name.to_owned()).collect();
        let setting = Setting { expansions, ..Setting::default() };
        let mut workshop = Workshop::new(setting, Backend::Native, &Library::default());
        let look = workshop.look(library).expect("something is new");
        let rules = match look.made {
            Made::Rules(rules, _) => rules,
            Made::Broken(report) => panic!("{}", report.render_plain(look.texts.sources())),
        };
        let made = vec![Arc::downgrade(rules.program())];
        let setup = setup(&rules, 2, seed);
        let play = Playthrough::new(rules, setup, Seats::colours(2)).expect("usual");
        Self { workshop, live: Live::new(play), made }
    }

    /// Saves a library; what the game did if its rules compile.
    fn save(&mut self, library: Library) -> Option<Result<Reloaded, String>> {
        let look: Look = self.workshop.look(library)?;
        Some(match look.made {
            Made::Rules(rules, _) => {
                self.made.push(Arc::downgrade(rules.program()));
                let tiles = default_tiles(rules.program());
                self.live.reload(rules, tiles).map_err(|error| error.to_string())
            }
            Made::Broken(report) => Err(report.render_plain(look.texts.sources())),
        })
    }

    fn living(&self) -> usize {
        self.made.iter().filter(|made| made.strong_count() > 0).count()
    }
}

/// A fixture: the files of an expansion, answers, and files that are saved over them, in turns.
///
/// Sections begin with `== `: `save FILE` with its text, `change FILE` with lines `from => to`, `delete FILE`,
/// and `play` with answers: `draw KIND`, `PLAYER: WORDS`, `random N`, `undo`.
struct Section<'t> {
    head: &'t str,
    body: &'t str,
}

fn sections(text: &str) -> Vec<Section<'_>> {
    let parts = text.split("\n== ").skip(1);
    parts
        .map(|part| {
            let (head, body) = part.split_once('\n').unwrap_or((part, ""));
            Section { head: head.trim(), body }
        })
        .collect()
}

/// Answers what a game asks.
fn answer(play: &mut Playthrough, line: &str) {
    if let Some(number) = line.strip_prefix("random ") {
        let mut dice = Pcg32::new(7);
        for _ in 0..number.parse::<usize>().expect("a number") {
            step(play, &mut dice);
        }
    } else if let Some(kind) = line.strip_prefix("draw ") {
        play.give(kind).unwrap_or_else(|error| panic!("{line}: {error}"));
    } else if line == "undo" {
        assert!(play.undo(), "something was answered");
    } else {
        let (_, words) = line.split_once(": ").expect("`PLAYER: WORDS`");
        play.say(words).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

/// One random answer, if something is asked.
fn step(play: &mut Playthrough, dice: &mut Pcg32) {
    match play.stand() {
        runtime::Stand::Question(question) => {
            let index = dice.below(question.options as u32);
            play.answer(index as usize).expect("the option is on offer");
        }
        runtime::Stand::Chance(_) => play.roll().expect("chance was asked"),
        runtime::Stand::Shot(_) => {
            let scene = play.scene().expect("a shot has a scene");
            let landing = crate::landings::landing(&scene, dice);
            let module = runtime::SAID.to_owned();
            let record = runtime::ShotRecord { module, launch: None, landing };
            play.land(record).expect("the landing is possible");
        }
        runtime::Stand::Over | runtime::Stand::Fault(_) => {}
    }
}

/// Where a game stands, in a few lines.
fn stands(live: &Live) -> String {
    let play = live.play();
    let points: Vec<i64> = (0..2).map(|seat| play.game().points(seat)).collect();
    format!(
        "stands behind {} answers, {} cut off, waits for {}, points {points:?}\n",
        play.log().len(),
        live.rest().len(),
        play.waits_for()
    )
}

#[test]
fn what_is_told_and_where_the_game_stands() {
    each(&files(&folder("reload"), "reload"), |path, text| {
        let mut kept = Library::default();
        let mut bench: Option<Bench> = None;
        let mut told = String::new();
        for Section { head, body } in sections(text) {
            if head == "play" {
                let live = &mut bench.as_mut().expect("something was saved").live;
                body.lines().filter(|l| !l.is_empty()).for_each(|l| answer(live.play_mut(), l));
                told.push_str(&format!("play: {}", stands(live)));
                continue;
            }
            let (deed, file) = head.split_once(' ').expect("a deed and a file");
            let (name, _) = file.split_once('/').expect("a file lies in a folder");
            let source = if kept.get(name).is_some() { &kept } else { &library() };
            let old = source.get(name).and_then(|e| e.rules.iter().find(|f| f.name == file));
            let old = old.map_or("", |file| file.text.as_str());
            let new = match deed {
                "save" => body.to_owned(),
                "delete" => String::new(),
                "change" => body.lines().fold(old.to_owned(), |text, line| {
                    let Some((from, to)) = line.split_once(" => ") else { return text };
                    assert!(text.contains(from), "{}: nothing is `{from}`", path.display());
                    text.replacen(from, to, 1)
                }),
                other => panic!("{other} is no deed"),
            };
            kept = with(file, &new);
            match &mut bench {
                None => bench = Some(Bench::new(&[name], kept.clone(), 3)),
                Some(bench) => {
                    told.push_str(&format!("{head}: "));
                    told.push_str(&match bench.save(kept.clone()) {
                        None => "nothing has changed\n".to_owned(),
                        Some(Err(why)) => format!("refused\n{why}"),
                        Some(Ok(reloaded)) => {
                            let lines = reloaded.changes.iter().map(|c| format!("  {c}\n"));
                            format!("{:?}\n{}", reloaded.way, lines.collect::<String>())
                        }
                    });
                    told.push_str(&stands(&bench.live));
                }
            }
        }
        crate::fixture::snapshot(path, None, &told);
    });
}

#[test]
fn texts_are_compared_and_nothing_else() {
    let mut bench = Bench::new(&["base"], library(), 3);
    let mut dice = Pcg32::new(1);
    (0..30).for_each(|_| step(bench.live.play_mut(), &mut dice));
    let before = bench.live.play().game().clone();
    assert!(bench.save(library()).is_none(), "the same texts are not compiled again");
    let base = library().get("base").expect("it is there").clone();
    let rules = base.rules.iter().find(|file| file.name == "base/rules.carc").expect("rules");
    let remark = format!("{}\n// a remark\n", rules.text);
    let contents = Contents::of(&with("base/rules.carc", &remark));
    assert_eq!(contents.changed_since(&Contents::of(&library())), ["base/rules.carc"]);
    let reloaded = bench.save(with("base/rules.carc", &remark)).expect("a text is another");
    assert_eq!(reloaded.expect("it compiles").changes, []);
    assert!(*bench.live.play().game() == before, "a remark changes no game");
    assert_eq!(bench.living(), 1, "the old code is gone");
}
