//! With which other expansions the `with` blocks of one play.

use grammar::ast::{Item, ItemKind};

use crate::Texts;

/// The choices of expansions with which the `with` blocks of an expansion play, itself first, as far as they are there.
pub fn beside(texts: &Texts, expansion: &str) -> Vec<Vec<String>> {
    let mut choices: Vec<Vec<String>> = Vec::new();
    let is_there = |name: &str| texts.available().iter().any(|source| source.folder == name);
    let own = texts.available().iter().filter(|source| source.folder == expansion);
    let files = own.flat_map(|source| &source.files);
    let mut waiting: Vec<(&Item, Vec<String>)> = files
        .flat_map(|(_, file)| &file.items)
        .map(|item| (item, vec![expansion.to_owned()]))
        .collect();
    waiting.reverse();
    while let Some((item, mut choice)) = waiting.pop() {
        let ItemKind::With(with) = &item.kind else { continue };
        let name = &with.expansion.text;
        if !is_there(name) {
            continue;
        }
        if !choice.contains(name) {
            choice.push(name.clone());
        }
        if !choices.contains(&choice) {
            choices.push(choice.clone());
        }
        waiting.extend(with.items.iter().rev().map(|inside| (inside, choice.clone())));
    }
    choices
}
