//! Types: [`Id`], [`IdList`], [`MultiId`].

use std::ffi::c_void;

use polymill_isl_sys as sys;

use crate::Result;
use crate::convert::{Hold, Pass, Receive};
use crate::{Context, Space};

object! {
    /// An isl `id`.
    Id = isl_id: isl_id_copy, isl_id_free, isl_id_to_str;
}

methods! { Id {
    to_list(&self) -> IdList = isl_id_to_list;
    get_name(&self) -> Option<String> = isl_id_get_name;
    read(ctx: &Context, text: &str) -> Id = isl_id_read_from_str;
} }

object! {
    /// An isl `id_list`.
    IdList = isl_id_list: isl_id_list_copy, isl_id_list_free, isl_id_list_to_str;
}

list! { IdList of Id: isl_id_list_add }

methods! { IdList {
    alloc(ctx: &Context, n: usize) -> IdList = isl_id_list_alloc;
    add(&self, el: &Id) -> IdList = isl_id_list_add;
    insert(&self, pos: usize, el: &Id) -> IdList = isl_id_list_insert;
    drop(&self, first: usize, n: usize) -> IdList = isl_id_list_drop;
    clear(&self) -> IdList = isl_id_list_clear;
    reverse(&self) -> IdList = isl_id_list_reverse;
    concat(&self, list2: &IdList) -> IdList = isl_id_list_concat;
    size(&self) -> usize = isl_id_list_size;
    get_at(&self, index: usize) -> Id = isl_id_list_get_at;
    set_at(&self, index: usize, el: &Id) -> IdList = isl_id_list_set_id;
    read(ctx: &Context, text: &str) -> IdList = isl_id_list_read_from_str;
} }

callbacks! { IdList {
    foreach(&self, |item: Id| -> ()) -> () = isl_id_list_foreach;
    every(&self, |item: &Id| -> bool) -> bool = isl_id_list_every;
} }

object! {
    /// An isl `multi_id`.
    MultiId = isl_multi_id: isl_multi_id_copy, isl_multi_id_free, isl_multi_id_to_str;
}

methods! { MultiId {
    get_space(&self) -> Space = isl_multi_id_get_space;
    get_domain_space(&self) -> Space = isl_multi_id_get_domain_space;
    get_list(&self) -> IdList = isl_multi_id_get_list;
    from_id_list(space: &Space, list: &IdList) -> MultiId = isl_multi_id_from_id_list;
    plain_is_equal(&self, multi2: &MultiId) -> bool = isl_multi_id_plain_is_equal;
    reset_user(&self) -> MultiId = isl_multi_id_reset_user;
    size(&self) -> usize = isl_multi_id_size;
    get_at(&self, pos: usize) -> Id = isl_multi_id_get_at;
    set_at(&self, pos: usize, el: &Id) -> MultiId = isl_multi_id_set_at;
    range_splice(&self, pos: usize, multi2: &MultiId) -> MultiId = isl_multi_id_range_splice;
    flatten_range(&self) -> MultiId = isl_multi_id_flatten_range;
    flat_range_product(&self, multi2: &MultiId) -> MultiId = isl_multi_id_flat_range_product;
    range_product(&self, multi2: &MultiId) -> MultiId = isl_multi_id_range_product;
    factor_range(&self) -> MultiId = isl_multi_id_factor_range;
    range_is_wrapping(&self) -> bool = isl_multi_id_range_is_wrapping;
    range_factor_domain(&self) -> MultiId = isl_multi_id_range_factor_domain;
    range_factor_range(&self) -> MultiId = isl_multi_id_range_factor_range;
    align_params(&self, model: &Space) -> MultiId = isl_multi_id_align_params;
    from_range(multi: &MultiId) -> MultiId = isl_multi_id_from_range;
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
