//! Remedies: edits that have been tried and settle a refusal.
//!
//! # The stages
//!
//! A laptop runs `i3`, which brings in `xorg`; `assign laptop sway` is refused, since `wayland`, which that brings in,
//! and `xorg` both claim `the-seat`, and each module writes a file that the other one writes too.
//!
//! 1. **Causes** (here). Refusals that the same edits are likely to settle are one cause: all collisions of one pair of
//!    modules on a node, all nodes that look for the same provision. The claim is one cause, the file another.
//! 2. **Kinds** (here). Refusals that are the same but for their node are of one kind, and share the search: had twenty
//!    laptops been asked for, nineteen would have what is found for the first.
//! 3. **Attempts** ([`attempts`], with [`providers`], [`hand_overs`] and [`facts`]). What could settle a cause is thought up
//!    on the mesh as the refused change would leave it, where all parties are: `--keep`, one party stays and what brings
//!    the others in goes. Of the claim: `unassign laptop i3`; not `unassign laptop sway`, which was asked for.
//! 4. **Trials** ([`search`] says how many, [`trial`] does each, [`odds`] knows what the refused command would undo). Each
//!    attempt is tried on the mesh as it is: accepted by itself before the refused change, else as one change before it,
//!    else as one change with it. It has to be rid of the refusal ([`identity`]) and bring no other one. `unassign laptop i3`
//!    is accepted, and `assign laptop sway` after it: a remedy, whose effect ([`effect`]) is that `i3` and `xorg` go.
//! 5. **Others of the kind** ([`likewise`]). The remedy of one node is said for the next one and tried there.
//! 6. **Two steps** ([`deeper`]). Where nothing settles a refusal by itself, what then stands against each attempt is looked
//!    at in turn, and both are tried as one. Had an assigned `panel` required `menu`, which `i3` provides and two others do,
//!    `unassign laptop i3` would leave that to be chosen; the second step assigns one of the two.
//! 7. **One command for all** ([`search`], [`deeper`]). What settles each of several refusals is tried as one change for all.
//!    Where that is not enough, what an option of the refused command leaves is settled beside it ([`with_options`]).
//! 8. **Told** ([`told`]). The least change first, what does more than another one left out, five at most.
//!
//! What does not work is not offered. How much is looked into, tried and told is in [`budget`].

mod attempts;
mod budget;
mod deeper;
mod effect;
mod facts;
mod hand_overs;
mod identity;
mod likewise;
mod odds;
mod providers;
mod search;
mod told;
mod trial;
mod with_options;

pub(super) use attempts::Attempt;
use budget::{CAUSES, PINS_OF_COMMAND, REFUSALS_OF_CAUSE};
pub use identity::Identity;
use search::Search;
pub(super) use trial::is_one;
use trial::{Goal, Tried};

use std::collections::{BTreeSet, HashMap};

use super::{
    decide::Terms,
    likeness::{LikeRefusal, Likeness},
    refusal::{Candidate, ChangeOption, Code, Refusal, Subject, Unanswered, Way},
    verdict::Change,
    world::World,
};
use crate::model::{ClaimName, Edit, ModuleId, ModuleName, NodeName, ProvisionName, Scope, SiteName};

/// Refusals with one cause.
#[derive(Debug)]
pub(super) struct Cause {
    /// What could settle all of them at once.
    shared: Vec<Attempt>,
    /// The places of the refusals, each with what could settle it alone.
    members: Vec<(usize, Alone)>,
}

/// What could settle a refusal alone.
#[derive(Debug)]
enum Alone {
    /// These.
    Attempts(Vec<Attempt>),
    /// What settles the one at this place, which is the same but for its node.
    Like(usize),
}

/// Refusals that are the same but for their node, by the place of the first of them.
type Kind = usize;

/// Where the first refusal of each kind is that is looked into.
type Firsts = HashMap<Kind, usize>;

