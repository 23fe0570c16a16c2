//! Which nodes are meant: names, `site:attic`, `role=web`, `all`, and a `-` before what is taken out.

mod turned;
mod unmatched;

use std::collections::BTreeSet;

use crate::{
    model::{FactName, Kind, Mesh, ModuleName, Name, NodeId, NodeName, ProvisionName, Scalar, SiteName, kind, meant},
    outcome::{Failure, Unknown},
    resolver::Chosen,
};

pub(super) use turned::{Turned, turned};

/// A comma-separated list of node names and selectors, as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    parts: Vec<Part>,
    typed: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    out: bool,
    what: Selector,
    typed: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Selector {
    All,
    Node(NodeName),
    Site(SiteName),
    Fact(FactName, Scalar),
}

/// A fact with its value, as it was typed: `role=web`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The fact.
    pub fact: FactName,
    /// Its value.
    pub value: Scalar,
}

/// What was named, each once: who says a name twice means it once.
pub(super) fn distinct<T: PartialEq + Clone>(named: &[T]) -> Vec<T> {
    let mut distinct: Vec<T> = Vec::with_capacity(named.len());
    for one in named {
        if !distinct.contains(one) {
            distinct.push(one.clone());
        }
    }
    distinct
}

impl Selection {
    /// The nodes that are meant, by name.
    ///
    /// # Errors
    /// Where a name or selector matches nothing, or the list takes out all.
    pub fn nodes(&self, mesh: &Mesh) -> Result<Vec<NodeId>, Failure> {
        self.nodes_or(mesh, Offer::List)
    }

    /// The same, with what is offered where a name that is not taken out is none.
    ///
    /// # Errors
    /// Where a name or selector matches nothing, or the list takes out all.
    pub fn nodes_or(&self, mesh: &Mesh, offer: Offer) -> Result<Vec<NodeId>, Failure> {
        let mut chosen: BTreeSet<NodeId> = BTreeSet::new();
        if self.parts.iter().all(|part| part.out) {
            chosen.extend(mesh.nodes().map(|(id, _)| id));
        }
        for part in self.parts.iter().filter(|part| !part.out) {
            chosen.extend(part.matching(mesh, offer)?);
        }
        for part in self.parts.iter().filter(|part| part.out) {
            for node in part.matching(mesh, Offer::List)? {
                chosen.remove(&node);
            }
        }
        if chosen.is_empty() {
            let message = format!("{} takes out every node that it names; nothing is left to act on", self.typed);
            return Err(Failure::usage("no-such-name", message));
        }
        let mut nodes: Vec<NodeId> = chosen.into_iter().collect();
        nodes.sort_by(|a, b| mesh.node_name(*a).cmp(mesh.node_name(*b)));
        Ok(nodes)
    }
}

impl Selection {
    /// The nodes that are meant, by name; every node where none were named.
    ///
    /// # Errors
    /// Where a name or selector matches nothing, or the list takes out all.
    pub fn chosen(given: Option<&Self>, mesh: &Mesh) -> Result<Vec<NodeId>, Failure> {
        given.map_or_else(|| Ok(mesh.nodes_by_name()), |selection| selection.nodes(mesh))
    }

    /// Notes what it looks at.
    pub(super) fn note(&self, chosen: &mut Chosen) {
        for part in &self.parts {
            match &part.what {
                Selector::Fact(fact, _) => chosen.facts.push(fact.clone()),
                Selector::Site(_) => chosen.sites = true,
                Selector::All | Selector::Node(_) => {}
            }
        }
    }

    /// The nodes that are meant by their own names. What a selector finds is what it finds.
    pub fn named(&self, mesh: &Mesh) -> BTreeSet<NodeId> {
        let named = self.parts.iter().filter(|part| !part.out).filter_map(|part| match &part.what {
            Selector::Node(name) => mesh.node_id(name),
            Selector::All | Selector::Site(_) | Selector::Fact(..) => None,
        });
        named.collect()
    }

