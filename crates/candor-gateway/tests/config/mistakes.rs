//! Each mistake, and exactly what is said about it.

use super::{GOOD, report, report_with};
use candor_gateway::Given;

/// Each configuration with its report.
fn reports(rows: &[&str]) -> String {
    rows.iter().map(|text| format!("=====\n{text}-----\n{}\n", report(text))).collect()
}

/// The same, where an API follows.
fn reports_before_an_api(rows: &[&str]) -> String {
    let whole: Vec<String> = rows.iter().map(|text| format!("{text}{GOOD}")).collect();
    reports(&whole.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The same, where an API comes before.
fn reports_after_an_api(rows: &[&str]) -> String {
    let whole: Vec<String> = rows.iter().map(|text| format!("{GOOD}{text}")).collect();
    reports(&whole.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_key_that_nobody_knows_is_reported_with_the_one_that_was_meant() {
    insta::assert_snapshot!(reports_before_an_api(&[
        "[lisen]\naddress = \"127.0.0.1:80\"\n",
        "[listen]\nadress = \"127.0.0.1:80\"\n",
        "[listen]\ntimeout = \"3s\"\n",
        "[operations]\nblue = 1\n",
    ]));
}

#[test]
fn a_value_of_the_wrong_type_is_reported() {
    insta::assert_snapshot!(reports_before_an_api(&[
        "[listen]\nsessions = \"yes\"\n",
        "[listen]\npage_size = 0\n",
        "[listen]\npage_size = 1.5\n",
        "[listen]\nallowed_hosts = \"mcp.example.com\"\n",
        "[listen]\nallowed_hosts = [1]\n",
        "[listen]\naddress = 8080\n",
        "[listen]\naddress = 1979-05-27\n",
        "listen = 1\n",
        "[token]\nname = \"a\"\n",
    ]));
}

#[test]
fn a_text_of_the_wrong_form_is_reported_with_what_is_allowed() {
    insta::assert_snapshot!(reports_after_an_api(&[
        "timeout = \"3x\"\n",
        "timeout = \"3\"\n",
        "timeout = 3\n",
        "timeout = \"0s\"\n",
        "timeout = \"48h\"\n",
        "response_cap = \"1MB\"\n",
        "response_cap = 1048576\n",
        "response_cap = \"0B\"\n",
        "response_cap = \"1PiB\"\n",
        "base_url = \"api.example.com\"\n",
        "base_url = \"ftp://api.example.com\"\n",
        "forwarded_headers = [\"X Tenant\"]\n",
        "select = { methods = [\"get\", \"FETCH\"] }\n",
        "failed_when = [{ pointer = \"error.message\" }, { pointer = \"/a~2\" }]\n",
        "schema_mismatch = \"wran\"\n",
        "headers = { \"X Tenant\" = \"a\" }\n",
        "retry = { attempts = 1 }\n",
        "retry = { first_delay = \"10s\", longest_delay = \"1s\" }\n",
        "openapi = \"https://example.com/openapi.yaml\"\n",
        "[api.tool.getOrder]\nname = \"find order\"\n",
    ]));
    insta::assert_snapshot!(
        "of_listen",
        reports_before_an_api(&[
            "[listen]\naddress = \"localhost:8080\"\n",
            "[listen]\naddress = \"127.0.0.1\"\n",
            "[listen]\ndialect = \"problme\"\n",
            "[listen]\ntrusted_proxies = [\"10.0.0.0/33\", \"proxy\"]\n",
            "[listen]\nallowed_hosts = [\"https://mcp.example.com/\"]\n",
            "[listen]\nallowed_origins = [\"https://app.example.com/page\"]\n",
            "[limits]\nburst = 3\n",
            "[operations.traces]\nendpoint = \"http://127.0.0.1:4318\"\nratio = 2\n",
        ])
    );
}

#[test]
fn what_is_missing_is_reported_at_its_table() {
    insta::assert_snapshot!(reports(&[
        "",
        "[listen]\n",
        "[[api]]\n",
        "[[api]]\nname = \"orders\"\n",
        "[[api]]\nname = \"partly\"\nopenapi = \"partly.yaml\"\nskip_unsupported = true\n",
        "[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\ncredential = {}\n",
        "[oauth]\nresource = \"https://mcp.example.com\"\nissuer = \"https://login.example.com\"\n[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\n",
    ]));
}

#[test]
fn what_contradicts_itself_is_reported() {
    insta::assert_snapshot!(reports(&[
        "[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\n[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\n",
        "[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\noperation = []\n",
        "[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\ncredential = { bearer = { file = \"secret.txt\" }, query = { name = \"key\", value = { file = \"weather.key\" } } }\n",
        "[listen]\naddress = \"0.0.0.0:8080\"\n[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\n",
        "[listen]\ntrusted_proxies = [\"127.0.0.1\"]\n[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\n",
        "[listen]\nallowed_hosts = [\"localhost\", \"mcp.example.com\"]\n[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\n",
        "[[token]]\nname = \"a\"\nsecret = { file = \"secret.txt\" }\n[[token]]\nname = \"a\"\nsecret = { file = \"secret.txt\" }\n[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\n",
    ]));
}

#[test]
fn headers_that_are_the_gateways_are_refused() {
    insta::assert_snapshot!(reports_after_an_api(&[
        "headers = { Authorization = \"Bearer pLanted-literal\", Host = \"other\", X-A = \"1\", x-a = \"2\" }\n",
        "forwarded_headers = [\"Authorization\", \"Cookie\", \"Mcp-Name\"]\n",
        "forwarded_headers = [\"X-Api-Key\"]\ncredential = { header = { name = \"X-Api-Key\", value = { file = \"secret.txt\" } } }\n",
        "credential = { header = { name = \"Host\", value = { file = \"secret.txt\" } } }\n",
    ]));
}

#[test]
fn secrets_that_cannot_be_had_are_reported() {
    insta::assert_snapshot!(reports_after_an_api(&[
        "credential = { bearer = { env = \"CANDOR_TEST_NOT_SET\" } }\n",
        "credential = { bearer = { file = \"nowhere.txt\" } }\n",
        "credential = { bearer = { file = \"empty.txt\" } }\n",
        "credential = { bearer = { evn = \"TOKEN\" } }\n",
        "credential = { bearer = { env = \"A\", file = \"b\" } }\n",
        "credential = { bearer = {} }\n",
        "credential = { bearer = { command = \"pass show orders\" } }\n",
        "credential = { bearer = 1 }\n",
        "client_certificate = { certificate = \"nowhere.pem\", key = { file = \"secret.txt\" } }\n",
        "authorities = [\"orders.yaml\"]\n",
    ]));
}

#[test]
fn documents_and_what_is_named_in_them_are_checked() {
    insta::assert_snapshot!(reports(&[
        "[[api]]\nname = \"a\"\nopenapi = \"nowhere.yaml\"\n",
        "[[api]]\nname = \"a\"\nopenapi = \"broken.yaml\"\nbase_url = \"https://a.example.com\"\n",
        "[[api]]\nname = \"a\"\nopenapi = \"partly.yaml\"\nbase_url = \"https://a.example.com\"\n",
        "[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\nskip = [\"getOrdr\", \"GET /order/{id}\"]\n",
        "[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\n[api.tool.getOrders]\ntimeout = \"1s\"\n",
        "[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\n[api.tool.getOrder]\nname = \"exportOrders\"\n",
        "[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\nskip_unsupported = true\n[api.tool.getOrder]\nfixed = { colour = 1 }\n",
    ]));
}

#[test]
fn tools_written_by_hand_are_checked_where_they_are_written() {
    let api = "[[api]]\nname = \"a\"\nbase_url = \"https://a.example.com\"\n";
    let rows = [
        "[[api.operation]]\nname = \"ping\"\n",
        "[[api.operation]]\nname = \"ping\"\ndescription = \"?\"\nmethod = \"GET\"\npath = \"ping?a=1\"\n",
        "[[api.operation]]\nname = \"one\"\ndescription = \"?\"\nmethod = \"GET\"\npath = \"/one\"\n[[api.operation]]\nname = \"one\"\ndescription = \"?\"\nmethod = \"GET\"\npath = \"/one\"\n",
        "[[api.operation]]\nname = \"one\"\ndescription = \"?\"\nmethod = \"POST\"\npath = \"/one\"\nparameters = [\n  { name = \"a\", in = \"query\", schema = { \"$ref\" = \"https://elsewhere.example.com/a.json\" } },\n]\nbody = { \"$ref\" = \"#/nowhere\" }\n",
        "[[api.operation]]\nname = \"one\"\ndescription = \"?\"\nmethod = \"GET\"\npath = \"/one\"\nfailures = { 200 = \"Fine\" }\n",
        "[[api.operation]]\nname = \"one\"\ndescription = \"?\"\nmethod = \"GET\"\npath = \"/one\"\n[api.tool.on]\ntimeout = \"1s\"\n",
    ];
    let rows: Vec<String> = rows.iter().map(|row| format!("{api}{row}")).collect();
    insta::assert_snapshot!(reports(&rows.iter().map(String::as_str).collect::<Vec<_>>()));
}

#[test]
fn what_is_not_toml_is_reported_line_by_line_and_the_rest_is_read() {
    insta::assert_snapshot!(reports_after_an_api(&[
        "timeout = 3s\n",
        "timeout \"3s\"\n",
        "timeout = \"3s\n",
        "timeout = \"3s\"\ntimeout = \"4s\"\n",
        "headers = { X-A = \"1\"\nretry = { attempts = 3 }\nbreaker = [\n",
        "timeot = \"3s\"\nprefix = yes\n",
    ]));
}

#[test]
fn a_secret_that_is_written_literally_is_refused_and_not_repeated() {
    let rows = [
        "credential = { bearer = \"pLanted-literal\" }\n",
        "credential.bearer = \"\"\"\npLanted-literal\"\"\"\n",
        "credential = \"pLanted-literal\"\n",
        "credential = { bearer = pLanted-literal }\n",
        "credential = { bearer = \"pLanted-literal }\n",
        "credential = { berer = \"pLanted-literal\" }\n",
        "credential = { bearer = { env = \"pLanted-literal\" } }\n",
        "token = \"pLanted-literal\"\ntimeot = \"1s\" # pLanted-literal\n",
        "base_url = \"https://user:pLanted-literal@api.example.com\"\n",
        "base_url = \"https://api.example.com?key=pLanted-literal\"\n",
        "headers = { Authorization = \"Bearer pLanted-literal\" }\n",
        "headers = { X-Key = 'pLanted-literal\u{7}' }\n",
        "credential = { basic = { user = 1, password = \"pLanted-literal\" } }\n",
        "credential = { query = { name = [\"pLanted-literal\"], value = { file = \"nowhere\" } } }\n",
        "credential = { bearer = { command = \"echo pLanted-literal\" } }\n",
        "timeout = \"\"\"3s\npLanted-literal\"\"\"\n",
        "retry = [\"pLanted-literal\"]\n",
        "proxy = [ \"pLanted-literal\", 2 ]\nbreaker = \"\"\"\npLanted-literal\n",
    ];
    let reports = reports_after_an_api(&rows);
    for part in reports.split("=====").filter_map(|part| part.split_once("-----\n")) {
        assert!(!part.1.contains("pLanted"), "{}\n{}", part.0, part.1);
    }
    let shown: String = rows.iter().map(|row| format!("{}\n", report(&format!("{GOOD}{row}")))).collect();
    insta::assert_snapshot!(shown);
}

#[test]
fn every_mistake_of_a_file_is_in_one_report() {
    insta::assert_snapshot!(report(
        "\
# Everything is wrong in this file.
[listen]
address = \"0.0.0.0:8080\"
dialect = \"jsonrcp\"
page_sise = 20

[limits]
rate = -1

[operations]
drain = \"ten seconds\"
log = \"yaml\"

[[api]]
name = \"orders\"
openapi = \"orders.yaml\"
base_url = \"orders.example.com\"
timeout = 5
credential = { bearer = \"sk-live-0123456789\" }
skip = [\"getOrdr\"]

[[api]]
name = \"orders\"
openapi = \"partly.yaml\"
headers = { Cookie = \"session=1\" }
client_certificate = { certificate = \"nowhere.pem\", key = { env = \"CANDOR_TEST_NOT_SET\" } }

[api.tool.good]
retrey = false
"
    ));
}

#[test]
fn what_the_command_line_says_is_checked_in_place_of_the_file() {
    let given = Given { listen: Some("0.0.0.0:1".parse().unwrap()), ..Given::default() };
    insta::assert_snapshot!(report_with(GOOD, given));
}

#[test]
fn a_long_line_is_cut_around_the_mistake() {
    let long = format!("authorities = [{}1]\n", "\"authority.pem\", ".repeat(40));
    let report = report(&format!("{GOOD}{long}"));
    assert!(report.lines().all(|line| line.chars().count() < 160), "{report}");
    assert!(report.contains("\"authority.pem\", 1]\n") && report.contains(" ^\n"), "{report}");
}

#[test]
fn a_file_that_cannot_be_read_is_said_to_be_so() {
    let path = std::path::PathBuf::from("no/such/candor.toml");
    let errors = candor_gateway::ConfigFile { path, given: Given::default() }.read().unwrap_err();
    assert_eq!(
        errors.to_string(),
        "no/such/candor.toml: it cannot be read: No such file or directory (os error 2)\n\n\
         no/such/candor.toml: 1 mistake; nothing is served"
    );
}
