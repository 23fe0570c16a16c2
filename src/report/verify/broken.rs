//! What is wrong where a promise is not kept, a sentence each.

use crate::{
    report::failure::meaningless,
    store::verify::{Break, Found},
};

/// What is wrong.
pub fn broken(broken: &Break) -> String {
    match broken {
        Break::Found { what, about } => filled(sentence(*what), about),
        Break::Declaration { node, generation } => {
            format!("declaration {generation} of {node} is another than was pushed")
        }
        Break::Lacks(part) => format!("it lacks {part}"),
        Break::Joined(part) => format!("it also has {part}"),
        Break::Redefined(part) => format!("{part} is defined otherwise than it was"),
        Break::Altered { part, found, promised } => format!("{part} is {found}, and was {promised}"),
        Break::Stored(stored) => meaningless(stored),
        Break::Refused(said) => said.clone(),
    }
}

/// A sentence with a place for each that it is about.
const fn sentence(what: Found) -> &'static str {
    match what {
        Found::NodeSite => "node {} is at site {}, which is not there",
        Found::AssignedNode => "{} is assigned to node {}, which is not there",
        Found::AssignedModule => "{} is assigned to node {} and is not registered",
        Found::PinnedNode => "node {} is pinned for {} and is not there",
        Found::PinnedTo => "node {} is pinned to {} for {}, which is not there",
        Found::HeldNode => "node {} is held and is not there",
        Found::DeclaredPush => "{} was declared in generation {}, which was never pushed",
        Found::AcknowledgedDeclaration => "{} acknowledged generation {}, which it was never declared",
        Found::LoginRole => "the login {} is not the role that it was granted to, which was renamed or made anew",
        Found::LoginNode => "the login {} is that of {}, which is no node and never was one",
        Found::WorkedOut => "what is worked out of the manifest of {} is another's",
        Found::Manifest => "manifest {} ({}) is another than was declared",
        Found::DeclaredManifest => "declaration {} of {} has manifest {}, which is not kept",
        Found::Gap => "generation {} follows {}",
        Found::Empty => "generation {} declares nothing",
        Found::Pushed => "generation {}, or what it declared, is not as it was pushed",
        Found::Seal => "the seal of generation {} is not as it was written, or one before it is missing",
        Found::Unsealed => "generation {} was not sealed",
        Found::LastDeclared => "{} was told generation {} last, and {} is written down",
        Found::LastAcknowledged => "node {} acknowledged generation {} last, and {} is written down",
        Found::Change => "change {} is not as it was recorded, or one before it is missing",
        Found::Steps => "change {} says that it is {} edits, and has {}",
    }
}

/// A sentence with those that it is about.
fn filled(sentence: &str, about: &[Option<String>]) -> String {
    let mut about = about.iter().map(|one| one.as_deref().unwrap_or("none"));
    let mut parts = sentence.split("{}");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(about.next().unwrap_or_default());
        text.push_str(part);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_whom_it_is_about_in_their_order() {
        let about = |about: &[Option<&str>]| about.iter().map(|one| one.map(str::to_owned)).collect();
        let last = Break::Found { what: Found::LastDeclared, about: about(&[Some("web{}"), Some("3"), None]) };
        assert_eq!(broken(&last), "web{} was told generation 3 last, and none is written down");
    }
}
