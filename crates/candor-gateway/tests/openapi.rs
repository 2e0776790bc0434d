//! OpenAPI documents as tools: what is read, what is made of it, and what is refused.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod openapi {
    mod answers;
    mod bounds;
    mod contracts;
    mod documents;
    mod files;
    mod folder;
    mod names;
    mod properties;
    mod requests;
    mod schemas;
    mod selection;

    use candor_gateway::{Api, LoadErrors, LoadOptions, OutgoingRequest, Severity, Tool};
    use folder::Folder;
    use serde_json::{Value, json};
    use std::path::Path;

    /// A document of this folder.
    pub(crate) fn document(name: &str) -> Api {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/documents").join(name);
        Api::load(&path, &LoadOptions::default()).unwrap()
    }

    /// A document that is written down in a test.
    pub(crate) fn read(text: &str) -> Result<Api, LoadErrors> {
        read_with(text, &LoadOptions::default())
    }

    pub(crate) fn read_with(text: &str, options: &LoadOptions) -> Result<Api, LoadErrors> {
        let folder = Folder::new();
        Api::load(&folder.write("openapi.yaml", text), options)
    }

    /// A document of version 3.1 with these paths, as YAML.
    pub(crate) fn paths(paths: &str) -> String {
        format!("openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\npaths:\n{paths}")
    }

    /// A tool with these parameters, as YAML in braces.
    pub(crate) fn tool_with(path: &str, parameters: &[&str]) -> Api {
        let parameters: String = parameters.iter().map(|parameter| format!("        - {parameter}\n")).collect();
        let text = format!("  {path}:\n    get:\n      operationId: tool\n      parameters:\n{parameters}");
        read(&paths(&text)).unwrap()
    }

    pub(crate) fn request(tool: &Tool, arguments: Value) -> OutgoingRequest {
        tool.plan().request(arguments.as_object().unwrap()).unwrap()
    }

    /// What a caller and an operator see of a tool.
    pub(crate) fn shown(tool: &Tool) -> Value {
        let hints = tool.hints();
        let clauses: Vec<Value> =
            tool.contract().clauses().map(|clause| json!({"reason": clause.reason(), "when": clause.when()})).collect();
        let answers: Vec<String> = tool
            .answers()
            .iter()
            .map(|answer| format!("{} {:?} {}", answer.status(), answer.kind(), answer.media_type().unwrap_or("-")))
            .collect();
        json!({
            "name": tool.name(),
            "description": tool.description(),
            "operation": tool.operation().to_string(),
            "hints": {
                "readOnly": hints.read_only, "idempotent": hints.idempotent, "destructive": hints.destructive,
            },
            "input": tool.input_schema(),
            "output": tool.output().map(|output| json!({"schema": output.schema(), "wrapped": output.is_wrapped()})),
            "answers": answers,
            "contract": clauses,
        })
    }

    /// The findings, without the folder that their files are in.
    pub(crate) fn findings(api: &Api, severity: Severity) -> Vec<String> {
        let of_severity = api.findings().iter().filter(|finding| finding.severity == severity);
        of_severity.map(|finding| without_folder(&finding.to_string())).collect()
    }

    pub(crate) fn refusals(errors: &LoadErrors) -> Vec<String> {
        errors.findings().iter().map(|finding| without_folder(&finding.to_string())).collect()
    }

    fn without_folder(text: &str) -> String {
        let (file, rest) = text.split_once(':').unwrap();
        format!("{}:{rest}", file.rsplit('/').next().unwrap())
    }
}
