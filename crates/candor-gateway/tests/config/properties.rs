//! Whatever a file says: no panic, and every report names a line that exists.

use super::folder;
use candor_gateway::{ConfigFile, Given};
use proptest::prelude::*;

const SEED: &str = "\
[listen]
address = \"127.0.0.1:8080\"
tls = { certificate = \"gateway.pem\", key = { file = \"gateway.key\" } }
[limits]
rate = 20
[[token]]
name = \"support\"
secret = { file = \"secret.txt\" }
tools = [\"get*\"]
[[api]]
name = \"orders\"
openapi = \"orders.yaml\"
timeout = \"5s\"
credential = { basic = { user = \"gateway\", password = { file = \"weather.key\" } } }
retry = { attempts = 3 }
failed_when = [{ pointer = \"/ok\", equals = false }]
[api.tool.getOrder]
fixed = { tenant = \"acme\" }
[[api]]
name = \"stock\"
base_url = \"https://stock.example.com\"
[[api.operation]]
name = \"count\"
description = \"How many.\"
method = \"GET\"
path = \"/stock/{article}\"
parameters = [{ name = \"article\", in = \"path\" }]
output = { type = \"object\" }
";

/// Reads a text and holds its report against it.
fn check(text: &str) -> Result<(), TestCaseError> {
    let folder = folder();
    let path = folder.write("candor.toml", text);
    let shown = path.display().to_string();
    let Err(errors) = (ConfigFile { path, given: Given::default() }).read() else { return Ok(()) };
    prop_assert!(!errors.mistakes().is_empty());
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = text.split('\n').collect();
    for mistake in errors.mistakes() {
        if *mistake.place.file != *shown || mistake.place.line == 0 {
            continue;
        }
        let line = lines.get(mistake.place.line as usize - 1);
        prop_assert!(line.is_some(), "{}", mistake);
        prop_assert!(mistake.place.column as usize <= line.unwrap().chars().count() + 1, "{}", mistake);
        if let Some(excerpt) = &mistake.excerpt {
            prop_assert_eq!(excerpt.line, mistake.place.line);
            prop_assert!(excerpt.indent <= excerpt.text.chars().count(), "{}", mistake);
            prop_assert!(!excerpt.text.chars().any(char::is_control));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn any_lines_that_look_like_toml_are_read_or_refused(text in "([\\[\\]a-z.=\"'{}#, 0-9\r\té…]{0,20}\n){0,12}") {
        check(&text)?;
    }

    #[test]
    fn any_change_of_a_good_file_is_read_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..6, "[\\[\\]{}=\"'\\\\#.,a0-9\n\té]{0,3}"), 1..4)
    ) {
        let mut text = SEED.to_owned();
        for (at, length, new) in changes {
            let from = text.floor_char_boundary(at.index(text.len() + 1));
            let to = text.floor_char_boundary((from + length).min(text.len())).max(from);
            text.replace_range(from..to, &new);
        }
        check(&text)?;
    }
}

#[test]
fn the_file_that_is_changed_is_good() {
    assert!(super::read(SEED).is_ok());
}
