//! A configuration that changes while calls run.

use super::{Folder, ORDERS, SOON, Server, hang_up, slow_api};
use crate::program;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// A call of `getOrder` that is sent, and not answered yet.
fn call(address: &str, id: u32) -> TcpStream {
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"getOrder","arguments":{{"id":"17"}}}}}}"#
    );
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    stream
}

fn answer(mut call: TcpStream) -> String {
    call.set_read_timeout(Some(SOON)).unwrap();
    let mut answer = String::new();
    call.read_to_string(&mut answer).unwrap();
    answer
}

fn say(api: &mut TcpStream, word: &str) {
    let length = word.len();
    write!(api, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n\r\n{word}").unwrap();
}

#[test]
fn a_call_that_runs_while_the_configuration_changes_ends_as_it_began_and_the_next_one_is_of_the_new_one() {
    let folder = Folder::new();
    folder.write("orders.yaml", &format!("{ORDERS}      responses: {{'200': {{content: {{text/plain: {{}}}}}}}}\n"));
    let (before, requests_before) = slow_api();
    let (after, requests_after) = slow_api();
    let configure = |url: &str| {
        let text = format!("[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\nbase_url = \"{url}\"\n");
        folder.write("candor.toml", &text);
    };
    configure(&before);
    let mut server = Server(program(&["serve", "--listen", "127.0.0.1:0"]).current_dir(folder.path()).spawn().unwrap());
    let mut lines = BufReader::new(server.0.stderr.take().unwrap()).lines().map(Result::unwrap);
    let mut said = |start: &str| lines.find_map(|line| line.strip_prefix(start).map(str::to_owned)).unwrap();
    let address = said("candor: serving at http://").strip_suffix("/mcp").unwrap().to_owned();

    let running = call(&address, 1);
    let mut api_before = requests_before.recv_timeout(SOON).unwrap();
    configure(&after);
    hang_up(&server.0);
    said("candor: candor.toml is taken over");
    let next = call(&address, 2);
    let mut api_after = requests_after.recv_timeout(SOON).unwrap();
    say(&mut api_after, "of the new one");
    say(&mut api_before, "of the old one");

    let (running, next) = (answer(running), answer(next));
    assert!(running.contains("\"id\":1") && running.contains("of the old one"), "{running}");
    assert!(next.contains("\"id\":2") && next.contains("of the new one"), "{next}");
}
