//! `provost explain`

use clap::Args as Arguments;
use serde_json::json;

use crate::{
    outcome::{Exit, Failure},
    report::explain::explain,
    resolver::Code,
};

use super::context::Context;

/// Explain a refusal's code: what it means, an example, the ways out.
#[derive(Clone, Debug, Arguments)]
#[command(after_help = "Example:\n  provost explain choose-node")]
pub struct Args {
    /// The code, as refusals show it; without one, all codes
    #[arg(value_name = "CODE", value_parser = clap::builder::PossibleValuesParser::new(Code::ALL.map(Code::word)))]
    pub code: Option<String>,
}

/// Prints the page of a code, or the codes.
///
/// # Errors
/// Where it cannot be written.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let Some(code) = args.code.as_deref().and_then(Code::from_word) else {
        let codes: Vec<&str> = Code::ALL.map(Code::word).to_vec();
        if context.json() {
            context.print_json(&json!({"schema": "provost.explain/1", "codes": codes}))?;
        } else {
            context.terminal.print(&format!("{}\n", codes.join("\n")))?;
        }
        return Ok(Exit::Done);
    };
    if context.json() {
        context.print_json(&json!({"schema": "provost.explain/1", "code": code, "text": explain(code)}))?;
    } else {
        context.terminal.print(explain(code))?;
    }
    Ok(Exit::Done)
}
