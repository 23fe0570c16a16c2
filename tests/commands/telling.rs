//! What is told is so: whose it is, of what it is said, what differs in the end.

use snapbox::str;

use super::says;
use crate::support::mesh;

#[test]
fn a_candidate_would_not_do_for_what_it_brings() {
    let database = mesh()
        .nodes(&["a", "b"])
        .module("app", |m| m.requires("r"))
        .module("w", |m| m.provides("r"))
        .module("x", |m| m.provides("r").requires("s"))
        .module("y", |m| m.provides("r").requires("t"))
        .module("z", |m| m.provides("r").requires("u").claims("seat"))
        .module("sub", |m| m.provides("s").claims_mesh("d"))
        .module("files", |m| m.provides("t").file("/etc/x"))
        .module("both", |m| m.provides("u").claims("seat"))
        .module("etc", |m| m.file("/etc/x"))
        .assign("a", "etc")
        .assign("b", "sub")
        .database();
    says(
        &database,
        "assign a app
         assign a app --output json",
        str![[r#"
$ provost assign a app
--- standard error
refused: app cannot join a; nothing was changed

1  app requires r on a, and w, x, y and z all provide it           choose-module
     1. you assign app
     2. what is the only answer is brought in; among several a person decides
       w 1.0   would do
       x 1.0   brings sub, which claims d, which sub on b holds
       y 1.0   brings files, which would write /etc/x, as etc does
       z 1.0   claims seat, as both does, which comes along
   help, tried:
     provost assign a w   a gains w; then app can join a
--- exit 3
$ provost assign a app --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"choose-module","node":"a","subject":{"requirement":"r","by":["app"]},"message":"app requires r on a, and w, x, y and z all provide it","parties":[{"node":"a","module":"app","resource":null,"chain":["app"],"assigned":true,"asked":true,"via":[]}],"candidates":[{"module":"w","version":"1.0","works":true,"why_not":null},{"module":"x","version":"1.0","works":false,"why_not":"brings sub, which claims d, which sub on b holds"},{"module":"y","version":"1.0","works":false,"why_not":"brings files, which would write /etc/x, as etc does"},{"module":"z","version":"1.0","works":false,"why_not":"claims seat, as both does, which comes along"}],"remedies":[{"commands":[["provost","assign","a","w"]],"whole":false,"effect":"a gains w; then app can join a"}]}]}
--- exit 3

"#]],
    );
}
