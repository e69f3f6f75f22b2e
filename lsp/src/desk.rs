//! The texts as the editor has them: what lies on disk, with the documents that are open laid over it.

mod folders;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    rc::Rc,
};

use grammar::{Diagnostic, FileId, SourceFile, ast};
use lsp_types::Uri;
use toolkit::{Expansion, Home, Library, Setting, Study, TextFile, Texts};

use self::folders::{alone, broken, canonical, folder_of, is_rules, saved};
use crate::{
    places,
    recall::{Remembered, readable, remembered},
    texts::says,
    tree,
};

/// So few expansions are looked at one by one; more of them all at once.
pub(crate) const FEW: usize = 3;
/// The most studies that are kept; each is of another choice of expansions.
const KEPT: usize = 64;

/// A document that is open in the editor.
#[derive(Debug)]
pub(crate) struct Document {
    /// Its URI as the editor writes it.
    pub(crate) uri: Uri,
    /// Its version, as the editor counts.
    pub(crate) version: i32,
    /// Its text.
    pub(crate) text: String,
    /// Where it would be saved.
    path: PathBuf,
    /// Its items as they could last be read.
    items: Vec<Remembered>,
    /// Whether it may be other than what lies on disk.
    unsaved: bool,
}

/// All texts, and what is known of them.
pub(crate) struct Desk {
    folders: Vec<PathBuf>,
    documents: BTreeMap<String, Document>,
    library: Library,
    texts: Texts,
    /// The names that texts have in `texts`, by where they are saved.
    names: BTreeMap<PathBuf, String>,
    paths: BTreeMap<String, PathBuf>,
    /// Why files cannot be read as they lie on disk.
    unreadable: BTreeMap<PathBuf, Diagnostic>,
    studies: RefCell<BTreeMap<Vec<String>, Rc<Study>>>,
    /// Words of which scenarios must say one to be looked at, while nothing else is asked about.
    saying: Option<Vec<String>>,
}

impl Desk {
    /// The expansions in some folders, and those that `carc` finds anywhere.
    pub(crate) fn new(folders: Vec<PathBuf>) -> Self {
        let library = Library::default();
        let mut desk = Self {
            folders,
            documents: BTreeMap::new(),
            texts: Texts::new(&library),
            library,
            names: BTreeMap::new(),
            paths: BTreeMap::new(),
            unreadable: BTreeMap::new(),
            studies: RefCell::default(),
            saying: None,
        };
        desk.look();
        desk
    }

    /// Reads everything anew from disk, and lays the open documents over it. What is known stays if nothing changed.
    pub(crate) fn look(&mut self) {
        let mut given: Vec<PathBuf> = Vec::new();
        for folder in &self.folders {
            given.extend([folder.clone(), folder.join("expansions")]);
        }
        given.retain(|folder| folder.is_dir());
        let mut library = Library::discover(&given);
        // A document may lie beside the folders that were opened, alone in a new one, or nowhere yet.
        let of_known: BTreeSet<PathBuf> = library.iter().filter_map(folder_of).collect();
        let folders = given.len();
        for document in self.documents.values() {
            let Some(folder) = document.path.parent() else { continue };
            if is_rules(&document.path) && folder.is_dir() && !of_known.contains(folder) {
                given.push(folder.to_owned());
            }
        }
        if given.len() > folders {
            library = Library::discover(&given);
        }
        self.unreadable = library.iter().flat_map(broken).collect();
        if let Some(changed) = self.laid_over(&library) {
            library = changed;
        }
        let texts = self.texts.again(&library);
        if self.saying.take().is_some() || !texts.are(&self.texts) {
            self.studies.get_mut().clear();
        }
        self.texts = texts;
        self.library = library;
        self.names = self.library.iter().flat_map(saved).collect();
        self.paths = self.names.iter().map(|(path, name)| (name.clone(), path.clone())).collect();
    }

