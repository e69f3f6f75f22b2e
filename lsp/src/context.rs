//! What kind of word can stand where an author writes, as far as the words before it tell.

/// What is wanted at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The first word of an item.
    Item,
    /// What stands behind a dot.
    Member,
    /// A phase.
    Phase,
    /// A step.
    Step,
    /// A menu.
    Menu,
    /// An expansion.
    Expansion,
    /// The number of a statement.
    Statement,
    /// A type.
    Type,
    /// A kind that something can be.
    Kind,
    /// A deed in the head of a hook.
    Head,
    /// What follows in the head of a hook, of which this many words are there.
    HeadRest(usize),
    /// An expansion, edition or option that a scenario plays with.
    Setting,
    /// A word of the answer to a question.
    Answer,
    /// A function to adjust.
    Function,
    /// A tile or a token.
    Drawn,
    /// A pile.
    Pile,
    /// A kind of feature, or what a tile has.
    TileLine,
    /// What is printed on a segment or a tile.
    Printed,
    /// An edge.
    Edge,
    /// A kind of place.
    StandsOn,
    /// The name of a question in a scenario.
    Question,
    /// The first word of a line, out of these.
    Line(&'static [&'static str]),
    /// One of these words.
    Words(&'static [&'static str]),
    /// The start of a statement.
    Statements,
    /// A verb, or what else can follow a value.
    Verb,
    /// What can follow a value of which a scenario expects something.
    Expected,
    /// A value.
    Value,
    /// A new name, which nobody can guess.
    Name,
}

const EXPANSION_LINES: &[&str] = &["title", "players", "needs", "after", "uses"];
const FEATURE_LINES: &[&str] = &["joins", "holds", "completed when", "worth"];
const FIGURE_LINES: &[&str] = &["each player", "one in the game", "counts", "stands on", "size"];
const TOKEN_LINES: &[&str] = &["stock", "each player", "lays", "size"];
const SCENARIO_LINES: &[&str] =
    &["players", "with", "sets", "board from", "given", "draw", "roll", "expect", "snapshot"];
