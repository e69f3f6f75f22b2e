//! Texts for players: every language has a text for everything that players of the standard rules can read.

use compiler::Backend;
use toolkit::Messages;

use crate::fixture::{files, name, read, root};
use crate::play::{library, rules};

const LANGUAGES: [&str; 2] = ["en", "vi"];

#[test]
fn nothing_lacks_a_text() {
    let library = library();
    for language in LANGUAGES {
        let messages = Messages::new(&library, language);
        assert_eq!(messages.mistakes(), [], "{language}");
        for expansion in library.iter() {
            let rules = rules(&[expansion.name.as_str()], Backend::Eval);
            let missing = messages.missing(rules.program());
            assert_eq!(missing, Vec::<String>::new(), "{} {language}", expansion.name);
        }
    }
}

#[test]
fn languages_have_the_same_keys() {
    for file in files(&root().join("expansions"), "ftl") {
        let keys = |path: &std::path::Path| {
            let text = read(path);
            let keys = text.lines().filter_map(|line| line.split_once(" = "));
            let mut keys: Vec<String> = keys.map(|(key, _)| key.to_owned()).collect();
            keys.sort();
            keys
        };
        let english = file.with_file_name("en.ftl");
        assert!(!keys(&english).is_empty());
        assert_eq!(keys(&file), keys(&english), "{}", name(&file));
    }
}

#[test]
fn a_missing_text_is_the_name_in_words() {
    let messages = Messages::new(&library(), "en");
    assert_eq!(messages.text("option-no_such_thing"), "no such thing");
    assert!(!messages.has("option-no_such_thing"));
    let elsewhere = Messages::new(&library(), "xx");
    assert_eq!(elsewhere.text("expansion-base"), messages.text("expansion-base"));
}
