#![allow(warnings, clippy::all)]
#[path = "../benches/scrub/inputs.rs"]
mod inputs;
use std::io::{BufRead, Write};
fn main() {
    let mode = std::env::args().nth(1).unwrap();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if mode == "dump" {
        for a in inputs::adversaries() {
            writeln!(out, "{}", serde_json::json!({"id": a.name, "text": a.text})).unwrap();
        }
        for (i, t) in inputs::loaded().into_iter().chain(inputs::ordinary()).enumerate() {
            writeln!(out, "{}", serde_json::json!({"id": i, "text": t})).unwrap();
        }
        return;
    }
    let s = candor_scrub::Scrubber::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let mut v: serde_json::Value = serde_json::from_str(&line).unwrap();
        let t = s.scrub(v["text"].as_str().unwrap()).into_owned();
        writeln!(out, "{}", serde_json::json!({"id": v["id"], "text": t})).unwrap();
    }
}
