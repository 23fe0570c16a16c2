//! What a terminal shows: page by page, while work is done, at any width, in any characters and colours.

mod pager;
mod progress;
mod streams;
mod widths;

use crate::support::{Database, Mesh, mesh};

fn words(line: &str) -> Vec<String> {
    shell_words::split(line).expect("the quotes close")
}

/// A mesh in two scripts, with something to be refused about it.
fn wide() -> Mesh {
    mesh()
        .site("屋根裏部屋")
        .node("ノートパソコン")
        .at("屋根裏部屋")
        .fact("役割", "ウェブ")
        .nodes(&["データベース一号機", "データベース二号機", "web1"])
        .module("postgres", |m| m.provides_mesh("database").file("/etc/postgresql/15/main/postgresql.conf"))
        .module("ウェブアプリ", |m| m.requires("database").claims_mesh("公開ポート"))
        .module("xorg", |m| m.provides("x-display").claims("座席"))
        .module("wayland", |m| m.provides("wayland-display").claims("座席"))
        .module("i3", |m| m.requires("x-display"))
        .module("sway", |m| m.requires("wayland-display"))
        .module("シェル", |m| m.provides("shell"))
        .module("zsh", |m| m.provides("shell"))
        .module("fish", |m| m.provides("shell").needs("arch", "riscv64"))
        .module("編集", |m| m.requires("shell"))
        .assign("データベース一号機", "postgres")
        .assign("web1", "ウェブアプリ")
        .assign("ノートパソコン", "i3")
}

/// A record of changes that is longer than a screen.
fn long() -> Database {
    let db = mesh().database();
    for number in 0..12 {
        db.run(&format!("site add site{number}")).succeeds();
    }
    db
}
