//! Where output goes, and its colours: none unless somebody sees them.

use std::{
    env,
    io::{self, IsTerminal, Write},
};

use toolkit::is_unseen;

use crate::args::Colours;

/// A writer whose reader may go away, as in `carc check | head -1`: what nobody reads any more is passed over,
/// so that the work goes on to its verdict.
#[derive(Debug)]
pub(crate) struct Unread<W> {
    out: W,
    gone: bool,
}

impl<W: Write> Unread<W> {
    /// A writer that still has its reader.
    pub(crate) fn new(out: W) -> Self {
        Self { out, gone: false }
    }

    fn passed_over<T>(&mut self, result: io::Result<T>, instead: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.gone = true;
                Ok(instead)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for Unread<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.gone {
            return Ok(bytes.len());
        }
        let written = self.out.write(bytes);
        self.passed_over(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.gone {
            return Ok(());
        }
        let flushed = self.out.flush();
        self.passed_over(flushed, ())
    }
}

/// A colour or a weight of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// What matters most.
    Bold,
    /// What may be overlooked.
    Dim,
    /// Good news.
    Green,
    /// Bad news.
    Red,
    /// To be heeded.
    Yellow,
    /// One of the players.
    Blue,
    /// One of the players.
    Magenta,
    /// What can be typed.
    Cyan,
}

impl Style {
    const fn code(self) -> &'static str {
        match self {
            Self::Bold => "1",
            Self::Dim => "2",
            Self::Red => "31",
            Self::Green => "32",
            Self::Yellow => "33",
            Self::Blue => "34",
            Self::Magenta => "35",
            Self::Cyan => "36",
        }
    }
}

/// A place to write to, with or without colours.
pub(crate) struct Screen<'a> {
    out: &'a mut dyn Write,
    colour: bool,
}

impl<'a> Screen<'a> {
    /// A screen on a writer.
    pub(crate) fn new(out: &'a mut dyn Write, colour: bool) -> Self {
        Self { out, colour }
    }

    /// Whether it has colours.
    pub(crate) fn has_colour(&self) -> bool {
        self.colour
    }

    /// A text in a style; on a screen without colours just the text.
    pub(crate) fn paint(&self, style: Style, text: &str) -> String {
        if self.colour && !text.is_empty() {
            // What ends a style inside goes back to the one around it.
            let code = style.code();
            let inside = text.replace("\x1b[0m", &format!("\x1b[0m\x1b[{code}m"));
            format!("\x1b[{code}m{inside}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(b"\n")
    }

    /// Writes a text as it is.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Makes everything appear that was written.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Whether the standard output is to have colours.
pub(crate) fn colours_wanted(choice: Colours) -> bool {
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
    match choice {
        Colours::Always => true,
        Colours::Never => false,
        Colours::Auto => io::stdout().is_terminal() && !refused && !dumb,
    }
}

/// Whether the error stream is to have colours.
pub(crate) fn error_colours() -> bool {
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stderr().is_terminal() && !refused
}

/// Signs of a text that would do something to a terminal become visible instead: titles and messages come
/// from files of others.
pub(crate) fn harmless(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\t' => c,
            _ if is_unseen(c) => '\u{fffd}',
            _ => c,
        })
        .collect()
}

/// The same of JSON, which must still say what it said: such signs are written as escapes.
pub(crate) fn harmless_json(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        if is_unseen(c) && c != '\n' {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                text.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            text.push(c);
        }
    }
    text
}

/// A text in lines of at most so many characters, broken between words, each line but the first indented.
pub(crate) fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut lines = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            used = 0;
        } else if used > 0 {
            lines.push(' ');
            used += 1;
        }
        lines.push_str(word);
        used += length;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_says_the_same_without_signs_that_a_terminal_obeys() {
        let said = "a\u{9b}2J\u{202e}b\u{e0001}c – d";
        let json = serde_json::to_string_pretty(&vec![said]).expect("a text is JSON");
        let shown = harmless_json(&json);
        assert!(shown.contains("a\\u009b2J\\u202eb\\udb40\\udc01c – d"), "{shown}");
        let read: Vec<String> = serde_json::from_str(&shown).expect("it is still JSON");
        assert_eq!(read, [said]);
    }

    #[test]
    fn colours_only_where_they_are_wanted() {
        let mut out = Vec::new();
        assert_eq!(Screen::new(&mut out, false).paint(Style::Red, "no"), "no");
        assert_eq!(Screen::new(&mut out, true).paint(Style::Red, "no"), "\x1b[31mno\x1b[0m");
        let screen = Screen::new(&mut out, true);
        let both = screen.paint(Style::Bold, &format!("a {} b", screen.paint(Style::Red, "c")));
        assert_eq!(both, "\x1b[1ma \x1b[31mc\x1b[0m\x1b[1m b\x1b[0m");
        assert!(!colours_wanted(Colours::Never));
        assert!(colours_wanted(Colours::Always));
    }

    #[test]
    fn texts_of_others_cannot_steer_the_terminal() {
        assert_eq!(harmless("a\x1b[2Jb\tc\n"), "a\u{fffd}[2Jb\tc\n");
        assert_eq!(harmless("a\u{202e}b\u{2066}c\u{feff}"), "a\u{fffd}b\u{fffd}c\u{fffd}");
        assert_eq!(harmless("Thành phố 🏰 ★"), "Thành phố 🏰 ★");
    }

    #[test]
    fn long_texts_break_between_words() {
        assert_eq!(wrapped("one two three four", 9, 2), "one two\n  three\n  four");
        assert_eq!(wrapped("a-very-long-word b", 5, 0), "a-very-long-word\nb");
        assert_eq!(wrapped("", 5, 0), "");
    }
}
