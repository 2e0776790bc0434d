//! Other cloud providers: machines, storage and networks.

use super::checks::{has_digit, is_mixed};
use super::format::Part::{End, Literal, Run, Uuid};
use super::format::{ALNUM, BASE64, DIGITS, DOTTED, Format, LOWER, LOWER_HEX, MANY, UPPER, URL_SAFE, WORD, format};

pub(super) const FORMATS: &[Format] = &[
    format("scaleway-access-key", "SCW", &[Run(UPPER, 17, MANY), End], "{}3HWICIQ9HFN4NSM7I", "{}eHWICIQqHFNaNSMtI")
        .check(has_digit),
    format("alibaba-access-key-id", "LTAI", &[Run(ALNUM, 12, MANY)], "{}nIiW6yKOlRmL", "{}nIiWgyKOlRmL")
        .check(has_digit),
    format(
        "alibaba-temporary-key-id",
        "STS.",
        &[Run(ALNUM, 20, MANY)],
        "{}Fake5O3HwHxQUuE7bxiT",
        "{}fake5o3hwhxquue7bxit",
    )
    .check(is_mixed),
    format(
        "tencent-secret-id",
        "AKID",
        &[Run(ALNUM, 32, MANY)],
        "{}FakeiW3nU7BITpCV8eqjOStrky25yrfg",
        "{}FakeiW3nU7BITpCVeqjOStrky25yrfg",
    ),
    format(
        "volcengine-access-key-id",
        "AKLT",
        &[Run(ALNUM, 30, MANY)],
        "{}FakevqOqojL9xGmZ7LFEkuy8Yny96e",
        "my{}FakevqOqojL9xGmZ7LFEkuy8Yny96e",
    ),
    format(
        "baidu-cloud-access-key-id",
        "ALTAK",
        &[Run(ALNUM, 20, MANY)],
        "{}FakeEJRDypiOifWHlf7H",
        "{}FakeEJRDypOifWHlf7H",
    ),
    format(
        "jd-cloud-access-key-id",
        "JDC_",
        &[Run(UPPER, 24, MANY)],
        "{}FAKE3NHOGV524K9JO7ZHBHAF",
        "{}FAKE3NHOGV52qK9JO7ZHBHAF",
    ),
    format(
        "yandex-api-key",
        "AQVN",
        &[Run(URL_SAFE, 34, MANY)],
        "{}FakezUE0pxISTJG7ujWXMcW0JgmizYW8lr",
        "{}FakezUE0pxISTJG7uWXMcW0JgmizYW8lr",
    ),
    format(
        "yandex-oauth-token",
        "y0_",
        &[Run(URL_SAFE, 50, MANY)],
        "{}Fake5qi3RmEtPJ8tc1bymDGe5mQt1lUQAwZhrIXhULUDKqPOWt",
        "{}Fake5qi3RmEtPJ8tc1bymDGe5Qt1lUQAwZhrIXhULUDKqPOWt",
    ),
    format(
        "yandex-passport-token",
        "y1_",
        &[Run(URL_SAFE, 50, MANY)],
        "{}FakeEGqzPoxW1kcf0WR9NVAvRW3F8BpifkfJExHGtTR03vZN4e",
        "{}FakeEGqzPoxW1kcf0WR9NVAvR3F8BpifkfJExHGtTR03vZN4e",
    ),
    format(
        "yandex-iam-token",
        "t1.",
        &[Run(URL_SAFE, 20, 120), Literal("."), Run(URL_SAFE, 80, MANY)],
        "{}FakehIqdqYGEzuRKv3cQ.FakelDGXgBym2LSCZuhvo5IUcKmbXScWnSLPxaZYAeUAl9IUNCRyrMqkVzbimsRagUlgnaS5UBmi9zG2",
        "{}FakehIqdqYGEzuRKv3cQ_FakelDGXgBym2LSCZuhvo5IUcKmbXScWnSLPxaZYAeUAl9IUNCRyrMqkVzbimsRagUlgnaS5UBmi9zG2",
    ),
    format(
        "yandex-static-key-id",
        "YCAJE",
        &[Run(URL_SAFE, 20, MANY)],
        "{}Fakeh9NRNIrldAf5vqGs",
        "{}Fakeh9NRNIldAf5vqGs",
    ),
    format(
        "yandex-static-key-secret",
        "YCP",
        &[Run(URL_SAFE, 37, MANY)],
        "{}FakeG3MDvqSJD64RUn5pWmtRzTg0dku3zPQ63",
        "{}FakeGeMDvqSJDgaRUnspWmtRzTgodkuezPQge",
    )
    .check(has_digit),
    format(
        "yandex-static-key-secret-of-users",
        "YCN",
        &[Run(URL_SAFE, 37, MANY)],
        "{}FakeOs5PuDwLOYJWnELAgY70JfJlMaMiXbPUc",
        "{}FakeOssPuDwLOYJWnELAgYtoJfJlMaMiXbPUc",
    )
    .check(has_digit),
    format(
        "yandex-smart-captcha-key",
        "ysc1_",
        &[Run(ALNUM, 40, MANY)],
        "{}Fakew4dJhJejr8AQ2zax4Yj2erFRZ8HG8zEBRHsp",
        "my{}Fakew4dJhJejr8AQ2zax4Yj2erFRZ8HG8zEBRHsp",
    ),
    format(
        "yandex-smart-captcha-server-key",
        "ysc2_",
        &[Run(ALNUM, 40, MANY)],
        "{}FakeZ7pu41S43TAyIKFeARVmuyYrqzlz9eb4vdHr",
        "my{}FakeZ7pu41S43TAyIKFeARVmuyYrqzlz9eb4vdHr",
    ),
    format(
        "ibm-cloud-api-key-id",
        "ApiKey-",
        &[Uuid],
        "{}c57d6a93-2a6a-9fad-b0fa-20f52e6fabd2",
        "{}c57d6a93_2a6a-9fad-b0fa-20f52e6fabd2",
    ),
    format(
        "exoscale-api-key",
        "EXO",
        &[Run(LOWER_HEX, 24, MANY), End],
        "{}4e543ea8f05873e52e1a47ed",
        "{}aesaeeabfosbteeszeiaated",
    )
    .check(has_digit),
    format(
        "upcloud-token",
        "ucat_",
        &[Run(UPPER, 24, MANY)],
        "{}FAKE43N4THSOFNXZKD57N0QE",
        "{}FAKE43N4THSOqNXZKD57N0QE",
    ),
    format(
        "akamai-client-token",
        "akab-",
        &[Run(LOWER, 16, 64), Literal("-"), Run(LOWER, 16, MANY)],
        "{}xlhup1e1h98vby98-owl9shwmg27yswry",
        "{}xlhup1e1h98vby98.owl9shwmg27yswry",
    ),
    format(
        "backblaze-application-key",
        "K00",
        &[Run(DIGITS, 1, 1), Run(BASE64, 27, MANY), End],
        "{}3FakeFSqfCqo3ZxHJnj4sDU1doOd",
        "{}3fakefsqfcqo3zxhjnj4sdu1dood",
    )
    .check(is_mixed),
    format(
        "qovery-token",
        "qov_",
        &[Run(ALNUM, 30, MANY)],
        "{}Faked9hMa21cIMDZeVnDoS2LJSfzQA",
        "{}Faked9hMa21cIMDeVnDoS2LJSfzQA",
    ),
    format("aiven-password", "AVNS_", &[Run(URL_SAFE, 16, MANY)], "{}HnaCHSz5fzS0I9pe", "{}HnaCHSz5zS0I9pe"),
    format(
        "aiven-token",
        "aivenv1",
        &[Run(BASE64, 50, MANY)],
        "{}FakeO7NcfJQ1C3ZYBKekf0msbEZmTQeIW3ZjwkeTI4Q8pXG0Q3",
        "my{}FakeO7NcfJQ1C3ZYBKekf0msbEZmTQeIW3ZjwkeTI4Q8pXG0Q3",
    ),
    format(
        "nvidia-api-key",
        "nvapi-",
        &[Run(URL_SAFE, 50, MANY)],
        "{}FakeNniXBebEUjhRFIJiJLrfZokpItGHpfWVzYqTxJZPHsNV7R",
        "{}FakeNniXBebEUjhRFIJiJLrfZkpItGHpfWVzYqTxJZPHsNV7R",
    ),
    format(
        "lambda-cloud-key",
        "secret_",
        &[Run(WORD, 8, 64), Literal("."), Run(ALNUM, 20, MANY)],
        "{}wJPet1DR.FakecDEbMbfWCTGuEo3Z",
        "{}wJPet1DR_FakecDEbMbfWCTGuEo3Z",
    ),
    format(
        "runpod-api-key",
        "rpa_",
        &[Run(ALNUM, 32, MANY)],
        "{}Fake3CGvPtPfoS7YJaxAvMZu1yKm4y7N",
        "{}Fake3CGvPtPfoS7YaxAvMZu1yKm4y7N",
    ),
    format(
        "deno-deploy-token",
        "ddp_",
        &[Run(ALNUM, 30, MANY)],
        "{}Fake0cNoBySyb67FPzCeCTv9d4ZpVk",
        "{}Fake0cNoBySyb67PzCeCTv9d4ZpVk",
    ),
    format(
        "deno-deploy-organisation-token",
        "ddo_",
        &[Run(ALNUM, 30, MANY)],
        "{}FakeEWkOyiVJWIBW4TVS18MtdHWvNw",
        "{}FakeEWkOyiVJWIB4TVS18MtdHWvNw",
    ),
    format(
        "nebius-token",
        "ne1",
        &[Run(DOTTED, 60, MANY)],
        "{}Fakey83k0ygDfb3WVP5gU1PLTBqWKprBTDeuxWqESY5XgH6mgKNPo4kBV85G",
        "{}fakey83k0ygdfb3wvp5gu1pltbqwkprbtdeuxwqesy5xgh6mgknpo4kbv85g",
    )
    .check(is_mixed),
];
