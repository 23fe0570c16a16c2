//! What Provost costs on meshes of thousands of nodes, beside what the database itself costs: each command as a whole
//! process, and in the same round the floor, one `psql` that moves the rows which the command cannot do without.
//!
//! `make bench`, or `cargo bench --bench scale`. `SIZES` says how many nodes, `ROUNDS` how often (at least 7, but for
//! trials), `PROGRAM` which provost, where not the one that is built here. It prints a table and judges nothing: a busy machine is no fault of the program.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod commands;
mod floor;
mod mesh;
mod process;
mod round;

use std::{error::Error, path::Path};

use provost::{environment::Environment, report::failure::Worded, store::local::Local};

use self::{commands::Bench, process::Place, round::heading};

type Done<T> = Result<T, Box<dyn Error>>;

fn main() -> Done<()> {
    let arguments: Vec<String> = std::env::args().collect();
    // Made by a process of its own: what starts a program passes its own size on as that program's peak.
    if let [_, verb, nodes, file] = arguments.as_slice()
        && verb == "mesh"
    {
        return mesh::write(nodes.parse()?, Path::new(file));
    }
    let folder = std::env::temp_dir().join(format!("provost-bench-{}", std::process::id()));
    let environment = Environment::of_process().only(&["HOME", "PATH", "LANG"]);
    // It waits for the disk as a server does whose data is meant to last.
    let local = Local::at(&folder.join("server"), &environment).map_err(|error| error.message())?;
    let url = local.ensure_running(true).map_err(|error| error.message())?.url;
    let result = measure(&url, &folder);
    local.destroy().map_err(|error| error.message())?;
    std::fs::remove_dir_all(&folder)?;
    result
}

fn measure(url: &str, folder: &Path) -> Done<()> {
    let sizes = std::env::var("SIZES").unwrap_or_else(|_| "1000 10000".to_owned());
    let rounds = std::env::var("ROUNDS").ok().map_or(Ok(7), |rounds| rounds.parse())?;
    println!("{}", heading());
    for size in sizes.split_whitespace() {
        let place = Place::new(url, folder, size.parse()?)?;
        Bench::new(&place, rounds)?.run()?;
        place.remove()?;
    }
    Ok(())
}
