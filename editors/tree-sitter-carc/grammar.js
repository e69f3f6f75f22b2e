/**
 * The grammar of `.carc` rules for editors that use tree-sitter. The compiler's own grammar is
 * `dsl-grammar/src/carc.pest`; a test compares what both make of every `.carc` file of the project.
 */
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

/** Things with commas between them. */
const commas = (rule) => seq(rule, repeat(seq(',', rule)));

/** The same, where a last comma changes nothing. */
const commasAndOne = (rule) => seq(rule, repeat(seq(',', rule)), optional(','));

/** Where the operators stand, from loose to tight. */
const ORDER = { or: 1, and: 2, compare: 4, range: 5, sum: 6, product: 7, not: 3, minus: 8, test: 4 };

module.exports = grammar({
  name: 'carc',

  word: ($) => $.identifier,

  extras: ($) => [/\s/, /\uFEFF/, $.comment],

  conflicts: ($) => [
    [$.amount, $._atom],
    [$.segment, $.printed_on_tile],
    [$.answer],
    [$.quantified, $._first_named],
  ],

  rules: {
    source_file: ($) => repeat($._cited_item),

    comment: () => token(seq('//', /[^\n]*/)),

    _cited_item: ($) => seq(repeat($.citation), $._item),
    _item: ($) =>
      choice(
        $.expansion,
        $.option,
        $.edition,
        $.enum,
        $.feature,
        $.figure,
        $.token,
        $.pile,
        $.set,
        $.tile,
        $.extend_tile,
        $.extend_figure,
        $.phases,
        $.step,
        $.menu,
        $.offer,
        $.hook,
        $.adjust,
        $.forbid,
        $.invariant,
        $.function,
        $.deed,
        $.with,
        $.scenario,
        $.has,
        $.keeps,
      ),

    // ------------------------------------------------------------ words, numbers, names

    identifier: () => /[A-Za-z][A-Za-z0-9_]*/,
    citation: () => /@[A-Za-z0-9_]+/,
    string: () => token(seq('"', /[^"\n]*/, '"')),
    integer: () => /[0-9]+/,
    _signed: ($) => choice($.integer, $.negative),
    negative: () => token(/-[0-9]+/),
    decimal: () => /[0-9]+\.[0-9]+/,
    _decimal: ($) => choice($.integer, $.decimal),
    length: ($) => seq(choice($.integer, $.decimal), field('unit', choice('mm', 'cm', 'um'))),
    cell: ($) => seq('(', $._signed, ',', $._signed, ')'),
    _names: ($) => commas($.identifier),
    path: ($) => seq($.identifier, optional(seq('.', $.identifier))),

    // ------------------------------------------------------------ declarations

    expansion: ($) =>
      seq('expansion', field('name', $.identifier), '{', repeat(seq(repeat($.citation), $.expansion_line)), '}'),
    expansion_line: ($) =>
      choice(
        seq('title', $.string),
        seq('players', $.integer, optional(seq('..', $.integer))),
        seq('needs', $._names),
        seq('after', $._names),
        seq('uses', $._names),
      ),

    option: ($) =>
      seq(
        'option',
        field('name', $.identifier),
        ':',
        field('type', $.type),
        '=',
        field('default', $._expression),
        optional(seq('from', commas($._expression))),
      ),
    edition: ($) =>
      seq('edition', field('name', $.identifier), '{', repeat(seq($.setting, optional(','))), '}'),
    setting: ($) => seq($.path, '=', $._expression),
    enum: ($) => seq('enum', field('name', $.identifier), '{', commasAndOne($.identifier), '}'),
    phases: ($) => seq('phases', field('name', $.identifier), '{', commasAndOne($.identifier), '}'),

    owner: ($) => choice($.identifier, 'tile', 'figure'),
    has: ($) => seq(field('owner', $.owner), 'has', $.property),
    keeps: ($) =>
      seq(field('owner', $.owner), 'keeps', $.property, optional(seq('for', choice('turn', 'part')))),
    property: ($) =>
      seq(field('name', $.identifier), ':', field('type', $.type), optional(seq('=', $._expression))),
    type: ($) => seq(repeat(seq('list', 'of')), $.identifier, optional('?')),

    // ------------------------------------------------------------ the landscape

    feature: ($) =>
      seq('feature', field('name', $.identifier), '{', repeat(seq(repeat($.citation), $._feature_line)), '}'),
    _feature_line: ($) =>
      choice(
        seq('joins', choice('edges', 'half_edges', 'nothing')),
        seq('holds', $._expression),
        seq('completed', 'when', $._expression),
        seq('worth', $._expression),
        $.property,
      ),

    figure: ($) =>
      seq(
        'figure',
        field('name', $.identifier),
        optional(seq(':', field('parent', $.identifier))),
        $._figure_lines,
      ),
    _figure_lines: ($) => seq('{', repeat(seq(repeat($.citation), $.figure_line)), '}'),
    figure_line: ($) =>
      choice(
        seq('each', 'player', $._expression),
        seq('one', 'in', 'the', 'game'),
        seq('counts', $._expression),
        seq('stands', 'on', commas($.stand)),
        $.size,
      ),
    size: ($) => seq('size', $.length, 'x', $.length, 'x', $.length, optional('round')),
    stand: ($) =>
      seq($.identifier, optional(seq('as', field('role', $.identifier))), optional('lying'), optional($.guard)),

    token: ($) => seq('token', $._names, '{', repeat(seq(repeat($.citation), $.token_line)), '}'),
    token_line: ($) =>
      choice(
        seq('stock', $._expression),
        seq('each', 'player', $._expression),
        seq('lays', $.identifier, repeat1($.edge), 'across'),
        $.size,
      ),

    pile: ($) => seq('pile', field('name', $.identifier), optional($._contents)),
    set: ($) => seq('set', field('name', $.identifier), $._contents),
    _contents: ($) => seq('{', optional(commasAndOne($.content)), '}'),
    content: ($) => seq($.integer, $.identifier),

    // ------------------------------------------------------------ tiles

    tile: ($) =>
      seq(
        'tile',
        field('name', $.identifier),
        optional($.copies),
        optional(seq('in', field('pile', $.identifier))),
        $._tile_lines,
      ),
    copies: () => /x[0-9]+/,
    _tile_lines: ($) => seq('{', repeat(seq(repeat($.citation), $._tile_line)), '}'),
    _tile_line: ($) => choice($.conditional_lines, $.closes, $.segment, $.more, $.printed_on_tile),
    conditional_lines: ($) =>
      seq('when', $._expression, $._tile_lines, optional(seq('else', $._tile_lines))),
    closes: ($) => seq('closes', repeat1($.edge)),
    segment: ($) =>
      seq(
        field('kind', $.identifier),
        field('name', $.identifier),
        ':',
        repeat($.edge),
        repeat(choice($.near, $.printed_with, $.at)),
      ),
    more: ($) => seq(field('segment', $.identifier), $.printed_with),
    printed_on_tile: ($) =>
      seq(field('property', $.identifier), optional(seq('=', $._printed_value)), optional($.box)),
    near: ($) =>
      prec.right(
        seq('near', $.identifier, repeat(choice(seq(',', $.identifier), alias($._segment_name, $.identifier)))),
      ),
    // Only names that end in a digit may follow without a comma: a line that begins there has none.
    _segment_name: () => token(prec(1, /[A-Za-z][A-Za-z0-9_]*[0-9]/)),
    printed_with: ($) => seq('with', commas($.printed)),
    printed: ($) => seq($.identifier, optional(seq('=', $._printed_value))),
    _printed_value: ($) => choice($.truth, $._signed, $.identifier),
    at: ($) => seq('at', $._decimal, $._decimal),
    box: ($) => seq('box', $._decimal, $._decimal, $._decimal, $._decimal),
    edge: () => choice('N', 'E', 'S', 'W', 'NL', 'NR', 'EL', 'ER', 'SL', 'SR', 'WL', 'WR'),

    extend_tile: ($) => seq('extend', 'tile', field('name', $.identifier), $._tile_lines),
    extend_figure: ($) => seq('extend', 'figure', field('name', $.identifier), $._figure_lines),

    // ------------------------------------------------------------ play

    step: ($) =>
      seq(
        'step',
        field('name', $.identifier),
        'in',
        field('phase', $.identifier),
        repeat(choice(seq('before', $._names), seq('after', $._names))),
        optional($.guard),
        $.block,
      ),
    guard: ($) => seq('when', $._expression),
    menu: ($) => seq('menu', field('name', $.identifier)),
    offer: ($) =>
      seq(
        'offer',
        field('name', $.identifier),
        'in',
        field('menu', $.identifier),
        optional(seq(':', field('element', $.identifier), 'from', $._expression)),
        optional($.guard),
        $.block,
      ),

    hook: ($) => seq(field('moment', choice('before', 'after', seq('instead', 'of'))), $.head, optional($.guard), $.block),
    adjust: ($) =>
      seq(
        'adjust',
        field('function', $.identifier),
        $._patterns,
        choice('to', 'by', seq('at', 'most'), seq('at', 'least')),
        $._expression,
        optional($.guard),
      ),
    forbid: ($) => seq('forbid', $.head, optional($.guard)),
    invariant: ($) => seq('invariant', $._expression),

    function: ($) =>
      seq('fn', field('name', $.identifier), $.parameters, '->', $.type, '=', field('body', $._expression)),
    deed: ($) =>
      seq('to', field('name', $.identifier), $.parameters, optional(seq('->', $.type)), field('body', $.block)),
    parameters: ($) => seq('(', optional(commas($.parameter)), ')'),
    parameter: ($) => seq(field('name', $.identifier), ':', $.type),
    with: ($) => seq('with', field('expansion', $.identifier), '{', repeat($._cited_item), '}'),

    pattern: ($) => seq($.identifier, optional(seq(':', field('kind', $.identifier)))),
    _patterns: ($) => seq('(', optional(commas($.pattern)), ')'),
    head: ($) => choice(seq(field('deed', $.identifier), $._patterns), seq($.pattern, $._head_verb)),
    _head_verb: ($) =>
      choice(
        seq('scores', $.pattern, 'for', $.pattern),
        seq('loses', $.pattern, 'for', $.pattern),
        seq('pays', $.pattern, 'to', $.pattern, 'for', $.pattern),
        seq('places', $.pattern, 'at', $.pattern),
        seq('deploys', $.pattern),
        seq('moves', optional(seq('from', $.pattern)), 'to', $.pattern),
        seq('returns', optional(seq('from', $.pattern))),
        'leaves',
        seq('takes', choice(seq('back', $.pattern), seq($.pattern, $.pattern, optional(seq('from', $.pattern))))),
        seq('puts', $.pattern, 'on', $.pattern),
        seq('joins', $.pattern),
        seq('parts', 'from', $.pattern),
        seq('plays', 'a', 'part'),
        'wins',
      ),

    // ------------------------------------------------------------ statements

    block: ($) => seq('{', repeat(seq(repeat($.citation), $._statement)), '}'),
    _statement: ($) =>
      choice(
        $.let,
        $.if,
        $.match,
        $.for,
        $.repeat,
        $._way_out,
        $.again,
        $.lay,
        $.action,
      ),
    let: ($) => seq('let', field('name', $.identifier), '=', $._value),
    if: ($) =>
      seq('if', $._if_arm, repeat(seq('else', 'if', $._if_arm)), optional(seq('else', $.block))),
    _if_arm: ($) => seq(field('condition', $._expression), optional($.decides), $.block),
    match: ($) =>
      seq('match', $._expression, '{', repeat(choice($.match_arm, seq('else', $.block))), '}'),
    match_arm: ($) => seq($._labels, $.block),
    for: ($) =>
      seq('for', field('name', $.identifier), 'in', $._expression, optional($.filter), $.block),
    repeat: ($) => seq('repeat', optional(seq($._expression, 'times')), $.block),
    again: () => 'again',
    lay: ($) => seq('lay', $._lay_body),
    action: ($) => seq($._subject, optional(choice($.assign, $._ask, $.sentence))),
    _subject: ($) => choice($.call, $.member),
    assign: ($) => seq(choice('=', '+=', '-='), $._value),

    _value: ($) => prec.right(seq($._expression, optional($._ask), optional($.otherwise))),
    otherwise: ($) => prec.right(seq('else', choice($._way_out, $._expression))),
    _way_out: ($) => choice($.skip, $.next, $.stop, $.return, $.end),
    skip: () => 'skip',
    next: () => 'next',
    stop: () => 'stop',
    return: ($) => seq('return', $._expression),
    end: () => seq('end', 'game'),

    _ask: ($) => choice($.ask, $.decides),
    ask: ($) =>
      choice(
        seq('chooses', 'from', $._expression),
        seq('may', 'choose', 'from', $._expression),
        seq('shoots', $._expression, optional(seq('at', $._expression))),
        seq('rolls', $._expression),
        seq('draws', 'from', $._expression),
      ),
    decides: ($) => seq('decides', 'to', $.identifier),

    sentence: ($) =>
      choice(
        seq('scores', $._expression, 'for', $._expression),
        seq('loses', $._expression, 'for', $._expression),
        seq('pays', $._expression, 'to', $._expression, 'for', $._expression),
        seq('places', $._expression, 'at', $._expression),
        seq('deploys', $._expression),
        seq('moves', 'to', $._expression),
        'returns',
        'leaves',
        seq('takes', 'back', $._expression),
        seq('takes', optional($.amount), $._postfix, optional(seq('from', $._expression))),
        seq('puts', $._expression, 'on', $._expression),
        seq('joins', $._expression),
        seq('parts', 'from', $._expression),
        seq('plays', 'a', 'part'),
        'wins',
      ),
    amount: ($) => choice($.integer, $.parenthesised),

    // ------------------------------------------------------------ expressions

    _expression: ($) => choice($.binary, $.is_test, $.unary, $._postfix),
    _postfix: ($) => choice($._atom, $.member),
    binary: ($) =>
      choice(
        ...[
          ['or', ORDER.or],
          ['and', ORDER.and],
          [choice('==', '!=', '<', '<=', '>', '>=', 'in', seq('not', 'in')), ORDER.compare],
          ['..', ORDER.range],
          [choice('+', '-'), ORDER.sum],
          [choice('*', '/', '%'), ORDER.product],
        ].map(([operator, order]) =>
          prec.left(order, seq($._expression, field('operator', operator), $._expression)),
        ),
      ),
    unary: ($) =>
      choice(prec(ORDER.not, seq('not', $._expression)), prec(ORDER.minus, seq('-', $._expression))),
    is_test: ($) =>
      prec.left(ORDER.test, seq($._expression, 'is', optional('not'), choice('none', 'empty', $.identifier))),

    _atom: ($) =>
      choice(
        $.if_value,
        $.match_value,
        $.quantified,
        $.count_of,
        $.clockwise,
        $.truth,
        $.absent,
        $.length,
        $.integer,
        $.list,
        $.parenthesised,
        $.call,
      ),
    member: ($) => prec.right(10, seq($._postfix, '.', field('name', $.identifier), optional($.arguments))),
    call: ($) => prec.right(seq(field('name', choice($.identifier, $._first_named)), optional($.arguments))),
    // The one quantifier that may be a name too.
    _first_named: ($) => alias('first', $.identifier),
    arguments: ($) => seq('(', optional(commas($._expression)), ')'),
    parenthesised: ($) => seq('(', $._expression, ')'),
    list: ($) => seq('[', optional(commas($._expression)), ']'),
    truth: () => choice('true', 'false'),
    absent: () => 'none',

    if_value: ($) =>
      prec.right(seq('if', $._expression, 'then', $._expression, 'else', $._expression)),
    match_value: ($) =>
      seq('match', $._expression, '{', optional(commasAndOne($.value_arm)), '}'),
    value_arm: ($) => seq(choice('else', $._labels), '=>', $._expression),
    _labels: ($) => seq($._label, repeat(seq('or', $._label))),
    _label: ($) => choice($.truth, $._signed, $.identifier),

    quantified: ($) =>
      prec.right(
        seq(
          field(
            'quantifier',
            choice('all', 'first', 'the', 'count', 'any', 'no', 'every', 'sum', 'max', 'min', 'most', 'least'),
          ),
          field('name', $.identifier),
          'in',
          $._expression,
          optional($.filter),
          optional($.measure),
        ),
      ),
    filter: ($) => prec.right(seq('where', $._expression)),
    measure: ($) => prec.right(seq('by', $._expression)),
    count_of: ($) => prec.right(9, seq('count', $._postfix)),
    clockwise: ($) => prec.right(9, seq('clockwise', choice('from', 'after'), $._postfix)),

    // ------------------------------------------------------------ pictures and scenarios

    _lay_body: ($) => seq('from', $.cell, '{', repeat($.row), repeat($.legend), '}'),
    row: ($) => seq('|', repeat1(choice('.', $.identifier)), '|'),
    legend: ($) =>
      seq(
        field('name', $.identifier),
        '=',
        field('tile', $.identifier),
        optional(seq('turned', $._signed)),
        repeat(seq('with', commas($.piece))),
      ),
    piece: ($) =>
      seq(optional($.integer), $.identifier, optional($.identifier), 'on', choice($.identifier, 'tile')),

    scenario: ($) =>
      seq('scenario', field('title', $.string), '{', repeat(seq(repeat($.citation), $.scenario_line)), '}'),
    scenario_line: ($) =>
      choice(
        seq('players', $._names),
        seq('with', commas(seq($.path, optional(seq('=', $._expression))))),
        seq('sets', commas(seq($.identifier, optional($.copies)))),
        seq('board', $._lay_body),
        seq('given', $.action),
        seq('draw', $._names),
        seq('roll', commas($._signed)),
        seq('expect', choice($.fault, $.offered, seq($._expression, optional($.offered)))),
        'snapshot',
        seq($.seat, field('question', $.path), '=', $.answer),
      ),
    // The name of a player and its colon are one word: so an answer ends where the next line begins.
    seat: () => token(prec(1, /[A-Za-z][A-Za-z0-9_]*[ \t]*:/)),
    fault: ($) => prec.right(seq('fault', optional($.string))),
    offered: ($) => seq(choice('can', 'cannot'), field('question', $.path), '=', $.answer),
    answer: ($) => repeat1($._word),
    // `with` is a word of an answer only where a place follows; else it begins the next line.
    _word: ($) =>
      choice($.cell, $.length, $._signed, $.identifier, ',', seq('with', $.identifier, 'at')),
  },
});
