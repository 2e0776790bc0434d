//! What good configurations become.

use super::{GOOD, read, read_with};
use candor_gateway::{Credential, Given, KeySource, LogFormat, OnEmpty, OnMismatch, ToolAccess};
use std::time::Duration;

#[test]
fn without_other_keys_the_defaults_apply() {
    let settings = read(GOOD).unwrap();
    let api = &settings.apis[0];
    assert_eq!(api.upstream.base_url.as_str(), "https://orders.example.com/v1", "the one server of the document");
    assert_eq!(api.api.tools().len(), 2);
    assert_eq!(api.upstream.connection.timeout, Duration::from_secs(30));
    assert_eq!(api.upstream.policies.schema_mismatch, OnMismatch::Fail);
    assert!(api.upstream.policies.retry.is_none() && api.upstream.policies.breaker.is_none());
    assert_eq!(settings.listen.address.to_string(), "127.0.0.1:8080");
    assert!(!settings.inbound.asks_for_token());
    assert_eq!(settings.operations.log, LogFormat::Text);
}

#[test]
fn this_machine_needs_no_token_however_its_address_is_written() {
    for address in ["127.0.0.1:1", "[::1]:1", "[::ffff:127.0.0.1]:1"] {
        assert!(read(&format!("[listen]\naddress = \"{address}\"\n{GOOD}")).is_ok(), "{address}");
    }
}

#[test]
fn an_api_has_its_credential_and_its_policies() {
    let settings = read(&format!(
        "{GOOD}timeout = \"1.5s\"\ncredential = {{ query = {{ name = \"tenant\", value = {{ file = \"secret.txt\" }} }} }}\n\
         empty_response = \"accept\"\nretry = {{ attempts = 2 }}\nheaders = {{ X-Tenant = \"acme\" }}\n\
         failed_when = [{{ pointer = \"/ok\", equals = false }}]\n\
         [api.tool.\"GET /orders/{{id}}\"]\nname = \"find\"\nretry = false\nresponse_cap = \"2KiB\"\n"
    ))
    .unwrap();
    let upstream = &settings.apis[0].upstream;
    assert_eq!(upstream.connection.timeout, Duration::from_millis(1500));
    let Some(Credential::Query { name, value }) = &upstream.credential else { panic!("{upstream:?}") };
    assert_eq!((name.as_str(), value.reveal()), ("tenant", "pLanted-7f3a9c"));
    assert_eq!(upstream.policies.empty_response, OnEmpty::Accept);
    assert!(upstream.policies.retry.is_some());
    assert_eq!(upstream.policies.failed_when[0].equals, Some(false.into()));
    assert_eq!(upstream.headers[0].0, "x-tenant");
    let own = &upstream.tools["find"];
    assert!(matches!(own.retry, Some(None)));
    assert_eq!(own.response_cap, Some(2048));
    let schema = settings.apis[0].api.tool("find").unwrap().input_schema().to_value();
    assert!(schema["properties"].get("tenant").is_none(), "the key is the gateway's: {schema}");
    assert!(!format!("{settings:?}").contains("pLanted"));
}

#[test]
fn clients_have_tokens_limits_and_tools() {
    let settings = read(&format!(
        "[limits]\nrate = 5\n[[token]]\nname = \"support\"\nsecret = {{ file = \"secret.txt\" }}\ntools = [\"get*\"]\n\
         [oauth]\nresource = \"https://mcp.example.com\"\nissuer = \"https://login.example.com\"\njwks_file = \"secret.txt\"\n\
         {GOOD}"
    ))
    .unwrap();
    let inbound = &settings.inbound;
    assert_eq!(inbound.tokens[0].tools, ToolAccess::Only(vec!["get*".to_owned()].into()));
    let rate = inbound.limits.rate.unwrap();
    assert_eq!((rate.per_second.get(), rate.burst.get()), (5, 5));
    let KeySource::File(path) = &inbound.oauth.as_ref().unwrap().keys else { panic!("{inbound:?}") };
    assert!(path.is_absolute(), "it is beside the configuration");
}

#[test]
fn a_tool_written_by_hand_is_a_tool_like_any_other() {
    let settings = read(
        "[[api]]\nname = \"stock\"\nbase_url = \"https://stock.example.com\"\n[[api.operation]]\nname = \"count\"\n\
         description = \"How many there are.\"\nmethod = \"GET\"\npath = \"/stock/{article}\"\n\
         parameters = [{ name = \"article\", in = \"path\" }, { name = \"at\", in = \"query\", schema = { type = \"integer\" } }]\n\
         output = { type = \"object\", required = [\"count\"], properties = { count = { type = \"integer\" } } }\n\
         failures = { 404 = \"There is no such article.\" }\n",
    )
    .unwrap();
    let tool = settings.apis[0].api.tool("count").unwrap();
    assert_eq!(tool.description(), "How many there are.");
    let arguments = serde_json::json!({"article": "a/b", "at": 7});
    let request = tool.plan().request(arguments.as_object().unwrap()).unwrap();
    assert_eq!(request.target(), "/stock/a%2Fb?at=7");
    assert_eq!(tool.output().unwrap().schema().to_value()["required"][0], "count");
    let clause = tool.contract().clauses().next().unwrap();
    assert_eq!(clause.when(), "The API answers 404: There is no such article.");
}

#[test]
fn the_command_line_comes_before_the_file() {
    let given = Given { listen: Some("127.0.0.1:9".parse().unwrap()), ..Given::default() };
    let settings = read_with(&format!("[listen]\naddress = \"0.0.0.0:8080\"\n{GOOD}"), given).unwrap();
    assert_eq!(settings.listen.address.to_string(), "127.0.0.1:9");

    let partly = "[[api]]\nname = \"a\"\nopenapi = \"partly.yaml\"\nbase_url = \"https://a.example.com\"\n";
    let given = Given { skip_unsupported: true, ..Given::default() };
    assert_eq!(read_with(partly, given).unwrap().apis[0].api.tools().len(), 1);
}

#[test]
fn the_printed_skip_serves_the_rest() {
    let partly = "[[api]]\nname = \"a\"\nopenapi = \"partly.yaml\"\nbase_url = \"https://a.example.com\"\n";
    let report = super::report(partly);
    let skip = &report[report.find("skip = [").unwrap()..=report.rfind(']').unwrap()];
    assert_eq!(read(&format!("{partly}{skip}\n")).unwrap().apis[0].api.tools().len(), 1);
}

#[test]
fn keys_that_seal_are_read_and_not_shown() {
    let folder = super::folder();
    folder.write("seal.key", "pLanted-7f3a9c-which-is-long-enough");
    let of_file = |name: &str| {
        let keys = format!("seal_keys = [{{ file = \"{}\" }}]", folder.path().join(name).display());
        read(&format!("[listen]\nsessions = true\n{keys}\n{GOOD}"))
    };
    let listen = of_file("seal.key").unwrap().listen;
    assert!(listen.sessions && listen.seal_keys.len() == 1);
    assert!(!format!("{listen:?}").contains("pLanted"));
    let error = of_file("secret.txt").unwrap_err().to_string();
    assert!(error.contains("key 1 of `seal_keys` is shorter than 32 characters"), "{error}");
    assert!(!error.contains("pLanted"), "{error}");
}
