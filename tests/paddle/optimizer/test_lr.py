"""Schedules: values of PyTorch 2.13 (where it has the same schedule) and formulas; how optimizers follow them."""

import gc
import math
import weakref

import numpy as np
import pytest

from opscope import paddle
from opscope.core.state import reset
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.errors import ArgumentError, OpscopeWarning, RunError, UsageError
from opscope.paddle import static
from opscope.paddle.optimizer import SGD, Adam, lr
from tests.paddle.optimizer.training import by_dygraph, by_program, same

FORMULAS = {
    "noam": (lambda: lr.NoamDecay(64, 4, 2.0), lambda e: 2 * 64**-0.5 * min((e or 1) ** -0.5, e * 4**-1.5)),
    "natural": (lambda: lr.NaturalExpDecay(0.5, 0.1), lambda e: 0.5 * math.exp(-0.1 * e)),
    "inverse": (lambda: lr.InverseTimeDecay(0.5, 0.1), lambda e: 0.5 / (1 + 0.1 * e)),
    "exponential": (lambda: lr.ExponentialDecay(0.5, 0.9), lambda e: 0.5 * 0.9**e),
    "step": (lambda: lr.StepDecay(0.5, 3, 0.1), lambda e: 0.5 * 0.1 ** (e // 3)),
    "milestones": (lambda: lr.MultiStepDecay(0.5, [2, 6], 0.1), lambda e: [0.5, 0.05, 0.005][(e >= 2) + (e >= 6)]),
    "pieces": (lambda: lr.PiecewiseDecay([2, 6], [0.5, 0.3, 0.1]), lambda e: [0.5, 0.3, 0.1][(e >= 2) + (e >= 6)]),
    "lambda": (lambda: lr.LambdaDecay(0.5, lambda e: 1 / (1 + e)), lambda e: 0.5 / (1 + e)),
    "multiplied": (lambda: lr.MultiplicativeDecay(0.5, lambda e: e / (e + 1)), lambda e: 0.5 / (e + 1)),
    "polynomial": (
        lambda: lr.PolynomialDecay(0.5, 5, 0.1, 2.0),
        lambda e: 0.4 * (1 - min(e, 5) / 5) ** 2 + 0.1,
    ),
    "polynomial, again and again": (
        lambda: lr.PolynomialDecay(0.5, 5, 0.1, cycle=True),
        lambda e: 0.4 * (1 - e / (5 * max(1, math.ceil(e / 5)))) + 0.1,
    ),
    "warm": (lambda: lr.LinearWarmup(0.5, 4, 0.1, 0.5), lambda e: min(0.1 + 0.1 * e, 0.5)),
    "warm, then falling": (
        lambda: lr.LinearWarmup(lr.ExponentialDecay(0.5, 0.5), 4, 0.1, 0.5),
        lambda e: 0.1 + 0.1 * e if e < 4 else 0.5 * 0.5 ** (e - 4),
    ),
    "linear": (lambda: lr.LinearLR(0.5, 4, 0.2, 1.0), lambda e: 0.5 * (0.2 + 0.8 * min(e, 4) / 4)),
    "cosine": (lambda: lr.CosineAnnealingDecay(0.5, 4, 0.1), lambda e: 0.1 + 0.2 * (1 + math.cos(math.pi * e / 4))),
    "triangles": (
        lambda: lr.CyclicLR(0.1, 0.5, 2, 4),
        lambda e: 0.1 + 0.4 * ((e % 6) / 2 if e % 6 <= 2 else (6 - e % 6) / 4),
    ),
    "triangles, scaled": (
        lambda: lr.CyclicLR(0.1, 0.5, 2, scale_fn=lambda e: 1 / (1 + e), scale_mode="iterations"),
        lambda e: 0.1 + 0.4 * (1 - abs(e % 4 - 2) / 2) / (1 + e),
    ),
}
# as PyTorch 2.13 gives them, the rate before each of nine steps
VALUES = {
    "restarts": (
        lambda: lr.CosineAnnealingWarmRestarts(0.5, 2, 2, 0.1),
        [0.5, 0.3, 0.5, 0.441421356237, 0.3, 0.158578643763, 0.5, 0.484775906502, 0.441421356237],
    ),
    "one cycle": (
        lambda: lr.OneCycleLR(1.0, 10, end_learning_rate=0.001),
        [
            0.04,
            0.52,
            1.0,
            0.950533949517,
            0.811933156028,
            0.611649206511,
            0.389350793489,
            0.189066843972,
            0.050466050483,
        ],
    ),
    "one cycle, three phases": (
        lambda: lr.OneCycleLR(1.0, 10, 10.0, 0.001, anneal_strategy="linear", three_phase=True),
        [0.1, 0.55, 1.0, 0.55, 0.1, 0.0802, 0.0604, 0.0406, 0.0208],
    ),
    "triangular2": (
        lambda: lr.CyclicLR(0.5, 1.5, 2, mode="triangular2"),
        [0.5, 1.0, 1.5, 1.0, 0.5, 0.75, 1.0, 0.75, 0.5],
    ),
    "exp_range": (
        lambda: lr.CyclicLR(0.5, 1.5, 2, mode="exp_range", exp_gamma=0.9),
        [0.5, 0.95, 1.31, 0.8645, 0.5, 0.795245, 1.031441, 0.73914845, 0.5],
    ),
}


def first(scheduler, count):
    found = []
    for _ in range(count):
        found.append(scheduler())
        scheduler.step()
    return found


@pytest.mark.parametrize("name", FORMULAS)
def test_rates_follow_the_formula(name):
    make, formula = FORMULAS[name]
    np.testing.assert_allclose(first(make(), 13), [formula(e) for e in range(13)], rtol=1e-12)
    scheduler = make()
    scheduler.step(7)
    np.testing.assert_allclose([scheduler.last_epoch, scheduler.last_lr, scheduler.get_lr()], [7, *[formula(7)] * 2])


@pytest.mark.parametrize("name", VALUES)
def test_rates_are_pytorchs(name):
    make, values = VALUES[name]
    np.testing.assert_allclose(first(make(), len(values)), values, rtol=1e-10)


def plateau(metrics, **options):
    scheduler = lr.ReduceOnPlateau(1.0, factor=0.5, patience=1, **options)
    found = []
    for metric in metrics:
        scheduler.step(metric)
        found.append(scheduler())
    return found


def test_a_plateau_halves_the_rate():
    assert plateau([5, 4, 4, 4, 4, 4]) == [1, 1, 1, 0.5, 0.5, 0.25]
    assert plateau([1, 2, 2, 2], mode="max") == [1, 1, 1, 0.5]
    assert plateau([5.0, 4.95, 4.9, 4.85], threshold=0.1, threshold_mode="abs") == [1, 1, 0.5, 0.5]
    assert plateau([5, 5, 5, 5, 5, 5, 5], cooldown=2) == [1, 1, 0.5, 0.5, 0.5, 0.5, 0.25]
    assert plateau([5, 5, 5, 5, 5], min_lr=0.5) == [1, 1, 0.5, 0.5, 0.5]
    assert plateau([np.array([5.0]), paddle.to_tensor(5.0), np.float32(5)]) == [1, 1, 0.5]
    with pytest.raises(UsageError, match="with one element"):
        plateau([[1.0]])


@pytest.mark.parametrize("name", FORMULAS)
def test_a_state_dict_goes_on_where_it_was(name):
    make, _ = FORMULAS[name]
    scheduler, other = make(), make()
    first(scheduler, 5)
    other.set_state_dict(scheduler.state_dict())
    assert first(other, 6) == first(scheduler, 6)


def test_state_dicts_have_paddles_names():
    assert lr.StepDecay(0.5, 3).state_dict() == {"last_epoch": 0, "last_lr": 0.5}
    state = lr.LinearWarmup(lr.StepDecay(0.5, 3), 2, 0.1, 0.5).state_dict()
    assert state == {"last_epoch": 0, "last_lr": 0.1, "LinearWarmup_LR": {"last_epoch": 0, "last_lr": 0.5}}
    names = ["cooldown_counter", "best", "num_bad_epochs", "last_epoch", "last_lr"]
    assert list(lr.ReduceOnPlateau(0.5).state_dict()) == names
    with pytest.raises(RunError, match=r"must have an entry 'last_lr'"):
        lr.StepDecay(0.5, 3).set_state_dict({"last_epoch": 1})
    with pytest.warns(OpscopeWarning, match="does not use: \\['other'\\]"):
        lr.StepDecay(0.5, 3).set_state_dict({"last_epoch": 1, "last_lr": 0.1, "other": 2})


class Counted(lr.LRScheduler):
    """As users write them: the rate falls with each call of get_lr."""

    def __init__(self, learning_rate):
        self.calls = 0
        super().__init__(learning_rate)

    def get_lr(self):
        self.calls += 1
        return self.base_lr / self.calls

    def state_keys(self):
        self.keys = ["last_epoch", "last_lr", "calls"]


def test_a_schedule_of_ones_own_says_what_it_keeps():
    scheduler, other = Counted(1.0), Counted(1.0)
    first(scheduler, 3)
    other.set_state_dict(scheduler.state_dict())
    assert scheduler.state_dict()["calls"] == 4 and first(other, 3) == first(scheduler, 3)
    with pytest.raises(NotImplementedError, match="LRScheduler must define get_lr"):
        lr.LRScheduler(1.0)


def test_verbose_says_what_each_step_sets(capsys):
    lr.StepDecay(0.5, 1, 0.5, verbose=True).step()
    assert capsys.readouterr().out == (
        "Epoch 0: StepDecay set learning rate to 0.5.\nEpoch 1: StepDecay set learning rate to 0.25.\n"
    )


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: lr.StepDecay("0.5", 3), "The type of learning rate must be float"),
        (lambda: lr.StepDecay(-0.5, 3), "Invalid learning rate: -0.5"),
        (lambda: lr.StepDecay(0.5, 0), "step_size must be greater than 0"),
        (lambda: lr.StepDecay(0.5, 3, 1.0), "gamma should be < 1.0, but received 1.0"),
        (lambda: lr.ExponentialDecay(0.5, 1.5), "'gamma' must be in interval"),
        (lambda: lr.MultiStepDecay(0.5, [3, 2]), "must be greater than the element before it"),
        (lambda: lr.PiecewiseDecay([1], [0.5]), "one more value than boundaries"),
        (lambda: lr.LambdaDecay(0.5, 3), "'lr_lambda' must be callable"),
        (lambda: lr.LinearWarmup("x", 3, 0.1, 0.5), "learning_rate should be an int"),
        (lambda: lr.LinearWarmup(0.5, 3, 0.5, 0.1), "end_lr 0.1 must be greater than start_lr 0.5"),
        (lambda: lr.LinearLR(0.5, 3, 0.0), "`start_factor` must be"),
        (lambda: lr.LinearLR(0.5, 3, end_factor=2.0), "`end_factor` must be"),
        (lambda: lr.CosineAnnealingWarmRestarts(0.5, 0), "T_0 must be a positive integer"),
        (lambda: lr.CosineAnnealingDecay(0.5, "9"), "The type of T_max must be a number"),
        (lambda: lr.OneCycleLR(1.0, 10, phase_pct=2), "'phase_pct' must be between"),
        (lambda: lr.OneCycleLR(1.0, 10, phase_pct=0.5, three_phase=True), "must be less than 0.5"),
        (lambda: lr.OneCycleLR(1.0, 10, anneal_strategy="x"), "'anneal_strategy' must be one of"),
        (lambda: first(lr.OneCycleLR(1.0, 3), 5), "total_steps is 3"),
        (lambda: lr.CyclicLR(0.1, 0.5, 2, mode="x"), "'mode' must be one of triangular"),
        (lambda: lr.CyclicLR(0.1, 0.5, 2, scale_mode="x"), "'scale_mode' must be one of"),
        (lambda: lr.ReduceOnPlateau(0.5, mode="x"), "mode: x is unknown"),
        (lambda: lr.ReduceOnPlateau(0.5, threshold_mode="x"), "threshold_mode 'x' is unknown"),
        (lambda: lr.ReduceOnPlateau(0.5, factor=1.0), "gamma should be < 1.0"),
    ],
)
def test_arguments_are_checked(make, message):
    with pytest.raises((UsageError, ArgumentError), match=message):
        make()


