//! Validators for the parts of a schema.

use super::document::{Document, Subschema};
use super::engine::Engine;
use super::validator_cache::ValidatorCache;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{Registry, ValidationError, Validator};
use serde_json::{Map, Value, json};
use std::cell::OnceCell;
use std::sync::Arc;

/// The name under which parts refer to the whole schema; one that relative ids can be joined to.
const BASE: &str = "candor://tool/schema";
/// How many validators of parts are kept per schema.
const MOST_KEPT: usize = 1_000;
/// How many of those are kept that have references: each of them may hold the whole schema.
const MOST_REFERRING: usize = 32;
/// How many more are built in one check, each of which may take as long as the whole schema does.
const MOST_PASSING: usize = 8;
/// From this size on, in bytes, none that has references is kept.
const LARGE_SCHEMA: usize = 64 * 1024;

/// Keywords that say something about a value without looking into it.
const ASSERTIONS: [&str; 21] = [
    "type",
    "enum",
    "const",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "contentEncoding",
    "contentMediaType",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "required",
    "dependentRequired",
];

/// Validators for parts of a schema. They are built when a failed check first asks for them, and kept: the next one
/// that fails is cheaper by far.
pub(super) struct Kept {
    /// For parts with everything in them that refer to nothing else: together they are not much larger than the schema.
    closed: ValidatorCache,
    /// For parts with references.
    referring: ValidatorCache,
    /// For what parts say without looking into a value.
    own: ValidatorCache,
}

impl Kept {
    pub(super) fn new(schema: &Value) -> Kept {
        let is_large = serde_json::to_string(schema).map_or(true, |text| text.len() > LARGE_SCHEMA);
        let most = if is_large { 0 } else { MOST_REFERRING };
        Kept {
            closed: ValidatorCache::new(MOST_KEPT),
            referring: ValidatorCache::new(most),
            own: ValidatorCache::new(MOST_KEPT),
        }
    }
}

/// Validators for parts of a schema, during one check. The schema must stay where it is for as long as what is kept.
pub(super) struct Subschemas<'s> {
    engine: Engine,
    document: Document<'s>,
    validator: &'s Validator,
    registry: OnceCell<Option<Registry<'s>>>,
    kept: &'s Kept,
    /// For what is not kept.
    passing: ValidatorCache,
}

impl<'s> Subschemas<'s> {
    pub(super) fn new(
        engine: Engine,
        document: Document<'s>,
        validator: &'s Validator,
        kept: &'s Kept,
    ) -> Subschemas<'s> {
        Subschemas {
            engine,
            document,
            validator,
            registry: OnceCell::new(),
            kept,
            passing: ValidatorCache::new(MOST_PASSING),
        }
    }

    pub(super) fn document(&self) -> Document<'s> {
        self.document
    }

    pub(super) fn engine(&self) -> Engine {
        self.engine
    }

    /// The schema under its name, for parts to refer to.
    fn registry(&self) -> Option<&Registry<'s>> {
        let build = || {
            let draft = self.engine.draft();
            let resource = draft.create_resource_ref(self.document.whole().schema);
            Registry::new().draft(draft).add(BASE, resource).and_then(|builder| builder.prepare()).ok()
        };
        self.registry.get_or_init(build).as_ref()
    }

    /// Whether the value fits the part; none if the part cannot be asked.
    pub(super) fn fits(&self, part: &Subschema<'s>, value: &Value) -> Option<bool> {
        let part = self.meant(part);
        match part.schema.as_bool() {
            Some(fits) => Some(fits),
            None if self.is_root(&part) => Some(self.validator.is_valid(value)),
            None => self.whole(&part).map(|validator| validator.is_valid(value)),
        }
    }

    /// Whether the part has something against the value. One that cannot be asked has nothing.
    pub(super) fn is_unfit(&self, part: &Subschema<'s>, value: &Value) -> bool {
        self.fits(part, value) == Some(false)
    }

    /// The first thing that the part has against the value. It may take long to find.
    pub(super) fn first_error<'v>(&self, part: &Subschema<'s>, value: &'v Value) -> Option<ValidationError<'v>> {
        let part = self.meant(part);
        if self.is_root(&part) {
            return self.validator.validate(value).err();
        }
        self.whole(&part)?.validate(value).err()
    }

    fn meant(&self, part: &Subschema<'s>) -> Subschema<'s> {
        match part.reference() {
            Some(_) if !self.is_root(part) => self.document.resolved(*part),
            Some(_) | None => *part,
        }
    }

    fn is_root(&self, part: &Subschema<'s>) -> bool {
        std::ptr::eq(part.schema, self.document.whole().schema)
    }

    /// The validator of a part with everything in it; none if it cannot be built, or too many were.
    fn whole(&self, part: &Subschema<'s>) -> Option<Arc<Validator>> {
        let caches = [&self.kept.closed, &self.kept.referring, &self.passing];
        if let Some(known) = caches.into_iter().find_map(|cache| cache.get(part)) {
            return known;
        }
        let refers = refers(part.schema);
        let kept = if refers { &self.kept.referring } else { &self.kept.closed };
        if kept.is_full() && self.passing.is_full() {
            return None;
        }
        let build = || {
            if !refers {
                return self.engine.options().build(part.schema).ok();
            }
            let reference = json!({"$ref": format!("{BASE}#{}", self.document.fragment_of(*part)?)});
            self.engine.options().with_registry(self.registry()?).build(&reference).ok()
        };
        let built = build().map(Arc::new);
        if !kept.put(part, &built) {
            self.passing.put(part, &built);
        }
        built
    }

    /// The validator of what a part says about a value without looking into it.
    pub(super) fn own(&self, part: &Subschema<'s>) -> Option<Arc<Validator>> {
        if let Some(known) = self.kept.own.get(part) {
            return known;
        }
        let asserts = |(keyword, value): (&String, &Value)| {
            // Older drafts hold lists of names and schemas under one keyword.
            let names = |value: &Value| {
                let lists = value.as_object()?.iter().filter(|(_, names)| names.is_array());
                Some(Value::Object(lists.map(|(name, names)| (name.clone(), names.clone())).collect()))
            };
            match keyword.as_str() {
                "dependencies" => Some((keyword.clone(), names(value)?)),
                known if ASSERTIONS.contains(&known) => Some((keyword.clone(), value.clone())),
                _ => None,
            }
        };
        let schema: Map<_, _> = part.object().into_iter().flatten().filter_map(asserts).collect();
        let is_silent = schema.is_empty();
        let build = || self.engine.options().build(&Value::Object(schema)).ok().map(Arc::new);
        let built = (!is_silent).then(build).flatten();
        self.kept.own.put(part, &built);
        built
    }

    /// Whether a name matches the pattern; none if that cannot be decided.
    pub(super) fn name_matcher(&self, pattern: &str) -> impl Fn(&str) -> Option<bool> + use<> {
        let validator = self.engine.options().build(&json!({"pattern": pattern})).ok();
        let is_decided = !self.engine.backtracks();
        move |name| {
            let (validator, name) = (validator.as_ref()?, Value::from(name));
            match validator.is_valid(&name) {
                false if !is_decided => match validator.validate(&name) {
                    Ok(()) => Some(true),
                    Err(error) => (!is_undecided(error.kind())).then_some(false),
                },
                fits => Some(fits),
            }
        }
    }
}

