//! Traces, at a collector that is written for these tests.

use super::records::{failed, failed_because, record, seal};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use candor::FailurePolicy;
use candor_gateway::{CallOutcome, CallRecord, LogFormat, Observers, Operations, Secret, Traces, UpstreamRequest};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::{Span, span::SpanKind, status::StatusCode as SpanStatus};
use prost::Message;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, UNIX_EPOCH};
use tokio::net::TcpListener;

const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// What a collector was sent, and what it answers next; 200 if nothing is left.
#[derive(Clone, Default)]
struct Collector {
    requests: Arc<Mutex<Vec<(HeaderMap, ExportTraceServiceRequest)>>>,
    answers: Arc<Mutex<Vec<u16>>>,
}

impl Collector {
    async fn start(answers: &[u16]) -> (Collector, url::Url) {
        let collector = Collector { answers: Arc::new(Mutex::new(answers.to_vec())), ..Collector::default() };
        let router = Router::new().route("/v1/traces", post(Collector::take)).with_state(collector.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
        tokio::spawn(candor::rmcp::HttpServer::new(router).serve(listener));
        (collector, url)
    }

    async fn take(State(collector): State<Collector>, headers: HeaderMap, body: Bytes) -> StatusCode {
        let request = ExportTraceServiceRequest::decode(body).unwrap();
        collector.requests.lock().unwrap().push((headers, request));
        let answer = collector.answers.lock().unwrap().pop();
        StatusCode::from_u16(answer.unwrap_or(200)).unwrap()
    }

    fn spans(&self) -> Vec<Span> {
        let requests = self.requests.lock().unwrap();
        let scopes = requests.iter().flat_map(|(_, request)| &request.resource_spans).flat_map(|it| &it.scope_spans);
        scopes.flat_map(|scope| scope.spans.clone()).collect()
    }
}

fn observers(endpoint: url::Url, ratio: f64) -> Observers {
    let headers = vec![("x-collector-key".to_owned(), Secret::new("key-of-the-collector"))];
    let traces = Some(Traces { endpoint, headers, ratio });
    let operations = Operations { log: LogFormat::Off, traces, ..Operations::default() };
    Observers::start(&operations, &FailurePolicy::new().with_secret("Swordfish-Marlin77")).unwrap()
}

fn attributes(span: &Span) -> BTreeMap<String, String> {
    let told = span.attributes.iter().map(|it| {
        let value = match it.value.clone().and_then(|it| it.value) {
            Some(Value::StringValue(text)) => text,
            Some(Value::IntValue(number)) => number.to_string(),
            _ => panic!("{it:?}"),
        };
        (it.key.clone(), value)
    });
    told.collect()
}

fn map<const N: usize>(pairs: [(&str, &str); N]) -> BTreeMap<String, String> {
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

/// A call that was tried twice.
fn retried() -> CallRecord {
    let request = |span_id, begin, end, status| UpstreamRequest {
        span_id,
        begin: Duration::from_millis(begin),
        end: Duration::from_millis(end),
        status,
    };
    CallRecord {
        traceparent: Some(PARENT.to_owned()),
        started: UNIX_EPOCH + Duration::from_secs(1_700_000_000),
        attempts: 2,
        method: Some(http::Method::GET),
        server: Some(("api.example.com".into(), 443)),
        requests: vec![request(0x1111, 1, 4, Some(503)), request(0x2222, 6, 12, Some(200))],
        ..record("get_order", Some("orders"), CallOutcome::Succeeded)
    }
}

#[tokio::test]
async fn a_call_is_a_span_under_its_callers_and_each_request_one_under_it() {
    let (collector, url) = Collector::start(&[]).await;
    let observers = observers(url, 0.0);
    seal(&observers, &retried());
    assert!(observers.flush().await);

    let [server, first, second] = collector.spans().try_into().unwrap();
    assert_eq!(server.trace_id, 0x4bf9_2f35_77b3_4da6_a3ce_929d_0e0e_4736_u128.to_be_bytes());
    assert_eq!(server.parent_span_id, 0x00f0_67aa_0ba9_02b7_u64.to_be_bytes());
    assert_eq!((server.name.as_str(), server.kind()), ("tools/call get_order", SpanKind::Server));
    assert_eq!(server.end_time_unix_nano - server.start_time_unix_nano, 12_000_000);
    assert_eq!(server.start_time_unix_nano, 1_700_000_000_000_000_000);
    assert_eq!((server.status.clone(), server.flags), (None, 0x301));
    assert_eq!(
        attributes(&server),
        map([
            ("mcp.method.name", "tools/call"),
            ("gen_ai.operation.name", "execute_tool"),
            ("gen_ai.tool.name", "get_order"),
            ("jsonrpc.request.id", "17"),
            ("candor.upstream", "orders"),
            ("candor.outcome", "succeeded"),
            ("candor.attempts", "2"),
        ])
    );
    for (span, id) in [(&first, 0x1111_u64), (&second, 0x2222)] {
        assert_eq!((span.name.as_str(), span.kind(), span.flags), ("GET", SpanKind::Client, 0x101));
        assert_eq!((&span.trace_id, &span.parent_span_id), (&server.trace_id, &server.span_id));
        assert_eq!(span.span_id, id.to_be_bytes());
    }
    assert_eq!(
        attributes(&first),
        map([
            ("http.request.method", "GET"),
            ("server.address", "api.example.com"),
            ("server.port", "443"),
            ("candor.upstream", "orders"),
            ("http.response.status_code", "503"),
            ("error.type", "503"),
        ])
    );
    assert_eq!(first.status.unwrap().code(), SpanStatus::Error);
    assert_eq!((attributes(&second)["http.request.resend_count"].as_str(), second.status), ("1", None));

    let requests = collector.requests.lock().unwrap();
    let (headers, request) = &requests[0];
    assert_eq!(
        (&headers["content-type"], &headers["x-collector-key"]),
        (&"application/x-protobuf".parse().unwrap(), &"key-of-the-collector".parse().unwrap())
    );
    let resource = request.resource_spans[0].resource.clone().unwrap();
    assert!(resource.attributes.iter().any(|it| it.key == "service.name"));
}

#[tokio::test]
async fn a_failure_is_an_error_and_no_span_has_a_strangers_words() {
    let (collector, url) = Collector::start(&[]).await;
    let observers = observers(url, 1.0);
    seal(&observers, &record("get_order", Some("orders"), failed()));
    let mut hostile = record("password=hunter2hunter2\n", None, failed());
    hostile.request_id = "password=hunter2hunter2".to_owned();
    hostile.traceparent = Some("00-hunter2".to_owned());
    hostile.caller = Some("hunter2hunter2".into());
    seal(&observers, &hostile);
    assert!(observers.flush().await);

    let [known, unknown] = collector.spans().try_into().unwrap();
    assert_eq!(known.status.clone().unwrap().code(), SpanStatus::Error);
    let told = attributes(&known);
    assert_eq!((told["error.type"].as_str(), told["candor.failure.code"].as_str()), ("tool_error", "unavailable"));
    assert_eq!(unknown.name, "tools/call");
    assert!(!format!("{unknown:?}").contains("hunter2"), "{unknown:?}");
    assert!(unknown.parent_span_id.is_empty() && unknown.trace_id.len() == 16);
}

#[tokio::test]
async fn a_reason_that_holds_a_secret_is_in_no_span() {
    let (collector, url) = Collector::start(&[]).await;
    let observers = observers(url, 1.0);
    let mut failed = CallRecord { outcome: failed_because("Swordfish.Marlin77"), ..retried() };
    failed.requests[1].status = None;
    seal(&observers, &failed);
    observers.replace_policy(&FailurePolicy::new().with_secret("Wahoo-2208"));
    seal(
        &observers,
        &CallRecord { outcome: failed_because("Wahoo.2208"), request_id: "Wahoo-2208".to_owned(), ..failed.clone() },
    );
    // Of a call that began before.
    seal(&observers, &failed);
    assert!(observers.flush().await);
    let spans = collector.spans();
    assert_eq!(spans.len(), 9);
    assert!(!format!("{spans:?}").to_lowercase().contains("wahoo"), "{spans:?}");
    assert_eq!(attributes(&spans[0])["candor.failure.reason"], "unavailable");
    assert_eq!(attributes(&spans[2])["error.type"], "unavailable");
    assert!(!format!("{spans:?}").contains("marlin77"), "{spans:?}");
}

#[tokio::test]
async fn a_caller_that_does_not_record_its_trace_decides_for_the_gateway() {
    let (collector, url) = Collector::start(&[]).await;
    let observers = observers(url, 1.0);
    seal(&observers, &CallRecord { traceparent: Some(PARENT.replace("-01", "-00")), ..retried() });
    assert!(observers.flush().await);
    assert_eq!(collector.spans(), []);
}

#[tokio::test]
async fn a_collector_that_is_busy_gets_the_batch_once_more_and_then_it_is_dropped_and_counted() {
    let (collector, url) = Collector::start(&[503]).await;
    let observers = observers(url, 1.0);
    seal(&observers, &retried());
    assert!(observers.flush().await);
    assert_eq!(collector.requests.lock().unwrap().len(), 2);
    assert!(observers.metrics().contains("candor_spans_exported_total 3\n"), "{}", observers.metrics());

    collector.answers.lock().unwrap().push(400);
    seal(&observers, &retried());
    assert!(observers.flush().await);
    assert!(observers.metrics().contains("candor_spans_dropped_total 3\n"), "{}", observers.metrics());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_collector_that_never_answers_slows_no_call_and_holds_the_end_up_for_two_seconds_at_most() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", silent.local_addr().unwrap()).parse().unwrap();
    let observers = observers(url, 1.0);
    let record = retried();
    let begin = Instant::now();
    for _ in 0..50_000 {
        seal(&observers, &record);
    }
    let per_call = begin.elapsed() / 50_000;
    assert!(per_call < Duration::from_millis(1), "{per_call:?}");
    let dropped: u64 = {
        let text = observers.metrics();
        let line = text.lines().find(|line| line.starts_with("candor_spans_dropped_total ")).unwrap();
        line.rsplit_once(' ').unwrap().1.parse().unwrap()
    };
    assert!(dropped > 3 * 40_000, "{dropped}");
    let begin = Instant::now();
    assert!(!observers.flush().await);
    assert!(begin.elapsed() < Duration::from_millis(2_500), "{:?}", begin.elapsed());
}
