//! What the page says itself, by language.

/// The words of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    pub(super) statement: &'static str,
    pub(super) rules: &'static str,
    pub(super) scenarios: &'static str,
    pub(super) no_rules: &'static str,
    pub(super) no_scenarios: &'static str,
}

const ENGLISH: Words = Words {
    statement: "Statement",
    rules: "Rules",
    scenarios: "Examples",
    no_rules: "no line of its own",
    no_scenarios: "no example",
};

const VIETNAMESE: Words = Words {
    statement: "Điều luật",
    rules: "Dòng luật",
    scenarios: "Ví dụ",
    no_rules: "không có dòng luật riêng",
    no_scenarios: "không có ví dụ",
};

/// The words in a language; English ones if nobody wrote others.
pub(super) fn words(language: &str) -> Words {
    match language {
        "vi" => VIETNAMESE,
        _ => ENGLISH,
    }
}
