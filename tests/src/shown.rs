//! Every word that can be written stands in an example of the reference, and those are tested. What the grammar makes of
//! them is looked at where its rules are.

use std::collections::BTreeSet;

use abi::VOCABULARY;

use crate::docs::is_right;
use crate::fixture::{read, root};
use crate::markdown::{Block, blocks};

/// Fixed words that stand in no example, each with the reason; there are none.
const NOT_SHOWN: &[&str] = &[];
/// Words of the vocabulary that stand in no example, each with the reason; there are none.
const NO_EXAMPLE: &[&str] = &[];

/// The examples of the reference that are compiled or played.
fn examples() -> Vec<Block> {
    let is_example = |block: &Block| {
        block.document.starts_with("docs/language/")
            && block.language() == "carc"
            && is_right(block)
    };
    blocks().into_iter().filter(is_example).collect()
}

/// A text without remarks and quotations.
fn code(text: &str) -> String {
    let line = |line: &str| {
        let mut kept = String::new();
        let mut quoted = false;
        for (at, sign) in line.char_indices() {
            match sign {
                '"' => quoted = !quoted,
                '/' if !quoted && line[at..].starts_with("//") => break,
                sign if !quoted => kept.push(sign),
                _ => {}
            }
        }
        kept.push('\n');
        kept
    };
    text.lines().map(line).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| {
        // `20` in `20mm` is no word, and a unit stands apart.
        word.starts_with(|c: char| c.is_ascii_alphabetic())
    })
}

#[test]
fn every_fixed_word_of_the_grammar_stands_in_an_example() {
    let grammar = read(&root().join("dsl-grammar/src/carc.pest"));
    let quoted = grammar.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
    let fixed: BTreeSet<&str> = quoted
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(|word| words(word).next() == Some(word))
        .collect();
    assert!(fixed.len() > 120, "{fixed:?}");
    let code: Vec<String> = examples().iter().map(|block| code(&block.text)).collect();
    let written: BTreeSet<&str> = code.iter().flat_map(|text| words(text)).collect();
    let missing: Vec<&&str> = fixed.iter().filter(|word| !written.contains(**word)).collect();
    assert_eq!(missing, NOT_SHOWN.iter().collect::<Vec<_>>(), "no example shows these words");
}

#[test]
fn every_word_of_the_vocabulary_stands_in_an_example() {
    let code: Vec<String> = examples().iter().map(|block| code(&block.text)).collect();
    let written: BTreeSet<&str> = code.iter().flat_map(|text| words(text)).collect();
    let missing: Vec<&str> =
        VOCABULARY.iter().map(|entry| entry.name).filter(|name| !written.contains(name)).collect();
    assert_eq!(missing, NO_EXAMPLE, "no example of the reference shows these words");
}
