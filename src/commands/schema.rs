//! `provost schema`

use clap::{
    Args as Arguments,
    builder::{PossibleValue, PossibleValuesParser},
};
use serde_json::json;

use crate::{
    outcome::{Exit, Failure},
    report::{
        schema::{SCHEMAS, Schema},
        tables::Table,
    },
};

use super::{context::Context, traits::Traits};

/// Print the JSON Schema of what a command prints, of a manifest, or of a mesh document.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::APART)]
#[command(after_help = "Examples:\n  provost schema\n  provost schema provost.plan/1\n  \
                        provost schema manifest > manifest.schema.json")]
pub struct Args {
    /// The schema: what a document has as its `schema`, in short; without one, all names
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(SCHEMAS.map(possible)))]
    pub name: Option<String>,
}

fn possible(schema: Schema) -> PossibleValue {
    PossibleValue::new(schema.name).aliases(schema.identifier)
}

/// Prints a schema, or what schemas there are.
///
/// # Errors
/// Where it cannot be written.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    context.page();
    if let Some(schema) = args.name.as_deref().and_then(Schema::named) {
        context.terminal.print(&schema.document())?;
        return Ok(Exit::Done);
    }
    if context.json() {
        let schemas = SCHEMAS.map(
            |schema| json!({"name": schema.name, "schema": schema.identifier, "description": schema.description()}),
        );
        context.print_json(&json!({"schema": "provost.schemas/1", "schemas": schemas}))?;
        return Ok(Exit::Done);
    }
    let mut table = Table::new(["name", "schema", "of"]);
    for schema in SCHEMAS {
        let identifier = schema.identifier.unwrap_or("-").to_owned();
        table.row([schema.name.to_owned(), identifier, schema.description()]);
    }
    context.print_table(&table, "")?;
    Ok(Exit::Done)
}
