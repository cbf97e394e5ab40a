"""Models wrapped by DistributedDataParallel, DataParallel and torch.compile: the values and names of a run."""

import numpy as np
import pytest
import torch
from torch import distributed, nn

from opscope.errors import OpscopeWarning
from tests.torch_calls.conftest import LONG
from tests.torch_calls.wrapped_programs import Inner


@pytest.fixture
def group(tmp_path):
    """A group of one process."""
    distributed.init_process_group("gloo", init_method=f"file://{tmp_path}/group", rank=0, world_size=1)
    yield
    distributed.destroy_process_group()


def training(wrap):
    def train():
        torch.manual_seed(0)
        model = wrap(Inner())
        optimizer = torch.optim.Adam(model.parameters(), 0.01)
        losses, gradients = [], []
        for _ in range(4):
            loss = model(torch.randn(8, 3)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            gradients.append(next(iter(model.parameters())).grad.clone())
            optimizer.step()
            losses.append(loss.item())
        return losses, gradients, {name: value.clone() for name, value in model.state_dict().items()}

    return train


def check_run(begin, body, own):
    """The run computes as the program alone, and shows its values; `own` is the path of the wrapped net."""
    losses, gradients, state = body()
    run = begin(body)
    found = run.wait(LONG)
    assert found[0] == losses and all(torch.equal(found[2][name], state[name]) for name in state)
    assert [float(value) for value in run.values("loss").values()] == [float(np.float32(loss)) for loss in losses]
    run.goto(3, "op:lerp_")
    assert np.array_equal(run.value(f"{own}.fc1.weight.grad"), gradients[2].numpy())
    run.goto(5)
    for name in ("fc1.weight", "model.fc1.weight", f"{own}.fc1.weight"):
        assert np.array_equal(run.value(name), found[2][f"{own.removeprefix('model.')}.fc1.weight"].numpy())
    return run


def test_a_model_of_distributed_data_parallel(begin, group):
    run = check_run(begin, training(nn.parallel.DistributedDataParallel), "model.module")
    assert "allreduce_" in {
        operator.type for operator in run.session.driver.navigator.journal.record_of_step(2).operators()
    }


def test_a_model_of_data_parallel(begin):
    check_run(begin, training(nn.DataParallel), "model.module")


def test_a_compiled_model_runs_eagerly_which_is_said_once(begin):
    with pytest.warns(OpscopeWarning, match="torch.compile runs eagerly") as said:
        check_run(begin, training(lambda net: torch.compile(net, backend="eager")), "model._orig_mod")
    assert len([w for w in said if "runs eagerly" in str(w.message)]) == 1
