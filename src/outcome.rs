//! How a command can end: its exit code, and a failure with its words. A refusal is an answer and no failure.

use std::fmt;

use crate::report::{
    json::ErrorReport,
    style::{Ink, Style},
};

/// The exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, or nothing to do.
    Done,
    /// Database out of reach, a wait that ran out, input or output that failed, a fault of the program.
    Failed,
    /// Wrong usage, unreadable or missing input.
    Usage,
    /// The mesh says no; nothing was changed.
    Refused,
    /// `plan --exit-code`: it resolves, and a push would change something.
    Changes,
    /// Interrupted; nothing was changed.
    Interrupted,
}

impl Exit {
    /// The number that the caller sees.
    pub const fn number(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Refused => 3,
            Self::Changes => 4,
            Self::Interrupted => 130,
        }
    }
}

/// Why a command could not be carried out, in words: what was being done, to what, and what to do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// How the command ends.
    pub exit: Exit,
    /// A stable word for programs: `usage`, `no-such-name`, `database`, `locked`, `input`, `output`, `fault` …
    pub code: &'static str,
    /// What was being done and why it could not be.
    pub message: String,
    /// What became of the command then, said at the end of the message: `nothing was changed`.
    pub so: Option<&'static str>,
    /// The name that there is nothing of, where that is why.
    pub unknown: Option<Box<Unknown>>,
    /// What to do now.
    pub help: Option<String>,
    /// Text that is laid out already and is printed under the message as it is: a place in a manifest, underlined.
    pub details: Option<String>,
}

/// A name that there is nothing of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// What is looked for by it: `node`, `site`, `module`, `provision`.
    pub noun: &'static str,
    /// The name.
    pub name: String,
}

impl Failure {
    /// A failure with an exit code of choice.
    pub fn new(exit: Exit, code: &'static str, message: impl Into<String>) -> Self {
        Self { exit, code, message: message.into(), so: None, unknown: None, help: None, details: None }
    }

    /// Something did not work: exit 1.
    pub fn failed(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Exit::Failed, code, message)
    }

    /// The command cannot be meant so: exit 2.
    pub fn usage(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, code, message)
    }

    /// Interrupted by the operator: exit 130.
    pub fn interrupted() -> Self {
        Self::new(Exit::Interrupted, "interrupted", "interrupted").so("nothing was changed")
    }

    /// With what became of the command.
    #[must_use]
    pub const fn so(mut self, so: &'static str) -> Self {
        self.so = Some(so);
        self
    }

    /// With advice what to do now.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With text that is laid out already.
    #[must_use]
    pub fn details(mut self, details: impl Into<String>) -> Self {
        self.details = Some(details.into());
        self
    }

    /// The failure for people: each line of the message by itself, then the details, then the advice.
    pub fn text(&self, style: &Style) -> String {
        let mut text = String::new();
        let said = self.to_string();
        let mut lines = said.lines();
        let first = style.wrapped("error: ", "  ", lines.next().unwrap_or_default()).join("\n");
        text.push_str(&first.replacen("error:", &style.ink(Ink::No, "error:"), 1));
        text.push('\n');
        let mut more = |indent: &str, rest: &str, line: &str| {
            text.push_str(&style.wrapped(indent, rest, line).join("\n"));
            text.push('\n');
        };
        lines.for_each(|line| more("  ", "    ", line));
        if let Some(details) = &self.details {
            text.push_str(details.trim_end());
            text.push('\n');
        }
        if let Some(help) = &self.help {
            for (at, line) in help.lines().enumerate() {
                let wrapped = style.wrapped(if at == 0 { "help: " } else { "      " }, "      ", line).join("\n");
                text.push_str(&wrapped);
                text.push('\n');
            }
        }
        text
    }

    /// The failure for programs: one line of `provost.error/1`.
    pub fn json(&self) -> String {
        ErrorReport::new(self.code, &self.to_string(), self.help.as_deref(), self.details.as_deref()).line()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.so.map_or(Ok(()), |so| write!(f, "; {so}"))
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use snapbox::{assert_data_eq, prelude::*, str};

    use super::*;

    fn failure() -> Failure {
        Failure::usage("no-such-name", "there is no node lapt\u{1b}op")
            .so("nothing was changed")
            .help("did you mean laptop?\nprovost node list shows every node")
    }

    #[test]
    fn tells_people_what_failed_and_what_to_do() {
        assert_data_eq!(
            failure().text(&Style { width: 34, wrap: true, ..Style::PIPED }),
            str![[r#"
error: there is no node
  lapt\u{1b}op; nothing was
  changed
help: did you mean laptop?
      provost node list shows
      every node

"#]]
            .raw()
        );
    }

    #[test]
    fn tells_programs_the_same() {
        assert_data_eq!(
            failure().json(),
            str![[r#"
{"schema":"provost.error/1","code":"no-such-name","message":"there is no node lapt\u001bop; nothing was changed","help":"did you mean laptop?\nprovost node list shows every node"}

"#]]
            .raw()
        );
    }

    #[test]
    fn ends_with_the_documented_numbers() {
        let all = [Exit::Done, Exit::Failed, Exit::Usage, Exit::Refused, Exit::Changes, Exit::Interrupted];
        assert_eq!(all.map(Exit::number), [0, 1, 2, 3, 4, 130]);
    }
}
