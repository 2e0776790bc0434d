#![doc = include_str!("../README.md")]

mod api;
mod description;
mod document;
mod finding;
mod media_type;
mod operation;
mod options;
mod overrides;
mod request;
mod schema;
mod selection;
mod tool;

pub use api::Api;
pub use finding::{Finding, LoadErrors, Place, Severity};
pub use operation::{OperationKey, Status};
pub use options::{Limits, LoadOptions};
pub use overrides::ToolOverride;
pub use request::{OutgoingRequest, RequestPlan};
pub use schema::Schema;
pub use selection::Selection;
pub use tool::{Answer, AnswerKind, Hints, Output, Tool};
