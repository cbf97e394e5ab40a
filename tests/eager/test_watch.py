"""Watching eager ops: what is told and when, and that the results are the same bits."""

import numpy as np
import pytest

from opscope import paddle
from opscope.core import random
from opscope.eager.op_calls import GRADIENT_SUM
from opscope.eager.tensor import Tensor
from opscope.eager.watch import watched
from opscope.ops.registry import Op
from opscope.paddle.autograd import PyLayer
from opscope.paddle.optimizer import SGD, Adam
from tests.eager.watching import OFF, Log, Mlp, early, seams, tensor
from tests.laws.cases import every_sample, law_for, listed


@pytest.fixture(autouse=True)
def nothing_stays():
    yield
    assert all(now is then for now, then in zip(seams(), OFF, strict=True))


def array(value):
    return value._value if isinstance(value, Tensor) else value


# --- a training step --------------------------------------------------------------------------------


def test_a_training_step_in_its_order():
    model = Mlp()
    log = Log()
    with watched(log):
        model.step(SGD(0.1, parameters=model.parameters))
    forward = ["matmul", "add", "tanh", "dropout", "matmul", "add", "mean"]
    assert log.lines[:7] == forward
    assert log.lines[7:14] == [f"{name}_grad" for name in reversed(forward)]
    assert log.lines[14:] == ["sgd"] * 4
    assert [c.number for c in log.calls] == list(range(18))
    assert [c.phase for c in log.calls] == ["forward"] * 7 + ["backward"] * 7 + ["forward"] * 4
    assert [c.forward_number for c in log.calls] == [None] * 7 + [6, 5, 4, 3, 2, 1, 0] + [None] * 4


def test_what_a_call_says_beside_values():
    model = Mlp()
    log = Log()
    with watched(log):
        model.step(SGD(0.1, parameters=model.parameters))
    first = Mlp.loss.__code__.co_firstlineno
    assert [c.site.line - first for c in log.calls[:14]] == [1, 1, 1, 2, 3, 3, 3, 3, 3, 3, 2, 1, 1, 1]
    assert {c.site.function for c in log.calls[14:]} == {"step"}
    assert [c.name for c in log.calls[:4]] == ["", "", "h", ""]
    assert [c.names for c in log.calls[7:14]] == [
        ("",), ("", "b2@GRAD"), ("", "w2@GRAD"), ("",), ("",), ("", "b1@GRAD"), ("w1@GRAD",),
    ]  # fmt: skip
    assert log.calls[8].name == "b2@GRAD" and repr(log.calls[9]) == "<9 matmul_grad (backward)>"


def test_values_are_what_the_op_and_its_rule_read_and_give():
    model = Mlp()
    seen = []

    def again(call):
        if call.op.name == "dropout":
            return
        with paddle.no_grad():
            out = call.op.apply(tuple(map(array, call.inputs)), call.attrs)
        given = [a.tobytes() for a in map(array, call.outputs)]
        assert [a.tobytes() for a in listed(out)] == given
        seen.append((call.op.name, call.node is None))

    with watched(Log(on_after=again)):
        model.step(Adam(0.1, parameters=model.parameters))
    assert ("tanh_grad", False) in seen and ("adam", True) in seen and len(seen) == 17


def test_gradients_come_as_arrays_with_the_layout_of_the_grad_op():
    x = tensor(1, 2)
    found = {}

    def keep(call):
        found[call.op.name] = (call.op.forward, call.inputs, call.outputs)

    with watched(Log(on_after=keep)):
        y = paddle.tanh(x)
        y.sum().backward()
    forward, inputs, outputs = found["tanh_grad"]
    assert forward.op.name == "tanh" and forward.residuals.outputs == (0,) and forward.residuals.douts == (0,)
    assert inputs[0] is y._value and type(inputs[1]) is np.ndarray
    assert outputs[0].tolist() == x.grad.tolist() and found["tanh"][1] == (x,) and found["tanh"][2] == (y,)


