//! What the command line itself says during a game, in the languages that it speaks. Words of rules are not
//! among them: those come from the messages of expansions.

use std::{collections::BTreeSet, env};

use toolkit::{FALLBACK, Library};

use crate::{outcome::Failure, screen::harmless};

macro_rules! phrases {
    ($($(#[$doc:meta])* $name:ident: $english:literal, $vietnamese:literal;)*) => {
        /// A phrase; `{}` are places for words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Phrase { $($(#[$doc])* $name,)* }

        /// Phrases in English and in Vietnamese.
        const TEXTS: &[(Phrase, &str, &str)] =
            &[$((Phrase::$name, $english, $vietnamese),)*];
    };
}

phrases! {
    /// Head of a turn: number, player, tiles left.
    Turn: "Turn {} · {} · {} left", "Lượt {} · {} · còn {}";
    /// A player draws a tile.
    Draws: "{} draws {}", "{} rút {}";
    /// A player rolls a number.
    Rolls: "{} rolls {}", "{} gieo được {}";
    /// A player places a tile somewhere.
    Places: "{} places {} {}", "{} đặt {} {}";
    /// A player deploys a figure somewhere.
    Deploys: "{} deploys {}", "{} đặt {}";
    /// A figure goes home from somewhere.
    Returns: "{} goes home", "{} trở về kho";
    /// A figure goes from one place to another.
    Moves: "{} moves to {}", "{} chuyển đến {}";
    /// A tile, or a pile of them, leaves the game.
    Leaves: "{} leaves the game", "{} bị loại khỏi ván chơi";
    /// A tile goes to a pile.
    ToPile: "{} goes to {}", "{} vào {}";
    /// A player takes so many tokens.
    Takes: "{} takes {} {}", "{} lấy {} {}";
    /// A player takes a token back.
    TakesBack: "{} takes back {}", "{} lấy lại {}";
    /// A player puts a token on a place.
    Puts: "{} puts {} on {}", "{} đặt {} lên {}";
    Joins: "{} joins {}", "{} nối với {}";
    PartsFrom: "{} parts from {}", "{} tách khỏi {}";
    /// Somebody's figure.
    Owned: "{} {}", "{}: {}";
    /// On a segment.
    On: "on", "trên";
    /// Beside a figure.
    Beside: "beside", "cạnh";
    /// To a place.
    To: "to", "đến";
    /// Of a player.
    Of: "of", "của";
    /// At a cell.
    At: "at", "ở";
    /// Turned by so many degrees.
    Turned: "turned", "xoay";
    /// Nobody has points to explain.
    NoPoints: "nobody has scored in that time", "chưa ai được điểm trong lúc đó";
    /// A player gets points for something.
    Scores: "{} +{} for {}", "{} +{} cho {}";
    /// A player loses points for something.
    Loses: "{} -{} for {}", "{} -{} cho {}";
    /// A player wins.
    Wins: "{} wins", "{} thắng";
    /// The final scoring begins.
    Finish: "The last turn is over: final scoring", "Lượt cuối đã xong: tính điểm cuối";
    /// The game is over.
    Over: "The game is over", "Ván chơi kết thúc";
    /// To pass.
    Nothing: "nothing", "không làm gì";
    /// Yes.
    Yes: "yes", "có";
    /// No.
    No: "no", "không";
    /// A role in a feature of so many tiles.
    In: "{}, {}", "{}, {}";
    /// A figure in a role.
    As: "{} as {}", "{} làm {}";
    /// Of so many tiles.
    Tiles: "{} [tile|tiles]", "{} mảnh";
    /// It can still grow.
    Open: "open", "còn mở";
    /// What can be typed.
    Prompt: "number, answer or help", "số, câu trả lời hoặc help";
    /// How to have the same game again.
    Seed: "seed {}: the same number gives the same draws", "hạt giống {}: cùng số thì rút giống nhau";
    /// An expansion that sets nothing up, the one that does so in its place, and the statements about it.
    LeftOut:
        "{} is left out of the set-up, as {} sets up in its place{}",
        "{} không góp vào việc bày bàn, vì {} bày bàn thay{}";
    /// A saved game goes on.
    Loaded: "A saved game goes on after {} [answer|answers]", "Ván đã lưu tiếp tục sau {} câu trả lời";
    /// Shots of a saved game are made as before.
    ShotsGoOn: "Shots go on as in the saved game: --physics {}", "Các phát bắn tiếp tục như trong ván đã lưu: --physics {}";
    /// The input has ended before the game.
    Ended: "The input has ended, and the game stops here", "Hết dữ liệu nhập, ván chơi dừng ở đây";
    /// Nothing is asked.
    NothingAsked: "nothing is asked any more", "không còn câu hỏi nào";
    /// So many options are not shown.
    MoreLines: "and {} more [line|lines]: `options` shows them", "và {} dòng nữa: gõ `options` để xem";
    /// A number that is no option.
    Range: "there are only the options {} to {}", "chỉ có các lựa chọn từ {} đến {}";
    /// A number that is no figure on the table.
    RangeOfFigures: "there are only figures {} to {}", "chỉ có các quân từ {} đến {}";
    /// A word that needs another one.
    Incomplete: "write `{}`", "hãy gõ `{}`";
    /// Words that are no answer.
    Unreadable: "`{}` is not readable as an answer", "không hiểu `{}` là câu trả lời nào";
    /// Words that are no option, and what is one.
    NotOffered: "`{}` is not on offer; there is {}", "không có lựa chọn `{}`; có {}";
    /// Words that are no option, where there is none.
    NoneOffered: "`{}` is not on offer; nothing is", "không có lựa chọn `{}`, và không có lựa chọn nào";
    /// Options, and so many more.
    AndMore: "{} and {} more", "{} và {} lựa chọn nữa";
    /// Words that are several options.
    CanMean: "`{}` can mean {}", "`{}` có thể là {}";
    /// Between two options.
    Or: " or ", " hoặc ";
    /// Words that do not say what came of a shot.
    NoLanding: "`{}` does not say what came of a shot: {}", "`{}` không cho biết kết quả phát bắn: {}";
    /// Somebody is to shoot as nobody can.
    NoShot: "this shot is impossible: {}", "không thể bắn như vậy: {}";
    /// The game does not take an answer.
    Refused: "the game does not take this answer", "trò chơi không nhận câu trả lời này";
    /// Nothing to take back.
    NothingAnswered: "nothing was answered yet", "chưa có câu trả lời nào";
    /// Chance keeps an answer from being taken back.
    ChanceSince:
        "chance has decided since; `undo!` takes it back all the same",
        "may rủi đã quyết định sau đó; `undo!` vẫn lấy lại được";
    /// A shot does so.
    ShotSince:
        "a shot has landed since; `undo!` takes it back all the same",
        "một phát bắn đã rơi xuống sau đó; `undo!` vẫn lấy lại được";
    /// Another player does so.
    OtherSince:
        "another player has decided since; `undo!` takes it back all the same",
        "người khác đã quyết định sau đó; `undo!` vẫn lấy lại được";
    /// The game was saved.
    Saved: "saved in {}", "đã lưu vào {}";
    /// A game is left that nobody has saved.
    NotSaved: "This game is not saved.", "Ván này chưa được lưu.";
    /// How not to lose the next one.
    KeptNext:
        "`carc play --autosave FILE` saves a game after every answer.",
        "`carc play --autosave FILE` lưu ván chơi sau mỗi câu trả lời.";
    /// It is not left yet.
    QuitAgain: "`save FILE` keeps it; `quit` once more leaves it", "gõ `save FILE` để lưu; gõ `quit` lần nữa để thoát";
    /// Another saved game stays.
    OtherGame:
        "{}: another game is saved there; `save! {}` saves this one over it",
        "{}: ở đó đã lưu một ván khác; gõ `save! {}` để ghi đè";
    /// This game would be lost for another one.
    LoadAnyway:
        "`save FILE` keeps it; `load! {}` leaves it",
        "gõ `save FILE` để lưu; gõ `load! {}` để bỏ";
    /// A file that is no saved game stays.
    NotOver:
        "{}: this file holds no saved game, so no game is saved over it",
        "{}: tệp này không chứa ván đã lưu nên không bị ghi đè";
    /// A game that nobody could load again.
    TooLong:
        "this game has grown too long to be saved: {} [answer|answers]",
        "ván chơi này đã quá dài nên không lưu được: {} câu trả lời";
    /// A game that has no end.
    Endless:
        "after {} [answer|answers] this game is not played on here; do its rules end it? `undo`, `save` and `why` still work",
        "sau {} câu trả lời, ván này không chơi tiếp ở đây nữa; luật có cho nó kết thúc không? vẫn dùng được `undo`, `save` và `why`";
    /// A file that is no saved game.
    NotASave: "this is no saved game: {}", "đây không phải ván đã lưu: {}";
    /// A game of another release.
    OtherFormat:
        "this game was saved in format {}, and only format {} can be read",
        "ván này được lưu theo định dạng {}, chỉ đọc được định dạng {}";
    /// A game that was altered.
    Altered: "this saved game was altered: {}", "ván đã lưu này bị sửa đổi: {}";
    /// A name that the rules do not have.
    UnknownName: "the rules know nothing called `{}`", "luật chơi không biết `{}` là gì";
    /// A game that cannot begin.
    NotSetUp: "the game cannot be set up: {}", "không bắt đầu được ván chơi: {}";
    /// An expansion is missing.
    MissingExpansion:
        "this game is played with `{}`, which is not there; --with PATH or CARC_EXPANSIONS say where it lies",
        "ván này chơi với `{}`, nhưng không tìm thấy; dùng --with PATH hoặc CARC_EXPANSIONS để chỉ nơi chứa";
    /// The rules do not compile.
    BrokenRules: "the rules of this game do not compile", "luật của ván này không biên dịch được";
    /// A saved game has other rules.
    RulesChanged:
        "The rules have changed since this game was saved: {}",
        "Luật đã thay đổi kể từ khi lưu ván này: {}";
    /// An option has another value, as it cannot have the saved one any more.
    OptionOther:
        "The option {} is {} now: {}, as saved, is none of its values any more.",
        "Tùy chọn {} nay là {}: giá trị đã lưu {} không còn được phép.";
    /// There is no such option any more.
    OptionGone:
        "There is no option {} any more; it was {}.",
        "Không còn tùy chọn {}; giá trị đã lưu là {}.";
    /// An option that there was not.
    OptionNew: "The option {} is new: it is {}.", "Tùy chọn {} là mới, có giá trị {}.";
    /// A file holds more than the game that was loaded from it.
    StaysWhole:
        "All that was saved stays in {} until `save! {}` puts this game in its place.",
        "Tất cả những gì đã lưu vẫn còn trong {} cho đến khi gõ `save! {}` để ghi đè ván này.";
    /// Another game was in the file in which this one is saved by itself.
    SetAside:
        "This game is saved in {}; what was there is kept in {}.",
        "Ván này được lưu vào {}; ván trước đó được giữ lại trong {}.";
    /// It could not be played to its end.
    ReplayedTo:
        "It was played again up to answer {}, where {}; {} later [answer is|answers are] left out.",
        "Ván được chơi lại đến câu trả lời {}, ở đó {}; bỏ {} câu trả lời sau đó.";
    /// It could.
    ReplayedAll:
        "It was played again to its end: no answer is lost.",
        "Ván được chơi lại đến cuối: không mất câu trả lời nào.";
    /// Points are others under the rules of now.
    OtherPoints: "By the rules of now there are other points: {}", "Theo luật hiện nay điểm số khác: {}";
    /// A player has other points than before.
    Instead: "{} {} instead of {}", "{} {} thay vì {}";
    /// A rule went wrong.
    Fault: "A rule went wrong: {}", "Một luật bị lỗi: {}";
    /// In which item.
    FaultIn: "in {}", "trong {}";
    /// What became of the game.
    FaultStands:
        "The game stands as before that step. `undo` takes back the last answer, `save FILE` keeps the game for corrected rules.",
        "Ván chơi giữ nguyên như trước bước đó. `undo` lấy lại câu trả lời cuối, `save FILE` lưu ván để chơi tiếp với luật đã sửa.";
    /// Bots play on and on.
    Stuck:
        "the game has not come to an end after {} [answer|answers] of bots in a row; do the rules end it?",
        "ván chơi chưa kết thúc sau {} câu trả lời liên tiếp của máy; luật có cho nó kết thúc không?";
    /// A player shoots a token.
    Shoots: "{} shoots: {}", "{} bắn: {}";
    /// How to aim.
    HowToAim:
        "a number aims there and throws; `aim X,Y` in mm, `heading 340`, `elevation 60`, `speed 2.5`, then `throw`",
        "gõ số để ngắm vào đó và bắn; `aim X,Y` theo mm, `heading 340`, `elevation 60`, `speed 2.5`, rồi `throw`";
    /// The aim so far.
    Aimed:
        "heading {} degrees, {} degrees up, {} metres a second; `throw` shoots",
        "hướng {} độ, góc nâng {} độ, {} mét mỗi giây; gõ `throw` để bắn";
    /// The line on which it is aimed leads off the table.
    AimedOffTable:
        "so aimed, the token comes down beside the table",
        "ngắm như vậy, viên đạn sẽ rơi ra ngoài bàn";
    /// What a sign in a picture of the table means.
    SignRuler: "the ruler", "cây thước";
    /// What a sign in a picture of the table means.
    SignFigure: "a figure of {}", "quân của {}";
    /// What a sign in a picture of the table means.
    SignTouched: "touched, of {}", "quân bị chạm của {}";
    /// What a sign in a picture of the table means.
    SignSeat: "seat of {}", "chỗ ngồi của {}";
    /// What a sign in a picture of the table means.
    SignTarget: "the target", "mục tiêu";
    /// What a sign in a picture of the table means.
    SignAim: "where it would come down", "chỗ viên đạn sẽ rơi xuống";
    /// What a sign in a picture of the table means.
    SignToken: "the token", "viên đạn";
    /// A figure without an owner is of whom?
    Nobodys: "nobody", "không ai cả";
    /// A place to aim at.
    AtTarget: "the target", "mục tiêu";
    /// A place to aim at.
    AtCatcher: "to the catcher", "tới người bắt";
    /// A place to aim at.
    AtMiddle: "the middle of the table", "giữa bàn";
    /// The catcher is asked.
    WhereIsTheHand: "{}: where does your hand wait?", "{}: bạn chờ tay ở đâu?";
    /// A place for the hand.
    HandAtSeat: "at your seat", "ngay chỗ ngồi";
    /// A place for the hand.
    HandLeft: "a hand to the left", "chếch sang trái";
    /// A place for the hand.
    HandRight: "a hand to the right", "chếch sang phải";
    /// A place for the hand.
    HandNear: "nearer to the shooter", "gần người bắn hơn";
    /// No place for the hand.
    NoHand: "nowhere: do not try to catch", "không chờ: không định bắt";
    /// What happened on a real table.
    WasItCaught:
        "On your table, the token was: 1 caught, 2 touched, 3 neither",
        "Trên bàn của bạn, viên đạn: 1 bị bắt, 2 bị chạm, 3 không bị chạm";
    /// What happened on a real table.
    FarEnough: "Did it come as far as the ruler? 1 yes, 2 no", "Nó có tới được thước không? 1 có, 2 không";
    /// What happened on a real table.
    WhomTouched:
        "Whom did the token touch? numbers such as `2 5`, or 0 for nobody",
        "Viên đạn chạm vào ai? gõ các số như `2 5`, hoặc 0 nếu không ai";
    /// What happened on a real table.
    OnWhomFallen:
        "On whom did a falling figure fall? numbers, `4 by 2` for 2 onto 4, or 0 for nobody",
        "Quân bị đổ ngã vào ai? gõ các số, `4 by 2` nếu quân 2 ngã vào quân 4, hoặc 0 nếu không ai";
    /// What happened on a real table.
    AgainstWhomMoved:
        "Whom did a pushed figure touch? numbers, `4 by 2` for 2 against 4, or 0 for nobody",
        "Quân bị đẩy chạm vào ai? gõ các số, `4 by 2` nếu quân 2 chạm quân 4, hoặc 0 nếu không ai";
    /// What happened on a real table is not clear yet.
    ByWhom:
        "the token touched several figures: say by whom, such as `4 by 2`",
        "viên đạn chạm vào nhiều quân: hãy nói do quân nào, như `4 by 2`";
    /// What happened on a real table.
    WhereItLies:
        "Where does the token lie? column, row, and mm east and south in that cell, such as `1 0 20 24`; or `off`: on no tile",
        "Viên đạn nằm ở đâu? cột, hàng, và số mm sang đông và nam trong ô đó, như `1 0 20 24`; hoặc `off`: không nằm trên mảnh nào";
    /// What happened on a real table, where it matters how far from the target.
    WhereItLiesFromTarget:
        "Where does the token lie? column, row, and mm east and south in that cell, such as `1 0 20 24`; cells go on beside the tiles, and `-130 85` are mm east and south of the corner of (0, 0); or `off table`",
        "Viên đạn nằm ở đâu? cột, hàng, và số mm sang đông và nam trong ô đó, như `1 0 20 24`; các ô tiếp tục cả bên ngoài các mảnh đất, còn `-130 85` là số mm sang đông và nam tính từ góc của (0, 0); hoặc `off table`";
    /// It is not clear what a token lies off.
    OffWhat:
        "off what? One that lies beside the tiles is measured: say where it lies; `off table` is one that fell off the table, and lies farther than all others",
        "rơi khỏi đâu? Viên đạn nằm ngoài các mảnh đất vẫn được đo: hãy nói nó nằm ở đâu; `off table` là viên đã rơi khỏi bàn, xa mục tiêu hơn mọi viên khác";
    /// Words of a landing where physics finds out what comes of shots.
    NotTold:
        "where shots land is simulated here, so it cannot be said: aim and `throw`; `--physics tabletop` is for tokens thrown on a real table",
        "ở đây kết quả bắn được mô phỏng nên không thể tự nói ra: hãy ngắm rồi gõ `throw`; `--physics tabletop` dành cho bắn trên bàn thật";
    /// No picture can be drawn.
    NoShotYet: "no shot was simulated yet", "chưa có phát bắn nào được mô phỏng";
    /// No table can be kept.
    NoShotWaits: "no shot waits: `scene FILE` keeps the table of one", "không có phát bắn nào đang chờ: `scene FILE` ghi lại bàn của một phát bắn";
    /// How long a game of bots took.
    Times:
        "{} [turn|turns] and {} [decision|decisions] in {}: the rules took {}; compiling them took {}",
        "{} lượt và {} quyết định trong {}: chạy luật mất {}; biên dịch mất {}";
}

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

    /// Whether it is in another language than the rules.
    pub(crate) fn is_foreign(self) -> bool {
        self.vietnamese
    }

    /// Words as the rules write them, `c0 at (1, 0) turned 90`, with those between in this language.
    pub(crate) fn notation(self, words: &str) -> String {
        let said = words.split(' ').map(|word| match word {
            "on" => self.say(Phrase::On, &[]),
            "beside" => self.say(Phrase::Beside, &[]),
            "to" => self.say(Phrase::To, &[]),
            "of" => self.say(Phrase::Of, &[]),
            "at" => self.say(Phrase::At, &[]),
            "turned" => self.say(Phrase::Turned, &[]),
            other => other.to_owned(),
        });
        said.collect::<Vec<_>>().join(" ")
    }

    /// A phrase with words in its places.
    pub(crate) fn say(self, phrase: Phrase, words: &[&str]) -> String {
        let found = TEXTS.iter().find(|(key, ..)| *key == phrase);
        let &(_, english, vietnamese) = found.expect("every phrase has its texts");
        let text = if self.vietnamese { vietnamese } else { english };
        let mut said = String::new();
        let mut words = words.iter();
        for (i, piece) in text.split("{}").enumerate() {
            let word = if i > 0 { words.next().copied().unwrap_or_default() } else { "" };
            said.push_str(word);
            match counted(piece) {
                Some([before, one, many, after]) => {
                    said.extend([before, if word == "1" { one } else { many }, after]);
                }
                None => said.push_str(piece),
            }
        }
        said
    }
}

/// The parts of a text behind a number that is for one or for many: ` [answer|answers] later`.
fn counted(text: &str) -> Option<[&str; 4]> {
    let (before, rest) = text.split_once('[')?;
    let (one, rest) = rest.split_once('|')?;
    let (many, after) = rest.split_once(']')?;
    Some([before, one, many, after])
}

/// The language of the texts: the given one, or that of the environment, or English.
pub(crate) fn language(given: Option<&str>) -> String {
    // What somebody asks for and nobody can read is not taken for English.
    if let Some(given) = given.filter(|text| !text.starts_with(|c: char| c.is_ascii_alphabetic())) {
        return given.to_owned();
    }
    let environment = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| {
        let value = env::var(name).ok()?;
        (!value.is_empty()).then_some(value)
    });
    language_of(given.or(environment.as_deref()).unwrap_or_default())
}

