//! Files: what is read, what is not, and where a mistake is.

use super::folder::Folder;
use super::{findings, paths, read, refusals};
use candor_gateway::{Api, Limits, LoadOptions, Severity};
use std::path::Path;

fn load(path: &Path) -> Vec<String> {
    match Api::load(path, &LoadOptions::default()) {
        Ok(api) => findings(&api, Severity::Refused),
        Err(errors) => refusals(&errors),
    }
}

/// What is said about an operation whose answer refers to this.
fn referring_to(folder: &Folder, reference: &str) -> Vec<String> {
    let text = paths(&format!(
        "  /x: {{get: {{operationId: x, responses: {{'200': {{description: d, content: {{application/json: {{schema: {{$ref: '{reference}'}}}}}}}}}}}}}}"
    ));
    load(&folder.write("api/openapi.yaml", text))
}

#[test]
fn what_is_not_an_openapi_document_is_refused_with_its_place() {
    let rows = [
        ("", "openapi.yaml:1:1: the file is empty"),
        ("- a\n- b\n", "openapi.yaml:1:1: is not an OpenAPI document: a mapping is expected here"),
        ("info: {}\n", "openapi.yaml:1:1: is not an OpenAPI document: it has neither `openapi` nor `swagger`"),
        ("openapi: 4.0.0\n", "openapi.yaml:1:10: version `4.0.0` of OpenAPI is not known; 2.0, 3.0, 3.1 and 3.2 are"),
        (
            "openapi: 3.0.0\n---\nopenapi: 3.0.0\n",
            "openapi.yaml:2:1: a second YAML document begins here; one is expected",
        ),
        ("openapi: !include x\n", "openapi.yaml:1:10: the tag `!include` has no meaning in an OpenAPI document"),
    ];
    for (text, expected) in rows {
        assert_eq!(refusals(&read(text).unwrap_err()), [expected], "{text}");
    }
    let broken = refusals(&read("openapi: 3.0.0\npaths: {a: [}\n").unwrap_err());
    assert!(broken[0].starts_with("openapi.yaml:2:") && broken[0].contains("is not YAML"), "{broken:?}");
}

#[test]
fn broken_json_is_refused_with_its_place() {
    let folder = Folder::new();
    let rows: [(&[u8], &str); 7] = [
        (
            b"{\n  \"openapi\": \"3.0.0\",\n  paths: {}\n}",
            "3:3: is not JSON: a key in quotation marks is expected here",
        ),
        (b"{\"openapi\" \"3.0.0\"}", "1:12: is not JSON: `:` is expected here"),
        (b"{\"a\": [1, 2}", "1:12: is not JSON: `,` or `]` is expected here"),
        (b"{\"a\": tru}", "1:7: is not JSON: a value is expected here"),
        (b"{\"a\": \"b}", "1:7: is not JSON: the end of this text is expected here"),
        (b"{\"a\": \"\\ud83d\"}", "1:7: this text has an escape or a character that JSON forbids"),
        (b"{} {}", "1:4: is not JSON: the end of the file is expected here"),
    ];
    for (text, expected) in rows {
        assert_eq!(load(&folder.write("api.json", text)), [format!("api.json:{expected}")]);
    }
    assert_eq!(load(&folder.write("api.json", b"{\"a\": \"\xff\"}")), ["api.json: is not UTF-8 at byte 7"]);
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let folder = Folder::new();
    assert!(load(&folder.path().join("absent.yaml"))[0].starts_with("absent.yaml: cannot be read: "));
    assert_eq!(load(folder.path())[0].rsplit(": ").next(), Some("is not a file"));
}

