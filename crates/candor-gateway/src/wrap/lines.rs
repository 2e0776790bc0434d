//! Lines on their way out: each whole, or not begun.

use memchr::memchr2;
use std::io;
use tokio::io::{AsyncWrite, AsyncWriteExt};

/// Lines up to this length are written together with their end.
const SHORT: usize = 16 * 1024;

/// Writes a line with its end. Given up in the middle, it leaves a part of it: whoever does that closes the stream.
pub(crate) async fn write_line(writer: &mut (impl AsyncWrite + Unpin), line: &[u8]) -> io::Result<()> {
    if line.len() <= SHORT {
        let mut whole = Vec::with_capacity(line.len() + 1);
        whole.extend_from_slice(line);
        whole.push(b'\n');
        writer.write_all(&whole).await?;
    } else {
        writer.write_all(line).await?;
        writer.write_all(b"\n").await?;
    }
    writer.flush().await
}

/// The message on one line: a line is a message, and JSON may be written on several. Between its values it may have any space, and in its
/// texts, no ends of lines.
pub(crate) fn on_one_line(mut message: Vec<u8>) -> Vec<u8> {
    if memchr2(b'\n', b'\r', &message).is_some() {
        for byte in &mut message {
            if matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    message
}
