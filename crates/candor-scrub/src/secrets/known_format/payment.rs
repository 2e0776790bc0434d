//! Payment: cards, banks and invoices.

use super::checks::{has_digit, is_key, is_mixed};
use super::format::Part::{End, Literal, OneOf, Run, Uuid};
use super::format::{
    ALNUM, ANY_BASE64, BASE64, DASHED, DIGITS, Format, LETTERS, LOWER, LOWER_HEX, MANY, UNRESERVED, URL_SAFE, WORD,
    format,
};

pub(super) const FORMATS: &[Format] = &[
    format("stripe-secret-key", "sk_live_", &[Run(ALNUM, 14, MANY)], "{}4HaMVgj6VrDlMx", "{}aHaMVgjgVrDlMx")
        .check(has_digit),
    format("stripe-test-secret-key", "sk_test_", &[Run(ALNUM, 14, MANY)], "{}ENR0O1kCTF4VDd", "{}ENRoOikCTFaVDd")
        .check(has_digit),
    format("stripe-restricted-key", "rk_live_", &[Run(ALNUM, 14, MANY)], "{}JHgOet8QeJoXWy", "{}JHgOetbQeJoXWy")
        .check(has_digit),
    format("stripe-test-restricted-key", "rk_test_", &[Run(ALNUM, 14, MANY)], "{}XnS7GqjeIoXaNC", "{}XnStGqjeIoXaNC")
        .check(has_digit),
    format(
        "stripe-production-restricted-key",
        "rk_prod_",
        &[Run(ALNUM, 14, MANY)],
        "{}qrCrWlCRPM5lA9",
        "{}qrCrWlCRPMslAq",
    )
    .check(has_digit),
    format(
        "stripe-organisation-key",
        "sk_org_",
        &[Run(WORD, 20, MANY)],
        "{}FakeU0wrLgwC92s0XxP2",
        "{}FakeUowrLgwCqzsoXxPz",
    )
    .check(has_digit),
    format("stripe-ephemeral-key", "ek_live_", &[Run(ALNUM, 14, MANY)], "{}K6IYkL7qv6xmnS", "{}KgIYkLtqvgxmnS")
        .check(has_digit),
    format("stripe-test-ephemeral-key", "ek_test_", &[Run(ALNUM, 14, MANY)], "{}8CmRy2CPCgpOxe", "{}bCmRyzCPCgpOxe")
        .check(has_digit),
    format(
        "stripe-webhook-secret",
        "whsec_",
        &[Run(BASE64, 24, MANY)],
        "{}FakeMIw0ix8Fp3igp8hnwum1",
        "my{}FakeMIw0ix8Fp3igp8hnwum1",
    ),
    format(
        "stripe-client-secret",
        "_secret_",
        &[Run(ALNUM, 16, MANY)],
        "pi_JOtEm4nlRQiPDv{}mjAT9vgPSg6D24Eq",
        "pi_JOtEmnlRQiPDv{}mjAT9vgPSg6D24Eq",
    )
    .before(&[OneOf(&["pi_", "seti_", "cs_", "src_"]), Run(ALNUM, 14, 40)]),
    format(
        "square-access-token",
        "sq0atp-",
        &[Run(URL_SAFE, 20, MANY)],
        "{}FakeKhYnd9RjZhfF217t",
        "my{}FakeKhYnd9RjZhfF217t",
    ),
    format(
        "square-client-secret",
        "sq0csp-",
        &[Run(URL_SAFE, 30, MANY)],
        "{}FakecD0IPBYB0BPk8cQv8akV1WB9or",
        "{}FakecD0IPBYB0BP8cQv8akV1WB9or",
    ),
    format(
        "square-application-id",
        "sq0idp-",
        &[Run(URL_SAFE, 20, MANY)],
        "{}FakeKag8mvTJfSV69mGv",
        "{}FakeKag8mvJfSV69mGv",
    ),
    format("square-key-id", "sq0idk-", &[Run(URL_SAFE, 20, MANY)], "{}Fake5ayrqWHwySiQH5yv", "{}Fake5ayrqWwySiQH5yv"),
    format(
        "square-refresh-token",
        "sq0rtp-",
        &[Run(URL_SAFE, 20, MANY)],
        "{}Fake31Eb595OySfXN8PE",
        "{}Fake31Eb59OySfXN8PE",
    ),
    format(
        "square-legacy-secret",
        "sq0isp-",
        &[Run(URL_SAFE, 20, MANY)],
        "{}FakeLrV57eZw6tEd6JLA",
        "{}FakeLrV57ew6tEd6JLA",
    ),
    format(
        "square-oauth-token",
        "EAAA",
        &[Run(URL_SAFE, 60, MANY), End],
        "{}FakePJpCk6awgu8e0P7GAnLYj1WyP3d0HFX049N2rNnflf0rLNsX9SBRM9Oi",
        "{}fakepjpck6awgu8e0p7ganlyj1wyp3d0hfx049n2rnnflf0rlnsx9sbrm9oi",
    )
    .check(is_mixed),
    format(
        "braintree-token",
        "access_token$",
        &[OneOf(&["production", "sandbox"]), Literal("$"), Run(LOWER, 16, 16), Literal("$"), Run(LOWER_HEX, 32, MANY)],
        "{}production$ajevi0sjp6nl1ufb$327a4f6d056898d238b6a2d05242ba1b",
        "{}production$ajevi0sjp6nl1ufb$327a4f6d056898d238b6a2d0Q242ba1b",
    ),
    format(
        "braintree-tokenization-key",
        "production_",
        &[Run(LOWER, 8, 8), Literal("_"), Run(LOWER, 16, MANY)],
        "{}svwfgv02_al57ncekzxe1v1jv",
        "{}svwfgvoz_alstncekzxeivijv",
    )
    .check(has_digit),
    format(
        "braintree-sandbox-key",
        "sandbox_",
        &[Run(LOWER, 8, 8), Literal("_"), Run(LOWER, 16, MANY)],
        "{}ogtuyr7l_16ued7t6t2s5vagb",
        "{}ogtuyrtl_iguedttgtzssvagb",
    )
    .check(has_digit),
    format(
        "paypal-access-token",
        "A21AA",
        &[Run(URL_SAFE, 60, MANY)],
        "{}Fake17lLKBQU6WmaquVB0kdHzvLdFmQD4uV2DjsLiVGUXBUbAUBEgYUXxfnE",
        "{}Fake17lLKBQU6WmaquVB0kdHzvLdFmD4uV2DjsLiVGUXBUbAUBEgYUXxfnE",
    ),
    format(
        "adyen-key",
        "AQE",
        &[Run(LETTERS, 1, 1), Literal("hmf"), Run(BASE64, 60, 120), Literal("-"), Run(UNRESERVED, 30, MANY)],
        "{}khmfFakeObo4vLy8P4VwIzTh3pEOQs9Us9Eac7hmO0QziQLF7k84upzh3PkLKrQD-IpnW4Np2Tck2SnO6OqysRTMpRiDgwZ",
        "{}khmfFakeObo4vLy8P4VwIzTh3pEOQs9Us9Eac7hmO0QziQLF7k84upzh3PkLKrQD.IpnW4Np2Tck2SnO6OqysRTMpRiDgwZ",
    ),
    format(
        "plaid-access-token",
        "access-",
        &[OneOf(&["production-", "sandbox-", "development-"]), Uuid],
        "{}production-c29f8975-eaf3-1deb-0b23-e7f595f8f572",
        "{}production-c29f8975_eaf3-1deb-0b23-e7f595f8f572",
    ),
    format(
        "plaid-public-token",
        "public-",
        &[OneOf(&["production-", "sandbox-", "development-"]), Uuid],
        "{}production-d5e7d528-902e-7367-f0af-7c1207cfe3bc",
        "{}production-d5e7d528_902e-7367-f0af-7c1207cfe3bc",
    ),
    format(
        "plaid-link-token",
        "link-",
        &[OneOf(&["production-", "sandbox-", "development-"]), Uuid],
        "{}production-b4ca086f-3d28-a432-ef92-49fef464de4c",
        "{}production-b4ca086f_3d28-a432-ef92-49fef464de4c",
    ),
    format("razorpay-live-key", "rzp_live_", &[Run(ALNUM, 14, MANY)], "{}sH4e1ZAm4eheYm", "{}sH4e1ZA4eheYm"),
    format("razorpay-test-key", "rzp_test_", &[Run(ALNUM, 14, MANY)], "{}z0BXHZuWRI21PJ", "my{}z0BXHZuWRI21PJ"),
    format(
        "flutterwave-secret-key",
        "FLWSECK",
        &[OneOf(&["_TEST-", "-", "_LIVE-"]), Run(ALNUM, 12, 64), Literal("-X")],
        "{}_TEST-yRYis1qyYUBt-X",
        "{}_TEST-yRYis1qyYUBtX-",
    ),
    format(
        "flutterwave-public-key",
        "FLWPUBK",
        &[OneOf(&["_TEST-", "-", "_LIVE-"]), Run(ALNUM, 12, 64), Literal("-X")],
        "{}_TEST-VgFUdAVPQf7K-X",
        "{}_TEST-VgFUdAVPQf7KX-",
    ),
    format(
        "gocardless-live-token",
        "live_",
        &[Run(ANY_BASE64, 40, MANY)],
        "{}FakeCQc0wOC9kcuFHWsWjmFPj6szK7Bihs18m38t",
        "{}this_is_the_name_of_an_order_and_of_its_",
    )
    .check(is_key),
    format(
        "gocardless-sandbox-token",
        "sandbox_",
        &[Run(ANY_BASE64, 40, MANY)],
        "{}Fake7FvKmcUJUG0pXsKhG89RUDdvTrHu4ayGiolI",
        "{}this_is_the_name_of_an_order_and_of_its_",
    )
    .check(is_key),
    format(
        "mollie-live-key",
        "live_",
        &[Run(ALNUM, 30, MANY), End],
        "{}Fake2uz8DzTCt8LZGqSYTVDkTpl2iT",
        "{}this_is_the_name_of_an_order_a",
    )
    .check(is_key),
    format(
        "mollie-test-key",
        "test_",
        &[Run(ALNUM, 30, MANY), End],
        "{}FakeFVrs5wFk8fhd0cVAvXeU2ez9mw",
        "{}this_is_the_name_of_an_order_a",
    )
    .check(is_key),
    format(
        "mollie-access-token",
        "access_",
        &[Run(ALNUM, 30, MANY), End],
        "{}FakecWzaUBl3uHM7E4UIBHSYtDhCpv",
        "{}fakecwzaubl3uhm7e4uibhsytdhcpv",
    )
    .check(is_mixed),
    format(
        "long-live-key",
        "live_",
        &[Run(URL_SAFE, 46, MANY)],
        "{}FakevoVETxAKPu1lT7blCjKcQdSJuxay8zFye8T0uWXjqj",
        "{}this_is_the_name_of_an_order_and_of_its_table_",
    )
    .check(is_key),
    format(
        "long-test-key",
        "test_",
        &[Run(URL_SAFE, 46, MANY)],
        "{}Fake4lGYo5wTdwhAhHkqLlhZ8LiygENztdb53rUMzfclov",
        "{}this_is_the_name_of_an_order_and_of_its_table_",
    )
    .check(is_key),
    format(
        "checkout-secret-key",
        "sk_",
        &[Uuid],
        "{}35e29342-c37a-d527-a4d1-8d634e658709",
        "{}35e29342_c37a-d527-a4d1-8d634e658709",
    ),
    format(
        "checkout-sandbox-key",
        "sk_sbox_",
        &[Run(URL_SAFE, 20, MANY)],
        "{}Fakecdp7whxT6gjLdX1K",
        "{}Fakecdp7whT6gjLdX1K",
    ),
    format(
        "checkout-test-key",
        "sk_test_",
        &[Uuid],
        "{}f1f0e0d5-3959-a3a2-3a1b-8d2d32c8070a",
        "{}f1f0e0d5_3959-a3a2-3a1b-8d2d32c8070a",
    ),
    format(
        "paddle-key",
        "pdl_",
        &[OneOf(&["live_", "sdbx_"]), Run(WORD, 40, MANY)],
        "{}live_FakeX8nKtAt5MNaE2MaOt8lKgVtP1fEftutemV04",
        "{}live_FakeX8nKtAt5MNaE2MaO8lKgVtP1fEftutemV04",
    ),
    format(
        "paddle-webhook-secret",
        "pdl_ntfset_",
        &[Run(ALNUM, 20, MANY)],
        "{}FakecyjwJNra8qNId67F",
        "my{}FakecyjwJNra8qNId67F",
    ),
    format(
        "polar-personal-token",
        "polar_pat_",
        &[Run(URL_SAFE, 20, MANY)],
        "{}Fakey5N7pj8yzkvo06gu",
        "{}Fakey5N7pjyzkvo06gu",
    ),
    format(
        "polar-organisation-token",
        "polar_oat_",
        &[Run(URL_SAFE, 20, MANY)],
        "{}Fake3geUM8ugWw21xt6u",
        "{}Fake3geUM8gWw21xt6u",
    ),
    format(
        "polar-refresh-token",
        "polar_rt_",
        &[Run(URL_SAFE, 20, MANY)],
        "{}Fake062A2vn2KND9z4Lm",
        "{}Fake062A2v2KND9z4Lm",
    ),
    format("pagarme-live-key", "ak_live_", &[Run(ALNUM, 20, MANY)], "{}FakeQbSqt4gouQR73qgT", "{}FakeQbSqtagouQRteqgT")
        .check(has_digit),
    format("pagarme-test-key", "ak_test_", &[Run(ALNUM, 20, MANY)], "{}Fakea5fe2Dr8kxIjSxNR", "{}FakeasfezDrbkxIjSxNR")
        .check(has_digit),
    format(
        "mercado-pago-token",
        "APP_USR-",
        &[Run(DIGITS, 8, 20), Literal("-"), Run(DASHED, 30, MANY)],
        "{}27970898-sxsm089dlgj9nbeiwsqwbrcq15xwno",
        "{}27970898.sxsm089dlgj9nbeiwsqwbrcq15xwno",
    ),
    format(
        "mercado-pago-test-token",
        "TEST-",
        &[Run(DIGITS, 10, 20), Literal("-"), Run(DASHED, 30, MANY)],
        "{}1815736434-6ckszcbixkvkn57jyd0g74d7k7xd5x",
        "{}1815736434.6ckszcbixkvkn57jyd0g74d7k7xd5x",
    ),
    format(
        "asaas-key",
        "$aact_",
        &[Run(BASE64, 40, MANY)],
        "{}FakesJ9Db1VAlSVB3AY4mfUmwrW7akabvVbaSLt8",
        "{}FakesJ9Db1VAlSVB3AY4fUmwrW7akabvVbaSLt8",
    ),
    format(
        "xendit-development-key",
        "xnd_development_",
        &[Run(ALNUM, 30, MANY)],
        "{}FakeIDJrXbcvuKwPmCiaCibOyWED7a",
        "{}FakeIDJrXbcvuKwmCiaCibOyWED7a",
    ),
    format(
        "xendit-production-key",
        "xnd_production_",
        &[Run(ALNUM, 30, MANY)],
        "{}FakeiHYBZSCrUk1sg1jyd0BmnN4mE6",
        "my{}FakeiHYBZSCrUk1sg1jyd0BmnN4mE6",
    ),
    format(
        "xendit-public-key",
        "xnd_public_",
        &[Run(WORD, 30, MANY)],
        "{}FakecoO0KNut6b6clhZ9yIoAqFYOGC",
        "my{}FakecoO0KNut6b6clhZ9yIoAqFYOGC",
    ),
    format("omise-secret-key", "skey_", &[Run(ALNUM, 16, MANY)], "{}V4GypZUgICHK59lt", "{}VaGypZUgICHKsqlt")
        .check(has_digit),
    format("omise-public-key", "pkey_", &[Run(ALNUM, 16, MANY)], "{}SuTDxBHI8MNKwJBn", "{}SuTDxBHIbMNKwJBn")
        .check(has_digit),
    format("conekta-key", "key_", &[Run(ALNUM, 22, MANY), End], "{}Fakez0p8RFJv0hAYNvA5ED", "{}fakez0p8rfjv0haynva5ed")
        .check(is_mixed),
    format(
        "wepay-token",
        "STAGE_",
        &[Run(LOWER_HEX, 60, MANY)],
        "{}267a02c30cd19f1c420c924d6a168b76fe145bcb5b89f3ecf7f98e2d30e2",
        "{}267a02c30cd19f1c420c924d6a168bg6fe145bcb5b89f3ecf7f98e2d30e2",
    ),
    format(
        "mercury-token",
        "secret-token:mercury_",
        &[OneOf(&["production_", "sandbox_"]), OneOf(&["wma_", "rw_", "ro_", ""]), Run(ANY_BASE64, 20, MANY)],
        "{}production_wma_FakeZ1d9j6Ujw8Oy8jxD",
        "my{}production_wma_FakeZ1d9j6Ujw8Oy8jxD",
    ),
    format(
        "ramp-token",
        "ramp_",
        &[OneOf(&["id_", "sec_", "business_tok_"]), Run(ALNUM, 30, MANY)],
        "{}id_FakefrFBYtdpUXK7gBlR8eaUOvGoVS",
        "{}id_FakefrFBYtdpUXKgBlR8eaUOvGoVS",
    ),
    format(
        "brex-token",
        "bxt_",
        &[Run(ALNUM, 30, MANY)],
        "{}FakeNzxKvzvVGDCFMEJfqsEvTdmM7p",
        "{}FakeNzxKvzvVGDCMEJfqsEvTdmM7p",
    ),
    format("teller-token", "token_", &[Run(LOWER, 20, MANY), End], "{}fakezqk27i3posib7w3s", "{}fakezqkztieposibtwes")
        .check(has_digit),
    format(
        "teller-test-token",
        "test_tkn_",
        &[Run(ALNUM, 20, MANY)],
        "{}FakefPCI6UXkx6DbCUi6",
        "{}FakefPCIgUXkxgDbCUig",
    )
    .check(has_digit),
    format(
        "monzo-token",
        "mnzconf.",
        &[Run(ALNUM, 40, MANY)],
        "{}FakezqnQlF7vDWuedF1V7tlEv8mcCBU1bdhAamyK",
        "{}FakezqnQlF7vDWuedF1VtlEv8mcCBU1bdhAamyK",
    ),
    format(
        "monzo-public-token",
        "mnzpub.",
        &[Run(ALNUM, 40, MANY)],
        "{}Fakeh3Oby4t6AJ1IRJ1KUwO07asue79zqD4OZckf",
        "{}Fakeh3Oby4t6AJ1IRJ1KwO07asue79zqD4OZckf",
    ),
    format(
        "bunq-key",
        "sandbox_",
        &[Run(LOWER_HEX, 60, MANY)],
        "{}df5d41913c781f12ab47b4e8581e7f4b0e6d1b04ab0231bfac1ef8a15f53",
        "{}df5d41913c781f12ab47b4e8581e7fgb0e6d1b04ab0231bfac1ef8a15f53",
    ),
    format(
        "revolut-key",
        "sk_",
        &[Run(URL_SAFE, 64, MANY)],
        "{}FakeQxRIxPdFHFI1paU5Bf3IOwgeNRPah2MxYWDw3ouzb1MtYPIeBLABxzGoQ56C",
        "{}this_is_the_name_of_an_order_and_of_its_table_in_the_archive_of_",
    )
    .check(is_key),
    format(
        "coinbase-commerce-key",
        "organizations/",
        &[Uuid, Literal("/apiKeys/"), Uuid],
        "{}b92da03a-f82f-b1ec-5045-52032ad6f67b/apiKeys/548dc1db-2c53-916c-3056-8f08f13d03a0",
        "{}b92da03a_f82f-b1ec-5045-52032ad6f67b/apiKeys/548dc1db-2c53-916c-3056-8f08f13d03a0",
    ),
    format(
        "cashfree-api-key",
        "cfsk_ma_",
        &[OneOf(&["prod_", "test_"]), Run(LOWER_HEX, 32, 32), Literal("_"), Run(LOWER_HEX, 8, MANY)],
        "{}prod_6c9056b6ef79a46d13a97b4e82edf36d_12b952b3",
        "{}prod.6c9056b6ef79a46d13a97b4e82edf36d_12b952b3",
    ),
    format(
        "iex-cloud-publishable-key",
        "pk_",
        &[Run(LOWER_HEX, 32, MANY), End],
        "{}e0f4a7378e209a1f16b21019a41f5cdc",
        "{}eofaatetbezoqaifigbzioiqaaifscdc",
    )
    .check(has_digit),
    format(
        "iex-cloud-test-key",
        "Tsk_",
        &[Run(LOWER_HEX, 32, MANY), End],
        "{}9af2ed2b8071585f793e64ec6f0e6a71",
        "{}qafzedzbbotisbsftqeegaecgfoegati",
    )
    .check(has_digit),
    format(
        "iex-cloud-test-publishable-key",
        "Tpk_",
        &[Run(LOWER_HEX, 32, MANY), End],
        "{}34d1612162d7e16e75df846c92a1465d",
        "{}eadigizigzdteigetsdfbagcqzaiagsd",
    )
    .check(has_digit),
    format(
        "secret-key-with-prefix",
        "sk_",
        &[Run(ALNUM, 32, MANY)],
        "{}Fakexs3QpyProJhmOX7MgV3hkzMDWseX",
        "{}this_is_the_name_of_an_order_and",
    )
    .check(is_key),
    format(
        "private-key-with-prefix",
        "pk_",
        &[Run(ALNUM, 32, MANY)],
        "{}FakePvXg9zBLJ3nrwzpoGEh0XjUu41Ky",
        "{}this_is_the_name_of_an_order_and",
    )
    .check(is_key),
    format(
        "secret-key-of-an-environment",
        "sk_",
        &[
            OneOf(&["live", "test", "prod", "dev", "sandbox", "stg", "staging", "preview"]),
            Literal("_"),
            Run(URL_SAFE, 16, MANY),
        ],
        "{}live_fNFREWTNdIRN0sL8",
        "{}live_fNFREWTNdIRNosLb",
    )
    .check(has_digit),
    format(
        "publishable-live-key",
        "pk_live_",
        &[Run(ALNUM, 20, MANY)],
        "{}FakeuFDskZQlPHxBgM7s",
        "{}FakeuFDskZQlPHxBgMts",
    )
    .check(has_digit),
    format(
        "publishable-test-key",
        "pk_test_",
        &[Run(ALNUM, 20, MANY)],
        "{}Fake0isJRjMyak8Tb7ok",
        "{}FakeoisJRjMyakbTbtok",
    )
    .check(has_digit),
];
