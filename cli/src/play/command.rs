//! What a player types: the number of an option, an answer in words, or a word to the program.

use std::{io::BufRead, path::PathBuf};

/// The longest line that is read; nobody types more.
const LONGEST: u64 = 4096;

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// An empty line.
    Nothing,
    /// An option by its number, from 1.
    Number(usize),
    /// An option in words.
    Answer(String),
    /// The board as it would be after an option.
    Try(usize),
    /// Take back the last answer; with `free` whatever happened since.
    Undo {
        /// Whether chance and others are taken back too.
        free: bool,
    },
    /// Why points were given: in the last turns, or in the whole game.
    Why(Option<usize>),
    /// Why an answer is on offer, or is not.
    WhyAnswer(String),
    /// Add the game to a file of scenarios.
    Record(PathBuf),
    /// The board once more.
    Board,
    /// All options.
    Options,
    /// Everything that was answered.
    Log,
    /// Save into a file, unless another game is in it.
    Save(PathBuf),
    /// Save into a file, over any game.
    SaveOver(PathBuf),
    /// Draw the last shot into a file.
    Picture(PathBuf),
    /// Keep the table that waits for a shot in a file; only a shot does that.
    Scene,
    /// Go on with a saved game, unless this one would be lost.
    Load(PathBuf),
    /// Go on with a saved game in any case.
    LoadOver(PathBuf),
    /// Let a bot answer this once.
    Bot,
    /// What can be typed.
    Help,
    /// Leave.
    Quit,
    /// A word that needs another one.
    Incomplete(&'static str),
}

/// Reads what was typed.
pub(super) fn read(line: &str) -> Input {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let path = |make: fn(PathBuf) -> Input, usage| match unquoted(rest) {
        "" => Input::Incomplete(usage),
        path => make(PathBuf::from(path)),
    };
    match (word, rest) {
        ("", _) => Input::Nothing,
        ("help" | "?", "") => Input::Help,
        ("quit" | "exit" | "q", "") => Input::Quit,
        ("undo" | "u", "") => Input::Undo { free: false },
        ("undo!", "") => Input::Undo { free: true },
        ("board" | "b", "") => Input::Board,
        ("options" | "o", "") => Input::Options,
        ("log", "") => Input::Log,
        ("bot", "") => Input::Bot,
        ("why", "") => Input::Why(Some(1)),
        ("why", "all") => Input::Why(None),
        ("why", turns) if turns.parse::<usize>().is_ok() => Input::Why(turns.parse().ok()),
        ("why", answer) => Input::WhyAnswer(answer.to_owned()),
        ("record", _) => path(Input::Record, "record FILE"),
        ("save", _) => path(Input::Save, "save FILE"),
        ("save!", _) => path(Input::SaveOver, "save! FILE"),
        ("picture", _) => path(Input::Picture, "picture FILE"),
        ("scene", "") => Input::Incomplete("scene FILE"),
        ("scene", _) => Input::Scene,
        ("load", _) => path(Input::Load, "load FILE"),
        ("load!", _) => path(Input::LoadOver, "load! FILE"),
        ("try", number) => match number.parse() {
            Ok(number) => Input::Try(number),
            Err(_) => Input::Incomplete("try NUMBER"),
        },
        (number, "") if number.bytes().all(|b| b.is_ascii_digit()) => {
            // A number too large for any list is too large for the options too.
            Input::Number(number.parse().unwrap_or(usize::MAX))
        }
        _ => Input::Answer(answered(line).to_owned()),
    }
}

/// The name of a file without the quotation marks round it, which shells want and carc does not.
fn unquoted(name: &str) -> &str {
    let within = |mark| name.strip_prefix(mark)?.strip_suffix(mark);
    within('"').or_else(|| within('\'')).unwrap_or(name)
}

/// How the word to the program is written that a line begins with, though more follows than it takes.
///
/// Rules may name an offer by such a word, so this is asked only of what is no answer.
pub(super) fn usage_of(line: &str) -> Option<&'static str> {
    let word = line.split_whitespace().next()?;
    Some(match word {
        "help" | "?" => "help",
        "quit" | "exit" | "q" => "quit",
        "undo" | "u" => "undo",
        "undo!" => "undo!",
        "board" | "b" => "board",
        "options" | "o" => "options",
        "log" => "log",
        "bot" => "bot",
        _ => return None,
    })
}

/// The answer in a line as the log has it, `place = at (0, 1) turned 90`; every other line as it is.
fn answered(line: &str) -> &str {
    let Some((question, answer)) = line.split_once(" = ") else { return line };
    let question = question.rsplit(": ").next().unwrap_or(question);
    let is_name = question.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.');
    if !is_name || question.is_empty() {
        return line;
    }
    answer.strip_suffix(" (nothing else)").unwrap_or(answer).trim()
}

/// What can be typed at a question, with what it does in English and in Vietnamese.
pub(super) const HELP: &[(&str, &str, &str)] = &[
    ("3", "take option 3", "chọn số 3"),
    (
        "at (0, 1) turned 90",
        "take an option by its words; what is clear may be left out",
        "chọn bằng lời; phần đã rõ có thể bỏ",
    ),
    ("none", "take no option, where that is allowed", "không chọn gì, nếu được phép"),
    (
        "try 3",
        "show the board as it would be after option 3",
        "xem bàn chơi sẽ ra sao sau khi chọn số 3",
    ),
    ("options", "show all options", "xem mọi lựa chọn"),
    ("bot", "let a bot answer this question", "để máy trả lời câu hỏi này"),
];

