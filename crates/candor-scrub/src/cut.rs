//! Texts that are too long to be read whole.

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

/// The text, or, if it is longer than `max` bytes, its head and a mark.
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

/// A head, scrubbed by now, without the margin in which half a secret may stand, even one of the given length.
pub(crate) fn without_margin(head: &str, longest_secret: usize) -> String {
    let text = head.strip_suffix(CUT_MARK).unwrap_or(head);
    let (sure, _) = text.split_at(text.floor_char_boundary(text.len().saturating_sub(MARGIN.max(longest_secret))));
    format!("{sure}{CUT_MARK}")
}