/// Words behind which a value stands.
const BEFORE_VALUES: &[&str] = &[
    "if", "when", "where", "by", "to", "for", "in", "from", "and", "or", "not", "then", "else",
    "scores", "loses", "pays", "places", "deploys", "takes", "puts", "on", "at", "rolls", "return",
    "match", "count", "most", "least", "expect", "given", "repeat", "=", "+=", "-=", "==", "!=",
    "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "(", "[", ",", "..", "=>", "shoots",
];
/// Words behind which somebody gives a new name.
const BEFORE_NAMES: &[&str] = &[
    "let", "fn", "option", "edition", "enum", "feature", "figure", "token", "pile", "tile", "menu",
    "offer", "phases", "has", "keeps", "set", "all", "first", "the", "any", "no", "every", "sum",
    "max", "min",
];

/// What is wanted behind a text, which begins with its item and ends where a word is being written.
pub(crate) fn wanted(before: &str) -> Wanted {
    let tokens: Vec<&str> = grammar::tokens(before).map(|token| &before[token]).collect();
    let cited = tokens.iter().take_while(|token| token.starts_with('@')).count();
    let touching = !before.ends_with(char::is_whitespace);
    if before.ends_with('@') {
        return Wanted::Statement;
    }
    let tokens = &tokens[cited..];
    let Some((&first, _)) = tokens.split_first() else { return Wanted::Item };
    let back = |n: usize| tokens.len().checked_sub(n).map_or("", |at| tokens[at]);
    let last = back(1);
    if last == "." && touching {
        return Wanted::Member;
    }
    let open =
        tokens.iter().filter(|t| **t == "{").count() > tokens.iter().filter(|t| **t == "}").count();
    let fresh_line = before.rfind('\n').is_some_and(|at| before[at..].trim().is_empty());
    match general(back) {
        Some(wanted) => wanted,
        None if !open => head(first, tokens, back),
        None => match first {
            "expansion" => {
                lines(EXPANSION_LINES, fresh_line || last == "{").unwrap_or_else(
                    || match line_word(tokens, EXPANSION_LINES) {
                        "uses" => Wanted::Words(&["shots"]),
                        "needs" | "after" => Wanted::Expansion,
                        _ => Wanted::Name,
                    },
                )
            }
            "feature" => lines(FEATURE_LINES, fresh_line || last == "{").unwrap_or(match last {
                "joins" => Wanted::Words(&["edges", "half_edges", "nothing"]),
                ":" => Wanted::Type,
                _ => Wanted::Value,
            }),
            "figure" | "extend" if first == "figure" || back(tokens.len() - 1) == "figure" => {
                lines(FIGURE_LINES, fresh_line || last == "{").unwrap_or(match last {
                    "on" | "," => Wanted::StandsOn,
                    "as" => Wanted::Name,
                    _ => Wanted::Value,
                })
            }
            "token" => lines(TOKEN_LINES, fresh_line || last == "{").unwrap_or(Wanted::Value),
            "tile" | "extend" => tile(fresh_line || last == "{", tokens, last),
            "scenario" => scenario(fresh_line || last == "{", before, tokens, last),
            "with" => Wanted::Item,
            "enum" | "phases" => Wanted::Name,
            "edition" => Wanted::Value,
            "pile" | "set" => Wanted::Drawn,
            _ => body(last, fresh_line),
        },
    }
}

/// What some words always want behind them.
fn general<'t>(back: impl Fn(usize) -> &'t str) -> Option<Wanted> {
    match (back(2), back(1)) {
        ("list", "of") | (_, "->") => Some(Wanted::Type),
        (_, "is") | ("is", "not") => Some(Wanted::Kind),
        _ => None,
    }
}

/// What is wanted before the first brace of an item.
fn head<'t>(first: &str, tokens: &[&str], back: impl Fn(usize) -> &'t str) -> Wanted {
    let last = back(1);
    let guarded = tokens.contains(&"when");
    let has = |word: &str| tokens.contains(&word);
    match first {
        _ if guarded => after_value(last),
        "step" => match last {
            "in" => Wanted::Phase,
            "before" | "after" | "," => Wanted::Step,
            "step" => Wanted::Name,
            _ if has("in") => Wanted::Words(&["before", "after", "when"]),
            _ => Wanted::Words(&["in"]),
        },
        "offer" => match last {
            "in" if !has(":") => Wanted::Menu,
            "offer" | ":" => Wanted::Name,
            _ if !has("in") => Wanted::Words(&["in"]),
            _ if !has(":") => Wanted::Words(&["when"]),
            _ if !has("from") => Wanted::Words(&["from"]),
            _ => after_value(last),
        },
        "with" | "extend" if last == "with" => Wanted::Expansion,
        "extend" if last == "extend" => Wanted::Words(&["tile", "figure"]),
        "extend" => Wanted::Drawn,
        "before" | "after" | "of" | "forbid" if tokens.len() == 1 => Wanted::Head,
        "instead" if last == "of" && tokens.len() == 2 => Wanted::Head,
        "instead" if tokens.len() == 1 => Wanted::Words(&["of"]),
        "before" | "after" | "instead" | "forbid" => match last {
            ":" => Wanted::Kind,
            "(" | "," => Wanted::Name,
            _ => Wanted::HeadRest(tokens.len() - if first == "instead" { 2 } else { 1 }),
        },
        "adjust" if tokens.len() == 1 => Wanted::Function,
        "adjust" if last == ":" => Wanted::Kind,
        "adjust" if last == ")" => Wanted::Words(&["by", "to", "at most", "at least"]),
        "adjust" if last == "at" => Wanted::Words(&["most", "least"]),
        "adjust" if has(")") && matches!(last, "by" | "to" | "most" | "least") => Wanted::Value,
        "adjust" if has(")") => after_value(last),
        "figure" if last == ":" => Wanted::Words(&["follower"]),
        "option" | "fn" | "to" if last == ":" => Wanted::Type,
        "option" if has("from") => match last {
            "from" | "," | ".." => Wanted::Value,
            _ => Wanted::Name,
        },
        "option" if has("=") && !BEFORE_VALUES.contains(&last) => Wanted::Words(&["from"]),
        "option" | "fn" => after_value(last),
        "tile" if last == "in" => Wanted::Pile,
        "tile" if tokens.len() > 1 && !has("in") => Wanted::Words(&["in"]),
        "phases" if tokens.len() == 1 => Wanted::Words(&["setup", "turn", "part", "finish"]),
        _ if last == ":" => Wanted::Type,
        _ if has("keeps") && last == "for" => Wanted::Words(&["turn", "part"]),
        _ if (has("keeps") || has("has")) && last == "=" => Wanted::Value,
        _ if has("keeps") && has(":") => Wanted::Words(&["for"]),
        _ if tokens.len() == 1 && !grammar::ITEM_WORDS.contains(&first) => {
            Wanted::Words(&["has", "keeps"])
        }
        _ => Wanted::Name,
    }
}

