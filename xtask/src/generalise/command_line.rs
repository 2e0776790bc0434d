//! What is asked for on the command line.

use std::path::PathBuf;

const USAGE: &str = "usage: cargo xtask generalise FOLDER [--program PATH] [--against PATH] [--built-from SOURCE,SOURCE] [--only SET] \
     [--by MEMBER]";

/// Which sets, which programs, and what the newer one was built from.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(super) folder: PathBuf,
    /// The program to score; otherwise it is built.
    pub(super) program: Option<PathBuf>,
    /// The program to compare it with.
    pub(super) against: Option<PathBuf>,
    /// The sources that were in sight.
    pub(super) built_from: Vec<String>,
    pub(super) only: Option<String>,
    /// The member of a row that is its source; otherwise the first that it has of those for sources.
    pub(super) by: Option<String>,
}

impl Plan {
    /// Reads the arguments after `generalise`.
    ///
    /// # Errors
    ///
    /// One sentence for the person who typed them.
    pub(crate) fn read(arguments: &[&str]) -> Result<Plan, String> {
        let (mut plan, mut folder) = (Plan::default(), None);
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or_else(|| format!("generalise: {argument} needs a value; {USAGE}"));
            match *argument {
                "--program" => plan.program = Some(PathBuf::from(value()?)),
                "--against" => plan.against = Some(PathBuf::from(value()?)),
                "--built-from" => plan.built_from.extend(value()?.split(',').map(str::to_owned)),
                "--by" => plan.by = Some((*value()?).to_owned()),
                "--only" => plan.only = Some((*value()?).to_owned()),
                flag if flag.starts_with('-') => return Err(format!("generalise: there is no flag {flag}; {USAGE}")),
                more if folder.is_some() => {
                    return Err(format!("generalise: {more:?} is one argument too many; {USAGE}"));
                }
                path => folder = Some(PathBuf::from(path)),
            }
        }
        plan.folder = folder.ok_or_else(|| format!("generalise: no folder is named; {USAGE}"))?;
        Ok(plan)
    }
}

#[cfg(test)]
mod tests {
    use super::Plan;
    use std::path::PathBuf;

    fn read(line: &str) -> Result<Plan, String> {
        Plan::read(&line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn a_folder_and_flags_are_read() {
        let plan = read("sets --program new --against old --built-from a,b --built-from c --only scrub --by tier")
            .expect("all is known");
        assert_eq!((plan.folder, plan.by.as_deref()), (PathBuf::from("sets"), Some("tier")));
        assert_eq!((plan.program, plan.against), (Some(PathBuf::from("new")), Some(PathBuf::from("old"))));
        assert_eq!(
            (plan.built_from, plan.only),
            (["a", "b", "c"].map(str::to_owned).to_vec(), Some("scrub".to_owned()))
        );
    }

    #[test]
    fn a_mistake_is_named() {
        for (line, words) in [
            ("", "no folder is named"),
            ("a b", "\"b\" is one argument too many"),
            ("a --programm b", "there is no flag --programm"),
            ("a --against", "--against needs a value"),
        ] {
            let why = read(line).expect_err("it is a mistake");
            assert!(why.starts_with("generalise: ") && why.contains(words), "{why}");
        }
    }
}
