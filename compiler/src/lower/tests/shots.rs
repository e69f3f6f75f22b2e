//! What shots are asked, and what landings answer.

use abi::{FAR, Point, TILE_SIDE, Word};

use super::{ask_with, deeds_with};

/// A step that shoots, then does something with the landing `l`: player, amount or figure of each deed.
fn after_shot(answer: Word, then: &str) -> Vec<[Word; 2]> {
    let more = format!(
        "step go in playing {{
             let l = active shoots ball
             {then}
         }}"
    );
    let done = deeds_with(&more, &[answer]);
    done.iter().map(|(_, [a, b, ..])| [*a, *b]).collect()
}

#[test]
fn a_landing_answers() {
    let told = "l.shooter scores 1 for ball
        if l.rests_on_board { active scores 2 for ball }
        if l.caught { active scores 3 for ball }
        if l.touched_catcher { active scores 4 for ball }
        active scores l.reach / 1 mm for ball";
    assert_eq!(after_shot(0, told), [[1, 1], [0, 4], [0, 400]]);
    assert_eq!(after_shot(1, told), [[2, 1], [0, 2], [0, 0]]);
}

#[test]
fn whom_a_landing_touched() {
    let each = |word: &str| format!("for m in l.{word} where m is follower {{ m returns }}");
    assert_eq!(after_shot(1, &each("touched")), [[2, 0]]);
    assert_eq!(after_shot(1, &each("touched_by_moved")), [[4, 0]]);
    assert_eq!(after_shot(1, &each("touched_by_fallen")), [[0, 0]]);
    assert_eq!(after_shot(0, &each("touched")), [] as [[Word; 2]; 0]);
    let both = "for m in l.touched + l.touched_by_fallen { m returns }";
    assert_eq!(after_shot(1, both), [[2, 0], [0, 0]]);
    let by_each = |word: &str| {
        format!("for x in figures {{ for m in l.{word}(x) where m is follower {{ m returns }} }}")
    };
    assert_eq!(after_shot(1, &by_each("touched_by")), [[4, 0], [0, 0]]);
    assert_eq!(after_shot(1, &by_each("fallen_on_by")), [[0, 0]]);
    assert_eq!(after_shot(0, &by_each("touched_by")), [] as [[Word; 2]; 0]);
}

/// What the table is asked for a distance, as it answers: shot, thing, and kind of thing.
fn measured(to: &str) -> Vec<[Word; 2]> {
    let then = format!(
        "for x in {to} {{ l.shooter scores distance(l, x) / 1 mm for ball }}
         for x in {to} {{ if distance(l, x) > 1 mm {{ l.shooter scores 0 for ball }} }}"
    );
    after_shot(1, &then)
}

#[test]
fn distances_name_what_is_measured() {
    let answer = |thing: Word, kind: Word| 2_000_000 + thing * 10 + kind;
    let each = |answers: &[Word]| {
        answers.iter().copied().chain(answers.iter().map(|_| 0)).map(|n| [2, n]).collect::<Vec<_>>()
    };
    let figures = [2, 3].map(|figure| answer(figure, 0));
    assert_eq!(measured("all m in figures where m.owner == active.left"), each(&figures));
    assert_eq!(measured("tiles"), each(&[0, 1].map(|tile| answer(tile, 1))));
    let middle = |column| Point::new(TILE_SIDE / 2 + column * TILE_SIDE, TILE_SIDE / 2).word();
    let points = [0, 1].map(|column| answer(middle(column), 2));
    assert_eq!(measured("tiles.centre"), each(&points));
}

#[test]
fn what_lies_nowhere_is_far_from_a_shot() {
    let far = "let nowhere = tiles.rest.rest.first
        let middle = nowhere.centre
        l.shooter scores distance(l, middle) / 1 mm for ball
        if distance(l, nowhere.centre) > 1000 mm { l.shooter scores 1 for ball }
        if distance(l, nowhere) > 1000 mm { l.shooter scores 2 for ball }";
    assert_eq!(after_shot(1, far), [[2, FAR / 1000], [2, 1]]);
}

#[test]
fn the_nearest_are_a_list() {
    let nearest = "for m in least m in figures by distance(l, m) { m returns }
        for m in most m in figures where distance(l, m) > 0 mm by distance(l, m) { m returns }
        l.shooter scores (min t in tiles by distance(l, t)) / 1 mm for ball
        l.shooter scores (max t in tiles by distance(l, t)) / 1 mm for ball";
    assert_eq!(after_shot(1, nearest), [[0, 0], [5, 0], [2, 2_000_001], [2, 2_000_011]]);
}

#[test]
fn shots_are_kept_and_listed() {
    let more = "game keeps last: shot?
         step go in playing {
             let aim = tiles.first else skip
             let l = active shoots ball
             last = l
             let shots = [l]
             let other = l.shooter.left shoots net at aim
             shots += [other]
             for s in least s in shots by s.reach { s.shooter scores 1 for ball }
             for s in most s in shots by s.reach { s.shooter scores 2 for ball }
             if last.caught { active scores 3 for ball }
             let kept = last else skip
             kept.shooter scores (sum s in shots by s.reach) / 1 mm for ball
         }";
    let done = deeds_with(more, &[0, 1]);
    let told: Vec<[Word; 2]> = done.iter().map(|(_, [a, b, ..])| [*a, *b]).collect();
    assert_eq!(told, [[2, 1], [1, 2], [1, 400]]);
}

#[test]
fn seats_and_tiles_are_apart() {
    let holds = |question: &str| ask_with("", question).expect("no fault") == 1;
    assert!(holds("distance(red, green) == 1000 mm and distance(blue, green) == 1500 mm"));
    assert!(holds("2 * 400 mm < distance(red, green)"));
    assert!(holds("distance(tiles.first, tiles.last) == 1"));
    assert!(holds("distance(tiles.last, tiles.first) == 1"));
    assert!(holds("distance(tiles.first, tiles.first) == 0"));
    assert!(holds("tiles.first.distance(tiles.last) <= 1"));
    assert!(holds("tiles.first.centre != tiles.last.centre"));
    assert!(holds("tiles.first.centre == tiles.first.centre"));
    assert!(!holds("tiles.rest.rest.first.centre == tiles.rest.rest.first.centre"));
}
