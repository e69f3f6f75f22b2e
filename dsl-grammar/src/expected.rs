//! The grammar's rules in the words of the language, for "expected …".

use crate::grammar::Rule;

/// No message lists more alternatives than this.
const MOST: usize = 5;

/// What was expected, without repetitions; what may always follow only if there is nothing else.
pub(crate) fn phrases(rules: &[Rule]) -> Vec<String> {
    let (always, needed): (Vec<Rule>, Vec<Rule>) =
        rules.iter().copied().partition(|&rule| may_always_follow(rule));
    let chosen = if needed.is_empty() { always } else { needed };
    let mut phrases: Vec<String> = Vec::new();
    // Whole things first: they say more than single words.
    let (words, things): (Vec<Rule>, Vec<Rule>) =
        chosen.into_iter().partition(|&rule| format!("{rule:?}").starts_with("k_"));
    for rule in things.into_iter().chain(words) {
        let phrase = phrase(rule);
        if !phrases.contains(&phrase) {
            phrases.push(phrase);
        }
    }
    if phrases.len() > MOST {
        phrases.truncate(MOST - 1);
        phrases.push("another form".to_owned());
    }
    phrases
}

/// What may stand behind nearly every expression or before nearly every line.
fn may_always_follow(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::infix
            | Rule::is_test
            | Rule::k_is
            | Rule::suffix
            | Rule::arguments
            | Rule::o_paren
            | Rule::unit
            | Rule::optional
            | Rule::default
            | Rule::citation
            | Rule::comma
            | Rule::near_next
    )
}

fn phrase(rule: Rule) -> String {
    let debug = format!("{rule:?}");
    if let Some(word) = debug.strip_prefix("k_") {
        return format!("`{word}`");
    }
    let phrase = match rule {
        Rule::EOI => "the end of the item",
        Rule::chunk | Rule::item => "an item",
        Rule::name
        | Rule::names
        | Rule::word
        | Rule::path
        | Rule::pattern
        | Rule::label
        | Rule::labels
        | Rule::with_entry
        | Rule::piece
        | Rule::segment_id
        | Rule::near_next => "a name",
        Rule::asked => "the name of a question",
        Rule::int | Rule::signed | Rule::decimal | Rule::measure => "a number",
        Rule::length => "a length such as `16 mm`",
        Rule::unit => "a unit such as `mm`",
        Rule::string => "a text in quotes",
        Rule::citation => "a citation",
        Rule::copies => "a number of copies such as `x4`",
        Rule::cell => "a cell such as `(0, -1)`",
        Rule::r#type => "a type",
        Rule::list_of => "`list of`",
        Rule::optional => "`?`",
        Rule::property => "a property such as `pennants: int`",
        Rule::default => "`=` and a value",
        Rule::choices => "`from` and the values that are allowed",
        Rule::setting => "an option with `=` and its value",
        Rule::declaration | Rule::has | Rule::keeps => "`has` or `keeps`",
        Rule::until => "`for turn` or `for part`",
        Rule::u_turn => "`turn`",
        Rule::u_part => "`part`",
        Rule::expansion_line => "a line such as `title`, `players`, `needs` or `after`",
        Rule::feature_line => "a line such as `joins`, `completed when` or `worth`",
        Rule::figure_line => "a line such as `each player`, `stands on` or `size`",
        Rule::token_line => "a line such as `stock`, `each player` or `lays`",
        Rule::tile_line | Rule::t_named => "a line of the tile",
        Rule::scenario_line => "a line of the scenario",
        Rule::l_joins | Rule::j_edges | Rule::j_half_edges | Rule::j_nothing => {
            "`edges`, `half_edges` or `nothing`"
        }
        Rule::parent => "`:` and what it is besides",
        Rule::role => "`as` and a role",
        Rule::stand => "a kind of place",
        Rule::contents => "`{` and what lies in it",
        Rule::content => "a number and a name",
        Rule::edge => "an edge such as `N` or `NL`",
        Rule::extend_tile | Rule::extend_figure => "`tile` or `figure`",
        Rule::tile_lines => "`{` and the lines of the tile",
        Rule::t_segment | Rule::t_more | Rule::t_value => "`:`, `with` or `=`",
        Rule::t_near => "`near`",
        Rule::t_with => "`with`",
        Rule::t_at => "`at`",
        Rule::t_box => "`box`",
        Rule::in_pile | Rule::in_phase => "`in`",
        Rule::printed | Rule::printed_value => "a printed value",
        Rule::comes_before => "`before`",
        Rule::comes_after => "`after`",
        Rule::guard => "`when`",
        Rule::offer_list => "`:` and a list",
        Rule::moment => "`before`, `after` or `instead of`",
        Rule::change => "`to`, `by`, `at most` or `at least`",
        Rule::parameters | Rule::patterns | Rule::arguments => "`(`",
        Rule::parameter => "a parameter such as `f: city`",
        Rule::narrowed => "`:` and a kind",
        Rule::head => "a deed",
        Rule::head_verb | Rule::sentence => "a verb such as `scores` or `returns`",
        Rule::h_from | Rule::d_from => "`from`",
        Rule::block => "`{`",
        Rule::statement => "a statement",
        Rule::assign | Rule::assign_op => "`=`",
        Rule::ask => "an ask such as `chooses from`",
        Rule::decides => "`decides to`",
        Rule::otherwise => "`else`",
        Rule::value | Rule::expr | Rule::operand | Rule::postfix | Rule::atom => "an expression",
        Rule::infix | Rule::is_test => "an operator",
        Rule::suffix => "`.`",
        Rule::filter => "`where`",
        Rule::by_measure => "`by`",
        Rule::value_arm | Rule::match_arm | Rule::match_else => "an arm of the `match`",
        Rule::lay_body => "`from` and a cell",
        Rule::row => "a row such as `| a . |`",
        Rule::bar => "`|`",
        Rule::gap => "`.`",
        Rule::legend => "what a name stands for, such as `a = base_city_n`",
        Rule::turned => "`turned`",
        Rule::pieces => "`with`",
        Rule::answer => "an answer",
        Rule::can | Rule::cannot | Rule::offered => "`can` or `cannot`",
        Rule::o_brace => "`{`",
        Rule::c_brace => "`}`",
        Rule::o_paren => "`(`",
        Rule::c_paren => "`)`",
        Rule::o_bracket => "`[`",
        Rule::c_bracket => "`]`",
        Rule::colon => "`:`",
        Rule::equals => "`=`",
        Rule::arrow => "`->` and a type",
        Rule::fat_arrow => "`=>` and a value",
        Rule::comma => "`,`",
        Rule::s_action | Rule::subject => "a deed or an assignment",
        _ => return format!("`{}`", debug.replace('_', " ")),
    };
    phrase.to_owned()
}
