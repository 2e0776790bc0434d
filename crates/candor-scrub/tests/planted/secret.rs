//! What secrets look like.

use super::half::Half;
use super::random::Random;

/// How a reader who knows nothing of the value can tell that it is secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Look {
    /// By its name and its delimiters only: it is made of words or digits.
    Plain,
    /// By its name: it is no word of the language.
    Odd,
    /// By itself: it is random.
    Random,
}

/// A format of secrets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Format {
    pub(crate) id: &'static str,
    pub(crate) look: Look,
    pub(crate) make: fn(&mut Random) -> String,
    pub(crate) apart: Option<Half>,
}

const fn plain(id: &'static str, make: fn(&mut Random) -> String) -> Format {
    Format { id, look: Look::Plain, make, apart: None }
}

const fn odd(id: &'static str, make: fn(&mut Random) -> String) -> Format {
    Format { look: Look::Odd, ..plain(id, make) }
}

const fn random(id: &'static str, make: fn(&mut Random) -> String) -> Format {
    Format { look: Look::Random, ..plain(id, make) }
}

impl Format {
    const fn building(self) -> Format {
        Format { apart: Some(Half::Building), ..self }
    }

    const fn checking(self) -> Format {
        Format { apart: Some(Half::Checking), ..self }
    }
}

const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
const DIGITS: &str = "0123456789";
const HEX: &str = "0123456789abcdef";
const ALNUM: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const WORDS: [&str; 40] = [
    "swordfish",
    "battery",
    "staple",
    "horse",
    "copper",
    "winter",
    "garden",
    "monsoon",
    "velvet",
    "harbour",
    "pepper",
    "dragon",
    "marble",
    "thunder",
    "lantern",
    "orchid",
    "falcon",
    "cobalt",
    "saffron",
    "meadow",
    "glacier",
    "walnut",
    "tundra",
    "ember",
    "quartz",
    "willow",
    "badger",
    "juniper",
    "cinder",
    "maple",
    "raven",
    "sable",
    "topaz",
    "umber",
    "violet",
    "wombat",
    "yonder",
    "zephyr",
    "acorn",
    "birch",
];

