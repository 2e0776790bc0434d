//! Answers that repeat the credential that the request came with.

use super::{Connection, Request};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::io;

/// Repeats the credential of the request.
pub(super) async fn echo(connection: &mut Connection, request: &Request, status: u16, form: &str) -> io::Result<()> {
    let sent = request.header("authorization").or_else(|| request.header("x-api-key")).unwrap_or_default();
    let credential = sent.rsplit(' ').next().unwrap_or_default();
    let told = match form {
        "base64" => BASE64_STANDARD.encode(credential),
        "wrapped_base64" => BASE64_STANDARD.encode(format!("{{\"key\":\"{credential}\"}}")),
        "percent" => utf8_percent_encode(credential, NON_ALPHANUMERIC).to_string(),
        "every_percent" => credential.bytes().map(|byte| format!("%{byte:02X}")).collect(),
        "hex" => credential.bytes().map(|byte| format!("{byte:02x}")).collect(),
        "header" => {
            let headers =
                [("content-type", "application/json"), ("x-request-id", credential), ("www-authenticate", sent)];
            return connection.whole(status, &headers, br#"{"message": "Look at the headers"}"#).await;
        }
        _ => credential.to_owned(),
    };
    let body = match status {
        200..300 => format!(r#"{{"id": 7, "state": "{told}"}}"#),
        _ => format!(r#"{{"message": "No entry for {told} here"}}"#),
    };
    connection.json(status, &body).await
}
