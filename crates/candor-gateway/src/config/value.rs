//! Values that have passed the check of their form, with their places in the file.

use super::key::Section;
use crate::upstream::SecretSource;
use http::{HeaderName, Method};
use std::cell::Cell;
use std::net::SocketAddr;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;
use url::Url;

/// A value and where it is written.
#[derive(Debug, Clone)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) span: Range<usize>,
}

/// A value of the kind that its key takes.
#[derive(Debug)]
pub(crate) enum Value {
    Bool(bool),
    Count(u32),
    Ratio(f64),
    Text(String),
    Duration(Duration),
    Size(usize),
    Address(SocketAddr),
    Url(Url),
    Path(PathBuf),
    Header(HeaderName),
    Method(Method),
    Json(serde_json::Value),
    Secret(SecretSource),
    List(Vec<At<Value>>),
    Map(Vec<(At<String>, At<Value>)>),
    Table(Table),
}

/// A table whose keys are known and whose values have the right form.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) section: &'static Section,
    /// Its header or its braces.
    pub(crate) span: Range<usize>,
    pub(crate) entries: Vec<Entry>,
    /// Keys that are there with a value of the wrong form. They have been reported.
    pub(crate) broken: Vec<(&'static str, Range<usize>)>,
}

#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) key_span: Range<usize>,
    pub(crate) value: At<Value>,
    is_read: Cell<bool>,
}

impl Entry {
    pub(crate) fn new(name: &'static str, key_span: Range<usize>, value: At<Value>) -> Entry {
        Entry { name, key_span, value, is_read: Cell::new(false) }
    }
}

/// What a value is read as.
pub(crate) trait Read<'t>: Sized {
    fn read(value: &'t At<Value>) -> Option<Self>;
}

impl Table {
    fn entry(&self, name: &str) -> Option<&Entry> {
        debug_assert!(self.section.key(name).is_some(), "{} has no key `{name}`", self.section.name);
        let entry = self.entries.iter().find(|entry| entry.name == name)?;
        entry.is_read.set(true);
        Some(entry)
    }

    /// The value of a key, if it is there and has the right form.
    pub(crate) fn get<'t, T: Read<'t>>(&'t self, name: &str) -> Option<T> {
        T::read(&self.entry(name)?.value)
    }

    /// The values of a list, or none.
    pub(crate) fn all<'t, T: Read<'t>>(&'t self, name: &str) -> Vec<T> {
        self.get(name).unwrap_or_default()
    }

    /// The values of a map with their names, or none.
    pub(crate) fn named<'t, T: Read<'t>>(&'t self, name: &str) -> Named<'t, T> {
        let Some(Value::Map(items)) = self.entry(name).map(|entry| &entry.value.value) else { return Vec::new() };
        items.iter().filter_map(|(name, value)| Some((name, T::read(value)?))).collect()
    }

    /// Where a key is written, if it is there, whatever its value.
    pub(crate) fn key_span(&self, name: &str) -> Option<Range<usize>> {
        let broken = self.broken.iter().find(|(broken, _)| *broken == name);
        self.entry(name).map(|entry| entry.key_span.clone()).or_else(|| broken.map(|(_, span)| span.clone()))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.key_span(name).is_some()
    }

    /// The keys that are there, whatever their values.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.entries.iter().map(|entry| entry.name).chain(self.broken.iter().map(|(name, _)| *name)).collect()
    }

    /// Keys that nobody has read: there are none, as a test makes sure.
    #[cfg(test)]
    pub(crate) fn unread(&self) -> Vec<String> {
        let mut unread = Vec::new();
        for entry in &self.entries {
            if !entry.is_read.get() {
                unread.push(format!("{} {}", self.section.name, entry.name));
            }
            let mut values = vec![&entry.value.value];
            while let Some(value) = values.pop() {
                if let Value::Table(table) = value {
                    unread.extend(table.unread());
                } else if let Value::List(items) = value {
                    values.extend(items.iter().map(|item| &item.value));
                } else if let Value::Map(items) = value {
                    values.extend(items.iter().map(|(_, item)| &item.value));
                }
            }
        }
        unread
    }
}

macro_rules! read {
    ($($variant:ident: $type:ty),+) => {$(
        impl<'t> Read<'t> for $type {
            fn read(value: &'t At<Value>) -> Option<$type> {
                if let Value::$variant(value) = &value.value { Some(value.clone()) } else { None }
            }
        }
    )+};
}

read!(Bool: bool, Count: u32, Ratio: f64, Text: String, Duration: Duration, Size: usize, Address: SocketAddr, Url: Url);
read!(Path: PathBuf, Header: HeaderName, Method: Method, Json: serde_json::Value, Secret: SecretSource);

impl<'t> Read<'t> for &'t Table {
    fn read(value: &'t At<Value>) -> Option<&'t Table> {
        if let Value::Table(table) = &value.value { Some(table) } else { None }
    }
}

impl<'t> Read<'t> for &'t str {
    fn read(value: &'t At<Value>) -> Option<&'t str> {
        if let Value::Text(text) = &value.value { Some(text) } else { None }
    }
}

impl<'t, T: Read<'t>> Read<'t> for At<T> {
    fn read(value: &'t At<Value>) -> Option<At<T>> {
        Some(At { value: T::read(value)?, span: value.span.clone() })
    }
}

impl<'t, T: Read<'t>> Read<'t> for Vec<T> {
    fn read(value: &'t At<Value>) -> Option<Vec<T>> {
        if let Value::List(items) = &value.value { Some(items.iter().filter_map(T::read).collect()) } else { None }
    }
}

/// Names with their values, in the order of the names.
pub(crate) type Named<'t, T> = Vec<(&'t At<String>, T)>;
