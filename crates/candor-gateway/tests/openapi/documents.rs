//! Documents with the traits of real ones, and all that their tools are.

use super::{document, findings, shown};
use candor_gateway::{Api, Severity};
use serde_json::{Value, json};

/// All tools, and everything that was not brought over as it stands.
fn whole(api: &Api) -> Value {
    json!({
        "title": api.title(),
        "servers": api.servers(),
        "tools": api.tools().iter().map(shown).collect::<Vec<_>>(),
        "refused": findings(api, Severity::Refused),
        "loosened": findings(api, Severity::Loosened),
    })
}

macro_rules! documents {
    ($($test:ident => $name:literal),* $(,)?) => {$(
        #[test]
        fn $test() {
            let api = document($name);
            assert_eq!(api.operation_count(), api.tools().len());
            insta::assert_json_snapshot!(whole(&api));
        }
    )*};
}

documents! {
    a_document_of_3_0_becomes_tools => "pets_3_0.yaml",
    a_document_of_2_0_is_brought_to_3 => "pets_2_0.json",
    a_document_of_3_1_keeps_its_schemas => "books_3_1.yaml",
    methods_of_3_2_are_tools => "queries_3_2.yaml",
    schemas_that_contain_themselves_become_definitions => "trees.yaml",
    a_document_may_be_a_folder_of_files => "folder/openapi.yaml",
    forms_and_files_are_arguments => "forms.yaml",
    answers_keep_their_kind => "answers.yaml",
    every_operation_has_a_name_of_its_own => "names.yaml",
    anchors_merges_and_bare_words_are_read_as_yaml_means_them => "yaml_features.yaml",
}

#[test]
fn a_document_becomes_the_same_tools_at_every_start() {
    for name in ["pets_3_0.yaml", "folder/openapi.yaml", "names.yaml"] {
        assert_eq!(whole(&document(name)), whole(&document(name)), "{name}");
    }
}

#[test]
fn every_schema_is_one_that_a_validator_takes() {
    for name in ["pets_3_0.yaml", "pets_2_0.json", "books_3_1.yaml", "trees.yaml", "folder/openapi.yaml", "forms.yaml"]
    {
        for tool in document(name).tools().iter() {
            let schemas = [Some(tool.input_schema()), tool.output().map(|output| output.schema())];
            for schema in schemas.into_iter().flatten() {
                let schema = schema.to_value();
                assert_eq!(schema["type"], "object", "{name} {}", tool.name());
                let built = jsonschema::options().offline().build(&schema);
                assert!(built.is_ok(), "{name} {}: {}", tool.name(), built.unwrap_err());
            }
        }
    }
}
