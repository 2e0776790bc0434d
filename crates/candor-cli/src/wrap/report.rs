//! What was repaired, as a person reads it at the end.

use candor_gateway::WrapReport;
use std::fmt::Write;

/// The report in lines. So many repairs are not in the record.
pub(super) fn written(report: &WrapReport, lost: u64, is_observing: bool) -> String {
    let mut text = String::new();
    let verb = if is_observing { "would have been repaired" } else { "repaired" };
    // Writing to a text does not fail.
    let _ = match report.count() {
        0 => writeln!(text, "candor: {} messages passed; nothing had to be repaired", report.messages),
        count => writeln!(text, "candor: {} messages passed; {count} {verb}", report.messages),
    };
    for (kind, count) in &report.repairs {
        let _ = writeln!(text, "  {count:>6}  {}", kind.meaning());
    }
    for (tool, repairs) in &report.by_tool {
        let counts: Vec<String> = repairs.iter().map(|(kind, count)| format!("{} {count}", kind.name())).collect();
        let _ = writeln!(text, "  {tool}: {}", counts.join(", "));
    }
    if lost > 0 {
        let _ = writeln!(text, "candor: not in the record, which could not be written: {lost}");
    }
    text
}
