//! The panic hook: it belongs to the whole process, so these tests have one of their own.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on fails")]

#[cfg(feature = "tracing")]
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "capture/listener.rs"]
mod listener;

use candor::capture::{catch_panic, catch_panic_async, install_panic_hook};
use candor::render::{Place, Renderer};
use candor::{Dialect, Discretion, Failure, FailurePolicy};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, Once};
use std::time::Duration;

/// What the hook that was there before was given.
static PASSED_ON: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Sets a hook that keeps what it is given, and Candor's after it.
fn set_up() {
    static SET: Once = Once::new();
    SET.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            PASSED_ON.lock().unwrap().push(info.payload_as_str().unwrap_or_default().to_owned());
        }));
        install_panic_hook();
        install_panic_hook();
    });
}

fn is_passed_on(message: &str) -> bool {
    let is_it =
        |passed: &String| passed.strip_prefix(message).is_some_and(|rest| rest.is_empty() || rest.starts_with('\n'));
    PASSED_ON.lock().unwrap().iter().any(is_it)
}

/// The test of this name in a process of its own; nothing in that process.
fn own_process(name: &str) -> Option<Child> {
    const IS_OWN_PROCESS: &str = "CANDOR_TEST_OF_THE_PANIC_HOOK";
    if std::env::var_os(IS_OWN_PROCESS).is_some() {
        return None;
    }
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", name, "--nocapture"]).env(IS_OWN_PROCESS, "1");
    Some(again.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

/// What such a test has written to stderr, once it has passed.
fn written_by(process: Child) -> String {
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("1 passed"));
    String::from_utf8(output.stderr).unwrap()
}

/// Waits until all that Candor writes is written.
fn flush() {
    assert!(FailurePolicy::flush_all(Duration::from_secs(10)));
}

/// The line of the panic below.
const LINE: u32 = line!() + 4;

#[inline(never)]
fn dropping_the_canary_cake(message: &'static str) {
    panic!("{message}")
}

fn place_of(failure: &Failure) -> Option<(String, u32)> {
    failure.place().map(|place| (place.file().replace('\\', "/"), place.line()))
}

fn here() -> Option<(String, u32)> {
    Some((file!().replace('\\', "/"), LINE))
}

#[tokio::test]
async fn a_caught_panic_knows_its_place_and_is_not_written_unscrubbed() {
    set_up();
    let failure = catch_panic(|| dropping_the_canary_cake("dropped once")).unwrap_err();
    assert_eq!(place_of(&failure), here());
    assert!(!is_passed_on("dropped once"));

    let later = async {
        tokio::task::yield_now().await;
        dropping_the_canary_cake("dropped later");
    };
    assert_eq!(place_of(&catch_panic_async(later).await.unwrap_err()), here());
    assert!(!is_passed_on("dropped later"));
}

#[test]
fn the_place_and_the_backtrace_are_in_the_incident_and_reach_no_caller() {
    set_up();
    let failure = catch_panic(|| dropping_the_canary_cake("dropped for the operator")).unwrap_err().with_backtrace();
    assert_eq!(place_of(&failure), here(), "a backtrace from elsewhere does not change it");
    let (disclosure, incident) = failure.disclose(&Discretion::new());
    let incident = serde_json::to_value(incident).unwrap();
    assert!(incident["place"].as_str().unwrap().ends_with(&format!("tests/panic_hook.rs:{LINE}:5")), "{incident:#}");
    assert!(!incident["backtrace"].as_array().unwrap().is_empty());
    for dialect in Dialect::ALL.iter().copied() {
        let reply =
            Renderer::new(dialect).reply(&disclosure, Place::Tool { output_schema: None }).to_value().to_string();
        assert!(!reply.contains("panic_hook") && !reply.contains("canary_cake"), "{dialect}: {reply}");
    }
}

#[cfg(feature = "tracing")]
#[test]
fn the_log_says_where_it_panicked() {
    set_up();
    let failure = catch_panic(|| dropping_the_canary_cake("dropped for the log")).unwrap_err();
    let event = listener::event_of(failure, &Discretion::new());
    assert_eq!(event["error.place"], format!("candor/tests/panic_hook.rs:{LINE}:5"));
    let failure = catch_panic(|| dropping_the_canary_cake("dropped for the log")).unwrap_err();
    let event = listener::event_of(failure, &Discretion::new().with_secret("tests/panic_hook"));
    assert_eq!(event["error.place"], format!("candor/[redacted].rs:{LINE}:5"));
}

#[test]
fn every_other_panic_goes_to_the_hook_that_was_there_before() {
    set_up();
    let _ = catch_unwind(|| panic!("caught by somebody else"));
    assert!(is_passed_on("caught by somebody else"));
    let _ = catch_panic(|| 17);
    let _ = catch_unwind(|| panic!("after a catch"));
    assert!(is_passed_on("after a catch"));
    std::thread::scope(|scope| {
        let work = || {
            let _ = scope.spawn(|| panic!("on another thread")).join();
        };
        catch_panic(work).unwrap();
    });
    assert!(is_passed_on("on another thread"));
}

#[test]
fn a_panic_that_no_incident_tells_of_is_written_scrubbed_and_goes_to_no_other_hook() {
    /// Panics with what it holds when it is shown.
    #[derive(Debug)]
    struct Broken;
    impl std::fmt::Display for Broken {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            panic!("cannot show postgres://desk:hunter2@db/orders")
        }
    }
    impl std::error::Error for Broken {}

    let Some(process) = own_process("a_panic_that_no_incident_tells_of_is_written_scrubbed_and_goes_to_no_other_hook")
    else {
        set_up();
        let policy = FailurePolicy::new().on_incident(|_| panic!("the observer has password=hunter3"));
        let failure = || Failure::from_error(Broken, "asking the shop");
        let told = catch_panic(|| policy.disclose(failure())).unwrap();
        assert!(!told.message().contains("hunter"));
        flush();
        assert!(PASSED_ON.lock().unwrap().is_empty());
        return;
    };
    let written = written_by(process);
    assert!(written.contains("panicked: the observer has password=[redacted]\n(at "), "{written}");
    assert!(written.contains("panicked: cannot show postgres://"), "{written}");
    assert!(!written.contains("hunter"), "{written}");
}

