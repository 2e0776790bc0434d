//! Tools that make and change machines.

use super::{Carrier, Style, Written, named, telling};

pub(super) const ROWS: &[Carrier] = &[
    named(
        "terraform-change",
        Written::Double,
        "  ~ resource \"shop_db\" \"main\" {\n      ~ §n = \"§v\" -> \"\"\n    }",
    )
    .without_twin(),
    named(
        "terraform-new",
        Written::Double,
        "  ~ resource \"shop_db\" \"main\" {\n      ~ §n = \"old\" -> \"§v\"\n    }",
    )
    .without_twin(),
    named("terraform-add", Written::Double, "      + page = 2\n      + §n = \"§v\""),
    named("terraform-output", Written::Double, "Outputs:\n\npage = 2\n§n = \"§v\""),
    named("terraform-old-new", Written::Double, "§n: \"§v\" => \"\" (forces new resource)").without_twin().checking(),
    named("kube-env", Written::Line, "env:\n  - name: PAGE\n    value: \"2\"\n  - name: §n\n    value: §v")
        .style(Style::Upper),
    named("kube-describe", Written::Line, "    Environment:\n      PAGE:  2\n      §n:  §v").style(Style::Upper),
    named("kube-config-map", Written::Double, "kind: ConfigMap\ndata:\n  page: \"2\"\n  §n: \"§v\""),
    named("compose-env", Written::Double, "services:\n  shop:\n    environment:\n      - PAGE=2\n      - \"§n=§v\"")
        .style(Style::Upper),
    named("compose-map", Written::Double, "services:\n  shop:\n    environment:\n      §n: \"§v\"").style(Style::Upper),
    named("dockerfile-env", Written::Double, "ENV PAGE=2 §n=\"§v\"").style(Style::Upper),
    named("dockerfile-arg", Written::Line, "ARG §n=§v").style(Style::Upper).checking(),
    named("dockerfile-step", Written::Line, "Step 4/9 : ENV §n §v").style(Style::Upper).building(),
    named("docker-inspect", Written::Double, "\"Env\": [\n  \"PAGE=2\",\n  \"§n=§v\"\n]").style(Style::Upper),
    named(
        "ansible",
        Written::Double,
        "fatal: [shop]: FAILED! => {\"changed\": false, \"invocation\": {\"module_args\": {\"page\": 2, \"§n\": \"§v\"}}}",
    ),
    named("ansible-vars", Written::Line, "  vars:\n    page: 2\n    §n: §v"),
    named("ansible-in-line", Written::Word, "ansible shop -m debug -e page=2 -e §n=§v"),
    named("actions-env", Written::Line, "env:\n  PAGE: 2\n  §n: §v").style(Style::Upper),
    named("actions-mask", Written::Line, "::set-output name=§n::§v").checking(),
    telling("actions-add-mask", Written::Line, "::add-mask::§v").odd(),
    named("jenkins", Written::Shell, "withEnv(['§n=§v']) {").style(Style::Upper).building(),
    named("shell-trace", Written::Shell, "+ export §n='§v'").style(Style::Upper),
    named("shell-trace-read", Written::Shell, "++ §n='§v'").style(Style::Upper).checking(),
    named("strace", Written::Double, "execve(\"run\", [\"run\", \"--§n\", \"§v\"], 0x7ffd) = 0").style(Style::Kebab),
    named("ps", Written::Word, "ann  4711  0.0  run --page 2 --§n=§v").style(Style::Kebab),
    named("consul", Written::Double, "consul kv put app/§n \"§v\""),
    named("vault-kv", Written::Word, "vault kv put shop/app page=2 §n=§v"),
    named("vault-table", Written::Code, "Key     Value\n---     -----\npage    2\n§n    §v"),
    named("ssm", Written::Double, "aws ssm put-parameter --name \"app/§n\" --value \"§v\" --type String"),
    named("gcloud", Written::Word, "gcloud run deploy shop --set-env-vars PAGE=2,§n=§v").style(Style::Upper),
    named("heroku", Written::Word, "heroku config:set PAGE=2 §n=§v").style(Style::Upper),
    named("cloudformation", Written::Double, "--parameters ParameterKey=§n,ParameterValue=\"§v\"").building(),
    named("puppet", Written::Single, "shop::§n: '§v'"),
    named("chef", Written::Single, "default['shop']['§n'] = '§v'"),
    named("crontab", Written::Line, "§n=§v\n0 3 * * * run").style(Style::Upper).checking(),
    named("user-data", Written::Base64, "\"UserData\": {\"page\": 2, \"§n\": \"§v\"}").building(),
];
