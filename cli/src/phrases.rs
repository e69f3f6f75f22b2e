//! What the command line itself says during a game, in the languages that it speaks. Words of rules are not
//! among them: those come from the messages of expansions.

use std::env;

/// A phrase; `{}` are places for words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phrase {
    /// Head of a turn: number, player, tiles left.
    Turn,
    /// A player draws a tile.
    Draws,
    /// A player rolls a number.
    Rolls,
    /// A player places a tile somewhere.
    Places,
    /// A player deploys a figure somewhere.
    Deploys,
    /// A figure goes home from somewhere.
    Returns,
    /// A figure goes from one place to another.
    Moves,
    /// A tile, or a pile of them, leaves the game.
    Leaves,
    /// A tile goes to a pile.
    ToPile,
    /// A player takes so many tokens.
    Takes,
    /// A player takes a token back.
    TakesBack,
    /// A player puts a token on a place.
    Puts,
    /// Somebody's figure.
    Owned,
    /// On a segment.
    On,
    /// At a cell.
    At,
    /// Turned by so many degrees.
    Turned,
    /// Nobody has points to explain.
    NoPoints,
    /// A player gets points for something.
    Scores,
    /// A player loses points for something.
    Loses,
    /// A player wins.
    Wins,
    /// The final scoring begins.
    Finish,
    /// The game is over.
    Over,
    /// To pass.
    Nothing,
    /// Yes.
    Yes,
    /// No.
    No,
    /// A role in a feature of so many tiles.
    In,
    /// Of so many tiles.
    Tiles,
    /// It can still grow.
    Open,
    /// What can be typed.
    Prompt,
    /// How to have the same game again.
    Seed,
    /// A saved game goes on.
    Loaded,
    /// The input has ended before the game.
    Ended,
}

/// Phrases in English and in Vietnamese.
const TEXTS: &[(Phrase, &str, &str)] = &[
    (Phrase::Turn, "Turn {} · {} · {} left", "Lượt {} · {} · còn {}"),
    (Phrase::Draws, "{} draws {}", "{} rút {}"),
    (Phrase::Rolls, "{} rolls {}", "{} gieo được {}"),
    (Phrase::Places, "{} places {} {}", "{} đặt {} {}"),
    (Phrase::Deploys, "{} deploys {}", "{} đặt {}"),
    (Phrase::Returns, "{} goes home", "{} trở về kho"),
    (Phrase::Moves, "{} moves to {}", "{} chuyển đến {}"),
    (Phrase::Leaves, "{} leaves the game", "{} bị loại khỏi ván chơi"),
    (Phrase::ToPile, "{} goes to {}", "{} vào {}"),
    (Phrase::Takes, "{} takes {} {}", "{} lấy {} {}"),
    (Phrase::TakesBack, "{} takes back {}", "{} lấy lại {}"),
    (Phrase::Puts, "{} puts {} on {}", "{} đặt {} lên {}"),
    (Phrase::Owned, "{} {}", "{}: {}"),
    (Phrase::On, "on", "trên"),
    (Phrase::At, "at", "ở"),
    (Phrase::Turned, "turned", "xoay"),
    (Phrase::NoPoints, "nobody has scored in that time", "chưa ai được điểm trong lúc đó"),
    (Phrase::Scores, "{} +{} for {}", "{} +{} cho {}"),
    (Phrase::Loses, "{} -{} for {}", "{} -{} cho {}"),
    (Phrase::Wins, "{} wins", "{} thắng"),
    (Phrase::Finish, "The last turn is over: final scoring", "Lượt cuối đã xong: tính điểm cuối"),
    (Phrase::Over, "The game is over", "Ván chơi kết thúc"),
    (Phrase::Nothing, "nothing", "không làm gì"),
    (Phrase::Yes, "yes", "có"),
    (Phrase::No, "no", "không"),
    (Phrase::In, "{}, {}", "{}, {}"),
    (Phrase::Tiles, "{} tiles", "{} mảnh"),
    (Phrase::Open, "open", "còn mở"),
    (Phrase::Prompt, "number, answer or help", "số, câu trả lời hoặc help"),
    (
        Phrase::Seed,
        "seed {}: the same number gives the same draws",
        "hạt giống {}: cùng số thì rút giống nhau",
    ),
    (
        Phrase::Loaded,
        "A saved game goes on after {} answers",
        "Ván đã lưu tiếp tục sau {} câu trả lời",
    ),
    (
        Phrase::Ended,
        "The input has ended, and the game stops here",
        "Hết dữ liệu nhập, ván chơi dừng ở đây",
    ),
];

/// The phrases of one language; of English for a language that is not spoken here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Phrases {
    vietnamese: bool,
}

impl Phrases {
    /// The phrases of a language such as `vi`.
    pub(crate) fn new(language: &str) -> Self {
        Self { vietnamese: language == "vi" }
    }

    /// A phrase with words in its places.
    pub(crate) fn say(self, phrase: Phrase, words: &[&str]) -> String {
        let found = TEXTS.iter().find(|(key, ..)| *key == phrase);
        let &(_, english, vietnamese) = found.expect("every phrase has its texts");
        let text = if self.vietnamese { vietnamese } else { english };
        let mut said = String::new();
        let mut words = words.iter();
        for (i, piece) in text.split("{}").enumerate() {
            if i > 0 {
                said.push_str(words.next().copied().unwrap_or_default());
            }
            said.push_str(piece);
        }
        said
    }
}

/// The language of the texts: the given one, or that of the environment, or English.
pub(crate) fn language(given: Option<&str>) -> String {
    let environment = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| {
        let value = env::var(name).ok()?;
        (!value.is_empty()).then_some(value)
    });
    language_of(given.or(environment.as_deref()).unwrap_or_default())
}

/// `vi` from `vi_VN.UTF-8`.
fn language_of(locale: &str) -> String {
    let language: String = locale.chars().take_while(char::is_ascii_alphabetic).collect();
    match language.to_ascii_lowercase().as_str() {
        "" | "c" | "posix" => "en".to_owned(),
        other => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_has_as_many_places_in_each_language() {
        for (phrase, english, vietnamese) in TEXTS {
            let places = |text: &str| text.matches("{}").count();
            assert_eq!(places(english), places(vietnamese), "{phrase:?}");
            assert_eq!(TEXTS.iter().filter(|(other, ..)| other == phrase).count(), 1);
        }
    }

    #[test]
    fn words_go_into_their_places() {
        let scores = Phrases::new("en").say(Phrase::Scores, &["Red", "4", "city"]);
        assert_eq!(scores, "Red +4 for city");
        assert_eq!(Phrases::new("vi").say(Phrase::Yes, &[]), "có");
        assert_eq!(Phrases::new("xx").say(Phrase::Yes, &[]), "yes");
    }

    #[test]
    fn languages_come_from_locales() {
        for (locale, language) in [
            ("vi_VN.UTF-8", "vi"),
            ("C", "en"),
            ("", "en"),
            ("POSIX", "en"),
            ("de", "de"),
            ("C.UTF-8", "en"),
        ] {
            assert_eq!(language_of(locale), language, "{locale}");
        }
    }
}
