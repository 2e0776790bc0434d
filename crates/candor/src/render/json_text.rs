//! Writes disclosures as JSON text, byte for byte as `serde_json` writes them, but faster.
//!
//! A tool result holds every string of a failure up to four times. `serde_json` looks at one byte after another for what
//! must be escaped; here eight are looked at together.

use crate::json_escape::{has_escapes, next_escape};
use serde::ser::{Error as _, Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple};
use serde::{Serialize, Serializer};
use serde_json::Error;
use std::fmt::Write;

/// Enough for most tool results.
const USUAL_LEN: usize = 2048;

/// Where another crate in the program asks `serde_json` for numbers of any length, each is a struct of this name whose only
/// member has this name, too, and holds the digits as text.
const LONG_NUMBER: &str = "$serde_json::private::Number";

/// The value as JSON text; nothing if it has none, but every disclosure has.
pub(super) fn json_text(value: &impl Serialize) -> String {
    let mut text = String::with_capacity(USUAL_LEN);
    push_json(&mut text, value);
    text
}

/// Appends the value as JSON text.
pub(super) fn push_json(to: &mut String, value: &impl Serialize) {
    let start = to.len();
    if value.serialize(&mut Writer { text: to }).is_err() {
        to.truncate(start);
    }
}

struct Writer<'t> {
    text: &'t mut String,
}

impl Writer<'_> {
    fn integer(&mut self, number: impl itoa::Integer) {
        self.text.push_str(itoa::Buffer::new().format(number));
    }

    fn float(&mut self, number: impl Serialize) -> Result<(), Error> {
        self.text.push_str(&serde_json::to_string(&number)?);
        Ok(())
    }
}

/// Bytes, and variants of enums that hold something, are in no disclosure.
fn unknown_form<T>() -> Result<T, Error> {
    Err(Error::custom("a disclosure does not have this form"))
}

/// Appends the text as a JSON string.
fn push_string(to: &mut String, text: &str) {
    to.push('"');
    if has_escapes(text) {
        push_escaped(to, text);
    } else {
        to.push_str(text);
    }
    to.push('"');
}

/// Appends the text with all escapes that JSON demands, and no others.
fn push_escaped(to: &mut String, text: &str) {
    let mut written = 0;
    while let Some(at) = next_escape(text, written) {
        // What is escaped is ASCII, so it begins and ends where characters do.
        to.push_str(text.get(written..at).unwrap_or_default());
        push_escape(to, text.as_bytes().get(at).copied().unwrap_or_default());
        written = at + 1;
    }
    to.push_str(text.get(written..).unwrap_or_default());
}

fn push_escape(to: &mut String, byte: u8) {
    let escape = match byte {
        b'"' => "\\\"",
        b'\\' => "\\\\",
        b'\n' => "\\n",
        b'\r' => "\\r",
        b'\t' => "\\t",
        0x08 => "\\b",
        0x0c => "\\f",
        control => {
            // Writing to a string cannot fail.
            let _ = write!(to, "\\u{control:04x}");
            return;
        }
    };
    to.push_str(escape);
}

macro_rules! integers {
    ($($method:ident: $integer:ty),*) => {
        $(fn $method(self, number: $integer) -> Result<(), Error> {
            self.integer(number);
            Ok(())
        })*
    };
}

impl<'w, 't> Serializer for &'w mut Writer<'t> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Members<'w, 't>;
    type SerializeTuple = Members<'w, 't>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Members<'w, 't>;
    type SerializeStruct = Members<'w, 't>;
    type SerializeStructVariant = Impossible<(), Error>;

    integers!(serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128);
    integers!(serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128);

    fn serialize_f32(self, number: f32) -> Result<(), Error> {
        self.float(number)
    }

    fn serialize_f64(self, number: f64) -> Result<(), Error> {
        self.float(number)
    }

    fn serialize_bool(self, is_true: bool) -> Result<(), Error> {
        self.text.push_str(if is_true { "true" } else { "false" });
        Ok(())
    }

    fn serialize_char(self, character: char) -> Result<(), Error> {
        self.serialize_str(character.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        push_string(self.text, text);
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Error> {
        unknown_form()
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.text.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        unknown_form()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Members<'w, 't>, Error> {
        Ok(Members::between('[', self, ']'))
    }

    fn serialize_tuple(self, _: usize) -> Result<Members<'w, 't>, Error> {
        Ok(Members::between('[', self, ']'))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Error> {
        unknown_form()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Error> {
        unknown_form()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'w, 't>, Error> {
        Ok(Members::between('{', self, '}'))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Members<'w, 't>, Error> {
        Ok(match name {
            LONG_NUMBER => Members { writer: self, is_first: true, end: None },
            _ => Members::between('{', self, '}'),
        })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Error> {
        unknown_form()
    }
}

/// The items of an array or the members of an object, as they come.
struct Members<'w, 't> {
    writer: &'w mut Writer<'t>,
    is_first: bool,
    end: Option<char>,
}

impl<'w, 't> Members<'w, 't> {
    fn between(start: char, writer: &'w mut Writer<'t>, end: char) -> Members<'w, 't> {
        writer.text.push(start);
        Members { writer, is_first: true, end: Some(end) }
    }

    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.writer.text.push(',');
        }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.separate();
        value.serialize(&mut *self.writer)
    }

    fn close(self) -> Result<(), Error> {
        if let Some(end) = self.end {
            self.writer.text.push(end);
        }
        Ok(())
    }
}

impl SerializeSeq for Members<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

impl SerializeTuple for Members<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

impl SerializeMap for Members<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.item(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.writer.text.push(':');
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

impl SerializeStruct for Members<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        if name == LONG_NUMBER {
            let start = self.writer.text.len();
            value.serialize(&mut *self.writer)?;
            let digits = self.writer.text.split_off(start);
            self.writer.text.push_str(digits.trim_matches('"'));
            return Ok(());
        }
        self.separate();
        push_string(self.writer.text, name);
        self.writer.text.push(':');
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    #[test]
    fn numbers_strings_and_names_are_written_as_serde_json_writes_them() {
        let all: String = (0..=0xff).map(char::from).chain(['\u{2028}', '😀']).collect();
        let rows = [
            json!({}),
            json!([[], {}, [null, true, false]]),
            json!([0, -1, i64::MIN, u64::MAX, 1.5, -0.0, 1e300, 1e-7, 0.1]),
            json!({"": "", "a\"b": {"\n": all}, "line": "one\ntwo\r\nthree\tfour\u{1}"}),
            json!("x".repeat(31) + "\"" + &"é".repeat(40) + "\\"),
        ];
        for value in rows {
            assert_eq!(json_text(&value), value.to_string());
        }
    }

    #[test]
    fn a_number_of_any_length_is_written_as_its_digits() {
        struct Long;
        impl Serialize for Long {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut object = serializer.serialize_struct(LONG_NUMBER, 1)?;
                object.serialize_field(LONG_NUMBER, "340282366920938463463374607431768211457")?;
                object.end()
            }
        }
        assert_eq!(json_text(&[Long, Long]), format!("[{0},{0}]", "340282366920938463463374607431768211457"));
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<Option<bool>>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            ".*".prop_map(Value::from),
            "[ -~\\n\\t\"\\\\]{0,200}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 64, 8, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
                prop::collection::hash_map(".*", inner, 0..8).prop_map(|map| map.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_value_is_written_as_serde_json_writes_it(value in value()) {
            prop_assert_eq!(json_text(&value), value.to_string());
        }
    }
}
