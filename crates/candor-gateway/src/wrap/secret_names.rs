//! The secrets in an environment and in a command line: what the scrubber would remove from them.

use candor::disclose::Scrubber;
use std::path::Path;

/// A shorter value is too common a word to be taken out of everything.
const SHORTEST: usize = 8;

/// Words in the names of variables that say where something is, or how it is done.
const PLACES: [&str; 8] = ["SOCK", "FILE", "PATH", "DIR", "FOLDER", "HOME", "AUTHORITY", "AGENT"];

/// The placeholder of a secret; those of paths and addresses are others.
const REDACTED: &str = "[redacted]";

/// The values of these variables that must leave in no message: those with telling names, such as `GITHUB_TOKEN`, and the passwords in
/// addresses.
///
/// ```
/// let variables = [
///     ("GITHUB_TOKEN", "ghp-swordfish-77"),
///     ("DATABASE_URL", "postgres://shop:hunter2-long@db/orders"),
///     ("HOME", "/home/ann"),
///     ("MODE_TOKEN", "on"),
/// ];
/// let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
/// assert_eq!(candor_gateway::secrets_of_environment(variables), ["ghp-swordfish-77", "hunter2-long"]);
/// ```
pub fn secrets_of_environment(variables: impl IntoIterator<Item = (String, String)>) -> Vec<String> {
    variables.into_iter().flat_map(|(name, value)| secrets_in(&name, &value)).collect()
}

/// The same of the arguments of a command, such as that of `--api-key`.
///
/// ```
/// let arguments = ["serve", "--api-key", "swordfish-77", "--db-password=hunter2-long", "-e", "PASSWORD=Wint3r-long", "--port", "12345678"];
/// assert_eq!(candor_gateway::secrets_of_arguments(arguments), ["swordfish-77", "hunter2-long", "Wint3r-long"]);
/// ```
pub fn secrets_of_arguments<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let (mut secrets, mut before): (Vec<String>, Option<String>) = (Vec::new(), None);
    for argument in arguments {
        let flag = argument.strip_prefix('-').map(|flag| flag.trim_start_matches('-').replace('-', "_"));
        let named = match (&flag, before.take(), argument.split_once('=')) {
            (Some(flag), _, Some((_, value))) => {
                let name = flag.split('=').next().unwrap_or_default().to_owned();
                secrets_in(&name, value)
            }
            (None, _, Some((name, value))) if is_name(name) => secrets_in(name, value),
            (None, Some(name), _) => secrets_in(&name, argument),
            (_, _, _) => secrets_in("", argument),
        };
        secrets.extend(named);
        before = flag.filter(|flag| !flag.contains('='));
    }
    secrets
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// What is a secret in a value with this name.
fn secrets_in(name: &str, value: &str) -> Vec<String> {
    let upper = name.to_ascii_uppercase();
    if PLACES.iter().any(|place| upper.contains(place)) || is_there(value) {
        return Vec::new();
    }
    let prefix = if name.is_empty() { String::new() } else { format!("{name}=") };
    let text = format!("{prefix}{value}");
    let removals = Scrubber::standard().removals(&text);
    let spans = removals.into_iter().filter(|removal| removal.placeholder == REDACTED).map(|removal| removal.span);
    let parts = spans.filter_map(|span| text.get(span.start.max(prefix.len())..span.end));
    let parts = parts.map(|part| if value.contains("://") { password_in(part) } else { part });
    let is_usable = |part: &&str| part.len() >= SHORTEST && Scrubber::check_secret(part).is_ok();
    parts.filter(is_usable).map(str::to_owned).collect()
}

/// The password in the part of an address that the scrubber takes with its user and its host.
fn password_in(part: &str) -> &str {
    let user = part.rsplit_once('@').map_or(part, |(user, _)| user);
    user.split_once(':').map_or(user, |(_, password)| password)
}

/// Whether the value is the path of something that is there: what is in it would be the secret.
fn is_there(value: &str) -> bool {
    Path::new(value).is_absolute() && Path::new(value).exists()
}
