//! From expansions to a program: parse once, compile for each choice of expansions and options.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
};

use compiler::{Backend, Compiled, ExpansionSource, Former, Probes, Setting, Study};
use grammar::{
    Diagnostic, FileId, Parsed, Report, Sources, Span,
    ast::{ExpansionLine, File, Item, ItemKind, Name},
};
use runtime::Rules;

use crate::{
    discover::Library,
    expansion::{Expansion, Home, TextFile},
    parsing::parse_all,
    unread::Unread,
};

mod sparing;

pub(crate) use sparing::{Spared, unread_scenario};

/// The texts of a library with their trees.
#[derive(Clone, Debug)]
pub struct Texts {
    sources: Sources,
    available: Vec<ExpansionSource>,
    /// What is wrong with the texts alone, by expansion.
    mistakes: BTreeMap<String, Vec<Diagnostic>>,
    /// Expansions with rules that cannot be read at all.
    unreadable: BTreeSet<String>,
    /// What is wrong with the text of each file alone.
    broken: BTreeMap<FileId, Vec<Diagnostic>>,
    /// Expansions that nobody can edit: those in this binary.
    built_in: BTreeSet<String>,
}

impl Texts {
    /// Parses all texts of a library.
    pub fn new(library: &Library) -> Self {
        Self::after(library, None)
    }

    /// The texts of a library as it is now; only those are parsed that have changed.
    #[must_use]
    pub fn again(&self, library: &Library) -> Self {
        Self::after(library, Some(self))
    }

    fn after(library: &Library, former: Option<&Self>) -> Self {
        let mut sources = Sources::new();
        let mut mistakes: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
        let mut unreadable = BTreeSet::new();
        let mut shelves = Vec::new();
        for expansion in library.iter() {
            let wrong = mistakes.entry(expansion.name.clone()).or_default();
            for (name, diagnostic) in &expansion.unreadable {
                let file = sources.add(name.clone(), String::new());
                let place = Span::new(file, 0, 0);
                wrong.push(diagnostic.clone().label(place, "this file"));
                if name.ends_with(".carc") {
                    unreadable.insert(expansion.name.clone());
                }
            }
            let mut add = |file: &TextFile| sources.add(file.name.clone(), file.text.clone());
            let files: Vec<FileId> = expansion.rules.iter().map(&mut add).collect();
            shelves.push((expansion, files, expansion.statements.as_ref().map(add)));
        }
        let files: Vec<FileId> = shelves.iter().flat_map(|(_, files, _)| files).copied().collect();
        let mut parsed = parse_all(&sources, &files, |id| former?.known(id, sources.text(id)));
        let mut broken = BTreeMap::new();
        let mut available = Vec::new();
        for (expansion, ids, statements) in shelves {
            let wrong = mistakes.entry(expansion.name.clone()).or_default();
            let mut files: Vec<(FileId, Arc<File>)> = Vec::new();
            for (id, parsed) in ids.into_iter().filter_map(|id| Some((id, parsed.remove(&id)?))) {
                wrong.extend(parsed.diagnostics.iter().cloned());
                broken.insert(id, parsed.diagnostics);
                files.push((id, parsed.file));
            }
            let name = declared(&files);
            wrong.extend(name.and_then(|name| misnamed(name, &expansion.name)));
            if let Some(other) = library.double(&expansion.name) {
                let place = name.map(|name| name.span).or_else(|| {
                    let (file, _) = files.first()?;
                    Some(Span::new(*file, 0, 0))
                });
                wrong.push(doubled(&expansion.name, &expansion.home, other, place));
            }
            available.push(ExpansionSource { folder: expansion.name.clone(), files, statements });
        }
        for (name, found) in misplaced(library, &available) {
            mistakes.entry(name).or_default().push(found);
        }
        let is_built_in = |e: &&Expansion| e.home == Home::BuiltIn;
        let built_in = library.iter().filter(is_built_in).map(|e| e.name.clone()).collect();
        Self { sources, available, mistakes, unreadable, broken, built_in }
    }

