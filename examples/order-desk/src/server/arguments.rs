//! The arguments of the program.

use std::net::SocketAddr;

pub(crate) const HELP: &str = "\
An order desk as an MCP server, with failures that say what to do next.

Usage: orders_server [--http [ADDRESS]] [--bare]

  --http [ADDRESS]  Serve Streamable HTTP at /mcp of this address instead of stdio; 127.0.0.1:0 by default.
                    Port 0 takes a free port. The first line on stderr says which.
                    Web pages are served only if they are of localhost or a loopback address.
  --bare            Serve without Candor's guard, to see what it does
  --help            Print this
";

/// What is to be done.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Print the help.
    Help,
    /// Serve.
    Serve { transport: Transport, is_guarded: bool },
}

/// How clients reach the server.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Transport {
    Stdio,
    Http(SocketAddr),
}

/// Reads the arguments, without the program's name.
///
/// # Errors
///
/// One sentence for the person who typed them.
pub(crate) fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Command, String> {
    let mut arguments = arguments.into_iter().peekable();
    let (mut transport, mut is_guarded) = (Transport::Stdio, true);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => return Ok(Command::Help),
            "--bare" => is_guarded = false,
            "--http" => {
                let address = arguments.next_if(|next| !next.starts_with('-'));
                let address = address.as_deref().unwrap_or("127.0.0.1:0");
                let Ok(address) = address.parse() else {
                    return Err(format!("{address:?} is not an address such as 127.0.0.1:8080"));
                };
                transport = Transport::Http(address);
            }
            _ => return Err(format!("there is no argument {argument:?}; --help lists them")),
        }
    }
    Ok(Command::Serve { transport, is_guarded })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, String> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn a_server_is_guarded_and_on_stdio_unless_said() {
        assert_eq!(parsed(""), Ok(Command::Serve { transport: Transport::Stdio, is_guarded: true }));
        let address = "127.0.0.1:0".parse().unwrap();
        let bare = Command::Serve { transport: Transport::Http(address), is_guarded: false };
        assert_eq!(parsed("--http --bare"), Ok(bare));
        let address = "[::1]:8080".parse().unwrap();
        let guarded = Command::Serve { transport: Transport::Http(address), is_guarded: true };
        assert_eq!(parsed("--http [::1]:8080"), Ok(guarded));
    }

    #[test]
    fn a_mistake_is_named() {
        assert_eq!(parsed("--htpp").unwrap_err(), "there is no argument \"--htpp\"; --help lists them");
        assert_eq!(parsed("--http here").unwrap_err(), "\"here\" is not an address such as 127.0.0.1:8080");
    }
}