# --- optimizers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_dygraph_and_programs_follow_a_schedule_alike(dtype):
    def run(world):
        scheduler = lr.ExponentialDecay(0.1, 0.5)
        return world(lambda **k: Adam(scheduler, **k), dtype, scheduler)

    path, constant = run(by_dygraph), by_dygraph(lambda **k: Adam(0.1, **k), dtype)
    same(path, run(by_program))
    assert not np.allclose(path[-1]["w"], constant[-1]["w"])


def stepping(optimizer):
    """A program that moves its one parameter by the learning rate; what it is at after each run."""
    paddle.enable_static()
    w = static.create_parameter([1], "float32", name="w", default_initializer=paddle.nn.initializer.Constant(0.0))
    optimizer.minimize(w.sum())
    return static.Executor()


def at(scope=None):
    return np.array((scope or static.global_scope()).find_var("w").get_tensor()).item()


def test_a_run_reads_the_rate_of_its_time_in_any_scope():
    scheduler = lr.StepDecay(1.0, 1, 0.5)
    exe = stepping(SGD(scheduler))
    scopes = [static.Scope(), static.Scope()]
    for scope in scopes:
        exe.run(static.default_startup_program(), scope=scope)
    scheduler.step()
    for _ in range(3):
        for scope in scopes:
            exe.run(scope=scope)
    assert [at(s) for s in scopes] == [-1.5, -1.5]
    scheduler.step()
    exe.run(scope=scopes[0])
    assert [at(s) for s in scopes] == [-1.75, -1.5]


