//! A contract that arrives as JSON, checked against every rule that Rust's types check for those in code.

use super::clause::{FROM_CODE, MESSAGE, ORIGIN, RETRY, Written};
use super::rules::{ContractRule, RuleViolation};
use super::{Clause, Contract};
use crate::Code;
use crate::failure::message::is_blank;
use crate::failure::{Origin, Reason, Retry};
use crate::vague::is_vague;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::HashSet;

impl Contract {
    /// Reads a contract in 004's shape: `{"errors": [{"reason", "code", "when", "recovery", …}]}`.
    ///
    /// What [`Contract`] serializes to is read back as it was.
    ///
    /// ```
    /// use candor::Contract;
    ///
    /// let errors = Contract::from_json(r#"{"errors": [{"reason": "noMatch", "code": -32001,
    ///     "when": "No id matched.", "recovery": "Try again."}]}"#).unwrap_err();
    /// let rules: Vec<_> = errors.violations().iter().map(|violation| violation.rule.id()).collect();
    /// assert_eq!(rules, ["error-contract-reason-format", "error-contract-recovery-min-words"]);
    /// ```
    ///
    /// # Errors
    ///
    /// Every violation of 004's structural rules at once, each with its place and how to fix it.
    pub fn from_json(json: &str) -> Result<Contract, ContractErrors> {
        let value = serde_json::from_str(json).map_err(|error| ContractErrors(Refusal::Syntax(error.to_string())))?;
        Contract::from_value(&value)
    }

    fn from_value(value: &Value) -> Result<Contract, ContractErrors> {
        let mut reader = Reader { violations: Vec::new() };
        let contract = reader.contract(value);
        match contract {
            Some(contract) if reader.violations.is_empty() => Ok(contract),
            Some(_) | None => Err(ContractErrors(Refusal::Rules(reader.violations))),
        }
    }
}

