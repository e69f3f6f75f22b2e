//! What a check found out that holds in the next one, too: items whose text and surroundings are the same.
//!
//! Trees stand for their texts: whoever parses again makes another tree. They are told apart by where they lie in
//! memory, and kept here so that no other one can come to lie there.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem::take,
    ptr::from_ref,
    sync::Arc,
};

use abi::Origin;
use grammar::{FileId, Sources, ast};

use super::{ExpansionSource, kept::Kept, order::Playing, origins::ItemPlace};
use crate::{
    names::Names,
    typed::{FnDef, Rules},
};

/// What the last check found out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remembered {
    /// The trees, whose addresses are the keys below.
    trees: Vec<Arc<ast::File>>,
    /// Everything that was declared, and what each expansion needs.
    names: Option<Names>,
    needs: Vec<Vec<String>>,
    /// The names whose declaration had a mistake of its own.
    mistaken: BTreeSet<String>,
    /// Whether another check will follow.
    keeps: bool,
    /// How many items the last check took over, and how many scenarios are among them.
    #[cfg(test)]
    pub(crate) taken: (usize, usize),
    /// The items of the last check, and those of the one that goes on.
    old: BTreeMap<usize, Kept>,
    new: BTreeMap<usize, Kept>,
    /// The same for the names that each file gives to answers.
    old_questions: BTreeMap<usize, Arc<[String]>>,
    new_questions: BTreeMap<usize, Arc<[String]>>,
}

impl Remembered {
    /// Begins a check after which another one may come.
    pub(super) fn keeping(&mut self) -> &mut Self {
        self.keeps = true;
        self
    }

    /// The names that a file gives to answers.
    pub(super) fn questions(
        &mut self,
        tree: &Arc<ast::File>,
        read: impl FnOnce() -> Vec<String>,
    ) -> Arc<[String]> {
        let key = Arc::as_ptr(tree).addr();
        let known = self.old_questions.get(&key).or(self.new_questions.get(&key));
        let found = known.cloned().unwrap_or_else(|| read().into());
        self.new_questions.insert(key, Arc::clone(&found));
        found
    }

    /// Begins to check bodies: items are only known where all that they can name is what it was.
    pub(super) fn begin(&mut self, names: &Names, playing: &Playing<'_>) {
        let needs = |manifest: &super::manifest::Manifest<'_>| -> Vec<String> {
            manifest.needs.iter().map(|need| need.text.clone()).collect()
        };
        let needs: Vec<_> = playing.expansions.iter().map(needs).collect();
        let alike = self.names.as_ref().is_some_and(|known| same_names(known, names));
        if !alike || needs != self.needs || names.mistaken != self.mistaken {
            self.old.clear();
        }
        self.needs = needs;
        self.mistaken.clone_from(&names.mistaken);
    }

    /// An item that was checked before in the same surroundings, and found sound.
    pub(super) fn item(
        &mut self,
        item: &ast::Item,
        place: &ItemPlace,
        sources: &Sources,
    ) -> Option<Kept> {
        let known = self.old.remove(&from_ref(item).addr())?;
        // A file may have another name now.
        let names_file =
            |(file, origin): &(FileId, Arc<Origin>)| sources.name(*file) == origin.file;
        let known =
            (known.place == *place && known.lines.iter().all(names_file)).then_some(known)?;
        #[cfg(test)]
        {
            let scenario = matches!(known.typed, super::kept::Typed::Scenario(_));
            self.taken = (self.taken.0 + 1, self.taken.1 + usize::from(scenario));
        }
        Some(known)
    }

    /// Keeps an item for the next check, if it is sound and there may be one.
    pub(super) fn keep(&mut self, item: &ast::Item, kept: &Kept) {
        if kept.sound && self.keeps {
            self.new.insert(from_ref(item).addr(), kept.clone());
        }
    }

    /// Ends a check.
    pub(super) fn end(&mut self, available: &[ExpansionSource], names: Names) {
        let files = available.iter().flat_map(|source| &source.files);
        self.trees = files.map(|(_, tree)| Arc::clone(tree)).collect();
        self.names = Some(names);
        self.old = take(&mut self.new);
        self.old_questions = take(&mut self.new_questions);
    }
}

/// Whether two checks declare the same, wherever in the texts that is.
fn same_names(old: &Names, new: &Names) -> bool {
    // Mistaken names are compared where a check begins: at its end they are taken out.
    let Names { rules, words, absent, mistaken: _, editions, asked, token_piles, notes: _ } = new;
    let same_words = || {
        let declared = |names: &Names| -> usize { names.words.values().map(Vec::len).sum() };
        let mut pairs = old.words.iter().zip(words);
        declared(old) == declared(new)
            && old.words.len() == words.len()
            && pairs.all(|((word, all), (other, others))| {
                let mut each = all.iter().zip(others);
                word == other
                    && all.len() == others.len()
                    && each.all(|(a, b)| {
                        (a.meaning, a.expansion, a.again) == (b.meaning, b.expansion, b.again)
                    })
            })
    };
    old.absent == *absent
        && old.editions == *editions
        && old.asked == *asked
        && old.token_piles == *token_piles
        && same_words()
        && same_rules(&old.rules, rules)
}

/// The same for what is declared, bodies left out.
fn same_rules(old: &Rules, new: &Rules) -> bool {
    /// Whether all members are equal once the places of the old ones are put into the new ones.
    fn alike<T: Clone + PartialEq>(old: &[T], new: &[T], place: impl Fn(&mut T, &T)) -> bool {
        let mut pairs = old.iter().zip(new);
        old.len() == new.len()
            && pairs.all(|(old, new)| {
                let mut new = new.clone();
                place(&mut new, old);
                *old == new
            })
    }
    let Rules {
        expansions,
        ordered_after,
        with,
        options,
        enums,
        features,
        figures,
        tokens,
        piles,
        tiles,
        sets,
        properties,
        functions,
        completed,
        worth,
        counts,
        deeds,
        phases,
        steps,
        menus,
        offers,
        hooks,
        adjusts,
        forbids,
        invariants,
        origins,
        scenarios,
    } = new;
    // A body that is not checked yet says nothing but where it is.
    let function = |it: &mut FnDef, of: &FnDef| {
        it.origin = of.origin;
        it.body.code = of.body.code.clone();
    };
    let kinds = alike(&old.expansions, expansions, |it, of| it.span = of.span)
        && old.ordered_after == *ordered_after
        && old.with == *with
        && old.options == *options
        && old.enums == *enums
        && old.features == *features
        && alike(&old.figures, figures, |it, of| it.origin = of.origin)
        && alike(&old.tokens, tokens, |it, of| it.origin = of.origin)
        && old.piles == *piles
        && alike(&old.tiles, tiles, |it, of| it.span = of.span)
        && old.sets == *sets;
    let signatures = || {
        alike(&old.properties, properties, |it, of| it.origin = of.origin)
            && alike(&old.functions, functions, function)
            && (old.completed, old.worth, old.counts) == (*completed, *worth, *counts)
            && alike(&old.deeds, deeds, |it, of| it.origin = of.origin)
            && old.phases == *phases
            && alike(&old.menus, menus, |it, of| it.origin = of.origin)
    };
    let bodies = || {
        old.steps == *steps
            && old.offers == *offers
            && old.hooks == *hooks
            && old.adjusts == *adjusts
            && old.forbids == *forbids
            && old.invariants == *invariants
            && old.origins == *origins
            && old.scenarios == *scenarios
    };
    kinds && signatures() && bodies()
}
