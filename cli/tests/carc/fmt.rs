//! Laying out texts: what changes, what is only looked at, and what is never touched.

use std::{fs, path::Path};

use crate::{carc, complaint, expansion, output};

const UNTIDY: &str = "\
expansion harbour{
  title \"The Harbour\"   // players read this
  needs base }



step sail in following{ active scores 1 for placed }
";

const TIDY: &str = "\
expansion harbour {
    title \"The Harbour\" // players read this
    needs base }

step sail in following { active scores 1 for placed }
";

fn read(folder: &str, file: &str) -> String {
    fs::read_to_string(Path::new(folder).join(file)).expect("the file is there")
}

#[test]
fn texts_are_laid_out_once() {
    let untidy = UNTIDY.replace("   //", " //");
    let (_scratch, path) = expansion("harbour", &[("rules.carc", &untidy), ("a.carc", TIDY)]);
    let text = output(&mut carc(&["fmt", &path, "--check"]), 1);
    assert!(text.contains(&format!("would change  {path}/rules.carc\n")), "{text}");
    assert!(text.ends_with("1 file would change, 1 would not\n"), "{text}");
    assert_eq!(read(&path, "rules.carc"), untidy, "--check changes nothing");
    let text = output(&mut carc(&["fmt", &path]), 0);
    assert_eq!(text, format!("changed  {path}/rules.carc\n1 file changed, 1 left alone\n"));
    assert_eq!(read(&path, "rules.carc"), TIDY);
    assert_eq!(output(&mut carc(&["fmt", &path]), 0), "2 files laid out as usual\n");
    assert_eq!(output(&mut carc(&["fmt", "--check", &path]), 0), "2 files laid out as usual\n");
}

#[test]
fn files_with_mistakes_are_left_alone_and_the_others_laid_out() {
    let broken = "step  sail in {\n\n\n";
    let files = [("a.carc", broken), ("rules.carc", UNTIDY), ("zero.carc", "\0")];
    let (_scratch, path) = expansion("harbour", &files);
    let text = output(&mut carc(&["fmt", &path]), 1);
    assert!(text.contains("syntax/unbalanced") || text.contains("syntax/unexpected"), "{text}");
    assert!(text.contains(&format!("{path}/a.carc: left as it is\n")), "{text}");
    assert!(text.contains(&format!("{path}/zero.carc: the file is not text")), "{text}");
    assert!(text.ends_with("1 file changed, 0 left alone, 2 files with mistakes\n"), "{text}");
    assert_eq!(read(&path, "a.carc"), broken);
    assert_ne!(read(&path, "rules.carc"), UNTIDY);
}

#[test]
fn one_file_may_be_named_and_two_ways_to_it_are_one() {
    let files = [("rules.carc", UNTIDY), ("other.carc", "menu  a\n")];
    let (_scratch, path) = expansion("harbour", &files);
    let (one, other) = (format!("{path}/rules.carc"), format!("{path}/../harbour/rules.carc"));
    let text = output(&mut carc(&["fmt", &one, &other]), 0);
    assert!(text.ends_with("1 file changed, 0 left alone\n"), "{text}");
    assert_eq!(read(&path, "other.carc"), "menu  a\n");
}

#[test]
fn what_is_neither_folder_nor_rules_is_refused_and_nothing_touched() {
    let files =
        [("rules.carc", UNTIDY), ("NOTES.TXT", "step  notes\n"), ("NOTES", "step  notes\n")];
    let (scratch, path) = expansion("harbour", &files);
    let (rules, notes) = (format!("{path}/rules.carc"), format!("{path}/NOTES.TXT"));
    let said = format!("`{notes}` is neither a folder nor a file that ends in .carc");
    for arguments in [&["fmt", &notes][..], &["fmt", &rules, &notes], &["check", &notes]] {
        let text = complaint(&mut carc(arguments), 2);
        assert!(text.contains(&said), "{text}");
    }
    for folder in [scratch.path(), Path::new(&path)] {
        for name in ["NOTES", "NOTES.TXT", "./NOTES"] {
            complaint(carc(&["fmt", name]).current_dir(folder), 2);
        }
    }
    assert_eq!(read(&path, "rules.carc"), UNTIDY, "what lies beside it is not meant");
    assert_eq!(read(&path, "NOTES.TXT"), "step  notes\n");
    // A file of rules by its name alone is looked for where one works, by the other commands too.
    let text = output(carc(&["check", "rules.carc"]).current_dir(&path), 0);
    assert!(text.contains("harbour: no mistakes"), "{text}");
}

#[test]
fn without_names_it_is_the_folder_at_hand() {
    let (scratch, path) = expansion("harbour", &[("rules.carc", UNTIDY)]);
    let here = |folder: &Path| {
        let mut command = carc(&["fmt", "--check"]);
        command.current_dir(folder);
        command
    };
    let text = output(&mut here(Path::new(&path)), 1);
    assert!(text.contains("rules.carc\n1 file would change"), "{text}");
    let text = complaint(&mut here(scratch.path()), 2);
    assert!(text.contains("nothing to format"), "{text}");
    // Those of the project, which are laid out.
    let text = output(&mut carc(&["fmt", "--check"]), 0);
    assert!(text.ends_with(" files laid out as usual\n"), "{text}");
}

#[test]
fn what_is_no_file_on_disk_is_told() {
    let scratch = tempfile::tempdir().expect("there is room for a folder");
    let mut command = carc(&["fmt", "base"]);
    command.current_dir(scratch.path());
    assert!(complaint(&mut command, 2).contains("`base` is built in"));
    let text = output(&mut carc(&["fmt", "no/such.carc"]), 1);
    assert!(text.contains("no/such.carc: the file cannot be read"), "{text}");
    assert!(complaint(&mut carc(&["fmt", "bse"]), 2).contains("did you mean `base`?"));
}

#[test]
fn long_lines_are_noted() {
    let long = format!("// {}\n", "x".repeat(112));
    let (_scratch, path) = expansion("harbour", &[("rules.carc", &long)]);
    let text = output(&mut carc(&["fmt", &path]), 0);
    assert!(text.contains("rules.carc:1 has 115 columns, 112 fit"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_stops_nothing() {
    use std::os::unix::fs::PermissionsExt;

    let (_scratch, path) = expansion("harbour", &[("a.carc", UNTIDY), ("rules.carc", UNTIDY)]);
    let locked = Path::new(&path).join("a.carc");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o444)).expect("it is ours");
    let text = output(&mut carc(&["fmt", &path]), 1);
    assert!(text.contains("write-protected"), "{text}");
    assert!(text.ends_with("1 file changed, 0 left alone, 1 file with mistakes\n"), "{text}");
    assert_eq!(read(&path, "a.carc"), UNTIDY);
}