def test_a_watch_that_begins_at_backward_knows_the_line_but_no_forward_call():
    x = tensor(1.0)
    y = paddle.tanh(x)
    log = Log()
    with watched(log):
        y.backward()
    (call,) = log.calls
    assert x._name == ""  # asking would have given it one
    assert call.forward_number is None and call.phase == "backward" and call.names == ("",)
    assert call.site.function == "test_a_watch_that_begins_at_backward_knows_the_line_but_no_forward_call"


def test_nodes_of_another_watch_are_not_this_ones():
    y = None
    with watched(Log()):
        y = paddle.tanh(tensor(1.0))
    log = Log()
    with watched(log):
        z = y * 2.0
        z.backward()
    assert [(c.op.name, c.forward_number) for c in log.calls] == [
        ("scale", None),
        ("scale_grad", 0),
        ("tanh_grad", None),
    ]


def test_ops_of_no_tensors_and_of_untracked_ones():
    log = Log()
    with watched(log):
        paddle.zeros([2])
        paddle.rand([2])
        with paddle.no_grad():
            paddle.split(tensor(1, 2), 2)
        paddle.tanh(np.ones(2))  # an array stays one: nobody's Tensor
        paddle.to_tensor([1.0]).numpy()
    assert log.lines == ["full", "uniform", "split"]
    assert all(c.phase == "forward" for c in log.calls)


NO_GRADIENT = {"eig", "eigvals"}  # and they say so when they are asked for one


@law_for(every_sample(lambda op, _: True))
def test_every_op_is_told_once_and_gives_the_same_bits(op: Op, sample):
    def run():
        random.seed(7)
        args = [Tensor(a, a.dtype.kind != "f") if isinstance(a, np.ndarray) else a for a in sample.args]
        outs = [o for o in listed(op(*args, **sample.attrs)) if o is not None]
        tracked = [o for o in outs if not o.stop_gradient]
        if tracked and op.name not in NO_GRADIENT:
            paddle.autograd.backward(tracked)
        grads = [a.grad for a in args if isinstance(a, Tensor)]
        return [None if v is None else (v._value.tobytes(), v.shape, v.dtype) for v in (*outs, *grads)]

    plain = run()
    given = []
    log = Log(on_after=lambda call: given.append(len(call.outputs)))
    with watched(log):
        assert run() == plain
    assert [c.op for c in log.of("forward")] == [op]
    assert [(c.op.name, c.forward_number, c.depth) for c in log.of("backward")] == [(f"{op.name}_grad", 0, 0)] * (
        len(given) - 1
    )


def test_training_gives_the_same_bits():
    def run():
        random.seed(5)
        model = Mlp()
        optimizer = Adam(0.1, parameters=model.parameters, weight_decay=0.01)
        return [model.step(optimizer) for _ in range(3)]

    plain = run()
    with watched(Log()):
        assert run() == plain


# --- PyLayer, hooks, double backward ----------------------------------------------------------------


def test_a_pylayer_is_a_call_with_calls_inside():
    x, y = tensor(1.0), tensor(2.0)
    log = Log()
    with watched(log):
        a, (b,) = early([x, y], 2.0)
        (a + b).backward()
    assert log.lines == [
        "Twice", "  tanh", "  scale", "  scale", "add", "add_grad", "Twice_grad", "  scale", "  scale",
    ]  # fmt: skip
    assert [c.forward_number for c in log.calls] == [None] * 5 + [4, 0, None, None]
    assert [c.phase for c in log.calls] == ["forward"] * 5 + ["backward"] * 4
    assert log.calls[7].site.function == "backward" and log.calls[1].site.function == "forward"
    assert log.calls[6].site == log.calls[0].site and log.calls[0].site.function.startswith("test_a_pylayer")


