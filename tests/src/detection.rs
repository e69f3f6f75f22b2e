//! How many slips of one token the checker notices, where it says that they are, and what it proposes instead.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use compiler::Backend;
use grammar::{Diagnostic, FileId, Report, ast};
use rayon::prelude::*;
use runtime::Pcg32;
use toolkit::Library;

use crate::fixture::{files, name, read, root, table_is_current};
use crate::rules::{Shelf, playing};

/// The expansions whose texts are changed, each with the base game.
const EXPANSIONS: [&str; 3] = ["base", "crop_circles", "the_fair"];

/// The least shares in tenths of a percent: caught, with the right line, and misspelt names with the right fix.
const CAUGHT: usize = 995;
const RIGHT_LINE: usize = 990;
const RIGHT_FIX: usize = 900;

/// What a slip does to one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slip {
    /// A name with two letters exchanged, one missing, one doubled or one that is another.
    Name,
    /// The same for a word of the language.
    Word,
    /// A type, or a literal, of another sort.
    Type,
    /// Nothing in its place.
    Dropped,
}

/// How many slips of each sort are made.
const SLIPS: [(Slip, usize); 4] =
    [(Slip::Name, 400), (Slip::Word, 150), (Slip::Type, 150), (Slip::Dropped, 300)];

impl Slip {
    fn title(self) -> &'static str {
        match self {
            Slip::Name => "misspelt names",
            Slip::Word => "misspelt words of the language",
            Slip::Type => "swapped types",
            Slip::Dropped => "dropped tokens",
        }
    }
}

/// A token of a file.
#[derive(Clone, Copy, Debug)]
struct Token {
    start: usize,
    end: usize,
}

impl Token {
    fn of<'t>(&self, text: &'t str) -> &'t str {
        &text[self.start..self.end]
    }
}

/// The tokens of a text; remarks and texts in quotes are none.
fn tokens(text: &str) -> Vec<Token> {
    const SIGNS: [&str; 9] = ["=>", "->", "==", "!=", "<=", ">=", "+=", "-=", ".."];
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let of_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        } else if first == '"' {
            at += 1 + rest[1..].find(['"', '\n']).map_or(rest.len() - 1, |end| end + 1);
            continue;
        } else if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if first.is_ascii_digit() {
            number_length(rest)
        } else if of_word(first) || first == '@' {
            let behind = &rest[first.len_utf8()..];
            first.len_utf8() + behind.find(|c| !of_word(c)).unwrap_or(behind.len())
        } else {
            SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |s| s.len())
        };
        tokens.push(Token { start: at, end: at + length });
        at += length;
    }
    tokens
}

/// The bytes of a number with its decimals: `36.1`.
fn number_length(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let decimals = text[whole..].strip_prefix('.').map_or(0, digits);
    if decimals > 0 { whole + 1 + decimals } else { whole }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic())
}

/// The words of the language that stand in rules, besides those that no name can be.
const OTHER_WORDS: &[&str] = &[
    "active",
    "adjust",
    "after",
    "ask",
    "before",
    "board",
    "centre",
    "choose",
    "copies",
    "completed",
    "decide",
    "draw",
    "each",
    "empty",
    "edges",
    "feature",
    "figure",
    "first",
    "flag",
    "half_edges",
    "holds",
    "int",
    "length",
    "lies",
    "list",
    "menu",
    "mm",
    "near",
    "needs",
    "nothing",
    "of",
    "offer",
    "option",
    "part",
    "phases",
    "pile",
    "player",
    "players",
    "segment",
    "set",
    "size",
    "spot",
    "stands",
    "step",
    "stock",
    "tile",
    "title",
    "token",
    "turn",
    "turned",
    "uses",
    "worth",
    "round",
    "back",
    "box",
    "each",
    "course",
    "snapshot",
    "supplies",
    "throw",
    "random",
    "setup",
    "finish",
];

