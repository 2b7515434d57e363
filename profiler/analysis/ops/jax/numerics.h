// Functions of JAX's files whose names users may well give to files of their own.
#ifndef PROFILER_ANALYSIS_OPS_JAX_NUMERICS_H_
#define PROFILER_ANALYSIS_OPS_JAX_NUMERICS_H_

#include <algorithm>
#include <iterator>
#include <string_view>

namespace profiler {

inline constexpr std::string_view kLaxFunctions =
    "<lambda> __call__ __eq__ __hash__ __init__ __repr__ __str__ _add_arrays _array_copy "
    "_array_reduce_precision_handler _balanced_eq _bit_width _broadcast_in_dim_partial_eval "
    "_broadcast_shapes_cached _broadcast_shapes_uncached _canonicalize_float_for_sort "
    "_ceil_divide _check_in_range _check_shapelike _check_specs_match _check_static_shape "
    "_clip_int_to_valid_range _compare_lower_hlo _compare_lower_hlo_opaque _complex_dtype "
    "_compute_argminmax _compute_squeeze_shape _concatenate_tree _const _convert_element_type "
    "_convert_element_type_bind_with_trace _convert_to_hlo_attr _cos_complex _decorator _delta "
    "_dilate_shape _dot_general_batch_dim_nums _dot_general_batch_unpack_args "
    "_dot_general_batch_unpack_dims _dot_general_remat _dot_general_shape_computation "
    "_dot_general_sharding_computation _dot_general_transpose_lhs _dot_general_transpose_rhs "
    "_eq_meet _eye _from_maybe_ragged _full_like_insert_pvary _full_precision "
    "_get_bitwise_and_identity _get_bitwise_or_identity _get_max_identity _get_min_identity "
    "_get_monoid_reducer _get_prod_identity _get_sum_identity _handle_dot_precision _identity "
    "_integer_pow _is_fp8_mixed_precision_matmul _is_ragged_contracting _iscomplex _isnan _iter "
    "_maybe_broadcast _maybe_upcast _merge_on_one_axis _missing_ _mul_transpose_left "
    "_mul_transpose_right _nary_lower_hlo _one _one_vjp _opaque_comparison_hlo "
    "_operands_to_keys _pow_jvp_lhs _pow_jvp_rhs _ragged_dot_batch_unpack_args "
    "_ragged_dot_batch_unpack_dims _ragged_dot_general_invoke_prim _ragged_dot_grad "
    "_ragged_dot_mode _ragged_dot_mode_and_dim _ragged_dot_prefix_dims _real_dtype _reduce_and "
    "_reduce_max _reduce_min _reduce_or _reduce_or_lin _reduce_prod _reduce_sum _reduce_tree "
    "_reduce_xor _reduction_jaxpr _rng_algorithm _select _select_hlo_lowering_opaque "
    "_sign_lower_hlo _sin_complex _sin_lin _sort_le_comparator _sort_lt_comparator "
    "_split_on_one_axis _square_lower_hlo _stage_bind_with_trace _stop_gradient "
    "_trace_composite_to_jaxpr _tri _try_broadcast_shapes _unbroadcast "
    "_validate_preferred_element_type _validate_shapes _variadic_reduction_jaxpr _zero abs "
    "accumulation_type accuracy_attr acos acosh add after_all argmax argmin asarray asin asinh "
    "atan atan2 atanh batch_matmul batched_ragged_to_dense bitcast_convert_type bitwise_and "
    "bitwise_not bitwise_or bitwise_xor broadcast broadcast_in_dim broadcast_like "
    "broadcast_shapes broadcast_shardings broadcast_to broadcast_to_rank broadcasted_iota "
    "bump_dims canonicalize_precision cbrt ceil check_same_dtypes chlo_precision_attr clamp clz "
    "collapse comp complex composite concatenate conj convert_element_type cos cosh "
    "create_token dce_sink div dot dot_algorithm_attr dot_general empty empty2 "
    "empty_like_shaped_array eq exp exp2 expand expand_dims expm1 flat_computation flat_fun "
    "floor full full_like ge get_algorithm_compute_types grad_x_dims grad_y_dims gt imag "
    "integer_pow iota is_finite le log log1p logistic lt max maybe_convert_dtype min mul mulhi "
    "naryop ne neg nextafter optimization_barrier pad padtype_to_pads population_count pow "
    "precision_attr ragged_dot ragged_dot_general ragged_to_dense raise_reshape_error "
    "ranges_like real reciprocal reduce reduce_and reduce_max reduce_min reduce_or "
    "reduce_precision reduce_prod reduce_sum reduce_xor rem remaining replicated_axes reshape "
    "rev rng_bit_generator rng_uniform round rsqrt select select_n shape_as_value shift_left "
    "shift_right_arithmetic shift_right_logical sign sin sinh sort sort_key_val split "
    "split_partitions sqrt square squeeze stack stage stop_gradient strip_trailing_nones sub "
    "supported_lhs_types supported_output_types supported_rhs_types t_op tan tanh tile top_k "
    "transpose tuple_delete type_properties unop unstack zeros_like_shaped_array";
inline constexpr std::string_view kPrngFunctions =
    "<lambda> T __array__ __bool__ __eq__ __getitem__ __getstate__ __hash__ __init__ __iter__ "
    "__len__ __repr__ __str__ _add _check_prng_key_data _committed _device _is_scalar _mul "
    "_rbg_fold_in _rbg_random_bits _rbg_seed _rbg_split _replace_with _threefry_fold_in "
    "_threefry_random_bits _threefry_random_bits_original _threefry_random_bits_partitionable "
    "_threefry_seed _threefry_split _threefry_split_foldlike _threefry_split_original "
    "addressable_data addressable_shards apply_round at aval base_arr_shape_to_keys_shape "
    "bcast_iotas_to_reshaped_iota block_until_ready committed copy copy_to_host_async delete "
    "device device_put_replicated device_put_sharded devices dtype flatten full "
    "global_sharded_result_handler global_shards handler iota_2x32_shape is_deleted "
    "is_fully_addressable is_fully_replicated itemsize iterated_vmap_binary_bcast "
    "iterated_vmap_unary key_array_constant_handler key_array_shard_arg_handler "
    "keys_shaped_array make_sharded_array name nbytes ndim on_device_size_in_bytes "
    "physical_const physical_element_aval pprint prngkeyarray_flatten prngkeyarray_unflatten "
    "random_bits random_bits_impl_base random_fold_in random_fold_in_impl_base random_seed "
    "random_seed_impl_base random_split random_split_impl_base random_unwrap random_wrap ravel "
    "register_prng reshape result_handler rolled_loop_step rotate_left shape sharding size "
    "squeeze squeeze_vmap squeeze_vmap_f swapaxes take tangent_dtype threefry2x32 threefry_2x32 "
    "threefry_fold_in threefry_random_bits threefry_seed threefry_split transpose "
    "unsafe_buffer_pointer zero";
inline constexpr std::string_view kReductionsFunctions =
    "<lambda> _average _axis_size _canonicalize_axis_allow_named _cast_to_bool _cast_to_numeric "
    "_count _cumsum_with_promotion _cumulative_reduction _ensure_optional_axes _isscalar "
    "_logsumexp _logsumexp2 _make_cumulative_reduction _mean _moveaxis _nan_reduction _nanvar "
    "_promote_integer_dtype _ptp _quantile _reduce_all _reduce_any _reduce_bitwise_and "
    "_reduce_bitwise_or _reduce_bitwise_xor _reduce_logical_and _reduce_logical_or "
    "_reduce_logical_xor _reduce_max _reduce_min _reduce_prod _reduce_sum _reduction "
    "_reduction_dims _reduction_init_val _require_integer _std _upcast_f16 _var "
    "_var_promote_types all amax amin any average check_where count_nonzero cumprod cumsum "
    "cumulative_prod cumulative_reduction cumulative_sum force internal_quantile max mean "
    "median min nancumprod nancumsum nanmax nanmean nanmedian nanmin nanpercentile nanprod "
    "nanquantile nanstd nansum nanvar percentile prod ptp quantile std sum var";
inline constexpr std::string_view kSetopsFunctions =
    "<lambda> _concat_unique _in1d _intersect1d_size _intersect1d_sorted_mask _setxor1d_size "
    "_unique _unique_sorted_mask intersect1d isin setdiff1d setxor1d union1d unique unique_all "
    "unique_counts unique_inverse unique_values";
inline constexpr std::string_view kUfuncsFunctions =
    "<lambda> _add_at _comparison_op _complex_comparison _constant_like _float_divmod _frexp "
    "_isposneginf _logical_op _maybe_bool_binop _multiply_at _normalize_float _one_to_one_binop "
    "_one_to_one_unop _pow_int_int _power _replace_inf _sinc_maclaurin _subtract_at _to_bool "
    "abs absolute acos acosh add arccos arccosh arcsin arcsinh arctan arctan2 arctanh asin "
    "asinh atan atan2 atanh binary_ufunc bitwise_and bitwise_count bitwise_invert "
    "bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor cbrt ceil conj "
    "conjugate copysign cos cosh decorator deg2rad degrees divide divmod equal exp exp2 expm1 "
    "fabs float_power floor floor_divide fmod fn frexp greater greater_equal heaviside hypot "
    "imag invert isfinite isinf isnan isneginf isposinf ldexp left_shift less less_equal log "
    "log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or logical_xor "
    "maximum minimum mod modf multiply negative nextafter not_equal positive pow power rad2deg "
    "radians real reciprocal remainder right_shift rint sign signbit sin sinc sinh spacing sqrt "
    "square subtract tan tanh true_divide unary_ufunc";

// How the rules end that JAX has for each primitive: its shape, its gradient, its lowering.
inline constexpr std::string_view kRuleEnds[] = {"_rule", "_lower", "_lowering",  "_abstract_eval",
                                                 "_impl", "_jvp",   "_transpose", "_batcher"};

// Whether the list has the word. Spaces part its words.
inline bool ListsWord(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::string_view first = list.substr(0, list.find(' '));
    if (first == word) return true;
    list.remove_prefix(std::min(list.size(), first.size() + 1));
  }
  return false;
}

// Whether JAX has such a function in a file of this name. The lists above are of JAX 0.10 and of
// some versions before.
inline bool IsJaxNumerics(std::string_view file, std::string_view function) {
  const auto has = [&](std::string_view functions) {
    return ListsWord(functions, function) ||
           std::any_of(std::begin(kRuleEnds), std::end(kRuleEnds),
                       [&](std::string_view end) { return function.ends_with(end); });
  };
  if (file == "lax.py") return has(kLaxFunctions);
  if (file == "prng.py") return has(kPrngFunctions);
  if (file == "reductions.py") return has(kReductionsFunctions);
  if (file == "setops.py") return has(kSetopsFunctions);
  if (file == "ufuncs.py") return has(kUfuncsFunctions);
  return false;
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_JAX_NUMERICS_H_
