//! Writes disclosures as JSON text, byte for byte as `serde_json` writes them, but faster.
//!
//! A tool result holds every string of a failure up to four times. `serde_json` looks at one byte after another for what
//! must be escaped; here sixteen are looked at together. What is text within JSON is escaped while it is written, so that
//! there is never a second copy of it.

mod output;

pub(super) use output::{Output, StringBody};

use crate::json_escape::is_short_and_plain;
use output::write_string;
use serde::ser::{Error as _, Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple};
use serde::{Serialize, Serializer};
use serde_json::{Error, Value};
use std::fmt;

/// Enough for most tool results.
pub(super) const USUAL_LEN: usize = 2048;

/// Where another crate in the program asks `serde_json` for numbers of any length, each is a struct of this name whose only
/// member has this name, too, and holds the digits as text.
const LONG_NUMBER: &str = "$serde_json::private::Number";

/// The value as JSON text; nothing if it has none, but every disclosure has.
pub(super) fn json_text(value: &impl Serialize) -> String {
    written(USUAL_LEN, |text| write_json(text, value))
}

/// What is written, usually of this length; nothing if that fails.
pub(super) fn written(usual_len: usize, write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut text = String::with_capacity(usual_len);
    if write(&mut text).is_err() {
        text.clear();
    }
    text
}

/// Writes the value as JSON text.
pub(super) fn write_json(to: &mut impl Output, value: &impl Serialize) -> fmt::Result {
    value.serialize(&mut Writer { to }).map_err(|_| fmt::Error)
}

/// Writes the members as a JSON object.
pub(super) fn write_members<'a>(
    to: &mut impl Output,
    members: impl Iterator<Item = (&'a str, &'a Value)>,
) -> fmt::Result {
    (&mut Writer { to }).collect_map(members).map_err(|_| fmt::Error)
}

/// The name of a member, where it is known at compile time: then it is judged and copied at compile time, too.
pub(super) struct Name(pub(super) &'static str);

impl Serialize for Name {
    #[inline(always)]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

struct Writer<'t, O> {
    to: &'t mut O,
}

impl<O: Output> Writer<'_, O> {
    /// Writes a text in which nothing is escaped.
    #[inline]
    fn plain(&mut self, text: &str) -> Result<(), Error> {
        self.to.write_plain(text).map_err(Error::custom)
    }

    /// Writes a string. One that is known at compile time, as most names of members are, is judged and copied without a
    /// call.
    #[inline(always)]
    fn string(&mut self, text: &str) -> Result<(), Error> {
        if !is_short_and_plain(text) {
            return write_string(self.to, text).map_err(Error::custom);
        }
        self.to.write_quote().map_err(Error::custom)?;
        self.plain(text)?;
        self.to.write_quote().map_err(Error::custom)
    }

    fn integer(&mut self, number: impl itoa::Integer) -> Result<(), Error> {
        self.plain(itoa::Buffer::new().format(number))
    }

    fn float(&mut self, number: impl Serialize) -> Result<(), Error> {
        self.plain(&serde_json::to_string(&number)?)
    }
}

/// Bytes, and variants of enums that hold something, are in no disclosure.
fn unknown_form<T>() -> Result<T, Error> {
    Err(Error::custom("a disclosure does not have this form"))
}

macro_rules! integers {
    ($($method:ident: $integer:ty),*) => {
        $(fn $method(self, number: $integer) -> Result<(), Error> {
            self.integer(number)
        })*
    };
}

impl<'w, 't, O: Output> Serializer for &'w mut Writer<'t, O> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Members<'w, 't, O>;
    type SerializeTuple = Members<'w, 't, O>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Members<'w, 't, O>;
    type SerializeStruct = Members<'w, 't, O>;
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
        self.plain(if is_true { "true" } else { "false" })
    }

    fn serialize_char(self, character: char) -> Result<(), Error> {
        self.serialize_str(character.encode_utf8(&mut [0; 4]))
    }

    #[inline(always)]
    fn serialize_str(self, text: &str) -> Result<(), Error> {
        self.string(text)
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
        self.plain("null")
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

    fn serialize_seq(self, _: Option<usize>) -> Result<Members<'w, 't, O>, Error> {
        Members::between("[", self, "]")
    }

    fn serialize_tuple(self, _: usize) -> Result<Members<'w, 't, O>, Error> {
        Members::between("[", self, "]")
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

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'w, 't, O>, Error> {
        Members::between("{", self, "}")
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Members<'w, 't, O>, Error> {
        match name {
            LONG_NUMBER => Ok(Members { writer: self, is_first: true, end: "" }),
            _ => Members::between("{", self, "}"),
        }
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
struct Members<'w, 't, O> {
    writer: &'w mut Writer<'t, O>,
    is_first: bool,
    end: &'static str,
}

impl<'w, 't, O: Output> Members<'w, 't, O> {
    #[inline]
    fn between(
        start: &'static str,
        writer: &'w mut Writer<'t, O>,
        end: &'static str,
    ) -> Result<Members<'w, 't, O>, Error> {
        writer.plain(start)?;
        Ok(Members { writer, is_first: true, end })
    }

    #[inline]
    fn separate(&mut self) -> Result<(), Error> {
        if std::mem::take(&mut self.is_first) { Ok(()) } else { self.writer.plain(",") }
    }

    #[inline(always)]
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.separate()?;
        value.serialize(&mut *self.writer)
    }

    #[inline]
    fn close(self) -> Result<(), Error> {
        self.writer.plain(self.end)
    }
}

impl<O: Output> SerializeSeq for Members<'_, '_, O> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    #[inline]
    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

impl<O: Output> SerializeTuple for Members<'_, '_, O> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    #[inline]
    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

impl<O: Output> SerializeMap for Members<'_, '_, O> {
    type Ok = ();
    type Error = Error;

    #[inline(always)]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.item(key)
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.writer.plain(":")?;
        value.serialize(&mut *self.writer)
    }

    #[inline]
    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

impl<O: Output> SerializeStruct for Members<'_, '_, O> {
    type Ok = ();
    type Error = Error;

    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        if name == LONG_NUMBER {
            return self.writer.plain(serde_json::to_string(value)?.trim_matches('"'));
        }
        self.separate()?;
        self.writer.string(name)?;
        self.writer.plain(":")?;
        value.serialize(&mut *self.writer)
    }

    #[inline]
    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

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

        #[test]
        fn json_within_a_string_is_written_as_serde_json_escapes_it(value in value()) {
            let mut text = String::from("\"");
            write_json(&mut StringBody(&mut text), &value).unwrap();
            text.push('"');
            prop_assert_eq!(text, Value::from(value.to_string()).to_string());
        }
    }
}
