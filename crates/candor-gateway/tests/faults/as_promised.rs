//! The upstream misbehaves as it promises: seen by a client that takes the bytes as they come.

use super::upstream::{Certificate, INNER_HOST, PASSWORD, Port, Secured, Upstream, refused_port};
use std::io::{self, ErrorKind};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// What came of a request, and how it ended.
#[derive(Debug)]
struct Came {
    text: String,
    bytes: usize,
    end: Result<(), ErrorKind>,
}

impl Came {
    fn status(&self) -> &str {
        self.text.split(' ').nth(1).unwrap_or("none")
    }

    fn body(&self) -> &str {
        self.text.split_once("\r\n\r\n").map_or("", |(_, body)| body)
    }
}

async fn read(stream: &mut TcpStream) -> Came {
    let (mut kept, mut bytes, mut some) = (Vec::new(), 0, vec![0; 1 << 16]);
    let end = loop {
        match stream.read(&mut some).await {
            Ok(0) => break Ok(()),
            Ok(count) => {
                bytes += count;
                kept.extend_from_slice(&some[..count.min((2_usize << 20).saturating_sub(kept.len()))]);
            }
            Err(error) => break Err(error.kind()),
        }
    };
    Came { text: String::from_utf8_lossy(&kept).into_owned(), bytes, end }
}

async fn ask(upstream: &Upstream, path: &str) -> Came {
    let mut stream = TcpStream::connect(upstream.address()).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer k3y-of-mine\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    tokio::time::timeout(Duration::from_secs(20), read(&mut stream)).await.expect("an end")
}

/// The same, for as long as this; whatever came until then is lost.
async fn ask_for(upstream: &Upstream, path: &str, time: Duration) -> io::Result<Came> {
    tokio::time::timeout(time, ask(upstream, path)).await.map_err(io::Error::other)
}

#[tokio::test]
async fn every_status_has_its_body_and_pages_have_a_password() {
    let upstream = Upstream::start().await;
    for status in [400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504] {
        for (form, part) in [("json", "order_shipped"), ("problem", "problems/order-shipped"), ("html", PASSWORD)] {
            let came = ask(&upstream, &format!("/status/{status}/{form}")).await;
            assert_eq!((came.status(), came.end), (&*status.to_string(), Ok(())), "{form}");
            assert!(came.text.contains(part), "{came:?}");
        }
    }
    assert!(ask(&upstream, "/status/500/leaking").await.body().contains(INNER_HOST));
    assert_eq!(ask(&upstream, "/status/500/empty").await.body(), "");
    assert_eq!(upstream.request_count(), 11 * 3 + 2);
}

#[tokio::test]
async fn delays_are_told_in_every_way() {
    let upstream = Upstream::start().await;
    let ways =
        [("seconds", "retry-after: 20\r"), ("date", "retry-after: "), ("milliseconds", "retry-after-ms: 20000\r")];
    for (form, header) in ways.into_iter().chain([("reset", "x-ratelimit-reset: ")]) {
        let came = ask(&upstream, &format!("/throttle/429/{form}")).await;
        assert!(came.text.contains(header) && came.status() == "429", "{form}: {came:?}");
    }
}

#[tokio::test]
async fn connections_end_where_they_should_not() {
    let upstream = Upstream::start().await;
    let reset = Err(ErrorKind::ConnectionReset);
    for (how, end, last) in [
        ("closes", Ok(()), ""),
        ("resets", reset, ""),
        ("closes_in_headers", Ok(()), "application/json\r\n"),
        ("resets_in_headers", reset, "application/json\r\n"),
        ("closes_in_body", Ok(()), "{\"id\": 7, "),
        ("resets_in_body", reset, "{\"id\": 7, "),
    ] {
        let came = ask(&upstream, &format!("/breaks/{how}")).await;
        assert_eq!(came.end, end, "{how}: {came:?}");
        assert!(came.text.ends_with(last), "{how}: {came:?}");
    }
    let came = ask(&upstream, "/length/too_long").await;
    assert!(came.text.contains(&format!("length: {}\r", came.body().len() + 10)), "{came:?}");
    let came = ask(&upstream, "/length/too_short").await;
    assert!(came.text.contains(&format!("length: {}\r", came.body().len() - 10)), "{came:?}");
}

#[tokio::test]
async fn what_cannot_be_decoded_is_sent_as_such() {
    let upstream = Upstream::start().await;
    assert!(ask(&upstream, "/encoding/no_gzip").await.body().contains("never packed"));
    let (whole, half) = (ask(&upstream, "/encoding/gzip").await, ask(&upstream, "/encoding/half_gzip").await);
    assert!(whole.bytes > half.bytes && half.text.contains("content-encoding: gzip"));
    assert!(ask(&upstream, "/encoding/charset").await.body().contains('\u{fffd}'));
    assert!(!ask(&upstream, "/encoding/chunk").await.body().ends_with("0\r\n\r\n"));
}

#[tokio::test]
async fn slow_answers_do_not_come() {
    let upstream = Upstream::start().await;
    for how in ["headers", "body", "never"] {
        assert!(ask_for(&upstream, &format!("/slow/{how}"), Duration::from_millis(200)).await.is_err(), "{how}");
    }
    assert_eq!(upstream.request_count(), 3);
}

