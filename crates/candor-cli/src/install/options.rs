//! The options that are handed to `candor wrap`, checked before a client is told to start it with them.

use super::entry::{END_OF_OPTIONS, WRAP};
use clap::Command;

/// Says what is wrong with the options. `program` is this program, whose command `wrap` knows its own.
pub(super) fn check(program: &Command, options: &[String]) -> Result<(), String> {
    if options.first().is_some_and(|first| !first.starts_with('-')) {
        return Err("they are for `candor wrap`, such as --timeout 60s; leave the command out".to_owned());
    }
    if options.iter().any(|option| option == END_OF_OPTIONS) {
        return Err("another -- ends them too early; leave it out".to_owned());
    }
    let Some(wrap) = program.find_subcommand(WRAP) else { return Ok(()) };
    let words = [WRAP].into_iter().chain(options.iter().map(String::as_str)).chain([END_OF_OPTIONS, "command"]);
    match wrap.clone().try_get_matches_from(words) {
        Ok(_) => Ok(()),
        Err(error) if !error.use_stderr() => Err("one of them asks for help; leave it out".to_owned()),
        Err(error) => {
            let said = error.to_string();
            let line = said.lines().next().unwrap_or_default();
            Err(format!("{}; candor {WRAP} --help lists them", line.trim_start_matches("error: ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use clap::{Arg, Command, value_parser};

    fn said(options: &[&str]) -> Result<(), String> {
        let timeout = Arg::new("timeout").long("timeout").value_parser(value_parser!(u32));
        let wrap = Command::new("wrap").arg(timeout).arg(Arg::new("command").last(true).num_args(1..).required(true));
        let options: Vec<_> = options.iter().map(|&option| option.to_owned()).collect();
        check(&Command::new("candor").subcommand(wrap), &options)
    }

    #[test]
    fn what_the_wrapper_does_not_take_is_refused() {
        assert_eq!((said(&[]), said(&["--timeout", "60"])), (Ok(()), Ok(())));
        for (options, expected) in [
            (&["npx", "-y"] as &[&str], "leave the command out"),
            (&["--timeout", "--", "x"], "another --"),
            (&["--timeout", "soon"], "invalid value 'soon'"),
            (&["--tiemout", "60"], "unexpected argument '--tiemout'"),
            (&["--help"], "asks for help"),
        ] {
            let why = said(options).unwrap_err();
            assert!(why.contains(expected) && why.lines().count() == 1, "{why}");
        }
    }
}