    /// The library with the open documents in it; nothing if none is open.
    fn laid_over(&self, library: &Library) -> Option<Library> {
        if self.documents.is_empty() {
            return None;
        }
        let mut expansions: Vec<Expansion> = library.iter().cloned().collect();
        for document in self.documents.values() {
            let Some(file) = document.path.file_name().and_then(|name| name.to_str()) else {
                continue;
            };
            let folder = document.path.parent().unwrap_or(Path::new(""));
            let text = document.sound().unwrap_or_default();
            let own = expansions.iter_mut().find(|e| folder_of(e).as_deref() == Some(folder));
            let own = match own {
                Some(own) => own,
                None if is_rules(&document.path) => {
                    expansions.push(alone(folder, &text));
                    expansions.last_mut().expect("one was just added")
                }
                None => continue,
            };
            let name = format!("{}/{file}", own.name);
            if is_rules(&document.path) || name.ends_with("/rules.md") {
                own.unreadable.retain(|(broken, _)| *broken != name);
            }
            let file = TextFile { name, text };
            if is_rules(&document.path) {
                own.rules.retain(|other| other.name != file.name);
                own.rules.push(file);
                own.rules.sort_by(|a, b| a.name.cmp(&b.name));
            } else if file.name.ends_with("/rules.md") {
                own.statements = Some(file);
            }
        }
        let mut changed = library.clone();
        expansions.into_iter().for_each(|expansion| changed.put_instead(expansion));
        Some(changed)
    }

    /// A document was opened.
    pub(crate) fn open(&mut self, uri: &Uri, version: i32, text: String) {
        let path = places::path_of(uri.as_str()).map_or_else(
            // What is not saved yet is an expansion of its own.
            || PathBuf::from(uri.as_str().replace(['/', '\\'], "-")).join("rules.carc"),
            |path| canonical(&path),
        );
        let items = Vec::new();
        let document = Document { uri: uri.clone(), version, text, path, items, unsaved: false };
        self.documents.insert(uri.as_str().to_owned(), document);
        self.lay(uri);
    }

    /// A document has another text.
    pub(crate) fn change(&mut self, uri: &Uri, version: i32, text: String) {
        if let Some(document) = self.documents.get_mut(uri.as_str()) {
            document.version = version;
            document.text = text;
            document.unsaved = true;
            self.lay(uri);
        }
    }

    /// A document was saved: what lies on disk is what the editor made of it.
    pub(crate) fn save(&mut self, uri: &Uri) {
        if let Some(document) = self.documents.get_mut(uri.as_str()) {
            document.unsaved = false;
        }
        self.look();
    }

    /// A document was closed: what lies on disk counts.
    pub(crate) fn close(&mut self, uri: &Uri) {
        if self.documents.remove(uri.as_str()).is_some() {
            self.look();
        }
    }

    fn lay(&mut self, uri: &Uri) {
        let Some(document) = self.documents.get(uri.as_str()) else { return };
        let text = document.sound().unwrap_or_default();
        // What could not be read on disk has a name, but is no part of its expansion yet.
        let known = self.names.get(&document.path);
        let is_read = |name: &&String| {
            let file = self.texts.sources().find(name);
            file.is_some_and(|file| self.read_of(file).is_some())
        };
        let known = known.filter(is_read).cloned();
        match known.and_then(|name| self.texts.put(&name, &text)) {
            Some(_) => self.studies.borrow_mut().clear(),
            None => self.look(),
        }
        self.remember(uri);
    }

    /// Remembers what can be read of a document.
    fn remember(&mut self, uri: &Uri) -> Option<()> {
        let file = self.file(uri)?;
        let items = readable(self, file)?;
        let former = &self.documents.get(uri.as_str())?.items;
        let items = remembered(self.source(file).text(), &items, former);
        self.documents.get_mut(uri.as_str())?.items = items;
        Some(())
    }

    /// The open files with their items as they could last be read.
    pub(crate) fn remembered(&self) -> impl Iterator<Item = (FileId, &[Remembered])> {
        let known = |document: &'_ Document| self.file(&document.uri);
        self.documents
            .values()
            .filter_map(move |document| Some((known(document)?, document.items.as_slice())))
    }

    /// An open document.
    pub(crate) fn document(&self, uri: &Uri) -> Option<&Document> {
        self.documents.get(uri.as_str())
    }

