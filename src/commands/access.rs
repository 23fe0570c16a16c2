//! `provost access`

use clap::{Args as Arguments, Subcommand, ValueEnum};

use crate::{
    model::{NodeName, kind},
    outcome::{Exit, Failure},
    report::{
        access::{self as words, Astray, Granted, Role, Roles},
        command::{command, option},
        escape::{batch_line, shell},
    },
    store::names::Noun,
    store::{
        Access, Session,
        access::{self, Gave, Rights},
        generations, log,
    },
    terminal::committing,
};

use super::{
    complete::Completes,
    context::{Context, Making},
    declaration::unknown,
    selection::name,
    traits::Traits,
};

/// Show who may do what, give roles in the database what they are to do, or take it.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::WRITES.near(&["access", "migrate", "local"]))]
#[command(after_help = "Examples:\n  provost access\n  provost access grant reader anna")]
pub struct Args {
    /// What to do with it
    #[command(subcommand)]
    pub action: Option<Action>,
}

/// What to do with rights.
#[derive(Clone, Debug, Subcommand)]
pub enum Action {
    /// Give a role in the database what it is to do, and nothing else
    ///
    /// What it could do before is taken. The role has to be there (create role anna login), and whoever gives has to
    /// own the tables.
    #[command(add = Traits::WRITES)]
    #[command(
        after_help = "Examples:\n  provost access grant operator anna\n  provost access grant node laptop_agent --node laptop"
    )]
    Grant(Grant),
    /// Take from a role in the database all that it may do
    #[command(add = Traits::WRITES)]
    #[command(after_help = "Example:\n  provost access revoke anna")]
    Revoke(Named),
    /// Print as SQL what a role needs to change the mesh
    #[command(add = Traits::APART)]
    #[command(after_help = "Example:\n  provost access operator anna")]
    Operator(Named),
    /// Print as SQL what a role needs to see everything
    #[command(add = Traits::APART)]
    #[command(after_help = "Example:\n  provost access reader anna")]
    Reader(Named),
}

/// A role.
#[derive(Clone, Debug, Arguments)]
pub struct Named {
    /// The role in the database
    #[arg(value_name = "ROLE")]
    pub role: String,
}

/// A role, and what it is to do.
#[derive(Clone, Debug, Arguments)]
pub struct Grant {
    /// What the role is to do
    #[arg(value_enum, value_name = "DUTY")]
    pub duty: Duty,
    /// The role in the database
    #[arg(value_name = "ROLE")]
    pub role: String,
    /// The node whose machine logs in with it
    #[arg(
        long,
        value_name = "NODE",
        value_parser = name::<kind::Node>,
        required_if_eq("duty", "node"),
        add = Completes::Name(Noun::Node),
    )]
    pub node: Option<NodeName>,
}

/// What a role is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Duty {
    /// Change the mesh and push it, and see everything
    Operator,
    /// Plan, explain, export and read the record of changes
    Reader,
    /// Read what one node was told, and say what became of it
    Node,
}

/// Shows, gives or takes rights.
///
/// # Errors
/// Where the database is out of reach, there is no such role, or whoever asks may not.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    match &args.action {
        None => show(context),
        Some(Action::Operator(named)) => print(Rights::Change, &named.role, context),
        Some(Action::Reader(named)) => print(Rights::Read, &named.role, context),
        Some(Action::Grant(grant)) => give(grant, context),
        Some(Action::Revoke(named)) => take(&named.role, context),
    }
}

fn show(context: &mut Context) -> Result<Exit, Failure> {
    let roles = context.read(|session, _| {
        let owner = access::owner(session)?;
        let roles = access::given(session)?.into_iter().map(|given| Role {
            may: given.rights,
            role: given.role,
            node: given.node,
            login: given.login,
            lacks: given.lacks.iter().map(|lacked| words::right(lacked.right, lacked.table)).collect(),
            more: given.more.iter().map(|held| words::right(&held.right, &held.table)).collect(),
        });
        let astray = access::astray(session)?.into_iter().map(|astray| Astray {
            role: astray.role,
            node: astray.node,
            renamed: astray.renamed,
            taken: astray.taken,
        });
        Ok(Roles { schema: "provost.roles/1", owner, roles: roles.collect(), astray: astray.collect() })
    })?;
    if context.json() {
        context.terminal.print(&words::json(&roles))?;
    } else {
        let table = words::roles(&roles);
        context.print_table(&table, "")?;
    }
    Ok(Exit::Done)
}

fn print(rights: Rights, role: &str, context: &mut Context) -> Result<Exit, Failure> {
    let grants = rights.grants(role);
    if !context.json() {
        context.terminal.print(&grants)?;
        return Ok(Exit::Done);
    }
    told(&Granted { role, may: Some(rights), node: None, grants: &grants, changed: false }, context)
}