/// What can be typed at any time.
pub(super) const HELP_ALWAYS: &[(&str, &str, &str)] = &[
    ("board", "show the board", "xem bàn chơi"),
    (
        "why",
        "show the points of this turn with their reasons; `why 5`: of 5 turns, `why all`",
        "xem điểm của lượt này và lý do; `why 5`: của 5 lượt, `why all`: cả ván",
    ),
    (
        "why at (0, 1)",
        "explain why that answer is on offer, or why it is not",
        "giải thích vì sao được hoặc không được chọn như thế",
    ),
    (
        "undo",
        "take back the last answer, if nothing was revealed since",
        "lấy lại câu trả lời cuối, nếu chưa có gì lộ ra sau đó",
    ),
    (
        "undo!",
        "take back the last answer in any case",
        "lấy lại câu trả lời cuối trong mọi trường hợp",
    ),
    ("log", "show everything that was answered", "xem mọi câu đã trả lời"),
    (
        "save FILE",
        "save the game; `load FILE` goes on with a saved one",
        "lưu ván chơi; `load FILE` chơi tiếp ván đã lưu",
    ),
    (
        "save! FILE",
        "save it over another game; `load! FILE` leaves this game unsaved",
        "lưu đè lên ván khác; `load! FILE` bỏ ván này mà không lưu",
    ),
    (
        "record FILE",
        "add the game to a file of scenarios (.carc), under a title that is free",
        "ghi ván chơi thành kịch bản vào tệp (.carc), với tên chưa dùng",
    ),
    (
        "picture FILE",
        "draw the last shot (SVG); `scene FILE` keeps the table that waits for one",
        "vẽ phát bắn cuối (SVG); `scene FILE` lưu bàn đang chờ phát bắn",
    ),
    ("quit", "leave", "thoát"),
];

/// The next line; nothing at the end of the input.
pub(super) fn next_line(input: &mut dyn BufRead) -> std::io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut part = std::io::Read::take(&mut *input, LONGEST);
    if part.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
        pass_line(input)?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Passes over the rest of a line that is too long, without keeping it.
fn pass_line(input: &mut dyn BufRead) -> std::io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&b| b == b'\n');
        let (passed, done) = match end {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(passed);
        if done {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_to_the_program_and_answers_are_told_apart() {
        assert_eq!(read("  12 "), Input::Number(12));
        assert_eq!(read("99999999999999999999999"), Input::Number(usize::MAX));
        assert_eq!(read("at (0, 1) turned 90"), Input::Answer("at (0, 1) turned 90".to_owned()));
        assert_eq!(read("none"), Input::Answer("none".to_owned()));
        assert_eq!(read("undo"), Input::Undo { free: false });
        assert_eq!(read("undo!"), Input::Undo { free: true });
        for line in [
            "place = at (0, 1)",
            "red: place = at (0, 1)",
            "red: a.place = at (0, 1) (nothing else)",
        ] {
            assert_eq!(read(line), Input::Answer("at (0, 1)".to_owned()), "{line}");
        }
        assert_eq!(read("a b = c"), Input::Answer("a b = c".to_owned()));
        assert_eq!(read("why 3"), Input::Why(Some(3)));
        assert_eq!(read("why all"), Input::Why(None));
        assert_eq!(read("why at (0, 1)"), Input::WhyAnswer("at (0, 1)".to_owned()));
        assert_eq!(read("record my.carc"), Input::Record(PathBuf::from("my.carc")));
        assert_eq!(read("save my game.json"), Input::Save(PathBuf::from("my game.json")));
        assert_eq!(read("save \"my game.json\""), read("save my game.json"));
        assert_eq!(read("load 'a"), Input::Load(PathBuf::from("'a")));
        for empty in ["save \"\"", "save ''"] {
            assert_eq!(read(empty), Input::Incomplete("save FILE"), "{empty}");
        }
        assert_eq!(read("save! a"), Input::SaveOver(PathBuf::from("a")));
        assert_eq!(read("load! a"), Input::LoadOver(PathBuf::from("a")));
        assert_eq!(read("load!"), Input::Incomplete("load! FILE"));
        assert_eq!(read("save"), Input::Incomplete("save FILE"));
        assert_eq!(read("try 3"), Input::Try(3));
        assert_eq!(read("try"), Input::Incomplete("try NUMBER"));
        assert_eq!(read("\t"), Input::Nothing);
    }

    #[test]
    fn whatever_takes_no_more_words_is_known_with_some() {
        for (typed, ..) in HELP.iter().chain(HELP_ALWAYS) {
            let alone = matches!(
                read(typed),
                Input::Help
                    | Input::Quit
                    | Input::Undo { .. }
                    | Input::Board
                    | Input::Options
                    | Input::Log
                    | Input::Bot
            );
            let more = format!("{typed} 3");
            assert_eq!(usage_of(&more), alone.then_some(*typed), "{more}");
        }
        assert_eq!(usage_of(" u 3"), Some("undo"));
        assert_eq!(usage_of("at (0, 1)"), None);
    }

    #[test]
    fn long_lines_are_cut_and_bad_bytes_replaced() {
        let mut text = vec![b'x'; 10_000];
        text.extend(b"\n\xff\n7");
        let mut input = text.as_slice();
        assert_eq!(next_line(&mut input).unwrap().unwrap().len(), 4096);
        assert_eq!(next_line(&mut input).unwrap().unwrap(), "\u{fffd}\n");
        assert_eq!(next_line(&mut input).unwrap().unwrap(), "7");
        assert_eq!(next_line(&mut input).unwrap(), None);
    }
}
