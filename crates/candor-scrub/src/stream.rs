//! Scrubs a stream in bounded memory: bytes in, scrubbed bytes out.

use crate::keep::Keep;
use crate::removal::Removal;
use crate::scrubber::Scrubber;
use crate::secrets::private_key;
use crate::segment::{Cut, LONGEST, SEAM, Segment, cut};
use crate::sensitive_name::is_sensitive_name;
use std::io::{ErrorKind, Write};

/// Scrubs a stream of bytes, segment by segment.
///
/// The result is that of [`Scrubber::scrub_bytes`] over the whole stream, whatever pieces it arrives in. At most
/// [`ScrubStream::MOST_BUFFERED`] bytes are buffered (and a few times the length of the longest configured secret, if
/// that is longer than 12 KiB). To write scrubbed bytes to a writer, use [`ScrubWriter`].
///
/// ```
/// use candor_scrub::Scrubber;
/// use std::convert::Infallible;
///
/// let mut stream = Scrubber::new().stream();
/// let mut log = Vec::new();
/// let mut note = |segment: candor_scrub::Segment<'_>| {
///     for removal in segment.removals() {
///         log.push((removal.rule, segment.offset() + removal.span.start as u64));
///     }
///     Ok::<(), Infallible>(())
/// };
/// for piece in [b"mail jane@co".as_slice(), b"rp.io in ", b"/srv/shop/key"] {
///     stream.push(piece, &mut note)?;
/// }
/// stream.finish(&mut note)?;
/// assert_eq!(log, [("email", 5), ("posix-path", 21)]);
/// # Ok::<(), Infallible>(())
/// ```
pub struct ScrubStream {
    scrubber: Scrubber,
    /// The bytes that are not scrubbed yet.
    bytes: Vec<u8>,
    /// How many bytes came before them.
    offset: u64,
    /// Removals at their start that depend on the text before them.
    known: Vec<Removal>,
}

impl ScrubStream {
    /// The most bytes that are buffered.
    pub const MOST_BUFFERED: usize = LONGEST + SEAM;

    pub(crate) fn new(scrubber: Scrubber) -> ScrubStream {
        ScrubStream { scrubber, bytes: Vec::new(), offset: 0, known: Vec::new() }
    }

