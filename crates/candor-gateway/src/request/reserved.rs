//! Headers that no argument sets.

/// Headers that say how a message is carried, who sent it or what it holds: they are the gateway's.
const HEADERS: [&str; 35] = [
    "accept",
    "accept-charset",
    "accept-encoding",
    "authorization",
    "baggage",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "cookie",
    "cookie2",
    "date",
    "expect",
    "forwarded",
    "host",
    "http2-settings",
    "keep-alive",
    "max-forwards",
    "origin",
    "proxy-authorization",
    "proxy-connection",
    "referer",
    "te",
    "traceparent",
    "tracestate",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-http-method-override",
    "x-real-ip",
];

/// Whether the header, in lower case, is one that no argument sets.
pub(crate) fn is_reserved(name: &str) -> bool {
    HEADERS.contains(&name) || ["proxy-", "sec-", "x-forwarded-"].iter().any(|prefix| name.starts_with(prefix))
}
