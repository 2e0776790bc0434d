//! HTTP/2 over TLS, whose streams and connections end early.

use super::tls::{Certificate, Secured, acceptor};
use super::{Request, Upstream};
use h2::Reason;
use std::io;

/// How the exchange ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Http2 {
    /// The connection is given up with GOAWAY while the request is under way.
    GoAway,
    /// The stream of the request is reset: something went wrong within.
    ResetStream,
    /// The stream of the request is reset, and it was not looked at.
    RefusedStream,
    /// The stream is reset in the middle of the body.
    ResetBody,
}

impl Secured {
    /// One whose HTTP/2 ends early.
    pub(crate) async fn with_http_2(end: Http2) -> Secured {
        let (acceptor, authority) = acceptor(Certificate::Good, &[b"h2"]);
        let upstream = Upstream::accepting(move |stream, noted| {
            let acceptor = acceptor.clone();
            async move {
                let stream = acceptor.accept(stream).await?;
                let mut connection = h2::server::handshake(stream).await.map_err(io::Error::other)?;
                while let Some(request) = connection.accept().await {
                    let (request, mut respond) = request.map_err(io::Error::other)?;
                    noted.request(&Request {
                        method: request.method().to_string(),
                        target: request.uri().path().to_owned(),
                        headers: Vec::new(),
                        body: Vec::new(),
                    });
                    match end {
                        Http2::GoAway => connection.abrupt_shutdown(Reason::ENHANCE_YOUR_CALM),
                        Http2::ResetStream => respond.send_reset(Reason::INTERNAL_ERROR),
                        Http2::RefusedStream => respond.send_reset(Reason::REFUSED_STREAM),
                        Http2::ResetBody => {
                            let head = http::Response::builder().header("content-type", "application/json");
                            let mut body = respond.send_response(head.body(()).unwrap(), false).unwrap();
                            body.send_data(bytes::Bytes::from_static(b"{\"id\": 7,"), false).unwrap();
                            body.send_reset(Reason::INTERNAL_ERROR);
                        }
                    }
                }
                Ok(())
            }
        })
        .await;
        Secured { upstream, authority }
    }
}
