"""Variables of a frame. Tensors have the values of the position that is shown."""

from __future__ import annotations

import inspect
import re
import reprlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from opscope.core import shape as dims
from opscope.core.formats.narrow_arrays import dtype_name, widened
from opscope.core.place import has_numbers, to_host
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.debug.taps.statistics import statistics
from opscope.eager.foreign.tensors import as_tracked, foreign_tensor, missing_elements
from opscope.eager.tape import Tracked
from opscope.eager.tensor import Tensor
from opscope.errors import printable
from opscope.ir.program.program import Variable
from opscope.statistics_text import statistics_note

WIDTH = 90  # characters of a summary
ELEMENTS = 8  # an array with at most this number of elements is shown whole

_IPYTHON_NAME = re.compile(r"_+|_i+|_i?[0-9]+|_[iod]h")  # IPython's names of former cells and results

_short = reprlib.Repr()
_short.maxlevel, _short.maxstring, _short.maxother = 3, WIDTH, WIDTH
_short.maxlist = _short.maxtuple = _short.maxdict = _short.maxset = 8


class FrameVariable(NamedTuple):
    """A variable of a frame.

    If the variable is a tensor, `value` is a Tensor with the elements at the shown position. For a Variable of a
    program, `value` has the elements that the Variable has in the run. For any other object, `value` is the object
    itself. `tensor` is the name of the tensor in the run, as in `Run.set`, `Run.look` and breakpoints, or "" for other
    objects. `now` is True if the shown position is in the past, but the recording does not contain the variable there.
    In this case, `value` is the present value.
    """

    name: str
    value: Any
    tensor: str = ""
    now: bool = False

    @property
    def type(self) -> str:
        """The name of the variable's type."""
        return type(self.value).__name__

    @property
    def summary(self) -> str:
        """The value of the variable in one line of text."""
        return summary(self.value)

    @property
    def is_definition(self) -> bool:
        """True if the variable is an import, a function or a class, or has a name such as `__doc__`."""
        value = self.value
        named = self.name.startswith("__")
        return named or inspect.ismodule(value) or inspect.isroutine(value) or inspect.isclass(value)

    def __str__(self) -> str:
        return f"{self.name} = {self.summary}" + ("  (now)" if self.now else "")


class FrameVariables(dict[str, FrameVariable]):
    """A dict of variables by name. When it is printed, each variable is on a line."""

    def __repr__(self) -> str:
        return "\n".join(str(variable) for variable in self.values())


class PlaceValues(NamedTuple):
    """The known values of tensors at the shown position.

    The function `name_of` returns the name that a Tensor has in the run, or "" if the Tensor has no name. The function
    `lookup` returns the array of a name at this position, or None if the name has no array. If `past` is True, the
    position is in the past, and the arrays of present Tensors are not used. The function `bound` returns, for a local
    variable, the name in the run of the variable's value at this position, or "" if it is unknown. After an operator,
    `bound` is needed because Python has not assigned the result to a variable yet.
    """

    name_of: Callable[[Tracked], str]
    lookup: Callable[[str], Any]
    past: bool
    bound: Callable[[str], str]

    def describe(self, name: str, found: Any, at_place: bool = False) -> FrameVariable:
        """Make the description of a variable of a frame, with the value at this position.

        `at_place` is True if the variable is a local variable of the function at this position.
        """
        if isinstance(found, Variable):
            array = self.lookup(found.name)
            if has_numbers(array):
                return FrameVariable(name, Tensor.copied(_copy(array), True, found.name), found.name)
            return FrameVariable(name, found, found.name)
        tracked = as_tracked(found)
        if tracked is None and not (at_place and foreign_tensor(found)):
            return FrameVariable(name, found, now=self.past)
        bound = self.bound(name) if at_place else ""
        tensor = bound or ("" if tracked is None else self.name_of(tracked))
        if not self.past and not bound:
            return FrameVariable(name, found, tensor)
        array = self.lookup(tensor) if tensor else None
        if has_numbers(array):
            is_constant = tracked is None or tracked.stop_gradient
            return FrameVariable(name, Tensor.copied(_copy(array), is_constant, tensor), tensor)
        return FrameVariable(name, found, tensor, now=True)

    def name(self, found: Any) -> str:
        """Return the name of a tensor in the run.

        Return "" for other objects, and for tensors that are not part of the run.
        """
        if isinstance(found, Variable):
            return found.name
        tracked = as_tracked(found)
        return "" if tracked is None else self.name_of(tracked)

    def is_current(self, tensor: str, found: Any) -> bool:
        """Return False if the elements of a tensor differ from the value with the same name in the run.

        The user's code may have written to the tensor in a line of the console, or without an op.
        """
        tracked = None if self.past else as_tracked(found)
        known = None if tracked is None else self.lookup(tensor)
        array = None if tracked is None else tracked._value
        if not has_numbers(known) or not has_numbers(array):
            return True
        first, second = to_host(widened(known)), to_host(widened(array))
        return first.shape == second.shape and first.tobytes() == second.tobytes()

    def describe_all(self, names: Mapping[str, Any], at_place: bool = False) -> FrameVariables:
        """Make the descriptions of the variables in a namespace.

        `at_place` is True if the variables are the local variables of the function at this position.
        """
        return FrameVariables({name: self.describe(name, value, at_place) for name, value in list(names.items())})


