//! Why something is on a node, what answers it there, or why it is not there: down to what operators decided.

mod absent;
mod find;
mod provision;

pub use absent::Absence;
pub use find::known;
pub use provision::{Answered, Answering, How};

use serde::Serialize;

use super::{ClaimHolder, StandingPin, claims, own};
use crate::{
    model::{ClaimId, ClaimName, ModuleId, ModuleName, NodeId, NodeName, ProvisionName, Resource, Scope, SiteName},
    resolver::{Link, Refusal, WantedFor, World},
};
use find::Meaning;

/// What a name means on a node: a name may be a module, a provision and a claim at once.
#[derive(Clone, Debug)]
pub struct Why {
    /// The node.
    pub node: NodeName,
    /// What was asked for.
    pub what: String,
    /// What is to be said of each of its meanings.
    pub answers: Vec<Answer>,
}

/// What is to be said of one meaning.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Of a module.
    Module(ModuleAnswer),
    /// Of a provision.
    Provision(ProvisionAnswer),
    /// Of a claim.
    Claim(ClaimAnswer),
    /// Of a resource of a module.
    Resource(ResourceAnswer),
}

/// A module, on the node or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleAnswer {
    /// The module.
    pub module: ModuleName,
    /// Its version.
    pub version: Option<String>,
    /// How it came there, where it did.
    pub placed: Option<Placed>,
    /// What it requires and what answers that: by name.
    pub requires: Vec<Answered>,
    /// What other nodes take of it, and which: by name.
    pub gives: Vec<(ProvisionName, Vec<NodeName>)>,
    /// What it answers on the node itself and others could answer too, and for whom: by name.
    pub own: Vec<(ProvisionName, Vec<ModuleName>)>,
    /// Why it is not there, where it is not.
    pub absent: Vec<Absence>,
}

/// A provision on a node.
#[derive(Clone, Debug)]
pub struct ProvisionAnswer {
    /// The provision.
    pub provision: ProvisionName,
    /// The modules of the node that require it.
    pub required: Vec<Placed>,
    /// What answers it, and for whom.
    pub answers: Vec<Answering>,
    /// Why nothing does.
    pub open: Option<Refusal>,
    /// The pin of the node for it.
    pub pin: Option<StandingPin>,
    /// The modules of the node that provide it.
    pub provided: Vec<Placed>,
    /// The modules of the catalogue that provide it and are not on the node, with the scope.
    pub providers: Vec<(ModuleName, Scope)>,
}

/// A claim on a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimAnswer {
    /// The claim.
    pub claim: ClaimName,
    /// Who holds it on the node.
    pub holders: Vec<(Placed, Scope)>,
    /// Who holds it elsewhere and for this node too.
    pub elsewhere: Vec<ClaimHolder>,
    /// The modules of the catalogue that claim it and are not on the node.
    pub claimers: Vec<ModuleName>,
}

/// A resource of a module, on the node or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceAnswer {
    /// The resource, as `module/id`.
    pub resource: String,
    /// Its type.
    pub kind: String,
    /// What it is on a machine: a path, a name, a unit, `tcp/80`.
    pub key: Option<String>,
    /// Its module.
    pub module: ModuleAnswer,
}

/// A module of a node's set, with every way in which it came there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Placed {
    /// The node.
    pub node: NodeName,
    /// Its site.
    pub site: Option<SiteName>,
    /// The module.
    pub module: ModuleName,
    /// Its version.
    pub version: Option<String>,
    /// Whether an operator assigned it.
    pub assigned: bool,
    /// The requirements of the set for which it is the only candidate.
    #[serde(rename = "for")]
    pub wanted_for: Vec<WantedFor>,
    /// The ways, each from an assignment down to the module.
    pub paths: Vec<Vec<Link>>,
    /// Whether these are all ways; where there are too many, the shortest is among them.
    pub complete: bool,
}

