//! What a failure costs: from a contract's variant to the bytes of a reply, dialect by dialect, and table lookups.
//!
//! Run with `cargo bench -p candor`. Allocations are printed beside the times.
#![allow(clippy::unwrap_used, missing_docs, reason = "a bench that cannot go on fails")]

use candor::disclose::Scrubber;
use candor::render::{Place, Renderer};
use candor::{Code, Contract, Dialect, Disclosure, Discretion, Failure, IntoFailure, Occurrence};
use divan::{AllocProfiler, Bencher, black_box};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// A typical contract: one field, a recovery, a retry.
#[derive(Debug, Contract)]
enum FetchArticles {
    /// The local request queue is at capacity.
    #[failure(
        code = RateLimited,
        retry_after = "30s",
        message = "The request queue is full: {waiting} requests are waiting",
        recovery = "Wait 30 seconds and retry, or reduce the batch size."
    )]
    QueueFull { waiting: usize },
}

const IN_A_TOOL: Place<'static> = Place::Tool { output_schema: None };

fn occurrence() -> Occurrence {
    Occurrence::parse("urn:uuid:a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e", "2026-11-15T18:30:00.000Z").unwrap()
}

fn typical() -> Failure {
    FetchArticles::QueueFull { waiting: black_box(120) }.into_failure()
}

fn disclosure() -> Disclosure {
    typical().with_occurrence(occurrence()).disclose(&Discretion::new()).0
}

mod flow {
    use super::*;

    /// All steps: variant, failure, disclosure with a new id and time, tool result as bytes.
    #[divan::bench]
    fn variant_to_structured_tool_result(bencher: Bencher) {
        let (discretion, renderer) = (Discretion::new(), Renderer::new(Dialect::Structured));
        bencher.bench(|| {
            let (disclosure, incident) = typical().disclose(&discretion);
            (renderer.reply(&disclosure, IN_A_TOOL).to_bytes(), incident)
        });
    }

    /// The same, to the failure by itself: `{code, message, data}`.
    #[divan::bench]
    fn variant_to_structured_bytes(bencher: Bencher) {
        let (discretion, renderer) = (Discretion::new(), Renderer::new(Dialect::Structured));
        bencher.bench(|| {
            let (disclosure, incident) = typical().disclose(&discretion);
            (renderer.to_bytes(&disclosure), incident)
        });
    }

    #[divan::bench]
    fn variant_to_failure() -> Failure {
        typical()
    }

    #[divan::bench]
    fn disclose(bencher: Bencher) {
        let discretion = Discretion::new();
        bencher.with_inputs(typical).bench_values(|failure| failure.disclose(&discretion));
    }

    #[divan::bench]
    fn draw_id_and_time() -> Occurrence {
        Occurrence::draw()
    }
}

mod render {
    use super::*;

    #[divan::bench(args = Dialect::ALL)]
    fn bytes(bencher: Bencher, dialect: Dialect) {
        let disclosure = disclosure();
        bencher.bench(|| dialect.to_bytes(black_box(&disclosure)));
    }

    #[divan::bench(args = Dialect::ALL)]
    fn tool_result(bencher: Bencher, dialect: Dialect) {
        let (disclosure, renderer) = (disclosure(), Renderer::new(dialect));
        bencher.bench(|| renderer.reply(black_box(&disclosure), IN_A_TOOL).to_bytes());
    }

    #[divan::bench(args = Dialect::ALL)]
    fn recognise(bencher: Bencher, dialect: Dialect) {
        let value = dialect.render(&disclosure());
        bencher.bench(|| dialect.recognise(black_box(&value)));
    }
}

mod lookup {
    use super::*;

    #[divan::bench]
    fn row() -> &'static str {
        black_box(Code::Internal).row().name
    }

    #[divan::bench(args = [-32001, -32603, 5001])]
    fn by_number(number: i64) -> Option<Code> {
        Code::from_number(black_box(number))
    }

    #[divan::bench(args = ["RESOURCE_NOT_FOUND", "not-found", "internal", "no such name"])]
    fn by_name(name: &str) -> Option<Code> {
        Code::from_name(black_box(name))
    }
}

mod scrub {
    use super::*;

    #[divan::bench]
    fn nothing_to_remove(bencher: Bencher) {
        let text = "None of the 3 requested articles returned any data; the service answered within 120 ms as usual";
        bencher.bench(|| Scrubber::standard().scrub(black_box(text)).len());
    }

    #[divan::bench]
    fn a_dsn_with_a_password(bencher: Bencher) {
        let text = "connection to postgres://app:hunter2@db.internal:5432/orders refused after 3 attempts in 120 ms";
        bencher.bench(|| Scrubber::standard().scrub(black_box(text)).len());
    }
}
