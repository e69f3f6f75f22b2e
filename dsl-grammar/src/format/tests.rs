//! The laws of layout over every `.carc` file of the project, and what single habits of authors become.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::{format, is_same, laid_out};
use crate::{FileId, Sources, parse};

/// The layout of a text that can be read.
fn formatted(text: &str) -> Option<String> {
    let mut sources = Sources::new();
    let file = sources.add("test.carc", text);
    format(&sources, file).ok()
}

/// The tree of a text without its places.
fn tree(text: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("test.carc", text);
    let tree = format!("{:?}", parse(&sources, file).file);
    let mut parts = tree.split("Span {");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |before, part| before + part.split_once('}').unwrap().1)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Every `.carc` file below a folder of the project.
fn carc_files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() {
            files.extend(carc_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "carc") {
            files.push(path);
        }
    }
    files
}

fn project() -> Vec<(String, String)> {
    let folders = ["expansions", "tests", "cli"];
    let files = folders.iter().flat_map(|folder| carc_files(&root().join(folder)));
    files
        .filter_map(|path| Some((path.display().to_string(), fs::read_to_string(path).ok()?)))
        .collect()
}

/// Fails unless the layout of a text keeps the laws; gives it.
fn check(name: &str, text: &str) -> Option<String> {
    let new = formatted(text)?;
    assert!(is_same(text, &laid_out(text, FileId(0))), "{name} loses something\n{new}");
    assert!(tree(text) == tree(&new), "{name} means something else\n{new}");
    let again = formatted(&new).unwrap();
    let changed = new.lines().zip(again.lines()).find(|(first, second)| first != second);
    assert!(new == again, "{name} changes again: {changed:#?}\n{text}");
    assert!(!new.contains("\n\n\n") && !new.contains(" \n") && !new.contains('\t'), "{name}");
    Some(new)
}

#[test]
fn every_file_keeps_its_meaning_and_stays_as_it_is_laid_out() {
    let read = project().iter().filter(|(name, text)| check(name, text).is_some()).count();
    assert!(read > 180, "only {read} files can be read");
}

#[test]
fn the_expansions_are_laid_out() {
    let files = carc_files(&root().join("expansions"));
    assert!(files.len() > 10);
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let new = formatted(&text).unwrap();
        assert_eq!(text, new, "run `carc fmt` on {}", path.display());
        let long = text.lines().find(|line| line.chars().count() > super::LINE_WIDTH);
        assert_eq!(long, None, "{}", path.display());
    }
}

#[test]
fn what_cannot_be_read_is_not_touched() {
    let mut sources = Sources::new();
    let file = sources.add("test.carc", "menu  a\nmenu {\n\nstep b in {\n");
    let report = format(&sources, file).unwrap_err();
    assert_eq!(report.error_count(), 2);
}

#[test]
fn habits_of_authors_become_one() {
    for (old, new) in [
        ("", ""),
        ("\n\n  // only this  \n\n\n", "// only this\n"),
        ("\u{FEFF}menu a\r\n\r\n\r\nmenu b", "menu a\n\nmenu b\n"),
        ("option a :int=-1 from -2 .. 3 , 5", "option a: int = -1 from -2 .. 3, 5\n"),
        (
            "fn f( a :list of city ? )->int=a .b( c )-1",
            "fn f(a: list of city?) -> int = a.b(c) - 1\n",
        ),
        ("fn f() -> int = [ 1,2 ] + - ( a )*-b", "fn f() -> int = [1, 2] + -(a) * -b\n"),
        ("fn f() -> flag = a  not   in b", "fn f() -> flag = a not in b\n"),
        ("to a(){}", "to a() { }\n"),
        ("to a() {b() c()}", "to a() { b()  c() }\n"),
        ("token a{size 16mm x 1.5 mm x 2cm}", "token a { size 16 mm x 1.5 mm x 2 cm }\n"),
        ("enum  A{b,c,}", "enum A { b, c, }\n"),
        ("@A1   @A2 menu a//why", "@A1 @A2 menu a //why\n"),
        ("edition a{b=1 c=2}", "edition a { b = 1  c = 2 }\n"),
        (
            "tile a x2{road r0:N S near c0,c1   at 1.5 2}",
            "tile a x2 { road r0: N S near c0, c1  at 1.5 2 }\n",
        ),
    ] {
        assert_eq!(check(old, old).as_deref(), Some(new));
    }
}

/// A whole file as a hurried author leaves it, and as it is laid out.
#[test]
fn bodies_are_indented_and_columns_kept() {
    let old = "\
step a in b
{

  if c
     and d {
      // first
   e()   // one
   ff()  // two
         // goes on

} else
  if g { h() }
  match i {
  j      {k()}
    longer {l()
            m()}
  }
  let n = match o { p => 1,
    q => 2
  } else skip
  n scores 1
    for
      a.b


}
fn r(s: t) -> int =
 match s {
 one   => 1,
  three => 3
 }
scenario \"s\" {
\tboard from ( 0,-1 ) {
\t| a . |
\t| .bb |
\ta=b turned -90 with red c on d0
\t}
\tred : place=at (0,1)  turned 90
}
";
    let new = "\
step a in b
{
    if c
       and d {
        // first
        e()  // one
        ff() // two
             // goes on
    } else
    if g { h() }
    match i {
        j      { k() }
        longer { l()
                 m() }
    }
    let n = match o { p => 1,
        q => 2
    } else skip
    n scores 1
      for
        a.b
}
fn r(s: t) -> int =
    match s {
        one   => 1,
        three => 3
    }
scenario \"s\" {
    board from (0, -1) {
        | a . |
        | . bb |
        a = b turned -90 with red c on d0
    }
    red: place = at (0, 1) turned 90
}
";
    assert_eq!(check("hurried", old).unwrap(), new);
}

/// A text with other blanks: the same signs, but wherever blanks were there are others, line ends too.
fn shaken(text: &str, noise: &[u8]) -> String {
    let mut noise = noise.iter().copied().cycle();
    let mut next = move || noise.next().unwrap_or(0);
    let mut shaken = String::new();
    for line in text.lines() {
        let code = line.trim_start_matches(' ');
        if code.len() < line.len() {
            shaken.push_str(&" ".repeat(1 + usize::from(next() % 9)));
        }
        let (mut is_quoted, mut is_comment, mut before) = (false, false, ' ');
        for c in code.chars() {
            is_quoted ^= c == '"' && !is_comment;
            is_comment |= c == '/' && before == '/' && !is_quoted;
            before = c;
            match next() % 16 {
                _ if c != ' ' || is_quoted || is_comment => shaken.push(c),
                0 => shaken.push_str("\n     "),
                1 => shaken.push('\t'),
                2..5 => shaken.push_str("   "),
                _ => shaken.push(' '),
            }
        }
        shaken.push_str(["\n", "\n", "\n", "\r\n", " \n\n\n"][usize::from(next() % 5)]);
    }
    shaken
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_blanks_will_do(noise in prop::collection::vec(any::<u8>(), 1..200)) {
        let files = project();
        let read = |(name, text): &&(String, String)| check(name, &shaken(text, &noise)).is_some();
        prop_assert!(files.iter().filter(read).count() > 100);
    }
}
