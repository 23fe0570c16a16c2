//! The sources as text, without what is only compiled for tests.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the project.
pub(crate) fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A source file of the library or the binary.
pub(crate) struct Source {
    /// Below `src`: `store/connect/mod.rs`.
    pub(crate) path: String,
    /// Its lines with their numbers; neither comments nor tests.
    pub(crate) lines: Vec<(usize, String)>,
    /// The line that it opens with.
    pub(crate) opening: String,
}

impl Source {
    /// The room that it is in, which for `lib.rs` and `main.rs` is the house itself.
    pub(super) fn room(&self) -> &str {
        self.path.split(['/', '.']).next().unwrap_or_default()
    }

    /// Its lines as one text.
    pub(super) fn text(&self) -> String {
        self.lines.iter().flat_map(|(_, line)| [line.as_str(), "\n"]).collect()
    }

    /// How many modules it is within the crate.
    pub(super) fn depth(&self) -> usize {
        let folders = self.path.matches('/').count();
        if self.path.ends_with("/mod.rs") { folders } else { folders + 1 }
    }
}

/// Every source file, by path.
pub(crate) fn sources() -> Vec<Source> {
    let root = project().join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    files.iter().map(|file| read(&root, file)).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // `sample` is what the report's tests are about; it is compiled for them alone.
        if path.is_dir() && name != "tests" {
            collect(&path, files);
        } else if name.ends_with(".rs") && !["tests.rs", "sample.rs"].contains(&name.as_str()) {
            files.push(path);
        }
    }
}

fn read(root: &Path, file: &Path) -> Source {
    let text = fs::read_to_string(file).unwrap();
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    let lines = (1..).zip(text[..end].lines()).filter(|(_, line)| !is_comment(line));
    Source {
        path: file.strip_prefix(root).unwrap().to_string_lossy().into_owned(),
        lines: lines.map(|(number, line)| (number, line.to_owned())).collect(),
        opening: text.lines().next().unwrap_or_default().to_owned(),
    }
}
