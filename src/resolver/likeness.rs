//! Whether refusals, and what settles them, are the same but for their node.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::model::{Edit, FactName, ModuleName, NodeName, ProvisionName, ResourceId, Scalar, Scope, SiteName};

use super::refusal::{Candidate, ChangeOption, Link, Party, Place, Refusal, Subject, Way, WhyNot};

/// How refusals are compared: a refusal's own node is nobody's, so that what is said of it is the same on every node.
#[derive(Clone, Copy, Debug)]
pub struct Likeness<'a>(Option<&'a NodeName>);

/// A node in what is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Whose<'a> {
    /// The refusal's own.
    Own,
    /// Another one.
    Other(&'a NodeName),
}

/// All that makes refusals the same but for their node, remedies aside.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct LikeRefusal<'a> {
    about: About<'a>,
    parties: Vec<LikeParty<'a>>,
    candidates: Vec<LikeCandidate<'a>>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum About<'a> {
    /// When pins were made makes no difference; whether they are asked for now does.
    Pin {
        requirement: &'a ProvisionName,
        by: &'a [ModuleName],
        from: Whose<'a>,
        was_there: bool,
        runs: &'a [ModuleName],
        leaving: &'a [ModuleName],
        stays: &'a [ModuleName],
        itself: bool,
    },
    Moved {
        requirement: &'a ProvisionName,
        by: &'a [ModuleName],
        from: (Whose<'a>, &'a ModuleName),
        to: (Whose<'a>, &'a ModuleName),
    },
    /// What never names the refusal's own node.
    Any(&'a Subject),
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct LikeParty<'a> {
    node: Whose<'a>,
    module: Option<&'a ModuleName>,
    resource: Option<&'a ResourceId>,
    chain: &'a [Link],
    assigned: bool,
    asked: bool,
    scope: Option<Scope>,
    key: Option<&'a str>,
    says: &'a BTreeMap<String, Value>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct LikeCandidate<'a> {
    place: LikePlace<'a>,
    module: &'a ModuleName,
    version: Option<&'a str>,
    why_not: &'a [WhyNot],
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum LikePlace<'a> {
    Somewhere,
    Here,
    There(&'a NodeName, Option<&'a SiteName>),
}

/// What a remedy does.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum LikeWay<'a> {
    /// Edits one by one before the refused command.
    Before(Vec<LikeEdit<'a>>),
    /// Edits as one change before it.
    AtOnce(Vec<LikeEdit<'a>>),
    /// Edits that make one change with it.
    Together(Vec<LikeEdit<'a>>),
    /// The same, after it.
    After(Vec<LikeEdit<'a>>),
    /// An option of it.
    Option(ChangeOption),
    /// Edits that make one change with it and an option of it.
    WithOption(Vec<LikeEdit<'a>>, ChangeOption),
    /// A hand-over before it: from where, to where, of what.
    MoveBefore(Whose<'a>, Whose<'a>, &'a [ModuleName]),
    /// A hand-over in its place.
    Move(Whose<'a>, Whose<'a>, &'a [ModuleName]),
}

/// What an edit makes so, whatever was so before.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LikeEdit<'a> {
    /// A node runs a module.
    Assign(Whose<'a>, &'a ModuleName),
    /// A node is not told to run a module.
    Unassign(Whose<'a>, &'a ModuleName),
    /// A node takes a provision from another, or from where it is offered.
    Pin(Whose<'a>, &'a ProvisionName, Option<Whose<'a>>),
    /// A node stands at a site, or at none.
    Stands(Whose<'a>, Option<&'a SiteName>),
    /// A fact about a node.
    Fact(Whose<'a>, &'a FactName, Option<&'a Scalar>),
    /// A node as a whole.
    Node(&'a NodeName),
    /// A hold of a node, or a move that is meant.
    Decided(Whose<'a>),
    /// A module of the catalogue.
    Module(&'a ModuleName),
    /// A site as a whole.
    Site(&'a SiteName),
}

impl<'a> Likeness<'a> {
    /// With every node by its name.
    pub const AS_IT_IS: Self = Self(None);

    /// Of a refusal.
    pub const fn of(refusal: &'a Refusal) -> Self {
        Self(refusal.node.as_ref())
    }
}

impl Likeness<'_> {
    /// A refusal, remedies aside.
    pub fn refusal(self, refusal: &Refusal) -> LikeRefusal<'_> {
        LikeRefusal {
            about: self.about(&refusal.subject),
            parties: refusal.parties.iter().map(|party| self.party(party)).collect(),
            candidates: refusal.candidates.iter().map(candidate).collect(),
        }
    }

    fn node(self, node: &NodeName) -> Whose<'_> {
        if self.0 == Some(node) { Whose::Own } else { Whose::Other(node) }
    }

    fn about(self, subject: &Subject) -> About<'_> {
        match subject {
            Subject::Pin { requirement, by, from, pinned_at, runs, leaving, stays, itself } => {
                let (from, was_there) = (self.node(from), pinned_at.is_some());
                About::Pin { requirement, by, from, was_there, runs, leaving, stays, itself: *itself }
            }
            Subject::Moved { requirement, by, from, from_module, to, to_module } => {
                let (from, to) = ((self.node(from), from_module), (self.node(to), to_module));
                About::Moved { requirement, by, from, to }
            }
            Subject::Claim { .. }
            | Subject::Resource { .. }
            | Subject::Requirement { .. }
            | Subject::Needs { .. }
            | Subject::Reflects { .. }
            | Subject::BroughtIn { .. }
            | Subject::ModuleInUse { .. }
            | Subject::SiteInUse { .. }
            | Subject::Reviewed { .. } => About::Any(subject),
        }
    }

    fn party(self, party: &Party) -> LikeParty<'_> {
        let Party { node, module, resource, chain, assigned, asked, scope, key, says } = party;
        LikeParty {
            node: self.node(node),
            module: module.as_ref(),
            resource: resource.as_ref(),
            chain,
            assigned: *assigned,
            asked: *asked,
            scope: *scope,
            key: key.as_deref(),
            says,
        }
    }

    /// What a remedy does.
    pub fn way(self, way: &Way) -> LikeWay<'_> {
        match way {
            Way::Before(edits) => LikeWay::Before(self.edits(edits)),
            Way::AtOnce(edits) => LikeWay::AtOnce(self.edits(edits)),
            Way::Together(edits) => LikeWay::Together(self.edits(edits)),
            Way::After(edits) => LikeWay::After(self.edits(edits)),
            Way::Option(option) => LikeWay::Option(*option),
            Way::WithOption(edits, option) => LikeWay::WithOption(self.edits(edits), *option),
            Way::MoveBefore { from, to, modules } => LikeWay::MoveBefore(self.node(from), self.node(to), modules),
            Way::Move { from, to, modules } => LikeWay::Move(self.node(from), self.node(to), modules),
        }
    }

    fn edits(self, edits: &[Edit]) -> Vec<LikeEdit<'_>> {
        edits.iter().map(|edit| self.edit(edit)).collect()
    }

    /// What an edit makes so.
    pub fn edit(self, edit: &Edit) -> LikeEdit<'_> {
        match edit {
            Edit::Assign { node, module } => LikeEdit::Assign(self.node(node), module),
            Edit::Unassign { node, module } => LikeEdit::Unassign(self.node(node), module),
            Edit::Pin { node, provision, after, .. } => {
                LikeEdit::Pin(self.node(node), provision, after.as_ref().map(|after| self.node(after)))
            }
            Edit::Site { node, after, .. } => LikeEdit::Stands(self.node(node), after.as_deref()),
            Edit::Fact { node, fact, after, .. } => LikeEdit::Fact(self.node(node), fact, after.as_deref()),
            Edit::AddNode { node, .. } | Edit::RemoveNode { node } | Edit::RenameNode { node, .. } => {
                LikeEdit::Node(node)
            }
            Edit::Hold { node, .. } | Edit::AllowMove { node, .. } => LikeEdit::Decided(self.node(node)),
            Edit::Register { module, .. } | Edit::RemoveModule { module, .. } => LikeEdit::Module(module),
            Edit::AddSite { site } | Edit::RemoveSite { site } | Edit::RenameSite { site, .. } => LikeEdit::Site(site),
        }
    }
}

fn candidate(candidate: &Candidate) -> LikeCandidate<'_> {
    let Candidate { place, module, version, why_not } = candidate;
    let place = match place {
        Place::Somewhere => LikePlace::Somewhere,
        Place::Here { .. } => LikePlace::Here,
        Place::There { node, site } => LikePlace::There(node, site.as_ref()),
    };
    LikeCandidate { place, module, version: version.as_deref(), why_not }
}
