//! The `provost` program.
fn main() {}
