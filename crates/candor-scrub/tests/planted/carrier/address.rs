//! Addresses and headers of HTTP.

use super::{Carrier, Style, Written, named, silent, telling};

pub(super) const ROWS: &[Carrier] = &[
    telling("url-user-info", Written::Address, "https://ann:§v@example.com/orders"),
    telling("url-user-info-percent", Written::Percent, "https://ann:§v@example.com/orders?page=2"),
    telling("url-user-only", Written::Percent, "git clone https://§v@example.com/shop/orders.git").odd(),
    telling("url-no-user", Written::Address, "redis://:§v@example.com:6379/0").without_twin(),
    telling("url-database", Written::Address, "postgresql://shop:§v@example.com:5432/orders?sslmode=require")
        .without_twin(),
    telling("url-schemeless", Written::Address, "ann:§v@example.com:5432/orders").odd().checking(),
    telling("url-amqp", Written::Percent, "amqps://shop:§v@example.com/%2Forders").without_twin(),
    telling("url-srv", Written::Percent, "mongodb+srv://shop:§v@example.com/?retryWrites=true")
        .building()
        .without_twin(),
    telling("url-token-user", Written::Percent, "https://x-access-token:§v@example.com/shop/orders.git"),
    named("query", Written::Percent, "https://example.com/orders?page=2&§n=§v&sort=asc"),
    named("query-only", Written::Percent, "GET /v1/orders?§n=§v HTTP/1.1"),
    named("query-relative", Written::Percent, "failed: /v1/orders?page=2&§n=§v"),
    named("fragment", Written::Percent, "https://example.com/callback#§n=§v&state=open"),
    named("form-body", Written::Percent, "grant_type=password&page=2&§n=§v"),
    telling("query-signature", Written::Percent, "https://example.com/f.csv?se=2026-01-01&sp=r&sv=2024-01-01&sig=§v")
        .odd()
        .checking(),
    telling("query-amazon", Written::Percent, "https://example.com/f.csv?X-Amz-Expires=900&X-Amz-Signature=§v").odd(),
    telling("query-code", Written::Percent, "https://example.com/callback?code=§v&state=open").odd(),
    silent("path-segment", Written::Percent, "https://example.com/hooks/§v/orders"),
    silent("path-end", Written::Percent, "POST https://example.com/services/incoming/§v: 404"),
    telling("bearer", Written::Word, "Authorization: Bearer §v").odd(),
    telling("bearer-lower", Written::Word, "authorization: bearer §v").odd(),
    telling("bearer-alone", Written::Word, "Bearer §v was refused").odd(),
    telling("basic", Written::UserBase64, "Authorization: Basic §v"),
    telling("basic-proxy", Written::UserBase64, "proxy-authorization: Basic §v"),
    telling("authorization-bare", Written::Line, "Authorization: §v"),
    telling("authorization-token", Written::Word, "Authorization: Token §v").odd(),
    telling("authorization-named", Written::Word, "Authorization: Token token=§v, nonce=def").odd().checking(),
    telling("authorization-own", Written::Word, "Authorization: SharedKey shop:§v").odd().building().without_twin(),
    named("header", Written::Line, "X-§n: §v").style(Style::Kebab),
    named(
        "header-of-request",
        Written::Line,
        "> GET /v1/orders HTTP/1.1\n> Host: example.com\n> X-§n: §v\n> Accept: */*",
    )
    .style(Style::Kebab),
    named("curl-header", Written::Double, "curl -sS -H \"X-§n: §v\" https://example.com/v1/orders").style(Style::Kebab),
    telling("curl-bearer", Written::Shell, "curl -H 'Authorization: Bearer §v' https://example.com/v1/orders").odd(),
    named("header-map", Written::Double, "{\"content-type\": [\"text/html\"], \"x-§n\": [\"§v\"]}").style(Style::Kebab),
    named("header-pairs", Written::Single, "[('accept', '*/*'), ('x-§n', '§v')]").style(Style::Kebab),
    named("header-lists", Written::Double, "[[\"accept\",\"*/*\"],[\"x-§n\",\"§v\"]]").style(Style::Kebab).checking(),
    named("header-bytes", Written::Single, "[(b'accept', b'*/*'), (b'x-§n', b'§v')]").style(Style::Kebab).building(),
    named("raw-headers", Written::Single, "rawHeaders: [ 'Accept', '*/*', 'X-§n', '§v' ]").style(Style::Kebab),
    named("cookie", Written::Percent, "Cookie: theme=dark; §n=§v; lang=en").without_twin(),
    named("set-cookie", Written::Percent, "Set-Cookie: §n=§v; Path=/; HttpOnly; Secure").without_twin(),
    telling("session-cookie", Written::Percent, "set-cookie: sessionid=§v; Path=/; HttpOnly").odd().without_twin(),
    telling("websocket-protocol", Written::Percent, "Sec-WebSocket-Protocol: access_token, §v").odd().checking(),
];