    /// The names of the nodes that are meant; none where it does not fit the mesh.
    pub fn names(&self, mesh: &Mesh) -> Vec<NodeName> {
        self.nodes(mesh).unwrap_or_default().into_iter().map(|id| mesh.node_name(id).clone()).collect()
    }
}

impl Part {
    fn matching(&self, mesh: &Mesh, offer: Offer) -> Result<Vec<NodeId>, Failure> {
        let nodes: Vec<NodeId> = match &self.what {
            Selector::All => mesh.nodes().map(|(id, _)| id).collect(),
            Selector::Node(name) => return self.node(mesh, name, offer),
            Selector::Site(name) => {
                let site = some_site(mesh, name, Offer::List)?;
                mesh.nodes().filter(|(_, node)| node.site == Some(site)).map(|(id, _)| id).collect()
            }
            Selector::Fact(fact, value) => {
                mesh.nodes().map(|(id, _)| id).filter(|id| mesh.facts(*id).get(fact) == Some(value)).collect()
            }
        };
        if !nodes.is_empty() {
            return Ok(nodes);
        }
        Err(match &self.what {
            Selector::Fact(fact, value) => unmatched::fact(mesh, &self.typed, fact, value),
            Selector::Site(site) => unmatched::empty_site(&self.typed, site),
            Selector::All | Selector::Node(_) => {
                Failure::usage("no-such-name", "there are no nodes yet").help("`provost node add NAME` adds one")
            }
        })
    }

    fn node(&self, mesh: &Mesh, name: &NodeName, offer: Offer) -> Result<Vec<NodeId>, Failure> {
        let is_site = SiteName::new(name.as_str()).is_ok_and(|site| mesh.site_id(&site).is_some());
        match some_node(mesh, name, offer) {
            Err(failure) if is_site => Err(failure.help(format!("site:{name} means the nodes at site {name}"))),
            found => found.map(|id| vec![id]),
        }
    }
}

impl std::fmt::Display for Selection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.typed)
    }
}

impl std::str::FromStr for Selection {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, String> {
        let parts = typed.split(',').map(part).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { parts, typed: typed.to_owned() })
    }
}

fn part(typed: &str) -> Result<Part, String> {
    let (out, what) = typed.strip_prefix('-').map_or((false, typed), |rest| (true, rest));
    let selector = if what == "all" {
        Selector::All
    } else if let Some(site) = what.strip_prefix("site:") {
        Selector::Site(name(site)?)
    } else if what.contains('=') {
        let Stated { fact, value } = what.parse()?;
        Selector::Fact(fact, value)
    } else {
        Selector::Node(name(what)?)
    };
    Ok(Part { out, what: selector, typed: what.to_owned() })
}

impl std::str::FromStr for Stated {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, String> {
        let (fact, value) = typed.split_once('=').ok_or("a fact is given as NAME=VALUE")?;
        let value = Scalar::typed(value);
        if let Scalar::Number(number) = &value
            && !number.to_string().parse::<f64>().is_ok_and(f64::is_finite)
        {
            return Err("this number is beyond what is kept".to_owned());
        }
        Ok(Self { fact: name(fact)?, value })
    }
}

/// A name that was typed.
///
/// # Errors
/// With the character that is wrong.
pub fn name<K: Kind>(typed: &str) -> Result<Name<K>, String> {
    Name::new(typed).map_err(|error| error.about::<K>(typed))
}

/// What is offered beside the names that there are, where one is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// To make it: what was asked of it can be done then.
    Make,
    /// Nothing: what was asked is of use for what is there alone.
    List,
}

/// A node by its name.
///
/// # Errors
/// Where there is none, with the nearest names.
pub fn some_node(mesh: &Mesh, name: &NodeName, offer: Offer) -> Result<NodeId, Failure> {
    let known = || mesh.nodes().map(|(_, node)| node.name.as_str()).collect();
    mesh.node_id(name).ok_or_else(|| {
        let made = if offer == Offer::Make { name.as_str() } else { "NAME" };
        let add = format!("provost node add {made}");
        unknown::<kind::Node>(mesh, name.as_str(), known, Ways { list: "provost node list", add: &add, offer })
    })
}

