//! The tour: what it leaves behind is nothing, however it ends.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use snapbox::str;
use tempfile::TempDir;

use crate::support::Database;

/// A folder for tours that whoever runs the server gets through.
fn place() -> TempDir {
    let place = tempfile::Builder::new().prefix("tour").tempdir_in("/tmp").unwrap();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    place
}

fn left_in(place: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(place.path()).unwrap();
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

/// A tour that has shown its first command.
fn begun(database: &Database, place: &TempDir) -> Child {
    let mut tour: Command = database.call(["tour", "-q"]).env("TMPDIR", place.path().display().to_string()).command();
    let mut tour = tour.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(tour.stdout.as_mut().unwrap()).lines();
    let first = lines.find(|line| line.as_ref().unwrap().starts_with("$ "));
    assert_eq!(first.unwrap().unwrap(), "$ provost module register desk");
    // A reader that went away is no reason to stop.
    drop(tour.stdout.take());
    tour
}

fn signal(tour: &Child, signal: Signal) {
    kill_process(Pid::from_child(tour), signal).unwrap();
}

#[test]
fn a_tour_leaves_nothing() {
    let (database, place) = (Database::empty(), place());
    let tour = database.call(["tour", "--output", "json"]).env("TMPDIR", place.path().display().to_string());
    let told = tour.run().succeeds().json();
    assert_eq!(told["schema"], "provost.tour/1");
    let steps = told["steps"].as_array().unwrap();
    let exits = |code: i64| steps.iter().filter(|step| step["exit"] == code).count();
    assert_eq!((exits(0) + exits(3), exits(3)), (steps.len(), 7));
    assert_eq!(left_in(&place), [""; 0]);
}

#[test]
fn an_interrupted_tour_leaves_nothing() {
    let (database, place) = (Database::empty(), place());
    for stop in [Signal::INT, Signal::TERM] {
        let mut tour = begun(&database, &place);
        signal(&tour, stop);
        assert_eq!(tour.wait().unwrap().code(), Some(130));
        assert_eq!(left_in(&place), [""; 0]);
    }
}

#[test]
fn what_a_killed_tour_left_goes_with_the_next() {
    let (database, place) = (Database::empty(), place());
    let mut tour = begun(&database, &place);
    signal(&tour, Signal::KILL);
    tour.wait().unwrap();
    assert_eq!(left_in(&place).len(), 1);
    let next = database.call(["tour", "-q"]).env("TMPDIR", place.path().display().to_string());
    next.run().succeeds();
    assert_eq!(left_in(&place), [""; 0]);
}

#[test]
fn a_tour_leaves_alone_what_another_one_uses() {
    let (database, place) = (Database::empty(), place());
    let mut one = begun(&database, &place);
    let other = database.call(["tour", "-q"]).env("TMPDIR", place.path().display().to_string());
    other.run().succeeds();
    assert_eq!(one.wait().unwrap().code(), Some(0));
    assert_eq!(left_in(&place), [""; 0]);
}

#[test]
fn a_tour_looks_at_no_other_database() {
    Database::empty().run("tour --database mesh").shows(str![[r#"
$ provost tour --database mesh
--- standard error
error: the tour has a database of its own, which is thrown away afterwards
help: leave --database out: no other database is looked at or changed
--- exit 2

"#]]);
}

#[test]
fn the_tours_files_can_be_kept() {
    let database = crate::support::database();
    database.run("tour --write kept").shows(str![[r#"
$ provost tour --write kept
left in kept:
  desk/bash.json
  desk/editor.json
  desk/fish.json
  desk/i3.config
  desk/i3.json
  desk/sway.json
  desk/wayland.json
  desk/xorg.json
  desk/zsh.json
  nodes.txt
  servers/mariadb.json
  servers/postgres.json
  servers/webapp.json
to begin a mesh of your own with them:
  provost module register kept/desk
  provost module register kept/servers
--- exit 0

"#]]);
    database.run("module register kept/desk kept/servers").succeeds();
    let edited = Path::new(&database.work()).join("kept/desk/zsh.json");
    fs::write(&edited, "mine").unwrap();
    database.run("tour --write kept").exits(2).shows(str![[r#"
$ provost tour --write kept
--- standard error
error: kept has desk/bash.json, desk/editor.json, desk/fish.json, desk/i3.config, desk/i3.json, desk/sway.json, desk/wayland.json, desk/xorg.json, desk/zsh.json, nodes.txt, servers/mariadb.json, servers/postgres.json, servers/webapp.json already; nothing was written
help: name another folder, or move those away
--- exit 2

"#]]);
    assert_eq!(fs::read_to_string(edited).unwrap(), "mine");
}
