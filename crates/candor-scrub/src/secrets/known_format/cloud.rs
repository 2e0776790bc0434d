//! Clouds: the keys of those who rent out machines, storage and networks.

use super::checks::{has_digit, is_mixed};
use super::format::Part::{End, Literal, Run, Uuid};
use super::format::{
    ALNUM, ANY_BASE64, BASE64, DIGITS, DOTTED, Format, LOWER, LOWER_HEX, MANY, UNRESERVED, UPPER, URL_SAFE, WORD,
    format,
};

pub(super) const FORMATS: &[Format] = &[
    format("aws-access-key-id", "AKIA", &[Run(UPPER, 16, MANY), End], "{}JMGIHA6FES9MCEHI", "{}JMGIH"),
    format("aws-temporary-access-key-id", "ASIA", &[Run(UPPER, 16, MANY), End], "{}GUX807UIZI37D1G2", "{}GUX80"),
    format("aws-bearer-key-id", "ABIA", &[Run(UPPER, 16, MANY), End], "{}5WVZLJX2EK4G5S47", "{}5WVZL").check(has_digit),
    format("aws-context-key-id", "ACCA", &[Run(UPPER, 16, MANY), End], "{}91XT7LMDWNS1XYOU", "{}91XT7")
        .check(has_digit),
    format("aws-group-id", "AGPA", &[Run(UPPER, 16, MANY), End], "{}2TWZLXNBV2YWL5JM", "{}2TWZL").check(has_digit),
    format("aws-user-id", "AIDA", &[Run(UPPER, 16, MANY), End], "{}K8S02FUBE20F3UKY", "{}K8S02").check(has_digit),
    format("aws-role-id", "AROA", &[Run(UPPER, 16, MANY), End], "{}H7SGZSE8HJQ3NC37", "{}H7SGZ").check(has_digit),
    format("aws-instance-profile-id", "AIPA", &[Run(UPPER, 16, MANY), End], "{}34JX9FGNAOF1D4Z5", "{}34JX9")
        .check(has_digit),
    format("aws-managed-policy-id", "ANPA", &[Run(UPPER, 16, MANY), End], "{}B8VIUDA6V4T8HQ2C", "{}B8VIU")
        .check(has_digit),
    format("aws-policy-version-id", "ANVA", &[Run(UPPER, 16, MANY), End], "{}BGZ2TWBF698HZNGC", "{}BGZ2T")
        .check(has_digit),
    format("aws-public-key-id", "APKA", &[Run(UPPER, 16, MANY), End], "{}QZLWB4MW1TBYJCA2", "{}QZLWB").check(has_digit),
    format("aws-certificate-id", "ASCA", &[Run(UPPER, 16, MANY), End], "{}JL4CVI0NKDSHG57H", "{}JL4CV")
        .check(has_digit),
    format("aws-legacy-access-key-id", "A3T", &[Run(UPPER, 17, MANY), End], "{}VPQ80V3HYI4XPSGLZ", "{}VPQ80")
        .check(has_digit),
    format(
        "aws-marketplace-web-service-key",
        "amzn.mws.",
        &[Uuid],
        "{}ad81c2e2-2743-bc89-ecf0-c561c4fdad2b",
        "{}ad81c",
    ),
    format(
        "aws-login-client-id",
        "amzn1.application-oa2-client.",
        &[Run(LOWER_HEX, 32, MANY)],
        "{}c789b4c245d8b12420c8d57b7b8a5f45",
        "{}c789b",
    ),
    format(
        "aws-login-client-secret",
        "amzn1.oa2-cs.v1.",
        &[Run(LOWER_HEX, 64, MANY)],
        "{}41ea9e29a291bca081d4c6406d81d06e78cfb490c2605e2fa98f9786ba7e29f9",
        "{}41ea9",
    ),
    format(
        "aws-bedrock-api-key",
        "ABSK",
        &[Run(BASE64, 80, MANY)],
        "{}FakeQUJc8Yy0pG3MrhZP2wB4537IbDpt0ama87nwGT6nzawBFkNc3W7MZ0sc0o6hoXSEXNBmgX5IsibF",
        "{}FakeQ",
    ),
    format(
        "aws-bedrock-short-term-api-key",
        "bedrock-api-key-",
        &[Run(ANY_BASE64, 60, MANY)],
        "{}FakeoHKU3iJMyoqbwEZwClP8FotDys3JKpcknErPjLtb8xbZFH5zbSrNJg5f",
        "{}Fakeo",
    ),
    format("aws-appsync-api-key", "da2-", &[Run(LOWER, 26, MANY)], "{}fake6t71ceyxtljc9ut0k3hg3f", "{}fake6"),
    format(
        "aws-session-token",
        "IQoJb3JpZ2luX2",
        &[Run(ANY_BASE64, 80, MANY)],
        "{}Fake4wkDmTOvaHN0lqQ1n7U51wjYhaQZP7NWJyEX2oMvxYpt2KOyfuMfLINDFhntdZYCoWjlvJTBYyNh",
        "{}Fake4",
    ),
    format(
        "aws-legacy-session-token",
        "FwoGZXIvYXdzE",
        &[Run(ANY_BASE64, 80, MANY)],
        "{}FakeTZ849IudJcKpLnSd1F9jLwJGxUe0yYqGiHKxYdOH5vUmL3rXLaTGd32bQRDxkY6xHVgae3bhiPMg",
        "{}FakeT",
    ),
    format(
        "aws-older-session-token",
        "FQoGZXIvYXdzE",
        &[Run(ANY_BASE64, 80, MANY)],
        "{}FakeXB37MBXbxJjBD0pG4bXjdp1TGLAY49xPpO28iD0U5RZQFjXQBvG8Q18owtVHNDlibo7TuzOc5RWI",
        "{}FakeX",
    ),
    format("google-api-key", "AIzaSy", &[Run(URL_SAFE, 33, MANY)], "{}Fake25ipY6WMVsVhaF0HDvb3KoaVNvWCX", "{}Fake2"),
    format("google-oauth-access-token", "ya29.", &[Run(DOTTED, 20, MANY)], "{}FakejKPxXI1dMutR03V9", "{}Fakej"),
    format("google-oauth-client-secret", "GOCSPX-", &[Run(URL_SAFE, 20, MANY)], "{}FakeJbrU42JkZJ8fcJPQ", "{}FakeJ"),
    format(
        "google-oauth-refresh-token",
        "1//0",
        &[Run(URL_SAFE, 30, MANY)],
        "{}Fakej0UDaUJc3Ju1Ufzy9bC7qil73Q",
        "{}Fakej",
    ),
    format(
        "google-oauth-authorization-code",
        "4/0A",
        &[Run(URL_SAFE, 40, MANY)],
        "{}FakejWzUgn5eB95UEk2FSNAcYVan5x9duiofvTVC",
        "{}Fakej",
    ),
    format("google-auth-key", "AQ.Ab8", &[Run(URL_SAFE, 30, MANY)], "{}Fake6Vcbzl34pjbmRY2eK8kHUoa5s0", "{}Fake6"),
    format("google-oauth-client-id", ".apps.googleusercontent.com", &[], "149134-fakeg1vbr6q38czmuhgm{}", "hgm{}")
        .before(&[Run(DIGITS, 6, 24), Literal("-"), Run(LOWER, 20, 40)]),
    format(
        "google-cloud-messaging-key",
        ":APA91b",
        &[Run(URL_SAFE, 80, MANY)],
        "iBTNnJRWqC2{}FakeTXxweiJLM1GQ2t9M07ErVGzEpxmZ4U7Fw1Ftprgvjn9cpAz2Vu4mWUfQCkOVpe6GNDrKdmw9Zhfc",
        "qC2{}Fak",
    )
    .before(&[Run(URL_SAFE, 11, 24)]),
    format(
        "google-cloud-storage-hmac-key",
        "GOOG1E",
        &[Run(UPPER, 50, MANY)],
        "{}FAKEAM3PWKALXU1YKSOTUCUY49CY56C7LNU1EYLNUPCWMO2CZ9",
        "{}FAKEA",
    ),
    format("google-cloud-storage-hmac-id", "GOOG", &[Run(UPPER, 16, MANY), End], "{}CQ1XR5SYH9O50KIG", "{}CQ1XR")
        .check(has_digit),
    format(
        "azure-client-secret",
        "Q~",
        &[Run(UNRESERVED, 28, 34), End],
        "JyA2{}IQk1TgeJQefvGifNR5FqXetR8fsm",
        "yA2{}IQk",
    )
    .before(&[Run(UNRESERVED, 3, 3), Run(DIGITS, 1, 1)]),
    format(
        "azure-devops-token",
        "AZDO",
        &[Run(ALNUM, 4, MANY)],
        "Fakeq475ElHyKaJcTyWHzDNZoNWq4LeD1I8F61W8emWAwv1y3Dk6gEUtorVX{}mHiO",
        "rVX{}mHi",
    )
    .before(&[Run(ALNUM, 60, 90)]),
    format(
        "azure-service-key",
        "JQQJ9",
        &[Run(ALNUM, 20, MANY)],
        "FakeVAXVeVLrjTb3eyzbaCnqpAHFc5{}Fakenqx01z2ezjA2mgpI",
        "Fc5{}Fak",
    )
    .before(&[Run(ALNUM, 30, 60)]),
    format(
        "azure-search-key",
        "AzSe",
        &[Run(ALNUM, 6, MANY)],
        "FakeHQqrhu2fPjSif1I0pzizCqWjsRFwpB6P{}yhSTW0",
        "B6P{}yhS",
    )
    .before(&[Run(ALNUM, 36, 48)]),
    format(
        "azure-cosmos-key",
        "ACDb",
        &[Run(BASE64, 4, MANY)],
        "FakeuQcMNQUREGMmSLy1bK4h570wnwMGA97CmFm9khJYw0okH3DzwPDdtmIrPoSx9vkoOE{}f57N",
        "oOE{}f57",
    )
    .before(&[Run(BASE64, 70, 90)]),
    format(
        "azure-functions-key",
        "AzFu",
        &[Run(ANY_BASE64, 5, MANY)],
        "FakeBrZfsHFBdcJeBreQdfk5apqdtJSnxoyS2LlZ{}7bkX9",
        "LlZ{}7bk",
    )
    .before(&[Run(ANY_BASE64, 40, 60)]),
    format("azure-cache-key", "AzCa", &[Run(BASE64, 6, MANY)], "Fakersw8gFjyTJUmXVksOJajd19DzB{}TFQYcU", "DzB{}TFQ")
        .before(&[Run(ALNUM, 30, 44)]),
    format(
        "azure-storage-key",
        "+ASt",
        &[Run(BASE64, 4, MANY)],
        "Fakeo3FtH9687zMATWt92fzxdhUSHkL3h1uF8iSrQFmG5iygxQEs3hYTDKAC9wGwIYg3oR{}MEMG",
        "3oR{}MEM",
    )
    .before(&[Run(BASE64, 70, 90)]),
    format(
        "azure-batch-key",
        "+ABa",
        &[Run(BASE64, 4, MANY)],
        "FakeHefIKeCNdnPgYVGrnV8rlpouAejImHjlfvKFiz0YycznylYtFCaMmeXb79biK15irp{}xfAg",
        "irp{}xfA",
    )
    .before(&[Run(BASE64, 70, 90)]),
    format("azure-iot-key", "AIoT", &[Run(BASE64, 4, MANY)], "FakezcH7GFniWHIqASihsxeG1UDKbs{}gI0p", "Kbs{}gI0")
        .before(&[Run(BASE64, 30, 50)]),
    format(
        "azure-registry-key",
        "+ACR",
        &[Run(BASE64, 5, MANY)],
        "FakexbFYWaNWAO2YHSuKHhv0f3XEQHFoMopf{}rTL2B",
        "opf{}rTL",
    )
    .before(&[Run(BASE64, 36, 50)]),
    format("azure-event-hub-key", "+AEh", &[Run(BASE64, 5, MANY)], "FakeTmMISvj2XlSJoXpGxKSGh7Ip2p{}Q9yAp", "p2p{}Q9y")
        .before(&[Run(BASE64, 30, 44)]),
    format("azure-relay-key", "+ARm", &[Run(BASE64, 5, MANY)], "FakeILQf64gvVfDm2sVUvYuaSdrpHW{}txel8", "pHW{}txe")
        .before(&[Run(BASE64, 30, 44)]),
    format(
        "azure-service-bus-key",
        "+ASb",
        &[Run(BASE64, 5, MANY)],
        "FakebWDswR1aPk4lqelgniGshsBZvL{}Dt3JS",
        "ZvL{}Dt3",
    )
    .before(&[Run(BASE64, 30, 44)]),
    format(
        "azure-api-management-key",
        "APIM",
        &[Run(BASE64, 4, MANY)],
        "Fake5YinzQ93iM2LjGL4TRnRwNg9vlU9ImgQk8sFaTkVWhSLc3AofUNVPDUqZPUW9UpNfe{}pTXR",
        "Nfe{}pTX",
    )
    .before(&[Run(BASE64, 70, 90)]),
    format(
        "digitalocean-personal-token",
        "dop_v1_",
        &[Run(LOWER_HEX, 40, MANY)],
        "{}7ef0b950ba9b81b97208a47d97ce825432318a2d",
        "{}7ef0b",
    ),
    format(
        "digitalocean-oauth-token",
        "doo_v1_",
        &[Run(LOWER_HEX, 40, MANY)],
        "{}bd06b143564abc69a7e84758a5e86f472f08d7d6",
        "{}bd06b",
    ),
    format(
        "digitalocean-refresh-token",
        "dor_v1_",
        &[Run(LOWER_HEX, 40, MANY)],
        "{}f8ad6fb295754fd9c4bec1d8b52df42c3969b376",
        "{}f8ad6",
    ),
    format("digitalocean-spaces-key", "DO00", &[Run(UPPER, 16, MANY), End], "{}DZF45GO1BD9KY4TR", "{}DZF45")
        .check(has_digit),
    format(
        "cloudflare-origin-key",
        "v1.0-",
        &[Run(LOWER_HEX, 20, 64), Literal("-"), Run(LOWER_HEX, 80, MANY)],
        "{}05321e3b578b7b0cf27b-6d3a23a65be35d1c27ef39e5f4ec9dc70743a85a1d7d658436fbf7d0cd5de6b8e327de879b4720d3",
        "{}05321",
    ),
    format(
        "cloudflare-user-token",
        "cfut_",
        &[Run(ALNUM, 40, MANY)],
        "{}FakeJkTu9tgMCg1Qzx8iNLFce4K0ZrJ4VkW7OHPw",
        "{}FakeJ",
    ),
    format(
        "cloudflare-account-token",
        "cfat_",
        &[Run(ALNUM, 40, MANY)],
        "{}FakeUr6VgpNb3l9laFTqmJk2SKCMuqvkxZqBlH61",
        "{}FakeU",
    ),
    format(
        "cloudflare-global-key",
        "cfk_",
        &[Run(ALNUM, 40, MANY)],
        "{}Fake0lVICFbY0Nb40RjYqJGmwp6xFIHtqOWGXNEI",
        "{}Fake0",
    ),
    format("cloudflare-turnstile-secret", "0x4AAAAAA", &[Run(URL_SAFE, 20, MANY)], "{}FakeYtUabpzI4e9CsZmO", "{}FakeY"),
    format(
        "fly-organisation-token",
        "fo1_",
        &[Run(URL_SAFE, 40, MANY)],
        "{}Fake8tZLGczctcz5YaHmiF2RzQiMptJa4VyPfAsd",
        "{}Fake8",
    ),
    format(
        "fly-machine-token",
        "fm1r_",
        &[Run(BASE64, 60, MANY)],
        "{}FakeqgDEsOQtV4nJQLZl4inpLVeXStg4uNnLNDnwE2wVwXnwM52NYky8oOkf",
        "{}Fakeq",
    ),
    format(
        "fly-attenuated-token",
        "fm1a_",
        &[Run(BASE64, 60, MANY)],
        "{}FakejQPzoxiFlKy6X2vAsu8IN2iUBkxcSQYJSCSH1Pwk5LwgUJ9QkSZif1Ky",
        "{}Fakej",
    ),
    format(
        "fly-token",
        "fm2_",
        &[Run(BASE64, 60, MANY)],
        "{}FakeS9uYCs5jsw9FnL1mzfG1Dw4PfkFy3nd3U5GPzaT5MjSjgcBTiNhniy2u",
        "{}FakeS",
    ),
    format("heroku-api-key", "HRKU-", &[Run(URL_SAFE, 32, MANY)], "{}FakeXrZ9izT2J2LqdwBkPUHTFfB6JNYc", "{}FakeX"),
    format("vercel-personal-token", "vcp_", &[Run(URL_SAFE, 24, MANY)], "{}FakeWmi0ghdnWrRaleOncP2H", "{}FakeW"),
    format("vercel-integration-token", "vci_", &[Run(URL_SAFE, 24, MANY)], "{}FakeE9fD9uH4cV9wOvESBPEv", "{}FakeE"),
    format("vercel-app-access-token", "vca_", &[Run(URL_SAFE, 24, MANY)], "{}Fakel9uXlwgjOfAIUcsC9rSI", "{}Fakel"),
    format("vercel-app-refresh-token", "vcr_", &[Run(URL_SAFE, 24, MANY)], "{}Fake6KgEbACyK8leahgSV2jd", "{}Fake6"),
    format("vercel-gateway-key", "vck_", &[Run(URL_SAFE, 24, MANY)], "{}Fake3w562pjNhifT5Xsz6IWQ", "{}Fake3"),
    format(
        "vercel-blob-token",
        "vercel_blob_rw_",
        &[Run(WORD, 30, MANY)],
        "{}Fake5jBcLN5ifaYGebU8ck9fTQahDe",
        "{}Fake5",
    ),
    format("netlify-personal-token", "nfp_", &[Run(ALNUM, 30, MANY)], "{}Fake8wWZeZ43sRbefWNFeHILcSZ0Dc", "{}Fake8"),
    format("netlify-oauth-token", "nfo_", &[Run(ALNUM, 30, MANY)], "{}FakeWugmM9l9svoGEjLm5HaCd7CtAl", "{}FakeW"),
    format("netlify-cli-token", "nfc_", &[Run(ALNUM, 30, MANY)], "{}Fake1G1sTDkTAUWMsne3EkEfDoi5bW", "{}Fake1"),
    format("netlify-build-token", "nfb_", &[Run(ALNUM, 30, MANY)], "{}Fake4AYRlmgoGaM7VK9ACMsNwtWkqP", "{}Fake4"),
    format("netlify-user-token", "nfu_", &[Run(ALNUM, 30, MANY)], "{}FakeIDBbkPVdgxUyACRzHfsnzZh6Td", "{}FakeI"),
    format("render-api-key", "rnd_", &[Run(ALNUM, 24, MANY)], "{}FakeuqGgv05Wv2aWBQUsEowX", "{}Fakeu"),
    format("scaleway-access-key", "SCW", &[Run(UPPER, 17, MANY), End], "{}3HWICIQ9HFN4NSM7I", "{}3HWIC")
        .check(has_digit),
    format("alibaba-access-key-id", "LTAI", &[Run(ALNUM, 12, MANY)], "{}nIiW6yKOlRmL", "{}nIiW").check(has_digit),
    format("alibaba-temporary-key-id", "STS.", &[Run(ALNUM, 20, MANY)], "{}Fake5O3HwHxQUuE7bxiT", "{}Fake5")
        .check(is_mixed),
    format("tencent-secret-id", "AKID", &[Run(ALNUM, 32, MANY)], "{}FakeiW3nU7BITpCV8eqjOStrky25yrfg", "{}Fakei"),
    format("volcengine-access-key-id", "AKLT", &[Run(ALNUM, 30, MANY)], "{}FakevqOqojL9xGmZ7LFEkuy8Yny96e", "{}Fakev"),
    format("baidu-cloud-access-key-id", "ALTAK", &[Run(ALNUM, 20, MANY)], "{}FakeEJRDypiOifWHlf7H", "{}FakeE"),
    format("jd-cloud-access-key-id", "JDC_", &[Run(UPPER, 24, MANY)], "{}FAKE3NHOGV524K9JO7ZHBHAF", "{}FAKE3"),
    format("yandex-api-key", "AQVN", &[Run(URL_SAFE, 34, MANY)], "{}FakezUE0pxISTJG7ujWXMcW0JgmizYW8lr", "{}Fakez"),
    format(
        "yandex-oauth-token",
        "y0_",
        &[Run(URL_SAFE, 50, MANY)],
        "{}Fake5qi3RmEtPJ8tc1bymDGe5mQt1lUQAwZhrIXhULUDKqPOWt",
        "{}Fake5",
    ),
    format(
        "yandex-passport-token",
        "y1_",
        &[Run(URL_SAFE, 50, MANY)],
        "{}FakeEGqzPoxW1kcf0WR9NVAvRW3F8BpifkfJExHGtTR03vZN4e",
        "{}FakeE",
    ),
    format(
        "yandex-iam-token",
        "t1.",
        &[Run(URL_SAFE, 20, 120), Literal("."), Run(URL_SAFE, 80, MANY)],
        "{}FakehIqdqYGEzuRKv3cQ.FakelDGXgBym2LSCZuhvo5IUcKmbXScWnSLPxaZYAeUAl9IUNCRyrMqkVzbimsRagUlgnaS5UBmi9zG2",
        "{}Fakeh",
    ),
    format("yandex-static-key-id", "YCAJE", &[Run(URL_SAFE, 20, MANY)], "{}Fakeh9NRNIrldAf5vqGs", "{}Fakeh"),
    format(
        "yandex-static-key-secret",
        "YCP",
        &[Run(URL_SAFE, 37, MANY)],
        "{}FakeG3MDvqSJD64RUn5pWmtRzTg0dku3zPQ63",
        "{}FakeG",
    )
    .check(has_digit),
    format(
        "yandex-static-key-secret-of-users",
        "YCN",
        &[Run(URL_SAFE, 37, MANY)],
        "{}FakeOs5PuDwLOYJWnELAgY70JfJlMaMiXbPUc",
        "{}FakeO",
    )
    .check(has_digit),
    format(
        "yandex-smart-captcha-key",
        "ysc1_",
        &[Run(ALNUM, 40, MANY)],
        "{}Fakew4dJhJejr8AQ2zax4Yj2erFRZ8HG8zEBRHsp",
        "{}Fakew",
    ),
    format(
        "yandex-smart-captcha-server-key",
        "ysc2_",
        &[Run(ALNUM, 40, MANY)],
        "{}FakeZ7pu41S43TAyIKFeARVmuyYrqzlz9eb4vdHr",
        "{}FakeZ",
    ),
    format("ibm-cloud-api-key-id", "ApiKey-", &[Uuid], "{}c57d6a93-2a6a-9fad-b0fa-20f52e6fabd2", "{}c57d6"),
    format("exoscale-api-key", "EXO", &[Run(LOWER_HEX, 24, MANY), End], "{}4e543ea8f05873e52e1a47ed", "{}4e543")
        .check(has_digit),
    format("upcloud-token", "ucat_", &[Run(UPPER, 24, MANY)], "{}FAKE43N4THSOFNXZKD57N0QE", "{}FAKE4"),
    format(
        "akamai-client-token",
        "akab-",
        &[Run(LOWER, 16, 64), Literal("-"), Run(LOWER, 16, MANY)],
        "{}xlhup1e1h98vby98-owl9shwmg27yswry",
        "{}xlhup",
    ),
    format(
        "backblaze-application-key",
        "K00",
        &[Run(DIGITS, 1, 1), Run(BASE64, 27, MANY), End],
        "{}3FakeFSqfCqo3ZxHJnj4sDU1doOd",
        "{}3Fake",
    )
    .check(is_mixed),
    format("qovery-token", "qov_", &[Run(ALNUM, 30, MANY)], "{}Faked9hMa21cIMDZeVnDoS2LJSfzQA", "{}Faked"),
    format("aiven-password", "AVNS_", &[Run(URL_SAFE, 16, MANY)], "{}HnaCHSz5fzS0I9pe", "{}HnaCH"),
    format(
        "aiven-token",
        "aivenv1",
        &[Run(BASE64, 50, MANY)],
        "{}FakeO7NcfJQ1C3ZYBKekf0msbEZmTQeIW3ZjwkeTI4Q8pXG0Q3",
        "{}FakeO",
    ),
    format(
        "nvidia-api-key",
        "nvapi-",
        &[Run(URL_SAFE, 50, MANY)],
        "{}FakeNniXBebEUjhRFIJiJLrfZokpItGHpfWVzYqTxJZPHsNV7R",
        "{}FakeN",
    ),
    format(
        "lambda-cloud-key",
        "secret_",
        &[Run(WORD, 8, 64), Literal("."), Run(ALNUM, 20, MANY)],
        "{}wJPet1DR.FakecDEbMbfWCTGuEo3Z",
        "{}wJPet",
    ),
    format("runpod-api-key", "rpa_", &[Run(ALNUM, 32, MANY)], "{}Fake3CGvPtPfoS7YJaxAvMZu1yKm4y7N", "{}Fake3"),
    format("deno-deploy-token", "ddp_", &[Run(ALNUM, 30, MANY)], "{}Fake0cNoBySyb67FPzCeCTv9d4ZpVk", "{}Fake0"),
    format(
        "deno-deploy-organisation-token",
        "ddo_",
        &[Run(ALNUM, 30, MANY)],
        "{}FakeEWkOyiVJWIBW4TVS18MtdHWvNw",
        "{}FakeE",
    ),
    format(
        "nebius-token",
        "ne1",
        &[Run(DOTTED, 60, MANY)],
        "{}Fakey83k0ygDfb3WVP5gU1PLTBqWKprBTDeuxWqESY5XgH6mgKNPo4kBV85G",
        "{}Fakey",
    )
    .check(is_mixed),
];
