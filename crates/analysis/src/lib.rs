//! Questions about a GDG that change nothing: dataflow, live ranges, footprints, trip counts, reuse.
