//! Requests: where arguments go, and how they are written.

use super::{document, findings, paths, read_with, request, tool_with};
use candor_gateway::{LoadOptions, Severity};
use serde_json::{Value, json};

/// What OpenAPI's own table has for its values, and RFC 6570 for the characters.
#[test]
fn every_style_is_written_as_openapi_says() {
    let (array, object) = (json!(["blue", "black"]), json!({"G": 200, "R": "a b"}));
    let rows: [(&str, &str, bool, &Value, &str); 22] = [
        ("path", "simple", false, &json!("a b"), "/a%20b"),
        ("path", "simple", false, &array, "/blue,black"),
        ("path", "simple", false, &object, "/G,200,R,a%20b"),
        ("path", "simple", true, &object, "/G=200,R=a%20b"),
        ("path", "label", false, &json!("x"), "/.x"),
        ("path", "label", false, &array, "/.blue,black"),
        ("path", "label", true, &array, "/.blue.black"),
        ("path", "label", true, &object, "/.G=200.R=a%20b"),
        ("path", "matrix", false, &json!("x"), "/;p=x"),
        ("path", "matrix", false, &array, "/;p=blue,black"),
        ("path", "matrix", true, &array, "/;p=blue;p=black"),
        ("path", "matrix", true, &object, "/;G=200;R=a%20b"),
        ("query", "form", true, &json!("a&b=c"), "/x?p=a%26b%3Dc"),
        ("query", "form", true, &array, "/x?p=blue&p=black"),
        ("query", "form", false, &array, "/x?p=blue,black"),
        ("query", "form", true, &object, "/x?G=200&R=a%20b"),
        ("query", "form", false, &object, "/x?p=G,200,R,a%20b"),
        ("query", "spaceDelimited", false, &array, "/x?p=blue%20black"),
        ("query", "pipeDelimited", false, &array, "/x?p=blue%7Cblack"),
        ("query", "deepObject", true, &object, "/x?p%5BG%5D=200&p%5BR%5D=a%20b"),
        ("query", "deepObject", true, &json!({"a": [{"b": true}]}), "/x?p%5Ba%5D%5B0%5D%5Bb%5D=true"),
        ("query", "form", true, &json!([]), "/x"),
    ];
    for (place, style, explode, value, expected) in rows {
        let path = if place == "path" { "/{p}" } else { "/x" };
        let parameter = format!("{{name: p, in: {place}, required: true, style: {style}, explode: {explode}}}");
        let api = tool_with(path, &[&parameter]);
        assert_eq!(
            request(&api.tools()[0], json!({"p": value})).target(),
            expected,
            "{place} {style} {explode} {value}"
        );
    }
}

#[test]
fn headers_and_cookies_have_their_own_styles() {
    let api = tool_with(
        "/x",
        &[
            "{name: X-List, in: header, schema: {type: array}}",
            "{name: X-Object, in: header, explode: true, schema: {type: object}}",
            "{name: sid, in: cookie, schema: {type: string}}",
            "{name: ids, in: cookie, explode: false, schema: {type: array}}",
        ],
    );
    let arguments = json!({"X-List": ["a", 1], "X-Object": {"k": "v w"}, "sid": "a;b=c", "ids": [1, 2]});
    let request = request(&api.tools()[0], arguments);
    assert_eq!(request.headers()["x-list"], "a,1");
    assert_eq!(request.headers()["x-object"], "k=v w");
    assert_eq!(request.headers()["cookie"], "sid=a%3Bb%3Dc; ids=1,2");
}

#[test]
fn the_formats_of_2_0_are_written_as_it_says() {
    let api = document("pets_2_0.json");
    let arguments = json!({
        "tags": ["a", "b"], "kinds": ["c", "d"], "ids": [1, 2], "columns": ["x", "y"], "words": ["u", "v"],
    });
    let target = "/pets?tags=a&tags=b&kinds=c,d&ids=1%7C2&columns=x%09y&words=u%20v";
    assert_eq!(request(api.tool("pets_list").unwrap(), arguments).target(), target);
}

#[test]
fn a_path_parameter_stays_one_segment() {
    let api = tool_with("/a/{p}/b", &["{name: p, in: path, required: true, schema: {type: string}}"]);
    let rows = [
        ("../../admin?x=1", "/a/..%2F..%2Fadmin%3Fx%3D1/b"),
        ("a/b#c", "/a/a%2Fb%23c/b"),
        ("%2e%2e", "/a/%252e%252e/b"),
        ("x\\..\\y", "/a/x%5C..%5Cy/b"),
        ("ü \u{0}", "/a/%C3%BC%20%00/b"),
        ("...", "/a/.../b"),
    ];
    for (value, expected) in rows {
        assert_eq!(request(&api.tools()[0], json!({ "p": value })).target(), expected);
    }
}

