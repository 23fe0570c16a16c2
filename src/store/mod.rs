//! The only room that speaks SQL.

pub mod connect;
pub mod migrate;
