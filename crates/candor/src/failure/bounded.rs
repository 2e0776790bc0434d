//! Any serializable value as JSON of bounded depth and size.
//!
//! A failure must be safe to build from any value. Recursion stops at [`MAX_DEPTH`] because the
//! serializer never asks a deeper value to serialize itself, so even a value nested without end is
//! cheap; numbers that JSON lacks become text; what is left out is counted where it was.

use super::excerpt::Excerpt;
use serde::Serialize;
use serde::ser;
use serde_json::{Map, Number, Value};
use std::cell::{Cell, RefCell};

/// How deep a detail may be nested.
pub(crate) const MAX_DEPTH: usize = 32;
/// How many bytes of text and structure one detail may have.
const MAX_BYTES: usize = 256 * 1024;
/// The longest key, in bytes.
pub(crate) const MAX_KEY: usize = 8 * 1024;
/// The placeholder of a value that is nested too deeply.
pub(crate) const TOO_DEEP: &str = "[nested too deep]";

/// A value as JSON, bounded, and what of it was cut.
#[derive(Debug, Clone)]
pub(crate) struct Bounded {
    pub(crate) value: Value,
    pub(crate) cuts: Cuts,
}

/// What of a value was cut.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Cuts {
    /// The place of the text of which only the head was kept. There is at most one: it takes all the room that is left.
    pub(crate) head: Option<Path>,
    /// How many items the value, if it is a list, had beyond those that were kept; its last item says so.
    pub(crate) items: usize,
}

/// The path to a value within another, innermost step first.
pub(crate) type Path = Vec<PathStep>;

/// A step of the path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PathStep {
    Item(usize),
    Member(String),
}

impl From<Value> for Bounded {
    /// A value that is known to be small.
    fn from(value: Value) -> Bounded {
        Bounded { value, cuts: Cuts::default() }
    }
}

impl Bounded {
    /// How many items the list had before it was cut.
    pub(crate) fn count(&self, items: &[Value]) -> usize {
        match self.cuts.items {
            0 => items.len(),
            cut => items.len().saturating_sub(1).saturating_add(cut),
        }
    }
}

/// The value as JSON; one that cannot be serialized says so in its place.
pub(crate) fn bounded(value: &(impl Serialize + ?Sized)) -> Bounded {
    let room = Room::default();
    let value = value
        .serialize(Serializer { depth: 0, room: &room })
        .unwrap_or_else(|_| Value::String("[cannot be serialized]".to_owned()));
    Bounded { value, cuts: Cuts { head: room.head.into_inner(), items: room.items_cut.get() } }
}

/// The text as JSON: the same as [`bounded`] of it, but one that is short enough is not copied.
pub(crate) fn bounded_text(text: String) -> Bounded {
    if text.len() <= MAX_BYTES { Value::String(text).into() } else { bounded(&text) }
}

/// What is at the end of a list that was cut.
pub(crate) fn items_cut(count: usize) -> String {
    format!("[{count} more cut]")
}

/// The key under which an object says how many of its entries were cut.
pub(crate) const CUT_KEY: &str = "[cut]";

/// The room for a whole value, and what of it was cut.
struct Room {
    left: Cell<usize>,
    head: RefCell<Option<Path>>,
    /// How many items the outermost list lost.
    items_cut: Cell<usize>,
}

impl Default for Room {
    fn default() -> Room {
        Room { left: Cell::new(MAX_BYTES), head: RefCell::default(), items_cut: Cell::new(0) }
    }
}

#[derive(Clone, Copy)]
struct Serializer<'a> {
    depth: usize,
    room: &'a Room,
}

