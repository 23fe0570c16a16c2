//! Which nodes are meant: names, `site:attic`, `role=web`, `all`, and a `-` before what is taken out.

mod unmatched;

use std::collections::BTreeSet;

use crate::{
    model::{FactName, Mesh, ModuleName, Name, NodeId, NodeName, Scalar, SiteName, kind, meant},
    outcome::Failure,
    resolver::Chosen,
};

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
        let mut chosen: BTreeSet<NodeId> = BTreeSet::new();
        if self.parts.iter().all(|part| part.out) {
            chosen.extend(mesh.nodes().map(|(id, _)| id));
        }
        for part in self.parts.iter().filter(|part| !part.out) {
            chosen.extend(part.matching(mesh)?);
        }
        for part in self.parts.iter().filter(|part| part.out) {
            for node in part.matching(mesh)? {
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

    /// The names of the nodes that are meant; none where it does not fit the mesh.
    pub fn names(&self, mesh: &Mesh) -> Vec<NodeName> {
        self.nodes(mesh).unwrap_or_default().into_iter().map(|id| mesh.node_name(id).clone()).collect()
    }
}

impl Part {
    fn matching(&self, mesh: &Mesh) -> Result<Vec<NodeId>, Failure> {
        let nodes: Vec<NodeId> = match &self.what {
            Selector::All => mesh.nodes().map(|(id, _)| id).collect(),
            Selector::Node(name) => return self.node(mesh, name),
            Selector::Site(name) => {
                let site = some_site(mesh, name)?;
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

    fn node(&self, mesh: &Mesh, name: &NodeName) -> Result<Vec<NodeId>, Failure> {
        let is_site = SiteName::new(name.as_str()).is_ok_and(|site| mesh.site_id(&site).is_some());
        match some_node(mesh, name) {
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
pub fn name<K: crate::model::Kind>(typed: &str) -> Result<Name<K>, String> {
    Name::new(typed).map_err(|error| error.about::<K>(typed))
}

/// A node by its name.
///
/// # Errors
/// Where there is none, with the nearest names.
pub fn some_node(mesh: &Mesh, name: &NodeName) -> Result<NodeId, Failure> {
    let known = || mesh.nodes().map(|(_, node)| node.name.as_str()).collect();
    mesh.node_id(name).ok_or_else(|| {
        unknown::<kind::Node>(name.as_str(), known, ["provost node list", &format!("provost node add {name}")])
    })
}

/// A site by its name.
///
/// # Errors
/// Where there is none, with the nearest names.
pub fn some_site(mesh: &Mesh, name: &SiteName) -> Result<crate::model::SiteId, Failure> {
    let known = || mesh.sites().map(|(_, site)| site.as_str()).collect();
    mesh.site_id(name).ok_or_else(|| {
        unknown::<kind::Site>(name.as_str(), known, ["provost site list", &format!("provost site add {name}")])
    })
}

/// A module by its name.
///
/// # Errors
/// Where there is none, with the nearest names.
pub fn some_module(mesh: &Mesh, name: &ModuleName) -> Result<crate::model::ModuleId, Failure> {
    let known = || mesh.catalogue.modules().map(|(id, _)| mesh.catalogue.name(id).as_str()).collect();
    mesh.module_id(name).ok_or_else(|| {
        unknown::<kind::Module>(name.as_str(), known, ["provost module list", "provost module register FILE"])
    })
}

/// A name that is none of those known; `list` is the command that shows those, `add` the one that makes one.
pub fn unknown<'a, K: crate::model::Kind>(
    name: &str,
    known: impl FnOnce() -> Vec<&'a str>,
    [list, add]: [&str; 2],
) -> Failure {
    let known = known();
    let failure = Failure::usage("no-such-name", format!("there is no {} {name}", K::NOUN));
    match meant(name, known.iter().copied()) {
        Some(meant) => failure.help(meant),
        None if known.is_empty() => failure.help(format!("there is no {} at all yet: `{add}` adds one", K::NOUN)),
        None => failure.help(format!("`{list}` shows those there are, `{add}` adds one")),
    }
}
