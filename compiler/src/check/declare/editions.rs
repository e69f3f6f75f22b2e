//! Editions: the values that they give to options, of which no two may disagree.

use abi::Word;
use grammar::{Diagnostic, Span, ast::ItemKind};

use super::{Declaring, options::setting_value, options::value_text};
use crate::{
    check::{
        Setting, codes,
        order::InPlay,
        said_twice::{set_once, written},
    },
    typed::OptionId,
};

/// A value that an edition gives to an option.
struct Given<'a> {
    edition: &'a str,
    option: OptionId,
    word: Word,
    span: Span,
    of: InPlay<'a>,
}

impl<'a> Declaring<'a> {
    /// Gives the options the values of the setting's edition. Gives the names of all editions.
    pub(super) fn editions(&mut self, setting: &Setting) -> Vec<&'a str> {
        let mut known: Vec<(&'a str, Span, InPlay<'a>)> = Vec::new();
        let mut given: Vec<Given<'a>> = Vec::new();
        for in_play in self.each() {
            let ItemKind::Edition(item) = &in_play.item.kind else { continue };
            let name = item.name.text.as_str();
            let first =
                known.iter().find(|(other, _, of)| *other == name && is_beside(of, &in_play));
            if let Some((_, first, _)) = first {
                self.diagnostics.push(
                    Diagnostic::error(codes::DUPLICATE_NAME, format!("a second edition `{name}`"))
                        .label(item.name.span, "declared again here")
                        .label(*first, "declared first here")
                        .help("give one of them another name, or write all settings into one"),
                );
            }
            known.push((name, item.name.span, in_play));
            let chosen = setting.edition.as_deref() == Some(name);
            let mut seen = Vec::new();
            for line in &item.settings {
                let value =
                    setting_value(&self.names, line, in_play.expansion, &mut self.diagnostics);
                let Some((option, word)) = value else { continue };
                let twice = set_once(&mut seen, option, line);
                if twice.is_none() {
                    let of = in_play;
                    let new = Given { edition: name, option, word, span: written(line), of };
                    let disagreeing = self.disagreeing(&given, &new);
                    self.diagnostics.extend(disagreeing);
                    given.push(new);
                }
                self.diagnostics.extend(twice);
                if chosen {
                    self.names.rules.options[option.index()].value = word;
                }
            }
        }
        known.into_iter().map(|(name, ..)| name).collect()
    }

    /// Says so if editions of one name in two expansions give an option different values: which of them held would
    /// depend on the order of the expansions.
    fn disagreeing(&self, given: &[Given<'_>], new: &Given<'_>) -> Option<Diagnostic> {
        let other = given.iter().find(|other| {
            other.edition == new.edition
                && other.option == new.option
                && other.word != new.word
                && other.of.expansion != new.of.expansion
        })?;
        let option = &self.names.rules.options[new.option.index()];
        let value = |word| value_text(&self.names, option.ty, word);
        // Whoever sets what another expansion declares is to follow that one.
        let (late, early) =
            if new.of.expansion == option.expansion { (other, new) } else { (new, other) };
        let owner = &self.names.rules.expansions[early.of.expansion].name;
        Some(
            Diagnostic::error(
                codes::DUPLICATE_NAME,
                format!("two editions `{}` give `{}` different values", new.edition, option.name),
            )
            .label(late.span, format!("{} here", value(late.word)))
            .label(early.span, format!("{} in `{owner}`", value(early.word)))
            .help("give the edition another name, or leave this value out"),
        )
    }
}

/// Whether two items stand beside each other: in one expansion, both under the same `with`.
fn is_beside(one: &InPlay<'_>, other: &InPlay<'_>) -> bool {
    (one.expansion, one.with) == (other.expansion, other.with)
}
