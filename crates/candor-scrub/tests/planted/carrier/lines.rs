//! Values on the line after their names.

use super::{Carrier, Written, named};

pub(super) const ROWS: &[Carrier] = &[
    named("next-line", Written::Line, "§n:\n  §v").free(),
    named("next-line-quoted", Written::Double, "\"§n\":\n  \"§v\"").free(),
    named("next-line-equals", Written::Double, "§n =\n    \"§v\""),
    named("next-line-continued", Written::Shell, "run \\\n  --§n \\\n  '§v' \\\n  --page 2").building(),
    named("rust-pretty", Written::Double, "Config {\n    page: 2,\n    §n: Some(\n        \"§v\",\n    ),\n}"),
    named("rust-pretty-pair", Written::Double, "[\n    (\n        \"§n\",\n        \"§v\",\n    ),\n]").checking(),
    named("php-var-dump", Written::Code, "array(2) {\n  [\"page\"]=>\n  int(2)\n  [\"§n\"]=>\n  string(12) \"§v\"\n}"),
    named("php-object-dump", Written::Code, "object(Config)#3 (1) {\n  [\"§n\":protected]=>\n  string(12) \"§v\"\n}")
        .checking(),
    named("python-pretty", Written::Single, "{'page': 2,\n '§n': ('§v'\n              '')}").building(),
    named("prompt-lines", Written::Line, "§n?\n> §v").free().checking(),
    named("key-lines", Written::Line, "Key: §n\nValue: §v"),
    named("name-value-yaml", Written::Line, "- name: §n\n  value: §v\n- name: PAGE\n  value: 2"),
    named("name-value-quoted", Written::Double, "- name: \"§n\"\n  value: \"§v\""),
];
