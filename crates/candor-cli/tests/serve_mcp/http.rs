//! Clients over HTTP before a child, and what is said before anything is served.

use super::wrapper::{Wrapper, failure, new_file};
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

const CANDOR: &str = env!("CARGO_BIN_EXE_candor");
const SERVER: &str = env!("CARGO_BIN_EXE_misbehaving-server");

/// A gateway over HTTP.
pub(super) struct Gateway {
    process: Child,
    address: String,
}

impl Gateway {
    /// One before a child that is told this.
    fn start(server: &[&str]) -> Gateway {
        Gateway::serving(&[&["--listen", "127.0.0.1:0", "--", SERVER], server].concat())
    }

    /// One that is told this.
    pub(super) fn serving(words: &[&str]) -> Gateway {
        let mut command = Command::new(CANDOR);
        command.arg("serve").args(words);
        Gateway::run(command)
    }

    /// One of several with a common key, and sessions.
    fn with_sessions(node: &str) -> Gateway {
        let config = new_file("candor.toml");
        let listen =
            "[listen]\naddress = \"127.0.0.1:0\"\nsessions = true\nseal_keys = [{ env = \"TEST_SEAL_KEY\" }]\n";
        let server = format!("[[mcp]]\nname = \"m\"\nprefix = \"\"\ncommand = [{SERVER:?}]\n");
        std::fs::write(&config, format!("{listen}node = \"{node}\"\n{server}")).unwrap();
        let mut command = Command::new(CANDOR);
        command.arg("serve").arg(config).env("TEST_SEAL_KEY", "a key that both of these gateways have");
        Gateway::run(command)
    }

    fn run(mut command: Command) -> Gateway {
        command.stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().unwrap().unwrap();
            if let Some((_, rest)) = line.split_once("serving at http://") {
                break rest.trim_end_matches("/mcp").to_owned();
            }
        };
        // It must not wait for somebody to read what it logs.
        std::thread::spawn(move || lines.for_each(drop));
        Gateway { process, address }
    }

    /// Sends a message with these lines of the head, and gives all that comes back.
    pub(super) fn post(&self, head: &str, message: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let request = format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\n\
             {head}Content-Length: {}\r\nConnection: close\r\n\r\n{message}",
            self.address,
            message.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// A gateway for one client over stdio, before this one.
    pub(super) fn client_over_stdio(&self) -> Wrapper {
        let mut command = Command::new(CANDOR);
        command.args(["serve", "--stdio", "--mcp", &format!("http://{}/mcp", self.address)]);
        Wrapper::of(command, String::new(), Vec::new())
    }

    pub(super) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.process.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    pub(super) fn end(mut self) {
        self.signal("-TERM");
        assert!(self.process.wait().unwrap().success());
    }
}

/// A test that fails leaves none behind.
impl Drop for Gateway {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const ERAS: [&[&str]; 2] = [&[], &["--modern"]];
const ADD: &str = r#""name":"add","arguments":{"a":1,"b":2}"#;
const SUM: &str = r#""structuredContent":{"sum":3}"#;

#[test]
fn a_child_is_served_over_http_to_clients_of_both_eras_and_ends_with_the_gateway() {
    for era in ERAS {
        let gateway = Gateway::start(era);
        let old = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{{ADD}}}}}"#);
        let answer = gateway.post("", &old);
        assert!(answer.contains(SUM), "{answer}");
        let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
        let new = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{{ADD},{meta}}}}}"#);
        let head = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: add\r\n";
        let answer = gateway.post(head, &new);
        assert!(answer.contains(SUM) && answer.contains(r#""resultType":"complete""#), "{answer}");
        gateway.end();
    }
}

#[test]
fn clients_of_both_eras_over_stdio_are_served_before_a_server_over_http() {
    let behind = Gateway::start(&[]);
    let mut client = behind.client_over_stdio();
    client.initialize();
    client.echoes();
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}});
    client.ask("tools/call", &json!({"name": "echo", "arguments": {"text": "hello"}, "_meta": meta}));
    let answer = client.message();
    assert_eq!(
        (&answer["result"]["content"][0]["text"], &answer["result"]["resultType"]),
        (&json!("hello"), &json!("complete"))
    );
    // The gateway behind the gateway has told its failure, which stays one of a server.
    let failed = client.call("fail_plain", &json!({"text": "connect ECONNREFUSED 10.0.0.7:5432"}));
    assert_eq!(failure(&failed)["origin"], "upstream", "{failed}");
    assert!(client.end().status.success());
    behind.end();
}

#[test]
fn two_processes_with_one_key_go_on_with_each_others_sessions_and_say_where_a_child_lives() {
    let (one, two) = (Gateway::with_sessions("gateway-1"), Gateway::with_sessions("gateway-2"));
    for (capabilities, lives_at_one) in [(r#"{"roots":{}}"#, true), ("{}", false)] {
        let info = r#"{"name":"t","version":"1"}"#;
        let params = format!(r#"{{"protocolVersion":"2025-11-25","capabilities":{capabilities},"clientInfo":{info}}}"#);
        let begun = one.post("", &format!(r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{params}}}"#));
        let id =
            begun.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).unwrap_or_else(|| panic!("{begun}"));
        let head = format!("Mcp-Session-Id: {id}\r\nMCP-Protocol-Version: 2025-11-25\r\n");
        let call = format!(r#"{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{{ADD}}}}}"#);
        let here = one.post(&head, &call);
        assert!(here.contains(SUM), "{here}");
        let there = two.post(&head, &call);
        assert_eq!(there.contains(SUM), !lives_at_one, "{there}");
        assert_eq!(there.contains("session_elsewhere") && there.contains("gateway-1"), lives_at_one, "{there}");
    }
    one.end();
    two.end();
}

#[test]
fn a_check_says_how_servers_are_reached_and_starts_none() {
    let starts = new_file("starts");
    let run = |words: &[&str]| {
        let output = Command::new(CANDOR).arg("serve").args(words).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let child = run(&["--check", "--", SERVER, "--starts", starts.to_str().unwrap()]);
    assert_eq!(child, "misbehaving-server: MCP server, started as misbehaving-server\n");
    assert!(!starts.exists());
    let url = run(&["--check", "--mcp", "http://127.0.0.1:9/mcp", "--name", "wiki"]);
    assert_eq!(url, "wiki: MCP server at http://127.0.0.1:9/mcp\n");
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    for (words, expected) in [
        (
            &["--mcp", "http://a/", "--", "b"][..],
            "--mcp and -- cannot be used together; to serve several, write a configuration",
        ),
        (&["--base-url", "http://a/", "--mcp", "http://a/"], "--base-url needs --openapi FILE"),
        (
            &["candor.toml", "--mcp", "http://a/"],
            "--mcp is for one API or server without a configuration; leave it or CONFIG out",
        ),
        (&["--name", "a"], "--name needs --openapi FILE, --mcp URL or -- COMMAND"),
    ] {
        let output = Command::new(CANDOR).arg("serve").args(words).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(expected), "{words:?}: {said}");
    }
}
