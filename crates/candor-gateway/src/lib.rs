#![doc = include_str!("../README.md")]

mod admit;
mod api;
mod breaker;
mod call;
mod caller;
mod child;
mod config;
mod context;
mod description;
mod document;
mod finding;
mod frame;
mod gateway;
mod judge;
mod listen;
mod mcp;
mod media_type;
mod operate;
mod operation;
mod options;
mod overrides;
mod reply;
mod request;
mod schema;
mod seal;
mod selection;
mod send;
mod server_fault;
mod settings;
mod source_files;
mod tool;
mod upstream;
mod wrap;

pub use admit::{Admission, TlsAcceptor, check_exposure};
pub use api::Api;
pub use breaker::BreakerState;
pub use caller::{Caller, ToolAccess};
pub use child::{
    ChildCommand, ChildExit, ChildExitHandle, ChildProcess, EndedBy, Restart, RestartPolicy, Restarts, SpawnError,
    StderrSink, Supervision, WATCH_COMMAND, WatcherProgram, watch_if_asked,
};
pub use config::{
    ApiFlags, ConfigChange, ConfigErrors, ConfigFile, Excerpt, Given, McpFlags, McpTarget, Mistake, config_reference,
    config_schema, duration, starter_config, watch,
};
pub use context::{CallObserver, CallOutcome, CallRecord, CallTrace, ExecutionContext, FailureFacts, UpstreamRequest};
pub use finding::{Finding, LoadErrors, Place, Severity};
pub use gateway::{BuildErrors, Gateway, GatewayBuilder};
pub use listen::{HttpEndpoint, serve_stdio, serve_stdio_until};
pub use mcp::{AcceptedTools, accept_tools};
pub use operate::{Observers, Readiness, Stop};
pub use operation::{OperationKey, Status};
pub use options::{Limits, LoadOptions};
pub use overrides::ToolOverride;
pub use request::{OutgoingRequest, RequestPlan};
pub use schema::Schema;
pub use selection::Selection;
pub use settings::{
    ApiSettings, ClientLimits, GatewaySettings, Inbound, InboundToken, KeySource, Listen, LogFormat, Operations, Rate,
    ResourceServer, ServerCertificate, Traces,
};
pub use source_files::SourceFiles;
pub use tool::{Answer, AnswerKind, Hints, Output, Tool};
pub use upstream::{
    Breaker, ClientCertificate, Connection, Credential, FailureRule, McpAddress, McpChild, McpReach, McpServerSettings,
    McpToolSelection, OnEmpty, OnMismatch, Policies, Secret, SecretError, SecretSource, ToolPolicies, Upstream,
};
pub use wrap::{
    Repair, RepairKind, Wrap, WrapLimits, WrapReport, Wrapped, secrets_of_arguments, secrets_of_environment,
};
