//! How sessions end: by a request to the service that has them.

use super::{Ending, Place, Room, Sessions};
use crate::capture::catch_panic_async;
use crate::rmcp::memory::{Inadmissible, MemoryBudget};
use crate::rmcp::refusal;
use ::http::{Request, Response};
use bytes::Bytes;
use http_body_util::Full;
use std::future::poll_fn;
use std::time::Duration;
use tower_service::Service;

/// How long the end of a session is waited for.
const LONGEST_END: Duration = Duration::from_secs(5);

impl Sessions {
    /// A place for a session whose client has said this much. Where there is none, the session that is idle longest ends.
    pub(in crate::rmcp::http) async fn make_room<S, A>(
        &self,
        budget: &MemoryBudget,
        said: usize,
        service: S,
    ) -> Result<Place, Inadmissible>
    where
        S: Service<Request<Full<Bytes>>, Response = Response<A>> + Clone,
    {
        if let Some(failure) = budget.too_much_for_initialize(said) {
            return Err(Inadmissible::TooCostly(failure));
        }
        loop {
            match self.room_for(said, budget) {
                Room::Place(place) => return Ok(place),
                Room::After(ending) => end(service.clone(), ending).await,
                Room::None => return Err(Inadmissible::Now(refusal::too_many_sessions(self.limits.max))),
            }
        }
    }

    /// Sees to it that idle sessions of this service end.
    pub(in crate::rmcp::http) fn watch<S, A>(&self, service: S)
    where
        S: Service<Request<Full<Bytes>>, Response = Response<A>> + Clone + Send + 'static,
        S::Future: Send,
        A: Send + 'static,
    {
        if self.needs_watch() {
            tokio::spawn(end_idle(service, self.clone()));
        }
    }
}

/// Ends a session. What the service answers does not matter: it is no longer counted.
async fn end<S, A>(mut service: S, ending: Ending)
where
    S: Service<Request<Full<Bytes>>, Response = Response<A>>,
{
    let ended = catch_panic_async(async move {
        if poll_fn(|context| service.poll_ready(context)).await.is_ok() {
            let _ = service.call(ending.request()).await;
        }
    });
    let _ = tokio::time::timeout(LONGEST_END, ended).await;
}

/// Ends sessions that are idle, as long as there are any.
async fn end_idle<S, A>(service: S, sessions: Sessions)
where
    S: Service<Request<Full<Bytes>>, Response = Response<A>> + Clone,
{
    loop {
        tokio::time::sleep(sessions.watch_period()).await;
        let Some(idle) = sessions.take_idle() else { return };
        for ending in idle {
            end(service.clone(), ending).await;
        }
    }
}
