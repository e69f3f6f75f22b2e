//! Signs that show nothing, but change what is shown: texts of others may be full of them.

/// Whether a sign is none that is seen: it controls a terminal, or how what follows is shown, such as the direction
/// of writing. Ends of lines are such signs too.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}
