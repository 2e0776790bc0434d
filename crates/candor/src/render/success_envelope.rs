//! 000: a success, and what it left out.

use super::envelope::VERSION;
use crate::outcome::{DisclosedSuccess, Warning};
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// A success in 000's envelope: its data, and in `meta` what it left out. `error` is null and cannot be anything else.
#[derive(Debug, Clone, Copy)]
pub struct SuccessEnvelope<'a, T>(&'a DisclosedSuccess<T>);

impl<'a, T: Serialize> SuccessEnvelope<'a, T> {
    /// The envelope of a success.
    #[must_use]
    pub fn new(success: &'a DisclosedSuccess<T>) -> Self {
        SuccessEnvelope(success)
    }

    /// As a value.
    ///
    /// # Errors
    ///
    /// If the data itself cannot be serialized.
    pub fn to_value(&self) -> Result<Value, serde_json::Error> {
        serde_json::to_value(self)
    }

    /// As JSON text.
    ///
    /// # Errors
    ///
    /// If the data itself cannot be serialized.
    pub fn to_bytes(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec(self)
    }
}

impl<T: Serialize> Serialize for SuccessEnvelope<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("SuccessEnvelope", 4)?;
        object.serialize_field("success", &true)?;
        object.serialize_field("data", self.0.data())?;
        object.serialize_field("error", &())?;
        object.serialize_field("meta", &SuccessMeta(self.0))?;
        object.end()
    }
}

/// What a success says of itself: the `meta` of 000's envelope.
pub(crate) struct SuccessMeta<'a, T>(&'a DisclosedSuccess<T>);

#[cfg(feature = "rmcp")]
impl<'a, T> SuccessMeta<'a, T> {
    pub(crate) fn of(success: &'a DisclosedSuccess<T>) -> SuccessMeta<'a, T> {
        SuccessMeta(success)
    }
}

impl<T> Serialize for SuccessMeta<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let warnings = self.0.warnings();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("version", VERSION)?;
        if let Some(id) = self.0.request_id() {
            map.serialize_entry("request_id", id)?;
        }
        if let Some(fidelity) = self.0.content_fidelity() {
            map.serialize_entry("content_fidelity", &fidelity)?;
        }
        if !warnings.is_empty() {
            map.serialize_entry("warnings", &warnings.iter().map(Warning::message).collect::<Vec<_>>())?;
        }
        let coded: Vec<_> = warnings.iter().filter(|warning| warning.code_name().is_some()).collect();
        if !coded.is_empty() {
            map.serialize_entry("warning_details", &coded)?;
        }
        map.end()
    }
}
