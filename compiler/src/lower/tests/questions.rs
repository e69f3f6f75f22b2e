//! What questions answer.

use abi::FaultKind;

use super::{ask_with, fault_of, holds};

#[test]
fn list_questions_over_players() {
    assert!(holds("(count p in players where p.points > 3) == 2"));
    assert!(holds("(sum p in players by p.points) == 21"));
    assert!(holds("(max p in players by p.points) == 9"));
    assert!(holds("(min p in players by p.points) == 3"));
    assert!(holds("(max p in players where p.points > 50 by p.points) == 0"));
    assert!(holds("(min p in players where p.points > 50 by p.points) == 0"));
    assert!(holds("(most p in players by p.points) == [blue, green]"));
    assert!(holds("(least p in players by p.points) == [red]"));
    assert!(holds("(most p in players where p.points < 9 by p.points) == [red]"));
    assert!(holds("(most p in players where p.points > 3 by p.points) == [blue, green]"));
    assert!(holds("(first p in players where p.points > 3) == blue"));
    assert!(holds("(the p in players where p.points == 3) == red"));
    assert!(holds("(any p in players where p.points == 3)"));
    assert!(holds("(no p in players where p.points == 4)"));
    assert!(holds("(every p in players where p.points >= 3)"));
    assert!(!holds("(every p in players where p.points > 3)"));
    assert!(holds("(all p in players by p.points) == [3, 9]"));
}

#[test]
fn the_needs_exactly_one() {
    assert_eq!(fault_of("(the p in players where p.points == 9) == red"), FaultKind::NotExactlyOne);
    assert_eq!(fault_of("(the p in players where p.points == 4) == red"), FaultKind::NotExactlyOne);
}

#[test]
fn seats_go_round() {
    assert!(holds("(clockwise from blue) == [blue, green, red]"));
    assert!(holds("(clockwise after blue) == [green, red, blue]"));
    assert!(holds("red.left == blue and red.right == green and green.left == red"));
}

#[test]
fn lists_are_joined_and_taken_apart() {
    assert!(holds("[red, blue] + [blue, green] == players"));
    assert!(holds("players - [blue] == [red, green]"));
    assert!(holds("players.first == red and players.last == green"));
    assert!(holds("players.rest == [blue, green] and count players.rest.rest.rest == 0"));
    assert!(holds("red in [blue, red] and green not in [blue, red]"));
    assert!(holds("(sum n in 1..4 by n) == 10 and (count n in 3..2) == 0"));
}

#[test]
fn arithmetic_is_checked() {
    assert!(holds("red.points * 5 - 1 == 14 and 17 / blue.points == 1 and 17 % blue.points == 8"));
    assert_eq!(fault_of("10 / (red.points - 3) == 1"), FaultKind::DivisionByZero);
    let big = "9223372036854775807";
    assert_eq!(fault_of(&format!("{big} * red.points == 1")), FaultKind::Overflow);
}

#[test]
fn absent_things_pass_no_test() {
    let more = "player keeps rival: player?";
    let holds = |question: &str| ask_with(more, question).unwrap() == 1;
    assert!(holds("red.rival is none"));
    assert!(!holds("red.rival == blue"));
    assert!(holds("red.rival != blue"));
    assert!(!holds("red.rival == blue.rival"));
    assert!(!holds("red.rival.points > 1"));
    assert!(holds("not (red.rival.points > 1)"));
    assert!(!holds("red.rival.points < 100"));
    assert!(holds("red.rival.rival is none"));
    assert!(holds("players.rival is empty"));
    assert!(holds("red.rival.supply is empty"));
    assert!(!holds("red.rival in players"));
}

#[test]
fn the_board_is_read() {
    assert!(holds("count tiles == 2 and count features == 2 and count figures == 6"));
    assert!(holds("(count f in features where f is lane) == 1"));
    assert!(holds("(sum f in features by f.wells) == 3"));
    assert!(holds("count red.supply == 1 and count red.deployed == 1 and green.deployed is empty"));
    assert!(holds("(count m in figures where m.deployed) == 2"));
    assert!(holds("tiles.first.segments.first.feature == tiles.last.segments.first.feature"));
    assert!(holds("tiles.first.segments.first.feature != tiles.last.segments.last.feature"));
    assert!(holds("count features.segments == 3 and count features.first.segments == 2"));
    assert!(holds("features.first.followers.owner == [red, blue]"));
    assert!(holds("count tiles.segments == 3 and count tiles.segments.feature == 2"));
    assert!(holds("tiles.first.x == 0 and tiles.last.x == 1 and tiles.last.y == 0"));
    assert!(holds("(count m in figures where m.feature is lane) == 2"));
    assert!(holds(
        "count tiles.last.figures == 1 and count tiles.last.segments.first.figures == 1"
    ));
}

