//! Registries of packages and images.

use super::checks::{has_digit, is_mixed};
use super::format::Part::{End, Literal, OneOf, Run, Uuid};
use super::format::{ALNUM, ANY_BASE64, BASE64, Format, LOWER, LOWER_HEX, MANY, URL_SAFE, format};

pub(super) const FORMATS: &[Format] = &[
    format(
        "npm-token",
        "npm_",
        &[Run(ALNUM, 30, MANY)],
        "{}FakekLA7MkBy1Qp2aOwYxFm2ZHe8X0",
        "my{}FakekLA7MkBy1Qp2aOwYxFm2ZHe8X0",
    ),
    format(
        "npm-legacy-token",
        "_authToken=",
        &[Uuid],
        "{}68c7bcfb-341c-0a1a-32c2-c40b2ecdc26f",
        "{}68c7bcfb_341c-0a1a-32c2-c40b2ecdc26f",
    )
    .keeping_anchor(),
    format(
        "pypi-token",
        "pypi-AgE",
        &[Run(URL_SAFE, 100, MANY)],
        "{}FakeFakeFake0123456789fakeFakeFake0123456789fakeFakeFake0123456789fakeFakeFake0123456789fakeFakeFakeFake",
        "{}FakeWu3dLSaw5o601K4TkrinI082fgGu6IKfpQp535ZfyhBplq",
    ),
    format(
        "rubygems-token",
        "rubygems_",
        &[Run(LOWER_HEX, 40, MANY)],
        "{}4d09289a2875d823701be41dc1ca19d7e1c4eac0",
        "{}4d09289a2875d823701bg41dc1ca19d7e1c4eac0",
    ),
    format(
        "crates-io-token",
        "cio",
        &[Run(ALNUM, 32, MANY), End],
        "{}FakeFTBqVnO2LpJnMBe0dO78EUcUgaXo",
        "{}fakeftbqvno2lpjnmbe0do78eucugaxo",
    )
    .check(is_mixed),
    format(
        "nuget-api-key",
        "oy2",
        &[Run(LOWER, 40, MANY), End],
        "{}fakext4bm2cdat7f8etc61fq6pu5mn75xpt1nvd5",
        "{}fakextabmzcdattfbetcgifqgpusmntsxptinvds",
    )
    .check(has_digit),
    format(
        "clojars-token",
        "CLOJARS_",
        &[Run(LOWER, 50, MANY)],
        "{}fake1rlqcih7bue8srktg2pcarl5npdmqg85z8dzl69cwnx7q8",
        "{}fake1rlqcih7bue8srktg2pcaQl5npdmqg85z8dzl69cwnx7q8",
    ),
    format(
        "docker-personal-token",
        "dckr_pat_",
        &[Run(URL_SAFE, 20, MANY)],
        "{}FakeIrtM7RQwZF3osZUL",
        "{}FakeIrtM7RwZF3osZUL",
    ),
    format(
        "docker-organisation-token",
        "dckr_oat_",
        &[Run(URL_SAFE, 20, MANY)],
        "{}FakeRE40elfp2QoPzK4V",
        "{}FakeRE40elp2QoPzK4V",
    ),
    format(
        "docker-refresh-token",
        "dckr_jti_",
        &[Run(URL_SAFE, 20, MANY)],
        "{}FakeZnFH2GTXScpxcrsF",
        "my{}FakeZnFH2GTXScpxcrsF",
    ),
    format(
        "docker-swarm-join-token",
        "SWMTKN-1-",
        &[Run(LOWER, 40, 60), Literal("-"), Run(LOWER, 20, MANY)],
        "{}fake29mgrp981g4jlocy7931e2mclcqx8m1m2sn4-fakeyuptsak507lkxwcx",
        "{}fake29mgrp981g4jlocy7931e2mclcqx8m1m2sn4.fakeyuptsak507lkxwcx",
    ),
    format(
        "docker-swarm-unlock-key",
        "SWMKEY-1-",
        &[Run(BASE64, 40, MANY)],
        "{}Fake5IBYpbNqRsqLOfY2JW0W21ATHDtPe5XkpKw3",
        "{}Fake5IBYpbNqRsqLOfY2W0W21ATHDtPe5XkpKw3",
    ),
    format(
        "artifactory-api-key",
        "AKCp",
        &[Run(ALNUM, 50, MANY)],
        "{}FakeQeZ90ZBAyntmWU6OFlP81sGNihJIJdYZvKcPMHlJ3i1KWf",
        "{}FakeQeZ90ZBAyntmWU6OFlP81GNihJIJdYZvKcPMHlJ3i1KWf",
    ),
    format(
        "artifactory-reference-token",
        "cmVmdGtuOjAx",
        &[Run(ANY_BASE64, 40, MANY)],
        "{}FakeAVd5UNhIVL6VcG12e7Qs0LrDKWSsPTiMPexM",
        "my{}FakeAVd5UNhIVL6VcG12e7Qs0LrDKWSsPTiMPexM",
    ),
    format(
        "artifactory-refresh-token",
        "cmVmdGtu",
        &[Run(ANY_BASE64, 40, MANY)],
        "{}FakeMLhbO7m5OowlKo5BYCVsTPgpBXr8vj3ma30T",
        "my{}FakeMLhbO7m5OowlKo5BYCVsTPgpBXr8vj3ma30T",
    ),
    format(
        "packagist-token",
        "packagist_",
        &[OneOf(&["ort_", "ack_", "acs_", "uut_", "out_", ""]), Run(LOWER_HEX, 40, MANY)],
        "{}ort_4bd70524646958f0a6896360162e3729aed05ba0",
        "{}ort_4bd70524646958f0a6g96360162e3729aed05ba0",
    ),
    format(
        "jsr-device-token",
        "jsrd_",
        &[Run(ALNUM, 30, MANY)],
        "{}FakeCSKrXzb7v04H1C20GLkcUR0osB",
        "{}FakeCSKrXzb7v041C20GLkcUR0osB",
    ),
    format(
        "jsr-personal-token",
        "jsrp_",
        &[Run(ALNUM, 30, MANY)],
        "{}Fake0CtqVGRJdcgoextvctcgEIqj3N",
        "my{}Fake0CtqVGRJdcgoextvctcgEIqj3N",
    ),
    format(
        "conda-channel-token",
        "/t/",
        &[Run(LOWER, 2, 2), Literal("-"), Uuid],
        "{}tg-dc6a4384-7b79-4c8c-6cad-d8e8e82d94e3",
        "{}tg-dc6a4384_7b79-4c8c-6cad-d8e8e82d94e3",
    )
    .keeping_anchor(),
    format(
        "open-vsx-token",
        "ovsxat_",
        &[Uuid],
        "{}0a79a7c8-f308-4a8b-a754-7b6b27b29a8a",
        "{}0a79a7c8_f308-4a8b-a754-7b6b27b29a8a",
    ),
    format(
        "terraform-cloud-token",
        ".atlasv1.",
        &[Run(URL_SAFE, 40, MANY)],
        "D362Bx6ynK{}Faked26mstVQC9z5TenG1CdrSv8AShreIro23R0l",
        "D362B6ynK{}Faked26mstVQC9z5TenG1CdrSv8AShreIro23R0l",
    )
    .before(&[Run(ALNUM, 10, 20)]),
    format(
        "ionic-token",
        "ion_",
        &[Run(ALNUM, 40, MANY)],
        "{}FakegvSg8t5zJ737f1mLQh1UCqg9DrB8szVLmZbq",
        "{}FakegvSg8t5zJ737f1mLh1UCqg9DrB8szVLmZbq",
    ),
];
