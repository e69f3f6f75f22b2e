//! `carc new`: a small expansion that works, to be changed into another one.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use toolkit::{Expansion, Library, RESERVED_WORDS, Sources, format};

use crate::{
    args::New,
    outcome::{Failure, Verdict},
    screen::{Screen, Style, harmless},
};

/// The files of the new expansion; `sample` stands for its name, `Sample` for its title, and `S` before a digit
/// for the letters of its statements.
const TEMPLATE: &[(&str, &str)] = &[
    ("rules.carc", include_str!("../template/rules.carc")),
    ("tiles.carc", include_str!("../template/tiles.carc")),
    ("scenarios.carc", include_str!("../template/scenarios.carc")),
    ("rules.md", include_str!("../template/rules.md")),
    ("messages/en.ftl", include_str!("../template/messages/en.ftl")),
    ("messages/vi.ftl", include_str!("../template/messages/vi.ftl")),
];

/// How many names of other expansions fit into a line, as long as they may be.
const NAMES_IN_LINE: usize = 2;

/// Longer names would make lines too long.
const LONGEST: usize = 30;

/// Makes the folder of a new expansion with all that it needs.
pub(crate) fn run(arguments: &New, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let name = arguments.name.as_str();
    is_good(name).map_err(Failure::Misused)?;
    let parent = arguments.folder.as_deref().unwrap_or(Path::new("expansions"));
    let given: &[PathBuf] = match &arguments.folder {
        Some(folder) => std::slice::from_ref(folder),
        None => &[],
    };
    let library = Library::discover(given);
    if let Some(other) = library.get(name) {
        let said = format!("there is an expansion `{name}` already: {}", other.home);
        return Err(Failure::Misused(said));
    }
    let folder = parent.join(name);
    write(&folder, &Blank::new(name, &library)).map_err(|(path, error)| {
        let said = match error.kind() {
            io::ErrorKind::AlreadyExists => "it is there already, and stays as it is".to_owned(),
            _ => error.to_string(),
        };
        Failure::Wrong(format!("`{}` cannot be made: {said}", path.display()))
    })?;
    let shown = folder.display().to_string();
    for (file, _) in TEMPLATE {
        screen.line(&harmless(&format!("made  {shown}/{file}")))?;
    }
    // Names are found in ./expansions; elsewhere the folder is named, and a path has a sign of one.
    let called = match &arguments.folder {
        None => name.to_owned(),
        Some(_) => shown.clone(),
    };
    screen.line("\nNow\n")?;
    for (command, what) in [
        (format!("carc test {called}"), "plays its examples"),
        (format!("carc play --with {called}"), "plays it here"),
        (format!("{shown}/rules.carc"), "says what to change first"),
    ] {
        let padded = harmless(&format!("{command:<36}"));
        screen.line(&format!("  {} {what}", screen.paint(Style::Cyan, &padded)))?;
    }
    Ok(Verdict::Good)
}

/// Writes all files into a folder that is not there yet, or none: whoever is interrupted leaves no half of one.
fn write(folder: &Path, blank: &Blank) -> Result<(), (PathBuf, io::Error)> {
    let at = |path: &Path| {
        let path = path.to_owned();
        |error| (path, error)
    };
    let parent = folder.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(at(parent))?;
    // A folder without anything in it would be given up for a new one.
    if folder.symlink_metadata().is_ok() {
        return Err((folder.to_owned(), io::ErrorKind::AlreadyExists.into()));
    }
    // A level deeper than others look for expansions.
    let aside = parent.join(format!(".{}.new.{}", blank.name, std::process::id()));
    fs::create_dir(&aside).map_err(at(&aside))?;
    let made = aside.join(&blank.name);
    let done = fill(&made, blank).and_then(|()| fs::rename(&made, folder).map_err(at(folder)));
    // What is left of it hinders nobody.
    let _ = fs::remove_dir_all(&aside);
    done
}

