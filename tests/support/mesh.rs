//! A mesh document in the domain's words: `mesh().site("oslo").node("a").at("oslo").module("web", |m| m.requires("tls"))`.

use serde_json::{Map, Value, json};

use super::database::{Database, database};

/// A mesh document that is being written.
#[derive(Clone, Default)]
pub(crate) struct Mesh {
    sites: Vec<Value>,
    nodes: Vec<Map<String, Value>>,
    modules: Vec<Value>,
    assignments: Vec<Value>,
    pins: Vec<Value>,
}

/// A mesh of nothing.
pub(crate) fn mesh() -> Mesh {
    Mesh::default()
}

impl Mesh {
    /// Another site.
    pub(crate) fn site(mut self, name: &str) -> Mesh {
        self.sites.push(json!(name));
        self
    }

    /// Another node; `at` and `fact` speak of the last one.
    pub(crate) fn node(mut self, name: &str) -> Mesh {
        let node = [("name", json!(name)), ("facts", json!({}))];
        let node = node.map(|(key, value)| (key.to_owned(), value));
        self.nodes.push(node.into_iter().collect());
        self
    }

    /// Several nodes without a site or facts.
    pub(crate) fn nodes(self, names: &[&str]) -> Mesh {
        names.iter().fold(self, |mesh, name| mesh.node(name))
    }

    /// The last node is at this site.
    #[track_caller]
    pub(crate) fn at(mut self, site: &str) -> Mesh {
        self.last_node().insert("site".to_owned(), json!(site));
        self
    }

    /// A fact of the last node.
    #[track_caller]
    pub(crate) fn fact(mut self, name: &str, value: impl Into<Value>) -> Mesh {
        self.last_node()["facts"][name] = value.into();
        self
    }

    #[track_caller]
    fn last_node(&mut self) -> &mut Map<String, Value> {
        self.nodes.last_mut().expect("a node comes first")
    }

    /// Another module.
    pub(crate) fn module(mut self, name: &str, write: impl FnOnce(Manifest) -> Manifest) -> Mesh {
        self.modules.push(write(Manifest::new(name)).value());
        self
    }

    /// The node runs these modules, several names apart by spaces.
    pub(crate) fn assign(mut self, node: &str, modules: &str) -> Mesh {
        let pairs = modules.split(' ').map(|module| json!([node, module]));
        self.assignments.extend(pairs);
        self
    }

    /// The node takes the provision from another one.
    pub(crate) fn pin(mut self, node: &str, provision: &str, from: &str) -> Mesh {
        self.pins.push(json!([node, provision, from]));
        self
    }

    /// The document.
    pub(crate) fn document(&self) -> Value {
        json!({
            "sites": self.sites,
            "nodes": self.nodes,
            "modules": self.modules,
            "assignments": self.assignments,
            "pins": self.pins,
        })
    }

    /// A fresh database that has this mesh, resolved or not.
    #[track_caller]
    pub(crate) fn database(&self) -> Database {
        let database = database();
        database.call(["import", "-", "--leave-unresolved"]).stdin(self.document().to_string()).run().succeeds();
        database
    }
}

/// A manifest that is being written. The id of a resource is its type, then `file2`, `file3` …
#[derive(Clone)]
pub(crate) struct Manifest(Map<String, Value>);

impl Manifest {
    /// A manifest with a name and a version.
    pub(crate) fn new(name: &str) -> Manifest {
        Manifest(Map::new()).with("name", name).with("version", "1.0")
    }

    /// Sets any field.
    pub(crate) fn with(mut self, field: &str, value: impl Into<Value>) -> Manifest {
        self.0.insert(field.to_owned(), value.into());
        self
    }

    /// Provides it on the node alone.
    pub(crate) fn provides(self, name: &str) -> Manifest {
        self.add("provides", json!(name))
    }

    /// Provides it for the nodes of its site.
    pub(crate) fn provides_site(self, name: &str) -> Manifest {
        self.add("provides", json!({"name": name, "scope": "site"}))
    }

    /// Provides it for every node.
    pub(crate) fn provides_mesh(self, name: &str) -> Manifest {
        self.add("provides", json!({"name": name, "scope": "mesh"}))
    }

    /// Must find it answered.
    pub(crate) fn requires(self, name: &str) -> Manifest {
        self.add("requires", json!(name))
    }

    /// Claims it on its node.
    pub(crate) fn claims(self, name: &str) -> Manifest {
        self.add("claims", json!(name))
    }

    /// Claims it for its site.
    pub(crate) fn claims_site(self, name: &str) -> Manifest {
        self.add("claims", json!({"name": name, "scope": "site"}))
    }

    /// Claims it for the mesh.
    pub(crate) fn claims_mesh(self, name: &str) -> Manifest {
        self.add("claims", json!({"name": name, "scope": "mesh"}))
    }

    /// Needs a fact of the machine: a scalar, a list or a range.
    pub(crate) fn needs(mut self, fact: &str, wanted: impl Into<Value>) -> Manifest {
        let needs = self.0.entry("needs").or_insert_with(|| json!({}));
        needs[fact] = wanted.into();
        self
    }

    /// Puts a file there.
    pub(crate) fn file(self, path: &str) -> Manifest {
        self.resource("file", json!({"path": path, "content": "x\n"}))
    }

    /// Puts a link there.
    pub(crate) fn link(self, path: &str, target: &str) -> Manifest {
        self.resource("link", json!({"path": path, "target": target}))
    }

    /// Puts a directory there.
    pub(crate) fn directory(self, path: &str, mode: &str) -> Manifest {
        self.resource("directory", json!({"path": path, "mode": mode}))
    }

    /// Installs a package.
    pub(crate) fn package(self, name: &str) -> Manifest {
        self.resource("package", json!({"name": name}))
    }

    /// Runs a service that restarts when these change.
    pub(crate) fn service(self, unit: &str, reflects: &[&str]) -> Manifest {
        self.resource("service", json!({"unit": unit, "reflects": reflects}))
    }

    /// Listens on a TCP port, at every address.
    pub(crate) fn port(self, port: u16) -> Manifest {
        self.resource("port", json!({"port": port}))
    }

    /// Any resource.
    pub(crate) fn resource(self, kind: &str, mut fields: Value) -> Manifest {
        let same = |resource: &&Value| resource["type"] == kind;
        let before = self.0.get("resources").and_then(Value::as_array);
        let before = before.map_or(0, |resources| resources.iter().filter(same).count());
        let id = match before {
            0 => kind.to_owned(),
            _ => format!("{kind}{}", before + 1),
        };
        fields["id"] = json!(id);
        fields["type"] = json!(kind);
        self.add("resources", fields)
    }

    fn add(mut self, list: &str, entry: Value) -> Manifest {
        let list = self.0.entry(list).or_insert_with(|| json!([]));
        list.as_array_mut().expect("it is a list").push(entry);
        self
    }

    /// The manifest.
    pub(crate) fn value(self) -> Value {
        Value::Object(self.0)
    }
}
