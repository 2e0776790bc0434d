//! Where in the arguments or the result something is wrong.

use crate::failure::printable::printable;

/// The longest name in a pointer, in characters.
pub(super) const LONGEST_NAME: usize = 80;
/// The longest pointer, in characters; a longer one loses its middle.
const LONGEST_POINTER: usize = 200;

/// A place in a value: the steps to it from the whole.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    parent: Option<(&'p Place<'p>, Segment<'p>)>,
    depth: usize,
    is_concealed: bool,
}

#[derive(Clone, Copy)]
enum Segment<'p> {
    Member(&'p str),
    Item(usize),
}

impl<'p> Place<'p> {
    /// The whole value.
    pub(super) const WHOLE: Place<'static> = Place { parent: None, depth: 0, is_concealed: false };

    /// A member of the object at this place. What is under a sensitive name is concealed, and so is
    /// everything below it.
    pub(super) fn member(&'p self, name: &'p str, is_sensitive: bool) -> Place<'p> {
        Place {
            parent: Some((self, Segment::Member(name))),
            depth: self.depth + 1,
            is_concealed: self.is_concealed || is_sensitive,
        }
    }

    /// An item of the list at this place.
    pub(super) fn item(&'p self, index: usize) -> Place<'p> {
        Place { parent: Some((self, Segment::Item(index))), depth: self.depth + 1, is_concealed: self.is_concealed }
    }

    /// Whether it is the whole value.
    pub(super) fn is_whole(&self) -> bool {
        self.parent.is_none()
    }

    /// How many steps it is away from the whole value.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Whether the value there must not be shown.
    pub(super) fn is_concealed(&self) -> bool {
        self.is_concealed
    }

    /// The place as a JSON pointer that can be printed.
    pub(super) fn pointer(&self) -> String {
        let mut segments = Vec::new();
        let mut place = self;
        while let Some((parent, segment)) = place.parent {
            segments.push(match segment {
                Segment::Member(name) => name_in_pointer(name),
                Segment::Item(index) => index.to_string(),
            });
            place = parent;
        }
        segments.reverse();
        pointer_of(&segments)
    }
}

/// The name of a member as a segment of a pointer.
pub(crate) fn name_in_pointer(name: &str) -> String {
    printable(name, LONGEST_NAME).replace('~', "~0").replace('/', "~1")
}

/// The pointer with these segments; a long one loses its middle.
pub(crate) fn pointer_of(segments: &[String]) -> String {
    let length: usize = segments.iter().map(|segment| segment.chars().count() + 1).sum();
    if length > LONGEST_POINTER
        && let [first, .., last] = segments
    {
        return format!("/{first}/…/{last}");
    }
    segments.iter().flat_map(|segment| ["/", segment]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_escapes_what_parts_it_and_stays_short() {
        let whole = Place::WHOLE;
        assert_eq!(whole.pointer(), "");
        let items = whole.member("items", false);
        let item = items.item(0);
        assert_eq!(item.member("a/b~c", false).pointer(), "/items/0/a~1b~0c");
        assert_eq!(item.member("", false).pointer(), "/items/0/");
        let long = "n".repeat(10_000_000);
        let deep = item.member(&long, false);
        assert_eq!(deep.pointer().chars().count(), "/items/0/".len() + LONGEST_NAME);
        let deeper = deep.member(&long, false);
        let deepest = deeper.member("x", false);
        assert_eq!(deeper.member(&long, false).pointer().split('/').nth(2), Some("…"));
        assert_eq!(deepest.pointer().chars().count(), "/items/0/".len() + 2 * (LONGEST_NAME + 1) + 1);
    }

    #[test]
    fn what_is_under_a_sensitive_name_is_concealed() {
        let whole = Place::WHOLE;
        let secret = whole.member("credentials", true);
        assert!(secret.item(0).member("user", false).is_concealed());
        assert!(!whole.member("user", false).is_concealed());
    }
}
