//! Bytes as lines, of which none takes more memory than there is for one.

/// The longest line, in bytes. More of it is counted.
pub(super) const LONGEST_LINE: usize = 16 * 1024;
/// The longest word that may be cut in two by the end of a line that is cut, in bytes.
const LONGEST_WORD: usize = 1024;
/// How many bytes a byte of a secret takes at most where it is escaped.
const LONGEST_ESCAPE: usize = 6;

/// Makes lines of bytes as they arrive.
pub(super) struct Lines {
    line: Vec<u8>,
    /// How many bytes of it were not kept.
    cut: usize,
    /// How much goes from the end of a line that is cut: a secret that is cut in two is not recognised.
    margin: usize,
}

impl Lines {
    /// For texts in which secrets are at most so long.
    pub(super) fn new(longest_secret: usize) -> Lines {
        let margin = longest_secret.saturating_mul(LONGEST_ESCAPE).max(LONGEST_WORD);
        Lines { line: Vec::new(), cut: 0, margin }
    }

    /// Takes bytes, and gives each line that ends in them, without its end.
    pub(super) fn take(&mut self, bytes: &[u8], mut each: impl FnMut(&[u8])) {
        let mut rest = bytes;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            let (line, after) = rest.split_at(end);
            self.keep(line);
            self.end(&mut each);
            rest = after.get(1..).unwrap_or_default();
        }
        self.keep(rest);
    }

    /// Gives what is left without an end.
    pub(super) fn finish(&mut self, mut each: impl FnMut(&[u8])) {
        if !self.line.is_empty() {
            self.end(&mut each);
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = LONGEST_LINE.saturating_sub(self.line.len());
        let kept = bytes.get(..room).unwrap_or(bytes);
        self.line.extend_from_slice(kept);
        self.cut = self.cut.saturating_add(bytes.len() - kept.len());
    }

    fn end(&mut self, each: &mut impl FnMut(&[u8])) {
        if self.cut > 0 {
            let before = self.line.len();
            self.line.truncate(before.saturating_sub(self.margin));
            let end = self.line.iter().rposition(u8::is_ascii_whitespace).unwrap_or(0);
            self.line.truncate(end);
            let cut = self.cut.saturating_add(before - end);
            self.line.extend_from_slice(format!(" [{cut} bytes cut]").as_bytes());
        } else if self.line.last() == Some(&b'\r') {
            self.line.pop();
        }
        each(&self.line);
        self.line.clear();
        self.cut = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(pieces: &[&[u8]], longest_secret: usize) -> Vec<String> {
        let (mut all, mut lines) = (Vec::new(), Lines::new(longest_secret));
        let mut each = |line: &[u8]| all.push(String::from_utf8(line.to_vec()).unwrap());
        pieces.iter().for_each(|piece| lines.take(piece, &mut each));
        lines.finish(&mut each);
        all
    }

    #[test]
    fn lines_end_wherever_the_pieces_do() {
        assert_eq!(lines(&[b"one\ntw", b"o\r\n\nthr", b"ee"], 0), ["one", "two", "", "three"]);
        assert_eq!(lines(&[], 0), [""; 0]);
        assert_eq!(lines(&[b"one\n"], 0), ["one"]);
    }

    #[test]
    fn a_long_line_is_cut_before_the_last_words_and_the_rest_is_counted() {
        let long = b"word ".repeat(100_000);
        let all = lines(&[&long, b"\nnext"], 0);
        let [cut, next] = all.as_slice() else { panic!("{}", all.len()) };
        assert_eq!(next, "next");
        let kept = cut.split_once(" [").unwrap().0;
        assert_eq!(*cut, format!("{kept} [{} bytes cut]", long.len() - kept.len()));
        assert!(kept.len() + LONGEST_WORD <= LONGEST_LINE && kept.len() + 2 * LONGEST_WORD > LONGEST_LINE);
    }

    #[test]
    fn of_a_line_that_is_cut_no_half_of_a_secret_is_left() {
        let secret = "one phrase of many words ".repeat(100);
        let start = "all is well, ".repeat((LONGEST_LINE - secret.len() / 2) / 13);
        let cut = &lines(&[start.as_bytes(), secret.as_bytes(), secret.as_bytes()], secret.len())[0];
        assert!(cut.starts_with("all is well, ") && !cut.contains("phrase"), "{}", &cut[cut.len() - 100..]);
    }

    proptest! {
        #[test]
        fn pieces_make_no_difference(text in "[ab \n]{0,200}", at in prop::collection::vec(0_usize..200, 0..6)) {
            let mut at: Vec<usize> = at.into_iter().map(|at| at.min(text.len())).collect();
            at.extend([0, text.len()]);
            at.sort_unstable();
            let pieces: Vec<&[u8]> = at.windows(2).map(|ends| &text.as_bytes()[ends[0]..ends[1]]).collect();
            prop_assert_eq!(lines(&pieces, 0), text.lines().map(str::to_owned).collect::<Vec<_>>());
        }
    }
}
