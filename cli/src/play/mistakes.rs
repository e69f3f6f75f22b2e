//! What could not be done, in the players' language.

use abi::{FaultKind, Reason};
use runtime::{LoadError, PlayError, SAVE_FORMAT, Unclear, UndoError};
use toolkit::OpenError;

use super::{files::told, names::Names};
use crate::{phrases::Phrase, shoot::wrong as wrong_shot};

/// Why an answer was not taken.
pub(super) fn refused(error: &PlayError, names: &Names) -> String {
    let quoted =
        |words: &[String]| -> Vec<String> { words.iter().map(|w| format!("`{w}`")).collect() };
    match error {
        PlayError::Unclear(Unclear::Unreadable(said)) => names.say(Phrase::Unreadable, &[said]),
        PlayError::Unclear(Unclear::NotOffered { said, near, .. }) if near.is_empty() => {
            names.say(Phrase::NoneOffered, &[said])
        }
        PlayError::Unclear(Unclear::NotOffered { said, near, others }) => {
            let mut near = quoted(near).join(", ");
            if *others > 0 {
                near = names.say(Phrase::AndMore, &[&near, &others.to_string()]);
            }
            names.say(Phrase::NotOffered, &[said, &near])
        }
        PlayError::Unclear(Unclear::Landing { said, why }) => {
            let translated = names.phrases.is_foreign().then(|| no_landing(why)).flatten();
            names.say(Phrase::NoLanding, &[said, translated.as_deref().unwrap_or(why)])
        }
        PlayError::Unclear(Unclear::Several { said, matches }) => {
            let matches = matches.join(&names.say(Phrase::Or, &[]));
            names.say(Phrase::CanMean, &[said, &matches])
        }
        PlayError::NoShot { why, line } => {
            let why = wrong_shot(names.phrases, why);
            format!("{}\n  {line}", names.say(Phrase::NoShot, &[&why]))
        }
        PlayError::Refused(_) | PlayError::NotAsked(_) => names.say(Phrase::Refused, &[]),
    }
}

/// What keeps words from being a landing, with a gap for what is named, in English and in Vietnamese: what people at
/// a real table may hear. Whatever else is wrong with whole landings stays in the language of the rules.
const NO_LANDING: &[(&str, &str)] = &[
    ("lengths within a cell are from 0 mm to {}", "khoảng cách trong một ô là từ 0 mm đến {}"),
    ("`{}` cannot touch itself", "`{}` không thể chạm vào chính nó"),
    (
        "`{}` stands there upright, and nothing touched it",
        "`{}` đang đứng ở đó mà chưa bị gì chạm vào",
    ),
    ("`{}` lies there, and nothing touched it", "`{}` đang nằm ở đó mà chưa bị gì chạm vào"),
    ("`{}` lies already, and cannot fall", "`{}` đã nằm sẵn nên không thể đổ"),
    ("`{}` is named twice", "`{}` được nêu hai lần"),
    (
        "a figure moves only if the token or another figure touched it",
        "một quân chỉ di chuyển nếu viên đạn hoặc quân khác chạm vào nó",
    ),
    (
        "nothing can have {} onto a figure unless the token touched another one",
        "không quân nào có thể ngã hoặc bị đẩy vào quân khác nếu viên đạn không chạm vào một quân khác nữa",
    ),
    ("{} is farther from the table than a token flies", "{} xa bàn hơn tầm bay của viên đạn"),
    ("{} is said twice", "câu có phần được nói hai lần"),
    ("no figure is on the tiles", "không có quân nào trên các mảnh đất"),
    ("no figure on the tiles is {}", "không có quân nào trên các mảnh đất là {}"),
    (
        "a position is a cell and two lengths, such as {}",
        "một vị trí gồm một ô và hai khoảng cách, như {}",
    ),
];

/// Why words are no landing, in Vietnamese.
fn no_landing(why: &str) -> Option<String> {
    NO_LANDING.iter().find_map(|(english, vietnamese)| match english.split_once("{}") {
        None => (why == *english).then(|| (*vietnamese).to_owned()),
        Some((before, after)) => {
            let named = why.strip_prefix(before)?.strip_suffix(after)?;
            Some(vietnamese.replacen("{}", named, 1))
        }
    })
}

/// Why an answer is not taken back.
pub(super) fn kept(error: UndoError, names: &Names) -> String {
    let phrase = match error {
        UndoError::Nothing => Phrase::NothingAnswered,
        UndoError::Chance => Phrase::ChanceSince,
        UndoError::Shot => Phrase::ShotSince,
        UndoError::OtherPlayer => Phrase::OtherSince,
    };
    names.say(phrase, &[])
}

/// Why a game is not saved, or does not go on.
pub(super) fn unopened(error: &OpenError, names: &Names) -> String {
    let say = |phrase, word: &str| names.say(phrase, &[word]);
    match error {
        OpenError::Disk { .. } => told(&error.to_string(), names),
        OpenError::NotOver(path) => say(Phrase::NotOver, &path.display().to_string()),
        OpenError::TooLong(answers) => say(Phrase::TooLong, &answers.to_string()),
        OpenError::Missing(name) => say(Phrase::MissingExpansion, name),
        OpenError::Rules(_) => names.say(Phrase::BrokenRules, &[]),
        OpenError::Load(LoadError::NotASave(why)) => say(Phrase::NotASave, why),
        OpenError::Load(LoadError::Version { found }) => {
            names.say(Phrase::OtherFormat, &[&found.to_string(), &SAVE_FORMAT.to_string()])
        }
        OpenError::Load(LoadError::Altered(why)) => say(Phrase::Altered, why),
        OpenError::Load(LoadError::Unknown(name)) => say(Phrase::UnknownName, name),
        OpenError::Load(LoadError::Setup(why)) => say(Phrase::NotSetUp, &why.to_string()),
    }
}

