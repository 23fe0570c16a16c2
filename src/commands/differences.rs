//! What a plan says of how nodes differ from what they were last told. Declarations and the contents of files are read
//! for what is shown, and for nothing else.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use uuid::Uuid;

use crate::{
    model::{ModuleName, NodeId},
    outcome::Failure,
    plan::{Change, Difference, Entry, FileDiff, Files, Holding, LastTold, Planner, Said, Versions, difference},
    resolver::World,
    store::{
        Session, catalogue,
        generations::{self, Kept},
    },
};

/// How nodes differ from what they were last told.
#[derive(Debug, Default)]
pub(super) struct Differences {
    /// For each changed node, each held one that would be, and each refused one that was declared.
    pub(super) of_nodes: BTreeMap<NodeId, Difference>,
    /// For each changed file, where it was asked.
    pub(super) of_files: Option<Vec<FileDiff>>,
}

/// How the changed ones of some nodes differ from what they were last told, and held ones would; with `files`, also how
/// files do.
///
/// # Errors
/// Where the database fails, or what it keeps cannot be read.
pub(super) fn differences(
    entries: &[Entry<'_>],
    holds: &mut [Holding],
    planner: &Planner<'_>,
    world: &World,
    files: bool,
    session: &mut Session<'_>,
) -> Result<Differences, Failure> {
    let told = planner.told();
    let nodes = |is_meant: &dyn Fn(NodeId) -> bool| -> Vec<NodeId> {
        let node = |entry: &Entry<'_>| match entry {
            Entry::Node(node) if is_meant(*node) => Some(*node),
            Entry::Node(_) | Entry::Gone(_) => None,
        };
        entries.iter().filter_map(node).collect()
    };
    let changed = nodes(&|node| told.change(node) == Some(Change::Changed));
    // A refused one is not declared at all; what it was last told is known all the same.
    let refused = nodes(&|node| !told.resolves(node));
    let held = holding(holds, Change::Changed, world);
    let (new, held_new) = match files {
        true => {
            let new = nodes(&|node| !planner.is_held(node) && told.change(node) == Some(Change::New));
            (new, holding(holds, Change::New, world))
        }
        false => (Vec::new(), Vec::new()),
    };
    let comparing = Comparing::read(
        world,
        &[changed.as_slice(), refused.as_slice(), held.as_slice()].concat(),
        &[new.as_slice(), held_new.as_slice()].concat(),
        session,
    )?;
    let mut differences = Differences { of_nodes: comparing.differences(&changed), ..Differences::default() };
    // What restarts does so at a push.
    let standing = comparing.differences(&refused).into_iter();
    let standing = standing.map(|(node, difference)| (node, Difference { restarts: Vec::new(), ..difference }));
    differences.of_nodes.extend(standing);
    let shown: Vec<NodeId> = nodes(&|node| held.contains(&node));
    differences.of_nodes.extend(comparing.differences(&shown));
    comparing.compare(holds, &held);
    if files {
        let all = [changed, held, new, held_new].concat();
        differences.of_files = Some(comparing.files(&all));
    }
    Ok(differences)
}

/// Puts into what is told of held nodes how each would differ from what it was last told.
///
/// # Errors
/// Where the database fails, or what it keeps cannot be read.
pub(super) fn compare(holds: &mut [Holding], world: &World, session: &mut Session<'_>) -> Result<(), Failure> {
    let held = holding(holds, Change::Changed, world);
    Comparing::read(world, &held, &[], session)?.compare(holds, &held);
    Ok(())
}

/// The nodes that stand so to what they were last told.
fn holding(holds: &[Holding], change: Change, world: &World) -> Vec<NodeId> {
    let meant = holds.iter().filter(|holding| holding.change == Some(change));
    meant.filter_map(|holding| world.mesh.node_id(&holding.node)).collect()
}

/// What was read to compare nodes.
struct Comparing<'a> {
    world: &'a World,
    kept: HashMap<Uuid, (Kept, Said)>,
    versions: Versions,
}

