//! `provost export`

use clap::Args as Arguments;

use crate::{
    outcome::{Exit, Failure},
    report::export::document,
    store::{catalogue::manifests, snapshot},
};

use super::{context::Context, traits::Traits};

/// Print the whole mesh as a document, sorted, so that two exports of one mesh are the same bytes.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::READS.near(&["export", "import", "batch"]))]
#[command(after_help = "Example:\n  provost export > mesh.json")]
pub struct Args {}

/// Prints the document.
///
/// # Errors
/// Where the database is out of reach, or the output cannot be written.
pub fn run(_: &Args, context: &mut Context) -> Result<Exit, Failure> {
    context.page();
    let (mesh, texts) = context.read(|session, _| {
        let mesh = snapshot::load(session)?.mesh;
        let texts = manifests(session, None)?;
        Ok((mesh, texts))
    })?;
    let manifests = texts.into_iter().map(|stored| stored.manifest.to_string());
    context.terminal.stream(|out| document(&mesh, manifests, out))?;
    Ok(Exit::Done)
}
