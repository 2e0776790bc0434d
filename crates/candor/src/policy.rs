//! What is disclosed about failures, in which dialect, and who is notified: one value for a whole server.

use crate::classify::Classifier;
use crate::fence::ignore_panic;
#[cfg(feature = "tracing")]
use crate::outbox::LogContext;
use crate::outbox::{Notice, Outbox};
use crate::render::{InvalidBase, Renderer};
use crate::stderr::LogSecrets;
use crate::{Dialect, Disclosure, Discretion, Failure, Incident};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// What is disclosed about failures, in which dialect, and who is notified: made once, and shared by all that answer
/// for a server.
///
/// A clone is one more reference to the same settings, so hand clones to the guard and to the transports around it.
/// A secret that is set here is set everywhere.
///
/// ```
/// use candor::{Dialect, Failure, FailurePolicy};
///
/// let policy = FailurePolicy::new()
///     .with_secret("hunter2-production")
///     .with_dialect(Dialect::Problem)
///     .on_incident(|incident| println!("{}", incident.occurrence().id()));
///
/// let disclosure = policy.disclose(Failure::database("The login hunter2-production was refused"));
/// assert_eq!(disclosure.message(), "The login [redacted] was refused");
/// assert_eq!(policy.renderer().render(&disclosure)["status"], 500);
/// ```
#[derive(Clone, Default)]
pub struct FailurePolicy(Arc<Settings>);

#[derive(Clone)]
struct Settings {
    discretion: Discretion,
    classifier: Classifier,
    renderer: Renderer,
    observers: Arc<Vec<Arc<Observe>>>,
    /// Shared with what this was made from: one server has one order of reports.
    outbox: Arc<Outbox>,
    /// The secrets of the discretion, for what others write to the log. The last field: the end of the outbox waits for the
    /// log, too.
    log_secrets: LogSecrets,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            discretion: Discretion::default(),
            classifier: Classifier::default(),
            renderer: Renderer::default(),
            observers: Arc::default(),
            outbox: Arc::new(Outbox::new()),
            log_secrets: LogSecrets::default(),
        }
    }
}

impl Settings {
    fn set_discretion(&mut self, discretion: Discretion) {
        self.log_secrets = LogSecrets::of(discretion.scrubber());
        self.discretion = discretion;
    }
}

type Observe = dyn Fn(&Incident) + Send + Sync;

impl FailurePolicy {
    /// All rules of the scrubber and no secrets, the standard classifier, the dialect `structured`; incidents go to the
    /// log alone.
    #[must_use]
    pub fn new() -> FailurePolicy {
        FailurePolicy::default()
    }

    /// The same with this discretion: the secrets that never leave, and how long a reply may be.
    #[must_use]
    pub fn with_discretion(self, discretion: Discretion) -> FailurePolicy {
        self.with(|settings| settings.set_discretion(discretion))
    }

    /// The same, and this exact text never leaves.
    #[must_use]
    pub fn with_secret(self, secret: impl Into<String>) -> FailurePolicy {
        self.with_secrets([secret])
    }

    /// The same, and exactly these texts never leave.
    #[must_use]
    pub fn with_secrets(self, secrets: impl IntoIterator<Item = impl Into<String>>) -> FailurePolicy {
        self.with(|settings| settings.set_discretion(settings.discretion.clone().with_secrets(secrets)))
    }

    /// The same with this classifier for errors that are not in any dialect, and for what a dialect leaves open.
    #[must_use]
    pub fn with_classifier(self, classifier: Classifier) -> FailurePolicy {
        self.with(|settings| settings.classifier = classifier)
    }

    /// The same in another dialect.
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> FailurePolicy {
        self.with(|settings| settings.renderer = settings.renderer.clone().with_dialect(dialect))
    }

    /// The same with another base for the type URIs of problems; the type's slug is appended to it.
    ///
    /// # Errors
    ///
    /// [`InvalidBase`] if it is not a URI, does not end where a segment begins, or is longer than 200 bytes.
    pub fn with_problem_base(self, base: impl Into<Cow<'static, str>>) -> Result<FailurePolicy, InvalidBase> {
        let renderer = self.0.renderer.clone().with_problem_base(base)?;
        Ok(self.with(|settings| settings.renderer = renderer))
    }

