//! What can be known of a catalogue before any node is looked at.

mod contests;

pub(super) use contests::{Contested, Entry};

use std::sync::{Arc, Mutex, PoisonError};

use foldhash::HashMap;

use crate::model::{
    Catalogue, ClaimId, Module, ModuleId, ProvisionId, ProvisionName, Reflects, Registered, ResourceId, Scope, nearest,
};

/// A catalogue, turned round: who provides what, who could collide with whom.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// For each module, what it was made of.
    of: Vec<Option<Arc<Registered>>>,
    /// For each provision, the modules that provide it at node scope, by name.
    here: Vec<Vec<ModuleId>>,
    /// For each provision, the modules that provide it at site or mesh scope, by name.
    wide: Vec<Vec<ModuleId>>,
    /// For each module, its place by name.
    rank: Vec<u32>,
    /// For each module, what it offers to other nodes.
    offers: Vec<Box<[(ProvisionId, Scope)]>>,
    /// For each module, what it provides that a requirement can leave open.
    answers: Vec<Box<[ProvisionId]>>,
    /// For each claim, whether and how it can collide.
    claims: Vec<Contention>,
    /// For each module, what there is to look at where it is in a set.
    notable: Vec<Notable>,
    /// For each module, what it reflects that its owner does not have.
    dangling: Vec<Vec<Dangling>>,
    /// Things that several modules put on a machine.
    pub(super) contests: Contested,
    /// The names near those that were asked about.
    near: Mutex<HashMap<ProvisionId, Vec<ProvisionName>>>,
}

/// How holders of a claim can come to exclude each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Contention {
    /// One module of the catalogue claims it, and at node scope only.
    #[default]
    Never,
    /// Several modules claim it, all at node scope.
    OnNode,
    /// Some module claims it for a site or the mesh.
    Wide,
}

/// What there is to look at where a module is in a set: most have little of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Notable {
    /// It offers something to other nodes.
    pub(super) offers: bool,
    /// It claims what some module claims for a site or the mesh.
    pub(super) claims_wide: bool,
    /// Something may be wrong with it on a node by itself: it contests a claim or a resource, has needs, or reflects
    /// what is not there.
    pub(super) suspect: bool,
}

/// A resource that names an id which the named module does not have.
#[derive(Clone, Debug)]
pub(super) struct Dangling {
    /// The place of the resource in its manifest.
    pub(super) resource: usize,
    /// The module whose resource it names.
    pub(super) module: ModuleId,
    /// The id that is missing.
    pub(super) id: ResourceId,
}

impl Index {
    pub(super) fn of(catalogue: &Catalogue) -> Self {
        let provisions = catalogue.provisions().len();
        let mut index = Self {
            of: (0..catalogue.numbered()).map(|id| registered(catalogue, id).cloned()).collect(),
            here: vec![Vec::new(); provisions],
            wide: vec![Vec::new(); provisions],
            rank: ranks(catalogue),
            offers: vec![Box::default(); catalogue.numbered()],
            answers: vec![Box::default(); catalogue.numbered()],
            claims: contentions(catalogue),
            notable: vec![Notable::default(); catalogue.numbered()],
            dangling: vec![Vec::new(); catalogue.numbered()],
            contests: Contested::of(catalogue),
            near: Mutex::default(),
        };
        for (id, module) in catalogue.modules() {
            for (provision, scope) in &module.provides {
                let providers = if scope.is_wide() { &mut index.wide } else { &mut index.here };
                providers[provision.index()].push(id);
            }
            index.offers[id.index()] = module.provides.iter().filter(|(_, scope)| scope.is_wide()).copied().collect();
            index.dangling[id.index()] = dangling(catalogue, id);
        }
        for (id, module) in catalogue.modules() {
            index.answers[id.index()] = index.answers_of(module);
            index.notable[id.index()] = index.notable_of(id, module);
        }
        let rank = &index.rank;
        for providers in index.here.iter_mut().chain(&mut index.wide) {
            providers.sort_unstable_by_key(|module| rank[module.index()]);
        }
        index
    }

    /// What a module provides that a requirement can leave open: all but what is brought in wherever it is required.
    fn answers_of(&self, module: &Module) -> Box<[ProvisionId]> {
        let provided = module.provides.iter().map(|(provision, _)| *provision);
        let is_sought = |provision: &ProvisionId| {
            !self.wide(*provision).is_empty() || self.here(*provision).len() != 1 || !module.needs.is_empty()
        };
        provided.filter(is_sought).collect()
    }

    fn notable_of(&self, id: ModuleId, module: &Module) -> Notable {
        let claims = |contention| module.claims.iter().any(|(claim, _)| self.contention(*claim) == contention);
        Notable {
            offers: !self.offers(id).is_empty(),
            claims_wide: claims(Contention::Wide),
            suspect: claims(Contention::OnNode)
                || !module.needs.is_empty()
                || !self.contests.of_module(id).is_empty()
                || !self.dangling(id).is_empty(),
        }
    }

