//! The configuration that an operator begins with.

use super::{ORDERS, PARTLY, folder};
use candor_gateway::{ConfigFile, Given, starter_config};
use std::path::Path;

#[test]
fn a_starter_explains_every_key_and_is_good_as_it_is() {
    let folder = folder();
    let text = starter_config(&folder.write("orders.yaml", ORDERS), Path::new("orders.yaml"), None).unwrap();
    insta::assert_snapshot!(text);
    let settings = ConfigFile { path: folder.write("candor.toml", &text), given: Given::default() }.read().unwrap();
    assert_eq!(settings.apis[0].upstream.name, "orders");
}

#[test]
fn what_cannot_be_brought_over_is_skipped_with_its_reason() {
    let folder = folder();
    let base_url = "https://a.example.com/v1".parse().unwrap();
    let document = folder.write("partly.yaml", PARTLY);
    let text = starter_config(&document, Path::new("partly.yaml"), Some(&base_url)).unwrap();
    let skip = text.split("skip = [\n").nth(1).unwrap().split("]\n").next().unwrap();
    insta::assert_snapshot!(skip);
    let settings = ConfigFile { path: folder.write("candor.toml", &text), given: Given::default() }.read().unwrap();
    assert_eq!(settings.apis[0].api.tools().len(), 1);
}

#[test]
fn a_starter_without_a_server_says_what_to_fill_in() {
    let folder = folder();
    let text = starter_config(&folder.write("partly.yaml", PARTLY), Path::new("partly.yaml"), None).unwrap();
    assert!(text.contains("# base_url = \"https://api.example.com/v1\"  # fill it in: "), "{text}");
}

/// An optional key is there, commented out: each works when its mark is removed.
#[test]
fn every_example_of_a_starter_is_toml() {
    let folder = folder();
    let text = starter_config(&folder.write("orders.yaml", ORDERS), Path::new("orders.yaml"), None).unwrap();
    for line in text.lines().filter_map(|line| line.strip_prefix("# ")).filter(|line| line.contains(" = ")) {
        assert!(line.parse::<toml::Table>().is_ok(), "{line}");
    }
}
