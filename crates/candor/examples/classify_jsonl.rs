//! Reads `{"id", "text", "name", "status"}` per line, and writes the verdict on each: `candor classify --jsonl` without
//! the rest of the command line, to be built quickly while the classifier is worked on.

use candor::classify::{Classifier, Evidence};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, BufWriter, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let classifier = Classifier::standard();
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let row: Value = serde_json::from_str(&line?)?;
        let mut evidence = Evidence::text(row.get("text").and_then(Value::as_str).unwrap_or_default());
        if let Some(name) = row.get("name").and_then(Value::as_str) {
            evidence = evidence.with_name(name);
        }
        if let Some(status) = row.get("status").and_then(Value::as_u64) {
            evidence = evidence.with_http_status(u16::try_from(status)?);
        }
        let verdict = classifier.classify_evidence(&evidence);
        let told = json!({
            "id": row.get("id"), "code": verdict.code().name(), "step": verdict.step().name(),
            "rule": verdict.rule(), "certainty": verdict.certainty(), "decided_by": verdict.decided_by(),
        });
        writeln!(out, "{told}")?;
    }
    Ok(())
}
