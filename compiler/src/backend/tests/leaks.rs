//! Code memory is given back with its last owner, however often rules are compiled.

use super::{
    draft::{Body, module},
    host::TestHost,
};
use crate::{
    emit,
    ir::{Arith, Module, Reg, Term},
    suspend::split,
};

fn sample() -> Module {
    let mut module = module();
    for _ in 0..8 {
        let mut body = Body::new(&mut module, "sum", 2, false);
        let mut sum = Reg(0);
        for _ in 0..6 {
            sum = body.arith(Arith::Add, sum, Reg(1));
        }
        body.finish(Term::Return(Some(sum)));
    }
    split(&mut module);
    module
}

/// The pages of memory that this process has mapped.
#[cfg(target_os = "linux")]
fn mapped_pages() -> u64 {
    pages(0)
}

/// The pages that it really uses: a heap may be mapped long before.
#[cfg(target_os = "linux")]
fn resident_pages() -> u64 {
    pages(1)
}

#[cfg(target_os = "linux")]
fn pages(number: usize) -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(number).unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn compiling_again_and_again_leaves_memory_flat() {
    let module = sample();
    let round = || {
        let code = emit(&module).unwrap();
        let mut host = TestHost::new(&module, 0);
        let sum = abi::Code::call(&code, abi::FunctionId(7), &[1, 10], &mut host);
        assert_eq!(sum, Ok(61));
    };
    (0..20).for_each(|_| round());
    // Other tests run beside this one, so only the least growth of several spans counts.
    let mut growth = Vec::new();
    for _ in 0..10 {
        let before = mapped_pages();
        (0..30).for_each(|_| round());
        growth.push(mapped_pages().saturating_sub(before));
    }
    // Each build maps more than ten pages for its code: a leak would show as 300 pages or more.
    assert!(growth.iter().any(|pages| *pages < 30), "pages by span: {growth:?}");
}

/// Ten thousand modules of one small function each, the last thousands no dearer than the first.
#[cfg(target_os = "linux")]
#[test]
fn ten_thousand_compilations_leave_memory_flat() {
    let mut module = module();
    let body = Body::new(&mut module, "same", 1, false);
    body.finish(Term::Return(Some(Reg(0))));
    split(&mut module);
    let mut growth = Vec::new();
    for _ in 0..10 {
        let before = resident_pages();
        (0..1000).for_each(|_| drop(emit(&module).unwrap()));
        growth.push(resident_pages().saturating_sub(before));
    }
    // A leak of half a kilobyte for each module would show as 125 pages in every span.
    assert!(growth.iter().any(|pages| *pages < 125), "pages by span: {growth:?}");
}

#[test]
fn code_outlives_the_module_that_it_was_made_of() {
    let (code, mut host) = {
        let module = sample();
        (emit(&module).unwrap(), TestHost::new(&module, 0))
    };
    let code: std::sync::Arc<dyn abi::Code> = std::sync::Arc::new(code);
    let other = std::sync::Arc::clone(&code);
    let thread = std::thread::spawn(move || {
        let mut host = TestHost::new(&sample(), 0);
        other.call(abi::FunctionId(0), &[3, 1], &mut host)
    });
    assert_eq!(code.call(abi::FunctionId(0), &[2, 1], &mut host), Ok(8));
    assert_eq!(thread.join().unwrap(), Ok(9));
}
