//! The configuration of a gateway: what it may say, and what is said about every mistake in it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod config {
    mod documented;
    #[path = "../openapi/folder.rs"]
    mod folder;
    mod good;
    mod mistakes;
    mod properties;
    mod reload;
    mod starter;

    use candor_gateway::{ConfigErrors, ConfigFile, GatewaySettings, Given};
    use folder::Folder;

    /// The document that the tests' configurations name.
    pub(crate) const ORDERS: &str = "\
openapi: 3.1.0
info: {title: Orders, version: '1'}
servers: [{url: 'https://orders.example.com/v1'}]
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      tags: [orders]
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: tenant, in: query, schema: {type: string}}
      responses:
        '200': {description: The order., content: {application/json: {schema: {type: object}}}}
  /orders/export:
    get:
      operationId: exportOrders
      tags: [internal]
";

    /// A document with operations that cannot be tools.
    pub(crate) const PARTLY: &str = "\
openapi: 3.1.0
info: {title: Partly, version: '1'}
servers: [{url: /v1}]
paths:
  /good: {get: {operationId: good}}
  /bad/{id}:
    get:
      operationId: bad
      parameters: [{name: id, in: path, required: true, schema: {$ref: 'https://elsewhere.example.com/id.json'}}]
  /lost: {$ref: '#/components/pathItems/lost'}
";

    const CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    const KEY: &str = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";

    /// A folder with all that the tests' configurations name.
    pub(crate) fn folder() -> Folder {
        let folder = Folder::new();
        let files = [
            ("orders.yaml", ORDERS),
            ("partly.yaml", PARTLY),
            ("broken.yaml", "openapi: 3.1.0\npaths: [\n"),
            ("secret.txt", "pLanted-7f3a9c\n"),
            ("empty.txt", "\n"),
            ("gateway.pem", CERTIFICATE),
            ("client.pem", CERTIFICATE),
            ("authority.pem", CERTIFICATE),
            ("gateway.key", KEY),
            ("client.key", KEY),
            ("weather.key", "pLanted-2b8e4d\n"),
        ];
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub(crate) fn read_with(text: &str, given: Given) -> Result<GatewaySettings, ConfigErrors> {
        let folder = folder();
        ConfigFile { path: folder.write("candor.toml", text), given }.read()
    }

    pub(crate) fn read(text: &str) -> Result<GatewaySettings, ConfigErrors> {
        read_with(text, Given::default())
    }

    /// The report for a configuration with mistakes, without the folder that it is in.
    pub(crate) fn report_with(text: &str, given: Given) -> String {
        let folder = folder();
        let path = folder.write("candor.toml", text);
        let prefix = format!("{}/", folder.path().display());
        let errors = ConfigFile { path, given }.read().expect_err("there are mistakes");
        errors.to_string().replace(&prefix, "")
    }

    pub(crate) fn report(text: &str) -> String {
        report_with(text, Given::default())
    }

    /// An API without mistakes.
    pub(crate) const GOOD: &str = "[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\n";
}