#[test]
fn a_panic_that_no_incident_tells_of_does_not_wait_for_an_unread_stderr() {
    let name = "a_panic_that_no_incident_tells_of_does_not_wait_for_an_unread_stderr";
    let Some(mut process) = own_process(name) else {
        install_panic_hook();
        // More than a pipe holds.
        for _ in 0..100 {
            catch_panic(|| drop(catch_unwind(|| std::panic::panic_any("x".repeat(2_000))))).unwrap();
        }
        // The rest would wait.
        std::process::exit(0);
    };
    let begin = std::time::Instant::now();
    let ended = loop {
        let ended = process.try_wait().unwrap();
        if ended.is_some() || begin.elapsed() > Duration::from_secs(10) {
            break ended;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    process.kill().unwrap();
    assert!(ended.is_some_and(|status| status.success()), "{ended:?}");
}

/// Runs the work when it is dropped.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

#[test]
fn a_second_panic_is_written_and_its_place_is_not_taken_for_the_first_ones() {
    let Some(process) = own_process("a_second_panic_is_written_and_its_place_is_not_taken_for_the_first_ones") else {
        set_up();
        let failure = catch_panic(|| {
            let _cleanup = OnDrop(|| {
                let _ = catch_unwind(|| panic!("while cleaning up"));
            });
            dropping_the_canary_cake("dropped before the cleaning");
        })
        .unwrap_err();
        assert_eq!(failure.causes().next().unwrap().to_string(), "panicked: dropped before the cleaning");
        assert_eq!(place_of(&failure), here());
        flush();
        return;
    };
    let written = written_by(process);
    assert!(written.contains("panicked: while cleaning up\n") && !written.contains("before the cleaning"), "{written}");
}

#[test]
fn a_panic_that_a_tool_stops_is_written_scrubbed_and_so_is_none_that_candor_catches() {
    let name = "a_panic_that_a_tool_stops_is_written_scrubbed_and_so_is_none_that_candor_catches";
    let Some(process) = own_process(name) else {
        set_up();
        let stop = |text: &'static str| drop(catch_unwind(|| dropping_the_canary_cake(text)));
        catch_panic(|| stop("stopped with password=hunter2")).unwrap();
        let failure = catch_panic(|| {
            stop("stopped a");
            stop("stopped b");
            dropping_the_canary_cake("then password=hunter3");
        })
        .unwrap_err();
        assert_eq!(place_of(&failure), here());
        flush();
        assert!(PASSED_ON.lock().unwrap().is_empty());
        return;
    };
    let written = written_by(process);
    assert!(written.contains("panicked: stopped with password=[redacted]\n(at "), "{written}");
    assert!(written.contains("stopped a\n") && written.contains("stopped b\n"), "{written}");
    assert!(!written.contains("hunter2") && !written.contains("then password"), "{written}");
    assert!(written.contains(&format!("panic_hook.rs:{LINE}")), "{written}");
}

#[test]
fn what_ends_the_process_is_written_scrubbed() {
    let Some(process) = own_process("what_ends_the_process_is_written_scrubbed") else {
        install_panic_hook();
        let _ = catch_panic(|| {
            let _cleanup = OnDrop(|| panic!("the second"));
            panic!("the first password=hunter2");
        });
        return;
    };
    let output = process.wait_with_output().unwrap();
    assert!(!output.status.success());
    let written = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(written.contains("the first password=[redacted]") && written.contains("the second"), "{written}");
    assert!(!written.contains("hunter2"), "{written}");
}

#[test]
fn a_panic_keeps_its_place_while_another_is_caught_on_the_way() {
    set_up();
    let mut inner = None;
    let failure = catch_panic(|| {
        let _cleanup = OnDrop(|| inner = catch_panic(|| panic!("inner")).err());
        dropping_the_canary_cake("outer");
    })
    .unwrap_err();
    assert_eq!(place_of(&failure), here());
    let inner = inner.unwrap();
    assert_ne!(place_of(&inner), here());
    assert!(inner.place().is_some());
}

#[test]
fn a_panic_that_somebody_stopped_is_not_taken_for_the_next_one() {
    set_up();
    let stop = || drop(catch_unwind(|| panic!("stopped inside")));
    catch_panic(stop).unwrap();
    let failure = catch_panic(|| dropping_the_canary_cake("dropped after that")).unwrap_err();
    assert_eq!(place_of(&failure), here());
    assert!(!is_passed_on("dropped after that"));
}

#[test]
fn a_panic_without_text_has_a_place_and_one_that_is_resumed_has_none() {
    set_up();
    let failure = catch_panic(|| std::panic::panic_any(17)).unwrap_err();
    assert!(failure.place().is_some());
    let failure = catch_panic(|| std::panic::resume_unwind(Box::new("resumed"))).unwrap_err();
    assert!(failure.place().is_none());
}

/// The hook is set once in a process: this test runs itself again, in its own.
#[test]
fn a_panicking_thread_can_ask_for_the_hook() {
    if let Some(process) = own_process("a_panicking_thread_can_ask_for_the_hook") {
        written_by(process);
        return;
    }
    let ended = catch_unwind(AssertUnwindSafe(|| {
        let _cleanup = OnDrop(install_panic_hook);
        panic!("asks while it panics");
    }));
    assert!(ended.is_err());
}
