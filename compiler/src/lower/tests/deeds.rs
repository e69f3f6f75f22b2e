//! What steps, deeds and hooks do, in which order.

use abi::{HostOp, Word};

use super::deeds_with;

/// The players and numbers of the scores that a step `go` leads to.
fn scores(more: &str, answers: &[Word]) -> Vec<(Word, Word)> {
    let deeds = deeds_with(more, answers);
    let scores = deeds.iter().filter(|(op, _)| *op == HostOp::Score);
    scores.map(|(_, args)| (args[0], args[1])).collect()
}

#[test]
fn hooks_stand_round_their_deed() {
    let more = "
        to fire(p: player) { p scores 10 for land }
        before fire(p) { p scores 1 for land }
        before fire(p) { p scores 2 for land }
        after fire(p) { p scores 3 for land }
        after fire(p) { p scores 4 for land }
        step go in playing { fire(active) }
    ";
    assert_eq!(scores(more, &[]), [(0, 2), (0, 1), (0, 10), (0, 3), (0, 4)]);
}

#[test]
fn instead_of_stands_for_the_deed_or_does_it() {
    let rules = |body: &str| {
        format!(
            "to fire(p: player) {{ p scores 10 for land }}
            instead of fire(p) when p.points < 100 {{ {body} }}
            after fire(p) {{ p scores 3 for land }}
            step go in playing {{ fire(active) }}"
        )
    };
    assert_eq!(scores(&rules("p scores 5 for land"), &[]), [(0, 5)]);
    assert_eq!(scores(&rules("p scores 5 for land fire(p)"), &[]), [(0, 5), (0, 10), (0, 3)]);
}

#[test]
fn a_hook_does_not_answer_itself() {
    let more = "
        after p scores n for x { p scores n + 1 for x }
        step go in playing { active scores 1 for land  active scores 5 for land }
    ";
    assert_eq!(scores(more, &[]), [(0, 1), (0, 2), (0, 5), (0, 6)]);
    let more = "
        after p scores n for x when n < 100 { p scores n + 100 for x }
        after p scores n for x when n > 50 { p scores n + 1000 for x }
        step go in playing { active scores 1 for land }
    ";
    // The second hook answers what the first one does, and the first one what the second does not.
    assert_eq!(scores(more, &[]), [(0, 1), (0, 101), (0, 1101)]);
}

#[test]
fn who_is_in_the_supply_does_not_return() {
    let more = "
        after m returns from s when m is pawn { m.owner scores 1 for land }
        step go in playing { for m in figures { m returns } }
    ";
    assert_eq!(scores(more, &[]), [(0, 1), (1, 1)]);
}

#[test]
fn a_loop_goes_over_the_list_as_it_was() {
    let more = "step go in playing { for m in features.first.followers { m returns } }";
    assert_eq!(deeds_with(more, &[]).len(), 2);
    let more = "step go in playing {
        for p in players where p.points < 9 { p.left scores 0 - 5 for land  p scores 6 for land }
    }";
    // Player 1 has lost five points when his turn comes, player 0 has won six.
    assert_eq!(scores(more, &[]), [(1, -5), (0, 6), (2, -5), (1, 6), (0, -5), (2, 6)]);
}

#[test]
fn ways_out_lead_where_they_say() {
    let more = "step go in playing {
        for n in 1..9 {
            if n == 2 { next }
            if n == 5 { stop }
            active scores n for land
        }
        repeat 2 times { active scores 20 for land }
        inner(active)
        active scores 30 for land
        if active.points > 0 { skip }
        active scores 40 for land
    }
    to inner(p: player) { for q in players { p scores 7 for land  skip } }";
    assert_eq!(scores(more, &[]), [(0, 1), (0, 3), (0, 4), (0, 20), (0, 20), (0, 7), (0, 30)]);
}

#[test]
fn menus_offer_and_open_again() {
    let more = "
        menu action
        offer plain in action { active scores 1 for land }
        offer pick in action: n from [4, 5, 6] { active scores n for land }
        offer extra in action { active scores 9 for land  again }
        step go in playing { active may choose from action }
    ";
    assert_eq!(scores(more, &[2]), [(0, 5)]);
    assert_eq!(scores(more, &[abi::ABSENT]), []);
    assert_eq!(scores(more, &[4, 0]), [(0, 9), (0, 1)]);
}

#[test]
fn a_menu_may_open_out_of_its_own_offers() {
    let more = "
        menu action
        offer more in action { active scores 1 for land  active may choose from action }
        offer last in action { active scores 2 for land }
        step go in playing { active may choose from action  active scores 3 for land }
    ";
    assert_eq!(scores(more, &[0, 0, 1]), [(0, 1), (0, 1), (0, 2), (0, 3)]);
}

#[test]
fn deeds_that_wait_give_their_value_back() {
    let more = "
        to pick(p: player) -> int {
            let n = p may choose from [3, 4] else return 100
            return n + 1
        }
        before pick(p) { p scores 50 for land }
        step go in playing {
            for p in players { let n = pick(p)  p scores n for land }
        }
    ";
    let expected = [(0, 50), (0, 4), (1, 50), (1, 100), (2, 50), (2, 5)];
    assert_eq!(scores(more, &[3, abi::ABSENT, 4]), expected);
}

#[test]
fn lists_outlive_asks() {
    let more = "
        to pick(p: player) -> list of player {
            let n = p may choose from [1, 2] else return []
            return all q in players where q != p
        }
        step go in playing {
            let rich = all p in players where p.points > 3
            for p in rich {
                let others = pick(p)
                for q in others { q scores count rich for land }
            }
        }
    ";
    assert_eq!(scores(more, &[1, abi::ABSENT]), [(0, 2), (2, 2)]);
}

#[test]
fn kept_properties_change() {
    let more = "
        game keeps seen: list of player
        player keeps crowns: int
        step go in playing {
            for p in players { seen += [p]  p.crowns = p.crowns + 2  p.crowns += 1 }
            active scores count seen for land
            for p in seen { p scores p.crowns for land }
        }
    ";
    assert_eq!(scores(more, &[]), [(0, 3), (0, 3), (1, 3), (2, 3)]);
}
