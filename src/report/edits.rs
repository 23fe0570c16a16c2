//! Edits in words: how it is after each of them.

use super::words::typed;
use crate::model::{Edit, SiteName};

/// An edit in words; `None` where other words tell of it.
pub(super) fn told(edit: &Edit) -> Option<String> {
    let told = match edit {
        Edit::AddSite { site } => format!("site {site} is added"),
        Edit::RenameSite { site, to } => format!("site {site} is called {to}"),
        Edit::RemoveSite { site } => format!("site {site} is removed"),
        Edit::AddNode { node, site, facts, .. } => {
            let facts = facts.by_name().into_iter().map(|(fact, value)| format!("{fact}={}", typed(&value)));
            let details: Vec<String> = site.iter().map(|site| format!("site {site}")).chain(facts).collect();
            format!("node {node} is added{}", bracketed(&details))
        }
        Edit::RenameNode { node, to } => format!("node {node} is called {to}"),
        Edit::RemoveNode { node } => format!("node {node} is removed"),
        Edit::Site { node, before, after } if before == after => format!("{node} stands {}", at(after.as_deref())),
        Edit::Site { node, before, after } => {
            format!("{node} stands {}, before {}", at(after.as_deref()), at(before.as_deref()))
        }
        Edit::Fact { node, fact, before, after: Some(after) } => {
            let before = before.as_deref().map_or_else(|| "nothing".to_owned(), typed);
            format!("{node} has {fact}={}, before {before}", typed(after))
        }
        Edit::Fact { node, fact, before, after: None } => {
            let before = before.as_deref().map_or_else(|| "nothing".to_owned(), typed);
            format!("{node} has no {fact} any more, before {before}")
        }
        Edit::Register { module, before: None, .. } => format!("{module} is registered"),
        Edit::Register { module, before: Some(_), .. } => format!("{module} has a new manifest"),
        Edit::RemoveModule { module, .. } => format!("{module} is no longer in the catalogue"),
        Edit::Assign { node, module } => format!("{module} is assigned to {node}"),
        Edit::Unassign { node, module } => format!("{module} is no longer assigned to {node}"),
        Edit::Pin { node, provision, before, after: Some(from) } => {
            let before = before.iter().map(|before| format!("before to {before}")).collect::<Vec<_>>();
            format!("{node} is pinned to {from} for {provision}{}", bracketed(&before))
        }
        Edit::Pin { node, provision, after: None, .. } => format!("{node} is no longer pinned for {provision}"),
        Edit::Hold { node, after: Some(hold), .. } => format!("{node} is held: {}", hold.message),
        Edit::Hold { node, after: None, .. } => format!("{node} is released"),
        Edit::AllowMove { .. } => return None,
    };
    Some(told)
}

fn bracketed(details: &[String]) -> String {
    if details.is_empty() { String::new() } else { format!(" ({})", details.join(", ")) }
}

fn at(site: Option<&SiteName>) -> String {
    site.map_or_else(|| "at no site".to_owned(), |site| format!("at site {site}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use uuid::Uuid;

    use super::*;
    use crate::{
        model::{Digest, Hold, Scalar},
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
