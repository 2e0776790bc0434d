//! Rules as they are written in a file.

use super::{InvalidRules, Rule};
use crate::Code;
use crate::failure::{Origin, Retry};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rules: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    code: Code,
    text: Option<String>,
    name: Option<String>,
    status: Option<u16>,
    origin: Option<Origin>,
    retry: Option<RetryRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RetryRow {
    retryable: bool,
    after_ms: Option<u64>,
    safe: Option<SafeRow>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum SafeRow {
    Always,
    IfIdempotent,
    Never,
}

impl SafeRow {
    const fn name(self) -> &'static str {
        match self {
            SafeRow::Always => "always",
            SafeRow::IfIdempotent => "if_idempotent",
            SafeRow::Never => "never",
        }
    }
}

pub(super) fn read(text: &str) -> Result<Vec<Rule>, InvalidRules> {
    let file: File = serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).map_err(|error| {
        InvalidRules::one(format!(
            r#"{error}; give {{"rules": [{{"id": "shop_closed", "code": "unavailable", "text": "the shop is closed"}}]}}"#
        ))
    })?;
    Ok(file.rules.into_iter().map(Row::into_rule).collect())
}

impl Row {
    fn into_rule(self) -> Rule {
        let rule = Rule { text: self.text, name: self.name, status: self.status, ..Rule::new(self.id, self.code) };
        let rule = self.origin.into_iter().fold(rule, Rule::with_origin);
        let retry = self.retry.map(|row| Retry::from_wire(row.retryable, row.after_ms, row.safe.map(SafeRow::name)));
        retry.into_iter().fold(rule, Rule::with_retry)
    }
}