#[test]
fn a_value_that_would_take_a_segment_out_of_the_path_is_refused() {
    let parameters = ["{name: p, in: path, required: true}", "{name: q, in: path, required: true}"];
    let rows = [("/a/{p}", json!({"p": ""})), ("/a/{p}", json!({"p": "."})), ("/a/{p}/b", json!({"p": ".."}))];
    let of_two = [("/a/{p}{q}", json!({"p": ".", "q": "."})), ("/a/.{p}", json!({"p": "."}))];
    for (path, arguments) in rows.into_iter().chain(of_two) {
        let api = tool_with(path, &parameters);
        let failure = api.tools()[0].plan().request(arguments.as_object().unwrap()).unwrap_err();
        assert_eq!(failure.code(), candor::Code::InvalidParams, "{path} {arguments}");
        assert!(failure.details().text("field").is_some() || failure.message().contains('`'), "{path} {arguments}");
    }
}

#[test]
fn a_line_break_in_a_header_is_refused() {
    let api = tool_with("/x", &["{name: X-Note, in: header, schema: {type: string}}"]);
    for value in ["a\r\nHost: evil.example", "a\nb", "\u{0}", "a\rb"] {
        let failure = api.tools()[0].plan().request(json!({"X-Note": value}).as_object().unwrap()).unwrap_err();
        assert_eq!(
            failure.message(),
            "The value of `X-Note` has a character that a header cannot hold, such as a line break"
        );
    }
}

#[test]
fn no_argument_sets_a_header_or_a_query_that_is_the_gateways() {
    let text = paths(
        "  /x:
    get:
      operationId: tool
      parameters:
        - {name: HOST, in: header}
        - {name: Content-Length, in: header}
        - {name: x-forwarded-for, in: header}
        - {name: X-Api-Key, in: header}
        - {name: key, in: query}
        - {name: other, in: query}
",
    );
    let options = LoadOptions {
        reserved_headers: vec!["x-api-key".to_owned()],
        reserved_query: vec!["key".to_owned()],
        ..LoadOptions::default()
    };
    let api = read_with(&text, &options).unwrap();
    let tool = &api.tools()[0];
    let arguments = json!({
        "HOST": "evil", "Content-Length": "0", "x-forwarded-for": "1.1.1.1", "X-Api-Key": "k", "key": "k", "other": "o",
    });
    let request = request(tool, arguments);
    assert_eq!(request.target(), "/x?other=o");
    assert_eq!(request.headers().keys().map(|name| name.as_str()).collect::<Vec<_>>(), ["accept"]);
    assert_eq!(findings(&api, Severity::Loosened).len(), 5);
}

#[test]
fn a_required_argument_that_is_missing_is_named() {
    let api = tool_with("/{p}", &["{name: p, in: path, required: true}", "{name: q, in: query, required: true}"]);
    for (arguments, missing) in [(json!({}), "p"), (json!({"p": "x", "q": null}), "q")] {
        let failure = api.tools()[0].plan().request(arguments.as_object().unwrap()).unwrap_err();
        assert_eq!(failure.code(), candor::Code::MissingRequired);
        assert_eq!(failure.message(), format!("The argument `{missing}` is missing"));
    }
}

#[test]
fn reserved_characters_stay_where_they_are_allowed_and_begin_no_other_parameter() {
    let api = tool_with("/x", &["{name: q, in: query, allowReserved: true, schema: {type: string}}"]);
    let request = request(&api.tools()[0], json!({"q": "a/b:c?d&e=f#g+h[i]"}));
    assert_eq!(request.target(), "/x?q=a/b:c?d%26e%3Df%23g%2Bh%5Bi%5D");
}

#[test]
fn a_query_in_the_path_is_kept_and_a_fragment_is_not_sent() {
    let api = tool_with("'/x?action=list#1'", &["{name: q, in: query}"]);
    assert_eq!(request(&api.tools()[0], json!({"q": "a"})).target(), "/x?action=list&q=a");
}

#[test]
fn arguments_of_the_same_name_are_told_apart() {
    let api = document("pets_3_0.yaml");
    let request = request(api.tool("getPet").unwrap(), json!({"petId": "7", "petId_query": true}));
    assert_eq!(request.target(), "/pets/7?petId=true");
}

