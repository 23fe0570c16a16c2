//! `provost.why/1`.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{changed, line, refusal, refused};
use crate::{
    model::NodeName,
    plan::why::{Answer, Answering, ClaimAnswer, ModuleAnswer, ProvisionAnswer},
    report::{
        remedy::Remedies,
        why::{Decided, Decision, Told, Trial},
    },
};

/// `provost.why/1` as one line.
pub fn why(told: &Told) -> String {
    let trial = |(module, trial): &(_, Trial)| json!({"module": module, "outcome": outcome(trial)});
    line(&Report {
        schema: "provost.why/1",
        node: &told.why.node,
        what: &told.why.what,
        answers: told.why.answers.iter().map(answer).collect(),
        decisions: told.decisions.iter().map(decision).collect(),
        assigning: told.trials.iter().map(trial).collect(),
    })
}

#[derive(Serialize)]
struct Report<'a> {
    schema: &'static str,
    node: &'a NodeName,
    what: &'a str,
    answers: Vec<Value>,
    decisions: Vec<Value>,
    assigning: Vec<Value>,
}

fn answer(answer: &Answer) -> Value {
    match answer {
        Answer::Module(module) => kind("module", module_fields(module)),
        Answer::Provision(provision) => kind("provision", provision_fields(provision)),
        Answer::Claim(claim) => kind("claim", claim_fields(claim)),
        Answer::Resource(resource) => {
            let mut fields = module_fields(&resource.module);
            fields["resource"] = json!(resource.resource);
            fields["type"] = json!(resource.kind);
            fields["key"] = json!(resource.key);
            kind("resource", fields)
        }
    }
}

fn kind(kind: &str, fields: Value) -> Value {
    let mut whole = Map::new();
    whole.insert("kind".to_owned(), kind.into());
    if let Value::Object(fields) = fields {
        whole.extend(fields);
    }
    Value::Object(whole)
}

fn module_fields(answer: &ModuleAnswer) -> Value {
    let gives = |(provision, to): &(_, _)| json!({"provision": provision, "to": to});
    let own = |(provision, by): &(_, _)| json!({"provision": provision, "for": by});
    json!({
        "present": answer.placed.is_some(),
        "module": answer.module,
        "version": answer.version,
        "placed": answer.placed,
        "requires": answer.requires,
        "gives": answer.gives.iter().map(gives).collect::<Vec<_>>(),
        "own": answer.own.iter().map(own).collect::<Vec<_>>(),
        "absent": answer.absent,
    })
}

fn provision_fields(answer: &ProvisionAnswer) -> Value {
    let open = answer.open.as_ref();
    let remedies = Remedies::new(None, open.map_or(&[], std::slice::from_ref));
    let provider = |(module, scope): &(_, crate::model::Scope)| json!({"module": module, "scope": scope.word()});
    json!({
        "present": !answer.is_absent(),
        "provision": answer.provision,
        "required": answer.required,
        "answers": answer.answers.iter().map(answering).collect::<Vec<_>>(),
        "refusal": open.map(|open| refusal(open, &remedies)),
        "pin": answer.pin,
        "provided": answer.provided,
        "providers": answer.providers.iter().map(provider).collect::<Vec<_>>(),
    })
}

/// The module that answers, as it was placed, but for whom it answers and not for whom it came.
fn answering(answering: &Answering) -> Value {
    let mut fields = json!(answering.placed);
    fields["for"] = json!(answering.wanted_for);
    fields["how"] = json!(answering.how);
    fields["scope"] = json!(answering.scope);
    fields
}

fn claim_fields(answer: &ClaimAnswer) -> Value {
    let holder = |(placed, scope): &(_, crate::model::Scope)| json!({"scope": scope.word(), "placed": placed});
    json!({
        "present": !answer.holders.is_empty(),
        "claim": answer.claim,
        "holders": answer.holders.iter().map(holder).collect::<Vec<_>>(),
        "elsewhere": answer.elsewhere,
        "claimers": answer.claimers,
    })
}

fn decision(decision: &Decision) -> Value {
    let mut fields = match &decision.decided {
        Decided::Assignment(node, module) => json!({"assign": [node, module]}),
        Decided::Pin(node, provision, from) => json!({"pin": [node, provision, from]}),
    };
    fields["at"] = json!(decision.at);
    fields["by"] = json!(decision.author);
    fields
}

/// What `assign --dry-run` prints.
fn outcome(trial: &Trial) -> Value {
    let text = match trial {
        Trial::Accepted(done) => changed(done),
        Trial::Refused(asked, refusals) => refused(asked, refusals, true),
    };
    serde_json::from_str(&text).unwrap_or_default()
}