    /// Takes the next bytes of the stream, and calls `each` with every complete segment.
    ///
    /// # Errors
    ///
    /// The first error of `each`. The segment it was called with, and bytes that were not taken yet, are lost.
    pub fn push<E>(&mut self, mut bytes: &[u8], mut each: impl FnMut(Segment<'_>) -> Result<(), E>) -> Result<(), E> {
        let most = self.scrubber.limits().needed();
        while !bytes.is_empty() {
            let room = most.saturating_sub(self.bytes.len());
            let (fitting, rest) = bytes.split_at(bytes.len().min(room));
            self.bytes.extend_from_slice(fitting);
            bytes = rest;
            if self.bytes.len() >= most {
                self.hand_on_first(most, &mut each)?;
            }
        }
        Ok(())
    }

    /// Calls `each` with all whole lines that have arrived, for a reader that waits for them.
    ///
    /// What arrives later is scrubbed as a separate text. So call this when no more bytes are expected soon: the cut
    /// can divide a stack trace or a statement. A private key and a configured secret of several lines are held back
    /// until they are complete, and so is a line. A line that ends in the name of a secret, such as `- name:
    /// DB_PASSWORD`, is held back until the next line is there, because its value may be in that line. A value further
    /// below its name is judged without the name.
    ///
    /// # Errors
    ///
    /// The first error of the function. The segment it was called with is lost.
    pub fn flush_lines<E>(&mut self, each: impl FnMut(Segment<'_>) -> Result<(), E>) -> Result<(), E> {
        self.hand_on(end_of_lines(&self.scrubber, &self.bytes), each)
    }

    /// Calls `each` with what is left. The stream has ended.
    ///
    /// # Errors
    ///
    /// The first error of the function. The segment it was called with is lost.
    pub fn finish<E>(&mut self, each: impl FnMut(Segment<'_>) -> Result<(), E>) -> Result<(), E> {
        self.hand_on(self.bytes.len(), each)
    }

    /// Whether nothing is buffered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Calls `each` with the bytes up to the end, as a text that ends there.
    fn hand_on<E>(&mut self, mut end: usize, mut each: impl FnMut(Segment<'_>) -> Result<(), E>) -> Result<(), E> {
        while end > 0 {
            end -= self.hand_on_first(end, &mut each)?;
        }
        Ok(())
    }

    /// Calls `each` with the first segment of the bytes up to the end, and returns its length.
    fn hand_on_first<E>(
        &mut self,
        end: usize,
        each: &mut impl FnMut(Segment<'_>) -> Result<(), E>,
    ) -> Result<usize, E> {
        let text = self.bytes.get(..end).unwrap_or(&self.bytes);
        let cut = cut(&self.scrubber, text, Keep::Nothing).unwrap_or_else(|| Cut::at_end(text));
        let Cut { at, before, after } = cut.with_known(&self.known);
        let segment = Segment::new(&self.scrubber, text.get(..at).unwrap_or(text), self.offset, &before);
        let result = each(segment);
        self.bytes.drain(..at);
        self.offset += at as u64;
        self.known = after;
        result.map(|()| at)
    }
}

/// Shows how many bytes are buffered, never the bytes.
impl std::fmt::Debug for ScrubStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScrubStream").field("offset", &self.offset).field("buffered", &self.bytes.len()).finish()
    }
}

/// The end of the last whole line, before a private key or a configured secret that is incomplete, and before the name
/// of a secret whose value may be in the next line.
fn end_of_lines(scrubber: &Scrubber, bytes: &[u8]) -> usize {
    let mut end = line_start(bytes, bytes.len());
    for _ in 0..MOST_NAMES {
        let line = line_start(bytes, end.saturating_sub(1));
        if !ends_in_name(bytes.get(line..end).unwrap_or_default()) {
            break;
        }
        end = line;
    }
    loop {
        while let Some(secret) = secret_across(scrubber, bytes, end) {
            end = line_start(bytes, secret);
        }
        let Some(key) = private_key::open_at_end(bytes.get(..end).unwrap_or_default()) else { return end };
        end = line_start(bytes, key);
    }
}

/// How many lines in a row that end in the name of a secret are held back: a text may have nothing but such lines.
const MOST_NAMES: usize = 8;

/// Whether the last word of the line is the name of a secret, as in `- name: DB_PASSWORD` or `"password":`.
fn ends_in_name(line: &[u8]) -> bool {
    const LONGEST_NAME: usize = 128;
    const AFTER_NAME: &[u8] = b" \t\r\n\"',:=|>\\";
    let is_in_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let line = line.trim_ascii_end();
    // The indicator of a YAML block. Other hyphens belong to a horizontal rule or to the last line of a key.
    let line = line.strip_suffix(b">-").or_else(|| line.strip_suffix(b"|-")).unwrap_or(line);
    let after = line.iter().rev().take_while(|byte| AFTER_NAME.contains(byte)).count();
    let line = line.get(..line.len() - after).unwrap_or_default();
    let length = line.iter().rev().take(LONGEST_NAME).take_while(is_in_name).count();
    let (before, name) = line.split_at(line.len() - length);
    // The end of an element, or of a path.
    !before.ends_with(b"/") && !name.ends_with(b"-") && str::from_utf8(name).is_ok_and(is_sensitive_name)
}

/// The start of the line at the position.
fn line_start(bytes: &[u8], at: usize) -> usize {
    memchr::memrchr(b'\n', bytes.get(..at).unwrap_or_default()).map_or(0, |end| end + 1)
}

/// The start of the first configured secret that spans the start of a line, or may span it when more bytes arrive.
fn secret_across(scrubber: &Scrubber, bytes: &[u8], line: usize) -> Option<usize> {
    let begins = scrubber.secrets_over_lines().flat_map(|secret| {
        let lengths = memchr::memchr_iter(b'\n', secret.as_bytes()).map(|at| at + 1);
        lengths.filter(|length| *length < secret.len()).filter_map(move |length| {
            let start = line.checked_sub(length)?;
            let come = bytes.get(start..)?;
            let come = come.get(..secret.len()).unwrap_or(come);
            secret.as_bytes().starts_with(come).then_some(start)
        })
    });
    begins.min()
}

/// A writer that scrubs what is written to it, and writes the result to an inner writer.
///
/// Bytes that are not UTF-8 stay as they are. [`flush`](Write::flush) passes on whole lines;
/// [`finish`](ScrubWriter::finish) passes on all that is left and returns the inner writer. A writer that is dropped
/// passes on what is left, too, but cannot say whether that failed.
///
/// ```
/// use candor_scrub::{ScrubWriter, Scrubber};
/// use std::io::Write;
///
/// let mut writer = ScrubWriter::new(Scrubber::new(), Vec::new());
/// writer.write_all(b"login with pass")?;
/// writer.write_all(b"word=hunter2 failed\n")?;
/// assert_eq!(writer.finish()?, b"login with password=[redacted] failed\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct ScrubWriter<W: Write> {
    stream: ScrubStream,
    /// `None` after it was returned.
    inner: Option<W>,
}

impl<W: Write> ScrubWriter<W> {
    /// Scrubs with this scrubber and writes to this writer.
    #[must_use]
    pub fn new(scrubber: Scrubber, inner: W) -> ScrubWriter<W> {
        ScrubWriter { stream: scrubber.stream(), inner: Some(inner) }
    }

    /// Passes on what is left, flushes, and returns the inner writer.
    ///
    /// # Errors
    ///
    /// The errors of the inner writer.
    pub fn finish(mut self) -> std::io::Result<W> {
        self.pass_on_rest()?;
        self.inner.take().ok_or_else(|| ErrorKind::BrokenPipe.into())
    }

    fn pass_on_rest(&mut self) -> std::io::Result<()> {
        let Some(inner) = &mut self.inner else { return Ok(()) };
        self.stream.finish(|segment| inner.write_all(&segment.scrubbed()))?;
        inner.flush()
    }
}

impl<W: Write> Write for ScrubWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let Some(inner) = &mut self.inner else { return Err(ErrorKind::BrokenPipe.into()) };
        self.stream.push(bytes, |segment| inner.write_all(&segment.scrubbed()))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let Some(inner) = &mut self.inner else { return Ok(()) };
        self.stream.flush_lines(|segment| inner.write_all(&segment.scrubbed()))?;
        inner.flush()
    }
}