impl<'a> Comparing<'a> {
    fn read(world: &'a World, changed: &[NodeId], new: &[NodeId], session: &mut Session<'_>) -> Result<Self, Failure> {
        let mut comparing = Self { world, kept: HashMap::new(), versions: Versions::default() };
        if changed.is_empty() && new.is_empty() {
            return Ok(comparing);
        }
        let ids: Vec<Uuid> = changed.iter().map(|node| world.mesh.node(*node).uuid).collect();
        for kept in generations::declarations(session, &ids, None)? {
            for module in &kept.modules {
                comparing.versions.add(module.digest, &module.manifest).map_err(|why| unread("a declaration", &why))?;
            }
            let said = said(&kept)?;
            comparing.kept.insert(kept.node, (kept, said));
        }
        let missing = comparing.missing(changed.iter().chain(new));
        for stored in catalogue::manifests(session, Some(&missing))? {
            let add = comparing.versions.add(stored.digest, &stored.manifest);
            add.map_err(|why| unread(&format!("the manifest of {}", stored.name), &why))?;
        }
        Ok(comparing)
    }

    fn differences(&self, nodes: &[NodeId]) -> BTreeMap<NodeId, Difference> {
        let difference =
            |node: &NodeId| Some((*node, difference(self.world, *node, &self.told(*node)?, &self.versions)));
        nodes.iter().filter_map(difference).collect()
    }

    fn compare(&self, holds: &mut [Holding], held: &[NodeId]) {
        let mut differences = self.differences(held);
        for holding in holds {
            let node = self.world.mesh.node_id(&holding.node);
            holding.difference = node.and_then(|node| differences.remove(&node));
        }
    }

    /// How files differ, for nodes by name; one that was never told anything has all of them to come.
    fn files(&self, nodes: &[NodeId]) -> Vec<FileDiff> {
        let mut nodes = nodes.to_vec();
        nodes.sort_by(|a, b| self.world.mesh.node_name(*a).cmp(self.world.mesh.node_name(*b)));
        let mut all = Files::default();
        let said = Said::default();
        let nothing = LastTold { generation: 0, name: "", site: None, modules: Vec::new(), said: &said };
        for node in nodes {
            all.add(self.world, node, self.told(node).as_ref().unwrap_or(&nothing), &self.versions);
        }
        all.diffs(&self.versions)
    }

    /// The modules of nodes whose manifest of now no declaration had.
    fn missing<'n>(&self, nodes: impl Iterator<Item = &'n NodeId>) -> Vec<ModuleName> {
        let catalogue = &self.world.mesh.catalogue;
        let modules: BTreeSet<_> = nodes.flat_map(|node| self.world.resolution.view(*node).set).copied().collect();
        let is_missing = |id: &crate::model::ModuleId| {
            catalogue.get(*id).is_some_and(|module| !self.versions.has(module.registered.digest))
        };
        modules.into_iter().filter(is_missing).map(|id| catalogue.name(id).clone()).collect()
    }

    fn told(&self, node: NodeId) -> Option<LastTold<'_>> {
        let (kept, said) = self.kept.get(&self.world.mesh.node(node).uuid)?;
        kept.digest?;
        Some(LastTold {
            generation: kept.generation,
            name: &kept.name,
            site: kept.site.as_deref(),
            modules: kept.modules.iter().map(|module| module.digest).collect(),
            said,
        })
    }
}

/// The facts and the takes of a declaration.
///
/// # Errors
/// Where they have no meaning.
pub(super) fn said(kept: &Kept) -> Result<Said, Failure> {
    Said::read(kept.facts.get(), kept.takes.get()).map_err(|why| {
        let what = format!("declaration {} of {}", kept.generation, kept.name);
        unread(&what, &why).help("somebody wrote it by other means than provost: put it right in the database")
    })
}

fn unread(what: &str, why: &str) -> Failure {
    Failure::failed("database", format!("{what} cannot be read: {why}"))
        .help("`provost export` shows what the catalogue has; register the module anew")
}
