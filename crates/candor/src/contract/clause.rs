//! One way to fail, as data.

use crate::Code;
use crate::failure::{Origin, Retry};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// One way to fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    pub(super) reason: Cow<'static, str>,
    pub(super) code: Code,
    pub(super) when: Cow<'static, str>,
    pub(crate) message: Cow<'static, str>,
    pub(crate) recovery: Cow<'static, str>,
    pub(super) docs: Option<Cow<'static, str>>,
    pub(super) origin: Origin,
    pub(super) retry: Retry,
    pub(super) written: Written,
}

/// Which of them the author of the contract wrote; the others follow from the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Written {
    pub(super) message: bool,
    pub(super) origin: bool,
    pub(super) retry: bool,
}

/// The member that lists what follows from the code, so that it is read back as such.
pub(super) const FROM_CODE: &str = "from_code";
pub(super) const MESSAGE: &str = "message";
pub(super) const ORIGIN: &str = "origin";
pub(super) const RETRY: &str = "retry";

impl Clause {
    /// One way to fail, as the derive writes it: origin and retry as the code table says.
    #[doc(hidden)]
    #[must_use]
    pub const fn declared(
        reason: &'static str,
        code: Code,
        when: &'static str,
        message: &'static str,
        recovery: &'static str,
        docs: Option<&'static str>,
    ) -> Clause {
        Clause {
            reason: Cow::Borrowed(reason),
            code,
            when: Cow::Borrowed(when),
            message: Cow::Borrowed(message),
            recovery: Cow::Borrowed(recovery),
            docs: match docs {
                Some(link) => Some(Cow::Borrowed(link)),
                None => None,
            },
            origin: code.row().origin.value,
            retry: code.row().retry.value,
            written: Written { message: true, origin: false, retry: false },
        }
    }

    /// The same with another origin.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_origin(mut self, origin: Origin) -> Clause {
        self.origin = origin;
        self.written.origin = true;
        self
    }

    /// The same with another retry.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_retry(mut self, retry: Retry) -> Clause {
        self.retry = retry;
        self.written.retry = true;
        self
    }

    pub(super) const fn has_reason_of(&self, other: &Clause) -> bool {
        let (mut one, mut other) = (self.reason_bytes(), other.reason_bytes());
        while let ([a, rest @ ..], [b, others @ ..]) = (one, other) {
            if *a != *b {
                return false;
            }
            (one, other) = (rest, others);
        }
        one.is_empty() && other.is_empty()
    }

    const fn reason_bytes(&self) -> &[u8] {
        match &self.reason {
            Cow::Borrowed(text) => text.as_bytes(),
            Cow::Owned(text) => text.as_str().as_bytes(),
        }
    }

    /// The identifier that programs switch on.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// When it happens.
    #[must_use]
    pub fn when(&self) -> &str {
        &self.when
    }

    /// The template of the message.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The template of what to do next.
    #[must_use]
    pub fn recovery(&self) -> &str {
        &self.recovery
    }

    /// Where to read more.
    #[must_use]
    pub fn docs(&self) -> Option<&str> {
        self.docs.as_deref()
    }

    /// Whose fault it is.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Whether a retry can help.
    #[must_use]
    pub fn retry(&self) -> Retry {
        self.retry
    }
}

/// 004's entry (`reason`, `code`, `when`, `recovery`, `retryable`) and what Candor knows beyond it.
impl Serialize for Clause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Clause", 11)?;
        object.serialize_field("reason", &self.reason)?;
        object.serialize_field("code", &self.code.row().structured.value.number)?;
        object.serialize_field("kind", &self.code)?;
        object.serialize_field("when", &self.when)?;
        object.serialize_field("message", &self.message)?;
        object.serialize_field("recovery", &self.recovery)?;
        if let Some(link) = &self.docs {
            object.serialize_field("docs", link)?;
        }
        object.serialize_field("retryable", &self.retry.is_retryable())?;
        object.serialize_field(RETRY, &self.retry)?;
        object.serialize_field(ORIGIN, &self.origin)?;
        let written = self.written;
        let from_code = [(RETRY, written.retry), (ORIGIN, written.origin), (MESSAGE, written.message)];
        let from_code: Vec<_> = from_code.iter().filter(|(_, is_written)| !is_written).map(|(name, _)| name).collect();
        if !from_code.is_empty() {
            object.serialize_field(FROM_CODE, &from_code)?;
        }
        object.end()
    }
}
