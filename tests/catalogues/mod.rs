//! Catalogues of a distribution's size and shape: what an operator reads of them, and that it costs no more than it must.
//!
//! The sizes are what a build without optimisation takes in a second; the shapes are those of sixty thousand modules.

mod commands;
mod crowds;
mod distribution;
mod effort;
mod told;

use provost::model::{Edit, Moment, Name};
use provost::resolver::{Change, Decision, Terms, World};

use crate::oracle::bridge;
use crate::support::Manifest;

use self::distribution::{distribution, document};

/// How many modules there are.
const SIZE: usize = 3_000;

/// A mesh of so many nodes that run nothing, and a distribution's catalogue.
fn world(size: usize, nodes: usize) -> World {
    let mesh = bridge::mesh(&document(&distribution(size), nodes)).expect("a distribution is a catalogue");
    World::new(mesh, Moment::default())
}

/// What is decided about assigning a module to a node.
fn assign(world: &mut World, node: &str, module: &str) -> Decision {
    decide(world, vec![Edit::Assign { node: Name::stored(node), module: Name::stored(module) }])
}

/// What is decided about a second module that provides what nearly all require, and what a long chain goes on with.
fn rival(world: &mut World) -> Decision {
    let rival = Manifest::new("rival").provides("libc").provides("haskell-200");
    decide(world, vec![bridge::register(&rival.value())])
}

fn decide(world: &mut World, edits: Vec<Edit>) -> Decision {
    let mut change = Change { edits, ..Change::default() };
    world.decide(&mut change, Terms::default()).expect("the edits fit the mesh")
}
