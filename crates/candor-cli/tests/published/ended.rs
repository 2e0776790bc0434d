//! A server that is killed in a call.

use super::passing::{INITIALIZE, INITIALIZED};
use super::server::{Server, new_folder};
use super::wrapper::{failure, text};
use serde_json::json;

const CALL: &str = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"trigger-long-running-operation","arguments":{"duration":600,"steps":6000},"_meta":{"progressToken":"p"}}}"#;

#[test]
fn a_call_of_a_server_that_is_killed_is_answered_and_the_server_started_again() {
    let folder = new_folder();
    let Some(plan) = Server::Everything.plan(&folder) else { return };
    let mut wrapper = plan.start();
    for line in [INITIALIZE, INITIALIZED, CALL] {
        wrapper.send_line(line);
    }
    // It is at work.
    while wrapper.message()["method"] != "notifications/progress" {}
    wrapper.kill("KILL", wrapper.process_with("server-everything"));
    let answer = loop {
        let message = wrapper.message();
        if message["id"] == 7 {
            break message;
        }
    };
    let told = failure(&answer);
    assert_eq!((&told["reason"], &told["retry"]["retryable"]), (&json!("server_ended"), &json!(true)), "{answer}");
    assert!(text(&answer).contains("was killed by SIGKILL (9) before it answered"), "{answer}");
    assert!(!answer.to_string().contains(folder.to_str().unwrap()), "{answer}");
    // The next one works.
    loop {
        let id = wrapper.ask_tool("echo", &json!({"message": "Sencha"}));
        let answer = loop {
            let message = wrapper.message();
            if message["id"] == id {
                break message;
            }
        };
        if answer["result"]["isError"] != true {
            assert_eq!(text(&answer), "Echo: Sencha");
            break;
        }
        assert_eq!(failure(&answer)["retry"]["retryable"], true, "{answer}");
    }
    wrapper.end();
    std::fs::remove_dir_all(folder).unwrap();
}
