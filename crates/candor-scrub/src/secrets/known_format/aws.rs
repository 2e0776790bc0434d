//! Amazon Web Services: keys, tokens and the ids that belong to them.

use super::checks::has_digit;
use super::format::Part::{End, Run, Uuid};
use super::format::{ANY_BASE64, BASE64, Format, LOWER, LOWER_HEX, MANY, UPPER, format};

pub(super) const FORMATS: &[Format] = &[
    format("aws-access-key-id", "AKIA", &[Run(UPPER, 16, MANY), End], "{}JMGIHA6FES9MCEHI", "{}JMGIHA6FqS9MCEHI"),
    format(
        "aws-temporary-access-key-id",
        "ASIA",
        &[Run(UPPER, 16, MANY), End],
        "{}GUX807UIZI37D1G2",
        "{}GUX807UIqI37D1G2",
    ),
    format("aws-bearer-key-id", "ABIA", &[Run(UPPER, 16, MANY), End], "{}5WVZLJX2EK4G5S47", "{}sWVZLJXzEKaGsSat")
        .check(has_digit),
    format("aws-context-key-id", "ACCA", &[Run(UPPER, 16, MANY), End], "{}91XT7LMDWNS1XYOU", "{}qiXTtLMDWNSiXYOU")
        .check(has_digit),
    format("aws-group-id", "AGPA", &[Run(UPPER, 16, MANY), End], "{}2TWZLXNBV2YWL5JM", "{}zTWZLXNBVzYWLsJM")
        .check(has_digit),
    format("aws-user-id", "AIDA", &[Run(UPPER, 16, MANY), End], "{}K8S02FUBE20F3UKY", "{}KbSozFUBEzoFeUKY")
        .check(has_digit),
    format("aws-role-id", "AROA", &[Run(UPPER, 16, MANY), End], "{}H7SGZSE8HJQ3NC37", "{}HtSGZSEbHJQeNCet")
        .check(has_digit),
    format("aws-instance-profile-id", "AIPA", &[Run(UPPER, 16, MANY), End], "{}34JX9FGNAOF1D4Z5", "{}eaJXqFGNAOFiDaZs")
        .check(has_digit),
    format("aws-managed-policy-id", "ANPA", &[Run(UPPER, 16, MANY), End], "{}B8VIUDA6V4T8HQ2C", "{}BbVIUDAgVaTbHQzC")
        .check(has_digit),
    format("aws-policy-version-id", "ANVA", &[Run(UPPER, 16, MANY), End], "{}BGZ2TWBF698HZNGC", "{}BGZzTWBFgqbHZNGC")
        .check(has_digit),
    format("aws-public-key-id", "APKA", &[Run(UPPER, 16, MANY), End], "{}QZLWB4MW1TBYJCA2", "{}QZLWBaMWiTBYJCAz")
        .check(has_digit),
    format("aws-certificate-id", "ASCA", &[Run(UPPER, 16, MANY), End], "{}JL4CVI0NKDSHG57H", "{}JLaCVIoNKDSHGstH")
        .check(has_digit),
    format(
        "aws-legacy-access-key-id",
        "A3T",
        &[Run(UPPER, 17, MANY), End],
        "{}VPQ80V3HYI4XPSGLZ",
        "{}VPQboVeHYIaXPSGLZ",
    )
    .check(has_digit),
    format(
        "aws-marketplace-web-service-key",
        "amzn.mws.",
        &[Uuid],
        "{}ad81c2e2-2743-bc89-ecf0-c561c4fdad2b",
        "{}ad81c2e2_2743-bc89-ecf0-c561c4fdad2b",
    ),
    format(
        "aws-login-client-id",
        "amzn1.application-oa2-client.",
        &[Run(LOWER_HEX, 32, MANY)],
        "{}c789b4c245d8b12420c8d57b7b8a5f45",
        "{}c789b4c245d8b124g0c8d57b7b8a5f45",
    ),
    format(
        "aws-login-client-secret",
        "amzn1.oa2-cs.v1.",
        &[Run(LOWER_HEX, 64, MANY)],
        "{}41ea9e29a291bca081d4c6406d81d06e78cfb490c2605e2fa98f9786ba7e29f9",
        "{}41ea9e29a291bca081d4c6406d81d06eg8cfb490c2605e2fa98f9786ba7e29f9",
    ),
    format(
        "aws-bedrock-api-key",
        "ABSK",
        &[Run(BASE64, 80, MANY)],
        "{}FakeQUJc8Yy0pG3MrhZP2wB4537IbDpt0ama87nwGT6nzawBFkNc3W7MZ0sc0o6hoXSEXNBmgX5IsibF",
        "{}FakeQUJc8Yy0pG3MrhZP2wB4537IbDpt0ama87nwT6nzawBFkNc3W7MZ0sc0o6hoXSEXNBmgX5IsibF",
    ),
    format(
        "aws-bedrock-short-term-api-key",
        "bedrock-api-key-",
        &[Run(ANY_BASE64, 60, MANY)],
        "{}FakeoHKU3iJMyoqbwEZwClP8FotDys3JKpcknErPjLtb8xbZFH5zbSrNJg5f",
        "my{}FakeoHKU3iJMyoqbwEZwClP8FotDys3JKpcknErPjLtb8xbZFH5zbSrNJg5f",
    ),
    format(
        "aws-appsync-api-key",
        "da2-",
        &[Run(LOWER, 26, MANY)],
        "{}fake6t71ceyxtljc9ut0k3hg3f",
        "{}fake6t71ceyxtQjc9ut0k3hg3f",
    ),
    format(
        "aws-session-token",
        "IQoJb3JpZ2luX2",
        &[Run(ANY_BASE64, 80, MANY)],
        "{}Fake4wkDmTOvaHN0lqQ1n7U51wjYhaQZP7NWJyEX2oMvxYpt2KOyfuMfLINDFhntdZYCoWjlvJTBYyNh",
        "{}Fake4wkDmTOvaHN0lqQ1n7U51wjYhaQZP7NWJyEXoMvxYpt2KOyfuMfLINDFhntdZYCoWjlvJTBYyNh",
    ),
    format(
        "aws-legacy-session-token",
        "FwoGZXIvYXdzE",
        &[Run(ANY_BASE64, 80, MANY)],
        "{}FakeTZ849IudJcKpLnSd1F9jLwJGxUe0yYqGiHKxYdOH5vUmL3rXLaTGd32bQRDxkY6xHVgae3bhiPMg",
        "{}FakeTZ849IudJcKpLnSd1F9jLwJGxUe0yYqGiHKxdOH5vUmL3rXLaTGd32bQRDxkY6xHVgae3bhiPMg",
    ),
    format(
        "aws-older-session-token",
        "FQoGZXIvYXdzE",
        &[Run(ANY_BASE64, 80, MANY)],
        "{}FakeXB37MBXbxJjBD0pG4bXjdp1TGLAY49xPpO28iD0U5RZQFjXQBvG8Q18owtVHNDlibo7TuzOc5RWI",
        "{}FakeXB37MBXbxJjBD0pG4bXjdp1TGLAY49xPpO28D0U5RZQFjXQBvG8Q18owtVHNDlibo7TuzOc5RWI",
    ),
];