/// What is wanted in a body of statements.
fn body(last: &str, fresh_line: bool) -> Wanted {
    if matches!(last, "{" | "}") || fresh_line && !BEFORE_VALUES.contains(&last) {
        return Wanted::Statements;
    }
    after_value(last)
}

/// What is wanted where values stand.
fn after_value(last: &str) -> Wanted {
    if BEFORE_VALUES.contains(&last) {
        Wanted::Value
    } else if BEFORE_NAMES.contains(&last) {
        Wanted::Name
    } else {
        Wanted::Verb
    }
}

fn lines(words: &'static [&'static str], fresh: bool) -> Option<Wanted> {
    fresh.then_some(Wanted::Line(words))
}

/// The last of some words that a line can begin with.
fn line_word<'t>(tokens: &[&'t str], words: &[&str]) -> &'t str {
    tokens.iter().rev().find(|token| words.contains(token)).copied().unwrap_or_default()
}

fn tile(fresh: bool, tokens: &[&str], last: &str) -> Wanted {
    if fresh {
        return Wanted::TileLine;
    }
    let is_edge = |word: &str| grammar::ast::Edge::from_word(word).is_some();
    match last {
        "with" => Wanted::Printed,
        ":" => Wanted::Edge,
        "closes" => Wanted::Edge,
        "," => match line_word(tokens, &["with", "near"]) {
            "near" => Wanted::Name,
            _ => Wanted::Printed,
        },
        "=" | "when" => Wanted::Value,
        word if is_edge(word) => Wanted::Edge,
        _ => Wanted::Words(&["near", "with", "at"]),
    }
}

fn scenario(fresh: bool, before: &str, tokens: &[&str], last: &str) -> Wanted {
    let line = before[before.rfind('\n').map_or(0, |at| at + 1)..].trim_start();
    let braces = |sign| tokens.iter().filter(|token| **token == sign).count();
    if braces("{") > braces("}") + 1 {
        // Inside a picture: a tile's name stands behind the sign of a legend.
        return match last {
            "=" | "|" => Wanted::Drawn,
            "on" | "with" => Wanted::Name,
            _ => Wanted::Words(&["turned", "with", "on"]),
        };
    }
    match line.split(' ').next().unwrap_or_default() {
        _ if fresh => Wanted::Line(SCENARIO_LINES),
        "draw" => Wanted::Drawn,
        "with" if last == "=" => Wanted::Value,
        "with" => Wanted::Setting,
        _ if answers(line) => Wanted::Answer,
        "given" | "expect" if line.contains(" can ") || line.contains(" cannot ") => {
            Wanted::Question
        }
        "expect" => match after_value(last) {
            Wanted::Verb => Wanted::Expected,
            other => other,
        },
        "given" => after_value(last),
        "players" | "roll" => Wanted::Name,
        _ if last == ":" => Wanted::Question,
        _ => Wanted::Value,
    }
}