/// What refusals with one cause have in common.
#[derive(PartialEq, Eq, Hash)]
enum Common<'a> {
    /// A claim, on a node or over more.
    Claim(&'a ClaimName, Option<&'a NodeName>),
    /// The modules that collide on a node: all that one pair collides over is settled by the same edits.
    Resources(Vec<&'a ModuleName>, Option<&'a NodeName>),
    /// What a node requires of its own machine.
    Here(Code, &'a ProvisionName, Option<&'a NodeName>),
    /// What nodes require of others, at a site where that is offered to sites.
    Elsewhere(Code, &'a ProvisionName, Option<&'a SiteName>),
    /// What is pinned, to a node.
    Pin(&'a ProvisionName, &'a NodeName),
    /// What would be answered from elsewhere: from where, and from where now.
    Moved(&'a ProvisionName, &'a NodeName, &'a NodeName),
    /// A module that is not to be on a node, or nowhere.
    Module(Code, &'a ModuleName, Option<&'a NodeName>),
    /// A resource of a module of a node.
    Reflects(&'a str, Option<&'a NodeName>),
    /// A site.
    Site(&'a SiteName),
    /// A mesh that was reviewed.
    Reviewed(&'a str),
}

impl World {
    /// What could settle each refusal, on the mesh as the refused change leaves it.
    pub(super) fn causes(&self, refusals: &mut [Refusal], change: Option<&Change>) -> Vec<Cause> {
        let mut groups: HashMap<Common<'_>, Vec<usize>> = HashMap::new();
        for (place, refusal) in refusals.iter().enumerate() {
            groups.entry(self.common(refusal)).or_default().push(place);
        }
        let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
        groups.sort();
        let kinds = self.kinds(refusals);
        let mut firsts = Firsts::new();
        let mut causes: Vec<Cause> = Vec::new();
        let mut looked_into = 0;
        for members in groups {
            let alike: Option<Vec<(usize, Alone)>> =
                members.iter().map(|place| Some((*place, Alone::Like(*firsts.get(kinds.get(*place)?)?)))).collect();
            if let Some(members) = alike {
                causes.push(Cause { shared: Vec::new(), members });
                continue;
            }
            looked_into += 1;
            if looked_into <= CAUSES {
                causes.push(self.cause_of(refusals, members, change, (&kinds, &mut firsts)));
                continue;
            }
            for place in members {
                refusals.get_mut(place).into_iter().for_each(|refusal| refusal.untried = true);
            }
        }
        causes
    }

    fn cause_of(
        &self,
        refusals: &mut [Refusal],
        members: Vec<usize>,
        change: Option<&Change>,
        (kinds, firsts): (&[Kind], &mut Firsts),
    ) -> Cause {
        let mut shared = Vec::new();
        let mut own = Vec::new();
        let mut alone = 0;
        for (number, place) in members.iter().copied().enumerate() {
            let Some((kind, refusal)) = kinds.get(place).zip(refusals.get_mut(place)) else { continue };
            if let Some(first) = firsts.get(kind).filter(|_| number > 0) {
                own.push((place, Alone::Like(*first)));
                continue;
            }
            alone += 1;
            if alone > REFUSALS_OF_CAUSE {
                refusal.untried = true;
                continue;
            }
            firsts.insert(*kind, place);
            let attempts =
                if number == 0 { self.attempts(refusal, change) } else { self.own_attempts(refusal, change) };
            if number == 0 && members.len() > 1 {
                // What changes the first one's node may settle the others too.
                shared.clone_from(&attempts);
            }
            own.push((place, Alone::Attempts(attempts)));
        }
        self.share(refusals, &members);
        if members.len() > 1 {
            shared.extend(self.pins_of_all(refusals, &members));
            let refused = members.iter().filter_map(|place| refusals.get(*place));
            shared.extend(self.without(refused.flat_map(|refusal| &refusal.parties), change));
            shared.extend(self.one_each(refusals, &members, change));
        }
        Cause { shared, members: own }
    }

    /// One node for all that have the same ones to choose from, of those that are few enough to be named in a command.
    fn pins_of_all(&self, refusals: &[Refusal], members: &[usize]) -> Vec<Attempt> {
        let refused: Vec<&Refusal> = members.iter().filter_map(|place| refusals.get(*place)).collect();
        let Some(first) = refused.first().filter(|_| refused.len() <= PINS_OF_COMMAND) else { return Vec::new() };
        let offers = |refusal: &Refusal, from: &NodeName| {
            let would = |candidate: &Candidate| candidate.offering() == Some(from) && candidate.why_not.is_empty();
            matches!(refusal.code(), Code::ChooseNode | Code::PinUnanswered)
                && refusal.node.as_ref() != Some(from)
                && refusal.candidates.iter().any(would)
        };
        let pin = |refusal: &&Refusal, from: &NodeName| {
            let (node, provision) = (refusal.node.clone()?, refusal.subject.requirement()?.clone());
            let pin = self.mesh.node_id(&node).zip(self.mesh.catalogue.provision_id(&provision));
            let pin = pin.and_then(|(node, provision)| self.mesh.pin_of(node, provision));
            let before = pin.map(|pin| self.mesh.node_name(pin.provider).clone().into());
            Some(Edit::Pin { node, provision, before, after: Some(from.clone().into()) })
        };
        let nodes = first.candidates.iter().filter_map(Candidate::offering);
        let common = nodes.filter(|from| refused.iter().all(|refusal| offers(refusal, from)));
        common
            .filter_map(|from| refused.iter().map(|refusal| pin(refusal, from)).collect::<Option<Vec<_>>>())
            .map(Attempt::Edits)
            .collect()
    }

    /// One claim with holders at several sites: at each of them one stays, the first or the last by name.
    fn one_each(&self, refusals: &[Refusal], members: &[usize], change: Option<&Change>) -> Vec<Attempt> {
        let refused: Vec<&Refusal> = members.iter().filter_map(|place| refusals.get(*place)).collect();
        if refused.iter().any(|refusal| refusal.code() != Code::ClaimCollision) {
            return Vec::new();
        }
        let all_but_first = refused.iter().flat_map(|refusal| refusal.parties.iter().skip(1));
        let all_but_last = refused.iter().flat_map(|refusal| refusal.parties.iter().rev().skip(1));
        [self.without(all_but_first, change), self.without(all_but_last, change)].into_iter().flatten().collect()
    }

    /// What a refusal has in common with those of the same cause. Where what nodes look for is offered to a site, each
    /// site is a cause of its own.
    fn common<'a>(&'a self, refusal: &'a Refusal) -> Common<'a> {
        let node = refusal.node.as_ref();
        match &refusal.subject {
            Subject::Claim { claim, .. } => Common::Claim(claim, node),
            Subject::Resource { .. } => {
                Common::Resources(refusal.parties.iter().filter_map(|party| party.module.as_ref()).collect(), node)
            }
            Subject::Requirement { requirement, why, .. } => match why {
                Unanswered::NoProvider { .. } | Unanswered::ChooseModule => Common::Here(why.code(), requirement, node),
                Unanswered::NoNode { .. } | Unanswered::ChooseNode => {
                    Common::Elsewhere(why.code(), requirement, self.site_of_cause(refusal))
                }
            },
            Subject::Pin { requirement, from, .. } => Common::Pin(requirement, from),
            Subject::Moved { requirement, from, to, .. } => Common::Moved(requirement, from, to),
            Subject::Needs { module, .. } | Subject::BroughtIn { module } | Subject::ModuleInUse { module } => {
                Common::Module(refusal.code(), module, node)
            }
            Subject::Reflects { resource, .. } => Common::Reflects(resource, node),
            Subject::SiteInUse { site } => Common::Site(site),
            Subject::Reviewed { expected, .. } => Common::Reviewed(expected),
        }
    }

    fn site_of_cause(&self, refusal: &Refusal) -> Option<&SiteName> {
        let (node, provision) = self.place(refusal).filter(|_| refusal.code() == Code::NoNode)?;
        let scope = |module: &ModuleId| self.mesh.catalogue.get(*module)?.provides(provision);
        let is_of_site = |module: &ModuleId| scope(module) == Some(Scope::Site);
        self.resolution.index.wide(provision).iter().any(is_of_site).then(|| self.mesh.site_of(node)).flatten()
    }

    /// The kind of each refusal. Of what has no node, each is one of its own.
    fn kinds(&self, refusals: &[Refusal]) -> Vec<Kind> {
        let mut firsts: HashMap<(LikeRefusal<'_>, Option<&SiteName>), Kind> = HashMap::new();
        let mut kinds = Vec::with_capacity(refusals.len());
        for (place, refusal) in refusals.iter().enumerate() {
            let likeness = || (Likeness::of(refusal).refusal(refusal), self.site_of_cause(refusal));
            kinds.push(if refusal.node.is_none() { place } else { *firsts.entry(likeness()).or_insert(place) });
        }
        kinds
    }

    /// What was found out for the first refusal of a cause holds for the others.
    fn share(&self, refusals: &mut [Refusal], members: &[usize]) {
        let Some(Subject::Requirement { why: Unanswered::NoNode { could, leaving }, .. }) =
            members.first().and_then(|place| refusals.get(*place)).map(|refusal| refusal.subject.clone())
        else {
            return;
        };
        for place in members.iter().skip(1) {
            if let Some(Subject::Requirement { why: Unanswered::NoNode { could: theirs, leaving: left }, .. }) =
                refusals.get_mut(*place).map(|refusal| &mut refusal.subject)
            {
                theirs.clone_from(&could);
                left.clone_from(&leaving);
            }
        }
    }

    /// Tries what could settle the refusals of a change that was refused, and puts what does into them.
    pub(super) fn try_causes(&mut self, causes: Vec<Cause>, change: &Change, terms: Terms, refusals: &mut [Refusal]) {
        let base = refusals.iter().map(Identity::from).collect();
        let mut options: Vec<(ChangeOption, Option<Tried>)> = Vec::new();
        let search = Search::new(|attempt, wanted: &BTreeSet<Identity>| {
            let goal = Goal { wanted, base: &base };
            let Attempt::Option(option) = attempt else { return self.try_attempt(attempt, change, terms, goal) };
            if !options.iter().any(|(known, _)| *known == option) {
                options.push((option, self.try_option(option, change, terms)));
            }
            let tried = options.iter().find(|(known, _)| *known == option)?.1.as_ref()?;
            tried.reaches(goal, Way::Option(option))
        });
        let alike = search.all(refusals, causes);
        self.deepen(change, terms, refusals, &alike);
    }

    /// Puts remedies into the refusals of a mesh as it is: those that a plan or a push meets.
    pub fn remedy(&mut self, refusals: &mut [Refusal]) {
        let there = self.identities();
        let causes = self.causes(refusals, None);
        // What is refused about a change, and not about the mesh, is past once the change is made.
        let search = Search::new(|attempt, wanted: &BTreeSet<Identity>| {
            wanted.is_subset(&there).then(|| self.try_alone(attempt, wanted)).flatten()
        });
        let alike = search.all(refusals, causes);
        self.deepen_alone(refusals, &alike);
    }
}
