//! Why a module is not on a node, in words.

use super::{Page, names};
use crate::{model::ModuleName, plan::why::Absence, report::refusal::unmet};

impl Page<'_> {
    pub(super) fn absences(&mut self, absences: &[Absence]) {
        for absence in absences {
            let text = self.absence(absence);
            self.line("  ", &text);
        }
    }

    fn absence(&self, absence: &Absence) -> String {
        let node = self.node;
        match absence {
            Absence::ProvidesNothing => "it provides nothing that another module could require".to_owned(),
            Absence::Unrequired { provisions } => {
                format!("nothing on {node} requires {}, which it provides", names(provisions))
            }
            Absence::Answered { provision, by, modules } => {
                format!("{} {provision}, which {} on {node} answers", require(by), names(modules))
            }
            Absence::Pinned { provision, by, from } => {
                format!("{} {provision}, which a pin takes from {from}", require(by))
            }
            Absence::Wide { provision, by, from: Some(from) } => {
                format!("{} {provision}, which is taken from {from}", require(by))
            }
            Absence::Wide { provision, by, from: None } => {
                let rule = "what is offered beyond a node is never brought in";
                format!("{} {provision}, which nothing answers; {rule}", require(by))
            }
            Absence::Open { provision, by, others } if others.is_empty() => {
                format!("{} {provision}, which nothing answers", require(by))
            }
            Absence::Open { provision, by, others } => {
                let provide = if others.len() == 1 { "provides" } else { "provide" };
                let others = names(others);
                format!("{} {provision}, which nothing answers: {others} {provide} it too", require(by))
            }
            Absence::Unmet { unmet: facts } => {
                let facts: Vec<String> = facts.iter().map(|fact| unmet(fact, node.as_str())).collect();
                format!("it {}", facts.join("; it "))
            }
        }
    }
}

fn require(by: &[ModuleName]) -> String {
    format!("{} {}", names(by), if by.len() == 1 { "requires" } else { "require" })
}
