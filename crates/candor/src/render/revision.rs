//! The revisions of the protocol that peers speak.

/// A revision of the Model Context Protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Revision {
    /// 2024-11-05.
    V2024_11_05,
    /// 2025-03-26.
    V2025_03_26,
    /// 2025-06-18: tool results have structured content.
    V2025_06_18,
    /// 2025-11-25.
    V2025_11_25,
    /// 2026-07-28: closes the range of codes that servers used to define for themselves.
    #[default]
    V2026_07_28,
}

impl Revision {
    /// Every revision, oldest first.
    pub const ALL: &'static [Revision] = &[
        Revision::V2024_11_05,
        Revision::V2025_03_26,
        Revision::V2025_06_18,
        Revision::V2025_11_25,
        Revision::V2026_07_28,
    ];

    /// The date that names it.
    #[must_use]
    pub const fn date(self) -> &'static str {
        match self {
            Revision::V2024_11_05 => "2024-11-05",
            Revision::V2025_03_26 => "2025-03-26",
            Revision::V2025_06_18 => "2025-06-18",
            Revision::V2025_11_25 => "2025-11-25",
            Revision::V2026_07_28 => "2026-07-28",
        }
    }

    /// The newest known revision that is not newer than the one a peer names; the oldest for anything else.
    ///
    /// ```
    /// use candor::render::Revision;
    ///
    /// assert_eq!(Revision::of_peer("2025-06-18"), Revision::V2025_06_18);
    /// assert_eq!(Revision::of_peer("2027-01-01"), Revision::V2026_07_28);
    /// ```
    #[must_use]
    pub fn of_peer(date: &str) -> Revision {
        let is_date = date.len() == 10 && date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        Revision::ALL
            .iter()
            .copied()
            .rev()
            .find(|known| is_date && known.date() <= date)
            .unwrap_or(Revision::V2024_11_05)
    }

    /// Whether a result says of what type it is; peers of these revisions refuse one that does not.
    #[must_use]
    pub fn has_result_type(self) -> bool {
        self >= Revision::V2026_07_28
    }

    /// Whether a tool result can have structured content.
    #[must_use]
    pub fn has_structured_content(self) -> bool {
        self >= Revision::V2025_06_18
    }
}