def test_a_copy_of_a_program_follows_too():
    scheduler = lr.StepDecay(1.0, 1, 0.5)
    exe = stepping(SGD(scheduler))
    copy = static.default_main_program().clone()
    exe.run(static.default_startup_program())
    scheduler.step()
    exe.run(copy)
    assert at() == -0.5


def test_a_scheduler_that_stays_costs_no_copies_of_values():
    exe = stepping(SGD(lr.StepDecay(1.0, 100)))
    exe.run(static.default_startup_program())
    for _ in range(3):
        exe.run()
    before = DenseTensor.epoch
    exe.run()
    assert DenseTensor.epoch == before and exe.lowered == 1


def test_set_lr_scheduler_reaches_programs():
    optimizer = SGD(1.0)
    exe = stepping(optimizer)
    exe.run(static.default_startup_program())
    exe.run()
    optimizer.set_lr_scheduler(lr.StepDecay(0.25, 10))
    exe.run()
    assert at() == -1.25 and optimizer.get_lr() == 0.25


def test_set_lr_is_refused_where_a_schedule_sets_it():
    optimizer = SGD(lr.StepDecay(1.0, 1))
    with pytest.raises(RunError, match="an LRScheduler sets the learning rate"):
        optimizer.set_lr(0.1)
    with pytest.raises(UsageError, match=r"in optimizer.set_lr must be float"):
        SGD(1.0).set_lr("0.1")
    with pytest.raises(UsageError, match="must be LRScheduler"):
        SGD(1.0).set_lr_scheduler(0.1)


def test_a_program_that_follows_a_schedule_is_not_kept_alive_by_it():
    scheduler = lr.StepDecay(1.0, 1)
    stepping(SGD(scheduler))
    program = weakref.ref(static.default_main_program())
    reset()
    gc.collect()
    assert program() is None
