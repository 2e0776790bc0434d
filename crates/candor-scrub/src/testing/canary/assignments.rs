//! Secrets beside their names, in the syntaxes that configuration, code and command lines have.

use super::Bare;
use crate::rule::Family;
use proptest::prelude::*;
use serde_json::json;

/// Syntaxes of a name and a value; the value may have spaces and punctuation only within quotes.
const BARE: [(&str, &str); 13] = [
    ("env", "{name}={value}"),
    ("shell", "export {name}={value}; run"),
    ("yaml", "app:\n  {name}: {value}\n  page: 2"),
    ("yaml-in-line", "{name}: {value}"),
    ("ini", "[app]\n{name} = {value}\npage = 2"),
    ("properties", "app.{name}={value}"),
    ("xml", "<{name}>{value}</{name}>"),
    ("flag", "run --{name} {value} --page 2"),
    ("flag-equals", "run --{name}={value}"),
    ("connection-string", "Server=db;{name}={value};Port=1"),
    ("call", "open({name}={value}, page=2)"),
    ("walrus", "{name}:={value}"),
    ("entry-of-yaml", "- name: {name}\n  value: {value}"),
];
const QUERY: &str = "https://api.example.com/orders?page=2&{name}={value}&sort=asc";
const QUOTED: [(&str, &str); 17] = [
    ("xml-settings", "<add key=\"{name}\" value=\"{value}\" />"),
    ("toml", "{name} = \"{value}\""),
    ("yaml-quoted", "{name}: \"{value}\""),
    ("yaml-single", "{name}: '{value}'"),
    ("env-quoted", "{name}=\"{value}\""),
    ("env-single", "{name}='{value}'"),
    ("json", "{\"page\": 2, \"{name}\": \"{value}\"}"),
    ("json-compact", "{\"{name}\":\"{value}\",\"page\":2}"),
    ("python", "{'{name}': '{value}', 'page': 2}"),
    ("python-call", "connect({name}='{value}', page=2)"),
    ("python-unicode", "{u'{name}': u'{value}'}"),
    ("php", "['{name}' => '{value}', 'page' => 2]"),
    ("ruby", "{:{name} => \"{value}\", :page => 2}"),
    ("xml-attribute", "<app {name}=\"{value}\" page=\"2\"/>"),
    ("flag-quoted", "run --{name} '{value}'"),
    ("javascript", "const {name} = '{value}';"),
    ("getenv", "os.getenv('{name}', '{value}')"),
];

/// A secret beside its name.
pub(super) fn any() -> impl Strategy<Value = Bare> {
    let bare = (prop::sample::select(&BARE[..]), sensitive_name(), bare_value());
    let quoted = (prop::sample::select(&QUOTED[..]), sensitive_name(), quoted_value());
    let written = prop_oneof![bare, quoted].prop_map(|((kind, syntax), name, value)| {
        let text = syntax.replace("{name}", &name).replace("{value}", &value);
        Bare::new(kind, Family::Secrets, text, [value])
    });
    let query = (sensitive_name(), bare_value()).prop_map(|(name, value)| {
        let text = QUERY.replace("{name}", &name).replace("{value}", &value);
        Bare::new("query", Family::Secrets, text, [value])
    });
    let escaped = (sensitive_name(), quoted_value(), 1..=3_usize).prop_map(|(name, value, levels)| {
        let inner = json!({name: value}).to_string();
        let text = (1..levels).fold(inner, |inner, _| json!({"body": inner}).to_string());
        Bare::new("json-in-json", Family::Secrets, text, [value])
    });
    prop_oneof![6 => written, 1 => query, 1 => escaped]
}

/// Letters, digits and punctuation that has no meaning in any syntax.
fn bare_value() -> impl Strategy<Value = String> {
    with_letter_and_digit("[A-Za-z0-9][A-Za-z0-9!*+./:?^_~-]{6,20}[A-Za-z0-9]")
}

