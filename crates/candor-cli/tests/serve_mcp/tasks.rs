//! Tasks of children, to a client over stdio.

use super::wrapper::{Wrapper, failure, text};
use super::{gateway, modern};
use serde_json::{Value, json};

#[track_caller]
fn ask(client: &mut Wrapper, method: &str, params: &Value) -> Value {
    let id = client.ask(method, params);
    let answer = client.message();
    assert_eq!(answer["id"], id, "{answer}");
    answer
}

#[test]
fn tasks_of_2025_11_25_of_a_child_are_listed_asked_for_and_ended_over_stdio() {
    let mut client = gateway(&["--features"]);
    let begun = client.initialize();
    let announced = json!({"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}});
    assert_eq!(begun["result"]["capabilities"]["tasks"], announced);
    let call = ask(&mut client, "tools/call", &json!({"name": "work", "arguments": {}, "task": {"ttl": 60_000}}));
    let id = call["result"]["task"]["taskId"].clone();
    assert!(id.as_str().is_some_and(|id| id.starts_with("misbehaving-server.7.")), "{call}");
    let asked = json!({"taskId": id});
    assert_eq!(ask(&mut client, "tasks/get", &asked)["result"], json!({"taskId": id, "status": "working"}));
    assert_eq!(text(&ask(&mut client, "tasks/result", &asked)), "done");

    let listed = ask(&mut client, "tasks/list", &json!({}))["result"].take();
    assert_eq!(listed["tasks"], json!([{"taskId": id, "status": "working"}]), "the id is that of the call");
    let rest = ask(&mut client, "tasks/list", &json!({"cursor": listed["nextCursor"]}))["result"].take();
    let other = rest["tasks"][0]["taskId"].clone();
    assert!(other.as_str().is_some_and(|id| id.starts_with("misbehaving-server.8.")), "{rest}");
    assert_eq!((rest["tasks"].as_array().unwrap().len(), rest.get("nextCursor")), (1, None), "{rest}");
    assert_eq!(ask(&mut client, "tasks/cancel", &json!({"taskId": other}))["result"]["status"], "cancelled");
    assert_eq!(failure(&ask(&mut client, "tasks/list", &json!({"cursor": "2"})))["origin"], "caller");
    assert!(client.end().status.success());
}

#[test]
fn tasks_of_the_extension_of_a_child_are_asked_for_and_ended_over_stdio() {
    let mut client = gateway(&["--features", "--modern"]);
    let with = |params| modern(params, json!({"extensions": {"io.modelcontextprotocol/tasks": {}}}));
    let call = ask(&mut client, "tools/call", &with(json!({"name": "work", "arguments": {}})))["result"].take();
    assert_eq!(call["resultType"], "task", "{call}");
    let asked = json!({"taskId": call["taskId"], "inputResponses": {}});
    let got = ask(&mut client, "tasks/get", &with(asked.clone()));
    assert_eq!((&got["result"]["status"], &got["result"]["taskId"]), (&json!("working"), &call["taskId"]), "{got}");
    for method in ["tasks/update", "tasks/cancel"] {
        assert_eq!(ask(&mut client, method, &with(asked.clone()))["result"], json!({"resultType": "complete"}));
    }
    for method in ["tasks/list", "tasks/result"] {
        assert_eq!(ask(&mut client, method, &with(asked.clone()))["error"]["code"], -32601, "{method}");
    }
    let undeclared = ask(&mut client, "tasks/get", &modern(asked, json!({})));
    assert_eq!(undeclared["error"]["code"], -32021, "{undeclared}");
    client.end();
}

#[test]
fn ids_of_tasks_that_were_not_given_are_refused_over_stdio() {
    let mut client = gateway(&["--features"]);
    client.initialize();
    for id in ["7", "misbehaving-server.7", "misbehaving-server.7.AAAA"] {
        let refused = ask(&mut client, "tasks/get", &json!({"taskId": id}));
        assert_eq!(failure(&refused)["reason"], "unknown_task", "{refused}");
    }
    client.end();
}
