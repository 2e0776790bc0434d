//! The signals that end the gateway.

use super::Readiness;
use std::io;
use std::time::Duration;
use tokio::sync::watch;

/// The signals that end the gateway: SIGTERM and Ctrl-C; on Windows, Ctrl-C alone.
///
/// After the first, the gateway is not ready any more, and running calls have their time to end. After the second, nothing is waited for.
/// Where somebody asks whether it is ready before sending calls, new ones are taken [for a while](Stop::stopped_for) after the first.
///
/// ```no_run
/// use candor_gateway::{HttpEndpoint, Readiness, Stop};
///
/// # async fn serve(endpoint: HttpEndpoint) -> std::io::Result<()> {
/// let readiness = Readiness::default();
/// let stop = Stop::new(readiness.clone())?;
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
/// readiness.ready();
/// tokio::select! {
///     () = endpoint.serve_until(listener, stop.stopped()) => {}
///     () = stop.forced() => {}
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Stop {
    signals: watch::Receiver<u8>,
}

impl Stop {
    /// Takes the signals from now on, so that none of them ends the process by itself. Inside a runtime of tokio.
    ///
    /// # Errors
    ///
    /// The system does not give them.
    pub fn new(readiness: Readiness) -> io::Result<Stop> {
        let mut next = Signals::new()?;
        let (count, signals) = watch::channel(0_u8);
        tokio::spawn(async move {
            while next.next().await {
                readiness.draining();
                count.send_modify(|signals| *signals = signals.saturating_add(1));
            }
        });
        Ok(Stop { signals })
    }

    /// Is done at the first signal: the gateway is to drain.
    pub fn stopped(&self) -> impl Future<Output = ()> + Send + use<> {
        self.counted(1)
    }

    /// Is done this long after the first signal: those who ask whether the gateway is ready have noticed that it is not.
    pub fn stopped_for(&self, delay: Duration) -> impl Future<Output = ()> + Send + use<> {
        let stopped = self.stopped();
        async move {
            stopped.await;
            tokio::time::sleep(delay).await;
        }
    }

    /// Is done at the second signal: the gateway is to end at once.
    pub fn forced(&self) -> impl Future<Output = ()> + Send + use<> {
        self.counted(2)
    }

    fn counted(&self, wanted: u8) -> impl Future<Output = ()> + Send + use<> {
        let mut signals = self.signals.clone();
        async move {
            if signals.wait_for(|count| *count >= wanted).await.is_err() {
                // Signals do not come any more, so nothing is to be ended by one.
                std::future::pending::<()>().await;
            }
        }
    }
}

#[cfg(unix)]
struct Signals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for the next one. Whether there can be another.
    async fn next(&mut self) -> bool {
        tokio::select! {
            signal = self.terminate.recv() => signal.is_some(),
            signal = self.interrupt.recv() => signal.is_some(),
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Signals> {
        Ok(Signals)
    }

    async fn next(&mut self) -> bool {
        tokio::signal::ctrl_c().await.is_ok()
    }
}
