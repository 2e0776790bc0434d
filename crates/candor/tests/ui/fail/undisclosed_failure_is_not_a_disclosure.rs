use candor::{Disclosure, Failure};

fn takes(_: &Disclosure) {}

fn main() {
    takes(&Failure::not_found("No such order"));
}
