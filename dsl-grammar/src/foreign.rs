//! Words, signs and numbers as other languages write them, with what this one writes instead.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::expected::phrases;
use crate::grammar::Rule;
use crate::scan::{token_length, tokens};
use crate::source::Span;

/// What is written instead of the first words of items of other languages.
const ITEMS: &[(&[&str], &str)] = &[
    (
        &["def", "fun", "func", "function", "method", "proc", "procedure"],
        "what gives a value is `fn NAME(x: TYPE) -> TYPE = …`, what does something `to NAME(x: TYPE) { … }`",
    ),
    (
        &["import", "include", "require", "use", "using"],
        "other expansions are named behind `needs` in the `expansion` item",
    ),
    (
        &["const", "let", "var"],
        "a value with a name is `fn NAME() -> int = 3`; what changes is `game keeps NAME: int = 3`",
    ),
    (
        &["on", "when", "whenever"],
        "what follows a deed is `after p scores n for x { … }`, or begins with `before`",
    ),
];

/// What answers say of flags, and what rules write; `yes` is a name like others.
const FLAGS: &[(&str, &str)] = &[("no", "false")];

/// Words that repeat things in other languages.
const LOOPS: &[&str] = &["foreach", "loop", "until", "while"];

/// Words for `else if` in other languages.
const ELSE_IFS: &[&str] = &["elif", "elseif", "elsif"];

/// Words that begin a local in other languages.
const LOCALS: &[&str] = &["auto", "const", "int", "local", "mut", "set", "val", "var"];

/// Words for getting points in other languages, and in plain words.
const GAINS: &[&str] = &["earn", "earns", "gain", "gains", "get", "gets", "receives"];

/// What an item of another language is here.
pub(crate) fn item(word: &str) -> Option<&'static str> {
    ITEMS.iter().find(|(words, _)| words.contains(&word)).map(|(_, help)| *help)
}

