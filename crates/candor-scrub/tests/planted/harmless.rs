//! Values that must stay, and the names that they have.

use super::name::{Style, joined};
use super::random::Random;
use super::secret::uuid;

/// A kind of values that must stay.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Harmless {
    pub(crate) id: &'static str,
    /// Whether it must stay without its name, too.
    pub(crate) stands_alone: bool,
    names: &'static [&'static str],
    pub(crate) make: fn(&mut Random) -> String,
}

const fn named(id: &'static str, names: &'static [&'static str], make: fn(&mut Random) -> String) -> Harmless {
    Harmless { id, stands_alone: false, names, make }
}

const fn alone(id: &'static str, names: &'static [&'static str], make: fn(&mut Random) -> String) -> Harmless {
    Harmless { stands_alone: true, ..named(id, names, make) }
}

impl Harmless {
    /// One of its names.
    pub(crate) fn name(&self, random: &mut Random, style: Style) -> (&'static str, String) {
        let name = *random.pick(self.names);
        (name, joined(random, "", name, style))
    }
}

const DIGITS: &str = "0123456789";
const HEX: &str = "0123456789abcdef";
const NOUNS: [&str; 16] = [
    "order",
    "basket",
    "invoice",
    "teapot",
    "warehouse",
    "customer",
    "schedule",
    "picture",
    "lantern",
    "garden",
    "meeting",
    "chapter",
    "weather",
    "station",
    "ticket",
    "harbour",
];
const ADJECTIVES: [&str; 12] =
    ["open", "paid", "green", "late", "empty", "shipped", "active", "hidden", "final", "shared", "weekly", "blue"];

/// Every kind.
pub(crate) const HARMLESS: &[Harmless] = &[
    alone("number", &["page", "count", "line", "port", "retry count", "size"], |it| (1 + it.below(9000)).to_string()),
    alone("number-id", &["order id", "user id", "invoice number", "customer no"], |it| {
        format!("{}{}", 1 + it.below(9), it.signs(DIGITS, 6))
    }),
    alone("prefixed-id", &["order id", "ticket", "reference"], |it| {
        format!("{}-{}", it.pick(&["ORD", "INV", "TCK", "RMA"]), it.signs(DIGITS, 5))
    }),
    alone("uuid", &["request id", "order id", "trace id", "tenant", "object id"], uuid),
    named("git-hash", &["commit", "git sha", "revision", "commit sha"], |it| it.signs(HEX, 40)),
    named("digest", &["sha256", "digest", "checksum", "etag", "md5"], |it| {
        let length = *it.pick(&[32, 64]);
        it.signs(HEX, length)
    }),
    named("trace-id", &["trace id", "span id", "correlation id"], |it| it.signs(HEX, 32)),
    alone("version", &["version", "api version", "rust version"], |it| {
        let suffix = *it.pick(&["", "", "-rc.1", "-beta.2", "+build.7"]);
        format!("{}.{}.{}{suffix}", it.below(20), it.below(40), it.below(90))
    }),
    alone("slug", &["slug", "category", "page name"], |it| {
        let words = [*it.pick(&ADJECTIVES), *it.pick(&NOUNS), *it.pick(&NOUNS)];
        words.join("-")
    }),
    alone("date", &["date", "created at", "due"], |it| {
        format!("20{:02}-{:02}-{:02}", 10 + it.below(20), 1 + it.below(12), 1 + it.below(28))
    }),
    alone("time", &["created at", "expires at", "last seen"], |it| {
        format!("2026-{:02}-{:02}T{:02}:{:02}:00Z", 1 + it.below(12), 1 + it.below(28), it.below(24), it.below(60))
    }),
    alone("route", &["path", "route", "location", "next"], |it| {
        format!("/v{}/{}s/{}/{}", 1 + it.below(3), it.pick(&NOUNS), it.below(900), it.pick(&NOUNS))
    }),
    alone("address", &["url", "docs", "link"], |it| {
        format!("https://example.com/{}/{}-{}", it.pick(&NOUNS), it.pick(&ADJECTIVES), it.pick(&NOUNS))
    }),
    alone("word", &["status", "type", "colour", "kind", "state"], |it| (*it.pick(&ADJECTIVES)).to_owned()),
    alone("snake", &["field", "table", "function", "column"], |it| {
        [*it.pick(&ADJECTIVES), *it.pick(&NOUNS), *it.pick(&["id", "list", "total", "at"])].join("_")
    }),
    alone("camel", &["method", "class", "function", "property"], |it| {
        let name = [*it.pick(&["get", "load", "find"]), *it.pick(&ADJECTIVES), *it.pick(&NOUNS)].join("_");
        camel(&name)
    }),
    alone("media-type", &["content type", "accept", "media type"], |it| {
        (*it.pick(&["application/json", "text/html", "application/vnd.api+json", "image/png"])).to_owned()
    }),
    alone("package", &["package", "image", "dependency"], |it| {
        format!("@{}/{}@{}.{}.0", it.pick(&NOUNS), it.pick(&NOUNS), it.below(9), it.below(30))
    }),
    alone("pod", &["pod", "container", "instance"], |it| {
        format!(
            "{}-{}-{}",
            it.pick(&NOUNS),
            it.signs("bcdfghjklmnpqrstvwxz2456789", 9),
            it.signs("bcdfghjklmnpqrstvwxz2456789", 5)
        )
    }),
    alone("region", &["region", "zone", "locale"], |it| {
        (*it.pick(&["eu-central-1", "us-east1-b", "de_DE.UTF-8", "pt-BR"])).to_owned()
    }),
    alone("truth", &["enabled", "is new", "retry", "verified"], |it| {
        (*it.pick(&["true", "false", "null", "None", "nil"])).to_owned()
    }),
    // Names that have the letters of a telling one.
    named(
        "trap-word",
        &[
            "keyboard",
            "author",
            "passenger",
            "compass",
            "secretary",
            "primary key",
            "sort key",
            "foreign key",
            "tokenizer",
            "authority",
            "keyword",
            "bypass",
            "pinned by",
            "opinion",
            "seedling",
            "monkey",
            "passive mode",
            "token type",
            "auth type",
            "auth method",
            "key type",
            "grant type",
            "secret name",
            "key name",
        ],
        |it| (*it.pick(&ADJECTIVES)).to_owned(),
    ),
    named(
        "trap-number",
        &[
            "max tokens",
            "token count",
            "key count",
            "password length",
            "password min length",
            "passed",
            "pins",
            "pass rate",
            "expires in",
            "prompt tokens",
            "key size",
            "failed login attempts",
            "keys",
        ],
        |it| (1 + it.below(5000)).to_string(),
    ),
    named("trap-time", &["token expires at", "password changed at", "last auth at", "key rotated at"], |it| {
        format!("2026-{:02}-{:02}T{:02}:30:00Z", 1 + it.below(12), 1 + it.below(28), it.below(24))
    }),
];

/// What stands where a secret was, or is to be put in.
pub(crate) const PLACEHOLDER: Harmless = named("placeholder", &[], |it| {
    (*it.pick(&["<your-password>", "${DB_PASSWORD}", "xxxxxxxx", "[redacted]"])).to_owned()
});

fn camel(name: &str) -> String {
    let mut is_first = false;
    let sign = |sign: char| {
        let is_gap = sign == '_';
        let written = if is_gap {
            None
        } else if is_first {
            Some(sign.to_ascii_uppercase())
        } else {
            Some(sign)
        };
        is_first = is_gap;
        written
    };
    name.chars().filter_map(sign).collect()
}
