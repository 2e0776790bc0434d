//! Any serializable value as JSON of bounded depth and size.
//!
//! A failure must be safe to build from whatever is at hand. Recursion stops at [`MAX_DEPTH`] because the
//! serializer never asks a deeper value to serialize itself, so even a value nested without end costs
//! nothing; numbers that JSON lacks become text; what is left out is counted where it was.

use serde::Serialize;
use serde::ser;
use serde_json::{Map, Number, Value};
use std::cell::Cell;

/// How deep a detail may be nested.
pub(crate) const MAX_DEPTH: usize = 32;
/// How many bytes of text and structure one detail may have.
const MAX_BYTES: usize = 256 * 1024;
/// The longest key, in bytes.
pub(crate) const MAX_KEY: usize = 8 * 1024;
/// What stands for a value that lies too deep.
pub(crate) const TOO_DEEP: &str = "[nested too deep]";

/// The value as JSON; one that cannot be serialized says so in its place.
pub(crate) fn bounded(value: &(impl Serialize + ?Sized)) -> Value {
    let room = Cell::new(MAX_BYTES);
    value
        .serialize(Bounded { depth: 0, room: &room })
        .unwrap_or_else(|_| Value::String("[cannot be serialized]".to_owned()))
}

/// What stands at the end of a list that was cut.
pub(crate) fn items_cut(count: usize) -> String {
    format!("[{count} more cut]")
}

/// How many were cut, if that is what the value says.
pub(crate) fn more_cut(value: &Value) -> Option<usize> {
    value.as_str()?.strip_prefix('[')?.strip_suffix(" more cut]")?.parse().ok()
}

/// How many items a list had before it was cut.
pub(crate) fn count(items: &[Value]) -> usize {
    match items {
        [kept @ .., last] => kept.len().saturating_add(more_cut(last).unwrap_or(1)),
        [] => 0,
    }
}

/// The key under which an object says how many of its entries were cut.
pub(crate) const CUT_KEY: &str = "[cut]";

/// What stands at the end of a text that was cut.
pub(crate) const CUT_MARK: &str = "… [cut]";

/// The text, at most `max` bytes of it and a mark where it was cut.
pub(crate) fn cut_text(text: &str, max: usize) -> std::borrow::Cow<'_, str> {
    if text.len() <= max {
        return text.into();
    }
    let kept = text.floor_char_boundary(max.saturating_sub(CUT_MARK.len()));
    let (head, _) = text.split_at(kept);
    format!("{head}{CUT_MARK}").into()
}

/// How much of a text that was cut before it was scrubbed must go with it: the cut may have gone through a secret,
/// and half a secret is recognised by no rule.
const MARGIN: usize = 4 * 1024;

/// The text, or, if it is longer than `max` bytes, its head and a mark, which [`was_headed`] knows.
pub(crate) fn whole_or_head(text: &str, max: usize) -> std::borrow::Cow<'_, str> {
    if text.len() <= max {
        return text.into();
    }
    if max <= MARGIN {
        return CUT_MARK.into();
    }
    let (head, _) = text.split_at(text.floor_char_boundary(max));
    format!("{head}{CUT_MARK}").into()
}

/// Whether a text is a head that was cut off before it was scrubbed.
pub(crate) fn was_headed(text: &str) -> bool {
    text.len() > MARGIN && text.ends_with(CUT_MARK)
}

/// A head, scrubbed by now, without the margin in which half a secret may stand, even one of the given length.
pub(crate) fn without_margin(head: &str, longest_secret: usize) -> String {
    let text = head.strip_suffix(CUT_MARK).unwrap_or(head);
    let (sure, _) = text.split_at(text.floor_char_boundary(text.len().saturating_sub(MARGIN.max(longest_secret))));
    format!("{sure}{CUT_MARK}")
}

#[derive(Clone, Copy)]
struct Bounded<'a> {
    depth: usize,
    room: &'a Cell<usize>,
}

