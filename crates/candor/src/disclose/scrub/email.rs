//! E-mail addresses.

use super::{EMAIL, Rule, Triggers, byte_before, run_after, run_before};
use memchr::{memchr_iter, memmem};
use std::ops::Range;

pub(super) const RULE: Rule = Rule { id: "email", placeholder: EMAIL, triggers: Triggers::AT, find };

/// How far before `@` a URL's scheme is looked for.
const LONGEST_USER: usize = 64;

fn find(text: &str, found: &mut dyn FnMut(Range<usize>)) {
    let mut searched = 0;
    for at in memchr_iter(b'@', text.as_bytes()) {
        let start = run_before(text, at, |byte| byte.is_ascii_alphanumeric() || b"._%+-".contains(&byte)).max(searched);
        let end = run_after(text, at + 1, |byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
        searched = at + 1;
        let domain = text.get(at + 1..end).unwrap_or_default().trim_end_matches(['.', '-']);
        let Some((name, top_level)) = domain.rsplit_once('.') else { continue };
        let is_domain =
            !name.is_empty() && top_level.len() >= 2 && top_level.bytes().all(|byte| byte.is_ascii_alphabetic());
        // What stands between `://` and `@` is a credential, and the rule for those has it.
        let in_url = matches!(byte_before(text, start), Some(b'/' | b':'))
            && is_after_scheme(text.as_bytes().get(start.saturating_sub(LONGEST_USER)..start).unwrap_or_default());
        if start < at && is_domain && !in_url && !is_reserved(domain) {
            found(start..at + 1 + domain.len());
        }
    }
}

/// Whether the word that the bytes end in is a URL that has not come beyond its authority.
fn is_after_scheme(before: &[u8]) -> bool {
    let word = before.rsplit(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
    let authority = memmem::rfind(word, b"://").and_then(|at| word.get(at + 3..));
    authority.is_some_and(|authority| !authority.iter().any(|byte| b"/?#".contains(byte)))
}

/// Domains that RFC 2606 sets aside for examples: nobody has an address there, and hints are written with them.
fn is_reserved(domain: &str) -> bool {
    let is_or_is_under = |reserved: &str| {
        domain.len().checked_sub(reserved.len()).and_then(|at| domain.split_at_checked(at)).is_some_and(
            |(before, end)| end.eq_ignore_ascii_case(reserved) && (before.is_empty() || before.ends_with('.')),
        )
    };
    ["example.com", "example.org", "example.net", "example", "test", "invalid"].into_iter().any(is_or_is_under)
}

#[cfg(test)]
mod tests {
    use crate::disclose::Scrubber;

    #[test]
    fn an_address_goes_and_the_sentence_stays() {
        let rows = [
            ("Mail to jane.doe+x@mail.example.co.uk.", "Mail to [email]."),
            ("mailto:a@b.org", "mailto:[email]"),
            ("GET https://api.io/users/jane@corp.io failed", "GET https://api.io/users/[email] failed"),
            ("https://api.io/x mailto:jane@corp.io", "https://api.io/x mailto:[email]"),
            ("such as user@example.com or a@mail.test", "such as user@example.com or a@mail.test"),
            ("a@badexample.com", "[email]"),
            ("@scope/name@1.2.3 and user@host", "@scope/name@1.2.3 and user@host"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
        }
    }
}