    /// Whether these are the same texts under the same numbers, with the same mistakes.
    pub fn are(&self, others: &Self) -> bool {
        let texts = |texts: &Self| -> Vec<(String, Vec<FileId>, Option<FileId>)> {
            let files = |source: &ExpansionSource| source.files.iter().map(|(id, _)| *id).collect();
            let own = |s: &ExpansionSource| (s.folder.clone(), files(s), s.statements);
            texts.available.iter().map(own).collect()
        };
        self.sources == others.sources
            && texts(self) == texts(others)
            && self.mistakes == others.mistakes
            && self.broken == others.broken
            && (&self.unreadable, &self.built_in) == (&others.unreadable, &others.built_in)
    }

    /// What a file with this number and text was parsed to.
    fn known(&self, id: FileId, text: &str) -> Option<Parsed> {
        let diagnostics = self.broken.get(&id).filter(|_| self.sources.text(id) == text)?;
        let mut files = self.available.iter().flat_map(|source| &source.files);
        let (_, file) = files.find(|(known, _)| *known == id)?;
        Some(Parsed { file: Arc::clone(file), diagnostics: diagnostics.clone() })
    }

    /// The same texts with another one in place of a file; only that one is parsed. Nothing if there is no such file.
    pub fn replacing(&self, name: &str, text: &str) -> Option<Self> {
        let mut texts = self.clone();
        let id = texts.sources.add(name, text);
        let parsed = grammar::parse(&texts.sources, id);
        let sources = &texts.sources;
        let (folder, file) = texts.available.iter_mut().find_map(|source| {
            let file = source.files.iter_mut().find(|(old, _)| sources.name(*old) == name)?;
            Some((&source.folder, file))
        })?;
        let (old, _) = std::mem::replace(file, (id, parsed.file));
        let wrong = texts.mistakes.entry(folder.clone()).or_default();
        wrong.retain(|found| found.labels.iter().all(|(place, _)| place.file != old));
        wrong.extend(parsed.diagnostics.iter().cloned());
        texts.broken.remove(&old);
        texts.broken.insert(id, parsed.diagnostics);
        Some(texts)
    }

    /// Puts another text in the place of a file of rules or statements, which keeps its number: only that one is
    /// parsed. Nothing if there is no such file.
    pub fn put(&mut self, name: &str, text: &str) -> Option<FileId> {
        let id = self.sources.find(name)?;
        self.sources.replace(id, text);
        let holds =
            |source: &&mut ExpansionSource| source.files.iter().any(|(known, _)| *known == id);
        if let Some(source) = self.available.iter_mut().find(holds) {
            let parsed = grammar::parse(&self.sources, id);
            let wrong = self.mistakes.entry(source.folder.clone()).or_default();
            wrong.retain(|found| found.labels.iter().all(|(place, _)| place.file != id));
            wrong.extend(parsed.diagnostics.iter().cloned());
            self.broken.insert(id, parsed.diagnostics);
            let own = source.files.iter_mut().find(|(known, _)| *known == id);
            if let Some((_, tree)) = own {
                *tree = parsed.file;
            }
            let name = declared(&source.files).filter(|name| name.span.file == id);
            wrong.extend(name.and_then(|name| misnamed(name, &source.folder)));
        }
        Some(id)
    }

    /// Reads the rules of a setting for their author: nothing becomes code, and mistakes hide little.
    pub fn study(&self, setting: &Setting) -> Study {
        self.study_showing(setting, &|_| true)
    }

    /// The same with some of the scenarios only.
    pub fn study_showing(&self, setting: &Setting, shown: &dyn Fn(&Item) -> bool) -> Study {
        let read = self.closure(&setting.expansions);
        let mut study = Study::showing(&self.sources, &self.at_hand(&read), setting, shown);
        let wrong = read.iter().filter_map(|name| self.mistakes.get(name)).flatten();
        let mut report: Report = wrong.cloned().collect();
        let own = setting.expansions.first();
        let others: Vec<String> = read.into_iter().filter(|name| own != Some(name)).collect();
        let unread = self.unread_folders(&others);
        study.diagnostics.retain(|found| !unread.may_explain(found));
        self.propose_own(&mut study.diagnostics);
        report.extend(std::mem::take(&mut study.diagnostics));
        report.sort();
        study.diagnostics = report.diagnostics;
        study
    }

