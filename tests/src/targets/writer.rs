//! Writes expansions by choice or chance: much of it the checker refuses, and the rest does things that nobody would.

use std::fmt::Write as _;

use super::choices::Choices;

/// How deep expressions lie in each other.
const DEPTH: u32 = 3;
/// The kinds of values that are written about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Int,
    Flag,
    Player,
    Tile,
    Place,
    Segment,
    Feature,
    Figure,
    Spot,
    Shot,
    Corner,
}

use Sort as S;

/// What lists are made of.
const MEMBERS: [Sort; 9] =
    [S::Player, S::Tile, S::Place, S::Segment, S::Feature, S::Figure, S::Spot, S::Shot, S::Corner];
const LANDSCAPES: [&str; 4] = ["road", "city", "field", "monastery"];

impl Sort {
    fn word(self) -> &'static str {
        match self {
            S::Int => "int",
            S::Flag => "flag",
            S::Player => "player",
            S::Tile => "tile",
            S::Place => "place",
            S::Segment => "segment",
            S::Feature => "feature",
            S::Figure => "figure",
            S::Spot => "spot",
            S::Shot => "shot",
            S::Corner => "corner",
        }
    }
}

/// A question that was written before.
struct Question {
    name: String,
    params: Vec<Sort>,
    gives: Sort,
    list: bool,
}

/// Writes one expansion, each item on a line.
struct Writer {
    dice: Choices,
    /// The names in scope with what they are.
    names: Vec<(String, Sort)>,
    questions: Vec<Question>,
    fresh: u32,
}

impl Writer {
    fn below(&mut self, count: usize) -> usize {
        self.dice.below(count)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn name(&mut self) -> String {
        self.fresh += 1;
        format!("x{}", self.fresh)
    }

    /// Writes with one more name in scope.
    fn with<T>(&mut self, name: &str, sort: Sort, write: impl FnOnce(&mut Self) -> T) -> T {
        self.names.push((name.to_owned(), sort));
        let done = write(self);
        self.names.pop();
        done
    }

    /// A name in scope, if one is of this sort.
    fn known(&mut self, sort: Sort) -> Option<String> {
        let fitting: Vec<String> =
            self.names.iter().filter(|(_, of)| *of == sort).map(|(name, _)| name.clone()).collect();
        if fitting.is_empty() { None } else { Some(fitting[self.below(fitting.len())].clone()) }
    }

    /// Something that is surely there.
    fn value(&mut self, sort: Sort, depth: u32) -> String {
        if let Some(name) = self.known(sort)
            && self.below(3) > 0
        {
            return name;
        }
        if depth > 0
            && self.below(4) == 0
            && let Some(call) = self.call(sort, false, depth - 1)
        {
            return call;
        }
        match sort {
            S::Int => self.int(depth),
            S::Flag => self.flag(depth),
            S::Player => {
                let player = ["active", "active.left", "active.right"];
                self.pick(&player).to_owned()
            }
            S::Tile => "placed".to_owned(),
            S::Place => match (self.known(S::Spot), self.known(S::Corner)) {
                (Some(spot), _) => format!("{spot}.place"),
                (_, Some(corner)) => corner,
                _ => self.value(S::Segment, depth),
            },
            S::Segment => "placed.segments.first".to_owned(),
            S::Feature => match (self.known(S::Segment), self.known(S::Corner)) {
                (Some(segment), _) => format!("{segment}.feature"),
                (_, Some(corner)) => format!("{corner}.feature"),
                _ => "features.first".to_owned(),
            },
            S::Figure => match self.known(S::Spot) {
                Some(spot) => format!("{spot}.figure"),
                None => "figures.first".to_owned(),
            },
            S::Spot => "spots(active, placed.segments).first".to_owned(),
            S::Shot => "last".to_owned(),
            S::Corner => "placed.corners.first".to_owned(),
        }
    }

    fn call(&mut self, gives: Sort, list: bool, depth: u32) -> Option<String> {
        let fitting: Vec<usize> = (0..self.questions.len())
            .filter(|i| self.questions[*i].gives == gives && self.questions[*i].list == list)
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let question = self.pick(&fitting);
        let params = self.questions[question].params.clone();
        let args: Vec<String> = params.iter().map(|sort| self.value(*sort, depth)).collect();
        Some(format!("{}({})", self.questions[question].name, args.join(", ")))
    }

    fn int(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.below(6).to_string();
        }
        let depth = depth - 1;
        match self.below(14) {
            0 => format!("{}.points", self.value(S::Player, depth)),
            1 => format!("{}.purse", self.value(S::Player, depth)),
            2 => "(tally % 100)".to_owned(),
            3 => format!("{}.height", self.value(S::Tile, depth)),
            4 => format!("{}.walked", self.value(S::Segment, depth)),
            5 => format!("(count {})", self.list_of_any(depth)),
            6 => {
                let (sort, x) = (self.pick(&MEMBERS), self.name());
                let list = self.list(sort, depth);
                let measure = self.with(&x, sort, |this| this.value(S::Int, depth));
                let how = self.pick(&["sum", "max", "min"]);
                format!("({how} {x} in {list} by {measure} % 50)")
            }
            7 => {
                let cond = self.value(S::Flag, depth);
                let (yes, no) = (self.value(S::Int, depth), self.value(S::Int, depth));
                format!("(if {cond} then {yes} else {no})")
            }
            12 => self.length(depth),
            13 => {
                let (from, to) = (self.value(S::Tile, depth), self.value(S::Tile, depth));
                format!("distance({from}, {to})")
            }
            8 => format!("{}.open", self.value(S::Feature, depth)),
            9 => format!("count {}.tiles", self.value(S::Feature, depth)),
            10 => {
                let op = self.pick(&["+", "-", "* 3 +"]);
                format!("({} {op} {})", self.value(S::Int, depth), self.value(S::Int, depth))
            }
            _ => {
                let divisor = self.value(S::Int, depth);
                format!("({} / (1 + {divisor} * {divisor} % 9))", self.value(S::Int, depth))
            }
        }
    }

