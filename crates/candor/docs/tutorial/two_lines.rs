// What step 2 does not show: the rest of the shop.

include!("shop.rs");

#[tool_router(allow_empty)]
impl Shop {}