impl Serializer<'_> {
    /// Takes up to `bytes` of the room that is left; says whether there was any.
    fn take(&self, bytes: usize) -> bool {
        let left = self.room.left.get();
        self.room.left.set(left.saturating_sub(bytes));
        left > 0
    }

    fn text(&self, text: &str) -> Value {
        let excerpt = Excerpt::of(text, self.room.left.get());
        self.take(excerpt.as_str().len());
        if excerpt.is_head() {
            self.room.head.replace(Some(Path::new()));
        }
        Value::String(excerpt.into_text().into_owned())
    }

    /// The value one level deeper; if the head of a text is within it, this is the step that leads there.
    fn within(self, value: &(impl Serialize + ?Sized), step: impl FnOnce() -> PathStep) -> Result<Value, Refused> {
        let had_head = self.room.head.borrow().is_some();
        let value = value.serialize(self.deeper())?;
        if !had_head && let Some(path) = self.room.head.borrow_mut().as_mut() {
            path.push(step());
        }
        Ok(value)
    }

    fn list(self, variant: Option<&'static str>) -> List<Self> {
        let had_head = self.room.head.borrow().is_some();
        List { serializer: self, items: Vec::new(), cut: 0, variant, had_head }
    }

    fn object(self, variant: Option<&'static str>) -> Object<Self> {
        let had_head = self.room.head.borrow().is_some();
        Object { serializer: self, entries: Map::new(), key: None, cut: 0, variant, had_head }
    }

    fn is_too_deep(&self) -> bool {
        self.depth >= MAX_DEPTH
    }

    fn deeper(self) -> Self {
        Serializer { depth: self.depth + 1, ..self }
    }
}

struct List<S> {
    serializer: S,
    items: Vec<Value>,
    cut: usize,
    variant: Option<&'static str>,
    /// Whether a head was kept before this began.
    had_head: bool,
}

struct Object<S> {
    serializer: S,
    entries: Map<String, Value>,
    key: Option<String>,
    cut: usize,
    variant: Option<&'static str>,
    /// Whether a head was kept before this began.
    had_head: bool,
}

impl List<Serializer<'_>> {
    fn push(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Refused> {
        if self.serializer.is_too_deep() || !self.serializer.take(1) {
            self.cut += 1;
            return Ok(());
        }
        let index = self.items.len();
        self.items.push(self.serializer.within(value, || PathStep::Item(index))?);
        Ok(())
    }

    fn finish(mut self) -> Value {
        if self.serializer.is_too_deep() && self.cut > 0 {
            return Value::String(TOO_DEEP.to_owned());
        }
        if self.cut > 0 {
            self.items.push(items_cut(self.cut).into());
            if self.serializer.depth == 0 && self.variant.is_none() {
                self.serializer.room.items_cut.set(self.cut);
            }
        }
        self.serializer.tagged(self.variant, self.had_head, Value::Array(self.items))
    }
}

impl Object<Serializer<'_>> {
    fn insert(&mut self, key: String, value: &(impl Serialize + ?Sized)) -> Result<(), Refused> {
        let key = Excerpt::of(&key, MAX_KEY).into_text().into_owned();
        if self.serializer.is_too_deep() || !self.serializer.take(key.len() + 1) {
            self.cut += 1;
            return Ok(());
        }
        let value = self.serializer.within(value, || PathStep::Member(key.clone()))?;
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
        self.serializer.tagged(self.variant, self.had_head, Value::Object(self.entries))
    }
}

impl Serializer<'_> {
    /// The value under the name of its variant, which is one step more to a head within it.
    fn tagged(self, variant: Option<&'static str>, had_head: bool, value: Value) -> Value {
        let Some(name) = variant else { return value };
        if !had_head && let Some(path) = self.room.head.borrow_mut().as_mut() {
            path.push(PathStep::Member(name.to_owned()));
        }
        Value::Object(Map::from_iter([(name.to_owned(), value)]))
    }
}

/// The value's own `Serialize` gave up.
#[derive(Debug, thiserror::Error)]
#[error("the value cannot be serialized")]
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

