//! What the derive's code calls; not part of the interface.

pub use ::rmcp::ErrorData;
pub use ::rmcp::handler::server::tool::IntoCallToolResult;
pub use ::rmcp::model::CallToolResponse;
