//! What answers a provision on a node, in words.

use super::{Page, REQUIRERS, names, way_text};
use crate::{
    plan::{
        StandingPin,
        why::{Answering, How, ProvisionAnswer},
    },
    report::refusal::message,
};

impl Page<'_> {
    pub(super) fn provision(&mut self, answer: &ProvisionAnswer) {
        let (provision, node) = (&answer.provision, self.node);
        for answering in &answer.answers {
            let headline = format!("{provision} on {node} is answered {}", self.by(answering));
            self.headline(&headline);
            self.ways_of(&answering.placed);
            self.requirers(answer, |by| answering.wanted_for.contains(by));
        }
        if let Some(refusal) = &answer.open {
            self.headline(&format!("{provision} on {node} is not answered: {}", message(refusal)));
            self.requirers(answer, |by| !answer.answers.iter().any(|answering| answering.wanted_for.contains(by)));
            self.line("  ", &format!("`provost plan {node}` shows what settles it"));
        }
        if answer.required.is_empty() {
            self.unrequired(answer);
        }
        if let Some(pin) = &answer.pin {
            self.line("  ", &pinned(pin));
        }
    }

    fn requirers(&mut self, answer: &ProvisionAnswer, is_meant: impl Fn(&crate::model::ModuleName) -> bool) {
        let meant: Vec<_> = answer.required.iter().filter(|placed| is_meant(&placed.module)).collect();
        if meant.len() <= REQUIRERS + 1 {
            return meant.into_iter().for_each(|placed| self.ways_of(placed));
        }
        // Of very many the first, each by its shortest way.
        for placed in meant.iter().take(REQUIRERS) {
            let way = placed.paths.first().map(|way| way_text(&placed.node, way));
            way.into_iter().for_each(|way| self.line("  ", &way));
        }
        self.untold(meant.len() - REQUIRERS, " that require it");
    }

    fn by(&self, answering: &Answering) -> String {
        let Answering { wanted_for, how, placed, .. } = answering;
        let (node, module) = (&placed.node, &placed.module);
        let whom = match (how, node == self.node) {
            (How::Set, _) => format!("by {module}, which is on the node itself"),
            (How::Pin, true) => format!("by the node itself ({module}), by a pin"),
            (How::Pin, false) => format!("by {node} ({module}), by a pin"),
            (How::Only, _) => format!("by {node} ({module}), the only one that offers it"),
        };
        format!("{whom}, for {}", names(wanted_for))
    }

    fn unrequired(&mut self, answer: &ProvisionAnswer) {
        let (provision, node) = (&answer.provision, self.node);
        for placed in &answer.provided {
            self.headline(&format!("{} on {node} provides {provision}, and nothing there requires it", placed.module));
            self.ways(placed);
        }
        if answer.provided.is_empty() {
            self.headline(&format!("nothing on {node} requires or provides {provision}"));
            let providers: Vec<String> =
                answer.providers.iter().map(|(module, scope)| format!("{module} (for the {})", scope.word())).collect();
            let text = match providers.len() {
                0 => "no module of the catalogue provides it".to_owned(),
                1 => format!("of the catalogue {} provides it", providers.concat()),
                _ => format!("of the catalogue {} provide it", names(&providers)),
            };
            self.line("  ", &text);
        }
    }
}

/// How a pin stands, as a sentence.
pub(super) fn pinned(pin: &StandingPin) -> String {
    let StandingPin { node, provision, from, .. } = pin;
    let standing = match (pin.idle, pin.stale) {
        (true, true) => format!("nothing on {node} requires it and {from} does not offer it, so that it has no effect"),
        (true, false) => format!("nothing on {node} requires it, so that it has no effect"),
        (false, true) if from == node => "no other module there offers it".to_owned(),
        (false, true) => format!("{from} does not offer it"),
        (false, false) if pin.decides => "it decides".to_owned(),
        (false, false) => "the answer would be the same without it".to_owned(),
    };
    format!("{node} is pinned to {from} for {provision}: {standing}")
}
