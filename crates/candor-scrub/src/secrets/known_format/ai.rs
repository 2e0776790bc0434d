//! Models and what is built around them.

use super::checks::{has_digit, has_mark_of_openai, is_mixed};
use super::format::Part::{End, Literal, OneOf, Run, Uuid};
use super::format::{ALNUM, DOTTED, Format, LETTERS, LOWER, LOWER_HEX, MANY, URL_SAFE, WORD, format};

pub(super) const FORMATS: &[Format] = &[
    format(
        "openai-project-key",
        "sk-proj-",
        &[Run(URL_SAFE, 40, MANY)],
        "{}FakeFakeFake0123456789T3BlbkFJFakeFakeFake0123456789",
        "{}FakeFakeFake0123456789-without-its-mark-0123456789",
    )
    .check(has_mark_of_openai),
    format(
        "openai-service-key",
        "sk-svcacct-",
        &[Run(URL_SAFE, 40, MANY)],
        "{}FakeFakeFake0123456789T3BlbkFJFakeFakeFake0123456789",
        "{}FakeFakeFake0123456789-without-its-mark-0123456789",
    )
    .check(has_mark_of_openai),
    format(
        "openai-admin-key",
        "sk-admin-",
        &[Run(URL_SAFE, 40, MANY)],
        "{}FakeFakeFake0123456789T3BlbkFJFakeFakeFake0123456789",
        "{}FakeFakeFake0123456789-without-its-mark-0123456789",
    )
    .check(has_mark_of_openai),
    format("openai-key", "T3BlbkFJ", &[Run(URL_SAFE, 16, MANY)], "LqypxkWp2oCeoihx{}CpFurxRIiuaWlR7g", "ihx{}CpF")
        .before(&[Run(URL_SAFE, 16, 120)]),
    format(
        "openai-legacy-key",
        "sk-",
        &[Run(ALNUM, 40, MANY)],
        "{}FakeRUB9vHIwcle95XPgGs2Ar8fuKkMqkaLeHy9H",
        "{}FakeR",
    )
    .check(has_digit),
    format("openai-session-key", "sess-", &[Run(ALNUM, 36, MANY)], "{}FakevbX1H9qATchikIyaSdPA6fA6sVTOMSZJ", "{}Fakev")
        .check(has_digit),
    format(
        "anthropic-key",
        "sk-ant-",
        &[Run(URL_SAFE, 90, MANY)],
        "{}api03-FakeFakeFake0123456789fakeFakeFake0123456789fakeFakeFake0123456789fakeFakeFake0123456789fakeAA",
        "{}api03-FakeFakeFake0123456789fakeFakeFake0123456789fakeFakeFake0123456789fakeFakeFake0123456789fakeBB",
    )
    .check(|key| key.ends_with("AA")),
    format(
        "openrouter-key",
        "sk-or-",
        &[OneOf(&["v1-", ""]), Run(LOWER_HEX, 40, MANY)],
        "{}v1-1cd6cadfab5845b076b17bcbd0df7da30d81da5a",
        "{}v1-1c",
    ),
    format("deepseek-key", "sk-", &[Run(LOWER_HEX, 32, MANY), End], "{}430282707c23b0463cb6ad435deb5857", "{}43028"),
    format("stability-key", "sk-stab-", &[Run(URL_SAFE, 30, MANY)], "{}FakeHW7Hp0O2msQO3YZM1oQpMIX2uE", "{}FakeH"),
    format(
        "langchain-key",
        "lsv2_",
        &[OneOf(&["pt_", "sk_"]), Run(LOWER_HEX, 32, 32), Literal("_"), Run(LOWER_HEX, 8, MANY)],
        "{}pt_f98fd7279618ad8ab2fd90c42c07231b_190c8284",
        "{}pt_f9",
    ),
    format("langsmith-key", "ls__", &[Run(LOWER_HEX, 32, MANY)], "{}20d80b9a846c1423ef31079d2586dfd4", "{}20d80"),
    format("langfuse-secret-key", "sk-lf-", &[Uuid], "{}41607010-fad6-a984-af76-8d7241e07540", "{}41607"),
    format("langfuse-public-key", "pk-lf-", &[Uuid], "{}df6a203f-28df-2692-b0fb-64d4b41a0432", "{}df6a2"),
    format("helicone-key", "sk-helicone-", &[Run(DOTTED, 20, MANY)], "{}FakecOUe8tEoYTvyKbui", "{}Fakec"),
    format("helicone-older-key", "pk-helicone-", &[Run(DOTTED, 20, MANY)], "{}FakeiIz29ydJatavsZDt", "{}Fakei"),
    format(
        "elevenlabs-key",
        "sk_",
        &[Run(LOWER_HEX, 48, MANY), End],
        "{}f869be18149b6316bcb45fede084f4dc73e6b2615be0ce42",
        "{}f869b",
    ),
    format("groq-key", "gsk_", &[Run(ALNUM, 40, MANY)], "{}FakeDSzFMn18B3Aqfu0bQUugvVJEAHt3Y1R0bRup", "{}FakeD"),
    format("perplexity-key", "pplx-", &[Run(ALNUM, 40, MANY)], "{}FakeKUAUGMvD3XsMdDM8WYCzprZti751dPB93NQc", "{}FakeK"),
    format(
        "xai-key",
        "xai-",
        &[Run(ALNUM, 60, MANY)],
        "{}FakeOE4Sbp3MrU14O8abqt4o6hqcwmf7uFMjig2OQlmTm9yNE3XHODQ1rXPm",
        "{}FakeO",
    ),
    format("replicate-token", "r8_", &[Run(ALNUM, 30, MANY)], "{}Fake07KJ6Wy246pYbH90fnaCOEtkzx", "{}Fake0"),
    format(
        "huggingface-token",
        "hf_",
        &[Run(LETTERS, 34, 34), End],
        "{}FakeuqrvezMLkvOXzAZILvNcfsVrWqwLFS",
        "{}embedding_dimension_mismatch",
    ),
    format("huggingface-digit-token", "hf_", &[Run(ALNUM, 30, MANY)], "{}FakeblJz7tMGXwRH1DSb2bDPfpJbhK", "{}Fakeb")
        .check(is_mixed),
    format(
        "huggingface-organisation-token",
        "api_org_",
        &[Run(LETTERS, 34, MANY)],
        "{}FakeZNysUaoraFfXAxFRXzsmEPjwqSwVch",
        "{}FakeZ",
    ),
    format("fireworks-key", "fw_", &[Run(ALNUM, 22, MANY)], "{}FaketE5FgBSdSHxbpsocrk", "{}Faket").check(has_digit),
    format("fireworks-older-key", "fw-", &[Run(ALNUM, 22, MANY)], "{}FakeQw3Bx0cFGMURwt3JZY", "{}FakeQ")
        .check(has_digit),
    format("together-key", "tgp_v1_", &[Run(URL_SAFE, 30, MANY)], "{}FakedueocIMiWK6tHPS6X6N4Q1r2e3", "{}Faked"),
    format("cerebras-key", "csk-", &[Run(LOWER, 40, MANY)], "{}fake4bwadado2152ynq9cl0kfuclpxm6pyix2drm", "{}fake4"),
    format("pinecone-key", "pcsk_", &[Run(WORD, 40, MANY)], "{}FakexI2KQAW6XV08T9Slzo9lAfq6i4ye1iHyfOVU", "{}Fakex"),
    format("jina-key", "jina_", &[Run(ALNUM, 40, MANY)], "{}Fake6k9kPf07nue6b2nlEZDckbGkLy0mFyLsLxV7", "{}Fake6"),
    format("tavily-key", "tvly-", &[Run(URL_SAFE, 20, MANY)], "{}FakeJ7VXgzUTPNcsng4W", "{}FakeJ"),
    format("firecrawl-key", "fc-", &[Run(LOWER_HEX, 32, MANY), End], "{}a3ed8d157b03c4686fed7fdfe913d35d", "{}a3ed8")
        .check(has_digit),
    format("apify-token", "apify_api_", &[Run(ALNUM, 30, MANY)], "{}FakeuYrCFjau6ivMWir1ABYSqAIcLx", "{}Fakeu"),
    format("browserbase-key", "bb_live_", &[Run(URL_SAFE, 20, MANY)], "{}Fake4CxA2x6iYnQkX0zN", "{}Fake4"),
    format("e2b-key", "e2b_", &[Run(LOWER_HEX, 40, MANY)], "{}9dcf86a69d86a4bf17d75a3853173ac08f9ea303", "{}9dcf8"),
    format("modal-token-id", "ak-", &[Run(ALNUM, 22, MANY), End], "{}FakebKCWcUCRuQSNU8CA8t", "{}Fakeb")
        .check(is_mixed),
    format("modal-token-secret", "as-", &[Run(ALNUM, 22, MANY), End], "{}FakejAtz9PxUkTosnF5ZuO", "{}Fakej")
        .check(is_mixed),
    format(
        "voyage-key",
        "pa-",
        &[Run(URL_SAFE, 43, MANY), End],
        "{}FaketNaWTwpNmDG1gyGA9VlDjmgnDiKvcFhZIr3OR9R",
        "{}Faket",
    )
    .check(is_mixed),
    format("mem0-key", "m0-", &[Run(ALNUM, 40, MANY)], "{}FakeB6fTM5vAyCGmrTVvENykDrjc4Yt4r70aIU6h", "{}FakeB"),
    format("llama-cloud-key", "llx-", &[Run(ALNUM, 40, MANY)], "{}Fakeb7PdMUCfHQrJrT2LM65roEFANtP2mpLdMI1Y", "{}Fakeb"),
    format(
        "weights-and-biases-key",
        "wandb_v1_",
        &[Run(WORD, 40, MANY)],
        "{}FakeOVcd1CklMFioytAiORjRN23BLpu1gRdMx7k5",
        "{}FakeO",
    ),
    format(
        "weights-and-biases-local-key",
        "local-",
        &[Run(LOWER_HEX, 40, MANY)],
        "{}e65b1a979b139bc2fcbfa0bab1de51ab58b373e9",
        "{}e65b1",
    ),
    format(
        "cursor-key",
        "key_",
        &[Run(LOWER_HEX, 60, MANY)],
        "{}0ebd568a7f5fed12f352c6064feb8915823ca10f31f5bd9549a09e72f73f",
        "{}0ebd5",
    ),
    format(
        "cursor-agent-key",
        "crsr_",
        &[Run(LOWER_HEX, 60, MANY)],
        "{}d43462e06b387da45b2184f36857bd73c78450a4efb47096285483c64621",
        "{}d4346",
    ),
    format(
        "zep-key",
        "z_",
        &[Run(DOTTED, 60, MANY)],
        "{}FakeGrBpk3vWZcgkAhOicEwJsKeDYqYm9AX5DGcuObeyuQrxqW5KwedwCvJg",
        "{}FakeG",
    )
    .check(is_mixed),
    format("friendli-token", "flp_", &[Run(ALNUM, 30, MANY)], "{}Fake1nqWAqnVh5gegAhQvsCsEPO18q", "{}Fake1"),
    format("retell-key", "key_", &[Run(LOWER_HEX, 28, MANY)], "{}736cbdb408291efabc1d3cdfb03b", "{}736cb"),
    format("dify-dataset-key", "dataset-", &[Run(ALNUM, 24, MANY)], "{}FakeDswrgHuyziAs5397xAzB", "{}FakeD")
        .check(is_mixed),
    format("dify-app-key", "app-", &[Run(ALNUM, 24, MANY), End], "{}Fake8gEzCl64IviznAJKsTps", "{}Fake8")
        .check(is_mixed),
    format(
        "coze-token",
        "pat_",
        &[Run(ALNUM, 60, MANY)],
        "{}FakeDnyRMK891wuqhIyTr3DLK1bn0m0fBl1Fx6YimZHWOi42DgPKNxtnHDd1",
        "{}FakeD",
    ),
    format(
        "coze-service-token",
        "sat_",
        &[Run(ALNUM, 60, MANY)],
        "{}FakeKPnMbpXauYH3lvW5D2kytgTNIxwcqiOkTDm5d1jFBeAgKpulmWZzWzQp",
        "{}FakeK",
    ),
    format("context7-key", "ctx7sk-", &[Uuid], "{}9c502e17-7b83-02c0-e836-7e1fa76bdb98", "{}9c502"),
    format(
        "warp-key",
        "wk-",
        &[OneOf(&["1.", ""]), Run(LOWER_HEX, 64, MANY)],
        "{}1.62564fb0db062d278cea37f9c69b6d2764b24956e8e874f907db17536d3d9b54",
        "{}1.625",
    ),
    format(
        "bland-key",
        "org_",
        &[Run(LOWER_HEX, 64, MANY)],
        "{}b4373645937924d696dec0c4b43c17da2571875d61c38df5a850de5c402e6a13",
        "{}b4373",
    ),
];