    /// All texts.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The trees of all expansions.
    pub fn available(&self) -> &[ExpansionSource] {
        &self.available
    }

    /// The names of the chosen expansions and of all that they need, as far as they are there.
    pub fn closure(&self, chosen: &[String]) -> Vec<String> {
        let mut plays: Vec<String> = Vec::new();
        let mut open: Vec<String> = chosen.to_vec();
        while let Some(name) = open.pop() {
            let source = self.named(&name);
            let name = source.map_or(name, |source| source.folder.clone());
            if !plays.contains(&name) {
                open.extend(source.into_iter().flat_map(needs));
                plays.push(name);
            }
        }
        plays.sort();
        plays
    }

    /// The expansion in the folder of a name, else one that calls itself so in a folder of another name.
    fn named(&self, name: &str) -> Option<&ExpansionSource> {
        let declares = |s: &&ExpansionSource| declared(&s.files).is_some_and(|n| n.text == name);
        let folder = self.available.iter().find(|s| s.folder == name);
        folder.or_else(|| self.available.iter().find(declares))
    }

    /// The expansion that declares a kind of tile.
    pub fn home_of_tile(&self, name: &str) -> Option<&str> {
        fn declares(item: &Item, name: &str) -> bool {
            match &item.kind {
                ItemKind::Tile(tile) => tile.name.text == name,
                ItemKind::With(with) => with.items.iter().any(|inside| declares(inside, name)),
                _ => false,
            }
        }
        let has = |source: &&ExpansionSource| {
            let mut items = source.files.iter().flat_map(|(_, file)| &file.items);
            items.any(|item| declares(item, name))
        };
        self.available.iter().find(has).map(|source| source.folder.as_str())
    }

    /// The expansions that have named sets of tiles and are none of those that play.
    fn lenders(&self, sets: &[String], plays: &[String]) -> Vec<String> {
        let has = |source: &&ExpansionSource| {
            let mut items = source.files.iter().flat_map(|(_, file)| &file.items);
            let declares =
                |item: &Item| matches!(&item.kind, ItemKind::Set(s) if sets.contains(&s.name.text));
            !plays.contains(&source.folder)
                && (sets.contains(&source.folder) || items.any(declares))
        };
        self.available.iter().filter(has).map(|source| source.folder.clone()).collect()
    }