/// Every format.
pub(crate) const FORMATS: &[Format] = &[
    odd("alnum-16", |it| alnum(it, 16)),
    random("alnum-24", |it| alnum(it, 24)),
    random("alnum-40", |it| alnum(it, 40)),
    random("alnum-64", |it| alnum(it, 64)).checking(),
    random("lower-and-digits-20", |it| with_digit(it.signs("abcdefghijklmnopqrstuvwxyz0123456789", 19))),
    random("upper-and-digits-20", |it| with_digit(it.signs("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 19))),
    random("base32-26", |it| with_digit(it.signs("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 25))).building(),
    random("base64-32", |it| format!("{}+{}/{}==", alnum(it, 14), alnum(it, 13), alnum(it, 12))),
    random("base64url-43", |it| format!("{}-{}_{}", alnum(it, 14), alnum(it, 13), alnum(it, 14))),
    random("known-head", known_head),
    random("segment-underscore", |it| format!("{}_{}", it.signs(LOWER, 3), alnum(it, 24))),
    random("segment-hyphen", |it| format!("{}-{}", it.signs(LOWER, 3), alnum(it, 24))).building(),
    random("segment-dot", |it| format!("{}.{}", it.signs(LOWER, 3), alnum(it, 24))).checking(),
    random("segments-of-words", |it| format!("{}_live_{}_{}", it.pick(&WORDS), alnum(it, 10), alnum(it, 16))),
    random("pair-with-colon", |it| format!("{}:{}", it.signs(DIGITS, 9), alnum(it, 35))).checking(),
    random("three-segments", |it| format!("{}.{}.{}", alnum(it, 20), alnum(it, 40), alnum(it, 30))).building(),
    random("web-token", |it| format!("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI{}.{}", alnum(it, 20), alnum(it, 43))),
    random("password-hash", |it| format!("$2b$12${}", alnum(it, 53))).checking(),
    odd("letters-24", |it| it.signs(LOWER, 24)),
    odd("hex-32", |it| it.signs(HEX, 32)),
    odd("hex-64", |it| it.signs(HEX, 64)),
    odd("hex-upper-40", |it| it.signs("0123456789ABCDEF", 40)).checking(),
    odd("uuid", uuid),
    odd("short-8", |it| with_digit(it.signs(ALNUM, 7))),
    odd("leet-word", |it| format!("{}{}{}", leet(it), it.pick(&["!", "&", "?", "*", "."]), it.signs(DIGITS, 2))),
    odd("word-and-year", |it| format!("{}{}{}", capital(it), 1980 + it.below(45), it.pick(&["", "!", "!!", "#"]))),
    odd("words-with-hyphens", |it| [word(it), word(it), word(it), &it.signs(DIGITS, 2)].join("-")),
    odd("with-spaces", |it| format!("{} {} {}", leet(it), word(it), leet(it))),
    odd("with-brackets", |it| format!("{}(b)[{}]{{{}}}", leet(it), it.signs(DIGITS, 2), alnum(it, 4))),
    odd("bracket-first", |it| format!("({}){}", alnum(it, 5), leet(it))).checking(),
    odd("slash-first", |it| format!("/{}/{}", alnum(it, 6), alnum(it, 8))),
    odd("with-slashes", |it| format!("{}/{}/{}", alnum(it, 5), alnum(it, 6), alnum(it, 5))),
    odd("separators", |it| format!("{};{},{}&{}", alnum(it, 4), alnum(it, 4), leet(it), alnum(it, 3))),
    odd("equals-and-colon", |it| format!("{}={}:{}", alnum(it, 5), leet(it), alnum(it, 4))).building(),
    odd("at-sign", |it| format!("{}@{}", leet(it), alnum(it, 5))),
    odd("quotation-mark", |it| format!("{}\"{}'{}", alnum(it, 5), leet(it), alnum(it, 3))),
    odd("apostrophe", |it| format!("it's-{}", leet(it))).checking(),
    odd("dollar-first", |it| format!("${}{}", alnum(it, 5), leet(it))),
    odd("percent-sign", |it| format!("{}%{}%", leet(it), alnum(it, 4))),
    odd("backslash", |it| format!("{}\\{}", alnum(it, 5), leet(it))),
    odd("number-sign", |it| format!("{}#{}", leet(it), alnum(it, 5))).building(),
    odd("dash-first", |it| format!("-{}-{}", alnum(it, 5), leet(it))).building(),
    odd("closing-brace", |it| format!("{}}}{};x", alnum(it, 4), leet(it))),
    odd("umlauts", |it| format!("{}ß{}ö{}", alnum(it, 3), leet(it), it.signs(DIGITS, 2))).building(),
    odd("other-script", |it| format!("{}秘密{}", alnum(it, 3), it.signs(DIGITS, 4))).checking(),
    odd("emoji", |it| format!("{}🔥{}", leet(it), alnum(it, 4))).checking(),
    plain("digits-6", |it| format!("{}{}", 1 + it.below(9), it.signs(DIGITS, 5))),
    plain("digits-12", |it| format!("{}{}", 1 + it.below(9), it.signs(DIGITS, 11))),
    plain("digits-4", |it| format!("{}{}", 1 + it.below(9), it.signs(DIGITS, 3))).checking(),
    plain("word", |it| word(it).to_owned()),
    plain("two-words", |it| format!("{}{}", word(it), word(it))).building(),
    plain("passphrase", |it| [word(it), word(it), word(it), word(it)].join(" ")),
    plain("mnemonic", |it| (0..12).map(|_| word(it)).collect::<Vec<_>>().join(" ")).checking(),
];

fn word(random: &mut Random) -> &'static str {
    random.pick::<&'static str>(&WORDS)
}

fn capital(random: &mut Random) -> String {
    let word = word(random);
    format!("{}{}", word[..1].to_uppercase(), &word[1..])
}

/// Letters and digits, at least one of which is a digit.
fn alnum(random: &mut Random, length: usize) -> String {
    let text = random.signs(ALNUM, length - 1);
    let (head, tail) = text.split_at(text.len() / 2);
    format!("{head}{}{tail}", random.pick(&["2", "3", "7", "9"]))
}

fn with_digit(text: String) -> String {
    let (head, tail) = text.split_at(text.len() / 2);
    format!("{head}7{tail}")
}

/// A word with digits for letters.
fn leet(random: &mut Random) -> String {
    let word = capital(random).replace('e', "3").replace('o', "0");
    format!("{word}{}", random.below(90) + 10)
}

/// The head of a key that everybody knows, and a tail of no length that anybody has listed.
fn known_head(random: &mut Random) -> String {
    const HEADS: [&str; 14] = [
        "ghp_", "sk-", "sk-proj-", "sk_live_", "xoxb-", "glpat-", "AKIA", "AIza", "npm_", "pypi-", "hf_", "SG.",
        "rk_live_", "shpat_",
    ];
    let length = 17 + random.below(60);
    format!("{}{}", random.pick(&HEADS), alnum(random, length))
}

/// A random UUID.
pub(crate) fn uuid(random: &mut Random) -> String {
    let groups = [8, 3, 3, 12].map(|length| random.signs(HEX, length));
    format!("{}-{}-4{}-a{}-{}", groups[0], random.signs(HEX, 4), groups[1], groups[2], groups[3])
}
