//! Reads the body of an answer, as a stream, up to the cap.

use super::budget::FIRST;
use super::{Answered, BodyShare, NoAnswer, Phase, Received, Sender, Sending};
use bytes::Bytes;
use candor::http::ResponseReader;
use http::header::CONTENT_LENGTH;
use http::{HeaderMap, Method, StatusCode};
use reqwest::Response;

/// What happens at the limit of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtLimit {
    /// The call has failed: half a success is none.
    Fail,
    /// The rest is not read: the beginning of an error says what there is to say.
    Stop,
}

impl Sender {
    /// Reads the body. What is compressed is decoded as it comes, and counts as what it becomes.
    pub(super) async fn read(
        &self,
        mut response: Response,
        from: Answered,
        sending: Sending<'_>,
    ) -> Result<Received, NoAnswer> {
        let status = response.status();
        let headers = std::mem::take(response.headers_mut());
        let (most, at_limit) = match status.is_success() {
            true => (sending.cap, AtLimit::Fail),
            false => (sending.cap.min(ResponseReader::READ_LIMIT), AtLimit::Stop),
        };
        let (body, share) = match has_no_body(&from.method, status) {
            true => (Bytes::new(), BodyShare::default()),
            false => self.body(response, announced(&headers), most, at_limit, sending).await?,
        };
        sending.context.request_ends();
        sending.context.note(|facts| facts.bytes_received = facts.bytes_received.saturating_add(body.len() as u64));
        Ok(Received { status, headers, body, method: from.method, redirect: from.redirect, share })
    }

    async fn body(
        &self,
        mut response: Response,
        announced: Option<u64>,
        most: usize,
        at_limit: AtLimit,
        sending: Sending<'_>,
    ) -> Result<(Bytes, BodyShare), NoAnswer> {
        let too_large = || NoAnswer::TooLarge { cap: most, announced };
        if at_limit == AtLimit::Fail && announced.is_some_and(|length| length > most as u64) {
            return Err(too_large());
        }
        let expected = announced.and_then(|length| usize::try_from(length).ok()).map_or(most, |it| it.min(most));
        let mut share = BodyShare::default();
        let mut gathered = Gathered::new(announced.map(|_| expected));
        loop {
            let mut chunk = match response.chunk().await {
                Ok(Some(chunk)) => chunk,
                Ok(None) => break,
                // The status of an error counts more than the rest of its body.
                Err(_) if at_limit == AtLimit::Stop => break,
                Err(error) => return Err(NoAnswer::Exchange(error)),
            };
            if chunk.is_empty() {
                continue;
            }
            let length = gathered.len();
            let is_over = length + chunk.len() > most;
            if is_over && at_limit == AtLimit::Fail {
                return Err(too_large());
            }
            chunk.truncate(most - length);
            sending.progress.enter(Phase::Room);
            // Nothing is taken for a body of which nothing has come: an API that sends heads alone would take it from others.
            if length == 0 {
                share = self.bodies.begin(expected.max(chunk.len())).await;
            }
            if length + chunk.len() > FIRST {
                self.bodies.extend(&mut share, expected).await;
            }
            sending.progress.enter(Phase::Body);
            gathered.add(chunk);
            if is_over {
                break;
            }
        }
        let body = gathered.into_bytes();
        share.shrink_to(body.len());
        Ok((body, share))
    }
}

/// A body as far as it has come.
///
/// Of one whose length is not known, nobody knows how large its buffer has to be. One that grows is copied again and again, and leaves
/// buffers of every size behind, which an allocator keeps. So it is kept in pieces of one size, and made whole at its end.
struct Gathered {
    /// The first piece, as it came: most bodies have no other, and are not copied.
    only: Bytes,
    pieces: Vec<Vec<u8>>,
    /// How many bytes the next piece has room for.
    next: usize,
    length: usize,
}

/// How long a piece of a body is whose length is not known.
const PIECE: usize = 16 * 1024;

impl Gathered {
    /// A body of this length, if it is known.
    fn new(length: Option<usize>) -> Gathered {
        Gathered { only: Bytes::new(), pieces: Vec::new(), next: length.unwrap_or(PIECE), length: 0 }
    }

    fn len(&self) -> usize {
        self.length
    }

    fn add(&mut self, chunk: Bytes) {
        if self.length == 0 {
            self.length = chunk.len();
            self.only = chunk;
            return;
        }
        self.length += chunk.len();
        let only = std::mem::take(&mut self.only);
        for chunk in [only, chunk] {
            self.copy(&chunk);
        }
    }

    fn copy(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let Some(piece) = self.pieces.last_mut().filter(|piece| piece.len() < piece.capacity()) else {
                self.pieces.push(Vec::with_capacity(self.next.max(1)));
                self.next = PIECE;
                continue;
            };
            let room = piece.capacity() - piece.len();
            let (fits, rest) = bytes.split_at_checked(room).unwrap_or((bytes, &[]));
            piece.extend_from_slice(fits);
            bytes = rest;
        }
    }

    fn into_bytes(mut self) -> Bytes {
        match self.pieces.len() {
            0 => self.only,
            1 => self.pieces.pop().map(Bytes::from).unwrap_or_default(),
            _ => {
                let mut whole = Vec::with_capacity(self.length);
                // Each piece is given back as soon as it is copied.
                self.pieces.into_iter().for_each(|piece| whole.extend_from_slice(&piece));
                Bytes::from(whole)
            }
        }
    }
}

/// Whether there is no body, whatever the headers say (RFC 9110, 6.4.1).
fn has_no_body(method: &Method, status: StatusCode) -> bool {
    method == Method::HEAD
        || matches!(status, StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT | StatusCode::NOT_MODIFIED)
}

/// How long the body is as it is sent; unknown, if it is compressed.
fn announced(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_what_came_however_it_was_cut_into_pieces() {
        let body: Vec<u8> = (0..100_000_u32).map(|number| number.to_le_bytes()[0] ^ number.to_le_bytes()[1]).collect();
        for announced in [None, Some(0), Some(1), Some(40_000), Some(body.len()), Some(2 * body.len())] {
            for size in [1_000, PIECE, PIECE + 1, 70_000, body.len()] {
                let mut gathered = Gathered::new(announced);
                body.chunks(size).for_each(|chunk| gathered.add(Bytes::copy_from_slice(chunk)));
                assert_eq!(gathered.len(), body.len());
                assert!(gathered.into_bytes() == body, "{announced:?}, chunks of {size}");
            }
        }
        assert!(Gathered::new(None).into_bytes().is_empty());
    }
}
