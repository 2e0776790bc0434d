//! `cargo xtask load`: what a call through the gateway costs, beside what it could cost at least and what others cost.
//!
//! The upstream and every server are processes of their own on this machine. What counts as cost is the time that a server has had a
//! processor, so neither the client's work nor waiting is in it. The servers take turns: whatever else the machine does, it does to
//! all. Of several rounds, the one that was disturbed least counts.

mod calls;
mod command_line;
mod configuration;
mod fastmcp;
mod servers;
mod table;

use crate::mcp::Revision;
use crate::mcp::load::{Call, Clients, Sent};
use crate::mcp::program::{BARE_RMCP, ORDERS_API, Program, Running};
use crate::say;
use calls::{CALLS, Case, STREAM, Upstream};
pub(crate) use command_line::Plan;
pub(crate) use configuration::{Configuration, folder, write};
use servers::{SERVERS, Server};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::time::Duration;
use table::Row;

/// How often each server is measured in each setting.
const ROUNDS: u32 = 3;

/// How the clients speak.
#[derive(Debug, Clone, Copy)]
struct Setting {
    revision: Revision,
    has_sessions: bool,
}

const SETTINGS: [Setting; 3] = [
    Setting { revision: Revision::WITH_SESSIONS, has_sessions: false },
    Setting { revision: Revision::STATELESS, has_sessions: false },
    Setting { revision: Revision::WITH_SESSIONS, has_sessions: true },
];

impl Setting {
    fn name(self) -> String {
        format!("{}{}", self.revision.name, if self.has_sessions { ", sessions" } else { "" })
    }
}

/// Measures what the plan says, and prints the table.
///
/// # Errors
///
/// A sentence, if a server does not start, or the gateway answers a call as it should not.
pub(crate) fn run(plan: &Plan) -> Result<(), String> {
    let bench = Bench::open(plan)?;
    let mut rows = Vec::new();
    // Before MCP servers, the gateway has no sessions.
    for setting in SETTINGS.into_iter().filter(|setting| !(plan.is_mcp && setting.has_sessions)) {
        for clients in &plan.clients {
            bench.measure(setting, *clients, plan.calls, &mut rows)?;
        }
    }
    let most = plan.clients.iter().copied().max().unwrap_or(1);
    if !plan.is_mcp {
        bench.stream(most, plan.calls, &mut rows)?;
    }
    table::print(&rows)?;
    let bad = rows.iter().filter(|row| row.is_wrong()).count();
    if bad == 0 { Ok(()) } else { Err(format!("the gateway answered {bad} kinds of calls as it should not")) }
}

/// The upstream, which is shared, and everything that is measured in front of it.
struct Bench {
    _upstream: Running,
    upstream: SocketAddr,
    /// Where nothing listens.
    nowhere: SocketAddr,
    folder: PathBuf,
    document: PathBuf,
    /// The MCP server as a program, if one is behind the gateway.
    server: Option<Program>,
    servers: Vec<(&'static Server, Result<Program, String>)>,
}

impl Bench {
    fn open(plan: &Plan) -> Result<Bench, String> {
        let folder = configuration::folder("load")?;
        let chosen = SERVERS.iter().filter(|server| server.is_of(plan));
        let servers = chosen.map(|server| (server, (server.program)(!plan.is_debug))).collect();
        let (program, document) = if plan.is_mcp {
            (Program::build_alone(BARE_RMCP, !plan.is_debug)?, PathBuf::new())
        } else {
            let api = Program::build_alone(ORDERS_API, !plan.is_debug)?;
            let document = configuration::write(&folder, "orders.yaml", &api.output(&["--document"])?)?;
            (api, document)
        };
        let (running, upstream) = program.listen(&[])?;
        let server = plan.is_mcp.then_some(program);
        Ok(Bench { _upstream: running, upstream, nowhere: nowhere()?, folder, document, server, servers })
    }