/// A site by its name.
///
/// # Errors
/// Where there is none, with the nearest names.
pub fn some_site(mesh: &Mesh, name: &SiteName, offer: Offer) -> Result<crate::model::SiteId, Failure> {
    let known = || mesh.sites().map(|(_, site)| site.as_str()).collect();
    mesh.site_id(name).ok_or_else(|| {
        let made = if offer == Offer::Make { name.as_str() } else { "SITE" };
        let add = format!("provost site add {made}");
        unknown::<kind::Site>(mesh, name.as_str(), known, Ways { list: "provost site list", add: &add, offer })
    })
}

/// A module by its name.
///
/// # Errors
/// Where there is none, with the nearest names.
pub fn some_module(mesh: &Mesh, name: &ModuleName, offer: Offer) -> Result<crate::model::ModuleId, Failure> {
    let known = || mesh.catalogue.modules().map(|(id, _)| mesh.catalogue.name(id).as_str()).collect();
    mesh.module_id(name).ok_or_else(|| unknown::<kind::Module>(mesh, name.as_str(), known, modules(offer)))
}

/// The commands that show names and make one.
pub struct Ways<'a> {
    /// Shows those there are.
    pub list: &'a str,
    /// Makes one.
    pub add: &'a str,
    /// Whether making one is offered where there are others.
    pub offer: Offer,
}

/// The commands about modules.
pub const fn modules(offer: Offer) -> Ways<'static> {
    Ways { list: "provost module list", add: "provost module register FILE", offer }
}

/// A name that is none of those known. One that is something else is said to be that, and is not to be made.
pub fn unknown<'a, K: Kind>(
    mesh: &Mesh,
    name: &str,
    known: impl FnOnce() -> Vec<&'a str>,
    Ways { list, add, offer }: Ways<'_>,
) -> Failure {
    let (known, otherwise) = (known(), otherwise::<K>(mesh, name));
    let is = otherwise.map(|noun| format!(": it is a {noun}")).unwrap_or_default();
    let failure = Failure::usage("no-such-name", format!("there is no {} {name}{is}", K::NOUN));
    let failure = Failure { unknown: Some(Box::new(Unknown { noun: K::NOUN, name: name.to_owned() })), ..failure };
    match meant(name, known.iter().copied()) {
        Some(meant) => failure.help(meant),
        None if known.is_empty() => failure.help(format!("there is no {} at all yet: `{add}` adds one", K::NOUN)),
        None if offer == Offer::List || otherwise.is_some() => failure.help(format!("`{list}` shows those there are")),
        None => failure.help(format!("`{list}` shows those there are, `{add}` adds one")),
    }
}

/// What a name that is none of one kind is of another.
pub fn otherwise<K: Kind>(mesh: &Mesh, name: &str) -> Option<&'static str> {
    let is = [
        (kind::Node::NOUN, NodeName::new(name).is_ok_and(|node| mesh.node_id(&node).is_some())),
        (kind::Module::NOUN, ModuleName::new(name).is_ok_and(|module| mesh.module_id(&module).is_some())),
        (kind::Provision::NOUN, ProvisionName::new(name).is_ok_and(|provision| is_provided(mesh, &provision))),
        (kind::Site::NOUN, SiteName::new(name).is_ok_and(|site| mesh.site_id(&site).is_some())),
    ];
    is.into_iter().find(|(noun, is)| *is && *noun != K::NOUN).map(|(noun, _)| noun)
}

/// Whether some module provides it.
pub fn is_provided(mesh: &Mesh, provision: &ProvisionName) -> bool {
    mesh.catalogue.modules().any(|(_, module)| module.manifest().provides.iter().any(|entry| entry.name == *provision))
}
