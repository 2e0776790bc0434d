//! The smallest picture and the smallest sound that a reader accepts.

/// One pixel, as PNG in base64.
pub(crate) const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mO4oKAAAALUARHyogz6AAAAAElFTkSuQmCC";

/// Four samples of silence, as WAV in base64.
pub(crate) const WAV: &str = "UklGRigAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQQAAACAgICA";
