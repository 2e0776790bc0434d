//! What is measured.

use super::command_line::Plan;
use super::configuration::Configuration;
use super::fastmcp;
use crate::mcp::program::{BARE_HOP, BARE_RMCP, CANDOR, GATEWAY, Program};

/// A server that is measured.
pub(super) struct Server {
    /// As the table calls it.
    pub(super) name: &'static str,
    /// Whether its answers have to be right.
    pub(super) is_ours: bool,
    /// Whether it knows failures; otherwise, only successes are measured.
    pub(super) tells_failures: bool,
    /// Whether it can have sessions.
    pub(super) has_sessions: bool,
    /// It gets so many times fewer calls.
    pub(super) divisor: u32,
    choice: Choice,
    /// Builds it, to be fast or to be ready soon, or installs it.
    pub(super) program: fn(is_release: bool) -> Result<Program, String>,
    /// What it is started with.
    pub(super) arguments: fn(&Configuration<'_>) -> Result<Vec<String>, String>,
}

/// When a server is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Always,
    WithProgram,
    WithExample,
    /// With an API behind the gateway.
    BeforeApi,
    /// With MCP servers behind it.
    BeforeMcp,
}

const BEFORE_MCP: Server = Server {
    name: "candor serve --mcp URL",
    is_ours: true,
    tells_failures: false,
    has_sessions: false,
    divisor: 1,
    choice: Choice::BeforeMcp,
    program: |is_release| Program::build_alone(CANDOR, is_release),
    arguments: |it| Ok(it.of_program_before_url()),
};

pub(super) const SERVERS: [Server; 7] = [
    BEFORE_MCP,
    Server { name: "candor serve -- COMMAND", arguments: |it| it.of_program_before_child(), ..BEFORE_MCP },
    Server {
        name: "candor serve",
        is_ours: true,
        tells_failures: true,
        has_sessions: true,
        divisor: 1,
        choice: Choice::WithProgram,
        program: |is_release| Program::build_alone(CANDOR, is_release),
        arguments: |it| it.of_program(),
    },
    Server {
        name: "the gateway's crate",
        is_ours: true,
        tells_failures: true,
        has_sessions: true,
        divisor: 1,
        choice: Choice::WithExample,
        program: |is_release| Program::build_alone(GATEWAY, is_release),
        arguments: |it| Ok(it.of_example()),
    },
    Server {
        name: "bare rmcp",
        is_ours: false,
        tells_failures: false,
        has_sessions: true,
        divisor: 1,
        choice: Choice::Always,
        program: |is_release| Program::build_alone(BARE_RMCP, is_release),
        arguments: |it| {
            let sessions = it.has_sessions.then_some("--sessions");
            Ok(["--http", "127.0.0.1:0"].into_iter().chain(sessions).map(str::to_owned).collect())
        },
    },
    Server {
        name: "bare axum + reqwest",
        is_ours: false,
        tells_failures: false,
        has_sessions: false,
        divisor: 1,
        choice: Choice::BeforeApi,
        program: |is_release| Program::build_alone(BARE_HOP, is_release),
        arguments: |it| Ok(["--http", "127.0.0.1:0", "--base-url", &it.base_url()].map(str::to_owned).to_vec()),
    },
    Server {
        name: "FastMCP",
        is_ours: false,
        tells_failures: true,
        has_sessions: true,
        divisor: 10,
        choice: Choice::BeforeApi,
        program: |_| fastmcp::installed(),
        arguments: |it| Ok(fastmcp::arguments(it)),
    },
];

impl Server {
    /// Whether the plan has it.
    pub(super) fn is_of(&self, plan: &Plan) -> bool {
        match self.choice {
            Choice::Always => true,
            Choice::WithProgram => !plan.is_example && !plan.is_mcp,
            Choice::WithExample => plan.is_example,
            Choice::BeforeApi => !plan.is_mcp,
            Choice::BeforeMcp => plan.is_mcp,
        }
    }
}
