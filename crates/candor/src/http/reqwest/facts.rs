//! What went wrong with a request, as one row each: whether it was ever sent is what the rows differ in most.

use super::evidence::Evidence;
use crate::http::status;
use crate::{Code, Origin, Reason, Retry, Safety, reason};
use ::reqwest::Error;
use std::io::ErrorKind;

/// What an error of `reqwest` says in Candor's terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) code: Code,
    pub(crate) reason: Reason,
    pub(crate) origin: Origin,
    pub(crate) retry: Retry,
    /// What the service did, after its name; with a capital, the whole sentence.
    sentence: &'static str,
}

impl Facts {
    /// What went wrong, with a host of that name.
    pub(crate) fn message(&self, host: &str) -> String {
        if self.sentence.starts_with(|it: char| it.is_uppercase()) {
            self.sentence.to_owned()
        } else {
            format!("{host} {}", self.sentence)
        }
    }
}

/// The request was never sent.
const UNSENT: Retry = Retry::Backoff(Safety::Always);
/// It was sent, or may have been.
const SENT: Retry = Retry::Backoff(Safety::IfIdempotent);

const fn unreachable(reason: Reason, sentence: &'static str) -> Facts {
    Facts { code: Code::Unavailable, reason, origin: Origin::Transport, retry: UNSENT, sentence }
}

const fn lost(reason: Reason, retry: Retry, sentence: &'static str) -> Facts {
    Facts { code: Code::Unavailable, reason, origin: Origin::Transport, retry, sentence }
}

const fn unusable(reason: Reason, retry: Retry, sentence: &'static str) -> Facts {
    Facts { code: Code::DependencyFailed, reason, origin: Origin::Upstream, retry, sentence }
}

const fn unbuilt(code: Code, origin: Origin, reason: Reason, sentence: &'static str) -> Facts {
    Facts { code, reason, origin, retry: Retry::Never, sentence }
}

/// Finds out what an error says: by its kind first, by its causes second.
pub(crate) fn facts(error: &Error) -> Facts {
    let evidence = Evidence::of(error);
    if let Some(status) = error.status() {
        let (code, retry) = (status::code_of(status), status::retry_of(status));
        return Facts {
            code,
            reason: code.into(),
            origin: Origin::Upstream,
            retry,
            sentence: "answered with a failure",
        };
    }
    if error.is_builder() {
        return not_built(error, &evidence);
    }
    if error.is_redirect() {
        return if evidence.is_redirect_loop {
            unusable(reason!("too_many_redirects"), Retry::Never, "redirected the request too many times")
        } else {
            unusable(reason!("redirect_refused"), Retry::Never, "redirected the request to where it must not go")
        };
    }
    if error.is_upgrade() {
        return unusable(reason!("upgrade_failed"), Retry::Never, "did not change the protocol");
    }
    if error.is_connect() {
        return not_connected(error, &evidence);
    }
    if error.is_timeout() {
        return Facts {
            code: Code::Timeout,
            reason: reason!("response_timed_out"),
            origin: Origin::Transport,
            retry: SENT,
            sentence: "did not answer in time",
        };
    }
    if evidence.is_own_fault {
        return Facts {
            code: Code::Internal,
            reason: reason!("request_body_failed"),
            origin: Origin::Internal,
            retry: SENT,
            sentence: "did not get the whole request, of which a part could not be read here",
        };
    }
    let retry = if evidence.is_unsent { UNSENT } else { SENT };
    if evidence.has(&RESET) {
        lost(reason!("connection_reset"), retry, "reset the connection")
    } else if error.is_decode() || error.is_body() {
        unusable(reason!("malformed_body"), SENT, "sent a body that cannot be read")
    } else if evidence.is_garbled {
        unusable(reason!("malformed_response"), SENT, "sent an answer that is no HTTP")
    } else if evidence.is_closed || evidence.is_unsent {
        lost(reason!("connection_closed"), retry, "closed the connection without an answer")
    } else {
        lost(reason!("exchange_failed"), SENT, "could not be asked")
    }
}

/// The kinds that the system has for a connection that somebody cut.
const RESET: [ErrorKind; 3] = [ErrorKind::ConnectionReset, ErrorKind::ConnectionAborted, ErrorKind::BrokenPipe];
const UNREACHABLE: [ErrorKind; 3] = [ErrorKind::HostUnreachable, ErrorKind::NetworkUnreachable, ErrorKind::NetworkDown];

/// There was no connection, so nothing was sent.
fn not_connected(error: &Error, evidence: &Evidence) -> Facts {
    let is_https = error.url().is_some_and(|url| url.scheme() == "https");
    if error.is_timeout() {
        unreachable(reason!("connect_timed_out"), "did not accept a connection in time")
    } else if evidence.is_tunnel {
        unreachable(reason!("proxy_failed"), "could not be reached by way of the proxy")
    } else if error.is_dns() {
        unreachable(reason!("name_not_resolved"), "could not be found: its name does not resolve")
    } else if evidence.has(&[ErrorKind::ConnectionRefused]) {
        unreachable(reason!("connection_refused"), "refused the connection")
    } else if evidence.has(&UNREACHABLE) {
        unreachable(reason!("host_unreachable"), "could not be reached: no way leads to it")
    } else if evidence.has(&RESET) {
        unreachable(reason!("connection_reset"), "reset the connection")
    } else if is_https && !evidence.is_tcp {
        unreachable(reason!("tls_failed"), "could not be reached: no secure connection came about")
    } else {
        unreachable(reason!("connect_failed"), "could not be reached")
    }
}

/// There was not even a request.
fn not_built(error: &Error, evidence: &Evidence) -> Facts {
    // An error of this kind has an address only where the address is at fault.
    if evidence.is_invalid_address || error.url().is_some() {
        let sentence = "The address of a service is not valid, so nothing was sent";
        unbuilt(Code::Configuration, Origin::Configuration, reason!("invalid_address"), sentence)
    } else if evidence.is_unencodable {
        let sentence = "A request could not be encoded, so nothing was sent";
        unbuilt(Code::Serialization, Origin::Internal, reason!("request_not_encoded"), sentence)
    } else {
        unbuilt(
            Code::Internal,
            Origin::Internal,
            reason!("request_not_built"),
            "A request could not be put together, so nothing was sent",
        )
    }
}
