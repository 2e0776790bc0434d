//! Windows paths: `C:\…`, `C:/…`, `\\server\share`, and home folders under `\Users\`.

use super::{path_end, whole_path_end};
use crate::PATH;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{ALPHANUMERIC, Class, NAME, Text};
use std::ops::Range;

explained! {
    /// # What it removes
    ///
    /// A Windows path: on a drive, on a share (`\\server\share`), or in a home folder under `\Users\`.
    ///
    /// # Why
    ///
    /// A path shows who runs the server, from where, and which files are worth reading.
    ///
    /// # Example
    ///
    /// ```text
    /// cannot open C:\Users\jane\shop\prices.csv
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// cannot open [path]
    /// ```
    ///
    /// # Instead
    ///
    /// Name the file by what it is: "the price list". Let callers see their own folders with `Allowed::with_root`.
    pub(crate) const RULE: Rule = Rule {
        id: "windows-path",
        family: Family::Paths,
        placeholder: PATH,
        triggers: Triggers::Words(&[":\\", ":/", "\\\\", "\\users\\", "¥users¥", "%userprofile%\\", "%appdata%\\"]),
        window: LONGEST_WINDOW,
        find,
    };
}

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let span = match hit.word {
        0 | 1 => drive(text, hit),
        2 => share(text, hit),
        _ => home(text, hit),
    };
    match span {
        Some(Range { start, end }) => {
            let end = whole_path_end(text, start, end);
            found.take(start..end);
            end
        }
        // The second backslash of a pair does not begin another pair.
        None => hit.span.end.max(text.skip(hit.span.start, const { &Class::of("\\") })),
    }
}

/// A drive letter, not a scheme: `C:\`, `c:/`.
fn drive(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    let letter = hit.span.start.checked_sub(1)?;
    // `(?-u:\b)` is a pattern.
    let is_drive = text.byte(letter)?.is_ascii_alphabetic()
        && !text.is_before(letter, &ALPHANUMERIC)
        && !text.get(letter.saturating_sub(3)..letter).contains('?');
    let first = text.skip_at_most(hit.span.end, const { &Class::of("\\") }, 8);
    let is_path =
        is_drive && !text.starts_with(hit.span.start, "://") && text.is(first, const { &Class::of("A-Za-z0-9_.%$~-") });
    // In a sentence, `a:/b` may be a ratio or a list, so a path must be longer.
    is_path.then(|| letter..path_end(text, letter, first))
}

/// `\\server\share`, and the same with every backslash doubled as often as JSON within JSON does.
fn share(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    const BACKSLASH: Class = Class::of("\\");
    const MOST_BACKSLASHES: usize = 17;
    let start = hit.span.start;
    let host = text.skip_at_most(start, &BACKSLASH, MOST_BACKSLASHES);
    let host_end = text.skip_at_most(host, &NAME, 64);
    let name = text.skip_at_most(host_end, &BACKSLASH, MOST_BACKSLASHES);
    let is_doubled = matches!((host - start, name - host_end), (2, 1) | (4, 2) | (8, 4) | (16, 8));
    let is_share = is_doubled
        && host_end - host >= 2
        && text.is(name, const { &Class::of("A-Za-z0-9_$.-") })
        && !text.is_before(start, const { &Class::of("A-Za-z0-9_\\:)]") });
    is_share.then(|| start..path_end(text, start, name))
}

fn home(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    const PART: Class = Class::not(" \t\r\n\"'<>()[]{}|`,;*?");
    let start = text.skip_back(hit.span.start, hit.from, &PART);
    Some(start..path_end(text, start, hit.span.end))
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn a_path_is_removed_and_the_sentence_is_kept() {
        let rows = [
            ("in \"C:\\Users\\jane\\app.exe\".", "in \"[path]\"."),
            (r#"{"file":"C:\\Program Files\\App\\x.dll"}"#, r#"{"file":"[path]"}"#),
            ("opened \\\\fileserver\\share\\x.doc now", "opened [path] now"),
            ("at c:/work/app/x.cs:line 3", "at [path] 3"),
            ("D:\\a.txt, D:\\b.txt", "[path], [path]"),
            ("\"\\\\\\\\\\\\\\\\files\\\\\\\\share\\\\\\\\x.doc\"", "\"[path]\""),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn escapes_classes_and_urls_are_kept() {
        for text in
            ["https://a.io", "a\\\\b", "Class \\\"App\\\\Models\\\\User\\\"", "regex \\d+\\s", "note: /x", "a \\\\ b"]
        {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
