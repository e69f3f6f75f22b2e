//! What is said of shots, in English and in Vietnamese.

use abi::ShotError;

use crate::phrases::Phrases;

/// A text in English and in Vietnamese; `{}` are places for words.
pub(super) type Words = (&'static str, &'static str);

pub(super) const THROW: Words = (
    "from {} {} at {} high, heading {}, {} up, {} m/s",
    "từ {} {} ở độ cao {}, hướng {}, góc nâng {}, {} m/s",
);
pub(super) const FLIGHT: Words = ("{} ms, {} high, {}", "{} ms, cao {}, {}");
pub(super) const FIRST_TOUCHES: Words = ("first touches {}", "chạm trước tiên vào {}");
pub(super) const TOUCHES_NOTHING: Words = ("touches nothing", "không chạm gì");
pub(super) const CAUGHT: Words = ("caught", "bị bắt");
pub(super) const FUMBLED: Words = ("touched, not caught", "bị chạm, không bị bắt");
pub(super) const NO_HAND: Words = ("the hand met nothing", "tay không chạm gì");
pub(super) const REACH: Words =
    ("{} along the line, the ruler at {}: {}", "{} dọc theo đường bắn, thước ở {}: {}");
pub(super) const FAR: Words = ("far enough", "đủ xa");
pub(super) const SHORT: Words = ("too short", "quá gần");
pub(super) const REST: Words =
    ("at ({}, {}) {} {}, turned {}, {}", "ở ({}, {}) {} {}, xoay {}, {}");
pub(super) const BESIDE_TILES: Words = ("beside the tiles", "ngoài các mảnh đất");
pub(super) const OFF_TABLE: Words = ("off the table", "rơi khỏi bàn");
pub(super) const ON_TILE: Words = ("on a tile", "trên một mảnh đất");
pub(super) const ON_TILES: Words = ("on {} tiles", "trên {} mảnh đất");
pub(super) const BY_TOKEN: Words = ("by the token", "bởi viên đạn");
pub(super) const PUSHED_BY: Words = ("pushed by {}", "bị đẩy bởi {}");
pub(super) const UNDER: Words = ("under {}", "nằm dưới {}");
pub(super) const FELL_OVER: Words = ("fell over", "đổ");
pub(super) const MOVED: Words = ("moved", "bị xê dịch");
pub(super) const NOBODY: Words = ("nobody", "không quân nào");
pub(super) const TARGET: Words =
    ("{} from the tile, {} from its middle", "cách mảnh đất {}, cách tâm mảnh đất {}");
pub(super) const FIGURE: Words = ("figure {}", "quân {}");
pub(super) const TABLE: Words = ("the table", "mặt bàn");
pub(super) const TILE: Words = ("a tile", "một mảnh đất");
pub(super) const OTHER_TOKEN: Words = ("another token", "viên đạn khác");
pub(super) const HAND: Words = ("the hand", "bàn tay");

pub(super) const SHOTS: Words =
    ("{} shot{}, {} figure{} fell over in all", "{} phát bắn{}, tổng cộng {} quân{} bị đổ");
pub(super) const RESTS_ON_TILE: Words = ("rests on a tile", "nằm trên mảnh đất");
pub(super) const TOUCHED_BY_TOKEN: Words = ("{} touched by the token", "viên đạn chạm {} quân");
pub(super) const TOUCHED_BY_OTHERS: Words =
    ("{} touched by moved or fallen ones", "{} quân bị quân khác đẩy hoặc đổ vào");
pub(super) const MISSED_FAR: Words = ("missed, far enough", "không chạm tay, đủ xa");
pub(super) const MISSED_SHORT: Words = ("missed, too short", "không chạm tay, quá gần");
pub(super) const HIT: Words = ("hit: {}", "trúng: {}");
pub(super) const NEAREST: Words = ("nearest: {}", "gần nhất: {}");
pub(super) const FROM_TARGET: Words = (
    "from the target: {} to {}, half of them within {}",
    "cách mục tiêu: {} đến {}, một nửa trong vòng {}",
);
pub(super) const FROM_MIDDLE: Words = (
    "from its middle: {} to {}, half of them within {}",
    "cách tâm mục tiêu: {} đến {}, một nửa trong vòng {}",
);

const RANGE: Words = ("{} is {}; it must be from {} to {}", "{} là {}; phải từ {} đến {}");
const OFF_THE_TABLE: Words =
    ("the launcher does not stand on the table", "máy bắn đá không đứng trên bàn");
const OVERLAP: Words = ("{} and {} stand in the same place", "{} và {} đứng cùng một chỗ");
const ACROSS: Words = (
    "{} stands across the rim of the tiles; a figure stands with its middle on a tile, or wholly beside them",
    "{} đứng vắt ngang mép các mảnh đất; tâm của quân phải ở trên một mảnh, hoặc cả quân ở ngoài các mảnh",
);
const IN_THE_AIR: Words = (
    "{} stands neither on a tile nor on the table",
    "{} không đứng trên mảnh đất nào, cũng không đứng trên bàn",
);
/// What is out of its range, in English and in Vietnamese.
const RANGES: &[(&str, &str)] = &[
    ("the height of the launch", "độ cao lúc bắn"),
    ("the heading", "hướng bắn"),
    ("the elevation", "góc nâng"),
    ("the speed", "tốc độ"),
    ("the hand's height", "độ cao của bàn tay"),
    ("a figure's width", "bề ngang của một quân"),
    ("a figure's depth", "bề dày của một quân"),
    ("a figure's height", "chiều cao của một quân"),
    ("a figure's place", "chỗ của một quân"),
    ("a tile's place", "chỗ của một mảnh đất"),
    ("the thrown token's width", "bề ngang của viên đạn"),
    ("the thrown token's depth", "bề dày của viên đạn"),
    ("the thrown token's thickness", "độ dày của viên đạn"),
    ("the number of figures within 10 m", "số quân trong vòng 10 m"),
    ("the number of lying tokens", "số viên đạn nằm trên bàn"),
];