/// Whether a line of a scenario has come to its answer.
fn answers(line: &str) -> bool {
    let asked = [": ", " can ", " cannot "].iter().find_map(|sign| line.split_once(sign));
    asked.is_some_and(|(_, rest)| {
        let plain = rest.split_once('=').is_some_and(|(name, _)| !name.trim().contains(' '));
        plain && !rest.contains("==")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_tell_what_is_wanted() {
        for (before, found) in [
            ("", Wanted::Item),
            ("@C5 ", Wanted::Item),
            ("@", Wanted::Statement),
            ("step a in b { @", Wanted::Statement),
            ("step a in ", Wanted::Phase),
            ("step a in b after ", Wanted::Step),
            ("step a in b after c, ", Wanted::Step),
            ("step a in b { p.", Wanted::Member),
            ("step a in b { p ", Wanted::Verb),
            ("step a in b {\n    ", Wanted::Statements),
            ("step a in b {\n    let ", Wanted::Name),
            ("step a in b {\n    let x = ", Wanted::Value),
            ("step a in b when x is ", Wanted::Kind),
            ("offer a in ", Wanted::Menu),
            ("offer a in b: c from ", Wanted::Value),
            ("after ", Wanted::Head),
            ("instead of ", Wanted::Head),
            ("after settle(f: ", Wanted::Kind),
            ("after p ", Wanted::HeadRest(1)),
            ("after p: player ", Wanted::HeadRest(3)),
            ("after p scores n ", Wanted::HeadRest(3)),
            ("instead of p ", Wanted::HeadRest(1)),
            ("forbid m ", Wanted::HeadRest(1)),
            ("step a in b ", Wanted::Words(&["before", "after", "when"])),
            ("offer a in b: c ", Wanted::Words(&["from"])),
            ("option a: int = 1 ", Wanted::Words(&["from"])),
            ("option a: int = 1 from ", Wanted::Value),
            ("tile a x2 in ", Wanted::Pile),
            ("adjust worth(f) by ", Wanted::Value),
            ("adjust worth(f) at least ", Wanted::Value),
            ("player keeps a: int = 1 ", Wanted::Words(&["for"])),
            ("scenario \"\" {\n    with ", Wanted::Setting),
            ("scenario \"\" {\n    with toll = ", Wanted::Value),
            ("scenario \"\" {\n    red: action = ", Wanted::Answer),
            ("scenario \"\" {\n    expect red can action = ", Wanted::Answer),
            ("adjust ", Wanted::Function),
            ("option a: ", Wanted::Type),
            ("fn a(b: list of ", Wanted::Type),
            ("fn a(b: int) -> ", Wanted::Type),
            ("player keeps a: ", Wanted::Type),
            ("player ", Wanted::Words(&["has", "keeps"])),
            ("expansion a {\n    ", Wanted::Line(EXPANSION_LINES)),
            ("expansion a {\n    needs ", Wanted::Expansion),
            ("with ", Wanted::Expansion),
            ("with a {\n    ", Wanted::Item),
            ("tile a {\n    ", Wanted::TileLine),
            ("tile a {\n    city c0: ", Wanted::Edge),
            ("tile a {\n    city c0: N ", Wanted::Edge),
            ("tile a {\n    city c0: N with ", Wanted::Printed),
            ("scenario \"\" {\n    ", Wanted::Line(SCENARIO_LINES)),
            ("scenario \"\" {\n    draw ", Wanted::Drawn),
            ("scenario \"\" {\n    red: ", Wanted::Question),
            ("scenario \"\" {\n    expect ", Wanted::Value),
            ("scenario \"\" {\n    expect red ", Wanted::Expected),
            ("scenario \"\" {\n    expect red.points == ", Wanted::Value),
            ("scenario \"\" {\n    expect red can ", Wanted::Question),
            ("scenario \"\" {\n    given red ", Wanted::Verb),
            ("scenario \"\" {\n    board from (0, 0) {\n        a = ", Wanted::Drawn),
            ("figure a { stands on ", Wanted::StandsOn),
            ("feature a { joins ", Wanted::Words(&["edges", "half_edges", "nothing"])),
        ] {
            assert_eq!(wanted(before), found, "{before:?}");
        }
    }
}