    /// The texts.
    pub(crate) fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The expansions.
    pub(crate) fn library(&self) -> &Library {
        &self.library
    }

    /// Whether a URI names something that texts are read from.
    pub(crate) fn file(&self, uri: &Uri) -> Option<FileId> {
        let sources = self.texts.sources();
        if let Some(name) = uri.as_str().strip_prefix("carc-built-in:/") {
            return sources.find(name);
        }
        let path = match self.documents.get(uri.as_str()) {
            Some(document) => document.path.clone(),
            None => canonical(&places::path_of(uri.as_str())?),
        };
        sources.find(self.names.get(&path)?)
    }

    /// The text of a number.
    pub(crate) fn source(&self, file: FileId) -> &SourceFile {
        self.texts.sources().file(file)
    }

    /// The URI of a text, as the editor writes it if it has it open.
    pub(crate) fn uri(&self, file: FileId) -> Option<Uri> {
        let name = self.source(file).name();
        let Some(path) = self.paths.get(name) else { return places::built_in(name) };
        let open = self.documents.values().find(|document| document.path == *path);
        open.map(|document| document.uri.clone()).or_else(|| places::uri_of(path))
    }

    /// The version of a text, if it is open.
    pub(crate) fn version(&self, file: FileId) -> Option<i32> {
        let path = self.paths.get(self.source(file).name())?;
        self.documents.values().find(|document| document.path == *path).map(|d| d.version)
    }

    /// Why an open document cannot be read at all.
    pub(crate) fn fault(&self, file: FileId) -> Option<Diagnostic> {
        let path = self.paths.get(self.source(file).name())?;
        let document = self.documents.values().find(|document| document.path == *path)?;
        let saved = || self.unreadable.get(path).filter(|_| !document.unsaved).cloned();
        document.sound().err().or_else(saved)
    }

    /// The files of an expansion that cannot be read on disk and are not open.
    pub(crate) fn unreadable(&self, expansion: &str) -> impl Iterator<Item = FileId> {
        let own = self.library.iter().filter(move |e| e.name == expansion);
        let names = own.flat_map(|e| e.unreadable.iter().map(|(name, _)| name));
        names.filter_map(|name| self.texts.sources().find(name))
    }

    /// The text of an open document as it is written, fit to be read or not.
    pub(crate) fn written(&self, file: FileId) -> Option<&str> {
        let path = self.paths.get(self.source(file).name())?;
        self.documents.values().find(|document| document.path == *path).map(|d| d.text.as_str())
    }

    /// Whether a text can be changed: it lies in a folder, not in this binary.
    pub(crate) fn is_own(&self, file: FileId) -> bool {
        self.paths.contains_key(self.source(file).name())
    }

    /// Whether a file is one of rules.
    pub(crate) fn is_rules(&self, file: FileId) -> bool {
        is_rules(Path::new(self.source(file).name()))
    }

    /// The tree of a file of rules.
    pub(crate) fn tree(&self, file: FileId) -> Option<&ast::File> {
        let files = self.texts.available().iter().flat_map(|source| &source.files);
        files.filter(|(id, _)| *id == file).map(|(_, tree)| &**tree).next()
    }

    /// The expansion that a file belongs to, be it one that cannot be read.
    pub(crate) fn expansion(&self, file: FileId) -> Option<&str> {
        self.read_of(file).or_else(|| {
            let name = self.source(file).name();
            let has = |e: &&Expansion| e.unreadable.iter().any(|(broken, _)| broken == name);
            self.library.iter().find(has).map(|e| e.name.as_str())
        })
    }

    /// The expansion that a file of rules or statements is read for.
    fn read_of(&self, file: FileId) -> Option<&str> {
        let source = self.texts.available().iter().find(|source| {
            source.statements == Some(file) || source.files.iter().any(|(id, _)| *id == file)
        })?;
        Some(&source.folder)
    }

    /// The names of all expansions that lie in folders.
    pub(crate) fn own_expansions(&self) -> Vec<String> {
        let own = self.library.iter().filter(|e| matches!(e.home, Home::Folder(_)));
        own.map(|expansion| expansion.name.clone()).collect()
    }