    /// All calls of one setting, on all servers that can take them.
    fn measure(&self, setting: Setting, clients: u32, calls: u32, rows: &mut Vec<Row>) -> Result<(), String> {
        for upstream in [Upstream::Up, Upstream::Down] {
            let mut entrants = Vec::new();
            let takes_part = |server: &Server| {
                (server.has_sessions || !setting.has_sessions) && (server.tells_failures || upstream == Upstream::Up)
            };
            for (server, program) in self.servers.iter().filter(|(server, _)| takes_part(server)) {
                let address = if upstream == Upstream::Up { self.upstream } else { self.nowhere };
                entrants.push((*server, self.start(server, program, address, setting, clients)));
            }
            for case in CALLS.iter().filter(|case| case.upstream == upstream) {
                for mut row in measured(&entrants, case, clients, calls) {
                    row.setting = setting.name();
                    say(&row.line());
                    rows.push(row);
                }
            }
        }
        Ok(())
    }

    /// Bodies of 20 MB for as many clients: what counts is the memory of the gateway.
    fn stream(&self, clients: u32, calls: u32, rows: &mut Vec<Row>) -> Result<(), String> {
        let Some((server, program)) = self.servers.iter().find(|(server, _)| server.is_ours) else { return Ok(()) };
        let setting = Setting { revision: Revision::STATELESS, has_sessions: false };
        let started = self.start(server, program, self.upstream, setting, clients);
        for mut row in measured(&[(*server, started)], &STREAM, clients, calls) {
            row.setting = setting.name();
            say(&row.line());
            rows.push(row);
        }
        Ok(())
    }

    /// Starts a server in front of that upstream, for so many clients.
    fn start(
        &self,
        server: &Server,
        program: &Result<Program, String>,
        upstream: SocketAddr,
        Setting { revision, has_sessions }: Setting,
        clients: u32,
    ) -> Started {
        let configuration = Configuration {
            folder: &self.folder,
            document: &self.document,
            upstream,
            server: self.server.as_ref().map(Program::path),
            has_sessions,
            patience: PATIENCE,
        };
        let arguments = (server.arguments)(&configuration)?;
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let (running, address) = program.as_ref().map_err(Clone::clone)?.listen_as(&arguments)?;
        let clients = Clients::open(address, revision, has_sessions, clients)?;
        Ok((running, clients))
    }
}

/// How long the gateway waits for `track_order`, which shows a time-out.
const PATIENCE: Duration = Duration::from_millis(50);

/// A server that runs, and its clients; or why there is none.
type Started = Result<(Running, Clients), String>;

/// One call on all servers that take it, each with its least disturbed round.
fn measured(entrants: &[(&'static Server, Started)], case: &'static Case, clients: u32, calls: u32) -> Vec<Row> {
    let takes = |server: &Server| !case.is_failure || server.tells_failures;
    let mut rows: Vec<(&Started, u32, Row)> = Vec::new();
    for (server, started) in entrants.iter().filter(|(server, _)| takes(server)) {
        let calls = (calls / server.divisor / case.divisor).max(clients);
        rows.push((started, calls, Row::new(clients, case.call.name, server.name, server.is_ours)));
    }
    for round in 0..=ROUNDS {
        for (started, calls, row) in &mut rows {
            if row.trouble.is_some() {
                continue;
            }
            // What a server does only once is not what a call costs: the first round is not counted.
            let calls = if round == 0 { (*calls / 5).max(clients) } else { *calls };
            match taken(started, &case.call, calls, round == 0) {
                Ok((sent, processor_time, peak)) if round > 0 => row.take(&sent, processor_time, peak),
                Ok(_) => {}
                Err(why) => row.trouble = Some(why),
            }
        }
    }
    rows.into_iter().map(|(_, _, row)| row).collect()
}

/// One round on one server.
fn taken(started: &Started, call: &Call, calls: u32, is_first: bool) -> Result<(Sent, Duration, u64), String> {
    let (running, clients) = started.as_ref().map_err(Clone::clone)?;
    let usage = running.usage();
    if is_first {
        usage.reset_peak()?;
    }
    let ready = clients.connect(call, calls)?;
    let before = usage.processor_time()?;
    let sent = ready.send()?;
    let processor_time = usage.processor_time()?.saturating_sub(before);
    Ok((sent, processor_time, usage.peak_memory()?))
}

/// An address where nothing listens: a port that was free a moment ago.
fn nowhere() -> Result<SocketAddr, String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    listener.and_then(|it| it.local_addr()).map_err(|error| format!("there is no free port: {error}"))
}
