//! `cargo xtask fuzz`: feeds each fuzz target inputs, and says what to do next.

use crate::process::{self, cargo};
use crate::{root, say, target_folder};
use std::process::{Command, ExitCode};

/// How long each target runs unless it is said.
pub(crate) const DEFAULT_SECONDS: u32 = 30;

const TARGETS: [&str; 8] = [
    "scrub_text",
    "disclose_json",
    "classify_text",
    "http_headers",
    "rmcp_frames",
    "relay_frames",
    "tool_arguments",
    "slow_text",
];
const VERSION: &str = "0.13.2";

/// Runs every target for so many seconds, from its seeds and from what earlier runs found.
pub(crate) fn run(seconds: u32) -> ExitCode {
    let root = root();
    let tools = target_folder().join("fuzz-tools");
    let cargo_fuzz = tools.join("bin").join("cargo-fuzz");
    if !cargo_fuzz.exists() {
        say(&format!("installing cargo-fuzz {VERSION} into {}", tools.display()));
        let mut install = cargo();
        install.args(["install", "cargo-fuzz", "--locked", "--version", VERSION, "--root"]).arg(&tools);
        if let Err(why) = process::run(&mut install) {
            say(&why);
            return ExitCode::FAILURE;
        }
    }
    for target in TARGETS {
        say(&format!("{target}: {seconds} seconds"));
        let corpus = format!("fuzz/corpus/{target}");
        if let Err(error) = std::fs::create_dir_all(root.join(&corpus)) {
            say(&format!("cannot make {corpus}: {error}"));
            return ExitCode::FAILURE;
        }
        let seeds = format!("fuzz/seeds/{target}");
        // Without a sanitizer, the stable compiler is enough; there is no unsafe code to watch.
        let arguments = ["fuzz", "run", "--sanitizer", "none", target, &corpus, &seeds, "--"];
        let mut fuzz = Command::new(&cargo_fuzz);
        fuzz.args(arguments).arg(format!("-max_total_time={seconds}")).args(["-timeout=5", "-verbosity=0"]);
        if let Err(why) = process::run(fuzz.current_dir(&root)) {
            say(&format!("{why}; put the input, from fuzz/artifacts/{target}/, into fuzz/crashes/{target}/"));
            return ExitCode::FAILURE;
        }
    }
    say("nothing failed; to run longer, give the seconds: cargo xtask fuzz 3600");
    ExitCode::SUCCESS
}
