//! A call as one line for people.

use super::Line;
use crate::context::CallOutcome;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;
use std::time::Duration;

/// The line, with its end: when, which tool, how it ended, and then what else is known as `name=value`.
pub(super) fn line(line: &Line<'_>, coloured: bool) -> String {
    let record = line.record;
    let mut text = String::with_capacity(192);
    let style = if coloured { style(&record.outcome) } else { Style::new() };
    let duration = told_duration(record.duration);
    // Writing to a string cannot fail, here and below.
    let _ = write!(text, "{} {} {style}{}{style:#} in {duration}", line.time, line.tool, line.outcome);
    if let CallOutcome::Failed(facts) = &record.outcome {
        let _ = write!(text, ": {}, {} ({})", facts.code.name(), line.reason, facts.origin.name());
        if !facts.reference.is_empty() {
            let _ = write!(text, " reference={}", facts.reference);
        }
    }
    if let Some(upstream) = &record.upstream {
        let _ = write!(text, " api={upstream}");
    }
    if let Some(status) = record.status {
        let _ = write!(text, " status={status}");
    }
    if record.attempts > 1 {
        let _ = write!(text, " attempts={}", record.attempts);
    }
    if !record.warnings.is_empty() {
        let _ = write!(text, " warnings={}", record.warnings.join(","));
    }
    if let Some(caller) = &line.caller {
        let _ = write!(text, " caller={caller}");
    }
    let _ = write!(text, " id={}", line.request_id);
    if let Some(id) = line.trace_id {
        let _ = write!(text, " trace={id:032x}");
    }
    text.push('\n');
    text
}

fn style(outcome: &CallOutcome) -> Style {
    let colour = match outcome {
        CallOutcome::Succeeded => AnsiColor::Green,
        CallOutcome::Failed(_) => AnsiColor::Red,
        CallOutcome::Cancelled => AnsiColor::Yellow,
    };
    Style::new().fg_color(Some(colour.into()))
}

fn told_duration(duration: Duration) -> String {
    if duration < Duration::from_secs(10) {
        format!("{:.1} ms", duration.as_secs_f64() * 1e3)
    } else {
        format!("{:.1} s", duration.as_secs_f64())
    }
}
