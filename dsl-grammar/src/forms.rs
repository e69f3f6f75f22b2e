//! How items, lines and deeds are written, for a text that stops in the middle of one.

use crate::scan::{behind_citations, tokens};
use crate::words::ITEM_WORDS;

/// The forms of items by their first words.
const ITEMS: &[(&str, &str)] = &[
    ("adjust", "adjust NAME(x) by 1 when TEST"),
    ("after", "after p scores n for x when TEST { … }"),
    ("before", "before p scores n for x when TEST { … }"),
    ("edition", "edition NAME { OPTION = VALUE }"),
    ("enum", "enum NAME { first, second }"),
    ("expansion", "expansion NAME { title \"…\" needs … }"),
    ("extend", "extend tile NAME { … }"),
    ("feature", "feature NAME { joins … }"),
    ("figure", "figure NAME: KIND { stands on … }"),
    ("fn", "fn NAME(x: TYPE) -> TYPE = VALUE"),
    ("forbid", "forbid p scores n for x when TEST"),
    ("instead", "instead of p scores n for x when TEST { … }"),
    ("invariant", "invariant TEST"),
    ("menu", "menu NAME"),
    ("offer", "offer NAME in MENU: x from LIST when TEST { … }"),
    ("option", "option NAME: TYPE = VALUE from VALUES"),
    ("phases", "phases NAME { first, second }"),
    ("pile", "pile NAME"),
    ("scenario", "scenario \"…\" { players … }"),
    ("set", "set NAME { 2 TILE, 1 TILE }"),
    ("step", "step NAME in PHASE when TEST { … }"),
    ("tile", "tile NAME x2 { … }"),
    ("to", "to NAME(x: TYPE) { … }"),
    ("token", "token NAME { stock 12 }"),
    ("with", "with EXPANSION { … }"),
];

/// The forms of deeds by their verbs; what a hook names of them has the same form.
const DEEDS: &[(&str, &str)] = &[
    ("joins", "x joins y"),
    ("loses", "p loses n for x"),
    ("moves", "m moves to x"),
    ("parts", "x parts from y"),
    ("pays", "p pays n to q for x"),
    ("places", "p places t at x"),
    ("plays", "p plays a part"),
    ("puts", "p puts t on x"),
    ("scores", "p scores n for x"),
];

/// The forms of what begins with a word that may stand anywhere in a line.
const PARTS: &[(&str, &str)] = &[
    ("all", "all x in LIST where TEST"),
    ("any", "any x in LIST where TEST"),
    ("board", "board from (0, 0) { | a b | a = TILE }"),
    ("choose", "p may choose from LIST"),
    ("chooses", "p chooses from LIST"),
    ("clockwise", "clockwise from p"),
    ("decides", "p decides to NAME"),
    ("draws", "p draws from PILE"),
    ("every", "every x in LIST where TEST"),
    ("keeps", "OWNER keeps NAME: TYPE = VALUE"),
    ("has", "OWNER has NAME: TYPE"),
    ("if", "if TEST { … }` or, for a value, `if TEST then VALUE else VALUE"),
    ("lay", "lay from (0, 0) { | a b | a = TILE }"),
    ("let", "let NAME = VALUE"),
    ("list", "list of TYPE"),
    ("match", "match VALUE { NAME { … } else { … } }"),
    ("max", "max x in LIST by NUMBER"),
    ("min", "min x in LIST by NUMBER"),
    ("repeat", "repeat 3 times { … }"),
    ("rolls", "p rolls 1..6"),
    ("size", "size 16 mm x 10 mm x 16 mm"),
    ("stands", "stands on NAME, NAME"),
    ("sum", "sum x in LIST by NUMBER"),
    ("turned", "a = TILE turned 90"),
    ("|", "| a b |"),
];

