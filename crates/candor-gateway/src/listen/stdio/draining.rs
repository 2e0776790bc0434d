//! A transport that ends when it is told to, after what it has delivered was answered.

use rmcp::model::{ClientNotification, JsonRpcMessage, RequestId};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use std::collections::HashSet;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// A transport that delivers nothing any more once `stop` is done, and ends when every request was answered or the time is over.
///
/// To `rmcp` its end is that of its input, after which answers are still written, but for five seconds alone.
pub(super) struct Draining<T> {
    inner: T,
    stop: Pin<Box<dyn Future<Output = ()> + Send>>,
    drain: Duration,
    /// When the time is over, once it is stopped.
    end: Option<Instant>,
    is_stopped: IsStopped,
    /// The requests that were delivered and are not answered.
    running: Arc<watch::Sender<HashSet<RequestId>>>,
}

/// Whether a transport was stopped.
#[derive(Clone, Default)]
pub(super) struct IsStopped(Arc<AtomicBool>);

impl IsStopped {
    pub(super) fn get(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

impl<T> Draining<T> {
    pub(super) fn new(inner: T, drain: Duration, stop: impl Future<Output = ()> + Send + 'static) -> Draining<T> {
        let running = Arc::new(watch::Sender::default());
        Draining { inner, stop: Box::pin(stop), drain, end: None, is_stopped: IsStopped::default(), running }
    }

    pub(super) fn is_stopped(&self) -> IsStopped {
        self.is_stopped.clone()
    }

    fn delivered(&self, message: &RxJsonRpcMessage<RoleServer>) {
        match message {
            JsonRpcMessage::Request(request) => {
                self.running.send_modify(|running| {
                    running.insert(request.id.clone());
                });
            }
            // What is cancelled is not answered.
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.running.send_modify(|running| {
                        running.remove(id);
                    });
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Draining<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let answered = match &message {
            JsonRpcMessage::Response(response) => Some(response.id.clone()),
            JsonRpcMessage::Error(error) => error.id.clone(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        let running = self.running.clone();
        let sending = self.inner.send(message);
        async move {
            let sent = sending.await;
            if let Some(id) = answered {
                running.send_modify(|running| {
                    running.remove(&id);
                });
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        if self.end.is_none() {
            tokio::select! {
                () = &mut self.stop => {
                    self.is_stopped.0.store(true, Ordering::Release);
                    self.end = Some(Instant::now() + self.drain);
                }
                message = self.inner.receive() => {
                    let message = message?;
                    self.delivered(&message);
                    return Some(message);
                }
            }
        }
        let mut running = self.running.subscribe();
        let answered = running.wait_for(HashSet::is_empty);
        let _ = tokio::time::timeout_at(self.end?, answered).await;
        None
    }

    async fn close(&mut self) -> Result<(), T::Error> {
        self.inner.close().await
    }
}
