//! What the scrubber is known not to find: the list in `docs/scrubbing.md`, tested in both directions.

/// Something that should be removed and is not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownGap {
    /// Its name in the docs.
    pub id: &'static str,
    /// A made-up text with something that should be removed.
    pub text: &'static str,
    /// The part of it that survives.
    pub survives: &'static str,
    /// Why it is not found.
    pub why: &'static str,
}

/// Every known gap that a short text can show. `docs/scrubbing.md` has the same list, and below it the limits of
/// length. Only the tests below read it: no property is filtered by it.
pub const KNOWN_GAPS: &[KnownGap] = &[
    KnownGap {
        id: "password-in-a-sentence",
        text: "the password is swordfish",
        survives: "swordfish",
        why: "a password that is a plain word looks like any other word of the sentence",
    },
    KnownGap {
        id: "name-of-a-person",
        text: "no invoice for Jane Doe, 12 Elm Street",
        survives: "Jane Doe, 12 Elm Street",
        why: "there is no dictionary of names and postal addresses",
    },
    KnownGap {
        id: "hexadecimal-key",
        text: "got 0fa4e1fa4e2fa4e3fa4e4fa4e5fa4e67fa4e8fa4 instead",
        survives: "0fa4e1fa4e2fa4e3fa4e4fa4e5fa4e67fa4e8fa4",
        why: "a hexadecimal word of more than 32 digits is taken for a content hash, which readers need, unless a word such as `session` precedes it",
    },
    KnownGap {
        id: "path-with-spaces",
        text: "cannot open /home/jane/My Documents/tax.pdf",
        survives: "Documents/tax.pdf",
        why: "without quotes, the path ends at the space",
    },
    KnownGap {
        id: "key-over-two-lines",
        text: "got bkua_fake890t2yw2k\nix147ugt7p10hn1usg3eyqy",
        survives: "ix147ugt7p10hn1usg3eyqy",
        why: "lines are not joined, except where the line break is an escape or the key is a PEM block",
    },
    KnownGap {
        id: "flag-without-a-name",
        text: "run: backup-tool -W Tr0ub4dor3 -h db",
        survives: "Tr0ub4dor3",
        why: "only the flags of some common programs are known to take a password",
    },
    KnownGap {
        id: "national-number-without-a-word",
        text: "078-05-1120 is registered already",
        survives: "078-05-1120",
        why: "without a word such as `SSN` it is any number",
    },
    KnownGap {
        id: "local-telephone-number",
        text: "call 030 901820 to confirm",
        survives: "030 901820",
        why: "only the international form, which begins with `+`, is distinguished from other numbers",
    },
    KnownGap {
        id: "sql-call",
        text: "failed: CALL brew(3, 'jane')",
        survives: "CALL brew(3, 'jane')",
        why: "a call of a stored procedure looks like a call in any language",
    },
    KnownGap {
        id: "yaml-block",
        text: "private_key: |\n  hunter2horse\n  battery9staple\nnext: 1",
        survives: "battery9staple",
        why: "of a YAML block under a sensitive name only the first word is removed, unless it is a PEM block",
    },
    KnownGap {
        id: "sentence-on-the-next-line",
        text: "\"password\":\n  \"hunter2 is it\"",
        survives: "hunter2 is it",
        why: "a value on the line after its name is removed only if it is one word",
    },
    KnownGap {
        id: "broad-name",
        text: "consumer_key: summer",
        survives: "summer",
        why: "under a name that ends in a broad word such as `key`, a value is removed only if it looks random",
    },
    KnownGap {
        id: "plural-name",
        text: "passwords: swordfish",
        survives: "swordfish",
        why: "a name in the plural is taken for a count, as in `max_tokens`",
    },
    KnownGap {
        id: "short-name",
        text: "run --pw swordfish",
        survives: "swordfish",
        why: "`pw` counts only before `=`, `:` or a quotation mark",
    },
    KnownGap {
        id: "words-under-a-name",
        text: "seed_phrase=witch collapse practice feed",
        survives: "collapse practice feed",
        why: "without quotes, a value ends at the space",
    },
    KnownGap {
        id: "name-with-an-accent",
        text: "contraseña=swordfish",
        survives: "swordfish",
        why: "names are recognised in ASCII letters only, such as `contrasena`",
    },
    KnownGap {
        id: "number-under-a-name",
        text: "pin=4711",
        survives: "4711",
        why: "`pin` and `otp` name other things as well",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scrubber;

    #[test]
    fn every_listed_gap_survives() {
        for KnownGap { id, text, survives, .. } in KNOWN_GAPS {
            assert!(text.contains(survives), "{id}");
            let scrubbed = Scrubber::new().scrub(text);
            assert!(
                scrubbed.contains(survives),
                "{id} is closed: take it off the list and out of the docs. {scrubbed}"
            );
        }
    }

    #[test]
    fn the_docs_list_the_same_gaps() {
        let docs = include_str!("../../docs/scrubbing.md");
        let section = docs.split("\n## Known gaps\n").nth(1).unwrap().split("\n## ").next().unwrap();
        let rows: Vec<_> = section.lines().filter(|line| line.starts_with("| `")).map(str::to_owned).collect();
        let listed = |gap: &KnownGap| {
            let shown = gap.text.replace('\n', "\\n").replace('|', "\\|").replacen(
                &gap.survives.replace('\n', "\\n"),
                &format!("**{}**", gap.survives),
                1,
            );
            format!("| `{}` | {shown} | {} |", gap.id, gap.why)
        };
        assert_eq!(rows, KNOWN_GAPS.iter().map(listed).collect::<Vec<_>>());
    }
}
