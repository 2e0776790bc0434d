//! From arguments to a request: what goes where, and how it is written.

mod body;
mod encode;
mod location;
mod outgoing;
mod path_template;
mod plan;
mod reserved;
mod style;

pub(crate) use body::{BodyPlan, FieldPlan, body_kind};
pub(crate) use location::Location;
pub use outgoing::OutgoingRequest;
pub(crate) use path_template::PathTemplate;
pub use plan::RequestPlan;
pub(crate) use plan::{ParameterPlan, PlanParts};
pub(crate) use reserved::is_reserved;
pub(crate) use style::Style;
