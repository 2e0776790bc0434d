//! What is known about an error beside its words.

/// Everything a caller of the classifier may know about an error. What is not known stays unset.
///
/// ```
/// use candor::Code;
/// use candor::classify::{Classifier, Evidence};
///
/// let evidence = Evidence::text("the job is already running").with_http_status(409);
/// assert_eq!(Classifier::standard().classify_evidence(&evidence).code(), Code::Conflict);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Evidence<'a> {
    pub(crate) text: &'a str,
    pub(crate) name: Option<&'a str>,
    pub(crate) errno: Option<i32>,
    pub(crate) http_status: Option<u16>,
    pub(crate) grpc_status: Option<i32>,
    pub(crate) sqlstate: Option<&'a str>,
    pub(crate) exit_code: Option<i32>,
}

/// Without the words, which may hold what must not be printed.
impl std::fmt::Debug for Evidence<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evidence")
            .field("name", &self.name)
            .field("errno", &self.errno)
            .field("http_status", &self.http_status)
            .field("grpc_status", &self.grpc_status)
            .field("sqlstate", &self.sqlstate)
            .field("exit_code", &self.exit_code)
            .finish_non_exhaustive()
    }
}

impl<'a> Evidence<'a> {
    /// The words of the error; they may be empty.
    #[must_use]
    pub const fn text(text: &'a str) -> Evidence<'a> {
        Evidence {
            text,
            name: None,
            errno: None,
            http_status: None,
            grpc_status: None,
            sqlstate: None,
            exit_code: None,
        }
    }

    /// The same, with these words.
    #[must_use]
    pub const fn with_text(self, text: &'a str) -> Evidence<'a> {
        Evidence { text, ..self }
    }

    /// The name of the error's class or its own code: `ZodError`, `java.net.ConnectException`, `ECONNRESET`,
    /// `NoSuchKey`.
    #[must_use]
    pub const fn with_name(self, name: &'a str) -> Evidence<'a> {
        Evidence { name: Some(name), ..self }
    }

    /// The number of a system error, as Linux counts them.
    #[must_use]
    pub const fn with_errno(self, errno: i32) -> Evidence<'a> {
        Evidence { errno: Some(errno), ..self }
    }

    /// The status of an HTTP answer.
    #[must_use]
    pub const fn with_http_status(self, status: u16) -> Evidence<'a> {
        Evidence { http_status: Some(status), ..self }
    }

    /// The number of a gRPC status.
    #[must_use]
    pub const fn with_grpc_status(self, status: i32) -> Evidence<'a> {
        Evidence { grpc_status: Some(status), ..self }
    }

    /// The five signs of an SQLSTATE.
    #[must_use]
    pub const fn with_sqlstate(self, sqlstate: &'a str) -> Evidence<'a> {
        Evidence { sqlstate: Some(sqlstate), ..self }
    }

    /// The exit code of a process; those over 128 stand for signals.
    #[must_use]
    pub const fn with_exit_code(self, exit_code: i32) -> Evidence<'a> {
        Evidence { exit_code: Some(exit_code), ..self }
    }
}