impl<'a> ser::Serializer for Serializer<'a> {
    type Ok = Value;
    type Error = Refused;
    type SerializeSeq = List<Serializer<'a>>;
    type SerializeTuple = List<Serializer<'a>>;
    type SerializeTupleStruct = List<Serializer<'a>>;
    type SerializeTupleVariant = List<Serializer<'a>>;
    type SerializeMap = Object<Serializer<'a>>;
    type SerializeStruct = Object<Serializer<'a>>;
    type SerializeStructVariant = Object<Serializer<'a>>;

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
        $(impl ser::$trait for List<Serializer<'_>> {
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
        $(impl ser::$trait for Object<Serializer<'_>> {
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

impl ser::SerializeMap for Object<Serializer<'_>> {
    type Ok = Value;
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        let room = Room::default();
        let key = key.serialize(Serializer { depth: MAX_DEPTH, room: &room })?;
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

    fn bounded_value(value: &(impl Serialize + ?Sized)) -> Value {
        bounded(value).value
    }

    #[test]
    fn what_was_cut_is_a_fact_beside_the_value() {
        #[derive(Serialize)]
        enum Upload {
            Failed { names: Vec<String> },
        }
        let upload = Upload::Failed { names: vec!["short… [cut]".to_owned(), "x".repeat(MAX_BYTES)] };
        let path = [PathStep::Item(1), PathStep::Member("names".into()), PathStep::Member("Failed".into())];
        assert_eq!(bounded(&upload).cuts.head.as_deref(), Some(&path[..]));
        assert_eq!(bounded(&"x".repeat(MAX_BYTES + 1)).cuts.head, Some(Path::new()));

        let long = bounded(&vec![7_u64; 1_000_000]);
        assert_eq!(long.value.as_array().map(|items| long.count(items)), Some(1_000_000));
    }

    #[test]
    fn a_text_that_says_it_was_cut_was_not() {
        let claims = bounded(&["x".repeat(5_000) + "… [cut]", "[7 more cut]".to_owned()]);
        assert_eq!(claims.cuts, Cuts::default());
        assert_eq!(claims.value.as_array().map(|items| claims.count(items)), Some(2));
    }

    #[test]
    fn an_ordinary_value_is_kept_as_serde_json_would_write_it() {
        #[derive(Serialize)]
        enum Kind {
            Unit,
            Tuple(u8, String),
            Struct { a: Option<i64>, b: () },
        }
        let all = (Kind::Unit, Kind::Tuple(1, "x".into()), Kind::Struct { a: Some(-1), b: () }, [1.5_f64], 'c', true);
        assert_eq!(bounded_value(&all), serde_json::to_value(&all).unwrap());
        assert_eq!(bounded_value(&json!({"a": [1, {"b": null}]})), json!({"a": [1, {"b": null}]}));
    }

    #[test]
    fn a_text_is_bounded_like_any_other_value() {
        for length in [0, 1, MAX_BYTES - 1, MAX_BYTES, MAX_BYTES + 1, 2 * MAX_BYTES] {
            let text = "x".repeat(length);
            let (like_any, as_text) = (bounded(&text), bounded_text(text));
            assert_eq!((as_text.value, as_text.cuts), (like_any.value, like_any.cuts), "{length}");
        }
    }

    #[test]
    fn numbers_that_json_lacks_become_text() {
        assert_eq!(bounded_value(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY]), json!(["NaN", "inf", "-inf"]));
        assert_eq!(bounded_value(&u128::MAX), json!(u128::MAX.to_string()));
    }

    #[test]
    fn a_value_nested_without_end_stops_at_the_depth_limit() {
        struct Endless;
        impl Serialize for Endless {
            fn serialize<S: ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq([Endless])
            }
        }
        assert!(bounded_value(&Endless).to_string().contains(TOO_DEEP));
    }

    #[test]
    fn what_does_not_fit_is_counted_where_it_was() {
        let many = bounded_value(&vec![7_u64; 1_000_000]);
        let last = many.as_array().and_then(|items| items.last()).and_then(Value::as_str).unwrap();
        assert!(last.ends_with("more cut]"), "{last}");
        assert!(bounded_value(&"é".repeat(1_000_000)).as_str().unwrap().ends_with("… [cut]"));
    }

    #[test]
    fn a_value_that_refuses_says_so_in_its_place() {
        struct Stubborn;
        impl Serialize for Stubborn {
            fn serialize<S: ser::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
                Err(ser::Error::custom("secret"))
            }
        }
        assert_eq!(bounded_value(&Stubborn), json!("[cannot be serialized]"));
    }
}