impl Bounded<'_> {
    /// Takes up to `bytes` of the room that is left; says whether there was any.
    fn take(&self, bytes: usize) -> bool {
        let left = self.room.get();
        self.room.set(left.saturating_sub(bytes));
        left > 0
    }

    fn text(&self, text: &str) -> Value {
        let text = whole_or_head(text, self.room.get());
        self.take(text.len());
        Value::String(text.into_owned())
    }

    fn list(self, variant: Option<&'static str>) -> List<Self> {
        List { serializer: self, items: Vec::new(), cut: 0, variant }
    }

    fn object(self, variant: Option<&'static str>) -> Object<Self> {
        Object { serializer: self, entries: Map::new(), key: None, cut: 0, variant }
    }

    fn is_too_deep(&self) -> bool {
        self.depth >= MAX_DEPTH
    }

    fn deeper(self) -> Self {
        Bounded { depth: self.depth + 1, ..self }
    }
}

struct List<S> {
    serializer: S,
    items: Vec<Value>,
    cut: usize,
    variant: Option<&'static str>,
}

struct Object<S> {
    serializer: S,
    entries: Map<String, Value>,
    key: Option<String>,
    cut: usize,
    variant: Option<&'static str>,
}

impl List<Bounded<'_>> {
    fn push(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Refused> {
        if self.serializer.is_too_deep() || !self.serializer.take(1) {
            self.cut += 1;
            return Ok(());
        }
        self.items.push(value.serialize(self.serializer.deeper())?);
        Ok(())
    }

    fn finish(mut self) -> Value {
        if self.serializer.is_too_deep() && self.cut > 0 {
            return Value::String(TOO_DEEP.to_owned());
        }
        if self.cut > 0 {
            self.items.push(items_cut(self.cut).into());
        }
        tagged(self.variant, Value::Array(self.items))
    }
}

impl Object<Bounded<'_>> {
    fn insert(&mut self, key: String, value: &(impl Serialize + ?Sized)) -> Result<(), Refused> {
        let key = whole_or_head(&key, MAX_KEY).into_owned();
        if self.serializer.is_too_deep() || !self.serializer.take(key.len() + 1) {
            self.cut += 1;
            return Ok(());
        }
        let value = value.serialize(self.serializer.deeper())?;
        self.entries.insert(key, value);
        Ok(())
    }

    fn finish(mut self) -> Value {
        if self.serializer.is_too_deep() && self.cut > 0 {
            return Value::String(TOO_DEEP.to_owned());
        }
        if self.cut > 0 {
            self.entries.insert(CUT_KEY.to_owned(), items_cut(self.cut).into());
        }
        tagged(self.variant, Value::Object(self.entries))
    }
}

fn tagged(variant: Option<&'static str>, value: Value) -> Value {
    match variant {
        Some(name) => Value::Object(Map::from_iter([(name.to_owned(), value)])),
        None => value,
    }
}

/// The value's own `Serialize` gave up.
#[derive(Debug, thiserror::Error)]
#[error("the value refused to be serialized")]
struct Refused;

impl ser::Error for Refused {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Refused
    }
}

macro_rules! whole_numbers {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, value: $type) -> Result<Value, Refused> {
            self.take(8);
            Ok(Value::Number(value.into()))
        })*
    };
}

impl<'a> ser::Serializer for Bounded<'a> {
    type Ok = Value;
    type Error = Refused;
    type SerializeSeq = List<Bounded<'a>>;
    type SerializeTuple = List<Bounded<'a>>;
    type SerializeTupleStruct = List<Bounded<'a>>;
    type SerializeTupleVariant = List<Bounded<'a>>;
    type SerializeMap = Object<Bounded<'a>>;
    type SerializeStruct = Object<Bounded<'a>>;
    type SerializeStructVariant = Object<Bounded<'a>>;

    whole_numbers!(
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64
    );

    fn serialize_i128(self, value: i128) -> Result<Value, Refused> {
        Ok(i64::try_from(value).map_or_else(|_| self.text(&value.to_string()), Value::from))
    }

    fn serialize_u128(self, value: u128) -> Result<Value, Refused> {
        Ok(u64::try_from(value).map_or_else(|_| self.text(&value.to_string()), Value::from))
    }

    fn serialize_bool(self, value: bool) -> Result<Value, Refused> {
        Ok(Value::Bool(value))
    }

