//! `carc explain CODE`: the page of a mistake. The pages are those of `docs/errors`, built in.

use include_dir::{Dir, include_dir};
use toolkit::nearest;

use crate::{
    args::Explain,
    order,
    outcome::{Failure, Verdict},
    screen::{Screen, Style},
};

static PAGES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../docs/errors");

/// Explains a code, the codes of a stage, or the order of the rules.
pub(crate) fn run(arguments: &Explain, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let what = arguments.what.trim().trim_end_matches(".md");
    if what == "order" {
        return order::run(&arguments.rules, screen);
    }
    let pages = pages();
    if let Some((_, text)) = pages.iter().find(|(code, _)| code == what) {
        page(text, screen)?;
        return Ok(Verdict::Good);
    }
    let stage: Vec<_> = pages.iter().filter(|(code, _)| stage_of(code) == what).collect();
    if !stage.is_empty() {
        for (code, text) in stage {
            let code = screen.paint(Style::Cyan, &format!("{code:<28}"));
            screen.line(&format!("{code} {}", first_sentence(text)))?;
        }
        return Ok(Verdict::Good);
    }
    Err(Failure::Misused(unknown(what, &pages)))
}

/// All pages by code, such as `check/unknown-name`.
fn pages() -> Vec<(String, &'static str)> {
    let mut pages: Vec<(String, &'static str)> = PAGES
        .dirs()
        .flat_map(Dir::files)
        .filter_map(|file| {
            let code = file.path().to_str()?.strip_suffix(".md")?.replace('\\', "/");
            Some((code, file.contents_utf8()?))
        })
        .collect();
    pages.sort();
    pages
}

fn stage_of(code: &str) -> &str {
    code.split('/').next().unwrap_or_default()
}

/// The code alone may be meant, without its stage, or a code that is spelt nearly so.
fn unknown(what: &str, pages: &[(String, &str)]) -> String {
    let codes = || pages.iter().map(|(code, _)| code.as_str());
    let last = |code: &'_ str| code.rsplit('/').next().unwrap_or_default().to_owned();
    let meant = codes().find(|code| last(code) == last(what)).or_else(|| nearest(what, codes()));
    match meant {
        Some(code) => format!("there is no code `{what}`; did you mean `{code}`?"),
        None => {
            let mut stages: Vec<&str> = codes().map(stage_of).collect();
            stages.dedup();
            format!(
                "there is no code `{what}`; `carc explain STAGE` lists codes, and the stages are {}",
                stages.join(", ")
            )
        }
    }
}

/// The first sentence below the title.
fn first_sentence(page: &str) -> String {
    let lines = page.lines().skip_while(|l| l.starts_with('#') || l.trim().is_empty());
    let text: Vec<&str> = lines.take_while(|l| !l.trim().is_empty()).collect();
    let text = unlinked(&text.join(" "));
    // That it is a warning says nothing of what it is about.
    let (warning, text) = match text.strip_prefix("This is a warning. ") {
        Some(rest) => (" (a warning)", rest),
        None => ("", text.as_str()),
    };
    let sentence = text.split_once(". ").map_or(text.trim_end_matches('.'), |(first, _)| first);
    format!("{sentence}{warning}.")
}

/// A line whose links to other pages are their words: nobody can follow them from here.
fn unlinked(line: &str) -> String {
    let (mut plain, mut rest) = (String::new(), line);
    while let Some((before, behind)) = rest.split_once('[') {
        plain.push_str(before);
        let link = behind.split_once(']').and_then(|(words, behind)| {
            let (_, after) = behind.strip_prefix('(')?.split_once(')')?;
            Some((words, after))
        });
        match link {
            Some((words, after)) => {
                plain.push_str(words);
                rest = after;
            }
            None => {
                plain.push('[');
                rest = behind;
            }
        }
    }
    plain + rest
}

/// A page with its titles and code set apart.
fn page(text: &str, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let mut in_code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        } else if in_code {
            let code = screen.paint(Style::Cyan, line);
            screen.line(format!("    {code}").trim_end())?;
        } else if line.starts_with('#') {
            let title = screen.paint(Style::Bold, line.trim_start_matches('#').trim());
            screen.line(&title)?;
        } else {
            screen.line(&unlinked(line))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_built_in_and_begin_with_their_code() {
        let pages = pages();
        assert!(pages.len() > 20, "{}", pages.len());
        for (code, text) in pages {
            assert!(text.starts_with(&format!("# {code}\n")), "{code}");
            assert!(first_sentence(text).len() > 10, "{code}");
        }
    }

    #[test]
    fn sums_say_what_it_is_about_and_links_are_words() {
        let pages = pages();
        for (code, text) in &pages {
            let first = first_sentence(text);
            assert!(!first.starts_with("This is a warning"), "{code}: {first}");
            assert!(!first.contains("]("), "{code}: {first}");
        }
        let warned =
            pages.iter().filter(|(_, text)| first_sentence(text).ends_with("(a warning)."));
        assert!(warned.count() > 2);
        assert_eq!(unlinked("A [set](a/b.md) of [1, 2] [x](y)."), "A set of [1, 2] x.");
        assert_eq!(unlinked("[open](never"), "[open](never");
    }

    #[test]
    fn misspelt_codes_are_guessed() {
        let pages = pages();
        assert!(unknown("unknown-name", &pages).contains("check/unknown-name"));
        assert!(unknown("check/unknwon-name", &pages).contains("check/unknown-name"));
        assert!(unknown("zzz", &pages).contains("syntax"));
    }
}
