// The first definition of a link counts: here they lead to items, and in the file to the other files.
#![doc = "[contracts]: crate::guide::contracts"]
#![cfg_attr(feature = "retry", doc = "[retries]: crate::retry")]
#![doc = ""]
#![doc = include_str!("../docs/rmcp.md")]

mod call_scope;
#[doc(hidden)]
pub mod derived;
mod detached;
pub(crate) mod error_reader;
mod foreign_result;
mod guard;
#[cfg(feature = "rmcp-http")]
mod http;
mod incomplete;
mod initialize;
mod json;
mod marker;
mod memory;
#[cfg(feature = "rmcp-http")]
mod nodelay;
mod outbound;
mod params;
mod read;
mod refusal;
pub mod relay;
#[cfg(feature = "rmcp-http")]
mod server;
mod shape;
mod tool_error;
mod tool_success;
mod transport;
mod wire;

pub use call_scope::in_call_scope;
pub use guard::{CONTRACT_META_KEY, CallStatus, FinishedCall, Guard, GuardedService, OutputMismatch, contract};
#[cfg(feature = "rmcp-http")]
pub use http::{HttpGuard, InvalidOrigin};
pub use json::Json;
pub use memory::MemoryBudget;
#[cfg(feature = "rmcp-http")]
pub use nodelay::set_nodelay;
pub use read::{Answer, read};
#[cfg(feature = "rmcp-http")]
pub use server::{HttpServer, InvalidProxy, Network, RequestBody};
pub use transport::{LineTransport, stdio};
pub use wire::revision_of;
