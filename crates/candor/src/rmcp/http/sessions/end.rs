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
        S: Service<Request<Full<Bytes>>, Response = Response<A>> + Clone + Send + 'static,
        S::Future: Send,
        A: Send + 'static,
    {
        if let Some(failure) = budget.too_much_for_initialize(said) {
            return Err(Inadmissible::TooCostly(failure));
        }
        loop {
            match self.room_for(said, budget) {
                Room::Place(place) => return Ok(place),
                // It ends even if its client does not wait for that.
                Room::After(ending) => drop(tokio::spawn(end(service.clone(), ending)).await),
                Room::None => return Err(Inadmissible::Now(refusal::too_many_sessions(self.limits.max))),
                Room::NoMemory => return Err(Inadmissible::Now(refusal::no_memory())),
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
            tokio::spawn(end_idle(service, Watch(Some(self.clone()))));
        }
    }
}

/// Ends a session. Whatever the service answers, it is no longer counted then.
async fn end<S, A>(mut service: S, ending: Ending)
where
    S: Service<Request<Full<Bytes>>, Response = Response<A>>,
{
    let request = ending.request();
    let ended = catch_panic_async(async move {
        if poll_fn(|context| service.poll_ready(context)).await.is_ok() {
            let _ = service.call(request).await;
        }
    });
    let _ = tokio::time::timeout(LONGEST_END, ended).await;
    drop(ending);
}

/// Ends sessions that are idle, as long as there are any.
async fn end_idle<S, A>(service: S, mut watch: Watch)
where
    S: Service<Request<Full<Bytes>>, Response = Response<A>> + Clone,
{
    while let Some(sessions) = &watch.0 {
        tokio::time::sleep(sessions.watch_period()).await;
        let Some(idle) = sessions.take_idle() else {
            // From then on, the next session starts another.
            watch.0 = None;
            return;
        };
        for ending in idle {
            end(service.clone(), ending).await;
        }
    }
}

/// What the task watches that ends idle sessions. If that ends before its time, as with its runtime, the next session starts
/// another.
struct Watch(Option<Sessions>);

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(sessions) = &self.0 {
            sessions.is_not_watched();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SessionLimits;
    use super::*;
    use ::http::HeaderValue;
    use std::convert::Infallible;
    use std::future::{Ready, ready};
    use std::task::{Context, Poll};

    #[derive(Clone)]
    struct Ends;

    impl Service<Request<Full<Bytes>>> for Ends {
        type Response = Response<()>;
        type Error = Infallible;
        type Future = Ready<Result<Response<()>, Infallible>>;

        fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
            Poll::Ready(Ok(()))
        }

        fn call(&mut self, _: Request<Full<Bytes>>) -> Self::Future {
            ready(Ok(Response::new(())))
        }
    }

    #[test]
    fn sessions_are_watched_again_after_the_runtime_that_watched_them_has_ended() {
        let idle = Duration::from_millis(40);
        let sessions = Sessions::new(SessionLimits { max: 10, idle, unused: idle });
        let budget = MemoryBudget::new(1_000_000);
        let open = async |id: &'static str| {
            let place = sessions.make_room(&budget, 0, Ends).await.unwrap();
            place.fill(HeaderValue::from_static(id), None);
            sessions.watch(Ends);
        };
        let runtime = || tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime().block_on(open("one"));
        runtime().block_on(async {
            open("two").await;
            for _ in 0..500 {
                if budget.in_use() == 0 {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            panic!("nobody ends them");
        });
    }
}
