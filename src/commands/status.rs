//! `provost status`

mod verify;

use std::collections::BTreeMap;

use clap::Args as Arguments;

use crate::{
    model::{Mesh, Person},
    outcome::{Exit, Failure},
    plan::{Holding, Planner, Shown},
    report::status::{self as words, Database, Held, Inventory, Pushed, Status},
    resolver::{Identity, World},
    store::{
        Access, Session,
        about::about,
        acknowledgements,
        connect::{Connected, Place},
        generations, migrate, snapshot,
    },
};

use super::{
    context::{Context, Making},
    traits::Traits,
};

/// Show the database and its version, what the mesh has, what is refused, what is pushed and what is pending.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::READS.exits(&[Exit::Done, Exit::Failed, Exit::Usage, Exit::Refused]).near(&["claims", "pins", "why", "status", "log", "plan"]))]
#[command(after_help = "Examples:\n  provost status\n  provost status --verify")]
pub struct Args {
    /// Look whether the database keeps what it promises: the schema, the digests of what was pushed, and the record.
    /// It only reads, and exits with 3 where it does not
    #[arg(long)]
    pub verify: bool,
}

/// Shows it.
///
/// # Errors
/// Where the database is out of reach.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    if args.verify {
        return verify::run(context);
    }
    let mut connected = context.connect(Making::No)?;
    let local = context.is_local();
    let status = status(&mut connected, local)?;
    let text = if context.json() { words::json(&status) } else { words::status(&status, context.terminal.style()) };
    context.terminal.print(&text)?;
    Ok(Exit::Done)
}

fn status(connected: &mut Connected, local: bool) -> Result<Status, Failure> {
    let server = match &connected.server.place {
        Place::Socket(folder) => folder.display().to_string(),
        Place::Machine(_) => connected.server.address(),
    };
    let mut session = Session::begin(&mut connected.client, Access::Read)?;
    let about = about(&mut session)?;
    let (loaded, last) = snapshot::load_beside(&mut session, generations::last_declared)?;
    let newest = generations::newest(&mut session)?;
    let acknowledgements = acknowledgements::standings(&mut session)?;
    let role = session.role().to_owned();
    session.roll_back();
    let world = World::new(loaded.mesh, loaded.now);
    let planner = Planner::new(&world, &last);
    let (digest, findings) = (planner.digest(), || world.resolution.findings());
    let mut refusals = BTreeMap::new();
    for Identity { code, .. } in world.identities() {
        *refusals.entry(code.word()).or_insert(0) += 1;
    }
    Ok(Status {
        schema: "provost.status/1",
        database: Database {
            name: about.database,
            server,
            server_version: about.server_version,
            role,
            local,
            schema_version: migrate::MIGRATIONS.iter().map(|migration| migration.number).max().unwrap_or(0),
        },
        mesh: inventory(&world.mesh),
        resolves: !findings().any(|finding| planner.stops(finding)),
        refusals,
        pushed: newest.map(pushed),
        pending: planner.counts(),
        held: held(&planner),
        acknowledgements,
        now: world.now,
        digest,
    })
}

fn inventory(mesh: &Mesh) -> Inventory {
    Inventory {
        sites: mesh.sites().count(),
        nodes: mesh.size(),
        modules: mesh.catalogue.modules().count(),
        assignments: mesh.nodes().map(|(node, _)| mesh.assigned(node).len()).sum(),
        pins: mesh.nodes().map(|(_, node)| node.pins.len()).sum(),
    }
}

fn held(planner: &Planner<'_>) -> Vec<Held> {
    let held = |holding: Holding| Some(Held { node: holding.node, hold: holding.held?, declared: holding.declared });
    planner.held(&Shown::All).into_iter().filter_map(|node| held(planner.holding(node))).collect()
}

fn pushed(newest: generations::Newest) -> Pushed {
    let generations::Newest { generation, pushed, db_user, os_user, message, digest } = newest;
    Pushed { generation, at: pushed, by: Person { db_user, os_user }, message, digest }
}
