"""Programs that a launcher has started several times, not as ranks of MPI: paddle.distributed refuses.

A process must not be rank 0 of 1 in each. tests/ranks has the ranks of MPI.
"""

import inspect

import pytest

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle import distributed, io, nn
from opscope.paddle.distributed import communication, fleet, groups, starting
from opscope.paddle.distributed.fleet import workers
from opscope.ranks.launched_processes import LAUNCHERS
from opscope.ranks.mpi import CONNECTIONS

SEVERAL = [
    {"PADDLE_TRAINERS_NUM": "2", "PADDLE_TRAINER_ID": "1"},  # paddle.distributed.launch
    {"OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "0", "PMIX_RANK": "0"},  # mpiexec of Open MPI
    {"PMI_SIZE": "4", "PMI_RANK": "3"},  # mpiexec of MPICH
    {"MV2_COMM_WORLD_SIZE": "2"},  # MVAPICH
    {"WORLD_SIZE": "8", "RANK": "0", "LOCAL_RANK": "0"},  # torchrun
    {"SLURM_NTASKS": "2", "SLURM_STEP_NUM_TASKS": "2", "SLURM_PROCID": "1"},  # srun
    {"PMIX_RANK": "1"},  # another launcher with PMIx
]
SINGLE = [
    {},
    {"WORLD_SIZE": "1", "RANK": "0"},
    {"PADDLE_TRAINERS_NUM": "1", "PADDLE_TRAINER_ID": "0"},
    {"OMPI_COMM_WORLD_SIZE": "4", "PADDLE_TRAINERS_NUM": "1"},  # the user says that each trains alone
    {"SLURM_NTASKS": "4", "SLURM_PROCID": "0"},  # the script of sbatch: its tasks are not started
    {"WORLD_SIZE": "large", "PMI_SIZE": ""},
]
DATA = [1.0, 2.0, 3.0, 4.0]

CALLS = {
    "init_parallel_env": distributed.init_parallel_env,
    "get_rank": distributed.get_rank,
    "get_world_size": distributed.get_world_size,
    "new_group": distributed.new_group,
    "ParallelEnv": distributed.ParallelEnv,
    "DataParallel": lambda: paddle.DataParallel(nn.Linear(2, 2)),
    "prepare_context": lambda: paddle.fluid.dygraph.prepare_context(),
    "spawn": lambda: distributed.spawn(lambda: None),
    "all_reduce": lambda: distributed.all_reduce(paddle.ones([2])),
    "broadcast": lambda: distributed.broadcast(paddle.ones([2]), 0),
    "all_gather": lambda: distributed.all_gather([], paddle.ones([2])),
    "all_gather_object": lambda: distributed.all_gather_object([], 1),
    "barrier": distributed.barrier,
    "init": lambda: fleet.init(is_collective=True),
    "worker_index": fleet.worker_index,
    "worker_num": fleet.worker_num,
    "is_first_worker": fleet.is_first_worker,
    "distributed_model": lambda: fleet.distributed_model(nn.Linear(2, 2)),
    "PaddleCloudRoleMaker": lambda: fleet.PaddleCloudRoleMaker(is_collective=True),
    "UserDefinedRoleMaker": fleet.UserDefinedRoleMaker,
    "DistributedBatchSampler": lambda: io.DistributedBatchSampler(DATA, 2),
}


@pytest.fixture
def environment(monkeypatch):
    """Sets the variables of a launcher, and only these."""

    def set_variables(variables):
        for name in (*LAUNCHERS, *LAUNCHERS.values(), *CONNECTIONS, "PMIX_RANK", "SLURM_NTASKS"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)

    return set_variables


@pytest.mark.parametrize("variables", SEVERAL, ids=lambda v: next(iter(v)))
@pytest.mark.parametrize("name", CALLS)
def test_it_is_refused_by_name(name, variables, environment):
    environment(variables)
    with pytest.raises(UnsupportedError) as found:
        CALLS[name]()
    text = str(found.value)
    assert text.startswith(name) and "one process" in text.partition("\n")[0]
    said = [n for n in variables if n in (*LAUNCHERS, *LAUNCHERS.values()) and f"{n}" in text] or ["PMIX_RANK"]
    assert all(variables[n] in text for n in said)
    assert "fix: " in text and "PADDLE_TRAINERS_NUM=1" in text and "test_several_processes.py" in text


@pytest.mark.parametrize("variables", SINGLE, ids=str)
@pytest.mark.parametrize("name", CALLS)
def test_one_process_is_rank_0_of_1(name, variables, environment):
    environment(variables)
    CALLS[name]()
    assert (distributed.get_rank(), distributed.get_world_size()) == (0, 1)


# they do not depend on how many processes there are
WITHOUT = {"is_initialized", "is_available", "get_backend", "destroy_process_group", "stop_worker", "launch"}
PUBLIC = sorted(
    (name, function)
    for module in (communication, groups, starting, workers)
    for name, function in vars(module).items()
    if name in {*distributed.__all__, *fleet.__all__} - WITHOUT and inspect.isfunction(function)
    and function.__module__ == module.__name__
)  # fmt: skip


def test_the_list_of_functions_is_long():
    assert len(PUBLIC) > 30 and {"send", "isend", "recv", "spawn", "barrier_worker"} <= {name for name, _ in PUBLIC}


@pytest.mark.parametrize("name, function", PUBLIC)
def test_every_function_that_stands_for_several_processes_refuses(name, function, environment):
    """By the modules' own lists: a new function is not forgotten."""
    environment({"PADDLE_TRAINERS_NUM": "2"})
    parameters = inspect.signature(function).parameters.values()
    needed = [p for p in parameters if p.default is p.empty and p.kind != p.VAR_KEYWORD]
    with pytest.raises(UnsupportedError, match="one process"):
        function(*[None] * len(needed))


def test_shares_that_are_given_are_no_question(environment):
    environment({"WORLD_SIZE": "2", "RANK": "1"})
    assert [*io.DistributedBatchSampler(DATA, 2, num_replicas=2, rank=1)] == [[2, 3]]


def test_a_program_that_asks_for_no_other_process_runs(environment):
    """Under srun or mpiexec programs also run apart on purpose: as with Paddle, nothing is said."""
    environment({"OMPI_COMM_WORLD_SIZE": "4", "OMPI_COMM_WORLD_RANK": "2"})
    layer = nn.Linear(2, 1)
    layer(paddle.ones([1, 2])).sum().backward()
    assert layer.weight.grad.shape == [2, 1]


def test_the_model_of_hapi_refuses_what_paddle_would_share(environment):
    environment({"OMPI_COMM_WORLD_SIZE": "4"})
    paddle.Model(nn.Linear(2, 2))
    environment({"PADDLE_TRAINERS_NUM": "4"})
    with pytest.raises(UnsupportedError, match=r"^Model: "):
        paddle.Model(nn.Linear(2, 2))