/// Under the same rules as [`Contract::from_json`].
impl<'de> Deserialize<'de> for Contract {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Contract::from_value(&Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// Why a contract in JSON is refused: it is not JSON, or it breaks rules, all of them named.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct ContractErrors(Refusal);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum Refusal {
    #[error("the contract is not JSON: {0}")]
    Syntax(String),
    #[error("{}", one_after_the_other(.0))]
    Rules(Vec<RuleViolation>),
}

impl ContractErrors {
    /// The rules that are broken, in the order of the document; none if it is not JSON at all.
    #[must_use]
    pub fn violations(&self) -> &[RuleViolation] {
        match &self.0 {
            Refusal::Syntax(_) => &[],
            Refusal::Rules(violations) => violations,
        }
    }
}

fn one_after_the_other(violations: &[RuleViolation]) -> String {
    violations.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

struct Reader {
    violations: Vec<RuleViolation>,
}

impl Reader {
    fn refuse<T>(&mut self, rule: ContractRule, pointer: impl Into<String>) -> Option<T> {
        self.violations.push(RuleViolation { rule, pointer: pointer.into() });
        None
    }

    fn contract(&mut self, value: &Value) -> Option<Contract> {
        let Some(entries) = value.get("errors").and_then(Value::as_array) else {
            return self.refuse(ContractRule::Type, "/errors");
        };
        let open = value.get("open").and_then(Value::as_bool).unwrap_or(false);
        if entries.is_empty() && !open {
            return self.refuse(ContractRule::Empty, "/errors");
        }
        let mut clauses: Vec<Clause> = Vec::with_capacity(entries.len());
        let mut reasons = HashSet::new();
        for (index, entry) in entries.iter().enumerate() {
            let pointer = format!("/errors/{index}");
            let Some(entry) = entry.as_object() else {
                self.refuse::<()>(ContractRule::EntryType, pointer);
                continue;
            };
            if !entry.get("reason").and_then(Value::as_str).is_none_or(|reason| reasons.insert(reason)) {
                self.refuse::<()>(ContractRule::ReasonUnique, format!("{pointer}/reason"));
            }
            clauses.extend(self.entry(entry, &pointer));
        }
        let name = value.get("name").and_then(Value::as_str).unwrap_or_default();
        Some(Contract { name: Cow::Owned(name.to_owned()), clauses: Cow::Owned(clauses), includes: &[], open })
    }

    /// Reads every field before it gives up, so that all mistakes are named at once.
    fn entry(&mut self, entry: &Map<String, Value>, pointer: &str) -> Option<Clause> {
        let reason = self.reason(entry.get("reason"), &format!("{pointer}/reason"));
        let code = self.code(entry, &format!("{pointer}/code"));
        let when = match entry.get("when").and_then(Value::as_str) {
            Some(when) if !when.trim().is_empty() => Some(when),
            Some(_) | None => self.refuse(ContractRule::WhenRequired, format!("{pointer}/when")),
        };
        let recovery = self.recovery(entry.get("recovery"), &format!("{pointer}/recovery"));
        let retryable = match entry.get("retryable") {
            None => Some(None),
            Some(Value::Bool(retryable)) => Some(Some(*retryable)),
            Some(_) => self.refuse(ContractRule::RetryableType, format!("{pointer}/retryable")),
        };
        let message = entry.get("message").and_then(Value::as_str).filter(|message| !is_blank(message));
        let (message, name) = message.map_or((when, "when"), |message| (Some(message), "message"));
        if message.is_some_and(|message| is_vague(message) && !names_a_field(message)) {
            self.refuse::<()>(ContractRule::MessageVague, format!("{pointer}/{name}"));
        }
        let (reason, code, when, recovery, retryable) = (reason?, code?, when?, recovery?, retryable?);
        let retry = retry(entry, code, retryable);
        let origin = entry.get(ORIGIN).and_then(Value::as_str).and_then(Origin::from_name);
        let written = Written {
            message: !is_from_code(entry, MESSAGE),
            origin: origin.is_some() && !is_from_code(entry, ORIGIN),
            retry: retryable.is_some() && !is_from_code(entry, RETRY),
        };
        Some(Clause {
            reason: Cow::Owned(reason.as_str().to_owned()),
            code,
            when: Cow::Owned(when.to_owned()),
            message: Cow::Owned(message.unwrap_or(when).to_owned()),
            recovery: Cow::Owned(recovery.to_owned()),
            docs: entry.get("docs").and_then(Value::as_str).map(|link| Cow::Owned(link.to_owned())),
            origin: origin.unwrap_or(code.row().origin.value),
            retry,
            written,
        })
    }

    fn reason(&mut self, value: Option<&Value>, pointer: &str) -> Option<Reason> {
        match value.and_then(Value::as_str) {
            None | Some("") => self.refuse(ContractRule::ReasonRequired, pointer),
            Some(text) => match Reason::new(text.to_owned()) {
                Ok(reason) => Some(reason),
                Err(_) => self.refuse(ContractRule::ReasonFormat, pointer),
            },
        }
    }

    /// The number is 004's; Candor's finer `kind` counts where it has that number.
    fn code(&mut self, entry: &Map<String, Value>, pointer: &str) -> Option<Code> {
        let Some(number) = entry.get("code").and_then(Value::as_i64) else {
            return self.refuse(ContractRule::CodeType, pointer);
        };
        let has_number = |code: &Code| i64::from(code.row().structured.value.number) == number;
        let code = Code::from_number(number).filter(has_number);
        let kind = entry.get("kind").and_then(Value::as_str).map(|name| Code::from_name(name).filter(has_number));
        match kind.unwrap_or(code) {
            Some(Code::Unknown) => self.refuse(ContractRule::CodeUnknownError, pointer),
            Some(code) => Some(code),
            None => self.refuse(ContractRule::CodeUnknown, pointer),
        }
    }

    fn recovery<'v>(&mut self, value: Option<&'v Value>, pointer: &str) -> Option<&'v str> {
        let Some(text) = value.and_then(Value::as_str) else {
            return self.refuse(ContractRule::RecoveryRequired, pointer);
        };
        match text.split_whitespace().count() {
            0 => self.refuse(ContractRule::RecoveryEmpty, pointer),
            1..5 => self.refuse(ContractRule::RecoveryMinWords, pointer),
            _ => Some(text),
        }
    }
}

/// Whether the message has a place for a field, such as `{id}`; a doubled brace is a brace.
fn names_a_field(message: &str) -> bool {
    message.replace("{{", "").contains('{')
}

/// Whether the entry says that the member follows from its code.
fn is_from_code(entry: &Map<String, Value>, name: &str) -> bool {
    entry.get(FROM_CODE).and_then(Value::as_array).is_some_and(|names| names.iter().any(|it| it == name))
}

fn retry(entry: &Map<String, Value>, code: Code, retryable: Option<bool>) -> Retry {
    let default = code.row().retry.value;
    let stated = entry.get(RETRY);
    let after_ms = stated.and_then(|retry| retry.get("after_ms")).and_then(Value::as_u64);
    let safe = stated.and_then(|retry| retry.get("safe")).and_then(Value::as_str);
    match retryable {
        Some(retryable) if stated.is_some() => Retry::from_wire(retryable, after_ms, safe),
        Some(retryable) if retryable != default.is_retryable() => Retry::from_wire(retryable, None, None),
        Some(_) | None => default,
    }
}