fn is_of_the_language(token: &str) -> bool {
    grammar::RESERVED_WORDS.contains(&token)
        || grammar::ITEM_WORDS.contains(&token)
        || OTHER_WORDS.contains(&token)
}

/// Types by what they hold: one sort is never a value of another.
const SORTS: [&[&str]; 7] = [
    &["int"],
    &["flag"],
    &["length"],
    &["player"],
    &["tile", "hand"],
    &[
        "feature",
        "city",
        "road",
        "field",
        "monastery",
        "crop_circle",
        "completable",
        "segment",
        "spot",
    ],
    &["figure", "follower", "meeple", "token"],
];

/// A type of another sort, or a literal of another one.
fn of_another_sort(text: &str, tokens: &[Token], at: usize, dice: &mut Pcg32) -> Option<String> {
    let token = tokens[at].of(text);
    let before = at.checked_sub(1).map_or("", |before| tokens[before].of(text));
    let behind = tokens.get(at + 1).map_or("", |behind| behind.of(text));
    let sort = SORTS.iter().position(|sort| sort.contains(&token));
    if let Some(sort) = sort
        && (matches!(before, ":" | "->" | "is") || (before == "of" && behind != "in"))
    {
        let others: Vec<&str> = SORTS
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != sort)
            .map(|(_, words)| words[0])
            .collect();
        return Some(others[dice.below(others.len() as u32) as usize].to_owned());
    }
    if matches!(token, "true" | "false") {
        return Some("2".to_owned());
    }
    let number = token.bytes().all(|byte| byte.is_ascii_digit());
    let counted = matches!(before, "==" | "=" | "+" | "scores" | "+=" | ">" | "<" | "worth");
    (number && counted).then(|| ["true", "active"][dice.below(2) as usize].to_owned())
}

/// A word as a hand in a hurry writes it.
fn misspelt(word: &str, dice: &mut Pcg32) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let below = |dice: &mut Pcg32, n: usize| dice.below(n as u32) as usize;
    loop {
        let at = below(dice, letters.len());
        match dice.below(4) {
            0 if at + 1 < letters.len() && letters[at] != letters[at + 1] => {
                letters.swap(at, at + 1)
            }
            1 if letters.len() > 3 => drop(letters.remove(at)),
            2 => letters.insert(at, letters[at]),
            3 => {
                let other = char::from(b'a' + dice.below(26) as u8);
                if other == letters[at] {
                    continue;
                }
                letters[at] = other;
            }
            _ => continue,
        }
        return letters.into_iter().collect();
    }
}

/// One slip of one token.
#[derive(Clone, Debug)]
struct Mutant {
    slip: Slip,
    expansion: usize,
    file: usize,
    token: Token,
    before: String,
    after: String,
}

/// The texts of the expansions: name and text.
type Texts = Vec<Vec<(String, String)>>;

fn texts() -> Texts {
    EXPANSIONS
        .iter()
        .map(|expansion| {
            let folder = root().join("expansions").join(expansion);
            files(&folder, "carc").iter().map(|path| (name(path), read(path))).collect()
        })
        .collect()
}

/// All slips: three fifths in rules, a fifth in tiles, a fifth in scenarios; every expansion alike.
fn mutants(texts: &Texts) -> Vec<Mutant> {
    let mut dice = Pcg32::new(300);
    let mut mutants: Vec<Mutant> = Vec::new();
    let mut seen = BTreeSet::new();
    for (slip, wanted) in SLIPS {
        let until = mutants.len() + wanted;
        while mutants.len() < until {
            let expansion = dice.below(EXPANSIONS.len() as u32) as usize;
            let sort = match dice.below(5) {
                0..3 => "rules",
                3 => "tiles",
                _ => "scenarios",
            };
            let of_sort: Vec<usize> = (0..texts[expansion].len())
                .filter(|&file| texts[expansion][file].0.contains(sort))
                .collect();
            let file = of_sort[dice.below(of_sort.len() as u32) as usize];
            let text = &texts[expansion][file].1;
            let tokens = tokens(text);
            let at = dice.below(tokens.len() as u32) as usize;
            let token = tokens[at];
            let before = token.of(text);
            let after = match slip {
                Slip::Dropped => Some(String::new()),
                Slip::Type => of_another_sort(text, &tokens, at, &mut dice),
                Slip::Name | Slip::Word => {
                    let wanted = is_of_the_language(before) == (slip == Slip::Word);
                    let long = is_word(before) && before.len() > 2;
                    (wanted && long).then(|| misspelt(before, &mut dice))
                }
            };
            let Some(after) = after else { continue };
            if seen.insert((slip, expansion, file, token.start, after.clone())) {
                let before = before.to_owned();
                mutants.push(Mutant { slip, expansion, file, token, before, after });
            }
        }
    }
    mutants
}

