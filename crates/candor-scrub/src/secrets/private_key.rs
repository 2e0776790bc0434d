//! Private keys as text: blocks of PEM, OpenPGP, OpenSSH and PuTTY, also with escaped line breaks.

use crate::REDACTED;
use crate::effort::note_read;
use crate::rule::{Family, Findings, Hit, Rule, Triggers, explained};
use crate::text::{Class, SEARCHED_AT_ONCE, Text};

explained! {
    /// # What it removes
    ///
    /// A private key as a block of PEM, OpenPGP, OpenSSH or PuTTY, from its first line to its last, also where its line
    /// breaks are written as `\n`. A key without its last line within 32 KiB is removed as far as its lines look like
    /// base64. Certificates and public keys are kept.
    ///
    /// # Why
    ///
    /// Anyone who has a private key can sign, decrypt and log in as its owner.
    ///
    /// # Example
    ///
    /// ```text
    /// cannot load -----BEGIN PRIVATE KEY-----
    /// TWFkZSB1cCBieSBzb21lYm9keSwgb3BlbnMgbm90aGluZw==
    /// -----END PRIVATE KEY----- for the web server
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// cannot load [redacted] for the web server
    /// ```
    ///
    /// # Instead
    ///
    /// Name the key by its file or its fingerprint, and say what is wrong with it: "the key of the web server is not
    /// PKCS #8".
    pub(crate) const RULE: Rule = Rule {
        id: "private-key",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::Words(&["-----BEGIN ", "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----", "PuTTY-User-Key-File-"]),
        window: 40 * 1024,
        find,
    };
}

/// The longest label between `BEGIN` and the dashes.
const LONGEST_LABEL: usize = 64;
/// The longest key, in bytes of text; a key of 16384 bits has about 13,000.
const LONGEST_KEY: usize = 32 * 1024;

/// The label of a private key contains one of these.
const SECRET_LABELS: [&str; 3] = ["PRIVATE KEY", "OPENSSH PRIVATE", "SECRET KEY"];

/// The characters of a label.
const LABEL: Class = Class::of("A-Z0-9 ");
/// Base64, escaped line breaks, and what is between the lines of a string in code.
const BODY: Class = Class::of("A-Za-z0-9+/=\\\"', \t\r\n");

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let start = hit.span.start;
    let end = match hit.word {
        0 => pem_end(text, hit.span.end),
        1 => Some(closed_by(text, hit.span.end, "---- END ")),
        _ => Some(putty_end(text, hit.span.end)),
    };
    match end {
        Some(end) => {
            found.take(start..end);
            end
        }
        None => hit.span.end,
    }
}

/// The end of the block whose label begins at the position, if it is a private key.
fn pem_end(text: Text<'_>, label_start: usize) -> Option<usize> {
    let label_end = text.skip_at_most(label_start, &LABEL, LONGEST_LABEL);
    let label = text.get(label_start..label_end);
    (is_secret_label(label.as_bytes()) && text.starts_with(label_end, "-----"))
        .then(|| closed_by(text, label_end + 5, "-----END "))
}

/// Whether the label between `BEGIN` and the dashes is that of a private key.
fn is_secret_label(label: &[u8]) -> bool {
    SECRET_LABELS.iter().any(|words| memchr::memmem::find(label, words.as_bytes()).is_some())
}

/// The end of the line that closes the key, if the next dashes begin it; otherwise the end of the lines that look like
/// the key.
fn closed_by(text: Text<'_>, body: usize, closing: &str) -> usize {
    let rest = text.0.as_bytes().get(body..).unwrap_or_default();
    let within = rest.get(..LONGEST_KEY).unwrap_or(rest);
    let dashes = memchr::memmem::find(within, b"----").map(|at| body + at);
    match dashes.filter(|at| text.starts_with(*at, closing)) {
        Some(at) => {
            let label_end = text.skip_at_most(at + closing.len(), &LABEL, LONGEST_LABEL);
            label_end
                + text.get(label_end..(label_end + 5).min(text.len())).bytes().take_while(|byte| *byte == b'-').count()
        }
        None => unclosed_end(text, body),
    }
}

/// The end of the lines that look like base64: the words of a sentence are short and have spaces between them.
fn unclosed_end(text: Text<'_>, body: usize) -> usize {
    const LINE: Class = Class::of("A-Za-z0-9+/=");
    const SHORTEST_LINE: usize = 16;
    let limit = text.skip_at_most(body, &BODY, LONGEST_KEY);
    let mut end = body;
    let mut at = body;
    while at < limit {
        // An escaped line break, as in `\n`, has a letter that is not part of the key.
        let gap = text.skip_at_most(at, const { &Class::of("\\\"', \t\r\n+") }, limit - at);
        let is_escaped = text.is_before(gap, const { &Class::of("\\") }) && text.is(gap, const { &Class::of("rn") });
        at = gap + usize::from(is_escaped);
        let line_end = text.skip(at, &LINE);
        if line_end - at >= SHORTEST_LINE {
            end = line_end;
        } else if !is_escaped {
            break;
        }
        at = line_end.max(at);
    }
    end
}

