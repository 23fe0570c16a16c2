//! A mesh with what it comes to: what a change is applied to, decided on, and taken back from.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::{Applied, ApplyError, Edit, Mesh, Module, ModuleId, Moment};

use super::resolution::{Replaced, Resolution};

/// A mesh, resolved.
#[derive(Debug)]
pub struct World {
    /// The mesh.
    pub mesh: Mesh,
    /// What it comes to.
    pub resolution: Resolution,
    /// The time at which pins are made.
    pub now: Moment,
}

/// A step that a world took, with all that is needed to compare it and to go back.
#[derive(Debug)]
pub struct Step {
    pub(super) applied: Applied,
    pub(super) replaced: Replaced,
    /// The modules that were replaced, as they had been.
    pub(super) modules: BTreeMap<ModuleId, Option<Arc<Module>>>,
}

impl World {
    /// Resolves a mesh.
    pub fn new(mesh: Mesh, now: Moment) -> Self {
        let resolution = Resolution::of(&mesh);
        Self { mesh, resolution, now }
    }

    /// Applies edits and resolves what they touch.
    ///
    /// # Errors
    /// Where an edit does not fit the mesh; the world is then as it was.
    pub fn step<'e>(&mut self, edits: impl IntoIterator<Item = &'e Edit>) -> Result<Step, ApplyError> {
        let applied = self.mesh.apply(edits, self.now)?;
        let modules = applied.modules_before();
        let replaced = self.resolution.update(&self.mesh, &applied);
        Ok(Step { applied, replaced, modules })
    }

    /// Takes a step back. Of several, the last one first.
    pub fn back(&mut self, step: Step) {
        self.mesh.revert(step.applied);
        self.resolution.restore(step.replaced);
    }
}
