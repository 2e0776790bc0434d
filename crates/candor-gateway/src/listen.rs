//! How clients reach a gateway: over HTTP or over stdio.

mod http;
mod stdio;

pub use http::HttpEndpoint;
pub use stdio::{serve_stdio, serve_stdio_until};
