//! `candor init`: writes a configuration for `candor serve`.

use crate::arguments::Init;
use crate::output::Output;
use crate::trouble::{Trouble, say};
use candor_gateway::starter_config;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Writes the configuration, and says what to do next.
pub(crate) fn run(arguments: &Init, output: &mut Output) -> Result<ExitCode, Trouble> {
    let is_to_stdout = arguments.output.as_os_str() == "-";
    let folder = if is_to_stdout { Path::new("") } else { arguments.output.parent().unwrap_or(Path::new("")) };
    let openapi = seen_from(folder, &arguments.openapi);
    let text = starter_config(&arguments.openapi, &openapi, arguments.base_url.as_ref()).map_err(Trouble::Document)?;
    if is_to_stdout {
        output.bytes(text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let name = arguments.output.display().to_string();
    let file = OpenOptions::new().write(true).create_new(true).open(&arguments.output);
    let mut file = file.map_err(|source| match source.kind() == ErrorKind::AlreadyExists {
        true => Trouble::Exists { name: name.clone() },
        false => Trouble::WriteFile { name: name.clone(), source },
    })?;
    file.write_all(text.as_bytes()).map_err(|source| Trouble::WriteFile { name: name.clone(), source })?;
    say(&format!("{name} is written; next: candor serve --check {name}"));
    Ok(ExitCode::SUCCESS)
}

/// The path of a file as a configuration in this folder has it.
fn seen_from(folder: &Path, file: &Path) -> PathBuf {
    if folder.as_os_str().is_empty() || file.is_absolute() {
        return file.to_owned();
    }
    let (Ok(folder), Ok(file)) = (folder.canonicalize(), file.canonicalize()) else { return file.to_owned() };
    file.strip_prefix(folder).map_or(file.clone(), Path::to_owned)
}
