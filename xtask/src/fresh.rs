//! `cargo xtask fresh`: runs the README's two commands as a newcomer does after cloning the repository: nothing is
//! downloaded and nothing is built. What is not committed is left out.

use crate::process::{self, cargo};
use crate::{root, say};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The README's commands, as arguments of cargo.
const COMMANDS: [&[&str]; 2] = [&["run", "--release", "--", "demo"], &["xtask", "test"]];

/// Variables of cargo that say how to reach the network, and are kept. All others would carry this build over.
const KEPT: [&str; 5] = ["CARGO_HTTP_", "CARGO_NET_", "CARGO_REGISTRIES_", "CARGO_REGISTRY_", "CARGO_SOURCE_"];

/// Clones, runs, reports, and removes everything again.
pub(crate) fn run() -> Result<(), String> {
    let folder = Folder::new().map_err(|error| format!("cannot make a folder: {error}"))?;
    say(&format!("working in {}; it is removed at the end", folder.0.display()));
    let home = cargo_home(&folder.0).map_err(|error| format!("cannot make a CARGO_HOME: {error}"))?;
    let clone = clone(&folder.0)?;

    let mut lines = Vec::new();
    for arguments in COMMANDS {
        let shown = format!("cargo {}", arguments.join(" "));
        say(&shown);
        let started = Instant::now();
        let result = process::run(fresh(&folder.0, &home).args(arguments).current_dir(&clone));
        lines.push(format!("{shown:<30} {}", minutes(started.elapsed())));
        if result.is_err() {
            report(&lines, &folder.0);
            return result;
        }
    }
    report(&lines, &folder.0);
    Ok(())
}

/// A folder that is removed with all that is in it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> io::Result<Folder> {
        let folder = std::env::temp_dir().join(format!("candor-fresh-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            say(&format!("cannot remove {}: {error}", self.0.display()));
        }
    }
}

/// A clone of what is committed.
fn clone(folder: &Path) -> Result<PathBuf, String> {
    let git =
        |arguments: &[&str], place: &Path| process::output(Command::new("git").args(arguments).current_dir(place));
    let commit = git(&["rev-parse", "HEAD"], &root())?;
    if !git(&["status", "--porcelain"], &root())?.trim().is_empty() {
        say("there are changes that are not committed; they are left out");
    }
    let source = root();
    git(&["clone", "--quiet", "--no-checkout", &source.to_string_lossy(), "candor"], folder)?;
    let clone = folder.join("candor");
    git(&["checkout", "--quiet", "--detach", commit.trim()], &clone)?;
    Ok(clone)
}

/// A `CARGO_HOME` with nothing but the user's configuration, which may name the registry to use.
fn cargo_home(folder: &Path) -> io::Result<PathBuf> {
    let home = folder.join("cargo-home");
    fs::create_dir_all(&home)?;
    let own = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let own = own.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    for name in ["config.toml", "config"] {
        let text = own.as_ref().and_then(|own| fs::read_to_string(own.join(name)).ok());
        if let Some(text) = text {
            fs::write(home.join(name), without_credentials(&text))?;
        }
    }
    Ok(home)
}

/// The configuration without the lines that hold a token or a key.
fn without_credentials(text: &str) -> String {
    let is_credential = |line: &&str| {
        let name = line.split('=').next().unwrap_or_default().trim().trim_matches('"');
        ["token", "secret-key"].iter().any(|secret| name.ends_with(secret))
    };
    text.lines().filter(|line| !is_credential(line)).map(|line| format!("{line}\n")).collect()
}

/// Cargo, with empty caches and nothing in its environment that this build has set.
fn fresh(folder: &Path, home: &Path) -> Command {
    let mut command = cargo();
    for (name, _) in std::env::vars_os().filter(|(name, _)| is_left_out(name)) {
        command.env_remove(name);
    }
    command.env("CARGO_HOME", home);
    let caches = [("CANDOR_CACHE", "candor-cache"), ("npm_config_cache", "npm-cache"), ("PIP_CACHE_DIR", "pip-cache")];
    command.envs(caches.map(|(name, cache)| (name, folder.join(cache))));
    command
}

fn is_left_out(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let is_kept = KEPT.iter().any(|kept| name.starts_with(kept)) && !name.ends_with("_TOKEN");
    let is_cargo = name.starts_with("CARGO") && !is_kept;
    is_cargo || name.starts_with("CANDOR_") || matches!(&*name, "RUSTFLAGS" | "RUSTDOCFLAGS" | "RUSTC_WRAPPER")
}

/// How long each command took, and what all of it takes on the disk.
fn report(lines: &[String], folder: &Path) {
    for line in lines {
        say(line);
    }
    let mut total = 0;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let bytes = size(&entry.path());
        total += bytes;
        say(&format!("{:<30} {}", entry.file_name().to_string_lossy(), megabytes(bytes)));
    }
    say(&format!("{:<30} {}", "disk in all", megabytes(total)));
}

/// The size of a file, or of all files in a folder. Links are not followed.
fn size(path: &Path) -> u64 {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            fs::read_dir(path).into_iter().flatten().flatten().map(|entry| size(&entry.path())).sum()
        }
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    }
}

fn minutes(time: Duration) -> String {
    format!("{:>4} min {:02} s", time.as_secs() / 60, time.as_secs() % 60)
}

fn megabytes(bytes: u64) -> String {
    format!("{:>6} MB", bytes / 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::{clone, is_left_out, size, without_credentials};
    use std::fs;

    #[test]
    fn the_configuration_is_kept_without_tokens() {
        let text =
            "[registries.own]\nindex = \"sparse+https://own.example/\"\ntoken = \"secret\"\n\n[net]\noffline = false\n";
        let kept = "[registries.own]\nindex = \"sparse+https://own.example/\"\n\n[net]\noffline = false\n";
        assert_eq!(without_credentials(text), kept);
        assert_eq!(without_credentials("registry.token = \"x\"\n\"secret-key\" = \"y\"\n"), "");
    }

    #[test]
    fn nothing_of_this_build_is_carried_over() {
        for name in ["CARGO", "CARGO_HOME", "CARGO_TARGET_DIR", "CARGO_REGISTRY_TOKEN", "CANDOR_CLIENTS", "RUSTFLAGS"] {
            assert!(is_left_out(name.as_ref()), "{name}");
        }
        for name in
            ["PATH", "HOME", "HTTPS_PROXY", "CARGO_HTTP_PROXY", "CARGO_REGISTRIES_OWN_INDEX", "RUSTUP_TOOLCHAIN"]
        {
            assert!(!is_left_out(name.as_ref()), "{name}");
        }
    }

    #[test]
    fn a_clone_holds_what_is_committed_and_is_removed_with_its_folder() {
        // Not a repository where the sources were unpacked from an archive.
        if !crate::root().join(".git").exists() {
            return;
        }
        let folder = super::Folder::new().expect("a folder");
        let place = folder.0.clone();
        let cloned = clone(&place).expect("a clone");
        assert!(cloned.join("xtask").join("Cargo.toml").exists() && !cloned.join("target").exists());
        fs::write(place.join("three"), "abc").expect("a file");
        assert_eq!(size(&place.join("three")), 3);
        assert!(size(&place) > 100_000);
        drop(folder);
        assert!(!place.exists());
    }
}
