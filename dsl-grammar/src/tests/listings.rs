//! Every listing and every standard expansion is read without a diagnostic.

use std::fs;
use std::path::{Path, PathBuf};

use super::{parsed, rendered};
use crate::ast::ItemKind;

fn carc_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "carc"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_listing_parses_clean() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/listings");
    let files = carc_files(&folder);
    assert_eq!(files.len(), 15);
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(rendered(&text), "", "{}", path.display());
        let (_, parsed) = parsed(&text);
        assert!(parsed.file.items.iter().all(|item| !matches!(item.kind, ItemKind::Broken(_))));
    }
}