impl<W: Write> Drop for ScrubWriter<W> {
    fn drop(&mut self) {
        // As with a `BufWriter`: an error here cannot be reported.
        let _ = self.pass_on_rest();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scrubber;
    use std::convert::Infallible;

    fn lines_of(stream: &mut ScrubStream) -> Vec<u8> {
        let mut lines = Vec::new();
        let keep = |segment: Segment<'_>| {
            lines.extend_from_slice(segment.bytes());
            Ok::<(), Infallible>(())
        };
        stream.flush_lines(keep).unwrap();
        lines
    }

    fn stream_of(text: &str) -> ScrubStream {
        let mut stream = Scrubber::new().stream();
        stream.push(text.as_bytes(), |_| Err("there is less than a segment")).unwrap();
        stream
    }

    #[test]
    fn a_flush_passes_on_whole_lines() {
        let mut stream = stream_of("one\ntwo\r\nthr");
        assert_eq!(lines_of(&mut stream), b"one\ntwo\r\n");
        assert_eq!(lines_of(&mut stream), b"");
        assert!(!stream.is_empty());
    }

    #[test]
    fn an_incomplete_key_is_held_back_as_a_whole() {
        let kinds = [
            (
                format!("-----BEGIN RSA {}\nMIIEow\n", "PRIVATE KEY-----"),
                format!("-----END RSA {}", "PRIVATE KEY-----\n"),
            ),
            (format!("---- BEGIN SSH2 ENCRYPTED {}\nAAAA\n", "PRIVATE KEY ----"), "---- END SSH2\n".to_owned()),
            ("PuTTY-User-Key-File-2: ssh-rsa\nAAAA\n".to_owned(), "Private-MAC: 00ff\n".to_owned()),
        ];
        for (begin, end) in kinds {
            let mut stream = stream_of(&format!("one\nkey: {begin}"));
            assert_eq!(lines_of(&mut stream), b"one\n", "{begin}");
            assert_eq!(lines_of(&mut stream), b"", "{begin}");
            stream.push(end.as_bytes(), |_| Err("there is less than a segment")).unwrap();
            assert!(lines_of(&mut stream).ends_with(end.as_bytes()), "{begin}");
        }
    }

