//! What bash does with the words of a line before it asks, and with what it is told.
//!
//! It breaks words at `:`, `=` and `@` as well, and replaces what it takes for the last word alone. The words here are
//! as bash 5.2 gives them.

use std::process::Command;

use super::filled;
use crate::support::Database;

/// The replies to Tab at the end of a line: the words as bash breaks them, and what it takes for the word.
#[track_caller]
fn replies(database: &Database, line: &str, words: &[&str], word: &str) -> Vec<String> {
    let bash = r#"
        eval "$(provost completions bash)"
        COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9 word=$2
        shift 2
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _provost provost "$word" ''
        if [[ ${#COMPREPLY[@]} -gt 0 ]]; then printf '%s\n' "${COMPREPLY[@]}"; fi
    "#;
    let provost = database.call([""; 0]).command();
    let beside = std::path::Path::new(provost.get_program()).parent().unwrap();
    let path = format!("{}:{}", beside.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("bash");
    shell.args(["--norc", "-c", bash, "bash", line, word]).args(words).current_dir(database.work()).env_clear();
    shell.envs(provost.get_envs().filter_map(|(name, value)| Some((name, value?)))).env("PATH", path);
    let output = shell.output().expect("these completions are bash's");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let said = String::from_utf8(output.stdout).unwrap();
    said.lines().filter(|reply| !reply.starts_with("--")).map(str::to_owned).collect()
}

#[test]
fn words_that_bash_breaks_are_put_together_again() {
    let database = filled();
    let told = |line, words: &[&str], word| replies(&database, line, words, word);
    assert_eq!(told("provost plan site:at", &["provost", "plan", "site", ":", "at"], "at"), ["attic"]);
    assert_eq!(told("provost plan site:", &["provost", "plan", "site", ":"], ""), ["attic", "cellar"]);
    assert_eq!(told("provost plan role=web,-d", &["provost", "plan", "role", "=", "web,-d"], "web,-d"), ["web,-db1"]);
    let set = ["provost", "node", "set", "web1", "--fact", "a", "=", "b", "--site", "at"];
    assert_eq!(told("provost node set web1 --fact a=b --site at", &set, "at"), ["attic"]);
    assert_eq!(
        told("provost node set web1 --site=at", &["provost", "node", "set", "web1", "--site", "=", "at"], "at"),
        ["attic"]
    );
    let from = ["provost", "assign", "web1", "zsh", "--from", "database", "=", "d"];
    assert_eq!(told("provost assign web1 zsh --from database=d", &from, "d"), ["db1"]);
    assert_eq!(told("provost pin web1 py:3@", &["provost", "pin", "web1", "py", ":", "3", "@"], "@"), ["@x"]);
    assert_eq!(told("provost assign web1 ", &["provost", "assign", "web1", ""], ""), ["postgres", "zsh"]);
    assert_eq!(told("provost  assign \"web1", &["provost", "assign", "\"web1"], "web1"), ["web1"]);
}

#[test]
fn what_a_shell_would_read_otherwise_is_quoted() {
    let database = filled();
    database.write("a folder/it's $HOME.json", "{}");
    let told = replies(&database, "provost module check a", &["provost", "module", "check", "a"], "a");
    assert_eq!(told, ["a\\ folder/"]);
    let told = replies(
        &database,
        "provost module check a\\ folder/",
        &["provost", "module", "check", "a\\ folder/"],
        "a\\ folder/",
    );
    assert_eq!(told, ["a\\ folder/it\\'s\\ \\$HOME.json"]);
}
