//! Edits in words: how it is after each of them.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::words::typed;
use crate::model::{Edit, Scalar};

/// An edit as it is recorded.
#[derive(Debug, Deserialize)]
#[serde(tag = "edit", rename_all = "kebab-case")]
enum Recorded {
    AddSite {
        site: String,
    },
    RenameSite {
        site: String,
        to: String,
    },
    RemoveSite {
        site: String,
    },
    AddNode {
        node: String,
        site: Option<String>,
        #[serde(default)]
        facts: Map<String, Value>,
    },
    RenameNode {
        node: String,
        to: String,
    },
    RemoveNode {
        node: String,
    },
    Site {
        node: String,
        before: Option<String>,
        after: Option<String>,
    },
    Fact {
        node: String,
        fact: String,
        before: Option<Value>,
        after: Option<Value>,
    },
    Register {
        module: String,
        before: Option<String>,
    },
    RemoveModule {
        module: String,
    },
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
        provision: String,
        before: Option<String>,
        after: Option<String>,
    },
    Hold {
        node: String,
        after: Option<Held>,
    },
    Access {
        role: String,
        node: Option<String>,
        after: Option<String>,
    },
    AllowMove {
        node: String,
        requirement: String,
        from: String,
        to: String,
    },
}

#[derive(Debug, Deserialize)]
struct Held {
    message: String,
}

/// An edit in words; `None` where other words tell of it.
pub(super) fn told(edit: &Edit) -> Option<String> {
    if matches!(edit, Edit::AllowMove { .. }) {
        return None;
    }
    // Edits always have a JSON form.
    serde_json::to_value(edit).ok().as_ref().map(recorded)
}

/// An edit of a change that was made for a reason, in words. A hold that has the same reason does not say it again.
pub(super) fn because(edit: &Value, reason: Option<&str>) -> String {
    match Recorded::deserialize(edit) {
        Ok(Recorded::Hold { node, after: Some(Held { message }) }) if reason == Some(&message) => {
            format!("{node} is held")
        }
        _ => recorded(edit),
    }
}

/// A recorded edit in words. What a later version recorded and this one does not know is told as it stands.
fn recorded(edit: &Value) -> String {
    Recorded::deserialize(edit).map_or_else(|_| edit.to_string(), words)
}

fn words(edit: Recorded) -> String {
    match edit {
        Recorded::AddSite { site } => format!("site {site} is added"),
        Recorded::RenameSite { site, to } => format!("site {site} is called {to}"),
        Recorded::RemoveSite { site } => format!("site {site} is removed"),
        Recorded::AddNode { node, site, facts } => {
            let facts = facts.iter().map(|(fact, value)| format!("{fact}={}", stated(value)));
            let details: Vec<String> = site.iter().map(|site| format!("site {site}")).chain(facts).collect();
            format!("node {node} is added{}", bracketed(&details))
        }
        Recorded::RenameNode { node, to } => format!("node {node} is called {to}"),
        Recorded::RemoveNode { node } => format!("node {node} is removed"),
        Recorded::Site { node, before, after } if before == after => format!("{node} stands {}", at(after.as_deref())),
        Recorded::Site { node, before, after } => {
            format!("{node} stands {}, before {}", at(after.as_deref()), at(before.as_deref()))
        }
        Recorded::Fact { node, fact, before, after } => {
            let before = before.as_ref().map_or_else(|| "nothing".to_owned(), stated);
            match after {
                Some(after) => format!("{node} has {fact}={}, before {before}", stated(&after)),
                None => format!("{node} has no {fact} any more, before {before}"),
            }
        }
        Recorded::Register { module, before: None } => format!("{module} is registered"),
        Recorded::Register { module, before: Some(_) } => format!("{module} has a new manifest"),
        Recorded::RemoveModule { module } => format!("{module} is no longer in the catalogue"),
        Recorded::Assign { node, module } => format!("{module} is assigned to {node}"),
        Recorded::Unassign { node, module } => format!("{module} is no longer assigned to {node}"),
        Recorded::Pin { node, provision, before, after: Some(from) } => {
            let before = before.iter().map(|before| format!("before to {before}")).collect::<Vec<_>>();
            format!("{node} is pinned to {from} for {provision}{}", bracketed(&before))
        }
        Recorded::Pin { node, provision, after: None, .. } => format!("{node} is no longer pinned for {provision}"),
        Recorded::Hold { node, after: Some(Held { message }) } => format!("{node} is held: {message}"),
        Recorded::Hold { node, after: None } => format!("{node} is released"),
        Recorded::Access { role, after: None, .. } => format!("{role} may do nothing any more"),
        Recorded::Access { role, node: Some(node), .. } => format!("{role} is the login of {node}"),
        Recorded::Access { role, node: None, after: Some(after) } => {
            format!("{role} is {} {after}", if after == "operator" { "an" } else { "a" })
        }
        Recorded::AllowMove { node, requirement, from, to } => {
            format!("{requirement} of {node} may move from {from} to {to}")
        }
    }
}