    /// Whether it is what [`Self::of`] makes of a catalogue.
    pub(super) fn is_of(&self, catalogue: &Catalogue) -> bool {
        self.of.len() == catalogue.numbered()
            && self.of.iter().enumerate().all(|(id, of)| match (of, registered(catalogue, id)) {
                (Some(of), Some(now)) => Arc::ptr_eq(of, now),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            })
    }

    /// The modules that provide something at node scope, by name.
    pub(super) fn here(&self, provision: ProvisionId) -> &[ModuleId] {
        self.here.get(provision.index()).map_or(&[], Vec::as_slice)
    }

    /// The modules that provide something at site or mesh scope, by name.
    pub(super) fn wide(&self, provision: ProvisionId) -> &[ModuleId] {
        self.wide.get(provision.index()).map_or(&[], Vec::as_slice)
    }

    /// The place of a module by name.
    pub(super) fn rank(&self, module: ModuleId) -> u32 {
        self.rank.get(module.index()).copied().unwrap_or(u32::MAX)
    }

    /// Provisions of nearly a name which some module provides.
    pub(super) fn near(&self, catalogue: &Catalogue, provision: ProvisionId) -> Vec<ProvisionName> {
        let mut known = self.near.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(near) = known.get(&provision) {
            return near.clone();
        }
        let wanted = catalogue.provision(provision).as_str();
        let provided = catalogue.modules().flat_map(|(_, module)| module.provides.iter());
        let provided = provided.map(|(id, _)| catalogue.provision(*id).as_str()).filter(|name| *name != wanted);
        let near: Vec<ProvisionName> = nearest(wanted, provided).into_iter().map(ProvisionName::stored).collect();
        known.insert(provision, near.clone());
        near
    }

    /// Whether a module is in a set. Sets are in the order of names.
    pub(super) fn is_in(&self, set: &[ModuleId], module: ModuleId) -> bool {
        self.place_in(set, module).is_some()
    }

    /// The place of a module in a set.
    pub(super) fn place_in(&self, set: &[ModuleId], module: ModuleId) -> Option<usize> {
        set.binary_search_by_key(&self.rank(module), |id| self.rank(*id)).ok()
    }

    /// What a module offers to other nodes.
    pub(super) fn offers(&self, module: ModuleId) -> &[(ProvisionId, Scope)] {
        self.offers.get(module.index()).map_or(&[], |offers| offers)
    }

    /// What a module provides that a requirement can leave open.
    pub(super) fn answers(&self, module: ModuleId) -> &[ProvisionId] {
        self.answers.get(module.index()).map_or(&[], |answers| answers)
    }

    /// What there is to look at where a module is in a set.
    pub(super) fn notable(&self, module: ModuleId) -> Notable {
        self.notable.get(module.index()).copied().unwrap_or_default()
    }

    pub(super) fn contention(&self, claim: ClaimId) -> Contention {
        self.claims.get(claim.index()).copied().unwrap_or_default()
    }

    pub(super) fn dangling(&self, module: ModuleId) -> &[Dangling] {
        self.dangling.get(module.index()).map_or(&[], Vec::as_slice)
    }
}

fn registered(catalogue: &Catalogue, id: usize) -> Option<&Arc<Registered>> {
    catalogue.get(id.into()).map(|module| &module.registered)
}

fn ranks(catalogue: &Catalogue) -> Vec<u32> {
    let mut modules: Vec<ModuleId> = (0..catalogue.numbered()).map(ModuleId::from).collect();
    modules.sort_unstable_by(|a, b| catalogue.name(*a).cmp(catalogue.name(*b)));
    let mut ranks = vec![0; modules.len()];
    for (rank, module) in modules.into_iter().enumerate() {
        ranks[module.index()] = rank as u32;
    }
    ranks
}

fn contentions(catalogue: &Catalogue) -> Vec<Contention> {
    let mut claimed = vec![false; catalogue.claims().len()];
    let mut contentions = vec![Contention::Never; catalogue.claims().len()];
    for (_, module) in catalogue.modules() {
        for (claim, scope) in &module.claims {
            let contention = &mut contentions[claim.index()];
            if scope.is_wide() {
                *contention = Contention::Wide;
            } else if claimed[claim.index()] && *contention == Contention::Never {
                *contention = Contention::OnNode;
            }
            claimed[claim.index()] = true;
        }
    }
    contentions
}

fn dangling(catalogue: &Catalogue, module: ModuleId) -> Vec<Dangling> {
    let Some(resources) = catalogue.get(module).map(|module| &module.manifest().resources) else { return Vec::new() };
    let mut found = Vec::new();
    for (place, resource) in resources.iter().enumerate() {
        for reflects in &resource.reflects {
            let Reflects::Other(owner, id) = reflects else { continue };
            let Some(owner) = catalogue.id(owner) else { continue };
            let has = |m: &Module| m.manifest().resources.iter().any(|resource| resource.id == *id);
            if !catalogue.get(owner).is_some_and(|module| has(module)) {
                found.push(Dangling { resource: place, module: owner, id: id.clone() });
            }
        }
    }
    found
}