/// What a name means on a node; no answers where nothing has that name.
pub fn why(world: &World, node: NodeId, what: &str) -> Why {
    let asked = Asked { world, node };
    let mut answers: Vec<Answer> = find::meanings(world, what).into_iter().map(|one| asked.answer(one)).collect();
    // Of modules that have a resource, those that are there come first: theirs is the one that was asked about.
    answers.sort_by_key(|answer| match answer {
        Answer::Module(_) | Answer::Provision(_) | Answer::Claim(_) => 0,
        Answer::Resource(answer) if answer.module.placed.is_some() => 1,
        Answer::Resource(_) => 2,
    });
    Why { node: world.mesh.node_name(node).clone(), what: what.to_owned(), answers }
}

impl Why {
    /// Every module on a node that it tells of.
    pub fn placed(&self) -> Vec<&Placed> {
        self.answers.iter().flat_map(Answer::placed).collect()
    }

    /// The resources of modules that are not there, where another module that is there has what was asked about.
    pub fn others(&self) -> Vec<&ResourceAnswer> {
        let resources = || {
            self.answers.iter().filter_map(|answer| match answer {
                Answer::Resource(answer) => Some(answer),
                Answer::Module(_) | Answer::Provision(_) | Answer::Claim(_) => None,
            })
        };
        let is_there = resources().any(|answer| answer.module.placed.is_some());
        resources().filter(|answer| is_there && answer.module.placed.is_none()).collect()
    }

    /// The modules that could be assigned to have what is absent.
    pub fn absent(&self) -> Vec<&ModuleName> {
        let mut absent: Vec<&ModuleName> = self.answers.iter().flat_map(Answer::absent).collect();
        let others = self.others();
        absent.retain(|module| !others.iter().any(|other| other.module.module == **module));
        absent.sort();
        absent.dedup();
        absent
    }
}

impl Answer {
    fn placed(&self) -> Vec<&Placed> {
        match self {
            Self::Module(answer) => answer.placed.iter().collect(),
            Self::Resource(answer) => answer.module.placed.iter().collect(),
            Self::Claim(answer) => answer.holders.iter().map(|(placed, _)| placed).collect(),
            Self::Provision(answer) => {
                let answers = answer.answers.iter().map(|answering| &answering.placed);
                answer.required.iter().chain(answers).chain(&answer.provided).collect()
            }
        }
    }

    fn absent(&self) -> Vec<&ModuleName> {
        match self {
            Self::Module(answer) if answer.placed.is_none() => vec![&answer.module],
            Self::Resource(answer) if answer.module.placed.is_none() => vec![&answer.module.module],
            Self::Provision(answer) if answer.is_absent() => {
                answer.providers.iter().map(|(module, _)| module).collect()
            }
            Self::Claim(answer) if answer.holders.is_empty() => answer.claimers.iter().collect(),
            Self::Module(_) | Self::Resource(_) | Self::Provision(_) | Self::Claim(_) => Vec::new(),
        }
    }
}

impl ProvisionAnswer {
    /// Whether nothing on the node has to do with it.
    pub fn is_absent(&self) -> bool {
        self.required.is_empty() && self.provided.is_empty()
    }
}

/// What is asked about one node.
#[derive(Clone, Copy)]
struct Asked<'a> {
    world: &'a World,
    node: NodeId,
}

impl<'a> Asked<'a> {
    fn answer(self, meaning: Meaning<'_>) -> Answer {
        match meaning {
            Meaning::Module(module) => Answer::Module(self.module(module)),
            Meaning::Provision(provision) => Answer::Provision(self.provision(provision)),
            Meaning::Claim(claim) => Answer::Claim(self.claim(claim)),
            Meaning::Resource(module, resource) => Answer::Resource(self.resource(module, resource)),
        }
    }

