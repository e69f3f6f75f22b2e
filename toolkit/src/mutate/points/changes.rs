//! One stretch of text for another: a word, a part of a list, the operands of a sum the other way round.

use grammar::{Span, ast::Expr};

use super::{Edit, Writer};

impl Writer<'_> {
    pub(super) fn change(&mut self, start: u32, end: u32, to: &str) {
        let (to, item) = (to.to_owned(), self.item);
        self.edits.push(Edit { start, end, to, item, whole: false, only_if: None });
    }

    pub(super) fn change_if(&mut self, start: u32, end: u32, to: &str, witness: String) {
        self.change(start, end, to);
        if let Some(edit) = self.edits.last_mut() {
            edit.only_if = Some(witness);
        }
    }

    pub(super) fn put(&mut self, span: Span, to: &str) {
        let end = trimmed(self.text, span);
        self.change(span.start, end, to);
    }

    /// Another word where one stands.
    pub(super) fn word(&mut self, start: u32, from: &str, to: &str) {
        if self.text[start as usize..].starts_with(from) {
            let end = start + from.len() as u32;
            self.change(start, end, to);
        }
    }

    /// Another word for one that stands in a stretch between others.
    pub(super) fn within(&mut self, gap: Span, from: &str, to: &str) {
        let stretch = self.text.get(gap.start as usize..gap.end as usize).unwrap_or_default();
        if let Some(at) = stretch.rfind(from) {
            self.word(gap.start + at as u32, from, to);
        }
    }

    /// A list without one of its members.
    pub(super) fn left_out(&mut self, members: &[Expr], number: usize) {
        let own = members[number].span;
        let stretch = match (number.checked_sub(1), members.get(number + 1)) {
            (_, Some(next)) => Span { end: next.span.start, ..own },
            (Some(before), None) => Span { start: members[before].span.end, ..own },
            (None, None) => own,
        };
        self.change(stretch.start, stretch.end, "");
    }

    /// `a + b` as `b + a`, where they are lists.
    pub(super) fn swapped(&mut self, left: &Expr, right: &Expr) {
        let (a, b) = (self.copied(left.span), self.copied(right.span));
        if let (Some(a), Some(b)) = (a, b) {
            let end = trimmed(self.text, right.span);
            self.change_if(left.span.start, end, &format!("{b} + {a}"), format!("{a} + {b} + []"));
        }
    }

    /// `a += b` as `a = b + a`, where they are lists.
    pub(super) fn added_before(&mut self, target: Span, added: &Expr) {
        let (a, b) = (self.copied(target), self.copied(added.span));
        if let (Some(a), Some(b)) = (a, b) {
            let end = trimmed(self.text, added.span);
            self.change_if(
                target.start,
                end,
                &format!("{a} = {b} + {a}"),
                format!("{a} += {b} + []"),
            );
        }
    }

    /// The text of an expression as it can stand beside a `+`; nothing for one of several lines.
    pub(super) fn copied(&self, span: Span) -> Option<String> {
        let text = self.text.get(span.start as usize..trimmed(self.text, span) as usize)?;
        let is_simple = text.chars().all(|c| c.is_alphanumeric() || "._ []()".contains(c))
            && !text.contains(" if ");
        match is_simple {
            _ if text.contains('\n') => None,
            true => Some(text.to_owned()),
            false => Some(format!("({text})")),
        }
    }
}

/// Where a stretch ends without the blanks and the comment behind it.
pub(super) fn trimmed(text: &str, span: Span) -> u32 {
    let start = span.start as usize;
    let mut kept = text.get(start..span.end as usize).unwrap_or_default().trim_end();
    loop {
        let line = kept.rfind('\n').map_or(0, |at| at + 1);
        match kept[line..].find("//") {
            Some(at) => kept = kept[..line + at].trim_end(),
            None => return (start + kept.len()) as u32,
        }
    }
}
