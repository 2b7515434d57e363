// Functions of JAX that run whenever Python calls one of its ops, in files whose names users may
// well give to files of their own. Left out are names that users may well give to functions there.
#ifndef PROFILER_ANALYSIS_OPS_JAX_EAGER_H_
#define PROFILER_ANALYSIS_OPS_JAX_EAGER_H_

#include <string_view>

namespace profiler {

struct FunctionsOfFile {
  std::string_view file, functions;  // spaces part the functions
};
inline constexpr FunctionsOfFile kEagerFunctions[] = {
    {"api.py",
     "__repr__ _all_sizes_index _check_ema_unmapped_args _check_input_dtype_jacfwd "
     "_check_input_dtype_revderiv _check_output_dtype_jacfwd _check_output_dtype_revderiv "
     "_check_scalar _check_sharding _check_string_compatible_sharding "
     "_colocated_cpu_devices_cached _colocated_cpu_devices_cached_fallback_to_cpu_backend "
     "_colocated_cpu_mesh_cached _device_get _device_put _device_put_replicated "
     "_device_put_sharded _get_argument_type _get_axis_size _get_spec _infer_src_sharding "
     "_insert_pvary _is_ref _jacfwd_unravel _jacrev_unravel _jvp _lift_linearized "
     "_mapped_axis_size _mapped_axis_spec _nan_check_posthook _possible_downcast _split "
     "_std_basis _temporary_dtype_exception _todense_abstract_eval _todense_batching_rule "
     "_todense_impl _todense_jvp _todense_transpose _unravel_array_into_pytree "
     "_update_debug_special_global _update_debug_special_thread_local _vjp _vjp3_bwd "
     "_vjp3_callable _vjp_check_ct_avals _vjp_ct_tree_error block_until_ready "
     "copy_to_host_async device_get device_put grad_f grad_f_aux jacfun jvp linearize "
     "make_jaxpr_f try_to_block tuptree_map value_and_grad_f vjp vmap_f"},
    {"array.py",
     "<genexpr> __array__ __bool__ __complex__ __cuda_array_interface__ __dlpack__ "
     "__dlpack_device__ __float__ __format__ __getitem__ __hex__ __index__ __int__ __iter__ "
     "__len__ __oct__ __reduce__ __repr__ __str__ _array_from_process_local_data "
     "_array_global_result_handler _array_mlir_constant_handler _array_shard_arg "
     "_cached_index_calc _check_and_rearrange _check_if_deleted "
     "_copy_single_device_array_to_host_async _fallback_check_via_indices "
     "_get_and_check_dtype _get_aval_array _get_device _get_shape_from_index "
     "_process_has_full_value_in_mcjax _reconstruct_array _sharding_indices_and_eq "
     "_single_device_array_to_np_array_did_copy _token_global_result_handler "
     "_token_shard_arg _validate_shape_and_dtype_for_per_device_arrays _value "
     "addressable_data addressable_shards as_slice_indices block_until_ready cb committed "
     "copy_to_host_async delete device device_buffer device_buffers devices dtype format "
     "get_data global_shards is_deleted is_fully_addressable is_fully_replicated item "
     "local_slice make_array_from_callback make_array_from_process_local_data "
     "make_array_from_single_device_arrays ndim on_device_size_in_bytes replica_id shape "
     "shard_device_array shard_sharded_device_array_slow_path sharding size tobytes tolist "
     "unsafe_buffer_pointer weak_type wrapper"},
    {"config.py",
     "__bool__ __enter__ __exit__ _read get_global make_user_context read set_global "
     "trace_context_names"},
    {"core.py",
     "_true_bind abstract_eval_ bind bind_with_trace canonicalize_dim "
     "canonicalize_shape check_eval_args check_scalar_conversion cur_sublevel "
     "definitely_equal definitely_equal_shape eval_context eval_jaxpr find_cur_trace "
     "full_lower get_aval is_concrete is_high is_symbolic_dim new_jaxpr_eqn "
     "process_primitive set_current_trace set_trace shaped_abstractify take_current_trace "
     "to_tracer trace_ctx typeof"},
    {"dispatch.py",
     "__enter__ __exit__ _batched_device_put_impl _cached_logical_device_ids _check_special "
     "_common_device_put_lowering _device_put_abstract_eval _device_put_batcher "
     "_device_put_folding_rule _device_put_impl _device_put_reshard "
     "_device_put_sharding_impl _device_put_transpose _different_device_order_reshard "
     "_is_supported_cross_host_transfer _tpu_gpu_device_put_lowering apply_primitive "
     "batched_device_put_impl block_until_ready check_arg check_special check_special_array "
     "clear get_intermediate_shardings get_token_input jaxpr_has_prim_requiring_devices "
     "jaxpr_has_primitive lower needs_check_special prim_fun result_handler "
     "set_output_runtime_token set_token_result should_tuple_args simple_impl update_dp_aval "
     "wait_for_tokens xla_primitive_callable"},
    {"sharding.py",
     "_addressable_device_assignment _addressable_devices_indices_map _common_shard_shape "
     "_device_assignment _internal_device_list _is_concrete _to_sdy_sharding "
     "_to_xla_hlo_sharding addressable_devices addressable_devices_indices_map "
     "common_devices_indices_map common_is_equivalent_to device_set devices_indices_map "
     "get_hlo_sharding_from_serialized_proto get_op_sharding_from_serialized_proto "
     "get_serialized_proto_from_hlo_sharding has_addressable_devices is_equivalent_to "
     "is_fully_addressable is_fully_replicated memory_kind num_devices shard_shape "
     "with_memory_kind"},
    {"slicing.py",
     "_batch_dynamic_slice_indices _clamp_scatter_indices _dims_in_range _disjoint_dims "
     "_dynamic_slice_indices _dynamic_slice_transpose_fancy _gather_fill _gather_impl "
     "_gather_lower_opaque _gather_shape_computation _gather_spec_computation "
     "_get_sharding_for_varying_out_shape _get_sub_spec_size _get_updates_batching_dims "
     "_is_resolvable _is_sorted _no_duplicate_dims _real_dtype _resolve_mesh _scatter "
     "_scatter_addsub_lower_gpu _scatter_lower_opaque _scatter_mul_jvp_rhs "
     "_scatter_spec_computation _slice_impl _slice_transpose_fancy _sorted_dims_in_range "
     "dynamic_index_in_dim dynamic_slice dynamic_slice_in_dim dynamic_update_index_in_dim "
     "dynamic_update_slice dynamic_update_slice_in_dim from_any gather index_in_dim "
     "index_take scatter scatter_add scatter_apply scatter_max scatter_min scatter_mul "
     "scatter_sub slice slice_in_dim"},
    {"util.py",
     "_arraylike _arraylike_asarray _broadcast_arrays _broadcast_to "
     "_check_jax_array_protocol _weakref_lru_cache broadcasting_vmap canonicalize_axis "
     "canonicalize_axis_tuple canonicalize_device_to_sharding check_arraylike "
     "check_arraylike_or_none check_for_prngkeys check_no_float0s "
     "choose_device_or_out_sharding ensure_arraylike ensure_arraylike_tuple fun_name "
     "fun_qual_name partition_list promote_args promote_args_inexact promote_args_numeric "
     "promote_dtypes promote_dtypes_inexact promote_dtypes_numeric promote_shapes safe_map "
     "safe_zip split_list subs_list weakref_lru_cache wrapper"},
};

// Of these what JAX alone calls, under names that users may well give to functions of a file of
// their own: JAX's where JAX calls them.
inline constexpr FunctionsOfFile kInnerFunctions[] = {
    {"api.py", "_split"},
    {"array.py", "<genexpr> cb get_data wrapper"},
    {"config.py", "__bool__ __enter__ __exit__ _read get_global read set_global"},
    {"core.py", "bind"},
    {"dispatch.py", "__enter__ __exit__ check_arg clear lower result_handler"},
    {"util.py", "partition_list split_list wrapper"},
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_JAX_EAGER_H_
