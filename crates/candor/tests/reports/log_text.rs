//! What stands in a log that is written as the documentation says, whoever writes it.

use super::gate::LONG;
use super::own_process::output_of;
use super::peer::Peer;
use candor::capture::{catch_panic, install_panic_hook};
use candor::rmcp::Guard;
use candor::{Failure, FailurePolicy, non_blocking_stderr};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Writes every event of every crate, with the span that was last opened, as `tracing_subscriber::fmt` does.
#[derive(Default)]
struct Everything(std::sync::Mutex<String>);

struct Fields<'a>(&'a mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let _ = write!(self.0, " {field}={value:?}");
    }
}

impl Subscriber for Everything {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn event(&self, event: &Event<'_>) {
        let metadata = event.metadata();
        let mut line = format!("2026-07-28T12:00:00.000000Z {} ", metadata.level());
        let _ = write!(line, "{}: {}", self.0.lock().unwrap(), metadata.target());
        event.record(&mut Fields(&mut line));
        line.push('\n');
        non_blocking_stderr().write_all(line.as_bytes()).unwrap();
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut text = span.metadata().name().to_owned();
        span.record(&mut Fields(&mut text));
        *self.0.lock().unwrap() = text;
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// Known to the policy alone.
const CONFIGURED: &str = "marlin-seventeen-of-april";
/// Parts of what only the rules know.
const PLANTED: [&str; 6] =
    ["Hunter2xyz", "jane.doe", "/home/jane", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "s3cr3t", "tango-77"];

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
struct Login {
    password: String,
    note: String,
}

/// Logs in, and fails in every way.
#[derive(Clone)]
struct Vault;

#[tool_router]
impl Vault {
    #[tool(description = "Logs in")]
    async fn login(&self, Parameters(Login { password, note }): Parameters<Login>) -> Result<String, ErrorData> {
        match password.len() % 3 {
            0 => panic!("cannot log in with password={password}: {note}"),
            1 => Err(ErrorData::internal_error(format!("refused password={password} ({note})"), None)),
            _ => {
                let panics = tokio::spawn(async move { panic!("spawned with password={password}: {note}") });
                let _ = panics.await;
                Ok(CONFIGURED.to_owned())
            }
        }
    }
}

#[tool_handler]
impl ServerHandler for Vault {}

#[test]
fn nothing_that_rmcp_a_tool_or_a_panic_writes_to_the_log_is_unscrubbed() {
    const NAME: &str = "reports::log_text::nothing_that_rmcp_a_tool_or_a_panic_writes_to_the_log_is_unscrubbed";
    let Some(output) = output_of(NAME, Duration::ZERO) else {
        install_panic_hook();
        tracing::subscriber::set_global_default(Everything::default()).unwrap();
        let serve = async {
            let policy = FailurePolicy::new().with_secret(CONFIGURED);
            let mut peer = Peer::of(Guard::new(Vault).with_policy(policy)).await;
            for (number, password) in ["Hunter2xyz!9", "Hunter2xyz!9x", "Hunter2xyz!9xy"].iter().enumerate() {
                let note = format!(
                    "{CONFIGURED} of jane.doe@corp.io in /home/jane/vault.kdbx with {}; postgres://desk:s3cr3t@db/orders",
                    PLANTED[3]
                );
                let arguments = json!({"password": password, "note": note});
                let meta = json!({"trace": {"api_key": "tango-77-tango"}});
                let params = json!({"name": "login", "arguments": arguments, "_meta": meta});
                let answer = peer.request("tools/call", params).await;
                assert_eq!(answer["result"]["isError"] == true, number < 2, "{answer}");
                tracing::info!(target: "shop", password, "a tool logs {note}");
                let _span = tracing::info_span!("request", token = "s3cr3t-s3cr3t-of-a-span").entered();
                tracing::warn!(target: "shop", "first line\nAuthorization: Bearer {}\nlast line", PLANTED[3]);
            }
            peer.answer(&format!(
                "{{\"id\": 99, \"method\": \"nothing\", \"params\": {{\"token\": \"{CONFIGURED}\"}}}}"
            ))
            .await;
        };
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(serve);
        assert!(FailurePolicy::flush_all(LONG));
        return;
    };
    let log = String::from_utf8(output.stderr).unwrap();
    for planted in PLANTED.into_iter().chain([CONFIGURED]) {
        assert!(!log.contains(planted), "{planted} is in the log:\n{log}");
    }
    for line in
        [": rmcp::service", "\"login\"", ": candor", ": shop", "error.reason=\"panic\"", "thread '", "last line"]
    {
        assert!(log.contains(line), "{line} is not in the log:\n{log}");
    }
    assert!(log.contains("error.place=\"candor/tests/reports/log_text.rs:"), "the place of a panic stays:\n{log}");
}

#[test]
fn a_line_is_one_text_however_it_is_written_and_its_end_is_not_waited_for() {
    const NAME: &str = "reports::log_text::a_line_is_one_text_however_it_is_written_and_its_end_is_not_waited_for";
    let Some(output) = output_of(NAME, Duration::ZERO) else {
        let mut log = non_blocking_stderr();
        for piece in ["begin pass", "word=Hunt", "er2xyz!", " end\nnext pass"] {
            log.write_all(piece.as_bytes()).unwrap();
        }
        let password = "Hunter2xyz!";
        write!(log, "word={password}").unwrap();
        drop(log);
        // A single text that is too long is cut, and no secret with it.
        let long = "word ".repeat(20_000);
        writeln!(non_blocking_stderr(), "\nlong {long}password=Hunter2xyz!").unwrap();
        assert!(FailurePolicy::flush_all(LONG));
        return;
    };
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(log.contains("begin password=[redacted] end\nnext password=[redacted]\n"), "{log}");
    assert!(log.contains("bytes cut]\n") && log.len() < 70_000, "{}", log.len());
    assert!(!log.contains("Hunter2"), "{log}");
}

#[test]
fn the_secrets_of_a_policy_are_hidden_in_panics_that_it_does_not_know_of() {
    const NAME: &str = "reports::log_text::the_secrets_of_a_policy_are_hidden_in_panics_that_it_does_not_know_of";
    let Some(output) = output_of(NAME, Duration::ZERO) else {
        install_panic_hook();
        let policy = FailurePolicy::new().with_secret(CONFIGURED).on_incident(|_| panic!("observes {CONFIGURED}"));
        let _ = policy.disclose(Failure::internal("no"));
        let stopped = || drop(std::panic::catch_unwind(|| panic!("stopped {CONFIGURED}")));
        catch_panic(stopped).unwrap();
        let nobody = || panic!("uncaught {CONFIGURED} password=Hunter2xyz!");
        let _ = std::thread::Builder::new().name("a-worker".to_owned()).spawn(nobody).unwrap().join();
        assert!(FailurePolicy::flush_all(LONG));
        return;
    };
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(!log.contains(CONFIGURED) && !log.contains("Hunter2"), "{log}");
    for line in ["panicked: observes [redacted]", "panicked: stopped [redacted]"] {
        assert!(log.contains(line), "{log}");
    }
    let uncaught =
        "thread 'a-worker' panicked: uncaught [redacted] password=[redacted]\n(at candor/tests/reports/log_text.rs:";
    assert!(log.contains(uncaught), "in place of the standard hook, and not after it: {log}");
    assert!(!log.contains("note: run with"), "{log}");
}
