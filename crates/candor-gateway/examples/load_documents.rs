//! Reads OpenAPI documents and prints a line for each: operations, tools, time, memory; and why operations are not tools.
//!
//!     cargo run -p candor-gateway --release --example load_documents -- [--loosened] [--list] [--check] PATH…
//!
//! A folder stands for the documents in it. `--loosened` also prints what is checked less strictly than a document says, and
//! `--list` the tools. `--check` builds a validator for each schema.

#![allow(clippy::print_stdout, reason = "it is what the program is for")]

use candor_gateway::{Api, LoadOptions, Severity, Tool};
use std::path::{Path, PathBuf};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let paths = arguments.iter().filter(|argument| !argument.starts_with("--")).map(PathBuf::from);
    for path in paths.flat_map(|path| documents(&path)) {
        load(&path, &has);
    }
}

/// The path itself or, of a folder, the documents in it.
fn documents(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(path) else { return vec![path.to_owned()] };
    let is_document = |path: &PathBuf| {
        path.is_file() && path.extension().is_some_and(|end| ["json", "yaml", "yml"].iter().any(|known| end == *known))
    };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_document).collect();
    paths.sort();
    paths
}

fn load(path: &Path, has: &dyn Fn(&str) -> bool) {
    let start = Instant::now();
    let api = match Api::load(path, &LoadOptions::default()) {
        Ok(api) => api,
        Err(errors) => {
            println!("{}: not read\n{errors}", path.display());
            return;
        }
    };
    let took = start.elapsed();
    let listed: usize = api.tools().iter().map(|tool| tool.input_schema().to_json().len()).sum();
    let answers: usize =
        api.tools().iter().filter_map(|tool| tool.output()).map(|output| output.schema().to_json().len()).sum();
    let loosened = api.findings().iter().filter(|finding| finding.severity == Severity::Loosened).count();
    println!(
        "{}: {} operations, {} tools, {} refused, {loosened} loosened, {took:.1?}, {}, schemas {} + {} KiB",
        path.display(),
        api.operation_count(),
        api.tools().len(),
        api.refused().count(),
        memory(),
        listed / 1024,
        answers / 1024,
    );
    for finding in api.findings() {
        if has("--loosened") || finding.severity == Severity::Refused {
            println!("  {finding}");
        }
    }
    for tool in api.tools().iter().filter(|_| has("--check")) {
        check(tool);
    }
    for tool in api.tools().iter().filter(|_| has("--list")) {
        println!("  {} ({}): {}", tool.name(), tool.operation(), tool.description());
    }
}

/// Builds a validator for each schema, as a server does for its first call.
fn check(tool: &Tool) {
    let output = tool.output().map(|output| output.schema());
    for schema in std::iter::once(tool.input_schema()).chain(output) {
        if let Err(error) = jsonschema::options().offline().build(&schema.to_value()) {
            println!("  {}: {error} at {}", tool.name(), error.instance_path());
        }
    }
}

/// The most memory that the process has used, where the system tells.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.map_or_else(|| "memory unknown".to_owned(), |peak| format!("peak {}", peak.trim()))
}
