//! Pages in HTML that need nothing besides themselves: no scripts, no other files. What comes from rules is escaped.

use crate::unseen::is_unseen;

/// A text as it is shown, whatever signs are in it; those that show nothing become visible.
pub(crate) fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\'' => shown.push_str("&#39;"),
            '\n' | '\t' => shown.push(c),
            // Signs that change the direction of writing could show rules as others than they are.
            _ if is_unseen(c) => shown.push('\u{fffd}'),
            _ => shown.push(c),
        }
    }
    shown
}

/// A text as it can stand in an anchor or a class: signs other than letters, digits and `_` become `-`.
pub(crate) fn anchor(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' }).collect()
}

/// The colours of a page by day, on paper, and by night. Text is told from its ground by 4.5 to 1 at least.
const COLOURS: &str = "\
:root { color-scheme: light dark; --text: #222; --faint: #6b6b6b; --line: #ccc; --code: #f6f4ee; --mark: #ffe9a8;
        --number: #7a3b12; --link: #0b57a4; --run: #f1f8f1; --part: #fdf6e3; --miss: #fbeaea; --wanting: #a04000; }
@media screen and (prefers-color-scheme: dark) {
  :root { --text: #ddd; --faint: #9a9a9a; --line: #444; --code: #262522; --mark: #5a4a12; --number: #e0a070;
          --link: #8ab8f0; --run: #17261a; --part: #2e2714; --miss: #351c1c; --wanting: #f0a060; }
  body { background: #181818; }
}
body { color: var(--text); }
a { color: var(--link); }
";

/// A whole page in a language, with the rules of its looks.
pub(crate) fn page(language: &str, title: &str, style: &str, body: &str) -> String {
    let (language, title) = (escaped(language), escaped(title));
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{COLOURS}{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_others_stay_texts() {
        assert_eq!(
            escaped("<b a=\"1\">&'\u{7}\u{202e}"),
            "&lt;b a=&quot;1&quot;&gt;&amp;&#39;\u{fffd}\u{fffd}"
        );
        assert_eq!(anchor("the_fair/rules.carc:3"), "the_fair-rules-carc-3");
        assert!(page("en", "a < b", "", "").contains("<title>a &lt; b</title>"));
    }
}
