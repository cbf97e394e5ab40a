"""Every public object says what it is: no class has Python's own `<... object at 0x...>`."""

import inspect

import numpy as np
import pytest

import opscope
from opscope import debug, paddle, viz
from opscope.cli.api.surface import surface
from opscope.paddle import static

CLASSES = {e.value: e.name for e in surface() if inspect.isclass(e.value)} | {
    value: f"{module.__name__}.{name}"
    for module in (opscope, debug, viz)
    for name in module.__all__
    if inspect.isclass(value := getattr(module, name))
}


def test_every_public_class_has_a_repr():
    assert len(CLASSES) > 400
    assert [name for owner, name in CLASSES.items() if owner.__repr__ is object.__repr__] == []


def weight():
    return paddle.create_parameter([2, 3], "float32")


SHOWN = [
    (lambda: paddle.optimizer.SGD(0.1, parameters=[weight()]), "<SGD learning_rate=0.1 "),
    (lambda: paddle.optimizer.lr.StepDecay(0.1, 10), "<StepDecay step_size=10 gamma=0.1 base_lr=0.1 "),
    (lambda: paddle.nn.initializer.Normal(0.0, 2.0), "<Normal mean=0.0 std=2.0>"),
    (lambda: paddle.distribution.Uniform(0.0, 1.0), "low=float32[] high=float32[]"),
    (lambda: paddle.io.BatchSampler(list(range(9)), batch_size=3), "<BatchSampler batch_size=3 shuffle=False "),
    (lambda: static.Executor(), "<Executor compiled=0 closed=False lowered=0>"),
    (lambda: debug.History(), "<history of 0 values>"),
    (lambda: debug.EventQueue(), "<EventQueue: 0 unread events, 0 dropped>"),
    (lambda: debug.Run(print).session, "<Session: 0 steps, recorded>"),
    (lambda: static.Program(), "{ // block_idx:0"),
    (lambda: static.Scope(), "<Scope of 0 variables>"),
]


@pytest.mark.parametrize("make, text", SHOWN)
def test_what_is_shown(make, text):
    assert text in repr(make()) and "object at 0x" not in repr(make())


def test_a_dense_tensor_begins_as_in_paddle():
    empty, full = paddle.base.core.LoDTensor(), static.Scope().var("x").get_tensor()
    full.set(np.zeros((2, 3), "float32"), paddle.CPUPlace())
    assert repr(empty).endswith(": no value>") and repr(full).endswith(": float32[2, 3] on Place(cpu)>")


def test_classes_of_users_show_their_short_attributes():
    class Mine(paddle.io.Dataset):
        __slots__ = ("unset",)

        def __init__(self):
            self.rows, self.name, self.data, self._long = 3, "mine", paddle.ones([2, 3]), "x" * 99

    assert repr(Mine()) == "<Mine rows=3 name='mine' data=float32[2, 3]>"
