//! Nothing lost, nobody let in: who may do what, what a machine hears, and what the database promises.

mod access;
mod acknowledging;
mod broken;
mod following;
mod logins;
mod older;
mod own;
mod queue;
mod swallowed;
mod trapped;

use postgres::{Client, Config, NoTls};

use crate::support::{Call, Database, Mesh, Ran, mesh};

/// A role of one test alone: roles belong to the whole server.
pub(crate) struct Role<'d> {
    database: &'d Database,
    pub(crate) name: String,
}

impl<'d> Role<'d> {
    /// A role that may log in and nothing else.
    fn new(database: &'d Database, what: &str) -> Self {
        let name = format!("{what}_{}", database.sql("select current_database()")[0][0]).to_lowercase();
        let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let name = name[name.len().saturating_sub(60)..].trim_start_matches(|c: char| !c.is_alphabetic()).to_owned();
        database.sql(&format!("create role {name} login"));
        Self { database, name }
    }

    /// A role that is given something by the program.
    fn granted(database: &'d Database, what: &str, duty: &str, more: &str) -> Self {
        let role = Self::new(database, what);
        database.run(&format!("access grant {duty} {} {more}", role.name)).succeeds();
        role
    }

    /// A call of the program with this login.
    fn call(&self, line: &str) -> Call<'d> {
        let call = self.database.call(shell_words::split(line).expect("the quotes close"));
        call.env("PROVOST_DATABASE", self.database.url_as(&self.name))
    }

    fn run(&self, line: &str) -> Ran {
        self.call(line).run()
    }

    fn connect(&self) -> Client {
        let mut config: Config = self.database.url().parse().unwrap();
        config.user(&self.name).connect(NoTls).unwrap()
    }

    /// What was said, with the role under another name: that of the test's own stands in it.
    fn shown(&self, ran: &Ran) -> String {
        ran.whole().replace(&self.name, "ROLE")
    }
}

impl Drop for Role<'_> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.database.sql(&format!("drop owned by {0}; drop role {0}", self.name));
        }
    }
}

/// Two machines, one of which takes something from the other; pushed once.
fn home() -> Database {
    let database = unpushed().database();
    database.run("push").succeeds();
    database
}

fn unpushed() -> Mesh {
    mesh()
        .site("attic")
        .node("web1")
        .at("attic")
        .fact("arch", "x86_64")
        .node("db1")
        .fact("load", 0.5)
        .module("webapp", |m| m.requires("database").file("/etc/webapp"))
        .module("postgres", |m| m.provides_mesh("database").file("/etc/secret"))
        .module("zsh", |m| m.provides("shell"))
        .assign("web1", "webapp")
        .assign("db1", "postgres")
}
