//! Watching: metrics, logs, errors and alarms.

use super::checks::{has_digit, is_mixed};
use super::format::Part::{End, Literal, Run, Uuid};
use super::format::{
    ALNUM, ANY_BASE64, BASE64, DIGITS, DOTTED, Format, HEXADECIMAL, LETTERS, LOWER, LOWER_HEX, MANY, UPPER, URL_SAFE,
    format,
};

pub(super) const FORMATS: &[Format] = &[
    format("grafana-cloud-token", "glc_", &[Run(BASE64, 30, MANY)], "{}Fakez2BeNfCtbSF6Dpa3Xl5icHFbw2", "{}Fakez"),
    format(
        "grafana-service-token",
        "glsa_",
        &[Run(ALNUM, 30, 40), Literal("_"), Run(HEXADECIMAL, 8, MANY)],
        "{}FakeqYtgwqrCqYNZT4RwdXoG4C1bRb_0ec39e7f",
        "{}Fakeq",
    ),
    format(
        "grafana-api-key",
        "eyJrIjoi",
        &[Run(ANY_BASE64, 60, MANY)],
        "{}Fake0QxnF1O7svaRZFT82jVLy8WyhOWkdqVdmt9nWVG4J59iBb2bk8WDwyIO",
        "{}Fake0",
    ),
    format("new-relic-user-key", "NRAK-", &[Run(UPPER, 24, MANY)], "{}FAKEWPZ8D65ITF52TDLES8UV", "{}FAKEW"),
    format("new-relic-admin-key", "NRAA-", &[Run(LOWER_HEX, 24, MANY)], "{}954ca28cd2a79e97fa4c41bc", "{}954ca"),
    format("new-relic-browser-key", "NRJS-", &[Run(LOWER_HEX, 16, MANY)], "{}56c0fac3ec97a476", "{}56c0f"),
    format("new-relic-insert-key", "NRII-", &[Run(URL_SAFE, 24, MANY)], "{}FakeAUYRKQWJ6stGM9lOi3Xx", "{}FakeA"),
    format("new-relic-query-key", "NRIQ-", &[Run(URL_SAFE, 24, MANY)], "{}Fake8MecWpGoYIOxKwJa2UEv", "{}Fake8"),
    format(
        "new-relic-rest-key",
        "NRRA-",
        &[Run(LOWER_HEX, 36, MANY)],
        "{}49251fa9719b83d72197f735c545d68b3cf8",
        "{}49251",
    ),
    format("new-relic-synthetics-key", "NRSP-", &[Run(ALNUM, 20, MANY)], "{}Fake0HjiFskpCf98v0KI", "{}Fake0"),
    format("new-relic-licence-key", "NRAL", &[End], "4a0e4da0b24124a2a1bc0afcd0fb38fa{}", "8fa{}")
        .before(&[Run(LOWER_HEX, 32, 40)]),
    format("new-relic-pixie-api-key", "px-api-", &[Uuid], "{}4f147909-c598-c9fa-a1f8-0b92b0329e7e", "{}4f147"),
    format("new-relic-pixie-deploy-key", "px-dep-", &[Uuid], "{}eaecfb7f-fa4f-41a1-ae86-17f29f57623f", "{}eaecf"),
    format(
        "dynatrace-token",
        "dt0",
        &[Run(LETTERS, 1, 1), Run(DIGITS, 2, 2), Literal("."), Run(UPPER, 20, 28), Literal("."), Run(UPPER, 50, MANY)],
        "{}h92.FAKEVKGYZH5H2ML2MQYM.FAKE4UAVOG7O5ASONMJZNZE0QMSJEJOYFUI70ASZUQNVBGBQCD",
        "{}h92.F",
    ),
    format(
        "dynatrace-client-token",
        "dt0s02.",
        &[Run(UPPER, 6, 24), Literal("."), Run(UPPER, 50, MANY)],
        "{}O6GUR9.FAKE8CH5LBEQ8L54UKOIGDORV7QZUSC43I9S9BK5B4D7V85ZQS",
        "{}O6GUR",
    ),
    format(
        "sentry-organisation-token",
        "sntrys_",
        &[Run(ANY_BASE64, 60, MANY)],
        "{}Fake9W57DMlQg0GWzH7bBZTPSQ1oK3AZvsPcU7tZ3EsB4aTUEyz1gxpmXvDk",
        "{}Fake9",
    ),
    format(
        "sentry-user-token",
        "sntryu_",
        &[Run(LOWER_HEX, 40, MANY)],
        "{}c8a3ebef485158e0ab16ec9ae26b46431e7ba39f",
        "{}c8a3e",
    ),
    format(
        "sentry-integration-token",
        "sntryi_",
        &[Run(LOWER_HEX, 40, MANY)],
        "{}f50f4092d3fcb57f5c6b4d5325a913dfb0e8c532",
        "{}f50f4",
    ),
    format(
        "honeycomb-ingest-key",
        "hcaik_",
        &[Run(LOWER, 40, MANY)],
        "{}fakee5mioqhv4r4ktp5lckytzhqp1hrdnqh58g9d",
        "{}fakee",
    ),
    format(
        "honeycomb-management-key",
        "hcamk_",
        &[Run(LOWER, 30, MANY)],
        "{}fakef2tmzhr8hnjmeyce06br5bqdgt",
        "{}fakef",
    ),
    format(
        "honeycomb-legacy-ingest-key",
        "hcxik_",
        &[Run(LOWER, 40, MANY)],
        "{}fakec9scnw5ocn89k0qdh25lou3mb6uzb5ih4dbj",
        "{}fakec",
    ),
    format("pagerduty-key", "u+", &[Run(URL_SAFE, 18, MANY), End], "{}atq9DBu9qUWK9nawh7", "{}atq9D").check(is_mixed),
    format("pagerduty-newer-key", "pdus+_", &[Run(URL_SAFE, 20, MANY)], "{}FakejTkgeBYgAQsn3JpR", "{}Fakej"),
    format("pagerduty-european-key", "pdeu+_", &[Run(URL_SAFE, 20, MANY)], "{}Fakemxk9zd2REy14Hvnm", "{}Fakem"),
    format(
        "datadog-rum-token",
        "pub",
        &[Run(LOWER_HEX, 32, MANY), End],
        "{}18f0d9281975f9d859e9f4d5f0f7bcf1",
        "{}18f0d",
    )
    .check(has_digit),
    format(
        "logfire-token",
        "pylf_v",
        &[Run(DIGITS, 1, 2), Literal("_"), Run(LETTERS, 2, 4), Literal("_"), Run(ALNUM, 30, MANY)],
        "{}9_fi_FakekjyFHqPOWw7FPaLQ4Zti78D5T8",
        "{}9_fi_",
    ),
    format("axiom-personal-token", "xapt-", &[Uuid], "{}90f3fd39-c1f7-bab1-d450-107267c6f362", "{}90f3f"),
    format("axiom-token", "xaat-", &[Uuid], "{}d0abcd0b-234e-4d8f-ac94-27bf06f1e09d", "{}d0abc"),
    format("axiom-shared-token", "xast-", &[Uuid], "{}574eb457-e9bf-b5c7-7c26-640b381b5325", "{}574eb"),
    format("splunk-hec-header", "Splunk ", &[Uuid], "{}7dea1e7a-6329-9b51-1720-5da3a2ac956c", "{}7dea1")
        .keeping_anchor(),
    format(
        "rootly-key",
        "rootly_",
        &[Run(LOWER_HEX, 60, MANY)],
        "{}e615f106859cda2175b0585c75dfef78f432918f217230ec2828c8a3ed89",
        "{}e615f",
    ),
    format("firehydrant-token", "fhb-", &[Run(LOWER_HEX, 30, MANY)], "{}a8cbc767ca18c6a0a76098c64d7f6c", "{}a8cbc"),
    format("coralogix-key", "cxtp_", &[Run(ALNUM, 24, MANY)], "{}FakeNGPlrY2AsMkOU1qcuO2w", "{}FakeN"),
    format("coralogix-user-key", "cxup_", &[Run(ALNUM, 24, MANY)], "{}FakeHJoq57cn2KiMsNHIS5OG", "{}FakeH"),
    format("elastic-key", "essu_", &[Run(BASE64, 40, MANY)], "{}FakedLXHFf2NMUnjdxsTQVBzuaIf6zLnboVFVRiZ", "{}Faked"),
    format("mezmo-key", "sts_", &[Run(LOWER_HEX, 30, MANY)], "{}03be1e2fc9c90dca319498e427b479", "{}03be1")
        .check(has_digit),
    format(
        "tinybird-token",
        "p.eyJ",
        &[Run(DOTTED, 40, MANY)],
        "{}FakebEf5H7FnqfcnWLs2d1h9q4TdW9tDHBqBzESp",
        "{}Fakeb",
    ),
];
