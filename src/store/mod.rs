//! The only room that speaks SQL.

pub mod connect;
pub mod local;
pub mod migrate;
