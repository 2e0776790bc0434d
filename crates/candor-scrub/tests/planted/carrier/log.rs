//! Lines of logs.

use super::{Carrier, Written, named, silent, telling};

pub(super) const ROWS: &[Carrier] = &[
    named("logfmt", Written::Word, "level=error msg=denied §n=§v page=2"),
    named("logfmt-quoted", Written::Double, "level=error msg=\"not now\" §n=\"§v\" page=2"),
    named("log-json", Written::Double, "{\"level\":\"error\",\"msg\":\"denied\",\"fields\":{\"§n\":\"§v\"}}"),
    named("log-brackets", Written::Code, "ERROR [page=2] [§n=§v] denied"),
    named("log-braces", Written::Word, "denied {page=2, §n=§v}"),
    named("log-colon", Written::Line, "config loaded, §n: §v"),
    named("log-arrow", Written::Line, "setting §n -> §v").checking(),
    named("log-tabs", Written::Line, "ERROR\tdenied\t§n\t§v").checking(),
    named("log-syslog", Written::Double, "[shop@32473 page=\"2\" §n=\"§v\"] denied"),
    named("log-rust-fields", Written::Double, "ERROR shop: denied page=2 §n=\"§v\""),
    named("log-rust-span", Written::Double, "ERROR login{page=2 §n=\"§v\"}: shop: denied"),
    named("log-python-args", Written::Single, "Arguments: ({'page': 2, '§n': '§v'},)"),
    named("log-cef", Written::Word, "CEF:0|Shop|Cart|1.0|100|denied|5|page=2 §n=§v").building(),
    named("log-w3c", Written::Word, "#Fields: page §n sort\n2 §v asc").checking(),
    named("log-set", Written::Double, "Setting '§n' to \"§v\""),
    named("log-overridden", Written::Single, "'§n' changed from '§v' to ''").without_twin(),
    named("log-unknown", Written::Double, "unknown property §n with value \"§v\"").building(),
    telling("log-login", Written::Word, "login attempt [ann/§v] failed").odd().without_twin(),
    telling("log-hydra", Written::Word, "host: example.com   login: ann   password: §v"),
    telling("log-login-quoted", Written::Single, "Failed login for 'ann' with password '§v'"),
    silent("log-plain", Written::Word, "cannot use §v here"),
    silent("log-value", Written::Word, "value=§v was refused"),
    silent("log-json-value", Written::Double, "{\"x\": \"§v\", \"page\": 2}"),
    silent("log-list", Written::Double, "[\"a\", \"§v\", \"b\"]"),
    silent("log-argument", Written::Word, "run §v --verbose"),
    silent("log-file", Written::Word, "cannot open §v.json: no such file").building(),
    silent("log-at", Written::Word, "retry with id §v@2").checking(),
];
