//! What is wrong with the lines of a batch: every line is judged, whatever the ones before came to.

use crate::{
    model::{Kind, kind},
    outcome::{Failure, Unknown},
};

/// Lines that cannot be done, and what each would have made.
#[derive(Debug, Default)]
pub(super) struct Wrong {
    /// In the order of the lines.
    told: Vec<(String, Told)>,
    made: Vec<Made>,
}

#[derive(Debug)]
enum Told {
    Wrong(Failure),
    /// It speaks of what the line there was to make: of this one nothing is known.
    Unjudged(String),
}

/// What a wrong line would have made.
#[derive(Debug)]
struct Made {
    place: String,
    names: Vec<Named>,
    /// Names that only the files know.
    modules: bool,
}

#[derive(Debug)]
struct Named {
    /// What it would be the name of, where that is known.
    noun: Option<&'static str>,
    name: String,
}

impl Wrong {
    /// Adds what is wrong with a line, unless it may be so because of a line before.
    pub(super) fn add(&mut self, place: &str, words: &[String], failure: Failure) {
        let unknown = failure.unknown.as_deref();
        let earlier = unknown.and_then(|unknown| self.made.iter().find(|made| made.explains(unknown)));
        let told = match earlier {
            Some(made) => Told::Unjudged(made.place.clone()),
            None => Told::Wrong(failure),
        };
        self.told.push((place.to_owned(), told));
        self.made.push(Made::by(place, words));
    }

    /// All of it as one failure; that of a single line as it is.
    pub(super) fn failure(self) -> Option<Failure> {
        let wrong = self.told.iter().filter(|(_, told)| matches!(told, Told::Wrong(_))).count();
        if let ([(place, Told::Wrong(failure))], 1) = (self.told.as_slice(), wrong) {
            return Some(Failure { message: format!("{place}: {}", failure.message), ..failure.clone() });
        }
        let mut lines = match wrong {
            0 => return None,
            1 => vec!["a line of the batch is wrong; nothing was changed".to_owned()],
            wrong => vec![format!("{wrong} lines of the batch are wrong; nothing was changed")],
        };
        let mut details = String::new();
        for (place, told) in self.told {
            match told {
                Told::Wrong(failure) => {
                    lines.push(format!("{place}: {}", one_line(&failure)));
                    details.extend(failure.details);
                }
                Told::Unjudged(by) => lines.push(format!("{place}: not judged: it speaks of what {by} was to make")),
            }
        }
        let failure = Failure::usage("usage", lines.join("\n"));
        Some(if details.is_empty() { failure } else { failure.details(details) })
    }
}

/// What is wrong, and what to do.
fn one_line(failure: &Failure) -> String {
    // What became of it is said once, of all of them.
    let help = failure.help.iter().flat_map(|help| help.lines());
    failure.message.lines().chain(help).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
}

impl Made {
    fn by(place: &str, words: &[String]) -> Self {
        let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "provost").collect();
        let (noun, names, modules) = match words.as_slice() {
            ["node", "add", name, ..] | ["node", "rename", _, name, ..] => {
                (Some(kind::Node::NOUN), std::slice::from_ref(name), false)
            }
            ["site", "rename", _, name, ..] => (Some(kind::Site::NOUN), std::slice::from_ref(name), false),
            ["site", "add", names @ ..] => (Some(kind::Site::NOUN), names, false),
            ["module", "register", ..] => (None, &[][..], true),
            ["assign" | "unassign" | "pin" | "unpin" | "move" | "hold" | "release", ..]
            | ["node", "set" | "remove", ..]
            | ["module" | "site", "remove", ..] => (None, &[][..], false),
            // What was meant by it is not known.
            [_, names @ ..] => (None, names, false),
            [] => (None, &[][..], false),
        };
        let named = names.iter().map(|name| Named { noun, name: (*name).to_owned() });
        Self { place: place.to_owned(), names: named.collect(), modules }
    }

    fn explains(&self, unknown: &Unknown) -> bool {
        let is_it = |made: &Named| made.noun.is_none_or(|noun| noun == unknown.noun) && made.name == unknown.name;
        let of_files = [kind::Module::NOUN, kind::Provision::NOUN].contains(&unknown.noun);
        (self.modules && of_files) || self.names.iter().any(is_it)
    }
}