/// All expansions, the changed one read anew.
fn shelf(texts: &Texts, expansion: usize) -> (Shelf, Vec<String>) {
    static OTHERS: OnceLock<Vec<Shelf>> = OnceLock::new();
    let others = OTHERS.get_or_init(|| {
        EXPANSIONS
            .iter()
            .map(|changed| {
                let mut shelf = Shelf::standard();
                shelf.available.retain(|source| !source.folder.ends_with(&format!("/{changed}")));
                shelf
            })
            .collect()
    });
    let mut shelf = others[expansion].clone();
    let folder = root().join("expansions").join(EXPANSIONS[expansion]);
    let statements = folder.join("rules.md");
    let statements = (name(&statements), read(&statements));
    let names = shelf.add(EXPANSIONS[expansion], &texts[expansion], Some(statements));
    (shelf, names)
}

/// What is said of scenarios of the changed expansion that others play in, as `carc check` looks at those too.
fn beside_others(shelf: &Shelf, names: &[String]) -> Report {
    let changed = shelf.available.last().expect("the changed one");
    let files: Vec<FileId> = changed.files.iter().map(|(file, _)| *file).collect();
    let items = changed.files.iter().flat_map(|(_, file)| &file.items);
    let mut others: BTreeSet<Vec<String>> = BTreeSet::new();
    for item in items {
        let ast::ItemKind::Scenario(scenario) = &item.kind else { continue };
        others.extend(scenario.lines.iter().filter_map(|line| match &line.kind {
            ast::ScenarioLine::With { names, .. } if !names.is_empty() => {
                Some(names.iter().map(|name| name.text.clone()).collect())
            }
            _ => None,
        }));
    }
    let mut report = Report::default();
    for with in others {
        let (_, found) = shelf.check(&playing(&[names, &with].concat()));
        let here = |found: &Diagnostic| found.span().is_some_and(|at| files.contains(&at.file));
        report.extend(found.diagnostics.into_iter().filter(here));
        if !report.is_empty() {
            break;
        }
    }
    report
}

/// What is said of a mutant.
struct Found {
    shelf: Shelf,
    report: Report,
    file: FileId,
    line: u32,
    lines: std::ops::RangeInclusive<u32>,
}

impl Mutant {
    /// Where the token before a dropped one ends, and where the one behind begins.
    fn around(&self, texts: &Texts) -> (usize, usize) {
        let tokens = tokens(&texts[self.expansion][self.file].1);
        let at = tokens.iter().position(|t| t.start == self.token.start).expect("one of them");
        let before = at.checked_sub(1).map_or(0, |before| tokens[before].end);
        let length = self.token.end - self.token.start;
        (before, tokens.get(at + 1).map_or(self.token.start, |behind| behind.start - length))
    }

    fn text(&self, texts: &Texts) -> String {
        let text = &texts[self.expansion][self.file].1;
        format!("{}{}{}", &text[..self.token.start], self.after, &text[self.token.end..])
    }