/// Writes all files into a new folder.
fn fill(folder: &Path, blank: &Blank) -> Result<(), (PathBuf, io::Error)> {
    let at = |path: &Path| {
        let path = path.to_owned();
        |error| (path, error)
    };
    let messages = folder.join("messages");
    fs::create_dir_all(&messages).map_err(at(&messages))?;
    for (file, text) in TEMPLATE {
        let path = folder.join(file);
        let text = blank.filled(file, text);
        let put = File::create_new(&path).and_then(|mut new| new.write_all(text.as_bytes()));
        put.map_err(at(&path))?;
    }
    Ok(())
}

/// What the template leaves open.
struct Blank {
    name: String,
    /// The letters before the numbers of statements: no other expansion has them.
    letters: String,
    /// Those of the user's expansions that are there, whose rules come first: somebody must.
    others: Vec<String>,
}

impl Blank {
    fn new(name: &str, library: &Library) -> Self {
        let numbers = library.iter().filter_map(|expansion| expansion.statements.as_ref());
        let lines = numbers.flat_map(|file| file.text.lines());
        let taken: BTreeSet<&str> = lines
            .filter_map(|line| line.trim_start().strip_prefix("- "))
            .filter_map(|line| line.split(|c: char| !c.is_ascii_alphabetic()).next())
            .collect();
        let standard = Library::built_in();
        let is_own = |expansion: &&Expansion| standard.get(&expansion.name).is_none();
        let others = library.iter().filter(is_own).map(|expansion| expansion.name.clone());
        Self { name: name.to_owned(), letters: letters(name, &taken), others: others.collect() }
    }

    /// A file of the template.
    fn filled(&self, file: &str, text: &str) -> String {
        let mut new: String = text.lines().map(|line| self.line(line) + "\n").collect();
        if let Some(at) = behind_after(&new) {
            // Behind the standard expansions that the template has to come after anyway.
            let lines = self.others.chunks(NAMES_IN_LINE).map(|names| names.join(", "));
            let after: String = lines.map(|names| format!(",\n          {names}")).collect();
            new.insert_str(at, &after);
        }
        // Another name has another length: what stood below something would not do so any more.
        let mut sources = Sources::new();
        let id = sources.add(file, new);
        let laid_out = file.ends_with(".carc").then(|| format(&sources, id));
        laid_out.and_then(Result::ok).unwrap_or_else(|| sources.text(id).to_owned())
    }

    /// A line of the template; a comment behind it stays in its column.
    fn line(&self, line: &str) -> String {
        let comment =
            line.find("  //").map_or(line.len(), |at| at + line[at..].find('/').unwrap_or(0));
        let (code, comment) = line.split_at(comment);
        if code.trim().is_empty() || comment.is_empty() {
            return self.words(line);
        }
        let place = code.chars().count() - 1;
        format!("{:<place$} {}", self.words(code.trim_end()), self.words(comment))
    }

    fn words(&self, text: &str) -> String {
        let mut parts = text.split('S');
        let mut new = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let is_number = part.starts_with(|c: char| c.is_ascii_digit());
            new.push_str(if is_number { &self.letters } else { "S" });
            new.push_str(part);
        }
        new.replace("sample", &self.name).replace("Sample", &title(&self.name))
    }
}

/// Where the line ends in the head of an expansion that names whose rules come first.
fn behind_after(rules: &str) -> Option<usize> {
    let head = rules.find("\nexpansion ")?;
    let end = head + rules[head..].find("\n}")?;
    let line = head + rules[head..end].find("\n    after ")? + 1;
    Some(line + rules[line..end].find('\n').unwrap_or(end - line))
}

/// Letters for the statements of an expansion that are not taken: the first ones of its name, as few as will do.
fn letters(name: &str, taken: &BTreeSet<&str>) -> String {
    let all = name.chars().filter(char::is_ascii_lowercase).map(|c| c.to_ascii_uppercase());
    let mut letters = String::new();
    for letter in all.chain(std::iter::repeat('X')) {
        letters.push(letter);
        if !taken.contains(letters.as_str()) {
            break;
        }
    }
    letters
}

