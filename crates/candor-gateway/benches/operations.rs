//! What watching a call adds to it.

use candor::FailurePolicy;
use candor_gateway::{CallObserver, CallOutcome, CallRecord, FailureFacts, LogFormat, Observers, Operations, Traces};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

fn main() {
    divan::main();
}

fn record(outcome: CallOutcome) -> CallRecord {
    CallRecord {
        request_id: "17".to_owned(),
        caller: Some("ci".into()),
        traceparent: None,
        tool: "get_order".to_owned(),
        upstream: Some("orders".into()),
        started: SystemTime::now(),
        duration: Duration::from_millis(12),
        timeout: Some(Duration::from_secs(30)),
        attempts: 1,
        status: Some(200),
        bytes_sent: 0,
        bytes_received: 512,
        warnings: Vec::new(),
        method: Some(http::Method::GET),
        server: Some(("127.0.0.1".into(), 80)),
        requests: Vec::new(),
        trace: None,
        outcome,
    }
}

/// The observer that these settings add to the metrics, or else the metrics.
fn observer(log: LogFormat, traces: Option<Traces>) -> (tokio::runtime::Runtime, Arc<dyn CallObserver>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let is_last = traces.is_none();
    let operations = Operations { log, traces, ..Operations::default() };
    let observers = runtime.block_on(async { Observers::start(&operations, &FailurePolicy::new()) }).unwrap();
    let mut all = observers.all();
    let observer = if is_last { all.pop() } else { all.into_iter().next() };
    (runtime, observer.unwrap())
}

#[divan::bench]
fn metrics_of_a_success(bencher: divan::Bencher) {
    let (_runtime, observer) = observer(LogFormat::Off, None);
    let record = record(CallOutcome::Succeeded);
    bencher.bench(|| observer.sealed(&record));
}

#[divan::bench(threads = [2])]
fn metrics_of_a_success_on_two_threads(bencher: divan::Bencher) {
    let (_runtime, observer) = observer(LogFormat::Off, None);
    let record = record(CallOutcome::Succeeded);
    bencher.bench(|| observer.sealed(&record));
}

#[divan::bench]
fn metrics_of_a_failure(bencher: divan::Bencher) {
    let (_runtime, observer) = observer(LogFormat::Off, None);
    let record = record(CallOutcome::Failed(FailureFacts::of(&candor::Failure::unavailable("No"))));
    bencher.bench(|| observer.sealed(&record));
}

/// Standard error takes some thousand lines at once; what comes faster is dropped, so this is measured with it at `/dev/null`.
#[divan::bench(sample_count = 20, sample_size = 50)]
fn a_line_of_json(bencher: divan::Bencher) {
    let (_runtime, observer) = observer(LogFormat::Json, None);
    let record = record(CallOutcome::Succeeded);
    bencher.bench(|| observer.sealed(&record));
}

#[divan::bench(sample_count = 20, sample_size = 50)]
fn spans_of_a_call(bencher: divan::Bencher) {
    let endpoint = "http://127.0.0.1:9/".parse().unwrap();
    let (_runtime, observer) = observer(LogFormat::Off, Some(Traces { endpoint, headers: Vec::new(), ratio: 1.0 }));
    let record = record(CallOutcome::Succeeded);
    bencher.bench(|| observer.sealed(&record));
}
