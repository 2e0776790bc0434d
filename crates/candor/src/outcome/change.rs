//! What a tool has changed: the state before, and the state after.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// The state of something before and after a call, so that who asked for the change can judge whether it is the one that was
/// meant. It is data of a success: that nothing changed is no failure.
///
/// Serialized, it is an object of `before`, `after` and `changed`. What did not exist before, or does not any more, is a
/// `Change<Option<T>>`.
///
/// ```
/// use candor::outcome::Change;
///
/// let change = Change::new("open", "cancelled");
/// assert!(change.is_changed());
/// assert_eq!(
///     serde_json::to_value(change)?,
///     serde_json::json!({"before": "open", "after": "cancelled", "changed": true}),
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change<T> {
    before: T,
    after: T,
    is_changed: bool,
}

impl<T: PartialEq> Change<T> {
    /// The change from one state to another, which may be the same.
    #[must_use]
    pub fn new(before: T, after: T) -> Change<T> {
        let is_changed = before != after;
        Change { before, after, is_changed }
    }

    /// Changes the state, and keeps what it was.
    ///
    /// ```
    /// use candor::outcome::Change;
    ///
    /// let mut names = vec!["Ada"];
    /// let change = Change::of(&mut names, |names| names.push("Grace"));
    /// assert_eq!((change.before().len(), change.after().len()), (1, 2));
    /// ```
    #[must_use]
    pub fn of(state: &mut T, change: impl FnOnce(&mut T)) -> Change<T>
    where
        T: Clone,
    {
        let before = state.clone();
        change(state);
        Change::new(before, state.clone())
    }
}

impl<T> Change<T> {
    /// The state before.
    pub fn before(&self) -> &T {
        &self.before
    }

    /// The state after.
    pub fn after(&self) -> &T {
        &self.after
    }

    /// Whether the two differ.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.is_changed
    }
}

impl<T: Serialize> Serialize for Change<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Change", 3)?;
        object.serialize_field("before", &self.before)?;
        object.serialize_field("after", &self.after)?;
        object.serialize_field("changed", &self.is_changed)?;
        object.end()
    }
}
