//! The manual page of a command.

use std::io;

use clap::Command;
use clap_mangen::Man;

use crate::{
    commands::traits::Traits,
    report::{pages::COMMON, roff},
};

/// A page, and the file that it is.
pub(super) struct Page {
    pub(super) name: String,
    pub(super) text: String,
}

impl Page {
    /// What `man` calls it: its file without the section.
    pub(super) fn title(&self) -> &str {
        self.name.rsplit_once('.').map_or(self.name.as_str(), |(title, _)| title)
    }
}

/// The page of a command below another one, or of the program itself.
pub(super) fn of(command: &Command, above: Option<&Command>) -> io::Result<Page> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let (examples, notes) = after(command);
    let mut text = roff::heading("Name");
    text.push_str(&roff::body(&format!("{name} - {}", about(command))));
    text.push_str(&roff::heading("Synopsis"));
    text.push_str(&roff::body(&format!("`{}`", usage(command))));
    text.push_str(&roff::heading("Description"));
    text.push_str(&roff::body(&format!("{}\n\n{notes}", said(command))));
    text.push_str(&options(command, above.is_none())?);
    text.push_str(&subcommands(command));
    text.push_str(&common(command, above.is_none()));
    text.push_str(&roff::heading("Examples"));
    text.push_str(&roff::code(&examples.iter().map(String::as_str).collect::<Vec<_>>()));
    let related = related(command, above);
    text.push_str(&see_also(&related.iter().map(String::as_str).collect::<Vec<_>>()));
    Ok(Page { name: format!("{name}.1"), text: roff::page(name, 1, &text) })
}

/// Other pages.
pub(super) fn see_also(pages: &[&str]) -> String {
    let pages: Vec<String> = pages
        .iter()
        .map(|page| {
            page.split_once('(').map_or_else(|| format!("`{page}`"), |(name, section)| format!("`{name}`({section}"))
        })
        .collect();
    format!("{}{}", roff::heading("See also"), roff::body(&pages.join(", ")))
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

fn said(command: &Command) -> String {
    // A paragraph is a line here, and what is a word of the language stays one.
    command.get_long_about().or_else(|| command.get_about()).map(ToString::to_string).unwrap_or_default()
}

fn usage(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    usage.trim_start_matches("Usage:").trim().to_owned()
}

/// The examples that follow the help, and what else does.
fn after(command: &Command) -> (Vec<String>, String) {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let is_heading = |line: &&str| *line != "Example:" && *line != "Examples:" && !line.starts_with("Exit codes:");
    let (examples, notes): (Vec<&str>, Vec<&str>) =
        text.lines().filter(is_heading).partition(|line| line.starts_with("  "));
    (examples.iter().map(|line| line.trim().to_owned()).collect(), notes.join("\n"))
}

/// Its own options; those of every command are told once, on the page of the program.
fn options(command: &Command, all: bool) -> io::Result<String> {
    let usual = ["help", "version"];
    let own = command.clone().disable_help_flag(true).disable_version_flag(true).mut_args(|argument| {
        let hidden = !all && argument.is_global_set() || usual.contains(&argument.get_id().as_str());
        if hidden { argument.hide(true) } else { argument }
    });
    let mut text = Vec::new();
    if own.get_arguments().any(|argument| !argument.is_hide_set()) {
        Man::new(own).render_options_section(&mut text)?;
    }
    // What every file of ours begins with stands at its beginning alone.
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().filter(|line| !line.starts_with(".ie ") && !line.starts_with(".el "));
    let mut text: String = lines.flat_map(|line| [line, "\n"]).collect::<String>().replace("\\*(Aq", "\\(aq");
    if !all {
        text.push_str(&roff::body("The options of every command are those of `provost`(1)."));
    }
    Ok(text)
}

fn subcommands(command: &Command) -> String {
    let subs: Vec<&Command> = command.get_subcommands().filter(|sub| !sub.is_hide_set()).collect();
    if subs.is_empty() {
        return String::new();
    }
    let rows = subs.iter().map(|sub| {
        let name = sub.get_display_name().unwrap_or_else(|| sub.get_name());
        format!("| `{name}`(1) | {} |\n", about(sub))
    });
    format!("{}{}", roff::heading("Commands"), roff::body(&format!("| | |\n{}", rows.collect::<String>())))
}

/// What is the same for every command, as far as it matters for this one.
fn common(command: &Command, all: bool) -> String {
    if all {
        return roff::body(COMMON);
    }
    let traits = traits(command);
    let lines = COMMON.lines().skip_while(|line| *line != "## Exit status").skip(1);
    let table = lines.take_while(|line| !line.starts_with("## "));
    let told = |line: &&str| {
        let code = line.trim_start_matches("| ").split(' ').next().and_then(|code| code.parse::<u8>().ok());
        code.is_none_or(|code| traits.exits.iter().any(|exit| exit.number() == code))
    };
    let table: String = table.filter(told).flat_map(|line| [line, "\n"]).collect();
    let mut text = format!("{}{}", roff::heading("Exit status"), roff::body(&table));
    if traits.database {
        let named = "`PROVOST_DATABASE` or the `PG*` variables name the database; `provost`(1) tells of all variables and files.";
        text.push_str(&format!("{}{}", roff::heading("Environment"), roff::body(named)));
    }
    text
}

/// What is true of a command; it stands with its arguments.
fn traits(command: &Command) -> Traits {
    command.get().copied().unwrap_or(Traits::READS)
}

/// The program, the commands beside it, and what is near.
fn related(command: &Command, above: Option<&Command>) -> Vec<String> {
    let Some(above) = above else {
        return ["provost-manifest(5)", "provost-refusals(7)", "psql(1)"].map(str::to_owned).into();
    };
    let page = |name: &str| if name.ends_with(')') { format!("provost-{name}") } else { format!("provost-{name}(1)") };
    let siblings = above.get_subcommands().map(Command::get_name).filter(|_| above.get_name() != "provost");
    let siblings = siblings.map(|sibling| page(&format!("{}-{sibling}", above.get_name())));
    let near = traits(command).near.iter().map(|near| page(near));
    let own = format!("{}(1)", command.get_display_name().unwrap_or_else(|| command.get_name()));
    let pages = ["provost(1)".to_owned()].into_iter().chain(siblings).chain(near);
    pages.filter(|page| *page != own).collect()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::commands::cli::Cli;

    /// Every command below another one.
    fn below<'c>(command: &'c Command, found: &mut Vec<&'c Command>) {
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            found.push(sub);
            below(sub, found);
        }
    }

    #[test]
    fn of_every_command_it_is_said_what_is_true_of_it() {
        let mut program = Cli::command();
        program.build();
        let mut all = Vec::new();
        below(&program, &mut all);
        let silent = all.iter().filter(|command| command.get::<Traits>().is_none());
        assert_eq!(silent.map(|command| command.get_name()).collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn what_is_to_be_read_beside_a_page_is_there() {
        let mut program = Cli::command();
        program.build();
        let mut all = Vec::new();
        below(&program, &mut all);
        let name = |command: &&Command| command.get_display_name().unwrap_or_default().to_owned();
        let mut pages: Vec<String> = all.iter().map(|command| format!("{}(1)", name(command))).collect();
        pages.extend(["provost-manifest(5)", "provost-refusals(7)", "provost(1)"].map(str::to_owned));
        for above in all.iter().copied().chain([&program]) {
            for command in above.get_subcommands() {
                let missing = related(command, Some(above)).into_iter().filter(|page| !pages.contains(page));
                assert_eq!(missing.collect::<Vec<_>>(), [""; 0], "{}", name(&command));
            }
        }
    }
}