/// A value as it is typed; what no fact can have, as it stands.
fn stated(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| typed(&Scalar::Text(text.to_owned())))
}

fn bracketed(details: &[String]) -> String {
    if details.is_empty() { String::new() } else { format!(" ({})", details.join(", ")) }
}

fn at(site: Option<&str>) -> String {
    site.map_or_else(|| "at no site".to_owned(), |site| format!("at site {site}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use uuid::Uuid;

    use super::*;
    use crate::{
        model::{Digest, Hold},
        report::sample as make,
    };

    #[test]
    fn every_edit_but_an_allowed_move_has_words() {
        let (node, site) = (make::name("web1"), Some(make::name("attic")));
        let hold = Hold { by: make::person("ann"), at: make::moment(), message: "stolen".into() };
        let facts = BTreeMap::from([(make::name("rack"), make::text("4"))]);
        let edits = [
            Edit::AddNode {
                node: make::name("web1"),
                id: Uuid::nil(),
                site: site.clone().map(Box::new),
                facts: facts.into(),
            },
            Edit::RenameNode { node: make::name("web1"), to: make::name("web2") },
            Edit::Site { node: make::name("web1"), before: site.map(Box::new), after: None },
            Edit::Fact {
                node: make::name("web1"),
                fact: make::name("rack"),
                before: Some(Scalar::Truth(true).into()),
                after: None,
            },
            Edit::RemoveModule { module: make::name("fish"), before: Digest::of(b"") },
            make::unassign("web1", "fish"),
            Edit::Pin { node: make::name("web1"), provision: make::name("db"), before: None, after: None },
            Edit::Pin {
                node: make::name("a"),
                provision: make::name("db"),
                before: Some(Box::new(make::name("b"))),
                after: Some(Box::new(make::name("c"))),
            },
            Edit::Hold { node: make::name("web1"), before: None, after: Some(Box::new(hold)) },
            Edit::AllowMove {
                node,
                requirement: make::name("db"),
                from: Box::new(make::name("a")),
                to: Box::new(make::name("b")),
            },
        ];
        let told: Vec<Option<String>> = edits.iter().map(told).collect();
        let told: Vec<Option<&str>> = told.iter().map(Option::as_deref).collect();
        assert_eq!(
            told,
            [
                Some("node web1 is added (site attic, rack=\"4\")"),
                Some("node web1 is called web2"),
                Some("web1 stands at no site, before at site attic"),
                Some("web1 has no rack any more, before true"),
                Some("fish is no longer in the catalogue"),
                Some("fish is no longer assigned to web1"),
                Some("web1 is no longer pinned for db"),
                Some("a is pinned to c for db (before to b)"),
                Some("web1 is held: stolen"),
                None,
            ]
        );
    }
}
