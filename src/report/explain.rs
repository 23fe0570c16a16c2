//! A page for each code of a refusal.

use serde::Serialize;

use super::style::columns;
use crate::resolver::Code;

/// What a code means, an example, and ways out.
pub const fn explain(code: Code) -> &'static str {
    match code {
        Code::AnswerMoved => include_str!("explain/answer-moved.md"),
        Code::BroughtIn => include_str!("explain/brought-in.md"),
        Code::ChooseModule => include_str!("explain/choose-module.md"),
        Code::ChooseNode => include_str!("explain/choose-node.md"),
        Code::ClaimCollision => include_str!("explain/claim-collision.md"),
        Code::DanglingReflects => include_str!("explain/dangling-reflects.md"),
        Code::InUse => include_str!("explain/in-use.md"),
        Code::NeedUnmet => include_str!("explain/need-unmet.md"),
        Code::NoNode => include_str!("explain/no-node.md"),
        Code::NoProvider => include_str!("explain/no-provider.md"),
        Code::NotAsReviewed => include_str!("explain/not-as-reviewed.md"),
        Code::PinUnanswered => include_str!("explain/pin-unanswered.md"),
        Code::ResourceCollision => include_str!("explain/resource-collision.md"),
    }
}

/// What a code means, in a line.
pub const fn gist(code: Code) -> &'static str {
    match code {
        Code::AnswerMoved => "a requirement would be answered from elsewhere, and nobody said so",
        Code::BroughtIn => "nobody assigned the module: another one brings it in",
        Code::ChooseModule => "several modules would answer a requirement on the machine",
        Code::ChooseNode => "several nodes offer what a node requires",
        Code::ClaimCollision => "several hold what only one may hold",
        Code::DanglingReflects => "a resource reflects one that is not there",
        Code::InUse => "the module is assigned, or nodes are at the site",
        Code::NeedUnmet => "the machine does not have the facts that a module needs",
        Code::NoNode => "no node offers what a node requires",
        Code::NoProvider => "no module would answer a requirement on the machine",
        Code::NotAsReviewed => "the mesh is not the one whose plan was reviewed",
        Code::PinUnanswered => "the node that is pinned to does not offer it",
        Code::ResourceCollision => "two modules would put one thing on a machine",
    }
}

/// Every page there is.
#[derive(Clone, Debug, Serialize)]
pub struct PageList {
    schema: &'static str,
    codes: [&'static str; Code::ALL.len()],
    pages: Vec<Listed>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Listed {
    page: &'static str,
    about: &'static str,
}

impl PageList {
    /// Of pages, each with what it is about.
    pub fn new(pages: impl Iterator<Item = (&'static str, &'static str)>) -> Self {
        let pages = pages.map(|(page, about)| Listed { page, about }).collect();
        Self { schema: "provost.explain/1", codes: Code::ALL.map(Code::word), pages }
    }

    /// A line for each.
    pub fn text(&self) -> String {
        let margin = self.pages.iter().map(|listed| columns(listed.page)).max().unwrap_or_default();
        self.pages.iter().map(|listed| format!("{:<margin$}   {}\n", listed.page, listed.about)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Style, pages};
    use crate::{
        report::{
            refusal::{Act, Asked, Occasion, refused, unresolved},
            sample as make,
        },
        resolver::Refusal,
    };

    const STYLE: Style = Style { width: 80, wrap: true, unicode: true, color: false };

    fn assign(node: &str, module: &str) -> Asked {
        let act = Act::Assign { nodes: make::names(&[node]), modules: make::names(&[module]) };
        make::asked(act, &["assign", node, module])
    }

    fn unassign(node: &str, module: &str) -> Asked {
        let act = Act::Unassign { nodes: make::names(&[node]), modules: make::names(&[module]) };
        make::asked(act, &["unassign", node, module])
    }

    /// The command and the refusals of an example.
    fn example(code: Code) -> (Option<Asked>, Vec<Refusal>) {
        let (asked, refusal) = match code {
            Code::AnswerMoved => (make::asked(Act::Batch, &["batch", "swap.txt"]), make::moved("web1")),
            Code::BroughtIn => (unassign("laptop", "xorg"), make::brought_in()),
            Code::ChooseModule => (assign("laptop", "editor"), make::choose_module()),
            Code::ChooseNode => (assign("db2", "postgres"), make::choose_node("web1")),
            Code::InUse => {
                let act = Act::RemoveModules(make::names(&["xorg"]));
                (make::asked(act, &["module", "remove", "xorg"]), make::module_in_use())
            }
            Code::NeedUnmet => (assign("pi", "games"), make::needs()),
            Code::NoNode => (assign("web1", "webapp"), make::no_node()),
            Code::NoProvider => (assign("laptop", "desktop"), make::no_provider()),
            Code::PinUnanswered => (unassign("db1", "postgres"), make::pinned()),
            Code::ClaimCollision => return (Some(make::sway()), make::two_displays().drain(..1).collect()),
            Code::ResourceCollision => return (Some(make::sway()), make::two_displays().drain(1..).collect()),
            Code::DanglingReflects => return (None, vec![make::reflects()]),
            Code::NotAsReviewed => return (None, vec![make::reviewed(make::between())]),
        };
        (Some(asked), vec![refusal])
    }

    /// The example as it stands in a page: what is typed, and what is printed.
    fn shown(code: Code) -> String {
        let (asked, refusals) = example(code);
        let (command, page) = match &asked {
            Some(asked) => (asked.command.join(" "), refused(asked, &refusals, &STYLE)),
            None if code == Code::NotAsReviewed => {
                ("push --expect 5f5f…".to_owned(), unresolved(Occasion::Review, &refusals, &STYLE))
            }
            None => ("plan laptop".to_owned(), unresolved(Occasion::Plan, &refusals, &STYLE)),
        };
        let lines = std::iter::once(format!("$ provost {command}")).chain(page.lines().map(str::to_owned));
        lines.map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }).collect()
    }

    #[test]
    fn a_page_is_as_wide_as_there_is_room() {
        assert_eq!(pages::shown(explain(Code::ChooseNode), &Style::PIPED), explain(Code::ChooseNode));
        let narrow = pages::shown(explain(Code::ChooseNode), &Style { width: 40, ..STYLE });
        let running = narrow.lines().filter(|line| !line.starts_with("    ") && !line.contains('`'));
        assert!(running.clone().all(|line| line.len() <= 40), "{narrow}");
        assert!(
            narrow.contains("\n- `--keep`, where the change brings a\n  second offer: each node is pinned to\n"),
            "{narrow}"
        );
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&narrow), words(explain(Code::ChooseNode)));
    }

    #[test]
    fn every_page_says_what_it_means_shows_what_is_printed_and_tells_ways_out() {
        for code in Code::ALL {
            let page = explain(code);
            assert!(page.starts_with(&format!("# {}\n\n", code.word())), "{}", code.word());
            assert!(page.contains(&format!("## Example\n\n{}\n", shown(code))), "{}:\n{}", code.word(), shown(code));
            assert!(page.contains("\n## Ways out\n\n- "), "{}", code.word());
        }
    }
}
