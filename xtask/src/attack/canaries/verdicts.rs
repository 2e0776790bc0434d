//! What each canary hides, and what the scrubber by itself makes of it.

use super::kinds::Rules;
use serde_json::Value;

/// So many characters of something hidden are enough to recognise it.
const RECOGNISABLE: usize = 8;

pub(super) struct Verdicts(Vec<Verdict>);

struct Verdict {
    /// Every part of what is hidden, in every form that JSON gives it.
    parts: Vec<String>,
    is_configured: bool,
    /// Whether the scrubber leaves some of it.
    stays: bool,
}

impl Verdicts {
    /// Reads what the server prints, one canary a line.
    pub(super) fn read(text: &str) -> Result<Verdicts, String> {
        text.lines().map(Verdict::read).collect::<Option<_>>().map(Verdicts).ok_or_else(|| "no verdicts".to_owned())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the text shows what it must not show under these rules.
    pub(super) fn is_leak(&self, canary: usize, rules: Rules, text: &str) -> bool {
        self.0.get(canary).is_some_and(|verdict| {
            let must_go = verdict.is_configured || (rules == Rules::All && !verdict.stays);
            must_go && verdict.parts.iter().any(|part| text.contains(part))
        })
    }
}

impl Verdict {
    fn read(line: &str) -> Option<Verdict> {
        let verdict: Value = serde_json::from_str(line).ok()?;
        let hidden = verdict.get("hidden")?.as_array()?.iter().filter_map(Value::as_str);
        let mut parts: Vec<_> = hidden.flat_map(parts).flat_map(forms).collect();
        parts.sort();
        parts.dedup();
        let is = |name: &str| verdict.get(name).and_then(Value::as_bool);
        Some(Verdict { parts, is_configured: is("configured")?, stays: is("stays")? })
    }
}

/// The parts of it that are just long enough.
fn parts(hidden: &str) -> Vec<String> {
    let letters: Vec<_> = hidden.chars().collect();
    letters.windows(RECOGNISABLE.min(letters.len().max(1))).map(|part| part.iter().collect()).collect()
}

/// The text as it is, in JSON, and in JSON within JSON.
fn forms(text: String) -> [String; 3] {
    let escaped = |text: &str| {
        let quoted = Value::from(text).to_string();
        quoted.get(1..quoted.len() - 1).unwrap_or_default().to_owned()
    };
    let once = escaped(&text);
    let twice = escaped(&once);
    [text, once, twice]
}

#[cfg(test)]
mod tests {
    use super::{Rules, Verdicts};

    #[test]
    fn a_configured_secret_leaks_anywhere_and_the_rest_only_where_the_scrubber_would_find_it() {
        let lines = [
            r#"{"hidden": ["Tr0ub4dor-3"], "configured": true, "stays": false}"#,
            r#"{"hidden": ["/srv/shop/a\"b"], "configured": false, "stays": false}"#,
            r#"{"hidden": ["known gap"], "configured": false, "stays": true}"#,
        ];
        let verdicts = Verdicts::read(&lines.join("\n")).expect("verdicts");
        let text = r#"{"text": "Tr0ub4dor, shop/a\\\"b, known gap"}"#;
        let leaks = |rules| [0, 1, 2].map(|canary| verdicts.is_leak(canary, rules, text));
        assert_eq!(leaks(Rules::All), [true, true, false]);
        assert_eq!(leaks(Rules::Configured), [true, false, false]);
    }
}
