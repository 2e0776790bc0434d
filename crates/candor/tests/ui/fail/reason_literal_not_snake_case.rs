fn main() {
    let _ = candor::reason!("Not Snake");
}
