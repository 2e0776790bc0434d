//! What the causes below an error of `reqwest` show.

use ::reqwest::{Error, Url};
use std::error::Error as StdError;
use std::io;
use std::str::FromStr;

/// How many causes are looked at.
const MAX_CAUSES: usize = 32;

/// What was found among the causes.
#[derive(Default)]
pub(super) struct Causes {
    /// The request waited for a connection that was lost before it was sent.
    pub(super) is_unsent: bool,
    /// The connection was closed before the response was complete.
    pub(super) is_closed: bool,
    /// The response is not HTTP.
    pub(super) is_garbled: bool,
    /// The request could not be made or read on this side.
    pub(super) is_own_fault: bool,
    /// The text is not a URL.
    pub(super) is_invalid_address: bool,
    /// What was to be sent could not be encoded.
    pub(super) is_unencodable: bool,
    /// The connection goes through a proxy.
    pub(super) is_tunnel: bool,
    /// The TCP connection failed, so there was no TLS handshake.
    pub(super) is_tcp: bool,
    /// There were too many redirects.
    pub(super) is_redirect_loop: bool,
    kinds: Vec<io::ErrorKind>,
}

impl Causes {
    /// Looks through the causes of an error.
    pub(super) fn of(error: &Error) -> Causes {
        let mut found = Causes::default();
        std::iter::successors(error.source(), |&cause| below(cause)).take(MAX_CAUSES).for_each(|it| found.add(it));
        found
    }

    /// Whether the system named one of these kinds.
    pub(super) fn has(&self, kinds: &[io::ErrorKind]) -> bool {
        self.kinds.iter().any(|kind| kinds.contains(kind))
    }

    fn add(&mut self, cause: &(dyn StdError + 'static)) {
        if let Some(error) = cause.downcast_ref::<hyper::Error>() {
            // Hyper says so only of requests of which nothing was written.
            self.is_unsent |= error.is_canceled();
            self.is_closed |= error.is_incomplete_message();
            self.is_garbled |= error.is_parse();
            self.is_own_fault |= error.is_user();
        } else if let Some(error) = cause.downcast_ref::<io::Error>() {
            self.kinds.push(error.kind());
        } else if cause.is::<<Url as FromStr>::Err>() {
            self.is_invalid_address = true;
        } else if cause.is::<serde_json::Error>() {
            self.is_unencodable = true;
        } else {
            // These types are private to their crates, so only their printed form can be compared.
            let text = cause.to_string();
            self.is_tunnel |= text.starts_with("tunnel error") || text.starts_with("SOCKS error");
            self.is_tcp |= text.starts_with("tcp ");
            self.is_redirect_loop |= text == "too many redirects";
        }
    }
}

/// The next cause. What an I/O error is made of is not among its sources, but it is what happened.
fn below<'e>(cause: &'e (dyn StdError + 'static)) -> Option<&'e (dyn StdError + 'static)> {
    match cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        Some(inner) => Some(inner),
        None => cause.source(),
    }
}