#[tokio::test]
async fn large_answers_are_large_and_end() {
    let upstream = Upstream::start().await;
    let came = ask(&upstream, "/large/body").await;
    assert!(came.bytes > 20_000_000 && came.end.is_ok(), "{}", came.bytes);
    let bomb = ask(&upstream, "/large/bomb").await.bytes;
    assert!(bomb < 1_000_000, "{bomb}");
    assert!(ask(&upstream, "/large/header").await.bytes > 1 << 20);
    assert!(ask(&upstream, "/large/headers").await.text.matches("\r\nx-").count() == 10_000);
    assert!(upstream.written() > 21_000_000);
    let endless = tokio::time::timeout(Duration::from_secs(20), async {
        let mut stream = TcpStream::connect(upstream.address()).await.unwrap();
        stream.write_all(b"GET /large/endless HTTP/1.1\r\n\r\n").await.unwrap();
        let (mut some, mut bytes) = (vec![0; 1 << 16], 0);
        while bytes < 30 << 20 {
            bytes += stream.read(&mut some).await.unwrap();
        }
    });
    endless.await.expect("more than all others");
}

#[tokio::test]
async fn redirects_lead_where_they_say() {
    let upstream = Upstream::start().await;
    for (path, target) in
        [("302/same", "/orders/7"), ("307/other-9", "http://127.0.0.1:9/orders/7"), ("301/loop", "/loop/1")]
    {
        let came = ask(&upstream, &format!("/moved/{path}")).await;
        assert!(came.text.contains(&format!("location: {target}\r")), "{came:?}");
    }
    assert!(ask(&upstream, "/loop/7").await.text.contains("location: /loop/8\r"));
}

#[tokio::test]
async fn the_credential_comes_back_in_many_forms() {
    let upstream = Upstream::start().await;
    for (form, part) in [
        ("plain", "k3y-of-mine"),
        ("base64", "azN5LW9mLW1pbmU="),
        ("percent", "k3y%2Dof%2Dmine"),
        ("hex", "6b33792d6f662d6d696e65"),
        ("header", "x-request-id: k3y-of-mine\r"),
    ] {
        let came = ask(&upstream, &format!("/credential/500/{form}")).await;
        assert!(came.text.contains(part), "{form}: {came:?}");
    }
}

#[tokio::test]
async fn a_switch_and_a_flaky_path_answer_as_they_are_told() {
    let upstream = Upstream::start().await;
    assert_eq!(ask(&upstream, "/switch").await.status(), "200");
    upstream.switch(503);
    assert_eq!(ask(&upstream, "/switch").await.status(), "503");
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(ask(&upstream, "/flaky/2").await.status().to_owned());
    }
    assert_eq!(statuses, ["503", "503", "200"]);
}

#[tokio::test]
async fn ports_go_wrong_before_there_is_a_request() {
    assert_eq!(ask(&Upstream::at(Port::Closes).await, "/").await.bytes, 0);
    let resetting = Upstream::at(Port::Resets).await;
    let mut stream = TcpStream::connect(resetting.address()).await.unwrap();
    assert_eq!(read(&mut stream).await.end, Err(ErrorKind::ConnectionReset));
    let silent = Upstream::at(Port::NeverReads).await;
    assert!(ask_for(&silent, "/", Duration::from_millis(200)).await.is_err());
    assert_eq!((silent.request_count(), silent.connection_count()), (0, 1));
    assert!(ask(&Upstream::at(Port::Garbage).await, "/").await.text.starts_with("SSH-2.0"));
    assert_eq!(ask(&Upstream::at(Port::OldTls).await, "/").await.bytes, 7);
    let refused = refused_port().await;
    let address = (refused.host_str().unwrap(), refused.port().unwrap());
    assert_eq!(TcpStream::connect(address).await.unwrap_err().kind(), ErrorKind::ConnectionRefused);
}

/// A client that trusts the authority.
fn trusting(secured: &Secured) -> reqwest::Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let authority = reqwest::Certificate::from_pem(&std::fs::read(&secured.authority).unwrap()).unwrap();
    reqwest::Client::builder().no_proxy().tls_certs_only([authority]).build().unwrap()
}

#[tokio::test]
async fn one_certificate_is_good_and_the_others_are_not() {
    for (certificate, why) in [
        (Certificate::Good, None),
        (Certificate::SelfSigned, Some("UnknownIssuer")),
        (Certificate::Expired, Some("Expired")),
        (Certificate::WrongName, Some("NotValidForName")),
    ] {
        let secured = Secured::with(certificate).await;
        let address = secured.upstream.secure_base_url().join("orders/7").unwrap();
        match (trusting(&secured).get(address).send().await, why) {
            (Ok(response), None) => assert_eq!(response.status(), 200),
            (Err(error), Some(why)) => assert!(format!("{error:?}").contains(why), "{error:?}"),
            (other, _) => panic!("{certificate:?}: {other:?}"),
        }
        assert_eq!(secured.upstream.request_count(), usize::from(why.is_none()));
    }
}

#[tokio::test]
async fn streams_and_connections_of_http_2_end_early() {
    use super::upstream::Http2;
    for (end, why) in [
        (Http2::GoAway, "broken pipe"),
        (Http2::ResetStream, "INTERNAL_ERROR"),
        (Http2::RefusedStream, "REFUSED_STREAM"),
        (Http2::ResetBody, "INTERNAL_ERROR"),
    ] {
        let secured = Secured::with_http_2(end).await;
        let address = secured.upstream.secure_base_url().join("orders/7").unwrap();
        let came = trusting(&secured).get(address).send().await;
        let error = match came {
            Ok(response) => response.bytes().await.unwrap_err(),
            Err(error) => error,
        };
        assert!(format!("{error:?}").contains(why), "{end:?}: {error:?}");
        assert!(secured.upstream.request_count() >= 1);
    }
}
