//! The documentation for operators: its examples work, and it has every key.

use super::{folder, read};
use candor_gateway::{ConfigFile, Given, config_reference, config_schema};
use std::path::PathBuf;

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/gateway.md")
}

/// What is told of MCP servers beside it.
fn beside() -> PathBuf {
    path().with_file_name("gateway-mcp.md")
}

/// The configurations that it shows.
fn examples() -> Vec<String> {
    let docs = std::fs::read_to_string(path()).unwrap() + &std::fs::read_to_string(beside()).unwrap();
    let blocks = docs.split("```toml\n").skip(1).map(|block| block.split("```").next().unwrap().to_owned());
    // Variables are not set here; each secret is in a file of its own instead.
    blocks.map(|text| text.replace("{ env = \"", "{ file = \"")).collect()
}

#[test]
fn the_documented_configurations_are_good() {
    let examples = examples();
    assert!(examples.len() >= 3);
    for example in examples {
        let folder = folder();
        for name in [
            "ORDERS_TOKEN",
            "SUPPORT_TOKEN",
            "OTLP_KEY",
            "WAREHOUSE_PASSWORD",
            "PRICES_KEY",
            "LEDGER_SECRET",
            "WIKI_TOKEN",
            "wiki.key",
            "CANDOR_SEAL_KEY",
        ] {
            // Long enough for those that must not be guessed.
            folder.write(name, name.repeat(3));
        }
        let file = ConfigFile { path: folder.write("candor.toml", &example), given: Given::default() };
        if let Err(errors) = file.read() {
            panic!("{errors}");
        }
    }
}

#[test]
fn the_schema_accepts_the_documented_configurations_and_no_unknown_key() {
    let validator = jsonschema::validator_for(&config_schema()).unwrap();
    for example in examples() {
        let value: toml::Value = example.parse::<toml::Table>().unwrap().into();
        let mut json = json(&value);
        let errors: Vec<String> =
            validator.iter_errors(&json).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        let table = if json.get("api").is_some() { "api" } else { "mcp" };
        json[table][0]["unknown"] = 1.into();
        assert!(!validator.is_valid(&json));
    }
}

fn json(value: &toml::Value) -> serde_json::Value {
    match value {
        toml::Value::String(text) => text.as_str().into(),
        toml::Value::Integer(number) => (*number).into(),
        toml::Value::Float(number) => (*number).into(),
        toml::Value::Boolean(value) => (*value).into(),
        toml::Value::Datetime(date) => date.to_string().into(),
        toml::Value::Array(items) => items.iter().map(json).collect(),
        toml::Value::Table(table) => table.iter().map(|(name, value)| (name.clone(), json(value))).collect(),
    }
}

/// `UPDATE_DOCS=1` writes it.
#[test]
fn every_key_is_documented_as_the_reader_knows_it() {
    const MARK: &str = "--test config -->\n\n";
    let docs = std::fs::read_to_string(path()).unwrap();
    let own = &docs[..docs.find(MARK).unwrap() + MARK.len()];
    let whole = format!("{own}{}\n", config_reference().trim_end());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path(), &whole).unwrap();
    }
    assert!(docs == whole, "docs/gateway.md is not what the table of keys says; UPDATE_DOCS=1 writes it");
}

#[test]
fn the_longest_example_has_every_key() {
    let example = examples().into_iter().max_by_key(String::len).unwrap();
    let mut names = Vec::new();
    keys(&config_schema(), &mut names);
    let lacks = |name: &&String| !example.contains(&format!("{name} = ")) && !example.contains(&format!("{name}]"));
    let missing: Vec<&String> =
        names.iter().filter(lacks).filter(|name| !["tool", "command", "env"].contains(&name.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(names.len() > 80 && read("").is_err());
}

fn keys(schema: &serde_json::Value, names: &mut Vec<String>) {
    for (name, member) in schema.as_object().into_iter().flatten() {
        if let (true, Some(properties)) = (name == "properties", member.as_object()) {
            names.extend(properties.keys().cloned());
        }
        keys(member, names);
    }
    schema.as_array().into_iter().flatten().for_each(|item| keys(item, names));
}
