//! A picture in the language of Graphviz.

use std::fmt::Write;

use super::{Arrow, Kind, Look, Picture, Shape};

const HEAD: &str = r##"digraph mesh {
  graph [rankdir=LR, fontname="Helvetica,Arial,sans-serif", fontsize=12, labelloc=b, labeljust=l, nodesep=0.25, ranksep=0.9, pad=0.3]
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#5b6570", fontname="Helvetica,Arial,sans-serif", fontsize=11, margin="0.14,0.08"]
  edge [color="#5b6570", fontname="Helvetica,Arial,sans-serif", fontsize=10, arrowsize=0.7]
"##;

/// The picture as a `digraph`.
pub fn dot(picture: &Picture) -> String {
    let mut text = HEAD.to_owned();
    // Writing to a String does not fail.
    let _ = writeln!(text, "  label=\"{}\"", label(&picture.title, "\\l"));
    for (number, (site, boxes)) in picture.places.iter().enumerate() {
        let shapes = boxes.iter().filter_map(|at| Some((*at, picture.boxes.get(*at)?)));
        match site {
            None => shapes.for_each(|(at, shape)| node(&mut text, "  ", at, shape)),
            Some(site) => {
                let _ = writeln!(text, "  subgraph cluster_{number} {{");
                let _ = writeln!(
                    text,
                    "    label=\"site {}\"; labelloc=t; labeljust=l; style=\"rounded,filled\"; color=\"#c4ccd4\"; fillcolor=\"#f3f5f7\"",
                    escaped(site)
                );
                shapes.for_each(|(at, shape)| node(&mut text, "    ", at, shape));
                text.push_str("  }\n");
            }
        }
    }
    picture.arrows.iter().for_each(|arrow| edge(&mut text, arrow));
    text.push_str("}\n");
    text
}

fn node(text: &mut String, indent: &str, at: usize, shape: &Shape) {
    let look = match shape.look {
        Look::Plain => "",
        Look::Beside => r##", fillcolor="#f3f5f7", color="#aab4bd", fontcolor="#3d454c""##,
        Look::Held => r##", style="rounded,filled,dashed", fillcolor="#fff4d1", color="#8a6a00""##,
        Look::Refused => r##", fillcolor="#fde4e4", color="#b3261e", penwidth=2"##,
        Look::HeldAndRefused => {
            r##", style="rounded,filled,dashed", fillcolor="#fde4e4", color="#b3261e", penwidth=2"##
        }
        Look::Missing => {
            r##", style="rounded,filled,dashed", fillcolor="#fff5f5", color="#b3261e", fontcolor="#b3261e""##
        }
    };
    let name = |line: &String| format!("<b>{}</b>", in_html(line));
    let lines: Vec<String> = shape.head.iter().map(name).chain(shape.lines.iter().map(|line| in_html(line))).collect();
    let _ = writeln!(text, "{indent}n{at} [label=<{}>{look}]", lines.join("<br/>"));
}

fn edge(text: &mut String, arrow: &Arrow) {
    let Arrow { from, to, lines, kind } = arrow;
    let look = match kind {
        Kind::Taken => "",
        Kind::Pinned => r##", penwidth=2.2, color="#1f4f9c", fontcolor="#1f4f9c""##,
        Kind::Idle => r##", style=dotted, color="#7b858e", fontcolor="#5b6570""##,
        Kind::Missing => r##", style=dashed, color="#b3261e", fontcolor="#b3261e""##,
    };
    let _ = writeln!(text, "  n{from} -> n{to} [label=\"{}\"{look}]", label(lines, "\\n"));
}

/// Lines, each with its end where it is not the last or the text is set to the left.
fn label(lines: &[String], end: &str) -> String {
    let lines: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
    let text = lines.join(end);
    if end == "\\l" { text + end } else { text }
}

/// Text within a label of marked-up text.
fn in_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // What follows one stands for something in every label.
            '\\' => escaped.push_str("\\\\"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Text within double quotes: neither the quotes' end, nor an escape, nor the name of a character.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => escaped.extend(['\\', c]),
            '&' => escaped.push_str("&amp;"),
            c => escaped.push(c),
        }
    }
    escaped
}