/// What went wrong in a rule. Only what is written here has another text than the English one.
pub(super) fn fault(kind: FaultKind, names: &Names) -> &'static str {
    let translated = if names.phrases.is_foreign() { vietnamese(kind) } else { None };
    translated.unwrap_or(kind.text())
}

fn vietnamese(kind: FaultKind) -> Option<&'static str> {
    Some(match kind {
        FaultKind::Overflow => "một số trở nên quá lớn",
        FaultKind::DivisionByZero => "chia cho số không",
        FaultKind::Budget => "luật này không kết thúc trong số bước cho phép",
        FaultKind::Memory => "danh sách, mảnh đất hoặc quân của luật này cần quá nhiều bộ nhớ",
        FaultKind::Depth => "các luật kích hoạt lẫn nhau quá sâu",
        FaultKind::NotExactlyOne => "`the` cần đúng một, nhưng không có hoặc có nhiều",
        FaultKind::NothingPlaced => "chưa có mảnh đất nào được đặt",
        FaultKind::Internal => "đây là lỗi của carc, không phải của luật",
        FaultKind::Impossible(reason) => match reason {
            Reason::CellTaken => "không thể đặt mảnh đất lên ô đã có mảnh khác",
            Reason::TileLies => "mảnh đất đã nằm trên bàn thì ở nguyên đó",
            Reason::TileGone => "mảnh đất đã bị loại hoặc trả về thì không dùng được",
            Reason::TooFar => "không thể đặt mảnh đất xa tâm bàn chơi như vậy",
            Reason::NotOnBoard => "không thể làm gì ở nơi không nằm trên bàn chơi",
            Reason::NoStand => "quân không thể đứng ở nơi như vậy",
            Reason::NotInSupply => "quân đang đứng ở đâu đó thì không đặt được: hãy chuyển nó",
            Reason::BesideItself => "quân không thể đứng cạnh chính nó",
            Reason::NoFigure => "quân trong hình không còn trong kho",
            Reason::NoTokens => "không thể đặt vật gì ở nơi như vậy",
            Reason::NotHeld => "người chơi không có vật đó",
            Reason::EmptyRange => "không gieo được gì: khoảng số rỗng",
            Reason::WideRange => "khoảng số để gieo quá rộng",
            // What only authors of rules and tools meet stays in the language of the rules.
            _ => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use toolkit::{Library, Messages};

    use super::*;
    use crate::phrases::Phrases;

    fn names(language: &str) -> Names {
        let messages = Messages::new(&Library::built_in(), language);
        Names { messages, phrases: Phrases::new(language) }
    }

    #[test]
    fn in_english_the_words_are_those_of_the_errors() {
        let words = |words: &[&str]| words.iter().map(|&w| w.to_owned()).collect::<Vec<_>>();
        let (said, near) = ("x".to_owned(), words(&["a", "b"]));
        let english = names("en");
        for error in [
            Unclear::Unreadable(said.clone()),
            Unclear::NotOffered { said: said.clone(), near: near.clone(), others: 3 },
            Unclear::NotOffered { said: said.clone(), near: near.clone(), others: 0 },
            Unclear::NotOffered { said: said.clone(), near: Vec::new(), others: 0 },
            Unclear::Several { said, matches: near },
        ] {
            let error = PlayError::Unclear(error);
            assert_eq!(refused(&error, &english), error.to_string());
            assert_ne!(refused(&error, &names("vi")), error.to_string());
        }
        for error in [
            LoadError::NotASave("it is torn".into()),
            LoadError::Version { found: 0 },
            LoadError::Altered("its end is missing".into()),
            LoadError::Unknown("castle".into()),
        ] {
            let error = OpenError::Load(error);
            assert_eq!(unopened(&error, &english), error.to_string());
            assert_ne!(unopened(&error, &names("vi")), error.to_string());
        }
        for error in [
            OpenError::NotOver("diary.txt".into()),
            OpenError::Missing("castle".into()),
            OpenError::TooLong(100),
            OpenError::Rules(toolkit::Report::default()),
        ] {
            assert_eq!(unopened(&error, &english), error.to_string());
            assert_ne!(unopened(&error, &names("vi")), error.to_string());
        }
        for error in
            [UndoError::Nothing, UndoError::Chance, UndoError::Shot, UndoError::OtherPlayer]
        {
            assert!(kept(error, &english).starts_with(&error.to_string()));
            assert!(!kept(error, &names("vi")).starts_with(&error.to_string()));
        }
    }

    #[test]
    fn faults_are_told_in_the_language_of_the_players() {
        for kind in [
            FaultKind::Overflow,
            FaultKind::DivisionByZero,
            FaultKind::Budget,
            FaultKind::Memory,
            FaultKind::Depth,
            FaultKind::NotExactlyOne,
            FaultKind::NothingPlaced,
            FaultKind::Internal,
            FaultKind::Impossible(Reason::CellTaken),
        ] {
            assert_eq!(fault(kind, &names("en")), kind.text());
            assert_ne!(fault(kind, &names("vi")), kind.text());
        }
    }
}
