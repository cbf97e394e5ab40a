"""What the user's names mean at each call of PyTorch, by the variables of the functions that are running."""

import sys
from pathlib import Path

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from tests.names.frame_reference import MISSING, element_of, names_of, parts_of
from tests.torch_calls.torch_programs import elements as copied

_FOLDER = str(Path(torch.__file__).parent)
_UNSEEN = ("empty", "empty_like", "empty_strided", "new_empty", "new_empty_strided", "_local_scalar_dense")


class FrameTensors(TorchDispatchMode):
    """Evaluates names before and behind each call, each name in the function that owns its variable.

    `places` has for each place the elements of tensors by name, None for other objects and for names that are not
    bound. A name is left out where no running function has its variable. The tensors of the innermost function are
    there, too.
    """

    def __init__(self, names):
        super().__init__()
        self._parts = {name: parts for name in names if (parts := _parts(name)) is not None}
        self.places = []

    def _note(self):
        frames, frame = [], sys._getframe(2)
        while frame is not None:
            if "program" in frame.f_code.co_filename and not frame.f_code.co_filename.startswith(_FOLDER):
                frames.append(frame)
            frame = frame.f_back
        found = {}
        for name, (base, steps) in self._parts.items():
            if (variables := _owner(base, frames)) is not None:
                value = element_of(variables.get(base, MISSING), steps, torch.Tensor)
                found[name] = elements(value) if isinstance(value, torch.Tensor) else None
        for code, names in ((f.f_code, (f.f_locals, f.f_globals)) for f in frames[:1]):
            read = {name: names[1][name] for name in code.co_names if name in names[1]}
            found |= {n: elements(t) for n, t in names_of({**read, **names[0]}, torch.Tensor).items()}
        self.places.append(found)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if is_unseen(func, torch._C._current_autograd_node()):
            return func(*args, **(kwargs or {}))
        self._note()
        result = func(*args, **(kwargs or {}))
        self._note()
        return result


def is_unseen(func, node):
    """Return True for a call that a record does not have. node: the node of a graph that makes it."""
    space, _, name = func._schema.name.partition("::")
    is_detach = name == "detach" and (node is None or "AccumulateGrad" not in node.name())
    return space == "profiler" or name in _UNSEEN or is_detach


def elements(tensor):
    """A copy of the elements of a tensor; None if NumPy has no such elements."""
    return None if tensor.layout is not torch.strided else copied(tensor.resolve_conj())


def _owner(base, frames):
    """The variables among which a function that runs has a variable: of the innermost one, or the globals."""
    for frame in frames:
        code = frame.f_code
        if base in (*code.co_varnames, *code.co_cellvars, *code.co_freevars):
            return frame.f_locals
    return frames[0].f_globals if frames and base in frames[0].f_globals else None


def _parts(name):
    """The variable of a name, and the attributes and constant keys behind it; None for other expressions."""
    try:
        return parts_of(name)
    except SyntaxError:
        return None
