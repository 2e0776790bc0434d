//! Marketing: mail, advertising, social networks, customer data.

use super::checks::{has_digit, is_key, is_mixed, is_salesforce};
use super::format::Part::{End, Literal, Maybe, OneOf, Run, Uuid};
use super::format::{
    ALNUM, ANY_BASE64, BASE64, DIGITS, DOTTED, Format, LOWER, LOWER_HEX, MANY, QUERY_VALUE, URL_SAFE, WORD, format,
};

pub(super) const FORMATS: &[Format] = &[
    format(
        "sendgrid-key",
        "SG.",
        &[Run(URL_SAFE, 16, 32), Literal("."), Run(URL_SAFE, 30, MANY)],
        "{}g1k5757XtvOGnBUb.FakeoTy5dc3NvSFqmpdOpWZD0CpPYK",
        "{}g1k5757XtvOGnBUb_FakeoTy5dc3NvSFqmpdOpWZD0CpPYK",
    ),
    format(
        "mailgun-private-key",
        "key-",
        &[Run(LOWER_HEX, 32, MANY)],
        "{}e69c72bdfcf343023e45c3d3d84bfa1b",
        "{}egqctzbdfcfeaeozeeascededbabfaib",
    )
    .check(has_digit),
    format(
        "mailgun-public-key",
        "pubkey-",
        &[Run(LOWER_HEX, 32, MANY)],
        "{}b062154d9786af12a1f2105e5785ba10",
        "{}b062154d9786af12g1f2105e5785ba10",
    ),
    format(
        "mailchimp-key",
        "-us",
        &[Run(DIGITS, 1, 2), End],
        "6e595ab50968d5f76b0d0a746ead5cfc{}6",
        "6e595ab50968d5f7b0d0a746ead5cfc{}6",
    )
    .before(&[Run(LOWER_HEX, 32, 32)]),
    format(
        "mandrill-key",
        "md-",
        &[Run(URL_SAFE, 22, MANY), End],
        "{}FakeQ3ObMxkVp2TG6YMq8b",
        "{}fakeq3obmxkvp2tg6ymq8b",
    )
    .check(is_mixed),
    format(
        "brevo-key",
        "xkeysib-",
        &[Run(LOWER_HEX, 40, 64), Literal("-"), Run(ALNUM, 12, MANY)],
        "{}25ec6534d75e3dbd521708768e97dc750cd374ad-e7ubRBXYwIg5",
        "{}25ec6534d75e3dbd521708768e97dc750cd374ad.e7ubRBXYwIg5",
    ),
    format(
        "brevo-smtp-key",
        "xsmtpsib-",
        &[Run(LOWER_HEX, 40, 64), Literal("-"), Run(ALNUM, 12, MANY)],
        "{}7a504a86fd3f37a15d057943e1efec0192bce9e8-q9qXW7U2qRok",
        "{}7a504a86fd3f37a15d057943e1efec0192bce9e8.q9qXW7U2qRok",
    ),
    format(
        "resend-key",
        "re_",
        &[Run(ALNUM, 8, 12), Literal("_"), Run(ALNUM, 20, MANY)],
        "{}3TuPc4W8_FakemAm3K9Br4J32Ov57",
        "{}3tupc4w8_fakemam3k9br4j32ov57",
    )
    .check(is_mixed),
    format(
        "resend-short-key",
        "re_",
        &[Run(ALNUM, 24, MANY), End],
        "{}FakebCAMPZTmpb0wMib8V06D",
        "{}fakebcampztmpb0wmib8v06d",
    )
    .check(is_mixed),
    format(
        "mailersend-token",
        "mlsn.",
        &[Run(LOWER_HEX, 60, MANY)],
        "{}7fa26ce86e323d7df067d6cf824969686c9c582e408b6e515a3a06798196",
        "{}7fa26ce86e323d7df067d6cf824969g86c9c582e408b6e515a3a06798196",
    ),
    format(
        "mailersend-older-token",
        "MS_",
        &[Run(ALNUM, 20, MANY)],
        "{}Fakex5XnXQ1v1jmMWIJq",
        "{}fakex5xnxq1v1jmmwijq",
    )
    .check(is_mixed),
    format(
        "klaviyo-key",
        "pk_",
        &[Run(LOWER_HEX, 34, MANY), End],
        "{}bf8131fb4e831e06ada3f2386967e140b7",
        "{}bfbieifbaebeieogadaefzebgqgteiaobt",
    )
    .check(has_digit),
    format(
        "klaviyo-long-key",
        "pk_",
        &[Run(ALNUM, 6, 7), Literal("_"), Run(LOWER_HEX, 32, MANY), End],
        "{}1Hj7dZ_4f9a1ecdbd63af8a4762dfd8687b6507",
        "{}iHjtdZ_afqaiecdbdgeafbaatgzdfdbgbtbgsot",
    )
    .check(has_digit),
    format(
        "klaviyo-prefix-key",
        "pk_",
        &[Run(LOWER, 34, MANY), End],
        "{}fakeydaw9me7xo2k0fp9n8euf5pj45nbzt",
        "{}this_is_the_name_of_an_order_and_o",
    )
    .check(is_key),
    format(
        "hubspot-private-app-token",
        "pat-na",
        &[Run(DIGITS, 1, 2), Literal("-"), Uuid],
        "{}4-ba321e38-39da-0208-f4d3-5d1850cf1b40",
        "{}4-ba321e38_39da-0208-f4d3-5d1850cf1b40",
    ),
    format(
        "hubspot-european-private-app-token",
        "pat-eu",
        &[Run(DIGITS, 1, 2), Literal("-"), Uuid],
        "{}0-7b49ecd2-c471-c1f5-ab79-10f4b5adb8af",
        "{}0-7b49ecd2_c471-c1f5-ab79-10f4b5adb8af",
    ),
    format(
        "convertkit-secret",
        "kit_",
        &[Run(LOWER_HEX, 30, MANY)],
        "{}4cd985916b1b59f02a0ea129f0ca4f",
        "{}4cd985916b1b59fg2a0ea129f0ca4f",
    ),
    format(
        "facebook-access-token",
        "EAA",
        &[Run(ALNUM, 80, MANY)],
        "{}FakePidEa7uG504NjCpKwMoOq8bxoSz1MU9IGu2iexpawIt7zDlqHOqkG31zkdBo5Zkbk4P4mQUVs0oF",
        "{}FakePidEa7uG504NjCpKwMoOq8bxoSz1MU9IGu2ixpawIt7zDlqHOqkG31zkdBo5Zkbk4P4mQUVs0oF",
    ),
    format(
        "facebook-app-token",
        "|",
        &[Run(URL_SAFE, 24, 32), End],
        "5876310648071{}FakefOtRYfFBepUWmJsfx9xS",
        "587631648071{}FakefOtRYfFBepUWmJsfx9xS",
    )
    .before(&[Run(DIGITS, 13, 18)]),
    format(
        "instagram-token",
        "IGQV",
        &[Run(URL_SAFE, 60, MANY)],
        "{}FakeDJRr4BZfSxEK3dkeKtwBOTNyV39HlnPGYjL1QNwrhQvOC7tlCJbf75kU",
        "{}FakeDJRr4BZfSxEK3dkeKtwBOTNyV3HlnPGYjL1QNwrhQvOC7tlCJbf75kU",
    ),
    format(
        "instagram-newer-token",
        "IGAA",
        &[Run(URL_SAFE, 60, MANY)],
        "{}FakecxNBXd5jK4HSUtIqXPet6Atz0iVKI0DFQPw0Ob67K6K0q9UwLavXLOSL",
        "my{}FakecxNBXd5jK4HSUtIqXPet6Atz0iVKI0DFQPw0Ob67K6K0q9UwLavXLOSL",
    ),
    format(
        "threads-token",
        "THAA",
        &[Run(URL_SAFE, 60, MANY)],
        "{}FakeE4eK8TpUrpm6O6EvDipWpAuKzMO5hbodzavi8WKDk9DJRaM3L98XH1eh",
        "{}FakeE4eK8TpUrpm6O6EvDipWpAuKzM5hbodzavi8WKDk9DJRaM3L98XH1eh",
    ),
    format(
        "twitter-bearer-token",
        "AAAAAAAAAAAAAAAAAAAA",
        &[Run(QUERY_VALUE, 50, MANY)],
        "{}G9JE8gBPR8peLoIFAJkuKvxvRXvEGmCA1l94kHv9XrHPpbqId9",
        "{}g9je8gbpr8peloifajkukvxvrxvegmca1l94khv9xrhppbqid9",
    )
    .check(is_mixed),
    format(
        "linkedin-client-secret",
        "WPL_AP",
        &[Run(DIGITS, 1, 1), Literal("."), Run(ALNUM, 12, 24), Literal("."), Run(BASE64, 4, MANY)],
        "{}4.AgXuxgcCvh7d.tL5b",
        "{}4_AgXuxgcCvh7d.tL5b",
    ),
    format(
        "pinterest-token",
        "pina_",
        &[Run(ALNUM, 40, MANY)],
        "{}Fakexdb7xzEeKRrl1RyPDadFStePEvW5NLsouClE",
        "{}Fakexdb7xzEeKRrl1RyPadFStePEvW5NLsouClE",
    ),
    format(
        "pinterest-refresh-token",
        "pinr.",
        &[Run(ALNUM, 40, MANY)],
        "{}FakeWeNXmhC4nW5fxFp8NACgsCfay6yQsVUy8vUH",
        "{}FakeWeNXmhC4nW5fxFp8ACgsCfay6yQsVUy8vUH",
    ),
    format(
        "snapchat-token",
        "hCgwKCj",
        &[Run(ANY_BASE64, 60, MANY)],
        "{}FakewdszBhUmGWNLT28NJgyNTy4Ax7G3qJu40c0Q7F6GMfclQNGWdiwhGbJE",
        "my{}FakewdszBhUmGWNLT28NJgyNTy4Ax7G3qJu40c0Q7F6GMfclQNGWdiwhGbJE",
    ),
    format(
        "tiktok-token",
        "act.",
        &[Run(ALNUM, 30, 64), Maybe(&[Literal("!"), Run(ALNUM, 2, 64), Literal("."), Run(ALNUM, 2, 64)])],
        "{}FakeE6m5ab2bN7QL4xawOK5XwtXCNI!y7.TS",
        "{}fakee6m5ab2bn7ql4xawok5xwtxcni!y7.ts",
    )
    .check(is_mixed),
    format(
        "tiktok-refresh-token",
        "rft.",
        &[Run(ALNUM, 30, 64), Maybe(&[Literal("!"), Run(ALNUM, 2, 64), Literal("."), Run(ALNUM, 2, 64)])],
        "{}Fakejswy4OpgneL2GNDNSuHJQaE3X4!To.5k",
        "{}fakejswy4opgnel2gndnsuhjqae3x4!to.5k",
    )
    .check(is_mixed),
    format(
        "tiktok-client-token",
        "clt.",
        &[Run(ALNUM, 20, 64), Maybe(&[Literal("!"), Run(ALNUM, 2, 64), Literal("."), Run(ALNUM, 2, 64)])],
        "{}FakeopDcdRflHhMZ0RcS!yc.Kl",
        "{}fakeopdcdrflhhmz0rcs!yc.kl",
    )
    .check(is_mixed),
    format(
        "posthog-project-key",
        "phc_",
        &[Run(WORD, 30, MANY)],
        "{}FakeUyeaHLANUO7VU9JYMu6UZiHlhX",
        "{}FakeUyeaHLANUO7U9JYMu6UZiHlhX",
    ),
    format(
        "posthog-personal-key",
        "phx_",
        &[Run(WORD, 30, MANY)],
        "{}FakeB8TfBt89bRBdFhjKNyIk0VTy23",
        "{}FakeB8TfBt89bRBFhjKNyIk0VTy23",
    ),
    format(
        "posthog-secret-key",
        "phs_",
        &[Run(WORD, 30, MANY)],
        "{}Fake7aHsmMT3FVZVIwfS6bvJMVIkFL",
        "my{}Fake7aHsmMT3FVZVIwfS6bvJMVIkFL",
    ),
    format(
        "segment-public-api-token",
        "sgp_",
        &[Run(ALNUM, 64, MANY)],
        "{}Fake4VYreamlJjrHhlDwVHdJtFpw3vw4gi5ZwZ9AeNaxtMO5hfWRrKY0LphF2gSR",
        "{}Fake4VYreamlJjrHhlDwVHdJtFpw3vw4i5ZwZ9AeNaxtMO5hfWRrKY0LphF2gSR",
    ),
    format(
        "amplitude-experiment-key",
        "server-",
        &[Run(ALNUM, 24, MANY), End],
        "{}FakejWiOL4E7mAZQ1aA9KoQ4",
        "{}fakejwiol4e7mazq1aa9koq4",
    )
    .check(is_mixed),
    format(
        "fullstory-key",
        "na1.",
        &[Run(BASE64, 80, MANY)],
        "{}FakeP1I893GIi3Rt3NIm3QNopAmptTfSVHMV4oyMkcQevZ26qQKCBLGg8CTbZoPHxyJ3jR3Icmq6jiAJ",
        "my{}FakeP1I893GIi3Rt3NIm3QNopAmptTfSVHMV4oyMkcQevZ26qQKCBLGg8CTbZoPHxyJ3jR3Icmq6jiAJ",
    ),
    format(
        "fullstory-european-key",
        "eu1.",
        &[Run(BASE64, 80, MANY)],
        "{}FakeOMjGjHTeRpD4Wx7y4L7O5nwbymtryTuDFL1yJ3MRhvt9u5YI3blNoZnJq3lvqZnG1r6C9qZGxgoY",
        "{}FakeOMjGjHTeRpD4Wx7y4L7O5nwbymtryTuDFL1y3MRhvt9u5YI3blNoZnJq3lvqZnG1r6C9qZGxgoY",
    ),
    format(
        "beamer-key",
        "b_",
        &[Run(ALNUM, 44, MANY), End],
        "{}Fake07w8xRZnS3l5950AXzBDEBXwaJeYN39g4ojtbKPn",
        "{}fake07w8xrzns3l5950axzbdebxwajeyn39g4ojtbkpn",
    )
    .check(is_mixed),
    format(
        "beamer-long-key",
        "b_",
        &[Run(ANY_BASE64, 44, MANY)],
        "{}FakeCDtz4VqcATyNRWgmyIlbE9KYrdt6nodwZMrSnmcs",
        "{}this_is_the_name_of_an_order_and_of_its_tabl",
    )
    .check(is_key),
    format(
        "typeform-token",
        "tfp_",
        &[Run(DOTTED, 40, MANY)],
        "{}FakeVUSCuMWO8v8OoTOW6hbplDsAORS2ZpV08Ac6",
        "my{}FakeVUSCuMWO8v8OoTOW6hbplDsAORS2ZpV08Ac6",
    ),
    format(
        "calcom-key",
        "cal_",
        &[OneOf(&["live_", "test_"]), Run(LOWER_HEX, 32, MANY)],
        "{}live_02c7efc938feb5be8d4e8107ad3b8fe9",
        "{}live_02c7efc938febgbe8d4e8107ad3b8fe9",
    ),
    format(
        "calcom-plain-key",
        "cal_",
        &[Run(LOWER_HEX, 32, MANY)],
        "{}0ea0e1bcfe5f8db42963565ce420a41d",
        "{}0ea0e1bcfe5f8db4g963565ce420a41d",
    ),
    format(
        "cronofy-token",
        "CRN_",
        &[Run(URL_SAFE, 30, MANY)],
        "{}FakeMQiEX6kCfWwKY2xboBEDqzo45m",
        "my{}FakeMQiEX6kCfWwKY2xboBEDqzo45m",
    ),
    format(
        "close-key",
        "api_",
        &[Run(ALNUM, 20, 24), Literal("."), Run(ALNUM, 20, MANY)],
        "{}Fake4P9BImfgvMRW8eqY.Fake76jIj76Vz7iEZunD",
        "{}fake4p9bimfgvmrw8eqy.fake76jij76vz7iezund",
    )
    .check(is_mixed),
    format(
        "close-long-key",
        "api_",
        &[Run(ALNUM, 40, MANY)],
        "{}Fake0l6T68k7TR8osQVvSwKS5uDhRKUHlKQm36QB",
        "{}this_is_the_name_of_an_order_and_of_its_",
    )
    .check(is_key),
    format(
        "salesforce-access-token",
        "!",
        &[Run(DOTTED, 50, MANY)],
        "00D5e00000Fake1{}AQ4Fake0XyZ9kLmN3pQrS7tUvW2xYz8aBcD4eFgH6iJkL1mNoP5qRsT0uV",
        "00D5e0000Fake1{}AQ4Fake0XyZ9kLmN3pQrS7tUvW2xYz8aBcD4eFgH6iJkL1mNoP5qRsT0uV",
    )
    .before(&[Run(ALNUM, 15, 18)])
    .check(is_salesforce),
    format(
        "salesforce-consumer-key",
        "3MVG9",
        &[Run(DOTTED, 70, MANY)],
        "{}Fake9H3sfc4mGXgSdUCTxQVmSUBhvyPbSMYszfZHTAheOah0Wvi1CsJF4JXmvE4AqQVrPt",
        "my{}Fake9H3sfc4mGXgSdUCTxQVmSUBhvyPbSMYszfZHTAheOah0Wvi1CsJF4JXmvE4AqQVrPt",
    ),
    format(
        "salesforce-refresh-token",
        "5Aep861",
        &[Run(DOTTED, 60, MANY)],
        "{}Fakeg3gTlGLeT5ZVPfpkRkpbzjbeCBPmikK7r7AizYgRx1FomiIZ7qMCHENW",
        "my{}Fakeg3gTlGLeT5ZVPfpkRkpbzjbeCBPmikK7r7AizYgRx1FomiIZ7qMCHENW",
    ),
    format(
        "pipedrive-token",
        "v1u:",
        &[Run(ANY_BASE64, 40, MANY)],
        "{}FaketmbT7cOxSWeUT5wAHlTgVrpNpzk7h4MHvlVr",
        "my{}FaketmbT7cOxSWeUT5wAHlTgVrpNpzk7h4MHvlVr",
    ),
    format(
        "apollo-life-key",
        "service:",
        &[Run(ALNUM, 1, 40), Literal(":"), Run(URL_SAFE, 22, MANY)],
        "{}t:FakeD3Mj7RCuc7YME1JcMz",
        "{}t:faked3mj7rcuc7yme1jcmz",
    )
    .check(is_mixed),
    format(
        "apollo-user-key",
        "user:",
        &[Run(ALNUM, 1, 10), Literal("."), Run(DOTTED, 4, 60), Literal(":"), Run(URL_SAFE, 20, MANY)],
        "{}v.Rxcx:FakekyhaP5acohbv0zt2",
        "{}v.rxcx:fakekyhap5acohbv0zt2",
    )
    .check(is_mixed),
    format(
        "branch-live-key",
        "key_live_",
        &[Run(ALNUM, 30, MANY)],
        "{}FakeqUlhfucivQhO9MLGobU2PGWJkR",
        "{}FakeqUlhfucivQhOqMLGobUzPGWJkR",
    )
    .check(has_digit),
    format(
        "branch-test-key",
        "key_test_",
        &[Run(ALNUM, 30, MANY)],
        "{}Fake1v4rZBsb4pXCr9CVoEJKhGLBRK",
        "{}FakeivarZBsbapXCrqCVoEJKhGLBRK",
    )
    .check(has_digit),
    format(
        "branch-live-secret",
        "secret_live_",
        &[Run(ALNUM, 30, MANY)],
        "{}Fake3BWm6cd0DLW02xpCQNbqbXSQ1e",
        "{}FakeeBWmgcdoDLWozxpCQNbqbXSQie",
    )
    .check(has_digit),
    format(
        "branch-test-secret",
        "secret_test_",
        &[Run(ALNUM, 30, MANY)],
        "{}FakeM6Y8ysVTa6w1JyjXkHUtQDGNTo",
        "{}FakeMgYbysVTagwiJyjXkHUtQDGNTo",
    )
    .check(has_digit),
    format(
        "teamwork-token",
        "tkn.v1_",
        &[Run(BASE64, 30, MANY)],
        "{}FakeFD9nZcLaXkHeuTwyQdjv97Z15c",
        "{}FakeFD9nZcLaXkHuTwyQdjv97Z15c",
    ),
    format(
        "teamwork-legacy-token",
        "twp_",
        &[Run(ALNUM, 24, MANY)],
        "{}FakeqCbQKhXa9jNmEiK1RJqn",
        "{}FakeqCbQKhXajNmEiK1RJqn",
    ),
    format(
        "localstack-token",
        "ls-",
        &[
            Run(ALNUM, 8, 8),
            Literal("-"),
            Run(ALNUM, 4, 4),
            Literal("-"),
            Run(ALNUM, 4, 4),
            Literal("-"),
            Run(ALNUM, 4, 4),
            Literal("-"),
            Run(ALNUM, 4, MANY),
        ],
        "{}omFJVN3n-vUmP-Tgt3-EaTN-pzpM",
        "{}omFJVN3n.vUmP-Tgt3-EaTN-pzpM",
    ),
    format(
        "weglot-key",
        "wg_",
        &[Run(LOWER_HEX, 32, MANY)],
        "{}4a4b47f39025d6bc85c5ad9cbf0e1373",
        "{}aaabatfeqozsdgbcbscsadqcbfoeiete",
    )
    .check(has_digit),
    format(
        "frame-io-token",
        "fio-u-",
        &[Run(URL_SAFE, 50, MANY)],
        "{}Fake5hy7UfSpEN1kgGrxEHt80eXmvh26432O0dM2gjutoZFfpH",
        "my{}Fake5hy7UfSpEN1kgGrxEHt80eXmvh26432O0dM2gjutoZFfpH",
    ),
];