    /// The trees of all expansions but those that do not play and do not even say properly what they are:
    /// they must not stop the others.
    fn at_hand(&self, plays: &[String]) -> Cow<'_, [ExpansionSource]> {
        let fits =
            |source: &ExpansionSource| plays.contains(&source.folder) || self.is_sound(source);
        if self.available.iter().all(fits) {
            return Cow::Borrowed(&self.available);
        }
        self.available.iter().filter(|source| fits(source)).cloned().collect()
    }

    /// Whether a folder holds one expansion that is called as the folder is, with nothing wrong in its first item.
    fn is_sound(&self, source: &ExpansionSource) -> bool {
        let mut items = source.files.iter().flat_map(|(_, file)| &file.items);
        let is_own = |item: &Item| match &item.kind {
            ItemKind::Expansion(own) => own.name.text == source.folder,
            _ => false,
        };
        let alone = std::slice::from_ref(source);
        items.any(is_own)
            // Where nothing plays, only what expansions say of themselves is looked at.
            && compiler::check(&self.sources, alone, &Setting::default())
                .diagnostics
                .iter()
                .all(|found| found.span().is_none() || !found.is_error())
    }

    /// The expansions of which nothing is known: a file could not be read at all, and none says what they are.
    fn unread_folders(&self, playing: &[String]) -> Unread<'_> {
        let is_broken = |(id, file): &(FileId, Arc<File>)| {
            self.broken.get(id).is_some_and(|said| said.iter().any(Diagnostic::is_error))
                && file.items.iter().all(|item| matches!(item.kind, ItemKind::Broken(_)))
        };
        let is_unread = |source: &&ExpansionSource| {
            self.unreadable.contains(&source.folder)
                || declared(&source.files).is_none() && source.files.iter().any(is_broken)
        };
        Unread::new(&self.sources, self.available.iter().filter(is_unread), playing)
    }

    /// Compiles the rules of a setting.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the texts that would play.
    pub fn build(&self, setting: &Setting, backend: Backend) -> Result<Compiled, Report> {
        self.build_for(setting, backend, None)
    }

    /// The same after other rules, whose machine code is taken over where it is still the same.
    ///
    /// # Errors
    ///
    /// As [`Texts::build`].
    pub fn build_after(
        &self,
        setting: &Setting,
        backend: Backend,
        former: &mut Former,
    ) -> Result<Compiled, Report> {
        let compile = |at_hand: &[ExpansionSource]| {
            let sources = &self.sources;
            compiler::compile_after(sources, at_hand, setting, backend, None, Some(former))
        };
        self.built(setting, compile, |compiled| &mut compiled.warnings)
    }

    /// The same with the functions of one scenario, by its number among those of the rules.
    ///
    /// # Errors
    ///
    /// As [`Texts::build`].
    pub fn build_for(
        &self,
        setting: &Setting,
        backend: Backend,
        scenario: Option<usize>,
    ) -> Result<Compiled, Report> {
        let compile = |at_hand: &[ExpansionSource]| {
            compiler::compile(&self.sources, at_hand, setting, backend, scenario)
        };
        self.built(setting, compile, |compiled| &mut compiled.warnings)
    }

    /// The same on the evaluator, with probes that note what games come to.
    ///
    /// # Errors
    ///
    /// As [`Texts::build`].
    pub(crate) fn build_watched(
        &self,
        setting: &Setting,
        scenario: Option<usize>,
    ) -> Result<(Compiled, Arc<Probes>), Report> {
        let compile = |at_hand: &[ExpansionSource]| {
            compiler::compile_watched(&self.sources, at_hand, setting, scenario)
        };
        self.built(setting, compile, |(compiled, _)| &mut compiled.warnings)
    }

    /// The same with probes that also note which adjustments changed the number of points.
    ///
    /// # Errors
    ///
    /// As [`Texts::build`].
    pub(crate) fn build_counting(
        &self,
        setting: &Setting,
    ) -> Result<(Compiled, Arc<Probes>), Report> {
        let compile = |at_hand: &[ExpansionSource]| {
            compiler::compile_counting(&self.sources, at_hand, setting)
        };
        self.built(setting, compile, |(compiled, _)| &mut compiled.warnings)
    }

    /// What a compiler makes of the texts that play, unless something is wrong with them.
    fn built<T>(
        &self,
        setting: &Setting,
        compile: impl FnOnce(&[ExpansionSource]) -> Result<T, Vec<Diagnostic>>,
        warnings: impl FnOnce(&mut T) -> &mut Vec<Diagnostic>,
    ) -> Result<T, Report> {
        let mut read = self.closure(&setting.expansions);
        let lenders = self.lenders(&setting.tiles, &read);
        read.extend(lenders.iter().cloned());
        let wrong = read.iter().filter_map(|name| self.mistakes.get(name)).flatten();
        let mut report: Report = wrong.cloned().collect();
        if report.diagnostics.iter().any(|found| found.code == MISNAMED) {
            // No other stage finds an expansion by the name of its folder.
            report.sort();
            return Err(report);
        }
        let at_hand = self.at_hand(&read);
        let unread = self.unread_folders(&read);
        let explained = |found: &Diagnostic| unread.may_explain(found);
        if unread.plays() {
            if let Err(diagnostics) = compile(&at_hand) {
                report.extend(diagnostics.into_iter().filter(|found| !explained(found)));
            }
            report.sort();
            return Err(report);
        }
        match compile(&at_hand) {
            Ok(mut compiled) => {
                let warnings = warnings(&mut compiled);
                warnings.retain(|found| !explained(found));
                if !report.has_errors() {
                    return Ok(compiled);
                }
                report.extend(warnings.iter().cloned());
            }
            Err(mut diagnostics) => {
                diagnostics.retain(|found| !explained(found));
                self.explain_lent(&lenders, &mut diagnostics);
                self.propose_own(&mut diagnostics);
                report.extend(diagnostics);
            }
        }
        report.sort();
        Err(report)
    }
}