/// Whether a rule could not be checked, because a pattern takes too long.
pub(super) fn is_undecided(kind: &ValidationErrorKind) -> bool {
    matches!(kind, ValidationErrorKind::BacktrackLimitExceeded { .. } | ValidationErrorKind::RegexEngineFailure { .. })
}

/// Whether something in a schema refers to something that may be elsewhere.
fn refers(schema: &Value) -> bool {
    const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];
    match schema {
        Value::Object(members) => {
            members.iter().any(|(keyword, value)| REFERENCES.contains(&keyword.as_str()) || refers(value))
        }
        Value::Array(items) => items.iter().any(refers),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::Traits;
    use super::*;

    /// Subschemas that all refer to each other.
    fn recursive(count: usize, note: &str) -> Value {
        let part = |index: usize| json!({"properties": {"a": {"$ref": format!("#/$defs/{}", (index + 1) % count)}}});
        let parts: Map<_, _> = (0..count).map(|index| (index.to_string(), part(index))).collect();
        json!({"$defs": parts, "$comment": note})
    }

    /// How many of so many parts can be asked in one check, and how many of their validators are kept.
    fn asked_and_kept(schema: &Value, count: usize) -> (usize, usize) {
        let (engine, validator) = Engine::start(schema).unwrap();
        let kept = Kept::new(schema);
        let parts = Subschemas::new(engine, Document::new(schema, Traits::of(schema)), &validator, &kept);
        let all: Vec<_> =
            (0..count).filter_map(|index| parts.document().whole().named("$defs", &index.to_string())).collect();
        let asked = all.iter().filter(|part| parts.fits(part, &json!({"a": {}})) == Some(true)).count();
        (asked, all.iter().filter(|part| kept.referring.get(part).is_some()).count())
    }

    #[test]
    fn of_validators_that_may_hold_the_whole_schema_few_are_built_and_kept() {
        assert_eq!(asked_and_kept(&recursive(20, ""), 20), (20, 20));
        assert_eq!(asked_and_kept(&recursive(100, ""), 100), (MOST_REFERRING + MOST_PASSING, MOST_REFERRING));
    }

    #[test]
    fn of_a_large_schema_none_is_kept_that_may_hold_it() {
        let schema = recursive(100, &"n".repeat(LARGE_SCHEMA));
        assert_eq!(asked_and_kept(&schema, 100), (MOST_PASSING, 0));
    }
}
