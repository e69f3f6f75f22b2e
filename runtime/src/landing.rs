//! What came of a shot in words, as scenarios, logs and people at a real table say it:
//! `at (0, 1) 20 mm 24 mm turned 37 touching blue peg on r0 moved onto red peg on c0 by blue peg on r0`,
//! and of a throw to somebody `missed reach 400 mm`.

use abi::{Catch, Landing, Outline, Point, Rest, Scene, Struck, TILE_HEIGHT, TILE_SIDE, Word};

use crate::{
    answer::{Candidate, Unclear, find, proposals},
    meaning::Token,
};

/// How far beside the table a token may come to lie: farther than any is thrown.
const BESIDE: i64 = 10_000_000;
/// The word before the figures that the token touched.
const TOUCHING: &str = "touching";
/// How many words may name one figure.
const NAME: usize = 16;
/// How many words a landing may have.
const MOST_WORDS: usize = 4_000;

/// A scene whose figures have names.
#[derive(Clone, Copy)]
pub(crate) struct Named<'a> {
    pub(crate) scene: &'a Scene,
    /// What each figure of the scene is called.
    pub(crate) figures: &'a [Candidate],
}

/// A figure that was touched, and by which other one if that was said.
type Touch = (Word, Option<Word>);

/// The parts of a landing that were said.
#[derive(Default)]
struct Said {
    at: Option<Point>,
    turn: i64,
    touching: Option<Vec<Touch>>,
    moved: Option<Vec<Touch>>,
    fallen: Option<Vec<Touch>>,
    catch: Option<Catch>,
    reach: Option<i64>,
}

