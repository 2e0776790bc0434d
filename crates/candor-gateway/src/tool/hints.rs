//! What a call does, as far as its method says.

use http::Method;

/// MCP's hints. They follow from the method, whose meaning HTTP defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hints {
    /// The call changes nothing.
    pub read_only: bool,
    /// A second equal call changes nothing further.
    pub idempotent: bool,
    /// The call can change or delete what is there. HTTP promises this of no method that changes something: a `POST` may add
    /// an order or cancel one.
    pub destructive: bool,
}

impl Hints {
    pub(super) fn of(method: &Method) -> Hints {
        let read_only = method.is_safe() || method.as_str() == "QUERY";
        Hints { read_only, idempotent: read_only || method.is_idempotent(), destructive: !read_only }
    }
}
