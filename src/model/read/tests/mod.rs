//! Whole outputs: what an operator sees for each thing that can be wrong, and what is read where nothing is.

mod documents;
mod files;
mod laws;
mod manifests;
mod resources;
mod syntax;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, ThemeCharacters, ThemeStyles};

use super::{ContentFrom, Fault, Source, document, manifest};

/// Faults as a terminal of 80 columns without colour shows them.
fn shown(faults: &[Fault]) -> String {
    let theme = GraphicalTheme { characters: ThemeCharacters::ascii(), styles: ThemeStyles::none() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(80).with_links(false);
    let mut text = String::new();
    for fault in faults {
        let fault: &dyn Diagnostic = fault;
        handler.render_report(&mut text, fault).unwrap();
    }
    text
}

/// What becomes of a manifest: its faults, or its warnings.
fn read(text: &str) -> String {
    match manifest(&Source::new("i3.json", text), ContentFrom::Forbidden) {
        Ok(given) if given.warnings.is_empty() => "read".to_owned(),
        Ok(given) => shown(&given.warnings),
        Err(faults) => shown(&faults),
    }
}

/// What becomes of a mesh document: its faults, or its warnings.
fn read_document(text: &str) -> String {
    match document(&Source::new("mesh.json", text)) {
        Ok((_, warnings)) if warnings.is_empty() => "read".to_owned(),
        Ok((_, warnings)) => shown(&warnings),
        Err(faults) => shown(&faults),
    }
}
