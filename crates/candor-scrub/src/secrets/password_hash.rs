//! Hashes of passwords as systems store them: `$2b$12$…`, `{SSHA}…`, `pbkdf2_sha256$…`. Who has one can try passwords.

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
        triggers: Triggers::Built(|| KINDS.iter().map(|kind| kind.start).collect()),
        window: LONGEST_WINDOW,
        find,
    };
}

/// One way to write a hash.
struct Kind {
    start: &'static str,
    /// How much follows the start at least.
    least: usize,
    /// How many further dollar signs there are at least.
    dollars: usize,
}

const fn kind(start: &'static str, least: usize, dollars: usize) -> Kind {
    Kind { start, least, dollars }
}

const KINDS: [Kind; 49] = [
    kind("$1$", 22, 1),
    kind("$2$", 50, 1),
    kind("$2a$", 50, 1),
    kind("$2b$", 50, 1),
    kind("$2x$", 50, 1),
    kind("$2y$", 50, 1),
    kind("$3$$", 32, 0),
    kind("$5$", 43, 1),
    kind("$6$", 86, 1),
    kind("$7$", 43, 1),
    kind("$8$", 40, 1),
    kind("$9$", 40, 1),
    kind("$y$", 40, 2),
    kind("$gy$", 40, 2),
    kind("$sha1$", 28, 2),
    kind("$md5$", 22, 1),
    kind("$md5,", 22, 1),
    kind("$apr1$", 22, 1),
    kind("$P$", 28, 0),
    kind("$H$", 28, 0),
    kind("$S$", 40, 0),
    kind("$Q$", 40, 0),
    kind("$NT$", 32, 0),
    kind("$argon2i$", 30, 2),
    kind("$argon2d$", 30, 2),
    kind("$argon2id$", 30, 2),
    kind("$scrypt$", 30, 1),
    kind("$s0$", 40, 1),
    kind("$pbkdf2$", 30, 2),
    kind("$pbkdf2-sha1$", 30, 2),
    kind("$pbkdf2-sha256$", 30, 2),
    kind("$pbkdf2-sha512$", 30, 2),
    kind("$bcrypt-sha256$", 40, 1),
    kind("$krb5asrep$", 40, 1),
    kind("$krb5tgs$", 40, 1),
    kind("$krb5pa$", 40, 1),
    kind("$keepass$", 40, 0),
    kind("$ml$", 60, 1),
    kind("pbkdf2_sha256$", 40, 2),
    kind("pbkdf2_sha1$", 28, 2),
    kind("bcrypt_sha256$", 50, 1),
    kind("bcrypt$$", 50, 1),
    kind("pbkdf2:sha256:", 40, 2),
    kind("pbkdf2:sha512:", 40, 2),
    kind("scrypt:32768:", 40, 2),
    kind("{SSHA}", 24, 0),
    kind("{SSHA512}", 60, 0),
    kind("SCRAM-SHA-256$", 60, 1),
    kind("{PBKDF2_SHA256}", 40, 0),
];

/// What hashes are made of, their parameters included.
const HASH: Class = Class::of("A-Za-z0-9+/=.$,:*@_-");

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let (Some(kind), start) = (KINDS.get(hit.word), hit.span.start) else { return hit.from };
    let is_glued = !kind.start.starts_with(['$', '{']) && text.is_before(start, &ALPHANUMERIC);
    if is_glued || text.get(hit.span.clone()) != kind.start {
        return hit.from;
    }
    let end = text.skip(hit.span.end, &HASH);
    let hash = text.get(hit.span.end..end).trim_end_matches(['.', ',', ':']);
    if hash.len() >= kind.least && hash.matches('$').count() >= kind.dollars {
        // A hash may end in the dot that the sentence seems to end in.
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
    fn a_hash_of_every_kind_goes() {
        for kind in &KINDS {
            let hash =
                "made$up/Hash.".chars().cycle().take(kind.least.max(13 * kind.dollars) + 12).collect::<String>() + "z";
            let text = format!("user root has {}{hash}, not admin", kind.start);
            assert_eq!(Scrubber::new().scrub(&text), "user root has [redacted], not admin", "{}", kind.start);
        }
    }

    #[test]
    fn an_account_in_a_password_file_keeps_its_name() {
        let line = format!("jane:{}made.up$Nothing/That.Opens.Anything:19000:0:99999:7:::", "$1$");
        assert!(Scrubber::new().scrub(&line).starts_with("jane:[redacted]"));
    }

    #[test]
    fn prices_variables_and_short_values_stay() {
        for text in
            ["costs $1$ or $5$", "$1$abc", "s/(a)(b)/$2$1/", "{SSHA} is not supported", "use $argon2id$ instead"]
        {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
