//! The suite: two versions of an npm package, and the Node that they need.

use super::install::install;
use super::report::Report;
use super::{Case, Run, bounded};
use crate::process::last_lines;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long a whole run may take: on an idle machine it takes ten seconds.
const RUN_LIMIT: Duration = Duration::from_secs(180);
/// How long a scenario may take that is run alone: the slowest takes six seconds.
const SCENARIO_LIMIT: Duration = Duration::from_secs(30);

/// The installed versions.
pub(super) struct Suite {
    modules: PathBuf,
    results: PathBuf,
}

impl Suite {
    /// Installs what the pins name, if it is not there yet.
    pub(super) fn install(pins: &Path) -> Result<Self, String> {
        let folder =
            crate::cache::folder("conformance").map_err(|error| format!("there is no cache folder: {error}"))?;
        Ok(Self { modules: install(pins, &folder)?, results: folder.join("results") })
    }

    /// The same, whose scenarios leave what they found in a folder of this name.
    pub(super) fn leaving_results_in(&self, name: &str) -> Self {
        Self { modules: self.modules.clone(), results: self.results.join(name) }
    }

    /// Where the scenarios leave what they found.
    pub(super) fn results(&self) -> &Path {
        &self.results
    }

    /// Runs every scenario of this run against the server at that address.
    pub(super) fn run(&self, run: &'static Run, url: &str) -> Result<Vec<Case>, String> {
        let broken = |error: std::io::Error| format!("cannot run the conformance suite {}: {error}", run.version);
        let results = self.results.join(run.name);
        if results.exists() {
            std::fs::remove_dir_all(&results).map_err(broken)?;
        }
        std::fs::create_dir_all(&results).map_err(broken)?;
        let scenarios = self.scenarios(run, &results)?;
        let mut whole = self.server(run, url, &results);
        bounded::run(whole.args(["--suite", "all"]), &results.join("all.txt"), RUN_LIMIT).map_err(broken)?;

        let mut cases = Vec::new();
        for scenario in scenarios {
            let report = match checks(&results, &scenario) {
                Some(text) => Report::read(&text),
                // The older version has no limit of its own: one scenario that hangs keeps the rest from being run.
                None => {
                    let mut alone = self.server(run, url, &results);
                    let output = results.join(format!("{scenario}.txt"));
                    bounded::run(alone.args(["--scenario", &scenario]), &output, SCENARIO_LIMIT).map_err(broken)?;
                    match checks(&results, &scenario) {
                        Some(text) => Report::read(&text),
                        None => {
                            let words = std::fs::read_to_string(&output).unwrap_or_default();
                            Report::failed(format!("no result; the suite says: {}", last_lines(&words)))
                        }
                    }
                }
            };
            cases.push(Case { run, scenario, report });
        }
        Ok(cases)
    }

    /// The names of the server scenarios.
    fn scenarios(&self, run: &Run, results: &Path) -> Result<Vec<String>, String> {
        let output = results.join("list.txt");
        let listed = bounded::run(self.command(run, "list").arg("--server"), &output, SCENARIO_LIMIT);
        let text = listed.and_then(|_| std::fs::read_to_string(&output)).unwrap_or_else(|error| error.to_string());
        let scenarios = read_list(&text);
        if scenarios.is_empty() {
            return Err(format!("the conformance suite {} lists no scenarios: {}", run.version, text.trim()));
        }
        Ok(scenarios)
    }

    fn server(&self, run: &Run, url: &str, results: &Path) -> Command {
        let mut command = self.command(run, "server");
        command.args(["--url", url, "--output-dir"]).arg(results);
        command
    }

    fn command(&self, run: &Run, name: &str) -> Command {
        let node = self.modules.join("node").join("bin").join("node").with_extension(std::env::consts::EXE_EXTENSION);
        let mut command = Command::new(node);
        command.arg(self.modules.join(format!("conformance-{}", run.version)).join("dist").join("index.js")).arg(name);
        if let Some(revision) = run.revision {
            command.args(["--spec-version", revision]);
        }
        command
    }
}

/// The lines `  - name [revision,revision]`.
fn read_list(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("- "));
    lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// What the scenario left, in the folder that it names after itself and the time.
fn checks(results: &Path, scenario: &str) -> Option<String> {
    let folders = std::fs::read_dir(results).ok()?.flatten();
    let mut own = folders.filter(|folder| {
        let name = folder.file_name();
        let time = name.to_str().and_then(|name| name.strip_prefix("server-")?.strip_prefix(scenario));
        time.is_some_and(|time| time.len() == "-2026-07-28T00-00-00-000Z".len() && time.ends_with('Z'))
    });
    std::fs::read_to_string(own.next()?.path().join("checks.json")).ok()
}

#[cfg(test)]
mod tests {
    use super::read_list;

    #[test]
    fn the_list_of_scenarios_is_read_without_their_revisions() {
        let text =
            "Server scenarios (test against a server):\n  - ping [2025-06-18,2025-11-25]\n  - tasks [extension]\n";
        assert_eq!(read_list(text), ["ping", "tasks"]);
    }
}
