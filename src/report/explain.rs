//! A page for each code of a refusal.

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
