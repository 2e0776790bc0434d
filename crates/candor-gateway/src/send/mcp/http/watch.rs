//! Begins with a server at once, finds out when one that is out is back, and listens to it.

use super::session::is_there;
use super::{HttpServer, listen};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

/// The pause between two tries, which doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Keeps at it until all is to end.
pub(super) async fn keep(server: Arc<HttpServer>) {
    let mut end = server.end.subscribe();
    tokio::select! {
        () = tries(&server) => {}
        () = listen::keep(&server) => {}
        _ = end.wait_for(|end| *end) => {}
    }
}

async fn tries(server: &Arc<HttpServer>) {
    let mut pause = FIRST_PAUSE;
    let mut is_new = true;
    loop {
        if (is_new || server.publisher.is_out()) && !is_there(server).await {
            // All gateways before a server that is back would ask at the same time.
            sleep(pause.mul_f64(0.5 + fastrand::f64() / 2.0)).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        } else {
            pause = FIRST_PAUSE;
            server.went_out.notified().await;
        }
        is_new = false;
    }
}
