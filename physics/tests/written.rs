//! The written throws of `tests/shots`, bit for bit: `cargo test` throws them in the profile of development, and
//! `.ci/run` once more with everything that the release build optimises.

use std::{fs, path::Path};

use abi::{Launch, Scene, ShotPhysics};
use carc_physics::Rapier;
use serde_json::Value;

/// A sum (FNV-1a) over the whole flight, as the files have it.
fn print(flight: &abi::Flight) -> String {
    let text = serde_json::to_string(flight).expect("a flight is JSON");
    let add = |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, add))
}

#[test]
fn written_throws_are_the_same_in_every_profile() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/shots");
    let mut thrown = 0;
    for entry in fs::read_dir(folder).expect("there are written throws") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a text");
        let shot: Value = serde_json::from_str(&text).expect("a shot is JSON");
        let scene: Scene = serde_json::from_value(shot["scene"].clone()).expect("a scene");
        let launch: Launch = serde_json::from_value(shot["launch"].clone()).expect("a launch");
        let flight = Rapier.throw(&scene, &launch).expect("a possible throw");
        assert_eq!(print(&flight), shot["print"], "{}", path.display());
        thrown += 1;
    }
    assert!(thrown >= 16, "only {thrown} throws are written");
}
