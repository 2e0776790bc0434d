//! A server that is killed in a call.

use super::passing::{INITIALIZE, INITIALIZED};
use super::server::{Server, new_folder};
use super::wrapper::{Wrapper, failure, text};
use serde_json::{Value, json};

pub(crate) const MESSAGE: &str = "The server mcp-server-everything was killed by SIGKILL (9) before it answered";
pub(crate) const RECOVERY: &str = "Wait a moment and retry; tell the operator if it lasts.";

const CALL: &str = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"trigger-long-running-operation","arguments":{"duration":600,"steps":6000},"_meta":{"progressToken":"p"}}}"#;

/// The call has begun.
fn at_work(mut peer: Wrapper) -> Wrapper {
    for line in [INITIALIZE, INITIALIZED, CALL] {
        peer.send_line(line);
    }
    while peer.message()["method"] != "notifications/progress" {}
    peer
}

#[test]
fn a_call_of_a_server_that_is_killed_gets_no_answer_without_the_wrapper() {
    let folder = new_folder();
    let Some(plan) = Server::Everything.plan(&folder) else { return };
    let bare = at_work(plan.start_bare());
    bare.kill("KILL", bare.server(&[]));
    let ended = bare.end();
    assert!(!ended.rest.iter().any(|line| line.contains("\"id\":7")), "{:?}", ended.rest);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_call_of_a_server_that_is_killed_is_answered_and_the_server_started_again() {
    let folder = new_folder();
    let Some(plan) = Server::Everything.plan(&folder) else { return };
    let mut wrapper = at_work(plan.start());
    wrapper.kill("KILL", wrapper.server(&[]));
    let answer = answer_to(&mut wrapper, 7);
    let told = failure(&answer);
    assert_eq!((&told["reason"], &told["retry"]["retryable"]), (&json!("server_ended"), &json!(true)), "{answer}");
    assert_eq!((&told["message"], &told["recovery"]["hint"]), (&json!(MESSAGE), &json!(RECOVERY)), "{answer}");
    assert!(!answer.to_string().contains(folder.to_str().unwrap()), "{answer}");
    // The next one works.
    loop {
        let id = wrapper.ask_tool("echo", &json!({"message": "Sencha"}));
        let answer = answer_to(&mut wrapper, id);
        if answer["result"]["isError"] != true {
            assert_eq!(text(&answer), "Echo: Sencha");
            break;
        }
        assert_eq!(failure(&answer)["retry"]["retryable"], true, "{answer}");
    }
    wrapper.end();
    std::fs::remove_dir_all(folder).unwrap();
}

fn answer_to(wrapper: &mut Wrapper, id: u64) -> Value {
    loop {
        let message = wrapper.message();
        if message["id"] == id {
            return message;
        }
    }
}
