"""paddle.distributed.fleet: recomputation, and what remains of training with many processes where there is one."""

import sys

from opscope.core.refused import refused
from opscope.paddle.distributed.fleet import recompute as utils
from opscope.paddle.distributed.fleet.one import (
    barrier_worker,
    distributed_model,
    distributed_optimizer,
    init,
    is_first_worker,
    is_server,
    is_worker,
    worker_index,
    worker_num,
)
from opscope.paddle.distributed.fleet.recompute import recompute, recompute_sequential

# Paddle calls it fleet.utils; no file here may
sys.modules[f"{__name__}.utils"] = utils

_ONE = "there is one process", "run the model as it is"
CommunicateTopology = refused("CommunicateTopology", *_ONE)
DistributedStrategy = refused("DistributedStrategy", *_ONE)
Fleet = refused("Fleet", *_ONE)
HybridCommunicateGroup = refused("HybridCommunicateGroup", *_ONE)
MultiSlotDataGenerator = refused("MultiSlotDataGenerator", *_ONE)
MultiSlotStringDataGenerator = refused("MultiSlotStringDataGenerator", *_ONE)
PaddleCloudRoleMaker = refused("PaddleCloudRoleMaker", *_ONE)
Role = refused("Role", *_ONE)
UserDefinedRoleMaker = refused("UserDefinedRoleMaker", *_ONE)
UtilBase = refused("UtilBase", *_ONE)
get_hybrid_communicate_group = refused("get_hybrid_communicate_group", *_ONE)
init_server = refused("init_server", *_ONE)
init_worker = refused("init_worker", *_ONE)
run_server = refused("run_server", *_ONE)
stop_worker = refused("stop_worker", *_ONE)

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
