//! Guides that do not belong to one module.
//!
//! - `tutorial` (with the features `reqwest` and `rmcp`): from string errors to a contract, a failing HTTP call and a batch,
//!   in ten minutes.
//! - [`contracts`]: every key of `#[failure(…)]`, what a tool's annotations change, failures of services, tests of contracts, and
//!   when not to fail.
//! - [`contract_rules`]: which rule of a contract is checked where.
//! - [`codes`]: every code, and how each dialect writes it.
//! - [`performance`]: what it costs.
//!
//! A guide to one module is the page of that module: [`capture`](crate::capture), [`classify`](crate::classify), and, with
//! their features, `http`, `retry` and `rmcp`.

// The first definition of a link counts: here they lead to items, and in the file to the other files.
#[cfg(all(feature = "reqwest", feature = "rmcp"))]
#[doc = "[capturing]: crate::capture"]
#[doc = "[contracts]: crate::guide::contracts"]
#[doc = "[http]: crate::http"]
#[cfg_attr(feature = "retry", doc = "[retries]: crate::retry")]
#[doc = "[rmcp]: crate::rmcp"]
#[doc = ""]
#[doc = include_str!("../docs/tutorial.md")]
pub mod tutorial {}

#[doc = "[capturing]: crate::capture"]
#[doc = "[codes]: crate::guide::codes"]
#[doc = "[contract-rules]: crate::guide::contract_rules"]
#[cfg_attr(feature = "rmcp", doc = "[rmcp]: crate::rmcp")]
#[doc = ""]
#[doc = include_str!("../docs/contracts.md")]
pub mod contracts {}

#[doc = include_str!("../docs/contract-rules.md")]
pub mod contract_rules {}

#[doc = include_str!("../docs/codes.md")]
pub mod codes {}

#[doc = "[classification]: crate::classify"]
#[cfg_attr(feature = "rmcp", doc = "[rmcp]: crate::rmcp")]
#[doc = "[scrubbing]: candor_scrub"]
#[doc = ""]
#[doc = include_str!("../docs/performance.md")]
pub mod performance {}
