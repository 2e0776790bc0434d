//! How a gateway is watched: health, metrics, log and traces, over real sockets.

#[path = "operations/health.rs"]
mod health;
#[path = "operations/http_client.rs"]
mod http_client;
#[path = "operations/log.rs"]
mod log;
#[path = "operations/metrics.rs"]
mod metrics;
#[path = "operations/records.rs"]
mod records;
#[cfg(feature = "otlp")]
#[path = "operations/traces.rs"]
mod traces;
