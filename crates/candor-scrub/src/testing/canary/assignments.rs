//! Secrets beside their names, in the syntaxes that configuration, code and command lines have.

use super::Bare;
use crate::rule::Family;
use crate::sensitive_name::is_credential_name;
use proptest::prelude::*;
use serde_json::json;

/// How a name and a value are written; the value may have blanks and signs only within quotes.
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

/// Letters and digits, and signs that no syntax gives a meaning.
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

/// The name of a secret, in the case of any language.
pub fn sensitive_name() -> impl Strategy<Value = String> {
    const OWNERS: [&str; 7] = ["", "db", "admin", "shop orders", "my app", "stripe", "x"];
    const SECRETS: [&str; 26] = [
        "access key",
        "api key",
        "api secret",
        "app key",
        "auth key",
        "bearer",
        "client secret",
        "credentials",
        "encryption key",
        "jwt",
        "master key",
        "mnemonic",
        "passcode",
        "passphrase",
        "passwd",
        "password",
        "private key",
        "psk",
        "pwd",
        "secret",
        "secret key",
        "secret key base",
        "session key",
        "signing key",
        "token",
        "access token",
    ];
    let words = (prop::sample::select(&OWNERS[..]), prop::sample::select(&SECRETS[..]));
    let digit = prop_oneof![8 => Just(""), 1 => Just("2")];
    (words, 0..5_usize, digit)
        .prop_map(|((owner, secret), case, digit)| {
            let words: Vec<_> = owner.split(' ').chain(secret.split(' ')).filter(|word| !word.is_empty()).collect();
            let capital = |word: &&str| format!("{}{}", word[..1].to_uppercase(), &word[1..]);
            let name = match case {
                0 => words.join("_"),
                1 => words.join("-"),
                2 => words.join("_").to_uppercase(),
                3 => words.iter().map(capital).collect(),
                _ => {
                    let pascal: String = words.iter().map(capital).collect();
                    format!("{}{}", pascal[..1].to_lowercase(), &pascal[1..])
                }
            };
            format!("{name}{digit}")
        })
        .prop_filter("is the name of a secret", |name| is_credential_name(name))
}
