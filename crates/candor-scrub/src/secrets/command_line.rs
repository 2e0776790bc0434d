//! Passwords that programs take without a name: `curl -u jane:…`, `mysql -p…`, `sshpass -p …`, `.netrc`.

use super::named_secret::is_not_a_value;
use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, Rule, Triggers, explained};
use crate::text::{ALPHANUMERIC, BLANK, Class, DIGIT, Text, has_word, position};
use std::ops::Range;

explained! {
    /// # What it removes
    ///
    /// A password that a program takes without a sensitive name: `curl -u user:…`, `mysql -p…`, `sshpass -p …`,
    /// `redis-cli -a …`, and the lines of `.netrc`.
    ///
    /// # Why
    ///
    /// Command lines are printed by shells, schedulers and error messages.
    ///
    /// # Example
    ///
    /// ```text
    /// command failed: curl -u jane:made-up-8 https://api.example.com
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// command failed: curl -u jane:[redacted] https://api.example.com
    /// ```
    ///
    /// # Instead
    ///
    /// Pass the password in a file, an environment variable or standard input.
    pub(crate) const RULE: Rule = Rule {
        id: "command-line",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::Words(&[
            " -u ",
            "--user ",
            "--user=",
            "--proxy-user ",
            "sshpass ",
            "mysql",
            "mariadb",
            "redis-cli ",
            "machine ",
        ]),
        window: 1024,
        find,
    };
}

/// From this trigger on, `user:password` follows.
const FIRST_PROGRAM: usize = 4;
const SSHPASS: usize = 4;
const REDIS: usize = 7;
const NETRC: usize = 8;
/// How many bytes after the program are searched for a flag.
const LONGEST_COMMAND: usize = 256;

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    if hit.word < FIRST_PROGRAM {
        let word = word(text, text.skip(hit.span.end, &BLANK));
        if let Some(password) = password_of(text, &word) {
            found.take(password);
        }
        return word.end.max(hit.span.end);
    }
    if text.is_before(hit.span.start, &ALPHANUMERIC) {
        return hit.span.end;
    }
    let end = text.line_end_at_most(hit.span.end, LONGEST_COMMAND);
    let command = text.get(hit.span.end..end);
    let flag = match hit.word {
        SSHPASS => "-p",
        REDIS => "-a ",
        NETRC => " password ",
        _ => " -p",
    };
    // A `machine` line of `.netrc` must have a `login`.
    let is_netrc = hit.word != NETRC || has_word(command, " login ");
    if let Some(at) = is_netrc.then(|| position(command, flag)).flatten() {
        let start = text.skip(hit.span.end + at + flag.len(), &BLANK);
        // `mysql -p` prompts for the password; what follows a space is the name of a database.
        let is_attached = start == hit.span.end + at + flag.len();
        let value = word(text, start);
        if (is_attached || hit.word < SSHPASS + 1 || hit.word >= REDIS) && is_password(text, &value) {
            found.take(value.clone());
            return value.end;
        }
    }
    hit.span.end
}

/// The word at the position, without the quotes around it.
fn word(text: Text<'_>, start: usize) -> Range<usize> {
    const WORD: Class = Class::not(" \t\r\n\"'`;|<>");
    const IN_QUOTES: Class = Class::not("\r\n\"'");
    let open = text.skip_at_most(start, const { &Class::of("\"'") }, 1);
    open..text.skip_at_most(open, if open > start { &IN_QUOTES } else { &WORD }, LONGEST_COMMAND)
}

/// The part after the colon of `user:password`.
fn password_of(text: Text<'_>, word: &Range<usize>) -> Option<Range<usize>> {
    let (user, password) = text.get(word.clone()).split_once(':')?;
    let start = word.start + user.len() + 1;
    let is_number = DIGIT.has_all(user) && DIGIT.has_all(password);
    let span = start..start + password.len();
    (!user.is_empty() && !is_number && !password.starts_with('/') && is_password(text, &span)).then_some(span)
}

fn is_password(text: Text<'_>, span: &Range<usize>) -> bool {
    let word = text.get(span.clone());
    let is_form = word.bytes().all(|byte| Some(byte) == word.bytes().next());
    word.len() >= 2 && !is_form && !word.starts_with('-') && !is_not_a_value(word, false)
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn a_password_on_a_command_line_is_removed() {
        let rows = [
            ("curl -sS -u jane:hunter https://a.io", "curl -sS -u jane:[redacted] https://a.io"),
            ("curl --user \"jane:hun ter\"", "curl --user \"jane:[redacted]\""),
            ("mysqldump -uroot -phunter shop", "mysqldump -uroot -p[redacted] shop"),
            ("sshpass -p hunter ssh jane@host", "sshpass -p [redacted] ssh jane@host"),
            ("redis-cli -h db -a hunter ping", "redis-cli -h db -a [redacted] ping"),
            ("machine a.io login jane password hunter", "machine a.io login jane password [redacted]"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn other_flags_are_kept() {
        for text in [
            "docker run -u 1000:1000 x",
            "git push -u origin main",
            "curl -u \"$USER:$PASSWORD\"",
            "mysql -h db -p shop",
            "the mysql client -- see -p",
            "machine learning models need a password policy",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
