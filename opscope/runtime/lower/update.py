"""Optimizer steps over one flat arena: one handful of calls for all parameters, in place, when all else is done.

Parameters, gradients and the state of an optimizer each lie in one flat array, in the same order. The update is
the last thing a run does and is not left half done, so after a failure the scope is as before.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.runtime.lower import threads
from opscope.runtime.lower.emit import Call
from opscope.runtime.lower.trace import Node

BLOCK = 1 << 15, 1 << 17  # elements of a pass: few stay in a core's cache, but with few, threads wait for each other
SHARED = 1 << 17  # elements from which several threads update
EACH = 2  # lists for a thread: who is done early takes another


class Flats(NamedTuple):
    """Flat arrays of one group, by the name of the op's input, and scalars (0-d or one element an entry)."""

    arrays: dict[str, Any]
    powers: dict[str, Any]
    rate: Any


# optimizer op to (inputs that are as large as the parameter, inputs of one element that are updated too)
STATE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "sgd": (("param",), ()),
    "momentum": (("param", "velocity"), ()),
    "adam": (("param", "moment1", "moment2"), ("beta1_pow", "beta2_pow")),
    "adamw": (("param", "moment1", "moment2"), ("beta1_pow", "beta2_pow")),
}


def calls(node: Node, flats: Flats) -> tuple[list[Call], list[Call]]:
    """(calls that prepare scalars, calls of the update itself) of a group, whose attributes are those of `node`."""
    before: list[Call] = []
    during: list[Call] = []
    maker = _MAKERS[node.op.name]
    step = maker(flats, node.op.full_attrs(node.attrs), before)
    lists = [_list(flats, step, part, block) for part, block in _parts(flats.arrays["param"].size)]
    if len(lists) > 1:
        during.append(
            threads.parallel([[functools.partial(threads.surely, tuple(part))] for part in lists], whole=True)
        )
    else:
        during += [call for part in lists for call in part]
    for name, power in flats.powers.items():
        beta = node.op.full_attrs(node.attrs)["beta1" if name == "beta1_pow" else "beta2"]
        during.append(functools.partial(np.multiply, power, _number(power, beta), power))
    return before, during


def _parts(size: int) -> list[tuple[slice, int]]:
    """What each list of calls updates, and in blocks of how many elements."""
    count = EACH * threads.width() if size >= SHARED and threads.width() > 1 else 1
    block = BLOCK[0] if count == 1 else min(max(size // count, BLOCK[0]), BLOCK[1])
    step = -(-size // count // 64) * 64  # whole cache lines
    return [(slice(start, min(start + step, size)), block) for start in range(0, size, max(step, 1))]


def _list(flats: Flats, step: Step, whole: slice, block: int) -> list[Call]:
    """The calls of one thread, block by block, with scratch of their own."""
    made: list[Call] = []
    scratch = np.empty(min(block, whole.stop - whole.start), flats.arrays["param"].dtype)
    for start in range(whole.start, whole.stop, block):
        part = slice(start, min(start + block, whole.stop))
        step({n: a[part] for n, a in flats.arrays.items()}, scratch[: part.stop - start], made)
    return made


def _number(like: Any, value: float) -> Any:
    return np.asarray(value, like.dtype)


Step = Callable[[dict[str, Any], Any, list[Call]], None]  # (arrays, scratch, where calls go)


def _sgd(flats: Flats, attrs: dict[str, Any], before: list[Call]) -> Step:
    def step(a: dict[str, Any], t: Any, to: list[Call]) -> None:
        to.append(functools.partial(np.multiply, flats.rate, a["grad"], t))
        to.append(functools.partial(np.subtract, a["param"], t, a["param"]))

    return step


def _momentum(flats: Flats, attrs: dict[str, Any], before: list[Call]) -> Step:
    mu = _number(flats.rate, attrs["mu"])

    def step(a: dict[str, Any], t: Any, to: list[Call]) -> None:
        speed = a["velocity"]
        to.append(functools.partial(np.multiply, mu, speed, speed))
        to.append(functools.partial(np.add, speed, a["grad"], speed))
        if attrs["use_nesterov"]:
            to.append(functools.partial(np.multiply, mu, speed, t))
            to.append(functools.partial(np.add, a["grad"], t, t))
            to.append(functools.partial(np.multiply, flats.rate, t, t))
        else:
            to.append(functools.partial(np.multiply, flats.rate, speed, t))
        to.append(functools.partial(np.subtract, a["param"], t, a["param"]))

    return step


def _adam(flats: Flats, attrs: dict[str, Any], before: list[Call]) -> Step:
    """The arithmetic of the op's kernel, in its order."""
    rate, (p1, p2) = flats.rate, (flats.powers[n][:1].reshape(()) for n in ("beta1_pow", "beta2_pow"))
    one = _number(rate, 1.0)
    b1, b2, epsilon = (_number(rate, attrs[n]) for n in ("beta1", "beta2", "epsilon"))
    c1, c2 = _number(rate, 1.0 - attrs["beta1"]), _number(rate, 1.0 - attrs["beta2"])
    left1, left2, factor, small = (np.empty((), rate.dtype) for _ in range(4))
    before += [
        functools.partial(np.subtract, one, p1, left1),
        functools.partial(np.subtract, one, p2, left2),
        functools.partial(np.sqrt, left2, left2),
        functools.partial(np.multiply, rate, left2, factor),
        functools.partial(np.divide, factor, left1, factor),
        functools.partial(np.multiply, epsilon, left2, small),
    ]
    shrink = None
    if "coeff" in attrs:
        shrink = np.empty((), rate.dtype)
        before.append(functools.partial(np.multiply, rate, _number(rate, attrs["coeff"]), shrink))
        before.append(functools.partial(np.subtract, one, shrink, shrink))

    def step(a: dict[str, Any], t: Any, to: list[Call]) -> None:
        param, grad, m, v = a["param"], a["grad"], a["moment1"], a["moment2"]
        if shrink is not None:
            to.append(functools.partial(np.multiply, param, shrink, param))
        to += [
            functools.partial(np.multiply, b1, m, m),
            functools.partial(np.multiply, c1, grad, t),
            functools.partial(np.add, m, t, m),
            functools.partial(np.multiply, grad, grad, t),
            functools.partial(np.multiply, c2, t, t),
            functools.partial(np.multiply, b2, v, v),
            functools.partial(np.add, v, t, v),
            functools.partial(np.sqrt, v, t),
            functools.partial(np.add, t, small, t),
            functools.partial(np.divide, m, t, t),
            functools.partial(np.multiply, factor, t, t),
            functools.partial(np.subtract, param, t, param),
        ]

    return step


_MAKERS: dict[str, Callable[[Flats, dict[str, Any], list[Call]], Step]] = {
    "sgd": _sgd,
    "momentum": _momentum,
    "adam": _adam,
    "adamw": _adam,
}


run = threads.surely  # all of them, whatever interrupts
