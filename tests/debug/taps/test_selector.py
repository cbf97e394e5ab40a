"""Selectors: each kind of pattern, and what is wrong with wrong ones."""

from pathlib import Path

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug import Selector
from opscope.errors import ArgumentError
from opscope.paddle import static

pytestmark = pytest.mark.filterwarnings("ignore:the tap .* matches nothing")


@pytest.fixture
def net():
    paddle.enable_static()
    x = static.data("x", [None, 4], "float32")
    with static.name_scope("body"):
        with static.name_scope("inner"):
            h = static.nn.fc(x, 3, activation="tanh")
        h = paddle.exp(h)
    loss = h.mean()  # the line of the loss
    paddle.optimizer.SGD(0.1).minimize(loss)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    return exe


def seen(exe, pattern):
    """What is tapped. That a pattern matches nothing is reported: test_taps.py."""
    taps = debug.attach(exe).tap(pattern)
    exe.run(feed={"x": np.ones((2, 4), "float32")})
    taps.detach()
    return taps.names()


@pytest.mark.parametrize(
    "pattern, names",
    [
        ("fc_0.tmp_*", ["fc_0.tmp_0", "fc_0.tmp_1", "fc_0.tmp_2"]),
        ("fc_0.tmp_[12]", ["fc_0.tmp_1", "fc_0.tmp_2"]),
        ("x", ["x"]),
        ("fc_0.?_0", ["fc_0.w_0", "fc_0.b_0"]),
        ("fc_0.w_0@GRAD", ["fc_0.w_0@GRAD"]),
        ("op:tanh", ["fc_0.tmp_2"]),
        ("op:elementwise_add", ["fc_0.tmp_1"]),
        ("op:add", ["fc_0.tmp_1"]),
        ("op:sgd", ["fc_0.w_0", "fc_0.b_0"]),
        ("role:optimize", ["fc_0.w_0", "fc_0.b_0"]),
        ("nothing_*", []),
    ],
)
def test_a_pattern_selects(net, pattern, names):
    assert sorted(seen(net, pattern)) == sorted(names)


def test_a_name_pattern_without_an_at_leaves_gradients_alone(net):
    assert not any("@" in n for n in seen(net, "*"))
    assert all("@GRAD" in n for n in seen(net, "*@GRAD")) and "mean_0.tmp_0@GRAD" in seen(net, "*@GRAD")


def test_roles_share_everything_out(net):
    forward, backward = seen(net, "role:forward"), seen(net, "role:backward")
    assert "mean_0.tmp_0" in forward and all("@GRAD" in n for n in backward) and len(backward) >= 6


def test_a_scope_holds_its_inner_ones(net):
    whole, inner = set(seen(net, "scope:/body")), set(seen(net, "scope:/body/inner"))
    assert {"fc_0.tmp_0", "fc_0.tmp_1", "fc_0.tmp_2", "fc_0.w_0@GRAD"} <= inner < whole
    assert whole - inner == {"exp_0.tmp_0", "fc_0.tmp_2@GRAD"} and "mean_0.tmp_0" not in whole
    assert set(seen(net, "scope:/body/*")) == whole  # a glob, and its inner scopes


def test_a_source_line(net):
    line = next(
        i for i, text in enumerate(Path(__file__).read_text().splitlines(), 1) if "the line of the loss" in text
    )
    for pattern in (f"at:test_selector.py:{line}", f"at:{line}", f"at:{__file__}:{line}"):
        assert "mean_0.tmp_0" in seen(net, pattern) and "exp_0.tmp_0" not in seen(net, pattern)
    assert {"exp_0.tmp_0", "mean_0.tmp_0"} <= set(seen(net, "at:test_selector.py"))
    assert seen(net, "at:other.py:3") == []


@pytest.mark.parametrize(
    "pattern, words",
    [
        ("ops:tanh", "unknown kind of pattern 'ops'.*did you mean 'op'"),
        ("zzz:x", "unknown kind of pattern 'zzz'"),
        ("", "the pattern '' is empty"),
        ("op:", "the pattern 'op:' is empty"),
        ("role:sideways", "unknown role 'sideways'"),
        ("loss > 1", "'loss > 1' is a condition, not a pattern.*watch"),
        ("h.max()<=.1", "is a condition"),
        ("op:tanh if step == 4", "combines a pattern and a condition.*'op:tanh', 'step == 4'"),
        ("h if step == 4", "combines a pattern and a condition"),
    ],
)
def test_a_wrong_pattern_says_what_to_write(pattern, words):
    with pytest.raises(ArgumentError, match=f"(?s){words}") as e:
        Selector.parse(pattern)
    assert "fix: " in str(e.value)


@pytest.mark.parametrize("pattern", ["h*", "op:tanh", "at:model.py:20", "scope:/a/b"])
def test_a_selector_prints_as_it_was_written(pattern):
    assert str(Selector.parse(pattern)) == pattern
