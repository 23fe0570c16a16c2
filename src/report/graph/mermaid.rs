//! A picture in the language of Mermaid.

use std::fmt::Write;

use super::{Kind, Look, Picture, Shape};

/// Names are long words with hyphens in them, and are not to be broken.
const CONFIG: &str = "config:\n  theme: neutral\n  flowchart:\n    wrappingWidth: 400\n";
const LOOKS: &str = "  classDef default fill:#ffffff,stroke:#5b6570,color:#1b1f23
  classDef site fill:#f3f5f7,stroke:#c4ccd4,color:#1b1f23
  classDef beside fill:#f3f5f7,stroke:#aab4bd,color:#3d454c
  classDef held fill:#fff4d1,stroke:#8a6a00,color:#1b1f23,stroke-dasharray:5 4
  classDef refused fill:#fde4e4,stroke:#b3261e,color:#1b1f23,stroke-width:2px
  classDef heldrefused fill:#fde4e4,stroke:#b3261e,color:#1b1f23,stroke-width:2px,stroke-dasharray:5 4
  classDef missing fill:#fff5f5,stroke:#b3261e,color:#b3261e,stroke-dasharray:5 4
";

/// The picture as a flowchart.
pub fn mermaid(picture: &Picture) -> String {
    // The title is of our own words and numbers.
    let mut text = format!("---\ntitle: \"{}\"\n{CONFIG}---\nflowchart LR\n", picture.title.join(" "));
    for (number, (site, boxes)) in picture.places.iter().enumerate() {
        let shapes = boxes.iter().filter_map(|at| Some((*at, picture.boxes.get(*at)?)));
        match site {
            None => shapes.for_each(|(at, shape)| node(&mut text, "  ", at, shape)),
            Some(site) => {
                // Writing to a String does not fail.
                let _ = writeln!(text, "  subgraph s{number} [\"site {}\"]", escaped(site));
                shapes.for_each(|(at, shape)| node(&mut text, "    ", at, shape));
                let _ = writeln!(text, "  end\n  class s{number} site");
            }
        }
    }
    for arrow in &picture.arrows {
        let line = match arrow.kind {
            Kind::Taken => "-->",
            Kind::Pinned => "==>",
            Kind::Idle | Kind::Missing => "-.->",
        };
        let _ = writeln!(text, "  n{} {line}|\"{}\"| n{}", arrow.from, label(&arrow.lines), arrow.to);
    }
    text.push_str(LOOKS);
    styled(&mut text, picture);
    text
}

fn node(text: &mut String, indent: &str, at: usize, shape: &Shape) {
    let class = match shape.look {
        Look::Plain => "",
        Look::Beside => ":::beside",
        Look::Held => ":::held",
        Look::Refused => ":::refused",
        Look::HeldAndRefused => ":::heldrefused",
        Look::Missing => ":::missing",
    };
    let head = shape.head.iter().map(|line| format!("<b>{}</b>", escaped(line)));
    let lines: Vec<String> = head.chain(shape.lines.iter().map(|line| escaped(line))).collect();
    let _ = writeln!(text, "{indent}n{at}(\"{}\"){class}", lines.join("<br/>"));
}

/// Colours of arrows, by the number of each.
fn styled(text: &mut String, picture: &Picture) {
    for kind in Kind::ALL {
        let look = match kind {
            Kind::Taken => continue,
            Kind::Pinned => "stroke:#1f4f9c,color:#1f4f9c",
            Kind::Idle => "stroke:#7b858e,color:#5b6570",
            Kind::Missing => "stroke:#b3261e,color:#b3261e",
        };
        let of_kind = picture.arrows.iter().enumerate().filter(|(_, arrow)| arrow.kind == kind);
        let numbers: Vec<String> = of_kind.map(|(at, _)| at.to_string()).collect();
        if !numbers.is_empty() {
            let _ = writeln!(text, "  linkStyle {} {look}", numbers.join(","));
        }
    }
}

fn label(lines: &[String]) -> String {
    lines.iter().map(|line| escaped(line)).collect::<Vec<_>>().join("<br/>")
}

/// Text within double quotes. What is no letter or digit may mean something to Mermaid, to Markdown or to HTML, and is
/// written by its number; but not within a word, where it means nothing. The start of a formula, of an icon and of a
/// line break are looked for once the numbers are read: an empty tag keeps them from being found.
fn escaped(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let is_word = |at: Option<usize>| at.and_then(|at| characters.get(at)).is_some_and(|c| c.is_alphanumeric());
    let mut escaped = String::with_capacity(text.len());
    for (at, c) in characters.iter().enumerate() {
        let within = is_word(at.checked_sub(1)) && is_word(Some(at + 1));
        match c {
            ' ' | ',' | '(' | ')' | '?' => escaped.push(*c),
            '-' | '.' if within => escaped.push(*c),
            ':' if characters.get(at + 1) == Some(&' ') => escaped.push(*c),
            c if c.is_alphanumeric() || !c.is_ascii() => escaped.push(*c),
            c => {
                let apart = if matches!(c, '$' | ':' | '\\') { "<i></i>" } else { "" };
                let _ = write!(escaped, "#{};{apart}", u32::from(*c));
            }
        }
    }
    escaped
}
