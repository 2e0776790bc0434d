//! XML, HTML, Markdown and multipart bodies.

use super::{Carrier, Written, named};

pub(super) const ROWS: &[Carrier] = &[
    named("xml", Written::Xml, "<app><page>2</page><§n>§v</§n></app>"),
    named("xml-attribute", Written::Xml, "<app page=\"2\" §n=\"§v\"/>"),
    named("xml-entry", Written::Xml, "<add key=\"§n\" value=\"§v\" />"),
    named("xml-entry-turned", Written::Xml, "<add value=\"§v\" key=\"§n\" />"),
    named("xml-entry-lines", Written::Xml, "<add\n  key=\"§n\"\n  value=\"§v\"\n/>").building(),
    named("xml-property", Written::Xml, "<property name=\"§n\">§v</property>"),
    named("xml-siblings", Written::Xml, "<property><name>§n</name><value>§v</value></property>"),
    named(
        "xml-sibling-lines",
        Written::Xml,
        "<param>\n  <param-name>§n</param-name>\n  <param-value>§v</param-value>\n</param>",
    )
    .checking(),
    named("xml-data", Written::Code, "<app><§n><![CDATA[§v]]></§n></app>"),
    named(
        "xml-namespace",
        Written::Xml,
        "<wsse:UsernameToken><wsse:§n Type=\"Text\">§v</wsse:§n></wsse:UsernameToken>",
    )
    .checking()
    .without_twin(),
    named("html-input", Written::Xml, "<input type=\"text\" name=\"§n\" value=\"§v\">"),
    named("html-hidden", Written::Xml, "<input type=\"hidden\" value=\"§v\" id=\"§n\"/>").checking(),
    named("html-meta", Written::Xml, "<meta name=\"§n\" content=\"§v\">"),
    named("html-data", Written::Xml, "<div class=\"cart\" data-§n=\"§v\"></div>"),
    named("html-row", Written::Xml, "<tr><th>§n</th><td>§v</td></tr>").free(),
    named("html-cells", Written::Xml, "<tr><td><b>§n</b></td><td><code>§v</code></td></tr>").free().building(),
    named("html-terms", Written::Xml, "<dl><dt>§n</dt><dd>§v</dd></dl>").free(),
    named("markdown-row", Written::Code, "| name | value |\n|---|---|\n| page | 2 |\n| §n | §v |").free(),
    named("markdown-code-row", Written::Code, "| `page` | `2` |\n| `§n` | `§v` |").free(),
    named("markdown-bold", Written::Code, "**§n**: §v").free().on_a_line(),
    named("markdown-bold-colon", Written::Code, "**§n:** `§v`").free(),
    named("markdown-code", Written::Code, "`§n`: `§v`").free(),
    named("markdown-code-equals", Written::Code, "`§n=§v`"),
    named("markdown-list", Written::Code, "- page: 2\n- **§n**: `§v`\n- sort: asc").free(),
    named("markdown-heading", Written::Code, "### §n\n\n`§v`\n\n### Page\n\n2").free().checking(),
    named("markdown-fence", Written::Line, "```env\nPAGE=2\n§n=§v\n```"),
    named("multipart", Written::Code, "--x1\r\nContent-Disposition: form-data; name=\"§n\"\r\n\r\n§v\r\n--x1--"),
    named(
        "multipart-typed",
        Written::Code,
        "--x1\nContent-Disposition: form-data; name=\"§n\"\nContent-Type: text/plain\n\n§v\n--x1--",
    )
    .building(),
    named("table", Written::Code, "NAME      VALUE\npage      2\n§n   §v"),
    named(
        "table-drawn",
        Written::Code,
        "+------+-------+\n| name | value |\n+------+-------+\n| §n | §v |\n+------+-------+",
    ),
    named("table-columns", Written::Code, "page | §n | sort\n-----+----------+-----\n2 | §v | asc"),
    named("table-box", Written::Code, "│ page │ 2 │\n│ §n │ §v │").free().checking(),
    named("vertical", Written::Code, "*** 1. row ***\n  page: 2\n  §n: §v"),
    named("dots", Written::Code, "page ........ 2\n§n ........ §v").free().building(),
];