impl Named<'_> {
    /// Reads the words of a landing.
    pub(crate) fn read(&self, said: &[Token]) -> Result<Landing, Unclear> {
        let landing =
            self.parts(said).and_then(|parts| parts.landing(self.scene).map_err(Trouble::Landing));
        landing.map_err(|trouble| match trouble {
            Trouble::Figure(unclear) => unclear,
            Trouble::Landing(why) => Unclear::Landing { said: text(said), why },
        })
    }

    fn parts(&self, said: &[Token]) -> Result<Said, Trouble> {
        if said.is_empty() {
            return Err(trouble("say where the token lies, or whom it touched"));
        }
        if said.len() > MOST_WORDS {
            return Err(trouble("it is too long"));
        }
        let mut parts = Said::default();
        let mut rest = said;
        while let Some((first, after)) = rest.split_first() {
            rest = match first {
                Token::Name(word) if word == "," => after,
                Token::Name(word) => self.part(&mut parts, word, after)?,
                other => return Err(trouble(format!("`{other}` comes unexpectedly"))),
            };
        }
        Ok(parts)
    }

    /// Reads the part that a word begins; gives what comes behind it.
    fn part<'t>(
        &self,
        parts: &mut Said,
        word: &str,
        after: &'t [Token],
    ) -> Result<&'t [Token], Trouble> {
        match word {
            "at" => {
                let (at, after) = position(self.scene, after)?;
                once("a position", parts.at.replace(at).is_some())?;
                match after {
                    [Token::Name(turned), Token::Int(degrees), rest @ ..] if turned == "turned" => {
                        if !(-360..=360).contains(degrees) {
                            return Err(trouble("a turn is from -360 to 360 degrees"));
                        }
                        parts.turn = (degrees * 1000).rem_euclid(360_000);
                        Ok(rest)
                    }
                    _ => Ok(after),
                }
            }
            TOUCHING => self.list(&mut parts.touching, TOUCHING, after),
            "moved" | "fallen" => {
                let Some(after) = after.strip_prefix(&[Token::Name("onto".to_owned())]) else {
                    return Err(trouble(format!("`{word}` is followed by `onto` and figures")));
                };
                if word == "moved" {
                    self.list(&mut parts.moved, "moved onto", after)
                } else {
                    self.list(&mut parts.fallen, "fallen onto", after)
                }
            }
            "caught" | "touched" | "missed" => {
                let catch = match word {
                    "caught" => Catch::Caught,
                    "touched" => Catch::Touched,
                    _ => Catch::Missed,
                };
                once("what the catcher did", parts.catch.replace(catch).is_some())?;
                Ok(after)
            }
            "reach" => match after {
                [Token::Length(reach), ..] if !(0..=BESIDE).contains(reach) => {
                    let most = Token::Length(BESIDE);
                    Err(trouble(format!("a reach is from 0 mm to {most}")))
                }
                [Token::Length(reach), rest @ ..] => {
                    once("a reach", parts.reach.replace(*reach).is_some())?;
                    Ok(rest)
                }
                _ => Err(trouble("`reach` is followed by a length, such as `reach 400 mm`")),
            },
            other => Err(trouble(format!(
                "`{other}` comes unexpectedly; a landing is such as `at (0, 1) 20 mm 24 mm \
                 touching none`{}",
                if self.scene.catcher.is_some() { " or `missed reach 400 mm`" } else { "" }
            ))),
        }
    }

    /// Reads figures up to the next part.
    fn list<'t>(
        &self,
        to: &mut Option<Vec<Touch>>,
        part: &str,
        said: &'t [Token],
    ) -> Result<&'t [Token], Trouble> {
        let end = (0..said.len()).find(|&i| begins_part(&said[i..])).unwrap_or(said.len());
        let (said, after) = said.split_at(end);
        let none = matches!(said, [Token::Name(none)] if none == "none");
        let mut figures: Vec<Touch> = Vec::new();
        let comma = |token: &Token| matches!(token, Token::Name(comma) if comma == ",");
        for mut names in said.split(comma).filter(|names| !none && !names.is_empty()) {
            // A text without commas is read, too: the longest name counts.
            while !names.is_empty() {
                let (figure, after) = self.first(names)?;
                let (mut by, mut after) = (None, after);
                if let (Some(said), false) = (after.strip_prefix(&[by_word()]), part == TOUCHING) {
                    let (striker, behind) = self.first(said)?;
                    if striker == figure {
                        let name = &self.figures[figure].meaning;
                        return Err(trouble(format!("`{name}` cannot touch itself")));
                    }
                    (by, after) = (Some(self.scene.figures[striker].id), behind);
                }
                let touch = (self.scene.figures[figure].id, by);
                if figures.contains(&touch) {
                    let name = &self.figures[figure].meaning;
                    return Err(trouble(format!("`{name}` is named twice")));
                }
                figures.push(touch);
                names = after;
            }
        }
        if figures.is_empty() && !none {
            return Err(trouble(format!("`{part}` is followed by figures or by `none`")));
        }
        once(part, to.replace(figures).is_some())?;
        Ok(after)
    }

    /// The figure that the longest name at the beginning of some words means, and what comes behind it.
    fn first<'t>(&self, said: &'t [Token]) -> Result<(usize, &'t [Token]), Trouble> {
        let longest = said.len().min(NAME);
        let found = (1..=longest).rev().find_map(|len| Some((len, self.named(&said[..len])?)));
        let Some((len, figure)) = found else {
            let end = (1..longest).find(|&i| said[i] == by_word());
            return Err(self.nobody(&said[..end.unwrap_or(longest)]));
        };
        Ok((figure, &said[len..]))
    }

    /// Why words mean no figure.
    fn nobody(&self, said: &[Token]) -> Trouble {
        match find(self.figures, said) {
            Err(Unclear::NotOffered { .. }) if self.figures.is_empty() => {
                trouble("no figure is on the tiles")
            }
            Err(Unclear::NotOffered { said, near, others }) => {
                trouble(format!("no figure on the tiles is `{said}`{}", proposals(&near, others)))
            }
            Err(unclear) => Trouble::Figure(unclear),
            Ok(_) => trouble(format!("`{}` is not clear", text(said))),
        }
    }

    /// The figure that words mean, if they mean a single one.
    fn named(&self, said: &[Token]) -> Option<usize> {
        let all = || self.figures.iter().enumerate();
        if let Some((full, _)) = all().find(|(_, f)| f.meaning.is_said_fully_by(said)) {
            return Some(full);
        }
        let mut fitting = all().filter(|(_, f)| f.meaning.is_said_by(said));
        match (fitting.next(), fitting.next()) {
            (Some((only, _)), None) => Some(only),
            _ => None,
        }
    }

    /// Whether a landing can be true of a real table, as far as bodies go.
    pub(crate) fn can_be(&self, said: &[Token], landing: &Landing) -> Result<(), Unclear> {
        let trouble = self.fallen_that_lay(landing).or_else(|| self.in_the_way(landing));
        trouble.map_or(Ok(()), |why| Err(Unclear::Landing { said: text(said), why }))
    }

    /// Somebody cannot fall who lies already (P15).
    fn fallen_that_lay(&self, landing: &Landing) -> Option<String> {
        let fell: Vec<Word> =
            landing.struck.iter().flat_map(|struck| struck.fallen_on_by.iter().copied()).collect();
        let figures = self.scene.figures.iter();
        let at = figures.clone().position(|figure| figure.lying && fell.contains(&figure.id))?;
        Some(format!("`{}` lies already, and cannot fall", self.name(at)))
    }

    fn name(&self, figure: usize) -> String {
        self.figures.get(figure).map_or_else(String::new, |named| named.meaning.to_string())
    }

    /// A figure that nothing has touched is not where the token lies. The token may cover the ground of one by a
    /// little, since nobody says how it is turned; but not the figure's middle, nor with its own.
    fn in_the_way(&self, landing: &Landing) -> Option<String> {
        let rest = &landing.rest;
        if rest.outline.0.is_empty() {
            return None;
        }
        let is_struck = |id: Word| landing.struck.iter().any(|struck| struck.figure == id);
        let is_under = |at: &usize| {
            let figure = &self.scene.figures[*at];
            let covered = rest.outline.contains(figure.at) || figure.outline().contains(rest.at);
            covered && !is_struck(figure.id)
        };
        let at = (0..self.scene.figures.len()).find(is_under)?;
        let stands =
            if self.scene.figures[at].lying { "lies there" } else { "stands there upright" };
        Some(format!("`{}` {stands}, and nothing touched it", self.name(at)))
    }

    /// The words of a landing.
    pub(crate) fn write(&self, landing: &Landing) -> String {
        let mut parts = Vec::new();
        if self.scene.catcher.is_some() {
            parts.push(match landing.catch {
                Catch::Caught => "caught".to_owned(),
                Catch::Touched => "touched".to_owned(),
                Catch::Missed => "missed".to_owned(),
            });
        }
        if !landing.rest.outline.0.is_empty() {
            parts.push(spoken(landing.rest.at));
            let turn = (landing.rest.turn.rem_euclid(360_000) + 500) / 1000 % 360;
            if turn != 0 {
                parts.push(format!("turned {turn}"));
            }
        }
        if self.scene.catcher.is_some() {
            parts.push(format!("reach {}", Token::Length(landing.reach)));
        }
        let name = |figure: Word| {
            let at = self.scene.figures.iter().position(|f| f.id == figure);
            at.and_then(|at| self.figures.get(at)).map(|f| f.meaning.to_string())
        };
        let touching = landing.touched().filter_map(name).collect::<Vec<_>>().join(", ");
        if !touching.is_empty() {
            parts.push(format!("touching {touching}"));
        } else if self.scene.catcher.is_none() {
            parts.push("touching none".to_owned());
        }
        for part in ["moved", "fallen"] {
            let touches = landing.struck.iter().flat_map(|struck| {
                let by = if part == "moved" { &struck.pushed_by } else { &struck.fallen_on_by };
                by.iter().filter_map(|&by| Some((name(struck.figure)?, name(by)?)))
            });
            let touches: Vec<_> = touches.map(|(whom, by)| format!("{whom} by {by}")).collect();
            if !touches.is_empty() {
                parts.push(format!("{part} onto {}", touches.join(", ")));
            }
        }
        parts.join(" ")
    }
}

