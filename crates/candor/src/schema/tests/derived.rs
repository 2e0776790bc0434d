//! Schemas as servers on `rmcp` have them: derived from the types of their arguments.

use super::{clauses, compiled, refused};
use schemars::JsonSchema;
use serde_json::json;

/// A delivery.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Delivery {
    address: Address,
    /// Another address for the invoice.
    invoice: Option<Address>,
    weight_kg: Option<f32>,
    parcels: u8,
    speed: Speed,
    payment: Payment,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Address {
    street: String,
    postcode: String,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
enum Speed {
    /// Whenever it fits.
    Slow,
    /// Within a day.
    NextDay,
}

#[derive(JsonSchema)]
#[schemars(tag = "by", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
enum Payment {
    Card { number: String },
    Invoice { days: u32 },
}

#[test]
fn a_derived_schema_speaks_of_what_its_type_means() {
    let schema = schemars::schema_for!(Delivery).to_value();
    let fitting = json!({
        "address": {"street": "Main St 1", "postcode": "12345"}, "invoice": null, "parcels": 1, "speed": "slow",
        "payment": {"by": "invoice", "days": 30},
    });
    assert!(compiled(&schema).check_arguments("deliver", &fitting).is_ok());
    let rows = [
        (
            "address",
            json!("Main St 1"),
            "/address must be an object with street and postcode, but is the text \"Main St 1\"",
        ),
        ("invoice", json!({"street": "Main St 1"}), "/invoice/postcode is missing"),
        ("weight_kg", json!("heavy"), "/weight_kg must be a number or null, but is the text \"heavy\""),
        ("parcels", json!(300), "/parcels must be an integer from 0 to 255, but is 300"),
        (
            "speed",
            json!("next-day"),
            "/speed must be \"slow\" or \"next_day\", but is \"next-day\" (did you mean \"next_day\"?)",
        ),
        ("payment", json!({"by": "cash"}), "/payment/by must be \"card\" or \"invoice\", but is \"cash\""),
        ("payment", json!({"by": "invoice", "days": -1}), "/payment/days must be an integer of at least 0, but is -1"),
    ];
    for (name, value, said) in rows {
        let mut arguments = fitting.clone();
        arguments[name] = value;
        assert_eq!(clauses(&refused(&schema, &arguments)), said);
    }
}
