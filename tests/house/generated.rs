//! Manual pages and completions are those that the program writes, wherever and however it is run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::sources::project;
use crate::support::Database;

fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let text = |path: &Path| fs::read_to_string(path).unwrap();
    entries.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), text(&path))).collect()
}

#[test]
fn manual_pages_are_fresh() {
    let database = Database::empty();
    let wide = database.call(["man", "--write", "wide"]).env("COLUMNS", "300").env("PROVOST_DATABASE", "elsewhere");
    wide.run().succeeds();
    database.call(["man", "--write", "narrow"]).env("COLUMNS", "40").without("PROVOST_DATABASE").run().succeeds();
    let [wide, narrow] = ["wide", "narrow"].map(|folder| files(&database.work().join(folder)));
    assert_eq!(wide, narrow);
    let kept = files(&project().join("man"));
    let names = |pages: &BTreeMap<String, String>| pages.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&kept), names(&wide), "`make man` writes them anew");
    for (name, page) in &wide {
        assert!(kept.get(name) == Some(page), "man/{name} is not the page of the program: `make man` writes it anew");
    }
    let first = database.run("man").succeeds();
    assert_eq!(Some(&first.stdout), kept.get("provost.1"));
}

#[test]
fn completions_are_fresh() {
    let database = Database::empty();
    let kept = files(&project().join("completions"));
    let shells = [("_provost", "zsh"), ("provost.bash", "bash"), ("provost.fish", "fish")];
    assert_eq!(kept.keys().map(String::as_str).collect::<Vec<_>>(), shells.map(|(file, _)| file));
    for (file, shell) in shells {
        let printed = database.run(&format!("completions {shell}")).succeeds();
        assert_eq!(kept.get(file), Some(&printed.stdout), "completions/{file}: `make completions` writes it anew");
    }
}
