//! Talking: chat, telephone and text messages.

use super::checks::is_mixed;
use super::format::Part::{End, Literal, OneOf, Run};
use super::format::{ALNUM, ANY_BASE64, BASE64, DIGITS, Format, LOWER, MANY, QUERY_VALUE, URL_SAFE, format};

pub(super) const FORMATS: &[Format] = &[
    format(
        "slack-bot-token",
        "xoxb-",
        &[Run(DIGITS, 8, 14), Literal("-"), Run(URL_SAFE, 12, MANY)],
        "{}56313891-NXYaDYKpcu8i",
        "{}56313",
    ),
    format(
        "slack-user-token",
        "xoxp-",
        &[Run(DIGITS, 8, 14), Literal("-"), Run(URL_SAFE, 12, MANY)],
        "{}48195769-kTlhiDHSG4BH",
        "{}48195",
    ),
    format(
        "slack-app-token",
        "xapp-",
        &[
            Run(DIGITS, 1, 3),
            Literal("-"),
            Run(ALNUM, 8, 14),
            Literal("-"),
            Run(DIGITS, 8, 16),
            Literal("-"),
            Run(ALNUM, 20, MANY),
        ],
        "{}0-dlEBPO7B-57020549-Fakez37D6HsJ80vuk2HL",
        "{}0-dlE",
    ),
    format(
        "slack-configuration-token",
        "xoxe.xox",
        &[OneOf(&["p-", "b-"]), Run(DIGITS, 1, 2), Literal("-"), Run(ALNUM, 40, MANY)],
        "{}p-9-FakevmnfMSln7bVp63FbNtFMGlh6JkmC4QByHkXd",
        "{}p-9-F",
    ),
    format(
        "slack-refresh-token",
        "xoxe-",
        &[Run(DIGITS, 1, 2), Literal("-"), Run(ALNUM, 30, MANY)],
        "{}2-FakeIviJTmW1dfXcnertjY6KUOvSvE",
        "{}2-Fak",
    ),
    format(
        "slack-legacy-token",
        "xoxs-",
        &[Run(DIGITS, 8, 14), Literal("-"), Run(URL_SAFE, 12, MANY)],
        "{}42029102-x30M57VaBFNo",
        "{}42029",
    ),
    format(
        "slack-workspace-token",
        "xoxa-",
        &[Run(DIGITS, 1, 14), Literal("-"), Run(URL_SAFE, 12, MANY)],
        "{}9-KMBeB7TpSafq",
        "{}9-KM",
    ),
    format(
        "slack-workspace-refresh-token",
        "xoxr-",
        &[Run(DIGITS, 1, 14), Literal("-"), Run(URL_SAFE, 12, MANY)],
        "{}7-lgDN5ZtlC7xQ",
        "{}7-lg",
    ),
    format(
        "slack-other-token",
        "xoxo-",
        &[Run(DIGITS, 8, 14), Literal("-"), Run(URL_SAFE, 12, MANY)],
        "{}13740204-UOVCICOM1oCy",
        "{}13740",
    ),
    format(
        "slack-client-token",
        "xoxc-",
        &[Run(DIGITS, 8, 14), Literal("-"), Run(URL_SAFE, 12, MANY)],
        "{}07410325-wYJ2J9LgZdwE",
        "{}07410",
    ),
    format("slack-cookie-token", "xoxd-", &[Run(QUERY_VALUE, 30, MANY)], "{}DFU081Yho9KaSn8K6qmpTJRA2dKWe8", "{}DFU08"),
    format(
        "slack-short-lived-token",
        "xwfp-",
        &[Run(DIGITS, 6, 14), Literal("-"), Run(URL_SAFE, 12, MANY)],
        "{}909308-YCyljwD2FIsh",
        "{}90930",
    ),
    format(
        "telegram-bot-token",
        ":AA",
        &[Run(URL_SAFE, 32, 40), End],
        "54805051{}FakeNGaGcgqh4ehZPcF1kth9aB2LSFvX",
        "051{}Fak",
    )
    .before(&[Run(DIGITS, 8, 12)]),
    format(
        "telegram-url-token",
        "/bot",
        &[Run(DIGITS, 8, 12), Literal(":"), Run(URL_SAFE, 30, MANY)],
        "{}84897306:Fake2kIavSuOkt0iKdeazUWdgphiJo",
        "{}84897",
    )
    .keeping_anchor(),
    format(
        "discord-account-token",
        "mfa.",
        &[Run(URL_SAFE, 80, MANY)],
        "{}FakehQItpC4mxW89WkCMKsm7bXoZY5iwfoVtuIXfG2GzpcaOaUdBR3tZYaVzu7nwxbxZsICthYeYZVyo",
        "{}Fakeh",
    ),
    format(
        "telnyx-key",
        "KEY",
        &[Run(URL_SAFE, 50, MANY)],
        "{}FakeIOogLdPKCI474pOiEaTCeup0HDlWvLg8uyeoWHfaOp0oQL",
        "{}FakeI",
    )
    .check(is_mixed),
    format("messagebird-live-key", "live_", &[Run(ALNUM, 25, MANY), End], "{}FakeRdKLBtQPDH52rhPVRIpzm", "{}FakeR")
        .check(is_mixed),
    format("messagebird-test-key", "test_", &[Run(ALNUM, 25, MANY), End], "{}FakeXDXVkHdgSh1LZLApWUjxK", "{}FakeX")
        .check(is_mixed),
    format(
        "intercom-token",
        "dG9rOj",
        &[Run(ANY_BASE64, 40, MANY)],
        "{}FakeonqYJRdNcPSEmk98gIqCvIic4DLedkxO5ixf",
        "{}Fakeo",
    ),
    format(
        "line-channel-token",
        "/1O/w1cDnyilFU=",
        &[],
        "FakeHXSZh0vSVZiBg7MlPf5vwShWbONZziXKuU2Gpr7Q8ViPAewHMpVNe5J5{}",
        "5J5{}",
    )
    .before(&[Run(BASE64, 60, 200)]),
    format(
        "stream-key-of-twitch",
        "live_",
        &[Run(DIGITS, 6, 12), Literal("_"), Run(ALNUM, 24, MANY)],
        "{}838932_FakeyYEgdBqQhKLsfGkjr6So",
        "{}83893",
    ),
    format("twitch-oauth-token", "oauth:", &[Run(LOWER, 30, MANY), End], "{}fakemu8axo1c4df9v3s79xi23g197b", "{}fakem"),
    format(
        "matrix-token",
        "syt_",
        &[Run(BASE64, 4, 128), Literal("_"), Run(ALNUM, 16, 40), Literal("_"), Run(ALNUM, 6, MANY)],
        "{}savP_nE43FTtKhLOkMoPx_I9wyZc",
        "{}savP_",
    ),
    format(
        "matrix-refresh-token",
        "syr_",
        &[Run(BASE64, 4, 128), Literal("_"), Run(ALNUM, 16, 40), Literal("_"), Run(ALNUM, 6, MANY)],
        "{}jVoX_i5orixnSNtuALZWl_CDRHuv",
        "{}jVoX_",
    ),
    format(
        "matrix-authentication-token",
        "mat_",
        &[Run(ALNUM, 30, 40), Literal("_"), Run(ALNUM, 6, MANY)],
        "{}FakevBbFeKAXbFLFyT0wFVX4UCu0qO_NbG5xi",
        "{}Fakev",
    ),
    format(
        "matrix-authentication-refresh-token",
        "mar_",
        &[Run(ALNUM, 30, 40), Literal("_"), Run(ALNUM, 6, MANY)],
        "{}FakeTNITqT8b39MQt3vZsyoDZbxPCX_tTOCfO",
        "{}FakeT",
    ),
    format(
        "matrix-older-token",
        "MDAxOGxvY2F0",
        &[Run(BASE64, 80, MANY)],
        "{}Fakee4kUksNA5tvUxudLE1ms5CGJ390sx7DgiwC69zMRUdpSMVu4CRZdN50J3aq5rUnjweSRxgqYu2gZ",
        "{}Fakee",
    ),
    format("pushbullet-token", "o.", &[Run(ALNUM, 32, MANY), End], "{}FakeYpQTJ0p0ok540tUrXlwKCMNAJcq2", "{}FakeY")
        .check(is_mixed),
    format(
        "onesignal-key",
        "os_v2_",
        &[OneOf(&["app_", "org_"]), Run(LOWER, 40, MANY)],
        "{}app_fake6kmjc1090nxos82gfdq0o0323bi83ob6afmg",
        "{}app_f",
    ),
    format("expo-push-token", "ExponentPushToken[", &[Run(URL_SAFE, 20, MANY)], "{}Fake8Ja097Ce6VHk5ePw", "{}Fake8"),
    format(
        "agora-token",
        "007eJ",
        &[Run(ANY_BASE64, 60, MANY)],
        "{}FakeVZnOWrn0TWrTsRsSucXBoBmWA6MyhiMxhDdWvkTiQK2i8IuJxtDt4ZBp",
        "{}FakeV",
    ),
    format("courier-production-key", "pk_prod_", &[Run(ALNUM, 20, MANY)], "{}FakevmkEZNRMi91LoXO1", "{}Fakev"),
    format("liveblocks-secret", "sk_dev_", &[Run(URL_SAFE, 30, MANY)], "{}FakesYxWUeFjaA29iEt8vAagZF06RM", "{}Fakes"),
    format(
        "liveblocks-production-secret",
        "sk_prod_",
        &[Run(URL_SAFE, 30, MANY)],
        "{}FakeiZ2FVgJpQcycTjEN8oX2E3cMKp",
        "{}Fakei",
    ),
];
