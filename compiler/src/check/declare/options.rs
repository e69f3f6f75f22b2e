//! Options: their types and values, and the values that a setting or an edition gives them.

use abi::{Base, Ty, Word};
use grammar::{
    Diagnostic,
    ast::{self, Expr, ExprKind, ItemKind},
};

use super::Declaring;
use crate::{
    check::{
        Setting, codes,
        near::{did_you_mean, hint, some},
        order::InPlay,
        types,
    },
    meaning::Meaning,
    names::Names,
    typed::{OptionDef, OptionId},
};

/// More values than any option has.
const MANY: i64 = 1000;

impl Declaring<'_> {
    /// Declares all options with their default values.
    pub(super) fn options(&mut self) {
        for in_play in self.each() {
            if let ItemKind::Option(item) = &in_play.item.kind {
                self.option(in_play, item);
            }
        }
    }

    fn option(&mut self, in_play: InPlay<'_>, item: &ast::OptionItem) {
        let diagnostics = &mut self.diagnostics;
        let ty = types::ty(&self.names, &item.ty, diagnostics).filter(|ty| {
            let fine = matches!(ty.base, Base::Int | Base::Flag | Base::Length | Base::Enum(_))
                && *ty == ty.certain();
            if !fine {
                diagnostics.push(
                    Diagnostic::error(codes::WRONG_TYPE, "an option cannot have this type")
                        .label(item.ty.span, "expected `int`, `flag`, `length` or an enum"),
                );
            }
            fine
        });
        let Some(ty) = ty else {
            self.names.mistaken.insert(item.name.text.clone());
            return;
        };
        if let Some((meant, error)) = meant_as_enum(item, ty) {
            diagnostics.push(error);
            self.names.mistaken.extend(meant.into_iter().chain([item.name.text.clone()]));
            return;
        }
        let default = types::constant(&self.names, &item.default, ty, diagnostics);
        let choices = self.choices(item, ty);
        let default_word = default.or(choices.first().copied()).unwrap_or(0);
        if default.is_some() && !choices.is_empty() && !choices.contains(&default_word) {
            self.diagnostics.push(
                Diagnostic::error(codes::WRONG_OPTION_VALUE, "this is none of the option's values")
                    .label(item.default.span, format!("expected {}", self.listed(ty, &choices)))
                    .help("write one of them, or add this one behind `from`"),
            );
        }
        let id = OptionId(self.names.rules.options.len() as u32);
        self.names.rules.options.push(OptionDef {
            expansion: in_play.expansion,
            name: item.name.text.clone(),
            ty,
            value: default_word,
            default: default_word,
            choices,
            doc: in_play.item.doc.as_ref().map(|doc| doc.text.clone()).unwrap_or_default(),
            statements: in_play.item.citations.iter().map(|c| c.statement.clone()).collect(),
        });
        self.add(&item.name, Meaning::Option(id), in_play.expansion);
    }

    fn choices(&mut self, item: &ast::OptionItem, ty: Ty) -> Vec<Word> {
        let mut words = Vec::new();
        for choice in &item.choices {
            match &choice.kind {
                ExprKind::Range { from, to } => {
                    let end = |expr: &Expr, diagnostics: &mut Vec<Diagnostic>| {
                        types::constant(&self.names, expr, ty, diagnostics)
                    };
                    let ends = (end(from, &mut self.diagnostics), end(to, &mut self.diagnostics));
                    let (Some(from), Some(to)) = ends else { continue };
                    if from > to || to.saturating_sub(from) >= MANY {
                        self.diagnostics.push(
                            Diagnostic::error(
                                codes::WRONG_OPTION_VALUE,
                                format!("a range from {from} to {to}"),
                            )
                            .label(choice.span, format!("expected 1 to {MANY} values")),
                        );
                        continue;
                    }
                    words.extend(from..=to);
                }
                _ => words.extend(types::constant(&self.names, choice, ty, &mut self.diagnostics)),
            }
        }
        if item.choices.is_empty() {
            words.extend(match ty.base {
                Base::Flag => 0..2,
                Base::Enum(id) => 0..self.names.rules.enums[id as usize].names.len() as Word,
                _ => 0..0,
            });
        }
        words
    }

    fn listed(&self, ty: Ty, choices: &[Word]) -> String {
        some(choices.iter().map(|word| value_text(&self.names, ty, *word)))
    }

    /// Gives the options the values of the setting's edition, then its own.
    pub(super) fn apply(&mut self, setting: &Setting) {
        let known_editions = self.editions(setting);
        if let Some(edition) = &setting.edition
            && !known_editions.contains(&edition.as_str())
        {
            let mut error = Diagnostic::error(
                codes::UNKNOWN_OPTION,
                format!("no expansion in play has an edition `{edition}`"),
            );
            error.help = hint(&self.diagnostics, edition, known_editions.iter().copied());
            self.diagnostics.push(error);
        }
        self.names.editions = known_editions.into_iter().map(str::to_owned).collect();
        for (expansion, name, value) in &setting.options {
            match find_option(&self.names, expansion.as_deref(), name, None) {
                Ok(id) => match parse_value(&self.names, id, value) {
                    Ok(word) => self.names.rules.options[id.index()].value = word,
                    Err(message) => {
                        self.diagnostics.push(Diagnostic::error(codes::WRONG_OPTION_VALUE, message))
                    }
                },
                Err((message, help)) => {
                    let mut error = Diagnostic::error(codes::UNKNOWN_OPTION, message);
                    error.help = help;
                    self.diagnostics.push(error);
                }
            }
        }
    }
}

