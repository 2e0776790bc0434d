//! Spans on their way to the collector: a queue with an end, batches, and one task that sends them.

use super::span::text;
use crate::operate::Spans;
use crate::settings::Traces;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use opentelemetry_proto::tonic::collector::trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse};
use opentelemetry_proto::tonic::common::v1::InstrumentationScope;
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, ScopeSpans, Span};
use prost::Message;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};
use url::Url;

/// The most calls whose spans wait.
const MOST_WAITING: usize = 2_048;
/// The most calls whose spans are sent at once.
const LARGEST_BATCH: usize = 512;
/// How long spans wait for others.
const BATCH_TIME: Duration = Duration::from_secs(2);
/// How long the collector may take for a batch, and for a connection.
const EXPORT_TIME: Duration = Duration::from_secs(10);
const CONNECT_TIME: Duration = Duration::from_secs(3);
/// How long after a batch that was not taken it is sent once more.
const RETRY_TIME: Duration = Duration::from_secs(1);
/// The longest answer of the collector that is read, in bytes.
const LONGEST_ANSWER: usize = 64 * 1_024;
/// How often at most the log says that spans are lost.
const NOTICE_TIME: Duration = Duration::from_secs(60);

const MEDIA_TYPE: HeaderValue = HeaderValue::from_static("application/x-protobuf");

/// What hands spans to the task that sends them.
#[derive(Debug)]
pub(super) struct Exporter {
    waiting: mpsc::Sender<Vec<Span>>,
    flush: mpsc::Sender<oneshot::Sender<()>>,
    spans: Arc<Spans>,
}

/// What cannot be right about these settings.
pub(in crate::operate) fn mistakes(settings: &Traces) -> Vec<String> {
    let mut mistakes = Vec::new();
    if !matches!(settings.endpoint.scheme(), "http" | "https") {
        mistakes.push("traces: the endpoint is not an address of http or https".to_owned());
    }
    if !(0.0..=1.0).contains(&settings.ratio) {
        mistakes.push(format!("traces: the ratio {} is not from 0 to 1", settings.ratio));
    }
    mistakes.extend(headers(settings).err().into_iter().flatten());
    mistakes
}

impl Exporter {
    pub(super) fn start(settings: &Traces, spans: Arc<Spans>) -> Result<Exporter, String> {
        let headers = headers(settings).map_err(|mistakes| mistakes.join("; "))?;
        // One that the program has chosen stays.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .default_headers(headers)
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .connect_timeout(CONNECT_TIME)
            .timeout(EXPORT_TIME)
            .build()
            .map_err(|error| format!("traces: no client can be made: {}", error.without_url()))?;
        let (waiting, queue) = mpsc::channel(MOST_WAITING);
        let (flush, flushes) = mpsc::channel(1);
        let endpoint = traces_url(&settings.endpoint);
        tokio::spawn(Sending { client, endpoint, spans: spans.clone(), told: None }.run(queue, flushes));
        Ok(Exporter { waiting, flush, spans })
    }

    /// Hands so many spans over. If too many wait, they are not even made.
    pub(super) fn hand_over(&self, count: usize, spans: impl FnOnce() -> Vec<Span>) {
        match self.waiting.try_reserve() {
            Ok(place) => place.send(spans()),
            Err(_) => self.spans.add_dropped(count as u64),
        }
    }

    pub(super) async fn flush(&self, time: Duration) -> bool {
        let (done, flushed) = oneshot::channel();
        let flush = async { self.flush.send(done).await.is_ok() && flushed.await.is_ok() };
        timeout(time, flush).await.unwrap_or(false)
    }
}

/// The address for traces at a collector: its own, or the one below its base.
fn traces_url(endpoint: &Url) -> Url {
    let mut url = endpoint.clone();
    let base = endpoint.path().trim_end_matches('/');
    if !base.ends_with("/v1/traces") {
        url.set_path(&format!("{base}/v1/traces"));
    }
    url
}

fn headers(settings: &Traces) -> Result<HeaderMap, Vec<String>> {
    let mut headers = HeaderMap::new();
    let mut mistakes = Vec::new();
    for (name, value) in &settings.headers {
        let Ok(header) = HeaderName::try_from(name) else {
            mistakes.push(format!("traces: `{}` is not the name of a header", name.escape_debug()));
            continue;
        };
        match HeaderValue::try_from(value.reveal()) {
            Ok(mut value) => {
                value.set_sensitive(true);
                headers.insert(header, value);
            }
            Err(_) => mistakes.push(format!("traces: the value of the header `{header}` cannot be one")),
        }
    }
    if mistakes.is_empty() { Ok(headers) } else { Err(mistakes) }
}

/// The task that sends.
struct Sending {
    client: reqwest::Client,
    endpoint: Url,
    spans: Arc<Spans>,
    /// When the log has said last that spans are lost.
    told: Option<Instant>,
}

/// Why a batch was not taken, and whether it can be sent again.
struct Refused {
    why: String,
    retryable: bool,
}

