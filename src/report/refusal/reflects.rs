//! `dangling-reflects` in words.

use super::{
    chain::chains,
    telling::{Case, Memory, Telling},
};
use crate::report::words::{HEADLINE, some};

pub(super) fn tell(case: &Case<'_>, resource: &str, reflects: &[String], memory: &mut Memory) -> Telling {
    let what = if reflects.len() == 1 { "which is not there" } else { "which are not there" };
    let mut because = chains(case, memory);
    because.extend(memory.rule("a resource reflects what the modules of its node have".to_owned()));
    let (module, _) = resource.split_once('/').unwrap_or((resource, ""));
    Telling {
        headline: format!("{resource} on {} reflects {}, {what}", case.place(), some(reflects, HEADLINE)),
        because,
        without: format!("the manifest of {module} has to name a resource that is there, or no such resource"),
        ..Telling::default()
    }
}