/// Where an option of numbers, flags or lengths is given words to choose from, these words; and that an enum has them.
fn meant_as_enum(item: &ast::OptionItem, ty: Ty) -> Option<(Vec<String>, Diagnostic)> {
    if matches!(ty.base, Base::Enum(_)) {
        return None;
    }
    let word = |value: &Expr| match &value.kind {
        ExprKind::Name(name) => Some(name.text.clone()),
        _ => None,
    };
    let mut words: Vec<String> = item.choices.iter().filter_map(word).collect();
    if words.len() < item.choices.len() {
        return None;
    }
    let default = word(&item.default)?;
    if !words.contains(&default) {
        words.insert(0, default.clone());
    }
    if words.len() < 2 {
        return None;
    }
    let option = &item.name.text;
    let mut name = option.clone();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let listed = some(&words);
    let error = Diagnostic::error(codes::WRONG_TYPE, "words to choose from are an enum")
        .label(item.ty.span, "expected an enum")
        .help(format!(
            "declare `enum {name} {{ {listed} }}`, and write `option {option}: {name} = {default}`"
        ));
    Some((words, error))
}

/// The option and the word of a setting in the text of an expansion; what is wrong with it is said.
pub(crate) fn setting_value(
    names: &Names,
    line: &ast::Setting,
    own: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(OptionId, Word)> {
    let expansion = line.expansion.as_ref().map(|name| name.text.as_str());
    let id = match find_option(names, expansion, &line.name.text, Some(own)) {
        Ok(id) => id,
        Err((message, help)) => {
            let mut error = Diagnostic::error(codes::UNKNOWN_OPTION, message)
                .label(line.name.span, "expected an option");
            error.help = help;
            diagnostics.push(error);
            return None;
        }
    };
    let meant = names.meanings(&line.name.text).iter();
    meant.filter(|d| d.meaning == Meaning::Option(id)).for_each(|d| names.note(&line.name, d));
    let option = &names.rules.options[id.index()];
    let word = types::constant(names, &line.value, option.ty, diagnostics)?;
    if !option.choices.is_empty() && !option.choices.contains(&word) {
        diagnostics.push(
            Diagnostic::error(
                codes::WRONG_OPTION_VALUE,
                format!("`{}` cannot be {}", option.name, value_text(names, option.ty, word)),
            )
            .label(line.value.span, format!("expected {}", choices_text(names, option)))
            .help("write one of them: the option lists what it can be behind `from`"),
        );
        return None;
    }
    Some((id, word))
}

/// The option of a name: of the expansion that is said, else of the own one, else of the only one.
pub(crate) fn find_option(
    names: &Names,
    expansion: Option<&str>,
    name: &str,
    own: Option<usize>,
) -> Result<OptionId, (String, Option<String>)> {
    let rules = &names.rules;
    let of = |id: OptionId| &rules.expansions[rules.options[id.index()].expansion].name;
    let mut found: Vec<OptionId> = names
        .meanings(name)
        .iter()
        .filter_map(|d| match d.meaning {
            Meaning::Option(id) if expansion.is_none_or(|wanted| of(id) == wanted) => Some(id),
            _ => None,
        })
        .collect();
    if let Some(&mine) = found.iter().find(|id| Some(rules.options[id.index()].expansion) == own) {
        found = vec![mine];
    }
    match found.as_slice() {
        [id] => Ok(*id),
        [] => Err((
            format!("no expansion in play has an option `{name}`"),
            did_you_mean(name, rules.options.iter().map(|option| option.name.as_str())),
        )),
        several => {
            let all: Vec<String> =
                several.iter().map(|id| format!("`{}.{name}`", of(*id))).collect();
            Err((
                format!("several expansions have an option `{name}`"),
                Some(format!("write {}", all.join(" or "))),
            ))
        }
    }
}

/// The word of an option's value as text: `4`, `true`, `per_city`.
fn parse_value(names: &Names, id: OptionId, text: &str) -> Result<Word, String> {
    let option = &names.rules.options[id.index()];
    let text = text.trim();
    let word = match option.ty.base {
        Base::Flag => match text {
            "true" | "yes" => Some(1),
            "false" | "no" => Some(0),
            _ => None,
        },
        Base::Length => grammar::micrometres(text),
        Base::Enum(_) => types::named(names, text, option.ty.base),
        _ => text.parse().ok().filter(|&word| word != abi::ABSENT),
    };
    match word {
        Some(word) if option.choices.is_empty() || option.choices.contains(&word) => Ok(word),
        _ => Err(format!(
            "`{}` cannot be `{text}`, expected {}",
            option.name,
            choices_text(names, option)
        )),
    }
}

fn choices_text(names: &Names, option: &OptionDef) -> String {
    if option.choices.is_empty() {
        return format!("a value of type `{}`", types::shown(names, option.ty));
    }
    if let ([first, _, _, .., last], Base::Int) = (option.choices.as_slice(), option.ty.base)
        && last.saturating_sub(*first) == option.choices.len() as Word - 1
    {
        return format!("{first} to {last}");
    }
    some(option.choices.iter().map(|word| value_text(names, option.ty, *word)))
}

pub(crate) fn value_text(names: &Names, ty: Ty, word: Word) -> String {
    match ty.base {
        Base::Flag => if word == 0 { "false" } else { "true" }.to_owned(),
        Base::Length if word % 1000 == 0 => format!("{} mm", word / 1000),
        Base::Length => format!("{word} um"),
        Base::Enum(id) => names.rules.enums[id as usize]
            .names
            .get(word as usize)
            .cloned()
            .unwrap_or_else(|| word.to_string()),
        _ => word.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{codes_of, play};
    use crate::check::Setting;

    const RULES: &str = "expansion e { title \"E\" }\n\
        option size: int = 4 from 2, 4\n\
        option many: int = 7 from 1..20\n\
        option which: Which = one\n\
        option loud: flag = false\n\
        option far: length = 25 mm from 10 mm, 25 mm, 1500 um\n\
        enum Which { one, two }\n\
        edition old { size = 2  which = two }\n";

    fn value(setting: Setting, name: &str) -> i64 {
        let checked = play(&[("e", RULES)], setting);
        assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
        checked.rules.options.iter().find(|option| option.name == name).unwrap().value
    }

    #[test]
    fn an_option_has_its_default_the_editions_or_the_settings_value() {
        let old = || Setting { edition: Some("old".to_owned()), ..Setting::default() };
        assert_eq!(value(Setting::default(), "size"), 4);
        assert_eq!(value(old(), "size"), 2);
        assert_eq!(value(old(), "which"), 1);
        let set = |name: &str, value: &str| Setting {
            options: vec![(None, name.to_owned(), value.to_owned())],
            ..old()
        };
        assert_eq!(value(set("size", "4"), "size"), 4);
        assert_eq!(value(set("loud", "true"), "loud"), 1);
        assert_eq!(value(set("many", "20"), "many"), 20);
        for (text, length) in
            [("10 mm", 10_000), ("1cm", 10_000), ("1.5 mm", 1500), ("2.5 cm", 25_000)]
        {
            assert_eq!(value(set("far", text), "far"), length);
        }
    }

    #[test]
    fn wrong_values_and_names_are_refused() {
        let with = |name: &str, value: &str| Setting {
            options: vec![(None, name.to_owned(), value.to_owned())],
            ..Setting::default()
        };
        let found = |setting| codes_of(&play(&[("e", RULES)], setting));
        assert_eq!(found(with("size", "3")), ["check/wrong-option-value"]);
        assert_eq!(found(with("which", "three")), ["check/wrong-option-value"]);
        assert_eq!(found(with("far", "10")), ["check/wrong-option-value"]);
        let refused = play(&[("e", RULES)], with("far", "11 mm"));
        assert!(refused.diagnostics[0].message.ends_with("expected 10 mm, 25 mm, 1500 um"));
        assert_eq!(found(with("sise", "2")), ["check/unknown-option"]);
        let edition = Setting { edition: Some("new".to_owned()), ..Setting::default() };
        assert_eq!(found(edition), ["check/unknown-option"]);
    }
}