/// Says so if nobody has texts in the language that was asked for.
pub(crate) fn known_language(language: &str, library: &Library) -> Result<(), Failure> {
    let known = library.iter().flat_map(|e| e.messages.keys()).map(String::as_str);
    let known: BTreeSet<&str> = known.chain([FALLBACK]).collect();
    is_known(language, &known)
}

/// Says so if the command line itself has no texts in the language that was asked for.
pub(crate) fn spoken_language(language: &str) -> Result<(), Failure> {
    is_known(language, &BTreeSet::from([FALLBACK, "vi"]))
}

fn is_known(language: &str, known: &BTreeSet<&str>) -> Result<(), Failure> {
    if known.contains(language) {
        return Ok(());
    }
    let known: Vec<&str> = known.iter().copied().collect();
    let text = format!("there are no texts in `{language}`; there are: {}", known.join(", "));
    Err(Failure::Misused(harmless(&text)))
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
        let english = |phrase, words: &[&str]| Phrases::new("en").say(phrase, words);
        assert_eq!(english(Phrase::Tiles, &["1"]), "1 tile");
        assert_eq!(english(Phrase::Tiles, &["11"]), "11 tiles");
        let times = english(Phrase::Times, &["1", "2", "a", "b", "c"]);
        assert!(times.starts_with("1 turn and 2 decisions in a"), "{times}");
        let left_out = english(Phrase::ReplayedTo, &["1", "x [y|z]", "1"]);
        assert!(left_out.ends_with("x [y|z]; 1 later answer is left out."), "{left_out}");
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