def test_a_pylayers_values():
    x, y = tensor(1.0), tensor(2.0)
    found = []
    with watched(Log(on_after=lambda c: found.append((c.op.name, c.op.opaque, c.inputs, c.outputs)))):
        a, (b,) = early([x, y], 2.0)
        (a + b).backward()
    by_name = {name: (opaque, inputs, outputs) for name, opaque, inputs, outputs in found}
    assert by_name["Twice"] == (True, (x, y, 2.0), (a, b))
    opaque, douts, grads = by_name["Twice_grad"]
    assert opaque and [d.tolist() for d in douts] == [[1.0], [1.0]] and [g.tolist() for g in grads] == [[2.0], [3.0]]


def test_a_pylayer_that_returns_its_input_leaves_the_older_node_its_number():
    class Same(PyLayer):
        @staticmethod
        def forward(ctx, x):
            return x

    log = Log()
    with watched(log):
        y = paddle.tanh(tensor(1.0))
        with paddle.no_grad():
            Same.apply(y)
        y.backward()
    assert [(c.op.name, c.forward_number) for c in log.calls] == [("tanh", None), ("Same", None), ("tanh_grad", 0)]


def test_double_backward():
    x = tensor(0.5)
    log = Log()
    with watched(log):
        y = paddle.tanh(x)
        (first,) = paddle.grad(y, x, create_graph=True)
        inner = len(log.calls)
        paddle.grad(first, x)
    assert log.lines[:2] == ["tanh", "tanh_grad"] and all(line.startswith("  ") for line in log.lines[2:inner])
    assert {c.phase for c in log.calls[1:]} == {"backward"}
    told = {c.number: c.op.name for c in log.calls}
    second = [c for c in log.calls[inner:] if c.op is not GRADIENT_SUM]
    assert all(c.op.name == f"{told[c.forward_number]}_grad" and c.depth == 0 for c in second)
    assert second[-1].forward_number == 0 and {c.forward_number for c in second[:-1]} <= set(range(2, inner))
    assert first.tolist() == [pytest.approx(1 - np.tanh(0.5) ** 2)]


def test_ops_in_hooks_belong_to_backward():
    x = tensor(1.0)
    y = paddle.tanh(x)
    y.register_hook(lambda dy: dy * 2.0)
    log = Log()
    with watched(log):
        y.backward()
        x + x
    assert [(c.op.name, c.phase) for c in log.calls] == [
        ("scale", "backward"), ("tanh_grad", "backward"), ("add", "forward"),
    ]  # fmt: skip
    assert log.calls[0].node is None and log.calls[0].forward_number is None


# --- in place ---------------------------------------------------------------------------------------


def test_writing_in_place_is_a_call():
    x = tensor(1, 2, 3, stop_gradient=True)
    x.name = "x"
    seen = []

    def look(call):
        seen.append((call.name, call.inputs[0].tolist(), call.attrs, call.outputs and call.outputs[0] is x))

    log = Log(look, look)
    with watched(log):
        x[1] = 7.0
        x.set_value(np.zeros(3))
    assert log.lines == ["set_value", "set_value"] and x.inplace_version == 2
    assert seen == [
        ("x", [1, 2, 3], {"index": 1}, ()),
        ("x", [1, 7, 3], {"index": 1}, True),
        ("x", [1, 7, 3], {}, ()),
        ("x", [0, 0, 0], {}, True),
    ]
    op = log.calls[0].op
    assert op.run([np.arange(3.0), 5.0], {"index": 2}).tolist() == [0, 1, 5] and x.tolist() == [0, 0, 0]
    assert log.calls[0].site.function == "test_writing_in_place_is_a_call"


def test_what_cannot_be_written_fails_as_ever():
    x = tensor(1, 2)
    log = Log()
    with watched(log), pytest.raises(ValueError, match="can't use inplace strategy"):
        x[0] = 1.0
    assert log.lines == ["set_value"] and x.inplace_version == 0
