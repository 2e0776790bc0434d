//! Which of the known names a mistyped one may have meant: the one answer for arguments, tools and terms alike.

mod ranked;

pub(crate) use ranked::ranked;

/// How many are suggested at most.
pub const MOST: usize = 3;

/// Up to three of the names, nearest first, that a mistyped one may have meant.
///
/// ```
/// use candor::nearest::nearest;
///
/// let names = ["customer", "customer_id", "email"];
/// assert_eq!(nearest("custmer", names.into_iter()), ["customer", "customer_id"]);
/// ```
#[must_use]
pub fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    ranked(wanted, names).take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_name_finds_what_was_meant() {
        let names = ["customer", "customer_id", "email", "items", "note", "quantity"];
        let rows: [(&str, &[&str]); 8] = [
            ("custmer", &["customer", "customer_id"]),
            ("customerId", &["customer_id", "customer"]),
            ("CUSTOMER", &["customer", "customer_id"]),
            ("userEmail", &["email"]),
            ("item", &["items"]),
            ("quantitiy", &["quantity"]),
            ("colour", &[]),
            ("", &[]),
        ];
        for (wanted, expected) in rows {
            assert_eq!(nearest(wanted, names.into_iter()), expected, "{wanted}");
        }
    }

    #[test]
    fn a_name_that_is_part_of_what_was_written_comes_first_and_the_longest_of_them() {
        let names = ["InvalidFormat", "Configuration", "Timeout", "Database", "Unavailable"];
        let rows = [
            ("InvalidConfiguration", "Configuration"),
            ("InvalidTimeout", "Timeout"),
            ("DatabaseUnavailable", "Unavailable"),
        ];
        for (wanted, expected) in rows {
            assert_eq!(nearest(wanted, names.into_iter()).first(), Some(&expected), "{wanted}");
        }
    }

    #[test]
    fn a_name_without_end_costs_no_more_than_a_long_one() {
        let endless = "customer".repeat(1_000_000);
        assert!(nearest(&endless, std::iter::repeat_n(endless.as_str(), 1_000)).len() <= MOST);
    }

    #[test]
    fn the_derive_ranks_names_by_the_same_code() {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let read = |path: &str| std::fs::read_to_string(crates.join(path)).unwrap();
        assert_eq!(read("candor/src/nearest/ranked.rs"), read("candor-macros/src/ranked.rs"));
    }
}
