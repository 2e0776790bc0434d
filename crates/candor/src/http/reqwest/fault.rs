//! What went wrong with a request that got no usable response, and whether it was ever sent.

use super::causes::Causes;
use crate::classify::Verdict;
use crate::failure::Message;
use crate::http::Service;
use crate::{Code, Origin, Reason, Retry, Safety, reason};
use ::reqwest::Error;
use std::io::ErrorKind;

/// A request that failed before a response came, or while it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: Code,
    pub(crate) reason: Reason,
    pub(crate) origin: Origin,
    pub(crate) retry: Retry,
    /// What the service did, after its name; with a capital, the whole sentence.
    sentence: &'static str,
}

impl Fault {
    /// The fault that an error without a status is.
    pub(super) fn of(error: &Error) -> Fault {
        fault_of(error)
    }

    /// The verdict that follows from it.
    pub(super) fn verdict(&self) -> Verdict {
        Verdict::new(self.code, "reqwest")
            .with_origin(self.origin)
            .with_retry(self.retry)
            .with_decided_by(self.reason.as_str())
    }

    /// What went wrong with that service.
    pub(super) fn message(&self, service: Service<'_>) -> Message {
        if self.sentence.starts_with(|it: char| it.is_uppercase()) {
            Message::own(self.sentence)
        } else {
            service.says(self.sentence, "")
        }
    }
}

/// The request was never sent.
const UNSENT: Retry = Retry::Backoff(Safety::Always);
/// It was sent, or may have been.
const SENT: Retry = Retry::Backoff(Safety::IfIdempotent);

const fn unreachable(reason: Reason, sentence: &'static str) -> Fault {
    Fault { code: Code::Unavailable, reason, origin: Origin::Transport, retry: UNSENT, sentence }
}

const fn lost(reason: Reason, retry: Retry, sentence: &'static str) -> Fault {
    Fault { code: Code::Unavailable, reason, origin: Origin::Transport, retry, sentence }
}

const fn unusable(reason: Reason, retry: Retry, sentence: &'static str) -> Fault {
    Fault { code: Code::DependencyFailed, reason, origin: Origin::Upstream, retry, sentence }
}

const fn unbuilt(code: Code, origin: Origin, reason: Reason, sentence: &'static str) -> Fault {
    Fault { code, reason, origin, retry: Retry::Never, sentence }
}

/// What happened before a response came or while it was read: by the kind of the error first, by its causes second.
fn fault_of(error: &Error) -> Fault {
    let causes = Causes::of(error);
    if error.is_builder() {
        return not_built(error, &causes);
    }
    if error.is_redirect() {
        return if causes.is_redirect_loop {
            unusable(reason!("too_many_redirects"), Retry::Never, "redirected the request too many times")
        } else {
            unusable(
                reason!("redirect_refused"),
                Retry::Never,
                "redirected the request to an address that is not allowed",
            )
        };
    }
    if error.is_upgrade() {
        return unusable(reason!("upgrade_failed"), Retry::Never, "did not switch protocols");
    }
    if error.is_connect() {
        return not_connected(error, &causes);
    }
    if error.is_timeout() {
        return Fault {
            code: Code::Timeout,
            reason: reason!("response_timed_out"),
            origin: Origin::Transport,
            retry: SENT,
            sentence: "did not respond in time",
        };
    }
    if causes.is_own_fault {
        return Fault {
            code: Code::Internal,
            reason: reason!("request_body_failed"),
            origin: Origin::Internal,
            retry: SENT,
            sentence: "did not receive the whole request: its body could not be read on this side",
        };
    }
    let retry = if causes.is_unsent { UNSENT } else { SENT };
    if causes.has(&RESET) {
        lost(reason!("connection_reset"), retry, "reset the connection")
    } else if (error.is_decode() || error.is_body()) && causes.has(&[ErrorKind::UnexpectedEof]) {
        unusable(reason!("malformed_body"), SENT, "sent a body that ends before it is complete")
    } else if error.is_decode() || error.is_body() {
        unusable(reason!("malformed_body"), SENT, "sent a body that cannot be read")
    } else if causes.is_garbled {
        unusable(reason!("malformed_response"), SENT, "sent a response that is not HTTP")
    } else if causes.is_closed || causes.is_unsent {
        lost(reason!("connection_closed"), retry, "closed the connection without a response")
    } else {
        lost(reason!("exchange_failed"), SENT, "did not complete the request")
    }
}

/// The system's kinds for a connection that was cut.
const RESET: [ErrorKind; 3] = [ErrorKind::ConnectionReset, ErrorKind::ConnectionAborted, ErrorKind::BrokenPipe];
const UNREACHABLE: [ErrorKind; 3] = [ErrorKind::HostUnreachable, ErrorKind::NetworkUnreachable, ErrorKind::NetworkDown];

/// There was no connection, so nothing was sent.
fn not_connected(error: &Error, causes: &Causes) -> Fault {
    let is_https = error.url().is_some_and(|url| url.scheme() == "https");
    if error.is_timeout() {
        unreachable(reason!("connect_timed_out"), "did not accept a connection in time")
    } else if causes.is_tunnel {
        unreachable(reason!("proxy_failed"), "could not be reached through the proxy")
    } else if error.is_dns() {
        unreachable(reason!("name_not_resolved"), "could not be reached: the host name does not resolve")
    } else if causes.has(&[ErrorKind::ConnectionRefused]) {
        unreachable(reason!("connection_refused"), "refused the connection")
    } else if causes.has(&UNREACHABLE) {
        unreachable(reason!("host_unreachable"), "could not be reached: no route to host")
    } else if causes.has(&RESET) {
        unreachable(reason!("connection_reset"), "reset the connection")
    } else if is_https && !causes.is_tcp {
        unreachable(reason!("tls_failed"), "could not be reached: the TLS handshake failed")
    } else {
        unreachable(reason!("connect_failed"), "could not be reached")
    }
}

/// There was not even a request.
fn not_built(error: &Error, causes: &Causes) -> Fault {
    // An error of this kind has an address only where the address is at fault.
    if causes.is_invalid_address || error.url().is_some() {
        let sentence = "The address of a service is not valid, so nothing was sent";
        unbuilt(Code::Configuration, Origin::Configuration, reason!("invalid_address"), sentence)
    } else if causes.is_unencodable {
        let sentence = "A request could not be encoded, so nothing was sent";
        unbuilt(Code::Serialization, Origin::Internal, reason!("request_not_encoded"), sentence)
    } else {
        unbuilt(
            Code::Internal,
            Origin::Internal,
            reason!("request_not_built"),
            "A request could not be built, so nothing was sent",
        )
    }
}