impl Texts {
    /// Options are part of rules, so a tile that is lent without rules cannot be laid out by them.
    fn explain_lent(&self, lenders: &[String], diagnostics: &mut [Diagnostic]) {
        for found in diagnostics.iter_mut().filter(|found| found.code == UNKNOWN_OPTION) {
            let file = found.span().map(|span| span.file);
            let holds =
                |source: &&ExpansionSource| source.files.iter().any(|(id, _)| Some(*id) == file);
            let lent = self.available.iter().filter(|source| lenders.contains(&source.folder));
            if let Some(lender) = lent.filter(holds).map(|source| &source.folder).next() {
                found.help = Some(format!(
                    "`{lender}` only lends its tiles here; its options go with its rules, so let `{lender}` play too"
                ));
            }
        }
    }

    /// Where an order is missing, it is the author's own file that is to be changed and no built-in one.
    fn propose_own(&self, diagnostics: &mut [Diagnostic]) {
        let home = |file: FileId| {
            let holds = |s: &&ExpansionSource| s.files.iter().any(|(id, _)| *id == file);
            self.available.iter().find(holds).map(|source| source.folder.as_str())
        };
        for found in diagnostics.iter_mut().filter(|found| found.code == ORDER) {
            let [(later, _), (earlier, _)] = &found.labels[..] else { continue };
            let (Some(later), Some(earlier)) = (home(later.file), home(earlier.file)) else {
                continue;
            };
            if !self.built_in.contains(later) || self.built_in.contains(earlier) {
                continue;
            }
            // The proposal is for the later one: `after ONE` in `step OTHER`, or in `expansion OTHER`.
            let help = found.help.as_deref().unwrap_or_default();
            let mut quoted = help.split('`').skip(1).step_by(2);
            let one = quoted.next().and_then(|text| text.strip_prefix("after "));
            let other = quoted.next().and_then(|text| text.split_once(' '));
            found.help = match (one, other) {
                (Some(one), Some(("step", other))) => {
                    Some(format!("say `before {other}` in `step {one}`"))
                }
                (Some(one), Some(("expansion", other))) => {
                    Some(format!("say `after {other}` in `expansion {one}`"))
                }
                _ => continue,
            };
            found.suggestion = None;
        }
    }

    /// The number of a scenario among those of the rules of a setting.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the texts that would play.
    pub fn scenario(
        &self,
        setting: &Setting,
        expansion: &str,
        title: &str,
    ) -> Result<Option<usize>, Report> {
        let checked = compiler::check(
            &self.sources,
            &self.at_hand(&self.closure(&setting.expansions)),
            setting,
        );
        if checked.diagnostics.iter().any(Diagnostic::is_error) {
            // The same with what is wrong with the texts alone.
            return self.build(setting, Backend::Eval).map(|_| None);
        }
        let rules = &checked.rules;
        Ok(rules.scenarios.iter().position(|s| {
            s.title == title
                && rules.expansions.get(s.expansion).is_some_and(|e| e.name == expansion)
        }))
    }
}

/// The code of an option that nobody in play declares.
const UNKNOWN_OPTION: &str = "check/unknown-option";
/// The code of two rules whose order nothing but their names says.
const ORDER: &str = "link/order";
/// The code of a folder whose name is not that of its expansion.
const MISNAMED: &str = "check/expansion-item";

