//! `credential`: what the gateway shows of itself to an API.

use super::super::format::{HEADER, HIDDEN, TEXT, URL};
use super::super::key::{Key, Kind, Section};
use super::super::reader::Reader;
use super::super::value::{At, Table};
use crate::upstream::{Credential, Secret};
use http::HeaderName;

pub(crate) const CREDENTIAL: Section = Section {
    name: "credential",
    about: "What the gateway shows of itself to the API; one of these. The client's own token is never sent on.",
    keys: &[
        Key::new("bearer", Kind::Secret, "{ env = \"ORDERS_TOKEN\" }", "`Authorization: Bearer …`"),
        Key::new(
            "basic",
            Kind::Table(&BASIC),
            "{ user = \"gateway\", password = { file = \"orders.password\" } }",
            "`Authorization: Basic …`",
        ),
        Key::new(
            "header",
            Kind::Table(&OWN_HEADER),
            "{ name = \"X-Api-Key\", value = { env = \"ORDERS_KEY\" } }",
            "A header of its own.",
        ),
        Key::new(
            "query",
            Kind::Table(&QUERY),
            "{ name = \"key\", value = { env = \"ORDERS_KEY\" } }",
            "A parameter of the query.",
        ),
        Key::new(
            "client_credentials",
            Kind::Table(&CLIENT_CREDENTIALS),
            "{ token_url = \"https://login.example.com/token\", client_id = \"gateway\", client_secret = { env = \"ORDERS_SECRET\" } }",
            "A token that OAuth 2 gives for the client's own credentials. It is fetched when it is needed and renewed before it expires.",
        ),
    ],
};

const BASIC: Section = Section {
    name: "credential.basic",
    about: "A user with a password.",
    keys: &[
        Key::new("user", Kind::Text(&HIDDEN), "\"gateway\"", "The user.").required(),
        Key::new("password", Kind::Secret, "{ env = \"ORDERS_PASSWORD\" }", "The password.").required(),
    ],
};

const OWN_HEADER: Section = Section {
    name: "credential.header",
    about: "A header.",
    keys: &[
        Key::new("name", Kind::Text(&HEADER), "\"X-Api-Key\"", "The header.").required(),
        Key::new("value", Kind::Secret, "{ env = \"ORDERS_KEY\" }", "Its value.").required(),
    ],
};

const QUERY: Section = Section {
    name: "credential.query",
    about: "A parameter of the query. Addresses are written into logs; prefer a header where the API takes one.",
    keys: &[
        Key::new("name", Kind::Text(&TEXT), "\"key\"", "The parameter.").required(),
        Key::new("value", Kind::Secret, "{ env = \"ORDERS_KEY\" }", "Its value.").required(),
    ],
};

const CLIENT_CREDENTIALS: Section = Section {
    name: "credential.client_credentials",
    about: "Where tokens come from.",
    keys: &[
        Key::new("token_url", Kind::Text(&URL), "\"https://login.example.com/token\"", "Where tokens are given out.")
            .required(),
        Key::new("client_id", Kind::Text(&TEXT), "\"gateway\"", "The client.").required(),
        Key::new("client_secret", Kind::Secret, "{ env = \"ORDERS_SECRET\" }", "Its secret.").required(),
        Key::new("scopes", Kind::List(&Kind::Text(&TEXT)), "[\"orders.read\"]", "What the token is asked for.")
            .or("what the server gives"),
    ],
};

/// Headers that say how a request is carried: no credential is in them.
const FRAMING: [&str; 7] =
    ["connection", "content-length", "content-type", "expect", "host", "te", "transfer-encoding"];

pub(crate) fn read(table: &Table, reader: &mut Reader<'_>) -> Option<Credential> {
    match table.names().as_slice() {
        [] => reader.missing(
            table,
            "`credential` is empty",
            "give one of `bearer`, `basic`, `header`, `query`, `client_credentials`",
        ),
        [_] => {}
        [_, second, ..] => {
            let span = table.key_span(second).unwrap_or_else(|| table.span.clone());
            reader.mistake(
                span,
                "an API has one credential, and this is another",
                Some("leave one of them out".to_owned()),
            );
        }
    }
    let mut secret = |table: &Table, name: &str| -> Option<Secret> {
        table.get::<At<_>>(name).and_then(|source| reader.secret(&source))
    };
    if table.has("bearer") {
        return secret(table, "bearer").map(Credential::Bearer);
    }
    if let Some(basic) = table.get::<&Table>("basic") {
        let password = secret(basic, "password");
        return Some(Credential::Basic { user: basic.get("user")?, password: password? });
    }
    if let Some(header) = table.get::<&Table>("header") {
        let value = secret(header, "value");
        let name: At<HeaderName> = header.get("name")?;
        if FRAMING.contains(&name.value.as_str()) {
            let message = format!("`{}` says how a request is carried; a credential cannot be in it", name.value);
            reader.mistake(name.span, message, None);
        }
        return Some(Credential::Header { name: name.value, value: value? });
    }
    if let Some(query) = table.get::<&Table>("query") {
        let value = secret(query, "value");
        return Some(Credential::Query { name: query.get("name")?, value: value? });
    }
    let client = table.get::<&Table>("client_credentials")?;
    let client_secret = secret(client, "client_secret");
    Some(Credential::ClientCredentials {
        token_url: client.get("token_url")?,
        client_id: client.get("client_id")?,
        client_secret: client_secret?,
        scopes: client.all("scopes"),
    })
}