    /// The same, and every incident is handed to this function after it was logged.
    ///
    /// It runs on a thread of the policy, one incident after the other, and no answer waits for it: see
    /// [`report`](FailurePolicy::report). A panic of the function is caught, and told by the
    /// [panic hook](crate::capture::install_panic_hook) alone.
    #[must_use]
    pub fn on_incident(self, observe: impl Fn(&Incident) + Send + Sync + 'static) -> FailurePolicy {
        self.with(|settings| Arc::make_mut(&mut settings.observers).push(Arc::new(observe)))
    }

    /// The secrets that never leave, and how long a reply may be.
    #[must_use]
    pub fn discretion(&self) -> &Discretion {
        &self.0.discretion
    }

    /// What judges errors that are not in any dialect, and what a dialect leaves open.
    #[must_use]
    pub fn classifier(&self) -> &Classifier {
        &self.0.classifier
    }

    /// What writes disclosures, for peers of the newest revision.
    #[must_use]
    pub fn renderer(&self) -> &Renderer {
        &self.0.renderer
    }

    /// Discloses the failure: the operator gets the incident, and what the caller may know is returned.
    ///
    /// A failure that was read in the reply of another server gets a reference of its own; that of the other server is the
    /// detail `upstream_reference`, for the caller and for the operator.
    #[must_use]
    pub fn disclose(&self, failure: Failure) -> Disclosure {
        let (disclosure, incident) = failure.relayed().disclose(&self.0.discretion);
        self.report(&incident);
        disclosure
    }

    /// Reports an incident to the operator: in the log, with the feature `tracing`, and through every observer.
    ///
    /// Neither is waited for. The incident is handed to a thread of the policy, which writes it to the subscriber that is the
    /// current one here, in the current span. At most 4,096 reports and 8 MiB of them wait; what comes then is dropped. How
    /// many were is in the log as soon as there is room again: one event, a warning, with the field `reports.dropped`.
    /// [`flush`](FailurePolicy::flush) waits for what was handed over, and so does, for a short time, the end of the last
    /// clone of the policy: 2 seconds at most, and 250 ms for one report. With the feature `rmcp`, it is 250 ms altogether
    /// where the clone is dropped inside a runtime of tokio, whose thread has other work.
    pub fn report(&self, incident: &Incident) {
        let observers = &self.0.observers;
        #[cfg(feature = "tracing")]
        let log = if incident.is_to_be_logged() { LogContext::current() } else { None };
        #[cfg(not(feature = "tracing"))]
        let log = None::<()>;
        if log.is_none() && observers.is_empty() {
            return;
        }
        self.hand_over(incident.failure().held_bytes(), || {
            let (incident, observers) = (incident.clone(), observers.clone());
            #[cfg(feature = "tracing")]
            let discretion = self.0.discretion.clone();
            move || {
                #[cfg(feature = "tracing")]
                if let Some(log) = &log {
                    let write = || ignore_panic(|| incident.write_to_log(&discretion));
                    ignore_panic(|| log.run(write));
                }
                for observe in &**observers {
                    // An observer's defect must not become another's.
                    ignore_panic(|| observe(&incident));
                }
            }
        });
    }

    /// Waits until all that was reported so far is in the log and known to the observers, at most so long. Whether it is.
    ///
    /// What is reported after the call is not waited for. A program ends with
    /// [`flush_all`](FailurePolicy::flush_all). An observer that calls it gets `false` at once.
    ///
    /// ```
    /// use candor::{Failure, FailurePolicy};
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// use std::time::Duration;
    ///
    /// static INCIDENTS: AtomicUsize = AtomicUsize::new(0);
    /// let policy = FailurePolicy::new().on_incident(|_| {
    ///     INCIDENTS.fetch_add(1, Ordering::Relaxed);
    /// });
    /// let _ = policy.disclose(Failure::not_found("No order 17"));
    /// assert!(policy.flush(Duration::from_secs(5)));
    /// assert_eq!(INCIDENTS.load(Ordering::Relaxed), 1);
    /// ```
    pub fn flush(&self, timeout: Duration) -> bool {
        self.0.outbox.flush(timeout)
    }

