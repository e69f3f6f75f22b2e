#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| carc_fuzz::saves(bytes));
