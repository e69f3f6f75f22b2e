//! What the grammar says of the sign at a place: whether a line of a body begins there, whether a minus
//! stands before a number or between two, and so on.

use std::collections::BTreeMap;

use pest::{Parser, Token};

use crate::grammar::{CarcParser, Rule};
use crate::scan;
use crate::source::FileId;

/// What the grammar says of a sign.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Role {
    /// An item, a statement, a line of a body, an arm or a name of a list in braces begins here.
    pub(super) begins: bool,
    /// The parenthesis belongs to the name before it.
    pub(super) is_call: bool,
    /// A place of a picture where nothing lies.
    pub(super) is_gap: bool,
    /// The sign belongs to the operand behind it.
    pub(super) is_prefix: bool,
    /// Where a segment is printed stands apart from what it is.
    pub(super) is_apart: bool,
    /// The `else` of a statement or of a conditional line, or an `if` behind it.
    pub(super) is_else: bool,
    /// The brace of a value, which may stand anywhere in a statement.
    pub(super) opens_value: bool,
    /// A unit of length, perhaps written without a blank behind its number.
    pub(super) is_unit: bool,
}

/// The roles of all signs that have one, by the byte where they begin.
pub(super) fn roles(text: &str, file: FileId) -> BTreeMap<usize, Role> {
    let mut roles = BTreeMap::new();
    for chunk in scan::scan(text, file) {
        let start = chunk.start as usize;
        let Ok(pairs) = CarcParser::parse(Rule::chunk, &text[start..chunk.end as usize]) else {
            continue;
        };
        let mut inside: Vec<Rule> = Vec::new();
        for token in pairs.tokens() {
            match token {
                Token::Start { rule, pos } => {
                    let at = start + pos.pos();
                    if let Some(set) = role(rule, &inside, &text[at..]) {
                        set(roles.entry(at).or_insert_with(Role::default));
                    }
                    inside.push(rule);
                }
                Token::End { .. } => {
                    inside.pop();
                }
            }
        }
    }
    roles
}

/// How a rule that begins inside others changes the role of its first sign.
fn role(rule: Rule, inside: &[Rule], text: &str) -> Option<fn(&mut Role)> {
    let parent = inside.last().copied();
    let grandparent = inside.len().checked_sub(2).map(|above| inside[above]);
    match rule {
        Rule::item
        | Rule::expansion_line
        | Rule::feature_line
        | Rule::figure_line
        | Rule::token_line
        | Rule::tile_line
        | Rule::scenario_line
        | Rule::statement
        | Rule::match_arm
        | Rule::match_else
        | Rule::value_arm
        | Rule::row
        | Rule::legend
        | Rule::setting
        | Rule::content => Some(|role| role.begins = true),
        Rule::name if parent == Some(Rule::names) => {
            matches!(grandparent, Some(Rule::enumeration | Rule::phases))
                .then_some(|role: &mut Role| role.begins = true)
        }
        Rule::o_paren => {
            matches!(parent, Some(Rule::arguments | Rule::parameters | Rule::patterns))
                .then_some(|role: &mut Role| role.is_call = true)
        }
        Rule::gap => Some(|role| role.is_gap = true),
        Rule::prefix | Rule::signed if text.starts_with('-') => Some(|role| role.is_prefix = true),
        Rule::t_at => Some(|role| role.is_apart = true),
        Rule::k_else | Rule::k_if => matches!(parent, Some(Rule::s_if | Rule::t_when))
            .then_some(|role: &mut Role| role.is_else = true),
        Rule::o_brace => {
            (parent == Some(Rule::match_value)).then_some(|role: &mut Role| role.opens_value = true)
        }
        Rule::unit => Some(|role| role.is_unit = true),
        _ => None,
    }
}