def own_names(module: Mapping[str, Any]) -> dict[str, Any]:
    """Return the variables that the user's code has defined in a module.

    Variables of Python and IPython are left out.
    """
    return {n: v for n, v in without_ipython(module).items() if not (n.startswith("__") and n.endswith("__"))}


def without_ipython(module: Mapping[str, Any]) -> dict[str, Any]:
    """Return the variables of a module. Functions, cell inputs and cell results that IPython adds are left out."""
    ip = getattr(module.get("get_ipython"), "__self__", None)
    if ip is None:
        return dict(module)
    hidden: Mapping[str, Any] = getattr(ip, "user_ns_hidden", {})
    return {n: v for n, v in module.items() if not (_IPYTHON_NAME.fullmatch(n) or (n in hidden and hidden[n] is v))}


def array_variables(arrays: Mapping[str, Any]) -> FrameVariables:
    """Make the descriptions of the values in a block, with the names that the values have in the run."""
    return FrameVariables({n: FrameVariable(n, Tensor.copied(_copy(a), True, n), n) for n, a in arrays.items()})


def _copy(array: Any) -> Any:
    return np.asarray(array) if isinstance(array, np.generic) else array.copy()


def array_of(value: Any) -> Any:
    """Return the array of a tensor of any library. Objects that are not tensors are returned unchanged."""
    if (tracked := as_tracked(value)) is not None:
        return widened(tracked._value)
    if (seen := foreign_tensor(value)) is not None:
        return widened(seen.array)
    return value.array if isinstance(value, DenseTensor) and value._is_initialized() else value


def summary(value: Any, width: int = WIDTH) -> str:
    """Return a text of one line about a value. For a tensor, the text contains the dtype, the shape, and statistics.

    For a small tensor, the text contains the elements instead of statistics.

    >>> summary(np.array([3, 4])), summary([1, 2]), summary("text")
    ('int64[2] = [3 4]', '[1, 2]', "'text'")
    """
    array = array_of(value)
    if isinstance(value, Variable):
        return f"Variable {value.name} {value.spec}"
    try:
        is_array = has_numbers(array) and hasattr(array, "ndim")
        text = _array_text(array) if is_array else missing_elements(value) or _short.repr(value)
    except Exception as e:  # noqa: BLE001 (a user's `__repr__` may raise anything)
        text = f"<{type(value).__name__}, whose repr fails: {type(e).__name__}>"
    line = printable(" ".join(text.split()))
    return line if len(line) <= width else line[: width - 1] + "…"


def _array_text(array: Any) -> str:
    spec = f"{dtype_name(array)}{dims.text(array.shape)}"
    if array.size <= ELEMENTS or array.dtype.kind not in "fiubc":
        elements = np.array2string(to_host(array), precision=5, separator=" ", threshold=ELEMENTS)
        return f"{spec} = {elements}"
    found = statistics(array)
    numbers = [f"{name} {v:.4g}" for name in ("min", "max", "mean") if (v := getattr(found, name)) is not None]
    bad = [f"{count:,} {name}" for name, count in (("NaN", found.nan), ("Inf", found.inf)) if count]
    note = statistics_note(dtype_name(array), array.shape)
    return f"{spec}  " + "  ".join([*numbers, *([note] if note else []), *bad])
