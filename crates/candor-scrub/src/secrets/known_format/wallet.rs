//! Wallets: private keys of cryptocurrencies.

use super::checks::is_mixed;
use super::format::Part::{End, Run};
use super::format::{ALNUM, BASE58, BECH32, Format, LOWER_HEX, MANY, URL_SAFE, format};

pub(super) const FORMATS: &[Format] = &[
    format(
        "bitcoin-extended-key",
        "xprv",
        &[Run(BASE58, 80, MANY)],
        "{}FakeA9BsGdpzv1M1bQ6KfwGV4GgUtyUnUJHBVdXUdXGUqrimt1Kvo1FLB2yBsht5TcmGLVW7M9NHEGZ4",
        "{}FakeA9BsGdpzv1M1bQ6KfwGV4GgUtyUnUJHBVdXU0XGUqrimt1Kvo1FLB2yBsht5TcmGLVW7M9NHEGZ4",
    ),
    format(
        "bitcoin-testnet-extended-key",
        "tprv",
        &[Run(BASE58, 80, MANY)],
        "{}Fake7cR6oDh4vXzyonhWCUPna5seduFN3cjosXw9R9kNScKrJNGhMaNpqHJ8wbmUFCLk1TV1Zf8j73uk",
        "{}Fake7cR6oDh4vXzyonhWCUPna5seduFN3cjosXw909kNScKrJNGhMaNpqHJ8wbmUFCLk1TV1Zf8j73uk",
    ),
    format(
        "bitcoin-segwit-extended-key",
        "zprv",
        &[Run(BASE58, 80, MANY)],
        "{}Fake3ZgDHiFnbtyZmvARHr9i1YmT6SQ8SQ1H7RLGvt3T4Hsinacdj3YEWBABhcmFTZkrbhJPLRx5fiL2",
        "{}Fake3ZgDHiFnbtyZmvARHr9i1YmT6SQ8SQ1H7RLG0t3T4Hsinacdj3YEWBABhcmFTZkrbhJPLRx5fiL2",
    ),
    format(
        "bitcoin-nested-extended-key",
        "yprv",
        &[Run(BASE58, 80, MANY)],
        "{}FakedtkpTJW71bieLqyVaSoCnw7bGioDetiZVkBYAKW5ZiQ8yPm4LwXdqL7ubFB3b573w8Aa4Zk6DWev",
        "{}FakedtkpTJW71bieLqyVaSoCnw7bGioDetiZVkBY0KW5ZiQ8yPm4LwXdqL7ubFB3b573w8Aa4Zk6DWev",
    ),
    format(
        "litecoin-extended-key",
        "Ltpv",
        &[Run(BASE58, 80, MANY)],
        "{}FakeonihPUtwMiuv3pM7EeiDJYxC1urZTr6T1rFPVNimo3PLC3krkB4bZtKZXC3CBejDeViynVY5mSg8",
        "{}FakeonihPUtwMiuv3pM7EeiDJYxC1urZTr6T1rFP0Nimo3PLC3krkB4bZtKZXC3CBejDeViynVY5mSg8",
    ),
    format(
        "dogecoin-extended-key",
        "dgpv",
        &[Run(BASE58, 80, MANY)],
        "{}FakeVkXksLUfvywMEYbUeuVqJAFUP853ApgxE7FMZ7N9koPHRVkJzf4SsaxCs9t5F6cSrDG6DgF2EJdL",
        "{}FakeVkXksLUfvywMEYbUeuVqJAFUP853ApgxE7FM07N9koPHRVkJzf4SsaxCs9t5F6cSrDG6DgF2EJdL",
    ),
    format(
        "nostr-secret-key",
        "nsec1",
        &[Run(BECH32, 58, MANY)],
        "{}2ACYU9Y5GH0Q4TUM8RH9MALTNC972YE8HFVXLXQN856L6MT8S0R5RC93Y8",
        "{}2ACYU9Y5GH0Q4TUM8RH9MALTNC972bE8HFVXLXQN856L6MT8S0R5RC93Y8",
    ),
    format(
        "cardano-signing-key",
        "ed25519_sk1",
        &[Run(BECH32, 50, MANY)],
        "{}ZFTG89XLXNH4T7FHENA6W2U96LDPUZN9KHN3Q8Q24HW6QET34R",
        "{}ZFTG89XLXNH4T7FHENA6W2U96bDPUZN9KHN3Q8Q24HW6QET34R",
    ),
    format(
        "cardano-extended-signing-key",
        "ed25519e_sk1",
        &[Run(BECH32, 50, MANY)],
        "{}WA2S0REV9X85JVQKPWCM93UAEDLA8RKZCWZVRQGMAEXVF9Q587",
        "{}WA2S0REV9X85JVQKPWCM93UAEbLA8RKZCWZVRQGMAEXVF9Q587",
    ),
    format(
        "cardano-address-key",
        "addr_xsk1",
        &[Run(BECH32, 50, MANY)],
        "{}84ZVSC76CF0KHD5JR7KJSV6Y75RKTE5QAW3F84903W5HXNPJE6",
        "{}84ZVSC76CF0KHD5JR7KJSV6Y7bRKTE5QAW3F84903W5HXNPJE6",
    ),
    format(
        "cardano-root-key",
        "root_xsk1",
        &[Run(BECH32, 50, MANY)],
        "{}5HCJDZ0R529VKHPFM9FUYZ30YDRUWLK2HMLZA5JML5NWZNCSM2",
        "{}5HCJDZ0R529VKHPFM9FUYZ30YbRUWLK2HMLZA5JML5NWZNCSM2",
    ),
    format(
        "sui-private-key",
        "suiprivkey1",
        &[Run(BECH32, 50, MANY)],
        "{}6CUAX20JEKDXDQM9Y0D39UZC85PFKF8V84X8F5P28Q87VTU0L9",
        "{}6CUAX20JEKDXDQM9Y0D39UZC8bPFKF8V84X8F5P28Q87VTU0L9",
    ),
    format(
        "tezos-secret-key",
        "edsk",
        &[Run(BASE58, 50, MANY)],
        "{}FakeASVLCuDVMyEvTQDxUJgubfQJnx2A7fpZdvkEsaKpZRPQcn",
        "{}FakeASVLCuDVMyEvTQDxUJgub0QJnx2A7fpZdvkEsaKpZRPQcn",
    ),
    format(
        "tezos-encrypted-secret-key",
        "edesk",
        &[Run(BASE58, 80, MANY)],
        "{}Fake8WCQYapqYAu2TqpKUjChNSadrsT9XVyn4uciVnhLQwN6iVM8dJpMNYjyFSaRQeCXAdahrK9jU7Bx",
        "{}Fake8WCQYapqYAu2TqpKUjChNSadrsT9XVyn4uci0nhLQwN6iVM8dJpMNYjyFSaRQeCXAdahrK9jU7Bx",
    ),
    format(
        "eos-private-key",
        "PVT_K1_",
        &[Run(BASE58, 48, MANY)],
        "{}FakeryeRzMZ3qgDCqv5WNcbc2xJAx5ENnzScdywtpKJK5BUx",
        "{}FakeryeRzMZ3qgDCqv5WNcbc0xJAx5ENnzScdywtpKJK5BUx",
    ),
    format(
        "near-secret-key",
        "ed25519:",
        &[Run(BASE58, 80, MANY)],
        "{}FakePxdvns8QE5fzDGZbwetWo9zcYoCGrH7V8owdKan4nomtD8K6SiypDXBQgPHcNXykHsiMfF48dBr8",
        "{}FakePxdvns8QE5fzDGZbwetWo9zcYoCGrH7V8owd0an4nomtD8K6SiypDXBQgPHcNXykHsiMfF48dBr8",
    ),
    format(
        "ripple-seed",
        "sEd",
        &[Run(BASE58, 28, MANY), End],
        "{}FakeZjC3dXZzZedfkUXmhVYdUg1d",
        "{}fakezjc3dxzzzedfkuxmhvydug1d",
    )
    .check(is_mixed),
    format("alchemy-key", "alcht_", &[Run(ALNUM, 24, MANY)], "{}FakepRAEkseV0cuzyjNStEbJ", "{}FakepRAEkseVcuzyjNStEbJ"),
    format(
        "infura-url",
        "infura.io/v3/",
        &[Run(LOWER_HEX, 32, MANY)],
        "{}8109801d92498e1baea8ec4a0b024274",
        "{}8109801d92498e1bgea8ec4a0b024274",
    )
    .keeping_anchor(),
    format(
        "alchemy-url",
        ".alchemy.com/v2/",
        &[Run(URL_SAFE, 24, MANY)],
        "{}FakeeRMWG4u38gmIulQwip0N",
        "{}FakeeRMWG4u3gmIulQwip0N",
    )
    .keeping_anchor(),
    format(
        "quicknode-url",
        ".quiknode.pro/",
        &[Run(LOWER_HEX, 32, MANY)],
        "{}31a8deb3f6e124d5e017e52dc56b73cd",
        "{}31a8deb3f6e124d5g017e52dc56b73cd",
    )
    .keeping_anchor(),
    format(
        "chainstack-url",
        ".chainstacklabs.com/",
        &[Run(LOWER_HEX, 32, MANY)],
        "{}8da78a71c3e6acf46eb2d8183451f8b4",
        "{}8da78a71c3e6acf4geb2d8183451f8b4",
    )
    .keeping_anchor(),
    format(
        "coingecko-key",
        "CG-",
        &[Run(ALNUM, 24, MANY), End],
        "{}FakeMbKfywf02OezoRz80gKS",
        "{}fakembkfywf02oezorz80gks",
    )
    .check(is_mixed),
];
