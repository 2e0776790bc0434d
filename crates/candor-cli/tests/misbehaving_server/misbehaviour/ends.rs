//! Ends that nobody asked for.

use crate::call::{Call, content};
use crate::output;
use crate::server::Server;
use std::process::{Command, exit};

pub(super) fn dies_at_start(_server: &Server, _number: Option<u64>) {
    exit(1);
}

pub(super) fn dies_at_first_starts(server: &Server, number: Option<u64>) {
    if server.options.starts <= number.unwrap_or(1) {
        exit(1);
    }
}

pub(super) fn exits_with_message(_server: &Server, number: Option<u64>) {
    output::log("cannot read /etc/misbehaving/settings.json: no such file; password=hunter2");
    exit(code(number, 3));
}

pub(super) fn dies_in_call(call: &Call) {
    exit(code(call.number, 7));
}

pub(super) fn killed_in_call(_call: &Call) {
    // Without `unsafe`, another program has to send the signal.
    let number = std::process::id().to_string();
    Command::new("sh").args(["-c", "kill -KILL $0", &number]).status().unwrap();
}

pub(super) fn crashes_in_call(_call: &Call) {
    std::process::abort();
}

pub(super) fn dies_in_half_a_frame(call: &Call) {
    let frame = call.response(Ok(content("this is the first half and this is the second"))).to_string();
    output::bytes(&frame.as_bytes()[..frame.len() / 2]);
    exit(1);
}

fn code(number: Option<u64>, default: i32) -> i32 {
    number.and_then(|number| i32::try_from(number).ok()).unwrap_or(default)
}