    /// What is said of the folder with its rules, as `carc check` looks at those too.
    fn in_its_folder(&self, texts: &Texts, shown: FileId) -> Report {
        let (file, text) = &texts[self.expansion][self.file];
        let end = file.rsplit('/').next().expect("a name");
        let mut library = Library::default();
        for expansion in crate::play::library().iter() {
            let mut expansion = expansion.clone();
            let own = expansion.name == EXPANSIONS[self.expansion];
            for rules in expansion.rules.iter_mut().filter(|_| own) {
                if rules.name.rsplit('/').next() == Some(end) {
                    rules.text.clone_from(text);
                }
            }
            library.add(expansion);
        }
        let folder = EXPANSIONS[self.expansion].to_owned();
        let texts = toolkit::Texts::new(&library);
        let own = format!("{folder}/{end}");
        let here = |file| texts.sources().name(file).ends_with(&own);
        let told = texts.build(&playing(&[folder]), Backend::Eval).err().unwrap_or_default();
        let mut report = Report::default();
        for mut found in told.diagnostics {
            if found.labels.iter().all(|(place, _)| here(place.file)) {
                found.labels.iter_mut().for_each(|(place, _)| place.file = shown);
                report.extend([found]);
            }
        }
        report
    }

    fn check(&self, texts: &Texts) -> Found {
        let mut changed = texts.clone();
        changed[self.expansion][self.file].1 = self.text(texts);
        let (shelf, names) = shelf(&changed, self.expansion);
        let (_, mut report) = shelf.check(&playing(&names));
        if report.is_empty() {
            report = beside_others(&shelf, &names);
        }
        let (file, _) = shelf.available.last().expect("the changed one").files[self.file];
        if report.is_empty() {
            report = self.in_its_folder(&changed, file);
        }
        let source = shelf.sources.get(file).expect("it is there");
        let line = |at: usize| source.position(at as u32).line;
        let here = line(self.token.start);
        let lines = if self.slip == Slip::Dropped {
            // Nothing stands there: it is somewhere between the tokens around it.
            let (before, behind) = self.around(texts);
            line(before)..=line(behind)
        } else {
            here..=here
        };
        Found { shelf, report, file, line: here, lines }
    }
}

impl Found {
    fn told(&self) -> Vec<&Diagnostic> {
        self.report.diagnostics.iter().collect()
    }

    /// Whether a place that a message shows is the line of the slip.
    fn names_the_line(&self) -> bool {
        let at = |(span, _): &(grammar::Span, String)| {
            let source = self.shelf.sources.get(span.file).expect("a place in a text");
            let lines = source.position(span.start).line..=source.position(span.end).line;
            span.file == self.file
                && lines.start() <= self.lines.end()
                && self.lines.start() <= lines.end()
        };
        self.told().iter().any(|told| told.labels.iter().any(at))
    }

    /// Whether a message proposes what makes both spellings one again.
    fn mends(&self, mutant: &Mutant) -> bool {
        let (before, after) = (format!("`{}`", mutant.before), format!("`{}`", mutant.after));
        self.told().iter().any(|told| {
            let help = told.help.as_deref().unwrap_or_default();
            help.contains(&before) || help.contains(&after)
        })
    }
}

