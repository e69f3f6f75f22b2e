//! `carc fmt`: lays out the texts of expansions in the usual way, or says which ones are not.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use toolkit::{
    Expansion, Home, LINE_WIDTH, Library, Report, Sources, decode, format, stays_in_its_folder,
    write_text,
};

use crate::{
    args::Fmt,
    choice::Shelf,
    outcome::{Failure, Verdict},
    screen::{Screen, Style, harmless},
};

/// Lays out the named files and expansions; without names that of this folder, or all in `./expansions`.
pub(crate) fn run(arguments: &Fmt, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let mut counts = Counts::default();
    for (_, path) in files(&arguments.which)? {
        one(&path, arguments.check, &mut counts, screen)?;
        screen.flush()?;
    }
    let Counts { alike, different, wrong } = counts;
    let files = |n: usize| if n == 1 { "1 file".to_owned() } else { format!("{n} files") };
    let mut summary = match (arguments.check, different) {
        (_, 0) => format!("{} laid out as usual", files(alike)),
        (true, _) => format!("{} would change, {alike} would not", files(different)),
        (false, _) => format!("{} changed, {alike} left alone", files(different)),
    };
    if wrong > 0 {
        summary = format!("{summary}, {} with mistakes", files(wrong));
    }
    let good = wrong == 0 && (different == 0 || !arguments.check);
    let style = if good { Style::Green } else { Style::Red };
    screen.line(&screen.paint(style, &summary))?;
    Ok(Verdict::of(good))
}

#[derive(Debug, Default)]
struct Counts {
    alike: usize,
    different: usize,
    wrong: usize,
}

/// Lays out one file.
fn one(
    path: &Path,
    is_check: bool,
    counts: &mut Counts,
    screen: &mut Screen<'_>,
) -> Result<(), Failure> {
    let name = path.display().to_string();
    let mut sources = Sources::new();
    let laid_out = match read(path) {
        Ok(text) => {
            let file = sources.add(name.clone(), text);
            format(&sources, file).map(|new| (new != sources.text(file)).then_some(new))
        }
        Err(why) => {
            counts.wrong += 1;
            screen.line(&screen.paint(Style::Red, &harmless(&format!("{name}: {why}"))))?;
            return Ok(());
        }
    };
    let text = match &laid_out {
        Ok(Some(new)) => {
            // One file that cannot be written says nothing about the others.
            if let Some(Err(error)) = (!is_check).then(|| write_text(path, new)) {
                counts.wrong += 1;
                screen.line(&screen.paint(Style::Red, &harmless(&error.to_string())))?;
                return Ok(());
            }
            counts.different += 1;
            let word = if is_check { "would change" } else { "changed" };
            screen.line(&harmless(&format!("{word}  {name}")))?;
            new
        }
        Ok(None) => {
            counts.alike += 1;
            sources.iter().next().map_or("", |(_, file)| file.text())
        }
        Err(report) => {
            counts.wrong += 1;
            return mistakes(&name, report, &sources, screen);
        }
    };
    for (line, width) in text.lines().map(|line| line.chars().count()).enumerate() {
        if width > LINE_WIDTH {
            let note = format!("note  {name}:{} has {width} columns, {LINE_WIDTH} fit", line + 1);
            screen.line(&screen.paint(Style::Yellow, &harmless(&note)))?;
        }
    }
    Ok(())
}

fn mistakes(
    name: &str,
    report: &Report,
    sources: &Sources,
    screen: &mut Screen<'_>,
) -> Result<(), Failure> {
    let text = if screen.has_colour() {
        report.render_fancy(sources)
    } else {
        harmless(&report.render_plain(sources))
    };
    screen.text(&text)?;
    screen.line(&harmless(&format!("{name}: left as it is")))?;
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    stays_in_its_folder(path).map_err(|astray| astray.to_string())?;
    let unreadable = |error| format!("the file cannot be read: {error}");
    // A pipe or a device could be read for ever.
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err("this is no file".to_owned());
    }
    decode(&fs::read(path).map_err(unreadable)?).map_err(|why| why.message)
}

/// The files that are meant, each once whatever ways lead to it, in the order of their paths.
fn files(which: &[String]) -> Result<BTreeMap<PathBuf, PathBuf>, Failure> {
    let (mut found, mut names) = (BTreeMap::new(), Vec::new());
    let mut add = |path: PathBuf| {
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        found.entry(real).or_insert(path);
    };
    for word in which {
        let path = Path::new(word);
        let is_text = path.extension().is_some_and(|extension| extension == "carc");
        if is_text && !path.is_dir() {
            add(path.to_owned());
        } else if path.is_file() {
            let said = format!("`{word}` is neither a folder nor a file that ends in .carc");
            return Err(Failure::Misused(said));
        } else {
            names.push(word.clone());
        }
    }
    if which.is_empty() {
        let here = Expansion::read(Path::new("."));
        let mut library = Library::default();
        library.add_folder(Path::new("expansions"));
        let all: Vec<&Expansion> = match &here {
            Some(here) => vec![here],
            None => library.iter().collect(),
        };
        if all.is_empty() {
            let said = "there is nothing to format: no file in this folder ends in .carc, and \
                        ./expansions holds no expansion; say which ones are meant";
            return Err(Failure::Misused(said.to_owned()));
        }
        all.into_iter().flat_map(texts).for_each(&mut add);
    } else if !names.is_empty() {
        let (shelf, names) = Shelf::open(&names)?;
        for expansion in names.iter().filter_map(|name| shelf.library.get(name)) {
            if expansion.home == Home::BuiltIn {
                let name = &expansion.name;
                let said = format!("`{name}` is built in: there is no file to format");
                return Err(Failure::Misused(said));
            }
            texts(expansion).into_iter().for_each(&mut add);
        }
    }
    Ok(found)
}

/// The paths of the texts of an expansion, those that cannot be read too.
fn texts(expansion: &Expansion) -> Vec<PathBuf> {
    let Home::Folder(folder) = &expansion.home else { return Vec::new() };
    let unreadable = expansion.unreadable.iter().map(|(name, _)| name);
    let names = expansion.rules.iter().map(|file| &file.name).chain(unreadable);
    let inside = names.filter_map(|name| name.split_once('/')).map(|(_, inside)| inside);
    inside.filter(|inside| inside.ends_with(".carc")).map(|inside| folder.join(inside)).collect()
}
