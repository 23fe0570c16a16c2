//! Our own pages, which are Markdown, in the language of manual pages.
//!
//! What they use is known here: headings, paragraphs, lists, tables, blocks of code, `code` and *stress*.

use std::iter::Peekable;

use super::pages::{cells, told};

/// A page of a section of the manual.
pub fn page(name: &str, section: u8, text: &str) -> String {
    let mut page = format!(".TH {name} {section} \"\" \"provost {}\" Provost\n", env!("CARGO_PKG_VERSION"));
    let mut headed = false;
    // What follows a heading is a paragraph by itself.
    for line in text.lines().filter(|line| !(std::mem::replace(&mut headed, line.starts_with(".S")) && *line == ".PP"))
    {
        page.push_str(line);
        page.push('\n');
    }
    page
}

/// A heading.
pub fn heading(text: &str) -> String {
    format!(".SH {}\n", escaped(&text.to_uppercase()))
}

/// What Markdown says, but for its title.
pub fn body(markdown: &str) -> String {
    let mut lines = markdown.lines().peekable();
    let mut text = String::new();
    while let Some(line) = lines.next() {
        text.push_str(&match marked(line) {
            Mark::Title | Mark::Nothing => String::new(),
            Mark::Heading(heading) => self::heading(heading),
            Mark::Lesser(heading) => format!(".SS {}\n", inline(heading)),
            Mark::Fence(info) => {
                let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
                format!("{}{}", named(info), code(&block))
            }
            Mark::Code(first) => code(&indented(first, &mut lines)),
            Mark::Entry(first) => format!(".IP \\(bu 2\n{}", flowing(first, &mut lines)),
            Mark::Row(first) => table(first, &mut lines),
            Mark::Text(first) => format!(".PP\n{}", flowing(first, &mut lines)),
        });
    }
    text
}

/// Text as it is, line by line.
pub fn code(lines: &[&str]) -> String {
    let lines: String = lines.iter().map(|line| format!("{}\n", line_of(&literal(line)))).collect();
    format!(".PP\n.RS 4\n.EX\n{lines}.EE\n.RE\n")
}

/// What a line begins.
enum Mark<'a> {
    Nothing,
    Title,
    Heading(&'a str),
    Lesser(&'a str),
    Fence(&'a str),
    Code(&'a str),
    Entry(&'a str),
    Row(&'a str),
    Text(&'a str),
}

fn marked(line: &str) -> Mark<'_> {
    let begins = |mark| line.strip_prefix(mark);
    if line.trim().is_empty() {
        Mark::Nothing
    } else if let Some(heading) = begins("### ") {
        Mark::Lesser(heading)
    } else if let Some(heading) = begins("## ") {
        Mark::Heading(heading)
    } else if begins("# ").is_some() {
        Mark::Title
    } else if let Some(info) = begins("```") {
        Mark::Fence(info)
    } else if let Some(first) = begins("    ") {
        Mark::Code(first)
    } else if let Some(first) = begins("- ") {
        Mark::Entry(first)
    } else if begins("|").is_some() {
        Mark::Row(line)
    } else {
        Mark::Text(line)
    }
}

/// The file that a block is, where it is one: `json home/dns.json`.
fn named(info: &str) -> String {
    info.split_once(' ').map(|(_, name)| format!(".PP\n\\fB{}\\fR:\n", literal(name))).unwrap_or_default()
}

/// The lines of a paragraph or an entry of a list.
fn flowing<'a>(first: &'a str, lines: &mut Peekable<impl Iterator<Item = &'a str>>) -> String {
    let mut text = vec![first];
    while let Some(line) = lines.next_if(|line| matches!(marked(line), Mark::Text(_))) {
        text.push(line.trim_start());
    }
    // As one, for what is stressed may go over the end of a line.
    inline(&text.join("\n")).lines().map(|line| format!("{}\n", line_of(line))).collect()
}

fn indented<'a>(first: &'a str, lines: &mut Peekable<impl Iterator<Item = &'a str>>) -> Vec<&'a str> {
    let mut block = vec![first];
    while let Some(line) = lines.next_if(|line| matches!(marked(line), Mark::Code(_) | Mark::Nothing)) {
        block.push(line.strip_prefix("    ").unwrap_or_default());
    }
    while block.last().is_some_and(|line| line.is_empty()) {
        block.pop();
    }
    block
}

/// A table: each row under its first cell, the others as what their columns call them.
fn table<'a>(first: &'a str, lines: &mut Peekable<impl Iterator<Item = &'a str>>) -> String {
    let head = cells(first);
    let mut text = String::new();
    while let Some(line) = lines.next_if(|line| line.starts_with('|')) {
        let row = cells(line);
        if row.iter().all(|cell| cell.starts_with("---")) {
            continue;
        }
        let tag = row.first().map(|cell| inline(cell)).unwrap_or_default();
        let told = told(&head, &row).map(|(column, cell)| {
            let column = column.map(|column| format!("\\fI{}:\\fR ", inline(column))).unwrap_or_default();
            line_of(&format!("{column}{}", inline(cell)))
        });
        text.push_str(&format!(".TP\n{}\n{}\n", line_of(&tag), told.collect::<Vec<_>>().join("\n.br\n")));
    }
    text
}

/// Text with its code in bold and its stress in italics.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for (at, part) in text.split('`').enumerate() {
        if at % 2 == 1 {
            out.push_str(&format!("\\fB{}\\fR", literal(part)));
            continue;
        }
        for (at, part) in part.split('*').enumerate() {
            out.push_str(&if at % 2 == 1 { format!("\\fI{}\\fR", escaped(part)) } else { escaped(part) });
        }
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\(rs").replace('-', "\\-")
}

/// Text that is to be pasted: no character may become a nicer one.
fn literal(text: &str) -> String {
    let text = escaped(text).replace('\'', "\\(aq").replace('`', "\\(ga");
    text.replace('^', "\\(ha").replace('~', "\\(ti")
}

/// A line that begins no request, whatever it begins with.
fn line_of(text: &str) -> String {
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use snapbox::{IntoData as _, assert_data_eq, str};

    use super::*;

    #[test]
    fn all_that_pages_use_has_its_request() {
        let page = "# title\n\nFirst `a-b` line\n.second *it\nis*.\n\n## A part\n\n- one\n  more\n- two\n\n### Lesser\n\n\
                    | a | b |\n| --- | --- |\n| `x` | y |\n\n    $ it's ~ \\ code\n\n    .more\n\nText.\n\n\
                    ```json home/x.json\n{}\n```\n";
        assert_data_eq!(
            body(page),
            str![[r#"
.PP
First \fBa\-b\fR line
\&.second \fIit
is\fR.
.SH A PART
.IP \(bu 2
one
more
.IP \(bu 2
two
.SS Lesser
.TP
\fBx\fR
y
.PP
.RS 4
.EX
$ it\(aqs \(ti \(rs code

\&.more
.EE
.RE
.PP
Text.
.PP
\fBhome/x.json\fR:
.PP
.RS 4
.EX
{}
.EE
.RE

"#]]
            .raw()
        );
    }

    #[test]
    fn a_wide_table_names_its_columns() {
        let page = "| type | fields | two |\n| --- | --- | --- |\n| `file` | `path` | never |\n";
        assert_data_eq!(
            body(page),
            str![[r#"
.TP
\fBfile\fR
\fIfields:\fR \fBpath\fR
.br
\fItwo:\fR never

"#]]
            .raw()
        );
    }
}
