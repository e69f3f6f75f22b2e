//! The texts that are part of the binary: a new one among them builds the crate anew.

fn main() {
    println!("cargo:rerun-if-changed=../expansions");
}
