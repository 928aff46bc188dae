//! C to GDG: preprocessing, syntax tree, scop detection, affine extraction, pragmas.
