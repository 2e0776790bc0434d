//! Requests that never come to their end: others are served all the same.

use super::Attack;
use super::arena::Arena;
use super::outcome::Outcome;
use crate::mcp::Revision;
use crate::mcp::http::Connection;
use crate::mcp::program::{Program, Running};
use serde_json::json;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::Stdio;
use std::time::{Duration, Instant};

pub(super) const ATTACK: Attack = Attack {
    name: "half-sent",
    tries: "1,100 connections with half a head, half a body or a quarter of a megabyte, while another client is served",
    share: 6,
    is_short: true,
    run,
};

const MOST_MEMORY: u64 = 200;
/// What a process may have open on most systems.
const OPEN_FILES: u32 = 1024;
/// How long the other client is watched.
const WATCHED: Duration = Duration::from_secs(20);
/// How many calls it makes at least.
const FEWEST: u64 = 5;
/// How long one of its calls may take.
const PROMPT: Duration = Duration::from_secs(10);

fn run(arena: &Arena) -> Result<Vec<Outcome>, String> {
    let mut outcomes = Vec::new();
    let halves = [
        ("half heads", half_head as fn(&Connection) -> String, 3),
        ("half bodies", half_body, 2),
        ("large half bodies", large_half_body, 1),
    ];
    for (what, half, parts_left) in halves {
        let until = arena.part(parts_left);
        let (server, address) = arena.orders.with_open_files(OPEN_FILES).listen(&[])?;
        let connection = Connection::open(address, Revision::STATELESS);
        let text = half(&connection.map_err(|error| format!("the server takes no connections: {error}"))?);
        let (_holding, held) = held(&arena.hostile, address, arena.size.half_sent, &text)?;
        let mut outcome = Outcome::new("http", Revision::STATELESS.name);
        let begin = Instant::now();
        while outcome.tried < FEWEST || (begin.elapsed() < WATCHED && Instant::now() < until) {
            outcome.tried += 1;
            if !is_served(address) {
                outcome.lost += 1;
                break;
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        if held.parse::<usize>().is_ok_and(|held| held == 0) {
            outcome.over.push(format!("no connection with {what} was held"));
        }
        if outcome.lost > 0 {
            outcome.over.push(format!("nobody is served beside {held} {what}"));
        }
        outcomes.push(outcome.with_peak(server.usage(), arena.megabytes(MOST_MEMORY)));
    }
    Ok(outcomes)
}

/// Connections on which nothing more will come, from another address than this client's, and how many of them there are.
/// Those that the server does not take do not matter: it is the others that must be served.
fn held(client: &Program, address: SocketAddr, count: usize, text: &str) -> Result<(Running, String), String> {
    let mut holding = client.start_with(&["--hold", &address.to_string(), &count.to_string()], Stdio::null())?;
    let (mut input, output) = holding.pipes()?;
    input.write_all(text.as_bytes()).map_err(|error| format!("the other client takes no input: {error}"))?;
    drop(input);
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).map_err(|error| format!("the other client has ended: {error}"))?;
    Ok((holding, line.trim().to_owned()))
}

fn half_head(connection: &Connection) -> String {
    let mut head = connection.head(&json!({"method": "tools/list"}), 100);
    head.truncate(head.len() / 2);
    head
}

fn half_body(connection: &Connection) -> String {
    let head = connection.head(&json!({"method": "tools/list"}), 100);
    format!("{head}{{\"jsonrpc\":\"2.0\",")
}

/// As much as still counts as small, of a body that would be larger.
fn large_half_body(connection: &Connection) -> String {
    let head = connection.head(&json!({"method": "tools/list"}), 300_000);
    format!("{head}{{\"jsonrpc\":\"2.0\",\"x\":\"{}", "x".repeat((256 << 10) - 24))
}

/// Whether a new client gets an answer in time.
fn is_served(address: SocketAddr) -> bool {
    let (send, answered) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let request = Revision::STATELESS.call(&json!(1), "get_order", json!({"id": 1001}));
        let response = Connection::open(address, Revision::STATELESS).and_then(|mut it| it.post(&request));
        // The receiver is gone if this is too late.
        let _ = send.send(response.is_ok_and(|response| response.status == 200));
    });
    answered.recv_timeout(PROMPT).unwrap_or(false)
}
