//! What was asked, in the operator's words.

use crate::{
    model::{ModuleName, NodeName, ProvisionName, SiteName},
    report::words::{HEADLINE, SENTENCE, some},
};

/// A refused command: what it was to do, and how it can be said again within a remedy.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What it was to do.
    pub act: Act,
    /// The command as it was given, without `provost` and [`Self::options`]: `["assign", "laptop", "sway"]`,
    /// `["batch", "-e", …, "plan.txt"]`. The lines of a batch on standard input stand as `-e` here. Empty where it
    /// cannot be said again: `import -`, a manifest on standard input.
    pub command: Vec<String>,
    /// The options of the change that belong to it: `--message TEXT`, `--keep`; `--dry-run` is left out.
    pub options: Vec<String>,
    /// Whether the command can be a line of a batch, or is a batch.
    pub batchable: bool,
}

/// What a command was to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// `assign`
    Assign {
        /// The nodes.
        nodes: Vec<NodeName>,
        /// The modules.
        modules: Vec<ModuleName>,
    },
    /// `unassign`
    Unassign {
        /// The nodes.
        nodes: Vec<NodeName>,
        /// The modules.
        modules: Vec<ModuleName>,
    },
    /// `pin`
    Pin {
        /// The nodes that were to take it.
        nodes: Vec<NodeName>,
        /// The provision.
        provision: ProvisionName,
        /// The node that was to answer.
        from: NodeName,
    },
    /// `unpin`
    Unpin {
        /// The nodes.
        nodes: Vec<NodeName>,
        /// The provision.
        provision: ProvisionName,
    },
    /// `move`
    Move {
        /// The node that was to hand over.
        from: NodeName,
        /// The node that was to receive.
        to: NodeName,
        /// The modules; empty where all were meant.
        modules: Vec<ModuleName>,
    },
    /// `hold`
    Hold(Vec<NodeName>),
    /// `release`
    Release(Vec<NodeName>),
    /// `node add`
    AddNode(NodeName),
    /// `node set`
    SetNode(NodeName),
    /// `node rename`
    RenameNode(NodeName),
    /// `node remove`
    RemoveNode(NodeName),
    /// `site add` or `site rename`
    NameSite(SiteName),
    /// `site remove`
    RemoveSite(SiteName),
    /// `module register`
    Register(Vec<ModuleName>),
    /// `module remove`
    RemoveModules(Vec<ModuleName>),
    /// `batch`
    Batch,
    /// `import`
    Import {
        /// Whether it takes away what the document lacks.
        prune: bool,
    },
}

impl Asked {
    /// Whether it takes away every assignment that it does not say.
    pub(in crate::report) const fn prunes(&self) -> bool {
        matches!(self.act, Act::Import { prune: true })
    }
}

impl Act {
    /// `sway cannot join laptop`.
    pub fn headline(&self) -> String {
        let (who, what) = self.words();
        format!("{who} cannot {what}")
    }

    /// `sway can join laptop`.
    pub fn then(&self) -> String {
        let (who, what) = self.words();
        format!("{who} can {what}")
    }

    fn words(&self) -> (String, String) {
        match self {
            Self::Assign { nodes, modules } => (names(modules), format!("join {}", who(nodes))),
            Self::Unassign { nodes, modules } => (who(nodes), format!("lose {}", names(modules))),
            Self::Pin { nodes, provision, from } => (who(nodes), format!("take {provision} from {from}")),
            Self::Unpin { nodes, provision } => (who(nodes), format!("go without a pin of {provision}")),
            Self::Move { from, to, modules } if modules.is_empty() => (from.to_string(), format!("hand over to {to}")),
            Self::Move { from, to, modules } => (from.to_string(), format!("hand {} over to {to}", names(modules))),
            Self::Hold(nodes) => (who(nodes), "be held".to_owned()),
            Self::Release(nodes) => (who(nodes), "be released".to_owned()),
            Self::AddNode(node) => (node.to_string(), "be added like this".to_owned()),
            Self::SetNode(node) => (node.to_string(), "be changed like this".to_owned()),
            Self::RenameNode(node) => (node.to_string(), "be renamed".to_owned()),
            Self::RemoveNode(node) => (node.to_string(), "be removed".to_owned()),
            Self::NameSite(site) => (format!("site {site}"), "be named like this".to_owned()),
            Self::RemoveSite(site) => (format!("site {site}"), "be removed".to_owned()),
            Self::Register(modules) => (names(modules), "be registered like this".to_owned()),
            Self::RemoveModules(modules) => (names(modules), "leave the catalogue".to_owned()),
            Self::Batch => ("these changes".to_owned(), "be made together".to_owned()),
            Self::Import { .. } => ("the document".to_owned(), "be imported".to_owned()),
        }
    }
}

fn who(nodes: &[NodeName]) -> String {
    some(&nodes.iter().map(NodeName::as_str).collect::<Vec<_>>(), SENTENCE)
}

fn names<T: ToString>(names: &[T]) -> String {
    some(&names.iter().map(ToString::to_string).collect::<Vec<_>>(), HEADLINE)
}
