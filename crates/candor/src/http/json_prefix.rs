//! A prefix of JSON: what was read before the text ended, became invalid or nested too deeply is kept.

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The value that the text begins with, up to where it cannot be read any more.
pub(super) fn json_prefix(text: &str) -> Value {
    let mut value = Value::Null;
    // What went wrong does not matter: whatever came before it is in the value.
    let _ = Slot(&mut value).deserialize(&mut serde_json::Deserializer::from_str(text));
    value
}

/// Where the next value is put, filled while it is read.
struct Slot<'a>(&'a mut Value);

impl<'de> DeserializeSeed<'de> for Slot<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Slot<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        *self.0 = Value::Bool(value);
        Ok(())
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        *self.0 = Value::from(value);
        Ok(())
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        *self.0 = Value::from(value);
        Ok(())
    }

    fn visit_f64<E>(self, value: f64) -> Result<(), E> {
        *self.0 = Number::from_f64(value).map_or(Value::Null, Value::Number);
        Ok(())
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        *self.0 = Value::from(value);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        *self.0 = Value::Array(Vec::new());
        let Value::Array(read) = self.0 else { return Ok(()) };
        loop {
            let mut item = Value::Null;
            let result = items.next_element_seed(Slot(&mut item));
            match &result {
                Ok(Some(())) => read.push(item),
                Err(_) if !item.is_null() => read.push(item),
                Ok(None) | Err(_) => {}
            }
            if result?.is_none() {
                return Ok(());
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        *self.0 = Value::Object(Map::new());
        let Value::Object(read) = self.0 else { return Ok(()) };
        while let Some(name) = members.next_key::<String>()? {
            members.next_value_seed(Slot(read.entry(name).or_insert(Value::Null)))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whole_json_is_read_as_it_is() {
        let value = json!({"a": [1, -2, 2.5, "x", true, null, {"b": null}], "c": ""});
        assert_eq!(json_prefix(&value.to_string()), value);
        assert_eq!(json_prefix(" \"text\" and more"), json!("text"));
    }

    #[test]
    fn what_came_before_the_end_is_kept() {
        let rows = [
            (
                r#"{"error": {"message": "No such order", "trace": "at ma"#,
                json!({"error": {"message": "No such order", "trace": null}}),
            ),
            (
                r#"{"errors": [{"message": "a"}, {"message": "b"#,
                json!({"errors": [{"message": "a"}, {"message": null}]}),
            ),
            (r#"{"message": "a", "code": 4x}"#, json!({"message": "a", "code": 4})),
            (r#"{"message": "a", oops}"#, json!({"message": "a"})),
            ("{", json!({})),
            ("", json!(null)),
            ("<html>", json!(null)),
        ];
        for (text, value) in rows {
            assert_eq!(json_prefix(text), value, "{text}");
        }
    }

    #[test]
    fn what_is_nested_too_deeply_only_ends_the_reading() {
        let deep = format!(r#"{{"message": "a", "rest": {}"#, "[".repeat(1_000_000));
        assert_eq!(json_prefix(&deep)["message"], "a");
    }
}
