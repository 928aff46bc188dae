//! Points, and the answers of functions that look for boxes and strides.

use polymill_isl_sys as sys;

use crate::{Aff, Dim, MultiAff, MultiVal, Set, Space, Val};

object! {
    /// An element of a set, with all parameters fixed; or the void point.
    Point = isl_point: isl_point_copy, isl_point_free, isl_point_to_str;
}

methods! { Point {
    /// The space.
    get_space(&self) -> Space = isl_point_get_space;
    /// Zero.
    zero(space: &Space) -> Point = isl_point_zero;
    /// The value of a dimension.
    get_coordinate_val(&self, kind: Dim, pos: usize) -> Val = isl_point_get_coordinate_val;
    /// Sets the value of a dimension.
    set_coordinate_val(&self, kind: Dim, pos: usize, v: &Val) -> Point = isl_point_set_coordinate_val;
    /// The coordinates.
    get_multi_val(&self) -> MultiVal = isl_point_get_multi_val;
    /// The void point, which stands for none.
    void(space: &Space) -> Point = isl_point_void;
    /// Whether it is the void point, which stands for none.
    is_void(&self) -> bool = isl_point_is_void;
    /// As a `Set`.
    to_set(&self) -> Set = isl_point_to_set;
} }

object! {
    /// A box of constant size at an offset that may depend on parameters.
    FixedBox = isl_fixed_box: isl_fixed_box_copy, isl_fixed_box_free, isl_fixed_box_to_str;
}

methods! { FixedBox {
    /// The space.
    get_space(&self) -> Space = isl_fixed_box_get_space;
    /// Whether there is such a box.
    is_valid(&self) -> bool = isl_fixed_box_is_valid;
    /// The offset, as a function of the parameters (and of the domain).
    get_offset(&self) -> MultiAff = isl_fixed_box_get_offset;
    /// The size in each dimension.
    get_size(&self) -> MultiVal = isl_fixed_box_get_size;
} }

object! {
    /// The stride and the offset of the values of a dimension.
    StrideInfo = isl_stride_info: isl_stride_info_copy, isl_stride_info_free;
}

methods! { StrideInfo {
    /// The distance between values.
    get_stride(&self) -> Val = isl_stride_info_get_stride;
    /// The offset, as a function of the parameters (and of the domain).
    get_offset(&self) -> Aff = isl_stride_info_get_offset;
} }
