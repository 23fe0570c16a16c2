//! Whether the remedies of a refusal do what they promise: each is run for real, on a copy of the database.

use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
};

use serde_json::Value;

use super::steps::{Identity, identity, parse, run_json, texts};
use crate::support::Database;

/// Tries every remedy of every refusal in an answer; one of them at least must have some.
pub(crate) fn try_remedies(
    database: &Database,
    args: &[String],
    stdin: Option<&str>,
    answer: &Value,
) -> Result<(), String> {
    let mut tried = 0;
    // What was refused before the command may be so after it; of a mesh as it is, what is to be settled was.
    let old = refusals(&plan(database)?);
    let asked = refusals(answer);
    // A remedy of several refusals is run once and looked at for each.
    let mut known: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for refusal in &asked {
        let was_there = is_among(refusal, &old);
        for remedy in refusal["remedies"].as_array().into_iter().flatten() {
            let key = format!("{} {} {}", remedy["commands"], remedy["whole"], remedy["leaves_others"]);
            if !known.contains_key(&key) {
                known.insert(key.clone(), carried_out(database, remedy, &identity(refusal), args, stdin)?);
            }
            let after = &known[&key];
            let is_left = |left: &&Value| match identity(left) == identity(refusal) {
                true => was_there || !is_among(left, &old),
                // What the command is refused for besides is still there, whoever else is in it by then.
                false => !is_among(left, &old) && !asked.iter().any(|asked| about(asked) == about(left)),
            };
            let left: Vec<Identity> = after.iter().filter(is_left).map(identity).collect();
            if !left.is_empty() {
                return Err(format!("{} leaves {left:?}", remedy["commands"]));
            }
            tried += 1;
        }
    }
    if tried == 0 { Err("no remedy was offered".to_owned()) } else { Ok(()) }
}

/// What a copy of the mesh is refused for once a remedy is carried out and the command is typed again.
fn carried_out(
    database: &Database,
    remedy: &Value,
    of: &Identity,
    args: &[String],
    stdin: Option<&str>,
) -> Result<Vec<Value>, String> {
    let copy = database.copy();
    if remedy["leaves_others"] == true {
        return Ok(refusals(&refused_again(&copy, remedy)?));
    }
    apply(&copy, remedy, of)?;
    Ok(refusals(&after(&copy, remedy, args, stdin)?))
}

fn refusals(answer: &Value) -> Vec<Value> {
    answer["refusals"].as_array().cloned().unwrap_or_default()
}

/// Whether a refusal is one of these: about the same, with nobody and nothing new in it.
fn is_among(refusal: &Value, all: &[Value]) -> bool {
    all.iter().any(|old| about(old) == about(refusal) && involved(refusal).is_subset(&involved(old)))
}

/// What a refusal is about, as far as that makes it the same as another.
fn about(refusal: &Value) -> Identity {
    let (code, node, key) = identity(refusal);
    let open = ["no-provider", "choose-module", "no-node", "choose-node", "pin-unanswered"];
    match code.as_str() {
        code if open.contains(&code) => ("requirement".to_owned(), node, key),
        // Where it is told depends on who else holds the claim.
        "claim-collision" => (code, None, key),
        _ => (code, node, key),
    }
}

/// Who and what is in a refusal.
fn involved(refusal: &Value) -> BTreeSet<String> {
    let party = |party: &Value| format!("{} {} {}", party["node"], party["module"], party["resource"]);
    let parties = refusal["parties"].as_array().into_iter().flatten().map(party);
    let unmet = refusal["subject"]["unmet"].as_array().into_iter().flatten().map(|unmet| unmet["fact"].to_string());
    parties.chain(unmet).collect()
}

fn apply(copy: &Database, remedy: &Value, of: &Identity) -> Result<(), String> {
    for command in remedy["commands"].as_array().into_iter().flatten() {
        let words = texts(command);
        let ran = copy.call(words.iter().skip(1)).run();
        if ran.code != Some(0) {
            return Err(format!("a remedy of {of:?} fails\n{}", ran.whole()));
        }
    }
    Ok(())
}

/// What a command that settles one refusal and leaves others is refused for.
fn refused_again(copy: &Database, remedy: &Value) -> Result<Value, String> {
    let command = remedy["commands"].as_array().and_then(|commands| commands.last()).map(texts).unwrap_or_default();
    let ran = run_json(copy, &command[1..], None);
    if ran.code == Some(3) {
        parse(&ran)
    } else {
        Err(format!("{command:?} is not refused for others\n{}", ran.whole()))
    }
}

/// The mesh as it is.
fn plan(database: &Database) -> Result<Value, String> {
    parse(&run_json(database, &["plan".to_owned(), "--all".to_owned()], None))
}

/// A whole remedy holds the refused command, so the mesh must lack the refusal; any other comes before it.
fn after(copy: &Database, remedy: &Value, args: &[String], stdin: Option<&str>) -> Result<Value, String> {
    if remedy["whole"] == true {
        plan(copy)
    } else {
        let ran = run_json(copy, args, stdin);
        match ran.code {
            Some(0 | 3) => parse(&ran),
            _ => Err(format!("after {} the command itself fails\n{}", remedy["commands"], ran.whole())),
        }
    }
}

/// Pastes every command that a refusal prints for people into a shell, each on a copy of the database: it is accepted,
/// or refused where it is said that others still stand.
pub(crate) fn paste_commands(database: &Database, args: &[String], stdin: Option<&str>) -> Result<usize, String> {
    let ran = database.call(args).stdin(stdin.unwrap_or_default()).run();
    let text = format!("{}\n{}", ran.stdout, ran.stderr);
    let lines: Vec<&str> = text.lines().collect();
    let told = lines.iter().enumerate().filter_map(|(at, line)| Some((printed(line)?, is_refused_again(&lines[at..]))));
    let commands: BTreeMap<&str, bool> = told.collect();
    for (command, refused_again) in &commands {
        let copy = database.copy();
        let call = copy.call([""; 0]).command();
        let program = shell_words::quote(call.get_program().to_str().unwrap_or_default()).into_owned();
        let mut shell = Command::new("bash");
        shell.args(["--norc", "-c", &format!("provost() {{ {program} \"$@\"; }}\n{command}")]);
        // Files that it names are where it was refused.
        shell.current_dir(database.work()).env_clear();
        shell.envs(call.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let output = shell.output().map_err(|why| why.to_string())?;
        let expected = if *refused_again { 3 } else { 0 };
        if output.status.code() != Some(expected) {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(format!("pasting {command} ends with {}\n{said}\n{text}", output.status));
        }
    }
    Ok(commands.len())
}

/// Whether what is said of the first line's command is that others still stand.
fn is_refused_again(lines: &[&str]) -> bool {
    let more = lines.iter().skip(1).take_while(|line| !line.trim().is_empty() && printed(line).is_none());
    let said: Vec<&str> = lines.iter().take(1).chain(more).map(|line| line.trim()).collect();
    said.join(" ").contains("is refused until the others are settled too")
}

/// The command of a line of help: deeper than what is said, and before what it does.
fn printed(line: &str) -> Option<&str> {
    let command = line.strip_prefix("     ").map(str::trim_start).filter(|line| line.starts_with("provost "))?;
    Some(command.split("   ").next().unwrap_or(command))
}
