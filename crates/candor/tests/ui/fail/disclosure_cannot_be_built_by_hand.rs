use candor::{Code, Disclosure};

fn main() {
    let _ = Disclosure { code: Code::NotFound };
}
