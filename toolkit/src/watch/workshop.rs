//! From texts to rules, once for every change: nothing here knows of a game, a folder or a clock.

use std::sync::Arc;

use compiler::{Backend, Former, Setting};
use grammar::Report;
use runtime::Rules;

use super::contents::Contents;
use crate::{discover::Library, program::Texts};

/// Compiles texts whenever they are others than at the last look.
#[derive(Debug)]
pub struct Workshop {
    setting: Setting,
    backend: Backend,
    seen: Contents,
    /// The trees of the last texts, and the machine code of the last rules.
    texts: Option<Arc<Texts>>,
    former: Former,
}

/// What texts compile to.
#[derive(Clone, Debug)]
pub enum Made {
    /// Rules, with what is doubtful about their texts.
    Rules(Arc<Rules>, Report),
    /// Nothing, for these reasons.
    Broken(Report),
}

/// Texts that have changed, and what became of them.
#[derive(Clone, Debug)]
pub struct Look {
    /// The files that came, went or hold something else.
    pub files: Vec<String>,
    /// All expansions as they are now.
    pub library: Library,
    /// Their trees.
    pub texts: Arc<Texts>,
    /// What the rules of the setting compile to.
    pub made: Made,
}

impl Workshop {
    /// A workshop for the rules of a setting, which has seen a library.
    pub fn new(setting: Setting, backend: Backend, seen: &Library) -> Self {
        let seen = Contents::of(seen);
        Self { setting, backend, seen, texts: None, former: Former::default() }
    }

    /// The same with the trees of that library, and with what compiling its rules has left.
    pub fn after(
        setting: Setting,
        backend: Backend,
        seen: &Library,
        texts: Arc<Texts>,
        former: Former,
    ) -> Self {
        Self { texts: Some(texts), former, ..Self::new(setting, backend, seen) }
    }

    /// What the texts were at the last look.
    pub fn seen(&self) -> &Contents {
        &self.seen
    }

    /// Compiles the texts of a library; nothing if they are those of the last look.
    pub fn look(&mut self, library: Library) -> Option<Look> {
        let contents = Contents::of(&library);
        let files = contents.changed_since(&self.seen);
        if files.is_empty() {
            return None;
        }
        self.seen = contents;
        let texts = match &self.texts {
            Some(former) => former.again(&library),
            None => Texts::new(&library),
        };
        let texts = Arc::new(texts);
        self.texts = Some(Arc::clone(&texts));
        let made = match texts.build_after(&self.setting, self.backend, &mut self.former) {
            Ok(compiled) => {
                let warnings = Report { diagnostics: compiled.warnings };
                Made::Rules(Arc::new(Rules::new(compiled.program)), warnings)
            }
            Err(report) => Made::Broken(report),
        };
        Some(Look { files, library, texts, made })
    }

    /// The expansions that play by these texts, and those that need something which has changed: whose
    /// scenarios are worth running again.
    pub fn touched(look: &Look, setting: &Setting) -> Vec<String> {
        let own = |name: &String| {
            let inside = |file: &String| file == name || file.starts_with(&format!("{name}/"));
            look.files.iter().any(inside)
        };
        let plays = look.texts.closure(&setting.expansions);
        let needs_changed =
            |name: &String| look.texts.closure(std::slice::from_ref(name)).iter().any(own);
        plays.into_iter().filter(needs_changed).collect()
    }
}
