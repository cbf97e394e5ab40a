"""The variables of a frame, with what a tensor is at the place that is shown."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from opscope.core import shape as dims
from opscope.core.place import has_numbers, to_host
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.debug.taps.statistics import statistics
from opscope.eager.tape import Tracked
from opscope.eager.tensor import Tensor
from opscope.errors import printable
from opscope.ir.program.program import Variable
from opscope.statistics_text import statistics_note

WIDTH = 90  # characters of a summary
ELEMENTS = 8  # of an array that is shown whole

_IPYTHON_NAME = re.compile(r"_+|_i+|_i?[0-9]+|_[iod]h")  # what IPython calls former cells and results

_short = reprlib.Repr()
_short.maxlevel, _short.maxstring, _short.maxother = 3, WIDTH, WIDTH
_short.maxlist = _short.maxtuple = _short.maxdict = _short.maxset = 8


class FrameVariable(NamedTuple):
    """A variable of a frame.

    `value` is a Tensor for everything that is a tensor at the place that is shown (a Variable of a program has the
    value that the run gave it), else the Python object. `tensor` is the name of the tensor in the run, "" for other
    objects: `Run.set`, `Run.look` and breakpoints take it. `now`: the run stands in the past, and the recording does
    not have this value; it is the one of now.
    """

    name: str
    value: Any
    tensor: str = ""
    now: bool = False

    @property
    def type(self) -> str:
        """The name of the type."""
        return type(self.value).__name__

    @property
    def summary(self) -> str:
        """The value in one line."""
        return summary(self.value)

    def __str__(self) -> str:
        return f"{self.name} = {self.summary}" + ("  (now)" if self.now else "")


class FrameVariables(dict[str, FrameVariable]):
    """Variables by name; its text is one line for each."""

    def __repr__(self) -> str:
        return "\n".join(str(variable) for variable in self.values())


class PlaceValues(NamedTuple):
    """Known values of the tensors at the place that is shown.

    `name_of` gives the name of a Tensor in the run ("" if it has none), `lookup` the array of a name at this place
    (None if there is none). In the `past`, arrays of live Tensors do not count; `bound` gives the name in the run of
    what a local of the function at this place was bound to then ("" if that is not known).
    """

    name_of: Callable[[Tracked], str]
    lookup: Callable[[str], Any]
    past: bool
    bound: Callable[[str], str]

    def describe(self, name: str, found: Any, at_place: bool = False) -> FrameVariable:
        """A variable of a frame with the value that it has at this place. at_place: a local of the function there."""
        if isinstance(found, Variable):
            array = self.lookup(found.name)
            if has_numbers(array):
                return FrameVariable(name, Tensor.copied(_copy(array), True, found.name), found.name)
            return FrameVariable(name, found, found.name)
        if not isinstance(found, Tracked):
            return FrameVariable(name, found, now=self.past)
        tensor = self.name_of(found)
        if not self.past:
            return FrameVariable(name, found, tensor)
        tensor = (self.bound(name) if at_place else "") or tensor
        array = self.lookup(tensor) if tensor else None
        if has_numbers(array):
            return FrameVariable(name, Tensor.copied(_copy(array), found.stop_gradient, tensor), tensor)
        return FrameVariable(name, found, tensor, now=True)

    def name(self, found: Any) -> str:
        """The name of a tensor in the run; "" for other objects, and for a tensor that the run does not know."""
        if isinstance(found, Variable):
            return found.name
        return self.name_of(found) if isinstance(found, Tracked) else ""

    def describe_all(self, names: Mapping[str, Any], at_place: bool = False) -> FrameVariables:
        """The variables of a namespace. at_place: the locals of the function at this place."""
        return FrameVariables({name: self.describe(name, value, at_place) for name, value in list(names.items())})


def own_names(module: Mapping[str, Any]) -> dict[str, Any]:
    """The names that the user's code has made in a module, without those that Python and IPython keep there."""
    ip = getattr(module.get("get_ipython"), "__self__", None)
    hidden: Mapping[str, Any] = getattr(ip, "user_ns_hidden", {})
    kept = {n: v for n, v in module.items() if not (n.startswith("__") and n.endswith("__"))}
    if ip is not None:
        kept = {n: v for n, v in kept.items() if not (_IPYTHON_NAME.fullmatch(n) or (n in hidden and hidden[n] is v))}
    return kept


def array_variables(arrays: Mapping[str, Any]) -> FrameVariables:
    """The values of a block, by the names that they have in the run."""
    return FrameVariables({n: FrameVariable(n, Tensor.copied(_copy(a), True, n), n) for n, a in arrays.items()})


def _copy(array: Any) -> Any:
    return np.asarray(array) if isinstance(array, np.generic) else array.copy()


def array_of(value: Any) -> Any:
    """The array of a tensor of any kind; other objects as they are."""
    if isinstance(value, Tracked):
        return value._value
    return value.array if isinstance(value, DenseTensor) and value._is_initialized() else value


def summary(value: Any, width: int = WIDTH) -> str:
    """A value in one line: of a tensor its dtype, shape and statistics, of a small one its elements.

    >>> summary(np.array([3, 4])), summary([1, 2]), summary("text")
    ('int64[2] = [3 4]', '[1, 2]', "'text'")
    """
    array = array_of(value)
    if isinstance(value, Variable):
        return f"Variable {value.name} {value.spec}"
    try:
        text = _array_text(array) if has_numbers(array) and hasattr(array, "ndim") else _short.repr(value)
    except Exception as e:  # noqa: BLE001 (a `__repr__` of the user's)
        text = f"<{type(value).__name__}, whose repr fails: {type(e).__name__}>"
    line = printable(" ".join(text.split()))
    return line if len(line) <= width else line[: width - 1] + "…"


def _array_text(array: Any) -> str:
    spec = f"{array.dtype}{dims.text(array.shape)}"
    if array.size <= ELEMENTS or array.dtype.kind not in "fiubc":
        elements = np.array2string(to_host(array), precision=5, separator=" ", threshold=ELEMENTS)
        return f"{spec} = {elements}"
    found = statistics(array)
    numbers = [f"{name} {v:.4g}" for name in ("min", "max", "mean") if (v := getattr(found, name)) is not None]
    bad = [f"{count:,} {name}" for name, count in (("NaN", found.nan), ("Inf", found.inf)) if count]
    note = statistics_note(array.dtype.name, array.shape)
    return f"{spec}  " + "  ".join([*numbers, *([note] if note else []), *bad])
