//! What npm installs: the suite and its Node, as `conformance/package-lock.json` pins them.

use super::bounded;
use crate::process::last_lines;
use crate::say;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long npm may take.
const LIMIT: Duration = Duration::from_secs(600);
const LOCK: &str = "package-lock.json";

/// Installs what the pins name into the folder, unless it is there, and gives the folder of the modules.
pub(super) fn install(pins: &Path, folder: &Path) -> Result<PathBuf, String> {
    let broken = |error: io::Error| format!("cannot install into {}: {error}", folder.display());
    let wanted = std::fs::read(pins.join(LOCK)).map_err(|error| format!("cannot read conformance/{LOCK}: {error}"))?;
    let whole = folder.join("suite");
    if std::fs::read(whole.join(LOCK)).is_ok_and(|there| there == wanted) {
        return Ok(whole.join("node_modules"));
    }
    say(&format!("installing the conformance suite into {}", folder.display()));
    // Made elsewhere and moved when it is complete: an interrupted install leaves nothing that looks complete.
    let partial = folder.join(format!("partial-{}", std::process::id()));
    let copied = std::fs::create_dir_all(&partial)
        .and_then(|()| std::fs::copy(pins.join("package.json"), partial.join("package.json")))
        .and_then(|_| std::fs::write(partial.join(LOCK), &wanted));
    let installed = copied.map_err(broken).and_then(|()| npm(&partial)).and_then(|()| {
        if whole.exists() {
            std::fs::remove_dir_all(&whole).map_err(broken)?;
        }
        std::fs::rename(&partial, &whole).map_err(broken)
    });
    if installed.is_err() {
        // What stays is named after this process, so that it is not taken for complete.
        let _ = std::fs::remove_dir_all(&partial);
    }
    installed.map(|()| whole.join("node_modules"))
}

fn npm(folder: &Path) -> Result<(), String> {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.args(["ci", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error", "--fetch-retries=1"]);
    let output = folder.join("npm.txt");
    let status = bounded::run(npm.current_dir(folder), &output, LIMIT)
        .map_err(|error| format!("npm does not start ({error}); install Node.js, which brings it"))?;
    match status {
        Some(status) if status.success() => Ok(()),
        Some(_) => {
            let text = std::fs::read_to_string(&output).unwrap_or_default();
            Err(format!("npm cannot install the conformance suite; is the network up?\n{}", last_lines(&text)))
        }
        None => Err(format!("npm is not done after {} seconds; is the network up?", LIMIT.as_secs())),
    }
}
