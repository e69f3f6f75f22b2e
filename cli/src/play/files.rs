//! What is wrong with files that players name, in their language: the English texts come from where files are read.

use super::names::Names;

/// Texts with a gap for each thing that is named, in English and in Vietnamese; what a system says is followed by its
/// own number. A text without its own line here can stand in the last gap of another one.
const TOLD: &[(&str, &str)] = &[
    ("there is no such folder", "không có thư mục đó"),
    ("this is a folder", "đây là một thư mục"),
    ("this is no ordinary file", "đây không phải tệp thường"),
    (
        "this is a device or a pipe, and no ordinary file",
        "đây là thiết bị hoặc ống dẫn, không phải tệp thường",
    ),
    ("this file is write-protected", "tệp này không được phép ghi"),
    ("these links lead to each other", "các liên kết này dẫn vòng về nhau"),
    ("this is no text", "đây không phải văn bản"),
    ("the file is too large for a saved game", "tệp quá lớn để là ván đã lưu"),
    ("too many saved games are set aside beside it", "bên cạnh đã có quá nhiều ván được giữ lại"),
    (
        "this file holds something else, and is not replaced",
        "tệp này chứa thứ khác nên không bị ghi đè",
    ),
    ("No such file or directory (os error {})", "không có tệp hay thư mục đó (mã lỗi {})"),
    ("Permission denied (os error {})", "không được phép (mã lỗi {})"),
    ("Operation not permitted (os error {})", "không được phép (mã lỗi {})"),
    ("Not a directory (os error {})", "một phần của đường dẫn không phải thư mục (mã lỗi {})"),
    ("Is a directory (os error {})", "đây là một thư mục (mã lỗi {})"),
    ("No space left on device (os error {})", "hết chỗ trên ổ đĩa (mã lỗi {})"),
    ("Read-only file system (os error {})", "ổ đĩa chỉ cho đọc (mã lỗi {})"),
    ("File name too long (os error {})", "tên tệp quá dài (mã lỗi {})"),
    ("Input/output error (os error {})", "lỗi đọc ghi (mã lỗi {})"),
    (
        "`{}` is no file of rules; its name would end in .carc",
        "`{}` không phải tệp luật; tên tệp luật kết thúc bằng .carc",
    ),
    (
        "`{}` is no picture; its name would end in .svg or .png",
        "`{}` không phải tệp hình; tên tệp hình kết thúc bằng .svg hoặc .png",
    ),
    (
        "no expansion lies in `{}`, where it would be added",
        "trong `{}` không có bản mở rộng nào để thêm kịch bản vào",
    ),
    ("`{}` does not play in this game", "`{}` không tham gia ván này"),
    ("`{}` has a scenario \"{}\" already", "`{}` đã có kịch bản \"{}\""),
    (
        "`{}` has mistakes, and nothing is added to it:\n{}",
        "`{}` có lỗi nên không thêm gì vào đó:\n{}",
    ),
    (
        "`{}` is a link to `{}`, which lies outside of `{}`",
        "`{}` là liên kết đến `{}`, nằm ngoài `{}`",
    ),
    (
        "`{}` is a link to `{}`, and cannot be followed: {}",
        "`{}` là liên kết đến `{}` nhưng không đi theo được: {}",
    ),
    (
        "a scenario begins as its rules do, and this game begins on a board of its own",
        "kịch bản bắt đầu theo luật, còn ván này bắt đầu trên bàn riêng",
    ),
    (
        "a scenario plays with whole sets of tiles, and this game does not",
        "kịch bản chơi với các bộ mảnh đất trọn vẹn, còn ván này thì không",
    ),
    (
        "a scenario borrows no tiles, and this game does",
        "kịch bản không mượn mảnh đất, còn ván này có mượn",
    ),
    (
        "`{}` cannot be the name of a player in a scenario",
        "`{}` không thể là tên người chơi trong kịch bản",
    ),
    ("the rules of `{}` are not at hand", "không có luật của `{}` ở đây"),
    ("the scenario does not come true:\n{}", "kịch bản không đúng khi chơi lại:\n{}"),
    // A path and what is wrong with it; behind all others, which have such a mark too.
    ("{}: {}", "{}: {}"),
];

/// So many of these texts may stand in the last gaps of each other; reports of rules have such marks without number.
const MOST_IN_EACH_OTHER: usize = 4;

/// A text in the players' language; one that has no other stays as it is.
pub(super) fn told(text: &str, names: &Names) -> String {
    if names.phrases.is_foreign() { vietnamese(text, MOST_IN_EACH_OTHER) } else { text.to_owned() }
}

fn vietnamese(text: &str, deep: usize) -> String {
    let found = TOLD.iter().find_map(|(english, other)| Some((*other, gaps(english, text)?)));
    let Some((other, named)) = found else { return text.to_owned() };
    let mut said = String::new();
    let mut named = named.into_iter();
    for (number, piece) in other.split("{}").enumerate() {
        match (number, named.len()) {
            (0, _) => {}
            // What is named last may be one of these texts.
            (_, 1) if other.ends_with("{}") && deep > 0 => {
                said.push_str(
                    &named.next().map(|text| vietnamese(text, deep - 1)).unwrap_or_default(),
                );
            }
            _ => said.push_str(named.next().unwrap_or_default()),
        }
        said.push_str(piece);
    }
    said
}

/// What stands in the gaps of a pattern, if a text is made after it.
fn gaps<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut pieces = pattern.split("{}");
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, between)) = pieces.split_last() else {
        return rest.is_empty().then(Vec::new);
    };
    let mut named = Vec::new();
    for piece in between {
        let (gap, behind) = rest.split_once(piece)?;
        named.push(gap);
        rest = behind;
    }
    named.push(rest.strip_suffix(last)?);
    Some(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_with_what_they_name() {
        for (english, expected) in [
            ("there is no such folder", "không có thư mục đó"),
            ("/a: b/x: this is a folder", "/a: b/x: đây là một thư mục"),
            ("/a/x: this is a folder", "/a/x: đây là một thư mục"),
            ("/x: Permission denied (os error 13)", "/x: không được phép (mã lỗi 13)"),
            ("`a` has a scenario \"b: c\" already", "`a` đã có kịch bản \"b: c\""),
            ("`a` does not play in this game", "`a` không tham gia ván này"),
            ("something else", "something else"),
        ] {
            assert_eq!(vietnamese(english, 4), expected, "{english}");
        }
    }

    #[test]
    fn texts_have_as_many_gaps_in_each_language_and_each_is_found() {
        for (english, other) in TOLD {
            let count = |text: &str| text.matches("{}").count();
            assert_eq!(count(english), count(other), "{english}");
            if *english == "{}: {}" {
                continue;
            }
            let filled = english.replace("{}", "7");
            assert_eq!(vietnamese(&filled, 4), other.replace("{}", "7"), "{english}");
            assert_eq!(
                vietnamese(&format!("p: {filled}"), 4),
                format!("p: {}", other.replace("{}", "7"))
            );
        }
    }
}
