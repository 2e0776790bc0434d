//! Listens to what a server tells by itself: that its lists have changed.

use super::events::EventReader;
use super::header::Purpose;
use super::reply::content_type;
use super::session::Session;
use super::{Asked, HttpServer};
use crate::send::mcp::message::{self, LISTEN, Metadata};
use crate::send::mcp::patience::Patience;
use crate::send::mcp::{Era, ServerEvent};
use bytes::Bytes;
use reqwest::Response;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The pause between the end of a stream and the next one, which doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Keeps at it, session after session.
pub(super) async fn keep(server: &Arc<HttpServer>) {
    let mut last: Option<Arc<Session>> = None;
    while let Some(session) = server.sessions.next(last.as_ref()).await {
        let asked = session.facts.told_changes();
        // Servers with a handshake may tell and ask anything there.
        let is_of_one_client = server.announced.questions.is_some();
        let tells_more = session.facts.era == Era::Legacy && (is_of_one_client || session.facts.tells_by_itself());
        if !asked.is_empty() || tells_more {
            tokio::select! {
                () = streams(server, &session, &asked) => {}
                _ = server.sessions.next(Some(&session)) => {}
            }
        }
        last = Some(session);
    }
}

/// Listens within a session until the server does not offer it.
async fn streams(server: &Arc<HttpServer>, session: &Arc<Session>, asked: &[&str]) {
    let mut pause = FIRST_PAUSE;
    let mut is_first = true;
    loop {
        let began = Instant::now();
        match open(server, session, asked).await {
            Opened::Stream(id, response) => {
                // What has changed meanwhile was told to nobody.
                if !std::mem::take(&mut is_first) {
                    asked
                        .iter()
                        .filter_map(|asked| ServerEvent::of_filter(asked))
                        .for_each(|it| server.publisher.tell(it));
                }
                read(server, session, id, response).await;
            }
            Opened::Refused => return,
            Opened::Nothing => {}
        }
        pause = if began.elapsed() > LONGEST_PAUSE { FIRST_PAUSE } else { pause };
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// What came of the wish to listen.
enum Opened {
    /// The stream, and the id of the request that it answers.
    Stream(u64, Response),
    /// The server does not offer it.
    Refused,
    /// It could not be reached.
    Nothing,
}

async fn open(server: &Arc<HttpServer>, session: &Arc<Session>, asked: &[&str]) -> Opened {
    let Ok(poster) = server.poster() else { return Opened::Refused };
    let (id, posted) = match session.facts.era {
        // Nothing is asked that would be answered in the stream.
        Era::Legacy => (0, poster.get(session.headers(&Purpose::of(""))).await),
        Era::Modern => {
            let id = server.ids.fetch_add(1, Ordering::Relaxed);
            let params = RawValue::from_string(message::listen_params(asked)).ok();
            let text = message::request(id, LISTEN, params.as_deref(), Metadata::of(Era::Modern));
            (id, poster.post(session.headers(&Purpose::of(LISTEN)), text, || {}).await)
        }
    };
    match posted {
        Ok(posted) if posted.response.status().is_server_error() => Opened::Nothing,
        Ok(posted)
            if posted.response.status().is_success() && content_type(&posted.response) == "text/event-stream" =>
        {
            Opened::Stream(id, posted.response)
        }
        Ok(_) => Opened::Refused,
        Err(_) => Opened::Nothing,
    }
}

/// Reads the stream to its end.
async fn read(server: &Arc<HttpServer>, session: &Arc<Session>, id: u64, mut response: Response) {
    let Ok(poster) = server.poster() else { return };
    let patience = Arc::new(Patience::new(server.limits.silence, server.limits.longest));
    let asked = Asked::of_own(id, &patience);
    let mut events = EventReader::new(server.limits.message);
    while let Ok(Some(chunk)) = response.chunk().await {
        let ended = events.take(&chunk, |data| {
            let data = poster.without_tokens(Bytes::copy_from_slice(data));
            server.event(&data, session, &asked, &mut false)
        });
        if !matches!(ended, Ok(None)) {
            return;
        }
    }
}
