//! Values at any depth below a telling name.

use super::{Carrier, Written, named};

pub(super) const ROWS: &[Carrier] = &[
    named("json-below", Written::Double, "{\"app\": {\"§n\": {\"kind\": \"static\", \"inner\": {\"x1\": \"§v\"}}}}")
        .free()
        .without_twin(),
    named("json-below-list", Written::Double, "{\"§n\": [\"§v\", \"other\"], \"page\": 2}").building().without_twin(),
    named("json-list-below", Written::Double, "{\"§n\": [\"§v\"], \"page\": 2}").checking().without_twin(),
    named("yaml-list-below", Written::Double, "app:\n  §n:\n    - \"§v\"\n  page: 2").without_twin(),
    named("xml-below", Written::Xml, "<app><§n><part index=\"1\">§v</part></§n></app>").without_twin(),
    named("python-secret", Written::Single, "Settings(page=2, db=Database(§n=Secret('§v')))").without_twin(),
    named("rust-debug-newtype", Written::Double, "Config { §n: Token(\"§v\"), page: 2 }").without_twin(),
    named(
        "rust-pretty-wrapped",
        Written::Double,
        "Config {\n    §n: Secret {\n        inner: \"§v\",\n    },\n    page: 2,\n}",
    )
    .without_twin(),
    named("toml-section-below", Written::Double, "[app.§n]\nkind = \"static\"\nx1 = \"§v\"").without_twin(),
    named("yaml-map-below", Written::Line, "app:\n  §n:\n    kind: static\n    x1: §v\n  page: 2").without_twin(),
    named("python-below", Written::Single, "{'page': 2, '§n': {'kind': 'static', 'x1': '§v'}}").without_twin(),
    named("python-list-below", Written::Single, "{'§n': [1, '§v'], 'page': 2}").without_twin(),
    named("go-map-below", Written::Word, "map[§n:map[kind:static x1:§v] page:2]").without_twin().checking(),
    named("ruby-below", Written::Double, "{:§n=>{:kind=>\"static\", :x1=>\"§v\"}, :page=>2}").without_twin(),
    named("php-below", Written::Line, "Array\n(\n    [§n] => Array\n        (\n            [x1] => §v\n        )\n\n)")
        .without_twin(),
    named("js-below", Written::Single, "{ page: 2, §n: { kind: 'static', x1: '§v' } }").without_twin().building(),
    named("xml-attribute-below", Written::Xml, "<app><§n kind=\"static\" x1=\"§v\"/></app>").without_twin().checking(),
    named("hcl-below", Written::Double, "§n {\n  kind = \"static\"\n  x1 = \"§v\"\n}").without_twin(),
    named("json-deep-below", Written::Double, "{\"§n\": {\"a\": [{\"b\": {\"c\": [\"§v\"]}}]}, \"page\": 2}")
        .without_twin(),
];
