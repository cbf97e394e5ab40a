"""What the page says of parameters is true: the refused are refused, the ignored change nothing and have a reason."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import opscope.paddle.nn.functional as F  # noqa: N812 (as programs write it)
from opscope import paddle
from opscope.cli.api.surface import surface
from opscope.errors import UnsupportedError
from opscope.ops.registry import REGISTRY
from opscope.paddle import static
from tests.api_audit import ignored_params
from tests.api_audit.page import ignored, refused
from tests.api_audit.refused_params import home, refused_parameters, unread_parameters

ENTRIES = surface(private=True)
KNOWN = {name: entry for entry in ENTRIES for name in entry.names}
FOUND = {(home(entry.function), parameter) for entry in ENTRIES for parameter in ignored(entry)}


# --- refused ----------------------------------------------------------------------------------------


def image(*shape: int) -> Any:
    return paddle.ones(list(shape))


def declared(*shape: int) -> Any:
    paddle.enable_static()
    return static.data("x", list(shape), "float32")


REFUSED: dict[tuple[str, str], Callable[[], Any]] = {
    ("paddle.logical_and", "out"): lambda: paddle.logical_and(image(2), image(2), out=image(2)),
    ("paddle.bitwise_not", "out"): lambda: paddle.bitwise_not(image(2).astype("int32"), out=image(2)),
    ("paddle.nn.LSTM", "proj_size"): lambda: paddle.nn.LSTM(2, 3, proj_size=1),
    ("paddle.nn.LSTMCell", "proj_size"): lambda: paddle.nn.LSTMCell(2, 3, proj_size=1),
    ("paddle.nn.BatchNorm", "in_place"): lambda: paddle.nn.BatchNorm(3, in_place=True),
    ("paddle.nn.functional.instance_norm", "use_input_stats"): lambda: F.instance_norm(
        image(1, 2, 3, 3), use_input_stats=False
    ),
    ("paddle.nn.functional.max_unpool2d", "data_format"): lambda: F.max_unpool2d(
        image(1, 1, 2, 2), image(1, 1, 2, 2).astype("int32"), 2, data_format="NHWC"
    ),
    ("paddle.static.nn.batch_norm", "data_layout"): lambda: static.nn.batch_norm(
        declared(1, 2, 4, 4), data_layout="NDHWC"
    ),
    ("paddle.static.nn.batch_norm", "in_place"): lambda: static.nn.batch_norm(declared(1, 2, 4, 4), in_place=True),
    ("paddle.static.nn.group_norm", "data_layout"): lambda: static.nn.group_norm(
        declared(1, 2, 4, 4), 2, data_layout="NHWC"
    ),
    ("paddle.static.nn.embedding", "is_distributed"): lambda: static.nn.embedding(
        declared(2, 1).astype("int64"), [3, 2], is_distributed=True
    ),
    ("paddle.static.append_backward", "distop_context"): lambda: static.append_backward(
        declared(2).mean(), distop_context=object()
    ),
    ("paddle.static.CompiledProgram.with_data_parallel", "share_vars_from"): lambda: static.CompiledProgram(
        static.Program()
    ).with_data_parallel(share_vars_from=object()),
    ("paddle.amp.auto_cast", "dtype"): lambda: paddle.amp.auto_cast(dtype="bfloat16").__enter__(),
    ("paddle.utils.unique_name.switch", "new_para_name_checker"): lambda: paddle.utils.unique_name.switch(
        None, object()
    ),
}


@pytest.mark.parametrize("name, parameter", REFUSED, ids=map(" ".join, REFUSED))
def test_what_is_listed_as_refused_is(name: str, parameter: str):
    assert parameter in refused(KNOWN[name])
    with pytest.raises(UnsupportedError):
        REFUSED[name, parameter]()


def refuses_directly(x: object, mode: str, name: str | None = None) -> object:
    if mode != "same":
        raise UnsupportedError("mode")
    return x, name


def refuses_inside(x: object, how: str = "same", y: int = 0) -> object:
    return refuses_directly(x, how), y


def test_refused_parameters_are_read_off_the_code():
    assert refused_parameters(refuses_directly) == ("mode",)
    assert refused(KNOWN["paddle.nn.LSTM"]) == ("proj_size",)
    with pytest.raises(UnsupportedError, match="proj_size"):
        paddle.nn.LSTM(2, 3, proj_size=1)
    assert refused_parameters(len) == () == refused(KNOWN["paddle.tanh"])


def test_a_refusal_is_followed_into_what_is_called():
    # `group_norm(data_layout=)` hands it to the function that raises
    assert "data_layout" in refused(KNOWN["paddle.static.nn.group_norm"])
    assert refused_parameters(refuses_inside) == ()  # calls are followed within opscope only


# --- ignored ----------------------------------------------------------------------------------------


def test_what_is_never_read_has_a_reason():
    """A parameter that nothing reads is swallowed, unless ignored_params says why it cannot change a result."""
    swallowed = {f"{w}({p})" for w, p in FOUND if not ignored_params.reason(w, p)}
    assert not swallowed, (
        "read them, refuse them, or say in tests/api_audit/ignored_params.py why they need not be read"
    )


def test_no_reason_is_left_behind():
    stale = {(where, p) for where, said in ignored_params.BY_FUNCTION.items() for p in said} - FOUND
    assert not stale
    assert ignored_params.BY_NAME.keys() <= {p for _, p in FOUND}


# Attributes that kernels have for who describes a program; the shape rules refuse what the kernels do not do.
FOR_DESCRIPTIONS = {"data_format"}
# The order in which k values come is free; the size is in the shapes, and `like` has it.
FREE = {("topk", "sorted"), ("interpolate_spread", "size"), ("bitwise_left_shift", "is_arithmetic")}
# the tape and the reverse walk of programs read it
FREE |= {("embedding", "sparse")}
# they are called as steps of optimizers are
FREE |= {("lookahead", "grad"), ("average_accumulates", "grad"), ("average_accumulates", "learning_rate")}


def test_kernels_and_their_rules_read_every_attribute():
    unread = {(op.name, p) for op in REGISTRY for p in unread_parameters(op) if p not in FOR_DESCRIPTIONS}
    assert unread <= FREE


def sgd_step(make: Callable[..., Any], **options: Any) -> Any:
    weight = paddle.to_tensor([1.0, -2.0], stop_gradient=False)
    optimizer = make(0.1, parameters=[weight], **options)
    for _ in range(3):
        (weight * weight).sum().backward()
        optimizer.step()
        optimizer.clear_grad()
    return weight.numpy()


def loss(**options: Any) -> Any:
    return F.softmax_with_cross_entropy(paddle.to_tensor([[1.0, 900.0]]), paddle.to_tensor([[0]]), **options).numpy()


def fetched(**options: Any) -> Any:
    doubled = declared(2) * 2.0
    runs = [static.Executor().run(feed={"x": np.float32([1, 2])}, fetch_list=[doubled], **options)[0] for _ in range(2)]
    return np.stack(runs)


def global_value(**options: Any) -> Any:
    paddle.enable_static()
    made = static.create_global_var([2], 1.5, "float32", persistable=True, **options)
    executor = static.Executor()
    executor.run(static.default_startup_program())
    return executor.run(fetch_list=[made])[0]


SAME: list[tuple[str, Callable[..., Any], dict[str, Any]]] = [
    ("paddle.optimizer.Adam", lambda **o: sgd_step(paddle.optimizer.Adam, **o), {"use_multi_tensor": True}),
    ("paddle.optimizer.AdamW", lambda **o: sgd_step(paddle.optimizer.AdamW, **o), {"lazy_mode": True}),
    ("paddle.optimizer.Momentum", lambda **o: sgd_step(paddle.optimizer.Momentum, **o), {"use_multi_tensor": True}),
    ("paddle.nn.functional.softmax_with_cross_entropy", loss, {"numeric_stable_mode": False}),
    ("paddle.static.Executor.run", fetched, {"feed_var_name": "f"}),
    ("paddle.static.Executor.run", fetched, {"fetch_var_name": "f"}),
    ("paddle.static.Executor.run", fetched, {"use_program_cache": True}),
    ("paddle.static.create_global_var", global_value, {"force_cpu": True}),
]


@pytest.mark.parametrize("name, call, given", SAME, ids=[f"{name} {next(iter(given))}" for name, _, given in SAME])
def test_what_is_listed_as_ignored_changes_nothing(name: str, call: Callable[..., Any], given: dict[str, Any]):
    assert given.keys() <= set(ignored(KNOWN[name]))
    np.testing.assert_array_equal(call(**given), call())


# --- how it is read off ---------------------------------------------------------------------------------


def reads_two(x: int, y: int, z: int, name: str | None = None, *rest: int, **more: int) -> Callable[[], int]:
    x = y  # noqa: F841 (written, not read)
    return lambda: y


class Hook:
    def called(self, value: int) -> None:
        """For subclasses."""

    def passes(self, value: int, other: int) -> int:
        return value


def test_what_is_not_read_is_found():
    assert unread_parameters(reads_two) == ("x", "z", "rest", "more")
    assert unread_parameters(Hook.called) == () and unread_parameters(Hook.passes) == ("other",)
    assert unread_parameters(REGISTRY["topk"]) == ("sorted",) and unread_parameters(REGISTRY["clip"]) == ()
    assert unread_parameters(len) == () == unread_parameters(3)
    assert inspect.signature(F.embedding).parameters["sparse"].default is False
