//! Who may do what, as a table and for programs.

use serde::{Serialize, Serializer};

use super::{escape::shell, json::line, tables::Table, words::list};
use crate::model::Rights;

/// Every role that has rights on the mesh.
#[derive(Clone, Debug, Serialize)]
pub struct Roles {
    /// The name and version of this document.
    pub schema: &'static str,
    /// The role that owns the tables, and may do everything.
    pub owner: String,
    /// What everybody has, and the others by name.
    pub roles: Vec<Role>,
    /// Logins that are nobody's any more.
    pub astray: Vec<Astray>,
}

/// A role that has rights on the mesh.
#[derive(Clone, Debug, Serialize)]
pub struct Role {
    /// The role.
    pub role: String,
    /// What it may do; `other` where that is none of what there is to be done.
    #[serde(serialize_with = "or_other")]
    pub may: Option<Rights>,
    /// The node that it is.
    pub node: Option<String>,
    /// Whether it may log in itself.
    pub login: bool,
    /// The rights that it lacks for that.
    pub lacks: Vec<String>,
    /// The rights that it was given beside.
    pub more: Vec<String>,
}

/// The login of a node whose role is not there as it was when it was granted.
#[derive(Clone, Debug, Serialize)]
pub struct Astray {
    /// The name that the role had.
    pub role: String,
    /// The node.
    pub node: String,
    /// What that role is called now, where it is there.
    pub renamed: Option<String>,
    /// Whether another role has its name.
    pub taken: bool,
}

/// A right, in a few words.
pub fn right(right: &str, table: &str) -> String {
    format!("{right} on {table}")
}

// The signature is that of `serialize_with`.
fn or_other<S: Serializer>(may: &Option<Rights>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(duty(*may))
}

/// What a role may do, in a word.
fn duty(may: Option<Rights>) -> &'static str {
    may.map_or("other", Rights::word)
}

/// Rights that were given or taken, or are told as SQL.
#[derive(Clone, Copy, Debug)]
pub struct Granted<'a> {
    /// The role.
    pub role: &'a str,
    /// What it may do then; nothing where all was taken.
    pub may: Option<Rights>,
    /// The node that it is.
    pub node: Option<&'a str>,
    /// The SQL for it.
    pub grants: &'a str,
    /// Whether it was done.
    pub changed: bool,
}

/// Who may do what: the owner first.
pub fn roles(roles: &Roles) -> Table {
    let mut table = Table::new(["role", "may", "node", "remark"]);
    let empty = String::new;
    table.row([roles.owner.clone(), "everything".to_owned(), empty(), "owns the tables".to_owned()]);
    for role in &roles.roles {
        let mut remarks = Vec::new();
        // No role is called that.
        let everybody = role.role == "public";
        remarks.extend(everybody.then(|| "every role there is".to_owned()));
        remarks.extend((!role.login && !everybody).then(|| "cannot log in itself".to_owned()));
        remarks.extend((!role.lacks.is_empty()).then(|| format!("lacks {}", list(&role.lacks))));
        remarks.extend((!role.more.is_empty()).then(|| format!("was given {}", list(&role.more))));
        let node = role.node.clone().unwrap_or_default();
        table.row([role.role.clone(), duty(role.may).to_owned(), node, remarks.join("; ")]);
    }
    for astray in &roles.astray {
        table.row([astray.role.clone(), "nothing".to_owned(), astray.node.clone(), remedy(astray)]);
    }
    table
}

/// Why a login is nobody's, and what to type.
fn remedy(astray: &Astray) -> String {
    let grant =
        |role: &str| format!("provost access grant node {} --node {}", shell(role, true), shell(&astray.node, true));
    match (&astray.renamed, astray.taken) {
        (Some(now), _) => format!("was renamed to {now}: {}", grant(now)),
        (None, true) => format!("is another role than it was granted to: {}", grant(&astray.role)),
        (None, false) => format!("there is no such role: provost access revoke {}", shell(&astray.role, true)),
    }
}

/// `provost.roles/1` as one line.
pub fn json(roles: &Roles) -> String {
    line(roles)
}

/// What was given or taken.
pub fn granted(granted: &Granted<'_>) -> String {
    let Granted { role, may, node, .. } = granted;
    match (may, node) {
        (None, _) => format!("{role} may do nothing any more"),
        (Some(_), Some(node)) => {
            format!("{role} is the login of {node}: it reads what {node} was told, says what became of it, and no more")
        }
        (Some(Rights::Read), None) => format!("{role} is a reader: it sees everything and changes nothing"),
        (Some(may @ (Rights::Change | Rights::Own)), None) => {
            format!("{role} is an {}: it sees everything, changes the mesh and pushes it", may.word())
        }
    }
}

/// `provost.access/1` as one line.
pub fn granted_json(granted: &Granted<'_>) -> String {
    let Granted { role, may, node, grants, changed } = granted;
    line(&serde_json::json!({
        "schema": "provost.access/1", "role": role, "may": may, "node": node, "grants": grants, "changed": changed,
    }))
}
/// How a role is made, which only psql does: a command to paste, where that can be said.
pub fn make_role(quoted: &str, psql: Option<&str>) -> String {
    let statement = format!("create role {quoted} login");
    match psql {
        Some(psql) => format!("{psql} -c {}", shell(&statement, true)),
        None => format!("in psql, on that database: {statement}"),
    }
}
