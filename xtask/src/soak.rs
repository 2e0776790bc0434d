//! `cargo xtask soak`: many calls through the gateway, of which nearly a third fail, while its upstream is killed and started again and
//! its configuration is loaded again. Every call is answered once, and nothing grows.

mod clients;
mod command_line;
mod report;

use crate::load::{Configuration, folder, write};
use crate::mcp::program::{CANDOR, GATEWAY, ORDERS_API, Program, Running};
use crate::say;
use clients::{Clients, Tally};
pub(crate) use command_line::Plan;
use report::{Held, Report};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often the upstream dies, and how often the configuration is loaded again.
const DISTURBANCES: u32 = 50;
/// The part of the calls after which the gateway holds what it needs: what it holds then is compared with the end.
const WARM_UP: u64 = 20;
/// How long connections may take to close before files are counted.
const SETTLING: Duration = Duration::from_secs(5);
/// How long the gateway waits for `track_order`.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs what the plan says, and prints what came of it.
///
/// # Errors
///
/// A sentence, if an answer was lost or doubled, something grew beyond its bound, or a program does not start.
pub(crate) fn run(plan: &Plan) -> Result<(), String> {
    let mut scene = Scene::open(plan)?;
    let (warm_up, rest) = plan.split(WARM_UP);
    say("the gateway warms up");
    let warm = Clients::start(scene.gateway_address, warm_up);
    let mut total = warm.join()?;
    let before = scene.held()?;
    say(&format!("before: {before}"));
    let begin = Instant::now();
    let clients = Clients::start(scene.gateway_address, rest);
    let mut done = 0;
    while !clients.have_ended() {
        let due = clients.progress() * f64::from(DISTURBANCES);
        if f64::from(done) + 0.5 < due && done < DISTURBANCES {
            done += 1;
            scene.disturb(done, plan)?;
        }
        std::thread::sleep(Duration::from_millis(10));
        scene.check_alive()?;
    }
    total.add(&clients.join()?);
    let after = scene.held()?;
    let reloads = if plan.is_example { 0 } else { done };
    let report = Report { total, before, after, disturbances: done, reloads, took: begin.elapsed() };
    report.print()?;
    report.verdict(plan)
}

/// The upstream and the gateway in front of it.
struct Scene {
    api: Program,
    upstream: Option<Running>,
    upstream_address: SocketAddr,
    gateway: Running,
    gateway_address: SocketAddr,
    folder: PathBuf,
    document: PathBuf,
}

impl Scene {
    fn open(plan: &Plan) -> Result<Scene, String> {
        let is_release = !plan.is_debug;
        let api = Program::build_alone(ORDERS_API, is_release)?;
        let program = Program::build_alone(if plan.is_example { GATEWAY } else { CANDOR }, is_release)?;
        let folder = folder("soak")?;
        let document = write(&folder, "orders.yaml", &api.output(&["--document"])?)?;
        let (upstream, upstream_address) = api.listen(&[])?;
        let configuration = configuration(&folder, &document, upstream_address);
        let arguments = if plan.is_example { configuration.of_example() } else { configuration.of_program()? };
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let (gateway, gateway_address) = program.listen_as(&arguments)?;
        Ok(Scene { api, upstream: Some(upstream), upstream_address, gateway, gateway_address, folder, document })
    }

    /// Kills the upstream, starts it again where it was, and has the gateway load another configuration.
    fn disturb(&mut self, number: u32, plan: &Plan) -> Result<(), String> {
        // What is dropped is killed by its id.
        drop(self.upstream.take());
        let address = self.upstream_address.to_string();
        self.upstream = Some(self.api.listen_as(&["--http", &address])?.0);
        if !plan.is_example {
            // Each differs from the one before, so that there is something to load.
            let patience = PATIENCE + Duration::from_millis((number % 2).into());
            Configuration { patience, ..configuration(&self.folder, &self.document, self.upstream_address) }
                .of_program()?;
            self.gateway.hang_up()?;
        }
        Ok(())
    }

    fn check_alive(&mut self) -> Result<(), String> {
        if self.gateway.is_alive() { Ok(()) } else { Err("the gateway has ended".to_owned()) }
    }

    /// What the gateway holds while nobody calls: the least of what is seen until connections have had time to close.
    fn held(&self) -> Result<Held, String> {
        let (usage, begin) = (self.gateway.usage(), Instant::now());
        let mut files = usage.open_files()?;
        while begin.elapsed() < SETTLING {
            std::thread::sleep(Duration::from_millis(100));
            files = files.min(usage.open_files()?);
        }
        Ok(Held { memory: usage.memory_now()?, files })
    }
}

fn configuration<'a>(folder: &'a Path, document: &'a Path, upstream: SocketAddr) -> Configuration<'a> {
    Configuration { folder, document, upstream, server: None, has_sessions: false, patience: PATIENCE }
}

impl Tally {
    /// Adds what others have counted.
    fn add(&mut self, other: &Tally) {
        self.asked += other.asked;
        self.succeeded += other.succeeded;
        self.failed += other.failed;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.leaked += other.leaked;
        self.examples.extend(other.examples.iter().cloned());
        self.examples.truncate(Tally::MOST_EXAMPLES);
    }
}