/// `my_thing` as players read it: `My Thing`.
fn title(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty()).map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Why a name is none for an expansion.
fn is_good(name: &str) -> Result<(), String> {
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if name.contains(['/', '\\', '.']) {
        return Err(format!(
            "`{name}` is a path; write `carc new NAME --in FOLDER` for a folder of its own in FOLDER"
        ));
    }
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_letter) {
        let near: String = name
            .trim()
            .chars()
            .map(|c| if c == '-' || c == ' ' { '_' } else { c.to_ascii_lowercase() })
            .filter(|&c| is_letter(c))
            .collect();
        let near = near.trim_start_matches(|c: char| !c.is_ascii_lowercase());
        let hint = if near.is_empty() { String::new() } else { format!(", such as `{near}`") };
        return Err(format!(
            "`{name}` is no name for an expansion: it has small letters, digits and `_`, and begins with a \
             letter{hint}"
        ));
    }
    if name.len() > LONGEST {
        return Err(format!("`{name}` is too long for a name: {LONGEST} letters are enough"));
    }
    if RESERVED_WORDS.contains(&name) {
        return Err(format!("`{name}` is a word of the language, and so no name for an expansion"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_titles() {
        assert_eq!(title("sample"), "Sample");
        assert_eq!(title("my__own_2nd_"), "My Own 2nd");
    }

    #[test]
    fn good_names_are_told_from_bad_ones() {
        for good in ["picnic", "x", "a2_b", "city"] {
            assert_eq!(is_good(good), Ok(()), "{good}");
        }
        for (bad, said) in [
            ("", "is no name"),
            ("My Picnic", "such as `my_picnic`"),
            ("2nd-edition", "such as `nd_edition`"),
            ("đường", "small letters"),
            ("../x", "--in FOLDER"),
            ("a_name_of_more_letters_than_anybody_wants_to_read", "too long"),
            ("forbid", "word of the language"),
        ] {
            let why = is_good(bad).unwrap_err();
            assert!(why.contains(said), "{bad}: {why}");
        }
    }

    #[test]
    fn names_are_added_to_those_in_the_head_of_the_expansion_whatever_they_are() {
        let rules = "/// x\nexpansion x {\n    needs base\n    after a, b\n}\n\nwith y {\n    after p wins { }\n}\n";
        let (before, rest) = rules.split_at(behind_after(rules).expect("it has such a line"));
        assert!(before.ends_with("    after a, b") && rest.starts_with("\n}\n\nwith"), "{before}");
        for none in
            ["", "/// x\nexpansion x {\n    needs base\n}\n\nwith y {\n    after p wins { }\n}\n"]
        {
            assert_eq!(behind_after(none), None, "{none}");
        }
        let with_one = TEMPLATE.iter().filter(|(_, text)| behind_after(text).is_some());
        assert_eq!(with_one.map(|(file, _)| *file).collect::<Vec<_>>(), ["rules.carc"]);
    }

    fn blank(name: &str, letters: &str, others: &[&str]) -> Blank {
        let others = others.iter().map(|&other| other.to_owned()).collect();
        Blank { name: name.to_owned(), letters: letters.to_owned(), others }
    }

    #[test]
    fn the_template_is_laid_out_for_every_name() {
        const LONG: &str = "a_name_of_thirty_letters_or_so";
        assert!(is_good(LONG).is_ok() && is_good(&LONG.repeat(2)).is_err());
        for blank in [
            blank("sample", "S", &["one"]),
            blank("x", "XXX", &[]),
            blank(LONG, "AN", &[LONG, LONG, LONG, LONG]),
        ] {
            for (file, text) in TEMPLATE {
                let text = blank.filled(file, text);
                let long = text.lines().find(|line| line.chars().count() > toolkit::LINE_WIDTH);
                assert_eq!(long, None, "{} {file}", blank.name);
                let is_filled = !text.to_ascii_lowercase().contains("sample");
                assert!(blank.name == "sample" || is_filled, "{file}");
            }
        }
        for (file, text) in TEMPLATE {
            assert_eq!(blank("sample", "S", &[]).filled(file, text), *text, "{file}");
        }
    }

    #[test]
    fn statements_have_letters_of_their_own() {
        let taken = BTreeSet::from(["P", "PI", "A", "AB"]);
        assert_eq!(letters("picnic", &taken), "PIC");
        assert_eq!(letters("harbour", &taken), "H");
        assert_eq!(letters("a_b", &taken), "ABX");
    }
}