/// What keeps words from being a landing.
enum Trouble {
    /// A figure is not clear.
    Figure(Unclear),
    /// Something else.
    Landing(String),
}

/// The word between a figure and the one that touched it.
fn by_word() -> Token {
    Token::Name("by".to_owned())
}

fn trouble(why: impl Into<String>) -> Trouble {
    Trouble::Landing(why.into())
}

fn once(what: &str, again: bool) -> Result<(), Trouble> {
    if again { Err(trouble(format!("{what} is said twice"))) } else { Ok(()) }
}

/// Whether the next part of a landing begins here; the names of figures have cells, but no lengths.
fn begins_part(said: &[Token]) -> bool {
    match said {
        [Token::Name(word), Token::Name(onto), ..] if onto == "onto" => {
            word == "moved" || word == "fallen"
        }
        [Token::Name(word), Token::Length(_), ..] if word == "reach" => true,
        [Token::Name(at), Token::Cell(..), Token::Length(_), ..] if at == "at" => true,
        [Token::Name(word), ..] => {
            ["touching", "caught", "touched", "missed"].contains(&word.as_str())
        }
        _ => false,
    }
}

/// Reads `CELL X Y`: so far to the east and south of the cell's north-west corner.
fn position<'t>(scene: &Scene, said: &'t [Token]) -> Result<(Point, &'t [Token]), Trouble> {
    let [Token::Cell(x, y), Token::Length(east), Token::Length(south), rest @ ..] = said else {
        return Err(trouble(
            "a position is a cell and two lengths, such as `at (0, 1) 20 mm 24 mm`",
        ));
    };
    if !(0..=TILE_SIDE).contains(east) || !(0..=TILE_SIDE).contains(south) {
        let side = Token::Length(TILE_SIDE);
        return Err(trouble(format!("lengths within a cell are from 0 mm to {side}")));
    }
    let along = |cell: i64, length: i64| cell.checked_mul(TILE_SIDE)?.checked_add(length);
    let at = along(*x, *east).zip(along(*y, *south)).map(|(x, y)| Point::new(x, y));
    let table = scene.table;
    let near = |p: &Point| {
        (table.west - BESIDE..=table.east + BESIDE).contains(&p.x)
            && (table.north - BESIDE..=table.south + BESIDE).contains(&p.y)
    };
    let at = at.filter(near).ok_or_else(|| {
        trouble(format!("({x}, {y}) is farther from the table than a token flies"))
    })?;
    Ok((at, rest))
}

