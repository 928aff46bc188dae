//! Names.

use std::ffi::c_void;

use polymill_isl_sys as sys;

use crate::Result;
use crate::convert::{Hold, Pass, Receive};
use crate::{Context, Space};

object! {
    /// A name, as of a tuple, a dimension or a parameter; see [`Id::new`].
    Id = isl_id: isl_id_copy, isl_id_free, isl_id_to_str;
}

methods! { Id {
    /// The list of this only.
    to_list(&self) -> IdList = isl_id_to_list;
    /// The name, if there is one.
    get_name(&self) -> Option<String> = isl_id_get_name;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> Id = isl_id_read_from_str;
} }

object! {
    /// A list of ids.
    IdList = isl_id_list: isl_id_list_copy, isl_id_list_free, isl_id_list_to_str;
}

list! { IdList of Id: isl_id_list_add }

methods! { IdList {
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> IdList = isl_id_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &Id) -> IdList = isl_id_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &Id) -> IdList = isl_id_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> IdList = isl_id_list_drop;
    /// The empty list.
    clear(&self) -> IdList = isl_id_list_clear;
    /// In the opposite order.
    reverse(&self) -> IdList = isl_id_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &IdList) -> IdList = isl_id_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_id_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> Id = isl_id_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &Id) -> IdList = isl_id_list_set_id;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> IdList = isl_id_list_read_from_str;
} }

callbacks! { IdList {
    /// Calls `f` with each item.
    foreach(&self, |item: Id| -> ()) -> () = isl_id_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &Id| -> bool) -> bool = isl_id_list_every;
} }

object! {
    /// A tuple of ids.
    MultiId = isl_multi_id: isl_multi_id_copy, isl_multi_id_free, isl_multi_id_to_str;
}

methods! { MultiId {
    /// The space.
    get_space(&self) -> Space = isl_multi_id_get_space;
    /// The space of the domain.
    get_domain_space(&self) -> Space = isl_multi_id_get_domain_space;
    /// The items.
    get_list(&self) -> IdList = isl_multi_id_get_list;
    /// From a list of ids.
    from_id_list(space: &Space, list: &IdList) -> MultiId = isl_multi_id_from_id_list;
    /// Whether both obviously are the same.
    plain_is_equal(&self, multi2: &MultiId) -> bool = isl_multi_id_plain_is_equal;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> MultiId = isl_multi_id_reset_user;
    /// The number of ids.
    size(&self) -> usize = isl_multi_id_size;
    /// One id.
    get_at(&self, pos: usize) -> Id = isl_multi_id_get_at;
    /// Replaces one id.
    set_at(&self, pos: usize, el: &Id) -> MultiId = isl_multi_id_set_at;
    /// Inserts the outputs of the other one at a position.
    range_splice(&self, pos: usize, multi2: &MultiId) -> MultiId = isl_multi_id_range_splice;
    /// With nested tuples in the range flattened.
    flatten_range(&self) -> MultiId = isl_multi_id_flatten_range;
    /// From `A -> B` and `A -> C` to `A -> (B, C)`.
    flat_range_product(&self, multi2: &MultiId) -> MultiId = isl_multi_id_flat_range_product;
    /// From `A -> B` and `A -> C` to `A -> (B -> C)`.
    range_product(&self, multi2: &MultiId) -> MultiId = isl_multi_id_range_product;
    /// From `[A -> B]` to `B`.
    factor_range(&self) -> MultiId = isl_multi_id_factor_range;
    /// Whether the range is a wrapped relation.
    range_is_wrapping(&self) -> bool = isl_multi_id_range_is_wrapping;
    /// From `A -> (B -> C)` to `A -> B`.
    range_factor_domain(&self) -> MultiId = isl_multi_id_range_factor_domain;
    /// From `A -> (B -> C)` to `A -> C`.
    range_factor_range(&self) -> MultiId = isl_multi_id_range_factor_range;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> MultiId = isl_multi_id_align_params;
    /// The function from a tuple without name and dimensions to the values of this function of the parameters.
    from_range(multi: &MultiId) -> MultiId = isl_multi_id_from_range;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> MultiId = isl_multi_id_read_from_str;
} }
impl Id {
    /// An id with this name.
    pub fn new(ctx: &Context, name: &str) -> Result<Self> {
        Self::with_tag(ctx, name, 0)
    }

    /// An id with this name and a number of the caller's. Ids of the same name with different tags are different.
    pub fn with_tag(ctx: &Context, name: &str, tag: u64) -> Result<Self> {
        let name = name.hold(ctx)?;
        // SAFETY: isl keeps the tag without looking at it; only `tag` reads it.
        unsafe { Self::receive(ctx, sys::isl_id_alloc(ctx.pass(), name.pass(), tag as usize as *mut c_void)) }
    }

    /// The number that [`Id::with_tag`] was given; 0 for ids that isl made.
    pub fn tag(&self) -> u64 {
        // SAFETY: the id is alive.
        unsafe { sys::isl_id_get_user(self.pass()) as usize as u64 }
    }

    /// Whether both are the same id; isl keeps one object for each pair of name and tag.
    pub fn is(&self, other: &Id) -> bool {
        self.raw == other.raw
    }
}
