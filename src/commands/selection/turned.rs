//! Arguments that stand where the other kind belongs: `assign nginx mini` for `assign mini nginx`.

use super::Selection;
use crate::{
    model::{Mesh, ModuleName, ProvisionName},
    outcome::Failure,
    report::escape::batch_line,
};

use super::is_provided;

/// The arguments of a command by what they are.
pub(in crate::commands) struct Turned<'a> {
    /// Those that are nodes, as they were typed.
    pub(in crate::commands) nodes: Vec<&'a str>,
    /// The others.
    pub(in crate::commands) others: Vec<&'a str>,
}

impl<'a> Turned<'a> {
    /// Nodes and modules; `None` where one is neither or could be both.
    pub(in crate::commands) fn modules(mesh: &Mesh, typed: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        Self::of(mesh, typed, |word| ModuleName::new(word).is_ok_and(|module| mesh.module_id(&module).is_some()))
    }

    /// Nodes and provisions; `None` where one is neither or could be both.
    pub(in crate::commands) fn provisions(mesh: &Mesh, typed: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        Self::of(mesh, typed, |word| ProvisionName::new(word).is_ok_and(|provision| is_provided(mesh, &provision)))
    }

    fn of(mesh: &Mesh, typed: impl IntoIterator<Item = &'a str>, is_other: impl Fn(&str) -> bool) -> Option<Self> {
        let mut turned = Self { nodes: Vec::new(), others: Vec::new() };
        for word in typed {
            let is_node = word.parse::<Selection>().is_ok_and(|selection| selection.nodes(mesh).is_ok());
            match (is_node, is_other(word)) {
                (true, false) => turned.nodes.push(word),
                (false, true) => turned.others.push(word),
                (true, true) | (false, false) => return None,
            }
        }
        Some(turned)
    }
}

/// A failure over a name that is none, with the command that has its arguments the right way round.
pub(in crate::commands) fn turned(failure: Failure, command: Option<Vec<String>>) -> Failure {
    let Some(command) = command.filter(|_| failure.code == "no-such-name") else { return failure };
    let command = batch_line(&[vec!["provost".to_owned()], command].concat());
    failure.help(format!("the other way round: `{command}`"))
}
