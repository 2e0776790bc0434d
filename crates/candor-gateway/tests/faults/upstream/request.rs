//! A request as it came.

use std::io;
use tokio::io::{AsyncRead, AsyncReadExt};

/// The longest head, and the longest body.
const MOST: usize = 1 << 20;

/// A request as it came.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// Path and query, as they stand in the request line.
    pub(crate) target: String,
    /// The names are in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    pub(crate) fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// The segments of the path, as they stand there.
    pub(crate) fn segments(&self) -> Vec<&str> {
        self.path().split('/').skip(1).collect()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The next request of a connection; none if it is over; an error if it is not one. The head is told as soon as it is whole.
    pub(crate) async fn read(
        stream: &mut (impl AsyncRead + Unpin),
        noted: impl FnOnce(&Request),
    ) -> io::Result<Option<Request>> {
        let mut bytes = Vec::new();
        let end = loop {
            if let Some(end) = memchr::memmem::find(&bytes, b"\r\n\r\n") {
                break end;
            }
            if bytes.first().is_some_and(|first| !first.is_ascii_uppercase()) {
                return Err(io::ErrorKind::InvalidData.into());
            }
            if bytes.len() > MOST || stream.read_buf(&mut bytes).await? == 0 {
                return Ok(None);
            }
        };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.lines();
        let mut words = lines.next().unwrap_or_default().split(' ').map(str::to_owned);
        let headers = lines.filter_map(|line| line.split_once(':'));
        let mut request = Request {
            method: words.next().unwrap_or_default(),
            target: words.next().unwrap_or_default(),
            headers: headers.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).collect(),
            body: bytes.split_off(end + 4),
        };
        noted(&request);
        let length: usize = request.header("content-length").map_or(0, |length| length.parse().unwrap());
        while request.body.len() < length.min(MOST) {
            if stream.read_buf(&mut request.body).await? == 0 {
                return Ok(None);
            }
        }
        Ok(Some(request))
    }
}
