//! What the documents show is what the program does: every command line in them is run, or at least is one.

mod examples;
mod play;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser as _;

use play::shows_what_the_program_does;

fn page(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn the_readme_shows_what_the_program_does() {
    shows_what_the_program_does(&page("README.md"));
}

#[test]
fn the_guide_to_manifests_shows_what_the_program_does() {
    shows_what_the_program_does(&page("src/report/pages/manifest.md"));
}

#[test]
fn what_the_other_pages_say_can_be_typed() {
    for name in ["access.md", "follow.md"] {
        let text = fs::read_to_string(page("src/report/pages").join(name)).unwrap();
        let lines = text.lines().filter_map(|line| line.strip_prefix("    provost "));
        let lines: Vec<String> = lines.map(|line| format!("provost {line}")).collect();
        let quoted = text.split('`').skip(1).step_by(2).filter(|code| code.starts_with("provost "));
        assert!(!lines.is_empty());
        lines.iter().map(String::as_str).chain(quoted).for_each(|line| can_be_typed(line, name));
    }
}

/// One source: what the README says of fields and exit codes is what the pages say.
#[test]
fn the_readme_and_the_pages_have_the_same_tables() {
    let pages = ["README.md", "src/report/pages/manifest.md", "src/report/pages/common.md"];
    let [readme, guide, common] = pages.map(|name| tables(&fs::read_to_string(page(name)).unwrap()));
    for (head, of) in [("| field |", &guide), ("| type |", &guide), ("| code |", &common)] {
        let [one, other] = [&readme, of].map(|tables| tables.iter().find(|table| table.starts_with(head)));
        assert!(one.is_some(), "the README has no table {head}");
        assert_eq!(one, other);
    }
}

fn tables(page: &str) -> Vec<String> {
    let parts = page.split("\n\n").filter(|part| part.starts_with('|'));
    parts.map(|table| table.trim().to_owned()).collect()
}

#[test]
fn the_readme_and_the_manifest_name_one_compiler() {
    let manifest = fs::read_to_string(page("Cargo.toml")).unwrap();
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap();
    let told = format!("Rust {} or newer", version.trim_matches('"'));
    assert!(fs::read_to_string(page("README.md")).unwrap().contains(&told), "the README does not say {told:?}");
}

/// What stands in a line of text is not run, as it names no node of ours; it is what the program takes.
#[test]
fn every_command_in_the_text_can_be_typed() {
    let explained = fs::read_dir(page("src/report/explain")).unwrap().map(|entry| entry.unwrap().path());
    let pages = fs::read_dir(page("src/report/pages")).unwrap().map(|entry| entry.unwrap().path());
    let mut count = 0;
    for page in explained.chain(pages).chain([page("README.md")]) {
        let text = fs::read_to_string(&page).unwrap();
        let outside = text.split("```").step_by(2);
        let spans = outside.clone().flat_map(|part| part.split('`').skip(1).step_by(2));
        let lines = outside.flat_map(str::lines).filter_map(|line| line.strip_prefix("    $ "));
        for command in spans.chain(lines).filter(|span| span.starts_with("provost ")) {
            can_be_typed(command, &page.display().to_string());
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}

fn can_be_typed(command: &str, place: &str) {
    let words = shell_words::split(command).unwrap();
    let wrong = provost::commands::cli::Cli::try_parse_from(words).err().filter(clap::Error::use_stderr);
    assert!(wrong.is_none(), "{place}: {command}: {}", wrong.map(|why| why.to_string()).unwrap_or_default());
}