/// A place that no throw reaches.
pub(super) const OUT_OF_REACH: Words = (
    "that place is out of reach: so steeply not even the fastest throw comes there",
    "chỗ đó ngoài tầm bắn: với góc nâng này, bắn mạnh nhất cũng không tới",
);
/// The place from which the token is thrown.
pub(super) const OWN_PLACE: Words = (
    "that place is the shooter's own: a token that is thrown nowhere only drops there",
    "chỗ đó là chỗ của chính người bắn: viên đạn không bay đi đâu mà chỉ rơi xuống",
);

/// Heads of the lines of a report, by what they are called among themselves.
const HEADS: &[(&str, &str)] = &[
    ("throw", "bắn"),
    ("flight", "bay"),
    ("catch", "bắt"),
    ("reach", "tầm"),
    ("rest", "nằm"),
    ("touched", "chạm"),
    ("nearest", "gần"),
    ("target", "đích"),
];

/// A text with words in its places.
pub(super) fn say(phrases: Phrases, (english, vietnamese): Words, words: &[&str]) -> String {
    let text = if phrases.is_foreign() { vietnamese } else { english };
    let mut pieces = text.split("{}");
    let mut said = pieces.next().unwrap_or_default().to_owned();
    for (i, piece) in pieces.enumerate() {
        said.push_str(words.get(i).copied().unwrap_or_default());
        said.push_str(piece);
    }
    said
}

/// What a line of a report is called by those who read it.
pub(crate) fn head(phrases: Phrases, what: &'static str) -> &'static str {
    let foreign = HEADS.iter().find(|(english, _)| phrases.is_foreign() && *english == what);
    foreign.map_or(what, |(_, vietnamese)| vietnamese)
}

/// Why a shot cannot be. What only authors of tables meet stays in the language of the rules.
pub(crate) fn wrong(phrases: Phrases, error: &ShotError) -> String {
    let name = |name: &str| phrases.notation(name);
    match error {
        ShotError::Range(what, found, least, most) => {
            let foreign =
                RANGES.iter().find(|(english, _)| phrases.is_foreign() && english == what);
            let what = foreign.map_or(*what, |(_, vietnamese)| vietnamese);
            let numbers = [found, least, most].map(ToString::to_string);
            let numbers = numbers.each_ref().map(|text| match phrases.is_foreign() {
                true => text.replace("degrees", "độ"),
                false => text.clone(),
            });
            say(phrases, RANGE, &[what, &numbers[0], &numbers[1], &numbers[2]])
        }
        ShotError::OffTable => say(phrases, OFF_THE_TABLE, &[]),
        ShotError::Overlap(a, b) => say(phrases, OVERLAP, &[&name(a), &name(b)]),
        ShotError::AcrossTheRim(figure) => say(phrases, ACROSS, &[&name(figure)]),
        ShotError::InTheAir(figure) => say(phrases, IN_THE_AIR, &[&name(figure)]),
        error => error.to_string(),
    }
}

/// What is said of a place that no throw reaches.
pub(crate) fn out_of_reach(phrases: Phrases) -> String {
    say(phrases, OUT_OF_REACH, &[])
}

#[cfg(test)]
mod tests {
    use abi::Quantity;

    use super::*;

    #[test]
    fn words_go_into_their_places_in_each_language() {
        let words = ["1 mm", "2 mm", "{}"];
        let said = |language| say(Phrases::new(language), REACH, &words);
        assert_eq!(said("en"), "1 mm along the line, the ruler at 2 mm: {}");
        assert_eq!(said("vi"), "1 mm dọc theo đường bắn, thước ở 2 mm: {}");
        assert_eq!(head(Phrases::new("vi"), "flight"), "bay");
        assert_eq!(head(Phrases::new("en"), "flight"), "flight");
    }

    #[test]
    fn what_cannot_be_is_said_in_each_language() {
        let speed = [0, 1, 20_000].map(Quantity::Speed);
        let errors = [
            ShotError::Range("the speed", speed[0], speed[1], speed[2]),
            ShotError::OffTable,
            ShotError::Overlap("red peg".to_owned(), "blue peg".to_owned()),
            ShotError::AcrossTheRim("red peg".to_owned()),
            ShotError::InTheAir("red peg".to_owned()),
        ];
        for error in errors {
            assert_eq!(wrong(Phrases::new("en"), &error), error.to_string());
            assert_ne!(wrong(Phrases::new("vi"), &error), error.to_string());
        }
        let told =
            wrong(Phrases::new("vi"), &ShotError::Range("the speed", speed[0], speed[1], speed[2]));
        assert_eq!(told, "tốc độ là 0 m/s; phải từ 0.001 m/s đến 20 m/s");
    }

    #[test]
    fn every_text_has_as_many_places_in_each_language() {
        for (english, vietnamese) in [
            RANGE,
            OVERLAP,
            ACROSS,
            IN_THE_AIR,
            THROW,
            FLIGHT,
            FIRST_TOUCHES,
            REACH,
            REST,
            ON_TILES,
            PUSHED_BY,
            UNDER,
            TARGET,
            FIGURE,
            SHOTS,
            TOUCHED_BY_TOKEN,
            TOUCHED_BY_OTHERS,
            HIT,
            NEAREST,
            FROM_TARGET,
            FROM_MIDDLE,
        ] {
            let places = |text: &str| text.matches("{}").count();
            assert!(places(english) > 0 && places(english) == places(vietnamese), "{english}");
        }
    }
}
