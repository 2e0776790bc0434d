//! A success of another media type than the document promises.

use super::{Case, after_sending, with_body};
use crate::send::Received;
use candor::{Code, Failure, Origin, Retry, reason};

/// The longest media type that is named.
const LONGEST: usize = 80;

/// Often a page of a proxy or a log-in: the body is the operator's.
pub(super) fn unexpected(case: Case<'_>, received: &Received, promised: &str, came: &str) -> Failure {
    let status = received.status.as_u16();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"/+-._".contains(&byte);
    let came = match came {
        "" => "a body without a media type",
        name if name.len() <= LONGEST && name.bytes().all(is_name) => name,
        _ => "another media type",
    };
    let expected = match promised {
        "" => "which its document does not describe".to_owned(),
        promised => format!("where its document promises {promised}"),
    };
    let message = format!("{} answered {status} with {came}, {expected}", case.service);
    let failure = Failure::new(Code::DependencyFailed, message)
        .with_reason(reason!("unexpected_content_type"))
        .with_origin(Origin::Upstream)
        .with_retry(Retry::Never)
        .with_status(status);
    with_body(after_sending(case, failure), &received.body)
}
