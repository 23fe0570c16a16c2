//! Random changes of a mesh, as values that a document takes.

use serde_json::{Value, json};

use super::dice::Dice;
use super::random;

/// One change of a mesh document.
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
    /// A node's entry, facts and all; one that is not there yet is added.
    SetNode {
        node: Value,
    },
    Register {
        manifest: Value,
    },
}

/// One to three edits of a document, each of which fits what those before it leave.
pub(crate) fn edits(document: &Value, dice: &mut Dice) -> Vec<Edit> {
    more_edits(document, Vec::new(), dice)
}

/// The same, and with some of them a new node comes before.
pub(crate) fn growing_edits(document: &Value, dice: &mut Dice) -> Vec<Edit> {
    let first = if dice.chance(30) { vec![added(document, dice)] } else { Vec::new() };
    more_edits(document, first, dice)
}

fn more_edits(document: &Value, mut edits: Vec<Edit>, dice: &mut Dice) -> Vec<Edit> {
    let mut left = apply(document, &edits);
    for _ in 0..dice.between(1, 3) {
        let edit = edit(&left, dice);
        apply_one(&mut left, &edit);
        edits.push(edit);
    }
    edits
}

/// A node that is new; it is the first by name, so that it is looked at first.
fn added(document: &Value, dice: &mut Dice) -> Edit {
    let mut node = dice.one_of(document["nodes"].as_array().unwrap());
    node["name"] = json!("a-new-node");
    Edit::SetNode { node }
}

fn edit(document: &Value, dice: &mut Dice) -> Edit {
    let names = |key: &str| -> Vec<String> {
        let entries = document[key].as_array().into_iter().flatten();
        entries.filter_map(|entry| Some(entry["name"].as_str()?.to_owned())).collect()
    };
    let (nodes, modules) = (names("nodes"), names("modules"));
    let (node, module) = (dice.one_of(&nodes), dice.one_of(&modules));
    let name = dice.one_of(&random::PROVISIONS).to_owned();
    match dice.between(1, 10) {
        1..=3 => Edit::Assign { node, module },
        4 | 5 => Edit::Unassign { node, module },
        6 => Edit::Pin { node, name, from: dice.one_of(&nodes) },
        7 => Edit::Unpin { node, name },
        8 if nodes.len() > 1 => Edit::RemoveNode { node },
        8 | 9 => {
            let mut like_another = dice.one_of(document["nodes"].as_array().unwrap());
            like_another["name"] = json!(node);
            Edit::SetNode { node: like_another }
        }
        _ => {
            let scopes = random::PROVISIONS.map(|_| dice.one_of(&["node", "site", "mesh", "mixed"]));
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
            let pair = json!([node, module]);
            list(document, "assignments").retain(|known| *known != pair);
            list(document, "assignments").push(pair);
        }
        Edit::Unassign { node, module } => {
            list(document, "assignments").retain(|known| *known != json!([node, module]));
        }
        Edit::Pin { node, name, from } => {
            list(document, "pins").retain(|pin| pin[0] != *node || pin[1] != *name);
            list(document, "pins").push(json!([node, name, from]));
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

/// A list of the document, which a small one may lack.
fn list<'d>(document: &'d mut Value, key: &str) -> &'d mut Vec<Value> {
    let fields = document.as_object_mut().unwrap();
    fields.entry(key).or_insert_with(|| json!([])).as_array_mut().unwrap()
}

/// Puts an entry where the one of its name is, or behind all others.
fn replace(list: &mut Vec<Value>, entry: &Value) {
    match list.iter_mut().find(|known| known["name"] == entry["name"]) {
        Some(known) => *known = entry.clone(),
        None => list.push(entry.clone()),
    }
}
