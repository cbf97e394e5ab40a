"""paddle.distributed.fleet: recomputation, and data parallelism over the ranks of a job."""

import sys

from opscope.core.checks.unsupported import unsupported_function
from opscope.paddle.base.role_maker import PaddleCloudRoleMaker, Role, UserDefinedRoleMaker
from opscope.paddle.distributed.fleet import base
from opscope.paddle.distributed.fleet import recompute as utils
from opscope.paddle.distributed.fleet.distributed_strategy import DistributedStrategy
from opscope.paddle.distributed.fleet.recompute import recompute, recompute_sequential
from opscope.paddle.distributed.fleet.workers import (
    barrier_worker,
    distributed_model,
    distributed_optimizer,
    init,
    init_worker,
    is_first_worker,
    is_server,
    is_worker,
    stop_worker,
    worker_index,
    worker_num,
)

# Paddle calls it fleet.utils; no file here may
sys.modules[f"{__name__}.utils"] = utils

_ONE = "opscope supports only data parallelism", "run the model without this function, or in paddle.DataParallel"
CommunicateTopology = unsupported_function("CommunicateTopology", *_ONE)
Fleet = unsupported_function("Fleet", *_ONE)
HybridCommunicateGroup = unsupported_function("HybridCommunicateGroup", *_ONE)
MultiSlotDataGenerator = unsupported_function("MultiSlotDataGenerator", *_ONE)
MultiSlotStringDataGenerator = unsupported_function("MultiSlotStringDataGenerator", *_ONE)
UtilBase = unsupported_function("UtilBase", *_ONE)
get_hybrid_communicate_group = unsupported_function("get_hybrid_communicate_group", *_ONE)
init_server = unsupported_function("init_server", *_ONE)
run_server = unsupported_function("run_server", *_ONE)

__all__ = [
    "CommunicateTopology",
    "DistributedStrategy",
    "Fleet",
    "HybridCommunicateGroup",
    "MultiSlotDataGenerator",
    "MultiSlotStringDataGenerator",
    "PaddleCloudRoleMaker",
    "Role",
    "UserDefinedRoleMaker",
    "UtilBase",
    "barrier_worker",
    "base",
    "distributed_model",
    "distributed_optimizer",
    "get_hybrid_communicate_group",
    "init",
    "init_server",
    "init_worker",
    "is_first_worker",
    "is_server",
    "is_worker",
    "recompute",
    "recompute_sequential",
    "run_server",
    "stop_worker",
    "utils",
    "worker_index",
    "worker_num",
]
