//! What is said when there is no session.
