//! Has the linker make the program small: every page of it that is touched counts as its memory.

use std::env;
use std::path::Path;
use std::process::Command;

/// What a linker may know, each by itself.
const ARGUMENTS: [&str; 2] = [
    // The same function for several types is there once.
    "-Wl,--icf=all",
    // What the loader has to change is told in bits, not in 24 bytes each.
    "-Wl,-z,pack-relative-relocs",
];

/// A program with something for the linker to pack, and for the loader to unpack.
const PROBE: &str =
    "fn main() { let all: [&dyn Fn() -> u8; 2] = [&|| 1, &|| 2]; assert_eq!(all.map(|it| it()), [1, 2]); }";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_linux = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|it| it == "linux");
    let is_native = env::var("TARGET").is_ok_and(|target| env::var("HOST").is_ok_and(|host| host == target));
    if !is_linux || !is_native || env::var("PROFILE").is_ok_and(|profile| profile != "release") {
        return;
    }
    for argument in ARGUMENTS.into_iter().filter(|argument| works(argument)) {
        println!("cargo::rustc-link-arg-bin=candor={argument}");
    }
}

/// Whether a program can be linked so, and runs then. Not every linker knows the arguments, and not every loader what becomes of them.
fn works(argument: &str) -> bool {
    let Some(folder) = env::var_os("OUT_DIR") else { return false };
    let (source, program) = (Path::new(&folder).join("probe.rs"), Path::new(&folder).join("probe"));
    if std::fs::write(&source, PROBE).is_err() {
        return false;
    }
    let mut compiler = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    compiler.arg(&source).arg("-o").arg(&program).arg(format!("-Clink-arg={argument}"));
    if let Some(linker) = env::var_os("RUSTC_LINKER") {
        compiler.arg("-C").arg(format!("linker={}", linker.display()));
    }
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    compiler.args(flags.split('\u{1f}').filter(|flag| !flag.is_empty()));
    let is_linked = compiler.output().is_ok_and(|output| output.status.success());
    is_linked && Command::new(&program).output().is_ok_and(|output| output.status.success())
}
