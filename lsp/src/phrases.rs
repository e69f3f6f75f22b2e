//! The forms of the language as an author begins them; places to fill in are written `${1:x}`.

use abi::{Base, DeedKind};

/// A form: what lists call it, what is written, and what it is for.
type Phrase = (&'static str, &'static str, &'static str);

/// Items.
pub(crate) const ITEMS: &[Phrase] = &[
    (
        "expansion",
        "expansion ${1:name} {\n    title \"${2:Title}\"\n    needs ${3:base}\n}",
        "what these files are",
    ),
    ("option", "option ${1:name}: ${2:flag} = ${3:false}", "a switch of the rules"),
    ("edition", "edition ${1:name} { ${2} }", "a named set of switches"),
    ("enum", "enum ${1:Name} { ${2:one, another} }", "a handful of names"),
    (
        "feature",
        "feature ${1:name} {\n    joins ${2:edges}\n    ${3}\n}",
        "a kind of landscape, or a space on tiles",
    ),
    (
        "figure",
        "figure ${1:name} {\n    each player ${2:1}\n    stands on ${3:tile}\n}",
        "a kind of wooden piece",
    ),
    ("token", "token ${1:name} { stock ${2:9} }", "a kind of cardboard piece"),
    ("pile", "pile ${1:name}", "a hidden, shuffled stack"),
    ("set", "set ${1:name} { ${2} }", "a named selection of tiles"),
    ("tile", "tile ${1:name} x${2:1} {\n    ${3}\n}", "a printed tile with its copies"),
    ("extend tile", "extend tile ${1:name} { ${2} }", "more for a tile of another file"),
    (
        "extend figure",
        "extend figure ${1:follower} { stands on ${2} }",
        "more for a figure of another file",
    ),
    ("has", "${1:tile} has ${2:name}: ${3:flag}", "what is printed"),
    ("keeps", "${1:player} keeps ${2:name}: ${3:flag}", "what changes in play"),
    ("phases", "phases ${1:turn} { ${2} }", "the phases of one course"),
    ("step", "step ${1:name} in ${2:phase} {\n    ${3}\n}", "a step of the course of play"),
    ("menu", "menu ${1:name}", "a decision that others put offers into"),
    (
        "offer",
        "offer ${1:name} in ${2:menu}: ${3:x} from ${4:list} {\n    ${5}\n}",
        "one more thing that a player may do",
    ),
    ("before", "before ${1:deed} {\n    ${2}\n}", "runs before a deed, wherever it happens"),
    ("after", "after ${1:deed} {\n    ${2}\n}", "runs after a deed, wherever it happens"),
    ("instead of", "instead of ${1:deed} {\n    ${2}\n}", "runs in the place of a deed"),
    ("adjust", "adjust ${1:function} by ${2:1} when ${3:true}", "changes a computed value"),
    (
        "forbid",
        "forbid ${1:m moves to s} when ${2:true}",
        "removes options before they are offered",
    ),
    ("fn", "fn ${1:name}(${2:f: feature}) -> ${3:flag} = ${4:true}", "a question with a name"),
    ("to", "to ${1:name}(${2:f: feature}) {\n    ${3}\n}", "a deed with a name"),
    (
        "with",
        "with ${1:expansion} {\n    ${2}\n}",
        "items that exist only when that expansion plays too",
    ),
    (
        "scenario",
        "scenario \"${1:title}\" {\n    players ${2:red, blue}\n    draw ${3:tile}\n    red: place = at (${4:0, -1})\n    expect ${5:red.points == 0}\n}",
        "a worked example that is also a test",
    ),
];

/// What a statement can begin with.
pub(crate) const STATEMENTS: &[Phrase] = &[
    ("let", "let ${1:x} = ${2:value}", "a new name"),
    ("if", "if ${1:condition} {\n    ${2}\n}", "what happens only then"),
    ("for", "for ${1:x} in ${2:list} {\n    ${3}\n}", "with each of a list"),
    (
        "match",
        "match ${1:x} {\n    ${2:name} { ${3} }\n    else { ${4} }\n}",
        "by what something is",
    ),
    ("repeat", "repeat {\n    ${1}\n}", "until something leaves"),
    ("repeat … times", "repeat ${1:2} times {\n    ${2}\n}", "so many times"),
    ("skip", "skip", "leaves this step, hook, offer or deed"),
    ("next", "next", "goes on with the next round"),
    ("stop", "stop", "leaves the innermost loop"),
    ("return", "return ${1:value}", "leaves the deed with a value"),
    ("again", "again", "opens the menu of this offer once more"),
    ("end game", "end game", "ends the game"),
    ("lay from", "lay from (${1:0, 0}) {\n    | ${2:tile} |\n}", "places tiles by picture"),
];

/// What a value can begin with.
pub(crate) const VALUES: &[Phrase] = &[
    ("all … in", "all ${1:x} in ${2:list} where ${3:true}", "a list"),
    ("first … in", "first ${1:x} in ${2:list} where ${3:true}", "the first, or nothing"),
    ("the … in", "the ${1:x} in ${2:list} where ${3:true}", "the only one"),
    ("any … in", "any ${1:x} in ${2:list} where ${3:true}", "whether there is one"),
    ("no … in", "no ${1:x} in ${2:list} where ${3:true}", "whether there is none"),
    ("every … in", "every ${1:x} in ${2:list} where ${3:true}", "whether it is true of all"),
    ("count", "count ${1:list}", "how many"),
    ("count … in", "count ${1:x} in ${2:list} where ${3:true}", "of how many it is true"),
    ("sum … in", "sum ${1:x} in ${2:list} by ${3:1}", "the sum"),
    ("max … in", "max ${1:x} in ${2:list} by ${3:1}", "the greatest number"),
    ("min … in", "min ${1:x} in ${2:list} by ${3:1}", "the smallest number"),
    ("most … in", "most ${1:x} in ${2:list} by ${3:1}", "all with the greatest number"),
    ("least … in", "least ${1:x} in ${2:list} by ${3:1}", "all with the smallest number"),
    ("clockwise from", "clockwise from ${1:p}", "all players, this one first"),
    ("clockwise after", "clockwise after ${1:p}", "all players, this one last"),
    ("if … then", "if ${1:condition} then ${2:a} else ${3:b}", "one value or another"),
    (
        "match … =>",
        "match ${1:x} { ${2:name} => ${3:value}, else => ${4:value} }",
        "a value by what something is",
    ),
    ("not", "not ", "the opposite"),
    ("true", "true", "yes"),
    ("false", "false", "no"),
    ("none", "none", "nothing"),
];

/// What can stand between two values, or behind one.
pub(crate) const BETWEEN: &[Phrase] = &[
    ("is", "is ${1:kind}", "whether it is of a kind"),
    ("is none", "is none", "whether it is absent"),
    ("is empty", "is empty", "whether the list is empty"),
    ("in", "in ${1:list}", "whether it is one of a list"),
    ("not in", "not in ${1:list}", "whether it is none of a list"),
    ("and", "and ", "both"),
    ("or", "or ", "one or both"),
    ("else", "else ${1:skip}", "when it is absent"),
    ("where", "where ${1:true}", "of which it is true"),
    ("by", "by ${1:1}", "measured so"),
    ("then", "then ", "the value if it holds"),
    ("when", "when ", "the guard"),
];

/// What a scenario can expect of a value, and of a player.
const EXPECTED: &[Phrase] = &[
    ("==", "== ${1:0}", "that they are equal"),
    ("!=", "!= ${1:0}", "that they are not equal"),
    ("can", "can ${1:action} = ${2:none}", "that the player can answer so"),
    ("cannot", "cannot ${1:action} = ${2:none}", "that the player cannot answer so"),
];
/// The words between values that only statements have.
const OF_STATEMENTS: &[&str] = &["by", "then", "when"];

/// What can follow a value of which a scenario expects something: nothing happens there.
pub(crate) fn expected() -> impl Iterator<Item = Phrase> {
    let between = BETWEEN.iter().filter(|(label, ..)| !OF_STATEMENTS.contains(label));
    EXPECTED.iter().chain(between).copied()
}

/// The forms that wait for a player.
pub(crate) const ASKS: &[Phrase] = &[
    ("chooses from", "chooses from ${1:list}", "must take one, if there is one"),
    ("may choose from", "may choose from ${1:list}", "takes one, or passes"),
    ("decides to", "decides to ${1:name}", "yes or no"),
    ("shoots", "shoots ${1:token}", "the landing of a shot"),
    ("rolls", "rolls ${1:1..6}", "a number of chance"),
    ("draws from", "draws from ${1:land}", "what lies on top, or nothing"),
];

/// The types of the language.
pub(crate) const TYPES: &[&str] = &[
    "int",
    "flag",
    "length",
    "player",
    "tile",
    "tile_kind",
    "cell",
    "corner",
    "edge",
    "segment",
    "feature",
    "figure",
    "follower",
    "special",
    "neutral",
    "place",
    "spot",
    "fit",
    "span",
    "pile",
    "shot",
    "token_kind",
    "figure_kind",
    "feature_kind",
    "direction",
    "list of",
];

/// What a thing can be asked to be besides declared kinds.
pub(crate) const KINDS: &[&str] = &[
    "none", "empty", "not", "segment", "feature", "tile", "corner", "figure", "player", "follower",
    "special", "neutral",
];

/// Whether a deed is one of things of a type: the first word of its sentence says of what.
pub(crate) fn does(base: Base, deed: DeedKind) -> bool {
    let subject = deed.words()[0].split(' ').next();
    match base {
        Base::Player => subject == Some("p"),
        Base::Figure(_) => subject == Some("m"),
        Base::Tile => subject == Some("t"),
        Base::Pile => subject == Some("PILE"),
        Base::Segment(_) | Base::Feature(_) => subject == Some("a"),
        _ => false,
    }
}

/// A sentence without its subject: what lists call it, and with places to fill in. Nothing that can be left out.
pub(crate) fn sentence(sentence: &str) -> (String, String) {
    let (mut label, mut text) = (Vec::new(), Vec::new());
    let (mut place, mut left_out) = (0, false);
    for word in sentence.split(' ').skip(1) {
        left_out |= word.starts_with('[');
        let ends = word.ends_with(']');
        let spoken = !left_out;
        left_out &= !ends;
        if spoken {
            let is_place = word.len() == 1 || word.bytes().all(|byte| byte.is_ascii_uppercase());
            if is_place && word != "a" {
                place += 1;
                text.push(format!("${{{place}:{}}}", word.to_lowercase()));
                label.push("…".to_owned());
            } else {
                text.push(word.to_owned());
                label.push(word.to_owned());
            }
        }
    }
    (label.join(" "), text.join(" "))
}

/// What can follow the words of a head of a hook that are there, the first of which says of what it is: label,
/// text with places, and what the deed does.
pub(crate) fn heads(typed: &[&str], forbids: bool) -> Vec<(String, String, Option<&'static str>)> {
    let mut found: Vec<(String, String, Option<&'static str>)> = Vec::new();
    for deed in DeedKind::ALL {
        let [sentence, head, does] = deed.words();
        // Nobody prohibits where a figure comes from.
        let head = if forbids { head.replace(" from a to ", " to ") } else { head.to_owned() };
        let spoken: Vec<String> = sentence.split(' ').map(str::to_lowercase).collect();
        let is_place = |word: &str| {
            let plain = word.trim_end_matches(':');
            plain.len() == 1 || spoken.iter().any(|s| s == plain) && !sentence.contains(plain)
        };
        let words: Vec<&str> = head.split(' ').collect();
        let fits = typed.len() <= words.len()
            && typed
                .iter()
                .zip(&words)
                .skip(1)
                .all(|(typed, word)| typed == word || is_place(word));
        if !fits || head == "–" {
            continue;
        }
        let rest = &words[typed.len()..];
        if rest.is_empty() {
            found.push(("when".to_owned(), "when ".to_owned(), Some("only if this holds")));
            continue;
        }
        let (mut label, mut text) = (Vec::new(), Vec::new());
        for word in rest {
            if is_place(word) {
                text.push(format!(
                    "${{{}:{word}}}",
                    label.iter().filter(|l| **l == "…").count() + 1
                ));
                label.push("…");
            } else {
                text.push((*word).to_owned());
                label.push(word);
            }
        }
        // What is nothing but places the author has to name.
        if label.iter().any(|word| *word != "…") {
            found.push((label.join(" "), text.join(" "), Some(does)));
        }
    }
    found.dedup();
    found
}

/// The words that answers are made of besides names.
pub(crate) const ANSWERS: &[&str] = &[
    "at", "on", "turned", "yes", "no", "none", "nothing", "tile", "number", "of", "to", "with",
    "by", "beside", "onto", "touching", "moved", "fallen", "reach", "caught", "touched", "missed",
];

/// A text with the words that stand in its places.
pub(crate) fn without_places(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        plain.push_str(&rest[..at]);
        let Some(end) = rest[at..].find('}') else { break };
        let place = &rest[at + 2..at + end];
        plain.push_str(place.split_once(':').map_or("", |(_, word)| word));
        rest = &rest[at + end + 1..];
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_have_places() {
        let words = |deed: DeedKind| sentence(deed.words()[0]);
        let pair = |label: &str, text: &str| (label.to_owned(), text.to_owned());
        assert_eq!(words(DeedKind::Scores), pair("scores … for …", "scores ${1:n} for ${2:x}"));
        assert_eq!(words(DeedKind::Takes), pair("takes …", "takes ${1:token}"));
        assert_eq!(words(DeedKind::PlaysPart), pair("plays a part", "plays a part"));
        let rest = |typed: &[&str]| -> Vec<String> {
            heads(typed, false).into_iter().map(|(label, ..)| label).collect()
        };
        assert!(rest(&["p"]).contains(&"scores … for …".to_owned()), "{:?}", rest(&["p"]));
        assert_eq!(rest(&["p", "scores"]), ["… for …"]);
        assert_eq!(rest(&["p", "scores", "k"]), ["for …"]);
        assert_eq!(rest(&["p", "scores", "k", "for", "f"]), ["when"]);
        assert!(heads(&["m"], true).iter().any(|(label, ..)| label == "moves to …"));
        assert!(rest(&["m"]).contains(&"moves from … to …".to_owned()), "{:?}", rest(&["m"]));
        assert!(rest(&["p"]).contains(&"deploys …".to_owned()), "{:?}", rest(&["p"]));
        assert_eq!(rest(&["p", "sings"]), Vec::<String>::new());
        assert_eq!(without_places("scores ${1:n} for ${2:x}"), "scores n for x");
    }
}
