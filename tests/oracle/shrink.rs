//! The smallest mesh that still shows a fault: whatever can be left out of a document is.

use serde_json::Value;

/// Leaves out one thing after another for as long as the fault stays. `shows` must be false for what is no document.
pub(crate) fn smallest(document: &Value, shows: impl Fn(&Value) -> bool) -> Value {
    let mut smallest = document.clone();
    loop {
        let smaller = without_one(&smallest).into_iter().find(&shows);
        match smaller {
            Some(smaller) => smallest = smaller,
            None => return smallest,
        }
    }
}

/// Every value that lacks one entry of a list or one field, somewhere; the largest pieces first.
fn without_one(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Array(list) => {
            for at in 0..list.len() {
                let mut less = list.clone();
                less.remove(at);
                all.push(Value::Array(less));
            }
            for (at, inner) in list.iter().enumerate() {
                all.extend(without_one(inner).into_iter().map(|less| {
                    let mut whole = list.clone();
                    whole[at] = less;
                    Value::Array(whole)
                }));
            }
        }
        Value::Object(fields) => {
            for (key, inner) in fields {
                let mut less = fields.clone();
                less.remove(key);
                all.push(Value::Object(less));
                all.extend(without_one(inner).into_iter().map(|less| {
                    let mut whole = fields.clone();
                    whole[key] = less;
                    Value::Object(whole)
                }));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    all
}

#[test]
fn what_does_not_matter_is_left_out() {
    let document = serde_json::json!({"a": [1, 2, {"b": 3, "c": [4]}], "d": null});
    let shows = |value: &Value| value.pointer("/a").is_some_and(|a| a.to_string().contains('4'));
    assert_eq!(smallest(&document, shows), serde_json::json!({"a": [{"c": [4]}]}));
}
