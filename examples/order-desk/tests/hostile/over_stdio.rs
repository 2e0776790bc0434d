//! The frames as lines.

use super::frames::{COUNT, Chance, SECRETS, frame};
use super::server::Server;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};

fn count(ids: &mut HashMap<String, usize>, id: &Value) {
    *ids.entry(id.to_string()).or_default() += 1;
}

/// A line that is longer than any may be, with its id at the end.
fn endless(id: &Value) -> Vec<u8> {
    let mut line = br#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":""#.to_vec();
    line.resize(line.len() + (17 << 20), b'x');
    line.extend_from_slice(format!("\"}},\"id\":{id}}}").as_bytes());
    line
}

#[test]
fn ten_thousand_hostile_lines_leave_no_request_without_its_answer() {
    let mut server = Server::over_stdio().watched();
    let (mut input, output) = (server.0.stdin.take().unwrap(), server.0.stdout.take().unwrap());
    let mut log = server.0.stderr.take().unwrap();
    let reader = std::thread::spawn(move || BufReader::new(output).lines().map(Result::unwrap).collect::<Vec<_>>());
    let log = std::thread::spawn(move || {
        let mut text = Vec::new();
        log.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    });

    let mut asked = HashMap::new();
    let mut send = |bytes: &[u8], ids: &[Value]| {
        input.write_all(bytes).unwrap();
        input.write_all(b"\n").unwrap();
        ids.iter().for_each(|id| count(&mut asked, id));
    };
    // Before the handshake: what would end another server.
    send(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, &[]);
    send(br#"{"jsonrpc":"2.0","id":"early","result":{}}"#, &[]);
    send(br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, &[json!(1)]);
    send(br#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{}}"#, &[json!(2)]);
    let hello = json!({"jsonrpc": "2.0", "id": 3, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "hostile", "version": "0"}}});
    send(hello.to_string().as_bytes(), &[json!(3)]);

    let mut chance = Chance::new(0x5eed);
    for number in 0..COUNT {
        let frame = frame(number, &mut chance);
        send(&frame.bytes, &frame.ids);
        if number.is_multiple_of(97) {
            // Once more under the same id: another request, and another answer.
            send(&frame.bytes, &frame.ids);
        }
        if number == 5_000 {
            // Many small values, of which each takes far more room than its text.
            let id = json!("crowded");
            let crowd = "0,".repeat(1 << 20);
            let line = format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"list_orders\",\
                 \"arguments\":{{\"x\":[{crowd}0]}}}}}}"
            );
            send(line.as_bytes(), std::slice::from_ref(&id));
        }
        if number.is_multiple_of(4_000) {
            let id = json!(format!("endless {number}"));
            send(&endless(&id), std::slice::from_ref(&id));
        }
    }
    // The last one has no end.
    input.write_all(br#"{"jsonrpc":"2.0","id":"last","method":"ping"}"#).unwrap();
    count(&mut asked, &json!("last"));
    server.check_memory();
    drop(input);
    assert!(server.ended().success());

    let (lines, log) = (reader.join().unwrap(), log.join().unwrap());
    let mut answered = HashMap::new();
    let mut without_id = 0;
    for line in &lines {
        let message: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("not JSON: {line}"));
        assert!(message.get("method").is_none(), "the server asks: {line}");
        match message.get("id") {
            Some(id) if !id.is_null() => count(&mut answered, id),
            _ => without_id += 1,
        }
        for secret in SECRETS {
            assert!(!line.contains(secret), "{line}");
        }
    }
    for (id, times) in &asked {
        assert_eq!(answered.get(id), Some(times), "the request {id}");
    }
    assert_eq!(answered.len(), asked.len(), "answers to what was not asked");
    assert!(without_id > 32, "unparsable lines are answered, {without_id}");
    for secret in SECRETS.iter().filter(|secret| **secret != "panicked at") {
        assert!(!log.contains(secret), "in the log: {secret}");
    }
}
