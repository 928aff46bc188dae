//! Types: [`Point`], [`FixedBox`], [`StrideInfo`].

use polymill_isl_sys as sys;

use crate::{Aff, Dim, MultiAff, MultiVal, Set, Space, Val};

object! {
    /// An isl `point`.
    Point = isl_point: isl_point_copy, isl_point_free, isl_point_to_str;
}

methods! { Point {
    get_space(&self) -> Space = isl_point_get_space;
    zero(space: &Space) -> Point = isl_point_zero;
    get_coordinate_val(&self, kind: Dim, pos: usize) -> Val = isl_point_get_coordinate_val;
    set_coordinate_val(&self, kind: Dim, pos: usize, v: &Val) -> Point = isl_point_set_coordinate_val;
    get_multi_val(&self) -> MultiVal = isl_point_get_multi_val;
    void(space: &Space) -> Point = isl_point_void;
    is_void(&self) -> bool = isl_point_is_void;
    to_set(&self) -> Set = isl_point_to_set;
} }

object! {
    /// An isl `fixed_box`.
    FixedBox = isl_fixed_box: isl_fixed_box_copy, isl_fixed_box_free, isl_fixed_box_to_str;
}

methods! { FixedBox {
    get_space(&self) -> Space = isl_fixed_box_get_space;
    is_valid(&self) -> bool = isl_fixed_box_is_valid;
    get_offset(&self) -> MultiAff = isl_fixed_box_get_offset;
    get_size(&self) -> MultiVal = isl_fixed_box_get_size;
} }

object! {
    /// An isl `stride_info`.
    StrideInfo = isl_stride_info: isl_stride_info_copy, isl_stride_info_free;
}

methods! { StrideInfo {
    get_stride(&self) -> Val = isl_stride_info_get_stride;
    get_offset(&self) -> Aff = isl_stride_info_get_offset;
} }
