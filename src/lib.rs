//! Provost.
