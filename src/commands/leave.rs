//! Files that come with the program, left in a folder to copy and edit.

use std::{
    fs::{DirBuilder, OpenOptions},
    io::{self, Write},
    path::Path,
};

use serde_json::json;

use super::context::Context;
use crate::{
    outcome::{Exit, Failure},
    report::{command, escape::batch_line},
};

/// Files, and what can be done with them.
pub(super) struct Files<'a> {
    /// What they are, in a schema and in messages: `tour`.
    pub(super) of: &'a str,
    /// Where each is within the folder, and what is in it.
    pub(super) files: Vec<(&'a str, &'a str)>,
    /// Commands to begin with, each with a path within the folder at its end.
    pub(super) begin: Vec<(&'a [&'a str], &'a str)>,
}

impl Files<'_> {
    /// Leaves the files in a folder, and says what can be done with them. Nothing that is there is written over.
    pub(super) fn leave(&self, folder: &Path, context: &mut Context) -> Result<Exit, Failure> {
        let names = self.files.iter().map(|(name, _)| *name);
        let there: Vec<&str> = names.clone().filter(|name| folder.join(name).symlink_metadata().is_ok()).collect();
        if !there.is_empty() {
            let message = format!("{} has {} already", folder.display(), there.join(", "));
            return Err(Failure::usage("exists", message)
                .so("nothing was written")
                .help("name another folder, or move those away"));
        }
        self.write(folder).map_err(|error| {
            let message = format!("the files of the {} cannot be written to {}: {error}", self.of, folder.display());
            Failure::failed("output", message).help("name a folder that you may write to")
        })?;
        if context.json() {
            let (folder, files) = (folder.display().to_string(), names.collect::<Vec<_>>());
            context.print_json(&json!({"schema": "provost.files/1", "folder": folder, "files": files}))?;
        } else {
            context.terminal.print(&self.told(folder))?;
        }
        Ok(Exit::Done)
    }

    /// Writes the files. Made anew only, so that one which came to be there meanwhile is not written over either.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        for (name, text) in &self.files {
            let path = folder.join(name);
            if let Some(above) = path.parent() {
                DirBuilder::new().recursive(true).create(above)?;
            }
            OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    fn told(&self, folder: &Path) -> String {
        let mut text = format!("left in {}:\n", folder.display());
        self.files.iter().for_each(|(name, _)| text.push_str(&format!("  {name}\n")));
        text.push_str("to begin a mesh of your own with them:\n");
        for (verb, path) in &self.begin {
            let path = if path.is_empty() { folder.to_owned() } else { folder.join(path) };
            let words = command::command(verb, [path.display().to_string()], []);
            text.push_str(&format!("  provost {}\n", batch_line(&words)));
        }
        text
    }
}
