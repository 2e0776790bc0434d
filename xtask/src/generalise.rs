//! How the scrubber and the classifier do on rows by where the rows come from: a mechanism counts by what it gains on sources
//! that it was not built from.

mod codes;
mod command_line;
mod program;
mod rows;
mod score;
mod table;

pub(crate) use command_line::Plan;

use crate::process::{cargo, run as run_command};
use crate::{say, target_folder};
use program::Program;
use rows::{Kind, Set};
use std::io::Write;
use std::path::PathBuf;

/// Scores every set of the folder, and prints a table for each.
pub(crate) fn run(plan: &Plan) -> Result<(), String> {
    let sets = rows::read(&plan.folder, plan.by.as_deref())?;
    let sets: Vec<&Set> =
        sets.iter().filter(|set| plan.only.as_ref().is_none_or(|only| set.name.contains(only))).collect();
    if sets.is_empty() {
        return Err(format!("generalise: {} has no such sets", plan.folder.display()));
    }
    let program = match &plan.program {
        Some(path) => path.clone(),
        None => built()?,
    };
    let programs = std::iter::once(program).chain(plan.against.clone());
    let programs: Vec<_> = programs.map(Program::new).collect();
    for set in sets {
        let mut scores = Vec::new();
        for program in &programs {
            scores.push(score::of(set, &program.answers(set)?));
        }
        let text = table::written(set, &scores, &plan.built_from);
        std::io::stdout()
            .write_all(text.as_bytes())
            .map_err(|error| format!("the table cannot be printed: {error}"))?;
    }
    Ok(())
}

/// The program of this tree.
fn built() -> Result<PathBuf, String> {
    say("builds the program; --program names one that is built");
    run_command(cargo().args(["build", "--quiet", "--package", "candor-cli", "--bin", "candor"]))?;
    Ok(target_folder().join("debug").join(format!("candor{}", std::env::consts::EXE_SUFFIX)))
}

impl Kind {
    /// The command that answers such rows.
    const fn command(self) -> &'static str {
        match self {
            Kind::Secret | Kind::Strings | Kind::Normal => "scrub",
            Kind::Messages => "classify",
        }
    }
}