/// The name in the first `expansion` item of some files.
fn declared(files: &[(FileId, Arc<File>)]) -> Option<&Name> {
    files.iter().flat_map(|(_, file)| &file.items).find_map(|item| match &item.kind {
        ItemKind::Expansion(expansion) => Some(&expansion.name),
        _ => None,
    })
}

/// Expansions are found by their folders, so both have one name.
fn misnamed(name: &Name, folder: &str) -> Option<Diagnostic> {
    (name.text != folder).then(|| {
        let message = format!("the folder `{folder}` holds the expansion `{}`", name.text);
        let plain = folder.starts_with(|first: char| first.is_ascii_alphabetic())
            && folder.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let (label, help) = if plain {
            (
                format!("expected `{folder}`, as the folder is called"),
                format!("call the folder `{}`, or the expansion `{folder}`", name.text),
            )
        } else {
            // No expansion can be called as this folder is.
            ("not the name of its folder".to_owned(), format!("call the folder `{}`", name.text))
        };
        Diagnostic::error(MISNAMED, message).label(name.span, label).help(help)
    })
}

/// Two folders of one search place hold an expansion of one name: nobody can tell which is meant.
fn doubled(name: &str, home: &Home, other: &Home, place: Option<Span>) -> Diagnostic {
    let message = format!("two folders hold the expansion `{name}`: {home} and {other}");
    let found = Diagnostic::error("check/duplicate-name", message);
    let found = place.into_iter().fold(found, |f, p| f.label(p, format!("this one is in {home}")));
    found.help("take one of them away, or give it and its folder another name")
}

/// The expansions that a folder of another name beside theirs declares once more.
fn misplaced(library: &Library, available: &[ExpansionSource]) -> Vec<(String, Diagnostic)> {
    let mut found = Vec::new();
    for source in available {
        let Some(name) = declared(&source.files).filter(|name| name.text != source.folder) else {
            continue;
        };
        let own = available.iter().find(|own| own.folder == name.text);
        let own = own.and_then(|own| declared(&own.files)).filter(|own| own.text == name.text);
        let home = |name: &str| library.get(name).map(|expansion| &expansion.home);
        if let (Some(own), Some(one), Some(other)) = (own, home(&name.text), home(&source.folder))
            && library.are_together(&name.text, &source.folder)
        {
            found.push((name.text.clone(), doubled(&name.text, one, other, Some(own.span))));
        }
    }
    found
}

/// The expansions that an expansion says it needs.
fn needs(source: &ExpansionSource) -> Vec<String> {
    let items = source.files.iter().flat_map(|(_, file)| &file.items);
    let lines = items.filter_map(|item| match &item.kind {
        ItemKind::Expansion(expansion) => Some(&expansion.lines),
        _ => None,
    });
    let names = lines.flatten().filter_map(|line| match &line.kind {
        ExpansionLine::Needs(names) => Some(names),
        _ => None,
    });
    names.flatten().map(|name| name.text.clone()).collect()
}

/// Rules by setting, each compiled once: replays and examples use few settings again and again.
#[derive(Debug)]
pub struct Programs {
    texts: Arc<Texts>,
    backend: Backend,
    built: Mutex<BTreeMap<String, Result<Arc<Rules>, Report>>>,
}

impl Programs {
    /// A shelf for the rules of some texts.
    pub fn new(texts: Arc<Texts>, backend: Backend) -> Self {
        Self { texts, backend, built: Mutex::default() }
    }

    /// The texts.
    pub fn texts(&self) -> &Arc<Texts> {
        &self.texts
    }

    /// The rules of a setting.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the texts that would play.
    pub fn rules(&self, setting: &Setting) -> Result<Arc<Rules>, Report> {
        let key = format!("{setting:?}");
        // Whoever comes second waits for the first rather than compiling the same once more.
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || {
            let compiled = self.texts.build(setting, self.backend)?;
            Ok(Arc::new(Rules::new(compiled.program)))
        };
        built.entry(key).or_insert_with(make).clone()
    }
}
