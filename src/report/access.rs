//! Who may do what, as a table and for programs.

use serde::Serialize;

use super::{json::line, tables::Table, words::list};

/// Every role that has rights on the mesh.
#[derive(Clone, Debug, Serialize)]
pub struct Roles {
    /// The name and version of this document.
    pub schema: &'static str,
    /// The role that owns the tables, and may do everything.
    pub owner: String,
    /// The others, by name.
    pub roles: Vec<Role>,
}

/// A role that has rights on the mesh.
#[derive(Clone, Debug, Serialize)]
pub struct Role {
    /// The role.
    pub role: String,
    /// What it may do: `operator`, `reader` or `node`.
    pub may: &'static str,
    /// The node that it is.
    pub node: Option<String>,
    /// Whether it may log in itself.
    pub login: bool,
    /// The rights that it lacks for that.
    pub lacks: Vec<String>,
}

/// Rights that were given or taken, or are told as SQL.
#[derive(Clone, Copy, Debug)]
pub struct Granted<'a> {
    /// The role.
    pub role: &'a str,
    /// What it may do then; nothing where all was taken.
    pub may: Option<&'static str>,
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
        remarks.extend((!role.login).then(|| "cannot log in itself".to_owned()));
        remarks.extend((!role.lacks.is_empty()).then(|| format!("lacks {}", list(&role.lacks))));
        let node = role.node.clone().unwrap_or_default();
        table.row([role.role.clone(), role.may.to_owned(), node, remarks.join("; ")]);
    }
    table
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
        (Some("reader"), None) => format!("{role} is a reader: it sees everything and changes nothing"),
        (Some(may), None) => format!("{role} is an {may}: it sees everything, changes the mesh and pushes it"),
    }
}

/// `provost.access/1` as one line.
pub fn granted_json(granted: &Granted<'_>) -> String {
    let Granted { role, may, node, grants, changed } = granted;
    line(&serde_json::json!({
        "schema": "provost.access/1", "role": role, "may": may, "node": node, "grants": grants, "changed": changed,
    }))
}