    #[test]
    fn a_key_that_never_ends_is_not_waited_for() {
        let begin = format!("-----BEGIN {}\n", "PRIVATE KEY-----");
        assert!(!lines_of(&mut stream_of(&format!("{begin}{}", "some line\n".repeat(4000)))).is_empty());
        assert!(!lines_of(&mut stream_of("-----BEGIN CERTIFICATE-----\nMIIEow\n")).is_empty());
    }

    #[test]
    fn removals_that_span_a_flush_are_kept() {
        let head = "INFO the order was shipped\n".repeat((1 << 20) / 27 + 1);
        let last = "the last short line\n";
        // The longest segment ends within the last short line, so it is cut before that.
        let head = &head[head.len() + last.len() - 5 - (1 << 20)..];
        let text = format!("{head}{last}{}jane@corp.io{}", "word ".repeat(1000), " word".repeat(16 << 10));
        let mut writer = ScrubWriter::new(Scrubber::new(), Vec::new());
        for piece in text.as_bytes().chunks(1000) {
            writer.write_all(piece).unwrap();
        }
        assert!(writer.stream.bytes.starts_with(last.as_bytes()));
        writer.flush().unwrap();
        assert!(writer.stream.bytes.starts_with(b"word"));
        let known: Vec<_> = writer.stream.known.iter().map(|it| (it.span.start, it.span.end)).collect();
        assert_eq!(known, [(5000, 5012)]);
        let scrubbed = String::from_utf8(writer.finish().unwrap()).unwrap();
        assert!(scrubbed == text.replace("jane@corp.io", "[email]"), "{} of {} bytes", scrubbed.len(), text.len());
    }

    #[test]
    fn a_secret_of_several_lines_is_held_back_until_it_is_complete() {
        for secret in ["correct horse\nbattery staple", "correct\nhorse\nbattery\n", "same\nsame\n"] {
            let scrubber = Scrubber::new().with_secret(secret);
            let text = format!("one\nx: {secret}{secret} y\nsame\nend");
            for at in 0..=text.len() {
                let mut writer = ScrubWriter::new(scrubber.clone(), Vec::new());
                for piece in [&text[..at], &text[at..]] {
                    writer.write_all(piece.as_bytes()).unwrap();
                    writer.flush().unwrap();
                }
                assert!(!writer.inner.as_ref().unwrap().is_empty() || at < 4);
                assert_eq!(writer.finish().unwrap(), scrubber.scrub(&text).as_bytes(), "{secret:?} {at}");
            }
        }
        let mut stream = Scrubber::new().with_secret("two\nlines").stream();
        stream.push(b"one\ntwo\nother\n", |_| Err("there is less than a segment")).unwrap();
        assert_eq!(lines_of(&mut stream), b"one\ntwo\nother\n");
    }

