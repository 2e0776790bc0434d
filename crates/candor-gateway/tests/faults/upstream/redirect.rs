//! Redirects: to the same origin, to another one, and round and round.

use super::{Connection, json};
use std::io;

/// The host of the other origin leads back to this machine, where a client that follows is seen.
pub(super) async fn answer(connection: &mut Connection, status: u16, target: &str) -> io::Result<()> {
    let location = match target {
        "same" => "/orders/7".to_owned(),
        "loop" => "/loop/1".to_owned(),
        // `other-8080` is a port of this machine that is another origin.
        _ => match target.split_once('-') {
            Some((_, port)) => format!("http://127.0.0.1:{port}/orders/7"),
            None => return connection.whole(status, &[], b"").await,
        },
    };
    connection.whole(status, &[("location", &location)], b"").await
}

pub(super) async fn looping(connection: &mut Connection, step: u16) -> io::Result<()> {
    match step {
        // Nobody goes so far.
        1000.. => connection.json(200, json::ORDER).await,
        _ => connection.whole(302, &[("location", &format!("/loop/{}", step + 1))], b"").await,
    }
}