#[test]
fn the_segments_of_many_tiles_come_one_tile_after_the_other() {
    assert!(holds("(all s in tiles.segments where s is lane).tile == tiles"));
    assert!(holds("(count s in tiles.segments where s is hut) == 1"));
    assert!(holds("(sum s in tiles.segments by s.tile.x) == 2"));
    assert!(holds("any s in tiles.segments where s.tile == tiles.first"));
    assert!(holds("any s in tiles.segments where s is hut"));
    assert!(!holds("any s in tiles.segments where s.tile.x == 2"));
    assert!(holds("(all s in ([tiles.last] + tiles).segments where s is lane).tile.first.x == 1"));
    assert!(holds("(count s in features.segments.tile.segments where s is lane) == 2"));
    assert!(holds(
        "(count s in (all t in tiles where t.x == 1 by t.segments) where s is lane) == 1"
    ));
}

#[test]
fn corners_of_tiles() {
    assert!(holds("count tiles.first.corners == 4 and count tiles.corners == 6"));
    assert!(holds("tiles.first.corners.rest.first == tiles.last.corners.first"));
    assert!(holds("tiles.first.corners.rest.rest.first == tiles.last.corners.last"));
    assert!(holds("tiles.last.corners.first.tiles == tiles"));
    assert!(holds("tiles.first.corners.first.tiles == [tiles.first]"));
    assert!(holds("(every c in tiles.corners where c.feature is lane)"));
    assert!(holds("count tiles.last.corners.last.segments == 2"));
    assert!(holds("tiles.rest.rest.first.corners is empty"));
}

#[test]
fn cells_lie_in_directions() {
    let more = "tile has arrow: direction?
        extend tile one { arrow = E }
        extend tile two { arrow = NW }";
    let ask = |question: &str| ask_with(more, question);
    assert_eq!(ask("tiles.first.cell.towards(tiles.first.arrow, 1) == tiles.last.cell"), Ok(1));
    for (direction, x, y) in [
        ("first.arrow", 5, 0),
        ("first.arrow.right", 0, 5),
        ("first.arrow.left", 0, -5),
        ("first.arrow.opposite", -5, 0),
        ("last.arrow", -5, -5),
        ("last.arrow.right", 5, -5),
        ("last.arrow.left", -5, 5),
        ("last.arrow.opposite", 5, 5),
    ] {
        let cell = format!("tiles.first.cell.towards(tiles.{direction}, 5)");
        assert_eq!(ask(&format!("{cell}.x == {x} and {cell}.y == {y}")), Ok(1), "{direction}");
    }
    assert_eq!(ask("tiles.first.cell.towards(tiles.first.arrow, -3).x == -3"), Ok(1));
    let nowhere = "tiles.rest.rest.first.cell.towards(tiles.first.arrow, 1) is none";
    assert_eq!(ask(nowhere), Ok(1));
    for far in ["32768", "4000000000", "9223372036854775807", "-32769"] {
        let beyond = ask(&format!("tiles.first.cell.towards(tiles.first.arrow, {far}).x == 1"));
        assert_eq!(beyond.expect_err(far).kind, FaultKind::Overflow);
    }
    assert_eq!(ask("tiles.first.cell.towards(tiles.first.arrow, 32767).x == 32767"), Ok(1));
    assert_eq!(ask("tiles.first.cell.towards(tiles.first.arrow, -32768).x == -32768"), Ok(1));
}

#[test]
fn formulas_by_kind_and_adjustments() {
    assert!(holds("(sum f in features by worth(f, red)) == 13"));
    assert!(holds("(count f in features where f.completed) == 1"));
    let more = "
        fn price(p: player) -> int = 10
        adjust price(p) by 5 when p.points > 3
        adjust price(p) to 2 * it
        adjust price(p) at most 25
        fn friends(p: player) -> list of player = [p]
        adjust friends(p) by [p.left]
        adjust worth(f: hut, p) by 1
    ";
    let holds = |question: &str| ask_with(more, question).unwrap() == 1;
    assert!(holds("price(red) == 20 and price(blue) == 25"));
    assert!(holds("friends(blue) == [blue, green]"));
    assert!(holds("(sum f in features by worth(f, red)) == 14"));
}

#[test]
fn spots_keep_to_what_is_allowed() {
    assert!(holds("count spots(red, tiles.segments) == 2"));
    let more = "forbid p deploys spot when spot.place.tile == tiles.first";
    assert_eq!(ask_with(more, "count spots(red, tiles.segments) == 1"), Ok(1));
    let more = "forbid m moves to s when s.tile == tiles.first and m.owner == active";
    assert_eq!(ask_with(more, "count spots(red, tiles.segments) == 1"), Ok(1));
    assert_eq!(ask_with(more, "count spots(blue, tiles.segments) == 2"), Ok(1));
    let moved = "count spots_for(figures, tiles.segments) == 10";
    assert_eq!(ask_with(more, moved), Ok(1));
    // Nobody has one of the others, which is known before the game or in it.
    for number in [0, 1] {
        let more = format!(
            "figure tower {{ each player {number} stands on hut }}
            figure rook: follower {{ each player {number} }}
            figure bishop: follower {{ each player {number} stands on hut }}
            figure king {{ each player {number} stands on lane }}"
        );
        assert_eq!(
            ask_with(&more, "(count s in spots(red, tiles.segments) where s.figure is pawn) == 2"),
            Ok(1)
        );
    }
}
