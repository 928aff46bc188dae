//! Raw declarations of the isl functions that polymill-isl uses.
