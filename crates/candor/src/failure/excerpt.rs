//! Texts that are cut, and what a cut leaves.

use std::borrow::Cow;

/// What is at the end of a text that was cut. It is written, and never read back: whether a text was cut is a
/// fact beside it.
const CUT_MARK: &str = "… [cut]";

/// How much of a text that was cut before it was scrubbed must go with it: the cut may have gone through a secret,
/// and half a secret is recognised by no rule.
const MARGIN: usize = 4 * 1024;

/// The text, at most `max` bytes of it and a mark where it was cut.
pub(crate) fn cut_text(text: &str, max: usize) -> Cow<'_, str> {
    if text.len() <= max { text.into() } else { marked(text, max.saturating_sub(CUT_MARK.len())).into() }
}

fn marked(text: &str, kept: usize) -> String {
    let (head, _) = text.split_at(text.floor_char_boundary(kept));
    format!("{head}{CUT_MARK}")
}

/// A text that is not scrubbed yet: the whole of it, or its head and a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Excerpt<'t> {
    text: Cow<'t, str>,
    extent: Extent,
}

/// How much of a text is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    Whole,
    Head,
    /// Only the mark of a cut.
    Nothing,
}

impl<'t> Excerpt<'t> {
    /// The whole text, however long.
    pub(crate) fn whole(text: impl Into<Cow<'t, str>>) -> Excerpt<'t> {
        Excerpt { text: text.into(), extent: Extent::Whole }
    }

    /// The text, or, if it is longer than `max` bytes, its head.
    pub(crate) fn of(text: &'t str, max: usize) -> Excerpt<'t> {
        match text.len() {
            length if length <= max => Excerpt::whole(text),
            // Of a head as short as the margin nothing would be left.
            _ if max <= MARGIN => Excerpt { text: CUT_MARK.into(), extent: Extent::Nothing },
            _ => Excerpt { text: marked(text, max).into(), extent: Extent::Head },
        }
    }

    /// A head that was kept earlier, with its mark.
    pub(crate) fn head(text: &'t str) -> Excerpt<'t> {
        Excerpt { text: text.into(), extent: Extent::Head }
    }

    /// Whether it is a head, which the cut may have ended within a secret.
    pub(crate) fn is_head(&self) -> bool {
        self.extent == Extent::Head
    }

    /// At most `max` bytes of it.
    pub(crate) fn within(self, max: usize) -> Excerpt<'t> {
        if self.text.len() <= max {
            self
        } else {
            Excerpt { text: marked(&self.text, max).into(), extent: Extent::Head }
        }
    }

    /// The text, with a mark where it was cut.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The text, with a mark where it was cut.
    pub(crate) fn into_text(self) -> Cow<'t, str> {
        self.text
    }
}

/// A head, scrubbed by now, without the margin that may hold half a secret, even one of the given length. The mark at its
/// end, if it has one, is not part of the margin.
pub(crate) fn without_margin(head: &str, longest_secret: usize) -> String {
    marked(head, head.len().saturating_sub(MARGIN.max(longest_secret).saturating_add(CUT_MARK.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_is_removed_from_every_head_with_or_without_a_mark() {
        let text = "x".repeat(3 * MARGIN);
        for (head, secret) in [(text.clone(), 0), (text.clone() + CUT_MARK, 0), (text.clone(), 2 * MARGIN)] {
            let left = without_margin(&head, secret);
            let kept = left.strip_suffix(CUT_MARK).unwrap().len();
            assert!(kept > 0 && kept <= text.len() - MARGIN.max(secret), "{kept}");
        }
    }
}
