//! Schedule tree to loop AST, and loop AST to C with OpenMP.