impl Said {
    fn landing(self, scene: &Scene) -> Result<Landing, String> {
        let Self { at, turn, touching, moved, fallen, catch, reach } = self;
        if scene.catcher.is_none() && catch.is_some() {
            return Err("this shot is thrown to nobody who could catch it".to_owned());
        }
        if scene.catcher.is_none() && reach.is_some() {
            return Err("this shot is thrown to nobody, so that it reaches for nobody".to_owned());
        }
        let catch = catch.unwrap_or_default();
        if catch == Catch::Caught && at.is_some() {
            return Err("a token that is caught lies nowhere".to_owned());
        }
        let reach = reach.or_else(|| scene.reach(at?)).unwrap_or(0);
        let rest = rest(scene, at, turn, catch);
        let tiles = scene.tiles_under(&rest.outline);
        let struck = struck(scene, touching, moved, fallen)?;
        Ok(Landing { rest, tiles, struck, contact: None, catch, reach })
    }
}

/// What happened to each figure, in the order of the scene.
fn struck(
    scene: &Scene,
    touching: Option<Vec<Touch>>,
    moved: Option<Vec<Touch>>,
    fallen: Option<Vec<Touch>>,
) -> Result<Vec<Struck>, String> {
    let touching: Vec<Word> = touching.unwrap_or_default().iter().map(|(whom, _)| *whom).collect();
    let mut struck: Vec<Struck> = Vec::new();
    for &figure in &touching {
        entry(&mut struck, figure).touched = true;
    }
    let mut movers = Vec::new();
    for (onto, falls) in [(moved, false), (fallen, true)] {
        let what = if falls { "fallen" } else { "moved" };
        for (figure, by) in onto.unwrap_or_default() {
            let mut others = touching.iter().filter(|&&by| by != figure);
            let by = match (by, others.next(), others.next()) {
                (Some(by), ..) => by,
                (None, Some(&only), None) => only,
                (None, Some(_), Some(_)) => {
                    return Err(format!(
                        "the token touched several figures; say which of them has {what} onto the \
                         other one, such as `{what} onto FIGURE by FIGURE`"
                    ));
                }
                (None, None, _) => {
                    return Err(format!(
                        "nothing can have {what} onto a figure unless the token touched another one"
                    ));
                }
            };
            let mover = entry(&mut struck, by);
            mover.moved = true;
            mover.toppled |= falls;
            movers.push(by);
            let hit = entry(&mut struck, figure);
            if falls { hit.fallen_on_by.push(by) } else { hit.pushed_by.push(by) }
        }
    }
    let was_hit = |by: &Word| struck.iter().any(|s| s.figure == *by && s.touches() > 0);
    if !movers.iter().all(was_hit) {
        return Err("a figure moves only if the token or another figure touched it".to_owned());
    }
    let order = |id: Word| scene.figures.iter().position(|figure| figure.id == id);
    struck.sort_by_key(|struck| order(struck.figure));
    Ok(struck)
}