    fn set(self) -> &'a [ModuleId] {
        self.world.resolution.view(self.node).set
    }

    fn name(self, module: ModuleId) -> ModuleName {
        self.world.mesh.catalogue.name(module).clone()
    }

    fn version(self, module: ModuleId) -> Option<String> {
        self.world.mesh.catalogue.get(module).and_then(|module| module.manifest().version.clone())
    }

    fn module(self, module: ModuleId) -> ModuleAnswer {
        let is_there = self.set().contains(&module);
        ModuleAnswer {
            module: self.name(module),
            version: self.version(module),
            placed: is_there.then(|| self.placed(self.node, module)),
            requires: if is_there { self.answered(module) } else { Vec::new() },
            gives: self.gives(module),
            own: self.own(module),
            absent: if is_there { Vec::new() } else { self.absences(module) },
        }
    }

    fn resource(self, module: ModuleId, resource: &Resource) -> ResourceAnswer {
        ResourceAnswer {
            resource: format!("{}/{}", self.world.mesh.catalogue.name(module), resource.id),
            kind: resource.identity.kind().to_owned(),
            key: resource.identity.own_key(),
            module: self.module(module),
        }
    }

    fn claim(self, claim: ClaimId) -> ClaimAnswer {
        let mesh = &self.world.mesh;
        let here = claims::claims_of(self.world, self.node).filter(|(held, _)| *held == claim);
        let claimers = mesh.catalogue.modules().filter(|(id, module)| {
            module.claims.iter().any(|(claimed, _)| *claimed == claim) && !self.set().contains(id)
        });
        let mut claimers: Vec<ModuleName> = claimers.map(|(id, _)| self.name(id)).collect();
        claimers.sort();
        ClaimAnswer {
            claim: mesh.catalogue.claim(claim).clone(),
            holders: here.map(|(_, holder)| (self.placed(self.node, holder.module), holder.scope)).collect(),
            elsewhere: self.holders_elsewhere(claim),
            claimers,
        }
    }

    /// Holders on other nodes whose extent has this node in it.
    fn holders_elsewhere(self, claim: ClaimId) -> Vec<ClaimHolder> {
        let mesh = &self.world.mesh;
        let site = mesh.node(self.node).site;
        let colliding = claims::colliding(self.world);
        let mut holders: Vec<ClaimHolder> = mesh
            .nodes()
            .filter(|(id, _)| *id != self.node)
            .flat_map(|(id, _)| claims::claims_of(self.world, id))
            .filter(|(held, holder)| {
                *held == claim
                    && match holder.scope {
                        Scope::Mesh => true,
                        Scope::Site => site.is_some() && mesh.node(holder.node).site == site,
                        Scope::Node => false,
                    }
            })
            .map(|(_, holder)| claims::told(self.world, holder, colliding.contains(&(claim, holder))))
            .collect();
        holders.sort_by(|a, b| (&a.node, &a.module).cmp(&(&b.node, &b.module)));
        holders
    }

    /// What a module of this node answers on the node itself and others could answer too.
    fn own(self, module: ModuleId) -> Vec<(ProvisionName, Vec<ModuleName>)> {
        let name = self.name(module);
        let own = own::own(self.world, self.node).into_iter().filter(|own| own.module == name);
        own.map(|own| (own.provision, own.wanted_for)).collect()
    }

    /// What other nodes take of a module of this node.
    fn gives(self, module: ModuleId) -> Vec<(ProvisionName, Vec<NodeName>)> {
        let mesh = &self.world.mesh;
        let mut gives = std::collections::BTreeMap::<ProvisionName, Vec<NodeName>>::new();
        for (id, node) in mesh.nodes() {
            for take in self.world.resolution.view(id).takes {
                if take.from == self.node && take.module == module {
                    let takers = gives.entry(mesh.catalogue.provision(take.provision).clone()).or_default();
                    takers.push(node.name.clone());
                }
            }
        }
        gives.values_mut().for_each(|takers| takers.sort());
        gives.into_iter().collect()
    }

    fn placed(self, node: NodeId, module: ModuleId) -> Placed {
        let mesh = &self.world.mesh;
        let ways = self.world.resolution.ways(mesh, node, module);
        let lineage = self.world.resolution.lineage(mesh, node);
        let mut wanted_for = WantedFor::named(&mesh.catalogue, lineage.wanting(module));
        wanted_for.sort();
        Placed {
            node: mesh.node_name(node).clone(),
            site: mesh.site_of(node).cloned(),
            module: self.name(module),
            version: self.version(module),
            assigned: mesh.is_assigned(node, module),
            wanted_for,
            paths: ways.ways,
            complete: ways.complete,
        }
    }
}
