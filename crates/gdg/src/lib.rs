//! The polyhedral IR: a hierarchy of generalized dependence graphs.
