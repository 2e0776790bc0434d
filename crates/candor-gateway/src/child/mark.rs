//! The mark by which descendants of a child are found that have left its process group.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use uuid::Uuid;

/// The variable that carries it. Descendants inherit it unless they clear their environment.
pub(super) const VARIABLE: &str = "CANDOR_CHILD_OF";
/// Between the marks of children within children.
const SEPARATOR: u8 = b':';

/// A random name of one start of one child, which no other process carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark(String);

impl Mark {
    pub(super) fn new() -> Mark {
        Mark(Uuid::new_v4().simple().to_string())
    }

    /// The mark that was written so; none if it is not one.
    pub(super) fn parse(text: &OsStr) -> Option<Mark> {
        let id = Uuid::parse_str(text.to_str()?).ok()?;
        Some(Mark(id.simple().to_string()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// The variable's value for a child of this process, which may be a marked child itself: its own marks stay, so that whoever
    /// supervises this process finds the child, too.
    pub(super) fn value(&self, outer: Option<OsString>) -> OsString {
        let mut value = outer.unwrap_or_default();
        if !value.is_empty() {
            value.push(OsStr::from_bytes(&[SEPARATOR]));
        }
        value.push(&self.0);
        value
    }

    /// Whether an environment carries it, given as the system shows it: each variable ends with a zero byte.
    #[cfg(target_os = "linux")]
    pub(super) fn is_in(&self, environment: &[u8]) -> bool {
        let is_own = |value: &[u8]| value.split(|byte| *byte == SEPARATOR).any(|mark| mark == self.0.as_bytes());
        let carries = |variable: &[u8]| variable.strip_prefix(VARIABLE.as_bytes())?.strip_prefix(b"=").map(is_own);
        environment.split(|byte| *byte == 0).any(|variable| carries(variable) == Some(true))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn environment(value: &OsStr) -> Vec<u8> {
        [b"PATH=/bin\0CANDOR_CHILD_OF=", value.as_bytes(), b"\0HOME=/\0"].concat()
    }

    #[test]
    fn a_child_within_a_child_carries_both_marks() {
        let (outer, inner) = (Mark::new(), Mark::new());
        let environment = environment(&inner.value(Some(outer.value(None))));
        assert!(outer.is_in(&environment) && inner.is_in(&environment));
        assert!(!Mark::new().is_in(&environment));
    }

    #[test]
    fn a_mark_elsewhere_in_an_environment_is_not_one() {
        let mark = Mark::new();
        let other = format!("NOTE={}\0XCANDOR_CHILD_OF={}\0", mark.as_str(), mark.as_str());
        assert!(!mark.is_in(other.as_bytes()));
        assert!(!mark.is_in(b""));
        assert!(!mark.is_in(&environment(OsStr::new(&mark.as_str()[1..]))));
    }

    #[test]
    fn only_what_was_a_mark_is_read_as_one() {
        let mark = Mark::new();
        assert_eq!(Mark::parse(OsStr::new(mark.as_str())), Some(mark));
        for text in ["", "1", "__watch-children", "../../etc"] {
            assert_eq!(Mark::parse(OsStr::new(text)), None, "{text}");
        }
    }
}
