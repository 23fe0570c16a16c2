//! `hold` and `release`.

use snapbox::str;

use super::{laptop, says};

#[test]
fn holding_and_releasing() {
    let db = laptop().assign("laptop", "i3").database();
    says(
        &db,
        "push
         hold laptop
         hold laptop --message 'at the repair shop'
         hold laptop --message 'at the repair shop'
         hold laptop,pi --message 'moving house' --output json
         assign laptop bash
         plan
         plan laptop --output json
         push --output json
         release laptop
         release laptop
         push",
        str![],
    );
}

#[test]
fn a_held_node_does_not_stop_a_push() {
    let db = laptop().assign("laptop", "i3 sway").assign("pi", "bash").database();
    says(
        &db,
        "push
         plan
         hold laptop --message canary
         plan
         plan laptop
         push
         release laptop
         push",
        str![],
    );
}
