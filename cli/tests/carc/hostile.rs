//! A stranger's expansions, each made to do harm, opened with every command: each run ends soon, says what is wrong
//! or plays, prints nothing that a terminal would obey, and leaves everything outside its folder alone.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
    sync::Mutex,
    thread::scope,
    time::Duration,
};

use crate::{carc, text};

/// How long a command may take, on a busy machine and without optimisation.
const LIMIT: Duration = Duration::from_secs(120);
/// How much it may print.
const PRINTED: usize = 2 << 20;

/// A folder of files.
type Files = Vec<(&'static str, String)>;

const EXPANSION: &str = "expansion stranger { title \"S\" needs base }\n";

/// The example that comes to a rule in `following`.
const EXAMPLE: &str = "scenario \"one tile\" {\n    players red, blue\n    draw base_monastery\n    \
                       red: place = at (0, 1) turned 0\n    red: action = none\n    \
                       expect red.points == 0\n}\n";

fn endless() -> Files {
    let rules = format!(
        "{EXPANSION}game keeps n: int\n\
         fn two(a: int) -> int = n + a\nto grow() {{ n += 1 }}\n\
         after p scores k for x {{ p scores 1 for x  p loses 1 for x }}\n\
         after p loses k for x {{ p scores 1 for x  p loses 1 for x }}\n\
         step spin in following {{\n    active scores 1 for placed\n    \
         repeat 1000000000 times {{ repeat 1000000000 times {{ grow() }} }}\n}}\n{EXAMPLE}"
    );
    vec![("rules.carc", rules)]
}

fn endless_chance() -> Files {
    let rules = format!(
        "{EXPANSION}step dice in following {{\n    repeat {{ let pips = active rolls 1..6 }}\n}}\n{EXAMPLE}"
    );
    vec![("rules.carc", rules)]
}

fn giant_numbers() -> Files {
    let rules = format!(
        "{EXPANSION}option big: int = 9223372036854775807 from 1..9223372036854775807\n\
         figure mob: follower {{ each player big stands on road }}\n\
         tile stranger_many x9223372036854775807 {{ field f0: NL NR EL ER SL SR WL WR }}\n\
         set heap {{ 999999999999 base_monastery }}\n\
         step burst in following {{ active scores big * big for placed }}\n\
         step far in closing {{ lay from (999999999, -999999999) {{ | base_monastery | }} }}\n{EXAMPLE}"
    );
    vec![("rules.carc", rules)]
}

fn large_but_allowed() -> Files {
    let rules = format!(
        "{EXPANSION}option big: int = 1000 from 1..1000\n\
         figure mob: follower {{ each player big stands on road }}\n\
         tile stranger_many x1000 {{ field f0: NL NR EL ER SL SR WL WR }}\n\
         player keeps sum: int = 9223372036854775807\n\
         step burst in following {{ active.sum += big }}\n{EXAMPLE}"
    );
    vec![("rules.carc", rules)]
}

fn deep_nesting() -> Files {
    let deep =
        |open: &str, close: &str, n: usize| format!("{}1{}", open.repeat(n), close.repeat(n));
    let rules = format!(
        "{EXPANSION}fn a() -> int = {}\nfn b() -> int = {}\nfn c() -> flag = {}true\n\
         step s in following {{ {}{} }}\n{EXAMPLE}",
        deep("(", ")", 20_000),
        "1 + ".repeat(50_000) + "1",
        "not ".repeat(20_000),
        "if true { ".repeat(20_000),
        "}".repeat(20_000),
    );
    let ftl = format!("a = {}x{}\n", "{ ".repeat(50_000), " }".repeat(50_000));
    let drawing = deep("[", "]", 100_000);
    vec![("rules.carc", rules), ("messages/en.ftl", ftl), ("drawing.json", drawing)]
}

fn a_million_tiles() -> Files {
    let rules = format!(
        "{EXPANSION}game keeps x: int\n\
         step flood in following {{\n    repeat 1000000 times {{ lay from (0, 50) {{ | base_monastery | }} }}\n}}\n\
         {EXAMPLE}"
    );
    let tile = |n: usize| format!("tile stranger_{n} x1 {{ field f0: NL NR EL ER SL SR WL WR }}\n");
    vec![("rules.carc", rules), ("tiles.carc", (0..30_000).map(tile).collect())]
}

fn too_many_bytes() -> Files {
    let tile = |n: usize| format!("tile stranger_{n} x1 {{ field f0: NL NR EL ER SL SR WL WR }}\n");
    vec![("rules.carc", EXPANSION.to_owned()), ("tiles.carc", (0..200_000).map(tile).collect())]
}

fn paths_outside() -> Files {
    let title = "../../../outside/evil";
    let rules = format!(
        "{EXPANSION}scenario \"{title}\" {{\n    players red, blue\n    snapshot\n}}\n\
         scenario \"/etc/evil\" {{\n    players red, blue\n    snapshot\n}}\n"
    );
    vec![("rules.carc", rules), ("messages/..%2f..%2fen.ftl", "a = b\n".to_owned())]
}

fn control_characters() -> Files {
    let bad = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{1b}[31m\u{202e}\u{9b}5n";
    let rules = format!(
        "/// {bad}\nexpansion stranger {{ title \"{bad}\" needs base }}\n\
         /// {bad}\noption mood: int = 1 from 1..2 /// {bad}\n\
         // {bad}\n@S1 step s in following {{ active scores 1 / (1 - mood) for placed }} // {bad}\n\
         invariant mood > 0 // {bad}\n{}",
        EXAMPLE.replace("one tile", bad)
    );
    let ftl = format!("expansion-stranger = {bad}\ncause-placed = {bad}\naction = {bad}\n");
    vec![
        ("rules.carc", rules),
        ("rules.md", format!("# {bad}\n\n- S1. {bad}\n")),
        ("messages/en.ftl", ftl),
    ]
}

/// What every folder is opened with: `@` is its path.
const COMMANDS: &[&[&str]] = &[
    &["check", "@"],
    &["check", "@", "--format", "json"],
    &["list", "stranger", "--json"],
    &["list"],
    &["fmt", "@", "--check"],
    &["fmt", "@"],
    &["rules", "@", "--lang", "vi"],
    &["explain", "order", "--with", "@"],
    &["test", "@"],
    &["test", "@", "--ci"],
    &["test", "@", "--accept"],
    &["test", "@", "--coverage"],
    &["rules", "@"],
    &["play", "--with", "@", "--bots", "--bot", "random", "--boards", "0", "--seed", "3"],
    &["play", "--with", "@", "--seed", "3"],
    &["sim", "--with", "@", "--games", "1", "--jobs", "1"],
    &["sim", "--with", "@", "--games", "1", "--jobs", "1", "--backend", "eval"],
    &["draw", "set", "stranger", "--with", "@", "--to", "%/set.svg"],
    &["draw", "board", "--with", "@", "--turns", "2", "--to", "%/board.svg"],
    &["draw", "--sheet", "%/sheet.pdf", "--with", "@"],
    &["watch", "--with", "@", "--seed", "3"],
    &["fuzz", "@", "--games", "1", "--alone", "--jobs", "1"],
    &["matrix", "@", "base", "--games", "1", "--jobs", "1"],
    &["record", "@/rules.carc"],
    &["why", "@/rules.carc"],
    &["replay", "@/rules.carc"],
    &["shoot", "@/rules.carc"],
    &["new", "../outside/evil", "--in", "%"],
];

/// Opens a folder of files with every command.
fn opened(files: &Files) {
    let failures = Mutex::new(Vec::new());
    let next = Mutex::new(COMMANDS.iter());
    scope(|threads| {
        for _ in 0..2 {
            threads.spawn(|| {
                loop {
                    let command = next.lock().expect("nobody panics with it").next();
                    let Some(command) = command else { break };
                    if let Err(why) = run(files, command) {
                        failures.lock().expect("nobody panics with it").push(why);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("nobody panics with it");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn run(files: &Files, command: &[&str]) -> Result<(), String> {
    let scratch = tempfile::tempdir().expect("there is room for a folder");
    let (folder, inside) =
        (scratch.path().join("expansions/stranger"), scratch.path().join("work"));
    let outside = scratch.path().join("outside");
    for folder in [&folder, &inside, &outside] {
        fs::create_dir_all(folder).expect("room");
    }
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("room");
        fs::write(path, text).expect("room");
    }
    let fill = |word: &&str| {
        word.replace('@', &folder.to_string_lossy()).replace('%', &inside.to_string_lossy())
    };
    let words: Vec<String> = command.iter().map(fill).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut carc = carc(&words);
    carc.env("CARC_EXPANSIONS", scratch.path().join("expansions")).timeout(LIMIT);
    let output: Output = carc.write_stdin("1\n1\ns\nq\nquit\n").output().expect("carc begins");
    let said = |what: &str| {
        let errors: String = String::from_utf8_lossy(&output.stderr).chars().take(600).collect();
        Err(format!("carc {}: {what}\n{errors}", command.join(" ")))
    };
    match output.status.code() {
        Some(0..=2) => {}
        status => return said(&format!("status {status:?}; it may have taken too long")),
    }
    let printed = text(&output.stdout) + &text(&output.stderr);
    if printed.contains("panicked") {
        return said("panics");
    }
    if printed.len() > PRINTED {
        return said(&format!("prints {} bytes", printed.len()));
    }
    let obeyed = |c: char| c.is_control() && !matches!(c, '\n' | '\t' | '\r') || c == '\u{202e}';
    if printed.contains(obeyed) {
        return said("prints what a terminal obeys");
    }
    let strays = all_below(&outside);
    if !strays.is_empty() || Path::new("/etc/evil").exists() {
        return said(&format!("writes outside: {strays:?}"));
    }
    for (name, text) in files {
        let after = fs::read_to_string(folder.join(name)).unwrap_or_default();
        // Whoever lays rules out anew changes their blanks.
        let is_laid_out = command == ["fmt", "@"] && name.ends_with(".carc");
        let is_same = if is_laid_out { signs(&after).eq(signs(text)) } else { after == *text };
        if !is_same {
            return said(&format!("changes {name}"));
        }
    }
    Ok(())
}

/// A text without its blanks.
fn signs(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !c.is_whitespace())
}

fn all_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder can be listed");
    entries.map(|entry| entry.expect("it is there").path()).collect()
}

#[test]
fn endless_loops() {
    opened(&endless());
}

#[test]
fn endless_dice() {
    opened(&endless_chance());
}

#[test]
fn numbers_without_measure() {
    opened(&giant_numbers());
    opened(&large_but_allowed());
}

#[test]
fn nesting_without_end() {
    opened(&deep_nesting());
}

#[test]
fn tiles_by_the_million() {
    opened(&a_million_tiles());
    opened(&too_many_bytes());
}

#[test]
fn ways_out_of_the_folder() {
    opened(&paths_outside());
}

/// Links to what lies elsewhere: nothing of it is shown, written or removed.
#[cfg(unix)]
#[test]
fn links_out_of_the_folder() {
    use std::os::unix::fs::symlink;

    const FORMER: &[(&str, &str)] = &[
        ("stranger__one_tile.snap", "precious\n"),
        ("gone.snap", "precious\n"),
        ("more.carc", "// top_secret\nfn   secret( n:int )->int=n+1\n"),
        ("rules.vi.md", "- S1. top_secret\n"),
        ("en.ftl", "expansion-stranger = top_secret\n"),
        ("drawing.json", "{ \"top_secret\": 1 }\n"),
        ("mutants.txt", "top_secret\n"),
    ];
    let links: [&[(&str, &str)]; 4] = [
        &[("snapshots", "far")],
        &[("more.carc", "far/more.carc"), ("scenarios2.carc", "far/new.carc")],
        &[
            ("rules.vi.md", "far/rules.vi.md"),
            ("messages", "far"),
            ("mutants.txt", "far/mutants.txt"),
        ],
        &[("drawing.json", "far/drawing.json"), ("recorded.json", "far/drawing.json")],
    ];
    let rules = format!("{EXPANSION}{}", EXAMPLE.replace("    expect", "    snapshot\n    expect"));
    for links in links {
        for command in COMMANDS.iter().copied().chain([&["fmt", "@/more.carc"][..]]) {
            let scratch = tempfile::tempdir().unwrap();
            let folder = scratch.path().join("expansions/stranger");
            let (far, work) = (scratch.path().join("far"), scratch.path().join("work"));
            for folder in [&folder, &far, &work] {
                fs::create_dir_all(folder).unwrap();
            }
            fs::write(folder.join("rules.carc"), &rules).unwrap();
            for (name, text) in FORMER {
                fs::write(far.join(name), text).unwrap();
            }
            for (link, target) in links {
                symlink(scratch.path().join(target), folder.join(link)).unwrap();
            }
            let fill = |word: &&str| {
                word.replace('@', &folder.to_string_lossy()).replace('%', &work.to_string_lossy())
            };
            let words: Vec<String> = command.iter().map(fill).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let mut carc = carc(&words);
            carc.env("CARC_EXPANSIONS", scratch.path().join("expansions")).timeout(LIMIT);
            let output = carc.write_stdin("s\nq\nquit\n").output().expect("carc begins");
            let printed = text(&output.stdout) + &text(&output.stderr);
            let told = format!("carc {} with {links:?}: {printed}", command.join(" "));
            assert!(matches!(output.status.code(), Some(0..=2)), "{told}");
            assert!(!printed.contains("top_secret"), "{told}");
            let mut left: Vec<String> = all_below(&far)
                .iter()
                .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
                .collect();
            left.sort();
            let mut names: Vec<&str> = FORMER.iter().map(|(name, _)| *name).collect();
            names.sort_unstable();
            assert_eq!(left, names, "{told}");
            for (name, text) in FORMER {
                assert_eq!(fs::read_to_string(far.join(name)).unwrap(), *text, "{told}");
            }
            let asks_for_page = matches!(command, ["rules", "@", "--lang", "vi"])
                && links.iter().any(|(link, _)| *link == "rules.vi.md");
            if asks_for_page || matches!(command, ["check" | "test", "@", ..]) {
                assert_eq!(output.status.code(), Some(1), "{told}");
                assert!(printed.contains("is a link to `"), "{told}");
            }
        }
    }
}

#[test]
fn texts_that_command_terminals() {
    opened(&control_characters());
}
