//! Secrets that need no name beside them: keys of known formats, credentials in URLs and headers, tokens, PEM blocks,
//! cards, and configured secrets.

use super::{Bare, triggers};
use crate::base64::{FOR_URLS, STANDARD};
use crate::rule::Family;
use crate::secrets::known_format::strategy;
use proptest::prelude::*;

/// A secret of any of these kinds.
pub(super) fn any() -> impl Strategy<Value = Bare> {
    prop_oneof![
        6 => known_format(),
        3 => url_credentials(),
        2 => header(),
        2 => json_web_token(),
        2 => private_key(),
        2 => card(),
        4 => configured(),
    ]
}

fn known_format() -> impl Strategy<Value = Bare> {
    strategy::secret().prop_map(|it| Bare::new(it.id, Family::Secrets, it.text, [it.secret]))
}

fn url_credentials() -> impl Strategy<Value = Bare> {
    const SCHEMES: [&str; 16] = [
        "http",
        "https",
        "ftp",
        "ssh",
        "git+https",
        "ws",
        "postgres",
        "postgresql",
        "mysql",
        "redis",
        "rediss",
        "amqp",
        "mongodb+srv",
        "jdbc:mysql",
        "smtp",
        "HTTPS",
    ];
    const HOSTS: [&str; 5] = ["example.com/a", "db/orders", "db:5432/orders?w=1", "127.0.0.1:80", "a.io,b.io/x"];
    (
        prop::sample::select(&SCHEMES[..]),
        prop_oneof![Just(String::new()), "[a-z][a-z0-9._-]{0,9}"],
        "[A-Za-z0-9!$%&*()_+=\\[\\]{}|;:,.^~@-]{8,24}",
        prop::sample::select(&HOSTS[..]),
    )
        .prop_map(|(scheme, user, password, host)| {
            let text = format!("{scheme}://{user}:{password}@{host}");
            Bare::new("url-credentials", Family::Secrets, text, [password])
        })
}

/// A header of the rule's own list.
fn header() -> impl Strategy<Value = Bare> {
    let value = "[A-Za-z0-9][A-Za-z0-9+/_.=-]{10,30}[A-Za-z0-9]";
    let start =
        prop::sample::select(vec!["", "Bearer ", "Basic ", "Token ", "Digest username=jane, response=", "sid="]);
    (prop::sample::select(triggers("header")), start, value, prop::bool::ANY).prop_map(
        |(name, start, value, is_upper)| {
            let name = if is_upper { name.to_uppercase() } else { name.to_owned() };
            Bare::new("header", Family::Secrets, format!("{name} {start}{value}"), [value])
        },
    )
}

fn json_web_token() -> impl Strategy<Value = Bare> {
    const HEADERS: [&str; 4] = [
        r#"{"alg":"HS256","typ":"JWT"}"#,
        r#"{"typ":"JWT","alg":"RS256"}"#,
        r#"{"kid":"a1","alg":"ES256"}"#,
        r#"{"alg":"none"}"#,
    ];
    (prop::sample::select(&HEADERS[..]), "[ -~]{6,40}", "[A-Za-z0-9_-]{16,43}").prop_map(
        |(header, subject, signature)| {
            let payload = base64(serde_json::json!({"sub": subject}).to_string().as_bytes(), FOR_URLS);
            let text = format!("{}.{payload}.{signature}", base64(header.as_bytes(), FOR_URLS));
            Bare::new("json-web-token", Family::Secrets, text, [payload, signature])
        },
    )
}

fn private_key() -> impl Strategy<Value = Bare> {
    const LABELS: [&str; 7] = [
        "PRIVATE KEY",
        "RSA PRIVATE KEY",
        "EC PRIVATE KEY",
        "DSA PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "PGP PRIVATE KEY BLOCK",
    ];
    const GAPS: [&str; 5] = ["\n", "\r\n", "\\n", " ", "\" +\n  \""];
    let lines = prop::collection::vec("[A-Za-z0-9+/]{64}", 1..6);
    let is_closed = prop_oneof![4 => Just(true), 1 => Just(false)];
    (prop::sample::select(&LABELS[..]), prop::sample::select(&GAPS[..]), lines, "[A-Za-z0-9+/]{16,60}==", is_closed)
        .prop_map(|(label, gap, mut lines, last, is_closed)| {
            lines.push(last);
            let body = lines.join(gap);
            let end = if is_closed { format!("{gap}-----END {label}-----") } else { String::new() };
            Bare::new("private-key", Family::Secrets, format!("-----BEGIN {label}-----{gap}{body}{end}"), lines)
        })
}

