//! Random changes of a mesh, as values that a document takes.

use serde_json::{Value, json};

use super::dice::Dice;
use super::random;

/// One change of a mesh document. It may change nothing.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    Assign {
        node: String,
        module: String,
    },
    Unassign {
        node: String,
        module: String,
    },
    Pin {
        node: String,
        name: String,
        from: String,
    },
    Unpin {
        node: String,
        name: String,
    },
    RemoveNode {
        node: String,
    },
    /// A node's entry, facts and all.
    SetNode {
        node: Value,
    },
    Register {
        manifest: Value,
    },
}

/// Some edits of a document, one to three of them.
pub(crate) fn edits(document: &Value, dice: &mut Dice) -> Vec<Edit> {
    (0..dice.between(1, 3)).map(|_| edit(document, dice)).collect()
}

fn edit(document: &Value, dice: &mut Dice) -> Edit {
    let names = |key: &str| -> Vec<String> {
        let entries = document[key].as_array().into_iter().flatten();
        entries.filter_map(|entry| Some(entry["name"].as_str()?.to_owned())).collect()
    };
    let (nodes, modules) = (names("nodes"), names("modules"));
    let (node, module) = (dice.one_of(&nodes), dice.one_of(&modules));
    let name = dice.one_of(&["p0", "p1", "p2", "p3", "p4"]).to_owned();
    match dice.between(1, 10) {
        1..=3 => Edit::Assign { node, module },
        4 | 5 => Edit::Unassign { node, module },
        6 => Edit::Pin { node, name, from: dice.one_of(&nodes) },
        7 => Edit::Unpin { node, name },
        8 => Edit::RemoveNode { node },
        9 => {
            let other = dice.one_of(document["nodes"].as_array().unwrap());
            let mut facts_of = other;
            facts_of["name"] = json!(node);
            Edit::SetNode { node: facts_of }
        }
        _ => {
            let scopes = [(); 5].map(|()| dice.one_of(&["node", "site", "mesh", "mixed"]));
            Edit::Register { manifest: random::manifest(dice, &module, &modules, &scopes, false) }
        }
    }
}

/// The document after the edits.
pub(crate) fn apply(document: &Value, edits: &[Edit]) -> Value {
    let mut document = document.clone();
    edits.iter().for_each(|edit| apply_one(&mut document, edit));
    document
}

fn apply_one(document: &mut Value, edit: &Edit) {
    match edit {
        Edit::Assign { node, module } => {
            let has_node = any(document, "nodes", |entry| entry["name"] == *node);
            let known = any(document, "assignments", |pair| pair[0] == *node && pair[1] == *module);
            if has_node && !known {
                list(document, "assignments").push(json!([node, module]));
            }
        }
        Edit::Unassign { node, module } => {
            list(document, "assignments").retain(|pair| pair[0] != *node || pair[1] != *module);
        }
        Edit::Pin { node, name, from } => {
            let has = |node: &String| any(document, "nodes", |entry| entry["name"] == *node);
            if has(node) && has(from) {
                list(document, "pins").retain(|pin| pin[0] != *node || pin[1] != *name);
                list(document, "pins").push(json!([node, name, from]));
            }
        }
        Edit::Unpin { node, name } => {
            list(document, "pins").retain(|pin| pin[0] != *node || pin[1] != *name);
        }
        Edit::RemoveNode { node } => {
            list(document, "nodes").retain(|entry| entry["name"] != *node);
            list(document, "assignments").retain(|pair| pair[0] != *node);
            list(document, "pins").retain(|pin| pin[0] != *node && pin[2] != *node);
        }
        Edit::SetNode { node } => replace(list(document, "nodes"), node),
        Edit::Register { manifest } => replace(list(document, "modules"), manifest),
    }
}

fn list<'d>(document: &'d mut Value, key: &str) -> &'d mut Vec<Value> {
    document[key].as_array_mut().unwrap()
}

fn any(document: &Value, key: &str, is: impl Fn(&Value) -> bool) -> bool {
    document[key].as_array().is_some_and(|list| list.iter().any(is))
}

/// Puts an entry where the one of its name is; where none is, nothing.
fn replace(list: &mut [Value], entry: &Value) {
    for known in list.iter_mut().filter(|known| known["name"] == entry["name"]) {
        *known = entry.clone();
    }
}