    /// Some expansions that play together, as their author sees them.
    pub(crate) fn study(&self, names: &[String]) -> Rc<Study> {
        if let Some(study) = self.studies.borrow().get(names) {
            return study.clone();
        }
        let setting = Setting { expansions: names.to_vec(), ..Setting::default() };
        let sources = self.texts.sources();
        let says = |item: &ast::Item| {
            let text = sources.slice(item.span);
            self.saying.as_ref().is_none_or(|words| words.iter().any(|word| says(text, word)))
        };
        let study = Rc::new(self.texts.study_showing(&setting, &says));
        let mut studies = self.studies.borrow_mut();
        if studies.len() >= KEPT {
            studies.clear();
        }
        studies.insert(names.to_vec(), study.clone());
        study
    }

    /// Reads one of the choices of expansions that a check of this one needs; whether there was one left.
    pub(crate) fn prepare(&self, expansion: &str) -> bool {
        for names in [vec![expansion.to_owned()], self.companions(expansion)] {
            if !self.studies.borrow().contains_key(&names) {
                self.study(&names);
                return true;
            }
        }
        false
    }

    /// An expansion with all that its own items play with.
    pub(crate) fn view(&self, expansion: &str) -> Rc<Study> {
        self.study(&self.companions(expansion))
    }

    /// An expansion and those that its own items play with.
    fn companions(&self, expansion: &str) -> Vec<String> {
        let mut names = vec![expansion.to_owned()];
        for source in self.texts.available().iter().filter(|source| source.folder == expansion) {
            for (_, file) in &source.files {
                tree::companions(&file.items, &mut names);
            }
        }
        names.retain(|name| self.texts.available().iter().any(|source| source.folder == *name));
        names
    }

    /// All expansions at once.
    pub(crate) fn everything(&self) -> Rc<Study> {
        self.study(&self.all())
    }

    fn all(&self) -> Vec<String> {
        self.texts.available().iter().map(|source| source.folder.clone()).collect()
    }

    /// The choices of expansions in which words of one can mean something: itself with its companions, and with
    /// those besides that say one of the words. To all others they are nothing, whoever plays.
    pub(crate) fn concerned(&self, expansion: &str, words: &[&str]) -> Vec<Vec<String>> {
        let own = self.companions(expansion);
        let read = self.texts.closure(&own);
        let is_said =
            |file: &FileId| words.iter().any(|word| says(self.source(*file).text(), word));
        let others = self.texts.available().iter().filter(|source| !read.contains(&source.folder));
        let others = others.filter(|source| source.files.iter().any(|(file, _)| is_said(file)));
        let others: Vec<&str> = others.map(|source| source.folder.as_str()).collect();
        let mut names = own.clone();
        if others.len() > FEW {
            names = self.all();
        } else {
            for name in others.into_iter().flat_map(|other| self.companions(other)) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let all = names.len() > own.len();
        [own].into_iter().chain(all.then_some(names)).collect()
    }

    /// Asks something of names for which no scenario matters but those that say one of them: whatever a word of
    /// rules means, it means by its name.
    pub(crate) fn saying<T>(&mut self, names: &[&str], look: impl FnOnce(&mut Self) -> T) -> T {
        let kept = std::mem::take(self.studies.get_mut());
        self.saying = Some(names.iter().map(|name| (*name).to_owned()).collect());
        let seen = look(self);
        self.saying = None;
        *self.studies.get_mut() = kept;
        seen
    }

    /// What an author would see if some texts were others.
    pub(crate) fn supposing<T>(
        &mut self,
        texts: &[(FileId, String)],
        look: impl FnOnce(&Self) -> T,
    ) -> T {
        // Only what is other is read, and nothing anew afterwards.
        let former = self.texts.clone();
        let kept = std::mem::take(self.studies.get_mut());
        for (file, text) in texts {
            let name = former.sources().name(*file);
            self.texts.put(name, text);
        }
        let seen = look(self);
        self.texts = former;
        *self.studies.get_mut() = kept;
        seen
    }
}

impl Document {
    /// Its text if it is fit to be read.
    fn sound(&self) -> Result<String, Diagnostic> {
        grammar::decode(self.text.as_bytes())
    }
}
