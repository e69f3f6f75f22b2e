(comment) @comment
(string) @string
(citation) @attribute
[(integer) (negative) (decimal) (copies)] @number
(length unit: _ @type.unit)
(truth) @boolean
(absent) @constant.builtin
(edge) @constant

[
  "expansion" "option" "edition" "enum" "feature" "figure" "token" "pile" "set" "tile" "extend" "phases" "step" "menu"
  "offer" "adjust" "forbid" "invariant" "fn" "to" "with" "scenario" "has" "keeps" "before" "after" "instead" "of"
] @keyword

[
  "if" "then" "else" "match" "for" "repeat" "times" "return" "when" "where" "by" "let" "lay"
  (skip) (next) (stop) (again) (end)
] @keyword.control

[
  "scores" "loses" "pays" "places" "deploys" "moves" "returns" "leaves" "takes" "back" "puts" "joins" "parts" "plays"
  "wins" "chooses" "may" "choose" "decides" "shoots" "rolls" "draws"
] @function.builtin

(quantified quantifier: _ @keyword.operator)
["count" "clockwise" "and" "or" "not" "in" "is" "from" "at" "on"] @keyword.operator
["==" "!=" "<" "<=" ">" ">=" "+" "-" "*" "/" "%" ".." "=" "+=" "-=" "->" "=>"] @operator
["{" "}" "(" ")" "[" "]"] @punctuation.bracket
["," ":" "." "|"] @punctuation.delimiter

(expansion name: (identifier) @module)
(with expansion: (identifier) @module)
(option name: (identifier) @constant)
(enum name: (identifier) @type)
(feature name: (identifier) @type)
(figure name: (identifier) @type)
(tile name: (identifier) @type)
(type (identifier) @type)
(property name: (identifier) @property)
(function name: (identifier) @function)
(deed name: (identifier) @function)
(call name: (identifier) @function (arguments))
(member name: (identifier) @property)
(parameter name: (identifier) @variable.parameter)
(let name: (identifier) @variable)
(seat) @label