    /// How many millimetres a length has.
    fn length(&mut self, depth: u32) -> String {
        let length = match self.below(4) {
            0 => {
                let (from, to) = (self.value(S::Player, depth), self.value(S::Player, depth));
                format!("distance({from}, {to})")
            }
            1 => format!("{}.reach", self.value(S::Shot, depth)),
            2 => {
                let (shot, tile) = (self.value(S::Shot, depth), self.value(S::Tile, depth));
                format!("distance({shot}, {tile}{})", self.pick(&["", ".centre"]))
            }
            _ => {
                let (shot, figure) = (self.value(S::Shot, depth), self.value(S::Figure, depth));
                format!("distance({shot}, {figure})")
            }
        };
        format!("({length} / 1 mm)")
    }

    fn flag(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.test(0);
        }
        let depth = depth - 1;
        match self.below(10) {
            0 => format!("{} < {}", self.value(S::Int, depth), self.value(S::Int, depth)),
            1 => {
                let sort = self.pick(&MEMBERS);
                let op = self.pick(&["==", "!="]);
                format!("({} {op} {})", self.value(sort, depth), self.value(sort, depth))
            }
            2 | 3 => {
                let (sort, x) = (self.pick(&MEMBERS), self.name());
                let list = self.list(sort, depth);
                let how = self.pick(&["any", "no", "every"]);
                let test = self.with(&x, sort, |this| this.value(S::Flag, depth));
                format!("({how} {x} in {list} where {test})")
            }
            4 => {
                let sort = self.pick(&MEMBERS);
                format!("{} in {}", self.value(sort, depth), self.list(sort, depth))
            }
            5 => format!("not ({})", self.value(S::Flag, depth)),
            6 => {
                let op = self.pick(&["and", "or"]);
                format!("({} {op} {})", self.value(S::Flag, depth), self.value(S::Flag, depth))
            }
            7 => format!("{} is empty", self.list_of_any(depth)),
            _ => self.test(depth),
        }
    }

    /// A test of a kind, and often one more of what it has found out.
    fn test(&mut self, depth: u32) -> String {
        match self.below(10) {
            0..=2 => {
                let place = self.value(S::Place, depth);
                let kind = self.pick(&["road", "city", "field", "monastery", "tile", "segment"]);
                match kind {
                    "city" if self.below(2) == 0 => {
                        format!("({place} is city and {place}.tolls > 1)")
                    }
                    "field" if self.below(2) == 0 => format!("({place} is field and {place}.shut)"),
                    _ => format!("{place} is {kind}"),
                }
            }
            3 => format!("{} is {}", self.value(S::Segment, depth), self.pick(&LANDSCAPES)),
            4 => format!("{} is {}", self.value(S::Feature, depth), self.pick(&LANDSCAPES)),
            5 => {
                let kind = self.pick(&["meeple", "dog", "follower", "special", "neutral"]);
                format!("{} is {kind}", self.value(S::Figure, depth))
            }
            6 => {
                let figure = self.value(S::Figure, depth);
                let what = self.pick(&["place", "feature", "segment"]);
                format!("{figure}.{what} is {}", self.pick(&LANDSCAPES))
            }
            7 => format!("{}.place is none", self.value(S::Figure, depth)),
            8 => {
                let what = self.pick(&["rests_on_board", "caught", "touched_catcher"]);
                format!("{}.{what}", self.value(S::Shot, depth))
            }
            _ => {
                let spot = self.value(S::Spot, depth);
                format!("{spot}.place is {}", self.pick(&LANDSCAPES))
            }
        }
    }

    fn list_of_any(&mut self, depth: u32) -> String {
        let sort = self.pick(&MEMBERS);
        self.list(sort, depth)
    }

    fn list(&mut self, sort: Sort, depth: u32) -> String {
        if depth == 0 {
            return self.plain_list(sort, 0);
        }
        let depth = depth - 1;
        match self.below(5) {
            0 => {
                let x = self.name();
                let list = self.list(sort, depth);
                let test = self.with(&x, sort, |this| this.value(S::Flag, depth));
                format!("(all {x} in {list} where {test})")
            }
            1 => {
                let x = self.name();
                let list = self.plain_list(sort, depth);
                let measure = self.with(&x, sort, |this| this.value(S::Int, depth));
                let how = self.pick(&["most", "least"]);
                format!("({how} {x} in {list} by {measure})")
            }
            2 => {
                let op = self.pick(&["+", "-"]);
                format!("({} {op} {})", self.plain_list(sort, depth), self.plain_list(sort, depth))
            }
            3 => match self.call(sort, true, depth) {
                Some(call) => call,
                None => self.plain_list(sort, depth),
            },
            _ => self.plain_list(sort, depth),
        }
    }

    fn plain_list(&mut self, sort: Sort, depth: u32) -> String {
        match (sort, self.below(3)) {
            (S::Player, 0) => "players".to_owned(),
            (S::Player, 1) => format!("(clockwise after {})", self.value(S::Player, depth)),
            (S::Tile, 0) => "tiles".to_owned(),
            (S::Tile, 2) if self.known(S::Corner).is_some() => {
                format!("{}.tiles", self.value(S::Corner, depth))
            }
            (S::Corner, 0) => "corners".to_owned(),
            (S::Corner, 1) => format!("{}.corners", self.value(S::Tile, depth)),
            (S::Segment, 2) if self.known(S::Corner).is_some() => {
                format!("{}.segments", self.value(S::Corner, depth))
            }
            (S::Tile, 1) => format!("{}.neighbours", self.value(S::Tile, depth)),
            (S::Segment, 0) if self.below(2) == 0 => {
                let (from, until) = (self.value(S::Tile, depth), self.value(S::Feature, depth));
                format!("walk({from}.segments, {until}.segments)")
            }
            (S::Segment, 0) => format!("{}.segments", self.value(S::Feature, depth)),
            (S::Segment, _) => format!("{}.segments", self.value(S::Tile, depth)),
            (S::Feature, 0) => "features".to_owned(),
            (S::Feature, 1) => format!("{}.touching", self.value(S::Feature, depth)),
            (S::Feature, _) => format!("{}.features", self.value(S::Tile, depth)),
            (S::Figure, 0) => format!("{}.supply", self.value(S::Player, depth)),
            (S::Figure, 1) => format!("{}.deployed", self.value(S::Player, depth)),
            (S::Figure, _) if self.below(2) == 0 => {
                let by = self.pick(&["touched", "touched_by_moved", "touched_by_fallen"]);
                format!("{}.{by}", self.value(S::Shot, depth))
            }
            (S::Figure, _) if self.below(3) == 0 => {
                let (shot, by) = (self.value(S::Shot, depth), self.value(S::Figure, depth));
                let word = self.pick(&["touched_by", "fallen_on_by"]);
                format!("{shot}.{word}({by})")
            }
            (S::Figure, _) => format!("{}.figures", self.value(S::Feature, depth)),
            (S::Shot, 0 | 1) => "shots".to_owned(),
            (S::Place, 0) => {
                let places = self.pick(&["everywhere", "crossings"]);
                format!("{places}({})", self.value(S::Tile, depth))
            }
            (S::Spot, 0 | 1) => {
                let player = self.value(S::Player, depth);
                format!("spots({player}, {}.segments)", self.value(S::Tile, depth))
            }
            (S::Spot, _) => {
                let player = self.value(S::Player, depth);
                let places = self.pick(&["everywhere", "crossings"]);
                format!("spots({player}, {places}({}))", self.value(S::Tile, depth))
            }
            _ => format!("[{}, {}]", self.value(sort, depth), self.value(sort, depth)),
        }
    }

    fn statements(&mut self, depth: u32) -> String {
        let mut text = String::new();
        let scope = self.names.len();
        for _ in 0..=self.below(3) {
            let statement = self.statement(depth);
            let _ = write!(text, "{statement}  ");
        }
        self.names.truncate(scope);
        text
    }

    fn statement(&mut self, depth: u32) -> String {
        let small = depth.saturating_sub(1);
        match self.below(if depth == 0 { 8 } else { 14 }) {
            6 => {
                let (a, b) = (self.value(S::Segment, small), self.value(S::Segment, small));
                format!("tie({a}, {b})")
            }
            7 => format!("untie({})", self.value(S::Segment, small)),
            0 => format!("tally = {} % 1000", self.value(S::Int, depth)),
            1 => format!(
                "{}.purse = {} % 1000",
                self.value(S::Player, small),
                self.value(S::Int, small)
            ),
            2 => format!(
                "{}.walked = {} % 1000",
                self.value(S::Segment, small),
                self.value(S::Int, small)
            ),
            3 => format!(
                "{}.height = {} % 1000",
                self.value(S::Tile, small),
                self.value(S::Int, small)
            ),
            4 => format!(
                "for c in features where c is city {{ c.tolls = {} % 9 }}",
                self.value(S::Int, small)
            ),
            5 => {
                let player = self.value(S::Player, small);
                format!(
                    "{player} scores {} % 9 for {}",
                    self.value(S::Int, small),
                    self.value(S::Tile, small)
                )
            }
            8 => {
                let cond = self.value(S::Flag, depth);
                let (yes, no) = (self.statements(small), self.statements(small));
                format!("if {cond} {{ {yes} }} else {{ {no} }}")
            }
            9 => {
                let (sort, x) = (self.pick(&MEMBERS), self.name());
                let list = self.list(sort, small);
                let body = self.with(&x, sort, |this| this.statements(small));
                format!("for {x} in {list} {{ {body} }}")
            }
            10 => {
                let (sort, x) = (self.pick(&MEMBERS), self.name());
                let list = self.list(sort, depth);
                let body = self.with(&x, sort, |this| this.statements(small));
                format!("let {x} = {list}.first else skip  {body}")
            }
            11 => {
                let sort =
                    self.pick(&[S::Player, S::Segment, S::Feature, S::Figure, S::Spot, S::Corner]);
                let (x, list) = (self.name(), self.list(sort, small));
                let body = self.with(&x, sort, |this| this.statements(small));
                format!("let {x} = active may choose from {list} else skip  {body}")
            }
            12 => self.shot(small),
            _ => format!("if active decides to {} {{ {} }}", self.name(), self.statements(small)),
        }
    }

    /// A shot, and what is done with it.
    fn shot(&mut self, depth: u32) -> String {
        let (x, player) = (self.name(), self.value(S::Player, depth));
        let at = match self.below(3) {
            0 => format!(" at {}", self.value(S::Player, depth)),
            1 => format!(" at {}", self.value(S::Tile, depth)),
            _ => String::new(),
        };
        let kept = format!("last = {x}  shots += [{x}]  {x}.shooter takes back ball");
        let (tally, body) = self.with(&x, S::Shot, |w| {
            let tally = w.pick(&["touched", "touched_by_moved", "touched_by_fallen"]);
            (
                format!("tally = (tally + count {x}.{tally} + {}) % 1000", w.length(1)),
                w.statements(depth),
            )
        });
        format!("let {x} = {player} shoots ball{at}  {kept}  {tally}  {body}")
    }

    fn question(&mut self) -> String {
        let name = format!("q{}", self.questions.len());
        let params: Vec<Sort> = (0..=self.below(2)).map(|_| self.pick(&MEMBERS)).collect();
        let list = self.below(3) == 0;
        let gives = if list { self.pick(&MEMBERS) } else { self.pick(&[S::Int, S::Flag]) };
        let scope = self.names.len();
        let mut heads = Vec::new();
        for sort in &params {
            let x = self.name();
            heads.push(format!("{x}: {}", sort.word()));
            self.names.push((x, *sort));
        }
        let body = if list { self.list(gives, DEPTH) } else { self.value(gives, DEPTH) };
        self.names.truncate(scope);
        let what = if list { format!("list of {}", gives.word()) } else { gives.word().to_owned() };
        let line = format!("fn {name}({}) -> {what} = {body}", heads.join(", "));
        self.questions.push(Question { name, params, gives, list });
        line
    }

    /// An item with a head that brings names.
    fn item(&mut self, names: &[(&str, Sort)], write: impl FnOnce(&mut Self) -> String) -> String {
        self.names = names.iter().map(|(name, sort)| ((*name).to_owned(), *sort)).collect();
        let line = write(self);
        self.names.clear();
        line
    }

    fn rule(&mut self) -> String {
        let (p, s, t, m, b) = (
            ("p", S::Player),
            ("spot", S::Spot),
            ("t", S::Tile),
            ("m", S::Figure),
            ("b", S::Place),
        );
        match self.below(13) {
            0 => self.item(&[p, s], |w| format!("forbid p deploys spot when {}", w.flag(DEPTH))),
            1 => self.item(&[m, b], |w| format!("forbid m moves to b when {}", w.flag(DEPTH))),
            2 => self.item(&[p, t], |w| {
                let test = w.pick(&[
                    "fit.turn == 90",
                    "1 in fit.bends(road)",
                    "count fit.joined > 3",
                    "fits(base_road_ew) is empty",
                ]);
                format!("forbid p places t at fit when {test} and {}", w.flag(DEPTH))
            }),
            3 => self.item(&[p, t, ("x", S::Spot)], |w| {
                let test = w.flag(DEPTH);
                format!("adjust deployments(p, t) to all x in spots(p, t.segments) where {test}")
            }),
            4 => self.item(&[("f", S::Feature), p], |w| {
                let kind = w.pick(&["road", "city", "monastery"]);
                format!("adjust worth(f: {kind}, p) by {} % 7 when {}", w.int(DEPTH), w.flag(2))
            }),
            5 => self.item(&[p, s], |w| format!("after p deploys spot {{ {} }}", w.statements(2))),
            6 => self
                .item(&[p, t], |w| format!("before p places t at fit {{ {} }}", w.statements(2))),
            7 => self.item(&[m, ("s", S::Place)], |w| {
                format!("after m returns from s {{ {} }}", w.statements(2))
            }),
            8 => self.item(&[p, ("n", S::Int)], |w| {
                let (when, body) = (w.flag(2), w.statements(1));
                format!("after p scores n for x when {when} {{ {body} }}")
            }),
            9 => self.item(&[p, ("n", S::Int)], |w| {
                let (when, body) = (w.flag(2), w.statements(1));
                format!("instead of p scores n for x when {when} {{ {body}  original }}")
            }),
            10 => self.item(&[("x", S::Feature)], |w| {
                let sort = w.pick(&[S::Player, S::Segment, S::Feature, S::Figure]);
                let (name, list, x) = (w.name(), w.list(sort, 2), w.name());
                let body = w.with(&x, sort, |w| w.statements(2));
                format!("offer {name} in action: {x} from {list} {{ {body} }}")
            }),
            _ => self.item(&[], |w| {
                format!("step {} in following {{ {} }}", w.name(), w.statements(DEPTH))
            }),
        }
    }
}