    /// The same for all policies of the process, for failures that were reported without one, and for what was written to
    /// [`non_blocking_stderr`](crate::non_blocking_stderr). Every program ends with it: what is left then is lost with the
    /// threads that would have written it.
    ///
    /// ```
    /// # use candor::FailurePolicy;
    /// # use std::time::Duration;
    /// FailurePolicy::flush_all(Duration::from_secs(2));
    /// ```
    pub fn flush_all(timeout: Duration) -> bool {
        Outbox::flush_all(timeout)
    }

    /// How many reports were dropped so far, of incidents and of calls, because the log or an observer took too long.
    #[must_use]
    pub fn dropped_reports(&self) -> u64 {
        self.0.outbox.dropped()
    }

    /// Whether the reports of both go to the log and to the observers one after the other, and are counted together where they are dropped:
    /// one of the policies was made from the other, or both from a third.
    #[must_use]
    pub fn shares_reports_with(&self, other: &FailurePolicy) -> bool {
        Arc::ptr_eq(&self.0.outbox, &other.0.outbox)
    }

    /// Hands a report over that holds so many bytes. It is not waited for.
    pub(crate) fn hand_over<R: Fn() + Send + 'static>(&self, bytes: usize, report: impl FnOnce() -> R) {
        self.0.outbox.hand_over(bytes, report, dropped_notice);
    }

    /// A policy for what has none: its reports are those of the whole process.
    #[cfg(feature = "rmcp")]
    pub(crate) fn of_process() -> FailurePolicy {
        FailurePolicy::new().with(|settings| settings.outbox = Outbox::of_process().clone())
    }

    fn with(mut self, change: impl FnOnce(&mut Settings)) -> FailurePolicy {
        change(Arc::make_mut(&mut self.0));
        self
    }
}

/// The dialect and how many observers there are: the rest may hold secrets.
impl std::fmt::Debug for FailurePolicy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FailurePolicy")
            .field("dialect", &self.0.renderer.dialect())
            .field("observers", &self.0.observers.len())
            .finish_non_exhaustive()
    }
}

/// Writes how many reports were dropped to the log that is the current one now.
fn dropped_notice() -> Notice {
    #[cfg(feature = "tracing")]
    if let Some(log) = LogContext::without_span() {
        return Box::new(move |count| {
            let write = || {
                tracing::event!(
                    target: "candor",
                    tracing::Level::WARN,
                    reports.dropped = count,
                    "{} reports were dropped: the log or an observer takes too long",
                    count,
                );
            };
            log.run(|| ignore_panic(write));
        });
    }
    Box::new(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_change_of_a_clone_leaves_the_others_as_they_are() {
        let plain = FailurePolicy::new();
        let secret = plain.clone().with_secret("swordfish-77");
        let say =
            |policy: &FailurePolicy| policy.disclose(Failure::internal("It is swordfish-77")).message().to_owned();
        assert_eq!(say(&secret), "It is [redacted]");
        assert_eq!(say(&plain), "It is swordfish-77");
    }

    #[test]
    fn what_a_failure_holds_beside_its_own_words_counts_among_the_bytes_that_wait() {
        let held = |change: fn(Failure) -> Failure| change(Failure::internal("no")).held_bytes();
        assert!(held(|failure| failure.with_cause("a driver's own words")) >= held(|failure| failure) + 1_024);
        assert!(held(Failure::with_backtrace) >= held(|failure| failure) + 16 * 1_024);
    }

    #[test]
    fn secrets_add_up() {
        let policy = FailurePolicy::new().with_secret("swordfish-77").with_secret("marlin-4711");
        let disclosure = policy.disclose(Failure::internal("swordfish-77 and marlin-4711"));
        assert_eq!(disclosure.message(), "[redacted] and [redacted]");
    }

    #[test]
    fn every_observer_is_notified_even_if_one_panics() {
        struct PanicsWhenDropped;
        impl Drop for PanicsWhenDropped {
            fn drop(&mut self) {
                panic!("again");
            }
        }
        let told = Arc::new(AtomicUsize::new(0));
        let count = told.clone();
        let policy =
            FailurePolicy::new().on_incident(|_| std::panic::panic_any(PanicsWhenDropped)).on_incident(move |_| {
                count.fetch_add(1, Ordering::Relaxed);
            });
        let _ = policy.disclose(Failure::internal("no"));
        assert!(policy.flush(Duration::from_secs(10)));
        assert_eq!(told.load(Ordering::Relaxed), 1);
    }
}