#[test]
fn an_operation_can_have_a_server_of_its_own() {
    let api = super::read(&paths("  /x: {servers: [{url: 'https://up.example'}], get: {operationId: tool}}")).unwrap();
    let tool = &api.tools()[0];
    assert_eq!(tool.plan().server(), Some("https://up.example"));
    assert_eq!(request(tool, json!({})).url("https://up.example/v1/"), "https://up.example/v1/x");
}

#[test]
fn json_text_and_bytes_are_sent_as_they_are() {
    let api = document("forms.yaml");
    let sent = |tool: &str, body: Value| {
        let request = request(api.tool(tool).unwrap(), json!({ "body": body }));
        let content_type = request.headers()["content-type"].to_str().unwrap().to_owned();
        (content_type, String::from_utf8(request.into_body().unwrap()).unwrap())
    };
    let is = |content_type: &str, body: &str| (content_type.to_owned(), body.to_owned());
    assert_eq!(sent("putNote", json!("hi")), is("text/plain", "hi"));
    assert_eq!(sent("putFeed", json!("<a/>")), is("application/xml", "<a/>"));
    assert_eq!(sent("putRaw", json!({"base64": "aGk="})), is("application/octet-stream", "hi"));
    assert_eq!(sent("putRaw", json!({"text": "hi", "content_type": "image/gif"})), is("image/gif", "hi"));
    let pets = document("pets_3_0.yaml");
    let request = request(pets.tool("addPet").unwrap(), json!({"X-Shop": "1", "body": {"name": "Rex"}}));
    assert_eq!(request.body().unwrap(), br#"{"name":"Rex"}"#);
    assert_eq!(request.headers()["content-type"], "application/json");
}

#[test]
fn a_form_follows_its_encoding() {
    let api = document("forms.yaml");
    let body = json!({
        "amount": 5, "card": {"number": "1"}, "items": [{"price": "p1"}], "metadata": {"a": 1}, "tags": ["x", "y"],
    });
    let request = request(api.tool("charge").unwrap(), json!({ "body": body }));
    let text = String::from_utf8(request.into_body().unwrap()).unwrap();
    let expected = "amount=5&card%5Bnumber%5D=1&items%5B0%5D%5Bprice%5D=p1&metadata=%7B%22a%22%3A1%7D&tags=x&tags=y";
    assert_eq!(text, expected);
}

#[test]
fn a_multipart_body_has_a_part_per_field_and_no_name_ends_its_line() {
    let api = document("forms.yaml");
    let body = json!({
        "avatar": {"base64": "aGk=", "filename": "a\"b\r\nc.png"},
        "more": [{"text": "1"}, {"text": "2", "filename": "two.txt", "content_type": "text/plain"}],
        "info": {"text": "not a file"},
        "title": "T",
    });
    let request = request(api.tool("upload").unwrap(), json!({ "body": body }));
    let content_type = request.headers()["content-type"].to_str().unwrap().to_owned();
    let boundary = content_type.strip_prefix("multipart/form-data; boundary=").unwrap().to_owned();
    let text = String::from_utf8(request.into_body().unwrap()).unwrap().replace(&boundary, "B");
    insta::assert_snapshot!(text.replace("\r\n", "\n"));
}

#[test]
fn what_cannot_be_a_file_is_refused() {
    let api = document("forms.yaml");
    let plan = api.tool("putRaw").unwrap().plan();
    for body in [
        json!({"base64": "%"}),
        json!({}),
        json!({"text": "a", "base64": "aGk="}),
        json!({"text": "a", "content_type": "a\r\nb"}),
    ] {
        assert!(plan.request(json!({ "body": body }).as_object().unwrap()).is_err(), "{body}");
    }
}

#[test]
fn a_form_that_is_not_an_object_is_refused_and_not_sent_empty() {
    let api = document("forms.yaml");
    for tool in ["charge", "upload"] {
        for body in [json!("a=b"), json!([1]), json!(null)] {
            let failure =
                api.tool(tool).unwrap().plan().request(json!({ "body": body }).as_object().unwrap()).unwrap_err();
            assert_eq!(failure.message(), "`body` must be an object: it is sent as a form", "{tool} {body}");
        }
    }
}

#[test]
fn a_body_of_any_image_type_has_the_type_of_its_file() {
    let text = "  /x: {put: {operationId: x, requestBody: {required: true, content: {'image/*': {}}}}}";
    let api = super::read(&paths(text)).unwrap();
    let sent = |file: Value| request(&api.tools()[0], json!({ "body": file })).headers()["content-type"].clone();
    assert_eq!(sent(json!({"text": "x", "content_type": "image/gif"})), "image/gif");
    assert_eq!(sent(json!({"text": "x"})), "application/octet-stream");
}
