//! A 2xx that says it failed, as a rule of the operator tells.

use super::{Case, perhaps_done, with_body};
use crate::send::Received;
use crate::upstream::FailureRule;
use candor::classify::{Classifier, Evidence, Step};
use candor::{Code, Failure, Origin, reason};
use serde_json::Value;

/// The longest message that is told, in characters.
const LONGEST: usize = 300;

/// The failure that the answer says it is, if it does.
pub(super) fn told(case: Case<'_>, received: &Received, body: &Value) -> Option<Failure> {
    let (rule, value) = case.policies.failed_when.iter().find_map(|rule| Some((rule, hit(rule, body)?)))?;
    let said = rule.message.as_deref().and_then(|pointer| body.pointer(pointer)).unwrap_or(value);
    let said = said.as_str().unwrap_or_default().trim();
    let is_identifier = !said.is_empty() && !said.contains(char::is_whitespace);
    let evidence = match is_identifier {
        true => Evidence::text(said).with_name(said),
        false => Evidence::text(said),
    };
    let verdict = Classifier::new().classify_evidence(&evidence);
    let code = match verdict.step() {
        Step::Fallback => Code::DependencyFailed,
        Step::Failure | Step::User | Step::Typed | Step::Provider | Step::Common | Step::Cancellation | _ => {
            verdict.code()
        }
    };
    let message = match said {
        "" => format!("{} answered {}, and its answer says that it failed", case.service, received.status.as_u16()),
        _ => format!("{} says that it failed: {}", case.service, said.chars().take(LONGEST).collect::<String>()),
    };
    let failure = Failure::new(code, message).with_verdict(verdict).with_origin(Origin::Upstream);
    let failure = failure.with_status(received.status.as_u16()).with_reason(reason!("says_it_failed"));
    // What the words are about may be a dependency of the API: that it was not reached does not mean that nothing was done.
    Some(with_body(perhaps_done(failure), &received.body))
}

/// The value that means failure, if it is there.
fn hit<'v>(rule: &FailureRule, body: &'v Value) -> Option<&'v Value> {
    let value = body.pointer(&rule.pointer)?;
    let is_hit = match &rule.equals {
        Some(expected) => value == expected,
        None => is_something(value),
    };
    is_hit.then_some(value)
}

fn is_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Bool(true) | Value::Number(_) => true,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_rule_without_a_value_is_hit_by_anything_that_says_something() {
        let rule = FailureRule { pointer: "/error".into(), equals: None, message: None };
        for value in [json!(null), json!(false), json!(""), json!([]), json!({})] {
            assert_eq!(hit(&rule, &json!({ "error": value })), None, "{value}");
        }
        for value in [json!(true), json!(0), json!("no"), json!([1]), json!({"code": 1})] {
            assert_eq!(hit(&rule, &json!({ "error": value })), Some(&value), "{value}");
        }
        assert_eq!(hit(&rule, &json!([])), None);
    }

    #[test]
    fn a_rule_with_a_value_is_hit_by_that_alone() {
        let rule = FailureRule { pointer: "/ok".into(), equals: Some(json!(false)), message: None };
        assert!(hit(&rule, &json!({"ok": false})).is_some());
        assert!(hit(&rule, &json!({"ok": true})).is_none());
        assert!(hit(&rule, &json!({})).is_none());
    }
}