/// The form of what begins last before byte `at` in the line where reading stopped.
pub(crate) fn help(text: &str, at: usize) -> Option<String> {
    let before: Vec<(usize, &str)> = tokens(text)
        .take_while(|token| token.start < at)
        .map(|token| (token.start, &text[token]))
        .collect();
    let &(last, _) = before.last()?;
    let line = text[..last].rfind('\n').map_or(0, |newline| newline + 1);
    let head = text.len() - behind_citations(text, usize::MAX).len();
    let item = before.iter().find(|(start, _)| *start == head).map_or("", |(_, word)| *word);
    let in_head = !before.iter().any(|(_, word)| *word == "{");
    if item == "fn" && tokens(&text[at..]).next().is_some_and(|next| is_verb(&text[at..][next])) {
        return Some("a `fn` only looks; what is done stands in a `to` or a `step`".to_owned());
    }
    let mut depth = 0usize;
    for (position, &(start, word)) in before.iter().enumerate().rev() {
        if start < line {
            return None;
        }
        match word {
            ")" | "]" | "}" => depth += 1,
            "{" if depth == 0 => return None,
            "(" | "[" | "{" => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            _ if start == head && ITEM_WORDS.contains(&word) => {
                return form(ITEMS, word).map(written);
            }
            _ => {
                let previous = position.checked_sub(1).map(|previous| before[previous]);
                // What stands behind a dot is a name of the rules.
                if previous.is_some_and(|(_, sign)| sign == ".") {
                    continue;
                }
                let begins =
                    previous.is_none_or(|(place, sign)| place < line || matches!(sign, "{" | "}"));
                if word == "for" && begins {
                    return Some(written("for x in LIST { … }"));
                }
                if word == "joins" && begins {
                    return Some(written("joins edges`, `joins half_edges` or `joins nothing"));
                }
                if let Some(deed) = form(DEEDS, word) {
                    return Some(match (in_head, item) {
                        (true, "before" | "after") => written(&format!("{item} {deed} {{ … }}")),
                        (true, "instead") => written(&format!("instead of {deed} {{ … }}")),
                        (true, "forbid") => written(&format!("forbid {deed}")),
                        _ => written(deed),
                    });
                }
                if let Some(part) = form(PARTS, word) {
                    return Some(written(part));
                }
            }
        }
    }
    None
}

fn is_verb(word: &str) -> bool {
    form(DEEDS, word).is_some()
        || matches!(word, "deploys" | "leaves" | "returns" | "takes" | "wins")
}

fn form(forms: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    forms.iter().find(|(first, _)| *first == word).map(|(_, form)| *form)
}

fn written(form: &str) -> String {
    format!("the form is `{form}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, before: &str) -> Option<String> {
        help(text, text.find(before).expect("it stands there"))
    }

    #[test]
    fn the_word_before_tells_the_form() {
        let told = |text, before| told(text, before).unwrap_or_default();
        assert_eq!(
            told("after p scores n when", "when"),
            "the form is `after p scores n for x { … }`"
        );
        assert_eq!(told("step s in t { p scores 3 }", "}"), "the form is `p scores n for x`");
        assert_eq!(told("step s t {", "t {"), "the form is `step NAME in PHASE when TEST { … }`");
        let text = "step s in t {\n    for p q { }\n}";
        assert_eq!(told(text, "q {"), "the form is `for x in LIST { … }`");
        assert_eq!(
            told("fn a(p: player) -> int = p scores 3 for placed", "scores"),
            "a `fn` only looks; what is done stands in a `to` or a `step`"
        );
    }

    #[test]
    fn another_line_and_another_block_tell_nothing() {
        assert_eq!(told("step s in t {\n    let a = 3\n    a b\n}", "b\n"), None);
        assert_eq!(told("step s in t { a b }", "b }"), None);
        assert_eq!(told("step s in t { a.match b }", "b }"), None);
    }

    #[test]
    fn every_item_has_a_form() {
        assert!(ITEM_WORDS.iter().all(|word| form(ITEMS, word).is_some()));
    }
}
