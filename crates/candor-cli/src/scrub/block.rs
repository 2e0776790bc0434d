//! Where a stream of text is cut, so that each block can be scrubbed by itself: what spans lines stays in one block.

use candor::disclose::{Removal, Scrubber};

/// A block of so many bytes is cut as soon as a record begins.
const LONG: usize = 64 << 10;
/// A block of so many bytes is cut somewhere. As text it can be four times as long, which a scrubber still reads whole.
const LONGEST: usize = 512 << 10;
/// A private key is not longer than this, in bytes.
const LONGEST_KEY: usize = 16 << 10;
const _: () = assert!(4 * (LONGEST + LONG) < Scrubber::LONGEST_TEXT);
/// How much text on either side of a cut is looked at, in bytes.
const AROUND: usize = 4 << 10;
/// How many places of one kind are tried.
const MOST_TRIES: usize = 16;

/// Whether the text can be cut before this byte, which is neither the first nor beyond the last.
type IsStart = fn(&[u8], usize) -> bool;

/// Text that has come and was not scrubbed yet.
#[derive(Default)]
pub(super) struct Block {
    bytes: Vec<u8>,
}

impl Block {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// What can be scrubbed while more is coming.
    pub(super) fn take_long(&mut self, scrubber: &Scrubber) -> Option<Vec<u8>> {
        const WHERE: [IsStart; 4] = [is_record_start, is_line_start, is_word_start, is_character_start];
        let is_full = self.bytes.len() >= LONGEST;
        let cut = match self.bytes.len() {
            LONGEST.. => WHERE.iter().find_map(|is_start| self.cut(*is_start, scrubber)),
            LONG.. => self.cut(is_record_start, scrubber),
            _ => None,
        };
        cut.or_else(|| is_full.then(|| self.last_character())).map(|cut| self.take(cut))
    }

    /// What can be scrubbed when nothing more comes for now: whole lines, and no part of a key.
    pub(super) fn take_lines(&mut self) -> Option<Vec<u8>> {
        let end = self.bytes.iter().rposition(|byte| *byte == b'\n')? + 1;
        let cut = open_key(self.bytes.get(..end)?).unwrap_or(end);
        (cut > 0).then(|| self.take(cut))
    }

    /// What is left at the end.
    pub(super) fn take_rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    fn take(&mut self, cut: usize) -> Vec<u8> {
        let rest = self.bytes.split_off(cut);
        std::mem::replace(&mut self.bytes, rest)
    }

    /// The last place of this kind in the second half that nothing to be removed goes across.
    fn cut(&self, is_start: IsStart, scrubber: &Scrubber) -> Option<usize> {
        let places = (self.bytes.len() / 2..self.bytes.len()).rev().filter(|at| is_start(&self.bytes, *at));
        places.take(MOST_TRIES).find(|at| self.is_harmless(*at, scrubber))
    }

    /// Whether the text around is scrubbed the same with the cut as without it.
    fn is_harmless(&self, cut: usize, scrubber: &Scrubber) -> bool {
        let (before, after) = self.bytes.split_at_checked(cut).unwrap_or_default();
        let left = before.get(before.len().saturating_sub(AROUND)..).unwrap_or_default();
        let right = after.get(..AROUND).unwrap_or(after);
        let (left, right) = (String::from_utf8_lossy(left), String::from_utf8_lossy(right));
        let moved = |removal: Removal| Removal {
            span: removal.span.start + left.len()..removal.span.end + left.len(),
            ..removal
        };
        let apart = scrubber.removals(&left).into_iter().chain(scrubber.removals(&right).into_iter().map(moved));
        open_key(before).is_none() && apart.eq(scrubber.removals(&format!("{left}{right}")))
    }

    fn last_character(&self) -> usize {
        let last = (1..self.bytes.len()).rev().take(4).find(|at| is_character_start(&self.bytes, *at));
        last.unwrap_or(self.bytes.len())
    }
}

/// A record begins with a line that, like the one before it, is neither blank nor indented.
fn is_record_start(bytes: &[u8], at: usize) -> bool {
    let is_flush = |at| bytes.get(at).is_some_and(|byte: &u8| !byte.is_ascii_whitespace());
    let line_before = || {
        let text = bytes.get(..at.saturating_sub(1)).unwrap_or_default();
        text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)
    };
    is_line_start(bytes, at) && is_flush(at) && is_flush(line_before())
}

fn is_line_start(bytes: &[u8], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'\n')
}

fn is_word_start(bytes: &[u8], at: usize) -> bool {
    let is_blank = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_whitespace);
    is_blank(at.checked_sub(1)) && !is_blank(Some(at))
}

fn is_character_start(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|byte| byte & 0xc0 != 0x80)
}

