//! Code blocks of documents, with where they stand.

use std::path::Path;

use crate::fixture::{files, name, read, root};

/// A fenced block of code.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The document, from the root.
    pub(crate) document: String,
    /// The line of the opening fence.
    pub(crate) line: usize,
    /// The words behind the opening fence; the first is the language.
    pub(crate) tags: Vec<String>,
    /// The text between the fences.
    pub(crate) text: String,
}

impl Block {
    /// `docs/tutorial.md:12`
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.document, self.line)
    }

    /// The language of the block.
    pub(crate) fn language(&self) -> &str {
        self.tags.first().map_or("", String::as_str)
    }

    /// Whether a word stands behind the language.
    pub(crate) fn has(&self, tag: &str) -> bool {
        self.tags.iter().skip(1).any(|found| found == tag)
    }

    /// What stands behind `KEY=`.
    pub(crate) fn value(&self, key: &str) -> Option<&str> {
        self.tags.iter().find_map(|tag| tag.strip_prefix(key)?.strip_prefix('='))
    }
}

/// All documents: the front page and everything below `docs`.
pub(crate) fn documents() -> Vec<(String, String)> {
    let mut paths = files(&root().join("docs"), "md");
    paths.extend(Some(root().join("README.md")).filter(|path| path.exists()));
    paths.iter().map(|path: &std::path::PathBuf| (name(path), read(path))).collect()
}

/// All fenced blocks of all documents.
pub(crate) fn blocks() -> Vec<Block> {
    documents().iter().flat_map(|(document, text)| blocks_of(document, text)).collect()
}

fn blocks_of(document: &str, text: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for (line, content) in (1..).zip(text.lines()) {
        match content.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(info) => {
                open = true;
                let tags = info.split_whitespace().map(str::to_owned).collect();
                let document = document.to_owned();
                found.push(Block { document, line, tags, text: String::new() });
            }
            None if open => {
                let block = found.last_mut().expect("the open block was pushed");
                block.text.push_str(content);
                block.text.push('\n');
            }
            None => {}
        }
    }
    assert!(!open, "{document}: a block is never closed");
    found
}

#[test]
fn links_between_documents_lead_somewhere() {
    for (document, text) in documents() {
        let folder = root().join(&document);
        let folder = folder.parent().expect("a document lies in a folder");
        for part in text.split("](").skip(1) {
            let target = part.split(')').next().unwrap_or_default();
            let target = target.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let path: &Path = target.as_ref();
            assert!(folder.join(path).exists(), "{document} links to {target}");
        }
    }
}

#[test]
fn blocks_are_found_with_their_tags() {
    let text = "a\n```carc error=check/x with=y fragment\nfn\n```\n";
    let found = blocks_of("d.md", text);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].line, found[0].language(), found[0].text.as_str()), (2, "carc", "fn\n"));
    assert_eq!(found[0].value("error"), Some("check/x"));
    assert!(found[0].has("fragment") && !found[0].has("carc"));
}
