"""Conversion of a program to float16: inserts casts before operators, by lists of operator types."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import numpy as np

from opscope.core.dtype import as_dtype, float16, float32
from opscope.core.spec import TensorSpec
from opscope.ir.program.context import name_scope
from opscope.ir.program.program import Block, Operator, Program, Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.amp.auto_cast import checked_dtype, checked_level
from opscope.paddle.static.amp.fp16_lists import AutoMixedPrecisionLists, black_list
from opscope.runtime.scope import Scope, global_scope

GUARD = "__use_fp16__"
_STATISTICS = {"batch_norm": 1, "layer_norm": 1, "instance_norm": 1, "group_norm": 1}  # how many inputs are cast


@contextmanager
def fp16_guard() -> Iterator[None]:
    """Mark the operators of the block: with use_fp16_guard, only marked operators compute in float16.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/amp/fp16_guard_en.html
    """
    with name_scope(prefix=GUARD):
        yield


class _Casting:
    """Pass over a block: selects the dtype of each operator from the dtypes before it, then casts the inputs."""

    def __init__(self, lists: AutoMixedPrecisionLists, guard: bool, level: str, promote: bool) -> None:
        self.lists, self.guard, self.level, self.promote = lists, guard, level, promote
        self.low: set[str] = set()  # parameters that operators in float16 read
        self.full: set[str] = set()  # parameters that only operators in float32 read
        self._chosen: dict[str, Any] = {}  # what each variable's maker computes in

    def block(self, block: Block) -> None:
        for operator in list(block.ops):
            if self._skipped(operator):
                continue
            wanted = self._dtype(operator)
            count = _STATISTICS.get(operator.op.name, len(operator.inputs))
            for name in operator.inputs[:count]:
                if name is not None and block.var_of(name).is_parameter:
                    (self.low if wanted is float16 else self.full).add(name)
            operator.inputs = (
                *(self._cast(block, operator, n, wanted) for n in operator.inputs[:count]), *operator.inputs[count:],
            )  # fmt: skip
            _infer(operator)
            self._chosen.update((n, wanted) for n in operator.outputs if n is not None)
        block.program.touch()

    def _skipped(self, operator: Operator) -> bool:
        """Return True for operators without floats to cast, and for operators with the attribute dtype."""
        if operator.op.name == "cast" or "dtype" in operator.op.attrs or operator.op.opaque:
            _infer(operator)
            return True
        return not any(n is not None and _castable(operator.block.var_of(n)) for n in operator.inputs)

    def _dtype(self, operator: Operator) -> Any:
        lists, kind = self.lists, operator.type
        names = [n for n in (*operator.inputs, *operator.outputs) if n is not None]
        if operator.blocks or kind in lists.unsupported_list or any("learning_rate" in n for n in names):
            return float32
        if (self.guard and GUARD not in operator.namescope) or any(n in (lists.black_varnames or ()) for n in names):
            return float32
        if kind in lists.black_list:
            return float32
        if kind in lists.white_list:
            return float16
        if self.level == "OD":
            return float32
        if self.promote:
            dtypes = {operator.block.var_of(n).dtype for n in operator.inputs if n is not None}
            return float32 if float32 in dtypes else float16
        if self.level == "O2":
            return float16
        if kind not in lists.gray_list:
            return float32
        before = [self._chosen.get(n) for n in operator.inputs if n is not None]
        return next((d for d in reversed(before) if d is not None), float16)

    def _cast(self, block: Block, operator: Operator, name: str | None, wanted: Any) -> str | None:
        variable = None if name is None else block.var_of(name)
        if variable is None or not _castable(variable) or variable.dtype is wanted:
            return name
        called = f"{name}.cast_{'fp16' if wanted is float16 else 'fp32'}"
        at = block.ops.index(operator)
        if not any(called in o.outputs for o in block.ops[:at]):
            spec = variable.spec.with_dtype(wanted)
            made = block.declare(Variable(block, called, spec, stop_gradient=variable.stop_gradient))
            attrs = {"dtype": wanted.name}
            cast = block.append(REGISTRY["cast"], [variable], attrs, outputs=[made], specs=[spec], at=at, of=operator)
            cast.role = operator.role
        return called


def _castable(variable: Variable) -> bool:
    return variable.dtype in (float16, float32) and not variable.is_tensor_array


def _infer(operator: Operator) -> None:
    """Set the dtypes of the outputs by the shape rule of the operator."""
    if operator.blocks or operator.op.opaque:
        return
    block = operator.block
    made = operator.op.infer(*(None if n is None else block.var_of(n).spec for n in operator.inputs), **operator.attrs)
    specs: list[TensorSpec | None] = [made] if isinstance(made, TensorSpec) else list(made)
    for name, spec in zip(operator.outputs, specs, strict=True):
        if name is not None and spec is not None and not block.var_of(name).persistable:
            block.var_of(name).spec = spec


def cast_model_to_fp16(
    program: Program,
    amp_lists: AutoMixedPrecisionLists | None = None,
    use_fp16_guard: bool = True,
    dest_type: Any = float16,
    level: str = "O2",
    use_promote: bool = False,
) -> set[str]:
    """Cast the inputs of a program's operators, and return the names of the parameters that become float16.

    Call this function before the program has gradients. At level O1, operators of the white list compute in float16,
    operators of the black list in float32, and operators of the gray list in the dtype of the operators before them. At
    level O2, everything except the custom black list computes in float16, also the parameters
    (`cast_parameters_to_fp16` casts their values). At level OD, only the white list computes in float16. With
    use_promote, an operator in no list computes in float32 if one of its inputs is float32. With use_fp16_guard (at
    O2), only operators made in a block of fp16_guard are cast.

    Raises UnsupportedError for bfloat16, ArgumentError for other dtypes and levels.
    """
    checked_dtype(as_dtype(dest_type).name)
    checked_level(level)
    lists = AutoMixedPrecisionLists() if amp_lists is None else copy.copy(amp_lists)
    if level == "O2":
        lists.black_list = lists.black_list - black_list
    if level == "O0":
        return set()
    casting = _Casting(lists, use_fp16_guard and level == "O2", level, use_promote)
    block = program.global_block()
    casting.block(block)
    if level != "O2":
        return set()
    low = casting.low - casting.full
    for name in low:
        _lowered(block, name)
    return low


def _lowered(block: Block, name: str) -> None:
    """Change a parameter to float16, and remove the casts of this parameter."""
    block.vars[name].spec = block.vars[name].spec.with_dtype(float16)
    called = f"{name}.cast_fp16"
    for operator in [o for o in block.ops if called in o.outputs]:
        block._remove_op(block.ops.index(operator))
    for operator in block.ops:
        operator.inputs = tuple(name if n == called else n for n in operator.inputs)
    block.vars.pop(called, None)
    block.program.touch()


def cast_parameters_to_fp16(
    place: Any,
    program: Program,
    scope: Scope | None = None,
    to_fp16_var_names: Iterable[str] | None = None,
    dest_type: Any = float16,
    rewrite_master_weight: bool = False,
    master_weights: Mapping[str, Variable] = MappingProxyType({}),
) -> None:
    """Cast the values of these parameters in a scope to float16.

    rewrite_master_weight also sets the float32 copies of the parameters.
    """
    checked_dtype(as_dtype(dest_type).name)
    names, where = set(to_fp16_var_names or ()), global_scope() if scope is None else scope
    for parameter in program.all_parameters():
        found = where.find_var(parameter.name) if parameter.name in names else None
        if found is None or not found.get_tensor()._is_initialized():
            continue
        low = np.array(found.get_tensor()).astype("float16")
        found.get_tensor().set(low, place)
        if rewrite_master_weight and parameter.name in master_weights:
            master = where.find_var(master_weights[parameter.name].name)
            if master is not None:
                master.get_tensor().set(low.astype("float32"), place)