fn told(granted: &Granted<'_>, context: &mut Context) -> Result<Exit, Failure> {
    if context.json() {
        context.terminal.print(&words::granted_json(granted))?;
    } else if !context.global.quiet {
        context.say(&words::granted(granted))?;
    }
    Ok(Exit::Done)
}

fn give(grant: &Grant, context: &mut Context) -> Result<Exit, Failure> {
    let Grant { duty, role, node } = grant;
    let rights = match duty {
        Duty::Operator => Rights::Change,
        Duty::Reader => Rights::Read,
        Duty::Node => Rights::Own,
    };
    if node.is_some() && rights != Rights::Own {
        let wrong = format!("--node goes with node: {} is about all nodes", rights.word());
        return Err(Failure::usage("usage", wrong));
    }
    let mut connected = context.connect(Making::No)?;
    let mut session = Session::begin(&mut connected.client, Access::Grant)?;
    let id = match node {
        None => None,
        Some(node) => match generations::node_called(&mut session, node.as_str())? {
            Some(id) => Some(id),
            None => return Err(unknown(&mut session, node.as_str())?),
        },
    };
    let gave = access::give(&mut session, role, rights, id)?;
    stopped(&gave, role, Some(rights.word()), context)?;
    let option = node.iter().flat_map(|node| option("--node", node.as_str()));
    let command = command(&["access", "grant", rights.word()], [role.clone()], option);
    record(&mut session, &command, [Some(role), Some(rights.word()), node.as_ref().map(NodeName::as_str)], context)?;
    committing(|| session.commit())?;
    let grants = rights.grants(role);
    let node = node.as_ref().map(NodeName::as_str);
    told(&Granted { role, may: Some(rights), node, grants: &grants, changed: true }, context)
}

fn take(role: &str, context: &mut Context) -> Result<Exit, Failure> {
    let mut connected = context.connect(Making::No)?;
    let mut session = Session::begin(&mut connected.client, Access::Grant)?;
    let gave = access::take(&mut session, role)?;
    stopped(&gave, role, None, context)?;
    record(&mut session, &command(&["access", "revoke"], [role.to_owned()], []), [Some(role), None, None], context)?;
    committing(|| session.commit())?;
    let grants = access::revokes(role);
    told(&Granted { role, may: None, node: None, grants: &grants, changed: true }, context)
}

/// Puts on record who was given what, in the transaction that gives it.
fn record(
    session: &mut Session<'_>,
    command: &[String],
    [role, may, node]: [Option<&str>; 3],
    context: &Context,
) -> Result<(), Failure> {
    let (command, os_user, role) = (batch_line(command), context.os_user(), role.unwrap_or_default());
    let record = log::AccessRecord { command: &command, os_user: &os_user, role, may, node };
    Ok(log::record_access(session, &record)?)
}

/// How psql comes to the database that is meant: by a word that needs no password on the screen. `None` where only
/// `--database` has that.
fn psql(context: &Context) -> Option<&'static str> {
    match () {
        () if context.global.database.is_some() => None,
        () if context.is_local() => Some("psql \"$(provost local url)\""),
        () if context.environment.get("PROVOST_DATABASE").is_some() => Some("psql \"$PROVOST_DATABASE\""),
        () => Some("psql"),
    }
}

/// Why rights were not given or taken, where they were not: nothing of it stands then.
fn stopped(gave: &Gave, role: &str, may: Option<&str>, context: &Context) -> Result<(), Failure> {
    let failure = match gave {
        Gave::So => return Ok(()),
        Gave::Everything => Failure::usage(
            "usage",
            format!("{role} owns the tables or is a superuser, and may do everything; nothing was changed"),
        )
        .help("use a role of its own for each person and each machine: create role NAME login"),
        Gave::NoSuchRole => Failure::usage("no-such-role", format!("there is no role {role} in the database"))
            .help(words::make_role(&access::quoted(role), psql(context))),
        Gave::Taken(other) => {
            Failure::usage("taken", format!("{other} is the login of that node already; nothing was changed")).help(
                format!("one node, one login: provost access revoke {}", shell(other, true)),
            )
        }
        Gave::Others(held) => Failure::usage(
            "usage",
            format!(
                "{role} has {} from somebody else than the owner of the tables, who cannot take it; nothing was changed",
                words::right(&held.right, &held.table)
            ),
        )
        .help("whoever gave it takes it: see \\dp in psql"),
        Gave::More => Failure::usage(
            "usage",
            format!(
                "{role} could read more than {} all the same, as a member of another role or because everybody may; \
                 nothing was changed",
                if may.is_some() { "its own node" } else { "nothing" }
            ),
        )
        .help("see \\du and \\dp in psql"),
    };
    Err(failure)
}
