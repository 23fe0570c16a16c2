//! `provost site …`

use clap::{Args, Subcommand};

use crate::{
    commands::cli::Changing,
    model::{Edit, Mesh, SiteName, kind},
    outcome::{Exit, Failure},
    report::{Act, site::Sites},
    store::names::Noun,
    store::snapshot,
};

use super::{
    complete::Completes,
    context::Context,
    editing::Editing,
    selection::{Offer, name, some_site},
    traits::Traits,
    verb::Plain,
};

/// The places.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Say that there is a site
    Add(Changing<AddArgs>),
    /// Give a site another name
    Rename(Changing<RenameArgs>),
    /// Remove a site that has no nodes
    Remove(Changing<RemoveArgs>),
    /// List the sites
    List(ListArgs),
}

/// `site add`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::CHANGES)]
#[command(after_help = "Example:\n  provost site add loft")]
pub struct AddArgs {
    /// The site
    #[arg(value_name = "SITE", value_parser = name::<kind::Site>)]
    pub site: SiteName,
}

/// `site rename`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::CHANGES)]
#[command(after_help = "Example:\n  provost site rename attic loft")]
pub struct RenameArgs {
    /// The site
    #[arg(value_name = "SITE", value_parser = name::<kind::Site>, add = Completes::Name(Noun::Site))]
    pub site: SiteName,
    /// Its new name
    #[arg(value_name = "NEW", value_parser = name::<kind::Site>)]
    pub to: SiteName,
}

/// `site remove`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::CHANGES)]
#[command(after_help = "Example:\n  provost site remove cellar")]
pub struct RemoveArgs {
    /// The site
    #[arg(value_name = "SITE", value_parser = name::<kind::Site>, add = Completes::Name(Noun::Site))]
    pub site: SiteName,
}

/// `site list`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::READS)]
#[command(after_help = "Example:\n  provost site list")]
pub struct ListArgs {}

fn command(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

impl Plain for AddArgs {
    fn act(&self, _: &Mesh) -> (Act, Vec<String>) {
        (Act::NameSite(self.site.clone()), command(&["site", "add", self.site.as_str()]))
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        if editing.world.mesh.site_id(&self.site).is_none() {
            editing.edit(Edit::AddSite { site: self.site.clone() });
        }
        Ok(())
    }
}

impl Plain for RenameArgs {
    fn act(&self, _: &Mesh) -> (Act, Vec<String>) {
        (Act::NameSite(self.to.clone()), command(&["site", "rename", self.site.as_str(), self.to.as_str()]))
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        some_site(&editing.world.mesh, &self.site, Offer::List)?;
        if self.site == self.to {
            return Ok(());
        }
        if editing.world.mesh.site_id(&self.to).is_some() {
            return Err(taken("site", self.to.as_str()));
        }
        editing.edit(Edit::RenameSite { site: self.site.clone(), to: self.to.clone() });
        Ok(())
    }
}

impl Plain for RemoveArgs {
    fn act(&self, _: &Mesh) -> (Act, Vec<String>) {
        (Act::RemoveSite(self.site.clone()), command(&["site", "remove", self.site.as_str()]))
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        some_site(&editing.world.mesh, &self.site, Offer::List)?;
        editing.edit(Edit::RemoveSite { site: self.site.clone() });
        Ok(())
    }
}

/// A name that another has.
pub(super) fn taken(noun: &str, name: &str) -> Failure {
    Failure::usage("name-taken", format!("there is a {noun} {name} already"))
        .so("nothing was changed")
        .help(format!("`provost {noun} list` shows those there are"))
}

/// `site list`
///
/// # Errors
/// Where the database is out of reach.
pub fn list(_: &ListArgs, context: &mut Context) -> Result<Exit, Failure> {
    context.page();
    let mesh = context.read(|session, _| Ok(snapshot::load(session)?.mesh))?;
    let sites = Sites::of(&mesh);
    if context.json() {
        context.print_json(&sites)?;
    } else {
        context.print_table(&sites.table(), "there are no sites yet: `provost site add NAME` makes one")?;
    }
    Ok(Exit::Done)
}
