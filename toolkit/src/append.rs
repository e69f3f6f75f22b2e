//! A game as one more scenario of a file of rules, proved among the rules that it is to stand among.

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
};

use grammar::{Report, Sources};
use runtime::Playthrough;

use crate::{
    confined::stays_in_its_folder,
    discover::Library,
    example::examples,
    expansion::{Expansion, TextFile},
    program::Texts,
    record::{Cut, RecordError, Written, come_true, usual_title, written},
    saves::read_text,
};

/// The text of a file of rules, old or new, with the scenario of a game behind all else. It has come true in the
/// expansion in whose folder the file lies, with that text in it; nothing is written. Without a title it gets one
/// that is free there.
///
/// # Errors
///
/// When no expansion lies there or it does not play in this game, when the file has mistakes or such a scenario
/// already, when a scenario cannot say what was played, and when it does not come true.
pub fn appended(
    play: &Playthrough,
    library: &Library,
    texts: &Texts,
    file: &Path,
    cut: Cut,
    title: Option<&str>,
) -> Result<String, RecordError> {
    let mut expansion = home(file)?;
    let before = before(file)?;
    let inside = file.file_name().unwrap_or_default().to_string_lossy();
    let name = format!("{}/{inside}", expansion.name);
    is_sound(&name, &before)?;
    let mut library = library.clone();
    library.replace(expansion.clone());
    let texts = texts.again(&library);
    let free = free_title(play, &texts, &expansion.name);
    let title = Some(title.unwrap_or(&free));
    let Written { home, title, text } = written(play, &texts, Some(&expansion.name), cut, title)?;
    let head = format!("scenario \"{title}\"");
    if before.lines().any(|line| line.trim().strip_suffix('{').is_some_and(|l| l.trim() == head)) {
        return Err(RecordError::Setup(format!("`{}` has a {head} already", file.display())));
    }
    let gap = if before.trim().is_empty() { "" } else { "\n\n" };
    let after = format!("{}{gap}{text}", before.trim_end());
    let new = TextFile { name: name.clone(), text: after.clone() };
    match expansion.rules.iter_mut().find(|old| old.name == name) {
        Some(old) => *old = new,
        None => expansion.rules.push(new),
    }
    library.replace(expansion);
    come_true(&texts.again(&library), &home, &title)?;
    Ok(after)
}

/// The usual title of a game, with a number if an expansion has such a scenario already.
fn free_title(play: &Playthrough, texts: &Texts, home: &str) -> String {
    let usual = usual_title(play);
    let taken: BTreeSet<String> = examples(texts, home).into_iter().map(|e| e.title).collect();
    let mut title = usual.clone();
    for number in 2.. {
        if !taken.contains(&title) {
            break;
        }
        title = format!("{usual}, no. {number}");
    }
    title
}

/// The expansion in whose folder a file lies.
fn home(file: &Path) -> Result<Expansion, RecordError> {
    let folder = match file.parent() {
        None => PathBuf::from("."),
        Some(here) if here.as_os_str().is_empty() => PathBuf::from("."),
        Some(folder) => folder.to_owned(),
    };
    Expansion::read(&folder).filter(Expansion::declares).ok_or_else(|| {
        let text = format!("no expansion lies in `{}`, where it would be added", folder.display());
        RecordError::Setup(text)
    })
}

/// What a file holds so far.
fn before(file: &Path) -> Result<String, RecordError> {
    stays_in_its_folder(file).map_err(|astray| RecordError::Setup(astray.to_string()))?;
    match file.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        _ => read_text(file).map_err(|error| RecordError::Setup(error.to_string())),
    }
}

/// Behind a mistake nobody can tell what belongs to what.
fn is_sound(name: &str, text: &str) -> Result<(), RecordError> {
    let mut sources = Sources::new();
    let id = sources.add(name, text);
    let diagnostics = grammar::parse(&sources, id).diagnostics;
    if diagnostics.is_empty() {
        return Ok(());
    }
    let report = Report { diagnostics }.render_plain(&sources);
    Err(RecordError::Setup(format!("`{name}` has mistakes, and nothing is added to it:\n{report}")))
}
