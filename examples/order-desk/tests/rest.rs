//! The REST API of the desk, over real sockets: what its document says is what it does.

#[path = "rest/raw.rs"]
mod raw;

use order_desk::rest::{DOCUMENT, PASSWORD, fault_names};
use raw::{Ended, served};
use std::time::Duration;

/// How long a test looks at what should not end.
const A_WHILE: Duration = Duration::from_millis(300);

#[test]
fn the_document_lists_every_kind_of_fault_and_no_other() {
    let listed = DOCUMENT.lines().skip_while(|line| line.trim() != "- none").map(str::trim);
    let listed: Vec<_> = listed.map_while(|line| line.strip_prefix("- ")).collect();
    assert_eq!(listed, fault_names().collect::<Vec<_>>());
}

#[test]
fn every_kind_of_fault_fails_as_its_name_says() {
    let rows = [
        ("none", Ended::Whole, "HTTP/1.1 200", "All is well"),
        ("status_400", Ended::Whole, "HTTP/1.1 400", "application/problem+json"),
        ("status_404", Ended::Whole, "HTTP/1.1 404", "application/problem+json"),
        ("status_409", Ended::Whole, "HTTP/1.1 409", "application/problem+json"),
        ("status_500_html_with_password", Ended::Whole, "HTTP/1.1 500", PASSWORD),
        ("unauthorized", Ended::Whole, "HTTP/1.1 401", "www-authenticate: Bearer"),
        ("forbidden_scope", Ended::Whole, "HTTP/1.1 403", "scope"),
        ("rate_limited", Ended::Whole, "HTTP/1.1 429", "retry-after: 30"),
        ("unavailable", Ended::Whole, "HTTP/1.1 503", "retry-after: 120"),
        ("empty", Ended::Whole, "HTTP/1.1 200", "content-length: 0"),
        ("not_json", Ended::Whole, "HTTP/1.1 200", "text/html"),
        ("broken_json", Ended::Whole, "HTTP/1.1 200", "All is we"),
        ("truncated", Ended::Broken, "HTTP/1.1 200", "content-length: 48"),
        ("wrong_charset", Ended::Whole, "HTTP/1.1 200", "Caf\u{fffd}"),
        ("wrong_shape", Ended::Whole, "HTTP/1.1 200", "\"ok\": \"yes\""),
        ("too_large", Ended::Whole, "HTTP/1.1 200", "transfer-encoding: chunked"),
        ("slow_body", Ended::Never, "HTTP/1.1 200", "transfer-encoding: chunked"),
        ("hangs", Ended::Never, "", ""),
        ("hangs_up", Ended::Broken, "HTTP/1.1 200", "All is we"),
        ("resets", Ended::Reset, "", ""),
        ("says_it_failed", Ended::Whole, "HTTP/1.1 200", "\"ok\": false"),
        ("redirects", Ended::Whole, "HTTP/1.1 302", "location: http://orders.example.com/login"),
    ];
    assert_eq!(rows.map(|(kind, ..)| kind).as_slice(), fault_names().collect::<Vec<_>>());
    let api = served();
    for (kind, ended, begin, part) in rows {
        let answer = api.get(&format!("/faults/{kind}"), A_WHILE);
        assert_eq!(answer.ended, ended, "{kind}: {}", answer.text);
        assert!(answer.text.starts_with(begin) && answer.text.contains(part), "{kind}: {}", answer.text);
        assert_eq!(answer.length > 20_000_000, kind == "too_large", "{kind}: {} bytes", answer.length);
    }
}

#[test]
fn orders_are_placed_shown_cancelled_and_exported() {
    let api = served();
    let form = r#"{"customer": "Ann", "items": [{"sku": "TEA-1", "quantity": 2}]}"#;
    let rows = [
        ("GET", "/orders?status=open&limit=1", "", "HTTP/1.1 200", "\"id\":1001"),
        ("GET", "/orders?status=lost", "", "HTTP/1.1 400", "status cannot be"),
        ("GET", "/orders?after=7", "", "HTTP/1.1 404", "no order 7 after which"),
        ("POST", "/orders", form, "HTTP/1.1 201", "\"id\":1004"),
        ("POST", "/orders", "{", "HTTP/1.1 400", "problem+json"),
        ("POST", "/orders", &form.replace("TEA-1", "TEA-9"), "HTTP/1.1 422", "There is no item TEA-9"),
        ("POST", "/orders", &form.replace("TEA-1", "TEA-2"), "HTTP/1.1 409", "0 are left"),
        ("GET", "/orders/1004", "", "HTTP/1.1 200", "\"Ann\""),
        ("DELETE", "/orders/1004", "", "HTTP/1.1 200", "\"cancelled\""),
        ("DELETE", "/orders/1002", "", "HTTP/1.1 409", "has shipped already"),
        ("GET", "/orders/77", "", "HTTP/1.1 404", "There is no order 77"),
        ("GET", "/orders/1002/tracking?carrier_takes_ms=1", "", "HTTP/1.1 200", "on its way"),
        ("GET", "/orders/1002/label", "", "HTTP/1.1 200", "image/png"),
        ("DELETE", "/orders/1002/note", "", "HTTP/1.1 204", ""),
        ("DELETE", "/orders/77/note", "", "HTTP/1.1 404", "There is no order 77"),
        ("GET", "/items", "", "HTTP/1.1 200", "[{\"name\":\"Green tea, 100 g\""),
        ("GET", "/items/TEA-1", "", "HTTP/1.1 200", "Picked by hand"),
        ("GET", "/export?rows=2", "", "HTTP/1.1 200", "\"Customer 1\""),
        ("GET", "/export.csv", "", "HTTP/1.1 200", "1004,\"Ann\",cancelled\r\n"),
        ("GET", "/nowhere", "", "HTTP/1.1 404", "problem+json"),
    ];
    for (method, path, body, begin, part) in rows {
        let answer = api.ask(method, path, body, Duration::from_secs(10));
        assert!(answer.text.starts_with(begin) && answer.text.contains(part), "{method} {path}: {}", answer.text);
    }
    let item = api.get("/items/TEA-1", Duration::from_secs(10));
    assert!((1_000..1_400).contains(&item.length), "about 1 KB: {}", item.length);
    let export = api.get("/export?rows=50000", Duration::from_secs(10));
    assert!(export.length > 2_000_000, "several megabytes: {}", export.length);
}
