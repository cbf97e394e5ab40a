"""Flags of Paddle, with the functions set_flags and get_flags.

When `paddle` is imported, each flag gets the value of the environment variable of the same name, as in
`FLAGS_check_nan_inf=1 python train.py`. `FLAGS_check_nan_inf`, `FLAGS_check_nan_inf_level` and
`FLAGS_low_precision_op_list` have an effect. All other flags are stored and returned, but have no effect. NO_EFFECT
contains the reason for each group.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from opscope.core import state
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.errors import ArgumentError, OpscopeWarning, UsageError, nearest
from opscope.runtime.nonfinite_checks import NumericCheck, set_global_check

NO_EFFECT: dict[str, dict[str, Any]] = {
    "NumPy's allocator decides": {
        "alloc_fill_value": -1, "allocator_strategy": "auto_growth", "auto_growth_chunk_size_in_mb": 0,
        "eager_delete_scope": True, "eager_delete_tensor_gb": 0.0, "fast_eager_deletion_mode": True,
        "fraction_of_cpu_memory_to_use": 1.0, "fraction_of_cuda_pinned_memory_to_use": 0.5,
        "fraction_of_gpu_memory_to_use": 0.92, "fuse_parameter_groups_size": 1, "fuse_parameter_memory_size": -1.0,
        "gpu_allocator_retry_time": 10000, "gpu_memory_limit_mb": 0, "init_allocated_mem": False,
        "initial_cpu_memory_in_mb": 500, "initial_gpu_memory_in_mb": 0, "log_memory_stats": False,
        "memory_fraction_of_eager_deletion": 1.0, "reallocate_gpu_memory_in_mb": 0, "sync_after_alloc": False,
        "use_auto_growth_pinned_allocator": False, "use_cuda_managed_memory": False, "use_pinned_memory": True,
        "use_shm_cache": False, "use_stream_safe_cuda_allocator": True, "use_system_allocator": False,
        "use_virtual_memory_auto_growth": False, "enable_record_memory": False,
    },
    "programs run in program order, planned once": {
        "apply_pass_to_program": False, "cache_inference_while_scope": False, "convert_all_blocks": True,
        "enable_dependency_builder_debug_info": False, "executor_log_deps_every_microseconds": 0,
        "local_exe_sub_scope_limit": 256.0, "max_inplace_grad_add": 0, "new_executor_sequential_run": False,
        "new_executor_serial_run": False, "new_executor_static_build": False, "new_executor_use_cuda_graph": False,
        "new_executor_use_inplace": False, "new_executor_use_local_scope": True, "sort_sum_gradient": False,
        "static_executor_perfstat_filepath": "", "use_stride_kernel": True, "enable_adjust_op_order": 0,
        "ir_inplace_kernel_blacklist": "", "enable_unused_var_check": False, "tensor_operants_mode": "eager",
    },
    "there is no new IR and no compiler": {
        "enable_pir_api": False, "enable_pir_in_executor": False, "enable_pir_in_executor_trace_run": False,
        "enable_pir_with_pt_in_dy2st": True, "pir_apply_inplace_pass": True, "pir_subgraph_saving_dir": "",
        "prim_enabled": False, "print_ir": False, "print_sub_graph_dir": "", "jit_engine_type": "Predictor",
        "trt_ibuilder_cache": False, "enable_dump_main_program": False, "einsum_opt": False,
    },
    "kernels are NumPy's or CuPy's": {
        "conv_workspace_size_limit": 512, "cublaslt_exhaustive_search_times": 0,
        "cudnn_batchnorm_spatial_persistent": False, "cudnn_deterministic": False, "cudnn_exhaustive_search": False,
        "cudnn_exhaustive_search_times": -1, "embedding_deterministic": 0, "enable_api_kernel_fallback": True,
        "enable_cublas_tensor_op_math": False, "gemm_use_half_precision_compute_type": False, "run_kp_kernel": False,
        "search_cache_max_number": 1000000, "tracer_mkldnn_ops_off": "", "tracer_mkldnn_ops_on": "",
        "use_autotune": False, "use_mkldnn": False, "npu_storage_format": False, "enable_sparse_inner_gather": False,
        "selected_gpus": "", "cpu_deterministic": False, "set_to_1d": False,
    },
    "the number of threads is BLAS's own (OPENBLAS_NUM_THREADS)": {
        "inner_op_parallelism": 0, "paddle_num_threads": 1, "dist_threadpool_size": 0,
    },
    "opscope has its own debugger and profiler": {
        "benchmark": False, "call_stack_level": 1, "dygraph_debug": 0, "host_trace_level": 1, "pe_profile_fname": "",
        "multiple_of_cupti_buffer_size": 1, "reader_queue_speed_test_mode": False, "tracer_profile_fname": "xxgperf",
        "async_trace_count": 5, "enable_async_trace": False,
    },
    "there is one process": {
        "add_dependency_for_communication_op": True, "allreduce_record_one_event": False,
        "communicator_is_sgd_optimizer": True, "communicator_max_merge_var_num": 20,
        "communicator_send_queue_size": 20, "fleet_executor_with_standalone": False, "get_host_by_name_time": 120,
        "rpc_send_thread_num": 12, "rocksdb_path": "database",
    },
}  # fmt: skip


def _apply_check_flags() -> None:
    """Set the global check for NaN and Inf according to the two check flags."""
    set_global_check(NumericCheck(level=_values["check_nan_inf_level"]) if _values["check_nan_inf"] else None)


# flags that have an effect: (default, function called after a change)
_EFFECTIVE: dict[str, tuple[Any, Callable[[], None]]] = {
    "check_nan_inf": (False, _apply_check_flags),
    "check_nan_inf_level": (0, _apply_check_flags),
    "low_precision_op_list": (0, lambda: None),  # amp.operator_stats reads it
}
_values: dict[str, Any] = {}


@state.on_reset
def reset() -> None:
    """Set each flag to its default."""
    _values.clear()
    _values.update({name: value for group in NO_EFFECT.values() for name, value in group.items()})
    _values.update({name: value for name, (value, _) in _EFFECTIVE.items()})
    for flag, text in os.environ.items():
        if flag.startswith("FLAGS_"):
            _set_from_environment(flag, text)


def _set_from_environment(flag: str, text: str) -> None:
    """Set a flag to the value of an environment variable. Paddle does the same when it is imported.

    If an unknown name is similar to a flag, a warning is issued. Raises ArgumentError if the text is not a valid value
    of the flag.
    """
    name = flag.removeprefix("FLAGS_")
    if name not in _values:
        import difflib  # only for a name that is not a flag

        if near := difflib.get_close_matches(name, _values, n=1, cutoff=0.85):
            warn(OpscopeWarning(f"the environment variable {flag} is not a flag", fix=f"did you mean FLAGS_{near[0]}?"))
        return
    default = _values[name]
    try:
        value = _SWITCHES[text.strip().lower()] if isinstance(default, bool) else type(default)(text)
    except (KeyError, ValueError):
        kind = type(default).__name__
        raise ArgumentError(
            f"the environment variable {flag} is {text!r}, which is not a {kind}",
            fix=f"set the variable to a {kind}, or unset the variable",
        ) from None
    _values[name] = value
    if name in _EFFECTIVE:
        _EFFECTIVE[name][1]()


_SWITCHES = {
    **dict.fromkeys(("1", "true", "t", "yes", "y"), True),
    **dict.fromkeys(("0", "false", "f", "no", "n"), False),
}

reset()


def _flag_name(flag: Any, verb: str) -> str:
    name = str(flag).removeprefix("FLAGS_")
    if name not in _values or not str(flag).startswith("FLAGS_"):
        raise ArgumentError(
            f"Flag {flag} cannot {verb} its value through this function.", site=site(),
            fix=nearest(name, _values),
        )  # fmt: skip
    return name


def set_flags(flags: Mapping[str, Any]) -> None:
    """Set flags by name. opscope.runtime.nonfinite_checks documents FLAGS_check_nan_inf.

    Raises UsageError (a TypeError) if the argument is not a dict, or if a value has another type. Raises ArgumentError
    for an unknown flag. Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/set_flags_en.html
    """
    if not isinstance(flags, dict):
        raise UsageError("flags in set_flags should be a dict", site=site())
    for flag, value in flags.items():
        name = _flag_name(flag, "set")
        kind = type(_values[name])
        if isinstance(value, str) is not (kind is str):
            raise UsageError(f"{flag} must be a {kind.__name__}, but received {value!r}", site=site())
        _values[name] = kind(value)
        if name in _EFFECTIVE:
            _EFFECTIVE[name][1]()


def get_flags(flags: Any) -> dict[str, Any]:
    """Return the value of one flag, or the values of a list or tuple of flags. Raises the errors of set_flags.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/get_flags_en.html
    """
    if not isinstance(flags, str | list | tuple):
        raise UsageError("Flags in get_flags should be a list, tuple or string.", site=site())
    return {flag: _values[_flag_name(flag, "get")] for flag in ([flags] if isinstance(flags, str) else flags)}
