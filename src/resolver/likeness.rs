//! Whether refusals are the same but for their node.

use std::fmt::Write;

use crate::model::{Edit, NodeName};

use super::refusal::{Candidate, Party, Refusal, Subject, Way};

/// Writes all that makes refusals the same but for their node: a refusal's own node is nobody's. Text to be compared,
/// never shown.
#[derive(Clone, Copy, Debug)]
pub struct Likeness<'a>(Option<&'a NodeName>);

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
    pub fn refusal(self, refusal: &Refusal, shape: &mut String) {
        // Writing to a string does not fail.
        let _ = write!(shape, "{} ", refusal.code().word());
        self.subject(&refusal.subject, shape);
        refusal.parties.iter().for_each(|party| self.party(party, shape));
        refusal.candidates.iter().for_each(|candidate| self.candidate(candidate, shape));
    }

    fn node(self, node: &NodeName) -> &str {
        if self.0 == Some(node) { "\0" } else { node.as_str() }
    }

    fn subject(self, subject: &Subject, shape: &mut String) {
        let _ = match subject {
            Subject::Pin { requirement, by, from, pinned_at, runs, itself } => {
                write!(shape, "{requirement}{by:?}{}{}{runs:?}{itself}", self.node(from), pinned_at.is_some())
            }
            Subject::Moved { requirement, by, from, from_module, to, to_module } => {
                let (from, to) = (self.node(from), self.node(to));
                write!(shape, "{requirement}{by:?}{from:?}{from_module}{to:?}{to_module:?}")
            }
            Subject::Claim { .. }
            | Subject::Resource { .. }
            | Subject::Requirement { .. }
            | Subject::Needs { .. }
            | Subject::Reflects { .. }
            | Subject::BroughtIn { .. }
            | Subject::ModuleInUse { .. }
            | Subject::SiteInUse { .. }
            | Subject::Reviewed { .. } => write!(shape, "{subject:?}"),
        };
    }

    fn party(self, party: &Party, shape: &mut String) {
        let Party { node, module, resource, chain, assigned, asked, scope, key, says } = party;
        let node = self.node(node);
        let _ = write!(shape, "{node:?}{module:?}{resource:?}{chain:?}{assigned}{asked}{scope:?}{key:?}{says:?}");
    }

    fn candidate(self, candidate: &Candidate, shape: &mut String) {
        let Candidate { node, site, module, version, why_not } = candidate;
        let own = node.is_some() && node.as_ref() == self.0;
        let (node, site) = (node.as_ref().map(|node| self.node(node)), site.as_ref().filter(|_| !own));
        let _ = write!(shape, "{node:?}{site:?}{module:?}{version:?}{why_not:?}");
    }

    /// What a remedy does.
    pub fn way(self, way: &Way, shape: &mut String) {
        let _ = match way {
            Way::Before(edits) => write!(shape, "before{:?}", self.edits(edits)),
            Way::AtOnce(edits) => write!(shape, "at once{:?}", self.edits(edits)),
            Way::Together(edits) => write!(shape, "together{:?}", self.edits(edits)),
            Way::After(edits) => write!(shape, "after{:?}", self.edits(edits)),
            Way::Option(option) => write!(shape, "{option:?}"),
            Way::MoveBefore { from, to, modules } => {
                write!(shape, "move before{:?}{:?}{modules:?}", self.node(from), self.node(to))
            }
            Way::Move { from, to, modules } => {
                write!(shape, "move{:?}{:?}{modules:?}", self.node(from), self.node(to))
            }
        };
    }

    fn edits(self, edits: &[Edit]) -> Vec<[&str; 4]> {
        edits.iter().map(|edit| self.edit(edit)).collect()
    }

    /// What an edit does.
    pub fn edit(self, edit: &Edit) -> [&str; 4] {
        match edit {
            Edit::Assign { node, module } => ["assign", self.node(node), module.as_str(), ""],
            Edit::Unassign { node, module } => ["unassign", self.node(node), module.as_str(), ""],
            Edit::Pin { node, provision, after, .. } => {
                let after = after.as_ref().map_or("", |after| self.node(after));
                ["pin", self.node(node), provision.as_str(), after]
            }
            Edit::AddNode { node, .. } | Edit::RemoveNode { node } | Edit::RenameNode { node, .. } => {
                ["node", node.as_str(), "", ""]
            }
            Edit::Site { node, after, .. } => {
                ["site", self.node(node), after.as_ref().map_or("", |site| site.as_str()), ""]
            }
            Edit::Fact { node, fact, .. } => ["fact", self.node(node), fact.as_str(), ""],
            Edit::Hold { node, .. } | Edit::AllowMove { node, .. } => ["hold", self.node(node), "", ""],
            Edit::Register { module, .. } | Edit::RemoveModule { module, .. } => ["module", module.as_str(), "", ""],
            Edit::AddSite { site } | Edit::RemoveSite { site } | Edit::RenameSite { site, .. } => {
                ["site", site.as_str(), "", ""]
            }
        }
    }
}
