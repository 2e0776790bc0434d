use candor::render::{Place, Renderer};
use candor::{Dialect, Failure};

fn main() {
    let failure = Failure::internal("postgres://app:hunter2@db/orders is down");
    let renderer = Renderer::new(Dialect::Structured);
    Dialect::Structured.render(&failure);
    Dialect::Structured.to_bytes(&failure);
    renderer.render(&failure);
    renderer.to_bytes(&failure);
    renderer.reply(&failure, Place::Request);
}
