//! Tiles that are laid out by option: each of their layouts is checked, whichever of them is in play.

use std::collections::{BTreeMap, BTreeSet};

use abi::Word;
use grammar::Diagnostic;

use super::{
    Draft, Drawing, Tiles,
    condition::{self, Assumed},
    rims::Rims,
};
use crate::{check::declare::value_text, names::Names, typed::OptionId};

/// More layouts of one tile than anybody draws; those beyond are checked when they are played.
const MOST_LAYOUTS: usize = 256;
/// Options of more values are tried with those that the conditions speak of.
const FEW_VALUES: usize = 8;

impl Tiles<'_> {
    /// The tile as it is in this setting; says what is wrong with it in any.
    pub(super) fn all_layouts<'a>(
        &mut self,
        drawing: &Drawing<'a>,
        in_a_set: bool,
        rims: &mut Rims<'a>,
    ) -> Draft<'a> {
        let mut spoken_of: BTreeMap<OptionId, BTreeSet<Word>> = BTreeMap::new();
        for (expansion, lines) in &drawing.parts {
            condition::options(self.names, *expansion, lines, &mut spoken_of);
        }
        if spoken_of.is_empty() {
            return self.layout(drawing, in_a_set, rims);
        }
        let layouts = layouts(self.names, &spoken_of);
        let told = std::mem::take(self.diagnostics);
        let draft = self.layout(drawing, in_a_set, rims);
        let mut found: Vec<(Diagnostic, Assumed, usize)> = Vec::new();
        let current = std::mem::take(self.diagnostics);
        let mut note = |said: Vec<Diagnostic>, assumed: &Assumed| {
            for diagnostic in said {
                match found.iter_mut().find(|(other, ..)| *other == diagnostic) {
                    Some((.., times)) => *times += 1,
                    None => found.push((diagnostic, assumed.clone(), 1)),
                }
            }
        };
        let value = |id: &OptionId| self.names.rules.options[id.index()].value;
        note(current, &spoken_of.keys().map(|id| (*id, value(id))).collect());
        for assumed in &layouts {
            self.assumed.clone_from(assumed);
            self.layout(drawing, in_a_set, rims);
            note(std::mem::take(self.diagnostics), assumed);
        }
        self.assumed.clear();
        *self.diagnostics = told;
        for (mut diagnostic, assumed, times) in found {
            if times <= layouts.len() {
                let options = assumed.iter().map(|(id, word)| said(self.names, *id, *word));
                let options = options.collect::<Vec<_>>().join(" and ");
                diagnostic.message.push_str(&format!(", where {options}"));
            }
            self.diagnostics.push(diagnostic);
        }
        draft
    }
}

/// The other layouts of a tile whose conditions speak of these options.
fn layouts(names: &Names, spoken_of: &BTreeMap<OptionId, BTreeSet<Word>>) -> Vec<Assumed> {
    let mut layouts = vec![Assumed::new()];
    for (id, words) in spoken_of {
        let option = &names.rules.options[id.index()];
        let near = || {
            words.iter().flat_map(|word| [word.saturating_sub(1), *word, word.saturating_add(1)])
        };
        let values: BTreeSet<Word> = match option.choices.len() {
            0 => near().chain([option.value]).collect(),
            1..=FEW_VALUES => option.choices.iter().copied().collect(),
            _ => {
                near().chain([option.value]).filter(|word| option.choices.contains(word)).collect()
            }
        };
        let longer = layouts.iter().flat_map(|layout| {
            values.iter().map(|word| {
                let mut longer = layout.clone();
                longer.insert(*id, *word);
                longer
            })
        });
        layouts = longer.take(MOST_LAYOUTS).collect();
    }
    let current = |(id, word): (&OptionId, &Word)| names.rules.options[id.index()].value == *word;
    layouts.retain(|layout| !layout.iter().all(current));
    layouts
}

/// `ring_ends_roads = true`
fn said(names: &Names, id: OptionId, word: Word) -> String {
    let option = &names.rules.options[id.index()];
    format!("`{} = {}`", option.name, value_text(names, option.ty, word))
}
