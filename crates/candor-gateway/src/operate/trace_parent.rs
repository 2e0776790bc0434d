//! The header `traceparent`, in and out (W3C Trace Context, 3.2).

use crate::context::{CallTrace, ExecutionContext};
use http::HeaderValue;

/// What a `traceparent` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TraceParent {
    pub(crate) trace_id: u128,
    pub(crate) span_id: u64,
    pub(crate) sampled: bool,
}

impl TraceParent {
    /// Reads it. What is not exactly as the clause has it is as if it had not been sent.
    pub(crate) fn parse(text: &str) -> Option<TraceParent> {
        let (fields, rest) = text.split_at_checked(55)?;
        let mut fields = fields.split('-');
        let version = hex(fields.next()?, 2)?;
        let trace_id = hex(fields.next()?, 32)?;
        let span_id = u64::try_from(hex(fields.next()?, 16)?).ok()?;
        let flags = hex(fields.next()?, 2)?;
        // A later version may have further fields behind these.
        let is_whole = match version {
            0 => rest.is_empty(),
            0xff => false,
            _ => rest.is_empty() || rest.starts_with('-'),
        };
        (is_whole && fields.next().is_none() && trace_id != 0 && span_id != 0).then_some(TraceParent {
            trace_id,
            span_id,
            sampled: flags & 1 == 1,
        })
    }

    fn header(self) -> Option<HeaderValue> {
        let flags = u8::from(self.sampled);
        HeaderValue::try_from(format!("00-{:032x}-{:016x}-{flags:02x}", self.trace_id, self.span_id)).ok()
    }
}

fn hex(field: &str, length: usize) -> Option<u128> {
    let is_hex = field.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    (field.len() == length && is_hex).then(|| u128::from_str_radix(field, 16).ok()).flatten()
}

impl CallTrace {
    /// The place of a call whose caller sent this `traceparent`. Whether it is recorded, the caller has decided; without a caller's
    /// trace, this part of the calls is, from 0 to 1.
    pub(crate) fn of_call(traceparent: Option<&str>, ratio: f64) -> CallTrace {
        let span_id = fastrand::u64(1..);
        match traceparent.and_then(TraceParent::parse) {
            Some(parent) => CallTrace {
                trace_id: parent.trace_id,
                parent_id: Some(parent.span_id),
                span_id,
                sampled: parent.sampled,
            },
            None => {
                CallTrace { trace_id: fastrand::u128(1..), parent_id: None, span_id, sampled: fastrand::f64() < ratio }
            }
        }
    }
}

/// The `traceparent` of a request that is sent to the API now: once for each request, just before it is sent.
///
/// It names a span of its own for the request, which is noted in the context. Where calls are not traced, the caller's own is passed
/// on: a span of a gateway that records none would be a gap in the caller's trace.
pub(crate) fn trace_parent_for_upstream(context: &ExecutionContext) -> Option<HeaderValue> {
    let span_id = context.request_begins();
    match context.trace() {
        Some(trace) => TraceParent { trace_id: trace.trace_id, span_id, sampled: trace.sampled }.header(),
        None => TraceParent::parse(context.traceparent()?)?.header(),
    }
}

#[cfg(test)]
mod tests;