/// The end of a PuTTY key: the line with its checksum, before the next key; otherwise its last line.
fn putty_end(text: Text<'_>, from: usize) -> usize {
    let rest = text.0.as_bytes().get(from..).unwrap_or_default();
    let window = rest.get(..LONGEST_KEY).unwrap_or(rest);
    let next_key = memchr::memmem::find(window, b"PuTTY-User-Key-File-");
    let own = window.get(..next_key.unwrap_or(window.len())).unwrap_or_default();
    let checksum = memchr::memmem::find(own, b"Private-MAC:");
    // The trigger may have any case, and then it does not end the search of the one before.
    note_read((own.len() + checksum.unwrap_or(own.len())) / SEARCHED_AT_ONCE);
    checksum.map_or_else(|| unclosed_end(text, text.line_end(from)), |at| text.line_end(from + at))
}

/// The start of the last key that is incomplete at the end of the bytes, if it may still continue.
pub(crate) fn open_at_end(bytes: &[u8]) -> Option<usize> {
    const KINDS: [(&str, &str); 3] = [
        ("-----BEGIN ", "-----END "),
        ("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----", "---- END "),
        ("PuTTY-User-Key-File-", "Private-MAC:"),
    ];
    let skipped = bytes.len().saturating_sub(LONGEST_KEY);
    let recent = bytes.get(skipped..)?;
    let open = KINDS.iter().filter_map(|(begin, end)| {
        let start = memchr::memmem::rfind(recent, begin.as_bytes())?;
        let rest = recent.get(start + begin.len()..)?;
        let label = rest.get(..LONGEST_LABEL).unwrap_or(rest);
        let is_certificate = *end == "-----END " && !is_secret_label(label);
        let is_open = !is_certificate && memchr::memmem::find(rest, end.as_bytes()).is_none();
        is_open.then_some(skipped + start)
    });
    open.min()
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    const LINE: &str = "bm9ib2R5IHdvdWxkIHVzZSB0aGlzIGFzIGEga2V5IGF0IGFsbA==";

    fn block(label: &str, gap: &str) -> String {
        format!("-----BEGIN {label}-----{gap}{LINE}{gap}{LINE}{gap}-----END {label}-----")
    }

    #[test]
    fn a_private_key_is_removed_as_a_whole() {
        let labels =
            ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "OPENSSH PRIVATE KEY"];
        for label in labels.into_iter().chain(["PGP PRIVATE KEY BLOCK", "DSA PRIVATE KEY"]) {
            for gap in ["\n", "\r\n", "\\n", "\\r\\n", "\" +\n  \"", "\",\n\"", " "] {
                let text = format!("cannot read {}; retry", block(label, gap));
                assert_eq!(Scrubber::new().scrub(&text), "cannot read [redacted]; retry", "{label} {gap:?}");
            }
        }
    }

    #[test]
    fn the_headers_of_an_encrypted_key_are_removed_with_it() {
        let text = format!(
            "-----BEGIN RSA {}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00AA\n\n{LINE}\n-----END RSA PRIVATE KEY-----\nx",
            "PRIVATE KEY-----"
        );
        assert_eq!(Scrubber::new().scrub(&text), "[redacted]\nx");
    }

    #[test]
    fn a_truncated_key_is_removed_up_to_where_it_ends() {
        for gap in ["\n", "\\n"] {
            let text = format!("-----BEGIN {}{gap}{LINE}{gap}{LINE} and so on", "PRIVATE KEY-----");
            assert_eq!(Scrubber::new().scrub(&text), "[redacted] and so on");
        }
        let header = format!("expected -----BEGIN {} at line 1", "PRIVATE KEY-----");
        assert_eq!(Scrubber::new().scrub(&header), "expected [redacted] at line 1");
    }

    #[test]
    fn a_putty_key_is_removed() {
        let text = format!(
            "PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nPrivate-Lines: 1\n{LINE}\nPrivate-MAC: 00ff\nnext"
        );
        assert_eq!(Scrubber::new().scrub(&text), "[redacted]\nnext");
    }

    #[test]
    fn an_ssh2_key_is_removed() {
        let text = format!(
            "---- BEGIN SSH2 ENCRYPTED {k}\nComment: \"x\"\n{LINE}\n---- END SSH2 ENCRYPTED {k}\nx",
            k = "PRIVATE KEY ----"
        );
        assert_eq!(Scrubber::new().scrub(&text), "[redacted]\nx");
    }

    #[test]
    fn every_key_that_is_removed_is_open_until_it_ends() {
        for words in super::SECRET_LABELS {
            for label in [words.to_owned(), format!("PGP {words}"), format!("{words} BLOCK"), format!("A {words} B")] {
                let block = block(&label, "\n");
                assert_eq!(Scrubber::new().scrub(&block), "[redacted]", "{label}");
                let (open, _) = block.split_once("-----END").unwrap();
                assert_eq!(super::open_at_end(format!("x\n{open}").as_bytes()), Some(2), "{label}");
                assert_eq!(super::open_at_end(block.as_bytes()), None, "{label}");
            }
        }
    }

    #[test]
    fn certificates_and_public_keys_are_kept() {
        for label in ["CERTIFICATE", "PUBLIC KEY", "CERTIFICATE REQUEST", "PGP PUBLIC KEY BLOCK"] {
            let text = format!("-----BEGIN {label}-----\nbm90aGluZw==\n-----END {label}-----");
            assert_eq!(Scrubber::new().scrub(&text), text);
        }
    }
}
