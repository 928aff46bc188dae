//! Builds generated code beside the original, and compares what they compute.
