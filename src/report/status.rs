//! What there is, in words and for programs: the database, the mesh, what is pushed and what is pending.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    acknowledgements,
    json::line,
    push::{hold, holds},
    style::{Ink, Style},
    words::{by, count},
};
use crate::{
    model::{Digest, Hold, Moment, NodeName, Person, Standing},
    plan::Counts,
};

/// The state of a mesh and its database.
#[derive(Clone, Debug, Serialize)]
pub struct Status {
    /// The name and version of this document.
    pub schema: &'static str,
    /// The database.
    pub database: Database,
    /// How much there is of each thing.
    pub mesh: Inventory,
    /// Whether nothing is refused that stops a push.
    pub resolves: bool,
    /// How many refusals there are of each code.
    pub refusals: BTreeMap<&'static str, usize>,
    /// The newest push; `None` before the first.
    pub pushed: Option<Pushed>,
    /// How the nodes differ from it.
    pub pending: Counts,
    /// The nodes that are held, by name.
    pub held: Vec<Held>,
    /// How machines stand to what they were last told, by name; none where none acknowledges.
    pub acknowledgements: Vec<Standing>,
    /// When this was so.
    #[serde(skip)]
    pub now: Moment,
    /// The digest of the mesh.
    pub digest: Digest,
}

/// A database.
#[derive(Clone, Debug, Serialize)]
pub struct Database {
    /// Its name.
    pub name: String,
    /// Where its server listens.
    pub server: String,
    /// The version of the server.
    pub server_version: String,
    /// The role that asked.
    pub role: String,
    /// Whether it is the local database.
    pub local: bool,
    /// The number of the newest migration.
    pub schema_version: i32,
}

/// How much there is of each thing.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Inventory {
    /// Sites.
    pub sites: usize,
    /// Nodes.
    pub nodes: usize,
    /// Modules of the catalogue.
    pub modules: usize,
    /// Assignments.
    pub assignments: usize,
    /// Pins.
    pub pins: usize,
}

/// A push.
#[derive(Clone, Debug, Serialize)]
pub struct Pushed {
    /// Its generation.
    pub generation: i64,
    /// When it was made.
    pub at: Moment,
    /// Who made it.
    #[serde(flatten)]
    pub by: Person,
    /// What the operator said about it.
    pub message: Option<String>,
    /// The digest of the mesh that was declared.
    pub digest: Digest,
}

/// A held node.
#[derive(Clone, Debug, Serialize)]
pub struct Held {
    /// The node.
    pub node: NodeName,
    /// The hold.
    #[serde(flatten)]
    pub hold: Hold,
    /// Whether there is a last declaration that it keeps.
    pub declared: bool,
}

/// `provost.status/1` as one line.
pub fn json(status: &Status) -> String {
    line(status)
}

/// The text of a status.
pub fn status(status: &Status, style: &Style) -> String {
    let mut lines = Vec::new();
    let mut row = |name: &str, said: &str| {
        let first = format!("{name:<11}");
        let mut wrapped = style.wrapped(&first, &" ".repeat(11), said);
        if let Some(line) = wrapped.first_mut() {
            line.replace_range(..name.len(), &style.ink(Ink::Faint, name));
        }
        lines.append(&mut wrapped);
    };
    row("database", &database(&status.database));
    row("mesh", &inventory(&status.mesh));
    row("refusals", &refusals(status));
    row("pushed", &status.pushed.as_ref().map_or_else(|| "nothing yet".to_owned(), pushed));
    row("pending", &pending(status));
    let held = status.held.iter().map(|one| hold(&one.node, &one.hold, one.declared));
    holds(held).iter().for_each(|told| row("", told));
    machines(status, &mut row);
    row("digest", &status.digest.to_string());
    lines.push(String::new());
    lines.join("\n")
}

/// The machines of which there is something to tell.
fn machines(status: &Status, row: &mut impl FnMut(&str, &str)) {
    let told = acknowledgements::told(&status.acknowledgements, status.now, &Style::PIPED);
    let done = status.acknowledgements.len();
    if done > 0 && told.is_empty() {
        row("machines", &format!("{} carried out all that they were told", count(done, "machine")));
    }
    told.iter().enumerate().for_each(|(at, line)| row(if at == 0 { "machines" } else { "" }, line));
}

fn database(database: &Database) -> String {
    let Database { name, server, server_version, role, local, schema_version } = database;
    let local = if *local { "the local database, " } else { "" };
    format!("{local}{name} on {server} as {role}, PostgreSQL {server_version}, schema {schema_version}")
}

fn inventory(mesh: &Inventory) -> String {
    let Inventory { sites, nodes, modules, assignments, pins } = *mesh;
    let counted = [
        count(nodes, "node"),
        count(sites, "site"),
        count(modules, "module"),
        count(assignments, "assignment"),
        count(pins, "pin"),
    ];
    counted.join(", ")
}

fn refusals(status: &Status) -> String {
    if status.refusals.is_empty() {
        return "none: the mesh resolves".to_owned();
    }
    let each: Vec<String> = status.refusals.iter().map(|(code, n)| format!("{n} {code}")).collect();
    let stops = if status.resolves { "all of held nodes, so that a push goes on" } else { "provost plan tells them" };
    format!("{}; {stops}", each.join(", "))
}

fn pushed(pushed: &Pushed) -> String {
    let message = pushed.message.as_ref().map(|message| format!(": {message}")).unwrap_or_default();
    format!("generation {} at {} by {}{message}", pushed.generation, pushed.at, by(&pushed.by))
}

fn pending(status: &Status) -> String {
    let Counts { new, changed, removed, refused, unchanged, held, kept_back, .. } = status.pending;
    let told = [(new, "new"), (changed, "changed"), (removed, "gone"), (refused, "refused"), (held, "held")];
    let mut told: Vec<String> = told.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect();
    let back = match kept_back {
        0 => String::new(),
        1 => "; a hold keeps back what 1 node would be told".to_owned(),
        nodes => format!("; holds keep back what {nodes} nodes would be told"),
    };
    if new + changed + removed + refused == 0 {
        told.insert(0, "nothing".to_owned());
    }
    told.extend((unchanged > 0).then(|| format!("{unchanged} unchanged")));
    let next = if status.resolves && new + changed + removed > 0 { "; provost push declares it" } else { "" };
    format!("{}{next}{back}", told.join(", "))
}
