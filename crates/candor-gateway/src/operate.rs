//! How the gateway is watched and stopped: a line a call, metrics, traces, health, signals.

mod call_log;
mod health;
mod metrics;
mod readiness;
mod served_policy;
mod spans;
mod stop;
mod strangers_word;
pub(crate) mod trace_parent;
#[cfg(feature = "otlp")]
mod traces;

pub use readiness::Readiness;
pub use stop::Stop;

use crate::breaker::BreakerState;
use crate::context::CallObserver;
use crate::settings::Operations;
use call_log::CallLog;
use candor::FailurePolicy;
use metrics::{Breakers, Metrics};
use served_policy::ServedPolicy;
use spans::Spans;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long the end of the gateway waits for traces and for the log.
const FLUSH_TIME: Duration = Duration::from_secs(2);

/// What watches the calls of a gateway: the log, the metrics and the traces, as its [`Operations`] say.
///
/// They are made once for a process; a gateway that replaces another gets the same ones, so that counters do not start again.
///
/// ```no_run
/// use candor::FailurePolicy;
/// use candor_gateway::{Gateway, Observers, Operations};
///
/// # async fn start() -> Result<(), Box<dyn std::error::Error>> {
/// let policy = FailurePolicy::new();
/// let operations = Operations { address: Some("127.0.0.1:9090".parse()?), ..Operations::default() };
/// let observers = Observers::start(&operations, &policy).map_err(|mistakes| mistakes.join("\n"))?;
/// let mut gateway = Gateway::builder().policy(policy);
/// for observer in observers.all() {
///     gateway = gateway.observer(observer);
/// }
/// tokio::spawn(observers.serve(std::future::pending()));
/// observers.readiness().ready();
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Observers {
    policy: ServedPolicy,
    readiness: Readiness,
    log: Option<Arc<CallLog>>,
    metrics: Arc<Metrics>,
    #[cfg(feature = "otlp")]
    traces: Option<Arc<traces::CallTraces>>,
    breakers: Arc<Breakers>,
    address: Option<SocketAddr>,
    /// Until it is served.
    listener: Mutex<Option<TcpListener>>,
}

impl Observers {
    /// What is wrong with these settings, as far as it can be told without the network.
    #[must_use]
    pub fn mistakes(operations: &Operations) -> Vec<String> {
        #[cfg(feature = "otlp")]
        return operations.traces.as_ref().map(traces::mistakes).unwrap_or_default();
        #[cfg(not(feature = "otlp"))]
        return operations
            .traces
            .iter()
            .map(|_| "traces: this program was built without the feature `otlp`".to_owned())
            .collect();
    }

    /// Starts to watch, inside a runtime of tokio. The policy is that of the gateway: its secrets are in no line.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the settings, and an address that cannot be listened on.
    pub fn start(operations: &Operations, policy: &FailurePolicy) -> Result<Observers, Vec<String>> {
        let mut mistakes = Observers::mistakes(operations);
        let listener = operations.address.and_then(|address| match listen(address) {
            Ok(listener) => Some(listener),
            Err(error) => {
                mistakes.push(format!("operations: cannot listen on {address}: {error}"));
                None
            }
        });
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let policy = ServedPolicy::new(policy);
        let spans = operations.traces.is_some().then(Arc::<Spans>::default);
        #[cfg(feature = "otlp")]
        let traces = match (&operations.traces, &spans) {
            (Some(settings), Some(spans)) => {
                let traces = traces::CallTraces::start(settings, policy.clone(), spans.clone());
                Some(Arc::new(traces.map_err(|mistake| vec![mistake])?))
            }
            _ => None,
        };
        let breakers = Arc::<Breakers>::default();
        Ok(Observers {
            readiness: Readiness::default(),
            log: CallLog::new(operations.log, policy.clone()).map(Arc::new),
            metrics: Arc::new(Metrics::new(policy.clone(), spans, breakers.clone())),
            #[cfg(feature = "otlp")]
            traces,
            breakers,
            policy,
            address: listener.as_ref().and_then(|listener| listener.local_addr().ok()),
            listener: Mutex::new(listener),
        })
    }

    /// All of them, for [`GatewayBuilder::observer`](crate::GatewayBuilder::observer).
    #[must_use]
    pub fn all(&self) -> Vec<Arc<dyn CallObserver>> {
        // The traces first: they give a call its place, which the line of the log names.
        let mut all: Vec<Arc<dyn CallObserver>> = Vec::with_capacity(3);
        #[cfg(feature = "otlp")]
        all.extend(self.traces.clone().map(|it| it as Arc<dyn CallObserver>));
        all.push(self.metrics.clone());
        all.extend(self.log.clone().map(|it| it as Arc<dyn CallObserver>));
        all
    }

    /// Another gateway is served from now on, with this policy: its secrets are in no line, and neither are those of the gateway before,
    /// whose calls may still be running.
    pub fn replace_policy(&self, policy: &FailurePolicy) {
        self.policy.replace(policy);
    }

    /// Whether the gateway takes calls, as `/readyz` says it.
    #[must_use]
    pub fn readiness(&self) -> Readiness {
        self.readiness.clone()
    }

    /// The address of `/healthz`, `/readyz` and `/metrics`, if they are to be anywhere.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        self.address
    }

    /// What a person should know who starts the gateway.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let address = self.address.filter(|address| !address.ip().to_canonical().is_loopback());
        let note = |address| {
            format!("health and metrics are on {address}, without a token, for every machine that reaches it")
        };
        address.map(note).into_iter().collect()
    }

    /// Has the states of the breakers asked for at each scrape, for the metric `candor_breaker_state`. The first function stays.
    pub fn ask_breakers(&self, ask: impl Fn() -> Vec<(Arc<str>, BreakerState)> + Send + Sync + 'static) {
        self.breakers.ask(ask);
    }

    /// The metrics in the format of OpenMetrics, as `/metrics` answers them.
    #[must_use]
    pub fn metrics(&self) -> String {
        // Writing to a string cannot fail.
        self.metrics.encode().unwrap_or_default()
    }

    /// Serves health and metrics until `stop` is done; at once done if there is no address, or if they are served already.
    pub fn serve<F>(&self, stop: F) -> impl Future<Output = ()> + Send + use<F>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        // Nothing panics while it is locked.
        let listener = self.listener.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (readiness, metrics, policy) = (self.readiness.clone(), self.metrics.clone(), self.policy.clone());
        async move {
            // A socket that is bound can always be given to the runtime.
            if let Some(Ok(listener)) = listener.map(tokio::net::TcpListener::from_std) {
                health::serve(listener, readiness, metrics, policy, stop).await;
            }
        }
    }

    /// Sends the traces and writes the log that wait, in at most two seconds. Whether all of it was done.
    pub async fn flush(&self) -> bool {
        let begin = Instant::now();
        #[cfg(feature = "otlp")]
        let sent = match &self.traces {
            Some(traces) => traces.flush(FLUSH_TIME - FLUSH_TIME / 4).await,
            None => true,
        };
        #[cfg(not(feature = "otlp"))]
        let sent = true;
        let left = FLUSH_TIME.saturating_sub(begin.elapsed());
        let written = tokio::task::spawn_blocking(move || FailurePolicy::flush_all(left)).await.unwrap_or(false);
        sent && written
    }
}

fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}
