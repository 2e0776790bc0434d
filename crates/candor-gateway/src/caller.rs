//! Who calls, and what it may see.

use candor::Dialect;
use std::sync::Arc;

/// Who calls. It stands in the extensions of a request over HTTP; on stdio there is none, and everything may be seen.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The name of its token, the subject of its JWT, or else its address.
    pub name: Arc<str>,
    /// Which tools it may see and call.
    pub tools: ToolAccess,
    /// The dialect in which it is told of failures, if it has one of its own.
    pub dialect: Option<Dialect>,
}

/// Which tools a caller may see and call.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ToolAccess {
    /// All of them.
    #[default]
    All,
    /// Those whose name matches one of these patterns, in which `*` stands for any characters.
    Only(Arc<[String]>),
}

/// Who has shown a token, for what is bound to its caller: a token and a subject of the same name are two. It stands beside the caller in
/// the extensions of a request, and is not there where no tokens are used.
#[derive(Debug, Clone)]
pub(crate) struct Identity(pub(crate) Arc<str>);