#[test]
fn nothing_outside_of_the_folder_is_read() {
    let folder = Folder::new();
    folder.write("secret.yaml", "type: string");
    folder.write("api/inside.yaml", "type: string");
    let outside = "is outside of the folder of the document; it is not read";
    let at = "openapi.yaml:4:";
    assert!(referring_to(&folder, "inside.yaml").is_empty());
    assert!(referring_to(&folder, "./sub/../inside.yaml").len() == 1, "there is no such folder");
    let refused = referring_to(&folder, "../secret.yaml");
    assert!(refused[0].starts_with(at) && refused[0].ends_with(outside), "{refused:?}");
    let refused = referring_to(&folder, "/etc/passwd");
    assert!(refused[0].ends_with("is not a path within the folder of the document"), "{refused:?}");
    for address in ["https://example.com/a.yaml", "//example.com/a.yaml", "file:///etc/passwd"] {
        let refused = referring_to(&folder, address);
        assert!(refused[0].ends_with("leads to the network, from which nothing is fetched"), "{refused:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_leads_no_further_than_the_folder() {
    let folder = Folder::new();
    folder.write("secret.yaml", "type: string");
    folder.write("api/real.yaml", "type: string");
    std::os::unix::fs::symlink(folder.path().join("secret.yaml"), folder.path().join("api/out.yaml")).unwrap();
    std::os::unix::fs::symlink("real.yaml", folder.path().join("api/in.yaml")).unwrap();
    assert!(referring_to(&folder, "in.yaml").is_empty());
    assert!(referring_to(&folder, "out.yaml")[0].contains("is outside of the folder"));
}

#[cfg(unix)]
#[test]
fn what_is_not_a_file_is_not_opened() {
    let folder = Folder::new();
    folder.write("api/a.yaml", "");
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("api/pipe.yaml")).status();
    if made.is_ok_and(|status| status.success()) {
        assert!(referring_to(&folder, "pipe.yaml")[0].ends_with("the file `pipe.yaml` is not a file"));
    }
}

#[test]
fn a_reference_that_leads_nowhere_says_how_far_it_leads() {
    let folder = Folder::new();
    folder.write("api/other.yaml", "a:\n  b: {type: string}\n");
    folder.write("api/broken.yaml", "a: [");
    assert!(referring_to(&folder, "other.yaml#/a/c")[0].contains("there is no `c` at"));
    assert!(referring_to(&folder, "absent.yaml")[0].contains("the file `absent.yaml` cannot be read: "));
    assert!(referring_to(&folder, "broken.yaml")[0].starts_with("broken.yaml:"), "the mistake is in the other file");
    assert!(referring_to(&folder, "#anchor")[0].ends_with("is not a JSON pointer; anchors are not supported"));
}

#[test]
fn everything_that_cannot_be_brought_over_is_said_at_once_with_file_line_and_column() {
    let api = read(&paths(
        "  /a:
    get:
      operationId: a
      parameters:
        - {name: x, in: nowhere}
        - {name: y, in: query, style: matrix}
        - {in: query}
      requestBody: {$ref: '#/components/none'}
  /b:
    $ref: '#/absent'
  /c:
    get:
      operationId: c
      parameters: [{name: z, in: query, schema: {$dynamicRef: '#x'}}]
  /d: {get: {operationId: d}}
",
    ))
    .unwrap();
    assert_eq!(api.tools().len(), 1);
    insta::assert_json_snapshot!(findings(&api, Severity::Refused));
}

#[test]
fn a_key_that_occurs_twice_is_said() {
    let api = read("openapi: 3.0.0\npaths:\n  /a: {get: {operationId: one, operationId: two}}\n").unwrap();
    assert_eq!(api.tools()[0].name(), "two");
    let expected = "openapi.yaml:3:32: the key `operationId` occurs twice in this mapping; the last one counts";
    assert_eq!(findings(&api, Severity::Loosened), [expected]);
}

#[test]
fn files_are_limited_in_size_and_number() {
    let folder = Folder::new();
    folder.write("api/other.yaml", "type: string");
    let limited = |limits: Limits| {
        let text =
            paths("  /x: {get: {operationId: x, parameters: [{name: q, in: query, schema: {$ref: other.yaml}}]}}");
        let path = folder.write("api/openapi.yaml", text);
        match Api::load(&path, &LoadOptions { limits, ..LoadOptions::default() }) {
            Ok(api) => findings(&api, Severity::Refused),
            Err(errors) => refusals(&errors),
        }
    };
    assert!(limited(Limits::default()).is_empty());
    assert_eq!(limited(Limits { file_bytes: 10, ..Limits::default() }), ["openapi.yaml: is larger than 10 bytes"]);
    assert!(limited(Limits { files: 1, ..Limits::default() })[0].ends_with("the document has more than 1 files"));
    assert!(
        limited(Limits { total_bytes: 135, ..Limits::default() })[0].ends_with("are larger than 135 bytes together")
    );
}
