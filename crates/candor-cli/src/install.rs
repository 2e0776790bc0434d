//! `candor install`: puts the wrapper before a server that is in a client's configuration already, or takes it away.

pub(crate) mod client;
mod config_file;
mod edit;
mod entry;
mod found;
mod notation;
mod options;
mod plan;
mod preview;
mod printable;
#[cfg(test)]
mod properties;
mod refusal;
mod report;
mod surroundings;
mod tree;

pub(crate) use refusal::Refusal;

use crate::arguments::{Arguments, Install};
use crate::output::Output;
use crate::trouble::Trouble;
use clap::CommandFactory;
use client::Place;
use edit::Wrapper;
use found::{Document, Server};
use plan::Plan;
use report::Report;
use std::path::Path;
use std::process::ExitCode;
use surroundings::{Surroundings, System};

/// Lists the servers, or edits the file.
pub(crate) fn run(arguments: &Install, output: &mut Output) -> Result<ExitCode, Trouble> {
    if let Some(why) = arguments.contradiction() {
        return Err(Trouble::Options(why.to_owned()));
    }
    let wrapper = wrapper(arguments).map_err(Trouble::Install)?;
    let places = places(arguments).map_err(Trouble::Install)?;
    let documents = found::documents(arguments.client, &places).map_err(Trouble::Install)?;
    let servers = found::servers(&documents, &places).map_err(Trouble::Install)?;
    let report = if arguments.all || arguments.server.is_some() {
        edit(arguments, &wrapper, &documents, &servers).map_err(Trouble::Install)?
    } else {
        Report::list(arguments.client, &documents, &servers, &wrapper)
    };
    match arguments.json {
        true => output.json(report.json().into_bytes())?,
        false => output.text(&report.text())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Plans the edits, checks them, and writes the file unless nobody wants that.
fn edit<'d>(
    arguments: &Install,
    wrapper: &Wrapper,
    documents: &'d [Document],
    servers: &[Server<'d>],
) -> Result<Report<'d>, Refusal> {
    let plan = match &arguments.server {
        Some(name) => Plan::of_one(found::named(servers, documents, name)?, arguments.undo, wrapper)?,
        None => Plan::of_all(servers, arguments.undo, wrapper)?,
    };
    let mut report = Report::edit(arguments.client, &plan, arguments.dry_run, wrapper);
    if let Some((document, text)) = plan.edited(wrapper)? {
        if arguments.dry_run {
            report.preview = Some(preview::of(&plan));
        } else {
            report.backup = document.file.replace(&text, !arguments.undo)?;
            report.is_written = true;
        }
    }
    Ok(report)
}

/// Where to look: the files of the client, or the one that was given.
fn places(arguments: &Install) -> Result<Vec<Place>, Refusal> {
    let around = Surroundings {
        system: System::current(),
        variable: &|name| std::env::var_os(name),
        home: std::env::home_dir().filter(|home| !home.as_os_str().is_empty()),
        project: std::env::current_dir().unwrap_or_default(),
    };
    let mut places = (arguments.client.places)(&around);
    if let Some(file) = &arguments.config {
        places = in_file(places, file);
    }
    let is_in_scope = |place: &Place| arguments.scope.is_none_or(|scope| place.scope == scope);
    match (places.iter().any(is_in_scope), arguments.scope) {
        (false, Some(scope)) => Err(Refusal::NoScope { client: arguments.client.title, scope: scope.name() }),
        _ => {
            places.retain(is_in_scope);
            Ok(places)
        }
    }
}

/// The places of a client within the one file that was given.
fn in_file(mut places: Vec<Place>, file: &Path) -> Vec<Place> {
    let real = |path: &Path| path.canonicalize().ok();
    let is_known = |place: &Place| place.file == file || real(file).is_some_and(|it| real(&place.file) == Some(it));
    if places.iter().any(is_known) {
        places.retain(is_known);
    }
    // A file that no client reads by itself counts as the user's, whose places come last.
    places.reverse();
    for place in &mut places {
        file.clone_into(&mut place.file);
    }
    places
}

/// What is written before a server.
fn wrapper(arguments: &Install) -> Result<Wrapper, Refusal> {
    let command = match &arguments.command {
        Some(command) => command.clone(),
        None => own_path().ok_or(Refusal::OwnPath)?,
    };
    options::check(&Arguments::command(), &arguments.options).map_err(Refusal::Options)?;
    Ok(Wrapper { command, options: arguments.options.clone() })
}

fn own_path() -> Option<String> {
    std::env::current_exe().ok()?.into_os_string().into_string().ok()
}
