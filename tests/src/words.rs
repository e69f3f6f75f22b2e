//! No word of an expansion in the compiler, the contract and the runtime: they know boards, not games.

use std::collections::BTreeSet;

use crate::fixture::{name, read};
use crate::house::{code_of, rust_files, words};

/// Words of the printed games. Some others are also words of programs (`field`, `builder`)
/// and can only be refused where they are texts.
const WORDS: &[&str] = &[
    "abbey",
    "abbot",
    "barn",
    "barns",
    "bazaar",
    "cathedral",
    "catapult",
    "city",
    "cities",
    "cloister",
    "courtier",
    "crop",
    "dragon",
    "fair",
    "fairground",
    "fairy",
    "farmer",
    "farmers",
    "ferry",
    "flier",
    "flock",
    "garden",
    "gardens",
    "highwayman",
    "inn",
    "inns",
    "king",
    "knight",
    "knights",
    "mage",
    "mayor",
    "meeple",
    "meeples",
    "monastery",
    "monasteries",
    "monk",
    "pennant",
    "pennants",
    "phantom",
    "pig",
    "princess",
    "river",
    "road",
    "roads",
    "robber",
    "seduction",
    "sheep",
    "shepherd",
    "shield",
    "siege",
    "tower",
    "vineyard",
    "volcano",
    "wagon",
    "windrose",
    "wine",
    "witch",
    "wolf",
];
const TEXTS: &[&str] = &["field", "fields", "builder", "bridge", "castle", "hill"];
const GENERIC: &[&str] = &["abi/src/", "compiler/src/", "runtime/src/", "drawing/src/"];

#[test]
fn compiler_and_runtime_know_no_expansion() {
    let refused: BTreeSet<&str> = WORDS.iter().copied().collect();
    let texts: BTreeSet<&str> = TEXTS.iter().copied().collect();
    let mut found = Vec::new();
    for path in rust_files() {
        let name = name(&path);
        if !GENERIC.iter().any(|folder| name.starts_with(folder)) || is_test_file(&name) {
            continue;
        }
        let code = code_of(before_tests(&read(&path)));
        for (number, line) in (1..).zip(code.lines()) {
            let quoted: String =
                line.split('"').skip(1).step_by(2).flat_map(|q| [q, " "]).collect();
            let bad = words(line).find(|word| refused.contains(word.as_str()));
            // One word in quotes is a name; in a sentence `field` and the like are English.
            let alone = texts.contains(quoted.trim());
            if let Some(word) = bad.or_else(|| alone.then(|| quoted.trim().to_owned())) {
                found.push(format!("{name}:{number}: {word}"));
            }
        }
    }
    assert!(found.is_empty(), "words of expansions: {found:#?}");
}

/// Whether a file holds tests only.
fn is_test_file(name: &str) -> bool {
    name.split('/').any(|part| part == "tests" || part == "tests.rs" || part.ends_with("_tests.rs"))
}

/// What stands before the tests at the end of a file.
fn before_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text)
}

#[test]
fn the_scan_sees_words_in_names_and_texts() {
    let code = code_of("let open_road = \"city\"; // meeple\nstruct FieldOfCity;");
    let found: Vec<String> = words(&code).filter(|word| WORDS.contains(&word.as_str())).collect();
    assert_eq!(found, ["road", "city", "city"]);
    assert_eq!(code_of("let url = \"http://x\"; // y"), "let url = \"http://x\"; \n");
}
