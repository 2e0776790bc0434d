//! A configuration that is loaded again while calls run at children.

use super::http::Gateway;
use super::wrapper::new_file;
use std::path::Path;
use std::time::{Duration, Instant};

const SERVER: &str = env!("CARGO_BIN_EXE_misbehaving-server");
/// How long a test waits for what happens at once on an idle machine.
const LONG: Duration = Duration::from_secs(60);

/// Serves one child, which counts its starts in that file.
fn configure(file: &Path, starts: &Path) {
    let command = format!("command = [{SERVER:?}, \"--starts\", {:?}]", starts.display().to_string());
    let text = format!("[listen]\naddress = \"127.0.0.1:0\"\n\n[[mcp]]\nname = \"desk\"\nprefix = \"\"\n{command}\n");
    std::fs::write(file, text).unwrap();
}

/// The processes that were told this path.
fn told(path: &Path) -> Vec<u32> {
    let path = path.to_str().unwrap();
    let processes = std::fs::read_dir("/proc").unwrap();
    let processes = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let is_told = |process: &u32| {
        let words = std::fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default();
        words.split('\0').any(|word| word == path)
    };
    processes.filter(is_told).collect()
}

#[track_caller]
fn until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + LONG;
    while !is_so() {
        assert!(Instant::now() < end, "{what}: it is not so within {LONG:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn call(gateway: &Gateway, tool: &str, arguments: &str) -> String {
    let params = format!(r#"{{"name":"{tool}","arguments":{arguments}}}"#);
    gateway.post("", &format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#))
}

#[test]
fn calls_that_run_when_the_configuration_changes_end_at_the_old_child_and_others_go_to_the_new_one() {
    let file = new_file("candor.toml");
    let [old, new, newest] = ["old", "new", "newest"].map(|name| file.with_file_name(name));
    configure(&file, &old);
    let gateway = Gateway::serving(&[file.to_str().unwrap()]);
    assert!(call(&gateway, "echo", r#"{"text":"hello"}"#).contains("hello"));
    let first = told(&old);
    assert_eq!(first.len(), 1, "{first:?}");

    std::thread::scope(|threads| {
        let slow = || call(&gateway, "slow", r#"{"milliseconds":2500}"#);
        let running: Vec<_> = (0..4).map(|_| threads.spawn(slow)).collect();
        std::thread::sleep(Duration::from_millis(500));
        configure(&file, &new);
        gateway.signal("-HUP");
        until("the new child is started", || told(&new).len() == 1);
        assert!(call(&gateway, "echo", r#"{"text":"again"}"#).contains("again"));
        // Once more before the first calls have ended.
        configure(&file, &newest);
        gateway.signal("-HUP");
        until("the newest child is started", || told(&newest).len() == 1);
        assert!(call(&gateway, "echo", r#"{"text":"once more"}"#).contains("once more"));
        for running in running {
            let answer = running.join().unwrap();
            assert!(answer.contains(r#""result":"#) && !answer.contains("isError"), "{answer}");
        }
    });

    until("the old children have ended", || told(&old).is_empty() && told(&new).is_empty());
    assert_eq!(
        [&old, &new, &newest].map(|starts| std::fs::read(starts).unwrap().len()),
        [1; 3],
        "each was started once"
    );
    assert!(call(&gateway, "echo", r#"{"text":"at last"}"#).contains("at last"));
    gateway.end();
    until("nothing is left", || told(&newest).is_empty());
}
