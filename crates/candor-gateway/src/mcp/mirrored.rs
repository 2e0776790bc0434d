//! Arguments that a tool's schema wants repeated in headers (`x-mcp-header`, 2026-07-28).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::HeaderMap;
use serde_json::Value;

/// The most annotations of a tool that count, and how deep they may be.
const MOST: usize = 64;
const DEEPEST: usize = 16;

/// An argument that a header repeats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mirrored {
    /// The names of the members that lead to it.
    path: Vec<Box<str>>,
    /// The header's name after `Mcp-Param-`.
    header: Box<str>,
}

/// Those of a tool, as it is listed.
pub(super) fn of_tool(item: &Value) -> Vec<Mirrored> {
    let mut found = Vec::new();
    collect(item.pointer("/inputSchema/properties"), &mut Vec::new(), &mut found);
    found
}

fn collect(properties: Option<&Value>, path: &mut Vec<Box<str>>, found: &mut Vec<Mirrored>) {
    let Some(Value::Object(properties)) = properties else { return };
    for (name, schema) in properties {
        if found.len() >= MOST || path.len() >= DEEPEST {
            return;
        }
        path.push(name.as_str().into());
        let header = schema.get("x-mcp-header").and_then(Value::as_str);
        if let Some(header) = header.filter(|it| http::HeaderName::try_from(format!("mcp-param-{it}")).is_ok()) {
            found.push(Mirrored { path: path.clone(), header: header.into() });
        }
        collect(schema.get("properties"), path, found);
        path.pop();
    }
}

/// The headers that a call with these arguments has, by their names after `Mcp-Param-`.
pub(super) fn values(mirrored: &[Mirrored], arguments: &Value) -> Vec<(Box<str>, Box<str>)> {
    let value = |it: &Mirrored| Some((it.header.clone(), it.value_in(arguments)?.into()));
    mirrored.iter().filter_map(value).collect()
}

/// Whether the client's headers say the same as the arguments; otherwise what is wrong.
pub(super) fn check(mirrored: &[Mirrored], arguments: &Value, headers: &HeaderMap) -> Result<(), String> {
    for it in mirrored {
        let name = format!("Mcp-Param-{}", it.header);
        let mut sent = headers.get_all(&name).iter();
        let first = sent.next();
        if sent.next().is_some() {
            return Err(format!("the header {name} is there twice"));
        }
        let expected = it.value_in(arguments);
        match (first, expected) {
            (None, None) => {}
            (Some(_), None) => return Err(format!("the header {name} is there, and its argument is not")),
            (None, Some(_)) => return Err(format!("the header {name} is missing, which repeats an argument")),
            (Some(sent), Some(expected)) => {
                if sent.to_str().ok().and_then(decoded).as_deref() != Some(&*expected) {
                    return Err(format!("the header {name} does not say what its argument says"));
                }
            }
        }
    }
    Ok(())
}

/// What a header says: itself, or what is in `=?base64?…?=`.
pub(crate) fn decoded(value: &str) -> Option<String> {
    match value.strip_prefix("=?base64?").and_then(|it| it.strip_suffix("?=")) {
        Some(inner) => String::from_utf8(STANDARD.decode(inner).ok()?).ok(),
        None => Some(value.to_owned()),
    }
}

impl Mirrored {
    fn value_in(&self, arguments: &Value) -> Option<String> {
        match self.path.iter().try_fold(arguments, |value, name| value.get(&**name))? {
            Value::String(text) => Some(text.clone()),
            Value::Bool(value) => Some(value.to_string()),
            Value::Number(number) => Some(number.to_string()),
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn arguments_are_repeated_in_the_headers_that_the_schema_names() {
        let tool = json!({"inputSchema": {"properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "deep": {"properties": {"count": {"x-mcp-header": "Count"}}},
            "bad": {"x-mcp-header": "not a header"},
        }}});
        let mirrored = of_tool(&tool);
        let arguments = json!({"region": "eu", "deep": {"count": 7}});
        let mut found = values(&mirrored, &arguments);
        found.sort();
        assert_eq!(found, [("Count".into(), "7".into()), ("Region".into(), "eu".into())]);

        let headers = |pairs: &[(&'static str, &'static str)]| -> HeaderMap {
            pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
        };
        let count = ("mcp-param-count", "7");
        assert_eq!(check(&mirrored, &arguments, &headers(&[("mcp-param-region", "eu"), count])), Ok(()));
        assert_eq!(check(&mirrored, &arguments, &headers(&[("mcp-param-region", "=?base64?ZXU=?="), count])), Ok(()));
        for wrong in [&[count][..], &[("mcp-param-region", "us"), count]] {
            assert!(check(&mirrored, &arguments, &headers(wrong)).is_err(), "{wrong:?}");
        }
        assert!(check(&mirrored, &json!({}), &headers(&[count])).is_err());
    }
}
