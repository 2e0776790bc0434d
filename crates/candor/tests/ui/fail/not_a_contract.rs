use candor::IntoFailure;

fn main() {
    let _ = <std::io::Error as IntoFailure>::CONTRACT;
}
