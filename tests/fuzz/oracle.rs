//! What the fuzzed targets share with the tests: random meshes, and the way from a document to a mesh.
// The tests use all of it, each target a part.
#![allow(dead_code)]

#[path = "../oracle/bridge.rs"]
pub(crate) mod bridge;
#[path = "../oracle/dice.rs"]
pub(crate) mod dice;
#[path = "../oracle/edits.rs"]
pub(crate) mod edits;
#[path = "../oracle/naive/mod.rs"]
pub(crate) mod naive;
#[path = "../oracle/random.rs"]
pub(crate) mod random;