fn entry(struck: &mut Vec<Struck>, figure: Word) -> &mut Struck {
    let at = struck.iter().position(|struck| struck.figure == figure).unwrap_or(struck.len());
    if at == struck.len() {
        struck.push(Struck {
            figure,
            touched: false,
            moved: false,
            toppled: false,
            pushed_by: Vec::new(),
            fallen_on_by: Vec::new(),
        });
    }
    &mut struck[at]
}

/// A token that lies flat; without a position it lies nowhere, in somebody's hand or lost.
fn rest(scene: &Scene, at: Option<Point>, turn: i64, catch: Catch) -> Rest {
    let size = scene.thrown;
    let Some(at) = at else {
        let seat = scene.catcher.filter(|_| catch == Catch::Caught).unwrap_or(scene.shooter);
        let at = scene.seats.get(seat).copied().unwrap_or_default();
        return Rest { at, height: 0, turn: 0, outline: Outline::default() };
    };
    let shape = if size.round { Outline::ellipse } else { Outline::rectangle };
    let outline = shape(at, size.width, size.depth, turn);
    let ground = if scene.tiles_under(&outline).is_empty() { 0 } else { TILE_HEIGHT };
    Rest { at, height: ground + size.height / 2, turn, outline }
}

/// A point as `at CELL X Y`.
pub(crate) fn spoken(at: Point) -> String {
    let tokens = position_tokens(at);
    format!("at {}", text(&tokens))
}

/// The cell of a point, and how far it lies to the east and south of the cell's corner.
pub(crate) fn position_tokens(at: Point) -> [Token; 3] {
    [
        Token::Cell(at.x.div_euclid(TILE_SIDE), at.y.div_euclid(TILE_SIDE)),
        Token::Length(at.x.rem_euclid(TILE_SIDE)),
        Token::Length(at.y.rem_euclid(TILE_SIDE)),
    ]
}

fn text(said: &[Token]) -> String {
    said.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ").replace(" , ", ", ")
}
