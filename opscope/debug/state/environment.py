"""Environment of a run: conditions outside of the program that can affect the results of the run."""

from __future__ import annotations

import hashlib
import os
import platform
import random
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from opscope._version import __version__
from opscope.errors import printable

PREFIXES = ("OPENBLAS_", "GOTO_", "OMP_", "MKL_", "BLIS_", "VECLIB_", "NUMEXPR_", "NPY_", "FLAGS_", "CUBLAS_")
VARIABLES = ("PYTHONHASHSEED", "PYTHONOPTIMIZE", "CUDA_VISIBLE_DEVICES", "NVIDIA_TF32_OVERRIDE")
LONGEST = 200  # characters of a variable that are kept
MOST = 1000  # entries that are read of each part of a recording

Texts = dict[str, str]


@dataclass(frozen=True)
class Environment:
    """Environment of a run, as dicts of texts by name.

    - `system`: the version of Python, and the type of the machine.
    - `packages`: the versions of the imported packages.
    - `variables`: environment variables that libraries read, such as the number of BLAS threads, flags, and hash seeds.
    - `streams`: hashes of the states of the global random number streams of Python and NumPy at the start of the run.
    """

    system: Texts = field(default_factory=Texts)
    packages: Texts = field(default_factory=Texts)
    variables: Texts = field(default_factory=Texts)
    streams: Texts = field(default_factory=Texts)

    def to_data(self) -> dict[str, Texts]:
        """Return the environment as plain dicts of texts."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def of_data(cls, data: Any) -> Environment:
        """Read an environment from data that is not trusted.

        Parts of the data that do not have the right format are left out.
        """
        given: Mapping[Any, Any] = data if isinstance(data, Mapping) else {}
        return cls(**{each.name: _texts(given.get(each.name)) for each in fields(cls)})


def _texts(part: Any) -> Texts:
    if not isinstance(part, dict):
        return {}
    pairs = [(k, v) for k, v in part.items() if isinstance(k, str) and isinstance(v, str)]  # type: ignore[misc]
    return {printable(k): printable(v) for k, v in pairs[:MOST]}


def current_environment() -> Environment:
    """Return the present environment of this process."""
    return Environment(
        {"Python": platform.python_version(), "machine": f"{platform.system()} {platform.machine()}"},
        _packages(),
        {n: v[:LONGEST] for n, v in sorted(os.environ.items()) if n.startswith(PREFIXES) or n in VARIABLES},
        {"random": _digest(random.getstate()), "numpy.random": _digest(np.random.get_state())},  # noqa: NPY002
    )


def _packages() -> Texts:
    """Return the versions of imported packages. Modules of the standard library and submodules are left out."""
    found = {"opscope": __version__}
    for name, module in list(sys.modules.items()):
        if "." not in name and not name.startswith("_") and name not in sys.stdlib_module_names:
            version = getattr(module, "__dict__", {}).get("__version__")
            if isinstance(version, str):
                found[name] = version[:LONGEST]
    return dict(sorted(found.items()))


def _digest(state: Any) -> str:
    parts = [part.tobytes() if isinstance(part, np.ndarray) else part for part in state]
    return hashlib.blake2b(repr(parts).encode(), digest_size=8).hexdigest()