    #[test]
    fn a_name_is_held_back_until_its_value_is_there() {
        for (name, value) in [
            ("- name: DB_PASSWORD\n", "  value: hunter2horse\n"),
            ("- name: \"DB_PASSWORD\"\r\n", "  value: hunter2horse\r\n"),
            ("\"key\": \"DB_PASSWORD\",\n", "\"value\": \"hunter2horse\"\n"),
            ("\"password\":\n", "  \"hunter2horse\"\n"),
            ("password: >-\n", "  hunter2horse\n"),
            ("- name: DB_PASSWORD\n", "  value: API_TOKEN\n"),
        ] {
            let mut writer = ScrubWriter::new(Scrubber::new(), Vec::new());
            for piece in ["env:\n", name, value, "end\n"] {
                writer.write_all(piece.as_bytes()).unwrap();
                writer.flush().unwrap();
            }
            assert!(writer.stream.is_empty(), "{name}");
            let whole = format!("env:\n{name}{value}end\n");
            assert_eq!(writer.finish().unwrap(), Scrubber::new().scrub(&whole).as_bytes(), "{name}");
        }
    }

    #[test]
    fn lines_that_only_look_like_names_are_passed_on() {
        for text in ["one\n</password>\n", "one\n---- secret ----\n", "see /reset/password\n", "tokens: 7\n"] {
            assert_eq!(lines_of(&mut stream_of(text)), text.as_bytes());
        }
        assert_eq!(lines_of(&mut stream_of("one\nwrong password\n")), b"one\n");
        assert!(!lines_of(&mut stream_of(&"wrong password\n".repeat(20))).is_empty());
    }

    /// A writer that counts bytes and drops them.
    struct Counting(usize);

    impl Write for Counting {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_endless_stream_is_scrubbed_in_bounded_memory() {
        let begin = format!("-----BEGIN {}\n", "PRIVATE KEY-----");
        let endless: [(&str, &[u8]); 6] = [
            ("", b"a line that never ends "),
            ("", b"word"),
            ("", b"\xbf\xff"),
            (&begin, b"bm9ib2R5IHdvdWxkIHVzZSB0aGlzIGFzIGEga2V5IGF0IGFsbA==\n"),
            ("password=", b"x"),
            ("INSERT INTO orders VALUES ", b"(1, 'x'), "),
        ];
        for (begin, piece) in endless {
            let mut writer = ScrubWriter::new(Scrubber::new(), Counting(0));
            writer.write_all(begin.as_bytes()).unwrap();
            let chunk = piece.repeat((1 << 16) / piece.len());
            for _ in 0..20 {
                writer.write_all(&chunk).unwrap();
                assert!(writer.stream.bytes.len() <= ScrubStream::MOST_BUFFERED);
                assert!(writer.stream.bytes.capacity() <= 2 * ScrubStream::MOST_BUFFERED);
            }
            assert!(writer.inner.as_ref().unwrap().0 > 0, "{begin}");
        }
    }

    #[test]
    fn a_writer_passes_on_what_is_left_when_it_is_dropped() {
        let mut kept = Vec::new();
        ScrubWriter::new(Scrubber::new(), &mut kept).write_all(b"mail ann@mail.shop").unwrap();
        assert_eq!(kept, b"mail [email]");
    }

    #[test]
    fn an_error_of_the_inner_writer_is_returned() {
        #[derive(Debug)]
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                Err(ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let mut writer = ScrubWriter::new(Scrubber::new(), Full);
        writer.write_all(b"one\ntwo").unwrap();
        assert_eq!(writer.flush().unwrap_err().kind(), ErrorKind::StorageFull);
        assert_eq!(writer.finish().unwrap_err().kind(), ErrorKind::StorageFull);
    }

    #[test]
    fn debug_shows_no_text() {
        let shown = format!("{:?}", stream_of("hunter2"));
        assert!(shown.contains("buffered: 7") && !shown.contains("hunter2"), "{shown}");
    }
}
