//! A panic as a failure, so that the caller gets a reply.

use crate::failure::{Message, Retry};
use crate::fence;
use crate::panic_hook::{self, CaughtPanic};
use crate::{Code, Failure, reason};
use std::borrow::Cow;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Runs the closure and turns a panic in it into a failure: `internal`, with the reason `panic`.
///
/// What the panic said is a cause of the failure, for the operator only. The panic hook runs before, as it always does:
/// unless the program sets another, it writes the message and the place in the source to stderr. With
/// [`install_panic_hook`](super::install_panic_hook), the failure has the place. Whatever the closure was changing stays as the panic left it, so share with it only what is thrown away or made whole afterwards. A program
/// that is built to abort on a panic aborts.
///
/// ```
/// use candor::Failure;
/// use candor::capture::catch_panic;
///
/// fn tool(count: i32) -> Result<i32, Failure> {
///     Ok(100 / count)
/// }
///
/// assert_eq!(catch_panic(|| tool(4)).flatten().unwrap(), 25);
///
/// let failure = catch_panic(|| tool(0)).flatten().unwrap_err();
/// assert_eq!(failure.reason().as_str(), "panic");
/// assert_eq!(failure.message(), "The operation failed because of a defect in the server.");
/// assert_eq!(failure.causes().next().unwrap().to_string(), "panicked: attempt to divide by zero");
/// ```
///
/// # Errors
///
/// The failure, if the closure panicked.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, Failure> {
    panic_hook::catch(work).map_err(failure_of)
}

/// Runs the future and turns a panic in it into a failure, as [`catch_panic`] does for a closure.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// use candor::capture::catch_panic_async;
///
/// let answers: [u32; 0] = [];
/// let failure = catch_panic_async(async { answers.iter().max().copied().unwrap() }).await.unwrap_err();
/// assert_eq!(failure.reason().as_str(), "panic");
/// # }
/// ```
///
/// # Errors
///
/// The failure, if the future panicked.
pub async fn catch_panic_async<F: Future>(future: F) -> Result<F::Output, Failure> {
    Caught { future: Some(Box::pin(future)) }.await
}

/// A future that ends at the first panic.
struct Caught<F> {
    future: Option<Pin<Box<F>>>,
}

impl<F: Future> Future for Caught<F> {
    type Output = Result<F::Output, Failure>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(future) = &mut self.future else { return Poll::Pending };
        match catch_panic(|| future.as_mut().poll(context)) {
            Ok(polled) => polled.map(Ok),
            Err(failure) => {
                // What is left of it may panic again when it is dropped; the first panic is the one to report.
                let left = self.future.take();
                fence::ignore_panic(|| drop(left));
                Poll::Ready(Err(failure))
            }
        }
    }
}

fn failure_of(caught: CaughtPanic) -> Failure {
    let message = Message::own("The operation failed because of a defect in the server.");
    Failure::from_message(Code::Internal, message)
        .with_reason(reason!("panic"))
        .with_retry(Retry::Never)
        .with_cause(Panic { message: caught.message })
        .with_trace(caught.trace)
}

/// What a panic said, as a cause.
#[derive(thiserror::Error)]
#[error("panicked{}", .message.as_ref().map_or(Cow::Borrowed(" with a value that is not text"), |message| format!(": {message}").into()))]
struct Panic {
    message: Option<String>,
}

/// Without the message, which may hold what must not be printed.
impl std::fmt::Debug for Panic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Panic").finish_non_exhaustive()
    }
}
