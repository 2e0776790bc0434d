//! The names under which the tools and prompts of several servers are shown.

use ring::digest::{SHA256, digest};
use std::collections::HashSet;

/// The longest name that is made: what clients and models accept.
const LONGEST: usize = 64;

/// Names that are given out, none of them twice. Whoever asks first gets the name that it wants.
#[derive(Debug, Default)]
pub(super) struct Names(HashSet<Box<str>>);

impl Names {
    /// Keeps these names for others.
    pub(super) fn reserve<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        self.0.extend(names.map(Box::from));
    }

    /// The name of an item of this server: its prefix and the item's own name, with the server's name before it if another item has that
    /// name already, and a number if that is not enough.
    pub(super) fn give(&mut self, server: &str, prefix: &str, own: &str) -> Box<str> {
        let wanted = shown(prefix, own);
        if self.0.insert(wanted.as_str().into()) {
            return wanted.into();
        }
        let first = shown(server, &wanted);
        let numbered = (2_u32..).map(|number| shown(server, &format!("{wanted}_{number}")));
        let free = std::iter::once(first).chain(numbered).find(|name| !self.0.contains(name.as_str()));
        let free: Box<str> = free.unwrap_or_default().into();
        self.0.insert(free.clone());
        free
    }
}

/// The name behind the prefix. One that would be too long is cut, and ends with what follows from the whole.
fn shown(prefix: &str, own: &str) -> String {
    if prefix.is_empty() {
        return own.to_owned();
    }
    let whole = format!("{prefix}_{own}");
    if whole.len() <= LONGEST {
        return whole;
    }
    let mark: String =
        digest(&SHA256, whole.as_bytes()).as_ref().iter().take(4).map(|it| format!("{it:02x}")).collect();
    let room = whole.floor_char_boundary(LONGEST - mark.len() - 1);
    format!("{}_{mark}", whole.get(..room).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_given_once_and_in_the_same_way_each_time() {
        let give = || {
            let mut names = Names::default();
            names.reserve(["get_order"].into_iter());
            [("git", "git", "status"), ("git", "", "get_order"), ("git", "", "get_order"), ("other", "", "status")]
                .map(|(server, prefix, own)| names.give(server, prefix, own).into_string())
        };
        assert_eq!(give(), ["git_status", "git_get_order", "git_get_order_2", "status"]);
        assert_eq!(give(), give());
    }

    #[test]
    fn a_name_that_is_too_long_is_cut_and_stays_another_one() {
        let long = "é".repeat(40);
        let mut names = Names::default();
        let one = names.give("git", "git", &format!("{long}a"));
        let other = names.give("git", "git", &format!("{long}b"));
        assert!(one.len() <= LONGEST && other.len() <= LONGEST && one != other, "{one} {other}");
        assert_eq!(&*names.give("git", "", &long), long, "a server's own name is its own");
    }
}