/// Why a slip makes another program that is as legal as the one before: by what was changed, never by what
/// the checker says of it.
fn legal(mutant: &Mutant, texts: &Texts) -> Option<&'static str> {
    let text = &texts[mutant.expansion][mutant.file].1;
    let tokens = tokens(text);
    let at = tokens.iter().position(|t| t.start == mutant.token.start).expect("one of them");
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |t| t.of(text));
    let line_start = text[..mutant.token.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[line_start..].lines().next().unwrap_or_default().trim();
    let before = word(at.checked_sub(1));
    // How often the token stands in the item that it is in, and in all texts of its expansion.
    let item = items(text).into_iter().find(|item| item.contains(&mutant.token.start));
    let item = item.map_or(text.as_str(), |item| &text[item]);
    let count =
        |text: &str| self::tokens(text).iter().filter(|t| t.of(text) == mutant.before).count();
    let everywhere: usize = texts[mutant.expansion].iter().map(|(_, text)| count(text)).sum();
    if mutant.slip == Slip::Dropped {
        let row = line.starts_with('|') && mutant.before != "|";
        let copies = mutant.before.strip_prefix('x').is_some_and(|n| n.parse::<u32>().is_ok());
        let answers = mutant.before.starts_with(|c: char| c.is_alphabetic())
            && line.contains(" = ")
            && texts[mutant.expansion][mutant.file].0.contains("scenarios")
            && at_answer(line, text, mutant);
        return match mutant.before.as_str() {
            citation if citation.starts_with('@') && everywhere > 1 => {
                Some("a citation of a statement that another line cites too")
            }
            _ if row => Some("a cell of a picture"),
            _ if copies => Some("the copies of a tile, which has none then"),
            "-" => Some("the sign of a number"),
            "not" => Some("`not`"),
            _ if answers => Some("a word that an answer may leave out"),
            _ => None,
        };
    }
    if mutant.slip != Slip::Name {
        return None;
    }
    let phases = item.split_whitespace().find(|word| !word.starts_with('@')) == Some("phases");
    let expansions: Vec<String> =
        files(&root().join("expansions"), "carc").iter().map(|p| name(p)).collect();
    let exists = expansions.iter().any(|path| path.contains(&format!("/{}/", mutant.before)));
    match before {
        "step" if !steps_named(texts, &mutant.before) => {
            Some("the name of a step that no line mentions")
        }
        "as" if everywhere == 1 => Some("the name of a role that no line mentions"),
        _ if phases && !phase_used(texts, mutant) => {
            Some("the name of a phase in which nothing happens")
        }
        "players" | "," if line.starts_with("players ") && count(item) == 1 => {
            Some("the name of a player of whom no line speaks")
        }
        "after" | "," if line.starts_with("after ") && !exists => {
            Some("the name of an expansion that does not exist")
        }
        _ if is_hook(item) && in_head(item, mutant) && count(item) == 1 => {
            Some("a name that a hook gives to something and never uses")
        }
        _ => None,
    }
}

/// Whether a word stands in an answer, where a figure's owner may be left out.
fn at_answer(line: &str, text: &str, mutant: &Mutant) -> bool {
    let line_start = text[..mutant.token.start].rfind('\n').map_or(0, |newline| newline + 1);
    let equals = line_start + text[line_start..].find(" = ").unwrap_or_default();
    let owner =
        ["red", "blue", "green", "yellow", "black", "gray"].contains(&mutant.before.as_str());
    mutant.token.start > equals && owner && !line.starts_with("board")
}

/// Whether some step says that it comes before or after one of this name.
fn steps_named(texts: &Texts, step: &str) -> bool {
    texts.iter().flatten().any(|(_, text)| {
        text.lines().filter(|line| line.contains("step ")).any(|line| {
            [" before ", " after "].iter().any(|word| {
                line.split_once(word).is_some_and(|(_, rest)| {
                    rest.split(['{', ' '])
                        .next()
                        .unwrap_or_default()
                        .split(',')
                        .any(|n| n.trim() == step)
                })
            })
        })
    })
}

/// Whether a step of the expansion stands in a phase of this name.
fn phase_used(texts: &Texts, mutant: &Mutant) -> bool {
    texts[mutant.expansion].iter().any(|(_, text)| {
        let tokens = tokens(text);
        tokens.windows(2).any(|pair| pair[0].of(text) == "in" && pair[1].of(text) == mutant.before)
    })
}

/// Whether an item is a hook.
fn is_hook(item: &str) -> bool {
    let first = item.split_whitespace().find(|word| !word.starts_with('@'));
    matches!(first, Some("after" | "before" | "instead"))
}

/// Whether a token stands before the body of its item.
fn in_head(item: &str, mutant: &Mutant) -> bool {
    item.split('{').next().unwrap_or_default().contains(&mutant.before)
}

