//! The acceptance scenarios: whole conversations with the program, kept as data beside this file.
//!
//! A scenario is a `title`, a `document` to start from, `files` for the folder in which the commands run, and `steps`:
//! - `{"run": [args], "exit": 0, "stdin": "", "mentions": [], "omits": []}`: text output, standard error included;
//! - `{"run", "exit", "refusals": [[code, node or null, key]]}`: the exact set of them;
//! - `{"run", "exit", "remedies": true}`: each remedy of each refusal does what it promises, on a copy of the database;
//! - `{"run", "exit", "json": {}}`: objects by key, lists as a whole, `"*"` for any value;
//! - `{"sql": "", "rows": [[]]}`: rows as text, which may be left out.

pub(crate) mod remedies;
mod steps;

use serde_json::Value;

use crate::support::database;

/// One test for each title, and one that no title of the file lacks its test.
macro_rules! scenarios {
    ($module:ident, $file:literal, $($test:ident: $title:literal,)+) => {
        mod $module {
            const FILE: &str = include_str!($file);

            $(#[test]
            fn $test() {
                super::play(FILE, $title);
            })+

            #[test]
            fn every_scenario_has_its_test() {
                assert_eq!(super::titles(FILE), [$($title),+]);
            }
        }
    };
}

scenarios! { conversations, "conversations.json",
    a_display_a_seat_and_a_shell: "a display, a seat and a shell",
    a_database_is_reached_not_installed: "a database is reached, not installed",
}

scenarios! { rules, "rules.json",
    one_command_answers_what_a_person_would_be_asked: "one command answers what a person would be asked",
    a_pin_goes_with_either_of_its_nodes:
        "a pin goes with either of its nodes, and nothing is declared when one node is refused",
    claims_and_provisions_of_a_site_and_of_the_mesh: "claims and provisions of a site and of the mesh",
    a_hand_over_is_one_change: "a hand-over is one change",
    a_held_node_holds_up_nobody: "a held node holds up nobody",
    the_catalogue_is_guarded_too: "the catalogue is guarded too",
    order_does_not_matter_rings_close: "order does not matter, rings close",
    what_the_machine_is_decides_too: "what the machine is decides too",
    a_document_goes_in_and_out_all_or_nothing: "a document goes in and out, all or nothing",
    nothing_moves_quietly: "nothing moves quietly",
    a_module_never_answers_its_own_requirement: "a module never answers its own requirement",
}

fn read(file: &str) -> Vec<Value> {
    serde_json::from_str(file).expect("the scenarios are JSON")
}

fn titles(file: &str) -> Vec<String> {
    let title = |scenario: &Value| scenario["title"].as_str().map(str::to_owned);
    read(file).iter().filter_map(title).collect()
}

/// Plays one scenario on a database of its own.
fn play(file: &str, title: &str) {
    let scenarios = read(file);
    let found = scenarios.iter().find(|scenario| scenario["title"] == title);
    let scenario = found.unwrap_or_else(|| panic!("no scenario is called {title:?}"));
    let database = database();
    for (name, content) in scenario["files"].as_object().into_iter().flatten() {
        let text = content.as_str().map(str::to_owned);
        database.write(name, &text.unwrap_or_else(|| format!("{content:#}")));
    }
    if let Some(document) = scenario.get("document") {
        let import = database.call(["import", "-"]).stdin(document.to_string());
        import.run().succeeds();
    }
    let steps = scenario["steps"].as_array().expect("a scenario has steps");
    for (number, step) in (1..).zip(steps) {
        if let Err(why) = steps::take(&database, step) {
            panic!("step {number} of {title:?}: {step}\n{why}");
        }
    }
}
