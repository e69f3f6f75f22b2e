//! Pictures: every tile of every expansion can be drawn, some look as they are kept, and those of the front page are
//! what its commands draw.

use std::fs;
use std::process::Command;

use drawing::{Looks, png, tile_picture};
use toolkit::{Backend, Library, Setting, Texts};

use crate::console::carc;
use crate::fixture::{folder, read, root};
use crate::markdown::blocks;

/// Tiles whose pictures are kept, each for something else in it.
const KEPT: &[&str] = &[
    "base_city_nw_road_es_pennant",
    "base_city_n_road_e_road_s_road_w",
    "base_monastery_road_s",
    "cc1_city_n_road_e_rake",
    "fair_city_nw_pennant",
];

/// The pictures of the front page, with what draws them.
const SHOWN: &[(&str, &[&str])] = &[
    (
        "docs/pictures/board.svg",
        &["board", "tests/games/inns-traders-corn-mix.jsonl.gz", "--turns", "45", "--size", "60"],
    ),
    ("docs/pictures/shot.svg", &["shot", "docs/pictures/knock-out.json"]),
];

fn looks(library: &Library) -> Looks {
    let files = library.iter().filter_map(|expansion| expansion.drawing.as_ref());
    Looks::read(files.map(|file| (file.name.as_str(), file.text.as_str())))
}

fn library() -> Library {
    let mut library = Library::default();
    library.add_folder(&root().join("expansions"));
    library
}

#[test]
fn every_tile_of_every_expansion_is_drawn() {
    let library = library();
    let looks = looks(&library);
    assert_eq!(looks.mistakes(), []);
    let texts = Texts::new(&library);
    let mut drawn = 0;
    for name in library.names() {
        let setting = Setting { expansions: vec![name.to_owned()], ..Setting::default() };
        let compiled = texts.build(&setting, Backend::Eval).unwrap_or_else(|report| {
            panic!("{name}: {}", report.render_plain(texts.sources()));
        });
        let program = compiled.program;
        for (number, tile) in program.tiles.iter().enumerate() {
            let kind = abi::TileKindId(number as u16);
            let svg = tile_picture(&program, &looks, kind, 0, false, 24);
            let png = png(&svg).unwrap_or_else(|error| panic!("{}: {error}", tile.name));
            assert_eq!(&png[16..24], [0, 0, 0, 24, 0, 0, 0, 24], "{}", tile.name);
            // Whatever is printed on it has a sign.
            let printed =
                tile.printed.iter().filter(|printed| printed.value != 0 || printed.name.is_some());
            let signs = svg.matches("href=\"#s-").count() + svg.matches("href=\"#w-").count();
            assert!(signs >= printed.count(), "{}", tile.name);
            drawn += 1;
        }
    }
    assert!(drawn > 60, "{drawn} tiles");
}

#[test]
fn pictures_of_tiles_are_as_they_are_kept() {
    let mut changed = Vec::new();
    for tile in KEPT {
        let svg = draw(&["tile", tile]);
        let kept = folder("pictures").join(tile).with_extension("svg");
        compare(&svg, &kept, &["tile", tile], &mut changed);
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn the_pictures_of_the_front_page_are_current() {
    let front = read(&root().join("README.md"));
    let mut changed = Vec::new();
    for (path, arguments) in SHOWN {
        assert!(front.contains(&format!("({path})")), "README.md shows {path}");
        compare(&draw(arguments), &root().join(path), arguments, &mut changed);
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn the_looks_of_the_documents_are_right() {
    let looks = blocks()
        .into_iter()
        .filter(|block| block.document == "docs/pictures.md" && block.language() == "json");
    let mut count = 0;
    for block in looks {
        let place = block.place();
        let read = Looks::read([(place.as_str(), block.text.as_str())]);
        assert_eq!(read.mistakes(), []);
        count += 1;
    }
    assert_eq!(count, 1);
}

/// What `carc draw` prints.
fn draw(arguments: &[&str]) -> String {
    let output = Command::new(carc())
        .arg("draw")
        .args(arguments)
        .current_dir(root())
        .env_remove("CARC_EXPANSIONS")
        .output()
        .expect("carc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("a picture is text")
}

fn compare(svg: &str, kept: &std::path::Path, arguments: &[&str], changed: &mut Vec<String>) {
    let before = fs::read_to_string(kept).unwrap_or_default();
    if before.trim_end() != svg.trim_end() {
        let name = crate::fixture::name(kept);
        changed.push(format!(
            "{name} differs; look at it: carc draw {} --to {name}",
            arguments.join(" ")
        ));
    }
}
