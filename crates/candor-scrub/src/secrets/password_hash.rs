//! Password hashes as systems store them: `$2b$12$…`, `{SSHA}…`, `pbkdf2_sha256$…`. They can be attacked offline.

use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{ALPHANUMERIC, Class, Text};

explained! {
    /// # What it removes
    ///
    /// A password hash as systems store it, with its salt and parameters: crypt(3) (`$2b$…`, `$6$…`, `$argon2id$…`),
    /// PHPass, LDAP (`{SSHA}…`), PBKDF2, scrypt, SCRAM and Kerberos tickets.
    ///
    /// # Why
    ///
    /// Passwords can be tried against a hash offline, without limit.
    ///
    /// # Example
    ///
    /// ```text
    /// row 7: jane, $2b$12$fakefakefakefakefakefuMadeUpMadeUpMadeUpMadeUpMadeUpMa, active
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// row 7: jane, [redacted], active
    /// ```
    ///
    /// # Instead
    ///
    /// Leave the hash out. Name the account, or the algorithm if that is what is wrong.
    pub(crate) const RULE: Rule = Rule {
        id: "password-hash",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::Built(|| FORMATS.iter().map(|format| format.start).collect()),
        window: LONGEST_WINDOW,
        find,
    };
}

/// A format of hashes.
struct HashFormat {
    start: &'static str,
    /// The least number of bytes after the start.
    least: usize,
    /// The least number of further dollar signs.
    dollars: usize,
}

const fn format(start: &'static str, least: usize, dollars: usize) -> HashFormat {
    HashFormat { start, least, dollars }
}

const FORMATS: [HashFormat; 49] = [
    format("$1$", 22, 1),
    format("$2$", 50, 1),
    format("$2a$", 50, 1),
    format("$2b$", 50, 1),
    format("$2x$", 50, 1),
    format("$2y$", 50, 1),
    format("$3$$", 32, 0),
    format("$5$", 43, 1),
    format("$6$", 86, 1),
    format("$7$", 43, 1),
    format("$8$", 40, 1),
    format("$9$", 40, 1),
    format("$y$", 40, 2),
    format("$gy$", 40, 2),
    format("$sha1$", 28, 2),
    format("$md5$", 22, 1),
    format("$md5,", 22, 1),
    format("$apr1$", 22, 1),
    format("$P$", 28, 0),
    format("$H$", 28, 0),
    format("$S$", 40, 0),
    format("$Q$", 40, 0),
    format("$NT$", 32, 0),
    format("$argon2i$", 30, 2),
    format("$argon2d$", 30, 2),
    format("$argon2id$", 30, 2),
    format("$scrypt$", 30, 1),
    format("$s0$", 40, 1),
    format("$pbkdf2$", 30, 2),
    format("$pbkdf2-sha1$", 30, 2),
    format("$pbkdf2-sha256$", 30, 2),
    format("$pbkdf2-sha512$", 30, 2),
    format("$bcrypt-sha256$", 40, 1),
    format("$krb5asrep$", 40, 1),
    format("$krb5tgs$", 40, 1),
    format("$krb5pa$", 40, 1),
    format("$keepass$", 40, 0),
    format("$ml$", 60, 1),
    format("pbkdf2_sha256$", 40, 2),
    format("pbkdf2_sha1$", 28, 2),
    format("bcrypt_sha256$", 50, 1),
    format("bcrypt$$", 50, 1),
    format("pbkdf2:sha256:", 40, 2),
    format("pbkdf2:sha512:", 40, 2),
    format("scrypt:32768:", 40, 2),
    format("{SSHA}", 24, 0),
    format("{SSHA512}", 60, 0),
    format("SCRAM-SHA-256$", 60, 1),
    format("{PBKDF2_SHA256}", 40, 0),
];

/// The characters of hashes and their parameters.
const HASH: Class = Class::of("A-Za-z0-9+/=.$,:*@_-");

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let (Some(format), start) = (FORMATS.get(hit.word), hit.span.start) else { return hit.from };
    let is_glued = !format.start.starts_with(['$', '{']) && text.is_before(start, &ALPHANUMERIC);
    if is_glued || text.get(hit.span.clone()) != format.start {
        return hit.from;
    }
    let end = text.skip(hit.span.end, &HASH);
    let hash = text.get(hit.span.end..end).trim_end_matches(['.', ',', ':']);
    if hash.len() >= format.least && hash.matches('$').count() >= format.dollars {
        // A dot at the end may belong to the hash, not to the sentence.
        let whole = if text.get(hit.span.end..end).ends_with('.') && end == text.len() {
            end
        } else {
            hit.span.end + hash.len()
        };
        found.take(start..whole);
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scrubber;

    #[test]
    fn a_hash_of_every_kind_is_removed() {
        for format in &FORMATS {
            let hash =
                "made$up/Hash.".chars().cycle().take(format.least.max(13 * format.dollars) + 12).collect::<String>()
                    + "z";
            let text = format!("user root has {}{hash}, not admin", format.start);
            assert_eq!(Scrubber::new().scrub(&text), "user root has [redacted], not admin", "{}", format.start);
        }
    }

    #[test]
    fn an_account_in_a_password_file_keeps_its_name() {
        let line = format!("jane:{}made.up$Nothing/That.Opens.Anything:19000:0:99999:7:::", "$1$");
        assert!(Scrubber::new().scrub(&line).starts_with("jane:[redacted]"));
    }

    #[test]
    fn prices_variables_and_short_values_are_kept() {
        for text in
            ["costs $1$ or $5$", "$1$abc", "s/(a)(b)/$2$1/", "{SSHA} is not supported", "use $argon2id$ instead"]
        {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