/// The diagnostic for what other languages write at byte `at`, where something else was expected, or before it
/// in its line.
pub(crate) fn written(text: &str, span: Span, at: usize, positives: &[Rule]) -> Option<Diagnostic> {
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let before: Vec<(usize, &str)> = tokens(text)
        .take_while(|token| token.start < at)
        .map(|token| (token.start, &text[token]))
        .collect();
    let place = |start: usize, length: usize| {
        let start = span.start + start as u32;
        Span::new(span.file, start, start + length as u32)
    };
    let unknown = |start: usize, word: &str, help: &str| {
        Diagnostic::error(codes::UNEXPECTED, format!("`{word}` means nothing here"))
            .label(place(start, word.len()), "not known")
            .help(help)
    };
    let here = (at, &text[at..at + length_at(text, at)]);
    if let Some(Stepped { start, sign, name }) = stepped(text, at) {
        let written = format!("{sign}{sign}");
        let Some((from, name)) = name else {
            return Some(unknown(start, &written, &format!("write `NAME {sign}= 1`")));
        };
        let new = format!("{name} {sign}= 1");
        let found = unknown(start, &written, &format!("write `{new}`"));
        let end = (start + written.len()).max(from + name.len());
        let from = from.min(start);
        return Some(found.suggest(place(from, end - from), new));
    }
    let operator = match before.last() {
        Some(&(sign, _)) if sign + 1 == at && here.1.starts_with('=') => sign,
        _ => at,
    };
    if ["*=", "/=", "%="].iter().any(|sign| text[operator..].starts_with(sign)) {
        let sign = &text[operator..operator + 2];
        return Some(match calculated(text, line, operator, operator + 1) {
            Some((stretch, new)) => unknown(operator, sign, &format!("write `{new}`"))
                .suggest(place(stretch.start, stretch.len()), new),
            None => unknown(operator, sign, &format!("write `x = x {} n`", &sign[..1])),
        });
    }
    if here.1 == "{"
        && positives.contains(&Rule::equals)
        && before.iter().any(|(_, word)| *word == "->")
    {
        let help = "a `fn` has no lines and no `return`, only its value: `fn NAME(x: TYPE) -> TYPE = VALUE`; \
                    what goes step by step is `to NAME(x: TYPE) -> TYPE { … }`";
        let error = Diagnostic::error(codes::UNEXPECTED, "found `{`, expected `=`");
        return Some(error.label(place(at, 1), "unexpected").help(help));
    }
    let else_if = before.iter().find(|(start, word)| *start >= line && ELSE_IFS.contains(word));
    if let Some(&(start, word)) = else_if {
        return Some(unknown(start, word, "write `else if`"));
    }
    if let [.., (_, "let"), (_, name)] = before[..]
        && here.1 == ":"
    {
        let error = Diagnostic::error(codes::UNEXPECTED, "found `:`, expected `=`");
        let help = format!("a local is of the type of its value: write `let {name} = …`");
        return Some(error.label(place(at, 1), "no type is written here").help(help));
    }
    if let [.., (number, first), (_, "."), (behind, second)] = before[..]
        && positives.contains(&Rule::unit)
        && [first, second].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    {
        let written = &text[number..behind + second.len()];
        let error = Diagnostic::error(codes::UNEXPECTED, format!("`{written}` is no whole number"));
        let help = format!("numbers are whole; a length has a unit: `{written} mm`");
        return Some(
            error.label(place(number, written.len()), "expected a whole number").help(help),
        );
    }
    if let Some(&(start, word)) = before.last()
        && let Some((_, flag)) = FLAGS.iter().find(|(other, _)| *other == word)
        && text[start + word.len()..].split('\n').next().is_some_and(|rest| rest.trim().is_empty())
    {
        let help = format!("a flag is `true` or `false`: write `{flag}`");
        return Some(unknown(start, word, &help));
    }
    if let Some(&(start, word)) = before.last()
        && GAINS.contains(&word)
        && positives.contains(&Rule::sentence)
    {
        return Some(unknown(start, word, "write `scores`, and what for: `p scores 3 for placed`"));
    }
    let loops = before
        .iter()
        .chain(&[here])
        .position(|&(start, word)| start >= line && LOOPS.contains(&word));
    if let Some(loops) = loops
        && (loops == 0 || before[loops - 1].1 != ".")
    {
        let (start, word) = before.get(loops).copied().unwrap_or((at, &text[at..]));
        let word = &word[..length_at(word, 0)];
        let help = "`for x in LIST { … }` goes through a list, `repeat 3 times { … }` does something so often, \
                    and `repeat { … }` goes on until `stop`";
        return Some(unknown(start, word, help));
    }
    let rest = &text[at..];
    if rest.starts_with('"') && phrases(positives).iter().any(|phrase| phrase == "an expression") {
        let written = &rest[..token_length(rest)];
        let inside = written.trim_matches('"');
        let is_number = !inside.is_empty() && inside.bytes().all(|byte| byte.is_ascii_digit());
        let help = if is_number {
            format!("numbers stand without quotes: `{inside}`")
        } else {
            "no value is a text; what players read stands in `messages/en.ftl`".to_owned()
        };
        let error = Diagnostic::error(codes::UNEXPECTED, "found a text, expected an expression");
        return Some(error.label(place(at, written.len()), "unexpected").help(help));
    }
    None
}

/// How `x *= 2` is written, with the sign at one byte and its `=` at another, and in the place of what; nothing if it is
/// long.
fn calculated(
    text: &str,
    line: usize,
    sign: usize,
    at: usize,
) -> Option<(std::ops::Range<usize>, String)> {
    let operator = &text[sign..at];
    let set = text[line..sign].rsplit(['{', '}']).next().unwrap_or_default().trim_start();
    let by = text[at + 1..].split(['\n', '}']).next().unwrap_or_default();
    let by = by.split("//").next().unwrap_or_default().trim_end();
    let stretch = sign - set.len()..at + 1 + by.len();
    let (set, by) = (set.trim_end(), by.trim_start());
    let short = |text: &str| !text.is_empty() && text.len() <= 40;
    if !short(set) || !short(by) {
        return None;
    }
    let by = if by.contains(' ') { format!("({by})") } else { by.to_owned() };
    Some((stretch, format!("{set} = {set} {operator} {by}")))
}

