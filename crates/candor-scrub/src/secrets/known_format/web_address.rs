//! Addresses that work without further credentials: webhooks and signed links.

use super::checks::{has_digit, is_nonzero};
use super::format::Part::{End, Literal, Maybe, Run, Uuid};
use super::format::{
    ALNUM, ANY_BASE64, BASE64, DIGITS, Format, HEXADECIMAL, LOWER, LOWER_HEX, MANY, QUERY_VALUE, URL_PATH, URL_REST,
    URL_SAFE, format,
};

pub(super) const FORMATS: &[Format] = &[
    format(
        "slack-webhook",
        "hooks.slack.com/services/",
        &[Run(URL_PATH, 20, MANY)],
        "{}cO5MP2LvFCHEbOs9oiPM",
        "{}cO5MP2LvFCEbOs9oiPM",
    )
    .keeping_anchor(),
    format(
        "slack-workflow",
        "hooks.slack.com/workflows/",
        &[Run(URL_PATH, 20, MANY)],
        "{}u0aDufJ4AhcpzwlnGqQa",
        "{}u0aDufJ4AhpzwlnGqQa",
    )
    .keeping_anchor(),
    format(
        "slack-trigger",
        "hooks.slack.com/triggers/",
        &[Run(URL_PATH, 20, MANY)],
        "{}v1ZKRW47Zg49TClPUfLM",
        "{}v1ZKRW47Zg9TClPUfLM",
    )
    .keeping_anchor(),
    format(
        "slack-commands",
        "hooks.slack.com/commands/",
        &[Run(URL_PATH, 20, MANY)],
        "{}0qN1htNW9dwyAyF4CkmO",
        "{}0qN1htNW9dyAyF4CkmO",
    )
    .keeping_anchor(),
    format(
        "slack-response",
        "hooks.slack.com/actions/",
        &[Run(URL_PATH, 20, MANY)],
        "{}VELyH3KXPMKq9QPU5vut",
        "{}VELyH3KXPMq9QPU5vut",
    )
    .keeping_anchor(),
    format(
        "discord-webhook",
        "discord.com/api/webhooks/",
        &[Run(DIGITS, 8, 24), Maybe(&[Literal("/"), Run(URL_SAFE, 10, 64)])],
        "{}26323598/9GfJpv3NXI",
        "{}2632359/9GfJpv3NXI",
    )
    .keeping_anchor(),
    format(
        "discordapp-webhook",
        "discordapp.com/api/webhooks/",
        &[Run(DIGITS, 8, 24), Maybe(&[Literal("/"), Run(URL_SAFE, 10, 64)])],
        "{}76835895/ZMJRg6aMTo",
        "{}7683589/ZMJRg6aMTo",
    )
    .keeping_anchor(),
    format(
        "discord-versioned-webhook",
        "/webhooks/",
        &[Run(DIGITS, 17, 20), Literal("/"), Run(URL_SAFE, 50, MANY)],
        "{}51718491530896165/FakeZ03F4EJMHVJSrct6IHcqEfdxVzojqaWNrCqHw4ZioEp8i7",
        "{}51718491530896165.FakeZ03F4EJMHVJSrct6IHcqEfdxVzojqaWNrCqHw4ZioEp8i7",
    )
    .keeping_anchor(),
    format(
        "teams-webhook",
        ".webhook.office.com/",
        &[Run(URL_PATH, 40, MANY)],
        "{}JRQgCF3bIUsCcjk7hzTcA1VCcbxswdtJBJD2hGc6",
        "{}JRQgCF3bIUsCcjk7hzTc1VCcbxswdtJBJD2hGc6",
    )
    .keeping_anchor(),
    format(
        "outlook-webhook",
        "outlook.office.com/webhook/",
        &[Run(URL_PATH, 30, MANY)],
        "{}T6KY3XCVIR9ZxBHAXb5y3UQHLo2KtQ",
        "{}T6KY3XCVIR9ZxBHXb5y3UQHLo2KtQ",
    )
    .keeping_anchor(),
    format(
        "outlook-365-webhook",
        "outlook.office365.com/webhook/",
        &[Run(URL_PATH, 30, MANY)],
        "{}y39KOEmXjwkcXU4dwyzC3tHIy5d1yW",
        "{}y39KOEmXjwkcXU4wyzC3tHIy5d1yW",
    )
    .keeping_anchor(),
    format("zapier-hook", "hooks.zapier.com/hooks/", &[Run(URL_PATH, 10, MANY)], "{}ofPvaUt2zO", "{}ofPvat2zO")
        .keeping_anchor(),
    format(
        "ifttt-hook",
        "maker.ifttt.com/trigger/",
        &[Run(URL_SAFE, 1, 60), Literal("/with/key/"), Run(URL_SAFE, 16, MANY)],
        "{}W/with/key/Hamjv8TdKNK9PQyG",
        "{}W/yek/htiw/Hamjv8TdKNK9PQyG",
    )
    .keeping_anchor(),
    format(
        "make-hook",
        ".make.com/",
        &[Run(LOWER, 30, MANY), End],
        "{}fakeslgpfsq2g7zjchiuxk54ebdrb5",
        "{}fakeslgpfsq2g7zQchiuxk54ebdrb5",
    )
    .keeping_anchor(),
    format(
        "integromat-hook",
        "hook.integromat.com/",
        &[Run(LOWER, 20, MANY)],
        "{}fakei7xnkx7qfwe7hwxo",
        "{}fakei7xnkxQqfwe7hwxo",
    )
    .keeping_anchor(),
    format("pipedream-hook", ".m.pipedream.net", &[], "ejkZ6n01TBsPaV{}", "ejkZ6n0TBsPaV{}")
        .before(&[Run(ALNUM, 14, 20)]),
    format(
        "google-chat-hook",
        "chat.googleapis.com/v1/spaces/",
        &[Run(URL_REST, 40, MANY)],
        "{}trxdS659cXpiZGFcnMQB7IwaIRUlqM2dyIOgKdeI",
        "{}trxdS659cXpiZGFcnMQBIwaIRUlqM2dyIOgKdeI",
    )
    .keeping_anchor(),
    format(
        "feishu-hook",
        "open.feishu.cn/open-apis/bot/v2/hook/",
        &[Uuid],
        "{}1eb7bc7c-5427-e162-4572-3deb51431dab",
        "{}1eb7bc7c_5427-e162-4572-3deb51431dab",
    )
    .keeping_anchor(),
    format(
        "lark-hook",
        "open.larksuite.com/open-apis/bot/v2/hook/",
        &[Uuid],
        "{}c4acb5fc-47d3-c916-2061-059bd45dc4ad",
        "{}c4acb5fc_47d3-c916-2061-059bd45dc4ad",
    )
    .keeping_anchor(),
    format(
        "mattermost-hook",
        "/hooks/",
        &[Run(LOWER, 26, 26), End],
        "{}fakek3690omcn7dt3srg1bve5n",
        "{}fakekegqoomcntdtesrgibvesn",
    )
    .keeping_anchor()
    .check(has_digit),
    format(
        "rocket-chat-hook",
        "/hooks/",
        &[Run(ALNUM, 17, 24), Literal("/"), Run(ALNUM, 30, MANY)],
        "{}p6guznzB2faTBEal5/FakeQNJOvoYOyEOK8y3XlcD9lvuqjL",
        "{}p6guznzB2faTBEal5.FakeQNJOvoYOyEOK8y3XlcD9lvuqjL",
    )
    .keeping_anchor(),
    format(
        "webex-hook",
        "webexapis.com/v1/webhooks/incoming/",
        &[Run(URL_SAFE, 40, MANY)],
        "{}Fake6B4icSiQUnJwaz1erxFpm71zxg8ZGRIB8Bjy",
        "{}Fake6B4icSiQUnJwaz1exFpm71zxg8ZGRIB8Bjy",
    )
    .keeping_anchor(),
    format(
        "pagerduty-hook",
        "events.pagerduty.com/integration/",
        &[Run(ALNUM, 30, MANY)],
        "{}Fake8OK3t48jtsxcjMxnC6bypGSJEf",
        "{}Fake8OK3t48jtsxjMxnC6bypGSJEf",
    )
    .keeping_anchor(),
    format(
        "thingsboard-device",
        "thingsboard.cloud/api/v1/",
        &[Run(ALNUM, 16, MANY)],
        "{}gvRaexAZqsqKQo7f",
        "{}gvRaexAZsqKQo7f",
    )
    .keeping_anchor(),
    format(
        "thingsboard-own-device",
        "/api/v1/",
        &[Run(ALNUM, 20, 20), Literal("/telemetry")],
        "{}FakefVDpPOcDaWgtCH1J/telemetry",
        "{}FakefVDpPOcDaWgtCH1Jyrtemelet/",
    )
    .keeping_anchor(),
    format(
        "blynk-device",
        "blynk-cloud.com/",
        &[Run(LOWER_HEX, 30, MANY)],
        "{}3271a7b9089082c040262a1a8d75f7",
        "{}3271a7b9089082cg40262a1a8d75f7",
    )
    .keeping_anchor(),
    format(
        "blynk-newer-device",
        "blynk.cloud/external/api/",
        &[Run(URL_REST, 20, MANY)],
        "{}WaYjHiOT7Dkb7BnxrbvV",
        "{}WaYjHiOT7Db7BnxrbvV",
    )
    .keeping_anchor(),
    format(
        "calendar-link",
        "calendar.google.com/calendar/ical/",
        &[Run(URL_PATH, 40, MANY)],
        "{}gVbfqAtINOm0E1GTro9lBMBS0KoGnUNrVRTOCclr",
        "{}gVbfqAtINOm0E1GTro9lMBS0KoGnUNrVRTOCclr",
    )
    .keeping_anchor(),
    format(
        "s3-signature",
        "X-Amz-Signature=",
        &[Run(HEXADECIMAL, 40, MANY)],
        "{}90941e2f3a9205d1b1fe5da1f36bd1ae5d34f87f",
        "{}90941e2f3a9205d1b1fegda1f36bd1ae5d34f87f",
    )
    .keeping_anchor(),
    format(
        "s3-credential",
        "X-Amz-Credential=",
        &[Run(QUERY_VALUE, 20, MANY)],
        "{}bGZ7AZlAr5ikI8MlEFRr",
        "{}bGZ7AZlAr5kI8MlEFRr",
    )
    .keeping_anchor(),
    format(
        "s3-session",
        "X-Amz-Security-Token=",
        &[Run(QUERY_VALUE, 40, MANY)],
        "{}iBKLV5Q2IE0wUpx8MpCxwFem4GUi7ErTzy5gUa2y",
        "{}iBKLV5Q2IE0wUpx8MpCxFem4GUi7ErTzy5gUa2y",
    )
    .keeping_anchor(),
    format("s3-older-key", "AWSAccessKeyId=", &[Run(ALNUM, 16, MANY)], "{}oTdeBrvPXOMTvV7A", "{}oTdeBrvPOMTvV7A")
        .keeping_anchor(),
    format(
        "google-storage-signature",
        "X-Goog-Signature=",
        &[Run(HEXADECIMAL, 40, MANY)],
        "{}8a3a3701ad8094f7a12f0fd5343bcafd7ea19f6e",
        "{}8a3a3701ad8094f7a12fgfd5343bcafd7ea19f6e",
    )
    .keeping_anchor(),
    format(
        "google-storage-credential",
        "X-Goog-Credential=",
        &[Run(QUERY_VALUE, 20, MANY)],
        "{}7lVs5Tuf3lfzCbf8j7CI",
        "{}7lVs5Tuf3lzCbf8j7CI",
    )
    .keeping_anchor(),
    format(
        "signed-link-policy",
        "&Policy=",
        &[Run(QUERY_VALUE, 40, MANY)],
        "{}tUChmqnsWqrY4c59bIFr959sCjpFWA51cd7FJyDA",
        "{}tUChmqnsWqrY4c59bIFr59sCjpFWA51cd7FJyDA",
    )
    .keeping_anchor(),
    format("alibaba-signature", "OSSAccessKeyId=", &[Run(ALNUM, 12, MANY)], "{}Wa7FYhgGXDtF", "{}Wa7FYhGXDtF")
        .keeping_anchor(),
    format(
        "azure-signature",
        "sig=",
        &[Run(QUERY_VALUE, 40, MANY)],
        "{}JQFviEA4x7D0R9mN0luj6CgU8txinaXHptsD8gjc",
        "{}JQFviEA4x7D0R9mN0lujCgU8txinaXHptsD8gjc",
    )
    .keeping_anchor(),
    format(
        "azure-function-code",
        "?code=",
        &[Run(QUERY_VALUE, 40, MANY)],
        "{}FDdCbGwCdkeTfE7Ma7HGAGwpD7WRpyTQpoVdE7L3",
        "{}FDdCbGwCdkeTfE7Ma7HGGwpD7WRpyTQpoVdE7L3",
    )
    .keeping_anchor(),
    format(
        "azure-account-key",
        "AccountKey=",
        &[Run(BASE64, 40, MANY)],
        "{}FakeSljOSYnLfx3IuWK9aFO5mNTltdE7frTU0leV",
        "{}FakeSljOSYnLfx3IuWK9FO5mNTltdE7frTU0leV",
    )
    .keeping_anchor(),
    format(
        "azure-shared-access-key",
        "SharedAccessKey=",
        &[Run(BASE64, 40, MANY)],
        "{}FakeLaWFprm9lSiuNylHGHEn6y137x2UHq3HWYmD",
        "{}FakeLaWFprm9lSiuNylHHEn6y137x2UHq3HWYmD",
    )
    .keeping_anchor(),
    format(
        "azure-secondary-key",
        "SharedSecretValue=",
        &[Run(BASE64, 40, MANY)],
        "{}Fake5YWzuRcb16NJAk9V5SbGJwEX7I1hiMvKUIBU",
        "{}Fake5YWzuRcb16NJAk9VSbGJwEX7I1hiMvKUIBU",
    )
    .keeping_anchor(),
    format(
        "azure-instrumentation-key",
        "InstrumentationKey=",
        &[Uuid],
        "{}f06ac7e2-82a3-15c9-ba43-c37028fd10f4",
        "{}00000000-0000-0000-0000-000000000000",
    )
    .keeping_anchor()
    .check(is_nonzero),
    format(
        "oauth-signature",
        "oauth_signature=",
        &[Run(QUERY_VALUE, 24, MANY)],
        "{}hqLwTlkHJwEvPKPKQnznpC7O",
        "{}hqLwTlkHJwEvKPKQnznpC7O",
    )
    .keeping_anchor(),
    format("gitlab-feed", "feed_token=", &[Run(ALNUM, 16, MANY)], "{}ae6l2BFMv3wTZ6BA", "{}ae6l2BFM3wTZ6BA")
        .keeping_anchor(),
    format(
        "reset-link",
        "reset_password_token=",
        &[Run(URL_SAFE, 16, MANY)],
        "{}saHJY3trq2sR4lkB",
        "{}saHJY3tr2sR4lkB",
    )
    .keeping_anchor(),
    format(
        "confirmation-link",
        "confirmation_token=",
        &[Run(URL_SAFE, 16, MANY)],
        "{}5xSvTY4yQ3tle80Y",
        "{}5xSvTY4y3tle80Y",
    )
    .keeping_anchor(),
    format(
        "invitation-link",
        "invitation_token=",
        &[Run(URL_SAFE, 16, MANY)],
        "{}TUH28I9eQ67Zg2M2",
        "{}TUH28I9e67Zg2M2",
    )
    .keeping_anchor(),
    format(
        "docker-hub-hook",
        "hub.docker.com/api/build/v1/source/",
        &[Run(URL_PATH, 40, MANY)],
        "{}B4utDdBXCwF2hTLU2LX6pJipYH9wTqWh9SMyjy0C",
        "{}B4utDdBXCwF2hTLU2LX6JipYH9wTqWh9SMyjy0C",
    )
    .keeping_anchor(),
    format(
        "vercel-deploy-hook",
        "api.vercel.com/v1/integrations/deploy/",
        &[Run(URL_PATH, 20, MANY)],
        "{}lqpojNSCHBSLkipedsX6",
        "{}lqpojNSCHBLkipedsX6",
    )
    .keeping_anchor(),
    format(
        "netlify-build-hook",
        "api.netlify.com/build_hooks/",
        &[Run(LOWER_HEX, 20, MANY)],
        "{}5fd960cefb257b160ef8",
        "{}5fd960cefbg57b160ef8",
    )
    .keeping_anchor(),
    format(
        "render-deploy-hook",
        "api.render.com/deploy/",
        &[Run(URL_REST, 20, MANY)],
        "{}b1b9dRWAC69nIo7Dz8bM",
        "{}b1b9dRWAC6nIo7Dz8bM",
    )
    .keeping_anchor(),
    format(
        "cloudflare-deploy-hook",
        "/pages/webhooks/deploy_hooks/",
        &[Uuid],
        "{}2a0c03cf-193a-e8f0-18c0-3c03eadafa64",
        "{}2a0c03cf_193a-e8f0-18c0-3c03eadafa64",
    )
    .keeping_anchor(),
    format(
        "healthchecks-ping",
        "hc-ping.com/",
        &[Uuid],
        "{}05af6867-a2c3-d56d-b6fb-e12b797021fc",
        "{}05af6867_a2c3-d56d-b6fb-e12b797021fc",
    )
    .keeping_anchor(),
    format(
        "betterstack-heartbeat",
        "betterstack.com/api/v1/heartbeat/",
        &[Run(ALNUM, 16, MANY)],
        "{}9WL3o8PdKtumYuGz",
        "{}9WL3o8PdtumYuGz",
    )
    .keeping_anchor(),
    format(
        "cronitor-ping",
        "cronitor.link/p/",
        &[Run(LOWER_HEX, 20, MANY)],
        "{}3841f3a34b2d3e730e49",
        "{}3841f3a34bgd3e730e49",
    )
    .keeping_anchor(),
    format(
        "sumo-collector",
        "/receiver/v1/http/",
        &[Run(ANY_BASE64, 60, MANY)],
        "{}Fake9tvQsvOFcx5qcoAzJ8JOVqYzM89eXwL4qGtzWJ64CVKR4vVBwSI4pVWz",
        "{}Fake9tvQsvOFcx5qcoAzJ8JOVqYzM8eXwL4qGtzWJ64CVKR4vVBwSI4pVWz",
    )
    .keeping_anchor(),
];