fn quoted_value() -> impl Strategy<Value = String> {
    with_letter_and_digit("[A-Za-z0-9][A-Za-z0-9!#$%&()*+,./:;=?@^_{|}~<>\\[\\]-]{6,20}[A-Za-z0-9]")
}

fn with_letter_and_digit(form: &'static str) -> impl Strategy<Value = String> {
    form.prop_map(|mut value| {
        value.insert_str(value.len() / 2, "q7");
        value
    })
}

/// The words of a name before its sensitive words.
const OWNERS: [&str; 7] = ["", "db", "admin", "shop orders", "my app", "stripe", "x"];
/// The words that name a secret. They are listed here again: taken from the rules, they would show no name that the
/// rules do not know.
const SECRETS: [&str; 71] = [
    "access key",
    "access token",
    "api key",
    "api secret",
    "api token",
    "apikey",
    "app key",
    "app secret",
    "auth key",
    "auth token",
    "bearer",
    "bind password",
    "bot token",
    "client secret",
    "connection string",
    "consumer secret",
    "contrasena",
    "cookie secret",
    "credential",
    "credentials",
    "creds",
    "encryption key",
    "hmac key",
    "hmac secret",
    "id token",
    "jwt",
    "jwt secret",
    "kennwort",
    "keystore password",
    "master key",
    "master password",
    "mnemonic",
    "mot de passe",
    "oauth secret",
    "oauth token",
    "passcode",
    "passphrase",
    "passwd",
    "password",
    "passwort",
    "personal access token",
    "private key",
    "private token",
    "psk",
    "pwd",
    "recovery key",
    "refresh token",
    "sas token",
    "secret",
    "secret access key",
    "secret key",
    "secret key base",
    "security token",
    "seed phrase",
    "senha",
    "session id",
    "session key",
    "session secret",
    "session token",
    "shared access key",
    "shared secret",
    "signing key",
    "signing secret",
    "smtp pass",
    "storage key",
    "token",
    "totp secret",
    "two factor secret",
    "vault token",
    "wachtwoord",
    "webhook secret",
];
/// How many ways there are to join words.
const CASES: usize = 5;

/// The name of a secret, in the case of any language.
pub fn sensitive_name() -> impl Strategy<Value = String> {
    let digit = prop_oneof![8 => Just(""), 1 => Just("2")];
    (prop::sample::select(&OWNERS[..]), prop::sample::select(&SECRETS[..]), 0..CASES, digit)
        .prop_map(|(owner, secret, case, digit)| format!("{}{digit}", joined(owner, secret, case)))
}

fn joined(owner: &str, secret: &str, case: usize) -> String {
    let words: Vec<_> = owner.split(' ').chain(secret.split(' ')).filter(|word| !word.is_empty()).collect();
    let capital = |word: &&str| format!("{}{}", word[..1].to_uppercase(), &word[1..]);
    match case {
        0 => words.join("_"),
        1 => words.join("-"),
        2 => words.join("_").to_uppercase(),
        3 => words.iter().map(capital).collect(),
        _ => {
            let pascal: String = words.iter().map(capital).collect();
            format!("{}{}", pascal[..1].to_lowercase(), &pascal[1..])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scrubber;

    #[test]
    fn the_value_under_every_name_of_the_table_is_removed() {
        let scrubber = Scrubber::new();
        for (owner, secret) in OWNERS.iter().flat_map(|owner| SECRETS.iter().map(move |secret| (owner, secret))) {
            for name in (0..CASES).flat_map(|case| ["", "2"].map(|digit| joined(owner, secret, case) + digit)) {
                let scrubbed = scrubber.scrub_member(&name, "swordfish");
                assert_eq!(scrubbed, "[redacted]", "{name}");
                let text = format!("{name}=swordfish");
                assert_eq!(scrubber.scrub(&text), format!("{name}=[redacted]"));
            }
        }
    }
}
