//! Personal data: e-mail addresses, phone and national numbers.

pub(super) mod email;
pub(super) mod national_number;
pub(super) mod phone_number;
