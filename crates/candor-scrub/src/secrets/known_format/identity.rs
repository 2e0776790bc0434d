//! Identity providers and secret stores.

use super::checks::{has_digit, is_key, is_mixed};
use super::format::Part::{End, Literal, Maybe, OneOf, Run, Uuid};
use super::format::{
    ALNUM, ANY_BASE64, BASE64, DIGITS, DOTTED, Format, HEXADECIMAL, LOWER, LOWER_HEX, MANY, QUERY_VALUE, UPPER,
    URL_SAFE, format,
};

pub(super) const FORMATS: &[Format] = &[
    format(
        "onepassword-service-token",
        "ops_eyJ",
        &[Run(ANY_BASE64, 80, MANY)],
        "{}FakeWlxo69WusD1CvwWUkZfSdavn0nZCSVJK3sZPdHZfbtOnync4aH64c35B5bRTv9q4gzXTYxOP2DlC",
        "my{}FakeWlxo69WusD1CvwWUkZfSdavn0nZCSVJK3sZPdHZfbtOnync4aH64c35B5bRTv9q4gzXTYxOP2DlC",
    ),
    format(
        "onepassword-account-key",
        "A3-",
        &[
            Run(UPPER, 6, 6),
            Literal("-"),
            Run(UPPER, 5, 6),
            Literal("-"),
            Run(UPPER, 5, 6),
            Literal("-"),
            Run(UPPER, 5, 64),
            Maybe(&[Literal("-"), Run(UPPER, 5, 64)]),
            Maybe(&[Literal("-"), Run(UPPER, 5, 64)]),
        ],
        "{}TJ284P-68BSW-V8IRU-AI50C-Y28TQ-FVEI5",
        "{}TJ284P.68BSW-V8IRU-AI50C-Y28TQ-FVEI5",
    ),
    format(
        "doppler-personal-token",
        "dp.pt.",
        &[Run(ALNUM, 30, MANY)],
        "{}FakeS2Jks8a3YCOvuyYQUSD2oUEDXF",
        "{}FakeS2Jks8a3YCOuyYQUSD2oUEDXF",
    ),
    format(
        "doppler-service-token",
        "dp.st.",
        &[Maybe(&[Run(LOWER, 2, 35), Literal(".")]), Run(ALNUM, 30, MANY)],
        "{}ob.FakenkSioFPLJvzxmrXgBQpIMnuJ7M",
        "my{}ob.FakenkSioFPLJvzxmrXgBQpIMnuJ7M",
    ),
    format(
        "doppler-cli-token",
        "dp.ct.",
        &[Run(ALNUM, 30, MANY)],
        "{}Fakev0yFqcAGWp8GybmPNVfTzf8fS5",
        "my{}Fakev0yFqcAGWp8GybmPNVfTzf8fS5",
    ),
    format(
        "doppler-scim-token",
        "dp.scim.",
        &[Run(ALNUM, 30, MANY)],
        "{}FakeNnfo3npMUNsKb6rRFrn63QmFWH",
        "my{}FakeNnfo3npMUNsKb6rRFrn63QmFWH",
    ),
    format(
        "doppler-audit-token",
        "dp.audit.",
        &[Run(ALNUM, 30, MANY)],
        "{}FakeKOt5y0EesS3ZQ9KxC2ENaQSlOj",
        "{}FakeKOt5y0EesS3Q9KxC2ENaQSlOj",
    ),
    format(
        "doppler-service-account-token",
        "dp.sa.",
        &[Run(ALNUM, 30, MANY)],
        "{}FakeXFGtvoyR7i31h4uKpU8ycaVg5v",
        "{}FakeXFGtvoyR7i3h4uKpU8ycaVg5v",
    ),
    format(
        "doppler-identity-token",
        "dp.said.",
        &[Run(ALNUM, 30, MANY)],
        "{}FakeMB6AkHjIC07RNZ7sK4seuaygki",
        "{}FakeMB6AkHjIC07NZ7sK4seuaygki",
    ),
    format(
        "vault-service-token",
        "hvs.",
        &[Run(URL_SAFE, 24, MANY)],
        "{}Fake0yz6sbBG7sj8ujyDKL4U",
        "my{}Fake0yz6sbBG7sj8ujyDKL4U",
    ),
    format(
        "vault-batch-token",
        "hvb.",
        &[Run(URL_SAFE, 60, MANY)],
        "{}FakeWSRkBYz4EcUjlxoYizkePiL7d1kXiVjPyKUGtBixui0vN82QkLHZ9PvZ",
        "{}FakeWSRkBYz4EcUjlxoYizkePiL7d1XiVjPyKUGtBixui0vN82QkLHZ9PvZ",
    ),
    format(
        "vault-recovery-token",
        "hvr.",
        &[Run(URL_SAFE, 24, MANY)],
        "{}FakeudlRVLBVKUzIHYZEwr7y",
        "my{}FakeudlRVLBVKUzIHYZEwr7y",
    ),
    format(
        "vault-legacy-service-token",
        "s.",
        &[Run(ALNUM, 24, 24), End],
        "{}FakewFxb7YV90D0PFHx8VxT2",
        "{}fakewfxb7yv90d0pfhx8vxt2",
    )
    .check(is_mixed),
    format(
        "vault-legacy-recovery-token",
        "r.",
        &[Run(ALNUM, 24, 24), End],
        "{}FakeizbxIu3hqo78etqxXfCp",
        "{}fakeizbxiu3hqo78etqxxfcp",
    )
    .check(is_mixed),
    format(
        "infisical-service-token",
        "st.",
        &[Run(LOWER_HEX, 24, 24), Literal("."), Run(LOWER_HEX, 32, MANY)],
        "{}af8347a294ca2fe18cf8c074.768b24bf521a49e6bdefc2b2a3d48b4d",
        "{}af8347a294ca2fe18cf8c074_768b24bf521a49e6bdefc2b2a3d48b4d",
    ),
    format(
        "infisical-universal-token",
        "st.v3.",
        &[Run(ALNUM, 30, MANY)],
        "{}Fakelr5vdEh71YlLqvDRo2a8x0SAX1",
        "{}Fakelr5vdEh71YlqvDRo2a8x0SAX1",
    ),
    format("akeyless-access-id", "p-", &[Run(LOWER, 14, MANY), End], "{}f3wvby65iqeuvr", "{}this_is_the_na")
        .check(is_key),
    format(
        "bitwarden-access-token",
        "0.",
        &[Uuid, Literal("."), Run(ALNUM, 28, 32), Literal(":"), Run(BASE64, 20, MANY)],
        "{}2ca79630-3f92-d368-5de5-b73dcd750238.FakePfDR4cdPjiwl9p8jDO17jWSB:FakeVszLw5cDV37KSQM1",
        "{}2ca79630_3f92-d368-5de5-b73dcd750238.FakePfDR4cdPjiwl9p8jDO17jWSB:FakeVszLw5cDV37KSQM1",
    ),
    format(
        "dashlane-service-key",
        "dls_",
        &[Run(ALNUM, 10, 12), Literal("_"), Run(ALNUM, 60, MANY)],
        "{}u251Dv3S9H_Fake7bLgeq1hgvm18OTy0vps6Ygqu27wt65sosjx0Qq82f87r3MivVpxHsVj",
        "{}u251Dv3S9H.Fake7bLgeq1hgvm18OTy0vps6Ygqu27wt65sosjx0Qq82f87r3MivVpxHsVj",
    ),
    format(
        "workos-live-key",
        "sk_live_a2V5X",
        &[Run(BASE64, 20, MANY)],
        "{}FakeERfHyq0x9ZT4ZyfM",
        "my{}FakeERfHyq0x9ZT4ZyfM",
    ),
    format(
        "workos-test-key",
        "sk_test_a2V5X",
        &[Run(BASE64, 20, MANY)],
        "{}FakexiGFXD7ICqtZkvSr",
        "{}FakexiGFXDICqtZkvSr",
    ),
    format(
        "stytch-live-secret",
        "secret-live-",
        &[Run(ANY_BASE64, 30, MANY)],
        "{}FakevMGcgt9PfPa3C0ZmjxtAl5mkMb",
        "{}FakevMGcgt9PfPaC0ZmjxtAl5mkMb",
    ),
    format(
        "stytch-test-secret",
        "secret-test-",
        &[Run(ANY_BASE64, 30, MANY)],
        "{}FakeYvYvXTBuvgjViGYOzZ6f7HtofW",
        "{}FakeYvYvXTBuvgjiGYOzZ6f7HtofW",
    ),
    format(
        "stytch-project",
        "project-live-",
        &[Uuid],
        "{}6b08b862-8a92-0a6c-6391-c8e4c7bea845",
        "{}6b08b862_8a92-0a6c-6391-c8e4c7bea845",
    ),
    format(
        "jumpcloud-key",
        "jca_",
        &[Run(ALNUM, 36, MANY)],
        "{}FakegmIKCeBWmN2I9CuRaJIwuGzlteBNrne6",
        "{}FakegmIKCeBWmN2I9CRaJIwuGzlteBNrne6",
    ),
    format(
        "keycloak-session",
        "KEYCLOAK_IDENTITY=",
        &[Run(DOTTED, 40, MANY)],
        "{}FakeRLmu9atEujHIHnHtl79Ppsdr1DkJALk896Yd",
        "{}FakeRLmu9atEujHIHnHt79Ppsdr1DkJALk896Yd",
    )
    .keeping_anchor(),
    format(
        "oidc-refresh-token",
        "0.A",
        &[Run(URL_SAFE, 40, 120), Literal("."), Run(URL_SAFE, 60, MANY)],
        "{}FakeKU7Jz6MLHaYnLPJ4bzIvNCy8ZlrZxDX7Q05O.FakeHTX47nBawUWv5rPj1TRuhMTmwUghMh7fBwJHn4OGVbHfAba9MW5iO1eB",
        "{}FakeKU7Jz6MLHaYnLPJ4bzIvNCy8ZlrZxDX7Q05O_FakeHTX47nBawUWv5rPj1TRuhMTmwUghMh7fBwJHn4OGVbHfAba9MW5iO1eB",
    ),
    format(
        "entra-refresh-token",
        "1.A",
        &[Run(URL_SAFE, 40, 120), Literal("."), Run(URL_SAFE, 60, MANY)],
        "{}FakenucxDplJIVf9jECaqH6DaypDG75asnYwzak6.FakewHsHxufUZGoQXN0WOj07j2DPlUL8vPZRcHUl8OLfADSJGyAgkbVSEdUe",
        "{}FakenucxDplJIVf9jECaqH6DaypDG75asnYwzak6_FakewHsHxufUZGoQXN0WOj07j2DPlUL8vPZRcHUl8OLfADSJGyAgkbVSEdUe",
    ),
    format(
        "entra-older-refresh-token",
        "0.AX",
        &[Run(URL_SAFE, 80, MANY)],
        "{}Fake1Vk5tcL2fZaO7jD7tI6SB1ZJNCSw5ierLd0z4bh1M7jk58ZEovf0Ot2zUth6hzaW0vrwaMB03MUl",
        "{}Fake1Vk5tcL2fZaO7jD7tI6SB1ZJNCSw5ierLd0zbh1M7jk58ZEovf0Ot2zUth6hzaW0vrwaMB03MUl",
    ),
    format(
        "ory-token",
        "ory_",
        &[OneOf(&["pat_", "st_", "at_", "rt_", "ac_", "wak_"]), Run(DOTTED, 24, MANY)],
        "{}pat_FakeEegXViRso6wn6Er5ishH",
        "{}pat_FakeEegXViRs6wn6Er5ishH",
    ),
    format(
        "hcaptcha-site-secret",
        "ES_",
        &[Run(LOWER_HEX, 32, MANY)],
        "{}dfab907c750e5d61a50689167fa08f89",
        "{}dfab907c750e5d61g50689167fa08f89",
    ),
    format(
        "persona-key",
        "persona_",
        &[OneOf(&["production_", "sandbox_"]), Run(ALNUM, 20, MANY)],
        "{}production_FakeusWdJwPLYhgyZC7Z",
        "{}production_FakeusWdJwLYhgyZC7Z",
    ),
    format(
        "onfido-live-token",
        "api_live",
        &[OneOf(&[".", "_us.", "_ca.", "_eu."]), Run(DOTTED, 20, MANY)],
        "{}.Fake0wnwPBKCAMbe6OM1",
        "my{}.Fake0wnwPBKCAMbe6OM1",
    ),
    format(
        "onfido-test-token",
        "api_sandbox",
        &[OneOf(&[".", "_us.", "_ca.", "_eu."]), Run(DOTTED, 20, MANY)],
        "{}.FakeivOwoYU1TYM0QlRn",
        "{}.FakeivOwoY1TYM0QlRn",
    ),
    format(
        "openid-session",
        "__Secure-next-auth.session-token=",
        &[Run(DOTTED, 40, MANY)],
        "{}FakeCrsYRkOpWk5nR2IJIrX1bSHjN5H2zG9NVwuB",
        "{}FakeCrsYRkOpWk5nR2IJrX1bSHjN5H2zG9NVwuB",
    )
    .keeping_anchor(),
    format(
        "next-auth-session",
        "next-auth.session-token=",
        &[Run(DOTTED, 40, MANY)],
        "{}FakegATtair1PlmjHuvQiKk7ePLeYDeJlB5YZ8Ce",
        "{}FakegATtair1PlmjHuvQKk7ePLeYDeJlB5YZ8Ce",
    )
    .keeping_anchor(),
    format(
        "django-session",
        "sessionid=",
        &[Run(LOWER, 32, MANY)],
        "{}fakery2wj3uaxobv1z54hv632jtce6dc",
        "{}fakeryzwjeuaxobvizsahvgezjtcegdc",
    )
    .keeping_anchor()
    .check(has_digit),
    format("php-session", "PHPSESSID=", &[Run(ALNUM, 22, MANY)], "{}FakecMifGjBXliyVZ9bU9v", "{}FakecMifGjBliyVZ9bU9v")
        .keeping_anchor(),
    format("java-session", "JSESSIONID=", &[Run(DOTTED, 16, MANY)], "{}2Xv1H2UTs469qc1Z", "{}2Xv1H2UT469qc1Z")
        .keeping_anchor(),
    format(
        "asp-session",
        "ASP.NET_SessionId=",
        &[Run(LOWER, 20, MANY)],
        "{}fakelzv5ch90a0w1ftjc",
        "{}fakelzv5chQ0a0w1ftjc",
    )
    .keeping_anchor(),
    format(
        "asp-identity",
        ".AspNetCore.Identity.Application=",
        &[Run(ANY_BASE64, 40, MANY)],
        "{}Fakemsmafoqwz0ZYshadBfBOhARuIHxJ3cLa54Vj",
        "{}Fakemsmafoqwz0ZYshadfBOhARuIHxJ3cLa54Vj",
    )
    .keeping_anchor(),
    format(
        "asp-forms-authentication",
        ".ASPXAUTH=",
        &[Run(HEXADECIMAL, 40, MANY)],
        "{}ca943894c9c612eb2e8e654bac21f50f0f01eb9d",
        "{}ca943894c9c612eb2e8eg54bac21f50f0f01eb9d",
    )
    .keeping_anchor(),
    format(
        "express-session",
        "connect.sid=",
        &[Run(QUERY_VALUE, 40, MANY)],
        "{}BErBwu3o1ZxG5Y7f1ywQYvFtIBUSMVDfSdvwZaM5",
        "{}BErBwu3o1ZxG5Y7f1ywQvFtIBUSMVDfSdvwZaM5",
    )
    .keeping_anchor(),
    format(
        "rails-session",
        "_session_id=",
        &[Run(LOWER_HEX, 32, MANY)],
        "{}4635a34a65120af09830a0a0a153c5eb",
        "{}4635a34a65120af0g830a0a0a153c5eb",
    )
    .keeping_anchor(),
    format(
        "laravel-session",
        "laravel_session=",
        &[Run(QUERY_VALUE, 40, MANY)],
        "{}nUt3GmAE4MEa1bfztCzrF5w2O6eBvyijcM8CpyNY",
        "{}nUt3GmAE4MEa1bfztCzr5w2O6eBvyijcM8CpyNY",
    )
    .keeping_anchor(),
    format(
        "laravel-token",
        "|",
        &[Run(ALNUM, 40, 48), End],
        "5{}FakevJa7vXk6bebkWQmjbaop3muGMGZVu9Hc85iH",
        "5{}fakevja7vxk6bebkwqmjbaop3mugmgzvu9hc85ih",
    )
    .before(&[Run(DIGITS, 1, 10)])
    .check(is_mixed),
    format(
        "laravel-key",
        "base64:",
        &[Run(BASE64, 43, MANY)],
        "{}FakeHI1H0hxJF1kE6J5rSIvNPinUXEnWUXa4o5kg2bW",
        "{}fakehi1h0hxjf1ke6j5rsivnpinuxenwuxa4o5kg2bw",
    )
    .check(is_mixed),
    format(
        "saml-assertion",
        "PHNhbWxwOlJlc3BvbnNl",
        &[Run(BASE64, 40, MANY)],
        "{}FakePeWAa3l0Gz2swO5VmRsoTnNdQ0I6RpSNGtly",
        "my{}FakePeWAa3l0Gz2swO5VmRsoTnNdQ0I6RpSNGtly",
    ),
    format(
        "paseto-local-token",
        ".local.",
        &[Run(DOTTED, 40, MANY)],
        "v1{}FakeeVve7gzliep0HKOVD2RTibANFKgsndtLBZ1D",
        "v{}FakeeVve7gzliep0HKOVD2RTibANFKgsndtLBZ1D",
    )
    .before(&[OneOf(&["v1", "v2", "v3", "v4"])]),
    format(
        "paseto-public-token",
        ".public.",
        &[Run(DOTTED, 40, MANY)],
        "v1{}FakeE7IYjLDTUNJTSVsGjJH8sAslqb5FAOmY19vi",
        "v{}FakeE7IYjLDTUNJTSVsGjJH8sAslqb5FAOmY19vi",
    )
    .before(&[OneOf(&["v1", "v2", "v3", "v4"])]),
    format(
        "macaroon",
        "MDAx",
        &[Run(ANY_BASE64, 60, MANY)],
        "{}Fake0Tjz9IVjE4CzBAT30Ai7DaxEpYVqGcIzmRPgQrZKWbZ8pyByrtrDUXGN",
        "{}fake0tjz9ivje4czbat30ai7daxepyvqgcizmrpgqrzkwbz8pybyrtrduxgn",
    )
    .check(is_mixed),
    format(
        "biscuit-token",
        "biscuit:",
        &[Run(ANY_BASE64, 60, MANY)],
        "{}FakeaXKf0yRptT9qnp60RlXuP5pG0VKYMn5hcsAULrQtZur0D6lpoNUajTCB",
        "my{}FakeaXKf0yRptT9qnp60RlXuP5pG0VKYMn5hcsAULrQtZur0D6lpoNUajTCB",
    ),
];