/// Where the line begins in which a private key begins that does not end.
fn open_key(bytes: &[u8]) -> Option<usize> {
    const BEGIN: &[u8] = b"-----BEGIN ";
    const END: &[u8] = b"-----END ";
    const KEY: &[u8] = b"PRIVATE KEY";
    /// The longest of the names that stand between `BEGIN` and `KEY`, and `KEY`.
    const MARK: usize = 32;
    let skipped = bytes.len().saturating_sub(LONGEST_KEY);
    let recent = bytes.get(skipped..)?;
    let begin = recent.windows(BEGIN.len()).rposition(|window| window == BEGIN)?;
    let after = recent.get(begin + BEGIN.len()..)?;
    let is_key = after.get(..MARK).unwrap_or(after).windows(KEY.len()).any(|window| window == KEY);
    let is_ended = after.windows(END.len()).any(|window| window == END);
    let line = recent.get(..begin)?.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    (is_key && !is_ended).then_some(skipped + line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(text: impl AsRef<[u8]>) -> Block {
        Block { bytes: text.as_ref().to_vec() }
    }

    fn records(length: usize) -> String {
        let line = "2026-11-15T18:30:00Z INFO order 17 was shipped\n";
        line.repeat(length / line.len() + 1)
    }

    /// The block as it is taken while more comes, and what is left of it.
    fn taken(text: &str) -> Option<(String, String)> {
        let mut block = block(text);
        let taken = block.take_long(&Scrubber::new())?;
        Some((String::from_utf8(taken).unwrap(), String::from_utf8(block.take_rest()).unwrap()))
    }

    #[test]
    fn a_short_block_waits_for_more() {
        assert_eq!(taken("one line\nanother line\n"), None);
        assert_eq!(taken(&"x".repeat(LONG * 2)), None);
    }

    #[test]
    fn a_long_block_ends_where_a_record_begins() {
        let trace =
            "ERROR boom\nTraceback (most recent call last):\n  File \"app.py\", line 3\n    run()\n\nValueError: no\n";
        let (before, after) = taken(&format!("{}{trace}  and its last wor", records(LONG))).unwrap();
        assert!(before.ends_with("ERROR boom\n"), "{after}");
        assert!(after.starts_with("Traceback"), "{after}");
    }

    #[test]
    fn a_full_block_is_cut_at_a_line_then_at_a_word_then_anywhere() {
        let (_, after) = taken(&"  at frame\n".repeat(LONGEST / 10)).unwrap();
        assert_eq!(after, "  at frame\n");
        let (_, after) = taken(&"word ".repeat(LONGEST / 4)).unwrap();
        assert_eq!(after, "word ");
        let (before, after) = taken(&"é".repeat(LONGEST)).unwrap();
        assert!(before.len() >= LONGEST && !after.is_empty());
    }

    #[test]
    fn a_cut_goes_through_nothing_that_is_removed() {
        let secret = "correct horse\nbattery staple";
        let scrubber = Scrubber::new().with_secret(secret);
        let mut block = block(format!("{}ERROR {secret}", records(LONG)));
        let before = String::from_utf8(block.take_long(&scrubber).unwrap()).unwrap();
        assert!(!before.contains("correct"), "{}", &before[before.len() - 80..]);
        assert!(String::from_utf8(block.take_rest()).unwrap().contains(secret));
    }

    #[test]
    fn a_word_that_may_go_on_is_kept_back() {
        let line = "user ann@mail.shop ".repeat(LONGEST / 18);
        let (before, after) = taken(&line).unwrap();
        assert!(before.ends_with("ann@mail.shop ") || before.ends_with("user "), "{after}");
        assert!(after.len() < 100);
    }

    #[test]
    fn whole_lines_are_taken_when_nothing_more_comes() {
        let mut block = block("one\ntwo\r\nthr");
        assert_eq!(block.take_lines().unwrap(), b"one\ntwo\r\n");
        assert_eq!(block.take_lines(), None);
        assert_eq!(block.take_rest(), b"thr");
    }

    #[test]
    fn a_key_without_its_end_is_kept_back_whole() {
        let begin = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n";
        let mut block = block(format!("one\nkey: {begin}"));
        assert_eq!(block.take_lines().unwrap(), b"one\n");
        assert_eq!(block.take_lines(), None);
        block.push(b"-----END RSA PRIVATE KEY-----\n");
        assert!(block.take_lines().unwrap().ends_with(b"KEY-----\n"));
        let (before, after) =
            taken(&format!("{}{}", records(LONG), begin.replace("MII", "MII\nAAA\nBBB\nCCC"))).unwrap();
        assert!(after.starts_with("-----BEGIN") || after.contains("\n-----BEGIN"), "{after}");
        assert!(before.ends_with("shipped\n"));
    }

    #[test]
    fn a_key_that_never_ends_is_not_waited_for() {
        let begin = "-----BEGIN PRIVATE KEY-----\n";
        assert!(block(format!("{begin}{}", records(LONGEST_KEY))).take_lines().is_some());
        assert!(block("-----BEGIN CERTIFICATE-----\nMIIEow\n").take_lines().is_some());
    }

    #[test]
    fn bytes_that_are_no_text_are_cut_too() {
        let mut full = block(vec![0xbf; LONGEST + 1]);
        assert!(full.take_long(&Scrubber::new()).is_some_and(|taken| taken.len() >= LONGEST));
    }
}
