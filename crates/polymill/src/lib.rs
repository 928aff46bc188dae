//! A polyhedral compiler: C loop nests in, proven, tiled, parallel C out.
