//! The tour's files, left to copy and edit.

use std::{
    fs::{DirBuilder, OpenOptions},
    io::{self, Write},
    path::Path,
};

use serde_json::json;

use super::script::{FILES, FOLDERS};
use crate::{
    commands::context::Context,
    outcome::{Exit, Failure},
    report::words::batch_line,
};

/// Leaves the files in a folder, and says what can be done with them. Nothing that is there is written over.
pub(super) fn leave(folder: &Path, context: &mut Context) -> Result<Exit, Failure> {
    let there: Vec<&str> =
        FILES.iter().map(|(name, _)| *name).filter(|name| folder.join(name).symlink_metadata().is_ok()).collect();
    if !there.is_empty() {
        let message = format!("{} has {} already; nothing was written", folder.display(), there.join(", "));
        return Err(Failure::usage("exists", message).help("name another folder, or move those away"));
    }
    write(folder).map_err(|error| {
        Failure::failed("output", format!("the tour's files cannot be written to {}: {error}", folder.display()))
            .help("name a folder that you may write to")
    })?;
    if context.json() {
        let files: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        context.print_json(
            &json!({"schema": "provost.tour-files/1", "folder": folder.display().to_string(), "files": files}),
        )?;
        return Ok(Exit::Done);
    }
    context.terminal.print(&told(folder))?;
    Ok(Exit::Done)
}

/// Writes the files. Made anew only, so that one which came to be there meanwhile is not written over either.
pub(super) fn write(folder: &Path) -> io::Result<()> {
    for name in FOLDERS {
        DirBuilder::new().recursive(true).create(folder.join(name))?;
    }
    for (name, text) in FILES {
        let mut file = OpenOptions::new().write(true).create_new(true).open(folder.join(name))?;
        file.write_all(text.as_bytes())?;
    }
    Ok(())
}

fn told(folder: &Path) -> String {
    let mut text = format!("left in {}:\n", folder.display());
    for (name, _) in FILES {
        text.push_str(&format!("  {name}\n"));
    }
    text.push_str("to begin a mesh of your own with them:\n");
    for name in FOLDERS {
        let command = ["module", "register", &folder.join(name).display().to_string()].map(str::to_owned);
        text.push_str(&format!("  provost {}\n", batch_line(&command)));
    }
    text
}