/// The card number of any issuer: its prefix, and its number of digits.
pub fn card_number() -> impl Strategy<Value = String> {
    const ISSUERS: [(&str, usize); 8] =
        [("4", 16), ("51", 16), ("55", 16), ("2221", 16), ("37", 15), ("6011", 16), ("36", 14), ("3528", 16)];
    (prop::sample::select(&ISSUERS[..]), "[0-9]{16}").prop_map(|((start, length), rest)| {
        let mut digits = format!("{start}{rest}");
        digits.truncate(length - 1);
        let doubled = |digit: u32| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
        let values = digits.bytes().rev().map(|digit| u32::from(digit - b'0')).enumerate();
        let sum: u32 = values.map(|(at, digit)| if at % 2 == 0 { doubled(digit) } else { digit }).sum();
        format!("{digits}{}", (10 - sum % 10) % 10)
    })
}

fn card() -> impl Strategy<Value = Bare> {
    (card_number(), prop::sample::select(vec!["", " ", "-"])).prop_map(|(number, gap)| {
        let groups: Vec<_> = match number.len() {
            15 => vec![&number[..4], &number[4..10], &number[10..]],
            14 => vec![&number[..4], &number[4..10], &number[10..]],
            _ => number.as_bytes().chunks(4).map(|group| std::str::from_utf8(group).unwrap()).collect(),
        };
        let text = groups.join(gap);
        Bare::new("card-number", Family::Secrets, text.clone(), [text])
    })
}

/// A configured secret, as it is, in base64, percent-encoded or escaped.
fn configured() -> impl Strategy<Value = Bare> {
    let secret = prop_oneof![
        "[A-Za-z0-9!#$&*()_+=|:,.^~@/-]{8,24}",
        "[a-zäöüß 日本語]{6,12}",
        "[A-Za-z0-9]{4,8}[\"'\\\\<>\n\t]{1,3}[A-Za-z0-9]{4,8}",
    ];
    // A part of a placeholder is not a secret, and a rule that finds more than the secret removes more.
    (secret, 0..6_usize, "[a-z:]{0,5}", "[a-z]{0,5}").prop_map(|(secret, form, before, after)| {
        let (kind, text, hidden) = match form {
            0 => ("configured", secret.clone(), secret.clone()),
            1 | 2 => {
                let alphabet = if form == 1 { STANDARD } else { FOR_URLS };
                let text = base64(format!("{before}{secret}{after}").as_bytes(), alphabet);
                let own = (before.len() * 8).div_ceil(6)..(before.len() + secret.len()) * 8 / 6;
                let hidden = text[own].to_owned();
                ("configured-base64", text, hidden)
            }
            3 => {
                let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
                let sign = |byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
                let text: String = secret.bytes().map(sign).collect();
                ("configured-percent", text.clone(), text)
            }
            4 => {
                let text: String = secret.bytes().map(|byte| format!("%{byte:02x}")).collect();
                ("configured-all-percent", text.clone(), text)
            }
            _ => {
                let text: String = secret.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
                ("configured-escaped", text.clone(), text)
            }
        };
        Bare { configured: Some(secret), ..Bare::new(kind, Family::Secrets, text, [hidden]) }
    })
}

/// Base64 without padding.
fn base64(bytes: &[u8], alphabet: &[u8; 64]) -> String {
    let groups = bytes.chunks(3).flat_map(|chunk| {
        let bits = (0..3).fold(0_usize, |sum, at| sum << 8 | usize::from(chunk.get(at).copied().unwrap_or_default()));
        (0..=chunk.len()).map(move |at| bits >> (18 - 6 * at) & 63)
    });
    groups.map(|six| char::from(alphabet[six])).collect()
}
