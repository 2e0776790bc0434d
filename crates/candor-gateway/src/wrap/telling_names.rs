//! The secrets in an environment: the values of variables whose names say that they are ones.

use candor::disclose::Scrubber;
use serde_json::{Map, Value};

/// A shorter value is too common a word to be taken out of everything.
const SHORTEST: usize = 8;

/// Variables with telling names whose values are no secrets: where something is, or how it is done.
const HARMLESS: [&str; 8] = [
    "SSH_AUTH_SOCK",
    "GPG_AGENT_INFO",
    "SSH_AGENT_PID",
    "GNOME_KEYRING_CONTROL",
    "XAUTHORITY",
    "ICEAUTHORITY",
    "SESSION_MANAGER",
    "XDG_SESSION_ID",
];

/// The values of these variables that must leave in no message, such as that of `GITHUB_TOKEN`.
///
/// ```
/// let variables = [("GITHUB_TOKEN", "ghp-swordfish-77"), ("HOME", "/home/ann"), ("MODE_TOKEN", "on")];
/// let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
/// assert_eq!(candor_gateway::secrets_of_environment(variables), ["ghp-swordfish-77"]);
/// ```
pub fn secrets_of_environment(variables: impl IntoIterator<Item = (String, String)>) -> Vec<String> {
    let is_secret = |(name, value): &(String, String)| {
        !HARMLESS.contains(&name.as_str())
            && value.len() >= SHORTEST
            && !is_address(value)
            && is_telling(name, value)
            && Scrubber::check_secret(value).is_ok()
    };
    variables.into_iter().filter(is_secret).map(|(_, value)| value).collect()
}

/// The values of these arguments that must leave in no message, such as that of `--api-key`.
///
/// ```
/// let arguments = ["serve", "--api-key", "swordfish-77", "--db-password=hunter2-long", "--port", "12345678"];
/// assert_eq!(candor_gateway::secrets_of_arguments(arguments), ["swordfish-77", "hunter2-long"]);
/// ```
pub fn secrets_of_arguments<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let (mut named, mut name) = (Vec::new(), None);
    for argument in arguments {
        match (argument.strip_prefix('-').map(|flag| flag.trim_start_matches('-')), name.take()) {
            (Some(flag), _) => match flag.split_once('=') {
                Some((flag, value)) => named.push((flag.replace('-', "_"), value.to_owned())),
                None => name = Some(flag.replace('-', "_")),
            },
            (None, Some(name)) => named.push((name, argument.to_owned())),
            (None, None) => {}
        }
    }
    secrets_of_environment(named)
}

fn is_telling(name: &str, value: &str) -> bool {
    let value = Value::from(value);
    let members = Map::from_iter([(name.to_owned(), value.clone())]);
    candor_scrub::is_sensitive_member(&members, name, &value)
}

/// Whether the value is the path of a file or a socket: what is in it would be the secret.
fn is_address(value: &str) -> bool {
    std::path::Path::new(value).is_absolute() && !value.contains(char::is_whitespace)
}
