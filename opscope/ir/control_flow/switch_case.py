"""case and switch_case: one of several branches runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.tracebacks import hides_frames
from opscope.errors import ArgumentError, DTypeError, UsageError
from opscope.ir.control_flow.cond import cond
from opscope.ir.program.block_ops import check_bool, check_variable
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY

Branch = Callable[[], Any]


@hides_frames
def case(pred_fn_pairs: Any, default: Branch | None = None, name: str | None = None) -> Any:
    """Return the result of the first fn whose pred is true.

    If no pred is true, return the result of `default`. Without `default`, return the result of the last fn. The results
    of all functions must have the same structure. Raises UsageError unless pred_fn_pairs are pairs of a Variable and a
    function. Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/case_en.html
    """
    if not isinstance(pred_fn_pairs, list | tuple):
        raise UsageError(
            "The type of 'pred_fn_pairs' in case must be (<class 'list'>, <class 'tuple'>), but received "
            f"{type(pred_fn_pairs)}.", site=site(), fix="pass [(pred, fn), ...]",
        )  # fmt: skip
    pairs: list[tuple[Variable, Branch]] = []
    for pair in pred_fn_pairs:
        if not isinstance(pair, tuple):
            raise _type_error("The elements' type", "pred_fn_pairs", "case", tuple, type(pair))
        if len(pair) != 2:
            raise _type_error("The tuple's size", "pred_fn_pairs", "case", "2", f"{len(pair)}-tuple")
        pred, fn = pair
        if not hasattr(pred, "__apply_op__"):
            raise _type_error("The pred's type", "pred_fn_pairs", "case", "boolean Variable", type(pred))
        check_bool(pred, "pred", "case")
        _check_callable(fn, f"The fn for {pred.name} of pred_fn_pairs in Op(case)")
        pairs.append((pred, fn))
    if not pairs:
        raise ArgumentError("pred_fn_pairs of case should not be empty", site=site(), fix="pass at least one pair")
    if default is None:
        default = pairs.pop()[1]
    _check_callable(default, "The default in Op(case)")
    return _chain(pairs, default)


@hides_frames
def switch_case(branch_index: Any, branch_fns: Any, default: Branch | None = None, name: str | None = None) -> Any:
    """Return the result of the fn with the index branch_index (a single integer).

    If no fn has this index, return the result of `default`. branch_fns is a dict {index: fn}, a list of fns, or a list
    of pairs. Without `default`, the fn with the largest index is used. Raises UsageError for another form of
    branch_fns, and ArgumentError for a repeated index. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/switch_case_en.html
    """
    check_variable(branch_index, "branch_index", "static.nn.switch_case")
    if branch_index.dtype.name not in ("uint8", "int32", "int64"):
        raise DTypeError(
            "The data type of 'branch_index' in static.nn.switch_case must be ['uint8', 'int32', 'int64'], but "
            f"received {branch_index.dtype.name}.", facts={branch_index.name: branch_index.shape}, site=site(),
            fix="cast branch_index to 'int64'",
        )  # fmt: skip
    table = _table(branch_fns)
    if default is None:
        default = table[max(table)]
        del table[max(table)]
    _check_callable(default, "The default in Op(switch_case)")
    pairs: list[tuple[Variable, Branch]] = []
    for index, fn in sorted(table.items()):
        number = REGISTRY["full_like"](branch_index, fill_value=index)
        pairs.append((REGISTRY["equal"](branch_index, number), fn))
    return _chain(pairs, default)


def _chain(pairs: Sequence[tuple[Variable, Branch]], default: Branch) -> Any:
    if not pairs:
        return default()
    branch = default
    for pred, fn in reversed(pairs[1:]):
        branch = _nested_cond(pred, fn, branch)
    return cond(pairs[0][0], pairs[0][1], branch)


def _nested_cond(pred: Variable, fn: Branch, rest: Branch) -> Branch:
    return lambda: cond(pred, fn, rest)


def _table(branch_fns: Any) -> dict[int, Branch]:
    if not isinstance(branch_fns, dict | list | tuple):
        raise UsageError(
            "The type of 'branch_fns' in switch_case must be (<class 'list'>, <class 'tuple'>, <class 'dict'>), but "
            f"received {type(branch_fns)}.", site=site(), fix="pass {index: fn}, or a list of fns",
        )  # fmt: skip
    given: list[Any] = list(branch_fns.items()) if isinstance(branch_fns, dict) else list(branch_fns)
    if not given:
        raise ArgumentError("branch_fns of switch_case should not be empty", site=site(), fix="pass at least one fn")
    if all(callable(fn) for fn in given):
        given = list(enumerate(given))
    table: dict[int, Branch] = {}
    for pair in given:
        if not isinstance(pair, tuple):
            raise _type_error("The elements' type", "branch_fns", "switch_case", tuple, type(pair))
        if len(pair) != 2:
            raise _type_error("The tuple's size", "branch_fns", "switch_case", "2", f"{len(pair)}-tuple")
        key, fn = pair
        if not isinstance(key, int):
            raise _type_error("The key's type", "branch_fns", "switch_case", int, type(key))
        if key in table:
            raise ArgumentError(
                f"The key in 'branch_fns' must be unique, but '{key}' appears more than once.", site=site()
            )
        if not callable(fn):
            raise _type_error(f"The type of function for key {key}", "branch_fns", "switch_case", "callable", type(fn))
        table[key] = fn
    return table


def _type_error(what: str, name: str, where: str, expected: object, received: object) -> UsageError:
    return UsageError(f"{what} of '{name}' in {where} must be {expected}, but received: {received}.", site=site())


def _check_callable(value: Any, what: str) -> None:
    if not callable(value):
        raise UsageError(f"{what} must be callable.", facts={"given": repr(value)}, site=site())


note_functions(__name__)
