//! Google: keys of its APIs and its cloud, and tokens of OAuth.

use super::checks::has_digit;
use super::format::Part::{End, Literal, Run};
use super::format::{DIGITS, DOTTED, Format, LOWER, MANY, UPPER, URL_SAFE, format};

pub(super) const FORMATS: &[Format] = &[
    format(
        "google-api-key",
        "AIzaSy",
        &[Run(URL_SAFE, 33, MANY)],
        "{}Fake25ipY6WMVsVhaF0HDvb3KoaVNvWCX",
        "{}Fake25ipY6WMVsVha0HDvb3KoaVNvWCX",
    ),
    format(
        "google-oauth-access-token",
        "ya29.",
        &[Run(DOTTED, 20, MANY)],
        "{}FakejKPxXI1dMutR03V9",
        "{}FakejKPxXIdMutR03V9",
    ),
    format(
        "google-oauth-client-secret",
        "GOCSPX-",
        &[Run(URL_SAFE, 20, MANY)],
        "{}FakeJbrU42JkZJ8fcJPQ",
        "{}FakeJbrU42kZJ8fcJPQ",
    ),
    format(
        "google-oauth-refresh-token",
        "1//0",
        &[Run(URL_SAFE, 30, MANY)],
        "{}Fakej0UDaUJc3Ju1Ufzy9bC7qil73Q",
        "{}Fakej0UDaUJc3JuUfzy9bC7qil73Q",
    ),
    format(
        "google-oauth-authorization-code",
        "4/0A",
        &[Run(URL_SAFE, 40, MANY)],
        "{}FakejWzUgn5eB95UEk2FSNAcYVan5x9duiofvTVC",
        "my{}FakejWzUgn5eB95UEk2FSNAcYVan5x9duiofvTVC",
    ),
    format(
        "google-auth-key",
        "AQ.Ab8",
        &[Run(URL_SAFE, 30, MANY)],
        "{}Fake6Vcbzl34pjbmRY2eK8kHUoa5s0",
        "{}Fake6Vcbzl34pjbRY2eK8kHUoa5s0",
    ),
    format(
        "google-oauth-client-id",
        ".apps.googleusercontent.com",
        &[],
        "149134-fakeg1vbr6q38czmuhgm{}",
        "149134-fakeg1br6q38czmuhgm{}",
    )
    .before(&[Run(DIGITS, 6, 24), Literal("-"), Run(LOWER, 20, 40)]),
    format(
        "google-cloud-messaging-key",
        ":APA91b",
        &[Run(URL_SAFE, 80, MANY)],
        "iBTNnJRWqC2{}FakeTXxweiJLM1GQ2t9M07ErVGzEpxmZ4U7Fw1Ftprgvjn9cpAz2Vu4mWUfQCkOVpe6GNDrKdmw9Zhfc",
        "iBTNnRWqC2{}FakeTXxweiJLM1GQ2t9M07ErVGzEpxmZ4U7Fw1Ftprgvjn9cpAz2Vu4mWUfQCkOVpe6GNDrKdmw9Zhfc",
    )
    .before(&[Run(URL_SAFE, 11, 24)]),
    format(
        "google-cloud-storage-hmac-key",
        "GOOG1E",
        &[Run(UPPER, 50, MANY)],
        "{}FAKEAM3PWKALXU1YKSOTUCUY49CY56C7LNU1EYLNUPCWMO2CZ9",
        "{}FAKEAM3PWKALXU1YKSOTUCUY4qCY56C7LNU1EYLNUPCWMO2CZ9",
    ),
    format(
        "google-cloud-storage-hmac-id",
        "GOOG",
        &[Run(UPPER, 16, MANY), End],
        "{}CQ1XR5SYH9O50KIG",
        "{}CQiXRsSYHqOsoKIG",
    )
    .check(has_digit),
];
