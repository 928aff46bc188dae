//! Owned, safe types over the integer set library isl.
