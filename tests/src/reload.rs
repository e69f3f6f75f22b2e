//! Rules that change while a game is played: what is told, and where the game stands.

use std::sync::{Arc, Weak};

use abi::Program;
use compiler::{Backend, Setting};
use rayon::prelude::*;
use runtime::{Pcg32, Playthrough, Save, Seats};
use toolkit::{
    Contents, Expansion, Home, Library, Live, Look, Made, Reloaded, TextFile, Way, Workshop,
    default_tiles,
};

use crate::{
    fixture::{each, files, folder},
    play::{library, setup},
};

/// The standard expansions with the text of one file exchanged, or a new expansion.
pub(crate) fn with(name: &str, text: &str) -> Library {
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
        drawing: None,
        mutants: None,
        translations: Default::default(),
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
pub(crate) struct Bench {
    workshop: Workshop,
    pub(crate) live: Live,
    made: Vec<Weak<Program>>,
}

impl Bench {
    /// A game by the rules of some expansions in a library.
    pub(crate) fn new(expansions: &[&str], library: Library, seed: u64) -> Self {
        Self::with_backend(expansions, library, seed, Backend::Native)
    }

    /// The same, run by one back end.
    fn with_backend(expansions: &[&str], library: Library, seed: u64, backend: Backend) -> Self {
        let expansions = expansions.iter().map(|&name| name.to_owned()).collect();
        let setting = Setting { expansions, ..Setting::default() };
        let mut workshop = Workshop::new(setting, backend, &Library::default());
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
    pub(crate) fn save(&mut self, library: Library) -> Option<Result<Reloaded, String>> {
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
/// and `play` with answers: `draw KIND`, `PLAYER: WORDS`, `random N`, `undo`, `settle`.
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
    } else if line == "settle" {
        settle(play);
    } else if line == "undo" {
        assert!(play.undo(), "something was answered");
    } else {
        let (_, words) = line.split_once(": ").expect("`PLAYER: WORDS`");
        play.say(words).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

/// One random answer, if something is asked.
pub(crate) fn step(play: &mut Playthrough, dice: &mut Pcg32) {
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

/// Lets chance decide until somebody is asked, as whoever shows a game does.
fn settle(play: &mut Playthrough) {
    while matches!(play.stand(), runtime::Stand::Chance(_)) && play.roll().is_ok() {}
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

/// The smallest game, alone in its library, so that thousands of reloads take seconds.
fn tiny(points: usize) -> Library {
    let text = format!(
        "expansion tiny {{ title \"Tiny\" players 2..2 }}
feature meadow {{ joins edges worth 1 }}
phases setup {{ laying }}
phases turn {{ nodding }}
phases part {{ parting }}
phases finish {{ leaving }}
pile land
step nod in nodding {{ if active decides to nod {{ active scores {points} for land }} }}
"
    );
    let mut library = Library::default();
    library.add(Expansion {
        name: "tiny".to_owned(),
        home: Home::BuiltIn,
        rules: vec![TextFile { name: "tiny/rules.carc".to_owned(), text }],
        statements: None,
        messages: Default::default(),
        recorded: None,
        unreadable: Vec::new(),
        drawing: None,
        mutants: None,
        translations: Default::default(),
    });
    library
}

/// The pages that this process has in memory.
#[cfg(target_os = "linux")]
pub(crate) fn resident_pages() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").expect("the system tells");
    let pages = text.split(' ').nth(1).expect("the second number");
    pages.parse().expect("a number")
}

/// Runs a test of this suite in a process of its own, where nobody else takes memory; whether this is that process.
#[cfg(target_os = "linux")]
pub(crate) fn is_alone(test: &str) -> bool {
    const ALONE: &str = "CARC_MEASURES_ALONE";
    if std::env::var_os(ALONE).is_some() {
        return true;
    }
    // Also where its file was built anew meanwhile.
    let mut command = std::process::Command::new("/proc/self/exe");
    command.args(["--exact", test, "--test-threads=1"]).env(ALONE, "1");
    let output = command.output().expect("the suite runs once more");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
    false
}

/// Of the growth between readings of memory, the later half: what is kept for ever is kept by then.
#[cfg(target_os = "linux")]
fn late_growth(pages: &[u64]) -> u64 {
    let middle = pages[pages.len() / 2];
    pages[pages.len() - 1].saturating_sub(middle)
}

#[cfg(target_os = "linux")]
#[test]
fn ten_thousand_reloads_leave_memory_flat() {
    if !is_alone("reload::ten_thousand_reloads_leave_memory_flat") {
        return;
    }
    let mut bench = Bench::new(&["tiny"], tiny(1), 1);
    for _ in 0..20 {
        bench.live.play_mut().say("yes").expect("nodding is on offer");
    }
    let mut pages = vec![resident_pages()];
    for span in 0..10 {
        for round in 0..1000 {
            let points = 1 + (span * 1000 + round + 1) % 7;
            let reloaded = bench.save(tiny(points)).expect("the text is another");
            assert_eq!(reloaded.expect("it compiles").way, Way::Replayed);
            assert_eq!(bench.live.play().game().points(0), 10 * points as i64);
            assert_eq!(bench.living(), 1, "no rules outlive their game");
            bench.made.retain(|made| made.strong_count() > 0);
        }
        pages.push(resident_pages());
    }
    // A leak of a kilobyte for each program would be 1250 pages in the later half, one of 100 bytes 125.
    assert!(late_growth(&pages) < 125, "pages after each thousand: {pages:?}");
    let mut growth: Vec<u64> = pages.windows(2).map(|p| p[1].saturating_sub(p[0])).collect();
    growth.sort_unstable();
    assert!(growth[growth.len() / 2] < 25, "pages after each thousand: {pages:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_thousand_reloads_of_real_expansions_leave_memory_flat() {
    if !is_alone("reload::a_thousand_reloads_of_real_expansions_leave_memory_flat") {
        return;
    }
    let rules = library().get("crop_circles").expect("it is there").rules.clone();
    let rules = rules.into_iter().find(|file| file.name.ends_with("/rules.carc")).expect("rules");
    let saved = |points: usize| {
        let more =
            format!("after p scores n for f when f is city {{ p.left scores {points} for f }}");
        with(&rules.name, &format!("{}\n{more}\n", rules.text))
    };
    let mut bench = Bench::new(&["base", "crop_circles"], saved(1), 1);
    let mut dice = Pcg32::new(1);
    (0..20).for_each(|_| step(bench.live.play_mut(), &mut dice));
    let mut pages = vec![resident_pages()];
    for span in 0..10 {
        for round in 0..100 {
            let reloaded =
                bench.save(saved(2 + (span * 100 + round) % 2)).expect("the text is another");
            assert_eq!(reloaded.expect("it compiles").way, Way::Replayed);
            assert_eq!(bench.living(), 1, "no rules outlive their game");
            bench.made.retain(|made| made.strong_count() > 0);
        }
        pages.push(resident_pages());
    }
    // A program has megabytes; one in a hundred that stayed would be thousands of pages.
    assert!(late_growth(&pages) < 500, "pages after each hundred: {pages:?}");
}

/// One random edit of a text: a line or a paragraph goes, a line comes twice or changes places, a sign or a number is
/// another, a rule forbids what was done.
pub(crate) fn edited(text: &str, dice: &mut Pcg32) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let below = |dice: &mut Pcg32, n: usize| dice.below(n.max(1) as u32) as usize;
    let at = below(dice, lines.len());
    match dice.below(9) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = below(dice, lines.len());
            lines.swap(at, other);
        }
        3 => lines.truncate(at),
        4 => {
            // A number is the next one; these edits often compile.
            let numbered: Vec<usize> = (0..lines.len())
                .filter(|&i| lines[i].contains(|c: char| c.is_ascii_digit()))
                .collect();
            if let Some(&at) = numbered.get(below(dice, numbered.len())) {
                let next = |c: char| match c {
                    '0'..='8' => char::from(c as u8 + 1),
                    _ => c,
                };
                lines[at] = lines[at].chars().map(next).collect();
            }
        }
        5 => {
            let first = lines[..at].iter().rposition(|line| line.is_empty()).unwrap_or(0);
            let last = lines[at..].iter().position(|line| line.is_empty());
            drop(lines.drain(first..last.map_or(lines.len(), |last| at + last)));
        }
        6 => lines.push("adjust may_act(p) to false".to_owned()),
        7 => lines.push("after p scores n for x { p.left scores 1 for x }".to_owned()),
        _ => {
            let mut signs: Vec<char> = lines[at].chars().collect();
            if !signs.is_empty() {
                let sign = below(dice, signs.len());
                signs[sign] = ['{', '}', 'x', '"', '(', '.'][below(dice, 6)];
            }
            lines[at] = signs.into_iter().collect();
        }
    }
    lines.join("\n") + "\n"
}

/// What came of the edits of one game.
#[derive(Clone, Copy, Debug, Default)]
struct Edits {
    broken: usize,
    went_on: usize,
    cut: usize,
    /// Those after which chance decided something that the log does not have.
    elsewhere: usize,
}

/// Edits the rules of an expansion while it is played, and takes each edit back: broken ones change nothing, and
/// with the old rules the old game is back. In half of the edits chance goes on as it does where somebody watches, and
/// in some another edit comes in between.
fn edits_of(expansion: &str, seed: u64, edits: usize, backend: Backend) -> Edits {
    let mut found = Edits::default();
    let mut dice = Pcg32::new(seed);
    let mut bench = Bench::with_backend(&[expansion], library(), seed, backend);
    (0..40).for_each(|_| step(bench.live.play_mut(), &mut dice));
    let old = bench.live.play().rules().clone();
    let tiles = default_tiles(old.program());
    let whole = library();
    let rules = &whole.get(expansion).expect("it is there").rules;
    let file = |end: &str| rules.iter().find(|file| file.name.ends_with(end)).cloned();
    let tiles_text = file("/tiles.carc");
    let rules = file("/rules.carc").expect("rules");
    for _ in 0..edits {
        let watched = dice.below(2) == 0;
        if watched {
            settle(bench.live.play_mut());
        }
        let before = (bench.live.play().game().clone(), bench.live.play().log().to_vec());
        let mut text = String::new();
        for _ in 0..1 + dice.below(5) / 4 {
            let file = tiles_text.as_ref().filter(|_| dice.below(6) == 0).unwrap_or(&rules);
            let then = (bench.live.play().game().clone(), bench.live.play().log().to_vec());
            text = edited(&file.text, &mut dice);
            match bench.save(with(&file.name, &text)) {
                None => {}
                Some(Err(_)) => {
                    found.broken += 1;
                    assert!(*bench.live.play().game() == then.0, "a broken text changes a game");
                    assert_eq!(bench.live.play().log(), then.1);
                }
                Some(Ok(reloaded)) => {
                    found.went_on += 1;
                    found.cut += usize::from(!bench.live.rest().is_empty());
                    let all = bench.live.play().log().len() + bench.live.rest().len();
                    assert!(all > 0 || before.1.is_empty(), "{:?}", reloaded.changes);
                    if watched {
                        let answered = bench.live.play().log().len();
                        settle(bench.live.play_mut());
                        let play = bench.live.play();
                        found.elsewhere += usize::from(play.log().len() > answered);
                    }
                }
            }
        }
        // The old rules once more: what they compile to is at hand.
        bench.live.reload(old.clone(), tiles.clone()).expect("the old rules play");
        assert_eq!(bench.live.play().log(), before.1, "the old rules give the old game:\n{text}");
        assert!(*bench.live.play().game() == before.0, "the old rules give the old state");
        assert!(bench.live.rest().is_empty());
        // The last edit may have had the same rules once more, which then go on.
        let goes_on = !Arc::ptr_eq(bench.live.play().rules(), &old);
        assert!(bench.living() <= 1 + usize::from(goes_on), "rules of edits outlive them");
        bench.made.retain(|made| made.strong_count() > 0);
        step(bench.live.play_mut(), &mut dice);
    }
    found
}

/// A thousand valid and broken edits of the standard expansions while games are played, most of them run by the
/// evaluator, which compiles in half the time.
#[test]
fn a_thousand_random_edits_lose_and_alter_no_game() {
    let games = [
        ("base", 1, 280, Backend::Eval),
        ("crop_circles", 2, 280, Backend::Eval),
        ("the_fair", 3, 280, Backend::Eval),
        ("base", 4, 60, Backend::Native),
        ("crop_circles", 5, 60, Backend::Native),
        ("the_fair", 6, 60, Backend::Native),
    ];
    assert!(games.iter().map(|(_, _, edits, _)| edits).sum::<usize>() >= 1000);
    let found: Vec<Edits> = games
        .par_iter()
        .map(|&(expansion, seed, edits, backend)| edits_of(expansion, seed, edits, backend))
        .collect();
    let sum = |part: fn(&Edits) -> usize| found.iter().map(part).sum::<usize>();
    let (broken, went_on) = (sum(|e| e.broken), sum(|e| e.went_on));
    let (cut, elsewhere) = (sum(|e| e.cut), sum(|e| e.elsewhere));
    assert!(
        broken > 300 && went_on > 150 && cut > 0 && elsewhere > 0,
        "{broken} {went_on} {cut} {elsewhere}"
    );
}

/// A game that goes on as it stands under other rules is saved as a game of other rules: its log counts.
#[test]
fn games_that_went_on_as_they_stood_are_saved_with_their_log() {
    let file = "toy/rules.carc";
    let toy = |when: &str| {
        with(
            file,
            &format!(
                "expansion toy {{ title \"Toy\" needs base }}\n\
                 offer sing in action{when} {{ active scores 1 for placed }}\n"
            ),
        )
    };
    let mut bench = Bench::new(&["toy"], toy(""), 3);
    for line in ["draw base_city_n", "red: at (0, -1) turned 180", "red: sing"] {
        answer(bench.live.play_mut(), line);
    }
    answer(bench.live.play_mut(), "random 10");
    let before = bench.live.play().clone();
    let reloaded = bench.save(toy(" when active.points > 0")).expect("another text");
    assert_eq!(reloaded.expect("it compiles").way, Way::Resumed);
    let resumed = bench.live.play();
    assert!(resumed.is_resumed());
    assert_eq!(resumed.log(), before.log());
    let opened = Save::of(resumed).open(resumed.rules().clone()).expect("it is a whole save");
    let changes = opened.changes.expect("the rules were others");
    assert_eq!(changes.stop.map(|stop| stop.entry), Some(2), "singing is not on offer");

    // Everything can be taken back in the new code, and answered as before up to there.
    let mut back = resumed.clone();
    while back.undo() {}
    assert_eq!(back.log(), [], "everything is taken back");
    for line in ["draw base_city_n", "red: at (0, -1) turned 180", "red: deploy meeple on c0"] {
        answer(&mut back, line);
    }
    assert_eq!(back.game().points(0), 4, "the new code plays on");
    let mut dice = Pcg32::new(5);
    (0..200).for_each(|_| step(bench.live.play_mut(), &mut dice));
    assert_eq!(bench.live.play().stand(), runtime::Stand::Over, "the game goes on to its end");
}