/// The items of a text: from one line that begins at the margin to the next.
fn items(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with(|first: char| first.is_alphabetic() || first == '@') {
            starts.push(at);
        }
        at += line.len();
    }
    starts.push(text.len());
    starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// What came of all slips of one sort.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    made: usize,
    legal: usize,
    caught: usize,
    line: usize,
    mended: usize,
    alone: usize,
}

impl Sum {
    fn add(self, other: Self) -> Self {
        Self {
            made: self.made + other.made,
            legal: self.legal + other.legal,
            caught: self.caught + other.caught,
            line: self.line + other.line,
            mended: self.mended + other.mended,
            alone: self.alone + other.alone,
        }
    }

    /// How many of those that are mistakes, in tenths of a percent.
    fn share(self, part: usize) -> usize {
        part * 1000 / (self.made - self.legal).max(1)
    }

    fn row(self, title: &str, mends: bool) -> String {
        let wrong = self.made - self.legal;
        let percent =
            |part: usize| format!("{}.{} %", self.share(part) / 10, self.share(part) % 10);
        let mended = if mends { percent(self.mended) } else { "–".to_owned() };
        format!(
            "| {title} | {} | {wrong} | {} | {} | {mended} | {} |\n",
            self.made,
            percent(self.caught),
            percent(self.line),
            percent(self.alone),
        )
    }
}

#[test]
fn slips_are_caught_before_anything_runs() {
    let texts = texts();
    let mutants = mutants(&texts);
    assert!(mutants.len() >= 300);
    let found: Vec<(&Mutant, Sum, Option<&'static str>, String)> = mutants
        .par_iter()
        .map(|mutant| {
            let found = mutant.check(&texts);
            let told = found.report.diagnostics.len();
            // Whatever is caught is no legal program, whatever was thought of it.
            let legal = if told == 0 { legal(mutant, &texts) } else { None };
            let sum = Sum {
                made: 1,
                legal: usize::from(legal.is_some()),
                caught: usize::from(told > 0),
                line: usize::from(found.names_the_line()),
                mended: usize::from(found.mends(mutant)),
                alone: usize::from(told == 1),
            };
            let (file, _) = &texts[mutant.expansion][mutant.file];
            let slip = format!("{file}:{}: `{}` → `{}`", found.line, mutant.before, mutant.after);
            (mutant, sum, legal, slip)
        })
        .collect();
    let mut table = String::from(
        "| slip | made | mistakes | caught | right line | right fix | one message |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let mut all = Sum::default();
    let mut sums: BTreeMap<Slip, Sum> = BTreeMap::new();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    let mut missed = String::new();
    for (mutant, sum, legal, slip) in &found {
        all = all.add(*sum);
        let of_slip = sums.entry(mutant.slip).or_default();
        *of_slip = of_slip.add(*sum);
        if let Some(legal) = legal {
            *reasons.entry(legal).or_default() += 1;
        } else if sum.caught == 0 {
            missed.push_str(&format!("* {slip}\n"));
        } else if sum.line == 0 || (mutant.slip == Slip::Name && sum.mended == 0) {
            missed.push_str(&format!("  ({slip}: line {}, fix {})\n", sum.line, sum.mended));
        }
    }
    for (slip, sum) in &sums {
        table.push_str(&sum.row(slip.title(), matches!(slip, Slip::Name | Slip::Word)));
    }
    table.push_str(&all.row("all", false));
    table.push_str("\n| not a mistake | slips |\n| --- | --- |\n");
    for (reason, count) in &reasons {
        table.push_str(&format!("| {reason} | {count} |\n"));
    }
    let names = sums[&Slip::Name];
    assert!(all.share(all.caught) >= CAUGHT, "{table}\nmissed:\n{missed}");
    assert!(all.share(all.line) >= RIGHT_LINE, "{table}\nmissed:\n{missed}");
    assert!(names.share(names.mended) >= RIGHT_FIX, "{table}\nmissed:\n{missed}");
    // Other rules make other slips: the page is written anew when somebody asks for it.
    if std::env::var_os("CARC_WRITE_DOCS").is_some() {
        table_is_current("docs/messages.md", &table);
    }
}