/// Two signs that count up or down in other languages.
struct Stepped<'t> {
    start: usize,
    /// One of them.
    sign: &'t str,
    /// The name before them in their line or behind them, with its place.
    name: Option<(usize, &'t str)>,
}

/// What counts up or down near byte `at`.
fn stepped(text: &str, at: usize) -> Option<Stepped<'_>> {
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let near = tokens(&text[line..]).map(|token| (line + token.start, &text[line..][token]));
    // No further than to the end of the line.
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    let near: Vec<(usize, &str)> =
        near.take_while(|&(start, _)| start <= at || start < end).collect();
    let pair = near.windows(2).position(|pair| {
        let [(first, one), (second, other)] = [pair[0], pair[1]];
        matches!(one, "+" | "-") && one == other && first + 1 == second && second <= at + 1
    })?;
    let is_name = |&&(_, word): &&(usize, &str)| word.starts_with(|c: char| c.is_alphabetic());
    let before = pair.checked_sub(1).and_then(|before| near.get(before)).filter(is_name);
    let name = before.or_else(|| near.get(pair + 2).filter(is_name));
    let (start, sign) = near[pair];
    Some(Stepped { start, sign, name: name.copied() })
}

/// The diagnostic for a local that begins as in other languages, at byte `at`, where a statement does nothing.
pub(crate) fn local(text: &str, span: Span, at: usize) -> Option<Diagnostic> {
    let words: Vec<&str> = tokens(&text[at..]).take(3).map(|t| &text[at..][t]).collect();
    let [word, name, sign] = words[..] else { return None };
    if !LOCALS.contains(&word) || !matches!(sign, "=" | ":") {
        return None;
    }
    let start = span.start + at as u32;
    let place = Span::new(span.file, start, start + word.len() as u32);
    Some(
        Diagnostic::error(codes::UNEXPECTED, format!("`{word}` means nothing here"))
            .label(place, "not known")
            .help(format!(
                "a local begins with `let`, whether it changes or not: `let {name} = …`"
            )),
    )
}

fn length_at(text: &str, at: usize) -> usize {
    if at < text.len() { token_length(&text[at..]) } else { 0 }
}

/// Signs of other languages, and what this one writes.
pub(crate) fn sign(before: &str, rest: &str, positives: &[Rule]) -> Option<&'static str> {
    if rest.starts_with("==")
        && positives.iter().any(|rule| matches!(rule, Rule::assign | Rule::assign_op))
    {
        return Some("to set it, write `=`; what is only looked at stands behind `if`");
    }
    let in_expression = positives.contains(&Rule::infix) || positives.contains(&Rule::is_test);
    let first = rest.chars().next()?;
    if !first.is_ascii() {
        return Some(match first {
            '“' | '”' | '„' | '«' | '»' => "texts stand in plain double quotes: `\"`",
            '−' | '–' => "write `-`",
            '×' | '·' => "write `*`",
            '≤' => "write `<=`",
            '≥' => "write `>=`",
            '≠' => "write `!=`",
            '→' => "write `->`",
            _ => "names have the letters a to z, digits and `_`",
        });
    }
    Some(match rest.as_bytes().first()? {
        b';' => "line ends and `;` mean nothing here: leave it out",
        b'&' => "write `and`",
        b'|' if in_expression => "write `or`",
        b'!' => "write `not`",
        b'\'' => "texts stand in double quotes",
        b'>' if before.ends_with('<') => "to say that two things differ, write `!=`",
        b'=' if in_expression && rest.starts_with("=>") => "for at least as many, write `>=`",
        b'=' if in_expression && rest.starts_with("=<") => "for at most as many, write `<=`",
        b'=' if in_expression => "to compare, write `==`",
        _ => return None,
    })
}