impl Sending {
    /// Sends until nobody hands over any more.
    async fn run(mut self, mut queue: mpsc::Receiver<Vec<Span>>, mut flushes: mpsc::Receiver<oneshot::Sender<()>>) {
        let mut batch = Vec::with_capacity(LARGEST_BATCH);
        loop {
            let mut flush = None;
            tokio::select! {
                count = queue.recv_many(&mut batch, LARGEST_BATCH) => if count == 0 { return },
                asked = flushes.recv() => flush = asked,
            }
            let end = sleep(BATCH_TIME);
            tokio::pin!(end);
            while flush.is_none() && batch.len() < LARGEST_BATCH {
                let room = LARGEST_BATCH - batch.len();
                tokio::select! {
                    count = queue.recv_many(&mut batch, room) => if count == 0 { break },
                    asked = flushes.recv() => flush = asked,
                    () = &mut end => break,
                }
            }
            self.export(&mut batch).await;
            if let Some(done) = flush {
                while let Ok(spans) = queue.try_recv() {
                    batch.push(spans);
                    if batch.len() == LARGEST_BATCH {
                        self.export(&mut batch).await;
                    }
                }
                self.export(&mut batch).await;
                // Nobody waits any more: the time was over.
                let _ = done.send(());
            }
        }
    }

    async fn export(&mut self, batch: &mut Vec<Vec<Span>>) {
        if batch.is_empty() {
            return;
        }
        let spans: Vec<Span> = batch.drain(..).flatten().collect();
        let count = spans.len() as u64;
        let body = bytes::Bytes::from(request(spans).encode_to_vec());
        let mut sent = self.send(body.clone()).await;
        if matches!(&sent, Err(refused) if refused.retryable) {
            sleep(RETRY_TIME).await;
            sent = self.send(body).await;
        }
        let (rejected, why) = match sent {
            Ok(0) => (0, String::new()),
            Ok(rejected) => (rejected.min(count), "the collector rejected some".to_owned()),
            Err(refused) => (count, refused.why),
        };
        self.spans.add_exported(count - rejected);
        if rejected > 0 {
            self.spans.add_dropped(rejected);
            self.tell(&why);
        }
    }

    /// Sends a batch. How many of its spans the collector has rejected.
    async fn send(&self, body: bytes::Bytes) -> Result<u64, Refused> {
        let request = self.client.post(self.endpoint.clone()).header(header::CONTENT_TYPE, MEDIA_TYPE).body(body);
        let answer = request.send().await.map_err(|error| Refused {
            why: if error.is_timeout() {
                "the collector did not answer in time"
            } else {
                "the collector cannot be reached"
            }
            .to_owned(),
            retryable: error.is_connect(),
        })?;
        let status = answer.status();
        if !status.is_success() {
            return Err(Refused {
                why: format!("the collector answered {}", status.as_u16()),
                retryable: matches!(
                    status,
                    StatusCode::TOO_MANY_REQUESTS
                        | StatusCode::BAD_GATEWAY
                        | StatusCode::SERVICE_UNAVAILABLE
                        | StatusCode::GATEWAY_TIMEOUT
                ),
            });
        }
        Ok(rejected(answer).await)
    }

    fn tell(&mut self, why: &str) {
        if self.told.is_none_or(|told| told.elapsed() >= NOTICE_TIME) {
            self.told = Some(Instant::now());
            let dropped = self.spans.dropped();
            tracing::event!(
                target: "candor",
                tracing::Level::WARN,
                spans.dropped = dropped,
                "Spans are lost, {} so far: {}",
                dropped,
                why,
            );
        }
    }
}

/// How many spans the collector has rejected. An answer that cannot be read says that it took them.
async fn rejected(mut answer: reqwest::Response) -> u64 {
    let mut body = Vec::new();
    while let Ok(Some(chunk)) = answer.chunk().await {
        if body.len() + chunk.len() > LONGEST_ANSWER {
            return 0;
        }
        body.extend_from_slice(&chunk);
    }
    let partial = ExportTraceServiceResponse::decode(body.as_slice()).ok().and_then(|answer| answer.partial_success);
    partial.map_or(0, |partial| u64::try_from(partial.rejected_spans).unwrap_or(0))
}

fn request(spans: Vec<Span>) -> ExportTraceServiceRequest {
    let version = env!("CARGO_PKG_VERSION");
    let attributes =
        vec![text("service.name", "candor"), text("service.version", version), text("telemetry.sdk.language", "rust")];
    let scope = InstrumentationScope {
        name: "candor-gateway".to_owned(),
        version: version.to_owned(),
        ..InstrumentationScope::default()
    };
    ExportTraceServiceRequest {
        resource_spans: vec![ResourceSpans {
            resource: Some(Resource { attributes, ..Resource::default() }),
            scope_spans: vec![ScopeSpans { scope: Some(scope), spans, ..ScopeSpans::default() }],
            ..ResourceSpans::default()
        }],
    }
}
