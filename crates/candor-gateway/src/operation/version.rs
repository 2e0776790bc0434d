//! The versions of OpenAPI: what each of them has, and who reads it.

use super::paths::Found;
use super::{Operation, Reading, openapi_3, servers, swagger_2};
use crate::document::{Document, Node};
use crate::finding::Problem;

/// A version of OpenAPI.
pub(crate) struct Version {
    /// The member of the document that says its version, and how its value begins.
    sign: (&'static str, &'static str),
    pub(crate) dialect: Dialect,
    /// The keys of a path that are operations.
    pub(super) methods: &'static [&'static str],
    pub(super) operation: fn(&mut Reading<'_>, &Found) -> Operation,
    servers: fn(&Document) -> Vec<String>,
}

/// What schemas are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// A subset of draft 4, with additions; what stands beside a `$ref` is void.
    Swagger2,
    /// An extended subset of draft 5; what stands beside a `$ref` is void.
    OpenApi30,
    /// JSON Schema 2020-12.
    JsonSchema,
}

const METHODS: &[&str] = &["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const METHODS_OF_3_2: &[&str] = &["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

const VERSIONS: &[Version] = &[
    Version {
        sign: ("swagger", "2.0"),
        dialect: Dialect::Swagger2,
        methods: METHODS,
        operation: swagger_2::operation,
        servers: servers::of_swagger_2,
    },
    Version {
        sign: ("openapi", "3.0"),
        dialect: Dialect::OpenApi30,
        methods: METHODS,
        operation: openapi_3::operation,
        servers: servers::of_openapi_3,
    },
    Version {
        sign: ("openapi", "3.1"),
        dialect: Dialect::JsonSchema,
        methods: METHODS,
        operation: openapi_3::operation,
        servers: servers::of_openapi_3,
    },
    Version {
        sign: ("openapi", "3.2"),
        dialect: Dialect::JsonSchema,
        methods: METHODS_OF_3_2,
        operation: openapi_3::operation,
        servers: servers::of_openapi_3,
    },
];

impl Version {
    /// The version that a document says it has.
    pub(crate) fn of(root: &Node) -> Result<&'static Version, Problem> {
        if !root.is_mapping() {
            return Err(root.problem("is not an OpenAPI document: a mapping is expected here"));
        }
        for key in ["swagger", "openapi"] {
            let Some(node) = root.get(key) else { continue };
            let written = node.written().unwrap_or_default();
            let is_meant = |version: &&Version| {
                let (own_key, begin) = version.sign;
                own_key == key
                    && written.strip_prefix(begin).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            return VERSIONS.iter().find(is_meant).ok_or_else(|| {
                node.problem(format!("version `{written}` of OpenAPI is not known; 2.0, 3.0, 3.1 and 3.2 are"))
            });
        }
        Err(root.problem("is not an OpenAPI document: it has neither `openapi` nor `swagger`"))
    }

    /// Reads what goes into an operation and what comes out of it.
    pub(crate) fn operation(&self, reading: &mut Reading<'_>, found: &Found) -> Operation {
        (self.operation)(reading, found)
    }

    /// Where the API is, as the document says: none, or several to choose from.
    pub(crate) fn servers(&self, document: &Document) -> Vec<String> {
        (self.servers)(document)
    }
}