/// What every text declares.
pub(super) const HEAD: [&str; 18] = [
    "expansion random { title \"Random\"  needs base  uses shots }",
    "token ball { each player 1  size 20 mm x 20 mm x 2 mm round }",
    "game keeps last: shot?",
    "game keeps shots: list of shot",
    "figure dog { each player 2  stands on road  stands on field }",
    "game keeps tally: int",
    "player keeps purse: int = 3",
    "tile keeps height: int",
    "segment keeps walked: int",
    "city keeps tolls: int",
    "field has shut: flag",
    "extend tile base_road_ew { f0 with shut }",
    "figure cask { each player 1  stands on corner }",
    "segment keeps tied: segment?",
    "to tie(a: segment, b: segment) { if a.kind == b.kind { a joins b  a.tied = b } }",
    "to untie(a: segment) { let b = a.tied else skip  a parts from b  a.tied = none }",
    "fn everywhere(t: tile) -> list of place = t.segments",
    "fn crossings(t: tile) -> list of place = t.corners",
];

/// The lines of an expansion.
pub(super) fn lines(dice: Choices) -> Vec<String> {
    let mut writer = Writer { dice, names: Vec::new(), questions: Vec::new(), fresh: 0 };
    let mut lines: Vec<String> = HEAD.iter().map(|line| (*line).to_owned()).collect();
    lines.extend((0..5).map(|_| writer.question()));
    lines.extend((0..9).map(|_| writer.rule()));
    lines.extend((0..2).map(|depth| {
        writer.item(&[], |w| format!("step {} in closing {{ {} }}", w.name(), w.shot(depth)))
    }));
    lines
}
