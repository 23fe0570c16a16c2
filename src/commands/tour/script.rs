//! What is typed on the tour, and the files that are typed about. The words are in files beside this one.

/// The folders of a tour's files.
pub(super) const FOLDERS: [&str; 2] = ["desk", "servers"];

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        /// The files that the commands of the tour read: where they are, and what is in them.
        pub(super) const FILES: &[(&str, &str)] = &[$(($name, include_str!($name))),+];
    };
}

files![
    "desk/bash.json",
    "desk/editor.json",
    "desk/fish.json",
    "desk/i3.config",
    "desk/i3.json",
    "desk/sway.json",
    "desk/wayland.json",
    "desk/xorg.json",
    "desk/zsh.json",
    "nodes.txt",
    "servers/mariadb.json",
    "servers/postgres.json",
    "servers/webapp.json",
];

/// A line of the tour.
pub(super) enum Line {
    /// An empty one.
    Blank,
    /// What is said in passing.
    Remark(&'static str),
    /// A command.
    Step(Step),
}

/// A command of the tour.
pub(super) struct Step {
    /// As it is typed.
    pub(super) typed: &'static str,
    /// Whether the mesh says no.
    pub(super) is_refused: bool,
}

impl Step {
    /// Its words; none of them is quoted.
    pub(super) fn words(&self) -> Vec<&'static str> {
        self.typed.split(' ').collect()
    }
}

/// The tour, line by line.
pub(super) fn lines() -> impl Iterator<Item = Line> {
    include_str!("script.txt").lines().map(|line| match line.split_once(" # refused") {
        _ if line.is_empty() => Line::Blank,
        _ if line.starts_with('#') => Line::Remark(line),
        Some((typed, _)) => Line::Step(Step { typed: typed.trim_end(), is_refused: true }),
        None => Line::Step(Step { typed: line, is_refused: false }),
    })
}
