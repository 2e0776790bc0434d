//! Names that say that a value is secret.

use super::half::Half;
use super::random::Random;

/// Words that name secrets, of one kind.
struct Words {
    id: &'static str,
    both: &'static [&'static str],
    building: &'static [&'static str],
    checking: &'static [&'static str],
}

const ENGLISH: Words = Words {
    id: "english",
    both: &[
        "password",
        "secret",
        "token",
        "api key",
        "access token",
        "client secret",
        "private key",
        "passphrase",
        "credentials",
        "secret key",
        "auth token",
        "refresh token",
        "session token",
        "encryption key",
        "passwd",
    ],
    building: &["signing secret", "master password", "access key", "bearer token", "webhook secret", "license key"],
    checking: &["shared secret", "admin password", "bot token", "storage key", "decryption key", "credential"],
};
const PARTS: Words = Words {
    id: "parts",
    both: &["pw", "pwd", "pass", "auth", "cred", "pin", "otp", "api secret", "wallet seed", "secret access key"],
    building: &["passcode", "mnemonic", "creds", "root pw", "user pass", "totp seed"],
    checking: &["psw", "pass key", "login pass", "recovery phrase", "backup codes", "sudo pwd"],
};
const OTHER_LANGUAGES: Words = Words {
    id: "other-languages",
    both: &["contraseña", "mot de passe", "Passwort", "senha", "wachtwoord", "hasło", "lösenord", "şifre"],
    building: &["Kennwort", "clave secreta", "salasana", "jelszó", "parolă", "mật khẩu"],
    checking: &["heslo", "adgangskode", "zaporka", "chave secreta", "clé secrète", "kata sandi"],
};
const OTHER_SCRIPTS: Words = Words {
    id: "other-scripts",
    both: &["пароль", "密码", "パスワード", "비밀번호", "סיסמה"],
    building: &["密碼", "κωδικός", "секрет", "كلمة المرور"],
    checking: &["口令", "暗証番号", "токен", "पासवर्ड"],
};

/// All words that names are made of, and the half that each is kept apart for.
pub(crate) fn words() -> impl Iterator<Item = (&'static str, Option<Half>)> {
    [ENGLISH, PARTS, OTHER_LANGUAGES, OTHER_SCRIPTS].into_iter().flat_map(|words| {
        let both = words.both.iter().map(|word| (*word, None));
        let building = words.building.iter().map(|word| (*word, Some(Half::Building)));
        both.chain(building).chain(words.checking.iter().map(|word| (*word, Some(Half::Checking))))
    })
}

/// How the words of a name are joined, as a carrier has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// `db_password`, `dbPassword`, `DbPassword`, `DB_PASSWORD`.
    Code,
    /// `DB_PASSWORD`.
    Upper,
    /// `db-password`.
    Kebab,
    /// `DB password`, or any other.
    Free,
}

/// A name, and the id of what is special about it.
pub(crate) struct Name {
    pub(crate) kind: &'static str,
    pub(crate) word: &'static str,
    pub(crate) text: String,
}

const OWNERS: [&str; 12] = ["", "", "", "", "db", "admin", "smtp", "shop", "orders", "app", "root", "my"];

/// A name of this half, joined in this style.
pub(crate) fn telling(random: &mut Random, half: Half, style: Style) -> Name {
    let is_ascii = matches!(style, Style::Upper | Style::Kebab);
    let case = random.below(if is_ascii { 10 } else { 18 });
    let (words, disguise): (&Words, Option<&'static str>) = match case {
        0..=5 => (&ENGLISH, None),
        6..=9 => (&PARTS, None),
        10..=12 => (&OTHER_LANGUAGES, None),
        13..=14 => (&OTHER_SCRIPTS, None),
        15 => (&ENGLISH, Some("lookalikes")),
        16 => (&ENGLISH, Some("full-width")),
        _ => (&ENGLISH, Some("invisible")),
    };
    let own = if half == Half::Building { words.building } else { words.checking };
    let place = random.below(words.both.len() + own.len());
    let word = words.both.get(place).or_else(|| own.get(place - words.both.len())).unwrap();
    let owner = if words.id == "other-scripts" { "" } else { random.pick(&OWNERS) };
    let text = joined(random, owner, word, style);
    let text = match disguise {
        Some("lookalikes") => text.chars().map(lookalike).collect(),
        Some("full-width") => text.chars().map(full_width).collect(),
        Some(_) => with_invisible(random, &text),
        None => text,
    };
    Name { kind: disguise.unwrap_or(words.id), word, text }
}

/// The words as one name.
pub(crate) fn joined(random: &mut Random, owner: &str, word: &str, style: Style) -> String {
    let words: Vec<&str> = owner.split(' ').chain(word.split(' ')).filter(|word| !word.is_empty()).collect();
    let capital = |word: &&str| {
        let mut signs = word.chars();
        signs.next().into_iter().flat_map(char::to_uppercase).chain(signs).collect::<String>()
    };
    let way = match style {
        Style::Code => random.below(4),
        Style::Upper => 3,
        Style::Kebab => 4,
        Style::Free => random.below(7),
    };
    match way {
        0 => words.join("_"),
        1 => {
            let pascal: String = words.iter().map(capital).collect();
            let first = words.first().map_or(0, |word| word.len());
            format!(
                "{}{}",
                pascal.get(..first).unwrap_or_default().to_lowercase(),
                pascal.get(first..).unwrap_or_default()
            )
        }
        2 => words.iter().map(capital).collect(),
        3 => words.join("_").to_uppercase(),
        4 => words.join("-"),
        5 => words.join(" "),
        _ => capital(&&*words.join(" ")),
    }
}

/// A letter of Cyrillic or Greek that looks the same.
fn lookalike(sign: char) -> char {
    match sign {
        'a' => 'а',
        'e' => 'е',
        'o' => 'о',
        'p' => 'р',
        'c' => 'с',
        's' => 'ѕ',
        'i' => 'і',
        'A' => 'А',
        'P' => 'Ρ',
        'E' => 'Ε',
        other => other,
    }
}

fn full_width(sign: char) -> char {
    let wide = if sign.is_ascii_alphanumeric() { char::from_u32(u32::from(sign) + 0xfee0) } else { None };
    wide.unwrap_or(sign)
}

fn with_invisible(random: &mut Random, text: &str) -> String {
    let sign = *random.pick(&['\u{200b}', '\u{200d}', '\u{2060}', '\u{ad}', '\u{feff}']);
    let middle = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(at, _)| at);
    format!("{}{sign}{}", &text[..middle], &text[middle..])
}
