//! Patterns of paths, with `*` and `**`.

/// Whether the path is one that the pattern means. The time grows with the product of their lengths at most.
pub(super) fn matches(pattern: &str, path: &str) -> bool {
    // The places in the path at which what is left of the pattern may begin.
    let path = path.as_bytes();
    let mut places = vec![false; path.len() + 1];
    if let Some(first) = places.first_mut() {
        *first = true;
    }
    let mut rest = pattern.as_bytes();
    while let [first, after @ ..] = rest {
        let mut next = vec![false; path.len() + 1];
        if *first == b'*' {
            let (crosses, after) = match after {
                [b'*', after @ ..] => (true, after),
                _ => (false, after),
            };
            let mut reached = false;
            for (place, (was, is)) in places.iter().zip(next.iter_mut()).enumerate() {
                let before = place.checked_sub(1).and_then(|before| path.get(before));
                reached = *was || reached && (crosses || before != Some(&b'/'));
                *is = reached;
            }
            rest = after;
        } else {
            for ((was, byte), is) in places.iter().zip(path).zip(next.iter_mut().skip(1)) {
                *is = *was && byte == first;
            }
            rest = after;
        }
        places = next;
    }
    places.last() == Some(&true)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn one_star_stays_within_a_segment_and_two_do_not() {
        let rows = [
            ("/pets", "/pets", true),
            ("/pets", "/pets/{id}", false),
            ("/pets/*", "/pets/{id}", true),
            ("/pets/*", "/pets/{id}/toys", false),
            ("/pets/**", "/pets/{id}/toys", true),
            ("/**/toys", "/pets/{id}/toys", true),
            ("/*/{id}", "/pets/{id}", true),
            ("**", "/", true),
            ("/p*s", "/pets", true),
            ("/p*s", "/pet", false),
            ("", "/pets", false),
        ];
        for (pattern, path, expected) in rows {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
    }
}
