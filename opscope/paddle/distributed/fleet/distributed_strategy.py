"""DistributedStrategy: the options of data parallelism; every option accepts only its default."""

from __future__ import annotations

from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import UnsupportedError, nearest

# Of Paddle 2.6.2. Fields that only tune how NCCL or the executor work take any value there, and are refused here too.
DEFAULTS: dict[str, Any] = {
    **dict.fromkeys(
        (
            "adam_d2sum", "adaptive_localsgd", "amp", "asp", "auto", "auto_search",
            "cudnn_batchnorm_spatial_persistent", "cudnn_exhaustive_search", "dgc", "elastic", "find_unused_parameters",
            "fp16_allreduce", "fuse_grad_merge", "gradient_merge", "heter_ccl_mode", "is_fl_ps_mode",
            "is_with_coordinator", "lamb", "lars", "localsgd", "pipeline", "qat", "recompute", "semi_auto", "sharding",
            "sync_batch_norm", "tensor_parallel", "use_hierarchical_allreduce",
        ),
        False,
    ),
    **dict.fromkeys(
        ("a_sync", "fuse_all_reduce_ops", "split_data", "sync_nccl_allreduce", "without_graph_optimization"), True
    ),
    "conv_workspace_size_limit": 512,
    "fuse_grad_size_in_MB": 32,
    "fuse_grad_size_in_num": 8,
    "hierarchical_allreduce_inter_nranks": 1,
    "last_comm_group_size_MB": 1.0,
    "nccl_comm_num": 1,
}  # fmt: skip


class DistributedStrategy(Described):
    """The strategy of data parallelism. Each field has its default; another value raises an error."""

    def __getattr__(self, name: str) -> Any:
        if name in DEFAULTS:
            return DEFAULTS[name]
        raise AttributeError(f"DistributedStrategy has no field {name!r}{_similar(name)}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in DEFAULTS or value != DEFAULTS[name]:
            default = f"leave {name} at {DEFAULTS[name]!r}" if name in DEFAULTS else f"leave {name} out{_similar(name)}"
            raise UnsupportedError(
                f"DistributedStrategy.{name} = {value!r} is not supported, because opscope has only data parallelism",
                site=site(),
                fix=default,
            )  # fmt: skip


def _similar(name: str) -> str:
    found = nearest(name, DEFAULTS)
    return f": {found}" if found else ""
