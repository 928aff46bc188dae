//! Questions about statements and loops that several passes ask.

pub(crate) mod moves;
pub(crate) mod sequential;
pub(crate) mod trip_count;
pub(crate) mod window;
pub(crate) mod work;
