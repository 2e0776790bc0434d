//! The secrets in an environment and in a command line: what the scrubber would remove from them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use candor::disclose::Scrubber;
use std::path::Path;

/// A shorter value is too common a word to be taken out of everything.
const SHORTEST: usize = 8;

/// Words in the names of variables that say where something is, or how it is done.
const PLACES: [&str; 8] = ["SOCK", "FILE", "PATH", "DIR", "FOLDER", "HOME", "AUTHORITY", "AGENT"];

/// Words before the secret in the value of a header such as `Authorization`. A server may say the secret without them.
const SCHEMES: [&str; 7] = ["bearer", "basic", "token", "apikey", "api-key", "bot", "key"];

/// The placeholder of a secret; those of paths and addresses are others.
const REDACTED: &str = "[redacted]";

/// The values of these variables that must leave in no message: those with telling names, such as `GITHUB_TOKEN`, those of names such as
/// `STRIPE_KEY` that look random, and the passwords in addresses.
///
/// ```
/// let variables = [
///     ("GITHUB_TOKEN", "ghp-swordfish-77"),
///     ("STRIPE_KEY", "sk9x2Kq8LmP4"),
///     ("SORT_KEY", "created_at"),
///     ("DATABASE_URL", "postgres://shop:hunter2-long@db/orders"),
///     ("HOME", "/home/ann"),
///     ("MODE_TOKEN", "on"),
/// ];
/// let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
/// assert_eq!(candor_gateway::secrets_of_environment(variables), ["ghp-swordfish-77", "sk9x2Kq8LmP4", "hunter2-long"]);
/// ```
pub fn secrets_of_environment(variables: impl IntoIterator<Item = (String, String)>) -> Vec<String> {
    variables.into_iter().flat_map(|(name, value)| secrets_in(&name, &value)).collect()
}

/// The same of the arguments of a command, such as that of `--api-key`, and those of the headers in them.
///
/// ```
/// let arguments = ["serve", "--api-key", "swordfish-77", "--db-password=hunter2-long", "-e", "PASSWORD=Wint3r-long", "--port", "12345678"];
/// assert_eq!(candor_gateway::secrets_of_arguments(arguments), ["swordfish-77", "hunter2-long", "Wint3r-long"]);
/// let arguments = ["https://wiki.example.com/mcp", "--header", "Authorization: Bearer swordfish-77", "-H", "Accept: application/json"];
/// assert_eq!(candor_gateway::secrets_of_arguments(arguments), ["swordfish-77"]);
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
    let is_usable = |part: &String| part.len() >= SHORTEST && Scrubber::check_secret(part).is_ok();
    if is_header(value) {
        return of_header(value).into_iter().filter(is_usable).collect();
    }
    let prefix = if name.is_empty() { String::new() } else { format!("{name}=") };
    let text = format!("{prefix}{value}");
    let removals = Scrubber::standard().removals(&text);
    let spans = removals.into_iter().filter(|removal| removal.placeholder == REDACTED).map(|removal| removal.span);
    let parts = spans.filter_map(|span| text.get(span.start.max(prefix.len())..span.end));
    let parts = parts.map(|part| if value.contains("://") { password_in(part).to_owned() } else { part.to_owned() });
    parts.flat_map(|part| of_header(&part)).filter(is_usable).collect()
}

/// Whether the value is that of a header by itself.
fn is_header(value: &str) -> bool {
    let scheme = value.split_once(' ').filter(|(_, rest)| !rest.trim().contains(' ')).map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| ["bearer", "basic"].contains(&scheme.to_ascii_lowercase().as_str()))
}

/// The secrets in the value of a header, which the scrubber takes whole.
fn of_header(value: &str) -> Vec<String> {
    let Some((scheme, rest)) = value.split_once(' ') else { return vec![value.to_owned()] };
    if !SCHEMES.contains(&scheme.to_ascii_lowercase().as_str()) {
        return vec![value.to_owned()];
    }
    let rest = rest.trim();
    let decoded = scheme.eq_ignore_ascii_case("basic").then(|| STANDARD.decode(rest).ok()).flatten();
    let login = decoded.and_then(|decoded| String::from_utf8(decoded).ok());
    let password = login.and_then(|login| Some(login.split_once(':')?.1.to_owned()));
    [rest.to_owned()].into_iter().chain(password).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of_environment(name: &str, value: &str) -> Vec<String> {
        secrets_of_environment([(name.to_owned(), value.to_owned())])
    }

    #[test]
    fn a_key_is_known_by_its_name_and_a_random_value() {
        for (name, value) in [
            ("STRIPE_KEY", "sk9x2Kq8LmP4"),
            ("STRIPE_SECRET_KEY", "swordfish-long"),
            ("MAPS_KEY", "AIzaSyA-1234567890abcdefghijklmnopqrstu"),
            ("ENCRYPTION_KEY", "Kq8LmP4x9Z2"),
            ("acme_key", "9f8e7d6c5b4a3f2e"),
        ] {
            assert_eq!(of_environment(name, value), [value], "{name}");
        }
        for (name, value) in [
            ("KEYBOARD", "us12345678ab"),
            ("PUBLIC_KEY", "Kq8LmP4x9Z2w"),
            ("SSH_PUBLIC_KEY", "Kq8LmP4x9Z2w"),
            ("KEY_PREFIX", "Kq8LmP4x9Z2w"),
            ("SORT_KEY", "created_at"),
            ("PRIMARY_KEY", "order_number"),
            ("STRIPE_KEY", "sk9x2Kq"),
            ("SIGNING_KEY_FILE", "/run/secrets/x9Kq8LmP4"),
        ] {
            assert_eq!(of_environment(name, value), [""; 0], "{name}");
        }
        assert_eq!(of_environment("MOTTO", "Basic instincts win"), [""; 0]);
    }

    #[test]
    fn the_secret_of_a_header_is_found_without_its_scheme() {
        let cases: [(&[&str], &[&str]); 9] = [
            (&["--header", "Authorization: Bearer swordfish-77"], &["swordfish-77"]),
            (&["--header=Authorization: Bearer swordfish-77"], &["swordfish-77"]),
            (&["--header", "Authorization:Bearer swordfish-77"], &["swordfish-77"]),
            (&["-H", "Authorization: token swordfish-77"], &["swordfish-77"]),
            (&["-HAuthorization: Bearer swordfish-77"], &["swordfish-77"]),
            (&["-H", "X-Api-Key: swordfish-77"], &["swordfish-77"]),
            (&["-H", "Authorization: swordfish-77"], &["swordfish-77"]),
            (&["-H", "Authorization: Basic c2hvcDpodW50ZXIyLWxvbmc="], &["c2hvcDpodW50ZXIyLWxvbmc=", "hunter2-long"]),
            (&["-H", "Accept: application/json", "--header", "X-Tenant: northern-branch"], &[]),
        ];
        for (arguments, secrets) in cases {
            assert_eq!(secrets_of_arguments(arguments.iter().copied()), secrets, "{arguments:?}");
        }
        assert_eq!(of_environment("AUTH_HEADER", "Bearer swordfish-77"), ["swordfish-77"]);
    }
}
