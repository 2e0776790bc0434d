//! Clients over HTTP before a child, and what is said before anything is served.

use super::wrapper::new_file;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

const CANDOR: &str = env!("CARGO_BIN_EXE_candor");
const SERVER: &str = env!("CARGO_BIN_EXE_misbehaving-server");

fn post(address: &str, message: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        message.len()
    );
    stream.write_all(format!("{head}{message}").as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_child_is_served_over_http_and_ends_with_the_gateway() {
    let mut command = Command::new(CANDOR);
    command.args(["serve", "--listen", "127.0.0.1:0", "--", SERVER]).stderr(Stdio::piped());
    let mut gateway = command.spawn().unwrap();
    let mut lines = BufReader::new(gateway.stderr.take().unwrap()).lines();
    let address = loop {
        let line = lines.next().unwrap().unwrap();
        if let Some((_, rest)) = line.split_once("http://") {
            break rest.trim_end_matches("/mcp").to_owned();
        }
    };
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}"#;
    let answer = post(&address, call);
    assert!(answer.contains(r#""structuredContent":{"sum":3}"#), "{answer}");
    let ended = Command::new("kill").args(["-TERM", &gateway.id().to_string()]).status().unwrap();
    assert!(ended.success() && gateway.wait().unwrap().success());
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
        (&["--mcp", "http://a/", "--", "b"][..], "--mcp and -- are one each; several are for a configuration"),
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