    fn serialize_f32(self, value: f32) -> Result<Value, Refused> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<Value, Refused> {
        self.take(8);
        Ok(Number::from_f64(value).map_or_else(|| self.text(&value.to_string()), Value::Number))
    }

    fn serialize_char(self, value: char) -> Result<Value, Refused> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<Value, Refused> {
        Ok(self.text(value))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Value, Refused> {
        Ok(self.text(&format!("[{} bytes]", value.len())))
    }

    fn serialize_none(self) -> Result<Value, Refused> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Refused> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, Refused> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<Value, Refused> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Value, Refused> {
        Ok(self.text(variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Value, Refused> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Refused> {
        let mut object = self.object(None);
        object.insert(variant.to_owned(), value)?;
        Ok(object.finish())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Refused> {
        Ok(self.list(None))
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Refused> {
        Ok(self.list(None))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Refused> {
        Ok(self.list(None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Refused> {
        Ok(self.list(Some(variant)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Refused> {
        Ok(self.object(None))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Refused> {
        Ok(self.object(None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Refused> {
        Ok(self.object(Some(variant)))
    }
}

macro_rules! lists {
    ($($trait:ident $method:ident),*) => {
        $(impl ser::$trait for List<Bounded<'_>> {
            type Ok = Value;
            type Error = Refused;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
                self.push(value)
            }

            fn end(self) -> Result<Value, Refused> {
                Ok(self.finish())
            }
        })*
    };
}

lists!(
    SerializeSeq serialize_element, SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field
);

macro_rules! structs {
    ($($trait:ident),*) => {
        $(impl ser::$trait for Object<Bounded<'_>> {
            type Ok = Value;
            type Error = Refused;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Refused> {
                self.insert(key.to_owned(), value)
            }

            fn end(self) -> Result<Value, Refused> {
                Ok(self.finish())
            }
        })*
    };
}

structs!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Object<Bounded<'_>> {
    type Ok = Value;
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        let room = Cell::new(MAX_BYTES);
        let key = key.serialize(Bounded { depth: MAX_DEPTH, room: &room })?;
        self.key = Some(key.as_str().map_or_else(|| key.to_string(), str::to_owned));
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        let key = self.key.take().unwrap_or_default();
        self.insert(key, value)
    }

    fn end(self) -> Result<Value, Refused> {
        Ok(self.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_ordinary_value_is_kept_as_serde_json_would_write_it() {
        #[derive(Serialize)]
        enum Kind {
            Unit,
            Tuple(u8, String),
            Struct { a: Option<i64>, b: () },
        }
        let all = (Kind::Unit, Kind::Tuple(1, "x".into()), Kind::Struct { a: Some(-1), b: () }, [1.5_f64], 'c', true);
        assert_eq!(bounded(&all), serde_json::to_value(&all).unwrap());
        assert_eq!(bounded(&json!({"a": [1, {"b": null}]})), json!({"a": [1, {"b": null}]}));
    }

    #[test]
    fn numbers_that_json_lacks_become_text() {
        assert_eq!(bounded(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY]), json!(["NaN", "inf", "-inf"]));
        assert_eq!(bounded(&u128::MAX), json!(u128::MAX.to_string()));
    }

    #[test]
    fn a_value_nested_without_end_stops_at_the_depth_limit() {
        struct Endless;
        impl Serialize for Endless {
            fn serialize<S: ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq([Endless])
            }
        }
        assert!(bounded(&Endless).to_string().contains(TOO_DEEP));
    }

    #[test]
    fn what_does_not_fit_is_counted_where_it_was() {
        let many = bounded(&vec![7_u64; 1_000_000]);
        let last = many.as_array().and_then(|items| items.last()).and_then(Value::as_str).unwrap();
        assert!(last.ends_with("more cut]"), "{last}");
        assert!(bounded(&"é".repeat(1_000_000)).as_str().unwrap().ends_with("… [cut]"));
    }

    #[test]
    fn a_value_that_refuses_says_so_in_its_place() {
        struct Stubborn;
        impl Serialize for Stubborn {
            fn serialize<S: ser::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
                Err(ser::Error::custom("secret"))
            }
        }
        assert_eq!(bounded(&Stubborn), json!("[cannot be serialized]"));
    }
}
