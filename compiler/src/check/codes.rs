//! The codes of everything that is said of rules, each with one sentence for the reference.

/// All codes of checker and linker, with what each means.
pub const CODES: &[(&str, &str)] = &[
    (ABSENT_VALUE, "a deed or arithmetic with a value that may be absent"),
    (ALWAYS_FALSE, "a condition that no game can fulfil"),
    (AMBIGUOUS_NAME, "a word that can mean several things where it stands"),
    (CIRCLE, "things that come before each other, or are made of each other"),
    (DEED_IN_QUESTION, "a deed or an ask where rules only look"),
    (DUPLICATE_NAME, "two things of one sort with one name"),
    (EXPANSION_ITEM, "a folder without its one `expansion` item"),
    (MATCH_INCOMPLETE, "a `match` that forgets a name"),
    (
        MISPLACED,
        "a word of the language where it says nothing: `next` without a loop, `again` without an offer",
    ),
    (MISSING_ELSE, "a compulsory choice whose list may be empty, without `else`"),
    (MISSING_RETURN, "a deed that should give a value, and may end without one"),
    (MISSING_USES, "an expansion that shoots without `uses shots` in its header"),
    (NO_SIZE, "a token without a size that is shot"),
    (NO_EFFECT, "something that can be read and does nothing, as an empty block"),
    (NOT_READY, "a part of the language that this release does not compile"),
    (PART_IN_PART, "`plays a part` that can be reached from a step of a part"),
    (PICTURE, "a picture that cannot be laid"),
    (PIECE_SIZE, "a figure or token that is too small or too large for shots"),
    (QUESTION_ALONE, "a question on a line of its own"),
    (RECURSION, "a question or deed that reaches itself"),
    (REPEATED_LABEL, "a `match` that names something twice"),
    (REPEAT_WITHOUT_ASK, "a `repeat` that need not ask or leave"),
    (SCENARIO, "a scenario without what every scenario says"),
    (STANDS_NOWHERE, "a figure that may stand nowhere, or on nothing that a tile has"),
    (STATEMENT_FORM, "a line of `rules.md` whose number is there twice, or that is not read"),
    (TILE_EDGES, "an edge of a tile that is covered twice or not at all"),
    (TILE_VALUE, "a printed value that is missing, or not one that can be printed"),
    (TOO_LONG, "an `if` with very many branches"),
    (TOO_MANY, "more of something than a game has room for"),
    (UNCITED_STATEMENT, "a statement of `rules.md` that no line cites"),
    (UNKNOWN_CITATION, "a cited statement that no `rules.md` has"),
    (UNKNOWN_EXPANSION, "an expansion that does not exist"),
    (UNKNOWN_NAME, "a word that nothing declares"),
    (UNKNOWN_OPTION, "an option or edition that no expansion in play has"),
    (UNKNOWN_PHASE, "a phase or course that no expansion in play has"),
    (UNKNOWN_PROPERTY, "a property that its owner does not have"),
    (UNKNOWN_SET_TILE, "a set of tiles with a tile that does not exist, or with wrong copies"),
    (UNKNOWN_STEP, "a step that no expansion has"),
    (UNPRINTED_PROPERTY, "a property that no tile prints"),
    (WRONG_ARGUMENTS, "a question or deed with too many or too few things"),
    (WRONG_OPTION_VALUE, "a value that an option cannot have"),
    (WRONG_TYPE, "a value of another type than is wanted"),
    (crate::link::ORDER, "two rules that meet, and only names say which comes first"),
    (crate::link::STEP_CIRCLE, "steps that come before each other"),
];

pub(crate) const ABSENT_VALUE: &str = "check/absent-value";
pub(crate) const ALWAYS_FALSE: &str = "check/always-false";
pub(crate) const AMBIGUOUS_NAME: &str = "check/ambiguous-name";
pub(crate) const CIRCLE: &str = "check/circle";
pub(crate) const DEED_IN_QUESTION: &str = "check/deed-in-question";
pub(crate) const DUPLICATE_NAME: &str = "check/duplicate-name";
pub(crate) const EXPANSION_ITEM: &str = "check/expansion-item";
pub(crate) const MATCH_INCOMPLETE: &str = "check/match-incomplete";
pub(crate) const MISPLACED: &str = "check/misplaced";
pub(crate) const MISSING_ELSE: &str = "check/missing-else";
pub(crate) const MISSING_RETURN: &str = "check/missing-return";
pub(crate) const MISSING_USES: &str = "check/missing-uses";
pub(crate) const NO_EFFECT: &str = "check/no-effect";
pub(crate) const NO_SIZE: &str = "check/no-size";
pub(crate) const NOT_READY: &str = "check/not-ready";
pub(crate) const PART_IN_PART: &str = "check/part-in-part";
pub(crate) const PICTURE: &str = "check/picture";
pub(crate) const PIECE_SIZE: &str = "check/piece-size";
pub(crate) const QUESTION_ALONE: &str = "check/question-alone";
pub(crate) const RECURSION: &str = "check/recursion";
pub(crate) const REPEATED_LABEL: &str = "check/repeated-label";
pub(crate) const REPEAT_WITHOUT_ASK: &str = "check/repeat-without-ask";
pub(crate) const SCENARIO: &str = "check/scenario";
pub(crate) const STANDS_NOWHERE: &str = "check/stands-nowhere";
pub(crate) const STATEMENT_FORM: &str = "check/statement-form";
pub(crate) const TILE_EDGES: &str = "check/tile-edges";
pub(crate) const TILE_VALUE: &str = "check/tile-value";
pub(crate) const TOO_LONG: &str = "check/too-long";
pub(crate) const TOO_MANY: &str = "check/too-many";
pub(crate) const UNCITED_STATEMENT: &str = "check/uncited-statement";
pub(crate) const UNKNOWN_CITATION: &str = "check/unknown-citation";
pub(crate) const UNKNOWN_EXPANSION: &str = "check/unknown-expansion";
pub(crate) const UNKNOWN_NAME: &str = "check/unknown-name";
pub(crate) const UNKNOWN_OPTION: &str = "check/unknown-option";
pub(crate) const UNKNOWN_PHASE: &str = "check/unknown-phase";
pub(crate) const UNKNOWN_PROPERTY: &str = "check/unknown-property";
pub(crate) const UNKNOWN_SET_TILE: &str = "check/unknown-set-tile";
pub(crate) const UNKNOWN_STEP: &str = "check/unknown-step";
pub(crate) const UNPRINTED_PROPERTY: &str = "check/unprinted-property";
pub(crate) const WRONG_ARGUMENTS: &str = "check/wrong-arguments";
pub(crate) const WRONG_OPTION_VALUE: &str = "check/wrong-option-value";
pub(crate) const WRONG_TYPE: &str = "check/wrong-type";

/// What is said of names that nothing declares.
pub(crate) const OF_MISSING_NAMES: &[&str] = &[
    EXPANSION_ITEM,
    TILE_VALUE,
    UNKNOWN_EXPANSION,
    UNKNOWN_NAME,
    UNKNOWN_OPTION,
    UNKNOWN_PHASE,
    UNKNOWN_PROPERTY,
    UNKNOWN_SET_TILE,
    UNKNOWN_STEP,
    UNPRINTED_PROPERTY,
];
